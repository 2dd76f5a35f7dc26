"""Whole games: no finding that is an error, all types found, all names resolved."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.analysis import analyse, analyse_examples, codes
from rulekit.analysis.model import GameModel
from rulekit.analysis.types import AnyT
from rulekit.diagnostics import Code, Severity, Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

GOOD = Path(__file__).parents[1] / "syntax" / "fixtures" / "good"
OWN = {value.id for value in vars(codes).values() if isinstance(value, Code)}
GAMES = sorted(path for path in GOOD.glob("*.rules") if not path.read_text("utf-8").startswith("examples of"))


def load(path: Path) -> tuple[GameModel, Sink]:
    file, sink = SourceFile(path.name, path.read_text("utf-8")), Sink()
    game = analyse(parse(file, sink), file, sink)
    assert game is not None
    return game, sink


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_games_are_correct(path: Path) -> None:
    game, sink = load(path)
    assert [(d.code.id, d.span.line, d.message) for d in sink if d.code.id in OWN and d.severity is Severity.ERROR] == []
    for query in game.queries:
        assert not isinstance(query.type, AnyT), query.name
    for decl in [*game.queries, *game.events, *game.patterns]:
        for param in decl.params:
            assert not isinstance(param.type, AnyT), (decl.name, param.name)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_lists_of_the_model_are_complete(path: Path) -> None:
    game, _ = load(path)
    text = path.read_text("utf-8")
    count = lambda word: sum(line.startswith(word) for line in text.splitlines())  # noqa: E731
    assert len(game.queries) == count("define ")
    assert len(game.decks) == count("deck ")
    assert len(game.phases) == count("phase ")
    assert len(game.examples) == count("example ")
    assert len(game.kinds) == count("card ")
    assert len(game.rulings) == sum(line.strip().startswith("ruling ") for line in text.splitlines())


def test_examples_in_a_file_of_their_own() -> None:
    game, _ = load(GOOD / "vampirconnection.rules")
    path = GOOD / "vampirconnection_examples.rules"
    file, sink = SourceFile(path.name, path.read_text("utf-8")), Sink()
    tree = parse(file, sink)
    assert analyse(tree, file, sink) is None
    before = len(game.examples)
    examples = analyse_examples(tree, game, sink)
    assert list(sink) == []
    assert len(examples) == len(tree.items) - 1
    assert all(example.exprs or example.node for example in examples)
    assert len(game.examples) == before


def test_analysis_says_the_same_twice() -> None:
    for path in GAMES:
        first, second = load(path)[1], load(path)[1]
        assert [(d.code.id, d.span.start, d.message) for d in first] == [(d.code.id, d.span.start, d.message) for d in second]
