"""Operators: logic, comparisons, arithmetic, sets, kinds, patterns and ends of zones.

Takes syntax, gives typed expressions.  Promises: ``+`` and ``-`` are told apart by type (numbers, or sets), what the left
side of ``and`` and ``or`` proves is known on the right, and operands that may be none are required where a value is needed.
"""

from __future__ import annotations

from rulekit.analysis import codes
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body, nothing
from rulekit.analysis.coerce import as_set, flag, number, require
from rulekit.analysis.lattice import ANY, FLAG, NUMBER, comparable, element, join, show, strip
from rulekit.analysis.model import KindDecl
from rulekit.analysis.names import unknown
from rulekit.analysis.patterns import shape
from rulekit.analysis.types import AnyT, CardT, EnumT, FlagT, LineT, NoneT, NumberT, OptionalT, SetT, Type
from rulekit.syntax import nodes


def binary(body: Body, node: nodes.Binary) -> t.Expr:
    """``left op right``."""
    match node.op:
        case "and" | "or":
            return _logic(body, node)
        case "=" | "!=":
            return _equal(body, node)
        case "<" | "<=" | ">" | ">=":
            return _order(body, node)
        case "in":
            return _member(body, node)
        case "+" | "-":
            return _sum(body, node)
        case _:
            left = number(body, body.expr(node.left), f"the left side of '{node.op}'")
            right = number(body, body.expr(node.right), f"the right side of '{node.op}'")
            return t.Arith(span=node.span, type=NUMBER, op=node.op, left=left, right=right)


def _logic(body: Body, node: nodes.Binary) -> t.Expr:
    left = flag(body, body.expr(node.left), f"the left side of '{node.op}'")
    if isinstance(node.right, nodes.Name) and isinstance(node.left, nodes.IsKind):
        other = body.names.find(node.right.text, KindDecl)
        if other is not None and node.right.text not in body.locals:
            return _kind_list(body, node, node.left, other.name)
    with body.assuming(left, node.op == "and"):
        right = flag(body, body.expr(node.right), f"the right side of '{node.op}'")
    return t.Logic(span=node.span, type=FLAG, op=node.op, left=left, right=right)


def _kind_list(body: Body, node: nodes.Binary, left: nodes.IsKind, kind: str) -> t.Expr:
    subject = left.operand.span.text
    word = "is not" if left.negated else "is"
    return body.wrong(
        codes.WRONG_SORT, f"'{kind}' is a kind, not a condition", node.right.span,
        help=f"write '{subject} {word} {left.kind.text} {node.op} {subject} {word} {kind}'",
    )  # fmt: skip


def _equal(body: Body, node: nodes.Binary) -> t.Expr:
    left, right = body.expr(node.left), body.expr(node.right)
    as_sets = isinstance(left.type, SetT | LineT) or isinstance(right.type, SetT | LineT)
    if isinstance(left.type, LineT) and isinstance(right.type, LineT):
        as_sets = False
    a, b = element(left.type), element(right.type)
    if as_sets:
        if isinstance(left.type, FlagT) or isinstance(right.type, FlagT):
            _incomparable(body, node, left, right)
        left, right = as_set(body, left), as_set(body, right)
        a, b = element(left.type), element(right.type)
    elif _never_none(left.type, right.type) or _never_none(right.type, left.type):
        body.report(codes.NOT_COMPARABLE, f"{show(FLAG)} is never none", node.span, help="a flag is 'yes' or 'no'")
    if not comparable(a, b):
        _incomparable(body, node, left, right)
    return t.Compare(span=node.span, type=FLAG, op=node.op, left=left, right=right, as_sets=as_sets)


def _never_none(a: Type, b: Type) -> bool:
    return isinstance(a, NoneT) and isinstance(b, FlagT)


def _incomparable(body: Body, node: nodes.Binary, left: t.Expr, right: t.Expr) -> None:
    body.report(
        codes.NOT_COMPARABLE, f"{show(left.type)} and {show(right.type)} can't be compared", node.span,
        also=((node.left.span, show(left.type)), (node.right.span, show(right.type))),
    )  # fmt: skip


