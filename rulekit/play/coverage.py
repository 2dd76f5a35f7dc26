"""What examples have exercised: which rules of a file were carried out while they ran.

Takes a suite of examples; gives the places in the rules that could be carried out, and those that were.  A place is a statement, a value
of a query or of an exception, an offer, an action or reaction that is taken, a ``forbid`` that forbids something.  Promises: the examples
run as they do without this.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import Factory, define, frozen

from rulekit.analysis import typed as t
from rulekit.analysis.model import ActionDecl, GameModel, PhaseDecl
from rulekit.analysis.parts import abilities, parts, phases
from rulekit.analysis.walk import statements

if TYPE_CHECKING:
    from rulekit.engine import Program
    from rulekit.play.examples.run import Suite
    from rulekit.play.setup import Setup
    from rulekit.source import Span


@frozen
class Place:
    """One place: ``sort`` (``statement``, ``value``, ``offer``, ``action``, ``reaction``, ``forbid``), where it stands, and what of the
    rules isn't carried out either if it isn't."""

    sort: str
    span: Span
    extent: Span


@define(eq=False)
class Coverage:
    """The places of a game, and what of them has been carried out so far."""

    places: dict[Span, Place]
    _programs: dict[Setup, Program] = Factory(dict)

    @property
    def covered(self) -> set[Span]:
        """The places that were carried out."""
        return {program.sites[site] for program in self._programs.values() for site in program.covered}

    def missed(self) -> list[Place]:
        """What was not, in file order; of places in each other only the outer one."""
        covered = self.covered
        found: list[Place] = []
        for place in sorted(self.places.values(), key=lambda place: (place.extent.start, -place.extent.end)):
            if place.span not in covered and not (found and place.extent.end <= found[-1].extent.end):
                found.append(place)
        return found

    @property
    def share(self) -> float:
        """The share of the places that were carried out, 0 to 1; 1 if there are none."""
        return len(self.covered & self.places.keys()) / len(self.places) if self.places else 1.0


def watched(suite: Suite) -> Coverage:
    """Let a suite's programs tell; what its examples exercise from now on is in the result."""
    from rulekit.compile import build

    model = suite.model
    coverage = Coverage({place.span: place for place in places_of(model)})
    spans = frozenset(coverage.places)

    def program_for(setup: Setup) -> Program:
        if setup not in coverage._programs:
            made = build(model, setup.players, dict(setup.options), setup.variants, "", True, spans)
            coverage._programs[setup] = made
        return coverage._programs[setup]

    suite.program_for = program_for
    return coverage


def places_of(model: GameModel) -> Iterator[Place]:
    """Everything in a game that can be carried out."""
    for query in model.queries:
        for value in (query.value, *[value for value, _ in query.cases], *[rule.value for rule in query.exceptions]):
            if value is not None:
                yield Place("value", value.span, value.span)
    for rule in abilities(model):
        extent = rule.span if rule.node is None else rule.node.span
        yield Place("action" if isinstance(rule, ActionDecl) else "reaction", rule.span, extent)
        for forbid in rule.forbids:
            yield Place("forbid", forbid.node.span, forbid.node.span)
    for phase in phases(model):
        for item in phase.body:
            if isinstance(item, t.TypedOffer):
                yield Place("offer", item.span, item.span)
    for part in parts(model, examples=False):
        if not isinstance(part.owner, PhaseDecl) or part.role == "body":
            for statement in statements(part.block):
                yield Place("statement", statement.span, statement.span)
