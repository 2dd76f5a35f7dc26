"""Events that nothing performs and actions that no phase offers, with the reactions and triggers that wait for them in vain.

Takes the model, its effects and contexts, reports RK413 and RK414.  Promises: one finding for one cause - what is reached
only through a reported rule, or answers it, is shown with it; what examples carry out with ``given after`` is performed.
"""

from __future__ import annotations

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.checks import codes
from rulekit.analysis.checks.contexts import Contexts, Rule, called_by_rule
from rulekit.analysis.effects import ModelEffects
from rulekit.analysis.report import report
from rulekit.diagnostics import Sink
from rulekit.source import Span


def check_happenings(model: m.GameModel, effects: ModelEffects, contexts: Contexts, sink: Sink) -> None:
    """Report what never happens."""
    explained: set[Rule] = set()
    for action in parts.actions(model):
        if action not in contexts.may:
            _report_action(action, model, effects, sink)
            _explain(action, effects, explained)
    _check_events(model, effects, contexts, explained, sink)


def _report_action(action: m.ActionDecl, model: m.GameModel, effects: ModelEffects, sink: Sink) -> None:
    if action.kind is not None:
        where = f"must do one of {action.kind.name}"
        if not any(group.kind.is_a(action.kind) for deck in model.decks for group in deck.groups):
            return
    else:
        where = f"must do one of {action.name}"
    report(
        sink,
        codes.ACTION_NEVER_OFFERED,
        f"no phase offers the action '{action.name}', so nobody can ever take it",
        action.span,
        also=[(_place(rule), "so this never applies") for rule in _answers(action, effects)],
        help=f"offer it in a phase, e.g. '{where}', or remove it",
    )


def _check_events(model: m.GameModel, effects: ModelEffects, contexts: Contexts, explained: set[Rule], sink: Sink) -> None:
    dead = [event for event in model.events if event not in contexts.may]
    callers: dict[Rule, set[Rule]] = {event: set() for event in dead}
    rules: list[Rule] = [*model.events, *parts.abilities(model), *model.triggers]
    for rule in rules:
        for called in called_by_rule(rule, effects):
            if called in callers and called is not rule:
                callers[called].add(rule)
    for event in sorted(dead, key=lambda event: (bool(callers[event]), event.span.start)):
        if event in explained or any(caller not in callers for caller in callers[event]):
            continue
        _explain(event, effects, explained)
        report(
            sink,
            codes.EVENT_NEVER_PERFORMED,
            f"nothing performs the event '{event.name}', so it never happens",
            event.span,
            also=[(_place(rule), "so this never applies") for rule in _answers(event, effects)],
            help=f"perform it where it is to happen, e.g. '{_call(event)}', or remove it",
        )


def _explain(start: Rule, effects: ModelEffects, explained: set[Rule]) -> None:
    """Mark everything that happens through a rule that is never used."""
    waiting: list[Rule] = [start]
    while waiting:
        rule = waiting.pop()
        if rule not in explained:
            explained.add(rule)
            waiting += called_by_rule(rule, effects)


def _answers(rule: t.Reactable, effects: ModelEffects) -> list[t.Reactable | m.TriggerRule]:
    """What waits for this rule alone: one that answers a kind, or several rules, may still apply."""
    found: list[t.Reactable | m.TriggerRule] = [*effects.reactions_to(rule), *effects.triggers_of(rule)]
    return [other for other in found if isinstance(other, m.ReactionDecl | m.TriggerRule) and _only(other.heads)]


def _only(heads: list[m.HappeningHead]) -> bool:
    return len(heads) == 1 and len(heads[0].rules) == 1


def _place(rule: t.Reactable | m.TriggerRule) -> Span:
    return rule.heads[0].span if isinstance(rule, m.TriggerRule) else rule.span


def _call(event: m.EventDecl) -> str:
    names = ", ".join(local.name for local in event.params)
    return f"do {event.name}({names})" if names else f"do {event.name}"
