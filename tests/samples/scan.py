"""A scan without text: four letters as grey pictures, slightly turned, as a flat-bed scanner leaves them."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pymupdf
from PIL import Image, ImageFilter
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageBreak, Paragraph, Spacer

from tests.samples.drawing import Look, build, paragraphs

LOOK = Look(size=11.5, leading=16, justify=False)
ACL = {"acl": ["archive"]}
LETTERS = (
    ("12 May 1974", "The pump at the lower lock was taken apart on Tuesday. Two of the six blades are cracked at the root, and the shaft shows a groove where the seal runs. We ask for leave to order new blades from the foundry at Selje.\n\nUntil they arrive, the lock can be worked by hand with four men. It takes forty minutes to fill the chamber instead of eleven."),
    ("3 June 1974", "The foundry names a price of 2,380 crowns for six blades and a time of nine weeks. A second-hand rotor from the closed mill at Orrin could be had for 900 crowns at once, but its bore is two millimetres too wide.\n\nThe master of the workshop believes that a sleeve can be fitted. He asks for one day with the large lathe."),
    ("19 June 1974", "The sleeve was turned and fitted yesterday. The rotor runs true to within a tenth of a millimetre. We filled the chamber in twelve minutes with the new rotor and in eleven and a half after the seal had settled.\n\nThe old rotor is kept in the yard, so that its blades may be used as patterns."),
    ("2 July 1974", "We enclose the bill of the mill at Orrin and the list of hours. The whole repair has cost 1,264 crowns and 61 hours of work. The lock has been open for traffic without a pause since the twentieth of June.\n\nThe keeper asks that a second seal be kept in store."),
)  # fmt: skip


def _plain(_canvas: Canvas, _document: BaseDocTemplate) -> None:
    """Letters have no furniture."""


def draw(folder: Path) -> Path:
    """Write ``scanned_letters.pdf`` into the folder and return its path."""
    path, letters = folder / "scanned_letters.pdf", folder / "letters_as_text.pdf"
    story = []
    for date, words in LETTERS:
        story += [Paragraph("Lock Office, Westerlock", LOOK.style("body")), Paragraph(date, LOOK.style("body")), Spacer(1, 24),
                  *paragraphs(f"To the Board of Works\n\n{words}\n\nYour obedient servant,\n\nthe keeper of the lower lock", LOOK), PageBreak()]  # fmt: skip
    frame = [Frame(80, 80, A4[0] - 160, A4[1] - 180, 0, 0, 0, 0)]
    build(letters, story, title="", author="", frames=[frame, frame], furniture=[_plain, _plain])
    dice = random.Random(4)
    with pymupdf.open(letters) as source, pymupdf.open() as scans:
        for page in source:
            if not page.get_text().strip():
                continue
            target = scans.new_page(width=A4[0], height=A4[1])
            target.insert_image(target.rect, stream=_scanned(page, dice))
        scans.save(path, garbage=3, deflate=True, no_new_id=True)
    letters.unlink()
    return path


def _scanned(page: pymupdf.Page, dice: random.Random) -> bytes:
    pixmap = page.get_pixmap(dpi=120, colorspace=pymupdf.csGRAY)
    image = Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
    turned = image.rotate(dice.uniform(-0.8, 0.8), fillcolor=246, resample=Image.Resampling.BICUBIC).filter(
        ImageFilter.GaussianBlur(0.6)
    )
    out = io.BytesIO()
    turned.point(lambda v: min(246, v + 8)).save(out, "JPEG", quality=48)
    return out.getvalue()
