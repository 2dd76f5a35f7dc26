"""Exceptions, resolved for one kind of match: what a query, an event or an action is in each layer.

Takes the model and what is fixed for the match; gives the queries and events to compile.  A rule with exceptions becomes several: the
plain one, one for each exception, and for each layer (plain < card kinds < variants) one that picks.  Promises: exceptions of variants
that are off, of kinds without cards and with conditions that can't hold vanish; the top layer takes the place of the rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from attrs import define, field, frozen

from rulekit.analysis import typed as t
from rulekit.analysis.model import (
    ActionDecl,
    EventDecl,
    ExceptionRule,
    GameModel,
    KindDecl,
    Local,
    QueryDecl,
    ReactionDecl,
    Value,
)  # fmt: skip
from rulekit.analysis.parts import abilities
from rulekit.analysis.types import AnyT, CardT, FlagT, OptionalT, SetT
from rulekit.compile.effects import parts
from rulekit.engine.faults import COLLIDING, RulesFault

if TYPE_CHECKING:
    from rulekit.compile.layout import Layout
    from rulekit.compile.windows import Windows

Ability: TypeAlias = "ActionDecl | ReactionDecl"
_Rule = TypeVar("_Rule", QueryDecl, EventDecl)


@define(eq=False)
class Layers:
    """What is compiled: the rules of the model, each as it is in its top layer, and behind them those of the layers below."""

    queries: list[QueryDecl]
    events: list[EventDecl]
    windows: dict[int, Windows] = field(factory=dict)
    """By the id of an event in its top layer, or of an action or reaction: where it can be answered."""
    _tops: dict[int, QueryDecl | EventDecl] = field(factory=dict)
    _below: dict[int, QueryDecl | EventDecl] = field(factory=dict)
    _bodies: dict[int, t.Block] = field(factory=dict)

    def query(self, call: t.CallQuery) -> QueryDecl:
        """What a call means: inside an exception to this query the layer below, else the top."""
        found = self._below.get(id(call)) or self._tops.get(id(call.decl), call.decl)
        assert isinstance(found, QueryDecl)
        return found

    def event(self, do: t.DoStmt) -> EventDecl:
        """What is performed: inside an exception to this event the layer below, else the top."""
        found = self._below.get(id(do)) or self._tops.get(id(do.event), do.event)
        assert isinstance(found, EventDecl)
        return found

    def put_on_top(self, k: int, decl: EventDecl, event: EventDecl) -> None:
        """Perform another event in the place of one of the model's."""
        self.events[k] = event
        self._tops[id(decl)] = event

    def put_body(self, rule: Ability, body: t.Block) -> None:
        """Give an action or reaction another effect."""
        self._bodies[id(rule)] = body

    def body(self, rule: Ability) -> t.Block | None:
        """The effect of an action or reaction, with the exceptions to it."""
        return self._bodies.get(id(rule), rule.body)


def layers_of(model: GameModel, layout: Layout, options: dict[str, Value]) -> Layers:
    """Resolve all exceptions.  Raises ``RulesFault`` if two of one layer always apply."""
    resolver = _Resolver(layout, options, Layers(list(model.queries), list(model.events)))
    for k, query in enumerate(model.queries):
        resolver.replace(k, query, resolver.layers.queries, _query, _query_layer)
    for k, event in enumerate(model.events):
        resolver.replace(k, event, resolver.layers.events, _event, _event_layer)
    for rule in abilities(model):
        resolver.ability(rule)
    return resolver.layers


@frozen(eq=False)
class _Pick:
    """An exception of a layer: when it applies and what it is performed with."""

    rule: ExceptionRule
    test: t.Expr | None
    """None: always."""
    args: tuple[t.Expr, ...]
    params: tuple[Local, ...]


