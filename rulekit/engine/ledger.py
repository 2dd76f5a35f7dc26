"""How cards and fields change when everything is kept: the log of changes, and who knows which card lies where.

The same functions as in ``basics`` with the same signatures, and the same effect on zones, fields, states and chance.  On top of
that they append change records to ``S.changes`` (if there is a list) and keep ``S.known`` and ``S.shown``.

What is promised of ``known``: a bit is set only if that player could really know that the card lies there.  In a *loose* zone
(private, or of an order that no rule reads) that means "in this zone", everywhere else "at this place of the row".  Memory may be
lost, but nothing is ever known that couldn't be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.engine import basics
from rulekit.engine.program import PhaseCode, Program
from rulekit.engine.state import State, Zone
from rulekit.engine.words import value_words

FRESH = "shuffled at step"
"""Where a zone remembers that it was shuffled after the last decision: even who sees into it has seen no order yet."""


# ---------------------------------------------------------------- who sees what


def everybody(program: Program) -> int:
    """The bit set of all players."""
    return (1 << program.players) - 1


def seen_by(S: State, card: int) -> int:
    """Bit set of the players who see what card this is, where it lies now."""
    if S.program.face_up[card]:
        return everybody(S.program)
    return place_seen_by(S, card)


def place_seen_by(S: State, card: int) -> int:
    """Bit set of the players who see the card at its place (of a face-up kind, everybody sees what it is, but not where)."""
    zone = S.loc[card]
    if zone < 0:
        return 0
    seen = S.program.viewers[zone]
    return seen | S.shown.get(card, 0) if S.shown else seen


def is_loose(program: Program, zone: int) -> bool:
    """Whether knowing a card in this zone means no place in the row."""
    return program.zones[zone].decl.sight == "private" or zone in program.order_free


def start_knowledge(S: State) -> None:
    """What everybody knows by looking, and nothing else; nothing is shown."""
    S.shown = {}
    S.known = [0] * len(S.program.cards)
    S.known = [place_seen_by(S, card) for card in range(len(S.program.cards))]


# ---------------------------------------------------------------- cards


def move(S: State, cards: Sequence[int], target: int, to_bottom: bool, public: bool) -> None:
    """Move a set of cards.  ``public``: which cards move is known to all (a whole zone, the top of one)."""
    if not cards:
        return
    groups: dict[int, list[int]] = {}
    for card in cards:
        groups.setdefault(S.loc[card], []).append(card)
    rows = {source: S.zones[source] for source in groups if source >= 0}
    known, saw = _learn(S, groups, rows, target, public)
    fresh = [zone for zone in {target, *rows} if S.zones[zone].memo.get(FRESH) == S.step]
    basics.place(S, cards, target, to_bottom)
    for card, mask in known.items():
        S.known[card] = mask
    if S.shown:
        for card in cards:
            S.shown.pop(card, None)
    for zone in fresh:
        S.zones[zone].memo[FRESH] = S.step
    if S.program.resets:
        basics.reset_states(S, cards)
    stayed = target in rows and rows[target].cards == S.zones[target].cards
    if S.changes is not None and not (stayed and (public or S.program.viewers[target] == everybody(S.program))):
        for source, group in groups.items():
            S.changes.append(("move", tuple([(card, saw[card]) for card in group]), source, target))


def _learn(
    S: State, groups: dict[int, list[int]], rows: dict[int, Zone], target: int, public: bool
) -> tuple[dict[int, int], dict[int, int]]:
    """What a move leaves of knowledge, by card; and who saw each card before or after it."""
    program = S.program
    after = program.viewers[target]
    ordered = sum(map(len, groups.values())) > 1 and not is_loose(program, target)
    before: dict[int, int] = {}
    base: dict[int, int] = {}
    for source, group in groups.items():
        looking = program.viewers[source] if source >= 0 else 0
        fresh = looking if source >= 0 and rows[source].memo.get(FRESH) == S.step else 0
        for card in group:
            before[card] = (looking & ~fresh) | S.shown.get(card, 0)
            base[card] = (S.known[card] & ~fresh) | before[card]
    saw_all = -1
    for mask in before.values():
        saw_all &= mask
    known: dict[int, int] = {}
    for source, group in groups.items():
        row = rows[source].cards if source >= 0 else ()
        loose = source >= 0 and is_loose(program, source)
        told = public and not loose and len(groups) == 1
        whole = len(group) == len(row)
        for card in group:
            mask = base[card] if told or whole else before[card]
            if ordered and not told:
                mask &= saw_all
            known[card] = mask | after
        if not told and not whole and row:
            followed = -1
            for card in group:
                followed &= before[card] | (after if loose else after & base[card])
            moving = set(group)
            left = [card for card in row if card not in moving]
            for card in left:
                known[card] = S.known[card] & (followed | place_seen_by(S, card))
            _mistake(S, group, left, base, after, known)
    all_see = everybody(program)
    saw = {card: all_see if program.face_up[card] else mask | after for card, mask in before.items()}
    return known, saw


def _mistake(S: State, group: list[int], left: list[int], base: dict[int, int], after: int, known: dict[int, int]) -> None:
    """Who sees a card only now that it has moved can't tell it from an equal one that he knew there: that may be the one."""
    classes = S.program.classes
    for card in group:
        puzzled = after & ~base[card]
        for other in left if puzzled else ():
            if classes[other] == classes[card]:
                taken_for = known[other] & puzzled & ~place_seen_by(S, other)
                known[other] &= ~taken_for
                puzzled &= ~taken_for


