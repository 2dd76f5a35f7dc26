"""Names, dots and indexes: what ``hand``, ``p.hand``, ``players.hand`` and ``place[c]`` mean where they stand.

Takes syntax and a ``Body``, gives typed expressions.  Promises: a bare name beside an element is looked up as the language
says (attribute of the innermost element, local, global); a name that means nothing is reported with the nearest one that does.
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body, nothing
from rulekit.analysis.coerce import coerce
from rulekit.analysis.globals import global_value
from rulekit.analysis.lattice import FLAG, NONE, PLAYER, TEAM
from rulekit.analysis.members import has_member, member, members_of
from rulekit.analysis.report import Place, nearest
from rulekit.analysis.types import CardT, OptionalT, SetT
from rulekit.diagnostics import Fix
from rulekit.source import Span
from rulekit.syntax import nodes


def name(body: Body, node: nodes.Name, index: t.Expr | None = None) -> t.Expr:
    """A name used as a value."""
    text, span = node.text, node.span
    local = body.locals.get(text)
    here = body.element
    if here is not None and local is not here and has_member(body, here.type, text):
        if local is not None:
            what = "an attribute" if isinstance(here.type, CardT) else "a field"
            return body.wrong(
                codes.AMBIGUOUS, f"'{text}' is both a local and {what} of the element here", span,
                help=f"write 'it.{text}', or rename the local", also=((local.span, "the local"),),
            )  # fmt: skip
        ident = nodes.Ident(text=text, span=span)
        return member(body, local_ref(body, here, span), ident, span, index)
    if local is not None:
        return _local(body, local, span, index)
    value = _word(body, text, span)
    if value is None:
        value = global_value(body, text, span, index)
        if value is not None:
            return value
        return _unknown(body, text, span)
    if index is not None:
        return body.wrong(codes.BAD_INDEX, f"'{text}' has no index", index.span)
    return value


def _local(body: Body, local: model.Local, span: Span, index: t.Expr | None) -> t.Expr:
    if local.role == "answers":
        if index is None:
            example = f"{local.name}[p]"
            return body.wrong(
                codes.BAD_INDEX, f"'{local.name}' is an answer of each player", span, help=f"say whose: '{example}'"
            )
        player = coerce(body, index, PLAYER, f"the index of '{local.name}'")
        return t.AnswerOf(span=span, type=local.type, local=local, player=player)
    if index is not None:
        return body.wrong(codes.BAD_INDEX, f"'{local.name}' has no index", index.span)
    if local.name in body.partial:
        return _not_in_all(body, local.name, span)
    return local_ref(body, local, span)


def _not_in_all(body: Body, text: str, span: Span) -> t.Expr:
    return body.wrong(
        codes.NOT_IN_ALL, f"'{text}' isn't known in '{body.partial[text]}'", span,
        help="use names that all rules named here have, or write a rule for each",
    )  # fmt: skip


def local_ref(body: Body, local: model.Local, span: Span) -> t.Expr:
    """A local name as a value, as narrow as is known."""
    type = local.type
    if local in body.session.inference.inferred:
        body.session.inference.ask(local)
    fact = body.facts.get(local)
    if fact is not None:
        type = body.narrowed(type, fact)
    return t.LocalRef(span=span, type=type, local=local)


def owner_of(body: Body, span: Span) -> t.Expr | None:
    """``owner``, if a card is meant here."""
    if body.owner is not None:
        return local_ref(body, body.owner, span)
    if body.this is not None:
        return t.OwnerOf(span=span, type=OptionalT(PLAYER), card=local_ref(body, body.this, span))
    return None


def _word(body: Body, text: str, span: Span) -> t.Expr | None:
    match text:
        case "yes" | "no":
            return t.Const(span=span, type=FLAG, value=text == "yes")
        case "none":
            return t.Const(span=span, type=NONE, value=None)
        case "players":
            return t.AllOf(span=span, type=SetT(PLAYER), what="players")
        case "active":
            return t.Active(span=span, type=PLAYER)
        case "teams":
            if not body.model.teams:
                return body.wrong(codes.NO_TEAMS, "there are no teams in this game", span, help="declare 'teams:'")
            return t.AllOf(span=span, type=SetT(TEAM), what="teams")
        case "it":
            if body.element is None:
                return body.wrong(
                    codes.NO_ELEMENT, "'it' means nothing here", span,
                    help="'it' is the element in 'where', 'over' and 'by'; elsewhere use a name",
                )  # fmt: skip
            return local_ref(body, body.element, span)
        case "this":
            if body.this is None:
                return body.wrong(codes.NO_CARD, "'this' means a card, but this rule belongs to no card", span)
            return local_ref(body, body.this, span)
        case "owner":
            owner = owner_of(body, span)
            if owner is None:
                return body.wrong(
                    codes.NO_CARD, "'owner' means the owner of a card, but this rule belongs to no card", span
                )
            return owner
        case "number" | "flag" | "player" | "team" | "space" | "link" | "line" | "score":
            help = "the set of all is 'players'" if text == "player" else None
            help = "the score of a player is 'p.score'" if text == "score" else help
            return body.wrong(codes.WRONG_SORT, f"'{text}' isn't a value", span, help=help)
        case _:
            return None


def _unknown(body: Body, text: str, span: Span) -> t.Expr:
    slots = body.names.of_player
    if text in body.partial:
        return _not_in_all(body, text, span)
    if text in slots:
        example = f"p.{text}"
        return body.wrong(
            codes.NEEDS_OWNER, f"each player has '{text}'", span,
            help=f"say whose: '{example}', or 'players.{text}' for those of all",
            also=((slots[text].span, "declared here"),),
        )  # fmt: skip
    if text in body.names.of_team:
        return body.wrong(codes.NEEDS_OWNER, f"each team has '{text}'", span, help=f"say whose: 't.{text}'")
    if text in body.names.members:
        return body.wrong(
            codes.UNKNOWN_NAME, f"'{text}' is an attribute of cards; of which card?", span, help=f"say of which: 'c.{text}'"
        )
    if text in ("true", "false"):
        word = "yes" if text == "true" else "no"
        body.report(
            codes.UNKNOWN_NAME, f"there is no '{text}': a flag is 'yes' or 'no'", span, help=f"write '{word}'",
            fix=Fix(span, word),
        )  # fmt: skip
        return nothing(span)
    candidates = [*body.locals, *body.names.globals, "players", "none", "active"]
    if body.element is not None:
        fact = body.facts.get(body.element)
        if fact is not None and fact.kind is not None and fact.kind.broken:
            return nothing(span)
        candidates += members_of(body, body.element.type)
    guess = nearest(text, candidates)
    also: tuple[Place, ...] = ()
    if guess is not None and guess in body.names.globals:
        also = ((body.names.globals[guess].span, f"'{guess}' is declared here"),)
    body.report(
        codes.UNKNOWN_NAME, f"there is no '{text}'", span, also=also,
        help=f"did you mean '{guess}'?" if guess else None, fix=Fix(span, guess, safe=False) if guess else None,
    )  # fmt: skip
    return nothing(span)


def dot(body: Body, node: nodes.Dot, index: t.Expr | None = None) -> t.Expr:
    """``target.name``."""
    return member(body, body.expr(node.target), node.name, node.span, index)


def indexed(body: Body, node: nodes.Index) -> t.Expr:
    """``target[index]``."""
    index = body.expr(node.index)
    match node.target:
        case nodes.Name():
            value = name(body, node.target, index)
        case nodes.Dot():
            value = dot(body, node.target, index)
        case target:
            body.expr(target)
            return body.wrong(codes.BAD_INDEX, "only zones, fields and answers have an index", node.index.span)
    return value