@define(eq=False)
class _Resolver:
    layout: Layout
    options: dict[str, Value]
    layers: Layers

    # ------------------------------------------------------------ rules

    def replace(
        self,
        k: int,
        decl: _Rule,
        row: list[_Rule],
        make: Callable[[_Rule, Sequence[Local], ExceptionRule | None], _Rule],
        pick: Callable[[_Rule, list[tuple[_Pick, t.Expr, _Rule]], t.Expr | None, _Rule], _Rule],
    ) -> None:
        """Put the top layer in the place of a query or event that has exceptions, and those below at the end of the row."""
        rules = self.in_play(decl.exceptions)
        if not rules or not self.layout.exists(decl):
            return
        layer = make(decl, decl.params, None)
        row.append(layer)
        for of_kinds in (True, False):
            here = [rule for rule in rules if (rule.kind is not None) is of_kinds]
            if not here:
                continue
            for rule in here:
                self.mark(rule, layer)
            picks = self.picks(here, decl.params)
            made = [make(decl, p.params, p.rule) for p in picks]
            if len(picks) == 1 and picks[0].test is None and len(picks[0].params) == len(decl.params):
                row += made
                layer = made[0]
                continue
            applying = self.applying(picks)
            row += made
            layer = pick(decl, list(zip(picks, applying, made, strict=True)), self.apart(picks, applying), layer)
            row.append(layer)
        row.remove(layer)
        row[k] = layer
        self.layers._tops[id(decl)] = layer

    def ability(self, rule: Ability) -> None:
        """The effect of an action or reaction that has exceptions."""
        rules = self.in_play(rule.exceptions)
        if not rules or not self.layout.exists(rule):
            return
        first = rule.this if rule.kind is not None else rule.player
        choices = [clause.choice.local for clause in rule.clauses if isinstance(clause, t.ChooseClause)]
        params = [*([first] if first is not None else []), *choices]
        body = rule.body or ()
        for of_kinds in (True, False):
            here = [x for x in rules if (x.kind is not None) is of_kinds]
            if not here:
                continue
            picks = self.picks(here, params)
            applying = self.applying(picks)
            branches: list[tuple[t.Expr | None, t.Block]] = []
            apart = self.apart(picks, applying)
            if apart is not None:
                branches.append((apart, ()))
            for p, test in zip(picks, applying, strict=True):
                made = EventDecl(rule.name, p.rule.node.span, params=list(p.params), body=p.rule.body)
                self.layers.events.append(made)
                branches.append((test, (_do(made, p.args),)))
            body = (t.IfStmt(span=rule.span, branches=(*branches, (None, body))),)
        self.layers._bodies[id(rule)] = body

    def in_play(self, rules: list[ExceptionRule]) -> list[ExceptionRule]:
        """Those that can apply in this match."""
        kinds = [card.kind for card in self.layout.cards]
        return [
            rule
            for rule in rules
            if self.layout.exists(rule)
            and (rule.kind is None or any(kind.is_a(rule.kind) for kind in kinds))
            and (rule.condition is None or self.fold(rule.condition) is not False)
        ]

    def mark(self, rule: ExceptionRule, below: QueryDecl | EventDecl) -> None:
        """Inside an exception its rule is the layer below."""
        for x in parts((rule.condition, rule.value, rule.body)):
            if isinstance(x, t.CallQuery | t.DoStmt) and x.lower:
                self.layers._below[id(x)] = below

    # ------------------------------------------------------------ which exception applies

    def picks(self, rules: list[ExceptionRule], params: Sequence[Local]) -> list[_Pick]:
        """The exceptions of a layer; those of card kinds with children before parents."""
        rules = sorted(rules, key=lambda rule: 0 if rule.kind is None else -len(rule.kind.ancestry()))
        return [self.pick(rule, params) for rule in rules]

    def pick(self, rule: ExceptionRule, params: Sequence[Local]) -> _Pick:
        span = rule.node.span
        args: tuple[t.Expr, ...] = tuple([t.LocalRef(span=span, type=p.type, local=p) for p in params])
        own = [*rule.params, *[Local(p.name, p.type, p.span, p.role) for p in params[len(rule.params) :]]]
        condition = rule.condition
        if condition is not None and self.fold(condition) is True:
            condition = None
        at = next((k for k, local in enumerate(own) if local.role == "this" and local is rule.this), None)
        if rule.kind is None or rule.this is None or at is not None:
            test = None if condition is None else self.ask(rule, condition, own, args)
            if rule.kind is not None and at is not None:
                is_one: t.Expr = t.IsKindExpr(span=span, type=FlagT(), operand=args[at], kind=rule.kind, negated=False)
                test = is_one if test is None else t.Logic(span=span, type=FlagT(), op="and", left=is_one, right=test)
            return _Pick(rule, test, args, tuple(own))
        card = Local("this", CardT(rule.kind), span, "binder")
        it = t.LocalRef(span=span, type=card.type, local=card)
        cards = self.cards(rule, rule.kind)
        if condition is not None and _mentions(condition, rule.this):
            test = self.ask(rule, condition, [*own, rule.this], (*args, it))
        else:
            test = None if condition is None else self.ask(rule, condition, own, args)
        if not _mentions((rule.value, rule.body), rule.this):
            if condition is not None and _mentions(condition, rule.this):
                assert test is not None
                test = t.AggregateExpr(span=span, type=FlagT(), name="any", source=cards, local=card, body=test)
            return _Pick(rule, test, args, tuple(own))
        if test is not None:
            cards = t.FilterExpr(span=span, type=cards.type, source=cards, local=card, condition=test)
        lone = t.Builtin(span=span, type=OptionalT(CardT(rule.kind)), name="lone", args=(cards,))
        nobody = t.Const(span=span, type=OptionalT(AnyT()), value=None)
        test = t.Compare(span=span, type=FlagT(), op="!=", left=lone, right=nobody)
        return _Pick(rule, test, (*args, lone), (*own, rule.this))

    def ask(self, rule: ExceptionRule, condition: t.Expr, params: list[Local], args: tuple[t.Expr, ...]) -> t.Expr:
        """The condition of an exception as a query of its own."""
        asked = QueryDecl("condition", rule.node.span, params=params, type=FlagT(), value=condition)
        self.layers.queries.append(asked)
        return t.CallQuery(span=condition.span, type=FlagT(), decl=asked, args=args)

    def cards(self, rule: ExceptionRule, kind: KindDecl) -> t.Expr:
        """All cards of a kind."""
        of = CardT(kind)
        row = [t.Const(span=rule.node.span, type=of, value=c.id) for c in self.layout.cards if c.kind.is_a(kind)]
        return t.SetLiteral(span=rule.node.span, type=SetT(of), items=tuple(row))

    def applying(self, picks: list[_Pick]) -> list[t.Expr]:
        """For each exception of a layer whether it counts: a child's that applies beats its parent's."""
        found = []
        for p in picks:
            test = _or_yes(p)
            for other in picks:
                if _beats(other, p):
                    no = t.NotExpr(span=test.span, type=FlagT(), operand=_or_yes(other))
                    test = t.Logic(span=test.span, type=FlagT(), op="and", left=test, right=no)
            found.append(test)
        return found

    def apart(self, picks: list[_Pick], applying: list[t.Expr]) -> t.Expr | None:
        """A test that is a fault if two of a layer count at once.  Raises ``RulesFault`` if two always do."""
        if len(picks) < 2:
            return None
        always = [p for p in picks if p.test is None and not any(_beats(other, p) for other in picks)]
        if len(always) > 1:
            first, second = [p.rule.node.span for p in always[:2]]
            message = f"this exception and that of line {first.line} always apply at the same time"
            raise RulesFault(COLLIDING, message, second, "let only one apply at a time, with 'when ..' behind them")
        return t.Builtin(span=picks[1].rule.node.span, type=FlagT(), name="apart", args=tuple(applying))

    # ------------------------------------------------------------ constants

    def fold(self, e: t.Expr) -> int | bool | None:
        """The value of an expression that is fixed for the match, else none."""
        match e:
            case t.Const(value=bool() | int() as value):
                return value
            case t.OptionRef(decl=option):
                chosen = self.options[option.name]
                return chosen if isinstance(chosen, int) else None
            case t.VariantRef(decl=variant):
                return variant.name in self.layout.variants
            case t.Builtin(name="count", args=(t.AllOf(what="players"),)):
                return self.layout.players
            case t.NotExpr(operand=operand):
                inner = self.fold(operand)
                return None if inner is None else not inner
            case t.Logic(op=op, left=left, right=right):
                a = self.fold(left)
                if a is None or bool(a) is (op == "or"):
                    return a
                return self.fold(right)
            case t.Compare(op=op, left=left, right=right, as_sets=False):
                a, b = self.fold(left), self.fold(right)
                if a is None or b is None:
                    return None
                return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
            case _:
                return None


