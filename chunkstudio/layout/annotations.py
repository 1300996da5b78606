"""What lies on a page besides its content: form fields with their values, and redactions that were marked but not applied.

Free text annotations and field appearances are part of the extracted text already; review notes (sticky notes, comments
on highlights) are not printed and stay out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from chunkstudio.layout.fragments import CHAR_FILLED, Fragment, Style
from chunkstudio.layout.model import Line, Rect
from chunkstudio.layout.sanitise import sanitise

_LINK, _REDACTION = 1, 12
_PASSWORD_FIELD = 1 << 13
_HIDDEN_FLAGS = 2 | 32
_WRITABLE = ("Text", "ComboBox", "ListBox")
ToDisplay = Callable[[Any], Rect]


@dataclass(frozen=True, slots=True)
class FormField:
    """A form field on the displayed page; ``value`` is what was typed or chosen, "" for none."""

    rect: Rect
    value: str
    kind: str


@dataclass(frozen=True, slots=True)
class PageAnnotations:
    """The fields of a page in its own order, and the areas that were marked to be blacked out."""

    fields: tuple[FormField, ...] = ()
    redactions: tuple[Rect, ...] = ()


def page_annotations(page: Any, to_display: ToDisplay) -> PageAnnotations:
    """Read fields and redactions of a PyMuPDF page; a broken annotation is passed over."""
    if _links_alone(page):
        return PageAnnotations()
    fields = [_field(widget, to_display) for widget in _each(page.widgets)]
    redactions: list[Rect] = []
    for annotation in _each(lambda: _redactions_of(page)):
        redactions += [to_display(rect) for rect in _redacted_rects(annotation)]
    return PageAnnotations(tuple(f for f in fields if f is not None), tuple(redactions))


def _links_alone(page: Any) -> bool:
    """Whether the page says that it has nothing but links; one whose list cannot be read is searched for each kind."""
    try:
        return all(kind == _LINK for _, kind, _ in page.annot_xrefs())
    except Exception:  # as many types as below
        return False


def _redactions_of(page: Any) -> Iterator[Any]:
    """The redactions, one behind the other, which needs no list of annotations and no second look for each."""
    annotation = page.first_annot
    while annotation is not None:
        if annotation.type[0] == _REDACTION:
            yield annotation
        annotation = annotation.next


def _each(source: Callable[[], Iterable[Any]]) -> list[Any]:
    """What a source gives, up to where it is damaged."""
    found: list[Any] = []
    try:
        found.extend(source())
    except Exception:  # PyMuPDF raises many types for damaged annotation lists; the page's text does not depend on them
        return found
    return found


def _field(widget: Any, to_display: ToDisplay) -> FormField | None:
    try:
        flags, kind, value = widget.field_flags or 0, widget.field_type_string, widget.field_value
        hidden = (getattr(widget, "field_display", 0) or 0) == 1
    except Exception:
        return None
    if hidden or (kind == "Text" and flags & _PASSWORD_FIELD):
        return None
    text = sanitise(value) if isinstance(value, str) and kind in _WRITABLE else ""
    return FormField(to_display(tuple(widget.rect)), text, kind)


def _redacted_rects(annotation: Any) -> list[Rect]:
    """The quadrilaterals of a redaction where it has them (marked words), else its rectangle."""
    try:
        points = [(float(x), float(y)) for x, y in annotation.vertices or ()]
    except Exception:
        points = []
    if len(points) < 4 or len(points) % 4:
        return [tuple(annotation.rect)]
    quads = [points[i : i + 4] for i in range(0, len(points), 4)]
    return [(min(x for x, _ in q), min(y for _, y in q), max(x for x, _ in q), max(y for _, y in q)) for q in quads]


def value_fragments(fields: Sequence[FormField], fragments: Sequence[Fragment]) -> list[Fragment]:
    """Fragments for values that the file holds but does not draw (fields without an appearance)."""
    out = []
    for field in fields:
        if not field.value:
            continue
        seen = sum(len(f.text.strip()) for f in fragments if _inside(f.rect, field.rect))
        if seen * 2 < len(field.value):
            out.append(_written(field))
    return out


def _written(field: FormField) -> Fragment:
    """The value as one line at the left of its field."""
    x0, y0, x1, y1 = field.rect
    size = max(min(y1 - y0, 12.0) * 0.8, 2.0)
    step = min(size * 0.5, (x1 - x0) / max(len(field.value), 1))
    style = Style("Helvetica", round(size, 2), False, False, False, False, 0, 255, CHAR_FILLED)
    glyphs = [(char, x0 + i * step, x0 + (i + 1) * step) for i, char in enumerate(field.value)]
    base = (y0 + min(y1, y0 + 14.0)) / 2 + size * 0.3
    return Fragment(0, False, 1 << 20, base, base - size * 0.8, base + size * 0.22, glyphs, [(0, style)])


def in_place(lines: Sequence[Line], fields: Sequence[FormField]) -> list[Line]:
    """Lines with each field's text right behind its label: files draw all fields after the page's content."""
    if not fields:
        return list(lines)
    of_fields = {id(line) for line in lines if any(_inside(line.rect, f.rect) for f in fields)}
    out = [line for line in lines if id(line) not in of_fields]
    for line in sorted((line for line in lines if id(line) in of_fields), key=lambda line: (line.rect[1], line.rect[0])):
        out.insert(_place(line, out), line)
    return out


def _place(value: Line, lines: Sequence[Line]) -> int:
    """Behind the label at the left on the same row, else before one at the right (check boxes), else below one above."""
    x0, y0, x1, _ = value.rect
    row = [i for i, line in enumerate(lines) if _on_a_row(value.rect, line.rect)]
    left = [i for i in row if lines[i].rect[2] <= x0 + 3]
    right = [i for i in row if 0 <= lines[i].rect[0] - x1 <= 30]
    if right and len(value.text) <= 2:
        return min(right, key=lambda i: lines[i].rect[0])
    if left:
        return max(left, key=lambda i: lines[i].rect[2]) + 1
    above = [i for i, line in enumerate(lines) if line.rect[3] <= y0 + 3 and line.rect[0] < x1 and line.rect[2] > x0 - 40]
    return max(above, key=lambda i: lines[i].rect[3]) + 1 if above else len(lines)


def _on_a_row(a: Rect, b: Rect) -> bool:
    return min(a[3], b[3]) - max(a[1], b[1]) > 0.4 * min(a[3] - a[1], b[3] - b[1])


def _inside(rect: Rect, area: Rect) -> bool:
    x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    return area[0] - 1 <= x <= area[2] + 1 and area[1] - 1 <= y <= area[3] + 1
