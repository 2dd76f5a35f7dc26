"""Set choices with `same`, `different`, `consecutive` or `total`, and unions of shapes: exact, by tables over the classes.

A shape splits into *parts*, one for each value that its `same` attributes can have: there only the classes with this value and
the wild ones can be taken. A part that demands nothing else is plain again; any other is read by an automaton (`Case`, module
`set_tables`), class after class in an order that suits it.

Whether sets exist, their sizes, and what one more card allows is asked of each part alone. To count or draw sets each once, the
cases of all parts read the same counts side by side (`Union`), unless there is one shape without wild cards: its parts share at
most the empty set. In a union two shapes may want different orders; then the one that gives the fewest states is taken. (To count
sets without a common order, like `different suit` or `different rank`, is as hard as to count matchings: no order can suit all.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

from attrs import define, evolve, field

from rulekit.engine.set_tables import Case, Table, Union, accepted, reachable
from rulekit.engine.shapes import (
    Shape,
    between,
    feasible,
    line_sizes,
    line_sums,
    plain_count,
    plain_most,
    plain_sample,
    wide,
)

NONE = "no matching set contains these cards"  # the text of the error where an answer would be a set

_PATIENCE = 64  # class order may cost so many times the states of the best one; else prefixes are tested one by one
_PAIRED = 4  # with more shapes than this, orders that suit two of them aren't looked for


def check_shape(shape: Shape) -> None:
    """Raise ValueError for a shape that the language rules out, or whose tuples don't fit each other."""
    if shape.different is not None and shape.consecutive is not None:
        raise ValueError("a shape has at most one of 'different' and 'consecutive'")
    if shape.total is not None and any(shape.wild):
        raise ValueError("a shape with 'total' has no wild cards")
    values: list[Sequence[object] | None] = [*shape.same, shape.different, shape.consecutive, shape.total and shape.total[0]]
    if any(each is not None and len(each) != len(shape.lines) for each in values):
        raise ValueError("a shape has one value for each class")


def shape_matches(shape: Shape, vector: Sequence[int]) -> bool:
    """Whether a set matches a shape: a look at its cards, without tables."""
    sums = line_sums(vector, shape)
    if sums is None or between(sums, sums, shape.bounds, shape.low, shape.high) is None:
        return False
    real = [index for index, count in enumerate(vector) if count and not shape.wild[shape.lines[index]]]
    if any(values[index] != values[real[0]] for values in shape.same for index in real):
        return False
    if shape.total is not None and sum([vector[index] * shape.total[0][index] for index in real]) != shape.total[1]:
        return False
    spread: Sequence[object] | None = shape.different if shape.consecutive is None else shape.consecutive
    if spread is not None and len({spread[index] for index in real}) != sum([vector[index] for index in real]):
        return False
    if shape.consecutive is not None:
        positions = [shape.consecutive[index] for index in real]
        length = max(positions) - min(positions) + 1 if positions else 0
        return length <= sum(sums) <= shape.domain
    return True


@define
class Part:
    """A shape for one value of its `same` attributes."""

    shape: Shape  # without `same`; its lines leave out the classes with other values
    sizes: tuple[int, ...]
    classes: tuple[int, ...]  # that can be taken, in an order that suits the part: equal values together, positions rising
    plain: bool
    _case: Case | None = field(default=None, init=False)

    @property
    def case(self) -> Case:
        """The automaton that reads `classes`."""
        if self._case is None:
            self._case = Case(self.shape, self.sizes, self.classes)
        return self._case

    def vector(self, counts: Sequence[int]) -> tuple[int, ...]:
        """The count vector over all classes, from one count for each of `classes`."""
        vector = [0] * len(self.sizes)
        for index, count in zip(self.classes, counts, strict=True):
            vector[index] = count
        return tuple(vector)

    def exists(self, least: Sequence[int], most: Sequence[int]) -> bool:
        """Whether a matching set takes from `least` to `most` cards of each class."""
        if self.plain:
            taken, have = line_sums(least, self.shape), line_sizes(most, self.shape)
            return taken is not None and between(taken, have, self.shape.bounds, self.shape.low, self.shape.high) is not None
        return self._has(least) and reachable(self.case, [(least[index], most[index]) for index in self.classes])

    def most(self, least: Sequence[int]) -> Sequence[int] | None:
        """Per class the largest count in a matching set that contains `least`; None if there is none."""
        if self.plain:
            return plain_most(self.sizes, self.shape, least)
        table = self.table(least) if self._has(least) else None
        return self.vector(table.most()) if table is not None and table.count else None

    def span(self, least: Sequence[int]) -> tuple[int, int] | None:
        """The smallest and the largest number of cards in a matching set that contains `least`; None if there is none."""
        if self.plain:
            taken, have = line_sums(least, self.shape), line_sizes(self.sizes, self.shape)
            return None if taken is None else between(taken, have, self.shape.bounds, self.shape.low, self.shape.high)
        return self.table(least).span() if self._has(least) else None

    def table(self, least: Sequence[int]) -> Table:
        """The table of all matching sets that contain `least`, over `classes`."""
        return Table(self.case, [(least[index], self.sizes[index]) for index in self.classes])

    def _has(self, vector: Sequence[int]) -> bool:
        """Whether all these cards are among the part's classes."""
        return sum(vector) == sum([vector[index] for index in self.classes])


