"""Making a value fit where it is wanted: as a set, as an element that may not be missing, as a flag or number.

Takes typed expressions and the type that is wanted, gives typed expressions of that type.  Promises: every step between
the two is written out as ``ToSet`` or ``Require``; what can't fit is reported once and replaced by a value that fits.
"""

from __future__ import annotations

from rulekit.analysis import codes
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body, nothing
from rulekit.analysis.lattice import NUMBER, element, fits, show
from rulekit.analysis.model import KindDecl
from rulekit.analysis.types import (
    AnyT,
    CardT,
    ElementT,
    EnumT,
    FlagT,
    LineT,
    NoneT,
    NumberT,
    OptionalT,
    PlayerT,
    SetT,
    SpaceT,
    Type,
)

_MAY_MISS = frozenset({"first", "last", "random", "next", "between", "partner"})


def may_miss(body: Body, expr: t.Expr) -> bool:
    """Whether the value may be none at run time, by its type or in spite of it."""
    match expr:
        case t.Require():
            return False
        case t.LocalRef(local=local):
            if local in body.maybe:
                fact = body.facts.get(local)
                return fact is None or not fact.present or local.span.start in body.unit.changed
        case t.Builtin(name=name) if name in _MAY_MISS:
            return True
        case t.EndOfZone(count=None) | t.Active() | t.AnswerOf():
            return not isinstance(expr.type, SetT)
        case t.CallQuery(decl=decl) if decl in body.session.inference.maybe:
            return not isinstance(expr.type, SetT)
        case t.IfElseExpr(yes=yes, no=no):
            return may_miss(body, yes) or may_miss(body, no)
        case t.FieldRef(decl=decl):
            if isinstance(decl.type, PlayerT | SpaceT | CardT) and decl.default is None:
                return True
            return isinstance(decl.type, OptionalT)
        case t.SpaceFieldRef(decl=space_field):
            if isinstance(space_field.type, PlayerT | SpaceT | CardT) and space_field.default is None:
                return True
        case t.StateRef(type=CardT()):
            return True
        case _:
            pass
    return isinstance(expr.type, OptionalT | NoneT)


def require(body: Body, expr: t.Expr) -> t.Expr:
    """The value, which may not be none here."""
    if not may_miss(body, expr):
        return expr
    type = expr.type.of if isinstance(expr.type, OptionalT) else expr.type
    return t.Require(span=expr.span, type=type, operand=expr)


def as_set(body: Body, expr: t.Expr) -> t.Expr:
    """The value as a set: an element as a set of one, none as nothing, a line as its spaces."""
    type = expr.type
    if isinstance(type, SetT):
        return expr
    if isinstance(type, AnyT):
        return t.ToSet(span=expr.span, type=SetT(type), operand=expr)
    if isinstance(type, FlagT):
        body.report(codes.WRONG_TYPE, "a set is wanted here, this is a flag", expr.span)
        return nothing_set(expr)
    return t.ToSet(span=expr.span, type=SetT(element(type)), operand=expr)


def nothing_set(expr: t.Expr) -> t.Expr:
    """A set of unknown elements, after an error."""
    return t.ToSet(span=expr.span, type=SetT(AnyT()), operand=nothing(expr.span))


def coerce(body: Body, expr: t.Expr, want: Type, what: str) -> t.Expr:
    """The value as a ``want``; ``what`` names the place in messages (``'p' of 'draw'``)."""
    got = expr.type
    match want:
        case AnyT():
            return expr
        case SetT(of):
            return _to_set(body, expr, of, what)
        case OptionalT(of) if isinstance(got, NoneT):
            return expr
        case OptionalT(of) | of:
            if isinstance(got, AnyT):
                return expr if isinstance(want, OptionalT) else require(body, expr)
            if isinstance(got, SetT | NoneT) or not fits(of, got.of if isinstance(got, OptionalT) else got):
                return _misfit(body, expr, want, what)
            return expr if isinstance(want, OptionalT) else require(body, expr)


def _to_set(body: Body, expr: t.Expr, of: ElementT, what: str) -> t.Expr:
    got = expr.type
    if isinstance(got, AnyT):
        return as_set(body, expr)
    if isinstance(got, LineT) and isinstance(of, LineT):
        return t.SetLiteral(span=expr.span, type=SetT(of), items=(expr,))
    if isinstance(got, FlagT) or not fits(of, element(got)):
        if not (isinstance(got, SetT) and isinstance(got.of, NoneT)):
            _misfit(body, expr, SetT(of), what)
            return nothing_set(expr)
    return as_set(body, expr)


def _misfit(body: Body, expr: t.Expr, want: Type, what: str) -> t.Expr:
    got = expr.type
    help = None
    if isinstance(got, SetT) and not isinstance(want, SetT) and fits(element(want), got.of):
        help = "pick one element: 'first(..)', 'last(..)' or (in statements) 'random(..)'"
    elif isinstance(got, OptionalT | CardT) and isinstance(element(want), CardT) and isinstance(element(got), CardT):
        help = _kinds(element(want), element(got))
    elif isinstance(got, EnumT) and isinstance(want, NumberT):
        help = "values of an enum can be compared with '<', but they are no numbers; a table or a query gives them numbers"
    body.report(codes.WRONG_TYPE, f"{what} is {show(want)}, but this is {show(got)}", expr.span, help=help)
    return nothing(expr.span)


def _kinds(want: ElementT, got: ElementT) -> str | None:
    if isinstance(want, CardT) and isinstance(got, CardT) and want.kind.is_a(got.kind):
        several = "cards of several kinds lie here" if got.kind.everything else f"'{got.kind.name}' has other kinds below it"
        return f"{several}; test it first: 'x is {want.kind.name}'"
    return None


def flag(body: Body, expr: t.Expr, what: str = "a condition") -> t.Expr:
    """The value as a flag."""
    if isinstance(expr.type, FlagT | AnyT):
        return expr
    help = None
    if isinstance(expr.type, SetT):
        help = "ask 'exists(..)' or 'count(..) > 0'"
    elif isinstance(expr.type, OptionalT):
        help = "compare it: 'x != none'"
    elif isinstance(expr.type, NumberT):
        help = "compare it: 'n > 0'"
    body.report(codes.WRONG_TYPE, f"{what} is a flag, but this is {show(expr.type)}", expr.span, help=help)
    return nothing(expr.span)


def number(body: Body, expr: t.Expr, what: str) -> t.Expr:
    """The value as a number."""
    return coerce(body, expr, NUMBER, what)


def kind_of(type: Type) -> KindDecl | None:
    """The kind of the cards that a value or a set has, if they are cards of a known kind."""
    of = element(type)
    return of.kind if isinstance(of, CardT) else None

