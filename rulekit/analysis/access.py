"""Names, dots and indexes: what ``hand``, ``p.hand``, ``players.hand`` and ``place[c]`` mean where they stand.

Takes syntax and a ``Body``, gives typed expressions.  Promises: a bare name beside an element is looked up as the language
says (attribute of the innermost element, local, global); a name that means nothing is reported with the nearest one that does.
"""

from __future__ import annotations

from typing import assert_never

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body, nothing
from rulekit.analysis.coerce import as_set, coerce, require
from rulekit.analysis.globals import global_value
from rulekit.analysis.lattice import FLAG, NONE, NUMBER, PLAYER, TEAM, TEXT, element, show
from rulekit.analysis.names import Slot
from rulekit.analysis.report import listed, nearest
from rulekit.analysis.types import (
    AnyT,
    CardT,
    ElementT,
    EnumT,
    FlagT,
    LineT,
    LinkT,
    NoneT,
    NumberT,
    OptionalT,
    PlayerT,
    SetT,
    SpaceT,
    TeamT,
    TextT,
    Type,
)
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
        lacking = body.partial[local.name]
        return body.wrong(
            codes.NOT_IN_ALL, f"'{local.name}' isn't known in '{lacking}'", span,
            help="use names that all rules named here have, or write a rule for each",
        )  # fmt: skip
    return local_ref(body, local, span)


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
        candidates += members_of(body, body.element.type)
    guess = nearest(text, candidates)
    also = ()
    if guess is not None and guess in body.names.globals:
        also = ((body.names.globals[guess].span, f"'{guess}' is declared here"),)
    body.report(
        codes.UNKNOWN_NAME, f"there is no '{text}'", span, also=also,
        help=f"did you mean '{guess}'?" if guess else None, fix=Fix(span, guess, safe=False) if guess else None,
    )  # fmt: skip
    return nothing(span)


# ---------------------------------------------------------------- behind the dot


def has_member(body: Body, type: Type, text: str) -> bool:
    """Whether a bare name is looked up in an element of this type."""
    match type:
        case CardT():
            return text in body.names.members
        case PlayerT():
            return text in body.names.of_player or text == "score" or text == "team" and bool(body.model.teams)
        case TeamT():
            return text in body.names.of_team or text == "score"
        case SpaceT():
            return text in body.names.of_space
        case LinkT():
            return text in body.names.of_link
        case AnyT():
            names = body.names
            if text in body.locals or text in names.globals:
                return False
            return any(text in space for space in (names.members, names.of_player, names.of_space, names.of_link, names.of_team))
        case _:
            return False


def members_of(body: Body, type: Type) -> list[str]:
    """All names that may stand behind the dot."""
    names = body.names
    match element(type):
        case CardT(kind):
            return [text for text in names.members if names.member(kind, text) is not None]
        case PlayerT():
            return [*names.of_player, "score", "name", "team"]
        case TeamT():
            return [*names.of_team, "score", "name"]
        case SpaceT():
            return [*names.of_space]
        case LinkT():
            return [*names.of_link]
        case _:
            return []


def dot(body: Body, node: nodes.Dot, index: t.Expr | None = None) -> t.Expr:
    """``target.name``."""
    return member(body, body.expr(node.target), node.name, node.span, index)


def member(body: Body, target: t.Expr, ident: nodes.Ident, span: Span, index: t.Expr | None = None) -> t.Expr:
    """What stands behind the dot, of an element or (united) of all elements of a set."""
    match target.type:
        case SetT() | LineT():
            source = as_set(body, target)
            local = model.Local("it", element(source.type), target.span, "it")
            ref = t.LocalRef(span=target.span, type=local.type, local=local)
            inner = _of_element(body, ref, local.type, ident, span, index)
            return t.MapUnion(span=span, type=SetT(element(inner.type)), source=source, local=local, body=inner)
        case OptionalT() | NoneT():
            return body.wrong(
                codes.MAYBE_NONE, f"'{target.span.text}' may be none here", target.span,
                help=f"test it first: 'if {target.span.text} != none', or choose with 'choose' instead of 'may choose'",
            )  # fmt: skip
        case type:
            return _of_element(body, require(body, target), type, ident, span, index)


def _of_element(
    body: Body, target: t.Expr, type: ElementT, ident: nodes.Ident, span: Span, index: t.Expr | None
) -> t.Expr:
    names, text = body.names, ident.text
    value: t.Expr | None = None
    match type:
        case AnyT():
            return _of_unknown(body, target, text, span)
        case CardT(kind):
            value = _of_card(body, target, kind, ident, span)
        case PlayerT():
            if text in names.of_player:
                return slot(body, names.of_player[text], target, index, span)
            if text == "team":
                value = _team(body, target, span)
            elif text == "score":
                value = score_of(body, target, span)
        case TeamT():
            if text in names.of_team:
                return slot(body, names.of_team[text], target, index, span)
            if text == "score":
                value = score_of(body, target, span)
        case SpaceT():
            if text in names.of_space:
                value = _space_field(target, names.of_space[text], span)
        case LinkT():
            if text in names.of_link:
                value = _space_field(target, names.of_link[text], span)
        case EnumT() | NumberT() | FlagT() | TextT() | LineT() | NoneT():
            pass
        case _:
            assert_never(type)
    if value is None and text == "name" and not isinstance(type, NumberT | FlagT | TextT | NoneT):
        value = t.NameOf(span=span, type=TEXT, target=target)
    if value is None:
        return _no_member(body, type, ident)
    if index is not None:
        return body.wrong(codes.BAD_INDEX, f"'{text}' has no index", index.span)
    return value