def _order(body: Body, node: nodes.Binary) -> t.Expr:
    left, right = require(body, body.expr(node.left)), require(body, body.expr(node.right))
    a, b = strip(left.type), strip(right.type)
    fine = isinstance(a, AnyT | NumberT) and isinstance(b, AnyT | NumberT)
    if isinstance(a, EnumT) or isinstance(b, EnumT):
        fine = a == b or isinstance(a, AnyT) or isinstance(b, AnyT)
    if not fine:
        both = (left.type, right.type)
        help = "compare their sizes: 'count(..)'" if any(isinstance(type, SetT) for type in both) else None
        body.report(
            codes.NOT_COMPARABLE, f"'{node.op}' compares numbers, or values of one enum; here are {show(a)} and {show(b)}",
            node.span, help=help,
        )  # fmt: skip
    return t.Compare(span=node.span, type=FLAG, op=node.op, left=left, right=right)


def _member(body: Body, node: nodes.Binary) -> t.Expr:
    item = body.expr(node.left)
    whole = as_set(body, body.expr(node.right))
    if isinstance(item.type, SetT):
        body.report(
            codes.WRONG_TYPE, f"'in' asks whether one element is in a set, but this is {show(item.type)}", item.span,
            help="ask 'all(it in S over ..)'",
        )  # fmt: skip
    elif not comparable(element(item.type), element(whole.type)):
        body.report(
            codes.NOT_COMPARABLE, f"{show(item.type)} is never in {show(whole.type)}", node.span,
        )  # fmt: skip
    return t.Member(span=node.span, type=FLAG, item=item, source=whole)


def _sum(body: Body, node: nodes.Binary) -> t.Expr:
    left, right = body.expr(node.left), body.expr(node.right)
    numeric = (NumberT, AnyT, OptionalT)
    if isinstance(element(left.type), NumberT | AnyT) and isinstance(element(right.type), NumberT | AnyT):
        if isinstance(left.type, numeric) and isinstance(right.type, numeric):
            known = isinstance(element(left.type), NumberT) or isinstance(element(right.type), NumberT)
            left, right = require(body, left), require(body, right)
            return t.Arith(span=node.span, type=NUMBER if known else ANY, op=node.op, left=left, right=right)
    if isinstance(left.type, FlagT | NoneT) or (isinstance(right.type, FlagT | NumberT) and not isinstance(left.type, SetT)):
        wanted = right if isinstance(left.type, NumberT) else left
        return body.wrong(
            codes.WRONG_TYPE, f"'{node.op}' joins two numbers or two sets, but this is {show(wanted.type)}", wanted.span
        )
    left, right = as_set(body, left), as_set(body, right)
    type = join(left.type, right.type)
    if node.op == "-":
        if not comparable(element(left.type), element(right.type)):
            _incomparable(body, node, left, right)
        return t.Difference(span=node.span, type=left.type, left=left, right=right)
    if type is None and isinstance(element(left.type), CardT) and isinstance(element(right.type), CardT):
        type = SetT(body.session.mixed)
    if type is None:
        return body.wrong(
            codes.NOT_COMPARABLE, f"{show(left.type)} and {show(right.type)} have nothing in common", node.span
        )
    return t.Union_(span=node.span, type=type, left=left, right=right)


def negative(body: Body, node: nodes.Negative) -> t.Expr:
    """``-x``."""
    operand = number(body, body.expr(node.operand), "what follows '-'")
    if isinstance(operand, t.Const) and isinstance(operand.value, int):
        value = -operand.value
        return t.Const(span=node.span, type=NumberT(value, value), value=value)
    return t.Minus(span=node.span, type=NUMBER, operand=operand)


def negation(body: Body, node: nodes.Not) -> t.Expr:
    """``not x``."""
    return t.NotExpr(span=node.span, type=FLAG, operand=flag(body, body.expr(node.operand), "what follows 'not'"))


def is_kind(body: Body, node: nodes.IsKind) -> t.Expr:
    """``x is kind``."""
    operand = body.expr(node.operand)
    kind = body.names.find(node.kind.text, KindDecl)
    if not isinstance(kind, KindDecl):
        help = f"compare: '{node.operand.span.text} = {node.kind.text}'" if node.kind.text in body.names.globals else None
        help = help or (f"write '{node.operand.span.text} = none'" if node.kind.text == "none" else None)
        unknown(body.names, body.sink, node.kind, "a card kind", body.names.names_of(KindDecl), help=help)
        return nothing(node.span)
    if not isinstance(strip(operand.type), CardT | AnyT | NoneT):
        return body.wrong(
            codes.WRONG_TYPE, f"'is' tests cards, but this is {show(operand.type)}", operand.span,
            help="of a set, ask 'any(it is .. over S)' or 'all(it is .. over S)'" if isinstance(operand.type, SetT) else None,
        )  # fmt: skip
    return t.IsKindExpr(span=node.span, type=FLAG, operand=operand, kind=kind, negated=node.negated)


