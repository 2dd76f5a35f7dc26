"""The tables of a program: what is indexed by zones, fields and cards, first values, and the names that generated code sees.

Takes the layout; fills the ``Program``.  Promises: the same layout gives the same tables.
"""

from __future__ import annotations

from typing import Any

from rulekit.analysis.model import (
    FieldDecl,
    GameModel,
    SpaceFieldDecl,
)
from rulekit.analysis.types import SetT
from rulekit.compile.expressions import Expressions
from rulekit.compile.generator import Env, Generator
from rulekit.compile.layout import first_of_board, first_value, state_start
from rulekit.compile.statements import is_of_card
from rulekit.engine import basics, ledger
from rulekit.engine.boards import board_names
from rulekit.engine.choices import class_options, class_weights, draw_binding, lowest, tally
from rulekit.engine.families import ways
from rulekit.engine.flatsets import class_counts, flat_draw, flat_weights
from rulekit.engine.net import CAUGHT, caught
from rulekit.engine.patterns import firsts, kind_firsts, zone_firsts
from rulekit.engine.program import SOURCE_NAME, Program
from rulekit.engine.run import close_offer, end_phase, is_running, may_decline, nothing_to_do, offer_is_open, push, settle, take_action
from rulekit.engine.shapes import wide, zero
from rulekit.engine.state import State
from rulekit.engine.windows import cancel, not_held
from rulekit.engine.words import value_data

_SHARED = (
    basics.require,
    basics.unset,
    basics.outside,
    basics.no_row,
    basics.divide,
    basics.modulo,
    basics.number,
    basics.out_of_fuel,
    basics.charged,
    basics.interval,
    basics.first,
    basics.last,
    basics.end_of,
    basics.unique,
    basics.joined,
    basics.united,
    basics.without,
    basics.same_set,
    basics.best,
    basics.rotated,
    basics.next_in_cycle,
    basics.random_of,
    basics.refill,
    basics.deal,
    basics.is_kind,
    basics.lone,
    basics.apart,
    basics.pay_cards,
    basics.placed,
    basics.too_deep,
    firsts,
    kind_firsts,
    zone_firsts,
    end_phase,
    is_running,
    push,
    cancel,
    not_held,
    settle,
    value_data,
    class_weights,
    draw_binding,
    class_options,
    class_counts,
    lowest,
    flat_draw,
    tally,
    flat_weights,
    ways,
    close_offer,
    may_decline,
    nothing_to_do,
    offer_is_open,
    take_action,
    wide,
    zero,
)


