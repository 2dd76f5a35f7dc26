"""The beginning of a match."""

from __future__ import annotations

from rulekit.engine.chance import stream_start
from rulekit.engine.program import Program
from rulekit.engine.run import run
from rulekit.engine.state import State, Zone


def blank(program: Program, seed: int) -> State:
    """A state before its first block: all cards where their decks start, all fields at their first values."""
    S = State(program)
    S.seed = seed
    S.stream = stream_start(f"{seed}/game")
    S.zones = [Zone(row) for row in program.start_rows]
    S.versions = [0] * len(program.model.zones)
    S.loc = list(program.start_zones)
    S.fields = list(program.start_fields)
    S.states = list(program.start_states)
    S.fuel = program.fuel
    if program.main is not None:
        S.frames = [[0, 0, [None] * program.main.slots]]
    if program.full:
        from rulekit.engine.ledger import start_knowledge

        start_knowledge(S)
    return S


def start(program: Program, seed: int, stops: bool = False) -> State:
    """A new match, run to its first decision.  ``stops``: forced decisions are asked too."""
    S = blank(program, seed)
    S.stops = stops
    if program.full:
        S.changes = []
    run(S)
    return S
