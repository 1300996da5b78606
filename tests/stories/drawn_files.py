"""The PDF files of the stories, drawn with PyMuPDF."""

from __future__ import annotations

from pathlib import Path

import pymupdf

_WORDS = (
    "Each station keeps a log of its pumps and valves. The officer on duty reads it at the start of the shift. "
    "Faults are entered with the hour and the name of the reporter. A copy goes to the office on the first day of the month. "
    "Whoever closes a valve hangs a tag on it and tells the next shift. Tags are taken off only by the one who hung them. "
)


def draw_manual(path: Path, pages: int = 3) -> Path:
    """A manual: on each page a numbered heading, two paragraphs, a smaller heading and one more paragraph."""
    document = pymupdf.open()
    for number in range(1, pages + 1):
        page = document.new_page(width=595, height=842)
        if number == 1:
            page.insert_text((72, 80), "Manual of the pumping stations", fontsize=22, fontname="hebo")
        page.insert_text((72, 130), f"{number} Rules for station {number}", fontsize=15, fontname="hebo")
        page.insert_textbox((72, 145, 520, 300), _WORDS * 2, fontsize=10, fontname="helv")
        page.insert_textbox((72, 310, 520, 420), f"Station {number} is special. " + _WORDS, fontsize=10, fontname="helv")
        page.insert_text((72, 450), f"{number}.1 What to do at night", fontsize=12, fontname="hebo")
        page.insert_textbox((72, 465, 520, 640), _WORDS * 2, fontsize=10, fontname="helv")
        page.insert_text((280, 810), str(number), fontsize=9)
    document.save(path)
    document.close()
    return path


def draw_locked(path: Path, password: str) -> Path:
    """The same manual, encrypted."""
    plain = draw_manual(path.with_suffix(".plain.pdf"), 1)
    document = pymupdf.open(plain)
    document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=password, owner_pw=f"{password}-owner")
    document.close()
    plain.unlink()
    return path
