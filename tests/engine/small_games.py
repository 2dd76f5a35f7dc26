"""Small rules texts that between them move cards in every way there is: seen, unseen, shown, known, buried, shuffled."""

from __future__ import annotations

from rulekit.engine import Program
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

HEAD = """
game "{name}" for 2..3 players:
  about "A small game for tests."
"""

PEEKING = """
card sheep:
  value: number 1..9

deck flock:
  1 sheep with each value in 1..4
  2 sheep with value = 5

shared:
  zone stock: face down, starts with flock, refills from waste
  zone waste: face up
  zone pond: face down
  rounds: number = 0

each player:
  zone hand: private
  zone meadow: face up

action peek "look at the stock" by p:
  when exists(stock)
  then: show top of stock to p

action draw "draw" by p:
  then: move top of stock to p.hand

action bury "put below the stock" by p:
  choose c in p.hand
  then: move c to bottom of stock

action cover "put on the stock" by p:
  choose 1..2 c in p.hand
  then: move c to stock

action sink "throw into the pond" by p:
  choose c in p.hand
  then: move c to pond

action fish "take all of the pond" by p:
  when exists(pond)
  then: move pond to p.hand

action dive "take one of the pond, unseen" by p:
  when exists(pond)
  then: move random(pond) to left(p).hand

action open "lay open" by p:
  choose c in p.hand
  then: move c to p.meadow

action fold "take back" by p:
  choose c in p.meadow
  then: move c to p.hand

action hand_on "give away" by p:
  choose c in p.hand
  choose q in others(p)
  then: move c to q.hand

action steal "draw from somebody" by p:
  choose q in others(p) where exists(q.hand)
  then: move random(q.hand) to p.hand

action drop "throw away" by p:
  choose c in p.meadow
  then: move c to waste

action present "show a card" by p:
  choose c in p.hand
  choose q in others(p)
  then: show c to q

action mix "shuffle the stock" by p:
  then: shuffle stock

action turn_over "shuffle the waste and put it on the stock" by p:
  when exists(waste)
  then:
    shuffle waste
    move waste to stock

phase main:
  shuffle stock
  deal 1 from stock to players.hand
  phase turn cycle p in players until rounds >= 8:
    add 1 to rounds
    may do one of peek, draw, bury, cover, sink, fish, dive, open, fold, hand_on, steal, drop, present, mix, turn_over

score p: count(p.meadow)
winner: highest score
"""

MARKING = """
enum hue: red, blue

card beast:
  hue: hue on back
  size: number 1..3
  state tired: flag = no until moved
  state friend: beast? = none
  state age: number 0..5 = 0
card ghost is beast face up

deck zoo:
  3 beast with each hue, each size in 1..2
  1 ghost with hue = red, size = 1

shared:
  zone den: face down, starts with zoo
  zone yard: face up
  zone cage[hue]: face down
  chosen: beast?
  rounds: number = 0

each player:
  zone hand: private
  favourite: beast?
  herd: set of beast = {}

action pick "choose a favourite" by p:
  choose c in p.hand
  then:
    set p.favourite to c
    add c to p.herd
    set chosen to c

action tire "tire a card" by p:
  choose c in p.hand
  then:
    set c.tired to yes
    add 1 to c.age

action marry "make friends" by p:
  choose c in yard
  choose d in yard where it != c
  then:
    set c.friend to d
    set d.friend to c

action lay "lay open" by p:
  choose c in p.hand
  then: move c to yard

action take_back "take back" by p:
  choose c in yard
  then: move c to p.hand

action lock "lock up" by p:
  choose h in hue
  choose c in p.hand where hue = h
  then:
    move c to cage[h]
    set chosen to top of cage[h]

action free "take what is locked up" by p:
  choose h in hue where exists(cage[h])
  then: move top of cage[h] to p.hand

action draw "draw" by p:
  when exists(den)
  then: move top of den to p.hand

phase main:
  shuffle den
  deal 2 from den to players.hand
  phase turn cycle p in players until rounds >= 24:
    add 1 to rounds
    may do up to 2 of pick, tire, marry, lay, take_back, lock, free, draw

score p: count(p.herd)
winner: highest score
"""

SECRET = """
card number_card:
  value: number 1..6

deck pack:
  2 number_card with each value in 1..6

shared:
  zone stock: face down, starts with pack
  zone row: face up
  rounds: number = 0

each player:
  zone hand: private
  zone kept: face down
  bid: number = 0

event auction:
  simultaneously q in players choose 0..1 gift in q.hand
  simultaneously q in players choose price "your bid" in 0..3
  for each q in players:
    set q.bid to price[q]
    move gift[q] to left(q).hand
  let most = first(best(players by bid))
  choose c "a card of the row" in row by most
  move c to most.kept
  may choose d in most.hand where value > 2 by most
  move d to row

action bring "hold an auction" by p:
  when exists(row)
  then: do auction

action add_card "lay a card" by p:
  choose c in p.hand
  then: move c to row

phase main:
  shuffle stock
  deal 3 from stock to players.hand
  move top of stock to row
  phase turn cycle p in players until rounds >= 12:
    add 1 to rounds
    may do one of bring, add_card

score p: sum(value over p.kept)
winner: highest score
"""

COURTING = MARKING.replace("  choose c in yard\n", "  choose c in p.hand\n")
"""Here friends may be hidden."""

GAMES = {"peeking": PEEKING, "marking": MARKING, "secret": SECRET, "courting": COURTING}


def rules_of(text: str, name: str = "small") -> Rules:
    """Rules of a text, which may lack its head."""
    head = "" if text.startswith("game ") else HEAD.format(name=name).lstrip()
    rules = Rules(SourceFile(f"{name}.rules", head + text))
    assert rules.ok, [f"{d.span.line}: {d.message}" for d in rules.diagnostics]
    return rules


def small(name: str, players: int = 3, full: bool = True) -> Program:
    """The program of one of the games here."""
    return rules_of(GAMES[name], name).program(players, full=full)
