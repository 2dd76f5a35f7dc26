"""Exceptions that always apply at the same time.

Takes the model, reports RK356.  Promises: two exceptions are reported only if both hold whenever the rule is used: they are
in one layer (the same variant, or card kinds of which neither is a child of the other), concern the same cards and have no
conditions or the same one.  Collisions that depend on the course of play are found by simulation.
"""

from __future__ import annotations

from itertools import combinations

from rulekit.analysis import model as m
from rulekit.analysis.checks import codes
from rulekit.analysis.checks.common import cards_of
from rulekit.analysis.parts import Excepted, abilities
from rulekit.analysis.report import report
from rulekit.diagnostics import Sink


def check_layers(model: m.GameModel, sink: Sink) -> None:
    """Report pairs of exceptions of one rule that collide."""
    rules: list[Excepted] = [*model.queries, *model.events, *abilities(model)]
    for rule in rules:
        for first, second in combinations(rule.exceptions, 2):
            if not _collide(model, first, second):
                continue
            where = f"of '{first.kind.name}'" if first.kind is not None else f"in '{first.variant.name}'" if first.variant else ""
            report(
                sink,
                codes.COLLIDING_EXCEPTIONS,
                f"two exceptions to '{rule.name}' always apply together, so it isn't clear which one counts",
                second.node.name.span,
                "the second ..",
                also=[(first.node.name.span, f".. and the first, {where}".rstrip(", "))],
                help="let only one apply at a time, e.g. end one with 'when ..' and the other with 'when not ..'",
            )


def _collide(model: m.GameModel, first: m.ExceptionRule, second: m.ExceptionRule) -> bool:
    if (first.kind is None) != (second.kind is None):
        return False
    if first.variant is not second.variant and (first.kind is None or (first.variant and second.variant)):
        return False
    if first.kind is None or second.kind is None or first.kind is second.kind:
        return _this_at(first) == _this_at(second) and _same_condition(first, second)
    if first.kind.is_a(second.kind) or second.kind.is_a(first.kind):
        return False
    apart = _this_at(first) is not None or _this_at(second) is not None
    always = first.condition is None and second.condition is None
    return not apart and always and bool(cards_of(model, first.kind)) and bool(cards_of(model, second.kind))


def _this_at(rule: m.ExceptionRule) -> int | None:
    """Where ``this`` stands among the parameters."""
    return next((index for index, local in enumerate(rule.params) if local.role == "this"), None)


def _same_condition(first: m.ExceptionRule, second: m.ExceptionRule) -> bool:
    names = [[param.name.text for param in rule.node.params] for rule in (first, second)]
    if first.condition is None or second.condition is None:
        return first.condition is None and second.condition is None
    return first.node.condition == second.node.condition and names[0] == names[1]
