"""The shortest ways over a board: from space to space, and how far everything is.

Takes a match and a viewer, gives lines.  A way counts links; which links there are to go by is asked of the rules: the sets of
links (queries without parameters) that ``neighbours`` and ``reach`` use anywhere, as they are now, and all links beside them.
Promises: only sets that follow from public fields are asked, so no line tells of anything hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from rulekit.analysis import typed as t
from rulekit.analysis.effects import effects_of
from rulekit.analysis.model import BoardDecl, FieldDecl, GameModel, QueryDecl, SpaceFieldDecl
from rulekit.analysis.parts import parts
from rulekit.analysis.types import CardT, LinkT, OptionalT, SetT, Type
from rulekit.analysis.walk import called_queries, subexpressions
from rulekit.report.board.tokens import Seen, what_is_seen

if TYPE_CHECKING:
    from rulekit.play.match import Match

ALL = "all links"


def way_lines(match: Match, viewer: int | None, names: list[str]) -> list[str]:
    """``way``, ``way TO`` and ``way FROM TO``; names that aren't those of spaces are said to be so."""
    board = match.program.model.board
    if board is None:
        return ["this game has no board"]
    spaces = [space_named(board, name) for name in names]
    for name, space in zip(names, spaces, strict=True):
        if space is None:
            return [f"no space is called '{name[:40]}'"]
    found = [space for space in spaces if space is not None]
    seen = what_is_seen(match, viewer, board)
    start = found[0] if len(found) == 2 else seen.mine[0] if seen.mine else None
    if start is None or len(found) > 2:
        return ["say from where to where: way FROM TO"]
    nets = networks(match)
    if not found:
        return list(_distances(seen, start, nets))
    return list(_ways(seen, start, found[-1], nets))


def space_named(board: BoardDecl, name: str) -> int | None:
    """The space of this name; none if there is none."""
    return next((space.index for space in board.spaces if space.name == name.casefold()), None)


def networks(match: Match) -> dict[str, frozenset[int]]:
    """Name -> the links one may go by; those that are alike now under the first of their names; all links last."""
    board = match.program.model.board
    assert board is not None
    found: dict[str, frozenset[int]] = {}
    for query in open_networks(match.program.model):
        if query.variant is None or query.variant.name in match.program.variants:
            links = _links(match, query)
            if links is not None and links not in found.values():
                found[query.label or query.name.replace("_", " ")] = links
    if frozenset(range(len(board.links))) not in found.values():
        found[ALL] = frozenset(range(len(board.links)))
    return found


def open_networks(model: GameModel) -> list[QueryDecl]:
    """The queries that say by which links one may go, as far as they read nothing but public fields."""
    asked: list[QueryDecl] = []
    for part in parts(model, examples=False):
        for expr in subexpressions(*part.all_exprs()):
            if isinstance(expr, t.Builtin) and expr.name in ("neighbours", "reach"):
                asked += [call.decl for call in called_queries(expr.args[-1])]
    for query in asked:
        inner = [*_query_exprs(query)]
        asked += [call.decl for call in called_queries(*inner) if call.decl not in asked]
    effects = effects_of(model)
    return [
        query
        for query in model.queries
        if query in asked and not query.params and query.type == SetT(LinkT()) and _is_public(effects.query(query).reads)
    ]


def _is_public(cells: Collection[object]) -> bool:
    return all(isinstance(cell, FieldDecl | SpaceFieldDecl) and not _of_cards(cell.type) for cell in cells)


def _of_cards(type: Type) -> bool:
    return isinstance(type, CardT) or (isinstance(type, OptionalT | SetT) and isinstance(type.of, CardT))


def _query_exprs(query: QueryDecl) -> Iterator[t.Expr]:
    yield from [query.value] if query.value is not None else []
    for case in query.cases:
        yield from case
    for exception in query.exceptions:
        yield from [expr for expr in (exception.condition, exception.value) if expr is not None]


def _links(match: Match, query: QueryDecl) -> frozenset[int] | None:
    """The value of a query now; none if it fails."""
    from rulekit.engine import RulesFault

    compiled = match.program.compile_query
    assert compiled is not None
    call = t.CallQuery(span=query.span, type=query.type, decl=query, args=())
    try:
        return frozenset(compiled(call)(match.state.clone()))
    except RulesFault:
        return None


def _ways(seen: Seen, start: int, end: int, nets: dict[str, frozenset[int]]) -> Iterator[str]:
    board = seen.board
    told: list[list[int]] = []
    for name, links in nets.items():
        came = _search(board, start, links)
        if end not in came:
            yield f"{name}: no way from {board.spaces[start].name} to {board.spaces[end].name}"
            continue
        way = [end]
        while way[-1] != start:
            way.append(came[way[-1]][0])
        if way[::-1] not in told:
            told.append(way[::-1])
            yield f"{name}: {_told(seen, way[::-1])}: {_steps(len(way) - 1)}"


def _told(seen: Seen, way: list[int]) -> str:
    """A way with the fields of its links: ``a - b -(closed)- c``."""
    text = seen.board.spaces[way[0]].name
    for a, b in pairwise(way):
        link = next(link.index for link in seen.board.links if set(link.ends) == {a, b})
        fields = [decl.label or decl.name.replace("_", " ") for decl in seen.board.fields if decl.of_link]
        values = [seen.values[decl.name][link] for decl in seen.board.fields if decl.of_link]
        notes = [
            name if value == "yes" else f"{name} {value}"
            for name, value in zip(fields, values, strict=True)
            if value not in ("no", "0", "none", "nothing")
        ]
        text += f" -({', '.join(notes)})- " if notes else " - "
        text += seen.board.spaces[b].name
    return text


def _distances(seen: Seen, start: int, nets: dict[str, frozenset[int]]) -> Iterator[str]:
    board = seen.board
    for name, links in nets.items():
        came = _search(board, start, links)
        yield f"{name}, from {board.spaces[start].name}:"
        for steps in range(1, max((n for _, n in came.values()), default=0) + 1):
            yield f"  {_steps(steps)}: {', '.join(board.spaces[k].name for k in sorted(came) if came[k][1] == steps)}"
        rest = [space.name for space in board.spaces if space.index not in came]
        if rest:
            yield f"  no way to {', '.join(rest)}"


def _search(board: BoardDecl, start: int, links: frozenset[int]) -> dict[int, tuple[int, int]]:
    """Space -> the space before it on a shortest way, and the number of steps."""
    came = {start: (start, 0)}
    queue = [start]
    for space in queue:
        for link in board.links:
            if link.index in links and space in link.ends:
                other = link.ends[1] if link.ends[0] == space else link.ends[0]
                if other not in came:
                    came[other] = (space, came[space][1] + 1)
                    queue.append(other)
    return came


def _steps(n: int) -> str:
    return f"{n} step{'s' * (n != 1)}"
