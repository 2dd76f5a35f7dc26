"""A decision as an example writes it, turned into a canonical answer stage by stage.

Takes a scene, an open decision, and ``sell(red, {..})``, ``k = 3`` or ``declines``.  What isn't possible is a ``Refusal``:
which part of the line, and what stood in its way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from rulekit.diagnostics import Label
from rulekit.engine import Decision, IllegalAnswer, Stage
from rulekit.engine.choices import ActionCode, StepCode, bindings
from rulekit.play.examples.literals import fits_one, fits_set, set_from
from rulekit.play.examples.obstacles import choice_itself, obstacle
from rulekit.play.examples.result import Failed
from rulekit.play.examples.scene import Scene
from rulekit.source import Span
from rulekit.syntax import nodes

MOST_COMPARED = 20_000
"""So many options of one action are compared with those that an example lists."""


@frozen
class Refusal:
    """Why a line of an example isn't a possible decision: the part of it, a few words under it, and lines of the rules."""

    span: Span
    label: str
    also: tuple[Label, ...] = ()
    help: str = ""
    meant: bool = True
    """Whether what the line names could be decided here, only not so: then this is the place that was meant."""


class TooMany(Exception):
    """An example lists options of an action that has too many to look at one by one; ``str()`` is its name."""


def answer_for(scene: Scene, decision: Decision, what: nodes.Choosable, complete: bool = True) -> list[Any] | Refusal:
    """The canonical answer; with ``complete`` no: of choices that are left out only the earlier ones, as a prefix."""
    if isinstance(what, nodes.DeclineItem):
        if decision.may_decline:
            return ["decline"]
        return Refusal(what.span, "declining isn't possible here")
    action = action_of(scene, decision, what)
    if isinstance(action, Refusal):
        return action
    given = choices_by_step(action, what)
    last = len(action.steps) if complete else max([k + 1 for k, x in enumerate(given) if x is not None], default=0)
    head: list[Any] = [_shown(decision, action)] if decision.names_rules or decision.may_decline else []
    values: list[Any] = []
    for k, step in enumerate(action.steps[:last]):
        stage = decision.next([*head, *values])
        assert stage is not None
        found = _stage_value(scene, decision, action, step, stage, given[k], [*head, *values], what)
        if isinstance(found, Refusal):
            return found
        values.append(found[0])
    if not complete:
        return [_shown(decision, action), *values]
    return decision.answer_of([*head, *values])


def action_of(scene: Scene, decision: Decision, what: nodes.OptionItem | nodes.PickItem) -> ActionCode | Refusal:
    """The action (or choice) that a line names, if it is open now."""
    named = decision.names_rules
    for action, _ in decision.actions:
        if isinstance(what, nodes.OptionItem) is named and _shown(decision, action) == what.name.text:
            return action
    if named and isinstance(what, nodes.OptionItem):
        return _not_offered(scene, decision, what)
    if named:
        return Refusal(what.span, "no choice is open now, but an offer", meant=False)
    return Refusal(what.name.span, f"what is chosen now is '{_shown(decision, decision.actions[0][0])}'", meant=False)


def _shown(decision: Decision, action: ActionCode) -> str:
    return action.name if decision.names_rules else action.steps[0].name


def _not_offered(scene: Scene, decision: Decision, what: nodes.OptionItem) -> Refusal:
    opened = decision.opened(what.name.text)
    if opened is None:
        return Refusal(what.name.span, "it isn't offered here", help=where_asked(scene, what), meant=False)
    action, e = opened
    found = obstacle(scene, action, e, [x for x in choices_by_step(action, what) if x is not None])
    return Refusal(what.name.span, "it isn't possible now", () if found is None else (Label(found.span, found.text),))


def where_asked(scene: Scene, what: nodes.Choosable) -> str:
    """Of a reaction: when somebody is asked for it; empty for everything else."""
    name = what.name.text if isinstance(what, nodes.OptionItem) else ""
    reaction = next((rule for rule in scene.program.model.reactions if rule.name == name), None)
    if reaction is None:
        return ""
    answered = " or ".join(head.kind.name if head.kind is not None else head.rules[0].name for head in reaction.heads)
    when = "before" if reaction.before else "after"
    return f"'{name}' (line {reaction.span.line}) is offered {when} {answered}, to those who can"