def parts_of(shape: Shape, sizes: tuple[int, ...]) -> list[Part]:
    """The parts of a shape in which a set may match: sums show which others are hopeless."""
    spread: Sequence[object] | None = shape.different if shape.consecutive is None else shape.consecutive
    wild: list[int] = []
    groups: dict[tuple[object, ...], list[int]] = {}
    for index, line in enumerate(shape.lines):
        if line >= 0 and sizes[index]:
            if shape.wild[line]:
                wild.append(index)
            else:
                groups.setdefault(tuple([values[index] for values in shape.same]), []).append(index)
    rank = None if spread is None else _ranks(shape)
    parts = []
    for group in groups.values() or [[]]:
        have = [0] * len(shape.bounds)
        for index in wild:
            have[shape.lines[index]] += sizes[index]
        for index in group:
            have[shape.lines[index]] += sizes[index] if rank is None else 1
        if not feasible(have, shape.bounds, shape.low, shape.high):
            continue
        if rank is not None:
            group.sort(key=rank.__getitem__)
        lines = [-1] * len(sizes)
        for index in (*group, *wild):
            lines[index] = shape.lines[index]
        own = Shape(
            tuple(lines),
            shape.bounds,
            shape.wild,
            shape.low,
            shape.high,
            different=shape.different,
            consecutive=shape.consecutive,
            domain=shape.domain,
            total=shape.total,
        )
        parts.append(Part(own, sizes, (*group, *wild), own.plain))
    return parts


def _ranks(shape: Shape) -> Sequence[int]:
    """Per class a number that brings equal values together, and positions into their order."""
    if shape.consecutive is not None:
        return shape.consecutive
    numbers: dict[object, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in shape.different or ()]


