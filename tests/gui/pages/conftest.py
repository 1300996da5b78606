from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from chunkstudio.gui.page_images import PageImages
from chunkstudio.gui.pages.page_look import PageColors
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from tests.gui.pages.made_pages import InkSource


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """The light theme."""
    made = Theme("light")
    made.apply(qapp)
    return made


@pytest.fixture
def colors(theme: Theme) -> PageColors:
    """Colours of the page view in the light theme."""
    return PageColors.of(theme)


@pytest.fixture
def source() -> InkSource:
    """Renders pages at once: white with a black bar."""
    return InkSource()


@pytest.fixture
def images(qapp: QApplication, source: InkSource) -> Iterator[PageImages]:
    """Page images from that source; what was not fetched by the end of the test is withdrawn."""
    del qapp
    made = PageImages(source)
    yield made
    made.forget("doc")


@pytest.fixture
def session(bare_session: Session, source: InkSource) -> Iterator[Session]:
    """A session without jobs whose pages are rendered by that source, withdrawn at the end of the test."""
    bare_session.images.source = source
    yield bare_session
    for state in bare_session.documents:
        bare_session.images.forget(state.key)
