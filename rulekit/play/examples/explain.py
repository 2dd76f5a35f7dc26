"""Why an expectation doesn't hold: the values of its parts, each with its place in the line.

Takes a scene and the typed condition, gives facts, the most telling first.  What the condition didn't read, behind an ``and``
that fails, is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulekit.analysis import typed as t
from rulekit.analysis.model import Local
from rulekit.analysis.types import CardT, SetT
from rulekit.analysis.walk import children
from rulekit.engine import RulesFault
from rulekit.play.examples.scene import Scene, text_of, with_values
from rulekit.source import Span

MOST_FACTS = 6
_PLAIN = (t.Const, t.AllOf, t.CardsOf, t.OptionRef, t.VariantRef)


@frozen
class Fact:
    """``text`` says what the part at ``span`` is: ``worth(Ben) is 3``."""

    span: Span
    text: str


def facts(scene: Scene, e: t.Expr) -> list[Fact]:
    """The values that make a condition false."""
    found: dict[tuple[int, str], Fact] = {}
    for fact in _why(scene, e, {}):
        found.setdefault((fact.span.start, fact.text), fact)
        if len(found) >= MOST_FACTS:
            break
    return list(found.values())


def _why(scene: Scene, e: t.Expr, known: dict[Local, Any]) -> Iterator[Fact]:
    """Why a flag is no."""
    match e:
        case t.Require(operand=operand):
            yield from _why(scene, operand, known)
        case t.Logic(op="and", left=left, right=right):
            yield from _why(scene, right if _value(scene, left, known) else left, known)
        case t.Logic(left=left, right=right):
            yield from _why(scene, left, known)
            yield from _why(scene, right, known)
        case t.NotExpr(operand=operand):
            yield from _values(scene, operand, known, True)
        case t.AggregateExpr(name="all", source=source, local=local, body=body):
            for x in _value(scene, source, known) or ():
                if not _value(scene, body, {**known, local: x}):
                    yield Fact(body.span, f"this isn't so for {_element(scene, source, x)}")
                    yield from _why(scene, body, {**known, local: x})
                    return
        case t.AggregateExpr(name="any", source=source):
            yield Fact(source.span, f"none of {scene.words(source.type, _value(scene, source, known))}")
        case t.Compare() | t.Member() | t.HasShape() | t.IsKindExpr():
            for side in children(e):
                yield from _values(scene, side, known, False)
        case _:
            yield from _values(scene, e, known, True)


def _values(scene: Scene, e: t.Expr, known: dict[Local, Any], is_whole: bool) -> Iterator[Fact]:
    """The value of a part, then those of the parts in it."""
    e = _inner(e)
    if isinstance(e, _PLAIN) or (isinstance(e, t.SetLiteral | t.IntervalExpr | t.Minus) and all(
        isinstance(_inner(x), _PLAIN) for x in children(e)
    )):
        return
    whole = is_whole and isinstance(e, t.Compare | t.Logic | t.NotExpr | t.Member | t.HasShape | t.IsKindExpr)
    if not whole:
        value = _value(scene, e, known)
        if isinstance(value, _Unknown):
            return
        yield Fact(e.span, f"{text_of(e.span)} is {scene.words(_type(e), value)}")
    match e:
        case t.AggregateExpr(source=inner) | t.FilterExpr(source=inner) | t.MapUnion(source=inner) | t.BestOf(source=inner):
            if not isinstance(_inner(inner), t.ZoneRef):
                yield from _values(scene, inner, known, False)
        case t.Builtin(name="count" | "exists" | "options"):
            for inner in children(e):
                if not isinstance(_inner(inner), t.ZoneRef):
                    yield from _values(scene, inner, known, False)
        case t.FieldRef() | t.ZoneRef() | t.LocalRef():
            return
        case _:
            for inner in children(e):
                yield from _values(scene, inner, known, whole)


class _Unknown:
    """Stands for a value that can't be found."""


def _value(scene: Scene, e: t.Expr, known: dict[Local, Any]) -> Any:
    try:
        return scene.value(with_values(e, known))
    except RulesFault:
        return _Unknown()


def _inner(e: t.Expr) -> t.Expr:
    """Without what the analysis has put around it."""
    while isinstance(e, t.Require) or (isinstance(e, t.ToSet) and not isinstance(e.type, CardT)):
        e = e.operand
    return e


def _type(e: t.Expr) -> Any:
    return e.type


def _element(scene: Scene, source: t.Expr, x: Any) -> str:
    type = source.type.of if isinstance(source.type, SetT) else source.type
    return scene.words(type, x)
