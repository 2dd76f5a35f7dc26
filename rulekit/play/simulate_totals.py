"""What many matches add up to: sums in whole numbers, so that no order of the matches and no machine changes them.

Takes ``Row`` values one by one and ``Sightings``; keeps sums, not matches: the memory it needs doesn't grow with their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from attrs import define, field

from rulekit.play.simulate import FAULT, FINISHED, UNFINISHED, Fault, Row
from rulekit.play.simulate_watch import Sightings

FIRST = 5
"""Of matches that went wrong, so many are named."""
MOST_FAULTS = 20
"""So many different faults are told apart."""


@define
class Moments:
    """Whole numbers: how many, their sum, the sum of their squares, the lowest and the highest."""

    n: int = 0
    total: int = 0
    squares: int = 0
    low: int | None = None
    high: int | None = None

    def add(self, value: int) -> None:
        """One number more."""
        self.n += 1
        self.total += value
        self.squares += value * value
        self.low = value if self.low is None else min(self.low, value)
        self.high = value if self.high is None else max(self.high, value)


@define
class Found:
    """A fault that matches ended in: how many did, and the seed of the first."""

    fault: Fault
    seed: int
    count: int = 0


@define(eq=False)
class Totals:
    """The sums.  ``contenders``: the numbers of the players or teams that take part."""

    contenders: Sequence[int]
    finished: int = 0
    unfinished: int = 0
    faulty: int = 0
    nobody: int = 0
    """Finished matches without a winner."""
    shared: int = 0
    """Finished matches with several winners."""
    wins: dict[int, Counter[int]] = field(factory=dict)
    """Contender -> number of winners he was one of -> matches."""
    scores: dict[int, Moments] = field(factory=dict)
    best: Moments = field(factory=Moments)
    """The winners' scores (of one of them, where several win)."""
    margin: Moments = field(factory=Moments)
    """How far the nearest other score is from the winner's, in matches with one winner."""
    decisions: Moments = field(factory=Moments)
    lengths: Counter[int] = field(factory=Counter)
    """Number of decisions -> finished matches."""
    faults: dict[tuple[str, int, int], Found] = field(factory=dict)
    stuck: list[int] = field(factory=list)
    """The seeds of the first matches that didn't end."""
    seen: Sightings = field(factory=Sightings)

    def __attrs_post_init__(self) -> None:
        for who in self.contenders:
            self.wins[who] = Counter()
            self.scores[who] = Moments()

    @property
    def matches(self) -> int:
        """How many matches have been added."""
        return self.finished + self.unfinished + self.faulty

    def won(self, who: int) -> Fraction:
        """How many matches a contender has won; of a shared victory each winner has his part."""
        return sum((Fraction(n, winners) for winners, n in self.wins[who].items()), Fraction())

    def add(self, row: Row) -> None:
        """One match more."""
        if row.end == FINISHED:
            self.finished += 1
            self.decisions.add(row.decisions)
            self.lengths[row.decisions] += 1
            self._add_result(row)
        elif row.end == UNFINISHED:
            self.unfinished += 1
            if len(self.stuck) < FIRST:
                self.stuck.append(row.seed)
        elif row.end == FAULT and row.fault is not None:
            self.faulty += 1
            key = (row.fault.code, row.fault.start, row.fault.end)
            if key in self.faults or len(self.faults) < MOST_FAULTS:
                self.faults.setdefault(key, Found(row.fault, row.seed)).count += 1

    def _add_result(self, row: Row) -> None:
        self.nobody += not row.winners
        self.shared += len(row.winners) > 1
        for who in row.winners:
            self.wins[who][len(row.winners)] += 1
        scores = {who: row.scores[who] for who in self.contenders}
        for who, score in scores.items():
            if score is not None:
                self.scores[who].add(score)
        if row.winners and (best := scores[row.winners[0]]) is not None:
            self.best.add(best)
            others = [abs(score - best) for who, score in scores.items() if score is not None and who != row.winners[0]]
            if others and len(row.winners) == 1:
                self.margin.add(min(others))
