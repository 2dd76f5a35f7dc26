"""Finding a way for a line between names that stand already.

Takes a grid of characters with names and lines in it, gives it the cells of one more line: short, with few bends and crossings.
Promises: it crosses others at right angles only, not directly beside a name, and ends beside, above or below the two it joins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush

from attrs import define, field, frozen

Cell = tuple[int, int]
LEFT, RIGHT, UP, DOWN = 0, 1, 2, 3
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
OPPOSITE = (RIGHT, LEFT, DOWN, UP)
BEND, CROSSING, NEAR = 4, 8, 3
"""What a bend, a crossing and a step beside somebody else's name cost; a step across costs 1, one down 2."""
MOST_STEPS = 40_000
"""So far is looked for ways in one picture, all together."""


@frozen
class Link:
    """A link between two spaces (their numbers), and the number of its style."""

    a: int
    b: int
    style: int


@define
class Grid:
    """``texts``: cell -> the space whose name stands there; ``lines``: cell -> link -> the two sides it leads to."""

    texts: dict[Cell, int]
    lines: dict[Cell, dict[int, tuple[int, int]]] = field(factory=dict)
    steps: int = 0

    def line(self, number: int, cells: Sequence[Cell], sides: tuple[int, int]) -> bool:
        """Draw a straight line, if no name and no other line but crossing ones is in the way."""
        if not cells or any(cell in self.texts or not self._crossable(cell, sides) for cell in cells):
            return False
        for cell in cells:
            self.lines.setdefault(cell, {})[number] = sides
        return True

    def route(self, number: int, link: Link, starts: Iterable[tuple[Cell, int, float]], width: int) -> bool:
        """Draw a line from one of the starts to the name of the other space; no if there is no way."""
        low, high = min(y for _, y in self.texts) - 1, max(y for _, y in self.texts) + 1
        came: dict[tuple[Cell, int], tuple[Cell, int] | None] = {}
        heap: list[tuple[float, Cell, int, tuple[Cell, int] | None]] = []
        for cell, way, cost in starts:
            if cell not in self.lines:
                heappush(heap, (cost, cell, way, None))
        while heap and self.steps < MOST_STEPS:
            self.steps += 1
            cost, cell, way, before = heappop(heap)
            if (cell, way) in came:
                continue
            if self.texts.get(cell) == link.b and before is not None:
                return self._draw(number, before, way, came)
            if cell in self.texts or not (-2 <= cell[0] < width + 2 and low <= cell[1] <= high):
                continue
            came[cell, way] = before
            for turn, price in self._turns(cell, way, link):
                x, y = STEPS[turn]
                heappush(heap, (cost + price, (cell[0] + x, cell[1] + y), turn, (cell, way)))
        return False

    def _turns(self, cell: Cell, way: int, link: Link) -> Iterator[tuple[int, float]]:
        """Where a line that came into a cell may go on, and what that costs."""
        near = {self.texts.get((cell[0] - 1, cell[1])), self.texts.get((cell[0] + 1, cell[1]))} - {None, link.a, link.b}
        price = (1 if way in (LEFT, RIGHT) else 2) + (NEAR if near else 0)
        if cell in self.lines:
            ahead = (cell[0] + STEPS[way][0], cell[1] + STEPS[way][1])
            if self._crossable(cell, (OPPOSITE[way], way)) and ahead not in self.texts:
                yield way, price + CROSSING
            return
        for turn in (LEFT, RIGHT, UP, DOWN):
            if turn != OPPOSITE[way]:
                yield turn, price + (BEND if turn != way else 0)

    def _crossable(self, cell: Cell, sides: tuple[int, int]) -> bool:
        others = list(self.lines.get(cell, {}).values())
        if not others:
            return True
        across = set(sides) == {LEFT, RIGHT}
        if len(others) > 1 or set(others[0]) != ({UP, DOWN} if across else {LEFT, RIGHT}):
            return False
        return not any((cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]) in self.texts for way in others[0])

    def _draw(self, number: int, last: tuple[Cell, int], out: int, came: dict[tuple[Cell, int], tuple[Cell, int] | None]) -> bool:
        """Draw the way that was found; no if it crosses itself."""
        found: dict[Cell, tuple[int, int]] = {}
        now: tuple[Cell, int] | None = last
        while now is not None:
            cell, way = now
            if cell in found:
                return False
            found[cell] = (OPPOSITE[way], out)
            out = way
            now = came[now]
        for cell, sides in found.items():
            self.lines.setdefault(cell, {})[number] = sides
        return True
