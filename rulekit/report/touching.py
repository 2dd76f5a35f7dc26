"""What other places of a file say about a rule: exceptions, prohibitions, reactions, triggers; and what a card kind says about others.

Takes a game model and one declaration, gives the rules that touch it.  Promises: they come in the order in which they count: the
first exception listed that applies is the one in force, triggers run as listed; reactions have no order but that of the players.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis.parts import abilities, exceptions
from rulekit.syntax import nodes

Rule: TypeAlias = (
    nodes.ExceptValue | nodes.ExceptEvent | nodes.Forbid | nodes.Reaction | nodes.Trigger | nodes.Whenever | nodes.WheneverSome
)


@frozen(eq=False)
class Touch:
    """A rule that says something about another one.

    ``sort``: ``exception``, ``forbid``, ``reaction``, ``trigger``, ``whenever``.  ``targets``: what it is about, where that isn't
    the declaration that was asked for.  ``forbidden``: what in turn forbids it (a reaction).
    """

    sort: str
    node: Rule
    before: bool | None = None
    layer: str | None = None
    """Of an exception: ``variant`` or ``card``; a variant's counts before a card's."""
    rank: int | None = None
    """Of an exception: a lower one counts before a higher one, and two of one rank that apply at once are a fault."""
    targets: tuple[m.Decl, ...] = ()
    forbidden: tuple[nodes.Forbid, ...] = ()
    kind: m.KindDecl | None = None
    """Named in the head instead of the rule: all that is on its cards is meant."""


def touching(model: m.GameModel, decl: m.Decl) -> list[Touch]:
    """What touches a rule, or the actions and reactions on the cards of a kind."""
    found: list[Touch] = []
    match decl:
        case m.QueryDecl():
            found += in_force(decl.exceptions)
        case m.EventDecl():
            found += _in_course(model, decl)
        case m.ActionDecl() | m.ReactionDecl():
            found += [Touch("forbid", node, kind=_named_kind(model, node, decl)) for node in _forbids(decl)]
            found += _in_course(model, decl)
        case m.KindDecl():
            found += _of_kind(model, decl)
        case _:
            pass
    return found


def _in_course(model: m.GameModel, rule: t.Reactable) -> list[Touch]:
    """What answers a happening, takes its place and follows it, in the order of its course."""
    before, after = _reactions(model, rule, True), _reactions(model, rule, False)
    return [*before, *in_force(rule.exceptions), *_triggers(model, rule), *after]


def in_force(rules: list[m.ExceptionRule]) -> list[Touch]:
    """Exceptions in the order in which they count: those of variants, then those of card kinds, a child's before its parent's."""
    late = 1 if any(rule.kind is None for rule in rules) else 0
    ranks = {id(rule): 1 if rule.kind is None else late + _depth(rule, rules) for rule in rules}
    rows = sorted(rules, key=lambda rule: (ranks[id(rule)], rule.node.span.start))
    return [Touch("exception", rule.node, layer="variant" if rule.kind is None else "card", rank=ranks[id(rule)]) for rule in rows]


def _depth(rule: m.ExceptionRule, rules: list[m.ExceptionRule]) -> int:
    """1 if no exception of a child kind counts before this one, else one more than those."""
    own = rule.kind
    below = [other for other in rules if own and other.kind and other.kind is not own and other.kind.is_a(own)]
    return 1 + max((_depth(other, below) for other in below), default=0)


def changes(model: m.GameModel, kind: m.KindDecl) -> list[Touch]:
    """What cards of a kind change elsewhere by their exceptions, reactions, triggers and state-based rules, inherited ones too."""
    above = kind.ancestry()
    found = [Touch("exception", rule.node, targets=(decl,)) for decl, rule in exceptions(model) if rule.kind in above]
    for reaction in model.reactions:
        if reaction.kind in above and reaction.node is not None:
            found.append(Touch("reaction", reaction.node, reaction.before, targets=_meant(reaction.heads)))
    for trigger in model.triggers:
        if trigger.kind in above:
            found.append(Touch("trigger", trigger.node, targets=_meant(trigger.heads)))
    found += [Touch("whenever", rule.node) for rule in model.whenevers if rule.kind in above]
    return sorted(found, key=lambda touch: touch.node.span.start)


def answered(reaction: m.ReactionDecl) -> tuple[m.Decl, ...]:
    """What a reaction answers: rules, or a kind for all that is on its cards."""
    return _meant(reaction.heads)


def stands_in(model: m.GameModel, variant: m.VariantDecl) -> list[Touch]:
    """The exceptions, prohibitions, triggers and state-based rules of a variant."""
    found = [Touch("exception", rule.node, targets=(decl,)) for decl, rule in exceptions(model) if rule.variant is variant]
    once: dict[int, Touch] = {}
    for rule in abilities(model):
        for forbid in rule.forbids:
            if forbid.variant is variant:
                once.setdefault(id(forbid.node), Touch("forbid", forbid.node))
    found += once.values()
    found += [Touch("trigger", rule.node) for rule in model.triggers if rule.variant is variant]
    found += [Touch("whenever", rule.node) for rule in model.whenevers if rule.variant is variant]
    return sorted(found, key=lambda touch: touch.node.span.start)


def _meant(heads: list[m.HappeningHead]) -> tuple[m.Decl, ...]:
    found: list[m.Decl] = []
    for head in heads:
        found += [head.kind] if head.kind is not None else head.rules
    return tuple(found)


def _forbids(rule: m.ActionDecl | m.ReactionDecl) -> list[nodes.Forbid]:
    return list({id(forbid.node): forbid.node for forbid in rule.forbids}.values())


def _named_kind(model: m.GameModel, node: nodes.Forbid, rule: m.ActionDecl | m.ReactionDecl) -> m.KindDecl | None:
    """The kind by which a prohibition names a rule, if it doesn't name the rule itself."""
    names = [ident.text for ident in node.names]
    if rule.name in names:
        return None
    return next((kind for kind in model.kinds if kind.name in names and related_to(rule.kind, kind)), None)


