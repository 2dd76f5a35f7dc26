"""A rules file's text and spans of it, in code points; lines and columns are derived."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from attrs import define, field, frozen


@define(frozen=True, slots=False)
class SourceFile:
    """A named text.  ``name`` is what messages show: a path as the user gave it, or ``<stdin>``."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets at which the lines begin; only ``\\n`` ends a line."""
        starts = [0]
        for offset, char in enumerate(self.text):
            if char == "\n":
                starts.append(offset + 1)
        return tuple(starts)

    def line_column(self, offset: int) -> tuple[int, int]:
        """The line and column, both from 1, of an offset in 0..len(text)."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line ``number`` (from 1), without its line end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@frozen
class Span:
    """The half-open range ``start..end`` of a file's text."""

    file: SourceFile = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line, from 1, on which the span begins."""
        return self.file.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """The column, from 1, at which the span begins."""
        return self.file.line_column(self.start)[1]

    @property
    def text(self) -> str:
        """The text that the span covers."""
        return self.file.text[self.start : self.end]
