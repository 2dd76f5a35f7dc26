"""Random trees, made from the types of the nodes' fields, with the few rules that the types don't say.

``trees()`` gives whole files, ``expressions()`` expressions; whatever they give could have been parsed from some text.
"""

from __future__ import annotations

import types
import typing
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
from hypothesis import strategies as st

from rulekit.source import SourceFile, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.shipped import load
from rulekit.syntax.words import RESERVED

NOWHERE = Span(SourceFile("tree", ""), 0, 0)
SOFT = sorted((set(load().words) | {p for found in load().phrases.values() for parts, _ in found for p in parts}) - set(RESERVED))

NAMES = st.sampled_from(["a", "b1", "coin", "hand", "draw_pile", "it", "x_"]) | st.sampled_from(SOFT)
PEOPLE = st.sampled_from(["Ann", "Ben", "Cat3", "D"])
LETTERS = st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp", "Cf"), blacklist_characters='"')
TEXTS = st.text(LETTERS, max_size=8)
CITES = TEXTS.map(lambda text: text.replace("#", "").strip())
NATURAL = st.integers(0, 20) | st.just(10**12)
LEAVES = (n.Number, n.Name, n.Name, n.String, n.Person)
OPS = ["or", "and", "=", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/", "mod"]

# Fields that can't be empty, by number of elements.
AT_LEAST = {
    "Suite.body": 1, "Pay.items": 1, "Trigger.happenings": 1, "Reaction.happenings": 1, "Reaction.clauses": 1, "Forbid.names": 1,
    "Phase.body": 1, "Offer.names": 1, "Winner.keys": 1, "Roll.dice": 1, "Variant.items": 1, "Teams.teams": 1, "Team.seats": 1,
    "Enum.values": 1, "Table.rows": 1, "Row.keys": 1, "Die.faces": 1, "Board.body": 1, "BoardFields.fields": 1, "Spaces.names": 1,
    "Path.names": 2, "Deck.copies": 1, "Shared.body": 1, "EachOwner.body": 1, "Pattern.body": 1, "Given.body": 1, "Play.body": 1,
    "Expect.body": 1, "May.items": 1, "Rolls.rolls": 1, "Example.body": 1, "Game.body": 1, "ZoneDecl.sight": 1, "Wins.who": 0,
}  # fmt: skip
SETS = {
    "Aggregate.source", "Binder.source", "Choice.source", "Move.cards", "Add.value", "Take.value", "Show.cards", "PayItem.amount",
    "Sees.cards", "Reaction.among",
}  # fmt: skip
FREE_NUMBERS = {
    "ValueIs.value", "CardItem.values", "CardItem.states", "Decided.value", "PickItem.value", "WithOption.value",
    "LiteralSet.items",
}  # fmt: skip


@cache
def hints(cls: type) -> dict[str, Any]:
    """The types of a node's fields, without its span."""
    found = get_type_hints(cls, vars(n))
    return {field.name: found[field.name] for field in attrs.fields(cls) if field.name != "span"}


class Maker:
    """Draws nodes; ``depth`` bounds how deep expressions and blocks go."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw

    def node(self, cls: type, depth: int, where: str = "") -> Any:
        special = getattr(self, f"make_{cls.__name__}", None)
        if special is not None:
            return special(depth, where)
        return self.plain(cls, depth)

    def plain(self, cls: type, depth: int, **given: Any) -> Any:
        name = cls.__name__
        values = {f: given[f] if f in given else self.value(t, depth - 1, f"{name}.{f}") for f, t in hints(cls).items()}
        return cls(span=NOWHERE, **values)

    def value(self, kind: Any, depth: int, where: str) -> Any:
        origin = get_origin(kind)
        if kind is n.Expr or (origin in (Union, types.UnionType) and n.Filter in get_args(kind)):
            if type(None) in get_args(kind) and self.draw(st.booleans()):
                return None
            return self.expression(depth, where)
        if origin in (Union, types.UnionType):
            options = list(get_args(kind))
            if depth <= 0 and type(None) in options:
                return None
            if depth <= 0:
                blocks = (n.If, n.ForEach, n.RepeatTimes, n.RepeatUntil, n.Phase, n.LiteralSet)
                options = [option for option in options if option not in blocks] or options
            return self.value(self.draw(st.sampled_from(options)), depth, where)
        if origin is tuple:
            args = get_args(kind)
            if len(args) == 2 and args[1] is Ellipsis:
                least = AT_LEAST.get(where, 0)
                size = self.draw(st.integers(least, least + (2 if depth > 0 else 0)))
                return tuple(self.value(args[0], depth, where) for _ in range(size))
            return tuple(self.value(arg, depth, where) for arg in args)
        if kind is type(None):
            return None
        if kind is bool:
            return self.draw(st.booleans())
        if kind is int:
            return self.draw(st.integers(-5, 20) if where == "Die.faces" else NATURAL)
        if kind is str:
            return self.word(where)
        return self.node(kind, depth, where)

    def word(self, where: str) -> str:
        match where:
            case "Person.text":
                return self.draw(PEOPLE)
            case "Text.value" | "String.value":
                return self.draw(TEXTS)
            case "Cite.text":
                return self.draw(CITES)
            case "Binary.op":
                return self.draw(st.sampled_from(OPS))
            case "May.form":
                return self.draw(st.sampled_from(["may", "may not", "may only"]))
            case "ZoneDecl.sight":
                return self.draw(st.sampled_from(["face up", "face down", "private"]))
            case "Ident.text" | "Name.text":
                return self.draw(NAMES)
        raise AssertionError(where)

    def expression(self, depth: int, where: str) -> Any:
        if where in SETS and self.draw(st.integers(0, 5)) == 0:
            interval = self.plain(n.Interval, depth)
            if self.draw(st.booleans()):
                return interval
            return n.Filter(span=NOWHERE, source=interval, condition=self.expression(depth - 1, ""))
        forms = LEAVES if depth <= 0 else [form for form in get_args(n.Expr) if form is not n.Interval]
        return self.node(self.draw(st.sampled_from(forms)), depth, where)

    # ------------------------------------------------------------ what the types don't say

    def make_Number(self, depth: int, where: str) -> n.Number:
        free = where in FREE_NUMBERS
        return n.Number(span=NOWHERE, value=self.draw(st.integers(-5, 20) if free else NATURAL))

    def make_SetOf(self, depth: int, where: str) -> n.SetOf:
        if self.draw(st.integers(0, 3)) == 0:
            return n.SetOf(span=NOWHERE, items=(self.plain(n.Interval, depth),))
        return self.plain(n.SetOf, depth)

    def make_Range(self, depth: int, where: str) -> n.Range:
        closed = where in ("ZoneDecl.index", "FieldDecl.index") or where in FREE_NUMBERS
        low = self.draw(st.integers(0 if closed else -5, 20))
        high = self.draw(st.integers(0, 20)) if closed else self.draw(st.none() | st.integers(-5, 20))
        return n.Range(span=NOWHERE, low=low, high=high)

    def make_TypeName(self, depth: int, where: str) -> n.TypeName:
        form = self.draw(st.sampled_from(["plain", "bounds", "optional", "set"]))
        bounds = self.make_Range(0, "") if form == "bounds" else None
        return self.plain(n.TypeName, 0, bounds=bounds, optional=form == "optional", is_set=form == "set")

    def make_If(self, depth: int, where: str) -> n.If:
        count = self.draw(st.integers(1, 3))
        branches = [self.plain(n.Branch, depth, condition=self.expression(depth - 2, "")) for _ in range(count)]
        if self.draw(st.booleans()):
            branches.append(self.plain(n.Branch, depth, condition=None))
        return n.If(span=NOWHERE, branches=tuple(branches))

    def make_Offer(self, depth: int, where: str) -> n.Offer:
        form = self.draw(st.sampled_from(["must one", "may one", "may any", "may up to"]))
        limit = self.expression(depth, "") if form == "may up to" else None
        return self.plain(n.Offer, depth, form=form, limit=limit)

    def one_of_two(self, cls: type, depth: int) -> Any:
        made = self.plain(cls, depth)
        return attrs.evolve(made, rising=None) if made.start is not None else made

    def make_ForEach(self, depth: int, where: str) -> n.ForEach:
        return self.one_of_two(n.ForEach, depth)

    def make_ForEachHead(self, depth: int, where: str) -> n.ForEachHead:
        return self.one_of_two(n.ForEachHead, depth)

    def make_Reaction(self, depth: int, where: str) -> n.Reaction:
        made = self.plain(n.Reaction, depth)
        return attrs.evolve(made, among=None) if made.by is None else made

    def make_Variant(self, depth: int, where: str) -> n.Variant:
        kinds = [kind for kind in typing.get_args(n.Item) if kind not in (n.Game, n.ExamplesOf)]
        kinds += [n.ExceptValue, n.ExceptEvent]
        items = [self.node(self.draw(st.sampled_from(kinds)), depth - 1) for _ in range(self.draw(st.integers(1, 2)))]
        return self.plain(n.Variant, depth, items=tuple(items))

    def make_Card(self, depth: int, where: str) -> n.Card:
        made = self.plain(n.Card, depth)
        return attrs.evolve(made, discards_bottom=False) if made.discards_to is None else made


@st.composite
def expressions(draw: Any) -> Any:
    return Maker(draw).expression(draw(st.integers(0, 4)), "")


@st.composite
def trees(draw: Any) -> n.RulesFile:
    """A file: its game and one to three items."""
    maker = Maker(draw)
    kinds = [kind for kind in typing.get_args(n.Item) if kind not in (n.Game, n.ExamplesOf)]
    items = [maker.node(draw(st.sampled_from(kinds)), 4) for _ in range(draw(st.integers(1, 3)))]
    return n.RulesFile(span=NOWHERE, items=(maker.node(n.Game, 2), *items))
