"""What stands behind a dot: attributes, states, zones, fields, scores, names.

Takes a typed expression and a name, gives the typed member, of an element or (united) of all elements of a set.  Promises:
zones and fields have exactly the owner and the index that they are declared with; a fixed index that doesn't exist is reported.
"""

from __future__ import annotations

from typing import assert_never

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body, nothing
from rulekit.analysis.coerce import as_set, coerce, require
from rulekit.analysis.lattice import NUMBER, TEAM, TEXT, element, show
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


def has_member(body: Body, type: Type, text: str) -> bool:
    """Whether a bare name is looked up in an element of this type."""
    match type:
        case CardT():
            return text in body.names.members
        case PlayerT():
            return text in body.names.of_player or text == "score" or (text == "team" and bool(body.model.teams))
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


def member(body: Body, target: t.Expr, ident: nodes.Ident, span: Span, index: t.Expr | None = None) -> t.Expr:
    """What stands behind the dot, of an element or (united) of all elements of a set."""
    type = target.type
    if isinstance(type, SetT | LineT):
        source = as_set(body, target)
        of = element(source.type)
        local = model.Local("it", of, target.span, "it")
        inner = _of_element(body, t.LocalRef(span=target.span, type=of, local=local), of, ident, span, index)
        return t.MapUnion(span=span, type=SetT(element(inner.type)), source=source, local=local, body=inner)
    if isinstance(type, OptionalT | NoneT):
        named = isinstance(target, t.LocalRef)
        help = f"test it first: '{target.span.text} != none'" if named else "bind it with 'let' and test that name: 'x != none'"
        return body.wrong(codes.MAYBE_NONE, f"'{target.span.text}' may be none here", target.span, help=help)
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
    message = f"cards '{kind.name}' have no '{text}'"
    if kind.everything:
        message = f"cards of several kinds lie here, and not all of them have '{text}'"
    return body.wrong(
        codes.KIND_LACKS, message, ident.span, help=help,
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
