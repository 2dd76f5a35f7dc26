"""Actions, reactions, events, triggers, state-based rules.

Takes their declarations with the syntax they come from, fills in clauses and bodies.  Promises: ``this`` and ``owner`` are
known exactly on cards; what ``forbid`` says about a rule is lowered beside it, in the scope of its choices.
"""

from __future__ import annotations

from rulekit.analysis import binders, codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.binders import new_element
from rulekit.analysis.body import Body
from rulekit.analysis.choices import lower_clauses
from rulekit.analysis.coerce import as_set, coerce, flag
from rulekit.analysis.forbids import lower_forbids
from rulekit.analysis.heads import heads
from rulekit.analysis.lattice import PLAYER, card_of
from rulekit.analysis.statements import suite
from rulekit.analysis.types import AnyT, OptionalT, PlayerT, SetT
from rulekit.source import Span
from rulekit.syntax import nodes


def on_card(body: Body, kind: model.KindDecl | None, span: Span) -> model.Local | None:
    """``this``, in a rule that belongs to a kind."""
    if kind is None:
        return None
    body.this = model.Local("this", card_of(kind), span, "this")
    return body.this


def lower_action(body: Body, decl: model.ActionDecl) -> None:
    """An action: who acts, its clauses, its effect, its prohibitions."""
    node = decl.node
    assert node is not None
    decl.this = on_card(body, decl.kind, decl.span)
    if decl.kind is not None:
        decl.player = body.owner = _fixed_owner(body, decl.kind, decl.span)
    elif node.by is not None:
        decl.player = body.bind(node.by, PLAYER, "actor")
    else:
        body.report(
            codes.WHO_ACTS, f"who takes the action '{decl.name}'?", decl.span, help=f"write 'action {decl.name} by p:'"
        )
    _clauses(body, decl, node.clauses)


def lower_reaction(body: Body, decl: model.ReactionDecl) -> None:
    """A reaction: what it answers, who may, its clauses, its effect, its prohibitions."""
    node = decl.node
    assert node is not None
    decl.this = on_card(body, decl.kind, decl.span)
    if decl.kind is not None:
        decl.player = body.owner = _fixed_owner(body, decl.kind, decl.span)
    decl.heads = heads(body, node.happenings)
    if decl.kind is None:
        _reactor(body, decl, node)
    body.cancel = node.before
    _clauses(body, decl, node.clauses)


def _fixed_owner(body: Body, kind: model.KindDecl, span: Span) -> model.Local:
    zone = body.names.zones.get(kind.from_zone) if kind.from_zone is not None else None
    lost = kind.from_zone is not None and zone is None
    type = PLAYER if lost or (zone is not None and zone.owner == "player") else OptionalT(PLAYER)
    return model.Local("owner", type, span, "owner")


def _reactor(body: Body, decl: model.ReactionDecl, node: nodes.Reaction) -> None:
    if node.by is None:
        body.report(
            codes.WHO_ACTS, f"who may react with '{decl.name}'?", decl.span,
            help=f"write 'reaction {decl.name} by q in others(p) before ..'",
        )  # fmt: skip
        return
    if node.among is not None:
        among = coerce(body, binders.source(body, node.among, node.by), SetT(PLAYER), "who may react")
        decl.among = among
        decl.among_it = among.local if isinstance(among, t.FilterExpr) else None
        decl.player = body.bind(node.by, PLAYER, "actor")
        return
    decl.by_argument = True
    decl.player = body.locals.get(node.by.text)
    if decl.player is None or decl.player.name in body.partial:
        body.report(
            codes.UNKNOWN_NAME, f"'{node.by.text}' is no parameter of what this reaction answers", node.by.span,
            help=f"name one player of the happening, or write 'by {node.by.text} in players'",
        )  # fmt: skip
        decl.player = decl.player or body.bind(node.by, PLAYER, "actor")
    elif not isinstance(decl.player.type, PlayerT | AnyT):
        body.report(codes.WRONG_TYPE, f"'{node.by.text}' isn't a player", node.by.span, also=((decl.player.span, "here"),))


def _clauses(body: Body, decl: model.ActionDecl | model.ReactionDecl, clauses: tuple[nodes.Clause, ...]) -> None:
    facts = body.facts
    decl.clauses, then = lower_clauses(body, clauses)
    decl.body = None if then is None else suite(body, then.suite)
    choices = [clause.choice.local.type for clause in decl.clauses if isinstance(clause, t.ChooseClause)]
    body.session.inference.signature(decl, tuple(choices))
    body.facts = facts
    lower_forbids(body, decl)


def lower_event(body: Body, decl: model.EventDecl) -> None:
    """An event's standard effect."""
    node = decl.node
    assert node is not None
    for param in decl.params:
        body.enter(param)
    decl.body = None if node.suite is None else suite(body, node.suite)


def lower_trigger(body: Body, rule: model.TriggerRule) -> None:
    """``when .. happens``."""
    rule.this = on_card(body, rule.kind, rule.node.span)
    rule.heads = heads(body, rule.node.happenings)
    rule.condition = None if rule.node.condition is None else flag(body, body.expr(rule.node.condition))
    if rule.condition is not None:
        body.learn(rule.condition)
    rule.body = suite(body, rule.node.suite)


def lower_whenever(body: Body, rule: model.WheneverRule) -> None:
    """``whenever C`` and ``whenever some x in S where C``."""
    rule.this = on_card(body, rule.kind, rule.node.span)
    node = rule.node
    if isinstance(node, nodes.Whenever):
        rule.condition = flag(body, body.expr(node.condition))
        body.learn(rule.condition)
    else:
        rule.local, rule.source, rule.condition = _some(body, node.binder)
        body.enter(rule.local)
        if rule.condition is not None:
            body.learn(rule.condition)
    rule.body = suite(body, node.suite)


def _some(body: Body, binder: nodes.Binder) -> tuple[model.Local, t.Expr, t.Expr | None]:
    node = binder.source
    if not isinstance(node, nodes.Filter):
        source = as_set(body, body.expr(node))
        return new_element(source.type, node, binder.name), source, None
    source = as_set(body, body.expr(node.source))
    local = new_element(source.type, node.source, binder.name)
    with body.over(local, binder.name):
        condition = flag(body, body.expr(node.condition))
    return local, source, condition

