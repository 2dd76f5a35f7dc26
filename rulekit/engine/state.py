"""The state of a match: plain data.  Zones are immutable values replaced on write, so a clone shares them.

Takes nothing in but numbers; everything that is fixed for a match stands in the ``Program``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from rulekit.analysis.model import PhaseDecl
    from rulekit.engine.decisions import Decision
    from rulekit.engine.program import Program

Frame: TypeAlias = list[Any]
"""``[code, pc, slots]``: which code runs, the number of its block, and its registers."""


class Zone:
    """A row of card ids from the bottom to the top.  Never changed; ``memo`` holds what has been worked out about it."""

    __slots__ = ("cards", "memo")

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.memo: dict[Any, Any] = {}


class State:
    """One position of a match.  Only the engine writes to it; ``clone`` before trying something out."""

    __slots__ = (
        "changes",
        "decisions",
        "depth",
        "fields",
        "frames",
        "fuel",
        "halt",
        "halted",
        "known",
        "loc",
        "program",
        "rolls",
        "seed",
        "shown",
        "states",
        "step",
        "stops",
        "stream",
        "versions",
        "worked_out",
        "zones",
    )

    def __init__(self, program: Program) -> None:
        self.program = program
        self.seed = 0
        self.zones: list[Zone] = []
        self.loc: list[int] = []
        """The zone in which each card lies; -1: taken out of an example."""
        self.fields: list[Any] = []
        self.states: list[Any] = []
        self.shown: dict[int, int] = {}
        """Card -> bit set of the players it is shown to where it lies."""
        self.known: list[int] = []
        """Card -> bit set of the players who know that it lies where it lies (empty in bare mode)."""
        self.versions: list[int] = []
        """For each zone declaration, how often its zones have been written to: what was worked out from them holds until then."""
        self.worked_out: dict[int, tuple[int, Any]] = {}
        """Results of expressions that read nothing but zones, each with the versions (added up) it was worked out from."""
        self.stream = 0
        """The generator of the game."""
        self.frames: list[Frame] = []
        self.step = 0
        """How many decisions have been answered."""
        self.decisions: list[Decision] = []
        self.changes: list[tuple[Any, ...]] | None = None
        self.fuel = 0
        self.depth = 0
        """How deep events that may perform themselves are nested just now."""
        self.stops = False
        """Forced decisions are asked too (examples)."""
        self.halt: tuple[int, int | None] | None = None
        """A phase and the value of its variable at whose next pass the run halts (examples)."""
        self.halted = False
        self.rolls: list[tuple[int, int]] = []
        """The next throws, as pairs of die and value (examples)."""

    def clone(self) -> State:
        """A state of its own that plays on exactly as this one would; changes aren't recorded in it."""
        other = State.__new__(State)
        other.program = self.program
        other.seed = self.seed
        other.zones = self.zones[:]
        other.loc = self.loc[:]
        other.fields = self.fields[:]
        other.states = self.states[:]
        other.shown = self.shown.copy() if self.shown else {}
        other.known = self.known[:]
        other.versions = self.versions[:]
        other.worked_out = self.worked_out.copy()
        other.stream = self.stream
        other.frames = [[code, pc, _copy_slots(slots)] for code, pc, slots in self.frames]
        other.step = self.step
        other.decisions = []
        other.changes = None
        other.fuel = self.fuel
        other.depth = 0
        other.stops = self.stops
        other.halt = self.halt
        other.halted = self.halted
        other.rolls = self.rolls[:]
        other.decisions = [decision.rebind(other) for decision in self.decisions]
        return other

    # ------------------------------------------------------------ for those who play

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return not self.frames

    @property
    def active(self) -> int | None:
        """The player of the innermost running phase over players, or none."""
        return self.frames[0][2][0] if self.frames else None

    def answer(self, decision: Decision, data: Any) -> None:
        """Answer an open decision with canonical data and run on to the next.

        Raises ``IllegalAnswer`` (nothing has changed then), or ``RulesFault`` (the state is of no use any more).
        """
        from rulekit.engine.decisions import answer

        answer(self, decision, data)

    def scores(self) -> list[int | None]:
        """The score of each player (or team); none for all if the game has no score, and for a team that isn't in play."""
        from rulekit.engine.result import scores

        return scores(self)

    def winners(self) -> list[int]:
        """The players (or teams) who win as things stand."""
        from rulekit.engine.result import winners

        return winners(self)

    def running(self) -> list[tuple[PhaseDecl, Any]]:
        """The running phases, outermost first, each with the value of its variable."""
        if not self.frames:
            return []
        _, pc, slots = self.frames[0]
        return [(phase.decl, slots[phase.var_slot] if phase.var_slot else None) for phase in self.program.path[pc]]

    def to_json(self) -> dict[str, Any]:
        """Everything there is to the state as JSON data."""
        from rulekit.engine.saves import to_json

        return to_json(self)

    def key(self) -> tuple[Any, ...]:
        """States with one key are the same position."""
        from rulekit.engine.saves import state_key

        return state_key(self)


def _copy_slots(slots: list[Any]) -> list[Any]:
    """Registers hold immutable values, and for ``simultaneously`` lists of answers."""
    return [slot[:] if slot.__class__ is list else slot for slot in slots]
