"""Help for the tests of this folder: the fixtures, and parsing in one line."""

from __future__ import annotations

from pathlib import Path

from rulekit.diagnostics import Diagnostic, Sink
from rulekit.source import SourceFile
from rulekit.syntax import nodes as n
from rulekit.syntax import parse

FOLDER = Path(__file__).parent / "fixtures"
GOOD = sorted((FOLDER / "good").glob("*.rules"))
BAD = sorted((FOLDER / "bad").glob("*.rules"))
HEAD = 'game "Pairs" for 2..4 players:\n  about "Collect pairs."\n'


def source(path: Path) -> SourceFile:
    return SourceFile(path.name, path.read_text("utf-8"))


def parsed(text: str) -> n.RulesFile:
    """The tree of a text without mistakes."""
    tree, found = both(text)
    assert not found, [(d.span.line, d.message) for d in found]
    return tree


def both(text: str) -> tuple[n.RulesFile, list[Diagnostic]]:
    sink = Sink()
    tree = parse(SourceFile("sample.rules", text), sink)
    return tree, list(sink)


def places(text: str) -> list[tuple[int, str]]:
    """Line and code of each finding."""
    return [(d.span.line, d.code.id) for d in both(text)[1]]
