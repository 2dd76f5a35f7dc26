"""Lines that fit a screen: long ones folded at blanks, short ones side by side."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

MANY = 10
"""So many short lines still stand one below the other."""


def folded(line: str, width: int) -> list[str]:
    """A line in pieces that fit; the later ones are indented further than the first."""
    if len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    pieces = wrap(line.lstrip(), width, initial_indent=indent, subsequent_indent=indent + "    ", break_on_hyphens=False)
    return pieces or [line]


def side_by_side(rows: Sequence[str], width: int) -> list[str]:
    """Many rows in columns, read downwards; few, or long ones, as they are."""
    widest = max(map(len, rows), default=0)
    columns = (width + 3) // (widest + 3)
    if len(rows) <= MANY or columns < 2:
        return list(rows)
    height = max(-(-len(rows) // columns), MANY // 2)
    return ["   ".join(row.ljust(widest) for row in rows[k::height]).rstrip() for k in range(height)]
