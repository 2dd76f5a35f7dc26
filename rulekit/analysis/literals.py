"""Literals of examples: cards, values and decisions as they are written there.

Takes their syntax, gives nothing.  Promises: reports only what no run of the example could mean (a name that doesn't exist, a
choice too many, a value of another type); whether a card or an option is there in play is for the run.
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis.body import Body
from rulekit.analysis.cards import attributes_of
from rulekit.analysis.constants import check_bounds
from rulekit.analysis.lattice import card_of, element, show
from rulekit.analysis.names import unknown
from rulekit.analysis.report import count_of, listed, nearest
from rulekit.analysis.types import (
    AnyT,
    CardT,
    ElementT,
    EnumT,
    FlagT,
    LinkT,
    NumberT,
    OptionalT,
    PlayerT,
    SetT,
    SpaceT,
    TeamT,
    Type,
)
from rulekit.source import Span
from rulekit.syntax import nodes


def check(body: Body, literal: nodes.Literal, type: Type, what: str) -> None:
    """A value for something of this type."""
    of = element(type)
    match literal:
        case nodes.LiteralSet():
            if not isinstance(type, SetT | AnyT):
                body.report(codes.WRONG_TYPE, f"{what} is {show(type)}, but this is a set", literal.span)
                return
            for item in literal.items:
                check(body, item, of, what)
        case nodes.Number(value=value):
            if isinstance(of, NumberT):
                check_bounds(body.sink, value, of, literal.span, what)
            elif not isinstance(of, AnyT):
                body.report(codes.WRONG_TYPE, f"{what} is {show(type)}, but this is a number", literal.span)
        case nodes.Range():
            _want(body, of, NumberT, literal.span, what, "a range of numbers")
        case nodes.Person():
            body.expr(literal)
            _want(body, of, PlayerT, literal.span, what, "a player")
        case nodes.LinkItem():
            _want(body, of, LinkT, literal.span, what, "a link")
            for end in (literal.start, literal.end):
                if not isinstance(body.names.globals.get(end.text), model.SpaceDecl):
                    unknown(body.names, body.sink, end, "a space", body.names.names_of(model.SpaceDecl))
        case nodes.String():
            body.report(codes.WRONG_TYPE, f"{what} is {show(type)}, but this is a text", literal.span)
        case nodes.CardItem():
            _named(body, literal, type, what)


def _want(body: Body, of: ElementT, wanted: type, span: Span, what: str, this: str) -> None:
    if not isinstance(of, wanted | AnyT):
        body.report(codes.WRONG_TYPE, f"{what} is {show(of)}, but this is {this}", span)


def _named(body: Body, item: nodes.CardItem, type: Type, what: str) -> None:
    """A name: a card kind, or a value of another sort."""
    of = element(type)
    text = item.name.text
    decl = body.names.globals.get(text)
    if text == "none" or isinstance(of, AnyT):
        if text == "none" and not isinstance(type, OptionalT | AnyT | SetT | CardT | PlayerT | SpaceT):
            body.report(codes.WRONG_TYPE, f"{what} is {show(type)}, and that is never none", item.span)
        return
    fits = True
    match of:
        case CardT(kind):
            check_card(body, item, None, kind)
            return
        case FlagT():
            fits = text in ("yes", "no")
        case EnumT(enum):
            fits = isinstance(decl, model.EnumValueDecl) and decl.enum is enum
        case SpaceT():
            fits = isinstance(decl, model.SpaceDecl)
        case TeamT():
            fits = isinstance(decl, model.TeamDecl)
        case _:
            fits = False
    if fits:
        return
    if decl is None and text not in ("yes", "no"):
        candidates = [value.name for value in of.decl.values] if isinstance(of, EnumT) else list(body.names.globals)
        unknown(body.names, body.sink, item.name, "a value", candidates)
    else:
        help = f"its values: {listed(value.name for value in of.decl.values)}" if isinstance(of, EnumT) else None
        body.report(codes.WRONG_TYPE, f"{what} is {show(type)}, and '{text}' isn't", item.span, help=help)


# ---------------------------------------------------------------- cards


def check_card(body: Body, item: nodes.CardItem, zone: model.ZoneDecl | None, wanted: model.KindDecl | None = None) -> None:
    """A card as it is written: count, kind, label, open values, states."""
    kind = body.names.globals.get(item.name.text)
    if not isinstance(kind, model.KindDecl):
        unknown(body.names, body.sink, item.name, "a card kind", body.names.names_of(model.KindDecl))
        return
    wanted = wanted or (zone.kind if zone is not None else None)
    if wanted is not None and not kind.is_a(wanted) and not wanted.is_a(kind):
        if zone is not None:
            body.report(codes.EXAMPLE_MISMATCH, f"cards '{kind.name}' never lie in '{zone.name}'", item.span)
        else:
            body.report(codes.WRONG_TYPE, f"a card '{wanted.name}' is wanted here, and '{kind.name}' is none", item.span)
        return
    if item.label is not None and not any(
        group.label == item.label.value and group.kind.is_a(kind) for deck in body.model.decks for group in deck.groups
    ):
        labels = {group.label for deck in body.model.decks for group in deck.groups if group.kind.is_a(kind) and group.label}
        guess = nearest(item.label.value, labels)
        help = f'did you mean "{guess}"?' if guess else None
        text = f"no card '{kind.name}' has the label \"{item.label.value}\""
        body.report(codes.EXAMPLE_MISMATCH, text, item.label.span, help=help)
    if kind.broken:
        return
    _open_values(body, item, kind)
    _states(body, item, kind)


def open_attributes(kind: model.KindDecl) -> list[model.AttributeDecl]:
    """The attributes that a kind leaves open: its own before its parents', each in the order of declaration."""
    fixed = {name for ancestor in kind.ancestry() for name in ancestor.presets}
    return [attribute for ancestor in kind.ancestry() for attribute in ancestor.attributes if attribute.name not in fixed]


