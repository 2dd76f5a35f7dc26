"""Boards: spaces, links and lines, their fields, ways and reach."""

from __future__ import annotations

from happening_games import game, options, plays_in_every_way

from rulekit.engine.views import view

ISLAND = """
enum hue: red, blue

board land:
  each space has colour: hue?, heavy: number 0..3 = 0, burst: flag = no each turn, keeper: player?
  each link has closed: flag, toll: number = 2
  spaces a, b, c, d with colour = red
  spaces e with colour = blue, heavy = 1
  path a - b - c - d
  path b - e with closed, toll = 5
  path ring: c - d - e - c

shared:
  rounds: number = 0
  marked: set of space = {}
  road: link?

each player:
  at: space = a
  home: space
  coins: number = 9

define ways = links(land) where not closed
define full(l) = all(burst over l)

phase game:
  for each p in players: set p.home to a
  phase turn cycle p in players until rounds = 15:
    add 1 to rounds
    must do one of go, toggle, fly, onward, jump, call

action go "go" by p:
  choose s in neighbours(p.at, ways)
  then:
    set p.at to s
    set s.burst to yes
    add 1 to s.heavy
    set s.keeper to p

action toggle "open or close" by p:
  choose l in links(p.at)
  when l.toll <= p.coins
  pay l.toll from p.coins
  then:
    set l.closed to not l.closed
    set road to l
    add 1 to l.toll

action fly "fly" by p:
  choose s in reach(p.at, 2, ways) where colour != blue
  then: set p.at to s

action onward "along the ring" by p:
  when next(p.at, ring) != none
  then:
    add {p.at} to marked
    set p.at to next(p.at, ring)

action jump "jump" by p:
  choose s in land where not it.burst and it.heavy < 2
  then:
    choose l in links(s) by p
    set p.at to first(ends(l))

action call "call all home" by p:
  choose 1..2 spots in land where exists(links(it) where closed)
  then:
    for each q in players where q.at in spots: set q.at to q.home

score p: p.coins + count(land where keeper = p) + sum(heavy over land) + count(marked) + (5 if any(full(it) over ring) otherwise 0)
winner: highest score

example "ways and fields" with Ann, Ben:
  given:
    between(b, e).closed = no
    e.heavy = 3
    Ann.at = b
    phase turn of Ann
  expect:
    Ann may go(e), toggle(b - e)
    count(reach(a, 2, ways)) = 3
    count(reach(a, 0, ways)) = 0
    count(reach(a, 1, links(land) where closed)) = 0
    neighbours(b, links(land)) = {e, c, a}
    next(e, ring) = c
    next(c, ring) = d
    next(a, ring) = none
    ends(between(c, b)) = {b, c}
    between(a, e) = none
    links(land) - links(c) = {between(a, b), between(b, e), between(d, e)}
  play:
    Ann go(e)
  expect:
    e.heavy = 3
    not e.burst
    e.keeper = seat_of(1)
  play:
    Ben toggle(a - b)
  expect:
    between(a, b).closed
    between(a, b).toll = 3
    Ben.coins = 7
    count(reach(a, 2, ways)) = 0

define seat_of(n) = first(players where seat(it) = n)
"""


def test_boards() -> None:
    plays_in_every_way(game(ISLAND))


def test_answers_name_spaces_and_links() -> None:
    state = game(ISLAND).program(2).start(1)
    assert ["go", "b"] in options(state)
    assert ["toggle", "a - b"] in options(state)
    assert ["call", ["b", "e"]] in options(state)


def test_a_view_has_the_fields_that_differ_from_their_first_values() -> None:
    state = game(ISLAND).program(2).start(1)
    state.answer(state.decisions[0], ["go", "b"])
    seen = {info.name: text for info, text in view(state, 1).fields}
    assert seen["b.heavy"] == "1"
    assert seen["b.keeper"] == "player 1"
    assert "a.heavy" not in seen
    assert "b.burst" not in seen, "a new pass of the turn has begun"


def test_why_not() -> None:
    state = game(ISLAND).program(2).start(1)
    assert "isn't among" in str(state.decisions[0].why_not(["go", "d"]))
    assert "colour != blue" in str(state.decisions[0].why_not(["fly", "e"]))
