"""Small questions that several checks ask about a model.

Takes declarations and typed expressions, gives plain answers.  Promises: nothing is reported here.
"""

from __future__ import annotations

from rulekit.analysis import model as m
from rulekit.analysis import typed as t


def cards_of(model: m.GameModel, kind: m.KindDecl) -> list[m.CardGroup]:
    """The cards of a kind and its children in all decks."""
    return [group for deck in model.decks for group in deck.groups if group.kind.is_a(kind)]


def chain(phase: m.PhaseDecl) -> list[m.PhaseDecl]:
    """A phase and those around it, the innermost first."""
    found: list[m.PhaseDecl] = []
    around: m.PhaseDecl | None = phase
    while around is not None:
        found.append(around)
        around = around.parent
    return found


def constant_flag(expr: t.Expr | None) -> bool | None:
    """The answer of a condition that is written out as a constant; none for all others."""
    match expr:
        case t.Const(value=bool(value)):
            return value
        case t.NotExpr(operand=operand):
            inner = constant_flag(operand)
            return None if inner is None else not inner
        case t.Logic(op=op, left=left, right=right):
            answers = (constant_flag(left), constant_flag(right))
            decides = op == "or"
            return decides if decides in answers else None if None in answers else not decides
        case t.Compare(op="=", left=t.Const(value=left_), right=t.Const(value=right_), as_sets=False):
            return left_ == right_
        case _:
            return None


def loops(phase: m.PhaseDecl) -> bool:
    """Whether a phase may make another number of passes than one."""
    return phase.loop is not None and phase.loop.form != "once"


def is_endless(phase: m.PhaseDecl) -> bool:
    """Whether the head of a phase never ends it: no ``until``, or one that never holds, and passes without number."""
    if phase.loop is None or (phase.until is not None and constant_flag(phase.until) is not False):
        return False
    return phase.loop.form == "forever" or (phase.loop.form == "cycle" and isinstance(phase.loop.source, t.AllOf))
