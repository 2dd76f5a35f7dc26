"""What an expression depends on: nothing but constants and classes of cards (then its value can be remembered for good), or, of one
card, nothing but its class (then equal cards need not be told apart).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from rulekit.analysis import typed as t
from rulekit.analysis.model import Local, QueryDecl
from rulekit.analysis.types import CardT, OptionalT, SetT, Type
from rulekit.compile.effects import parts

_PLAIN = (
    t.Const,
    t.LocalRef,
    t.OptionRef,
    t.VariantRef,
    t.AllOf,
    t.Compare,
    t.Logic,
    t.NotExpr,
    t.Arith,
    t.Minus,
    t.IfElseExpr,
    t.Member,
    t.IntervalExpr,
    t.SetLiteral,
    t.ToSet,
    t.AggregateExpr,
    t.FilterExpr,
    t.CallQuery,
    t.Lookup,
    t.Require,
    t.Builtin,
)
_STATIC = (*_PLAIN, t.AttrRef, t.IsKindExpr, t.BestOf)
_PUBLIC = (*_PLAIN, t.FieldRef, t.SpaceFieldRef, t.ZoneRef)


def _is_card(type: Type) -> bool:
    if isinstance(type, OptionalT | SetT):
        return _is_card(type.of)
    return isinstance(type, CardT)


@define(eq=False)
class Purity:
    """Remembers what it has found out about queries; ``query`` says what a call means (see ``layers``)."""

    query: Callable[[t.CallQuery], QueryDecl]
    _static: dict[int, bool] = field(factory=dict)
    _public: dict[int, bool] = field(factory=dict)
    _class_only: dict[tuple[int, int], bool] = field(factory=dict)

    def is_public(self, e: t.Expr) -> bool:
        """Whether everybody at the table can tell the value; no where that isn't plain."""
        for x in parts(e):
            if not isinstance(x, _PUBLIC):
                return False
            match x:
                case t.LocalRef() | t.FieldRef() | t.SpaceFieldRef():
                    if _is_card(x.type):
                        return False
                case t.ZoneRef(decl=zone):
                    if zone.sight != "face up":
                        return False
                case t.Builtin(name="random"):
                    return False
                case t.CallQuery():
                    query = self.query(x)
                    if id(query) not in self._public:
                        self._public[id(query)] = True  # queries don't call each other in circles
                        rows = [*([query.value] if query.value is not None else []), *[e for case in query.cases for e in case]]
                        self._public[id(query)] = all(self.is_public(row) for row in rows)
                    if not self._public[id(query)]:
                        return False
                case _:
                    pass
        return True

    def is_static(self, e: t.Expr) -> bool:
        """Whether the value depends only on constants, and of cards in locals only on their class."""
        for x in parts(e):
            if not isinstance(x, _STATIC):
                return False
            match x:
                case t.Compare(left=left, right=right):
                    if _is_card(left.type) or _is_card(right.type):
                        return False
                case t.Member(item=item):
                    if _is_card(item.type):
                        return False
                case t.SetLiteral() | t.ToSet() | t.FilterExpr() | t.BestOf():
                    if _is_card(x.type):
                        return False
                case t.Builtin(name=name):
                    if name not in ("count", "exists", "smaller", "larger", "others", "left", "right", "partner", "seat", "first", "last"):
                        return False
                case t.CallQuery():
                    if not self._static_query(self.query(x)):
                        return False
                case t.Lookup(decl=table):
                    if table.by is None or not self.is_static(table.by):
                        return False
                case _:
                    pass
        return True

    def _static_query(self, query: QueryDecl) -> bool:
        if id(query) not in self._static:
            self._static[id(query)] = False
            self._static[id(query)] = all(self.is_static(e) for e in query_exprs(query))
        return self._static[id(query)]

    def sees_only_class(self, e: object, local: Local) -> bool:
        """Whether of the card in ``local`` nothing but what equal cards share is read."""
        if isinstance(e, tuple):
            return all(self.sees_only_class(x, local) for x in e)
        match e:
            case t.LocalRef():
                return e.local is not local
            case t.AttrRef(card=card) | t.StateRef(card=card):
                return is_local(card, local) or self.sees_only_class(card, local)
            case t.IsKindExpr(operand=operand):
                return is_local(operand, local) or self.sees_only_class(operand, local)
            case t.CallQuery(args=args):
                query = self.query(e)
                return all(
                    (is_local(a, local) and self._query_sees_only_class(query, k)) or self.sees_only_class(a, local)
                    for k, a in enumerate(args)
                )
            case t.Typed():
                return all(self.sees_only_class(x, local) for x in children(e))
            case _:
                return True

    def _query_sees_only_class(self, query: QueryDecl, position: int) -> bool:
        key = (id(query), position)
        if key not in self._class_only:
            self._class_only[key] = False
            self._class_only[key] = all(self.sees_only_class(e, query.params[position]) for e in query_exprs(query))
        return self._class_only[key]


def children(e: t.Typed) -> list[Any]:
    """The typed nodes directly in a node (and tuples of them)."""
    from rulekit.compile.effects import _fields

    return [value for name in _fields(type(e)) if isinstance(value := getattr(e, name), t.Typed | tuple)]


def is_local(e: object, local: Local) -> bool:
    """Whether an expression is just this local."""
    if isinstance(e, t.Require):
        e = e.operand
    return isinstance(e, t.LocalRef) and e.local is local


def query_exprs(query: QueryDecl) -> list[t.Expr]:
    """All expressions of a query."""
    return [*([query.value] if query.value is not None else []), *[e for case in query.cases for e in case]]
