"""Triggers and state-based rules as events, for one kind of match.

Takes the layers of a match (exceptions are resolved already); gives every event, and the effect of every action and reaction, with
what follows it: the triggers become events of their own that are performed behind it.  Promises: plain triggers come first, in file
order, then those of cards, then those of variants; the layers below, which exceptions perform, have no triggers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import define, frozen

from rulekit.analysis import typed as t
from rulekit.analysis.model import (
    ActionDecl,
    EventDecl,
    GameModel,
    HappeningHead,
    KindDecl,
    Local,
    ReactionDecl,
    TriggerRule,
    WheneverRule,
)
from rulekit.analysis.parts import Ability, abilities
from rulekit.analysis.types import CardT, FlagT, SetT
from rulekit.compile.layers import Layers
from rulekit.compile.layout import Layout

Happening: TypeAlias = "ActionDecl | ReactionDecl | EventDecl"


@frozen(eq=False)
class StateBased:
    """A state-based rule: its body is an event with the element (or the card it stands on) as parameters."""

    rule: WheneverRule
    event: EventDecl
    cards: tuple[int, ...]
    """The cards of its kind, if it stands on one."""


def add_triggers(model: GameModel, layout: Layout) -> None:
    """Let triggers follow what they wait for."""
    writer = _Writer(model, layout, layout.layers)
    for k, event in enumerate(model.events):
        if layout.exists(event):
            writer.event(k, event)
    for rule in abilities(model):
        if layout.exists(rule):
            writer.ability(rule)


def state_based(model: GameModel, layout: Layout) -> list[StateBased]:
    """The state-based rules of a match in file order, their bodies as events behind all others."""
    found = []
    for rule in model.whenevers:
        cards = () if rule.kind is None else tuple([card.id for card in layout.cards if card.kind.is_a(rule.kind)])
        if layout.exists(rule) and (rule.kind is None or cards):
            params = [local for local in (rule.this, rule.local) if local is not None]
            event = EventDecl("whenever", rule.node.span, params=params, body=rule.body)
            layout.layers.events.append(event)
            found.append(StateBased(rule, event, cards))
    return found


@define(eq=False)
class _Writer:
    model: GameModel
    layout: Layout
    layers: Layers

    def event(self, k: int, event: EventDecl) -> None:
        """Put the event with its triggers in the place of the event."""
        top = self.layers.events[k]
        args = tuple([_ref(local) for local in top.params])
        after = self.after(event, args, args)
        if after:
            inner = EventDecl(event.name, event.span, params=top.params, body=top.body)
            self.layers.events.append(inner)
            whole = EventDecl(event.name, event.span, event.label, params=top.params, body=(_do(inner, args), *after))
            self.layers.put_on_top(k, event, whole)

    def ability(self, rule: Ability) -> None:
        """Let the triggers of an action or reaction follow its effect."""
        assert rule.player is not None
        choices = [_ref(clause.choice.local) for clause in rule.clauses if isinstance(clause, t.ChooseClause)]
        first = _ref(rule.this or rule.player)
        after = self.after(rule, (first, *choices), (first, _ref(rule.player)))
        if after:
            self.layers.put_body(rule, (*(self.layers.body(rule) or ()), *after))

    # ------------------------------------------------------------ what follows

    def after(self, happening: Happening, args: Sequence[t.Expr], of_kind: Sequence[t.Expr]) -> list[t.Stmt]:
        """The triggers behind a happening; ``of_kind``: its arguments for a head that names a kind."""
        found: list[tuple[TriggerRule, HappeningHead]] = []
        for rule in self.model.triggers:
            head = next((head for head in rule.heads if any(x is happening for x in head.rules)), None)
            if head is not None and self.layout.exists(rule):
                found.append((rule, head))
        plain = [x for x in found if x[0].kind is None and x[0].variant is None]
        late = [x for x in found if x[0].kind is None and x[0].variant is not None]
        cards = [x for x in found if x[0].kind is not None and self.cards(x[0].kind)]
        given = [(rule, head, args if head.kind is None else of_kind) for rule, head in plain]
        then = [(rule, head, args if head.kind is None else of_kind) for rule, head in late]
        return [
            *[self.perform(rule, head, row, None, None) for rule, head, row in given],
            *self.on_cards([(rule, head, args if head.kind is None else of_kind) for rule, head in cards]),
            *[self.perform(rule, head, row, None, None) for rule, head, row in then],
        ]

    def cards(self, kind: KindDecl) -> list[int]:
        """All cards of a kind."""
        return [card.id for card in self.layout.cards if card.kind.is_a(kind)]

    def on_cards(self, rows: list[tuple[TriggerRule, HappeningHead, Sequence[t.Expr]]]) -> list[t.Stmt]:
        """The triggers on cards: one after the other if all are about one card that is known, else card by card as they lie."""
        if not rows:
            return []
        places = {head.only_this for _, head, _ in rows}
        if len(places) == 1 and None not in places and len({row[head.only_this or 0] for _, head, row in rows}) == 1:
            return [self.perform(rule, head, row, row[head.only_this or 0], None) for rule, head, row in rows]
        span = rows[0][1].span
        kind = rows[0][0].kind
        assert kind is not None
        card = Local("card", CardT(kind), span, "binder")
        items: list[t.Expr] = []
        for rule, head, row in rows:
            if head.only_this is not None:
                items.append(row[head.only_this])
            elif rule.kind is not None:
                items += [t.Const(span=span, type=CardT(rule.kind), value=k) for k in self.cards(rule.kind)]
        listed = t.SetLiteral(span=span, type=SetT(CardT(kind)), items=tuple(items))
        source = t.Builtin(span=span, type=listed.type, name="placed", args=(listed,))
        body: list[t.Stmt] = []
        for rule, head, row in rows:
            same = None if head.only_this is None else row[head.only_this]
            body.append(self.perform(rule, head, row, _ref(card), same))
        return [t.ForStmt(span=span, local=card, source=source, start=None, rising=None, body=tuple(body))]

    def perform(
        self, rule: TriggerRule, head: HappeningHead, row: Sequence[t.Expr], this: t.Expr | None, same: t.Expr | None
    ) -> t.Stmt:
        """The trigger as an event that is performed, if ``this`` is a card of its kind and ``same``."""
        params, args = list(head.params), list(row[: len(head.params)])
        if rule.this is not None and this is not None and all(local is not rule.this for local in params):
            params.append(rule.this)
            args.append(this)
        body = rule.body
        if rule.condition is not None:
            body = (t.IfStmt(span=rule.node.span, branches=((rule.condition, rule.body),)),)
        made = EventDecl("when", rule.node.span, params=params, body=body)
        self.layers.events.append(made)
        tests: list[t.Expr] = []
        if rule.kind is not None and this is not None:
            tests.append(t.IsKindExpr(span=head.span, type=FlagT(), operand=this, kind=rule.kind, negated=False))
        if head.kind is not None:
            tests.append(t.IsKindExpr(span=head.span, type=FlagT(), operand=row[0], kind=head.kind, negated=False))
        if same is not None and this is not None:
            tests.append(t.Compare(span=head.span, type=FlagT(), op="=", left=this, right=same))
        do: t.Stmt = _do(made, tuple(args))
        for test in reversed(tests):
            do = t.IfStmt(span=head.span, branches=((test, (do,)),))
        return do


def _ref(local: Local) -> t.Expr:
    return t.LocalRef(span=local.span, type=local.type, local=local)


def _do(event: EventDecl, args: tuple[t.Expr, ...]) -> t.DoStmt:
    return t.DoStmt(span=event.span, event=event, args=args, outcome=None)
