"""The board in a session: the map with the spaces that may be chosen, ways, and what menus add behind the name of a space.

Takes a match and the decision a person is asked; gives lines.  Works for every game, and gives nothing if there is no board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulekit.report.board.text import Screen, map_lines, space_note
from rulekit.report.board.tokens import what_is_seen
from rulekit.report.board.ways import way_lines

if TYPE_CHECKING:
    from rulekit.engine import Decision, Stage
    from rulekit.play.match import Match

__all__ = ["Screen", "choosable", "map_of", "notes", "way_lines"]


def map_of(match: Match, seat: int, screen: Screen, decision: Decision | None, key: bool = True) -> list[str]:
    """The map for a player; empty if the game has no board."""
    return map_lines(match, seat, screen, choosable(match, decision) if decision is not None else (), key)


def choosable(match: Match, decision: Decision) -> set[int]:
    """The spaces that the first choice of the decision, or of an action it offers, is made from."""
    numbers = _numbers(match)
    found: set[int] = set()
    if numbers:
        for stage in _first(decision):
            if stage.kind != "action" and all(item.value in numbers for item in stage.items):
                found.update(numbers[item.value] for item in stage.items)
    return found


def notes(match: Match, seat: int, stage: Stage) -> dict[str, str]:
    """For a choice between spaces: name of the space -> what is to be said of it."""
    board, numbers = match.program.model.board, _numbers(match)
    if board is None or stage.kind == "action" or not all(item.value in numbers for item in stage.items):
        return {}
    seen = what_is_seen(match, seat, board)
    return {item.value: space_note(seen, numbers[item.value]) for item in stage.items}


def _first(decision: Decision) -> Iterator[Stage]:
    stage = decision.next(())
    if stage is not None:
        yield stage
        for item in stage.items if stage.kind == "action" else ():
            inner = decision.next((item.value,))
            if inner is not None:
                yield inner


def _numbers(match: Match) -> dict[object, int]:
    board = match.program.model.board
    return {} if board is None else {space.name: space.index for space in board.spaces}
