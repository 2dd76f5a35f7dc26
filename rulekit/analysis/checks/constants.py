"""Conditions that are written out as ``yes`` or ``no``, or decided by such a word.

Takes the model, reports RK422.  Promises: what depends on an option, a variant or the number of players is no constant; the
``until no`` of an endless phase is reported as such and not here.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.checks import codes
from rulekit.analysis.checks.common import constant_flag, is_endless
from rulekit.analysis.report import report
from rulekit.analysis.walk import choices_in, given, statements
from rulekit.diagnostics import Sink


def check_constants(model: m.GameModel, sink: Sink) -> None:
    """Report conditions that always have the same answer."""
    for condition in _conditions(model):
        answer = constant_flag(condition)
        if answer is not None:
            report(
                sink,
                codes.CONSTANT_CONDITION,
                f"this condition is always '{'yes' if answer else 'no'}'",
                condition.span,
                help="write the condition that is meant, or leave it out together with what it guards",
            )


def _conditions(model: m.GameModel) -> Iterator[t.Expr]:
    for rule in parts.abilities(model):
        for clause in rule.clauses:
            match clause:
                case t.WhenClause(condition=condition):
                    yield condition
                case t.ChooseClause(choice=choice):
                    yield from given(choice.where)
                case t.PayCards() | t.PayNumber():
                    pass
        yield from given(*(forbid.condition for forbid in rule.forbids))
    for query in model.queries:
        yield from (condition for _, condition in query.cases)
    for _, exception in parts.exceptions(model):
        yield from given(exception.condition)
    yield from given(*(rule.condition for rule in model.triggers), *(rule.condition for rule in model.whenevers))
    for phase in parts.phases(model):
        yield from given(phase.when, None if is_endless(phase) else phase.until)
    for _, offer in parts.offers(model):
        yield from given(offer.when, offer.stop_when)
    for part in parts.parts(model, examples=False):
        for choice in choices_in(part.block):
            yield from given(choice.where)
        for stmt in statements(part.block):
            if isinstance(stmt, t.IfStmt):
                yield from given(*(condition for condition, _ in stmt.branches))
            elif isinstance(stmt, t.RepeatStmt):
                yield from given(stmt.until)