def _of_unknown(body: Body, target: t.Expr, text: str, span: Span) -> t.Expr:
    """Behind the dot of something whose type isn't known (yet)."""
    inference = body.session.inference
    if isinstance(target, t.LocalRef) and target.local in inference.inferred:
        inference.reads.setdefault(target.local, set()).add(text)
    if text in body.names.members:
        decl = body.names.members[text][0]
        type = body.names.member_type(text)
        if isinstance(decl, model.StateDecl):
            return t.StateRef(span=span, type=type, card=target, name=text)
        return t.AttrRef(span=span, type=type, card=target, name=text)
    return nothing(span)


def _of_card(body: Body, target: t.Expr, kind: model.KindDecl, ident: nodes.Ident, span: Span) -> t.Expr | None:
    text = ident.text
    decl = body.names.member(kind, text)
    if isinstance(decl, model.StateDecl):
        return t.StateRef(span=span, type=decl.type, card=target, name=text)
    if decl is not None:
        return t.AttrRef(span=span, type=decl.type, card=target, name=text)
    others = body.names.members.get(text)
    if not others:
        return None
    having = [decl.kind.name for decl in others if decl.kind is not None]
    below = [name for name in having if any(k.name == name and k.is_a(kind) for k in body.model.kinds)]
    help = f"test the kind first: 'x is {below[0]}'" if below else f"cards of {listed(having)} have it"
    return body.wrong(
        codes.KIND_LACKS, f"cards '{kind.name}' have no '{text}'", ident.span, help=help,
        also=((others[0].span, "declared here"),),
    )  # fmt: skip


def _team(body: Body, target: t.Expr, span: Span) -> t.Expr | None:
    if not body.model.teams:
        return body.wrong(codes.NO_TEAMS, "there are no teams in this game", span, help="declare 'teams:'")
    return t.TeamOf(span=span, type=TEAM, player=target)


def score_of(body: Body, target: t.Expr, span: Span) -> t.Expr | None:
    """``p.score``."""
    score = body.session.score
    if score is None:
        return body.wrong(codes.NO_TEAMS, "this game declares no score", span, help="declare one: 'score p: p.points'")
    if body.model.teams and isinstance(target.type, PlayerT):
        return body.wrong(codes.NO_TEAMS, "scores are about teams in this game", span, help="write 'p.team.score'")
    if body.asker is not None:
        body.session.calls.setdefault(body.asker, {}).setdefault(score, span)
    return t.ScoreOf(span=span, type=NUMBER, target=target)


def _space_field(target: t.Expr, decl: model.SpaceFieldDecl, span: Span) -> t.Expr:
    return t.SpaceFieldRef(span=span, type=decl.type, target=target, decl=decl)


def _no_member(body: Body, type: ElementT, ident: nodes.Ident) -> t.Expr:
    there = members_of(body, type)
    guess = nearest(ident.text, there)
    help = f"did you mean '{guess}'?" if guess else (f"there are {listed(sorted(there), 8)}" if there else None)
    fix = Fix(ident.span, guess, safe=False) if guess else None
    body.report(codes.NO_MEMBER, f"{show(type)} has no '{ident.text}'", ident.span, help=help, fix=fix)
    return nothing(ident.span)


# ---------------------------------------------------------------- zones and fields


def slot(body: Body, decl: Slot, owner: t.Expr | None, index: t.Expr | None, span: Span) -> t.Expr:
    """A zone or a field, with its owner and its index."""
    at = _index(body, decl, index, span)
    if isinstance(decl, model.ZoneDecl):
        body.session.inference.ask(decl)
        of: ElementT = AnyT() if decl.kind is None else CardT(decl.kind)
        return t.ZoneRef(span=span, type=SetT(of), decl=decl, owner=owner, index=at)
    type = decl.type
    if owner is None and at is None:
        fact = body.facts.get(decl)
        if fact is not None:
            type = body.narrowed(type, fact)
    return t.FieldRef(span=span, type=type, decl=decl, owner=owner, index=at)


def _index(body: Body, decl: Slot, index: t.Expr | None, span: Span) -> t.Expr | None:
    domain = decl.index
    if domain is None:
        if index is not None:
            body.report(codes.BAD_INDEX, f"'{decl.name}' has no index", index.span, also=((decl.span, "declared here"),))
        return None
    what = "zone" if isinstance(decl, model.ZoneDecl) else "field"
    if index is None:
        body.report(
            codes.BAD_INDEX, f"'{decl.name}' is one {what} for each index: which one?", span,
            help=f"write '{decl.name}[..]' with {show(domain.type)}", also=((decl.span, "declared here"),),
        )  # fmt: skip
        return nothing(span)
    if isinstance(domain.type, NumberT) and isinstance(index, t.Const) and isinstance(index.value, int):
        last = domain.low + (domain.size or 1) - 1
        if isinstance(index.type, NumberT) and not domain.low <= index.value <= last:
            body.report(
                codes.INDEX_OUTSIDE, f"'{decl.name}' has no index {index.value}", index.span,
                help=f"its indexes are {domain.low} to {last}", also=((decl.span, "declared here"),),
            )  # fmt: skip
    return coerce(body, index, domain.type, f"the index of '{decl.name}'")


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
