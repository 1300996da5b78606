"""Markdown drawn by chance: sound documents, and lines of markup thrown together that no author would write."""

from __future__ import annotations

from random import Random

_WORDS = (
    "harbour",
    "lamp",
    "Rope",
    "é",
    "quay.",
    "Tide!",
    "x",
    "42",
    "港。",
    "List<Oak>",
    "&amp;",
    "&copy;",
    "\\*",
    "😀",
    "a_b_c",
)
_INLINE = ("*{}*", "**{}**", "`{}`", "[{}](http://a.b/c)", "![{}](d.png)", "<b>{}</b>", "~~{}~~", "{}", "{}", "{}", "{}[^n]")
_SCRAPS = (
    *("#", "##", "# ", "* ", "- ", "+ ", "1. ", "10) ", "> ", ">", "|", "---", "===", "```", "~~~", "    ", "\t", "<div>"),
    *("</div>", "<!--", "-->", "<td>", "[x]: y", "[^n]: ", "`", "**", "_", "~~", "\\", "&lt;", "![", "](", ")", "<br>", " "),
    *("word", "Two words.", "|a|b|", "|-|-|", "***", "\u200b", "\u00a0", ":", "$", "/", "\n", "\n", "\n\n", "  \n"),
)


def random_markdown(chance: Random, most: int = 8) -> str:
    """A document of headings, paragraphs, lists, tables, code, quotes and HTML."""
    return "\n\n".join(_block(chance) for _ in range(chance.randint(1, most)))


def random_scraps(chance: Random, most: int = 40) -> str:
    """Pieces of markup and text in any order."""
    return "".join(chance.choice(_SCRAPS) for _ in range(chance.randint(0, most)))


def _line(chance: Random, most: int = 12) -> str:
    return " ".join(chance.choice(_INLINE).format(chance.choice(_WORDS)) for _ in range(chance.randint(1, most)))


def _block(chance: Random) -> str:
    kind = chance.choice(("heading", "text", "list", "table", "code", "quote", "html", "rule", "note"))
    if kind == "heading":
        line = _line(chance, 4)
        return f"{line}\n{chance.choice(('===', '---'))}" if chance.random() < 0.3 else f"{'#' * chance.randint(1, 6)} {line}"
    if kind == "text":
        return "\n".join(_line(chance) for _ in range(chance.randint(1, 4)))
    if kind == "list":
        return "\n".join(f"{'  ' * chance.randint(0, 2)}{chance.choice(('-', '1.', '*'))} {_line(chance)}" for _ in range(4))
    if kind == "table":
        rows = ["|".join(["", _line(chance, 2), _line(chance, 3), ""]) for _ in range(chance.randint(0, 5))]
        return "\n".join(["| Tag | Wood |", "| :-- | --- |", *rows])
    if kind == "code":
        lines = [f"{'  ' * chance.randint(0, 3)}{_line(chance, 3)}" for _ in range(chance.randint(0, 6))]
        return "\n".join(["```py", *lines, "```"]) if chance.random() < 0.6 else "\n".join(f"    {line}" for line in lines)
    if kind == "quote":
        return "\n".join(f"> {_line(chance)}" for _ in range(chance.randint(1, 4)))
    if kind == "html":
        return (
            f"<table><tr><td>{_line(chance, 3)}</td>\n<td>k1</td></tr></table>" if chance.random() < 0.7 else "<!-- unseen -->"
        )
    return "***" if kind == "rule" else f"[^n]: {_line(chance)}"
