"""Text in pieces, each with a style by meaning; made plain or coloured at the very end.

Whoever builds a text never asks whether it will be coloured, and rich is imported only if it is.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TypeAlias

Piece: TypeAlias = tuple[str, str]
"""A text and the name of its style (a key of ``STYLES``, or empty)."""

STYLES = {
    "error": "bold red",
    "warning": "bold yellow",
    "note": "bold cyan",
    "primary": "bold red",
    "secondary": "bold blue",
    "gutter": "bold blue",
    "strong": "bold",
    "help": "bold green",
    "dim": "dim",
    "added": "green",
    "removed": "red",
}


def render(pieces: list[Piece], colour: bool) -> str:
    """The pieces as one text, with terminal escapes only if ``colour``."""
    if not colour:
        return "".join(text for text, _ in pieces)
    return "".join(paint(text, style) if style else text for text, style in pieces)


@cache
def _style(name: str) -> object:
    from rich.style import Style

    return Style.parse(STYLES[name])


def paint(text: str, style: str) -> str:
    """``text`` with the terminal escapes of a style."""
    from rich.color import ColorSystem
    from rich.style import Style

    made = _style(style)
    assert isinstance(made, Style)
    return "\n".join(made.render(line, color_system=ColorSystem.STANDARD) if line else line for line in text.split("\n"))


def width(text: str) -> int:
    """How many columns ``text`` takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def safe(text: str, tab: int = 4) -> str:
    """``text`` on one line without anything that a terminal would obey: control characters are spelled out."""
    if text.isprintable():
        return text
    return "".join(" " * tab if c == "\t" else c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text)