def _open_values(body: Body, item: nodes.CardItem, kind: model.KindDecl) -> None:
    attributes = open_attributes(kind)
    if len(item.values) > len(attributes):
        names = listed(attribute.name for attribute in attributes)
        body.report(
            codes.WRONG_COUNT, f"cards '{kind.name}' have {count_of(len(attributes), 'open attribute')}, not {len(item.values)}",
            item.values[len(attributes)].span, help=f"in this order: {names}" if names else None,
        )  # fmt: skip
        return
    for value, attribute in zip(item.values, attributes, strict=False):
        check(body, _as_literal(value), attribute.type, f"'{attribute.name}'")


def _as_literal(value: nodes.Ident | nodes.Number | nodes.Person) -> nodes.Literal:
    if isinstance(value, nodes.Ident):
        return nodes.CardItem(span=value.span, count=None, name=value, label=None, values=(), states=(), nth=None)
    return value


def _states(body: Body, item: nodes.CardItem, kind: model.KindDecl) -> None:
    for ident, value in item.states:
        member = body.names.member(kind, ident.text)
        if not isinstance(member, model.StateDecl):
            attributes = [attribute.name for attribute in attributes_of(kind)]
            help = "attributes stand without 'with', in their order" if ident.text in attributes else None
            body.report(codes.NO_MEMBER, f"cards '{kind.name}' have no state '{ident.text}'", ident.span, help=help)
        elif value is not None:
            check(body, _as_literal(value), member.type, f"'{member.name}'")
        elif not isinstance(member.type, FlagT | AnyT):
            body.report(codes.WRONG_TYPE, f"'{member.name}' isn't a flag, so it needs a value", ident.span)


# ---------------------------------------------------------------- decisions


def check_option(body: Body, item: nodes.OptionItem) -> None:
    """``play(red, {..})``: an action or reaction with its choices."""
    decl = body.names.globals.get(item.name.text)
    if not isinstance(decl, model.ActionDecl | model.ReactionDecl):
        sorts = (model.ActionDecl, model.ReactionDecl)
        unknown(body.names, body.sink, item.name, "an action or reaction", body.names.names_of(*sorts))
        return
    inference = body.session.inference
    inference.ask(decl)
    node = decl.node
    names = [clause.choice.name.text for clause in node.clauses if isinstance(clause, nodes.Choose)] if node is not None else []
    types: list[Type] = list(inference.signatures.get(decl, ()))
    if decl.kind is not None:
        names, types = ["this", *names], [card_of(decl.kind), *types]
    if len(item.choices) > len(names):
        body.report(
            codes.WRONG_COUNT, f"'{decl.name}' has {count_of(len(names), 'choice')}, not {len(item.choices)}", item.name.span,
            also=((decl.span, "declared here"),), help=f"they are: {', '.join(names)}" if names else None,
        )  # fmt: skip
        return
    for position, decided in enumerate(item.choices):
        at = position
        if decided.name is not None:
            if decided.name.text not in names:
                guess = nearest(decided.name.text, names)
                help = f"did you mean '{guess}'?" if guess else f"its choices: {', '.join(names)}"
                text = f"'{decl.name}' has no choice '{decided.name.text}'"
                body.report(codes.UNKNOWN_NAME, text, decided.name.span, help=help)
                continue
            at = names.index(decided.name.text)
        check(body, decided.value, types[at] if at < len(types) else AnyT(), f"'{names[at]}' of '{decl.name}'")


def check_pick(body: Body, item: nodes.PickItem) -> None:
    """``k = 3``: an answer to a ``choose`` somewhere in the rules."""
    if item.name.text not in body.session.chosen:
        guess = nearest(item.name.text, body.session.chosen)
        help = f"did you mean '{guess}'?" if guess else None
        body.report(codes.UNKNOWN_NAME, f"nothing called '{item.name.text}' is ever chosen", item.name.span, help=help)
    if isinstance(item.value, nodes.CardItem) and item.value.name.text not in body.names.globals:
        if item.value.name.text not in ("yes", "no", "none"):
            unknown(body.names, body.sink, item.value.name, "a value", list(body.names.globals))
