"""Expressions: which part of lowering each form of the syntax goes to.

Takes a syntax node and the ``Body`` it stands in, gives its typed form.
"""

from __future__ import annotations

from typing import assert_never

from rulekit.analysis import access, binders, codes, functions, operators
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body
from rulekit.analysis.lattice import PLAYER, TEXT
from rulekit.analysis.report import nearest
from rulekit.analysis.types import NumberT
from rulekit.syntax import nodes


def lower_expr(body: Body, node: nodes.Expr) -> t.Expr:
    """The typed form of an expression."""
    match node:
        case nodes.Name():
            return access.name(body, node)
        case nodes.Dot():
            return access.dot(body, node)
        case nodes.Number(value=value):
            return t.Const(span=node.span, type=NumberT(value, value), value=value)
        case nodes.Binary():
            return operators.binary(body, node)
        case nodes.Call():
            return functions.call(body, node)
        case nodes.Index():
            return access.indexed(body, node)
        case nodes.Aggregate():
            return binders.aggregate(body, node)
        case nodes.Filter():
            return binders.filtered(body, node)
        case nodes.IsKind():
            return operators.is_kind(body, node)
        case nodes.Not():
            return operators.negation(body, node)
        case nodes.EndOf():
            return operators.end_of(body, node)
        case nodes.Person():
            return _person(body, node)
        case nodes.SetOf():
            return operators.set_of(body, node)
        case nodes.Interval():
            return operators.interval(body, node)
        case nodes.Pick():
            return binders.pick(body, node)
        case nodes.IfElse():
            return operators.if_else(body, node)
        case nodes.Negative():
            return operators.negative(body, node)
        case nodes.Has():
            return operators.has(body, node)
        case nodes.String(value=text):
            return t.Const(span=node.span, type=TEXT, value=text)
        case _:
            assert_never(node)


def _person(body: Body, node: nodes.Person) -> t.Expr:
    if body.seats is None:
        return body.wrong(
            codes.STRAY_PERSON, f"'{node.text}' is a name for a player of an example; the rules know no persons", node.span,
            help="other names begin with a small letter",
        )  # fmt: skip
    seat = body.seats.get(node.text)
    if seat is None:
        guess = nearest(node.text, body.seats)
        help = f"did you mean '{guess}'?" if guess else "the players are named behind 'with': " + ", ".join(body.seats)
        return body.wrong(codes.UNKNOWN_NAME, f"there is no player '{node.text}' in this example", node.span, help=help)
    return t.Const(span=node.span, type=PLAYER, value=seat)
