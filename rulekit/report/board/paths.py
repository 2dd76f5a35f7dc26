"""The paths of a board as they were written, cut into pieces that may be drawn as straight lines.

Takes a game model, gives tuples of spaces (their indexes).  Together the pieces have every link of the board.
"""

from __future__ import annotations

from itertools import pairwise

from attrs import frozen

from rulekit.analysis.model import BoardDecl, GameModel
from rulekit.syntax import nodes

Spaces = tuple[int, ...]
LONGEST = 12
"""A longer path winds to and fro."""


@frozen
class Piece:
    """A line of spaces.  ``winds``: part of a ring or of a long way, which turns back where that saves room."""

    spaces: Spaces
    winds: bool = False


def paths_of(model: GameModel) -> list[Spaces]:
    """The paths in file order, each as the indexes of its spaces."""
    board = model.board
    if board is None:
        return []
    numbers = {space.name: space.index for space in board.spaces}
    found = []
    for item in model.tree.items:
        for line in item.body if isinstance(item, nodes.Board) else ():
            if isinstance(line, nodes.Path):
                found.append(tuple(numbers[name.text] for name in line.names if name.text in numbers))
    return found


def pieces(model: GameModel, board: BoardDecl) -> list[Piece]:
    """What is to be drawn straight if that can be: paths, the sides of rings, the bends of long ways; each link once."""
    found: list[Piece] = []
    left = {frozenset(link.ends) for link in board.links}
    for path in paths_of(model):
        parts = _cut(path)
        ring = path[0] == path[-1]
        found += [Piece(part, len(parts) > 1 and (ring or len(part) > 2)) for cut in parts for part in _new(cut, left)]
    found += [Piece((link.ends[0], link.ends[1])) for link in board.links if frozenset(link.ends) in left]
    return found


def _cut(path: Spaces) -> list[Spaces]:
    """A ring into its four sides, a long way into rows that a single link joins."""
    if len(path) > 4 and path[0] == path[-1]:
        side = max(1, -(-(len(path) - 1) // 4))
        return [path[k : k + side + 1] for k in range(0, len(path) - 1, side)]
    if len(path) <= LONGEST:
        return [path]
    rows = -(-len(path) // LONGEST)
    row = -(-len(path) // rows)
    found = []
    for start in range(0, len(path), row):
        found += [path[start - 1 : start + 1]] if start else []
        found += [path[start : start + row]] if len(path[start : start + row]) > 1 else []
    return found


def _new(piece: Spaces, left: set[frozenset[int]]) -> list[Spaces]:
    """The parts of a piece whose links are new; these are then no longer left."""
    found: list[Spaces] = []
    part = list(piece[:1])
    for a, b in pairwise(piece):
        if frozenset((a, b)) in left:
            left.discard(frozenset((a, b)))
            part.append(b)
        else:
            found += [tuple(part)] if len(part) > 1 else []
            part = [b]
    return found + ([tuple(part)] if len(part) > 1 else [])
