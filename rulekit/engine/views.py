"""What one player can see of a state: zones, fields, states of cards, in words and numbers only.

Takes a state and a seat (none: everything is seen), gives a ``View``.  It is made of nothing but what that player sees: two
states that he can't tell apart give equal views.  A hidden card appears as its back; of a zone whose order he can't see there are
the cards he sees, in the order of the decks, and the number of each back.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulekit.analysis.model import SpaceFieldDecl
from rulekit.analysis.types import CardT, OptionalT, SetT, Type
from rulekit.engine.ledger import seen_by
from rulekit.engine.program import CardInfo, FieldInfo, ZoneInfo
from rulekit.engine.state import State
from rulekit.engine.words import card_text, value_data, value_words


@frozen
class ZoneView:
    """One zone.  ``cards`` from the bottom to the top if ``ordered``, else as in the decks; ``hidden``: back -> number."""

    info: ZoneInfo
    cards: tuple[str, ...]
    hidden: dict[str, int]
    ordered: bool

    @property
    def size(self) -> int:
        """How many cards lie there."""
        return len(self.cards) + sum(self.hidden.values())


@frozen
class StateView:
    """A state of a seen card that differs from its first value."""

    zone: ZoneInfo
    card: str
    name: str
    value: str


@frozen
class View:
    """What ``viewer`` (none: everybody together) sees."""

    viewer: int | None
    zones: tuple[ZoneView, ...]
    fields: tuple[tuple[FieldInfo, str], ...]
    states: tuple[StateView, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON data."""
        zones = []
        for zone in self.zones:
            row: dict[str, Any] = {"zone": zone.info.name, "owner": zone.info.owner, "ordered": zone.ordered}
            row["cards"] = list(zone.cards)
            if zone.hidden:
                row["hidden"] = dict(zone.hidden)
            zones.append(row)
        fields = [{"field": info.name, "owner": info.owner, "value": text} for info, text in self.fields]
        states = [
            {"zone": s.zone.name, "owner": s.zone.owner, "card": s.card, "state": s.name, "value": s.value} for s in self.states
        ]
        return {"viewer": self.viewer, "zones": zones, "fields": fields, "states": states}


def view(S: State, viewer: int | None) -> View:
    """What a player sees of a state (none: all of it)."""
    program = S.program
    return View(
        viewer,
        tuple([_zone(S, viewer, info) for info in program.zones]),
        tuple([(info, value_seen(S, viewer, info.type, S.fields[info.index])) for info in _fields(S)]),
        tuple(_states(S, viewer)) if program.states_per_card else (),
    )


def _fields(S: State) -> list[FieldInfo]:
    """All fields; of spaces and links only those that differ from their first values."""
    program = S.program
    return [
        info
        for info, value, first in zip(program.fields, S.fields, program.start_fields, strict=True)
        if not isinstance(info.decl, SpaceFieldDecl) or value != first
    ]


def sees(S: State, viewer: int | None, card: int) -> bool:
    """Whether a player (none: everybody together) sees what card this is."""
    return viewer is None or bool(seen_by(S, card) >> viewer & 1)


def sees_order(S: State, viewer: int | None, zone: int) -> bool:
    """Whether a player sees into a zone, and so in which order its cards lie."""
    return viewer is None or bool(S.program.viewers[zone] >> viewer & 1)


def _zone(S: State, viewer: int | None, info: ZoneInfo) -> ZoneView:
    row = S.zones[info.index].cards
    if sees_order(S, viewer, info.index):
        return ZoneView(info, tuple([text_seen(S, viewer, card) for card in row]), {}, True)
    seen: list[tuple[int, str]] = []
    hidden: dict[str, int] = {}
    for card in row:
        if sees(S, viewer, card):
            seen.append((S.program.classes[card], text_seen(S, viewer, card)))
        else:
            back = S.program.cards[card].back
            hidden[back] = hidden.get(back, 0) + 1
    return ZoneView(info, tuple([text for _, text in sorted(seen)]), dict(sorted(hidden.items())), False)


def _states(S: State, viewer: int | None) -> list[StateView]:
    program = S.program
    found = []
    for card, zone in enumerate(S.loc):
        if zone < 0 or not sees(S, viewer, card):
            continue
        base = card * program.states_per_card
        for info in program.states:
            value = S.states[base + info.slot]
            if value != program.start_states[base + info.slot]:
                text = value_seen(S, viewer, info.decl.type, value)
                found.append((zone, program.classes[card], info.slot, program.cards[card].text, info.name, text))
    return [StateView(program.zones[zone], card, name, text) for zone, _, _, card, name, text in sorted(found)]


def text_seen(S: State, viewer: int | None, card: int) -> str:
    """A card as examples write it if the player sees it, with the states that he sees; else its back."""
    program = S.program
    if not sees(S, viewer, card):
        return program.cards[card].back
    if viewer is None or not program.card_states:
        return card_text(S, card)
    base = card * program.states_per_card
    text = program.cards[card].text
    for info in program.states:
        value = S.states[base + info.slot]
        if value == program.start_states[base + info.slot]:
            continue
        words = "" if value is True else f" = {_brief(S, viewer, info.decl.type, value)}"
        text += f" with {info.name}{words}"
    return text


def _brief(S: State, viewer: int | None, type: Type, value: Any) -> str:
    """The value of a state behind a card's name; a card in it is named by its kind."""
    match type:
        case CardT() if value is not None:
            info: CardInfo = S.program.cards[value]
            return info.kind.name if sees(S, viewer, value) else info.back
        case OptionalT(of) if value is not None:
            return _brief(S, viewer, of, value)
        case SetT(CardT() as of):
            return "{" + ", ".join([_brief(S, viewer, of, x) for x in value]) + "}"
        case _:
            return str(value_data(S, type, value))


def value_seen(S: State, viewer: int | None, type: Type, value: Any) -> str:
    """A value in words; cards in it that the player doesn't see appear as their backs."""
    match type:
        case CardT() if value is not None:
            return text_seen(S, viewer, value)
        case OptionalT(of) if value is not None:
            return value_seen(S, viewer, of, value)
        case SetT(CardT() as of):
            return ", ".join([text_seen(S, viewer, x) for x in value]) or "nothing"
        case OptionalT() | CardT():
            return str(value_data(S, type, value))
        case _:
            return value_words(S, type, value)