def choices_by_step(action: ActionCode, what: nodes.OptionItem | nodes.PickItem) -> list[nodes.Literal | None]:
    """What a line says of each choice, by place or by name; none: nothing."""
    given: list[nodes.Literal | None] = [None] * len(action.steps)
    if isinstance(what, nodes.PickItem):
        given[0] = what.value
        return given
    names = [step.name for step in action.steps]
    for k, choice in enumerate(what.choices):
        at = names.index(choice.name.text) if choice.name is not None and choice.name.text in names else k
        if at < len(given):
            given[at] = choice.value
    return given


# ---------------------------------------------------------------- one stage


def _stage_value(
    scene: Scene, decision: Decision, action: ActionCode, step: StepCode, stage: Stage, literal: nodes.Literal | None,
    prefix: list[Any], what: nodes.OptionItem | nodes.PickItem,
) -> tuple[Any] | Refusal:
    """The data of one stage, in a tuple of one."""
    if literal is None:
        return _left_out(scene, step, stage, what)
    written = [x for x in choices_by_step(action, what) if x is not None]
    written = written[: written.index(literal) + 1]
    label = f"not a possible '{step.name}'"
    if not step.is_set:
        fitting = [item.value for item in stage.items if fits_one(scene, literal, step.type, item.value)]
        if fitting:
            return (fitting[0],)
        return _impossible(scene, action, decision, step, stage, literal.span, label, written)
    try:
        value = set_from(scene, literal, step.type, stage.items)
    except Failed as failed:
        span, label = failed.failure.diagnostic.span, failed.failure.message
        return _impossible(scene, action, decision, step, stage, span, label, written)
    try:
        decision.next([*prefix, value])
    except IllegalAnswer:
        return _impossible(scene, action, decision, step, stage, literal.span, label, written)
    return (value,)


def _left_out(scene: Scene, step: StepCode, stage: Stage, what: nodes.OptionItem | nodes.PickItem) -> tuple[Any] | Refusal:
    """A choice that the line leaves out: forced, or a set that may be empty."""
    if step.is_set and stage.may_stop:
        return ({} if step.is_card else [],)
    if step.is_set and stage.low == stage.high == sum(item.most for item in stage.items):
        return ({item.value: item.most for item in stage.items} if step.is_card else [item.value for item in stage.items],)
    if not step.is_set and len(stage.items) == 1:
        return (stage.items[0].value,)
    label = f"'{step.name}' isn't forced, so it has to be written"
    return Refusal(what.span, label, (), f"'{step.name}' {_could_be(scene, stage)}")


def _could_be(scene: Scene, stage: Stage, most: int = 8) -> str:
    texts = [str(scene.named(item.value)) + (f" (up to {item.most})" if item.most > 1 else "") for item in stage.items]
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    size = "" if stage.kind != "set" else f" {stage.low} of" if stage.low == stage.high else f" {stage.low} to {stage.high} of"
    return f"could be{size} {', '.join(texts[:most]) or 'nothing'}{more}"


def _impossible(
    scene: Scene, action: ActionCode, decision: Decision, step: StepCode, stage: Stage, span: Span, label: str,
    written: Sequence[nodes.Literal],
) -> Refusal:
    opened = decision.opened(_shown(decision, action))
    found = (obstacle(scene, *opened, written) if opened is not None else None) or choice_itself(scene, step)
    return Refusal(span, label, (Label(found.span, found.text),), f"'{step.name}' {_could_be(scene, stage)}")


# ---------------------------------------------------------------- options against items


def options_of(decision: Decision, action: ActionCode) -> Iterator[list[Any]]:
    """The canonical answers of one of a decision's actions.  Raises ``TooMany``."""
    e = next(e for other, e in decision.actions if other is action)
    for k, binding in enumerate(bindings(decision.state, action, 0, e[:])):
        if k >= MOST_COMPARED:
            raise TooMany(action.name)
        yield decision.canonical(action, binding)


def fits_option(scene: Scene, action: ActionCode, item: nodes.Choosable, option: Sequence[Any]) -> bool:
    """Whether a complete option is what an item means, as far as it says something."""
    if isinstance(item, nodes.DeclineItem) or item.name.text != option[0]:
        return False
    for step, literal, value in zip(action.steps, choices_by_step(action, item), option[1:], strict=True):
        if literal is None:
            continue
        if not (fits_set if step.is_set else fits_one)(scene, literal, step.type, value):
            return False
    return True
