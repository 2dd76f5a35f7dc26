"""What comes of an example: passed, or the lines that failed, as values.

A failure is made of a ``Diagnostic`` (where, what, which lines of the rules stood in the way) and of what was expected and
what was found, as texts.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from rulekit.diagnostics import Code, Diagnostic, Label
from rulekit.engine import RulesFault
from rulekit.source import Span


@frozen
class Failure:
    """One line of an example that doesn't hold or can't be played."""

    diagnostic: Diagnostic
    expected: str = ""
    found: str = ""

    @property
    def line(self) -> int:
        """The line of the rules file."""
        return self.diagnostic.span.line

    @property
    def message(self) -> str:
        """What is wrong, in one sentence."""
        return self.diagnostic.message


@frozen
class ExampleResult:
    """What came of one example.  ``span`` is that of its title; ``failures`` is empty if it passed."""

    title: str
    span: Span
    players: tuple[str, ...]
    failures: tuple[Failure, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all of it holds."""
        return not self.failures


class Failed(Exception):
    """An example can't go on.  Never leaves this package: ``run_example`` turns it into a failure."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def failure(
    code: Code, message: str, span: Span, label: str = "", also: Sequence[Label] = (), help: str | None = None,
    expected: str = "", found: str = "",
) -> Failure:
    """A failure at a line; ``label`` stands under it."""
    return Failure(Diagnostic(code, message, Label(span, label), tuple(also), help), expected, found)


def fault_failure(fault: RulesFault, span: Span, doing: str) -> Failure:
    """A rules fault as a failure of the example's line at which it happened."""
    also = () if fault.span is None else (Label(fault.span, "here"),)
    return Failure(Diagnostic(fault.code, fault.message, Label(span, doing), also, fault.help))


@define
class Notes:
    """Collects what was done on the way, to be told if the next line fails."""

    lines: list[str] = field(factory=list)

    def help(self, *more: str) -> str | None:
        """The notes and more, as the help of a failure."""
        lines = [line for line in more if line]
        if self.lines:
            lines.append("on the way: " + "; ".join(self.lines))
        return "\n".join(lines) or None
