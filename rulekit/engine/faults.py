"""What can go wrong while a checked rules file is played: a rules fault names the line; it is never a crash."""

from __future__ import annotations

from rulekit.diagnostics import Code, Diagnostic, Label, Severity, register
from rulekit.source import Span


def _fault(id: str, name: str, summary: str) -> Code:
    return register(id, name, Severity.ERROR, summary)


MISSING_VALUE = _fault("RK501", "missing-value", "a value is needed where there is none")
UNSET_FIELD = _fault("RK502", "unset-field", "a field is read before it is set")
INDEX_OUTSIDE = _fault("RK503", "index-out-of-range", "an index for which there is no zone, field or table row")
DIVISION_BY_ZERO = _fault("RK504", "division-by-zero", "a division by zero")
NUMBER_TOO_LARGE = _fault("RK505", "number-too-large", "a number beyond 10^12")
OUT_OF_FUEL = _fault("RK506", "out-of-fuel", "the rules go on without asking anybody")
TOO_MANY_COMBINATIONS = _fault("RK507", "too-many-combinations", "a choice with too many combinations")
TOO_DEEP = _fault("RK508", "too-deep", "events that perform each other without end")
BOUNDS_REVERSED = _fault("RK509", "bounds-reversed", "an upper bound below the lower one")
NOTHING_LEGAL = _fault("RK510", "nothing-legal", "an offer that may not be declined before its 'stop when' holds, and nothing to do")
TOO_MANY_DECISIONS = _fault("RK511", "too-many-decisions", "a match that doesn't end")
TOO_LARGE = _fault("RK512", "too-large", "more cards, zones or players than a match may have")
UNFORESEEN = _fault("RK513", "unforeseen", "a rule that can't be worked out, though the check found nothing")
COLLIDING = _fault("RK514", "exceptions-collide", "two exceptions in one layer that apply at the same time")
UNSETTLED = _fault("RK515", "unsettled", "state-based rules that never come to rest")


class RulesFault(Exception):
    """The rules file is at fault.  ``span`` is the line, or none if it concerns the match as a whole."""

    def __init__(self, code: Code, message: str, span: Span | None, help: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = help

    def diagnostic(self, otherwise: Span) -> Diagnostic:
        """The fault as a finding; ``otherwise`` is the place if the fault has none."""
        return Diagnostic(self.code, self.message, Label(self.span or otherwise), help=self.help)


class IllegalAnswer(Exception):
    """An answer that isn't among the options; the state is as it was."""


class BadSave(Exception):
    """Data that isn't a state of this program."""
