"""Card kinds and decks.

Takes their syntax, gives their declarations: kinds with all that they inherit, decks with every group of equal cards.
Promises: the groups of a deck have a value for every attribute of their kind; ``each`` is unfolded, the first varies slowest.
"""

from __future__ import annotations

from itertools import product
from math import prod

from rulekit.analysis import codes, model
from rulekit.analysis.body import Session
from rulekit.analysis.constants import constant, first_value
from rulekit.analysis.data import cite, label
from rulekit.analysis.lattice import element, show
from rulekit.analysis.limits import MOST_CARDS, few_enough
from rulekit.analysis.model import Value
from rulekit.analysis.names import Names, allowed, duplicate, unknown
from rulekit.analysis.report import report
from rulekit.analysis.types import AnyT, CardT, EnumT, FlagT, NumberT, OptionalT, SpaceT, TeamT
from rulekit.source import Span
from rulekit.syntax import nodes


def enter_kind(session: Session, node: nodes.Card, variant: model.VariantDecl | None) -> model.KindDecl:
    """A kind's name."""
    decl = model.KindDecl(node.name.text, node.name.span, label(node.label), cite(node), variant, face_up=node.face_up)
    session.names.declare(decl, session.sink)
    session.model.kinds.append(decl)
    return decl


def link_parents(session: Session, kinds: list[tuple[nodes.Card, model.KindDecl]]) -> None:
    """Parents and children."""
    for node, decl in kinds:
        if node.parent is None:
            continue
        parent = session.names.find(node.parent.text, model.KindDecl)
        if not isinstance(parent, model.KindDecl):
            candidates = [name for name in session.names.names_of(model.KindDecl) if name != decl.name]
            unknown(session.names, session.sink, node.parent, "a card kind", candidates)
            decl.broken = True
        elif decl in parent.ancestry():
            report(session.sink, codes.KIND_CYCLE, f"'{decl.name}' would be its own parent", node.parent.span)
        else:
            decl.parent = parent
            parent.children.append(decl)
    for _, decl in in_order(kinds):
        decl.broken = any(kind.broken for kind in decl.ancestry())


def in_order(kinds: list[tuple[nodes.Card, model.KindDecl]]) -> list[tuple[nodes.Card, model.KindDecl]]:
    """Parents before their children."""
    return sorted(kinds, key=lambda pair: len(pair[1].ancestry()))


def inherit(session: Session, kinds: list[tuple[nodes.Card, model.KindDecl]]) -> None:
    """Where cards work and are discarded to, when zones are known."""
    for node, decl in in_order(kinds):
        parent = decl.parent
        if parent is not None:
            decl.face_up = decl.face_up or parent.face_up
            decl.from_zone, decl.discards_to, decl.discards_bottom = parent.from_zone, parent.discards_to, parent.discards_bottom
        if node.from_zone is not None:
            decl.from_zone = node.from_zone.text
            _zone(session, node.from_zone)
        if node.discards_to is not None:
            decl.discards_to = _zone(session, node.discards_to)
            decl.broken = decl.broken or decl.discards_to is None
            decl.discards_bottom = node.discards_bottom


def _zone(session: Session, ident: nodes.Ident) -> model.ZoneDecl | None:
    zone = session.names.zones.get(ident.text)
    if zone is None:
        unknown(session.names, session.sink, ident, "a zone", list(session.names.zones))
    return zone


# ---------------------------------------------------------------- attributes


def enter_members(session: Session, kinds: list[tuple[nodes.Card, model.KindDecl]]) -> None:
    """Attributes and states; parents before their children."""
    for node, decl in in_order(kinds):
        for item in node.data:
            match item:
                case nodes.Attribute():
                    _attribute(session, decl, item)
                case nodes.CardState():
                    _state(session, decl, item)
                case nodes.Preset():
                    pass
    for node, decl in in_order(kinds):
        for item in node.data:
            if isinstance(item, nodes.Preset):
                _preset(session, decl, item)


def _enter_member(session: Session, decl: model.AttributeDecl | model.StateDecl, kind: model.KindDecl) -> bool:
    if not allowed(decl.name, decl.span, session.sink, member=True):
        return False
    first = session.names.member(kind, decl.name)
    if first is not None:
        duplicate(decl.name, decl.span, first.span, session.sink)
        return False
    session.names.members.setdefault(decl.name, []).append(decl)
    return True


