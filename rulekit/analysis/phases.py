"""Phases and offers.

Takes the declared tree of phases, fills in heads and bodies.  Promises: a name of a phase's head is known in the phase and
inside it; an offer stands inside a phase over players; card kinds in an offer are unfolded to their actions.
"""

from __future__ import annotations

from typing import assert_never

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body
from rulekit.analysis.coerce import flag, number
from rulekit.analysis.loops import loop_source, rising_by, start_of
from rulekit.analysis.names import sort_of, unknown
from rulekit.analysis.ruleheads import rules_on
from rulekit.analysis.statements import statement
from rulekit.analysis.types import AnyT, PlayerT
from rulekit.syntax import nodes


def lower_phase(body: Body, decl: model.PhaseDecl) -> None:
    """A phase with everything in it."""
    node = decl.node
    assert node is not None
    with body.block():
        around = body.players_around
        decl.loop = _loop(body, node)
        local = decl.loop.local
        decl.until = None if node.until is None else flag(body, body.expr(node.until))
        if local is not None:
            body.enter(local)
            if decl.loop.form in ("each", "cycle") and isinstance(local.type, PlayerT | AnyT):
                body.players_around = True
        decl.when = None if node.when is None else flag(body, body.expr(node.when))
        if decl.when is not None:
            body.learn(decl.when)
        decl.body = _body(body, decl, node)
        body.players_around = around


def _loop(body: Body, node: nodes.Phase) -> t.TypedLoop:
    match node.loop:
        case None:
            return t.TypedLoop("once")
        case nodes.ForeverHead():
            return t.TypedLoop("forever")
        case nodes.TimesHead(times=times):
            return t.TypedLoop("times", times=number(body, body.expr(times), "how often a phase is repeated"))
        case nodes.CycleHead(binder=binder, start=start):
            source, local = loop_source(body, binder)
            local.role = "phase"
            return t.TypedLoop("cycle", local, source, start_of(body, start, local))
        case nodes.ForEachHead(binder=binder, start=start, rising=rising):
            source, local = loop_source(body, binder)
            local.role = "phase"
            key = rising_by(body, rising, local, binder.name)
            return t.TypedLoop("each", local, source, start_of(body, start, local), key)
        case _:
            assert_never(node.loop)


def _body(body: Body, decl: model.PhaseDecl, node: nodes.Phase) -> list[t.PhaseItem]:
    items: list[t.PhaseItem] = []
    inner = {child.node: child for child in body.session.phases_in.get(decl, ())}
    for line in node.body:
        match line:
            case nodes.Phase():
                child = inner.get(line)
                if child is not None:
                    lower_phase(body, child)
                    items.append(child)
            case nodes.Offer():
                offer = _offer(body, line)
                if offer is not None:
                    items.append(offer)
            case _:
                with body.quiet(True):
                    typed = statement(body, line)
                if typed is not None:
                    items.append(typed)
    return items


def _offer(body: Body, node: nodes.Offer) -> t.TypedOffer | None:
    if not body.players_around:
        body.report(
            codes.NOBODY_ASKED, "nobody is asked here: no phase over players is around this offer", node.span,
            help="put it into a phase such as 'phase turn for each p in players:'",
        )  # fmt: skip
    actions: list[model.ActionDecl] = []
    only: list[model.KindDecl | None] = []
    for ident in node.names:
        for action, kind in _offered(body, ident):
            if (action, kind) not in zip(actions, only, strict=True):
                actions.append(action)
                only.append(kind)
    limit = None if node.limit is None else number(body, body.expr(node.limit), "how often it is offered")
    stop_when = None if node.stop_when is None else flag(body, body.expr(node.stop_when))
    when = None if node.when is None else flag(body, body.expr(node.when))
    return t.TypedOffer(
        span=node.span, form=node.form, limit=limit, actions=tuple(actions), stop_when=stop_when, when=when, only=tuple(only)
    )


def _offered(body: Body, ident: nodes.Ident) -> list[tuple[model.ActionDecl, model.KindDecl | None]]:
    decl = body.names.globals.get(ident.text)
    match decl:
        case model.ActionDecl():
            return [(decl, None)]
        case model.KindDecl():
            found = [
                (rule, None if rule.kind is not None and rule.kind.is_a(decl) else decl)
                for rule in rules_on(body.session, decl)
                if isinstance(rule, model.ActionDecl)
            ]
            if not found:
                body.report(
                    codes.WRONG_SORT, f"cards '{decl.name}' have no actions to offer", ident.span,
                    also=((decl.span, "declared here"),),
                )  # fmt: skip
            return found
        case model.EventDecl() | model.ReactionDecl():
            help = f"events are performed: 'do {ident.text}'" if isinstance(decl, model.EventDecl) else None
            body.report(
                codes.WRONG_SORT, f"'{ident.text}' is {sort_of(decl)}; offers name actions or card kinds", ident.span,
                help=help or "reactions are offered by themselves", also=((decl.span, "declared here"),),
            )  # fmt: skip
            return []
        case _:
            unknown(body.names, body.sink, ident, "an action", body.names.names_of(model.ActionDecl, model.KindDecl))
            return []

