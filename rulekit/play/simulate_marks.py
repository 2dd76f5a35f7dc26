"""Which rules were at work in a match: a program in which the first statement of each rule tells that it is carried out.

Takes rules and a setup; gives a program with log and knowledge, and the rules that tell.  Promises: a match of this program goes as that
of the plain one does; rules that can't come into play with this setup are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.analysis.model import GameModel
from rulekit.analysis.parts import exceptions
from rulekit.play.setup import Setup

if TYPE_CHECKING:
    from rulekit.engine import Program
    from rulekit.play.rules import Rules
    from rulekit.source import Span


@frozen
class Mark:
    """A rule that tells: its ``sort`` (``event``, ``trigger``, ``exception``, ``state-based rule``), name in words, and line."""

    sort: str
    name: str
    line: int


@frozen(eq=False)
class Marked:
    """A program with its marks, by the number of the site that is covered."""

    program: Program
    marks: dict[int, Mark]

    def begin(self) -> None:
        """Another match begins."""
        self.program.covered.clear()

    def seen(self) -> Iterator[Mark]:
        """The rules that were at work since ``begin``."""
        return (self.marks[site] for site in self.program.covered)


def build_marked(rules: Rules, setup: Setup) -> Marked:
    """The program that tells.  Raises ``RulesFault`` if such a match would be too large."""
    from rulekit.compile import build

    model = rules.game()
    marks = dict(_marks(model))
    program = build(model, setup.players, dict(setup.options), setup.variants, rules.hash, True, frozenset(marks))
    return Marked(program, {site: marks[program.sites[site]] for site in program.coverable})


def _marks(model: GameModel) -> Iterator[tuple[Span, Mark]]:
    """Every rule that runs without being chosen, with the place of its first statement, or of its value."""
    for event in model.events:
        if event.body:
            yield event.body[0].span, Mark("event", event.name, event.span.line)
    for trigger in model.triggers:
        names = ", ".join(dict.fromkeys(rule.name for head in trigger.heads for rule in head.rules))
        yield trigger.body[0].span, Mark("trigger", f"when {names} happens", trigger.node.span.line)
    for owner, rule in exceptions(model):
        place = rule.body[0].span if rule.body else None if rule.value is None else rule.value.span
        if place is not None:
            yield place, Mark("exception", f"exception to {owner.name}", rule.node.span.line)
    for state_based in model.whenevers:
        yield state_based.body[0].span, Mark("state-based rule", "whenever", state_based.node.span.line)
