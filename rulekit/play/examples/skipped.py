"""Names that lines bind which an example skips: a position in which they would be missing can't be built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from rulekit.analysis import typed as t
from rulekit.analysis.model import Local, PhaseDecl
from rulekit.analysis.walk import loop_exprs, offer_exprs, read_exprs, statements, subexpressions
from rulekit.diagnostics import Label
from rulekit.engine.program import PhaseCode
from rulekit.play.examples import codes
from rulekit.play.examples.result import Failed, failure
from rulekit.syntax import nodes


def check_skipped(around: list[PhaseCode], at: nodes.AtPhase) -> None:
    """Raises ``Failed`` if a line before one of these phases binds a name that is used in it or after it."""
    for outer, inner in pairwise(around):
        body = outer.decl.body
        k = next(k for k, item in enumerate(body) if item is inner.decl)
        bound = [local for item in body[:k] for local in _bound(item)]
        for e in _read(body[k:]):
            if isinstance(e, t.LocalRef) and any(e.local is local for local in bound):
                message = f"'{e.local.name}' is bound before phase '{inner.decl.name}', so the match can't begin there"
                labels = [Label(e.local.span, "bound here"), Label(e.span, "used here")]
                help = "begin in an earlier phase, and play up to here"
                raise Failed(failure(codes.NO_POSITION, message, at.phase.span, also=labels, help=help))


def _bound(item: t.PhaseItem) -> Iterator[Local]:
    """The names that a line of a phase binds for the lines after it."""
    match item:
        case t.LetStmt(local=local):
            yield local
        case t.ChooseStmt(choice=choice):
            yield choice.local
        case t.TogetherStmt(answers=answers):
            yield answers
        case t.RollStmt(dice=dice):
            yield from (local for _, local in dice)
        case t.DoStmt(outcome=outcome) if outcome is not None:
            yield outcome
        case _:
            return


def _read(items: Iterable[t.PhaseItem]) -> Iterator[t.Expr]:
    """Every expression that lines of a phase read, inner phases too."""
    for item in items:
        match item:
            case PhaseDecl():
                heads = [*loop_exprs(item.loop), *[e for e in (item.when, item.until) if e is not None]]
                yield from subexpressions(*heads)
                yield from _read(item.body)
            case t.TypedOffer():
                yield from subexpressions(*offer_exprs(item))
            case _:
                for stmt in statements((item,)):
                    yield from subexpressions(*read_exprs(stmt))
