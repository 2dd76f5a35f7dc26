"""The sets out of one zone for all values of a pattern's number: for which values there are any, how many, and one drawn.

A zone is one number here.  Its low lanes count the cards of each class; above them stand, as in ``lanes``, the sums that the pattern asks
for, for all values side by side.  So one addition tells for which values there may be sets of the wanted size; the zone's number with
all but a few lanes cut out is the key under which the sets for one value are known; and a moved card adds or takes its part.

The counts are those of ``SetProblem``, and what is drawn is what ``SetProblem.sample`` would draw with the same random numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import define, field, frozen

from rulekit.engine.choices import ActionCode, draw_rest, tally
from rulekit.engine.faults import RulesFault
from rulekit.engine.flatsets import FlatSets, flat_sets
from rulekit.engine.net import CAUGHT
from rulekit.engine.patterns import PatternCode
from rulekit.engine.sets import BOX_TRIES, SetProblem
from rulekit.engine.shapes import wide
from rulekit.engine.state import State, Zone

TOGETHER = 8
"""So many values are looked up at once."""
MOST_SIZES = 1_024
MOST_KEPT = 100_000
"""So much at most is remembered of one pattern."""
MOST_DRAWN = 1_024
"""What random numbers below this give is remembered."""

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Classes, each with the number of cards taken of it."""


class Counted:
    """The sets for one ``value`` out of so many cards of each class (``sizes``)."""

    __slots__ = ("box", "classes", "count", "drawn", "family", "problem", "spans", "tries", "value")

    def __init__(self, family: Family, value: int, sets: FlatSets, sizes: tuple[int, ...]) -> None:
        self.family = family
        self.value = value
        self.classes = sets.classes
        self.problem = SetProblem(sizes, (sets.shape,))
        self.count = self.problem.count()
        self.box, self.spans = self.problem.box()
        self.tries = (None,) * (BOX_TRIES if self.box else 0)
        self.drawn: dict[int, Pairs | None] = {}
        """What random numbers give: those below ``box`` as they are, those below ``count`` as -1, -2, .."""

    def cards(self, S: State, zone: Zone, below: Callable[[int], int]) -> tuple[int, ...]:
        """One of the sets, drawn as ``SetProblem.sample`` draws it: of each class the lowest cards in the zone."""
        drawn = self.drawn
        for _ in self.tries:
            rank = below(self.box)
            pairs = drawn[rank] if rank in drawn else self._look(rank)
            if pairs is not None:
                break
        else:
            rank = ~wide(below, self.count)
            pairs = drawn[rank] if rank in drawn else self._look(rank)
        of, row = S.program.classes, zone.cards
        taken: list[int] = []
        for k, n in pairs or ():
            taken += [c for c in row if of[c] == k][:n]
        return tuple(taken)

    def _look(self, rank: int) -> Pairs | None:
        """What a random number gives; none: a vector in the box that doesn't match."""
        vector = self.problem.at(~rank) if rank < 0 else self.problem.in_box(self.spans, rank)
        pairs = None if vector is None else tuple([(k, n) for k, n in zip(self.classes, vector, strict=True) if n])
        if max(rank, ~rank) < MOST_DRAWN:
            self.family.make_room()
            self.drawn[rank] = pairs
        return pairs


@frozen
class Asked:
    """The sets for one value, counted and drawn step by step: for what doesn't fit into a family."""

    action: ActionCode
    by: int
    value: int
    count: int

    def cards(self, S: State, zone: Zone, below: Callable[[int], int]) -> tuple[int, ...]:
        """One of the sets."""
        e = [self.by, self.value, None]
        draw_rest(S, self.action, e, 1, below)
        chosen: tuple[int, ...] = e[2]  # type: ignore[assignment]
        return chosen


def one_by_one(S: State, action: ActionCode, by: int) -> list[Asked]:
    """The sets of an action of two choices, for each value of the first."""
    _, values, weights = tally(S, action, [by, None, None])
    return [Asked(action, by, value, n) for value, n in zip(values, weights or (), strict=True)]


Row: TypeAlias = tuple[int, int, dict[int, Counted]]
"""A value (counted from the family's first), the lanes of the classes that its sets are made of, and the sets by what stands in them."""


@define(eq=False)
class Sized:
    """The sets of one size for all values.  ``offset`` as in ``Lanes``; ``which``: the bits of some values -> their rows."""

    offset: int
    rows: tuple[Row, ...]
    sets: tuple[FlatSets, ...]
    which: dict[int, tuple[Row, ...]] = field(factory=dict)