def has(body: Body, node: nodes.Has) -> t.Expr:
    """``S has pattern``."""
    operand = as_set(body, body.expr(node.operand))
    return t.HasShape(span=node.span, type=FLAG, operand=operand, shape=shape(body, node.shape, element(operand.type)))


def if_else(body: Body, node: nodes.IfElse) -> t.Expr:
    """``a if C otherwise b``."""
    condition = flag(body, body.expr(node.condition))
    with body.assuming(condition):
        yes = body.expr(node.yes)
    with body.assuming(condition, False):
        no = body.expr(node.no)
    type = join(yes.type, no.type)
    if type is None:
        return body.wrong(
            codes.NOT_COMPARABLE, f"one value is {show(yes.type)}, the other {show(no.type)}", node.span,
            also=((yes.span, show(yes.type)), (no.span, show(no.type))),
        )  # fmt: skip
    if isinstance(type, SetT):
        yes, no = as_set(body, yes), as_set(body, no)
    return t.IfElseExpr(span=node.span, type=type, condition=condition, yes=yes, no=no)


def set_of(body: Body, node: nodes.SetOf) -> t.Expr:
    """``{a, b}`` and ``{lo..hi}``."""
    if len(node.items) == 1 and isinstance(node.items[0], nodes.Interval):
        return interval(body, node.items[0])
    items: list[t.Expr] = []
    type: Type = SetT(ANY)
    for item in node.items:
        value = body.expr(item)
        value = as_set(body, value) if isinstance(value.type, FlagT | LineT) else value
        joined = join(type, value.type)
        if joined is None and isinstance(element(type), CardT) and isinstance(element(value.type), CardT):
            joined = SetT(body.session.mixed)
        if joined is None:
            return body.wrong(
                codes.NOT_COMPARABLE, f"{show(value.type)} doesn't go with {show(type)}", value.span,
                help="the elements of a set are all of one type",
            )  # fmt: skip
        type = joined
        items.append(value)
    return t.SetLiteral(span=node.span, type=type, items=tuple(items))


def interval(body: Body, node: nodes.Interval) -> t.Expr:
    """``lo..hi``: a set of numbers, with its bounds as far as they are known."""
    low, high = number(body, body.expr(node.low), "a bound"), number(body, body.expr(node.high), "a bound")
    first = low.type.low if isinstance(low.type, NumberT) else None
    last = high.type.high if isinstance(high.type, NumberT) else None
    if first is not None and last is not None and isinstance(low, t.Const) and isinstance(high, t.Const) and first > last:
        body.report(codes.EMPTY_RANGE, f"the range {first}..{last} is empty", node.span, help=f"write '{last}..{first}'")
    return t.IntervalExpr(span=node.span, type=SetT(NumberT(first, last)), low=low, high=high)


def end_of(body: Body, node: nodes.EndOf) -> t.Expr:
    """``top n of zone``."""
    word = "top" if node.top else "bottom"
    zone = body.expr(node.zone)
    count = None if node.count is None else number(body, body.expr(node.count), f"the number of cards behind '{word}'")
    if not isinstance(zone, t.ZoneRef):
        if isinstance(zone.type, AnyT) and not isinstance(zone, t.AttrRef | t.StateRef):
            return zone
        help = None
        if isinstance(node.zone, nodes.Dot):
            inner = node.zone
            help = f"'{word}' takes a zone: write '({word} of {inner.target.span.text}).{inner.name.text}'"
        elif isinstance(zone.type, SetT):
            help = "of a set, ask 'last(..)' or 'first(..)'"
        return body.wrong(codes.NOT_A_ZONE, f"'{word} of' takes a zone, but this is {show(zone.type)}", node.zone.span, help=help)
    type = zone.type if count is not None else element(zone.type)
    return t.EndOfZone(span=node.span, type=type, top=node.top, count=count, zone=zone)