class Structured:
    """The sets that match at least one of some shapes of any kind. The methods are those of `SetProblem`."""

    __slots__ = ("_chosen", "_disjoint", "_parts", "_shapes", "_sizes", "_table")

    def __init__(self, sizes: tuple[int, ...], shapes: tuple[Shape, ...]) -> None:
        self._sizes = sizes
        self._shapes = shapes
        self._parts = [part for shape in shapes for part in parts_of(shape, sizes)]
        self._disjoint: list[tuple[Part, int, Table | None]] | None = None
        self._chosen: tuple[int, ...] | None = None
        self._table: Table | None = None

    def exists(self, least: Sequence[int] | None) -> bool:
        """Whether some matching set contains `least` (None: any)."""
        start = [0] * len(self._sizes) if least is None else least
        return any(part.exists(start, self._sizes) for part in self._parts)

    def most(self, least: Sequence[int]) -> tuple[int, ...]:
        """Per class the largest count in a matching set that contains `least`."""
        found = [most for part in self._parts if (most := part.most(least)) is not None]
        if not found:
            raise ValueError(NONE)
        return tuple(map(max, zip(*found, strict=True)))

    def sizes(self, least: Sequence[int]) -> tuple[int, int]:
        """The smallest and the largest number of cards in a matching set that contains `least`."""
        spans = [span for part in self._parts if (span := part.span(least)) is not None]
        if not spans:
            raise ValueError(NONE)
        return min(span[0] for span in spans), max(span[1] for span in spans)

    def count(self) -> int:
        """The number of matching count vectors."""
        if self._apart():
            return sum(number for _, number, _ in self._split())
        return self._shared().count

    def sample(self, below: Callable[[int], int]) -> tuple[int, ...]:
        """One matching count vector, each as likely as every other."""
        count = self.count()
        if not count:
            raise ValueError("no set matches")
        rank = wide(below, count)
        if not self._apart():
            return _restored(self._order(), self._shared().at(rank))
        split = self._split()
        index = 0
        while rank >= split[index][1]:
            rank -= split[index][1]
            index += 1
        part, _, table = split[index]
        return plain_sample(self._sizes, part.shape, below) if table is None else part.vector(table.at(rank))

    def vectors(self) -> Iterator[tuple[int, ...]]:
        """All matching count vectors, more of earlier classes first."""
        natural = tuple(range(len(self._sizes)))
        if self._strain(natural) > _PATIENCE * self._strain(self._order()):
            return self._searched()
        return accepted(self._union(natural), [(0, size) for size in self._sizes])

    # -- one shape without wild cards: parts that share no set ---------------------------------------------------------------

    def _apart(self) -> bool:
        """Whether no set but the empty one belongs to two parts."""
        if len(self._parts) < 2:
            return True
        shape = self._shapes[0]
        return len(self._shapes) == 1 and not any(
            line >= 0 and size and shape.wild[line] for line, size in zip(shape.lines, self._sizes, strict=True)
        )

    def _split(self) -> list[tuple[Part, int, Table | None]]:
        """The parts, the number of sets in each, and the table of those that aren't plain. The empty set is in the first only."""
        if self._disjoint is None:
            self._disjoint = []
            for part in self._parts:
                if self._disjoint and part.shape.low < 1:
                    part = evolve(part, shape=evolve(part.shape, low=1))
                if part.plain:
                    self._disjoint.append((part, plain_count(self._sizes, part.shape), None))
                else:
                    table = part.table([0] * len(self._sizes))
                    self._disjoint.append((part, table.count, table))
        return self._disjoint

    # -- all else: the parts side by side ------------------------------------------------------------------------------------

    def _orders(self, order: Sequence[int]) -> list[list[int]]:
        """For each part its classes in this order of all classes."""
        mine = [frozenset(part.classes) for part in self._parts]
        return [[index for index in order if index in own] for own in mine]

    def _strain(self, order: Sequence[int]) -> int:
        """About how many states a table in this order has, apart from what every order needs."""
        orders = self._orders(order)
        return 1 + sum(Case(part.shape, self._sizes, own).strain for part, own in zip(self._parts, orders, strict=True))

    def _order(self) -> tuple[int, ...]:
        """The order in which a table has the fewest states: that of the classes, or one that suits one or two shapes."""
        if self._chosen is not None:
            return self._chosen
        ranks = [_ranks(shape) for shape in self._shapes if shape.consecutive is not None or shape.different is not None]
        natural = tuple(range(len(self._sizes)))
        best, least = natural, self._strain(natural)
        for number in (1, 2) if len(ranks) <= _PAIRED else (1,):
            for chosen in permutations(ranks, number):
                order = tuple(sorted(natural, key=lambda index: [rank[index] for rank in chosen]))
                strain = self._strain(order)
                if strain < least:
                    best, least = order, strain
        self._chosen = best
        return best

    def _union(self, order: Sequence[int]) -> Union:
        """The automaton for all parts, reading the classes in this order."""
        orders = self._orders(order)
        cases = [Case(part.shape, self._sizes, own) for part, own in zip(self._parts, orders, strict=True)]
        return Union(cases, order, orders)

    def _shared(self) -> Table:
        """The table of all matching sets, over the classes in the order `_order()`."""
        if self._table is None:
            order = self._order()
            self._table = Table(self._union(order), [(0, self._sizes[index]) for index in order])
        return self._table

    def _searched(self) -> Iterator[tuple[int, ...]]:
        """All matching count vectors, by a walk over the classes that tests each prefix: for each part can it be completed?"""
        least = [0] * len(self._sizes)
        most = list(self._sizes)
        last = len(least)

        def walk(index: int, parts: list[Part]) -> Iterator[tuple[int, ...]]:
            if index == last:
                yield tuple(least)
                return
            for count in range(self._sizes[index], -1, -1):
                least[index] = most[index] = count
                going = [part for part in parts if part.exists(least, most)]
                if going:
                    yield from walk(index + 1, going)
            least[index], most[index] = 0, self._sizes[index]

        start = [part for part in self._parts if part.exists(least, most)]
        if start:
            yield from walk(0, start)


def _restored(order: Sequence[int], counts: Sequence[int]) -> tuple[int, ...]:
    """The count vector in the order of the classes, from counts in another order of them."""
    vector = [0] * len(order)
    for index, count in zip(order, counts, strict=True):
        vector[index] = count
    return tuple(vector)
