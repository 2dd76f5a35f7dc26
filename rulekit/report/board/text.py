"""The map of a match as lines of text: the picture, or a list of neighbours where no picture helps, and what the signs mean.

Takes a match, a viewer, the width of the screen and the spaces that may be chosen; gives lines, none if the game has no board.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.analysis.model import BoardDecl, SpaceFieldDecl
from rulekit.analysis.types import EnumT, FlagT, OptionalT
from rulekit.report.board.draw import PLAIN_STYLES, STYLES, Picture, draw
from rulekit.report.board.paths import pieces
from rulekit.report.board.plan import plan
from rulekit.report.board.route import Link
from rulekit.report.board.tokens import Seen, what_is_seen

if TYPE_CHECKING:
    from rulekit.play.match import Match

MOST_SPACES = 150
"""A larger board is listed, not drawn."""


@frozen
class Screen:
    """What can be shown: so many columns, and only ASCII?"""

    width: int = 100
    ascii_only: bool = False


def map_lines(
    match: Match, viewer: int | None, screen: Screen, choosable: Collection[int] = (), key: bool = True
) -> list[str]:
    """The board as the viewer sees it; spaces that may be chosen now stand in brackets.  ``key``: also what the signs mean."""
    board = match.program.model.board
    if board is None or not board.spaces:
        return []
    seen = what_is_seen(match, viewer, board)
    styles, meanings = _styles(seen)
    links = [Link(link.ends[0], link.ends[1], style) for link, style in zip(board.links, styles, strict=True)]
    picture = _picture(match, seen, links, screen, choosable)
    lines = list(picture.lines) if picture is not None else _listed(seen, links, meanings, screen, choosable)
    keys = ["[..] can be chosen now"] if choosable else []
    if picture is not None:
        signs = PLAIN_STYLES if screen.ascii_only else STYLES
        keys += [f"{signs[style][0] * 3} {text}" for style, text in meanings.items() if text]
        missing = [_link_text(board, links[k], meanings) for k in picture.missing]
        keys += [f"not drawn: {', '.join(missing)}"] if missing else []
    keys += _keys(seen) if key else []
    return [*lines, "", *_joined(keys, screen.width)] if keys else lines


def _joined(keys: Sequence[str], width: int) -> list[str]:
    """Several keys in a row, as far as they fit."""
    rows: list[str] = []
    for key in keys:
        if rows and len(rows[-1]) + 4 + len(key) <= width:
            rows[-1] += f"    {key}"
        else:
            rows += wrap(key, width, subsequent_indent="  ")
    return rows


def _picture(
    match: Match, seen: Seen, links: Sequence[Link], screen: Screen, choosable: Collection[int]
) -> Picture | None:
    """The picture; none if it doesn't fit, or its lines couldn't be told apart."""
    board = seen.board
    if len(board.spaces) > MOST_SPACES or len(board.links) > 2 * MOST_SPACES:
        return None
    places = plan(len(board.spaces), pieces(match.program.model, board))
    for short in (False, True):
        texts = [_cell(seen, space, choosable, short) for space in range(len(board.spaces))]
        picture = draw(texts, places, links, screen.width, screen.ascii_only)
        if picture is not None:
            return picture if 3 * picture.crossings <= len(links) else None
    return None


def _cell(seen: Seen, space: int, choosable: Collection[int], short: bool) -> str:
    name = seen.board.spaces[space].name
    parts = [f"[{name}]" if space in choosable else name, *_marks(seen, space)]
    tokens = [token[:4].strip() if short else token for token in seen.tokens[space]]
    if tokens:
        parts.append(f"<{'+'.join(tokens)}>")
    return " ".join(parts)


def _marks(seen: Seen, space: int) -> list[str]:
    """The signs for the named values of a space."""
    return [
        _signs(decl)[seen.values[decl.name][space]] for decl in _named(seen.board) if seen.values[decl.name][space] in _signs(decl)
    ]


def _named(board: BoardDecl) -> list[SpaceFieldDecl]:
    """The fields of spaces whose value is one of a few named ones."""
    return [decl for decl in board.fields if not decl.of_link and isinstance(_of(decl), EnumT)]


def _of(decl: SpaceFieldDecl) -> object:
    return decl.type.of if isinstance(decl.type, OptionalT) else decl.type


def _signs(decl: SpaceFieldDecl) -> dict[str, str]:
    """Value in words -> the shortest beginning that no other value has."""
    enum = _of(decl)
    if not isinstance(enum, EnumT):
        return {}
    names = [value.name for value in enum.decl.values]
    found = {}
    for value in enum.decl.values:
        size = next((k for k in range(1, len(value.name)) if sum(n.startswith(value.name[:k]) for n in names) == 1), len(value.name))
        found[f"{value.label} ({value.name})" if value.label else value.name] = value.name[:size]
    return found


def _styles(seen: Seen) -> tuple[list[int], dict[int, str]]:
    """For each link the number of its style, and what the styles mean: which fields of links differ from no, 0 and none."""
    decls = [decl for decl in seen.board.fields if decl.of_link]
    told = []
    for k in range(len(seen.board.links)):
        texts = [(decl, seen.values[decl.name][k]) for decl in decls]
        parts = [_said(decl, text) for decl, text in texts if text not in ("no", "0", "none", "nothing")]
        told.append((sum(1 << bit for bit, (_, text) in enumerate(texts) if text == "yes"), ", ".join(parts)))
    if len(decls) <= 2 and all(isinstance(decl.type, FlagT) for decl in decls):
        numbers = {pair: pair[0] for pair in told}
    else:
        numbers = {pair: k for k, pair in enumerate(sorted(set(told), key=lambda pair: (bool(pair[1]), told.index(pair))))}
    return [numbers[pair] for pair in told], {number: text for (_, text), number in sorted(numbers.items(), key=lambda p: p[1])}


def _said(decl: SpaceFieldDecl, text: str) -> str:
    name = decl.label or decl.name.replace("_", " ")
    return name if text == "yes" else f"{name} {text}"


def _keys(seen: Seen) -> Iterator[str]:
    """What the signs beside the names mean, and what else is to be said of spaces."""
    board = seen.board
    for decl in _named(board):
        signs = ", ".join(f"{sign} {value}" for value, sign in _signs(decl).items() if sign != value)
        if signs:
            yield f"{decl.label or decl.name.replace('_', ' ')}: {signs}"
    for decl in board.fields:
        if not decl.of_link and isinstance(decl.type, FlagT):
            names = sorted((board.spaces[k].name for k, text in enumerate(seen.values[decl.name]) if text == "yes"), key=_natural)
            if names:
                yield f"{decl.label or decl.name.replace('_', ' ')}: {', '.join(names)}"


def _natural(name: str) -> list[tuple[int, str]]:
    """``s2`` stands before ``s10``."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


