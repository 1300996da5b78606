"""What a user may choose about layout analysis, and which of it a page's parse depends on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """The layout part of a profile, as the layout package sees it (see ``LayoutSettings`` for the meaning of each)."""

    parser: Literal["neural", "fast"] = "neural"
    table_output: Literal["html", "markdown"] = "html"
    edge_threshold: float = 0.5
    headers_footers: Literal["exclude", "auto", "include"] = "exclude"
    hidden_text: Literal["drop", "keep"] = "drop"
    toc: Literal["exclude", "include"] = "exclude"
    ocr: Literal["never", "auto"] = "never"
    language: str = ""
    use_outline: bool = False
    max_level: int = 6

    def page_key(self) -> str:
        """The options that change what one page gives, as one stable string; the rest acts in the document pass only."""
        parts = [self.parser, f"hidden={self.hidden_text}", f"ocr={self.ocr}"]
        if self.parser == "neural":
            parts.append(f"edge={self.edge_threshold:.6g}")
        if self.ocr != "never":
            parts.append(f"language={self.language}")
        return ";".join(parts)
