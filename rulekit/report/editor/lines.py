"""The line that a place stands in, in the terms of the grammar: its item's tokens, its block, its first word.

Takes a file and an offset.  Promises: looks only at the top-level item around the place, whether it can be read or not.
"""

from __future__ import annotations

from attrs import frozen

from rulekit.source import SourceFile
from rulekit.syntax.constructs import LINES
from rulekit.syntax.context import LAYOUT, Context
from rulekit.syntax.lalr import Stop
from rulekit.syntax.scan import Token, scan
from rulekit.syntax.shipped import load


@frozen(eq=False)
class Here:
    """A token with its surroundings; places are those of the whole file."""

    token: Token
    is_first: bool
    """Whether it begins its line."""
    first: str
    block: str
    """The kind of block that the line stands in, a key of ``LINES``."""


def item_start(text: str, offset: int) -> int:
    """Where the top-level item around an offset begins: the last line that has something in column 0, or the first one."""
    at = text.rfind("\n", 0, offset) + 1
    while at > 0:
        if at < len(text) and text[at] not in " \t\r\n#)]}":
            return at
        at = text.rfind("\n", 0, at - 1) + 1
    return 0


def item_end(text: str, start: int) -> int:
    """Where the item that begins at an offset ends."""
    at = text.find("\n", start) + 1
    while at > 0:
        if at < len(text) and text[at] not in " \t\r\n#)]}":
            return at
        at = text.find("\n", at) + 1
    return len(text)


def line_at(file: SourceFile, offset: int) -> Here | None:
    """The word at an offset; none where there is none."""
    start = item_start(file.text, offset)
    part = SourceFile(file.name, file.text[start : item_end(file.text, start)])
    for chunk in scan(part).chunks:
        for index, token in enumerate(chunk.tokens):
            if token.kind not in LAYOUT and token.start + start <= offset <= token.end + start and token.text:
                context = Context(part, load(), chunk.tokens, Stop(index, [], 0))
                block = context.block if context.block in LINES else "top"
                moved = token._replace(start=token.start + start, end=token.end + start)
                return Here(moved, context.at_line_start, context.first, block)
    return None
