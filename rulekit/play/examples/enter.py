"""Entering a phase: the registers of the main code as they are when a pass of it begins.

Takes a scene whose cards and fields are in place, and ``phase X of P``; sets the frame of its state.  Promises: X and the phases
around it stand in a pass that could have begun, their ``when``s counted as true; what stands before X in them isn't done.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.analysis import typed as t
from rulekit.analysis.model import Local, PhaseDecl
from rulekit.analysis.types import PlayerT
from rulekit.engine import RulesFault
from rulekit.engine.basics import next_in_cycle, rotated
from rulekit.engine.faults import MISSING_VALUE, UNSET_FIELD
from rulekit.engine.program import PhaseCode
from rulekit.play.examples import codes
from rulekit.play.examples.result import Failed, failure
from rulekit.play.examples.scene import Scene, with_values
from rulekit.play.examples.skipped import check_skipped
from rulekit.syntax import nodes


def phases_around(scene: Scene, at: nodes.AtPhase) -> list[PhaseCode]:
    """The phase and those around it, the outermost first.  Raises ``Failed`` if it isn't played with these variants."""
    code = scene.program.phases.get(at.phase.text)
    if code is None:
        raise Failed(failure(codes.NO_POSITION, f"there is no phase '{at.phase.text}' in this match", at.phase.span))
    found: list[PhaseCode] = []
    while code is not None:
        found.insert(0, code)
        code = code.parent
    return found


def enter(scene: Scene, at: nodes.AtPhase) -> None:
    """Let the match stand at the start of a pass.  Raises ``Failed``."""
    program, state = scene.program, scene.state
    assert program.main is not None
    around = phases_around(scene, at)
    check_skipped(around, at)
    loops = [code for code in around if over_players(code.decl)]
    if at.of is not None and not loops:
        message = f"no phase around '{at.phase.text}' runs over players"
        raise Failed(failure(codes.NO_POSITION, message, at.of.span, help=f"write 'phase {at.phase.text}'"))
    slots: list[Any] = [None] * program.main.slots
    state.frames = [[0, around[-1].body_pc, slots]]
    values: dict[Local, Any] = {}
    for code in around:
        player = scene.seat(at.of.text) if at.of is not None and loops and code is loops[-1] else None
        _begin(scene, code, player, slots, values, at)
        if code.decl.loop is not None and code.decl.loop.local is not None:
            values[code.decl.loop.local] = slots[code.var_slot]
        slots[0] = slots[code.active_slot] if code.active_slot else None


def over_players(decl: PhaseDecl) -> bool:
    """Whether a phase loops over players."""
    return decl.loop is not None and decl.loop.local is not None and isinstance(decl.loop.local.type, PlayerT)


def _begin(
    scene: Scene, code: PhaseCode, player: int | None, slots: list[Any], values: dict[Local, Any], at: nodes.AtPhase
) -> None:
    """The registers of one phase in its first pass, or in the player's."""
    loop = code.decl.loop
    match loop.form if loop is not None else "once":
        case "times":
            assert loop is not None and loop.times is not None
            slots[code.index_slot] = _value(scene, loop.times, values) - 1
        case "each":
            assert loop is not None
            row = _row(scene, code, loop, player, values)
            k = _place(scene, row, player, code, at)
            slots[code.list_slot], slots[code.index_slot], slots[code.var_slot] = row, k + 1, row[k]
        case "cycle":
            assert loop is not None and loop.source is not None
            row = tuple(_value(scene, loop.source, values))
            start = _start(scene, loop, values)
            element = player if player is not None else next_in_cycle(scene.state, row, None, None, start)
            k = _place(scene, row, element, code, at)
            slots[code.list_slot], slots[code.index_slot], slots[code.var_slot] = row, start, row[k]
        case _:
            pass


def _row(scene: Scene, code: PhaseCode, loop: t.TypedLoop, player: int | None, values: dict[Local, Any]) -> tuple[Any, ...]:
    """The elements of a ``for each`` in the order in which it runs over them."""
    assert loop.source is not None and loop.local is not None
    row = tuple(_value(scene, loop.source, values))
    if loop.rising is not None:
        keys = {x: _value(scene, loop.rising, {**values, loop.local: x}) for x in row}
        return tuple(sorted(row, key=keys.__getitem__))
    start = _start(scene, loop, values)
    return tuple(rotated(row, player if start is None else start))


def _start(scene: Scene, loop: t.TypedLoop, values: dict[Local, Any]) -> Any:
    """Where the loop begins, if that is known; a field that has to be set before it is read may not have been given."""
    if loop.start is None:
        return None
    try:
        return _value(scene, loop.start, values)
    except RulesFault as fault:
        if fault.code in (UNSET_FIELD, MISSING_VALUE):
            return None
        raise


def _place(scene: Scene, row: Sequence[Any], element: Any, code: PhaseCode, at: nodes.AtPhase) -> int:
    """The place of an element in the row; of the first one if none is wanted."""
    if not row:
        message = f"phase '{code.decl.name}' has nothing to run over here, so it makes no pass"
        raise Failed(failure(codes.NO_POSITION, message, at.phase.span))
    if element is None:
        return 0
    if element not in row:
        span = at.of.span if at.of is not None else at.phase.span
        text = scene.name(element) if over_players(code.decl) else str(element)
        raise Failed(failure(codes.NO_POSITION, f"phase '{code.decl.name}' doesn't run over {text} here", span))
    return list(row).index(element)


def _value(scene: Scene, e: t.Expr, values: dict[Local, Any]) -> Any:
    """An expression of a phase's head; the variables of the phases around it have values."""
    return scene.value(with_values(e, values))
