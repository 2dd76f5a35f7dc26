"""What can be written and checked but not played yet by this version of the engine.

Takes the model, reports RK900 once for each declaration.  Promises: nothing else is reported here, and a construct is
supported as soon as its line is taken out of ``UNSUPPORTED``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from rulekit.analysis import model as m
from rulekit.analysis.checks import codes
from rulekit.analysis.report import report
from rulekit.diagnostics import Sink
from rulekit.source import Span


@frozen
class Construct:
    """A construct of the language: what it is called, what to do without it, and where a model has it."""

    name: str
    help: str
    places: Callable[[m.GameModel], Iterator[Span]]


def _teams(model: m.GameModel) -> Iterator[Span]:
    return (team.span for team in model.teams[:1])


UNSUPPORTED: tuple[Construct, ...] = (
)


def unsupported(model: m.GameModel, sink: Sink) -> None:
    """Report every declaration of a construct that the engine doesn't run."""
    for construct in UNSUPPORTED:
        for span in construct.places(model):
            report(
                sink,
                codes.NOT_SUPPORTED_YET,
                f"{construct.name} can't be played yet by this version of rulekit",
                span,
                help=construct.help,
            )
