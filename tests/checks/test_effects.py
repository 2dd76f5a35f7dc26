"""Effects of rules, found by following all calls."""

from __future__ import annotations

import pytest

from rulekit.analysis import analyse
from rulekit.analysis import typed as t
from rulekit.analysis.effects import ACTIVE, ModelEffects, Named, effects_of
from rulekit.analysis.model import GameModel
from rulekit.analysis.parts import phases
from rulekit.diagnostics import Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

TEXT = """
game "Effects" for 2..4 players:
  about "All kinds of effects."

card tile from hand discards to waste:
  value: number 1..10
  state mark: flag = no until moved
  action lay:
    pay this
    then: do laid(owner)
deck tiles:
  2 tile with each value in 1..10
die bone: 1, 2, 3

shared:
  zone pile: face down, starts with tiles, refills from waste
  zone waste: face up
  zone row: face up
  rounds: number = 0
  quick: flag = no each turn
each player:
  zone hand: private
  points: number = 0
  luck: number = 0

define rich(p) = very_rich(p) or p.points > 3
define very_rich(p) = count(p.hand) > 9
define who = active

event laid(p: player)
event plain(p: player): add 1 to p.points
event chain(p: player): do plain(p)
event asking(p: player):
  choose c in p.hand by p
  move c to row
event throwing(p: player):
  roll bone as b
  add b to p.luck
event ending:
  if rounds > 3: end turn
event loop_a: do loop_b
event loop_b:
  add 1 to rounds
  if rounds < 9: do loop_a

variant wild:
  except plain(p): do throwing(p)

reaction echo by q in others(p) after laid(p):
  then: set quick to yes
when asking(p) happens: do ending
whenever count(row) > 3: move row to waste

phase game:
  shuffle pile
  phase turn cycle p in players until quick or any(rich(q) over q in players):
    must do one of tile, draw
    do chain(p)
    do asking(p)
    do loop_a
    if who = p: set first(p.hand).mark to yes
  phase closing:
    add 1 to rounds

action draw by p:
  when rich(p)
  then: move top of pile to p.hand

winner: highest points + luck
"""


@pytest.fixture(scope="module")
def model() -> GameModel:
    sink = Sink()
    file = SourceFile("effects.rules", TEXT.lstrip())
    found = analyse(parse(file, sink), file, sink)
    assert not [(d.span.line, d.message) for d in sink if d.code.id != "RK403"]
    return found


@pytest.fixture(scope="module")
def effects(model: GameModel) -> ModelEffects:
    return effects_of(model)


def named(items: object) -> set[str]:
    return {item.name for item in items}  # type: ignore[attr-defined]


def event(model: GameModel, name: str):
    return next(e for e in model.events if e.name == name)


def phase(model: GameModel, name: str):
    return next(p for p in phases(model) if p.name == name)


def query(model: GameModel, name: str):
    return next(q for q in model.queries if q.name == name)


def test_queries_read_through_queries(model, effects) -> None:
    found = effects.query(query(model, "rich"))
    assert named(found.reads) == {"hand", "points"}
    assert not found.writes
    assert not found.asks
    assert effects.query(query(model, "who")).reads == {ACTIVE}


def test_chain_of_events(model, effects) -> None:
    found = effects.happening(event(model, "chain"))
    assert {"points", "luck"} <= named(found.writes), "the exception of a variant counts"
    assert named(found.performs) == {"plain", "throwing"}
    assert found.rolls
    assert found.chance
    assert not found.asks


def test_only_the_variants_that_are_played(model) -> None:
    plain = effects_of(model, variants=()).happening(event(model, "chain"))
    assert named(plain.writes) == {"points"}
    assert not plain.rolls
    assert effects_of(model, variants=model.variants).happening(event(model, "chain")).rolls


def test_recursion_ends(model, effects) -> None:
    found = effects.happening(event(model, "loop_a"))
    assert named(found.writes) == {"rounds"}
    assert named(found.performs) == {"loop_a", "loop_b"}


def test_asking_lets_state_based_rules_work(model, effects) -> None:
    found = effects.happening(event(model, "asking"))
    assert found.asks
    assert {"row", "waste", "hand"} <= named(found.writes)
    assert Named("state", "mark") in found.writes, "any move resets it"


def test_triggers_belong_to_their_happening(model, effects) -> None:
    asking = event(model, "asking")
    assert named(effects.happening(asking).ends) == {"turn"}
    assert not effects.body(asking).ends
    assert len(effects.triggers_of(asking)) == 1


def test_reactions_ask(model, effects) -> None:
    laid = event(model, "laid")
    assert [r.name for r in effects.reactions_to(laid)] == ["echo"]
    assert effects.happening(laid).asks
    assert not effects.body(laid).asks
    assert "quick" in named(effects.happening(laid).writes)


def test_phases(model, effects) -> None:
    turn = effects.phase(phase(model, "turn"))
    assert turn.asks
    assert ACTIVE in turn.writes
    assert {"quick", "pile", "waste", "hand", "points", "rounds"} <= named(turn.writes), "resets, refills, costs and bodies"
    closing = effects.phase(phase(model, "closing"))
    assert {"rounds", "row", "waste"} <= named(closing.writes), "state-based rules work at the end of a pass"
    assert not closing.asks


def test_items_and_blocks(model, effects) -> None:
    turn = phase(model, "turn")
    offer, chain, *_ = turn.body
    assert isinstance(offer, t.TypedOffer)
    assert effects.item(offer).asks
    assert named(effects.item(chain).performs) == {"plain", "throwing", "chain"}
    assert effects.item(turn) == effects.phase(turn)
    assert effects.block(None).writes == frozenset()


def test_expressions(model, effects) -> None:
    assert {"hand", "points", "quick"} == named(effects.expr(phase(model, "turn").until).reads)
    assert effects.expr(None).reads == frozenset()


def test_a_rule_that_asks_through_a_whenever_is_seen(model, effects) -> None:
    found = effects.whenever(model.whenevers[0])
    assert named(found.reads) == {"row"}
    assert {"row", "waste"} <= named(found.writes)
