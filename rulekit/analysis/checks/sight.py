"""Whose zone it is: the chooser's, certainly somebody else's, or not known.

Takes the owner of a zone as an expression and the one who chooses, gives ``SAME``, ``OTHER`` or ``UNKNOWN``.  Promises:
``OTHER`` only if owner and chooser certainly differ at least once: the owner is ``left(p)``, or one of the two runs through
``players``, or through the others, while the other one stays the same, and no condition nearby compares them.
"""

from __future__ import annotations

from typing import Final

from attrs import define, field, frozen

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.walk import choices_in, performed, statements, subexpressions

SAME: Final = "same"
OTHER: Final = "other"
UNKNOWN: Final = "unknown"


@frozen
class Chooser:
    """Who chooses; ``local`` is none if it isn't a name but, say, ``first(players)``.

    ``actor``: the player of an action or reaction; ``asked``: the one whom an offer asks; ``alias``: another name for the
    same player (the ``owner`` of a card's prohibition).
    """

    local: m.Local | None
    name: str
    actor: bool = False
    asked: bool = False
    alias: m.Local | None = None


@frozen
class _Range:
    """What a local runs through, with the conditions on it, which name it as one of ``names``."""

    source: t.Expr
    names: tuple[m.Local, ...]
    condition: t.Expr | None = None


@define
class Sight:
    """Answers for one model."""

    model: m.GameModel
    _ranges: dict[m.Local, _Range] = field(factory=dict)
    _params: dict[m.Local, tuple[m.EventDecl, int]] = field(factory=dict)
    _calls: dict[m.EventDecl, list[t.DoStmt]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        """Find out where each local gets its values."""
        for part in parts.parts(self.model, examples=False):
            for expr in part.everything():
                if isinstance(expr, t.FilterExpr | t.AggregateExpr | t.MapUnion | t.BestOf):
                    self._ranges[expr.local] = _Range(expr.source, (expr.local,))
            for choice in [*choices_in(part.block), *([part.choice] if part.choice is not None else [])]:
                self._ranges[choice.it] = _Range(choice.source, (choice.it,))
                if not choice.is_set:
                    self._ranges[choice.local] = _Range(choice.source, (choice.it, choice.local), choice.where)
            for stmt in statements(part.block):
                if isinstance(stmt, t.ForStmt | t.TogetherStmt):
                    self._ranges[stmt.local] = _Range(stmt.source, (stmt.local,))
            for do in performed(part.block):
                self._calls.setdefault(do.event, []).append(do)
        for phase in parts.phases(self.model):
            if phase.loop is not None and phase.loop.local is not None and phase.loop.source is not None:
                self._ranges[phase.loop.local] = _Range(phase.loop.source, (phase.loop.local,))
        for event in self.model.events:
            for index, param in enumerate(event.params):
                self._params[param] = (event, index)

    def owner(self, zone: t.ZoneRef, chooser: Chooser, inside: t.Expr) -> str:
        """Whose zone this is; ``inside`` is the condition or set in which it is named."""
        owner = bare(zone.owner) if zone.owner is not None else None
        if owner is None or chooser.local is None or self.model.high_players == 1:
            return UNKNOWN
        if isinstance(owner, t.LocalRef) and _compared(inside, (owner.local,), chooser.local):
            return UNKNOWN
        if zone.decl.owner == "team":
            runs = isinstance(owner, t.LocalRef) and self._runs(owner.local, "teams", chooser.local)
            return OTHER if runs else UNKNOWN
        return self._player(owner, chooser, 0)

    def _player(self, owner: t.Expr, chooser: Chooser, depth: int) -> str:
        match bare(owner):
            case t.LocalRef(local=local):
                return self._local(local, chooser, depth)
            case t.Builtin(name="left" | "right", args=(inner,)) if self.model.low_players > 1:
                return OTHER if self._player(inner, chooser, depth) is SAME else UNKNOWN
            case t.Builtin(name="partner", args=(inner,)):
                return OTHER if self._player(inner, chooser, depth) is SAME else UNKNOWN
            case t.Active() if chooser.asked:
                return SAME
            case _:
                return UNKNOWN

    def _local(self, owner: m.Local, chooser: Chooser, depth: int) -> str:
        who = chooser.local
        if who is None or owner is who or owner is chooser.alias:
            return SAME if who is not None else UNKNOWN
        later = chooser.actor or owner.span.start >= who.span.start
        if self._runs(owner, "players", who) if later else self._runs(who, "players", owner):
            return OTHER
        if owner in self._params and who in self._params and depth < 3:
            return self._arguments(owner, who, depth)
        return UNKNOWN

    def _arguments(self, owner: m.Local, chooser: m.Local, depth: int) -> str:
        """Two parameters of one event: what all who perform it pass on."""
        event, at = self._params[owner]
        other, by = self._params[chooser]
        calls = self._calls.get(event, [])
        if event is not other or not calls:
            return UNKNOWN
        for do in calls:
            person = bare(do.args[by])
            if not isinstance(person, t.LocalRef):
                return UNKNOWN
            actor = person.local.role in ("actor", "owner")
            if self._player(do.args[at], Chooser(person.local, person.local.name, actor), depth + 1) is not OTHER:
                return UNKNOWN
        return OTHER

    def _runs(self, local: m.Local, what: str, fixed: m.Local) -> bool:
        """Whether a local stands for each player (or team) in turn, or for each other than ``fixed``."""
        found = self._ranges.get(local)
        if found is None or _compared(found.condition, found.names, fixed):
            return False
        source = found.source
        while isinstance(source, t.FilterExpr):
            if _compared(source.condition, (*found.names, source.local), fixed):
                return False
            source = source.source
        match source:
            case t.AllOf(what=all_of):
                return all_of == what
            case t.Builtin(name="others", args=(t.LocalRef(local=left_out),)):
                return left_out is fixed
            case _:
                return False


def _compared(inside: t.Expr | None, names: tuple[m.Local, ...], other: m.Local) -> bool:
    """Whether a condition somewhere compares two names (then it isn't certain that they differ)."""
    for expr in subexpressions(inside):
        if isinstance(expr, t.Compare):
            sides = [side.local for side in (bare(expr.left), bare(expr.right)) if isinstance(side, t.LocalRef)]
            if other in sides and any(name in sides for name in names):
                return True
    return False


def bare(expr: t.Expr) -> t.Expr:
    """An expression without the conversions around it."""
    while isinstance(expr, t.Require | t.ToSet):
        expr = expr.operand
    return expr
