"""A note: choices of several cards whose cards later lines read.

Takes the model, reports RK450.  Promises: a set that is only counted, paid, moved or matched isn't reported, since it costs
nothing; one that is read is found by trying combinations.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.checks import codes
from rulekit.analysis.checks.hidden import Reading
from rulekit.analysis.report import report
from rulekit.analysis.walk import choice_exprs
from rulekit.diagnostics import Sink


def note_read_choices(model: m.GameModel, sink: Sink) -> None:
    """Note set choices of abilities that later clauses, or prohibitions, read."""
    reading = Reading(model)
    for rule in parts.abilities(model):
        for index, clause in enumerate(rule.clauses):
            if not isinstance(clause, t.ChooseClause) or not clause.choice.is_set:
                continue
            local = clause.choice.local
            exprs = [*_read_by(rule.clauses[index + 1 :]), *(f.condition for f in rule.forbids if f.condition is not None)]
            reader = next((expr for expr in exprs if reading.reveals(expr, local)), None)
            if reader is not None:
                report(
                    sink,
                    codes.CHOICE_READ_LATER,
                    f"the cards of '{local.name}' are read later, so the choice is found by trying combinations",
                    local.span,
                    also=[(reader.span, "read here")],
                    help="where a pattern line ('same', 'total', 'holds ..') can say the same, that is faster",
                )


def _read_by(clauses: list[t.TypedClause]) -> Iterator[t.Expr]:
    """What clauses read; the cards that they pay aren't read."""
    for clause in clauses:
        match clause:
            case t.WhenClause(condition=condition):
                yield condition
            case t.ChooseClause(choice=choice):
                yield from choice_exprs(choice)
            case t.PayNumber(amount=amount):
                yield amount
            case t.PayCards():
                pass
