"""Patterns as sums in lanes: the same answers as the exact solver, for all values of the parameter."""

from __future__ import annotations

import random

import pytest

from rulekit.engine.flatsets import flat_weights
from rulekit.engine.sets import SetProblem
from rulekit.engine.state import Zone
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

GAME = """game "Lanes" for 2 players:
  about "Patterns of every plain form."
enum hue: {hues}
card piece:
  hue: hue
  wild: flag = no
deck pieces:
  7 piece with each hue
  3 piece with hue = red, wild
shared:
  zone pile: face down, starts with pieces
each player:
  zone hand: private
  zone out[hue]: face up
pattern flock(h: hue):
  {lines}
phase game:
  shuffle pile
  phase turn cycle p in players until count(pile) = 0:
    move top 2 of pile to p.hand
    may do one of lay
action lay by p:
  choose h in hue where any(p.hand + out_of(p, h) has flock(k) over k in hue) or exists(p.hand)
  choose s in p.hand matching flock(h)
  then: move s to p.out[h]
define out_of(p, h) = p.out[h]
score p: count(p.hand)
winner: lowest score
"""
LINES = [
    "holds 1.. where not wild and hue = h\n  holds 0.. where wild\n  size 3..",
    "holds 2.. where hue = h",
    "holds 1.. where hue = h\n  holds 1.. where wild\n  size 2..5",
    "holds 0.. where hue = h\n  size 0..",
]


@pytest.mark.parametrize("hues", ["red", "red, blue, green"])
@pytest.mark.parametrize("lines", LINES)
def test_lanes_agree_with_the_exact_solver(hues: str, lines: str) -> None:
    rules = Rules(SourceFile("lanes.rules", GAME.format(hues=hues, lines=lines)))
    assert rules.ok, [d.message for d in rules.diagnostics]
    program = rules.program(players=2, full=False)
    pattern = program.globals["P_0"]
    assert pattern.lanes is not None
    S = program.start(1)
    chance = random.Random(7)
    for _ in range(150):
        cards = chance.sample(range(len(program.cards)), chance.randint(0, len(program.cards)))
        cut = chance.randint(0, len(cards))
        zones = (Zone(tuple(cards[:cut])), Zone(tuple(cards[cut:])))
        for value in range(hues.count(",") + 1):
            both = sorted(cards)
            firsts = sorted({program.classes[c]: c for c in both}.values())
            sizes = tuple(sum(program.classes[c] == program.classes[f] for c in both) for f in firsts)
            exact = SetProblem(sizes, (pattern.shape(S, (value,), firsts, None, None),))
            assert pattern.has(S, zones, (value,)) == exact.exists()
            assert flat_weights(S, pattern, Zone(tuple(cards)), [value]) == [exact.count()]


def test_a_pattern_with_upper_ends_on_a_line_isnt_in_lanes() -> None:
    rules = Rules(SourceFile("lanes.rules", GAME.format(hues="red, blue", lines="holds 1..2 where hue = h")))
    assert rules.program(players=2, full=False).globals["P_0"].lanes is None
