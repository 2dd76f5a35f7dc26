"""Traversal of typed nodes: the expressions and blocks that stand in each of them.

Takes typed nodes, gives their parts in the order of the text.  Promises: nothing is changed, every kind of node is covered
(a new one doesn't type-check until it is), ``subexpressions`` reaches each expression exactly once, and what is written is
kept apart from what is read (the owner and the index of a written place are read).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from rulekit.analysis import model as m
from rulekit.analysis import typed as t

Written: TypeAlias = t.Place | t.ZoneRef


# ---------------------------------------------------------------- expressions


def children(expr: t.Expr) -> Iterator[t.Expr]:
    """The expressions that stand directly in one."""
    match expr:
        case (
            t.Const() | t.LocalRef() | t.OptionRef() | t.VariantRef() | t.AllOf() | t.Active() | t.Actor() | t.CardsOf()
        ):  # fmt: skip
            return
        case t.FieldRef(owner=owner, index=index) | t.ZoneRef(owner=owner, index=index):
            yield from given(owner, index)
        case t.OwnerOf(card=inner) | t.AttrRef(card=inner) | t.StateRef(card=inner):
            yield inner
        case t.SpaceFieldRef(target=inner) | t.ScoreOf(target=inner) | t.NameOf(target=inner):
            yield inner
        case t.TeamOf(player=inner) | t.AnswerOf(player=inner):
            yield inner
        case t.NotExpr(operand=inner) | t.Minus(operand=inner) | t.ToSet(operand=inner) | t.Require(operand=inner):
            yield inner
        case t.IsKindExpr(operand=inner):
            yield inner
        case t.CallQuery(args=args) | t.Builtin(args=args):
            yield from args
        case t.SetLiteral(items=items):
            yield from items
        case t.Lookup(arg=arg):
            yield from given(arg)
        case t.AggregateExpr(source=source, body=body) | t.MapUnion(source=source, body=body):
            yield source
            yield body
        case t.BestOf(source=source, key=key):
            yield source
            yield key
        case t.FilterExpr(source=source, condition=condition):
            yield source
            yield condition
        case t.IfElseExpr(condition=condition, yes=yes, no=no):
            yield condition
            yield yes
            yield no
        case t.Logic(left=left, right=right) | t.Compare(left=left, right=right) | t.Arith(left=left, right=right):
            yield left
            yield right
        case t.Union_(left=left, right=right) | t.Difference(left=left, right=right):
            yield left
            yield right
        case t.Member(item=item, source=source):
            yield item
            yield source
        case t.HasShape(operand=inner, shape=shape):
            yield inner
            yield from shape.args
        case t.IntervalExpr(low=low, high=high):
            yield low
            yield high
        case t.EndOfZone(count=count, zone=zone):
            yield from given(count)
            yield zone
        case _:
            assert_never(expr)


def subexpressions(*exprs: t.Expr | None) -> Iterator[t.Expr]:
    """These expressions and all inside them, outer ones first."""
    stack = [expr for expr in reversed(exprs) if expr is not None]
    while stack:
        expr = stack.pop()
        yield expr
        stack.extend(reversed(list(children(expr))))


def shapes_in(expr: t.Expr) -> Iterator[t.TypedShape]:
    """The patterns that an expression asks about."""
    for inner in subexpressions(expr):
        if isinstance(inner, t.HasShape):
            yield inner.shape


def mentions(expr: t.Expr | None, local: m.Local) -> bool:
    """Whether a local name is read in an expression."""
    return any(
        (isinstance(inner, t.LocalRef) and inner.local is local) or (isinstance(inner, t.AnswerOf) and inner.local is local)
        for inner in subexpressions(expr)
    )


def given(*exprs: t.Expr | None) -> Iterator[t.Expr]:
    """Those that aren't none."""
    return (expr for expr in exprs if expr is not None)


# ---------------------------------------------------------------- choices, clauses, loops, offers


def choice_exprs(choice: t.TypedChoice) -> Iterator[t.Expr]:
    """The expressions of one choice; an upper bound that is the lower one comes once."""
    yield from given(choice.low, choice.high if choice.high is not choice.low else None)
    yield choice.source
    yield from given(choice.where)
    for shape in choice.shapes:
        yield from shape.args


def clause_exprs(clause: t.TypedClause) -> Iterator[t.Expr]:
    """The expressions of a clause; a field that is paid from counts as read and written."""
    match clause:
        case t.WhenClause(condition=condition):
            yield condition
        case t.ChooseClause(choice=choice):
            yield from choice_exprs(choice)
        case t.PayCards(cards=cards):
            yield cards
        case t.PayNumber(amount=amount, source=source):
            yield amount
            yield source
        case _:
            assert_never(clause)


def loop_exprs(loop: t.TypedLoop | None) -> Iterator[t.Expr]:
    """The expressions in the head of a phase, without its ``when`` and ``until``."""
    if loop is not None:
        yield from given(loop.source, loop.start, loop.rising, loop.times)


