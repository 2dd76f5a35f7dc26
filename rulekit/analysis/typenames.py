"""Written types: ``number 0..8``, ``player?``, ``set of tile``.

Takes the syntax of a type, gives the type.  Promises: an unknown or impossible type is one finding, and fits everywhere after it.
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis.lattice import ANY, FLAG, LINE, LINK, PLAYER, SPACE, TEAM, card_of, show
from rulekit.analysis.names import Names, unknown
from rulekit.analysis.report import nearest, report
from rulekit.analysis.types import AnyT, ElementT, EnumT, FlagT, NumberT, OptionalT, SetT, Type
from rulekit.diagnostics import Sink
from rulekit.syntax import nodes

_SIMPLE: dict[str, ElementT] = {
    "flag": FLAG, "player": PLAYER, "team": TEAM, "space": SPACE, "link": LINK, "line": LINE,
}  # fmt: skip


def resolve(names: Names, sink: Sink, node: nodes.TypeName) -> Type:
    """The type that is written."""
    of = _element(names, sink, node)
    if node.bounds is not None and not isinstance(of, NumberT | AnyT):
        report(sink, codes.BAD_TYPE, f"only numbers have bounds, but this is {show(of)}", node.bounds.span)
    if node.is_set:
        if isinstance(of, FlagT):
            report(sink, codes.BAD_TYPE, "there are no sets of flags", node.span)
            return ANY
        return SetT(of)
    if node.optional:
        if isinstance(of, FlagT):
            report(
                sink, codes.BAD_TYPE, "a flag is never none", node.span, help="use an enum with three values, or a second flag"
            )
            return ANY
        return of if isinstance(of, AnyT) else OptionalT(of)
    return of


def _element(names: Names, sink: Sink, node: nodes.TypeName) -> ElementT:
    text = node.name.text
    if text == "number":
        bounds = node.bounds
        if bounds is None:
            return NumberT()
        if bounds.high is not None and bounds.high < bounds.low:
            report(sink, codes.EMPTY_RANGE, f"the range {bounds.low}..{bounds.high} is empty", bounds.span)
        return NumberT(bounds.low, bounds.high)
    if text in _SIMPLE:
        return _SIMPLE[text]
    match names.globals.get(text):
        case model.EnumDecl() as enum:
            return EnumT(enum)
        case model.KindDecl() as kind:
            return card_of(kind)
        case None:
            candidates = ["number", *_SIMPLE, *names.names_of(model.EnumDecl, model.KindDecl)]
            guess = nearest(text, candidates)
            help = f"did you mean '{guess}'?" if guess else None
            report(sink, codes.UNKNOWN_TYPE, f"there is no type '{text}'", node.name.span, help=help)
            return ANY
        case _:
            unknown(names, sink, node.name, "a type", [])
            return ANY
