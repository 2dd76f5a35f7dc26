"""Where cards may lie: the kind of card that an expression means, and the zones in which such cards can be.

Takes typed expressions and the model, gives kinds and zones.  Promises: no zone is missing in which such a card can lie.
"""

from __future__ import annotations

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis import types as ty


def kind_of(type_: ty.Type) -> m.KindDecl | None:
    """The kind of a card, or of the cards of a set; none if it isn't known."""
    match type_:
        case ty.CardT(kind=kind) | ty.OptionalT(of=ty.CardT(kind=kind)) | ty.SetT(of=ty.CardT(kind=kind)):
            return kind
        case _:
            return None


def related(one: m.KindDecl | None, other: m.KindDecl | None) -> bool:
    """Whether a card may be of both kinds; a kind that isn't known fits everywhere."""
    return one is None or other is None or one.is_a(other) or other.is_a(one)


def zones_for(model: m.GameModel, kind: m.KindDecl | None) -> list[m.ZoneDecl]:
    """The zones in which cards of a kind may lie."""
    return [zone for zone in model.zones if related(zone.kind, kind)]


def sources_of(model: m.GameModel, cards: t.Expr) -> frozenset[m.ZoneDecl]:
    """The zones in which the cards of an expression may lie, so far as the text tells."""
    match cards:
        case t.ZoneRef(decl=zone):
            return frozenset([zone])
        case t.EndOfZone(zone=inner):
            return sources_of(model, inner)
        case t.FilterExpr(source=source) | t.BestOf(source=source):
            return sources_of(model, source)
        case t.Difference(left=left):
            return sources_of(model, left)
        case t.Builtin(name="first" | "last" | "random", args=(source,)):
            return sources_of(model, source)
        case t.MapUnion(body=body):
            return sources_of(model, body)
        case t.ToSet(operand=inner) | t.Require(operand=inner):
            return sources_of(model, inner)
        case t.Union_(left=left, right=right):
            return sources_of(model, left) | sources_of(model, right)
        case t.IfElseExpr(yes=yes, no=no):
            return sources_of(model, yes) | sources_of(model, no)
        case t.SetLiteral(items=items):
            return frozenset(zone for item in items for zone in sources_of(model, item))
        case t.Const():
            return frozenset()
        case _:
            return frozenset(zones_for(model, kind_of(cards.type)))
