# ruff: noqa: D102
"""The builder's methods for components: options, boards, cards, zones, queries, patterns.  See ``build.py``."""

from __future__ import annotations

from typing import Any

from rulekit.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.build_rules import CiteOr, but, of

Index = n.Ident | n.Range | None


class Data:
    """Methods named like the rules of the grammar."""

    def option(self, at: Span, name: n.Ident, label: n.Text | None, type: n.TypeName, default: n.Expr, cite: CiteOr) -> n.Option:
        return n.Option(span=at, name=name, label=label, type=type, default=default, cite=cite)

    def variant(self, at: Span, name: n.Ident, label: n.Text | None, cite: CiteOr, *items: Any) -> n.Variant:
        return n.Variant(span=at, name=name, label=label, cite=cite, items=items)

    def teams(self, at: Span, cite: CiteOr, *body: n.Team | n.Ruling) -> n.Teams:
        return n.Teams(span=at, cite=cite, teams=of(n.Team, body), rulings=of(n.Ruling, body))

    def team(self, at: Span, name: n.Ident, label: n.Text | None, *rest: Any) -> n.Team:
        seats = tuple(number.value for number in rest[:-1])
        return n.Team(span=at, name=name, label=label, seats=seats, cite=rest[-1])

    def enum(self, at: Span, name: n.Ident, *rest: Any) -> n.Enum:
        return n.Enum(span=at, name=name, values=rest[:-1], cite=rest[-1])

    def enum_value(self, at: Span, name: n.Ident, label: n.Text | None) -> n.EnumValue:
        return n.EnumValue(span=at, name=name, label=label)

    def table(self, at: Span, name: n.Ident, param: n.Param | None, by: n.Expr, cite: CiteOr, *body: Any) -> n.Table:
        return n.Table(
            span=at, name=name, param=param, by=by, cite=cite, rows=of(n.Row, body), rulings=of(n.Ruling, body)
        )

    def row(self, at: Span, *rest: Any) -> n.Row:
        *keys, value, cite = rest
        return n.Row(span=at, keys=tuple(keys), value=value, cite=cite)

    def die(self, at: Span, name: n.Ident, *rest: Any) -> n.Die:
        return n.Die(span=at, name=name, faces=tuple(face.value for face in rest[:-1]), cite=rest[-1])

    # ------------------------------------------------------------ boards

    def board(self, at: Span, name: n.Ident, cite: CiteOr, *body: Any) -> n.Board:
        return n.Board(span=at, name=name, cite=cite, body=body)

    def board_fields(self, at: Span, of: n.Ident, *rest: Any) -> n.BoardFields:
        return n.BoardFields(span=at, of=of, fields=rest[:-1], cite=rest[-1])

    def board_field(
        self, at: Span, name: n.Ident, type: n.TypeName, default: n.Expr | None, each: n.Ident | None
    ) -> n.BoardField:
        return n.BoardField(span=at, name=name, type=type, default=default, each=each)

    def spaces(self, at: Span, *rest: Any) -> n.Spaces:
        *names, attrs, cite = rest
        return n.Spaces(span=at, names=tuple(names), attrs=attrs or (), cite=cite)

    def path(self, at: Span, line: n.Ident | None, *rest: Any) -> n.Path:
        *names, attrs, cite = rest
        return n.Path(span=at, line=line, names=tuple(names), attrs=attrs or (), cite=cite)

    def attrs(self, at: Span, *attrs: n.Attr) -> tuple[n.Attr, ...]:
        return attrs

    def attr_value(self, at: Span, name: n.Ident, value: n.Expr) -> n.AttrValue:
        return n.AttrValue(span=at, name=name, value=value)

    def attr_each(self, at: Span, name: n.Ident, source: n.Interval | None) -> n.AttrEach:
        return n.AttrEach(span=at, name=name, source=source)

    def attr_flag(self, at: Span, name: n.Ident) -> n.AttrFlag:
        return n.AttrFlag(span=at, name=name)

    # ------------------------------------------------------------ cards and decks

    def card(
        self, at: Span, name: n.Ident, label: n.Text | None, parent: n.Ident | None, face_up: str | None,
        from_zone: n.Ident | None, pile: tuple[bool, n.Ident] | None, cite: CiteOr, *body: Any,
    ) -> n.Card:
        data = (n.Attribute, n.CardState, n.Preset)
        return n.Card(
            span=at, name=name, label=label, parent=parent, face_up=face_up is not None, from_zone=from_zone,
            discards_to=pile[1] if pile else None, discards_bottom=pile[0] if pile else False, cite=cite,
            data=tuple(line for line in body if isinstance(line, data)),
            rules=tuple(line for line in body if not isinstance(line, data)),
        )

    def pile(self, at: Span, bottom: str | None, zone: n.Ident) -> tuple[bool, n.Ident]:
        return bottom is not None, zone

    def attribute(
        self, at: Span, name: n.Ident, type: n.TypeName, on_back: str | None, default: n.Expr | None, cite: CiteOr
    ) -> n.Attribute:
        return n.Attribute(span=at, name=name, type=type, on_back=on_back is not None, default=default, cite=cite)

    def state(
        self, at: Span, name: n.Ident, type: n.TypeName, default: n.Expr | None, until_moved: str | None, cite: CiteOr
    ) -> n.CardState:
        return n.CardState(
            span=at, name=name, type=type, default=default, until_moved=until_moved is not None, cite=cite
        )

    def preset(self, at: Span, name: n.Ident, value: n.Expr, cite: CiteOr) -> n.Preset:
        return n.Preset(span=at, name=name, value=value, cite=cite)

    def deck(self, at: Span, name: n.Ident, cite: CiteOr, *body: Any) -> n.Deck:
        return n.Deck(span=at, name=name, cite=cite, copies=of(n.Copies, body), rulings=of(n.Ruling, body))

    def copies(
        self, at: Span, count: n.Number, kind: n.Ident, label: n.Text | None, attrs: tuple[n.Attr, ...] | None, cite: CiteOr
    ) -> n.Copies:
        return n.Copies(span=at, count=count.value, kind=kind, label=label, attrs=attrs or (), cite=cite)

    # ------------------------------------------------------------ zones and fields

    def no_sight(self, zone: n.Ident) -> None:
        """Report a zone that doesn't say who sees it."""
        raise NotImplementedError

    def shared(self, at: Span, cite: CiteOr, *body: Any) -> n.Shared:
        return n.Shared(span=at, cite=cite, body=but(n.Ruling, body), rulings=of(n.Ruling, body))

    def each_owner(self, at: Span, owner: n.Ident, cite: CiteOr, *body: Any) -> n.EachOwner:
        return n.EachOwner(span=at, of=owner, cite=cite, body=but(n.Ruling, body), rulings=of(n.Ruling, body))

    def zone(self, at: Span, name: n.Ident, index: Index, label: n.Text | None, *rest: Any) -> n.ZoneDecl:
        *properties, cite = rest
        pairs = [p for p in properties if isinstance(p, tuple)]
        if len(pairs) == len(properties):
            self.no_sight(name)
        return n.ZoneDecl(
            span=at, name=name, index=index, label=label, cite=cite,
            sight=tuple(p.lower().replace("_", " ") for p in properties if isinstance(p, str)),
            starts_with=tuple(name for word, name in pairs if word == "starts"),
            refills_from=tuple(name for word, name in pairs if word == "refills"),
        )

    def starts(self, at: Span, deck: n.Ident) -> tuple[str, n.Ident]:
        return "starts", deck

    def refills(self, at: Span, zone: n.Ident) -> tuple[str, n.Ident]:
        return "refills", zone

    def field(
        self, at: Span, name: n.Ident, index: Index, label: n.Text | None, type: n.TypeName, default: n.Expr | None,
        each: n.Ident | None, cite: CiteOr,
    ) -> n.FieldDecl:
        return n.FieldDecl(
            span=at, name=name, index=index, label=label, type=type, default=default, each=each, cite=cite
        )

    # ------------------------------------------------------------ queries and patterns

    def define(
        self, at: Span, name: n.Ident, params: tuple[n.Param, ...] | None, value: n.Expr, cite: CiteOr, *body: Any
    ) -> n.Define:
        return n.Define(
            span=at, name=name, params=params or (), value=value, cite=cite, cases=of(n.Case, body), rulings=of(n.Ruling, body)
        )

    def case(self, at: Span, value: n.Expr, condition: n.Expr, cite: CiteOr) -> n.Case:
        return n.Case(span=at, value=value, condition=condition, cite=cite)

    def pattern(
        self, at: Span, name: n.Ident, params: tuple[n.Param, ...] | None, cite: CiteOr, *body: n.PatternLine
    ) -> n.Pattern:
        return n.Pattern(span=at, name=name, params=params or (), cite=cite, body=body)

    def holds(self, at: Span, count: n.Count, condition: n.Expr, cite: CiteOr) -> n.Holds:
        return n.Holds(span=at, count=count, condition=condition, cite=cite)

    def wild(self, at: Span, count: n.Count, condition: n.Expr, cite: CiteOr) -> n.Wild:
        return n.Wild(span=at, count=count, condition=condition, cite=cite)

    def same(self, at: Span, name: n.Ident, cite: CiteOr) -> n.Same:
        return n.Same(span=at, name=name, cite=cite)

    def different(self, at: Span, name: n.Ident, cite: CiteOr) -> n.Different:
        return n.Different(span=at, name=name, cite=cite)

    def consecutive(self, at: Span, name: n.Ident, cite: CiteOr) -> n.Consecutive:
        return n.Consecutive(span=at, name=name, cite=cite)

    def total(self, at: Span, name: n.Ident, value: n.Expr, cite: CiteOr) -> n.Total:
        return n.Total(span=at, name=name, value=value, cite=cite)

    def size(self, at: Span, count: n.Count, cite: CiteOr) -> n.Size:
        return n.Size(span=at, count=count, cite=cite)
