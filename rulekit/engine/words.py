"""Values as data (for canonical answers) and as words (for players).

Cards are written as in examples: kind, label, the values of the attributes that the kind leaves open, then the states that differ from
their first values.  Players are ``player 1`` and so on: names of people are the front end's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulekit.analysis.types import CardT, EnumT, FlagT, LineT, LinkT, NumberT, OptionalT, PlayerT, SetT, SpaceT, TeamT, Type
from rulekit.engine.state import State

if TYPE_CHECKING:
    from rulekit.engine.choices import ActionCode, Binding


def value_data(S: State, type: Type, value: Any) -> Any:
    """A value as it stands in an answer: a number, or a text."""
    if value is None:
        return "none"
    match type:
        case NumberT():
            return int(value)
        case FlagT():
            return "yes" if value else "no"
        case EnumT(decl):
            return decl.values[value].name
        case PlayerT():
            return f"player {value + 1}"
        case TeamT():
            return S.program.model.teams[value].name
        case SpaceT():
            board = S.program.model.board
            return board.spaces[value].name if board else str(value)
        case LinkT():
            return _link(S, value)
        case LineT():
            return _line(S, value)
        case CardT():
            return card_text(S, value)
        case OptionalT(of):
            return value_data(S, of, value)
        case SetT(of):
            return [value_data(S, of, x) for x in value]
        case _:
            return str(value)


def _link(S: State, value: int) -> str:
    board = S.program.model.board
    if board is None:
        return str(value)
    a, b = board.links[value].ends
    return f"{board.spaces[a].name} - {board.spaces[b].name}"


def _line(S: State, value: int) -> str:
    """A line: its name, with a number if there are several of that name."""
    board = S.program.model.board
    if board is None:
        return str(value)
    alike = [k for k, line in enumerate(board.lines) if line.name == board.lines[value].name]
    return board.lines[value].name if len(alike) == 1 else f"{board.lines[value].name} {alike.index(value) + 1}"


def value_words(S: State, type: Type, value: Any) -> str:
    """A value in words: with its label where it has one."""
    match type:
        case EnumT(decl=decl) if value is not None:
            chosen = decl.values[value]
            return f"{chosen.label} ({chosen.name})" if chosen.label else chosen.name
        case TeamT() if value is not None:
            team = S.program.model.teams[int(value)]
            return team.label or team.name
        case SpaceT() if value is not None and (board := S.program.model.board) is not None:
            space = board.spaces[value]
            return f"{space.label} ({space.name})" if space.label else space.name
        case CardT() if value is not None:
            return str(S.program.cards[value].words) + state_text(S, value)
        case OptionalT(of) if value is not None:
            return value_words(S, of, value)
        case SetT(of):
            return ", ".join(value_words(S, of, x) for x in value) or "nothing"
        case _:
            return str(value_data(S, type, value))


def card_text(S: State, card: int) -> str:
    """A card as examples write it."""
    return S.program.cards[card].text + state_text(S, card)


def state_text(S: State, card: int) -> str:
    """The states of a card that differ from their first values, as examples write them; empty if none does."""
    program = S.program
    if not program.states_per_card:
        return ""
    parts = []
    base = card * program.states_per_card
    for info in program.states:
        value = S.states[base + info.slot]
        if value == program.start_states[base + info.slot]:
            continue
        parts.append(f" with {info.name}" if value is True else f" with {info.name} = {_state_value(S, info.decl.type, value)}")
    return "".join(parts)


def _state_value(S: State, type: Type, value: Any) -> str:
    match type:
        case CardT() if value is not None:
            return str(S.program.cards[value].kind.name)
        case OptionalT(of):
            return _state_value(S, of, value)
        case _:
            return str(value_data(S, type, value))


def numbered(S: State, cards: Sequence[int]) -> list[str]:
    """Texts of cards that aren't equal; where two read alike, ``nth 2``, ``nth 3`` follow in this order."""
    texts = [card_text(S, card) for card in cards]
    seen: dict[str, int] = {}
    for k, text in enumerate(texts):
        seen[text] = seen.get(text, 0) + 1
        if seen[text] > 1:
            texts[k] = f"{text} nth {seen[text]}"
    return texts


def label_of(action: ActionCode) -> str:
    """What players read for an action."""
    return action.label


def counted_words(S: State, type: Type, values: Sequence[Any]) -> str:
    """A set in words, equal elements counted: ``2 × wolf gray 1, joker``."""
    counts: dict[str, int] = {}
    for value in values:
        text = value_words(S, type, value)
        counts[text] = counts.get(text, 0) + 1
    return ", ".join(text if n == 1 else f"{n} × {text}" for text, n in counts.items()) or "nothing"


def answer_words(S: State, action: ActionCode, e: Binding, named: bool) -> str:
    """A complete answer in words: the action's label, then what was chosen."""
    parts = []
    for step in action.steps:
        value = e[step.slot]
        parts.append(counted_words(S, step.type, value) if step.is_set else value_words(S, step.type, value))
    chosen = "; ".join(parts)
    if not named:
        return chosen
    return f"{action.label}: {chosen}" if chosen else action.label
