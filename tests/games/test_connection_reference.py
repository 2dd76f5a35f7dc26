"""Whole games of Die VampirConnection against the hand-written one: who is asked, all options, the whole table, the scores."""

from __future__ import annotations

from collections import Counter

import pytest
from connection_reference import EVENTS, STOPS, follow

import rulekit
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

RULES = rulekit.load("vampirconnection")

HAPPENS = {
    "change_place", "to_village", "to_castle", "send", "pull_stake", "lay", "grab", "flee", "invite", "stab",
    "strike", "ambush", "repel", "avert", "theft", "to_drain", "treat", "replaced", "sooner", "ward goes along", "over",
    *STOPS, *EVENTS,
}  # fmt: skip
"""What many games must have seen, or the comparison means little."""

WRONG_RULES = [
    ("3 when asleep(p) and not p.dazzled", "3 when asleep(p)"),
    ("stops = {as_wolf, sent_out}", "stops = {as_wolf}"),
    ("count(q.captives where under = w) = 1", "count(q.captives where under = w) >= 1"),
]
"""What is written in the file, what is written instead."""


@pytest.mark.parametrize(("players", "abilities"), [(3, True), (4, False), (5, True), (6, False)])
def test_a_whole_game(players: int, abilities: bool) -> None:
    program = RULES.program(players, {"abilities": abilities})
    seen = follow(program, players, abilities, seed=1)
    assert seen["over"] == 1 and seen["to_village"] and seen["to_castle"]


@pytest.mark.parametrize(("right", "wrong"), WRONG_RULES)
def test_a_wrong_rule_is_noticed(right: str, wrong: str) -> None:
    text = RULES.file.text
    assert text.count(right) == 1, "the rules are written otherwise now: write this mistake otherwise too"
    rules = Rules(SourceFile("wrong.rules", text.replace(right, wrong)))
    assert rules.ok, [finding.message for finding in rules.diagnostics]
    program = rules.program(4, {"abilities": False})
    with pytest.raises(AssertionError, match=r"in the engine|player \d draws"):
        follow(program, 4, False, seed=0)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_many_games(players: int) -> None:
    seen: Counter[str] = Counter()
    for abilities in (False, True):
        program = RULES.program(players, {"abilities": abilities})
        for seed in range(30):
            seen += follow(program, players, abilities, seed)
    assert seen["over"] == 60
    assert seen.keys() >= HAPPENS, HAPPENS - seen.keys()