def offer_exprs(offer: t.TypedOffer) -> Iterator[t.Expr]:
    """The expressions of an offer."""
    yield from given(offer.limit, offer.stop_when, offer.when)


# ---------------------------------------------------------------- statements


def written(stmt: t.Stmt) -> Iterator[Written]:
    """The fields, states, locals and zones that a statement itself writes and names.

    A ``move`` also takes cards away from where they lie, which ``effects`` works out.
    """
    match stmt:
        case t.MoveStmt(target=target):
            yield target
        case t.DealStmt(source=source, target=target):
            yield source
            yield from _zone_of(target)
        case t.ShuffleStmt(zone=zone):
            yield from _zone_of(zone)
        case t.SetStmt(target=place) | t.AddStmt(target=place) | t.TakeStmt(target=place):
            yield place
        case (
            t.LetStmt() | t.ChooseStmt() | t.TogetherStmt() | t.RollStmt() | t.ShowStmt() | t.DoStmt() | t.EndStmt()
            | t.CancelStmt() | t.IfStmt() | t.ForStmt() | t.RepeatStmt()
        ):  # fmt: skip
            return
        case _:
            assert_never(stmt)


def read_exprs(stmt: t.Stmt) -> Iterator[t.Expr]:
    """The expressions that a statement itself reads, without those of its blocks.

    Of a place that is written only the owner and the index are read.
    """
    match stmt:
        case t.MoveStmt(cards=cards, target=target):
            yield cards
            yield from children(target)
        case t.DealStmt(count=count, source=source, target=target):
            yield count
            yield source
            yield from _around(target)
        case t.ShuffleStmt(zone=zone):
            yield from _around(zone)
        case t.SetStmt(target=place, value=value) | t.AddStmt(target=place, value=value) | t.TakeStmt(target=place, value=value):
            yield value
            yield from children(place)
        case t.LetStmt(value=value):
            yield value
        case t.ChooseStmt(choice=choice, by=by):
            yield by
            yield from choice_exprs(choice)
        case t.TogetherStmt(source=source, choice=choice):
            yield source
            yield from choice_exprs(choice)
        case t.ShowStmt(cards=cards, to=to):
            yield cards
            yield to
        case t.DoStmt(args=args):
            yield from args
        case t.IfStmt(branches=branches):
            yield from given(*(condition for condition, _ in branches))
        case t.ForStmt(source=source, start=start, rising=rising):
            yield source
            yield from given(start, rising)
        case t.RepeatStmt(times=times, until=until):
            yield from given(times, until)
        case t.RollStmt() | t.EndStmt() | t.CancelStmt():
            return
        case _:
            assert_never(stmt)


def blocks_in(stmt: t.Stmt) -> Iterator[t.Block]:
    """The blocks that stand directly in a statement."""
    match stmt:
        case t.IfStmt(branches=branches):
            for _, block in branches:
                yield block
        case t.ForStmt(body=body) | t.RepeatStmt(body=body):
            yield body
        case (
            t.MoveStmt() | t.DealStmt() | t.ShuffleStmt() | t.SetStmt() | t.AddStmt() | t.TakeStmt() | t.LetStmt()
            | t.ChooseStmt() | t.TogetherStmt() | t.RollStmt() | t.ShowStmt() | t.DoStmt() | t.EndStmt() | t.CancelStmt()
        ):  # fmt: skip
            return
        case _:
            assert_never(stmt)


def statements(*blocks: t.Block | None) -> Iterator[t.Stmt]:
    """All statements of these blocks, those of inner blocks behind the statement they stand in."""
    for block in blocks:
        for stmt in block or ():
            yield stmt
            yield from statements(*blocks_in(stmt))


def choices_in(*blocks: t.Block | None) -> Iterator[t.TypedChoice]:
    """The choices that statements ask for."""
    for stmt in statements(*blocks):
        if isinstance(stmt, t.ChooseStmt | t.TogetherStmt):
            yield stmt.choice


def _zone_of(target: t.ZoneRef | t.MapUnion) -> Iterator[t.ZoneRef]:
    inner: t.Expr = target
    while isinstance(inner, t.MapUnion):
        inner = inner.body
    if isinstance(inner, t.ZoneRef):
        yield inner


def _around(target: t.ZoneRef | t.MapUnion) -> Iterator[t.Expr]:
    """What is read to find the zones of a target."""
    inner: t.Expr = target
    while isinstance(inner, t.MapUnion):
        yield inner.source
        inner = inner.body
    yield from children(inner)


# ---------------------------------------------------------------- calls


def called_queries(*exprs: t.Expr | None) -> Iterator[t.CallQuery]:
    """The calls of queries in expressions."""
    for inner in subexpressions(*exprs):
        if isinstance(inner, t.CallQuery):
            yield inner


def performed(*blocks: t.Block | None) -> Iterator[t.DoStmt]:
    """The events that blocks perform."""
    for stmt in statements(*blocks):
        if isinstance(stmt, t.DoStmt):
            yield stmt