def _listed(
    seen: Seen, links: Sequence[Link], meanings: dict[int, str], screen: Screen, choosable: Collection[int]
) -> list[str]:
    """Each space with its neighbours, in as many columns as there is room for."""
    board = seen.board
    entries = []
    for space in range(len(board.spaces)):
        next_to = [
            board.spaces[link.b if link.a == space else link.a].name + (f" ({meanings[link.style]})" if meanings[link.style] else "")
            for link in links
            if space in (link.a, link.b)
        ]
        entries.append(f"{_cell(seen, space, choosable, False)}: {', '.join(next_to) or 'nothing'}")
    widest = max(map(len, entries))
    columns = max(1, (screen.width + 3) // (widest + 3))
    if columns == 1:
        return [row for entry in entries for row in wrap(entry, screen.width, subsequent_indent="    ")]
    rows = -(-len(entries) // columns)
    return ["   ".join(entry.ljust(widest) for entry in entries[k::rows]).rstrip() for k in range(rows)]


def _link_text(board: BoardDecl, link: Link, meanings: dict[int, str]) -> str:
    fields = f" ({meanings[link.style]})" if meanings.get(link.style) else ""
    return f"{board.spaces[link.a].name} - {board.spaces[link.b].name}{fields}"


def space_note(seen: Seen, space: int) -> str:
    """What is to be said of a space in a menu: its named values, and who or what is there."""
    named = [seen.values[decl.name][space] for decl in _named(seen.board)]
    tokens = "+".join(seen.tokens[space])
    return ", ".join([*(text for text in named if text != "none"), *([tokens] if tokens else [])])
