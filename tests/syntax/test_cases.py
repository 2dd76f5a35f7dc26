"""Slips of rules authors: each case gives exactly the findings written beside its lines, and messages stay readable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from expectations import compare

from rulekit.diagnostics import Diagnostic, Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

CASES = sorted((Path(__file__).parent / "cases").glob("*.rules"))


def findings(text: str) -> list[Diagnostic]:
    sink = Sink()
    parse(SourceFile("case.rules", text), sink)
    return list(sink)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    text = path.read_text("utf-8")
    assert compare(text, findings(text)) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_wording(path: Path) -> None:
    """One sentence without a full stop; a help; no terminal of the grammar."""
    for found in findings(path.read_text("utf-8")):
        assert found.help, found.message
        assert not found.message.endswith("."), found.message
        assert "\n" not in found.message + found.help
        for text in (found.message, found.help):
            assert not re.search(r"\b_?[A-Z]{2,}[A-Z_0-9]*\b", text.replace("U+", "").replace("PDF", "")) or "RK" in text, text
            assert "__" not in text


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_fixes_fit(path: Path) -> None:
    """A fix that is called safe removes its finding."""
    text = path.read_text("utf-8")
    for found in findings(text):
        if found.fix is not None and found.fix.safe:
            span = found.fix.span
            mended = text[: span.start] + found.fix.replacement + text[span.end :]
            again = [(d.code, d.span.line, d.message) for d in findings(mended)]
            assert (found.code, found.span.line, found.message) not in again, found.message
