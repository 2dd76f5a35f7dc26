"""Imagined states: one that a player can't tell from the real one, for bots that look ahead.

``sample`` takes a state, a seat and a seed, and gives a state in which the cards that the player neither sees nor knows have
changed places, each only with cards of the same back; sealed answers of the others are drawn anew, and the chance to come is
another.  The result is a function of the seed and of what the player can see and know: cards are first put into an order that
says nothing about which they are, so that nobody who knows the seed can work back to the truth.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.engine.asking import as_many_as_possible, decisions_at
from rulekit.engine.chance import Stream, stream_start
from rulekit.engine.choices import alive
from rulekit.engine.decisions import Decision
from rulekit.engine.faults import RulesFault
from rulekit.engine.ledger import is_loose
from rulekit.engine.program import Point, TogetherPoint
from rulekit.engine.state import State, Zone

ATTEMPTS = 20
"""So often another state is drawn if in the first ones somebody else, who is asked in truth, would have nothing to decide; then one in
which whoever is asked keeps his cards."""


def sample(state: State, viewer: int | None, seed: str | int) -> State:
    """A state that the player (none: one who sees everything) can't tell from this one; see the module's docstring.

    It has the same decisions, but for those of others: they may have a single answer, and in a window, where nobody learns who is asked,
    another player may be asked, though never the viewer unless he is in truth.  Needs a program with knowledge (not in bare mode).
    """
    if not state.program.full:
        raise ValueError("a program without knowledge can't tell what a player may know")
    asked = {decision.by for decision in state.decisions}
    for attempt in range(ATTEMPTS + 1):
        keep = sum(1 << seat for seat in asked) if attempt == ATTEMPTS else 0
        S = imagined(state, viewer, Stream(f"{seed}/{attempt}"), keep)
        S.stream = stream_start(f"{seed}/{attempt}/game")
        if not state.decisions or (_ask_again(S) and (viewer in asked or all(d.by != viewer for d in S.decisions))):
            break
    return S


def imagined(state: State, viewer: int | None, random: Stream, keep: int = 0) -> State:
    """The state with what the player can't know drawn anew; its decisions aren't computed yet.

    ``keep``: bit set of other players whose cards stay as they are.
    """
    S = state.clone()
    S.decisions = []
    S.seed = 0
    S.rolls = []
    S.halt = None
    S.worked_out = {}
    if viewer is not None:
        sealed = _opened(S, viewer)
        _relabel(S, _rearrange(S, viewer, keep, random))
        _reseal(S, sealed, random)
    return S


def open_point(S: State) -> Point | None:
    """The point at which the innermost frame waits for answers, if it does."""
    if not S.frames:
        return None
    code, pc, _ = S.frames[-1]
    return S.program.codes[code].points[pc]


def _ask_again(S: State) -> bool:
    """Compute what is asked; whether anybody is.  Decisions that have become forced are asked all the same."""
    point = open_point(S)
    if point is None:
        return False
    stops, S.stops = S.stops, True
    S.fuel = S.program.fuel
    found = decisions_at(S, point)
    S.stops = stops
    S.decisions = found or []
    return found is not None


# ---------------------------------------------------------------- who lies where


def _rearrange(S: State, viewer: int, keep: int, random: Stream) -> dict[int, int]:
    """Deal the unknown cards anew; gives for each of them the card that now takes its part."""
    program = S.program
    bit = 1 << viewer | keep
    named_at = _references(S, viewer)
    rows: list[list[int]] = [list(zone.cards) for zone in S.zones]
    pools: dict[str, list[int]] = {}
    unknown: set[int] = set()
    for zone, row in enumerate(rows):
        if program.viewers[zone] & bit:
            continue
        loose = is_loose(program, zone)
        free: list[int] = []
        keys: dict[int, tuple[Any, ...]] = {}
        for position, card in enumerate(row):
            placed = bool((S.known[card] | S.shown.get(card, 0)) & bit)
            if placed and not loose:
                continue
            free.append(position)
            if placed or program.face_up[card]:
                keys[card] = (0, "", program.classes[card], named_at.get(card, ()), 0, 0)
            else:
                back = program.cards[card].back
                unknown.add(card)
                pools.setdefault(back, []).append(card)
                keys[card] = (1, back, 0, named_at.get(card, ()), S.known[card], S.shown.get(card, 0))
        cards = sorted(keys, key=lambda card: (keys[card], card))
        _mix(cards, random)
        for position, card in zip(free, cards, strict=True):
            row[position] = card
    for _, pool in sorted(pools.items()):
        pool.sort()
        _mix(pool, random)
    part: dict[int, int] = {}
    for row in rows:
        for card in row:
            if card in unknown:
                part[card] = pools[program.cards[card].back].pop()
    S.zones = [
        Zone(tuple([part.get(card, card) for card in row])) if not program.viewers[zone] & bit else S.zones[zone]
        for zone, row in enumerate(rows)
    ]
    return part


def _mix(cards: list[int], random: Stream) -> None:
    for i in range(len(cards) - 1, 0, -1):
        k = random.below(i + 1)
        cards[i], cards[k] = cards[k], cards[i]


def _references(S: State, viewer: int) -> dict[int, tuple[Any, ...]]:
    """For each card the places other than zones where it stands: what tells apart two cards with one back."""
    program = S.program
    found: dict[int, list[tuple[int, ...]]] = {}
    for index in program.card_fields:
        for place, card in _cards_in(S.fields[index]):
            found.setdefault(card, []).append((0, index, *place))
    bit = 1 << viewer
    for owner in range(len(program.cards) if program.card_states else 0):
        known = program.face_up[owner] or (S.known[owner] | S.shown.get(owner, 0)) & bit
        for slot in program.card_states:
            for place, card in _cards_in(S.states[owner * program.states_per_card + slot]):
                found.setdefault(card, []).append((1, owner if known else -1, slot, *place))
    for depth, (code, _, slots) in enumerate(S.frames):
        for slot in program.codes[code].card_slots:
            for place, card in _cards_in(slots[slot]):
                found.setdefault(card, []).append((2, depth, slot, *place))
    return {card: tuple(sorted(places)) for card, places in found.items()}


def _cards_in(value: Any, place: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], int]]:
    if value.__class__ is int:
        yield place, value
    elif isinstance(value, tuple | list):
        for k, item in enumerate(value):
            yield from _cards_in(item, (*place, k))


# ---------------------------------------------------------------- everything that names a card


def _relabel(S: State, part: dict[int, int]) -> None:
    """Put the card that takes its part for each card, wherever a card stands (zones are done)."""
    program = S.program
    for zone, row in enumerate(S.zones):
        for card in row.cards:
            S.loc[card] = zone
    S.known = _moved_rows(S.known, part)
    S.shown = {part.get(card, card): mask for card, mask in sorted(S.shown.items())}
    for index in program.card_fields:
        S.fields[index] = _renamed(S.fields[index], part)
    for slot in program.card_states:
        for place in range(slot, len(S.states), program.states_per_card):
            S.states[place] = _renamed(S.states[place], part)
    for code, _, slots in S.frames:
        for slot in program.codes[code].card_slots:
            slots[slot] = _renamed(slots[slot], part)


def _moved_rows(row: list[int], part: dict[int, int]) -> list[int]:
    moved = row[:]
    for card, other in part.items():
        moved[other] = row[card]
    return moved


def _renamed(value: Any, part: dict[int, int]) -> Any:
    if value.__class__ is int:
        return part.get(value, value)
    if isinstance(value, tuple):
        return tuple([_renamed(item, part) for item in value])
    if isinstance(value, list):
        return [_renamed(item, part) for item in value]
    return value


# ---------------------------------------------------------------- sealed answers


def _opened(S: State, viewer: int) -> list[int]:
    """While players choose in secret: who else has answered already; these answers are taken away, since they can't be known."""
    point = open_point(S)
    if not isinstance(point, TogetherPoint):
        return []
    slots = S.frames[-1][2]
    answers = slots[point.slot]
    if answers is None:
        return []
    S.fuel = S.program.fuel
    sealed = [p for p in point.players(S, slots) if p != viewer and answers[p] is not None]
    for player in sealed:
        answers[player] = (() if point.action.steps[0].is_set else None,)
    return sealed


def _reseal(S: State, sealed: list[int], random: Stream) -> None:
    """Answers for those who have given one in secret, drawn anew."""
    point = open_point(S)
    if not isinstance(point, TogetherPoint):
        return
    slots = S.frames[-1][2]
    answers = slots[point.slot]
    step = point.action.steps[0]
    for player in sealed:
        S.fuel = S.program.fuel
        e = slots[:]
        e[point.action.size - 1] = player
        try:
            if not alive(S, point.action, 0, e[:]):
                answers[player] = (as_many_as_possible(S, point.action, e),)
                continue
            drawn = Decision(S, point, player, "together", False, [(point.action, e)], S.step).sample_binding(random.below)
        except RulesFault:
            continue
        if drawn is not None:
            answers[player] = (drawn[1][step.slot],)
