"""Calls: queries, tables and the predefined functions.

Takes syntax, gives typed calls.  Promises: the number and the types of the arguments are checked for each of them.
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.arguments import arguments
from rulekit.analysis.body import Body, nothing
from rulekit.analysis.coerce import as_set, coerce
from rulekit.analysis.globals import call as call_query
from rulekit.analysis.lattice import FLAG, LINE, LINK, NUMBER, PLAYER, SPACE, element
from rulekit.analysis.names import AGGREGATES, FUNCTIONS, sort_of, unknown
from rulekit.analysis.report import count_of, nearest
from rulekit.analysis.types import SetT, Type
from rulekit.diagnostics import Fix
from rulekit.syntax import nodes

_SIGNATURES: dict[str, tuple[tuple[Type, ...], Type]] = {
    "smaller": ((NUMBER, NUMBER), NUMBER),
    "larger": ((NUMBER, NUMBER), NUMBER),
    "others": ((PLAYER,), SetT(PLAYER)),
    "left": ((PLAYER,), PLAYER),
    "right": ((PLAYER,), PLAYER),
    "seat": ((PLAYER,), NUMBER),
    "partner": ((PLAYER,), PLAYER),
    "ends": ((LINK,), SetT(SPACE)),
    "between": ((SPACE, SPACE), LINK),
    "next": ((SPACE, SetT(LINE)), SPACE),
    "neighbours": ((SPACE, SetT(LINK)), SetT(SPACE)),
    "reach": ((SPACE, NUMBER, SetT(LINK)), SetT(SPACE)),
}


def call(body: Body, node: nodes.Call) -> t.Expr:
    """``name(args)``."""
    name = node.name.text
    if name in FUNCTIONS:
        return _function(body, node, name)
    if name == "options" and body.seats is not None and len(node.args) == 1 and name not in body.names.globals:
        player = coerce(body, body.expr(node.args[0]), PLAYER, "who has the options")
        return t.Builtin(span=node.span, type=NUMBER, name=name, args=(player,))
    decl = body.names.globals.get(name)
    if isinstance(decl, model.QueryDecl):
        args = arguments(body, name, decl.span, decl.params, node.args, node.name.span)
        return call_query(body, decl, args, node.span)
    if isinstance(decl, model.TableDecl):
        params = [decl.param] if decl.param is not None else []
        args = arguments(body, name, decl.span, params, node.args, node.name.span)
        return call_query(body, decl, args, node.span)
    for arg in node.args:
        body.expr(arg)
    return _unknown(body, node, decl)


def _unknown(body: Body, node: nodes.Call, decl: model.Decl | None) -> t.Expr:
    name = node.name.text
    if name in AGGREGATES:
        return body.wrong(
            codes.WRONG_COUNT, f"'{name}' goes over a set", node.name.span, help=f"write '{name}(E over x in S)'"
        )
    if name == "best":
        return body.wrong(codes.WRONG_COUNT, "'best' needs to know by what", node.name.span, help="write 'best(S by E)'")
    if isinstance(decl, model.EventDecl):
        return body.wrong(
            codes.WRONG_SORT, f"'{name}' is an event: it has no value", node.name.span,
            help=f"perform it in a statement: 'do {name}(..)'", also=((decl.span, "declared here"),),
        )  # fmt: skip
    if isinstance(decl, model.ZoneDecl | model.FieldDecl):
        return body.wrong(
            codes.WRONG_SORT, f"'{name}' is {sort_of(decl)}, not a query", node.name.span,
            help=f"an index stands in square brackets: '{name}[..]'" if decl.index else None,
            also=((decl.span, "declared here"),),
        )  # fmt: skip
    if name in body.names.of_player and node.args:
        return body.wrong(
            codes.WRONG_SORT, f"'{name}' belongs to each player and is no query", node.name.span,
            help=f"write '{node.args[0].span.text}.{name}'",
        )  # fmt: skip
    candidates = [*body.names.names_of(model.QueryDecl, model.TableDecl), *FUNCTIONS, *AGGREGATES]
    if decl is not None:
        unknown(body.names, body.sink, node.name, "a query", candidates)
        return nothing(node.span)
    guess = nearest(name, candidates)
    body.report(
        codes.UNKNOWN_NAME, f"there is no query or function '{name}'", node.name.span,
        help=f"did you mean '{guess}'?" if guess else None, fix=Fix(node.name.span, guess, safe=False) if guess else None,
    )  # fmt: skip
    return nothing(node.span)


def _function(body: Body, node: nodes.Call, name: str) -> t.Expr:
    wanted = FUNCTIONS[name]
    if len(node.args) != wanted:
        for arg in node.args:
            body.expr(arg)
        return body.wrong(
            codes.WRONG_COUNT, f"'{name}' takes {count_of(wanted, 'argument')}, not {len(node.args)}", node.name.span
        )
    span = node.span
    match name:
        case "cards":
            return _cards(body, node)
        case "links":
            return _links(body, node)
        case "count" | "exists" | "first" | "last" | "random":
            source = as_set(body, body.expr(node.args[0]))
            types: dict[str, Type] = {"count": NUMBER, "exists": FLAG}
            type = types.get(name) or element(source.type)
            if name == "random" and not body.chance:
                return body.wrong(
                    codes.CHANCE_IN_QUERY, "'random' is allowed in statements only", node.name.span,
                    help="bind it in a statement: 'let x = random(..)'",
                )  # fmt: skip
            return t.Builtin(span=span, type=type, name=name, args=(source,))
        case _:
            params, result = _SIGNATURES[name]
            args = tuple(
                coerce(body, body.expr(arg), want, f"{_nth(index, wanted)} of '{name}'")
                for index, (arg, want) in enumerate(zip(node.args, params, strict=True))
            )
            if name == "partner":
                _check_partners(body, node)
            return t.Builtin(span=span, type=result, name=name, args=args)


def _check_partners(body: Body, node: nodes.Call) -> None:
    """Some player has a partner at some number of players; with other numbers, or in other teams, ``partner`` is none."""
    game = body.model
    if not game.teams:
        body.wrong(codes.NO_TEAMS, "there are no teams in this game", node.name.span, help="declare 'teams:'")
    elif not any(
        sum(seat <= players for seat in set(team.seats)) == 2
        for team in game.teams
        for players in range(game.low_players, game.high_players + 1)
    ):
        body.wrong(
            codes.NO_TEAMS, "nobody ever has a partner: no team has two members in play", node.name.span,
            help="the members of a team are 'players where team = t'",
        )  # fmt: skip


def _nth(index: int, wanted: int) -> str:
    return "the argument" if wanted == 1 else f"the {('first', 'second', 'third')[index]} argument"


def _cards(body: Body, node: nodes.Call) -> t.Expr:
    arg = node.args[0]
    if isinstance(arg, nodes.Name) and arg.text not in body.locals:
        decl = body.names.find(arg.text, model.DeckDecl)
        if isinstance(decl, model.DeckDecl):
            return t.CardsOf(span=node.span, type=SetT(body.session.deck_element(decl)), deck=decl)
        ident = nodes.Ident(text=arg.text, span=arg.span)
        unknown(body.names, body.sink, ident, "a deck", body.names.names_of(model.DeckDecl))
        return nothing(node.span)
    return body.wrong(codes.WRONG_SORT, "'cards' takes the name of a deck", arg.span, help="a zone is its own set of cards")


def _links(body: Body, node: nodes.Call) -> t.Expr:
    arg = node.args[0]
    if isinstance(arg, nodes.Name) and isinstance(body.names.globals.get(arg.text), model.BoardDecl):
        return t.AllOf(span=node.span, type=SetT(LINK), what="links")
    value = body.expr(arg)
    space = coerce(body, value, SPACE, "the argument of 'links'")
    return t.Builtin(span=node.span, type=SetT(LINK), name="links", args=(space,))


