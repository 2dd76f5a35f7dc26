"""What is to be told of each space and link: who stands there, what lies there, the values of its fields.

Takes a match and a viewer, gives plain texts.  Promises: everything comes from the viewer's view, so a map shows no more than that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.analysis.model import BoardDecl, FieldDecl, GameModel, SpaceFieldDecl
from rulekit.analysis.types import EnumT, FlagT, OptionalT, SpaceT, Type
from rulekit.report.table import cards_text

if TYPE_CHECKING:
    from rulekit.engine.program import FieldInfo, ZoneInfo
    from rulekit.engine.views import View
    from rulekit.play.match import Match

YOU = "you"
LONGEST = 14
"""Cards on a space that would need a longer text are only counted."""


@define
class Seen:
    """``tokens``: space -> what stands there; ``values``: field -> for each space (or link) its value in words."""

    board: BoardDecl
    tokens: list[list[str]]
    values: dict[str, list[str]] = field(factory=dict)
    mine: list[int] = field(factory=list)
    """The spaces where the viewer stands himself."""


def what_is_seen(match: Match, viewer: int | None, board: BoardDecl) -> Seen:
    """All that the viewer may know of the board."""
    view = match.view(viewer)
    seen = Seen(board, [[] for _ in board.spaces])
    spaces = {space.name: space.index for space in board.spaces}
    for decl in board.fields:
        seen.values[decl.name] = _values(match, view, decl)
    for info, text in view.fields:
        _field(seen, match, viewer, spaces, info, text)
    words = {card.text: card.words for card in match.program.cards}
    for zone in view.zones:
        text = match.log.said(cards_text(zone, words))
        if text and zone.info.at is not None and _of_spaces(zone.info):
            short = text if len(text) <= LONGEST else f"{zone.size} cards"
            seen.tokens[zone.info.at].append(_owned(match, viewer, zone.info, short))
    travelling = {s.name for kind in match.program.model.kinds for s in kind.states if _is_space(s.type)}
    for state in view.states:
        if state.name in travelling and state.value in spaces:
            seen.tokens[spaces[state.value]].append(match.log.said(words.get(state.card, state.card)))
    for space, tokens in enumerate(seen.tokens):
        tokens += _lying(match, viewer, seen, space)
    return seen


def pawns(model: GameModel) -> list[FieldDecl]:
    """The fields that say where a player is."""
    return [decl for decl in model.fields if decl.owner == "player" and decl.index is None and _is_space(decl.type)]


def _field(seen: Seen, match: Match, viewer: int | None, spaces: dict[str, int], info: FieldInfo, text: str) -> None:
    decl = info.decl
    if isinstance(decl, SpaceFieldDecl):
        return
    if _is_space(decl.type) and text in spaces:
        single = info.owner is not None and len(pawns(match.program.model)) == 1 and decl.index is None
        seen.tokens[spaces[text]].append(_owned(match, viewer, info, "" if single else match.log.said(info.text)))
        if decl in pawns(match.program.model) and info.owner == viewer:
            seen.mine.append(spaces[text])
    elif info.at is not None and _of_spaces(info) and text not in ("0", "no", "none", "nothing"):
        name = "" if info.owner is not None else f"{decl.label or decl.name.replace('_', ' ')} "
        value = (decl.label or decl.name.replace("_", " ")) if text == "yes" else f"{name}{match.log.said(text)}"
        seen.tokens[info.at].append(_owned(match, viewer, info, value))


def _lying(match: Match, viewer: int | None, seen: Seen, space: int) -> list[str]:
    """The fields of a space itself that are neither flags nor named values: pieces, numbers."""
    found = []
    for decl in seen.board.fields:
        if decl.of_link or isinstance(decl.type, FlagT) or _is_enum(decl.type):
            continue
        text = seen.values[decl.name][space]
        if text in ("0", "none", "nothing"):
            continue
        name, said = decl.label or decl.name.replace("_", " "), match.log.said(text)
        if viewer is not None and said == match.names[viewer]:
            said = YOU
        found.append(said if said != text or said == YOU else f"{name} {said}")
    return found


def _values(match: Match, view: View, decl: SpaceFieldDecl) -> list[str]:
    """The value of a field for each space or link, in words: as the view tells it, else the first one."""
    from rulekit.engine.words import value_words

    program = match.program
    told = {info.index: text for info, text in view.fields}
    return [
        told.get(info.index) or value_words(match.state, info.type, program.start_fields[info.index])
        for info in program.fields
        if info.decl is decl
    ]


def _owned(match: Match, viewer: int | None, info: ZoneInfo | FieldInfo, text: str) -> str:
    if info.owner is None:
        return text
    own = info.owner == viewer and info.decl.owner == "player"
    name = YOU if own else match.log.owner(info)
    return f"{name} {text}".rstrip()


def _of_spaces(info: ZoneInfo | FieldInfo) -> bool:
    return not isinstance(info.decl, SpaceFieldDecl) and info.decl.index is not None and _is_space(info.decl.index.type)


def _is_space(type: Type) -> bool:
    return isinstance(type, SpaceT) or (isinstance(type, OptionalT) and isinstance(type.of, SpaceT))


def _is_enum(type: Type) -> bool:
    return isinstance(type, EnumT) or (isinstance(type, OptionalT) and isinstance(type.of, EnumT))
