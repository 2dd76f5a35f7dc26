"""The printer's part for expressions, choices and types.  See ``printer.py``."""

from __future__ import annotations

from typing import assert_never

from rulekit.syntax import nodes as n

# The levels of precedence; a form stands without brackets where its level or a lower one is allowed.
EXPR, TERNARY, OR, AND, NOT, COMPARE, SUM, PRODUCT, UNARY, POST = range(10)
SET = -1
"""Where a set is read: a sum or ``lo..hi``, perhaps with ``where``."""

_BINARY = {
    "or": (OR, OR, AND), "and": (AND, AND, NOT), "=": (COMPARE, SUM, SUM), "!=": (COMPARE, SUM, SUM), "<": (COMPARE, SUM, SUM),
    "<=": (COMPARE, SUM, SUM), ">": (COMPARE, SUM, SUM), ">=": (COMPARE, SUM, SUM), "in": (COMPARE, SUM, SUM),
    "+": (SUM, SUM, PRODUCT), "-": (SUM, SUM, PRODUCT), "*": (PRODUCT, PRODUCT, UNARY), "/": (PRODUCT, PRODUCT, UNARY),
    "mod": (PRODUCT, PRODUCT, UNARY),
}
"""For each operator: its own level, and the levels of its sides."""


def expression(node: n.Expr, level: int = EXPR) -> str:
    """The text of an expression where forms of ``level`` and above stand without brackets."""
    own, text = _form(node, level == SET)
    return f"({text})" if own < (SUM if level == SET else level) and own != SET else text


def set_expression(node: n.Expr) -> str:
    """The text of an expression that is read as a set."""
    return expression(node, SET)


def _form(node: n.Expr, as_set: bool) -> tuple[int, str]:
    match node:
        case n.Number():
            return POST, str(node.value)
        case n.String():
            return POST, f'"{node.value}"'
        case n.Name() | n.Person():
            return POST, node.text
        case n.SetOf():
            if len(node.items) == 1 and isinstance(node.items[0], n.Interval):
                return POST, f"{{{set_expression(node.items[0])}}}"
            return POST, f"{{{arguments(node.items)}}}"
        case n.Interval():
            return SET, f"{expression(node.low, SUM)}..{expression(node.high, SUM)}"
        case n.Dot():
            return POST, f"{expression(node.target, POST)}.{node.name.text}"
        case n.Index():
            return POST, f"{expression(node.target, POST)}[{expression(node.index)}]"
        case n.Call():
            return POST, f"{node.name.text}({arguments(node.args)})"
        case n.Aggregate():
            var = f"{node.var.text} in " if node.var else ""
            return POST, f"{node.name.text}({expression(node.body)} over {var}{set_expression(node.source)})"
        case n.Pick():
            return POST, f"{node.name.text}({expression(node.source)} by {expression(node.key, TERNARY)})"
        case n.Filter():
            source = expression(node.source, SET if as_set and not isinstance(node.source, n.Filter) else TERNARY)
            return (SET if as_set else EXPR), f"{source} where {expression(node.condition, TERNARY)}"
        case n.IfElse():
            yes, condition = expression(node.yes, OR), expression(node.condition, OR)
            return TERNARY, f"{yes} if {condition} otherwise {expression(node.no, TERNARY)}"
        case n.Binary():
            own, left, right = _BINARY[node.op]
            return own, f"{expression(node.left, left)} {node.op} {expression(node.right, right)}"
        case n.Not():
            return NOT, f"not {expression(node.operand, NOT)}"
        case n.Negative():
            return UNARY, f"-{expression(node.operand, UNARY)}"
        case n.IsKind():
            return COMPARE, f"{expression(node.operand, SUM)} is {'not ' if node.negated else ''}{node.kind.text}"
        case n.Has():
            return COMPARE, f"{expression(node.operand, SUM)} has {shape(node.shape)}"
        case n.EndOf():
            count = f" {end_count(node.count)}" if node.count is not None else ""
            return UNARY, f"{'top' if node.top else 'bottom'}{count} of {expression(node.zone, POST)}"
        case _:
            assert_never(node)


def arguments(args: tuple[n.Expr, ...]) -> str:
    """Expressions with commas between."""
    return ", ".join(expression(arg) for arg in args)


def called(args: tuple[n.Expr, ...]) -> str:
    """Arguments in brackets, or nothing."""
    return f"({arguments(args)})" if args else ""


def bound(node: n.Expr) -> str:
    """A number as it is, anything else in brackets."""
    return str(node.value) if isinstance(node, n.Number) else f"({expression(node)})"


def end_count(node: n.Expr) -> str:
    """The number behind ``top``: also a name stands without brackets."""
    return node.text if isinstance(node, n.Name) else bound(node)


def count(node: n.Count) -> str:
    """``n``, ``a..b`` or ``a..``."""
    if node.high is None:
        return f"{bound(node.low)}.."
    return bound(node.low) if node.high == node.low else f"{bound(node.low)}..{bound(node.high)}"


def shape(node: n.Shape) -> str:
    """A pattern with its arguments."""
    return node.name.text + called(node.args)


def label(node: n.Text | None) -> str:
    """A blank and the text in quotes, or nothing."""
    return f' "{node.value}"' if node else ""


def choice(node: n.Choice) -> str:
    """What follows ``choose``."""
    many = f"{count(node.count)} " if node.count else ""
    matching = " matching " + " or ".join(shape(s) for s in node.shapes) if node.shapes else ""
    return f"{many}{node.name.text}{label(node.label)} in {set_expression(node.source)}{matching}"


def binder(node: n.Binder) -> str:
    """``x in S``."""
    return f"{node.name.text} in {set_expression(node.source)}"


def range_(node: n.Range) -> str:
    """``3``, ``3..5`` or ``3..``."""
    if node.high is None:
        return f"{node.low}.."
    return str(node.low) if node.high == node.low else f"{node.low}..{node.high}"


def type_name(node: n.TypeName) -> str:
    """A type."""
    if node.is_set:
        return f"set of {node.name.text}"
    return node.name.text + ("?" if node.optional else "") + (f" {range_(node.bounds)}" if node.bounds else "")


def param(node: n.Param) -> str:
    """A parameter with its type, if it has one."""
    return node.name.text + (f": {type_name(node.type)}" if node.type else "")


def params(nodes: tuple[n.Param, ...]) -> str:
    """Parameters in brackets, or nothing."""
    return f"({', '.join(param(p) for p in nodes)})" if nodes else ""


def names(nodes: tuple[n.Ident, ...], between: str = ", ") -> str:
    """Names with commas between."""
    return between.join(name.text for name in nodes)


def condition(word: str, node: n.Expr | None) -> str:
    """A blank, the word and a condition, or nothing."""
    return f" {word} {expression(node)}" if node is not None else ""


def cited(text: str, node: n.Line) -> str:
    """A line with its citation."""
    return f"{text}  @ {node.cite.text}".rstrip() if node.cite else text


def nested(lines: list[str]) -> list[str]:
    """Lines one level deeper."""
    return [f"  {line}" for line in lines]
