"""The heads of reactions and triggers: which happenings they answer, and what their names stand for.

Takes syntax, gives heads with a local for each parameter.  Promises: heads joined by ``or`` share their locals by name; a
name that not all of them have can't be read; ``this`` stands where it is written.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body
from rulekit.analysis.lattice import PLAYER, card_of, join, show
from rulekit.analysis.names import unknown
from rulekit.analysis.report import count_of
from rulekit.analysis.ruleheads import rules_on
from rulekit.analysis.types import AnyT, CardT, OptionalT, Type
from rulekit.syntax import nodes

Parameter = tuple[str, Type]


def heads(body: Body, happenings: Sequence[nodes.Happening]) -> list[model.HappeningHead]:
    """The heads, with their names put in scope."""
    made: dict[str, model.Local] = {}
    result = [head for node in happenings if (head := _head(body, node, made)) is not None]
    for name, local in made.items():
        body.enter(local)
        for head, node in zip(result, happenings, strict=False):
            if local not in head.params:
                body.partial[name] = node.name.text
    return result


def _head(body: Body, node: nodes.Happening, made: dict[str, model.Local]) -> model.HappeningHead | None:
    decl = body.names.globals.get(node.name.text)
    kind: model.KindDecl | None = None
    rules: list[t.Reactable]
    match decl:
        case model.KindDecl():
            kind, rules = decl, list(rules_on(body.session, decl))
            if not rules:
                body.report(codes.WRONG_SORT, f"cards '{decl.name}' have no actions or reactions", node.span)
            parameters: list[Parameter] = [("card", card_of(decl)), ("owner", PLAYER)]
        case model.ActionDecl() | model.ReactionDecl() | model.EventDecl():
            rules, parameters = [decl], rule_parameters(body, decl)
        case _:
            sorts = (model.EventDecl, model.ActionDecl, model.ReactionDecl, model.KindDecl)
            unknown(body.names, body.sink, node.name, "an event, action or reaction", body.names.names_of(*sorts))
            for ident in node.params:
                if ident.text != "this":
                    made.setdefault(ident.text, model.Local(ident.text, AnyT(), ident.span, "param"))
            return None
    if len(node.params) > len(parameters):
        extra = node.params[len(parameters)]
        names = ", ".join(name for name, _ in parameters)
        body.report(
            codes.WRONG_COUNT,
            f"'{decl.name}' has {count_of(len(parameters), 'parameter')}, not {len(node.params)}", extra.span,
            also=((decl.span, "declared here"),), help=f"they are: {names}" if names else None,
        )  # fmt: skip
    locals: list[model.Local] = []
    only_this: int | None = None
    for position, (ident, (_, type)) in enumerate(zip(node.params, parameters, strict=False)):
        if ident.text == "this":
            only_this = position
            locals.append(_this(body, ident, type))
        else:
            locals.append(_shared(body, ident, type, made))
    return model.HappeningHead(rules, kind, locals, only_this, node.span)


def _this(body: Body, ident: nodes.Ident, type: Type) -> model.Local:
    if body.this is None:
        body.report(codes.NO_CARD, "'this' means a card, but this rule belongs to no card", ident.span)
        return model.Local("this", type, ident.span, "this")
    of = type.of if isinstance(type, OptionalT) else type
    own = body.this.type
    if isinstance(of, CardT) and isinstance(own, CardT) and not own.kind.is_a(of.kind) and not of.kind.is_a(own.kind):
        body.report(codes.WRONG_TYPE, f"'this' is {show(own)}, but here stands {show(of)}", ident.span)
    elif not isinstance(of, CardT | AnyT):
        body.report(codes.WRONG_TYPE, f"'this' is a card, but here stands {show(type)}", ident.span)
    return body.this


def _shared(body: Body, ident: nodes.Ident, type: Type, made: dict[str, model.Local]) -> model.Local:
    local = made.get(ident.text)
    if local is None:
        local = made[ident.text] = model.Local(ident.text, type, ident.span, "param")
        return local
    joined = join(local.type, type)
    if joined is None:
        body.report(
            codes.NOT_COMPARABLE, f"'{ident.text}' is {show(type)} here, but {show(local.type)} before", ident.span,
            also=((local.span, show(local.type)),), help="use another name",
        )  # fmt: skip
    else:
        local.type = joined
    return local


def rule_parameters(body: Body, decl: t.Reactable) -> list[Parameter]:
    """The parameters of a happening, by position: of an action its player (on a card: the card), then its choices."""
    inference = body.session.inference
    inference.ask(decl)
    if isinstance(decl, model.EventDecl):
        for param in decl.params:
            inference.ask(param)
        return [(param.name, param.type) for param in decl.params]
    first: Parameter = ("this", card_of(decl.kind)) if decl.kind is not None else ("player", PLAYER)
    if decl.player is not None and decl.kind is None:
        first = (decl.player.name, PLAYER)
    node = decl.node
    choices = [clause.choice.name.text for clause in node.clauses if isinstance(clause, nodes.Choose)] if node else []
    types = inference.signatures.get(decl, ())
    return [first, *((name, types[at] if at < len(types) else AnyT()) for at, name in enumerate(choices))]
