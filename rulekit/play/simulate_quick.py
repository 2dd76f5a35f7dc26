"""A match by random bots, played to its end without anything for anybody to look at.

Takes a bare state before its first block, its seed and a cap; leaves the state at the end of the match.  Promises: it is the match
that ``RandomBot`` plays with the same seed, since each decision is drawn from the same stream in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.engine.asking import decisions_at
from rulekit.engine.chance import Stream
from rulekit.engine.faults import OUT_OF_FUEL, RulesFault
from rulekit.engine.net import netted
from rulekit.engine.program import OfferPoint
from rulekit.engine.run import FORCED, advance, fuel_span, settle

if TYPE_CHECKING:
    from rulekit.engine.state import State


class Capped(Exception):
    """The match was given up: as many decisions as the cap allows have been made, and another is asked."""


class Draws:
    """What the bots draw from: for each decision a stream of its own, begun when it is first wanted."""

    def __init__(self, state: State, seed: int, cap: int) -> None:
        self.state = state
        self.seed = seed
        self.cap = cap
        self.by = 0
        self.counts = False
        self.stream: Stream | None = None

    def asked(self, by: int, counts: bool) -> None:
        """Somebody may have to decide; ``counts``: if so, this counts it."""
        self.by = by
        self.counts = counts
        self.stream = None

    def below(self, n: int) -> int:
        """A number in 0..n-1 for whoever decides."""
        if self.stream is None:
            if self.state.step >= self.cap:
                raise Capped
            self.stream = Stream(f"{self.seed}/bot/{self.by}/{self.state.step}")
            self.state.step += self.counts
        return self.stream.below(n)


@netted
def play_quickly(S: State, seed: int, cap: int) -> None:
    """Play a state to its end; ``S.step`` is the number of decisions then.  Raises ``Capped`` or ``RulesFault``."""
    draws = Draws(S, seed, cap)
    while True:
        point = advance(S)
        if point is None:
            return
        if S.program.whenevers:
            settle(S)
        if isinstance(point, OfferPoint) and point.playout is not None:
            draws.asked(S.frames[0][2][0], counts=True)
            point.playout(S, S.frames[-1], draws.below)
            if draws.stream is not None:
                continue
        else:
            found = decisions_at(S, point)
            if found is not None:
                S.decisions = found
                while S.decisions:
                    decision = S.decisions[0]
                    draws.asked(decision.by, counts=False)
                    decision.carry_out(decision.sample_binding(draws.below))
                continue
        S.fuel -= FORCED
        if S.fuel < 0:
            raise RulesFault(OUT_OF_FUEL, "the rules go on and on without anybody being asked", fuel_span(S))
