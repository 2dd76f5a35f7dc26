"""Zones and fields: of the table, of each player, of each team.

Takes their syntax, gives their declarations.  Promises: no zone has two ways to be seen; indexes, decks and the
phases behind ``each`` exist; first values are lowered like any expression.
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body, Session
from rulekit.analysis.coerce import coerce
from rulekit.analysis.constants import check_bounds
from rulekit.analysis.data import cite, label
from rulekit.analysis.lattice import PLAYER, SPACE, TEAM
from rulekit.analysis.limits import MOST_PLACES, few_enough
from rulekit.analysis.names import Slot, allowed, duplicate, unknown
from rulekit.analysis.report import report
from rulekit.analysis.types import CardT, EnumT, NumberT
from rulekit.diagnostics import Fix
from rulekit.syntax import nodes

Declared = tuple[nodes.ZoneDecl | nodes.FieldDecl, Slot]


def enter_slots(
    session: Session, owner: str, body: tuple[nodes.ZoneDecl | nodes.FieldDecl, ...], variant: model.VariantDecl | None
) -> list[Declared]:
    """The names of zones and fields."""
    entered: list[Declared] = []
    for node in body:
        decl: Slot
        if isinstance(node, nodes.ZoneDecl):
            decl = model.ZoneDecl(node.name.text, node.name.span, label(node.label), cite(node), variant, owner)
        else:
            decl = model.FieldDecl(node.name.text, node.name.span, label(node.label), cite(node), variant, owner)
        if _enter(session, owner, decl):
            entered.append((node, decl))
            if isinstance(decl, model.ZoneDecl):
                session.model.zones.append(decl)
                session.names.zones.setdefault(decl.name, decl)
            else:
                session.model.fields.append(decl)
    return entered


def _enter(session: Session, owner: str, decl: Slot) -> bool:
    if owner == "shared":
        return session.names.declare(decl, session.sink)
    if not allowed(decl.name, decl.span, session.sink, member=True):
        return False
    namespace = session.names.of_player if owner == "player" else session.names.of_team
    first = namespace.setdefault(decl.name, decl)
    if first is not decl:
        duplicate(decl.name, decl.span, first.span, session.sink)
    return first is decl


def complete_zone(session: Session, node: nodes.ZoneDecl, decl: model.ZoneDecl) -> None:
    """A zone's index, sight, deck and refill."""
    decl.index = _domain(session, node.index)
    if len(set(node.sight)) > 1:
        words = " and ".join(f"'{word}'" for word in node.sight)
        report(session.sink, codes.SIGHT, f"'{decl.name}' can't be {words}", node.name.span)
    decl.sight = node.sight[0] if node.sight else "face up"
    if decl.sight == "private" and decl.owner == "shared":
        report(
            session.sink, codes.SIGHT, f"'{decl.name}' belongs to nobody, so it can't be private", node.name.span,
            help="write 'face down', or move it to 'each player:'",
        )  # fmt: skip
    for ident in node.starts_with:
        deck = session.names.find(ident.text, model.DeckDecl)
        if isinstance(deck, model.DeckDecl):
            decl.starts_with = deck
        else:
            unknown(session.names, session.sink, ident, "a deck", session.names.names_of(model.DeckDecl))
    for ident in node.refills_from:
        decl.refills_from = _refill(session, decl, ident)


def _refill(session: Session, decl: model.ZoneDecl, ident: nodes.Ident) -> model.ZoneDecl | None:
    same = session.names.of_player if decl.owner == "player" else session.names.of_team if decl.owner == "team" else {}
    zone = same.get(ident.text) or session.names.globals.get(ident.text)
    if isinstance(zone, model.ZoneDecl) and zone.index is None:
        return zone
    candidates = [zone.name for zone in session.model.zones if zone.owner in ("shared", decl.owner)]
    unknown(session.names, session.sink, ident, "a zone", candidates)
    return None


def _domain(session: Session, index: nodes.Ident | nodes.Range | None) -> model.IndexDomain | None:
    match index:
        case None:
            return None
        case nodes.Range(low=low, high=high):
            if high is None:
                report(session.sink, codes.BAD_TYPE, "an index has a last number", index.span, help=f"write '{low}..10'")
                high = low
            if high < low:
                report(session.sink, codes.EMPTY_RANGE, f"the range {low}..{high} is empty", index.span)
            if not few_enough(session.sink, high - low + 1, MOST_PLACES, "values of an index", index.span):
                high = low + MOST_PLACES - 1
            return model.IndexDomain(NumberT(low, high), low, max(0, high - low + 1))
        case nodes.Ident(text="player"):
            return model.IndexDomain(PLAYER, 0, None)
        case nodes.Ident(text="team"):
            if not session.model.teams:
                report(session.sink, codes.NO_TEAMS, "there are no teams in this game", index.span, help="declare 'teams:'")
            return model.IndexDomain(TEAM, 0, len(session.model.teams))
        case nodes.Ident(text="space"):
            board = session.model.board
            return model.IndexDomain(SPACE, 0, len(board.spaces) if board is not None else 0)
        case nodes.Ident(text=text):
            enum = session.names.find(text, model.EnumDecl)
            if isinstance(enum, model.EnumDecl):
                return model.IndexDomain(EnumT(enum), 0, len(enum.values))
            unknown(session.names, session.sink, index, "an enum", session.names.names_of(model.EnumDecl))
            return None


def complete_field(session: Session, node: nodes.FieldDecl, decl: model.FieldDecl) -> None:
    """A field's index, type and reset."""
    decl.index = _domain(session, node.index)
    decl.type = session.resolve(node.type, session.sink)
    decl.each = session.looping_phase(node.each)
    if isinstance(decl.type, CardT):
        report(
            session.sink, codes.BAD_TYPE, f"'{decl.name}' refers to no card at first", node.type.span,
            help=f"write '{decl.name}: {decl.type.kind.name}? = none'",
            fix=Fix(node.type.span, f"{decl.type.kind.name}?", safe=False),
        )  # fmt: skip


def lower_default(body: Body, decl: model.FieldDecl, node: nodes.Expr) -> None:
    """A field's first value."""
    what = f"'{decl.name}'"
    value = coerce(body, body.expr(node), decl.type, what)
    if isinstance(value, t.Const) and isinstance(value.value, int) and isinstance(decl.type, NumberT):
        check_bounds(body.sink, value.value, decl.type, node.span, what)
    decl.default = value
