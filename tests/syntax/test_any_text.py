"""Any text ends in a tree or in findings: no exception, valid places, no terminal of the grammar in a message."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import GOOD, HEAD, both, source

from rulekit.source import SourceFile
from rulekit.syntax import format_text, to_text

TEXTS = [source(path).text for path in GOOD]
PIECES = sorted({piece for text in TEXTS for piece in re.findall(r"\w+|[^\w\s]|\s+", text)})
EXTRA = [
    "\t", "\u00a0", "\u201c", '"', "(", "]", "@", "#", "\r", "==", "else", "for", "\n  ", "\n", ";", "3.5", "A", "\ud800", "\x00",
]  # fmt: skip


def check(text: str) -> None:
    tree, found = both(text)
    for diagnostic in found:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert diagnostic.help
        for shown in (diagnostic.message, diagnostic.help):
            for word in re.findall(r"\b_?[A-Z][A-Z_]{3,}\b|__\w+", shown):
                assert word in text or word.isalpha(), shown
    laid_out = format_text(SourceFile("x", text))
    assert (laid_out is None) == bool(found)
    if not found:
        assert both(to_text(tree)) == (tree, [])
        assert format_text(SourceFile("x", laid_out or "")) == laid_out


@given(st.text(max_size=200))
@settings(max_examples=300, deadline=None)
def test_random_text(text: str) -> None:
    check(text)
    check(HEAD + text)


@st.composite
def mutated(draw) -> str:
    """Some lines of a good file with one to three pieces changed, dropped, doubled or put in."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    start = draw(st.integers(0, len(lines) - 1))
    part = "\n".join(lines[start : start + draw(st.integers(1, 25))])
    pieces = re.findall(r"\w+|[^\w\s]|\s+", part) or [""]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(pieces) - 1))
        new = draw(st.sampled_from(PIECES) | st.sampled_from(EXTRA) | st.just(""))
        pieces[at] = draw(st.sampled_from([new, pieces[at] + new, new + pieces[at]]))
    return HEAD + "".join(pieces)


@given(mutated())
@settings(max_examples=700, deadline=None)
def test_mutated_text(text: str) -> None:
    check(text)


LONG = ["(", "a.", "not ", "- ", "1 + ", "if a: ", "{", "a\n", "  a\n", '"', "\r", "\u00a0", "@ ", ", "]


@pytest.mark.parametrize("word", LONG)
def test_long_texts(word: str) -> None:
    check(HEAD + "define f = " + word * 3000)
