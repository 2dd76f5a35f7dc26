"""Where an example begins: a state built from the lines of ``given``.

Takes a scene with a blank state, changes that state.  Promises: every card of the program lies in exactly one zone, or in none if
``only`` took it out; the same example always gives the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulekit.analysis import typed as t
from rulekit.analysis.model import KindDecl
from rulekit.engine import Program, State
from rulekit.engine.basics import shuffled
from rulekit.engine.ledger import place_seen_by, start_knowledge
from rulekit.engine.state import Zone
from rulekit.play.examples import codes
from rulekit.play.examples.cards import CardWanted, card_wanted
from rulekit.play.examples.enter import enter, phases_around
from rulekit.play.examples.literals import value_of
from rulekit.play.examples.result import Failed, failure
from rulekit.play.examples.scene import Scene, text_of
from rulekit.syntax import nodes


def build_position(scene: Scene, given: nodes.Given) -> None:
    """Let the state be what ``given`` says.  Raises ``Failed``, or ``RulesFault`` (of the event that is carried out first)."""
    at = next((line for line in given.body if isinstance(line, nodes.AtPhase)), None)
    if given.after is not None:
        _perform(scene, given.after)
        if at is not None:
            _reset_fields(scene, at)
    _place_cards(scene, given)
    for line in given.body:
        if isinstance(line, nodes.ValueIs):
            _set_value(scene, line)
    if at is not None:
        enter(scene, at)


# ---------------------------------------------------------------- given after E


def _perform(scene: Scene, name: nodes.Ident) -> None:
    """Carry out the event that stands behind ``after``."""
    program = scene.program
    k, event = next((k, e) for k, e in enumerate(program.model.events) if e.name == name.text)
    function = program.globals.get(f"e_{k}")
    if event.body is None:
        return
    if function is None:
        raise Failed(failure(codes.NO_POSITION, f"'{event.name}' asks somebody, so it can't be carried out first", name.span))
    scene.state.fuel = program.fuel
    scene.state.changes = []
    function(scene.state)
    scene.loose |= _shuffled_zones(scene.state)
    scene.state.changes = None


def _shuffled_zones(state: State) -> set[int]:
    """The zones whose order is that of a shuffle."""
    loose: set[int] = set()
    for change in state.changes or ():
        loose = loose_after(state, loose, change)
    return loose


def loose_after(state: State, loose: set[int], change: tuple[Any, ...]) -> set[int]:
    """The zones whose order nothing has fixed, after one more change; an empty zone has an order."""
    match change:
        case ("shuffle", zone):
            return loose | {zone}
        case ("move", cards, source, target):
            passed_on = {target} if source in loose and len(cards) > 1 else set()
            settled = {z for z in (source, target) if z >= 0 and len(state.zones[z].cards) <= 1}
            return (loose | passed_on) - settled
        case _:
            return loose


def _reset_fields(scene: Scene, at: nodes.AtPhase) -> None:
    """What is reset when a pass of the phases entered begins; the lines of ``given`` come after that."""
    entered = [code.decl for code in phases_around(scene, at)]
    for info in scene.program.fields:
        if info.decl.each is not None and info.decl.each in entered:
            scene.state.fields[info.index] = scene.program.start_fields[info.index]


# ---------------------------------------------------------------- cards


def _place_cards(scene: Scene, given: nodes.Given) -> None:
    program, state = scene.program, scene.state
    lines = [line for line in given.body if isinstance(line, nodes.PileIs)]
    named: dict[int, nodes.PileIs] = {}
    for line in lines:
        ref = scene.typed(line.zone)
        assert isinstance(ref, t.ZoneRef)
        zone = scene.zone(ref)
        if zone in named:
            raise Failed(failure(codes.NO_POSITION, f"the cards of '{line.zone.span.text}' are given twice", line.zone.span))
        named[zone] = line
    rows = [list(zone.cards) for zone in state.zones]
    _take_home(program, rows, named)
    placed: dict[int, list[int]] = {}
    for zone, line in named.items():
        placed[zone] = _take_out(scene, line, rows, named, placed)
    for zone in set(program.start_zones):
        if zone >= 0 and given.after is None:
            rows[zone] = list(shuffled(state, rows[zone]))
            scene.loose.add(zone)
    for zone, cards in placed.items():
        if named[zone].only:
            rows[zone] = []
            scene.loose.discard(zone)
        down = program.zones[zone].sight == "face down"
        rows[zone] += reversed(cards) if down else cards
    state.zones = [Zone(tuple(row)) for row in rows]
    state.loc = [-1] * len(program.cards)
    for zone, row in enumerate(rows):
        for card in row:
            state.loc[card] = zone
    scene.loose = {zone for zone in scene.loose if len(rows[zone]) > 1}
    _settle_knowledge(state)


def _take_home(program: Program, rows: list[list[int]], named: Iterable[int]) -> None:
    """What lies in a named zone goes back below the zone where its deck starts."""
    for zone in named:
        for card in reversed(rows[zone]):
            home = program.start_zones[card]
            if home != zone:
                rows[zone].remove(card)
                if home >= 0:
                    rows[home].insert(0, card)


def _take_out(
    scene: Scene, line: nodes.PileIs, rows: list[list[int]], named: Iterable[int], placed: dict[int, list[int]]
) -> list[int]:
    """The cards of one line, taken from where their decks start, otherwise from zones that aren't named."""
    taken: list[int] = []
    for item in line.cards:
        want = card_wanted(scene, item)
        for _ in range(want.count):
            card = _find(scene, want, rows, named, {*taken, *(c for cards in placed.values() for c in cards)})
            if card is None:
                raise _too_few(scene, want, item)
            for row in rows:
                if card in row:
                    row.remove(card)
            taken.append(card)
            _set_states(scene, card, want, [*(c for cards in placed.values() for c in cards), *taken])
    return taken