def _attribute(session: Session, kind: model.KindDecl, item: nodes.Attribute) -> None:
    type = session.resolve(item.type, session.sink)
    decl = model.AttributeDecl(item.name.text, item.name.span, None, cite(item), kind.variant, kind, type, item.on_back)
    if isinstance(element(type), CardT):
        report(
            session.sink, codes.BAD_TYPE, "what is printed on a card can't be another card", item.type.span,
            help=f"what changes in play is a state: 'state {decl.name}: .. = none'",
        )  # fmt: skip
    if item.default is not None:
        decl.has_default = True
        decl.default = constant(session.names, session.sink, item.default, type, f"'{decl.name}'")
    if _enter_member(session, decl, kind):
        kind.attributes.append(decl)


def _state(session: Session, kind: model.KindDecl, item: nodes.CardState) -> None:
    type = session.resolve(item.type, session.sink)
    decl = model.StateDecl(item.name.text, item.name.span, None, cite(item), kind.variant, kind, type, first_value(type))
    decl.until_moved = item.until_moved
    if item.default is not None:
        decl.default = constant(session.names, session.sink, item.default, type, f"'{decl.name}'")
    if _enter_member(session, decl, kind):
        kind.states.append(decl)


def _preset(session: Session, kind: model.KindDecl, item: nodes.Preset) -> None:
    member = session.names.member(kind, item.name.text)
    if isinstance(member, model.AttributeDecl):
        if item.name.text in kind.presets:
            duplicate(item.name.text, item.name.span, item.name.span, session.sink)
        kind.presets[member.name] = constant(session.names, session.sink, item.value, member.type, f"'{member.name}'")
    elif member is not None:
        report(
            session.sink, codes.WRONG_SORT, f"'{member.name}' is a state; only attributes are fixed", item.name.span,
            also=[(member.span, "declared here")],
        )  # fmt: skip
    else:
        _no_attribute(session, kind, item.name)


def attributes_of(kind: model.KindDecl) -> list[model.AttributeDecl]:
    """All attributes, inherited ones first."""
    return [attribute for ancestor in reversed(kind.ancestry()) for attribute in ancestor.attributes]


def _no_attribute(session: Session, kind: model.KindDecl, ident: nodes.Ident) -> None:
    if kind.broken:
        return
    having = session.names.members.get(ident.text)
    if having:
        report(
            session.sink, codes.KIND_LACKS, f"cards '{kind.name}' have no '{ident.text}'", ident.span,
            also=[(having[0].span, "declared here")],
        )  # fmt: skip
        return
    unknown(Names(), session.sink, ident, "an attribute", [attribute.name for attribute in attributes_of(kind)])


# ---------------------------------------------------------------- decks


def enter_deck(session: Session, node: nodes.Deck, variant: model.VariantDecl | None) -> model.DeckDecl:
    """A deck's name."""
    decl = model.DeckDecl(node.name.text, node.name.span, None, cite(node), variant)
    session.names.declare(decl, session.sink)
    session.model.decks.append(decl)
    return decl


def complete_deck(session: Session, node: nodes.Deck, decl: model.DeckDecl) -> None:
    """The groups of equal cards of a deck."""
    cards = 0
    for copies in node.copies:
        kind = session.names.find(copies.kind.text, model.KindDecl)
        if isinstance(kind, model.KindDecl):
            session.decked.add(kind)
            groups = _groups(session, copies, kind)
            cards += sum(group.count for group in groups)
            if not few_enough(session.sink, cards, MOST_CARDS, "cards", copies.span):
                return
            decl.groups += groups
        else:
            unknown(session.names, session.sink, copies.kind, "a card kind", session.names.names_of(model.KindDecl))