def related_to(kind: m.KindDecl | None, other: m.KindDecl) -> bool:
    """Whether one kind is above or below the other, or the same."""
    return kind is not None and (kind.is_a(other) or other.is_a(kind))


def _head(heads: list[m.HappeningHead], rule: t.Reactable) -> m.HappeningHead | None:
    return next((head for head in heads if any(other is rule for other in head.rules)), None)


def _reactions(model: m.GameModel, rule: t.Reactable, before: bool) -> list[Touch]:
    found = []
    for reaction in model.reactions:
        head = _head(reaction.heads, rule)
        if head is not None and reaction.node is not None and reaction.before is before:
            found.append(Touch("reaction", reaction.node, before, forbidden=tuple(_forbids(reaction)), kind=head.kind))
    return found


def _triggers(model: m.GameModel, rule: t.Reactable) -> list[Touch]:
    """Triggers in the order in which they run: plain ones, those of cards, those of variants."""
    found = [(trigger, head) for trigger in model.triggers if (head := _head(trigger.heads, rule)) is not None]
    found.sort(key=lambda pair: (_late(pair[0]), pair[0].node.span.start))
    return [Touch("trigger", trigger.node, kind=head.kind) for trigger, head in found]


def _late(trigger: m.TriggerRule) -> int:
    return 1 if trigger.kind is not None else 2 if trigger.variant is not None else 0


def _of_kind(model: m.GameModel, kind: m.KindDecl) -> list[Touch]:
    """What forbids actions and reactions on cards of a kind, and what answers all of them."""
    found: dict[int, Touch] = {}
    for rule in abilities(model):
        if related_to(rule.kind, kind):
            for forbid in rule.forbids:
                if related_to(forbid.kind or rule.kind, kind):
                    found.setdefault(id(forbid.node), Touch("forbid", forbid.node))
    for reaction in model.reactions:
        if reaction.node is not None and any(head.kind is not None and related_to(kind, head.kind) for head in reaction.heads):
            forbidden = tuple(_forbids(reaction))
            found.setdefault(id(reaction.node), Touch("reaction", reaction.node, reaction.before, forbidden=forbidden))
    for trigger in model.triggers:
        if any(head.kind is not None and related_to(kind, head.kind) for head in trigger.heads):
            found.setdefault(id(trigger.node), Touch("trigger", trigger.node))
    return sorted(found.values(), key=lambda touch: (touch.sort, touch.node.span.start))
