"""Names of cards are followed back to the zones they come from: through choices, loops, events, queries, answers and triggers."""

from __future__ import annotations

import pytest

from rulekit.analysis import analyse
from rulekit.analysis import typed as t
from rulekit.analysis.origins import origins_of
from rulekit.analysis.parts import parts
from rulekit.analysis.walk import statements
from rulekit.diagnostics import Severity, Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

GAME = """\
game "Origins" for 2..4 players:
  about "Each card goes somewhere."
card coin from purse discards to bank:
  state twin: coin? = none
  action spend "spend":
    choose q in others(owner)
    then: move this to shop
  except give(p, this): move this to lost
deck coins:
  9 coin
shared:
  zone bank: face up, starts with coins
  zone shop: face up
  zone lost: face up
  zone found: face up
each player:
  zone purse: private
define dearest(p) = first(p.purse)
event give(p: player, c: coin):
  move c to p.purse
when spend(c, q) happens: move c to found
event all_sorts(p: player):
  {body}
phase game:
  deal 2 from bank to players.purse
  do give(first(players), first(bank))
  phase turn for each p in players:
    do all_sorts(p)
    may do one of coin
"""


def origins(body: str) -> list[tuple[str, list[str]]]:
    """Each ``move`` of the game with the zones its cards come from."""
    file, sink = SourceFile("origins.rules", GAME.replace("{body}", body.replace("\n", "\n  "))), Sink()
    model = analyse(parse(file, sink), file, sink)
    assert model is not None and not [d.message for d in sink if d.severity is Severity.ERROR]
    found = origins_of(model)
    moves = [stmt for part in parts(model) for stmt in statements(part.block) if isinstance(stmt, t.MoveStmt)]
    return [(stmt.span.text, sorted(zone.name for zone in found.zones(stmt.cards))) for stmt in moves]


@pytest.mark.parametrize(
    ("body", "zones"),
    [
        ("move p.purse to lost", ["purse"]),
        ("move top 2 of bank to lost", ["bank"]),
        ("move players.purse + shop to lost", ["purse", "shop"]),
        ("let c = first(shop)\nmove c to lost", ["shop"]),
        ("let c = first(shop)\nset c to first(bank)\nmove c to lost", ["bank", "shop"]),
        ("for each c in found: move c to lost", ["found"]),
        ("may choose 0..2 some_coins in p.purse where twin = none by p\nmove some_coins to lost", ["purse"]),
        ("simultaneously q in players choose gift in q.purse\nmove gift[p] to lost", ["purse"]),
        ("move dearest(p) to lost", ["purse"]),
        ("let c = first(shop where it is coin) if exists(shop) otherwise first(bank)\nmove c to lost", ["bank", "shop"]),
        ("let c = first(shop)\nif c != none: move c.twin to lost", []),
        ("move cards(coins) to lost", []),
    ],
)
def test_where_moved_cards_come_from(body: str, zones: list[str]) -> None:
    (moved,) = [found for text, found in origins(body) if text.startswith("move ") and text.endswith("to lost") and "this" not in text]
    assert moved == zones


def test_arguments_are_followed_to_whoever_gets_them() -> None:
    found = dict(origins("do give(p, first(shop))"))
    assert found["move c to p.purse"] == ["bank", "shop"]
    assert found["move this to lost"] == ["bank", "shop"]
    assert found["move this to shop"] == ["purse"]
    assert found["move c to found"] == ["purse"]
