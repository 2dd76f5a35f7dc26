"""Zones that nothing fills or looks at, and refilled zones whose cards are taken in a way that doesn't refill them.

Takes the model, reports RK400, RK401 and RK420.  Promises: a zone that cards are put into is never reported as not read (a
box for what is out of the game is no mistake); a zone whose cards have rules of their own counts as read.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.checks import codes
from rulekit.analysis.parts import exceptions
from rulekit.analysis.report import report
from rulekit.analysis.walk import statements, subexpressions, written
from rulekit.diagnostics import Sink


def check_zones(model: m.GameModel, sink: Sink) -> None:
    """Report zones that are never filled or never looked at."""
    filled, read = filled_zones(model), _read(model)
    for zone in model.zones:
        started = zone.starts_with is not None
        if zone not in filled and not started:
            if zone in read:
                report(
                    sink,
                    codes.ZONE_NEVER_FILLED,
                    f"no card ever comes into the zone '{zone.name}'",
                    zone.span,
                    help=f"let a deck lie there at first ('starts with ..'), or move cards there ('move .. to {zone.name}')",
                )
            else:
                report(
                    sink,
                    codes.ZONE_NEVER_READ,
                    f"nothing uses the zone '{zone.name}'",
                    zone.span,
                    help="use it, or remove it",
                )
        elif zone.starts_with is not None and zone not in read and not _moved_as_a_deck(model, zone.starts_with):
            if not _has_rules(model, zone.starts_with):
                report(
                    sink,
                    codes.ZONE_NEVER_READ,
                    f"the cards in '{zone.name}' stay there: no rule takes them or looks at them",
                    zone.span,
                    help=f"use them, e.g. 'deal 1 from {zone.name} to players.hand', or remove the zone and its deck",
                )


def filled_zones(model: m.GameModel) -> set[m.ZoneDecl]:
    """The zones that cards come into in the course of a match."""
    filled = {zone for kind in model.kinds if (zone := kind.discards_to) is not None}
    filled |= {zone for zone in model.zones if zone.refills_from is not None}
    for part in parts.parts(model, examples=False):
        for stmt in statements(part.block):
            if isinstance(stmt, t.MoveStmt | t.DealStmt):
                targets = [place for place in written(stmt) if isinstance(place, t.ZoneRef)]
                filled.add(targets[-1].decl)
    return filled


def _read(model: m.GameModel) -> set[m.ZoneDecl]:
    read = {zone.refills_from for zone in model.zones if zone.refills_from is not None}
    names = {kind.from_zone for kind in model.kinds}
    read |= {zone for zone in model.zones if zone.name in names}
    for part in parts.parts(model, examples=False):
        read |= {expr.decl for expr in part.everything() if isinstance(expr, t.ZoneRef)}
    return read


def _moved_as_a_deck(model: m.GameModel, deck: m.DeckDecl) -> bool:
    return any(
        isinstance(expr, t.CardsOf) and expr.deck is deck
        for part in parts.parts(model, examples=False)
        for expr in part.everything()
    )


def _has_rules(model: m.GameModel, deck: m.DeckDecl) -> bool:
    """Whether cards of a deck act where they lie: by triggers, exceptions, state-based rules or abilities."""
    acting = {kind for kind in model.kinds if kind.actions or kind.reactions}
    rules: list[m.TriggerRule | m.WheneverRule | m.ExceptionRule] = [*model.triggers, *model.whenevers]
    rules += [rule for _, rule in exceptions(model)]
    acting |= {kind for rule in rules if (kind := rule.kind) is not None}
    return any(group.kind.is_a(kind) for group in deck.groups for kind in acting)


# ---------------------------------------------------------------- refilling


def check_refills(model: m.GameModel, sink: Sink) -> None:
    """Report ``top .. of`` a refilled zone where cards are taken, or remembered, without refilling it."""
    for part in parts.parts(model, examples=False):
        for stmt in statements(part.block):
            for end in _tops(stmt):
                zone = end.zone.decl
                source = zone.refills_from.name if zone.refills_from is not None else ""
                report(
                    sink,
                    codes.TOP_NOT_REFILLED,
                    f"'{zone.name}' isn't refilled here, so there may be too few cards",
                    end.span,
                    f"'{zone.name}' refills from '{source}' only in 'deal' and in 'move top .. of {zone.name} to ..'",
                    help=f"move the cards out first ('move top of {zone.name} to ..'), then use them where they lie",
                )


def _tops(stmt: t.Stmt) -> Iterator[t.EndOfZone]:
    match stmt:
        case t.MoveStmt(cards=cards, refills=False) | t.ShowStmt(cards=cards) | t.LetStmt(value=cards):
            for expr in subexpressions(cards):
                if isinstance(expr, t.EndOfZone) and expr.top and expr.zone.decl.refills_from is not None:
                    yield expr
        case _:
            return
