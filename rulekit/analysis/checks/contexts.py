"""In which phases each rule can run.

Takes the model and its effects, gives for every event, action, reaction and trigger the phases that *may* be running while
it runs and those that *certainly* are.  Promises: ``may`` is never too small and ``certain`` never too large; a rule that
nothing reaches has no entry.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, field

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.checks.common import chain
from rulekit.analysis.effects import ModelEffects
from rulekit.analysis.walk import performed
from rulekit.syntax import nodes

Rule: TypeAlias = "m.EventDecl | m.ActionDecl | m.ReactionDecl | m.TriggerRule"
Phases: TypeAlias = frozenset[m.PhaseDecl]


@define
class Contexts:
    """The phases around every rule; made by ``contexts_of``."""

    may: dict[Rule, Phases] = field(factory=dict)
    certain: dict[Rule, Phases] = field(factory=dict)

    def add(self, rule: Rule, may: Phases, certain: Phases) -> bool:
        """Note one more way in which a rule is reached; gives whether that is news."""
        if rule not in self.may:
            self.may[rule], self.certain[rule] = may, certain
            return True
        new = (self.may[rule] | may, self.certain[rule] & certain)
        if new == (self.may[rule], self.certain[rule]):
            return False
        self.may[rule], self.certain[rule] = new
        return True


def contexts_of(model: m.GameModel, effects: ModelEffects) -> Contexts:
    """Follow all calls from the phases, the state-based rules and the set-up of examples."""
    contexts = Contexts()
    everything, nothing = frozenset(parts.phases(model)), frozenset[m.PhaseDecl]()
    waiting: list[Rule] = []

    def reach(rule: Rule, may: Phases, certain: Phases) -> None:
        if contexts.add(rule, may, certain):
            waiting.append(rule)

    for phase in everything:
        around = frozenset(chain(phase))
        for item in phase.body:
            for rule in called_by_item(item):
                reach(rule, around, around)
    for whenever in model.whenevers:
        for do in performed(whenever.body):
            reach(do.event, everything, nothing)
    for event in set_up_events(model):
        reach(event, nothing, nothing)
    while waiting:
        rule = waiting.pop()
        may, certain = contexts.may[rule], contexts.certain[rule]
        for called in called_by_rule(rule, effects):
            reach(called, may, certain)
    return contexts


def called_by_item(item: t.PhaseItem) -> list[Rule]:
    """The actions offered or events performed by one line of a phase."""
    match item:
        case m.PhaseDecl():
            return []
        case t.TypedOffer(actions=actions):
            return list(actions)
        case _:
            return [do.event for do in performed((item,))]


def called_by_rule(rule: Rule, effects: ModelEffects) -> list[Rule]:
    """What a rule performs, and what answers it."""
    blocks = [rule.body] if isinstance(rule, m.TriggerRule) else [rule.body, *(other.body for other in rule.exceptions)]
    called: list[Rule] = [do.event for do in performed(*blocks)]
    if not isinstance(rule, m.TriggerRule):
        called += effects.reactions_to(rule)
        called += effects.triggers_of(rule)
    return called


def set_up_events(model: m.GameModel) -> list[m.EventDecl]:
    """The events that examples carry out by ``given after``."""
    names = {
        line.after.text
        for example in model.examples
        for line in example.node.body
        if isinstance(line, nodes.Given) and line.after is not None
    }
    return [event for event in model.events if event.name in names]
