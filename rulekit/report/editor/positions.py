"""Offsets in a text and the positions that editors use for them: lines from 0, columns in code units of an encoding.

Takes a text and an encoding (UTF-16 is what all editors know), gives positions for offsets and offsets for positions.  Promises: any
pair of numbers is answered; an offset outside the text is its nearest end, a column behind a line's end is that end.  ``\\n``,
``\\r\\n`` and a lone ``\\r`` end lines here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from attrs import define

_LINE_END = re.compile(r"\r\n|\n|\r")


@define(frozen=True, slots=False, eq=False)
class Positions:
    """The positions in one text."""

    text: str
    encoding: str = "utf-16"
    """``utf-8``, ``utf-16`` or ``utf-32``."""

    @cached_property
    def _lines(self) -> tuple[list[int], list[int]]:
        """Where the lines begin, and where they end without their line ends."""
        starts, ends = [0], []
        for match in _LINE_END.finditer(self.text):
            ends.append(match.start())
            starts.append(match.end())
        return starts, [*ends, len(self.text)]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        starts, ends = self._lines
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(starts, offset) - 1
        return line, sum(map(self._width, self.text[starts[line] : min(offset, ends[line])]))

    def offset(self, line: int, column: int) -> int:
        """The offset of a position; of one inside a character, that of the character."""
        starts, ends = self._lines
        if line < 0:
            return 0
        if line >= len(starts):
            return len(self.text)
        start, end = starts[line], ends[line]
        row = self.text[start:end]
        units = 0
        for at, char in enumerate(row):
            units += self._width(char)
            if units > column:
                return start + at
        return end

    def _width(self, char: str) -> int:
        """How many code units a character has."""
        if char < "\x80" or self.encoding == "utf-32":
            return 1
        if self.encoding == "utf-8":
            return 2 if char < "\u0800" else 3 if char < "\U00010000" else 4
        return 1 if char < "\U00010000" else 2
