# ruff: noqa: D102
"""The builder's methods for examples.  See ``build.py``."""

from __future__ import annotations

from typing import Any

from rulekit.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.build_rules import CiteOr, of

Person = n.Person | None


class Examples:
    """Methods named like the rules of the grammar."""

    def examples_of(self, at: Span, path: n.Text, cite: CiteOr) -> n.ExamplesOf:
        return n.ExamplesOf(span=at, path=path, cite=cite)

    def seats(self, at: Span, *people: n.Person) -> tuple[n.Person, ...]:
        return people

    def example(
        self, at: Span, title: n.Text, seats: tuple[n.Person, ...] | None, cite: CiteOr, *body: n.ExampleLine
    ) -> n.Example:
        return n.Example(span=at, title=title, seats=seats or (), cite=cite, body=body)

    def with_option(self, at: Span, name: n.Ident, value: n.Literal, cite: CiteOr) -> n.WithOption:
        return n.WithOption(span=at, name=name, value=value, cite=cite)

    def with_variant(self, at: Span, name: n.Ident, cite: CiteOr) -> n.WithVariant:
        return n.WithVariant(span=at, name=name, cite=cite)

    # ------------------------------------------------------------ given

    def given(self, at: Span, after: n.Ident | None, cite: CiteOr, *body: Any) -> n.Given:
        return n.Given(span=at, after=after, cite=cite, body=body)

    def pile_is(self, at: Span, zone: n.Expr, only: str | None, *rest: Any) -> n.PileIs:
        return n.PileIs(span=at, zone=zone, only=only is not None, cards=of(n.CardItem, rest), cite=rest[-1])

    def value_is(self, at: Span, target: n.Expr, value: n.Literal, cite: CiteOr) -> n.ValueIs:
        return n.ValueIs(span=at, target=target, value=value, cite=cite)

    def at_phase(self, at: Span, phase: n.Ident, of: Person, cite: CiteOr) -> n.AtPhase:
        return n.AtPhase(span=at, phase=phase, of=of, cite=cite)

    # ------------------------------------------------------------ literals

    def card_item(self, at: Span, count: n.Number | None, name: n.Ident, label: n.Text | None, *rest: Any) -> n.CardItem:
        *parts, nth = rest
        return n.CardItem(
            span=at, count=count.value if count else None, name=name, label=label,
            values=tuple(part for part in parts if not isinstance(part, tuple)),
            states=tuple(part for part in parts if isinstance(part, tuple)), nth=nth.value if nth else None,
        )

    def value(self, at: Span, value: n.Ident | n.Number) -> n.Ident | n.Number:
        return value

    def neg_value(self, at: Span, number: n.Number) -> n.Number:
        return n.Number(span=at, value=-number.value)

    def card_state(
        self, at: Span, name: n.Ident, value: n.Ident | n.Number | Person
    ) -> tuple[n.Ident, n.Ident | n.Number | Person]:
        return name, value

    def int_range(self, at: Span, low: n.Number, high: n.Number) -> n.Range:
        return n.Range(span=at, low=low.value, high=high.value)

    def link(self, at: Span, start: n.Ident, end: n.Ident) -> n.LinkItem:
        return n.LinkItem(span=at, start=start, end=end)

    def literal_set(self, at: Span, *items: n.Literal | None) -> n.LiteralSet:
        return n.LiteralSet(span=at, items=tuple(item for item in items if item is not None))

    # ------------------------------------------------------------ play

    def play(self, at: Span, cite: CiteOr, *body: Any) -> n.Play:
        return n.Play(span=at, cite=cite, body=body)

    def decision(self, at: Span, who: n.Person, what: n.OptionItem, until: n.UntilPhase | None, cite: CiteOr) -> n.Decision:
        return n.Decision(span=at, who=who, what=what, until=until, cite=cite)

    def picks(self, at: Span, who: n.Person, what: n.PickItem, until: n.UntilPhase | None, cite: CiteOr) -> n.Decision:
        return n.Decision(span=at, who=who, what=what, until=until, cite=cite)

    def declines(
        self, at: Span, who: n.Person, what: n.DeclineItem, until: n.UntilPhase | None, cite: CiteOr
    ) -> n.Decision:
        return n.Decision(span=at, who=who, what=what, until=until, cite=cite)

    def until_phase(self, at: Span, phase: n.Ident, of: Person) -> n.UntilPhase:
        return n.UntilPhase(span=at, phase=phase, of=of)

    def rolls(self, at: Span, *rest: Any) -> n.Rolls:
        return n.Rolls(span=at, rolls=rest[:-1], cite=rest[-1])

    def roll_item(self, at: Span, die: n.Ident, value: n.Number) -> tuple[n.Ident, int]:
        return die, value.value

    def option_item(self, at: Span, name: n.Ident, *choices: n.Decided | None) -> n.OptionItem:
        return n.OptionItem(span=at, name=name, choices=of(n.Decided, choices))

    def decided(self, at: Span, name: n.Ident | None, value: n.Literal) -> n.Decided:
        return n.Decided(span=at, name=name, value=value)

    def pick_item(self, at: Span, name: n.Ident, value: n.Literal) -> n.PickItem:
        return n.PickItem(span=at, name=name, value=value)

    def decline_item(self, at: Span) -> n.DeclineItem:
        return n.DeclineItem(span=at)

    # ------------------------------------------------------------ expect

    def expect(self, at: Span, cite: CiteOr, *body: n.ExpectLine) -> n.Expect:
        return n.Expect(span=at, cite=cite, body=body)

    def holds_true(self, at: Span, condition: n.Expr, cite: CiteOr) -> n.HoldsTrue:
        return n.HoldsTrue(span=at, condition=condition, cite=cite)

    def may(self, at: Span, who: n.Person, *rest: Any) -> n.May:
        return n.May(span=at, who=who, form="may", items=rest[:-1], cite=rest[-1])

    def may_not(self, at: Span, who: n.Person, *rest: Any) -> n.May:
        return n.May(span=at, who=who, form="may not", items=rest[:-1], cite=rest[-1])

    def may_only(self, at: Span, who: n.Person, *rest: Any) -> n.May:
        return n.May(span=at, who=who, form="may only", items=rest[:-1], cite=rest[-1])

    def sees(self, at: Span, who: n.Person, cards: n.Expr, cite: CiteOr) -> n.Sees:
        return n.Sees(span=at, who=who, negated=False, cards=cards, cite=cite)

    def sees_not(self, at: Span, who: n.Person, cards: n.Expr, cite: CiteOr) -> n.Sees:
        return n.Sees(span=at, who=who, negated=True, cards=cards, cite=cite)

    def wins(self, at: Span, *rest: Any) -> n.Wins:
        return n.Wins(span=at, who=rest[:-1], cite=rest[-1])
