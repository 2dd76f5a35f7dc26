"""Numbering: every zone, field, card and class of a match gets its place in the state.

Takes the model, the number of players, options and variants; fills the tables of a ``Program``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from rulekit.analysis.limits import MOST_CARDS, MOST_PLACES
from rulekit.analysis.model import (
    CardGroup,
    DeckDecl,
    FieldDecl,
    GameModel,
    IndexDomain,
    KindDecl,
    SpaceFieldDecl,
    StateDecl,
    Value,
    ZoneDecl,
)
from rulekit.analysis.types import EnumT, NumberT, OptionalT, PlayerT, SetT, SpaceT, TeamT, Type
from rulekit.compile.layers import Layers
from rulekit.engine.faults import TOO_LARGE, RulesFault
from rulekit.engine.program import CardInfo, FieldInfo, StateInfo, ZoneInfo


@define
class Layout:
    """Where everything stands.  ``bases`` give the first number of a declaration's zones or fields."""

    model: GameModel
    players: int
    variants: frozenset[str]
    zone_base: dict[int, int] = field(factory=dict)
    field_base: dict[int, int] = field(factory=dict)
    zones: list[ZoneInfo] = field(factory=list)
    fields: list[FieldInfo] = field(factory=list)
    cards: list[CardInfo] = field(factory=list)
    states: list[StateInfo] = field(factory=list)
    state_slots: dict[str, int] = field(factory=dict)
    deck_cards: dict[int, tuple[int, ...]] = field(factory=dict)
    layers: Layers = field(factory=lambda: Layers([], []))
    """The queries and events with their exceptions."""

    def exists(self, decl: object) -> bool:
        """Whether a declaration is played: not in a variant that is off."""
        variant = getattr(decl, "variant", None)
        return variant is None or variant.name in self.variants

    def owners(self, owner: str) -> int:
        """How many zones or fields a declaration with this owner makes (without its index)."""
        return {"shared": 1, "player": self.players, "team": len(self.model.teams)}[owner]

    def size(self, index: IndexDomain | None) -> int:
        """How many values an index has."""
        if index is None:
            return 1
        return self.players if index.size is None else index.size


def lay_out(model: GameModel, players: int, variants: frozenset[str]) -> Layout:
    """Number everything.  Raises ``RulesFault`` if a match would be too large."""
    layout = Layout(model, players, variants)
    everybody = (1 << players) - 1
    _not_too_large(layout)
    for zone in model.zones:
        layout.zone_base[id(zone)] = len(layout.zones)
        if layout.exists(zone):
            for owner, at in _places(layout, zone):
                viewers = everybody if zone.sight == "face up" else 0
                if zone.sight == "private":
                    viewers = _members(layout, zone, owner)
                name, text = _names(layout, zone, at)
                layout.zones.append(ZoneInfo(len(layout.zones), zone, owner, at, name, text, viewers))
    for decl in model.fields:
        layout.field_base[id(decl)] = len(layout.fields)
        if layout.exists(decl):
            for owner, at in _places(layout, decl):
                name, text = _names(layout, decl, at)
                layout.fields.append(FieldInfo(len(layout.fields), decl, owner, at, name, text, decl.type))
    _board_fields(layout)
    for kind in model.kinds:
        for state in kind.states:
            if state.name not in layout.state_slots:
                layout.state_slots[state.name] = len(layout.state_slots)
                layout.states.append(StateInfo(state, layout.state_slots[state.name], state.name))
    _cards(layout)
    return layout


def _board_fields(layout: Layout) -> None:
    """The fields of all spaces, then those of all links, as fields that belong to nobody: those of one declaration in a row."""
    board = layout.model.board
    if board is None:
        return
    spaces = [(space.name, space.label or space.name.replace("_", " ")) for space in board.spaces]
    ends = [(link.ends[0], link.ends[1]) for link in board.links]
    links = [(f"between({spaces[a][0]}, {spaces[b][0]})", f"{spaces[a][1]} - {spaces[b][1]}") for a, b in ends]
    for decl in board.fields:
        layout.field_base[id(decl)] = len(layout.fields)
        for at, (name, text) in enumerate(links if decl.of_link else spaces):
            words = f"{text}: {decl.label or decl.name.replace('_', ' ')}"
            layout.fields.append(FieldInfo(len(layout.fields), decl, None, at, f"{name}.{decl.name}", words, decl.type))


