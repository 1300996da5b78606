from __future__ import annotations

from itertools import combinations
from typing import get_args

from chunkstudio.chunking.model import FIRST_CUT_REASON, REASONS
from chunkstudio.gui.overlay_colors import CHUNK_RAILS_DARK, CHUNK_TINTS, CLASS_STYLES, REASON_STYLES, chunk_color
from chunkstudio.gui.palettes import DARK, LIGHT, contrast
from chunkstudio.layout.model import BoxClass


def _grey(color: str) -> float:
    """Lightness (0..100) as a grey print shows it."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def test_that_every_class_and_every_reason_for_a_cut_has_a_style() -> None:
    assert set(CLASS_STYLES) == set(get_args(BoxClass))
    assert set(REASON_STYLES) == set(REASONS[FIRST_CUT_REASON:])


def test_that_classes_are_told_apart_without_colour() -> None:
    tags = [style.tag for style in CLASS_STYLES.values()]
    assert len(set(tags)) == len(tags)


def test_that_reasons_are_told_apart_without_colour() -> None:
    for one, other in combinations(REASON_STYLES.values(), 2):
        assert (one.stroke, one.mark) != (other.stroke, other.mark)


def test_that_neighbouring_chunks_differ_in_grey() -> None:
    for turn in (CHUNK_TINTS, CHUNK_RAILS_DARK):
        for i, color in enumerate(turn):
            assert abs(_grey(color) - _grey(turn[(i + 1) % len(turn)])) >= 9


def test_that_rails_stand_out_from_their_desk() -> None:
    assert all(contrast(color, LIGHT["desk"]) >= 3 for color in CHUNK_TINTS)
    assert all(contrast(color, DARK["desk"]) >= 3 for color in CHUNK_RAILS_DARK)


def test_that_chunk_colours_go_round() -> None:
    assert chunk_color(5) == chunk_color(1)
    assert chunk_color(0, dark=True) == CHUNK_RAILS_DARK[0]