def shuffle(S: State, zone: int) -> None:
    """Shuffle a zone."""
    basics.shuffle(S, zone)
    looking = S.program.viewers[zone]
    for card in S.zones[zone].cards:
        S.known[card] = looking
    if looking:
        S.zones[zone].memo[FRESH] = S.step
    if S.changes is not None:
        S.changes.append(("shuffle", zone))


def show(S: State, cards: Sequence[int], players: Sequence[int]) -> None:
    """Let players see cards until they move or their zone is shuffled."""
    S.fuel -= len(cards)
    mask = 0
    for player in players:
        mask |= 1 << player
    shown = [card for card in cards if S.loc[card] >= 0]
    if not mask or not shown:
        return
    for card in shown:
        S.shown[card] = S.shown.get(card, 0) | mask
        S.known[card] |= mask
    if S.changes is not None:
        S.changes.append(("show", tuple([(card, mask) for card in shown])))


def exchange(S: State, a: int, b: int) -> None:
    """Of two equal cards in one private zone (where no place is known) each is known as the other was."""
    S.known[a], S.known[b] = S.known[b], S.known[a]
    shown = S.shown.pop(a, 0), S.shown.pop(b, 0)
    for card, mask in zip((b, a), shown, strict=True):
        if mask:
            S.shown[card] = mask


# ---------------------------------------------------------------- fields and states


def set_field(S: State, index: int, value: Any) -> None:
    """Write a field."""
    if S.fields[index] != value:
        S.fields[index] = value
        if S.changes is not None:
            S.changes.append(("set", index, value))


def set_state(S: State, card: int, slot: int, value: Any) -> None:
    """Write a state of a card."""
    place = card * S.program.states_per_card + slot
    if S.states[place] != value:
        S.states[place] = value
        if S.changes is not None:
            S.changes.append(("state", card, S.program.states[slot].name, value, seen_by(S, card)))


# ---------------------------------------------------------------- what only the log wants to know


def begin_pass(S: State, phase_number: int, value: Any) -> None:
    """A pass of a phase begins; ``value`` is that of its variable, or none."""
    if S.changes is None:
        return
    decl = _phase(S.program, phase_number).decl
    local = decl.loop.local if decl.loop is not None else None
    text = None if value is None or local is None else value_words(S, local.type, value)
    S.changes.append(("phase", decl.name, decl.label, text))


def _phase(program: Program, number: int) -> PhaseCode:
    found: PhaseCode | None = program.memo.get(("phase", number))
    if found is None:
        found = next(phase for phase in program.phases.values() if phase.number == number)
        program.memo["phase", number] = found
    return found


def roll(S: State, die: int, faces: tuple[int, ...]) -> int:
    """One throw of a die."""
    value = basics.roll(S, die, faces)
    if S.changes is not None:
        S.changes.append(("roll", S.program.model.dice[die].name, value))
    return value
