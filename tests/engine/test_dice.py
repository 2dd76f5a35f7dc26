"""Dice: thrown from the game's own chance, fixed in examples, told in the log."""

from __future__ import annotations

from happening_games import game, plays_in_every_way

BONES = """
die bone: 1, 1, 2, 6
die knuckle: 10, 20

shared:
  rounds: number = 0

each player:
  points: number = 0

action throw "throw" by p:
  then:
    roll bone as r, bone as s
    add r * s to p.points

action risk "throw and choose" by p:
  then:
    for each q in players:
      roll knuckle as k
      choose n in 0..k by p
      add n to q.points

phase game:
  phase turn cycle p in players until rounds = 12:
    add 1 to rounds
    must do one of throw, risk

score p: p.points
winner: highest score

example "throws can be fixed" with Ann, Ben:
  given:
    phase turn of Ann
  play:
    roll bone 6, bone 2
    Ann throw
  expect:
    Ann.points = 12
  play:
    roll knuckle 20, knuckle 10
    Ben risk
  expect:
    Ben may only n = 0..20
  play:
    Ben n = 20
    Ben n = 7
  expect:
    Ann.points = 32
    Ben.points = 7
"""


def test_throws() -> None:
    plays_in_every_way(game(BONES))


def test_every_face_as_often_as_it_is_there() -> None:
    program = game(BONES).program(2)
    seen = {}
    for seed in range(300):
        state = program.start(seed)
        state.answer(state.decisions[0], ["throw"])
        thrown = [value for kind, *rest in state.changes if kind == "roll" for value in rest[1:]]
        for value in thrown[:2]:
            seen[value] = seen.get(value, 0) + 1
    assert set(seen) == {1, 2, 6}
    assert 240 < seen[1] < 360
    assert 100 < seen[2] < 200


def test_the_log_tells_what_was_thrown() -> None:
    program = game(BONES).program(2)
    state = program.start(3)
    state.answer(state.decisions[0], ["throw"])
    thrown = [change for change in state.changes if change[0] == "roll"]
    assert len(thrown) == 2
    assert thrown[0][1] == "bone"
