"""Triggers: what follows a happening by itself."""

from __future__ import annotations

from happening_games import game, plays_in_every_way

BELLS = """
card bell from tower discards to yard:
  pitch: number 1..4
  action ring "ring":
    then: add this.pitch to tone
  when strike(n) happens if this in owner_tower: add {this} to heard
card chime is bell:
  when ring(this) happens: add 10 to tone
  when drop(p, this) happens:
    choose n in 1..2 by p
    add n to p.points
card gong is bell:
  when drop(p, this) happens if p.points > 2: end turn

deck bells:
  1 chime with each pitch in 1..4
  1 gong with each pitch in 1..4

shared:
  zone yard: face up
  zone box: face down, starts with bells
  zone belfry: face up
  heard: set of bell = {}
  tone: number = 0
  rounds: number = 0
  order: number = 0

each player:
  zone tower: face up
  points: number = 0
  luck: number = 0

define owner_tower = players.tower + belfry

event prepare:
  shuffle box
  deal 2 from box to players.tower
  move top of box to belfry
event strike(n: number)
event drop(p: player, b: bell):
  move b to yard
event nothing_much

when strike(n) happens: set order to order * 10 + 1
when drop(p, b) or ring(b) happens if b.pitch = 4: add 1 to rounds
when strike(k) happens if k > 1:
  set order to order * 10 + 2
  do nothing_much
when nothing_much happens: set order to order * 10 + 3
when bell(b, o) happens: add 1 to o.luck
when rest(p) happens: add 5 to p.points
when rest(p) happens:
  choose x in players by p
  add 1 to x.points

action let_drop "drop a bell" by p:
  choose b in p.tower
  then:
    do drop(p, b)
    add 100 to p.points
action rest "rest" by p
action knock "knock" by p:
  choose n in 1..2
  then: do strike(n)

phase game:
  do prepare
  phase turn cycle p in players until rounds > 8:
    add 1 to rounds
    must do one of let_drop, rest, knock, bell
    add 1000 to p.points

variant late:
  when strike(n) happens: set order to order * 10 + 9

score p: p.points + p.luck + tone + order mod 7
winner: highest score

example "plain triggers in file order, then cards" with Ann, Ben:
  given:
    Ann.tower: only gong 2
    Ben.tower: only chime 1, gong 1
    belfry: only chime 3
    yard: only gong 3
    phase turn of Ben
  play:
    Ben knock(2)
  expect:
    order = 123
    heard = belfry + players.tower
    first(heard) = first(players.tower where pitch = 1)
    last(heard) = first(belfry)

example "the variant comes last" with Ann, Ben:
  variant late
  given:
    phase turn of Ben
  play:
    Ben knock(1)
  expect:
    order = 19

example "a trigger may ask" with Ann, Ben:
  given:
    Ann.tower: only chime 2, chime 4, gong 2
    phase turn of Ann
  play:
    Ann let_drop(chime 4)
  expect:
    Ann may only n = 1, n = 2
    rounds = 2
  play:
    Ann n = 2
  expect:
    Ann.points = 1102
    rounds = 3
    phase turn of Ben

example "a trigger may end the turn" with Ann, Ben:
  given:
    Ann.tower: only gong 2
    Ann.points = 3
    phase turn of Ann
  play:
    Ann let_drop(gong 2)
  expect:
    Ann.points = 3
    phase turn of Ben

example "a happening of a card" with Ann, Ben:
  given:
    Ann.tower: only chime 2
    phase turn of Ann
  play:
    Ann ring(chime 2)
  expect:
    tone = 12
    Ann.luck = 1

example "behind an action without effect" with Ann, Ben:
  given:
    phase turn of Ann
  play:
    Ann rest
    Ann x = Ben
  expect:
    Ann.points = 1005
    Ben.points = 1
"""


def test_triggers() -> None:
    plays_in_every_way(game(BELLS))
