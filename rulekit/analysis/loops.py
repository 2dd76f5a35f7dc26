"""Loops of statements: ``for each``, ``repeat``.

Takes syntax and a function that lowers the inner block, gives typed loops.  Promises: knowledge about names that the body
changes isn't carried round.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.analysis import binders, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body
from rulekit.analysis.coerce import coerce, flag, number
from rulekit.analysis.lattice import element
from rulekit.analysis.types import EnumT
from rulekit.syntax import nodes

Inner = Callable[[Body, nodes.Suite], t.Block]


def loop_source(body: Body, binder: nodes.Binder) -> tuple[t.Expr, model.Local]:
    """The set of a loop and the local for its element, which isn't in scope yet."""
    source = binders.source(body, binder.source, binder.name)
    local = model.Local(binder.name.text, element(source.type), binder.name.span, "binder")
    return source, local


def start_of(body: Body, start: nodes.Expr | None, local: model.Local) -> t.Expr | None:
    """``from y``."""
    return None if start is None else coerce(body, body.expr(start), local.type, "where the loop begins")


def rising_by(body: Body, rising: nodes.Expr | None, local: model.Local, name: nodes.Ident) -> t.Expr | None:
    """``by E``: read for each element."""
    if rising is None:
        return None
    with body.over(local, name):
        key = body.expr(rising)
    return key if isinstance(key.type, EnumT) else number(body, key, "what the loop goes by")


def for_each(body: Body, node: nodes.ForEach, inner: Inner) -> t.Stmt:
    """``for each x in S:``."""
    source, local = loop_source(body, node.binder)
    start = start_of(body, node.start, local)
    rising = rising_by(body, node.rising, local, node.binder.name)
    with body.block():
        _forget(body)
        body.enter(local)
        block = inner(body, node.suite)
    return t.ForStmt(span=node.span, local=local, source=source, start=start, rising=rising, body=block)


def repeat_times(body: Body, node: nodes.RepeatTimes, inner: Inner) -> t.Stmt:
    """``repeat N times:``."""
    times = number(body, body.expr(node.times), "how often it is repeated")
    with body.block():
        _forget(body)
        block = inner(body, node.suite)
    return t.RepeatStmt(span=node.span, times=times, until=None, body=block)


def repeat_until(body: Body, node: nodes.RepeatUntil, inner: Inner) -> t.Stmt:
    """``repeat until C:``."""
    with body.block():
        _forget(body)
        until = flag(body, body.expr(node.condition))
        with body.assuming(until, False):
            block = inner(body, node.suite)
    return t.RepeatStmt(span=node.span, times=None, until=until, body=block)


def _forget(body: Body) -> None:
    """What is known about names that change doesn't hold in the second round."""
    changed = body.unit.changed
    for name in list(body.facts):
        if isinstance(name, model.FieldDecl) or name.span.start in changed:
            body.forget(name)
