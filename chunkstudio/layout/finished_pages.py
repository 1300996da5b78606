"""Drafts become the frozen boxes and pages of a LayoutDocument: ids, links by id, labels and coverage."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox, PageBoxes
from chunkstudio.layout.model import DocumentInfo, LayoutBox, LayoutPage


def number_boxes(flow: Sequence[Sequence[DraftBox]]) -> None:
    """Give every box its id ``p{page}.b{place}``, places counting from 0 in reading order."""
    for boxes in flow:
        for place, box in enumerate(boxes):
            box.id = f"p{box.page}.b{place}"


def finished_page(worked: PageBoxes, boxes: Sequence[DraftBox], printed: str, info: DocumentInfo) -> LayoutPage:
    """One page with its boxes; the label is the file's, else the printed number, else the page's number."""
    page = worked.page
    labels = info.page_labels
    label = page.label or (labels[page.number - 1] if 0 < page.number <= len(labels) else "") or printed or str(page.number)
    return LayoutPage(
        number=page.number,
        width=page.width,
        height=page.height,
        rotation=page.rotation,
        label=label,
        parser=page.parser,
        boxes=tuple(_finished(box) for box in boxes),
        coverage=worked.coverage,
        printed_number=printed,
        failed=page.failed,
    )


def document_coverage(worked: Sequence[PageBoxes]) -> float:
    """Share of all words that reached a box or a named exclusion."""
    total = sum(sum(page.words.values()) for page in worked)
    if not total:
        return 1.0
    return sum(page.coverage * sum(page.words.values()) for page in worked) / total


def _finished(box: DraftBox) -> LayoutBox:
    return LayoutBox(
        id=box.id,
        page=box.page,
        rect=box.rect,
        box_class=box.box_class,
        text=box.text,
        lines=box.lines,
        line_starts=box.line_starts,
        level=box.level,
        table=box.table,
        caption_of=_id(box.caption_of),
        caption=_id(box.caption),
        continues=_id(box.continues),
        marker=box.marker,
        depth=box.depth,
        parent=_id(box.parent),
        excluded=box.excluded,
        notes=tuple(box.notes),
    )


def _id(box: DraftBox | None) -> str | None:
    return box.id if box is not None else None
