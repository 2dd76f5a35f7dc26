"""What can be written and checked but not played yet by this version of the engine.

Takes the model, reports RK900 once for each declaration.  Promises: nothing else is reported here, and a construct is
supported as soon as its line is taken out of ``UNSUPPORTED``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from rulekit.analysis import model as m
from rulekit.analysis import parts
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


def _reactions(model: m.GameModel) -> Iterator[Span]:
    return (rule.span for rule in parts.reactions(model))


def _triggers(model: m.GameModel) -> Iterator[Span]:
    return (head.span for rule in model.triggers for head in rule.heads[:1])


def _whenevers(model: m.GameModel) -> Iterator[Span]:
    for rule in model.whenevers:
        first = rule.source or rule.condition
        yield first.span if first is not None else rule.node.span


def _exceptions(model: m.GameModel) -> Iterator[Span]:
    return (rule.node.name.span for _, rule in parts.exceptions(model))


def _boards(model: m.GameModel) -> Iterator[Span]:
    if model.board is not None:
        yield model.board.span


def _card_actions(model: m.GameModel) -> Iterator[Span]:
    return (action.span for action in parts.actions(model) if action.kind is not None)


def _dice(model: m.GameModel) -> Iterator[Span]:
    return (die.span for die in model.dice)


def _teams(model: m.GameModel) -> Iterator[Span]:
    return (team.span for team in model.teams[:1])


UNSUPPORTED: tuple[Construct, ...] = (
    Construct("reactions", "let an event ask in its body, with 'may choose .. by p', whether somebody answers", _reactions),
    Construct("triggers ('when .. happens')", "do what follows at the end of the event or action itself", _triggers),
    Construct(
        "state-based rules ('whenever')", "do it in an event, and perform that event where the state may change", _whenevers
    ),
    Construct("exceptions ('except')", "write a case below the 'define' or an 'if' in the event", _exceptions),
    Construct("boards", "a zone or a field with an index, e.g. 'zone place[1..9]', can stand for the spaces", _boards),
    Construct(
        "actions on cards", "write an action 'by p' that chooses the card: 'choose c in p.hand where it is ..'", _card_actions
    ),
    Construct("dice", "a deck with one card for each face can be shuffled and drawn from", _dice),
    Construct("teams", "let the players of a team add to a field of their own, and compare sums", _teams),
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
