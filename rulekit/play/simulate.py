"""Many matches by bots: what is simulated, which seed each match has, and how it ended.

Takes rules and an ``Experiment``; ``Arena.play(number)`` gives one match as a ``Row`` and, for the first ``closely`` matches, what was
seen in it (``Sightings``).  The seed of a match depends on nothing but the experiment's seed and the match's number, and each
match is the one that ``rulekit run`` plays with that seed: so in whatever order, and by however many processes, the results are the same.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulekit.play.bots import make_bot
from rulekit.play.setup import Setup, check_names
from rulekit.play.simulate_quick import Capped, play_quickly
from rulekit.play.simulate_watch import Sightings, Watch
from rulekit.source import Span

if TYPE_CHECKING:
    from rulekit.diagnostics import Diagnostic
    from rulekit.engine import Program, RulesFault, State
    from rulekit.play.rules import Rules
    from rulekit.source import SourceFile

FINISHED, UNFINISHED, FAULT = "finished", "unfinished", "fault"
CLOSELY = 200
"""So many matches are watched by default when random bots play."""
CAP = 10_000
"""The engine ends a match after so many decisions."""


@frozen
class Experiment:
    """What is simulated: matches 1 to ``matches`` of one kind, by one bot for each seat.

    ``closely``: so many of the first matches are watched decision by decision; the others are only played to their end, which is
    quicker, if random bots play.  ``cap``: after so many decisions a match is given up as unfinished.
    """

    setup: Setup
    bots: tuple[str, ...]
    seed: int
    matches: int
    closely: int = CLOSELY
    cap: int = CAP

    @property
    def watched(self) -> int:
        """How many of the first matches are watched: all, if other than random bots play, since they need the whole engine anyway."""
        return self.matches if set(self.bots) != {"random"} else min(self.closely, self.matches)

    def seed_of(self, number: int) -> int:
        """The seed of a match; those of two experiments with different seeds have nothing to do with each other."""
        return int.from_bytes(hashlib.sha256(f"{self.seed}/match/{number}".encode()).digest()[:5], "big")


@frozen
class Fault:
    """A rules fault as plain data: ``start`` and ``end`` are places in the rules file."""

    code: str
    message: str
    help: str | None
    start: int
    end: int

    @classmethod
    def of(cls, fault: RulesFault) -> Fault:
        """The data of a fault."""
        start, end = (0, 0) if fault.span is None else (fault.span.start, fault.span.end)
        return cls(fault.code.id, fault.message, fault.help, start, end)

    def diagnostic(self, file: SourceFile) -> Diagnostic:
        """The fault as a finding."""
        from rulekit.diagnostics import Diagnostic, Label, all_codes

        code = next(code for code in all_codes() if code.id == self.code)
        return Diagnostic(code, self.message, Label(Span(file, self.start, self.end)), help=self.help)


@frozen
class Row:
    """How one match ended: ``end`` is ``finished``, ``unfinished`` or ``fault``.

    ``winners`` and ``scores`` are by contender (player or team) and empty if the match didn't finish; ``decisions``: how many were made.
    """

    number: int
    seed: int
    end: str
    decisions: int
    winners: tuple[int, ...] = ()
    scores: tuple[int | None, ...] = ()
    fault: Fault | None = None


@define(eq=False)
class Arena:
    """Plays the matches of an experiment in this process."""

    rules: Rules
    experiment: Experiment
    names: tuple[str, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.names = check_names(None, self.experiment.setup.players)

    def play(self, number: int) -> tuple[Row, Sightings | None]:
        """Play one match (from 1); the second value is there if it was watched and didn't end in a fault."""
        seed = self.experiment.seed_of(number)
        if number <= self.experiment.watched:
            return self._watched(number, seed)
        return self._quickly(number, seed) or self._watched(number, seed)[0], None

    def _quickly(self, number: int, seed: int) -> Row | None:
        """The match without watching; none if the rules fail, since it is the whole engine that says where and why."""
        from rulekit.engine import RulesFault

        state = self._quick.start_unasked(seed)
        try:
            play_quickly(state, seed, self.experiment.cap)
            return self._row(number, seed, state, True)
        except Capped:
            return self._row(number, seed, state, False)
        except RulesFault:
            return None

    def _watched(self, number: int, seed: int) -> tuple[Row, Sightings | None]:
        from rulekit.engine import RulesFault
        from rulekit.engine.faults import TOO_MANY_DECISIONS

        watch = self._watch
        state: State | None = None
        try:
            state = watch.begin(seed)
            row = self._row(number, seed, state, watch.play(state, seed, self.experiment.cap))
        except RulesFault as fault:
            made = state.step if state is not None else 0
            if state is None or fault.code is not TOO_MANY_DECISIONS:
                return Row(number, seed, FAULT, made, fault=Fault.of(fault)), None
            row = Row(number, seed, UNFINISHED, made)
        return row, watch.sightings(state)

    def _row(self, number: int, seed: int, state: State, finished: bool) -> Row:
        if not finished:
            return Row(number, seed, UNFINISHED, state.step)
        return Row(number, seed, FINISHED, state.step, tuple(state.winners()), tuple(state.scores()))

    @cached_property
    def _quick(self) -> Program:
        return self.rules.program_for(self.experiment.setup, full=False)

    @cached_property
    def _watch(self) -> Watch:
        return Watch.build(self.rules, self.experiment.setup, [make_bot(name) for name in self.experiment.bots])