def _groups(session: Session, copies: nodes.Copies, kind: model.KindDecl) -> list[model.CardGroup]:
    fixed: dict[str, Value] = {}
    for ancestor in reversed(kind.ancestry()):
        fixed.update(ancestor.presets)
    attributes = {attribute.name: attribute for attribute in attributes_of(kind)}
    given: dict[str, list[Value]] = {}
    for attr in copies.attrs:
        name = attr.name.text
        attribute = attributes.get(name)
        if attribute is None:
            _no_attribute(session, kind, attr.name)
            continue
        if name in fixed:
            report(
                session.sink, codes.FIXED_ATTRIBUTE, f"'{name}' is fixed for cards '{kind.name}'", attr.span,
                also=[(kind.span, "this kind")],
            )  # fmt: skip
        if name in given:
            report(session.sink, codes.DUPLICATE, f"'{name}' is given twice", attr.span)
        given[name] = _attr_values(session, attr, attribute)
    missing = [name for name, attribute in attributes.items() if not (name in given or name in fixed or attribute.has_default)]
    if missing:
        also = [(attributes[name].span, "declared here") for name in missing]
        wanted = ", ".join(f"'{name}'" for name in missing)
        report(
            session.sink, codes.MISSING_ATTRIBUTE, f"cards '{kind.name}' need a value for {wanted}", copies.kind.span,
            also=also, help=f"write '{copies.count} {kind.name} with {missing[0]} = ..', or give it a default",
        )  # fmt: skip
    base = {name: fixed.get(name, attribute.default) for name, attribute in attributes.items()}
    groups: list[model.CardGroup] = []
    copied = max(copies.count, 1)
    if not few_enough(session.sink, copied * prod(map(len, given.values())), MOST_CARDS, "cards", copies.span):
        return groups
    for values in product(*given.values()):
        row = {**base, **dict(zip(given, values, strict=True))}
        groups.append(model.CardGroup(copies.count, kind, label(copies.label), row, copies.span))
    return groups


def _attr_values(session: Session, attr: nodes.Attr, attribute: model.AttributeDecl) -> list[Value]:
    what = f"'{attribute.name}'"
    match attr:
        case nodes.AttrValue():
            return [constant(session.names, session.sink, attr.value, attribute.type, what)]
        case nodes.AttrFlag():
            if not isinstance(attribute.type, FlagT | AnyT):
                report(
                    session.sink, codes.WRONG_TYPE, f"{what} isn't a flag, so it needs a value", attr.span,
                    help=f"write '{attribute.name} = ..'", also=[(attribute.span, "declared here")],
                )  # fmt: skip
            return [True]
        case nodes.AttrEach():
            return _each(session, attr, attribute)


def _each(session: Session, attr: nodes.AttrEach, attribute: model.AttributeDecl) -> list[Value]:
    of = element(attribute.type)
    what = f"'{attribute.name}'"
    if attr.source is not None:
        if not isinstance(of, NumberT | AnyT):
            report(session.sink, codes.WRONG_TYPE, f"{what} is {show(of)}, so it has no range of numbers", attr.source.span)
            return [first_value(attribute.type)]
        low = constant(session.names, session.sink, attr.source.low, of, what)
        high = constant(session.names, session.sink, attr.source.high, of, what)
        if not isinstance(low, int) or not isinstance(high, int):
            return [first_value(attribute.type)]
        if low > high:
            report(session.sink, codes.EMPTY_RANGE, f"the range {low}..{high} is empty", attr.source.span)
        if not few_enough(session.sink, high - low + 1, MOST_CARDS, "values", attr.source.span):
            return [low]
        return list(range(low, high + 1))
    match of:
        case EnumT(decl):
            return list(range(len(decl.values)))
        case SpaceT() if session.model.board is not None:
            return list(range(len(session.model.board.spaces)))
        case TeamT():
            return list(range(len(session.model.teams)))
        case AnyT():
            return [None]
        case _:
            return _no_values(session, attr.span, attribute)


def _no_values(session: Session, span: Span, attribute: model.AttributeDecl) -> list[Value]:
    number = isinstance(attribute.type, NumberT | OptionalT)
    report(
        session.sink, codes.NOTHING_TO_FILL, f"'{attribute.name}' is {show(attribute.type)}: which values are meant?", span,
        help=f"write 'each {attribute.name} in 1..10'" if number else None, also=[(attribute.span, "declared here")],
    )  # fmt: skip
    return [first_value(attribute.type)]