def fill_tables(program: Program, gen: Generator) -> None:
    """What is indexed by a zone, a field, a card or a state, and the names that generated code sees."""
    layout = gen.layout
    program.zones = tuple(layout.zones)
    program.fields = tuple(layout.fields)
    program.cards = tuple(layout.cards)
    program.states = tuple(layout.states)
    program.states_per_card = len(layout.states)
    program.classes = tuple([card.card_class for card in layout.cards])
    program.owners = tuple([z.owner if z.decl.owner == "player" else None for z in layout.zones])
    numbers = {id(zone): k for k, zone in enumerate(program.model.zones)}
    program.decl_of = tuple([numbers[id(z.decl)] for z in layout.zones])
    program.viewers = tuple([z.viewers for z in layout.zones])
    program.face_up = tuple([card.face_up for card in layout.cards])
    program.start_states = state_start(layout.states, len(layout.states), layout.cards)
    program.resets = tuple([(s.slot, _state_first(s.decl)) for s in layout.states if s.decl.until_moved])
    program.card_fields = tuple([f.index for f in layout.fields if is_of_card(f.type)])
    program.card_states = tuple([s.slot for s in layout.states if is_of_card(s.decl.type)])
    starts: dict[int, int] = {}
    for zone in program.model.zones:
        if layout.exists(zone):
            program.owner_stride[layout.zone_base[id(zone)]] = layout.size(zone.index)
            if zone.starts_with is not None:
                starts.setdefault(id(zone.starts_with), layout.zone_base[id(zone)])
    program.class_count = max(program.classes, default=-1) + 1
    program.plain_cards = not program.states and not program.card_fields
    program.start_zones = tuple([starts.get(id(card.deck), -1) for card in layout.cards])
    rows: list[list[int]] = [[] for _ in program.zones]
    for number, zone_number in enumerate(program.start_zones):
        if zone_number >= 0:
            rows[zone_number].append(number)
    program.start_rows = tuple([tuple(row) for row in rows])
    targets: list[tuple[str, int, bool] | None] = []
    for card in layout.cards:
        to = card.kind.discards_to
        targets.append(None if to is None else (to.owner, layout.zone_base[id(to)], card.kind.discards_bottom))
    program.discard = tuple(targets)
    n = program.players
    names: dict[str, Any] = {function.__name__: function for function in _SHARED}
    names |= {function.__name__: function for function in (program.ops.move, program.ops.shuffle)}
    source = ledger if program.full else basics
    if not program.full and not program.resets:
        names["move"] = basics.place
    names |= {"roll": source.roll, "show": source.show, "set_field": source.set_field, "set_state": source.set_state}
    if program.full:
        names["begin_pass"] = ledger.begin_pass
    names |= {
        "COVERED": program.covered.add,
        "FUEL": program.fuel,
        "OWNERS": program.owners,
        "OTHERS": tuple([tuple([(p + k) % n for k in range(1, n)]) for p in range(n)]),
        "ROUND": tuple([tuple([(p + k) % n for k in range(n)]) for p in range(n)]),
        "LEFT": tuple([(p + 1) % n for p in range(n)]),
        "RIGHT": tuple([(p - 1) % n for p in range(n)]),
    }
    if program.model.teams:
        teams = {p: team for team in program.in_play for p in program.members(team)}
        partners = [[q for q in program.members(teams[p]) if q != p] for p in range(n)]
        names |= {"TEAM_OF": tuple([teams[p] for p in range(n)])}
        names |= {"PARTNER": tuple([row[0] if len(row) == 1 else None for row in partners])}
    if program.model.board is not None:
        names |= board_names(program.model.board)
    program.globals.update(names)


def _state_first(decl: Any) -> Any:
    return decl.default if decl.default is not None else first_value(decl.type)


def phase_numbers(model: GameModel) -> dict[int, int]:
    """The phases by id, numbered from 1 in the order of the file."""
    numbers: dict[int, int] = {}

    def count(items: Any) -> None:
        for item in items:
            if hasattr(item, "loop"):
                numbers[id(item)] = len(numbers) + 1
                count(item.body)

    count(model.phases)
    return numbers


def first_values(program: Program, expressions: Expressions) -> None:
    """Fields at first: constants, worked out once without a state."""
    values: dict[int, Any] = {}
    row = []
    for info in program.fields:
        if isinstance(info.decl, SpaceFieldDecl):
            row.append(first_of_board(program.model, info.decl, info.at or 0))
            continue
        if id(info.decl) not in values:
            values[id(info.decl)] = _field_first(program, info.decl, expressions)
        row.append(values[id(info.decl)])
    program.start_fields = tuple(row)


def _field_first(program: Program, decl: FieldDecl, expressions: Expressions) -> Any:
    if decl.default is None:
        return first_value(decl.type)
    text = expressions.text(decl.default, Env())
    program.globals.update(expressions.gen.globals)
    program.spans["<module>"] = decl.span
    S = State(program)
    S.fuel = program.fuel
    try:
        value = eval(compile(text, SOURCE_NAME, "eval"), program.globals, {"S": S})
    except (*CAUGHT, NameError) as error:
        raise caught(program, error) from error
    return tuple(value) if isinstance(decl.type, SetT) else value
