"""State-based rules: they apply at every choice point, at the end of passes and of the match, until none does."""

from __future__ import annotations

import pytest
from happening_games import game, options, plays_in_every_way
from small_games import rules_of

from rulekit.engine import RulesFault

STALL = """
card fruit:
  weight: number 1..3
  state eaten: flag = no
  whenever this.eaten and this in players.plate: move this to waste
card pear is fruit

deck fruits:
  6 fruit with each weight in 1..3
  3 pear with weight = 2

shared:
  zone pile: face down, starts with fruits
  zone market: face up
  zone waste: face up
  rounds: number = 0
  swept: number = 0
  seen: number = 0

each player:
  zone plate: face up
  points: number = 0

whenever count(market) < 3 and count(pile) > 0:
  move top of pile to market
whenever count(market where it is pear) > 1:
  move market where it is pear to waste
whenever some p in players where count(p.plate) > 4:
  move p.plate to waste
  add 1 to swept
whenever some p in players where p.points mod 2 = 1 and rounds > 9: add 1 to p.points

event snack(p: player):
  for each c in p.plate where weight = 1: set c.eaten to yes

action pick "take" by p:
  choose c in market
  then:
    move c to p.plate
    add c.weight to p.points
    set seen to count(market)
action eat "eat" by p:
  when exists(p.plate where weight = 1)
  then: do snack(p)
action swap "swap" by p:
  when exists(p.plate)
  then:
    choose a in p.plate by p
    move a to waste
    set seen to count(market)
    choose b in market by p
    move b to p.plate

phase game:
  shuffle pile
  phase turn cycle p in players until rounds = 12:
    add 1 to rounds
    must do one of pick, eat, swap

score p: p.points
winner: highest score

example "filled up before anybody chooses, never in between" with Ann, Ben:
  given:
    market: only fruit 1, fruit 2, fruit 3
    phase turn of Ann
  expect:
    count(market) = 3
  play:
    Ann pick(fruit 2)
  expect:
    seen = 2
    count(market) = 3

example "rules follow each other" with Ann, Ben:
  given:
    pile: only pear, pear, fruit 1, fruit 3, fruit 3, fruit 2
    market: only nothing
    phase turn of Ann
  expect:
    market: fruit 1, fruit 3, fruit 3
    waste: 2 pear

example "of each card" with Ann, Ben:
  given:
    Ann.plate: fruit 1, fruit 3, fruit 1
    phase turn of Ann
  play:
    Ann eat
  expect:
    Ann.plate: fruit 3
    count(waste) = 2

example "some" with Ann, Ben:
  given:
    Ann.plate: 5 fruit 1
    Ben.plate: 5 fruit 2
    phase turn of Ann
  expect:
    swept = 2
    count(waste) = 10
"""

WILD = """
shared:
  heat: number = 0
  cold: number = 0
each player:
  points: number = 0
whenever heat > cold: set cold to heat
whenever heat != 3 and cold > 0: add 1 to heat
action warm "warm" by p:
  then: add 5 to heat
action rest "rest" by p
phase game:
  phase turn for each p in players:
    must do one of warm, rest
score p: heat + cold + p.points
winner: highest score
"""

LAST = """
shared:
  rounds: number = 0
  done: number = 0
each player:
  points: number = 0
whenever rounds = 2 and done = 0: add 1 to done
whenever some p in players where p.points = 1: set p.points to 10
phase game:
  phase turn for each p in players:
    phase inner:
      add 1 to p.points
    if p.points = 10: add 5 to p.points
  add 1 to rounds
  add 1 to rounds
score p: p.points + done
winner: highest score
"""


def test_state_based_rules() -> None:
    plays_in_every_way(game(STALL), players=2)


def test_rules_that_never_come_to_rest_are_a_fault() -> None:
    for full in (True, False):
        state = rules_of(WILD).program(2, full=full).start(1)
        with pytest.raises(RulesFault) as caught:
            state.answer(state.decisions[0], ["warm"])
        assert caught.value.code.id == "RK515"
        assert caught.value.span.text in ("heat > cold", "heat != 3 and cold > 0")


def test_at_the_end_of_passes_and_of_the_match() -> None:
    state = rules_of(LAST).program(2).start(1)
    assert not options(state)
    assert state.scores() == [16, 16]
