"""Prohibitions and exceptions.

Takes what was declared, gives the rules they are bound to.  Promises: a prohibition is lowered once for each action and
reaction it names, with the names of that one; an exception once, with parameters in the order of its rule.
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body
from rulekit.analysis.coerce import coerce, flag, may_miss
from rulekit.analysis.heads import Parameter, rule_parameters
from rulekit.analysis.lattice import card_of, element, fits, show, strip
from rulekit.analysis.narrow import Fact
from rulekit.analysis.report import count_of
from rulekit.analysis.statements import suite
from rulekit.analysis.types import AnyT, CardT, SetT, Type
from rulekit.syntax import nodes

Ability = model.ActionDecl | model.ReactionDecl


def lower_forbids(body: Body, decl: Ability) -> None:
    """All prohibitions of an action or reaction; its own names are in scope."""
    decl.forbids = []
    for bound in body.session.forbids.get(decl, ()):
        partial = dict(body.partial)
        facts = body.facts
        for name, lacking in bound.partial.items():
            body.partial.setdefault(name, lacking)
        this = body.this
        if this is not None and bound.kind is not None and bound.kind is not decl.kind:
            body.facts = dict(facts)
            body.facts[this] = Fact(kind=bound.kind, present=True)
        condition = None if bound.node.condition is None else flag(body, body.expr(bound.node.condition))
        decl.forbids.append(
            model.ForbidRule(condition, bound.kind, bound.variant, decl.this, decl.player if decl.kind else None, bound.node)
        )
        body.partial, body.facts = partial, facts


def lower_exception(body: Body, rule: model.ExceptionRule, decl: model.QueryDecl | model.EventDecl | Ability) -> None:
    """An exception: its parameters, condition and value or body."""
    if rule.kind is not None:
        rule.this = body.this = model.Local("this", card_of(rule.kind), rule.node.span, "this")
    rule.params = _params(body, rule, decl)
    body.lower = decl
    if rule.node.condition is not None:
        rule.condition = flag(body, body.expr(rule.node.condition))
        body.learn(rule.condition)
    if isinstance(rule.node, nodes.ExceptEvent):
        rule.body = suite(body, rule.node.suite)
        return
    body.asker = decl
    value = body.expr(rule.node.value)
    assert isinstance(decl, model.QueryDecl)
    give_value(body, decl, value)
    rule.value = fitted(body, decl, value)


def give_value(body: Body, decl: model.QueryDecl, value: t.Expr) -> None:
    """Tell a query what one of its values is."""
    body.session.inference.give(decl, value.type, value.span, may_miss(body, value))


def fitted(body: Body, decl: model.QueryDecl, value: t.Expr) -> t.Expr:
    """A value of a query, in the type that holds all its values."""
    body.session.inference.ask(decl)
    if isinstance(decl.type, SetT) and not isinstance(value.type, SetT | AnyT):
        return coerce(body, value, decl.type, f"the value of '{decl.name}'")
    return value


def _params(body: Body, rule: model.ExceptionRule, decl: model.QueryDecl | model.EventDecl | Ability) -> list[model.Local]:
    given = rule.node.params
    wanted: list[Parameter]
    own: list[model.Local | None]
    if isinstance(decl, model.QueryDecl | model.EventDecl):
        wanted = [(param.name, param.type) for param in decl.params]
        own = list(decl.params)
        for param in decl.params:
            body.session.inference.ask(param)
    else:
        wanted = rule_parameters(body, decl)
        own = [None] * len(wanted)
    exact = isinstance(decl, model.QueryDecl | model.EventDecl)
    if len(given) > len(wanted) or (exact and len(given) != len(wanted)):
        names = ", ".join(name for name, _ in wanted)
        body.report(
            codes.WRONG_COUNT, f"'{decl.name}' has {count_of(len(wanted), 'parameter')}, not {len(given)}", rule.node.name.span,
            also=((decl.span, "declared here"),), help=f"they are: {names}" if names else None,
        )  # fmt: skip
        wanted += [("", AnyT())] * (len(given) - len(wanted))
        own += [None] * (len(given) - len(own))
    return [_param(body, param, type, of, decl.name) for param, (_, type), of in zip(given, wanted, own, strict=False)]


def _param(body: Body, param: nodes.Param, type: Type, of: model.Local | None, name: str) -> model.Local:
    if param.name.text == "this":
        if body.this is None:
            body.report(codes.NO_CARD, "'this' means a card, but this exception belongs to no card", param.span)
            return model.Local("this", type, param.span, "this")
        if of is not None:
            body.session.inference.give(of, body.this.type, param.span)
        wanted = strip(type)
        this = body.this
        own = this.type
        if isinstance(wanted, CardT) and isinstance(own, CardT) and not own.kind.is_a(wanted.kind):
            if not wanted.kind.is_a(own.kind):
                body.report(codes.WRONG_TYPE, f"'this' is {show(own)}, but '{name}' has {show(wanted)} here", param.span)
        elif not isinstance(wanted, CardT | AnyT):
            body.report(codes.WRONG_TYPE, f"'this' is a card, but '{name}' has {show(type)} here", param.span)
        return this
    if param.type is not None:
        written = body.session.resolve(param.type, body.sink)
        if of is not None:
            body.session.inference.give(of, written, param.span)
        a, b = element(type), element(written)
        if not (fits(a, b) or fits(b, a)):
            body.report(codes.WRONG_TYPE, f"'{name}' has {show(type)} here, not {show(written)}", param.span)
    return body.bind(param.name, type, "param")
