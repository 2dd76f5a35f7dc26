"""Set choices: which count vectors match one of some shapes. Everything is exact, and nothing searches through subsets.

`SetProblem` is what the choice solver uses. Shapes that demand nothing but `holds` and `size` are answered by sums (module
`shapes`), all others by tables over the classes (module `structured`), which are built when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from rulekit.engine.shapes import (
    Shape,
    between,
    feasible,
    line_sizes,
    line_sums,
    plain_at,
    plain_count,
    plain_most,
    plain_sample,
    plain_vectors,
)
from rulekit.engine.structured import NONE, Structured, check_shape, shape_matches

__all__ = ["SetProblem", "Shape", "feasible"]

BOX_TRIES = 2  # draws from the box before an exact walk: a draw costs about half a walk
_BOX = 1 << 32  # the largest box that one draw covers


class SetProblem:
    """The sets that match at least one of `shapes`, when there are `sizes[i]` cards of class i.

    Count vectors that go in (`least`, `vector`) and come out have one count per class, in the order of `sizes`. `least` means:
    only sets that take at least so many cards of each class. A vector that several shapes match counts once. Tuples "per class"
    in a shape have the length of `sizes`. ValueError is raised for shapes that the language rules out (`different` together with
    `consecutive`, `total` together with wild cards), and where no set matches, but the answer would be one.
    """

    __slots__ = ("_plain", "_structured", "available", "shapes")

    def __init__(self, sizes: tuple[int, ...], shapes: tuple[Shape, ...]) -> None:
        self.available = sizes
        self.shapes = shapes
        self._plain = True
        for shape in shapes:
            if not shape.plain:
                check_shape(shape)
                self._plain = False
        self._structured: Structured | None = None

    @property
    def structured(self) -> Structured:
        """The same sets, seen through tables."""
        if self._structured is None:
            self._structured = Structured(self.available, self.shapes)
        return self._structured

    def exists(self, least: tuple[int, ...] | None = None) -> bool:
        """Whether some matching set contains `least` (None: any)."""
        if not self._plain:
            return (least is None or self._inside(least)) and self.structured.exists(least)
        for shape in self.shapes:
            have = line_sizes(self.available, shape)
            if least is None:
                if feasible(have, shape.bounds, shape.low, shape.high):
                    return True
            elif self._inside(least):
                taken = line_sums(least, shape)
                if taken is not None and between(taken, have, shape.bounds, shape.low, shape.high) is not None:
                    return True
        return False

    def count(self) -> int:
        """The number of matching count vectors."""
        if self._plain and len(self.shapes) == 1:
            return plain_count(self.available, self.shapes[0])
        return self.structured.count()

    def sample(self, below: Callable[[int], int]) -> tuple[int, ...]:
        """One matching count vector, each as likely as every other; `below(n)` gives a number in 0..n-1, for n up to 2**32."""
        if self._plain:
            box, spans = self.box()
            for _ in range(BOX_TRIES if box else 0):
                found = self.in_box(spans, below(box))
                if found is not None:
                    return found
            if len(self.shapes) == 1:
                return plain_sample(self.available, self.shapes[0], below)
        return self.structured.sample(below)

    def at(self, rank: int) -> tuple[int, ...]:
        """The vector that one plain shape gives for a number below ``count``."""
        return plain_at(self.available, self.shapes[0], rank)

    def vectors(self, limit: int | None = None) -> Iterator[tuple[int, ...]]:
        """All matching count vectors (the first `limit`), found as they are asked for: more of earlier classes first."""
        if not self._plain:
            found = self.structured.vectors()
        elif len(self.shapes) == 1:
            found = plain_vectors(self.available, self.shapes[0])
        else:
            found = self._plain_vectors()
        return found if limit is None else islice(found, limit)

    def most(self, least: tuple[int, ...]) -> tuple[int, ...]:
        """Per class the largest count in a matching set that contains `least`; ValueError if there is no such set."""
        if not self._plain:
            if not self._inside(least):
                raise ValueError(NONE)
            return self.structured.most(least)
        found: list[int] | None = None
        if self._inside(least):
            for shape in self.shapes:
                most = plain_most(self.available, shape, least)
                if most is not None:
                    found = most if found is None else list(map(max, found, most))
        if found is None:
            raise ValueError(NONE)
        return tuple(found)

    def sizes(self, least: tuple[int, ...]) -> tuple[int, int]:
        """The smallest and the largest number of cards in a matching set that contains `least`; ValueError if there is none."""
        if not self._plain:
            if not self._inside(least):
                raise ValueError(NONE)
            return self.structured.sizes(least)
        spans = []
        if self._inside(least):
            for shape in self.shapes:
                taken = line_sums(least, shape)
                if taken is not None:
                    span = between(taken, line_sizes(self.available, shape), shape.bounds, shape.low, shape.high)
                    if span is not None:
                        spans.append(span)
        if not spans:
            raise ValueError(NONE)
        return min(span[0] for span in spans), max(span[1] for span in spans)

    def matches(self, vector: tuple[int, ...]) -> bool:
        """Whether this count vector is one of the sets."""
        return self._inside(vector) and any(shape_matches(shape, vector) for shape in self.shapes)

    def _inside(self, vector: tuple[int, ...]) -> bool:
        """Whether there are so many cards of each class."""
        for count, size in zip(vector, self.available, strict=True):  # noqa: SIM110 (a loop is twice as fast)
            if not 0 <= count <= size:
                return False
        return True

    def box(self) -> tuple[int, list[int]]:
        """The number of all vectors up to each class's limit, and of the counts of each class; 0 where draws from them don't pay.

        Without ceilings most vectors match, and for several shapes exact drawing needs tables: then a few draws from the box are worth
        a try. The first that matches is a uniform choice from all that do.
        """
        if len(self.shapes) == 1:
            one = self.shapes[0]
            loose = one.high is None and all(ceiling is None for _, ceiling in one.bounds)
        else:
            loose = self._structured is None
        if not self._plain or not loose:
            return 0, []
        spans = []
        box = 1
        for index, size in enumerate(self.available):
            limit = 0
            for shape in self.shapes:
                line = shape.lines[index]
                if line >= 0:
                    ceiling = shape.bounds[line][1]
                    own = size if ceiling is None or size < ceiling else ceiling
                    if own > limit:
                        limit = own
            spans.append(limit + 1)
            box *= limit + 1
        return (box, spans) if 1 < box <= _BOX else (0, [])

    def in_box(self, spans: Sequence[int], rank: int) -> tuple[int, ...] | None:
        """The vector with this number in the box, if it matches."""
        vector = []
        for span in spans:
            rank, count = divmod(rank, span)
            vector.append(count)
        for shape in self.shapes:
            sums = line_sums(vector, shape)
            if sums is not None and between(sums, sums, shape.bounds, shape.low, shape.high) is not None:
                return tuple(vector)
        return None

    def _plain_vectors(self) -> Iterator[tuple[int, ...]]:
        """All vectors for several plain shapes, by a walk that enters only what can be completed, so it has no dead ends."""
        sizes = self.available
        last = len(sizes)
        taken = [[0] * len(shape.bounds) for shape in self.shapes]
        have = [line_sizes(sizes, shape) for shape in self.shapes]
        vector = [0] * last

        def walk(index: int, alive: list[int]) -> Iterator[tuple[int, ...]]:
            if index == last:
                yield tuple(vector)
                return
            size = sizes[index]
            for count in range(size, -1, -1):
                going = []
                for number in alive:
                    shape = self.shapes[number]
                    line = shape.lines[index]
                    if line >= 0:  # what isn't taken of this class can no longer come
                        taken[number][line] += count
                        have[number][line] -= size - count
                    elif count:
                        continue
                    if between(taken[number], have[number], shape.bounds, shape.low, shape.high) is not None:
                        going.append(number)
                if going:
                    vector[index] = count
                    yield from walk(index + 1, going)
                for number in alive:
                    line = self.shapes[number].lines[index]
                    if line >= 0:
                        taken[number][line] -= count
                        have[number][line] += size - count

        start = [
            number
            for number, shape in enumerate(self.shapes)
            if between(taken[number], have[number], shape.bounds, shape.low, shape.high) is not None
        ]
        if start:
            yield from walk(0, start)
