"""State-based rules: what their bodies may not do, and cards that they take before these are shuffled.

Takes the model and its effects, reports RK354 and RK419.  Promises: for RK419 only the way from the beginning of the match
that every match takes counts, and only zones of which a rule takes or reads the cards in order.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.checks import codes
from rulekit.analysis.effects import ModelEffects
from rulekit.analysis.report import report
from rulekit.analysis.walk import read_exprs, statements, subexpressions, written
from rulekit.diagnostics import Sink


def check_whenevers(model: m.GameModel, effects: ModelEffects, sink: Sink) -> None:
    """Report what the bodies of state-based rules may not do."""
    for rule in model.whenevers:
        for stmt in statements(rule.body):
            words = _restless(stmt, effects)
            if words is not None:
                report(
                    sink,
                    codes.RESTLESS_WHENEVER,
                    f"a 'whenever' happens by itself between two decisions, so it can't {words}",
                    stmt.span,
                    help="let it only move cards and change fields, and do the rest in a phase or an event, "
                    "e.g. behind 'if ..' with the same condition",
                )


def _restless(stmt: t.Stmt, effects: ModelEffects) -> str | None:
    match stmt:
        case t.ChooseStmt() | t.TogetherStmt():
            return "ask anybody"
        case t.RollStmt():
            return "throw dice"
        case t.EndStmt(phase=phase):
            return f"end the phase '{phase.name}'"
        case t.DoStmt(event=event):
            found = effects.happening(event)
            reactions = effects.reactions_to(event)
            if reactions:
                return f"perform '{event.name}', which '{reactions[0].name}' may answer"
            if found.asks:
                return f"perform '{event.name}', which asks somebody"
            if found.rolls:
                return f"perform '{event.name}', which throws dice"
            if found.ends:
                return f"perform '{event.name}', which ends a phase"
            return None
        case _:
            return None


# ---------------------------------------------------------------- before the first shuffle


def check_first_shuffle(model: m.GameModel, effects: ModelEffects, sink: Sink) -> None:
    """Report state-based rules that work on a zone before it is shuffled for the first time."""
    shuffled = {
        place.decl
        for part in parts.parts(model, examples=False)
        for stmt in statements(part.block)
        if isinstance(stmt, t.ShuffleStmt)
        for place in written(stmt)
        if isinstance(place, t.ZoneRef)
    }
    start = _Start(effects)
    if not start.lines(model.phases) or start.asked is None:
        return
    for rule in model.whenevers:
        for zone in _in_order(rule):
            if zone.decl in shuffled and zone.decl.starts_with is not None and zone.decl not in start.shuffled:
                report(
                    sink,
                    codes.WHENEVER_BEFORE_SHUFFLE,
                    f"this takes cards from '{zone.decl.name}' before it is shuffled for the first time",
                    zone.span,
                    also=[(start.asked.span, "state-based rules work from the first choice on, which is here")],
                    help=f"put 'shuffle {zone.decl.name}' before the first choice",
                )


def _in_order(rule: m.WheneverRule) -> list[t.ZoneRef]:
    """The zones of which a rule reads or takes the cards in the order in which they lie."""
    exprs = [rule.source, rule.condition, *(expr for stmt in statements(rule.body) for expr in read_exprs(stmt))]
    found = [stmt.source for stmt in statements(rule.body) if isinstance(stmt, t.DealStmt)]
    for expr in subexpressions(*exprs):
        match expr:
            case t.EndOfZone(zone=zone) | t.Builtin(name="first" | "last", args=(t.ZoneRef() as zone,)):
                found.append(zone)
            case _:
                pass
    return found


@define
class _Start:
    """Follows the beginning of a match up to the first choice."""

    effects: ModelEffects
    shuffled: set[m.ZoneDecl] = field(factory=set)
    asked: t.TypedOffer | t.Stmt | None = None
    _followed: set[m.EventDecl] = field(factory=set)

    def lines(self, items: Sequence[t.PhaseItem]) -> bool:
        """Whether the first choice has been found; lines that don't always run shuffle, but don't ask."""
        return any(self._item(item) for item in items)

    def _item(self, item: t.PhaseItem) -> bool:
        match item:
            case m.PhaseDecl():
                if item.when is None and item.until is None and _always(item.loop):
                    return self.lines(item.body)
                self.shuffled |= {cell for cell in self.effects.phase(item).writes if isinstance(cell, m.ZoneDecl)}
                return False
            case t.TypedOffer():
                self.asked = item if item.when is None else None
            case t.ChooseStmt() | t.TogetherStmt():
                self.asked = item
            case t.ShuffleStmt():
                self.shuffled |= {place.decl for place in written(item) if isinstance(place, t.ZoneRef)}
            case t.ForStmt(source=t.AllOf(), body=body):
                return any(self._item(stmt) for stmt in body)
            case t.DoStmt(event=event) if not event.exceptions:
                if event not in self._followed:
                    self._followed.add(event)
                    return any(self._item(stmt) for stmt in event.body or ())
            case _:
                self.shuffled |= {cell for cell in self.effects.item(item).writes if isinstance(cell, m.ZoneDecl)}
        return self.asked is not None


def _always(loop: t.TypedLoop | None) -> bool:
    if loop is None or loop.form in ("once", "forever"):
        return True
    return loop.form in ("each", "cycle") and isinstance(loop.source, t.AllOf)
