"""The picture of a board: names in columns and rows, links as lines between them.

Takes a text and a place for each space, links with a style, and the width there is; gives lines of text, and the links that it
found no way for.  Promises: a line never runs along another one or through a name, so what is drawn can be followed by eye.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from rulekit.report.board.plan import Place
from rulekit.report.board.route import DOWN, LEFT, RIGHT, UP, Cell, Grid, Link

STYLES = ("─│┌┐└┘", "╌╎┌┐└┘", "━┃┏┓┗┛", "═║╔╗╚╝", "┈┊┌┐└┘")
PLAIN_STYLES = ("-|++++", "::::::", "~{++++", "=#++++", ".!....")
"""The same for terminals that know only ASCII: across, down, then the corners down-right, down-left, up-right, up-left."""
MISSING = 4
"""A picture that lacks more than one link in so many is none."""


@frozen
class Picture:
    """``lines`` of text; ``missing``: numbers of the links that aren't drawn; ``crossings``: how often lines cross."""

    lines: tuple[str, ...]
    missing: tuple[int, ...]
    crossings: int


def draw(texts: Sequence[str], places: Sequence[Place], links: Sequence[Link], width: int, ascii_only: bool) -> Picture | None:
    """The picture, as roomy as the width allows; none if it doesn't fit, or too much of it would be missing."""
    best: Picture | None = None
    for gap, between in ((6, 1), (4, 1), (3, 1), (4, 2), (3, 3)):
        canvas = _Canvas(list(texts), list(places), gap, between)
        if canvas.width > width:
            continue
        picture = canvas.picture(links, PLAIN_STYLES if ascii_only else STYLES)
        if picture is None:
            break
        if best is None or len(picture.missing) < len(best.missing):
            best = picture
        if not best.missing:
            break
    return best


@define
class _Canvas:
    texts: list[str]
    places: list[Place]
    gap: int
    between: int
    left: list[int] = field(init=False)
    """Column -> where it begins."""
    width: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        columns = max(x for x, _ in self.places) + 1
        widths = [max(len(text) for text, (x, _) in zip(self.texts, self.places, strict=True) if x == k) for k in range(columns)]
        self.left = [sum(widths[:k]) + k * self.gap for k in range(columns)]
        self.width = sum(widths) + (columns - 1) * self.gap

    def corner(self, space: int) -> Cell:
        """Where the text of a space begins."""
        x, y = self.places[space]
        return self.left[x], y * (1 + self.between)

    def picture(self, links: Sequence[Link], styles: Sequence[str]) -> Picture | None:
        """Straight links first, then ways for the others, short ones first; none as soon as too many have none."""
        grid = Grid({})
        for space, text in enumerate(self.texts):
            x, y = self.corner(space)
            grid.texts.update({(x + k, y): space for k in range(len(text))})
        crooked = [k for k, link in enumerate(links) if not self._straight(grid, link, k)]
        crooked.sort(key=lambda k: (self._distance(links[k]), k))
        missing: list[int] = []
        for k in crooked:
            if not grid.route(k, links[k], self._edges(links[k].a), self.width):
                missing.append(k)
                if MISSING * len(missing) > len(links):
                    return None
        crossings = sum(1 for ends in grid.lines.values() if len(ends) > 1)
        return Picture(tuple(self._lines(grid, links, styles)), tuple(sorted(missing)), crossings)

    def _straight(self, grid: Grid, link: Link, number: int) -> bool:
        """Draw a link as a line across or down, if nothing is in its way."""
        (ax, ay), (bx, by) = self.corner(link.a), self.corner(link.b)
        if ay == by:
            start, end = sorted([(ax, ax + len(self.texts[link.a])), (bx, bx + len(self.texts[link.b]))])
            return grid.line(number, [(x, ay) for x in range(start[1], end[0])], (LEFT, RIGHT))
        if ax == bx:
            low, high = sorted((ay, by))
            return grid.line(number, [(ax + self._stem(link), y) for y in range(low + 1, high)], (UP, DOWN))
        return False

    def _stem(self, link: Link) -> int:
        return 1 if min(len(self.texts[link.a]), len(self.texts[link.b])) > 1 else 0

    def _edges(self, space: int) -> Iterator[tuple[Cell, int, float]]:
        """Where a line may leave a space: cell, direction, how unwelcome that is."""
        x, y = self.corner(space)
        size = len(self.texts[space])
        yield (x - 1, y), LEFT, 0
        yield (x + size, y), RIGHT, 0
        for k in range(size):
            yield (x + k, y - 1), UP, abs(k - 1) * 1.5
            yield (x + k, y + 1), DOWN, abs(k - 1) * 1.5

    def _distance(self, link: Link) -> int:
        (ax, ay), (bx, by) = self.corner(link.a), self.corner(link.b)
        return abs(ax - bx) + 2 * abs(ay - by)

    def _lines(self, grid: Grid, links: Sequence[Link], styles: Sequence[str]) -> Iterator[str]:
        cells = [*grid.texts, *grid.lines]
        left, top, bottom = min(x for x, _ in cells), min(y for _, y in cells), max(y for _, y in cells)
        for y in range(top, bottom + 1):
            row = {x: _char(grid, (x, y), links, styles) for x, at in grid.lines if at == y}
            for space, text in enumerate(self.texts):
                x, at = self.corner(space)
                row.update({x + k: char for k, char in enumerate(text)} if at == y else {})
            yield "".join(row.get(x, " ") for x in range(left, max(row, default=left) + 1)).rstrip()


def _char(grid: Grid, cell: Cell, links: Sequence[Link], styles: Sequence[str]) -> str:
    """What stands in a cell of a line; where two cross, the one that runs down; a blank beside a name."""
    ends = grid.lines[cell]
    number, (a, b) = next((item for item in ends.items() if set(item[1]) == {UP, DOWN}), next(iter(ends.items())))
    signs = styles[min(links[number].style, len(styles) - 1)]
    sides = {a, b}
    if sides == {LEFT, RIGHT}:
        beside = {grid.texts.get((cell[0] + step, cell[1])) for step in (-1, 1)}
        return " " if beside & {links[number].a, links[number].b} else signs[0]
    if sides == {UP, DOWN}:
        return signs[1]
    return signs[2 + [{DOWN, RIGHT}, {DOWN, LEFT}, {UP, RIGHT}, {UP, LEFT}].index(sides)]
