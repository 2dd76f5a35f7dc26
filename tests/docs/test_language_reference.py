"""The language reference says what is so: its blocks can be read, its whole games played, its lists are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from transcripts import blocks

from rulekit.analysis.names import AGGREGATES, FUNCTIONS, PREDEFINED, WORDS
from rulekit.diagnostics import Sink
from rulekit.play.bots import RandomBot, play_on
from rulekit.play.examples import run_examples
from rulekit.play.rules import Rules
from rulekit.source import SourceFile
from rulekit.syntax import parse
from rulekit.syntax.words import RESERVED

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text("utf-8")
BLOCKS = [text for _, text in blocks(PAGE)]
HEAD = 'game "Page" for 2..4 players:\n  about "An example of a page."\n'


def in_order(text: str) -> list[str]:
    return text.replace("`", " ").split()


@pytest.mark.parametrize("block", BLOCKS, ids=[text.splitlines()[0][:40] for text in BLOCKS])
def test_every_item_of_a_block_can_be_read(block: str) -> None:
    sink = Sink()
    tree = parse(SourceFile("page.rules", block if block.startswith("game ") else HEAD + block), sink)
    assert not list(sink), [(d.span.line, d.message) for d in sink]
    assert len(tree.items) > 1


WHOLE = [text for text in BLOCKS if text.startswith("game ") and "\nphase " in text]


@pytest.mark.parametrize("block", WHOLE, ids=[text.splitlines()[0][:40] for text in WHOLE])
def test_whole_games_are_clean_and_can_be_played(block: str) -> None:
    rules = Rules(SourceFile("page.rules", block))
    assert not rules.diagnostics, [(d.span.line, d.message) for d in rules.diagnostics]
    game = rules.game()
    for players in range(game.low_players, game.high_players + 1):
        match = rules.start(players, seed=players)
        play_on(match, {seat: RandomBot() for seat in range(players)})
        assert match.is_over
    results = run_examples(rules)
    assert results
    assert not [result for result in results if result.failures]


def test_there_is_a_whole_game() -> None:
    assert WHOLE


def test_reserved_words() -> None:
    listed = re.search(r"Reserved, so never declared as a name: `([^`]*)`", PAGE)
    assert listed
    assert sorted(in_order(listed.group(1))) == sorted(RESERVED)


def test_predefined_names() -> None:
    listed = re.search(r"Predefined names can't be declared again: `([^`]*)`", PAGE)
    assert listed
    assert set(in_order(listed.group(1))) == set(WORDS)
    section = PAGE[PAGE.index("## 6. Queries") : PAGE.index("## 7. Patterns")]
    told = set(re.findall(r"[a-z]+", section))
    assert set(FUNCTIONS) | set(AGGREGATES) | {"best"} <= told
    assert set(FUNCTIONS) | set(AGGREGATES) | {"best"} | set(WORDS) == set(PREDEFINED)
