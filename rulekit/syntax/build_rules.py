# ruff: noqa: D102
"""The builder's methods for declarations, rules, phases and statements.  See ``build.py``."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from attrs import evolve

from rulekit.source import Span
from rulekit.syntax import nodes as n

CiteOr = n.Cite | None
T = TypeVar("T")


class Block(NamedTuple):
    """A suite, and the citation at the end of the line of its colon."""

    suite: n.Suite
    cite: n.Cite | None


def of(kind: type[T], values: tuple[Any, ...]) -> tuple[T, ...]:
    """The values of a class, in order."""
    return tuple(value for value in values if isinstance(value, kind))


def but(kind: type[T], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values that are not of a class, in order."""
    return tuple(value for value in values if not isinstance(value, kind))


class Rules:
    """Methods named like the rules of the grammar."""

    # ------------------------------------------------------------ the file

    def game(self, at: Span, title: n.Text, players: n.Range, unit: n.Ident, cite: CiteOr, *body: n.GameLine) -> n.Game:
        return n.Game(span=at, title=title, players=players, unit=unit, cite=cite, body=body)

    def source(self, at: Span, name: n.Ident, title: n.Text, cite: CiteOr) -> n.Source:
        return n.Source(span=at, name=name, title=title, cite=cite)

    def about(self, at: Span, text: n.Text, cite: CiteOr) -> n.About:
        return n.About(span=at, text=text, cite=cite)

    def designer(self, at: Span, text: n.Text, cite: CiteOr) -> n.Designer:
        return n.Designer(span=at, text=text, cite=cite)

    def minutes(self, at: Span, range: n.Range, cite: CiteOr) -> n.Minutes:
        return n.Minutes(span=at, range=range, cite=cite)

    def ages(self, at: Span, range: n.Range, cite: CiteOr) -> n.Ages:
        return n.Ages(span=at, range=range, cite=cite)

    def ruling(self, at: Span, text: n.Text, cite: CiteOr) -> n.Ruling:
        return n.Ruling(span=at, text=text, cite=cite)

    # ------------------------------------------------------------ actions, events, triggers

    def action(
        self, at: Span, name: n.Ident, label: n.Text | None, by: n.Ident | None, cite: CiteOr, *clauses: n.Clause
    ) -> n.Action:
        return n.Action(span=at, name=name, label=label, by=by, cite=cite, clauses=clauses)

    def by_player(self, at: Span, by: n.Ident, among: n.Expr | None) -> tuple[n.Ident, n.Expr | None]:
        return by, among

    def reaction(
        self, at: Span, name: n.Ident, label: n.Text | None, once: str | None, by: tuple[n.Ident, n.Expr | None] | None,
        window: str, *rest: Any,
    ) -> n.Reaction:
        happenings = of(n.Happening, rest)
        cite, *clauses = rest[len(happenings) :]
        return n.Reaction(
            span=at, name=name, label=label, once=once is not None, by=by[0] if by else None, among=by[1] if by else None,
            before=window == "BEFORE", happenings=happenings, cite=cite, clauses=tuple(clauses),
        )

    def happening(self, at: Span, name: n.Ident, *params: Any) -> n.Happening:
        return n.Happening(span=at, name=name, params=of(n.Ident, params))

    def c_when(self, at: Span, condition: n.Expr, cite: CiteOr) -> n.When:
        return n.When(span=at, condition=condition, cite=cite)

    def c_choose(self, at: Span, choice: n.Choice, cite: CiteOr) -> n.Choose:
        return n.Choose(span=at, choice=choice, cite=cite)

    def c_pay(self, at: Span, *rest: Any) -> n.Pay:
        return n.Pay(span=at, items=rest[:-1], cite=rest[-1])

    def pay_item(self, at: Span, amount: n.Expr, source: n.Expr | None) -> n.PayItem:
        return n.PayItem(span=at, amount=amount, source=source)

    def c_then(self, at: Span, block: Block) -> n.Then:
        return n.Then(span=at, suite=block.suite, cite=block.cite)

    def event(
        self, at: Span, name: n.Ident, label: n.Text | None, params: tuple[n.Param, ...] | None, end: Block | n.Cite | None
    ) -> n.Event:
        suite, cite = end if isinstance(end, Block) else (None, end)
        return n.Event(span=at, name=name, label=label, params=params or (), suite=suite, cite=cite)

    def trigger(self, at: Span, *rest: Any) -> n.Trigger:
        *happenings, condition, block = rest
        return n.Trigger(span=at, happenings=tuple(happenings), condition=condition, suite=block.suite, cite=block.cite)

    def whenever(self, at: Span, condition: n.Expr, block: Block) -> n.Whenever:
        return n.Whenever(span=at, condition=condition, suite=block.suite, cite=block.cite)

    def whenever_some(self, at: Span, binder: n.Binder, block: Block) -> n.WheneverSome:
        return n.WheneverSome(span=at, binder=binder, suite=block.suite, cite=block.cite)

    def forbid(self, at: Span, *rest: Any) -> n.Forbid:
        *names, condition, cite = rest
        return n.Forbid(span=at, names=tuple(names), condition=condition, cite=cite)

    def except_value(
        self, at: Span, name: n.Ident, params: tuple[n.Param, ...] | None, value: n.Expr, condition: n.Expr | None, cite: CiteOr
    ) -> n.ExceptValue:
        return n.ExceptValue(span=at, name=name, params=params or (), value=value, condition=condition, cite=cite)

    def except_event(
        self, at: Span, name: n.Ident, params: tuple[n.Param, ...] | None, condition: n.Expr | None, block: Block
    ) -> n.ExceptEvent:
        return n.ExceptEvent(
            span=at, name=name, params=params or (), condition=condition, suite=block.suite, cite=block.cite
        )

    # ------------------------------------------------------------ the course of play

    def phase(
        self, at: Span, name: n.Ident, label: n.Text | None, loop: n.LoopHead | None, when: n.Expr | None,
        until: n.Expr | None, cite: CiteOr, *body: n.PhaseLine,
    ) -> n.Phase:
        return n.Phase(span=at, name=name, label=label, loop=loop, when=when, until=until, cite=cite, body=body)

    def for_each(self, at: Span, binder: n.Binder, order: tuple[str, n.Expr] | None) -> n.ForEachHead:
        start, rising = _order(order)
        return n.ForEachHead(span=at, binder=binder, start=start, rising=rising)

    def cycle(self, at: Span, binder: n.Binder, order: tuple[str, n.Expr] | None) -> n.CycleHead:
        return n.CycleHead(span=at, binder=binder, start=_order(order)[0])

    def from_first(self, at: Span, value: n.Expr) -> tuple[str, n.Expr]:
        return "from", value

    def rising(self, at: Span, value: n.Expr) -> tuple[str, n.Expr]:
        return "by", value

    def times(self, at: Span, times: n.Expr) -> n.TimesHead:
        return n.TimesHead(span=at, times=times)

    def forever(self, at: Span) -> n.ForeverHead:
        return n.ForeverHead(span=at)

    def up_to(self, at: Span, limit: n.Expr) -> tuple[str, n.Expr]:
        return "may up to", limit

    def offer(self, at: Span, form: str | tuple[str, n.Expr], *rest: Any) -> n.Offer:
        *names, stop_when, when, cite = rest
        text, limit = (form.lower().replace("_", " "), None) if isinstance(form, str) else form
        return n.Offer(
            span=at, form=text, limit=limit, names=tuple(names), stop_when=stop_when, when=when, cite=cite
        )

    def score(self, at: Span, var: n.Ident, value: n.Expr, cite: CiteOr) -> n.Score:
        return n.Score(span=at, var=var, value=value, cite=cite)

    def winner(self, at: Span, *rest: Any) -> n.Winner:
        return n.Winner(span=at, keys=rest[:-1], cite=rest[-1])

    def winner_where(self, at: Span, var: n.Ident, condition: n.Expr, cite: CiteOr) -> n.WinnerWhere:
        return n.WinnerWhere(span=at, var=var, condition=condition, cite=cite)

    def highest(self, at: Span, value: n.Expr) -> n.WinnerKey:
        return n.WinnerKey(span=at, highest=True, value=value)

    def lowest(self, at: Span, value: n.Expr) -> n.WinnerKey:
        return n.WinnerKey(span=at, highest=False, value=value)

    # ------------------------------------------------------------ statements

    def inline_suite(self, at: Span, statement: n.Stmt, cite: CiteOr) -> Block:
        return Block(n.Suite(span=at, body=(statement,), inline=True), cite)

    def block_suite(self, at: Span, cite: CiteOr, *body: n.Stmt) -> Block:
        return Block(n.Suite(span=at, body=body), cite)

    def line(self, at: Span, statement: n.Stmt, cite: CiteOr) -> n.Stmt:
        return statement if cite is None else evolve(statement, cite=cite)

    def move(self, at: Span, cards: n.Expr, bottom: str | None, target: n.Expr) -> n.Move:
        return n.Move(span=at, cards=cards, target=target, to_bottom=bottom is not None)

    def deal(self, at: Span, count: n.Expr, source: n.Expr, target: n.Expr) -> n.Deal:
        return n.Deal(span=at, count=count, source=source, target=target)

    def shuffle(self, at: Span, zone: n.Expr) -> n.Shuffle:
        return n.Shuffle(span=at, zone=zone)

    def set_to(self, at: Span, target: n.Expr, value: n.Expr) -> n.SetTo:
        return n.SetTo(span=at, target=target, value=value)

    def add(self, at: Span, value: n.Expr, target: n.Expr) -> n.Add:
        return n.Add(span=at, value=value, target=target)

    def take(self, at: Span, value: n.Expr, target: n.Expr) -> n.Take:
        return n.Take(span=at, value=value, target=target)

    def let(self, at: Span, name: n.Ident, value: n.Expr) -> n.Let:
        return n.Let(span=at, name=name, value=value)

    def choose(self, at: Span, choice: n.Choice, by: n.Expr) -> n.ChooseStmt:
        return n.ChooseStmt(span=at, choice=choice, by=by, optional=False)

    def may_choose(self, at: Span, choice: n.Choice, by: n.Expr) -> n.ChooseStmt:
        return n.ChooseStmt(span=at, choice=choice, by=by, optional=True)

    def together(self, at: Span, binder: n.Binder, choice: n.Choice) -> n.Together:
        return n.Together(span=at, binder=binder, choice=choice)

    def roll(self, at: Span, *dice: n.Rolled) -> n.Roll:
        return n.Roll(span=at, dice=dice)

    def rolled(self, at: Span, die: n.Ident, name: n.Ident) -> n.Rolled:
        return n.Rolled(span=at, die=die, name=name)

    def show(self, at: Span, cards: n.Expr, to: n.Expr) -> n.Show:
        return n.Show(span=at, cards=cards, to=to)

    def called(self, at: Span, args: tuple[n.Expr, ...] | None) -> tuple[n.Expr, ...]:
        return args or ()

    def perform(self, at: Span, name: n.Ident, args: tuple[n.Expr, ...] | None, outcome: n.Ident | None) -> n.Do:
        return n.Do(span=at, name=name, args=args or (), outcome=outcome)

    def end(self, at: Span, phase: n.Ident) -> n.End:
        return n.End(span=at, phase=phase)

    def cancel(self, at: Span) -> n.Cancel:
        return n.Cancel(span=at)

    def if_branch(self, at: Span, condition: n.Expr, block: Block) -> n.Branch:
        return n.Branch(span=at, condition=condition, suite=block.suite, cite=block.cite)

    def otherwise_if(self, at: Span, condition: n.Expr, block: Block) -> n.Branch:
        return n.Branch(span=at, condition=condition, suite=block.suite, cite=block.cite)

    def otherwise(self, at: Span, block: Block) -> n.Branch:
        return n.Branch(span=at, condition=None, suite=block.suite, cite=block.cite)

    def if_stmt(self, at: Span, *branches: n.Branch | None) -> n.If:
        return n.If(span=at, branches=of(n.Branch, branches))

    def for_stmt(self, at: Span, binder: n.Binder, order: tuple[str, n.Expr] | None, block: Block) -> n.ForEach:
        start, rising = _order(order)
        return n.ForEach(span=at, binder=binder, start=start, rising=rising, suite=block.suite, cite=block.cite)

    def repeat_times(self, at: Span, times: n.Expr, block: Block) -> n.RepeatTimes:
        return n.RepeatTimes(span=at, times=times, suite=block.suite, cite=block.cite)

    def repeat_until(self, at: Span, condition: n.Expr, block: Block) -> n.RepeatUntil:
        return n.RepeatUntil(span=at, condition=condition, suite=block.suite, cite=block.cite)


def _order(order: tuple[str, n.Expr] | None) -> tuple[n.Expr | None, n.Expr | None]:
    if order is None:
        return None, None
    return (order[1], None) if order[0] == "from" else (None, order[1])
