"""Cases with their expected findings written beside the offending lines.

A case is a ``.rules`` file.  ``#! RK351 some words`` at the end of a line says: here begins a finding RK351 whose message
contains these words (the words may be left out).  Several findings of one line follow each other: ``#! RK351 a #! RK402 b``.
``compare`` promises an exact match: no finding too many, none too few.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from rulekit.diagnostics import Diagnostic

Expected = tuple[int, str, str]
"""Line (from 1), code, words of the message."""

_MARK = re.compile(r"#!\s*(RK\d{3})\b([^#\n]*)")


def expected(text: str) -> list[Expected]:
    """The marks of a case, by line."""
    return [
        (number, mark.group(1), mark.group(2).strip())
        for number, line in enumerate(text.split("\n"), start=1)
        for mark in _MARK.finditer(line)
    ]


def codes_in(folder: Path) -> set[str]:
    """All codes that some case below a folder expects."""
    return {code for path in sorted(folder.rglob("cases/**/*.rules")) for _, code, _ in expected(path.read_text("utf-8"))}


def compare(text: str, found: Iterable[Diagnostic]) -> list[str]:
    """What differs between the marks of a case and what was found, in words; empty if nothing does."""
    open_marks = expected(text)
    problems: list[str] = []
    for diagnostic in found:
        line, code = diagnostic.span.line, diagnostic.code.id
        fitting = [mark for mark in open_marks if mark[:2] == (line, code) and mark[2] in diagnostic.message]
        if fitting:
            open_marks.remove(max(fitting, key=lambda mark: len(mark[2])))
        else:
            problems.append(f"line {line}: not expected: {code} {diagnostic.message}")
    problems += [f"line {line}: missing: {code} {words}" for line, code, words in open_marks]
    return problems
