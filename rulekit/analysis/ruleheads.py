"""The declarations of rules: their names and parameters, and what exceptions and prohibitions bind to.

Takes syntax, gives declarations without bodies.  Promises: parameters without a written type are known to inference; an
exception or prohibition of something that can't have one is reported here.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.analysis import codes, model
from rulekit.analysis.body import BoundForbid, Session
from rulekit.analysis.data import cite, label
from rulekit.analysis.lattice import ANY
from rulekit.analysis.names import duplicate, sort_of, unknown
from rulekit.analysis.report import report
from rulekit.syntax import nodes

Ability = model.ActionDecl | model.ReactionDecl


def params(session: Session, given: Iterable[nodes.Param]) -> list[model.Local]:
    """The parameters of a query, pattern or event."""
    locals: list[model.Local] = []
    for param in given:
        local = model.Local(param.name.text, ANY, param.name.span, "param")
        if param.type is None:
            session.inference.inferred.add(local)
        else:
            local.type = session.resolve(param.type, session.sink)
        for other in locals:
            if other.name == local.name:
                duplicate(local.name, local.span, other.span, session.sink)
        locals.append(local)
    return locals


def enter_action(
    session: Session, node: nodes.Action, kind: model.KindDecl | None, variant: model.VariantDecl | None
) -> model.ActionDecl:
    """An action, plain or on a card."""
    decl = model.ActionDecl(node.name.text, node.name.span, label(node.label), cite(node), variant, kind=kind, node=node)
    session.names.declare(decl, session.sink)
    session.model.actions.append(decl)
    if kind is not None:
        kind.actions.append(decl)
        session.rules_on.setdefault(kind, []).append(decl)
    return decl


def enter_reaction(
    session: Session, node: nodes.Reaction, kind: model.KindDecl | None, variant: model.VariantDecl | None
) -> model.ReactionDecl:
    """A reaction, plain or on a card."""
    decl = model.ReactionDecl(
        node.name.text, node.name.span, label(node.label), cite(node), variant, kind=kind, once=node.once, before=node.before,
        node=node,
    )  # fmt: skip
    session.names.declare(decl, session.sink)
    session.model.reactions.append(decl)
    if kind is not None:
        kind.reactions.append(decl)
        session.rules_on.setdefault(kind, []).append(decl)
    return decl


# ---------------------------------------------------------------- exceptions


def excepted(session: Session, node: nodes.ExceptValue | nodes.ExceptEvent) -> model.QueryDecl | model.EventDecl | Ability | None:
    """The rule that an exception is about."""
    decl = session.names.globals.get(node.name.text)
    sink = session.sink
    if isinstance(node, nodes.ExceptValue):
        if isinstance(decl, model.QueryDecl):
            return decl
        if isinstance(decl, model.EventDecl | model.ActionDecl | model.ReactionDecl):
            report(
                sink, codes.WRONG_SORT, f"'{decl.name}' is {sort_of(decl)}: it has an effect, no value", node.name.span,
                help=f"write 'except {decl.name}(..): ..' with statements", also=[(decl.span, "declared here")],
            )  # fmt: skip
            return None
        unknown(session.names, sink, node.name, "a query", session.names.names_of(model.QueryDecl))
        return None
    if isinstance(decl, model.EventDecl | model.ActionDecl | model.ReactionDecl):
        return decl
    if isinstance(decl, model.QueryDecl):
        report(
            sink, codes.WRONG_SORT, f"'{decl.name}' is a query: it has a value, no effect", node.name.span,
            help=f"write 'except {decl.name}(..) = ..'", also=[(decl.span, "declared here")],
        )  # fmt: skip
        return None
    candidates = session.names.names_of(model.EventDecl, model.ActionDecl, model.ReactionDecl)
    unknown(session.names, sink, node.name, "an event, action or reaction", candidates)
    return None


# ---------------------------------------------------------------- prohibitions


def bind_forbid(
    session: Session, node: nodes.Forbid, kind: model.KindDecl | None, variant: model.VariantDecl | None
) -> list[tuple[Ability, BoundForbid]]:
    """The actions and reactions that a prohibition is about, each with its own copy."""
    found: list[tuple[Ability, model.KindDecl | None]] = []
    for ident in node.names:
        found += _forbidden(session, ident, kind)
    names = [(rule, names_of(rule)) for rule, _ in found]
    partial: dict[str, str] = {}
    for _, own in names:
        for name in own:
            lacking = next((rule.name for rule, other in names if name not in other), None)
            if lacking is not None:
                partial[name] = lacking
    return [(rule, BoundForbid(node, narrow, variant, partial)) for rule, narrow in found]


def _forbidden(
    session: Session, ident: nodes.Ident, kind: model.KindDecl | None
) -> list[tuple[Ability, model.KindDecl | None]]:
    decl = session.names.globals.get(ident.text)
    match decl:
        case model.ActionDecl() | model.ReactionDecl():
            if kind is not None and (decl.kind is None or not kind.is_a(decl.kind)):
                report(
                    session.sink, codes.FORBIDS_NOTHING, f"cards '{kind.name}' have no '{decl.name}'", ident.span,
                    also=[(decl.span, "declared here")],
                    help="in a card block 'forbid' is about that card's own actions and reactions; others are forbidden outside",
                )  # fmt: skip
                return []
            return [(decl, kind)]
        case model.KindDecl():
            narrow = _narrower(decl, kind)
            rules = [] if narrow is None else rules_on(session, narrow)
            if not rules:
                report(
                    session.sink, codes.FORBIDS_NOTHING, f"cards '{decl.name}' have no actions or reactions here", ident.span,
                    also=[(decl.span, "declared here")],
                )  # fmt: skip
            return [(rule, narrow) for rule in rules]
        case model.EventDecl():
            report(
                session.sink, codes.FORBIDS_EVENT, f"'{decl.name}' is an event, and events can't be forbidden", ident.span,
                help="forbid what performs it, or react to it with 'cancel'", also=[(decl.span, "declared here")],
            )  # fmt: skip
            return []
        case _:
            sorts = (model.ActionDecl, model.ReactionDecl, model.KindDecl)
            unknown(session.names, session.sink, ident, "an action, reaction or card kind", session.names.names_of(*sorts))
            return []


def _narrower(named: model.KindDecl, around: model.KindDecl | None) -> model.KindDecl | None:
    if around is None or named.is_a(around):
        return named
    return around if around.is_a(named) else None


def rules_on(session: Session, kind: model.KindDecl) -> list[Ability]:
    """All actions and reactions that a card of this kind can have."""
    return [
        rule
        for other in session.model.kinds
        if other.is_a(kind) or kind.is_a(other)
        for rule in session.rules_on.get(other, ())
    ]


def names_of(rule: Ability) -> set[str]:
    """The names that a prohibition of this rule may use."""
    node = rule.node
    found: set[str] = set()
    if node is None:
        return found
    if node.by is not None:
        found.add(node.by.text)
    found |= {clause.choice.name.text for clause in node.clauses if isinstance(clause, nodes.Choose)}
    if isinstance(node, nodes.Reaction) and node.happenings:
        found |= set.intersection(*({ident.text for ident in head.params} for head in node.happenings))
    return found - {"this"}
