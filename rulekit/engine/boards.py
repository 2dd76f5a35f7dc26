"""Boards: the tables of spaces, links and lines that generated code reads, and what can be reached.

Spaces, links and lines are numbers; their fields are fields of the state like all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from rulekit.analysis.model import BoardDecl

MOST_REMEMBERED = 10_000
"""So many answers of ``reach`` are kept."""


def board_names(board: BoardDecl) -> dict[str, Any]:
    """The names under which generated code finds the board."""
    ends = tuple([link.ends for link in board.links])
    links_of = tuple([tuple([k for k, pair in enumerate(ends) if space in pair]) for space in range(len(board.spaces))])
    between: dict[tuple[int, int], int] = {}
    for k, (a, b) in enumerate(ends):
        between.setdefault((a, b), k)
        between.setdefault((b, a), k)
    lines = tuple([line.spaces for line in board.lines])
    beside = tuple([tuple([(k, _other(ends[k], space)) for k in links]) for space, links in enumerate(links_of)])
    known: dict[Any, tuple[int, ...]] = {}

    def neighbours(space: int, links: Sequence[int]) -> tuple[int, ...]:
        """The spaces at the other ends of these links, in the order of the board."""
        return tuple(sorted({other for k, other in beside[space] if k in links}))

    def reach(space: int, steps: int, links: Sequence[int]) -> tuple[int, ...]:
        """The spaces at most so many steps away, without the space itself, in the order of the board."""
        key = (space, steps, links if links.__class__ is range else tuple(links))
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            found = known[key] = _reached(beside, space, steps, frozenset(links))
        return found

    def next_on(rows: Sequence[int], space: int) -> int | None:
        """The space behind this one on the first of these lines that has one."""
        for row in rows:
            spaces = lines[row]
            for here, behind in pairwise(spaces):
                if here == space:
                    return behind
        return None

    return {
        "ENDS": ends,
        "LINKS_OF": links_of,
        "BETWEEN": between,
        "LINES": lines,
        "neighbours": neighbours,
        "reach": reach,
        "next_on": next_on,
    }


def _other(pair: tuple[int, int], space: int) -> int:
    return pair[1] if pair[0] == space else pair[0]


def _reached(beside: Sequence[Sequence[tuple[int, int]]], space: int, steps: int, links: frozenset[int]) -> tuple[int, ...]:
    found = {space}
    edge = [space]
    while edge and steps > 0:
        steps -= 1
        edge = list(dict.fromkeys([other for here in edge for k, other in beside[here] if k in links and other not in found]))
        found.update(edge)
    return tuple(sorted(found - {space}))
