"""Where each space of a board goes on a grid, so that paths are straight lines as far as possible.

Takes the number of spaces and pieces of paths, gives a column and a row for each space.  Promises: no two spaces share a place,
and the same board gives the same plan everywhere.  A piece is laid across or down, as it fits what has been laid before;
one that fits nowhere is left to whoever draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import define, field

from rulekit.report.board.axes import Axis
from rulekit.report.board.paths import Piece, Spaces

Place = tuple[int, int]
MOST_REPAIRS = 60
"""So many spaces that lie in the way are moved aside."""


def plan(spaces: int, pieces: Sequence[Piece]) -> list[Place]:
    """Column and row of each space."""
    laid = _Laid([Axis(spaces), Axis(spaces)])
    winding = {piece.spaces for piece in pieces if piece.winds}
    waiting = sorted((piece.spaces for piece in pieces), key=lambda spaces: -len(spaces))
    while waiting:
        line = next((spaces for spaces in waiting if laid.touches(spaces)), waiting[0])
        waiting.remove(line)
        line = _middle(laid, line, waiting)
        if not laid.lay(line, line in winding) and len(line) > 2:
            waiting += [(a, b) for a, b in pairwise(line)]
    laid.repair()
    return _apart(laid.places())


def _middle(laid: _Laid, piece: Spaces, waiting: list[Spaces]) -> Spaces:
    """If several links lead from what is laid to one new space: the middle one first, so that the space comes to lie between."""
    if len(piece) != 2 or (piece[0] in laid.known) == (piece[1] in laid.known):
        return piece
    new = piece[0] if piece[1] in laid.known else piece[1]
    others = [p for p in waiting if len(p) == 2 and new in p and (p[0] in laid.known) != (p[1] in laid.known)]
    places = laid.places()
    links = sorted([piece, *others], key=lambda p: places[p[0] if p[1] == new else p[1]])
    chosen = links[len(links) // 2]
    if chosen is not piece:
        waiting[waiting.index(chosen)] = piece
    return chosen


@define
class _Laid:
    """The pieces that lie straight: ``axes`` are columns and rows; ``lines`` the pieces with their direction (0 across, 1 down)."""

    axes: list[Axis]
    lines: list[tuple[Spaces, int]] = field(factory=list)
    known: set[int] = field(factory=set)

    def touches(self, piece: Spaces) -> bool:
        """Whether a piece has a space of those that lie already."""
        return not self.known.isdisjoint(piece)

    def places(self) -> list[Place]:
        """Column and row of each space, as far as it is known."""
        return list(zip(self.axes[0].places(), self.axes[1].places(), strict=True))

    def lay(self, piece: Spaces, winds: bool) -> bool:
        """Lay a piece straight, the way that fits best; no if none is possible.

        A link between spaces that lie already must not make the board wider.  A piece runs to the right or down as it is
        written, unless it winds and takes less room the other way round.
        """
        ways = [(self._fit(piece, along), along) for along in (0, 1)]
        for _, along in sorted(ways, key=lambda way: (-way[0], way[1] if not self.lines else -way[1])):
            tried = [[axis.copy() for axis in self.axes] for _ in range(2)]
            possible = [axes for axes, run in zip(tried, (piece, piece[::-1]), strict=True) if _straight(axes, run, along)]
            if len(piece) == 2 and self.known.issuperset(piece):
                possible = [axes for axes in possible if _width(axes) <= _width(self.axes)]
            if possible:
                self.axes = min(possible, key=_size) if winds else possible[0]
                self.lines.append((piece, along))
                self.known.update(piece)
                return True
        return False

    def _fit(self, piece: Spaces, along: int) -> int:
        """How well a direction fits the lines that meet this piece: crossing them is better than running on."""
        score = 0
        for line, direction in self.lines:
            for space in set(line) & set(piece):
                if direction != along:
                    score += 1
                else:
                    score -= 1 if space in (line[0], line[-1]) and space in (piece[0], piece[-1]) else 3
        return score

    def repair(self) -> None:
        """Move aside what lies on the same place or on somebody else's line."""
        for _ in range(MOST_REPAIRS):
            found = next(self._conflicts(), None)
            if found is None:
                return
            space, other, along = found
            if not self._aside(space, other, along):
                return

    def _conflicts(self) -> Iterator[tuple[int, int, int]]:
        """A space, one it gets in the way of, and the direction of the line that it lies on."""
        places = self.places()
        first: dict[Place, int] = {}
        for space, place in enumerate(places):
            if place in first:
                yield space, first[place], 0
            first.setdefault(place, space)
        for line, along in self.lines:
            for a, b in pairwise(line):
                low, high = sorted((places[a][along], places[b][along]))
                for space, place in enumerate(places):
                    if place[1 - along] == places[a][1 - along] and low < place[along] < high:
                        yield space, a, along

    def _aside(self, space: int, other: int, along: int) -> bool:
        """Put a space behind or before another, across the line first: whichever leaves the least in the way."""
        best: tuple[tuple[int, int], list[Axis]] | None = None
        for axis in (1 - along, along):
            for a, b in ((other, space), (space, other)):
                axes = [axis.copy() for axis in self.axes]
                if axes[axis].order(a, b):
                    cost = (sum(1 for _ in _Laid(axes, self.lines)._conflicts()), _size(axes))
                    if best is None or cost < best[0]:
                        best = (cost, axes)
        if best is not None:
            self.axes = best[1]
        return best is not None


def _straight(axes: list[Axis], run: Spaces, along: int) -> bool:
    """Put the spaces of a piece one behind the other in one row (or column); no if that can't be."""
    across = axes[1 - along]
    for a, b in pairwise(run):
        if not across.join(a, b) or not axes[along].order(a, b):
            return False
    seen: dict[Place, int] = {}
    return all(seen.setdefault(place, k) == k for k, place in enumerate(zip(axes[0].of, axes[1].of, strict=True)))


def _size(axes: list[Axis]) -> int:
    """The area that the spaces take up."""
    return _width(axes) * (max(axes[1].places()) + 1)


def _width(axes: list[Axis]) -> int:
    return max(axes[0].places()) + 1


def _apart(places: list[Place]) -> list[Place]:
    """Whoever still shares a place goes to the next free one below; empty columns and rows vanish."""
    taken: set[Place] = set()
    found = []
    for x, y in places:
        while (x, y) in taken:
            y += 1
        taken.add((x, y))
        found.append((x, y))
    columns = {x: k for k, x in enumerate(sorted({x for x, _ in found}))}
    rows = {y: k for k, y in enumerate(sorted({y for _, y in found}))}
    return [(columns[x], rows[y]) for x, y in found]