def first_of_board(model: GameModel, decl: SpaceFieldDecl, at: int) -> object:
    """The first value of a field of one space or link."""
    assert model.board is not None
    holder = model.board.links[at] if decl.of_link else model.board.spaces[at]
    value = holder.values.get(decl.name, decl.default)
    return first_value(decl.type) if value is None else value


def _not_too_large(layout: Layout) -> None:
    """A match has so many cards, zones and fields at most; more are a fault."""
    model = layout.model
    cards = sum(group.count for deck in model.decks if layout.exists(deck) for group in deck.groups)
    if cards > MOST_CARDS:
        message = f"a match of this game has {cards:,} cards; at most {MOST_CARDS:,} are possible"
        raise RulesFault(TOO_LARGE, message, model.decks[0].span)
    slots: list[ZoneDecl | FieldDecl] = [*model.zones, *model.fields]
    sizes = [layout.owners(slot.owner) * layout.size(slot.index) if layout.exists(slot) else 0 for slot in slots]
    if model.board is not None:
        spaces = sum(len(model.board.links if decl.of_link else model.board.spaces) for decl in model.board.fields)
        if spaces > MOST_PLACES:
            message = f"the spaces and links of the board have {spaces:,} fields; at most {MOST_PLACES:,} are possible"
            raise RulesFault(TOO_LARGE, message, model.board.span)
    if sum(sizes) > MOST_PLACES:
        message = f"a match of this game has {sum(sizes):,} zones and fields; at most {MOST_PLACES:,} are possible"
        raise RulesFault(TOO_LARGE, message, slots[sizes.index(max(sizes))].span)


def _members(layout: Layout, zone: ZoneDecl, owner: int | None) -> int:
    if owner is None:
        return 0
    if zone.owner == "player":
        return 1 << owner
    seats = layout.model.teams[owner].seats
    return sum(1 << (seat - 1) for seat in seats if seat <= layout.players)


def _places(layout: Layout, decl: ZoneDecl | FieldDecl) -> Iterator[tuple[int | None, int | None]]:
    low = decl.index.low if decl.index else 0
    for owner in range(layout.owners(decl.owner)):
        for k in range(layout.size(decl.index)):
            yield (None if decl.owner == "shared" else owner), (None if decl.index is None else low + k)


def _names(layout: Layout, decl: ZoneDecl | FieldDecl, at: int | None) -> tuple[str, str]:
    label = decl.label or decl.name.replace("_", " ")
    if at is None or decl.index is None:
        return decl.name, label
    type = decl.index.type
    match type:
        case EnumT(enum):
            value = enum.values[at]
            return f"{decl.name}[{value.name}]", f"{label}: {value.label or value.name}"
        case TeamT():
            team = layout.model.teams[at]
            return f"{decl.name}[{team.name}]", f"{label}: {team.label or team.name}"
        case PlayerT():
            return f"{decl.name}[{at + 1}]", f"{label}: player {at + 1}"
        case SpaceT() if layout.model.board is not None:
            space = layout.model.board.spaces[at]
            return f"{decl.name}[{space.name}]", f"{label}: {space.label or space.name}"
        case _:
            return f"{decl.name}[{at}]", f"{label} {at}"


def _cards(layout: Layout) -> None:
    classes: dict[object, int] = {}
    for deck in layout.model.decks:
        start = len(layout.cards)
        if layout.exists(deck):
            for group in deck.groups:
                key = (id(group.kind), group.label, tuple(sorted((k, repr(v)) for k, v in group.values.items())))
                number = classes.setdefault(key, len(classes))
                text = _card_text(layout, deck, group)
                words = _card_words(layout, group)
                for _ in range(group.count):
                    layout.cards.append(
                        CardInfo(
                            len(layout.cards),
                            group.kind,
                            deck,
                            group,
                            text,
                            words,
                            _back(layout, deck, group),
                            number,
                            any(kind.face_up for kind in group.kind.ancestry()),
                        )
                    )
        layout.deck_cards[id(deck)] = tuple(range(start, len(layout.cards)))


