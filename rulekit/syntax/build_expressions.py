# ruff: noqa: D102
"""The builder's methods for expressions, choices and types.  See ``build.py``."""

from __future__ import annotations

from typing import Any

from rulekit.source import Span
from rulekit.syntax import nodes as n


def ident(name: n.Ident) -> n.Name:
    """A name used as a value."""
    return n.Name(span=name.span, text=name.text)


class Expressions:
    """Methods named like the rules."""

    # ------------------------------------------------------------ operators

    def filter(self, at: Span, source: n.Expr, condition: n.Expr) -> n.Filter:
        return n.Filter(span=at, source=source, condition=condition)

    def if_else(self, at: Span, yes: n.Expr, condition: n.Expr, no: n.Expr) -> n.IfElse:
        return n.IfElse(span=at, condition=condition, yes=yes, no=no)

    def or_op(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="or", left=left, right=right)

    def and_op(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="and", left=left, right=right)

    def eq(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="=", left=left, right=right)

    def ne(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="!=", left=left, right=right)

    def lt(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="<", left=left, right=right)

    def le(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="<=", left=left, right=right)

    def gt(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op=">", left=left, right=right)

    def ge(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op=">=", left=left, right=right)

    def member(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="in", left=left, right=right)

    def plus(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="+", left=left, right=right)

    def minus(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="-", left=left, right=right)

    def times_op(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="*", left=left, right=right)

    def div(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="/", left=left, right=right)

    def mod(self, at: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(span=at, op="mod", left=left, right=right)

    def not_op(self, at: Span, operand: n.Expr) -> n.Not:
        return n.Not(span=at, operand=operand)

    def neg(self, at: Span, operand: n.Expr) -> n.Negative:
        return n.Negative(span=at, operand=operand)

    def is_a(self, at: Span, operand: n.Expr, kind: n.Ident) -> n.IsKind:
        return n.IsKind(span=at, operand=operand, kind=kind, negated=False)

    def is_not(self, at: Span, operand: n.Expr, kind: n.Ident) -> n.IsKind:
        return n.IsKind(span=at, operand=operand, kind=kind, negated=True)

    def has_shape(self, at: Span, operand: n.Expr, shape: n.Shape) -> n.Has:
        return n.Has(span=at, operand=operand, shape=shape)

    def top_of(self, at: Span, count: n.Expr | None, zone: n.Expr) -> n.EndOf:
        return n.EndOf(span=at, top=True, count=count, zone=zone)

    def bottom_of(self, at: Span, _word: str, count: n.Expr | None, zone: n.Expr) -> n.EndOf:
        return n.EndOf(span=at, top=False, count=count, zone=zone)

    # ------------------------------------------------------------ atoms and what follows them

    def dot(self, at: Span, target: n.Expr, name: n.Ident) -> n.Dot:
        return n.Dot(span=at, target=target, name=name)

    def index(self, at: Span, target: n.Expr, index: n.Expr) -> n.Index:
        return n.Index(span=at, target=target, index=index)

    def args(self, at: Span, *args: n.Expr) -> tuple[n.Expr, ...]:
        return args

    def call(self, at: Span, name: n.Ident, args: tuple[n.Expr, ...] | None) -> n.Call:
        return n.Call(span=at, name=name, args=args or ())

    def over(self, at: Span, var: n.Ident | None, source: n.Expr) -> tuple[n.Ident | None, n.Expr]:
        return var, source

    def aggregate(self, at: Span, name: n.Ident, body: n.Expr, over: tuple[n.Ident | None, n.Expr]) -> n.Aggregate:
        return n.Aggregate(span=at, name=name, body=body, var=over[0], source=over[1])

    def pick(self, at: Span, name: n.Ident, source: n.Expr, key: n.Expr) -> n.Pick:
        return n.Pick(span=at, name=name, source=source, key=key)

    def name(self, at: Span, name: n.Ident) -> n.Name:
        return ident(name)

    def string(self, at: Span, text: n.Text) -> n.String:
        return n.String(span=at, value=text.value)

    def set_literal(self, at: Span, items: tuple[n.Expr, ...] | None) -> n.SetOf:
        return n.SetOf(span=at, items=items or ())

    def set_of_span(self, at: Span, interval: n.Interval) -> n.SetOf:
        return n.SetOf(span=at, items=(interval,))

    def span(self, at: Span, low: n.Expr, high: n.Expr) -> n.Interval:
        return n.Interval(span=at, low=low, high=high)

    # ------------------------------------------------------------ ranges, types, parameters

    def neg_int(self, at: Span, number: n.Number) -> n.Number:
        return n.Number(span=at, value=-number.value)

    def range(self, at: Span, low: n.Number, dots: str | None, high: n.Number | None) -> n.Range:
        if dots is None:
            return n.Range(span=at, low=low.value, high=low.value)
        return n.Range(span=at, low=low.value, high=high.value if high is not None else None)

    def span_of(self, at: Span, low: n.Number, high: n.Number) -> n.Range:
        return n.Range(span=at, low=low.value, high=high.value)

    def type(self, at: Span, name: n.Ident, bounds: n.Range | None) -> n.TypeName:
        return n.TypeName(span=at, name=name, bounds=bounds)

    def optional(self, at: Span, name: n.Ident) -> n.TypeName:
        return n.TypeName(span=at, name=name, optional=True)

    def set_type(self, at: Span, name: n.Ident) -> n.TypeName:
        return n.TypeName(span=at, name=name, is_set=True)

    def param(self, at: Span, name: n.Ident, type: n.TypeName | None) -> n.Param:
        return n.Param(span=at, name=name, type=type)

    def params(self, at: Span, *params: n.Param) -> tuple[n.Param, ...]:
        return params

    # ------------------------------------------------------------ choices

    def binder(self, at: Span, name: n.Ident, source: n.Expr) -> n.Binder:
        return n.Binder(span=at, name=name, source=source)

    def count(self, at: Span, low: n.Expr, dots: str | None, high: n.Expr | None) -> n.Count:
        return n.Count(span=at, low=low, high=high if dots is not None else low)

    def shape(self, at: Span, name: n.Ident, args: tuple[n.Expr, ...] | None) -> n.Shape:
        return n.Shape(span=at, name=name, args=args or ())

    def choice(
        self, at: Span, count: n.Count | None, name: n.Ident, label: n.Text | None, source: n.Expr, *shapes: Any
    ) -> n.Choice:
        found = tuple(shape for shape in shapes if shape is not None)
        return n.Choice(span=at, count=count, name=name, label=label, source=source, shapes=found)
