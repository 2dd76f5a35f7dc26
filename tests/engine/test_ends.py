"""``end X``: what is dropped, and that it does nothing if X isn't running."""

from __future__ import annotations

from happening_games import game, plays_in_every_way

ENDS = """
shared:
  trace: number = 0
  rounds: number = 0
each player:
  points: number = 0

event note(n: number): set trace to trace * 10 + n
event straight:
  do note(1)
  end early
  do note(2)
event nested:
  do straight
  do note(3)
event asks_first(p: player):
  choose n in 1..2 by p
  end early
  do note(n)
event late(p: player):
  end turn
  do note(4)
event late_and_asks(p: player):
  choose n in 1..2 by p
  end turn
  do note(n)
event out(p: player):
  end round
  do note(9)

action go "go" by p:
  then: do nested
action ask "ask" by p:
  then: do asks_first(p)
action stop "stop" by p:
  then:
    do late(p)
    do note(5)
action stop_and_ask "stop and ask" by p:
  then:
    do late_and_asks(p)
    do note(6)
action leave "leave" by p:
  then:
    do out(p)
    add 100 to p.points

action pause_it "pause" by p:
  then:
    do pausing
    do note(7)
action pause_and_ask "pause and ask" by p:
  then:
    choose n in 1..2 by p
    do pausing
    do note(8)
action end_it "end it" by p:
  then:
    choose n in 1..2 by p
    end pair
    do note(8)
event pausing:
  end single
  do note(6)

phase game:
  phase early:
    do nested
  phase once_each for each p in players:
    phase single:
      phase pair repeat 2 times:
        must do one of pause_it, pause_and_ask, end_it
  phase round repeat 3 times:
    phase turn for each p in players:
      must do one of go, ask, stop, stop_and_ask, leave
    add 1 to rounds

score p: p.points + rounds
winner: highest score

example "it runs" with Ann, Ben:
  given:
    phase early
  play:
    Ann pause_it
    Ben pause_it
    Ann go until phase turn of Ben
  expect:
    trace = 1123
example "it doesn't run: nothing is dropped" with Ann, Ben:
  given:
    phase turn of Ann
  play:
    Ann go
  expect:
    trace = 123
  play:
    Ben ask
    Ben n = 2
  expect:
    trace = 1232
example "the last line of the turn, what follows is dropped" with Ann, Ben:
  given:
    phase turn of Ann
  play:
    Ann stop
  expect:
    trace = 0
    phase turn of Ben
  play:
    Ben stop_and_ask
    Ben n = 2
  expect:
    trace = 0
    rounds = 1
example "a phase further out" with Ann, Ben:
  given:
    phase turn of Ann
  play:
    Ann leave
  expect:
    trace = 0
    rounds = 0
    phase turn of Ann
    Ann.points = 0
"""


def test_ends() -> None:
    plays_in_every_way(game(ENDS))


def test_the_innermost_phase_ends_from_its_last_line() -> None:
    rules = game(
        ENDS
        + """
example "a phase whose last line this is" with Ann, Ben:
  given:
    phase pair of Ann
  play:
    Ann end_it
    Ann n = 1
  expect:
    trace = 0
    phase pair of Ann
  play:
    Ann pause_it
  expect:
    trace = 0
    phase pair of Ben
  play:
    Ben pause_and_ask
    Ben n = 1
  expect:
    trace = 0
    phase turn of Ann
"""
    )
    assert len(rules.game().examples) == 5
