"""Why an answer isn't offered: the sort of the clause that stands in the way, its text and its line."""

from __future__ import annotations

from typing import Any

import pytest
from promises import playthrough
from small_games import GAMES, rules_of, small

from rulekit.engine import State
from rulekit.engine.why import explain

MARKET = """
enum hue: red, blue, green

card goat discards to heap:
  hue: hue
  size: number 1..3

deck herd:
  1 goat with each hue, each size in 1..3

pattern flock(h: hue):
  holds 2.. where hue = h

shared:
  zone heap: face up
  zone stock: face up, starts with herd
  zone stall[hue]: face up
  closed: flag = no
  rounds: number = 0

each player:
  zone hand: private
  coins: number = 1

action sell "sell a goat" by p:
  when not closed
  choose c in p.hand where size > 1
  choose h in hue where h = c.hue
  then: move c to stall[h]

action buy "buy a goat" by p:
  choose h in hue
  choose c in stock where hue = h
  pay 2 * c.size from p.coins
  then: move c to p.hand

action herd_up "make a herd" by p:
  choose h in hue
  choose pack in p.hand matching flock(h)
  then: move pack to stall[h]

action butcher "butcher" by p:
  choose 2 c in p.hand
  pay c
  then: add 1 to p.coins

action gather "gather fifteen" by p:
  choose n in 1..3
  choose q in others(p)
  then: set p.coins to n

action rest "rest" by p

action doze "doze" by p

forbid sell when c.size = 3 and h = blue

phase main:
  for each c in stock where hue != green: move c to first(players).hand
  phase turn cycle p in players until rounds >= 6:
    add 1 to rounds
    must do one of sell, buy, herd_up, butcher, gather
  phase last:
    set closed to yes
  phase late cycle p in players until rounds >= 9:
    add 1 to rounds
    may do any of sell, rest, doze stop when rounds > 90

score p: p.coins
winner: highest score
"""

HEAD = 'game "market" for 2..3 players:\n  about "A small game for tests."\n'


@pytest.fixture
def state() -> State:
    return rules_of(MARKET, "market").program(2).start(1)


def line_of(text: str) -> int:
    """The line of the rules on which a text stands."""
    lines = (HEAD + MARKET).split("\n")
    return next(number for number, line in enumerate(lines, start=1) if text in line)


CASES: list[tuple[list[Any], str, str]] = [
    (["sell", "goat red 1", "red"], "isn't among what can be chosen as 'c'", "choose c in p.hand where size > 1"),
    (["sell", "goat green 2", "green"], "isn't among", "choose c in p.hand where size > 1"),
    (["sell", "goat red 2", "blue"], "'where h = c.hue' doesn't hold for 'blue'", "choose h in hue where h = c.hue"),
    (["sell", "goat blue 3", "blue"], "'forbid sell when c.size = 3 and h = blue' applies", "forbid sell"),
    (["sell", "goat red 2", "purple"], "isn't anything that can be chosen as 'h'", "choose h in hue where h = c.hue"),
    (["sell"], "the choice of 'c' is missing", "choose c in p.hand where size > 1"),
    (["buy", "green", "goat green 1"], "the cost '2 * c.size' can't be paid", "pay 2 * c.size"),
    (["herd_up", "green", {"goat green 1": 2}], "with 'green' nothing can be chosen as 'pack'", "matching flock(h)"),
    (["herd_up", "red", {"goat red 1": 1}], "the set doesn't match 'flock'", "matching flock(h)"),
    (["herd_up", "red", {"goat blue 1": 1, "goat red 1": 1}], "the set doesn't match 'flock'", "matching flock(h)"),
    (["herd_up", "red", {"goat green 1": 2}], "'goat green 1' isn't among", "matching flock(h)"),
    (["butcher", {"goat red 1": 1}], "1 can't be chosen as 'c'", "choose 2 c in p.hand"),
    (["gather", 7, "player 2"], "'7' isn't among", "choose n in 1..3"),
    (["gather", 2, "player 1"], "'player 1' isn't among", "choose q in others(p)"),
    (["rest"], "player 1 is asked in", "must do one of"),
    (["dance"], "there is no action 'dance'; player 1 is asked in", "must do one of"),
    (["decline"], "the offer doesn't let one decline", "must do one of"),
]


@pytest.mark.parametrize(("answer", "words", "line"), CASES, ids=lambda value: str(value)[:40])
def test_the_clause_in_the_way_is_named_with_its_line(state: State, answer: list[Any], words: str, line: str) -> None:
    decision = state.decisions[0]
    before = state.to_json()
    reason = explain(decision, answer)
    assert reason is not None
    assert words in reason
    assert f"(line {line_of(line)})" in reason
    assert state.to_json() == before
    assert decision.why_not(answer) == reason


def test_conditions_without_choices_come_first(state: State) -> None:
    while "late" not in state.decisions[0].where:
        state.answer(state.decisions[0], state.decisions[0].options()[-1])
    decision = state.decisions[0]
    reason = explain(decision, ["sell", "goat red 2", "red"])
    assert reason == f"'when not closed' doesn't hold (line {line_of('when not closed')})"
    assert explain(decision, ["rest"]) is None
    reason = explain(decision, ["decline"])
    assert reason is not None
    assert "'stop when' doesn't hold yet" in reason


@pytest.mark.parametrize("answer", [None, 7, "sell", [], [[]], [None], {}, {"a": 1}, ["sell", {}], ["sell", None, None, None, None]])
def test_answers_of_any_shape_get_a_reason(state: State, answer: Any) -> None:
    assert explain(state.decisions[0], answer)


@pytest.mark.parametrize("name", GAMES)
def test_legal_answers_have_no_reason_and_others_of_the_game_have_one(name: str) -> None:
    program = small(name)
    seen: list[list[Any]] = []
    for state in playthrough(program, 3):
        for decision in state.decisions:
            offered = decision.options(30)
            assert all(explain(decision, answer) is None for answer in offered)
            for answer in seen:
                if answer not in offered and decision.count() <= 30:
                    assert explain(decision, answer), (decision, answer)
            seen += [answer for answer in offered if answer not in seen]


def test_hidden_cards_are_never_looked_at() -> None:
    """Whether a card lies in somebody's hand or in the stock makes no difference to what one is told."""
    program = small("peeking")
    reasons = set()
    for seed in range(12):
        state = program.start(seed)
        own = next(zone for zone in program.zones if zone.name == "hand" and zone.owner == state.decisions[0].by)
        for card in range(6):
            if card not in state.zones[own.index].cards and program.cards[card].text != "sheep 5":
                reasons.add(explain(state.decisions[0], ["bury", program.cards[card].text]).replace(program.cards[card].text, "it"))  # type: ignore[union-attr]
    assert len(reasons) == 1
