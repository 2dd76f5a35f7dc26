"""Games for the tests of ``rulekit.play``: small ones with what is hard, and those that come along."""

from __future__ import annotations

from rulekit.play.library import built_in
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

MARKET = """\
game "Market" for 2..4 players:
  about "Sell what you have."
option rounds "number of rounds": number 1..5 = 3
option mood: temper = calm
option open_purse: flag = no
variant rush "a quick game":
  forbid wait when count(p.hand) > 0
enum temper: calm "a calm day", wild "a wild day"
card ware:
  price: number 1..4
deck wares:
  4 ware with each price in 1..4
shared:
  zone pile "the pile": face down, starts with wares
  zone stall "the stall": face up
each player:
  zone hand "hand": private
  zone sold "the shelf": face up
  zone kept "the chest": face down
  favourite: ware?
phase game repeat rounds times:
  do prepare
  phase gifts:
    do give
  phase turn for each p in players:
    must do one of sell, hide, wait
event prepare:
  shuffle pile
  deal 2 from pile to players.hand
event give:
  simultaneously q in players choose 1 gift in q.hand
  for each q in players:
    move gift[q] to left(q).hand
    show gift[q] to q
action sell "sell some wares" by p:
  choose w in 1..4 where any(price = w over p.hand)
  choose 1..2 pack in p.hand where price = w
  then: move pack to p.sold
action hide "hide a ware" by p:
  choose x in p.hand
  choose q in others(p)
  then:
    set p.favourite to x
    move x to p.kept
action wait "wait" by p
score p: sum(price over p.sold)
winner: highest score
"""

FAULTY = MARKET.replace(
    "  then: move pack to p.sold\n", "  then:\n    move pack to p.sold\n    add 6 / (3 - count(p.sold)) to p.luck\n"
).replace("  favourite: ware?\n", "  favourite: ware?\n  luck: number = 0\n")


def rules_of(text: str) -> Rules:
    """Rules of a text without errors."""
    rules = Rules(SourceFile("market.rules", text))
    assert rules.ok, [f"{d.span.line}: {d.message}" for d in rules.diagnostics]
    return rules


def all_games() -> list[str]:
    """The names of all games, the sample first."""
    return ["market", *sorted(built_in())]


def rules_named(name: str) -> Rules:
    """The sample, or a game that comes along."""
    from rulekit import load

    return rules_of(MARKET) if name == "market" else load(name)
