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


def additions() -> list[tuple[str, str]]:
    """Blocks called ``rules NAME`` behind the game of that name, with the game: each is an addition of its own."""
    games: dict[str, str] = {}
    found = []
    for info, text in blocks(PAGE):
        if info.startswith("rules ") and text.startswith("game "):
            games[info] = text
        elif info.startswith("rules "):
            found.append((games[info], text))
    return found


ADDED = additions()
NAMES = [text.splitlines()[0][:40] for _, text in ADDED]


@pytest.mark.parametrize(("game", "added"), ADDED, ids=NAMES)
def test_additions_are_clean_and_can_be_played(game: str, added: str) -> None:
    test_whole_games_are_clean_and_can_be_played(game + added)


CHANGED = [
    ("  then: cancel\n", "  then: add 1 to q.luck\n"),
    ("others(q) after blow", "others(q) before blow"),
    ("force(this) = 3", "force(this) = 4"),
    ("force(this) - 1", "force(this) + 1"),
    ("  except force(c) = 0", "  except force(c) = 7"),
    ("when blow happens: add 1 to blows", "when pause happens: add 1 to blows"),
    ("add blows to p.lives", "add blows to q.lives"),
    ("set q.lives to 3", "set q.lives to 1"),
    ("  add 1 to p.lives", "#"),
]


@pytest.mark.parametrize(("old", "new"), CHANGED, ids=[old.strip() for old, _ in CHANGED])
def test_what_is_added_matters(old: str, new: str) -> None:
    """With another rule some example fails: the examples show what they say."""
    (text,) = [game + added for game, added in ADDED if old in added]
    results = run_examples(Rules(SourceFile("page.rules", text.replace(old, new))))
    assert [result for result in results if result.failures]


def test_triggers_run_as_they_stand_in_the_file() -> None:
    (text,) = [game + added for game, added in ADDED if "add 1 to blows" in added]
    first, second = re.findall(r"^when .*\n", text, re.M)
    results = run_examples(Rules(SourceFile("page.rules", text.replace(first + second, second + first))))
    assert [result for result in results if result.failures]


def test_every_construct_of_the_small_steps_has_an_addition() -> None:
    words = {"reaction": "before", "except": "variant", "when ": "happens", "whenever": "some"}
    for word, other in words.items():
        assert any(re.search(rf"^ *{word}", text, re.M) and other in text for _, text in ADDED), word


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
