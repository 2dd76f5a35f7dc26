"""Patterns: what they demand, and the places that ask for them (``has``, ``matching``).

Takes syntax, gives typed lines and shapes.  Promises: each line's attribute is one that the cards asked about have and that
fits the line (``consecutive`` a number with bounds or an enum, ``total`` a number).
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.arguments import arguments
from rulekit.analysis.body import Body
from rulekit.analysis.coerce import flag, number
from rulekit.analysis.lattice import show
from rulekit.analysis.names import CardMember, unknown
from rulekit.analysis.report import nearest
from rulekit.analysis.types import AnyT, CardT, ElementT, EnumT, NumberT
from rulekit.source import Span
from rulekit.syntax import nodes


def shape(body: Body, node: nodes.Shape, element: ElementT) -> t.TypedShape:
    """A pattern behind ``has`` or ``matching``, asked about a set of these elements."""
    decl = body.names.find(node.name.text, model.PatternDecl)
    if not isinstance(decl, model.PatternDecl):
        unknown(body.names, body.sink, node.name, "a pattern", body.names.names_of(model.PatternDecl))
        for arg in node.args:
            body.expr(arg)
        return t.TypedShape(span=node.span, decl=model.PatternDecl(node.name.text, node.name.span), args=())
    if not isinstance(element, CardT | AnyT):
        body.report(codes.WRONG_TYPE, f"patterns are about cards, but this is {show(element)}", node.span)
    else:
        body.session.inference.give(decl, element, node.span)
    args = arguments(body, decl.name, decl.span, decl.params, node.args, node.name.span)
    return t.TypedShape(span=node.span, decl=decl, args=args)


def lower_pattern(body: Body, decl: model.PatternDecl) -> None:
    """Fill in a pattern's lines."""
    node = decl.node
    assert node is not None
    body.session.inference.ask(decl)
    for param in decl.params:
        body.enter(param)
    decl.lines, decl.same = [], []
    decl.different = decl.consecutive = decl.total = decl.size = None
    for line in node.body:
        match line:
            case nodes.Holds(count=count) | nodes.Wild(count=count):
                low, high = bounds(body, count)
                it = model.Local("it", decl.element, line.condition.span, "it")
                with body.over(it):
                    condition = flag(body, body.expr(line.condition))
                wild = isinstance(line, nodes.Wild)
                decl.lines.append(model.HoldsLine(wild, low, high, it, condition, line.span))
            case nodes.Same():
                _attribute(body, decl, line.name, "same")
                decl.same.append(line.name.text)
            case nodes.Different():
                _once(body, decl.different or decl.consecutive, line.span)
                _attribute(body, decl, line.name, "different")
                decl.different = line.name.text
            case nodes.Consecutive():
                _once(body, decl.different or decl.consecutive, line.span)
                _attribute(body, decl, line.name, "consecutive")
                decl.consecutive = line.name.text
            case nodes.Total():
                _once(body, decl.total and decl.total[0], line.span)
                _attribute(body, decl, line.name, "total")
                decl.total = (line.name.text, number(body, body.expr(line.value), "a total"))
            case nodes.Size():
                _once(body, "size" if decl.size else None, line.span)
                decl.size = bounds(body, line.count)
            case nodes.Ruling():
                pass
    wild_line = next((line for line in decl.lines if line.wild), None)
    if decl.total is not None and wild_line is not None:
        body.report(codes.PATTERN_ATTRIBUTE, "'total' can't be asked of a pattern with 'wild' cards", wild_line.span)


def bounds(body: Body, count: nodes.Count) -> tuple[t.Expr, t.Expr | None]:
    """How many: the lower and the upper number; one number gives one object."""
    low = number(body, body.expr(count.low), "a number of cards")
    if count.high is None:
        return low, None
    if count.high is count.low:
        return low, low
    high = number(body, body.expr(count.high), "a number of cards")
    if isinstance(low, t.Const) and isinstance(high, t.Const) and isinstance(low.value, int) and isinstance(high.value, int):
        if low.value > high.value:
            body.report(codes.EMPTY_RANGE, f"the range {low.value}..{high.value} is empty", count.span)
    return low, high


def _once(body: Body, before: str | None, span: Span) -> None:
    if before:
        body.report(codes.ONLY_ONCE, "a pattern has at most one of 'different' and 'consecutive', one 'total', one 'size'", span)


def _attribute(body: Body, decl: model.PatternDecl, name: nodes.Ident, line: str) -> None:
    found: list[CardMember] = body.names.members.get(name.text, [])
    if not found:
        guess = nearest(name.text, body.names.members)
        help = f"did you mean '{guess}'?" if guess else None
        body.report(codes.UNKNOWN_NAME, f"there is no attribute '{name.text}'", name.span, help=help)
        return
    member = found[0]
    if isinstance(decl.element, CardT):
        own = body.names.member(decl.element.kind, name.text)
        if own is None and not any(m.kind is not None and m.kind.is_a(decl.element.kind) for m in found):
            kind = decl.element.kind.name
            body.report(
                codes.KIND_LACKS, f"this pattern is asked about cards '{kind}', and they have no '{name.text}'", name.span,
                also=((member.span, "declared here"),),
            )  # fmt: skip
            return
        member = own or member
    type = member.type
    if line == "total" and not isinstance(type, NumberT | AnyT):
        body.report(codes.PATTERN_ATTRIBUTE, f"'total' adds up numbers, but '{name.text}' is {show(type)}", name.span)
    if line == "consecutive" and not isinstance(type, EnumT | AnyT):
        if not isinstance(type, NumberT):
            body.report(
                codes.PATTERN_ATTRIBUTE, f"'consecutive' needs numbers or an enum, but '{name.text}' is {show(type)}", name.span
            )
        elif type.low is None or type.high is None:
            body.report(
                codes.PATTERN_ATTRIBUTE, f"'consecutive' needs a number with bounds, but '{name.text}' has none", name.span,
                help=f"declare them: '{name.text}: number 1..13'", also=((member.span, "declared here"),),
            )  # fmt: skip