@define(eq=False)
class Family:
    """The sets of a pattern for the numbers from ``low`` to ``high``.

    ``cards``, what each card adds, is worked out when sets are first asked for.  ``sums`` are the lines whose cards are counted;
    behind them stands the sum of all.
    """

    pattern: PatternCode
    low: int
    high: int
    cards: list[int]
    sums: tuple[int, ...] = ()
    width: int = 0
    base: int = 0
    shifts: tuple[int, ...] = ()
    """From the first sum's lanes to those of each other sum."""
    bits: tuple[int, ...] = ()
    """For each value the top bits of the first sum's lanes from this value on."""
    parts: tuple[int, ...] = ()
    """The same bits, those of ``TOGETHER`` values each."""
    key: int = field(init=False)
    """The key of a zone's number in the zone's memo."""
    usable: bool | None = None
    """Whether the pattern can be worked out for all these numbers (none: not tried yet)."""
    sized: dict[tuple[int, int | None], Sized] = field(factory=dict)
    kept: int = 0
    """How much is remembered, about."""

    def __attrs_post_init__(self) -> None:
        self.key = -1 - self.pattern.number

    def prepare(self, S: State) -> bool:
        """Work out what each card adds; no if the pattern is at fault for some number."""
        program = S.program
        scratch = State(program)
        scratch.fuel = program.fuel * (len(program.cards) + 1)
        values = range(self.high - self.low + 1)
        try:
            tables = [self.pattern.table(scratch, (self.low + k,)) for k in values]
        except (RulesFault, *CAUGHT):
            return False
        self.width = width = len(program.cards).bit_length() + 1
        self.base = program.class_count * width
        stride = len(values) * width
        self.bits = tuple([sum(1 << (self.base + k * width + width - 1) for k in values[first:]) for first in values])
        ends = [*self.bits[::TOGETHER], 0]
        self.parts = tuple([ends[k] ^ ends[k + 1] for k in range(len(ends) - 1)])
        self.sums = tuple([i for i in range(len(self.pattern.wild)) if any(bounds[i][0] > 0 for _, bounds, _ in tables)])
        adds = [1 << (k * width) for k in program.classes]
        for k, (lines, _, _) in enumerate(tables):
            for card, line in enumerate(lines):
                for row, counted in enumerate([*self.sums, line]):
                    if line == counted >= 0:
                        adds[card] += 1 << (self.base + k * width + row * stride)
        self.shifts = tuple([row * stride for row in range(1, len(self.sums) + 1)])
        self.cards[:] = adds
        return True

    def of_size(self, S: State, least: int, most: int | None) -> Sized | None:
        """The sets with so many cards; none if they don't fit in here."""
        if self.usable is None:
            self.usable = self.prepare(S)
        if not self.usable or (most is not None and most < max(least, 0)):
            return None
        top = 1 << (self.width - 1)
        lane = (1 << self.width) - 1
        offset = 0
        all_sets = [flat_sets(S, self.pattern, (self.low + k,), least, most) for k in range(self.high - self.low + 1)]
        rows: list[Row] = []
        for k, sets in enumerate(all_sets):
            floors = [floor for floor, _ in sets.shape.bounds]
            size = max(sets.shape.low, sum(floors))
            if sets.shape.high is not None and size > sets.shape.high:
                size = top
            for shift, wanted in zip((0, *self.shifts), [*[floors[i] for i in self.sums], size], strict=True):
                offset += (top - min(wanted, top)) << (self.base + k * self.width + shift)
            rows.append((k, sum([lane << (j * self.width) for j in sets.classes]), {}))
        if len(self.sized) >= MOST_SIZES:
            self.sized.clear()
        found = self.sized[least, most] = Sized(offset, tuple(rows), tuple(all_sets))
        return found

    def counted(self, sized: Sized, row: Row, key: int) -> Counted:
        """The sets that are looked at for the first time."""
        k, _, known = row
        lane = (1 << self.width) - 1
        sets = sized.sets[k]
        self.make_room()
        found = known[key] = Counted(self, self.low + k, sets, tuple([key >> (j * self.width) & lane for j in sets.classes]))
        return found

    def rows_of(self, sized: Sized, bits: int) -> tuple[Row, ...]:
        """The rows of the values whose bit is set."""
        self.make_room()
        first = self.base + self.width - 1
        found = sized.which[bits] = tuple([row for row in sized.rows if bits >> (first + row[0] * self.width) & 1])
        return found

    def make_room(self) -> None:
        """Something is remembered; now and then everything is forgotten."""
        self.kept += 1
        if self.kept > MOST_KEPT:
            self.kept = 0
            for sized in self.sized.values():
                sized.which.clear()
                for _, _, known in sized.rows:
                    known.clear()


def ways(
    S: State, family: Family, action: ActionCode, by: int, zone: Zone, low: int, high: int, least: int, most: int | None
) -> Sequence[Counted | Asked]:
    """For each number from ``low`` to ``high`` the sets of ``least`` to ``most`` cards out of a zone; numbers without any may be left out.

    ``action`` has these two choices, the number and the set: what doesn't fit in here goes through ``tally``.
    """
    sized = family.sized.get((least, most)) or family.of_size(S, least, most)
    first = family.low
    if sized is None or low < first or high > family.high:
        return one_by_one(S, action, by)
    number = zone.memo.get(family.key)
    if number is None:
        number = zone.memo[family.key] = sum(map(family.cards.__getitem__, zone.cards))
    x = number + sized.offset
    bits = x & family.bits[low - first]
    for shift in family.shifts:
        bits &= x >> shift
    if high < family.high:
        bits &= ~family.bits[high - first + 1]
    found: list[Counted] = []
    if bits:
        for part in family.parts:
            some = bits & part
            if some:
                for row in sized.which.get(some) or family.rows_of(sized, some):
                    sets = row[2].get(number & row[1])
                    if sets is None:
                        sets = family.counted(sized, row, number & row[1])
                    found.append(sets)
    return found
