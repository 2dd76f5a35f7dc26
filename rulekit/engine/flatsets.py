"""Sets out of one zone whose pattern is sums in lanes: counted once for each combination of class sizes, then looked up.

Hands of few cards come again and again, so nearly every count is a dictionary look-up.  The results are those of ``SetProblem``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from rulekit.engine.patterns import PatternCode
from rulekit.engine.sets import SetProblem, Shape
from rulekit.engine.state import State, Zone

MOST_KEPT = 4_096
MOST_LISTED = 1_024
"""Up to so many sets are listed to draw one; of more, one is drawn step by step."""


@define(eq=False)
class FlatSets:
    """The sets that match a pattern for one value of its parameter.  ``classes``: those that may be taken, in menu order."""

    classes: tuple[int, ...]
    shape: Shape
    counts: dict[tuple[int, ...], int] = field(factory=dict)
    vectors: dict[tuple[int, ...], list[tuple[int, ...]]] = field(factory=dict)

    def sizes(self, counts: Sequence[int]) -> tuple[int, ...]:
        """How many cards there are of each class."""
        return tuple([counts[k] for k in self.classes])

    def count(self, sizes: tuple[int, ...]) -> int:
        """The number of matching sets."""
        known = self.counts.get(sizes)
        if known is None:
            if len(self.counts) >= MOST_KEPT:
                self.counts.clear()
            known = self.counts[sizes] = SetProblem(sizes, (self.shape,)).count()
        return known

    def sample(self, sizes: tuple[int, ...], below: Callable[[int], int]) -> tuple[int, ...]:
        """One matching set, each as likely as every other."""
        total = self.count(sizes)
        if total > MOST_LISTED:
            return SetProblem(sizes, (self.shape,)).sample(below)
        listed = self.vectors.get(sizes)
        if listed is None:
            if len(self.vectors) >= MOST_KEPT:
                self.vectors.clear()
            listed = self.vectors[sizes] = list(SetProblem(sizes, (self.shape,)).vectors())
        return listed[below(total) if total > 1 else 0]


def flat_sets(S: State, pattern: PatternCode, args: tuple[Any, ...], least: int = 0, most: int | None = None) -> FlatSets:
    """The pattern's sets for this argument, with so many cards."""
    key = args if least <= 0 and most is None else (args, least, most)
    found: FlatSets | None = pattern.sets.get(key)
    if found is None:
        rows, bounds, (low, high) = pattern.table(S, args)
        low = max(low, least)
        if most is not None and (high is None or most < high):
            high = most
        lines: dict[int, int] = {}
        for card, line in enumerate(rows):
            if line >= 0:
                lines[S.program.classes[card]] = line
        classes = tuple(sorted(lines))
        shape = Shape(tuple([lines[k] for k in classes]), bounds, pattern.wild, low, high)
        found = pattern.sets[key] = FlatSets(classes, shape)
    return found


def flat_weights(
    S: State, pattern: PatternCode, zone: Zone, values: Sequence[Any], least: int = 0, most: int | None = None
) -> list[int]:
    """How many sets out of a zone, with so many cards, match for each value of the pattern's parameter."""
    if not values:
        return []
    counts = class_counts(S, zone)
    weights = []
    for value in values:
        sets = flat_sets(S, pattern, (value,), least, most)
        sizes = tuple([counts[k] for k in sets.classes])
        known = sets.counts.get(sizes)
        weights.append(sets.count(sizes) if known is None else known)
    return weights


def flat_draw(S: State, pattern: PatternCode, zone: Zone, value: Any, below: Callable[[int], int]) -> tuple[int, ...]:
    """One set out of a zone that matches for this value of the pattern's parameter."""
    sets = flat_sets(S, pattern, (value,))
    return take(S, zone, sets.classes, sets.sample(sets.sizes(class_counts(S, zone)), below))


def class_counts(S: State, zone: Zone) -> list[int]:
    """How many cards of each class lie in a zone."""
    counts: list[int] | None = zone.memo.get("counts")
    if counts is None:
        program = S.program
        classes = program.classes
        counts = [0] * program.class_count
        for c in zone.cards:
            counts[classes[c]] += 1
        zone.memo["counts"] = counts
    return counts


def take(S: State, zone: Zone, classes: Sequence[int], vector: Sequence[int]) -> tuple[int, ...]:
    """The lowest cards of each class, so many as the vector says."""
    of = S.program.classes
    taken: list[int] = []
    for k, n in zip(classes, vector, strict=True):
        if n:
            taken += [c for c in zone.cards if of[c] == k][:n]
    return tuple(taken)
