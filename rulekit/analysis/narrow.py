"""What a condition proves about names: kinds that cards are of or aren't, and values that aren't none.

Takes typed conditions, gives facts by name.  Promises: a fact never widens a type; only names are narrowed, never paths.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import frozen

from rulekit.analysis import typed as t
from rulekit.analysis.lattice import ancestor
from rulekit.analysis.model import FieldDecl, KindDecl, Local
from rulekit.analysis.types import AnyT, CardT, NoneT, OptionalT, Type

Known: TypeAlias = Local | FieldDecl
Facts: TypeAlias = "dict[Known, Fact]"


@frozen
class Fact:
    """A name's value is a card of ``kind``, of none of ``excluded``, or (``present``) at least not none."""

    kind: KindDecl | None = None
    excluded: frozenset[KindDecl] = frozenset()
    present: bool = False


def both(first: Fact | None, second: Fact) -> Fact:
    """What holds if two facts hold."""
    if first is None:
        return second
    kind = second.kind or first.kind
    if first.kind is not None and second.kind is not None and first.kind.is_a(second.kind):
        kind = first.kind
    return Fact(kind, first.excluded | second.excluded, first.present or second.present)


def merge(first: Facts, second: Facts) -> Facts:
    """What holds if two lots of facts hold."""
    if not first or not second:
        return first or second
    merged = dict(first)
    for name, fact in second.items():
        merged[name] = both(merged.get(name), fact)
    return merged


def either(first: Facts, second: Facts) -> Facts:
    """What holds if one of two lots of facts holds."""
    result: Facts = {}
    for name, a in first.items():
        b = second.get(name)
        if b is not None:
            kind = ancestor(a.kind, b.kind) if a.kind is not None and b.kind is not None else None
            result[name] = Fact(kind, a.excluded & b.excluded, a.present and b.present)
    return result


def facts(condition: t.Expr, truth: bool = True) -> Facts:
    """What holds if a condition is true (or, with ``truth`` no, false)."""
    match condition:
        case t.Logic(op=op, left=left, right=right):
            combine = merge if (op == "and") == truth else either
            return combine(facts(left, truth), facts(right, truth))
        case t.NotExpr(operand=operand):
            return facts(operand, not truth)
        case t.IsKindExpr(operand=operand, kind=kind, negated=negated):
            name = known(operand)
            if name is None:
                return {}
            if negated == truth:
                return {name: Fact(excluded=frozenset({kind}))}
            return {name: Fact(kind=kind, present=True)}
        case t.Compare(op="=" | "!=" as op, left=left, right=right):
            if (op == "!=") != truth:
                return {}
            for side, other in ((left, right), (right, left)):
                name = known(side)
                if name is not None and isinstance(other.type, NoneT):
                    return {name: Fact(present=True)}
            return {}
        case _:
            return {}


def known(expr: t.Expr) -> Known | None:
    """The name that an expression is, if it is one that can be narrowed."""
    match expr:
        case t.LocalRef(local=local):
            return local
        case t.FieldRef(decl=decl, owner=None, index=None):
            return decl
        case t.Require(operand=operand):
            return known(operand)
        case _:
            return None


def narrow(type: Type, fact: Fact, decked: Callable[[KindDecl], bool]) -> Type:
    """The type, knowing this; ``decked`` says whether some deck has cards of exactly a kind."""
    if fact.present and isinstance(type, OptionalT):
        type = type.of
    inner = type.of if isinstance(type, OptionalT) else type
    if fact.kind is not None and fact.kind.broken:
        inner = AnyT()
    elif isinstance(inner, AnyT) and fact.kind is not None:
        inner = CardT(fact.kind)
    elif isinstance(inner, CardT):
        kind = inner.kind
        if fact.kind is not None and fact.kind.is_a(kind):
            kind = fact.kind
        if fact.excluded:
            kind = _remaining(kind, fact.excluded, decked)
        inner = CardT(kind)
    else:
        return type
    return OptionalT(inner) if isinstance(type, OptionalT) else inner


def _remaining(kind: KindDecl, excluded: frozenset[KindDecl], decked: Callable[[KindDecl], bool]) -> KindDecl:
    def impossible(child: KindDecl) -> bool:
        if any(child.is_a(other) for other in excluded):
            return True
        return bool(child.children) and not decked(child) and all(impossible(c) for c in child.children)

    while not decked(kind):
        left = [child for child in kind.children if not impossible(child)]
        if len(left) != 1:
            break
        kind = left[0]
    return kind
