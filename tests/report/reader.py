"""Reads the picture of a board as an eye does: follows each line from name to name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)
ACROSS, DOWNWARD = set("─╌═━┈-:=~"), set("│╎║┃┊|")
CORNERS = {"┌": (RIGHT, DOWN), "┐": (LEFT, DOWN), "└": (RIGHT, UP), "┘": (LEFT, UP)}
CORNERS |= dict(zip("╔╗╚╝", CORNERS.values(), strict=True)) | dict(zip("┏┓┗┛", CORNERS.values(), strict=True))


def links_in(lines: Sequence[str], names: Sequence[str]) -> set[frozenset[str]]:
    """The pairs of names that lines join."""
    where: dict[tuple[int, int], str] = {}
    for y, line in enumerate(lines):
        for x, char in enumerate(line):
            if char.isalnum() and not (x and line[x - 1].isalnum()):
                name = next(n for n in sorted(names, key=len, reverse=True) if line.startswith(n, x))
                where.update({(x + k, y): name for k in range(len(name))})
    found = set()
    for (x, y), name in where.items():
        for step in (LEFT, RIGHT, UP, DOWN):
            other = _follow(lines, where, (x + step[0], y + step[1]), step, name)
            if other is not None:
                found.add(frozenset((name, other)))
    return found


def _at(lines: Sequence[str], cell: tuple[int, int]) -> str:
    x, y = cell
    return lines[y][x] if 0 <= y < len(lines) and 0 <= x < len(lines[y]) else " "


def _follow(
    lines: Sequence[str], where: dict[tuple[int, int], str], cell: tuple[int, int], step: tuple[int, int], start: str
) -> str | None:
    """The name at the other end of a line, if one begins here in this direction."""
    for k in range(5000):
        if cell in where:
            return where[cell] if where[cell] != start or k > 1 else None
        char = _at(lines, cell)
        ahead = (cell[0] + step[0], cell[1] + step[1])
        if char in CORNERS:
            back = (-step[0], -step[1])
            sides = CORNERS[char]
            if back not in sides:
                return None
            step = sides[1] if sides[0] == back else sides[0]
        elif char == " " and step in (LEFT, RIGHT) and _beside(where, cell):
            if k == 0 and _at(lines, ahead) == " ":
                return None
        elif step in (LEFT, RIGHT):
            if char not in ACROSS and (char not in DOWNWARD or k == 0):
                return None
        elif char not in DOWNWARD:
            return None
        cell = (cell[0] + step[0], cell[1] + step[1])
    return None


def _beside(where: dict[tuple[int, int], str], cell: tuple[int, int]) -> bool:
    return (cell[0] - 1, cell[1]) in where or (cell[0] + 1, cell[1]) in where


def boards() -> Iterator[tuple[str, list[tuple[int, ...]]]]:
    """Boards of many sorts, as paths of numbers."""
    yield "row", [tuple(range(9))]
    yield "ring", [(*range(24), 0)]
    yield "small rings", [(0, 1, 2, 0), (2, 3, 4, 5, 2)]
    yield "long way with ladders", [tuple(range(50)), (5, 14), (17, 31), (40, 49)]
    yield "grid", [tuple(range(k, k + 6)) for k in range(0, 36, 6)] + [tuple(range(k, 36, 6)) for k in range(6)]
    rings = [tuple(8 * r + k for k in range(8)) for r in range(3)]
    yield "three squares", [(*ring, ring[0]) for ring in rings] + [(k, 8 + k, 16 + k) for k in (1, 3, 5, 7)]
    yield "islands", [(0, 1, 2), (3, 4, 5), (6, 7), (8, 9, 8)]
    yield "star", [(0, k) for k in range(1, 9)]
    yield "double links", [(0, 1, 2, 1, 0), (2, 0)]
    yield "lonely", [(0,)]
    for seed in range(12):
        number = seed * 7919 + 13
        links = []
        for _ in range(14):
            number = (number * 1103515245 + 12345) % (1 << 31)
            a, b = (number >> 8) % 12, (number >> 16) % 12
            links += [(a, b)] if a != b else []
        yield f"wild {seed}", links
