#!/usr/bin/env bash
# Sets up what the tests need (a virtual environment; Debian packages where we may install them) and runs every check.
# CHUNKSTUDIO_PYTHON chooses the interpreter, CHUNKSTUDIO_VENV the environment's folder; arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
python="${CHUNKSTUDIO_PYTHON:-python3}"
venv="${CHUNKSTUDIO_VENV:-.venv}"

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "ChunkStudio needs Python 3.11 or newer; $("$python" --version) was found. Set CHUNKSTUDIO_PYTHON." >&2
  exit 2
}

# Qt's libraries, and a virtual screen for the tests that need a real one.
if command -v dpkg-query >/dev/null 2>&1; then
  missing=()
  for package in libglib2.0-0 libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1; do
    dpkg-query -W -f='${Status}\n' "$package" "${package}t64" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  if [ "${#missing[@]}" -gt 0 ]; then
    if [ "$(id -u)" = 0 ]; then
      apt-get update -qq >/dev/null
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    else
      echo "These Debian packages are missing: ${missing[*]}. Install them with: sudo apt-get install ${missing[*]}" >&2
      exit 2
    fi
  fi
  # Tesseract is wished for, not demanded: without it the tests of text recognition skip themselves and say so.
  if ! command -v tesseract >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ]; then
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends tesseract-ocr tesseract-ocr-eng >/dev/null 2>&1 ||
        { apt-get update -qq >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends tesseract-ocr tesseract-ocr-eng >/dev/null; } ||
        echo "Tesseract could not be installed; the tests of text recognition are skipped."
    else
      echo "Tesseract is not installed, so the tests of text recognition are skipped. Install it with: sudo apt-get install tesseract-ocr"
    fi
  fi
fi

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -e ".[dev,summaries]"

export QT_QPA_PLATFORM=offscreen OMP_NUM_THREADS=1 CHUNKSTUDIO_EXAMPLES="${CHUNKSTUDIO_EXAMPLES:-2000}"
echo "== ruff";        "$venv/bin/ruff" check . && "$venv/bin/ruff" format --check --quiet .
echo "== mypy";        "$venv/bin/mypy"
echo "== imports";     "$venv/bin/lint-imports" | tail -n 8
echo "== tests"
exec "$venv/bin/python" -m pytest -n "${CHUNKSTUDIO_TEST_PROCESSES:-2}" --dist loadfile "$@"