def attributes_of(kind: KindDecl) -> list[tuple[str, Type, bool]]:
    """The attributes that a kind leaves open, its own before its parents': name, type, printed on the back."""
    found = []
    fixed: set[str] = set()
    for k in kind.ancestry():
        for attribute in k.attributes:
            if attribute.name not in fixed and attribute.name not in k.presets:
                found.append((attribute.name, attribute.type, attribute.on_back))
        fixed |= set(k.presets)
    return found


def constant_text(layout: Layout, type: Type, value: Value) -> str:
    """A constant as rules files write it."""
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return "{" + ", ".join(constant_text(layout, type.of if isinstance(type, SetT) else type, x) for x in value) + "}"
    match type:
        case EnumT(enum):
            return enum.values[int(value)].name
        case NumberT():
            return str(int(value))
        case TeamT():
            return layout.model.teams[int(value)].name
        case OptionalT(of):
            return constant_text(layout, of, value)
        case _:
            if isinstance(value, bool):
                return "yes" if value else "no"
            board = layout.model.board
            return board.spaces[value].name if board else str(value)


def _alike(deck: DeckDecl, group: CardGroup) -> list[CardGroup]:
    return [g for g in deck.groups if g.kind is group.kind and g.label == group.label]


def _card_text(layout: Layout, deck: DeckDecl, group: CardGroup) -> str:
    """Trailing values that all cards of this kind and label have in common (or the default) are left out."""
    label = f' "{group.label}"' if group.label and group.label != group.kind.label else ""
    return f"{group.kind.name}{label}{_values(layout, group, _alike(deck, group))}"


def _card_words(layout: Layout, group: CardGroup) -> str:
    """The same for players: a value that no card of this kind and label makes use of isn't told."""
    title = group.label or group.kind.label or group.kind.name.replace("_", " ")
    return title + _values(layout, group, [g for deck in layout.model.decks for g in _alike(deck, group)])


def _values(layout: Layout, group: CardGroup, alike: list[CardGroup]) -> str:
    open_ones = attributes_of(group.kind)
    while open_ones and all(g.values.get(open_ones[-1][0]) == group.values.get(open_ones[-1][0]) for g in alike):
        open_ones.pop()
    return "".join(f" {constant_text(layout, type, group.values.get(name))}" for name, type, _ in open_ones)


def _back(layout: Layout, deck: DeckDecl, group: CardGroup) -> str:
    backs = [
        f"{name} {constant_text(layout, type, group.values.get(name))}"
        for k in group.kind.ancestry()
        for name, type, on_back in [(a.name, a.type, a.on_back) for a in k.attributes]
        if on_back
    ]
    return " ".join([deck.name, *backs])


def first_value(type: Type) -> Value | tuple[int, ...]:
    """What a field or state of this type starts with if it has no default."""
    match type:
        case NumberT(low, high):
            if low is not None and low > 0:
                return low
            return high if high is not None and high < 0 else 0
        case EnumT():
            return 0
        case SetT():
            return ()
        case OptionalT() | PlayerT():
            return None
        case _:
            return False if type.__class__.__name__ == "FlagT" else None


def state_start(states: Sequence[StateInfo], per_card: int, cards: Sequence[CardInfo]) -> tuple[object, ...]:
    """The first values of all states of all cards, one after the other."""
    row: list[object] = []
    for card in cards:
        own = {s.name: s for kind in card.kind.ancestry() for s in kind.states}
        for info in states:
            decl: StateDecl | None = own.get(info.name)
            row.append(None if decl is None else start_value(decl))
    return tuple(row)


def start_value(decl: StateDecl) -> object:
    """The first value of a state."""
    return decl.default if decl.default is not None else first_value(decl.type)
