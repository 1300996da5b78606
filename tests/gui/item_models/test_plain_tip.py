from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument

from chunkstudio.gui.item_models.plain_tip import plain_tip


def test_that_markup_in_a_document_is_shown_and_not_obeyed() -> None:
    shown = QTextDocument()
    shown.setHtml(plain_tip("<b>Total</b> <img src='x'> & more\nnext"))
    assert shown.toPlainText() == "<b>Total</b> <img src='x'> & more\nnext"


@given(st.text())
def test_that_a_text_without_an_angle_bracket_is_left_alone(text: str) -> None:
    if "<" not in text:
        assert plain_tip(text) == text
    else:
        assert "<" not in plain_tip(text).removeprefix("<span>").removesuffix("</span>").replace("<br>", "")
