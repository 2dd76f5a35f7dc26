"""Which cards are one option: equal in themselves, in what they refer to, and in what refers to them."""

from __future__ import annotations

from happening_games import game, plays_in_every_way

GUESTS = """
card guest:
  state under: lid? = none until moved
card lid from hand discards to waste:
  action cover "cover guests":
    choose 1..2 group in table where under = none
    then:
      move this to lids
      for each g in group: set g.under to this
deck guests:
  2 guest "Maid"
  1 guest "Miller"
deck all_lids:
  3 lid
shared:
  zone table: face up, starts with guests
  zone box: face down, starts with all_lids
  zone lids: face up
  zone waste: face up
  zone gone: face up
each player:
  zone hand: private
action send_off "send a guest off" by p:
  choose g in table
  then: move g to gone
phase game:
  move top 2 of box to first(players).hand
  phase turn for each p in players:
    may do any of lid
    may do any of send_off
score p: count(gone)
winner: highest score

example "of two under cards of one kind, one in company" with Ann, Ben:
  play:
    Ann cover(lid, {guest "Maid", guest "Miller"})
    Ann cover(lid, {guest "Maid"})
  expect:
    options(Ann) = 4
example "each alone under a card of its own" with Ann, Ben:
  play:
    Ann cover(lid, {guest "Maid"})
    Ann cover(lid, {guest "Maid"})
  expect:
    options(Ann) = 3
example "both under one card" with Ann, Ben:
  play:
    Ann cover(lid, {2 guest "Maid"})
    Ann declines
  expect:
    options(Ann) = 3
"""


def test_what_else_refers_to_the_card_that_is_referred_to_tells_two_apart() -> None:
    plays_in_every_way(game(GUESTS), 2, least=10)
