"""Whole games that are right get no findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.analysis import analyse
from rulekit.diagnostics import Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

ROOT = Path(__file__).parents[2]
GAMES = [*sorted((ROOT / "games").rglob("*.rules")), *sorted((ROOT / "tests/syntax/fixtures/good").glob("*.rules"))]
FRAGMENTS = {
    "sketches.rules": {"nothing uses the field 'jumped'", "the cards in 'draw' stay there: no rule takes them or looks at them",
                       "no card ever comes into the zone 'lots'", "nothing ever changes the field 'dealer'",
                       "no deck has a card of the kind 'spell'"},
}  # fmt: skip
"""What is truly missing in a file that is only a collection of fragments."""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_games(path: Path) -> None:
    sink = Sink()
    file = SourceFile(path.name, path.read_text("utf-8"))
    analyse(parse(file, sink), file, sink)
    found = {d.message for d in sink}
    assert found == FRAGMENTS.get(path.name, set())