def _find(scene: Scene, want: CardWanted, rows: list[list[int]], named: Iterable[int], used: set[int]) -> int | None:
    starts = scene.program.start_zones
    where = {card: zone for zone, row in enumerate(rows) for card in row}
    free = [c for c in want.ids if c not in used]
    at_home = [c for c in free if where.get(c, -1) == starts[c]]
    elsewhere = [c for c in free if c in where and where[c] not in named]
    return next(iter([*at_home, *elsewhere]), None)


def _too_few(scene: Scene, want: CardWanted, item: nodes.CardItem) -> Failed:
    text = scene.program.cards[want.ids[0]].text
    n = len(want.ids)
    there = f"there is only one card '{text}'" if n == 1 else f"there are only {n} cards '{text}'"
    return Failed(failure(codes.NO_SUCH_CARD, f"{there}, and this would be one more", item.span))


def _set_states(scene: Scene, card: int, want: CardWanted, placed: Sequence[int]) -> None:
    program, state = scene.program, scene.state
    base = card * program.states_per_card
    for info in program.states:
        value = want.states.get(info.slot, program.start_states[base + info.slot])
        if isinstance(value, KindDecl):
            value = _the_placed(scene, value, want, placed)
        state.states[base + info.slot] = value


def _the_placed(scene: Scene, kind: KindDecl, want: CardWanted, placed: Sequence[int]) -> int:
    """The one card of a kind that has been placed already."""
    cards = [c for c in placed if scene.program.cards[c].kind is kind]
    if len(cards) == 1:
        return cards[0]
    message = f"no card '{kind.name}' has been placed yet" if not cards else f"several cards '{kind.name}' have been placed"
    help = "a state can name the one card of a kind given before"
    raise Failed(failure(codes.NO_SUCH_CARD, message, want.node.span, help=help))


def _settle_knowledge(state: State) -> None:
    """Who knows what: what is seen; what was shown by the event carried out first stays shown."""
    if not state.program.full:
        return
    shown = state.shown
    start_knowledge(state)
    state.shown = {card: mask for card, mask in shown.items() if state.loc[card] >= 0}
    for card in state.shown:
        state.known[card] = place_seen_by(state, card)


# ---------------------------------------------------------------- fields


def _set_value(scene: Scene, line: nodes.ValueIs) -> None:
    """Set a field, or a state of a card."""
    target = scene.typed(line.target)
    state = scene.state
    match target:
        case t.FieldRef(decl=decl):
            state.fields[scene.field(target)] = value_of(scene, line.value, decl.type)
        case t.SpaceFieldRef(target=place, decl=space_field):
            at = scene.value(place)
            if at is None:
                raise Failed(failure(codes.NO_POSITION, f"there is no '{text_of(place.span)}'", line.target.span))
            index = next(info.index for info in scene.program.fields if info.decl is space_field and info.at == at)
            state.fields[index] = value_of(scene, line.value, space_field.type)
        case t.StateRef(card=card, name=name):
            info = next(info for info in scene.program.states if info.name == name)
            of = scene.value(card)
            if of is None:
                raise Failed(failure(codes.NO_POSITION, "there is no such card", line.target.span))
            state.states[of * scene.program.states_per_card + info.slot] = value_of(scene, line.value, info.decl.type)
        case _:
            raise Failed(failure(codes.NO_POSITION, "this can't be set in an example yet", line.target.span))
