"""A finding as a code frame: the user's own line, what is wrong where, how to mend it, and the rulebook's place.

Takes a ``Diagnostic``, gives styled pieces.  Every line is cut to a window round its label, so that no text makes a frame large.
"""

from __future__ import annotations

import re

from rulekit.diagnostics import Diagnostic, Label
from rulekit.report.styled import Piece, safe, width
from rulekit.source import SourceFile, Span

WINDOW = 120
"""At most so many characters of a line are shown."""


def headline(diagnostic: Diagnostic) -> list[Piece]:
    """``error[RK101]: message``."""
    severity = diagnostic.severity.value
    return [(f"{severity}[{diagnostic.code.id}]", severity), (f": {safe(diagnostic.message)}", "strong")]


def frame(diagnostic: Diagnostic) -> list[Piece]:
    """The whole finding, with a line end at its end."""
    labels = [diagnostic.primary, *diagnostic.secondary]
    gutter = max(len(str(label.span.line)) for label in labels)
    pad = " " * gutter
    span = diagnostic.span
    pieces = headline(diagnostic)
    pieces += [("\n", ""), (f"{pad}--> ", "gutter"), (place(span), ""), ("\n", ""), (f"{pad} |\n", "gutter")]
    shown: tuple[str, int] | None = None
    ordered = [diagnostic.primary, *sorted(diagnostic.secondary, key=lambda label: _key(label, span.file))]
    for label in _by_line(ordered):
        here = (label.span.file.name, label.span.line)
        if shown is not None and here != shown:
            pieces.append((f"{pad} |\n", "gutter"))
        pieces += _labelled(label, label is diagnostic.primary, gutter, here != shown, span.file)
        shown = here
    for text in _notes(diagnostic):
        kind, _, rest = text.partition(": ")
        pieces += [(f"{pad} = ", "gutter"), (f"{kind}: ", "help"), (_indented(rest, gutter + 3 + len(kind) + 2), ""), ("\n", "")]
    return pieces


def place(span: Span) -> str:
    """``file:line:column``."""
    line, column = span.file.line_column(span.start)
    return f"{safe(span.file.name)}:{line}:{column}"


def citation_at(span: Span) -> str | None:
    """What the line of ``span`` cites, else the nearest block around it that cites something."""
    file, number = span.file, span.line
    limit: int | None = None
    for line_number in range(number, max(0, number - 400), -1):
        line = file.line(line_number)
        body = line.strip()
        if not body or body.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        if limit is None or indent < limit:
            cited = _citation(line)
            if cited:
                return cited
            if indent == 0:
                return None
            limit = indent
    return None


_TEXT_OR_MARK = re.compile(r'"[^"\n]*"|[@#]')


def _citation(line: str) -> str | None:
    if len(line) > 2000:
        return None
    for found in _TEXT_OR_MARK.finditer(line):
        if found.group() == "#":
            return None
        if found.group() == "@":
            return line[found.end() :].split("#", 1)[0].strip() or None
    return None


def _key(label: Label, home: SourceFile) -> tuple[bool, str, int]:
    return (label.span.file.name != home.name, label.span.file.name, label.span.start)


def _by_line(labels: list[Label]) -> list[Label]:
    """The primary first, then labels of its own line, then the others."""
    first = labels[0].span
    same = [label for label in labels[1:] if label.span.file.name == first.file.name and label.span.line == first.line]
    return [labels[0], *same, *(label for label in labels[1:] if label not in same)]


def _labelled(label: Label, primary: bool, gutter: int, with_line: bool, home: SourceFile) -> list[Piece]:
    file, span = label.span.file, label.span
    line, column = file.line_column(span.start)
    text = file.line(line)
    start = min(column - 1, len(text))
    end = min(max(start + 1, start + (span.end - span.start)), max(len(text), start + 1))
    low = 0 if end <= WINDOW else max(0, start - WINDOW // 3)
    high = low + WINDOW
    before, marked = safe(text[low:start]), safe(text[start : min(end, high)])
    prefix, suffix = ("..." if low else ""), ("..." if high < len(text) else "")
    pieces: list[Piece] = []
    if with_line:
        if file.name != home.name:
            pieces += [(" " * gutter + "::: ", "gutter"), (place(span), ""), ("\n", "")]
        shown = (prefix + before + marked + safe(text[min(end, high) : high]) + suffix).rstrip()
        pieces += [(f"{line:>{gutter}} |", "gutter"), (f" {shown}" if shown else "", ""), ("\n", "")]
    style, mark = ("primary", "^") if primary else ("secondary", "-")
    blank = " " * (width(prefix + before) + 1)
    pieces += [(" " * gutter + " |", "gutter"), (blank, ""), (mark * max(1, width(marked)), style)]
    if label.text:
        pieces.append((f" {safe(label.text)}", style))
    return [*pieces, ("\n", "")]


def _notes(diagnostic: Diagnostic) -> list[str]:
    notes = [f"help: {diagnostic.help}"] if diagnostic.help else []
    cited = citation_at(diagnostic.span)
    if cited:
        notes.append(f"rulebook: {cited}")
    return notes


def _indented(text: str, by: int) -> str:
    return ("\n" + " " * by).join(safe(line) for line in text.rstrip().split("\n"))
