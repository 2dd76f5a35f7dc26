"""Values that are fixed by the text: attributes in decks, defaults of options, states and spaces.

Takes syntax and the type that is wanted, gives a constant.  Promises: a value that is no constant, of another type or outside
its bounds is one finding.
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis.lattice import element, show
from rulekit.analysis.limits import MOST_VALUES, few_enough
from rulekit.analysis.model import Value
from rulekit.analysis.names import Names, sort_of
from rulekit.analysis.report import nearest, report
from rulekit.analysis.types import AnyT, EnumT, FlagT, NumberT, OptionalT, SetT, SpaceT, TeamT, Type
from rulekit.diagnostics import Sink
from rulekit.source import Span
from rulekit.syntax import nodes


def constant(names: Names, sink: Sink, node: nodes.Expr, type: Type, what: str) -> Value:
    """The value of ``node``, which has to be a ``type``."""
    if isinstance(type, SetT):
        return _set(names, sink, node, type, what)
    match node:
        case nodes.Number(value=value):
            return _number(sink, value, type, node.span, what)
        case nodes.Negative(operand=nodes.Number(value=value)):
            return _number(sink, -value, type, node.span, what)
        case nodes.Name(text=text):
            return _name(names, sink, text, type, node.span, what)
        case _:
            report(sink, codes.NOT_CONSTANT, f"{what} is fixed in the rules, so this has to be a plain value", node.span)
            return first_value(type)


def _set(names: Names, sink: Sink, node: nodes.Expr, type: SetT, what: str) -> Value:
    items = node.items if isinstance(node, nodes.SetOf) else (node,)
    found: list[int] = []
    for item in items:
        if isinstance(item, nodes.Interval):
            low = constant(names, sink, item.low, type.of, what)
            high = constant(names, sink, item.high, type.of, what)
            if isinstance(low, int) and isinstance(high, int):
                if not few_enough(sink, high - low + 1, MOST_VALUES, "numbers in a set", item.span):
                    continue
                known = set(found)
                found += [number for number in range(low, high + 1) if number not in known]
            continue
        value = constant(names, sink, item, type.of, what)
        if isinstance(value, int) and value not in found:
            found.append(value)
    return tuple(found)


def _number(sink: Sink, value: int, type: Type, span: Span, what: str) -> Value:
    wanted = element(type)
    if not isinstance(wanted, NumberT | AnyT):
        report(sink, codes.WRONG_TYPE, f"{what} is {show(type)}, but this is a number", span)
        return first_value(type)
    if isinstance(wanted, NumberT):
        check_bounds(sink, value, wanted, span, what)
    return value


def check_bounds(sink: Sink, value: int, type: NumberT, span: Span, what: str) -> None:
    """Report a fixed number outside its bounds."""
    if (type.low is not None and value < type.low) or (type.high is not None and value > type.high):
        low = "" if type.low is None else type.low
        high = "" if type.high is None else type.high
        report(sink, codes.OUT_OF_BOUNDS, f"{value} is outside the bounds of {what}", span, help=f"they are {low}..{high}")


def _name(names: Names, sink: Sink, text: str, type: Type, span: Span, what: str) -> Value:
    wanted = element(type)
    if isinstance(wanted, AnyT):
        return None
    if text in ("yes", "no"):
        if not isinstance(wanted, FlagT):
            report(sink, codes.WRONG_TYPE, f"{what} is {show(type)}, but this is a flag", span)
        return text == "yes"
    if text == "none":
        if not isinstance(type, OptionalT):
            report(sink, codes.WRONG_TYPE, f"{what} is {show(type)}, and that is never none", span)
        return None
    decl = names.globals.get(text)
    if decl is None:
        guess = nearest(text, _candidates(names, type))
        help = f"did you mean '{guess}'?" if guess else None
        help = help or ("a flag is 'yes' or 'no'" if isinstance(wanted, FlagT) else None)
        report(sink, codes.UNKNOWN_NAME, f"there is no '{text}'", span, help=help)
        return first_value(type)
    match decl, wanted:
        case model.EnumValueDecl(enum=enum), EnumT(wanted_enum) if enum is wanted_enum:
            return decl.index
        case model.SpaceDecl(), SpaceT():
            return decl.index
        case model.TeamDecl(), TeamT():
            return decl.index
        case _:
            also = [(decl.span, "declared here")]
            report(sink, codes.WRONG_TYPE, f"{what} is {show(type)}, but '{text}' is {_of(decl)}", span, also=also)
            return first_value(type)


def _of(decl: model.Decl) -> str:
    if isinstance(decl, model.EnumValueDecl) and decl.enum is not None:
        return f"a value of '{decl.enum.name}'"
    return sort_of(decl)


def _candidates(names: Names, type: Type) -> list[str]:
    match element(type):
        case EnumT(decl):
            return [value.name for value in decl.values]
        case SpaceT():
            return names.names_of(model.SpaceDecl)
        case TeamT():
            return names.names_of(model.TeamDecl)
        case FlagT():
            return ["yes", "no"]
        case _:
            return []


def first_value(type: Type) -> Value:
    """What a field or attribute of this type has if nothing is said."""
    match type:
        case NumberT(low, high):
            return low if low is not None and low > 0 else high if high is not None and high < 0 else 0
        case FlagT():
            return False
        case EnumT():
            return 0
        case SetT():
            return ()
        case _:
            return None