def _or_yes(p: _Pick) -> t.Expr:
    return p.test if p.test is not None else t.Const(span=p.rule.node.span, type=FlagT(), value=True)


def _beats(a: _Pick, b: _Pick) -> bool:
    """Whether the first belongs to a child of the second's kind."""
    return a.rule.kind is not None and b.rule.kind is not None and a.rule.kind is not b.rule.kind and a.rule.kind.is_a(b.rule.kind)


def _mentions(node: object, local: Local | None) -> bool:
    return any(isinstance(x, t.LocalRef) and x.local is local for x in parts(node))


def _refs(params: Sequence[Local]) -> Iterator[t.Expr]:
    return (t.LocalRef(span=p.span, type=p.type, local=p) for p in params)


# ---------------------------------------------------------------- queries


def _query(decl: QueryDecl, params: Sequence[Local], rule: ExceptionRule | None) -> QueryDecl:
    """The plain query, or one exception to it."""
    if rule is None:
        return QueryDecl(decl.name, decl.span, params=list(params), type=decl.type, value=decl.value, cases=decl.cases)
    return QueryDecl(decl.name, rule.node.span, params=list(params), type=decl.type, value=rule.value)


def _query_layer(decl: QueryDecl, picks: list[tuple[_Pick, t.Expr, QueryDecl]], apart: t.Expr | None, below: QueryDecl) -> QueryDecl:
    cases: list[tuple[t.Expr, t.Expr]] = []
    if apart is not None:
        cases.append((t.Const(span=decl.span, type=decl.type, value=None), apart))
    for p, test, made in picks:
        cases.append((t.CallQuery(span=p.rule.node.span, type=decl.type, decl=made, args=p.args), test))
    value = t.CallQuery(span=decl.span, type=decl.type, decl=below, args=tuple(_refs(decl.params)))
    return QueryDecl(decl.name, decl.span, params=decl.params, type=decl.type, value=value, cases=cases)


# ---------------------------------------------------------------- events


def _event(decl: EventDecl, params: Sequence[Local], rule: ExceptionRule | None) -> EventDecl:
    """The plain event, or one exception to it."""
    if rule is None:
        return EventDecl(decl.name, decl.span, decl.label, params=list(params), body=decl.body)
    return EventDecl(decl.name, rule.node.span, decl.label, params=list(params), body=rule.body)


def _event_layer(decl: EventDecl, picks: list[tuple[_Pick, t.Expr, EventDecl]], apart: t.Expr | None, below: EventDecl) -> EventDecl:
    branches: list[tuple[t.Expr | None, t.Block]] = [] if apart is None else [(apart, ())]
    branches += [(test, (_do(made, p.args),)) for p, test, made in picks]
    branches.append((None, (_do(below, tuple(_refs(decl.params))),)))
    body = (t.IfStmt(span=decl.span, branches=tuple(branches)),)
    return EventDecl(decl.name, decl.span, decl.label, params=decl.params, body=body)


def _do(event: EventDecl, args: tuple[t.Expr, ...]) -> t.DoStmt:
    return t.DoStmt(span=event.span, event=event, args=args, outcome=None)
