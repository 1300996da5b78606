"""Side files with labels, and files that are whole or not there."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.access_file import access_for, require_same_access, side_file, write_access
from chunkstudio.ingestion.atomic_file import write_atomically


def test_that_the_side_file_stands_beside_the_document(tmp_path: Path) -> None:
    assert side_file(tmp_path / "manual.pdf").name == "manual.pdf.acl.yaml"
    assert access_for(tmp_path / "manual.pdf") is None
    access = DocumentAccess.parse({"acl": ["a", "b"], "narrower": [{"section": "3.2 Gebühren", "acl": ["a"]}]})
    write_access(tmp_path / "manual.pdf", access)
    assert access_for(tmp_path / "manual.pdf") == access
    assert access_for(tmp_path / "manual.pdf", ["a"]) == DocumentAccess.parse(
        {"acl": ["a"], "narrower": [{"section": "3.2 Gebühren", "acl": ["a"]}]}
    )


def test_that_given_labels_suffice_without_a_side_file(tmp_path: Path) -> None:
    assert access_for(tmp_path / "x.pdf", ["public"]) == DocumentAccess(("public",))
    assert access_for(None, ["public"]) == DocumentAccess(("public",))
    assert access_for(None) is None


def test_that_a_side_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.pdf.acl.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ChunkStudioError) as caught:
        access_for(tmp_path / "x.pdf")
    assert caught.value.code == "cannot_read"
    assert "x.pdf.acl.yaml" in caught.value.message


def test_that_a_side_file_under_a_name_that_nobody_reads_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.pdf.acl.yml").write_text("acl: [a]\nnarrower: [{pages: 1, acl: [a]}]\n", encoding="utf-8")
    with pytest.raises(ChunkStudioError, match=r"x\.pdf\.acl\.yml is not read") as caught:
        access_for(tmp_path / "x.pdf", ["a", "b"])
    assert caught.value.code == "bad_acl" and "x.pdf.acl.yaml" in caught.value.hint


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_that_a_link_has_the_labels_of_the_file_it_leads_to_unless_it_has_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    access = DocumentAccess.parse({"acl": ["a", "b"], "narrower": [{"pages": 1, "acl": ["a"]}]})
    write_access(folder / "x.pdf", access)
    link, loop = tmp_path / "link.pdf", tmp_path / "loop.pdf"
    link.symlink_to(folder / "x.pdf")
    loop.symlink_to(loop)
    assert access_for(link) == access and access_for(loop) is None
    assert access_for(link, ["a", "c"]) == DocumentAccess(("a", "c"), access.narrower)
    write_access(link, DocumentAccess(("c",)))
    assert access_for(link) == DocumentAccess(("c",))
    far = folder / "far.pdf"
    far.symlink_to(Path("..") / "link.pdf")
    assert access_for(far) == DocumentAccess(("c",)), "the labels of the link that it leads to"


def test_that_labels_changed_meanwhile_are_told(tmp_path: Path) -> None:
    document = tmp_path / "x.pdf"
    write_access(document, DocumentAccess(("a", "b")))
    before = access_for(document)
    require_same_access(document, [], before)
    write_access(document, DocumentAccess(("a",)))
    with pytest.raises(ChunkStudioError) as caught:
        require_same_access(document, [], before)
    assert caught.value.code == "changed"


def test_that_a_file_is_written_whole_with_plain_line_feeds(tmp_path: Path) -> None:
    target = write_atomically(tmp_path / "out.json", ["ä\n", "b\n"])
    assert target.read_bytes() == "ä\nb\n".encode()
    assert list(tmp_path.iterdir()) == [target]


def test_that_a_failure_in_the_middle_keeps_the_old_file_and_leaves_no_half(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    target.write_text("old", encoding="utf-8")

    def pieces() -> Iterator[str]:
        yield "new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_atomically(target, pieces())
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("code", "word"), [(errno.ENOSPC, "disk is full"), (errno.EROFS, "read-only"), (errno.EACCES, "permissions")]
)
def test_that_a_full_or_read_only_disk_is_said_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, word: str
) -> None:
    def full(_: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ChunkStudioError) as caught:
        write_atomically(tmp_path / "out.json", "text")
    assert caught.value.code == "cannot_write"
    assert "out.json" in caught.value.message
    assert word in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_that_missing_folders_folders_and_existing_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for path in (tmp_path / "no" / "out.json", tmp_path / "file" / "out.json", tmp_path):
        with pytest.raises(ChunkStudioError) as caught:
            write_atomically(path, "text")
        assert caught.value.code == "cannot_write"
    with pytest.raises(ChunkStudioError, match="exists already"):
        write_atomically(tmp_path / "file", "text", overwrite=False)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "x"


@pytest.mark.skipif(os.name == "nt", reason="pipes and devices are no files there")
def test_that_a_pipe_or_device_is_written_into_and_stays_what_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(pipe, "text")
        assert os.read(reader, 100) == b"text"
    finally:
        os.close(reader)
    assert pipe.is_fifo() and list(tmp_path.iterdir()) == [pipe]


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_that_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_atomically(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text(encoding="utf-8") == "text"
