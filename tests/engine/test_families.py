"""The sets for all numbers of a pattern at once: counts and draws of the exact solver, and its faults."""

from __future__ import annotations

import random

import pytest

from rulekit.engine import RulesFault, Stream
from rulekit.engine import families as families_module
from rulekit.engine.families import Counted, Family, ways
from rulekit.engine.run import play_random
from rulekit.engine.sets import SetProblem
from rulekit.engine.state import Zone
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

GAME = """game "Numbers" for 2..3 players:
  about "A number is named, then a set."
card piece:
  value: number
  size: number = 1
card star is piece:
  value = 0
deck pieces:
  3 piece with each value in 1..6
  2 piece with value = 6, size = 2
  3 star
shared:
  zone pile: face down, starts with pieces
  zone out: face up
  wanted: number = 1
  least: number = 1
each player:
  zone hand: private
  points: number = 0
table worth by count(players):
  2: 1
  3: 2
define rank(v) = {rank}
pattern flock(v: number):
  {lines}
phase game:
  shuffle pile
  deal 7 from pile to players.hand
  phase turn cycle p in players until count(pile) = 0:
    set wanted to count(out) mod 4
    must do one of lay, pass
    move top of pile to p.hand
action lay by p:
  choose v in {numbers}
  choose {amount} s in p.hand matching flock(v)
  then:
    move s to out
    add v * count(s) to p.points
    set least to smaller(v, 4)
action pass by p:
  when count(out) > 0
  then: add 1 to p.points
score p: p.points
winner: highest score
"""
LINES = [
    "holds 1.. where it is not star and value = v\n  holds 0.. where it is star",
    "holds 2.. where value = v or value = v + 1",
    "holds 1.. where value >= v\n  holds 1..2 where it is star\n  size 2..5",
    "holds 0.. where value = v\n  holds (rank(v)).. where it is star",
    "holds 0..1 where value = v\n  size 0..3",
]
NUMBERS = ["1..6", "least..6", "(wanted + 1)..(5 + 1)", "least..wanted + 3", "-2..wanted", "1..70"]
AMOUNTS = ["", "(wanted)", "(wanted).. ", "1..(wanted)"]


def rules_of(lines: str = LINES[0], numbers: str = "1..6", amount: str = "", rank: str = "v mod 2") -> Rules:
    rules = Rules(SourceFile("numbers.rules", GAME.format(lines=lines, numbers=numbers, amount=amount, rank=rank)))
    assert rules.ok, [f"{d.span.line}: {d.message}" for d in rules.diagnostics]
    return rules


@pytest.mark.parametrize("lines", LINES)
def test_counts_and_draws_are_those_of_the_exact_solver(lines: str) -> None:
    program = rules_of(lines).program(2, full=False)
    pattern, action = program.globals["P_0"], program.actions["lay"]
    family = Family(pattern, -1, 8, [0] * len(program.cards))
    S = program.start(1)
    chance = random.Random(7)
    for number in range(300):
        cards = tuple(chance.sample(range(len(program.cards)), chance.randint(0, 12)))
        low, high = sorted([chance.randint(-1, 8), chance.randint(-1, 8)])
        least, most = chance.choice([(0, None), (-3, None), (2, 2), (3, None), (0, 4), (1, 3), (0, 0), (15, 20)])
        firsts = sorted({program.classes[c]: c for c in cards[::-1]}.values(), key=lambda c: program.classes[c])
        sizes = tuple(sum(program.classes[c] == program.classes[f] for c in cards) for f in firsts)
        exact = {}
        for value in range(low, high + 1):
            shape = pattern.shape(S, (value,), firsts, least, most)
            exact[value] = SetProblem(sizes, (shape,))
        zone = Zone(cards)
        found = ways(S, family, action, 0, zone, low, high, least, most)
        assert all(isinstance(sets, Counted) for sets in found)
        assert {s.value: s.count for s in found if s.count} == {value: p.count() for value, p in exact.items() if p.count()}
        for sets in found:
            if sets.count:
                for _ in range(2):  # the second time it is remembered
                    one, other = Stream(f"{number}/{sets.value}"), Stream(f"{number}/{sets.value}")
                    vector = exact[sets.value].sample(one.below)
                    taken = [[c for c in cards if program.classes[c] == program.classes[f]][:n] for f, n in zip(firsts, vector, strict=True)]
                    assert sets.cards(S, zone, other.below) == tuple(c for row in taken for c in row)
                    assert one.state == other.state


def end(program, seed: int, at_once: bool):
    stream = Stream(f"{seed}/bot")
    try:
        if at_once:
            state = program.start_unasked(seed)
            play_random(state, stream.below)
        else:
            state = program.start(seed)
            while state.decisions:
                state.answer(state.decisions[0], state.decisions[0].sample(stream))
    except RulesFault as fault:
        return fault.code.id, fault.message
    return [zone.cards for zone in state.zones], state.fields, state.stream, stream.state


@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("amount", AMOUNTS)
def test_playouts_are_sampled_decisions(numbers: str, amount: str) -> None:
    for lines in LINES:
        program = rules_of(lines, numbers, amount).program(2, full=False)
        for seed in range(4):
            assert end(program, seed, True) == end(program, seed, False)


def test_what_is_expected_is_written_out() -> None:
    for numbers, quick in (("1..6", True), ("least..6", True), ("least..wanted + 3", False), ("1..70", False)):
        source = rules_of(numbers=numbers).program(2, full=False).source
        assert ("ways(S, " in source) == quick


def test_a_pattern_at_fault_for_one_number() -> None:
    rules = rules_of("holds 1.. where value = v and rank(v) < 9", "least..6", rank="10 / (v - 2)")
    ends = set()
    for seed in range(12):
        outcome = end(rules.program(2, full=False), seed, True)
        assert outcome == end(rules.program(2, full=False), seed, False)
        ends.add(outcome[0] == "RK504")
    assert ends == {True}


def test_a_pattern_at_fault_for_a_number_that_is_never_named() -> None:
    program = rules_of("holds 1.. where value = v and rank(v) < 90", "(wanted + 3)..6", rank="10 / (v - 2)").program(2, full=False)
    for seed in range(6):
        outcome = end(program, seed, True)
        assert not isinstance(outcome[0], str)
        assert outcome == end(program, seed, False)
    assert [action.steps[1].name for action in program.actions.values() if action.steps] == ["s"]


def test_reversed_bounds_are_a_fault() -> None:
    program = rules_of(amount="(least + 3)..(wanted)").program(2, full=False)
    outcomes = [end(program, seed, True) for seed in range(6)]
    assert outcomes == [end(program, seed, False) for seed in range(6)]
    assert any(isinstance(outcome[0], str) for outcome in outcomes)


def test_now_and_then_all_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    program = rules_of().program(2, full=False)
    ends = [end(program, seed, True) for seed in range(10)]
    monkeypatch.setattr(families_module, "MOST_KEPT", 5)
    monkeypatch.setattr(families_module, "MOST_SIZES", 1)
    again = rules_of().program(2, full=False)
    assert [end(again, seed, True) for seed in range(10)] == ends
