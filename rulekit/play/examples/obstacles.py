"""What stands in the way of an option that isn't offered: the ``when``, ``forbid``, ``where``, pattern or cost, with its line.

Takes an action and the choices that an example wrote for it; gives the first clause that fails with them, or none if no single
clause can be named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rulekit.analysis import typed as t
from rulekit.analysis.model import Local
from rulekit.analysis.types import CardT, SetT
from rulekit.engine import RulesFault
from rulekit.engine.choices import ActionCode, Binding, StepCode, set_choice
from rulekit.play.examples.cards import card_wanted
from rulekit.play.examples.literals import elements_of, value_of
from rulekit.play.examples.result import Failed
from rulekit.play.examples.scene import Scene, text_of, with_values
from rulekit.source import Span
from rulekit.syntax import nodes


@frozen
class Obstacle:
    """A place in the rules, and what it has against the option."""

    span: Span
    text: str


_WORDS = {"when": "this doesn't hold", "forbid": "this forbids it", "pay": "this can't be paid"}


def obstacle(scene: Scene, action: ActionCode, e: Binding, given: Sequence[nodes.Literal]) -> Obstacle | None:
    """The first clause that fails for the choices written, in order; what isn't written is left open.

    ``e``: a binding of the action or reaction with its first registers.
    """
    if action.decl is None:
        return None
    try:
        return _first_failing(scene, action, e, given)
    except (RulesFault, Failed):
        return None


def _first_failing(scene: Scene, action: ActionCode, e: Binding, given: Sequence[nodes.Literal]) -> Obstacle | None:
    assert action.decl is not None
    choices = action.chosen
    if len(choices) != len(action.steps):
        return None
    by = e[0]
    known: dict[Local, Any] = dict(zip(action.given, e[1:], strict=False))
    if action.decl.player is not None:
        known[action.decl.player] = by
    failing = _failing_clause(scene, action, e, 0, {})
    if failing is not None:
        return failing
    for k, (choice, literal) in enumerate(zip(choices, given, strict=False)):
        value, text = _meant(scene, choice, literal, known)
        for element in value if choice.is_set else (value,):
            found = _against_element(scene, choice, element, text if not choice.is_set else None, known)
            if found is not None:
                return found
        if choice.is_set and not _matches(scene, action.steps[k], e, value):
            return Obstacle(_size_or_shape(choice), f"this isn't met by {text}")
        e[action.steps[k].slot] = known[choice.local] = value
        failing = _failing_clause(scene, action, e, k + 1, {choice.local.name: text})
        if failing is not None:
            return failing
    if len(given) < len(choices):
        choice, step = choices[len(given)], action.steps[len(given)]
        tail = "".join(f", with {c.local.name} = {scene.words(c.local.type, known[c.local])}" for c in choices[: len(given)])
        if not scene.value(with_values(choice.source, known)):
            return Obstacle(choice.source.span, "there is nothing to choose from" + tail)
        if choice.is_set and not set_choice(scene.state, step, e).problem.exists():
            return Obstacle(_size_or_shape(choice), "nothing meets this" + tail)
    return None


def _matches(scene: Scene, step: StepCode, e: list[Any], value: Sequence[Any]) -> bool:
    """Whether a set is one of those that its choice allows, other conditions apart."""
    choice = set_choice(scene.state, step, e)
    return choice.problem.matches(tuple([sum(x in value for x in group) for group in choice.groups]))


def _size_or_shape(choice: t.TypedChoice) -> Span:
    """What a choice demands of a set: its pattern, or how many."""
    if choice.shapes:
        return choice.shapes[0].span
    return choice.span if choice.low is None else choice.low.span


def _failing_clause(scene: Scene, action: ActionCode, e: list[Any], after: int, named: dict[str, str]) -> Obstacle | None:
    """A condition or cost that can be tested after so many choices, and fails."""
    for sort, test, when, site in action.clauses:
        if when == after and not test(scene.state, e):
            tail = "".join(f", with {name} = {text}" for name, text in named.items())
            return Obstacle(scene.program.sites[site], _WORDS.get(sort, sort) + tail)
    return None


def _meant(scene: Scene, choice: t.TypedChoice, literal: nodes.Literal, known: dict[Local, Any]) -> tuple[Any, str]:
    """The run-time value that a literal of an example means for a choice: of equal cards, those that can be chosen."""
    element = choice.source.type.of if isinstance(choice.source.type, SetT) else choice.source.type
    text = text_of(literal.span)
    if not isinstance(element, CardT):
        return value_of(scene, literal, choice.local.type), text
    source = tuple(scene.value(with_values(choice.source, known)))
    taken: list[int] = []
    for item in elements_of(literal):
        if isinstance(item, nodes.CardItem):
            want = card_wanted(scene, item)
            fitting = [c for c in (*source, *want.ids) if want.fits(scene.state, c) and c not in taken]
            taken += list(dict.fromkeys(fitting))[: want.count]
    return (tuple(taken) if choice.is_set else taken[0] if taken else None), text


def _against_element(
    scene: Scene, choice: t.TypedChoice, value: Any, text: str | None, known: dict[Local, Any]
) -> Obstacle | None:
    source = scene.value(with_values(choice.source, known))
    text = text or scene.words(choice.it.type, value)
    if value not in source:
        return Obstacle(choice.source.span, f"{text} isn't among these")
    if choice.where is None:
        return None
    if not scene.value(with_values(choice.where, {**known, choice.it: value, choice.local: value})):
        return Obstacle(choice.where.span, f"this doesn't hold for {text}")
    return None


def choice_itself(scene: Scene, step: StepCode) -> Obstacle:
    """Where no single clause can be named: the choice, with its pattern and conditions."""
    return Obstacle(scene.program.sites[step.site], f"'{step.name}' is chosen here")
