"""The picture of a board: every link can be followed by eye, and well-known boards look as they should."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from reader import boards, links_in

from rulekit import load
from rulekit.report.board.draw import draw
from rulekit.report.board.paths import Piece, pieces
from rulekit.report.board.plan import plan
from rulekit.report.board.route import Link

BOARDS = dict(boards())
GAME = """game "Walk" for 2 players:
  about "From here to there."
board land:
  spaces {spaces}
{paths}
each player:
  at: space = {first}
phase game:
  phase turn cycle p in players until any(at = {last} over players):
    must do one of go
action go by p:
  choose s in neighbours(p.at, links(land))
  then: set p.at to s
winner p where p.at = {last}
"""


def rules_of(paths: list[tuple[int, ...]]) -> str:
    """A game on a board with these paths; a space is called ``q`` and its number."""
    numbers = sorted({k for path in paths for k in path})
    lines = "\n".join("  path " + " - ".join(f"q{k}" for k in path) for path in paths if len(path) > 1)
    spaces = ", ".join(f"q{k}" for k in numbers)
    return GAME.format(spaces=spaces, paths=lines, first=f"q{numbers[0]}", last=f"q{numbers[-1]}")


Seen = tuple[list[str], set[frozenset[str]], set[frozenset[str]]]


def picture_of(file: Path, width: int = 96, ascii_only: bool = False) -> Seen:
    """The lines, the links that should be there, and those that are said to be missing; no lines if it can't be drawn."""
    model = load(str(file)).game()
    board = model.board
    assert board is not None
    names = [space.name for space in board.spaces]
    picture = draw(
        names, plan(len(names), pieces(model, board)), [Link(*link.ends, 0) for link in board.links], width, ascii_only
    )
    pairs = [frozenset((names[link.ends[0]], names[link.ends[1]])) for link in board.links]
    if picture is None:
        return [], set(pairs), set(pairs)
    return list(picture.lines), set(pairs), {pairs[k] for k in picture.missing}


@pytest.mark.parametrize("name", BOARDS)
def test_what_the_eye_follows_are_the_links(name: str, tmp_path: Path) -> None:
    file = tmp_path / "walk.rules"
    file.write_text(rules_of(BOARDS[name]), encoding="utf-8")
    lines, pairs, missing = picture_of(file)
    names = {name for pair in pairs for name in pair} | {"q0"}
    assert links_in(lines, sorted(names)) == pairs - missing, "\n".join(lines)
    assert max(map(len, lines), default=0) <= 100
    assert all(sum(line.split().count(name) for line in lines) <= 1 for name in names)


@pytest.mark.parametrize("name", ["row", "ring", "long way with ladders", "grid", "three squares", "islands"])
def test_orderly_boards_are_drawn_whole(name: str, tmp_path: Path) -> None:
    file = tmp_path / "walk.rules"
    file.write_text(rules_of(BOARDS[name]), encoding="utf-8")
    assert not picture_of(file)[2]


def test_a_grid_is_a_grid(tmp_path: Path) -> None:
    file = tmp_path / "walk.rules"
    file.write_text(rules_of([(0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5)]), encoding="utf-8")
    assert picture_of(file)[0] == ["q0 ──── q1 ──── q2", " │       │       │", "q3 ──── q4 ──── q5"]
    assert picture_of(file, ascii_only=True)[0] == ["q0 ---- q1 ---- q2", " |       |       |", "q3 ---- q4 ---- q5"]


def test_a_ring_closes(tmp_path: Path) -> None:
    file = tmp_path / "walk.rules"
    file.write_text(rules_of([(0, 1, 2, 3, 4, 5, 6, 7, 0)]), encoding="utf-8")
    lines = picture_of(file)[0]
    assert [line.split() for line in lines[::2]] == [
        ["q0", "────", "q1", "────", "q2"],
        ["q7", "q3"],
        ["q6", "────", "q5", "────", "q4"],
    ]


def test_what_would_take_long_is_given_up_soon() -> None:
    """A tangle: 100 spaces, each linked with four others anyhow."""
    number, links = 1, set()
    while len(links) < 200:
        number = (number * 1103515245 + 12345) % (1 << 31)
        a, b = (number >> 8) % 100, (number >> 16) % 100
        links |= {(min(a, b), max(a, b))} if a != b else set()
    start = process_time()
    places = plan(100, [Piece(link) for link in sorted(links)])
    assert len(set(places)) == 100
    assert draw([f"q{k}" for k in range(100)], places, [Link(a, b, 0) for a, b in sorted(links)], 100, False) is None
    assert process_time() - start < 5
