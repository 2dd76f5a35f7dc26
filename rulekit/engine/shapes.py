"""What a set choice demands (`Shape`), and the exact arithmetic for shapes that demand nothing but `holds` and `size`.

Words used here and in the modules `sets` and `structured`: cards that nothing tells apart form a *class*, and a set of cards is a
*count vector*: how many cards of each class it takes. Shapes without `same`, `different`, `consecutive` and `total` are *plain*:
what they demand is sums per line and a sum of all, so interval arithmetic decides them and products of polynomials count them.

Nothing here draws a card or knows a zone; the caller sorts cards into classes and classes into lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NoReturn

from attrs import frozen

from rulekit.engine.faults import TOO_MANY_COMBINATIONS, RulesFault

Bounds = Sequence[tuple[int, int | None]]

_WORD = 1 << 32  # the most that one draw of `below` is asked for
_KEPT = 1 << 12  # how many tables are remembered: hands of a few sizes come again and again
_MOST_CELLS = 150_000  # so many numbers at most in a table
_LARGE = 10_000  # a table with more isn't kept beside others


def too_many() -> NoReturn:
    """Raise the fault of a choice that asks for too much."""
    help = "fewer elements to choose from, or a pattern that says more about the set"
    raise RulesFault(TOO_MANY_COMBINATIONS, "there are too many sets that can be chosen here", None, help)


@frozen
class Shape:
    """What one pattern demands, evaluated for given classes. Tuples "per class" are as long as `lines`, and in the same order.

    lines:       per class the index of its `holds` or `wild` line in `bounds`, or -1: no card of it may be taken.
    bounds:      per line the least and the most cards (None: any number).
    wild:        per line whether its cards stand for anything in `same`, `different` and `consecutive`.
    low, high:   the least and the most cards in all (None: any number).
    same:        per `same` attribute the value of each class; all cards taken have one value. Wild classes are ignored.
    different:   the value of each class; no two cards taken have the same, two equal cards neither. Wild classes are ignored.
    consecutive: the position, from 0, of each class's value among the `domain` values of its attribute: cards taken differ in it,
                 and wild ones fill gaps or lengthen the ends. Wild classes are ignored (any number may stand there).
    total:       the value of each class, and the sum over all cards that is wanted. Never together with a wild line.

    At most one of `different` and `consecutive` may be given. The empty set matches iff `low` and all line minima are 0 (and a
    `total`, if any, is 0).
    """

    lines: tuple[int, ...]
    bounds: tuple[tuple[int, int | None], ...]
    wild: tuple[bool, ...]
    low: int
    high: int | None
    same: tuple[tuple[object, ...], ...] = ()
    different: tuple[object, ...] | None = None
    consecutive: tuple[int, ...] | None = None
    domain: int = 0
    total: tuple[tuple[int, ...], int] | None = None

    @property
    def plain(self) -> bool:
        """Whether only `holds` and `size` count."""
        return not self.same and self.different is None and self.consecutive is None and self.total is None


def feasible(available: Sequence[int], bounds: Bounds, low: int, high: int | None) -> bool:
    """Whether a plain set exists: line i takes `bounds[i]` of its `available[i]` cards, and all take low..high together."""
    least = most = 0
    for have, (floor, ceiling) in zip(available, bounds, strict=False):
        if ceiling is not None and ceiling < have:
            have = ceiling
        if have < floor:
            return False
        least += floor
        most += have
    return low <= most and (high is None or (least <= high and low <= high))


def between(taken: Sequence[int], have: Sequence[int], bounds: Bounds, low: int, high: int | None) -> tuple[int, int] | None:
    """The least and most cards of a plain set that takes `taken[i]` to `have[i]` cards of line i; None if there is none."""
    least = most = 0
    for start, end, (floor, ceiling) in zip(taken, have, bounds, strict=False):
        if ceiling is not None and ceiling < end:
            end = ceiling
        if floor < start:
            floor = start
        if end < floor:
            return None
        least += floor
        most += end
    if least < low:
        least = low
    if high is not None and high < most:
        most = high
    return (least, most) if least <= most else None


def line_sums(vector: Sequence[int], shape: Shape) -> list[int] | None:
    """How many cards of `vector` each line gets; None if it takes a card that may not be taken."""
    sums = [0] * len(shape.bounds)
    for count, line in zip(vector, shape.lines, strict=True):
        if line >= 0:
            sums[line] += count
        elif count:
            return None
    return sums


def line_sizes(sizes: Sequence[int], shape: Shape) -> list[int]:
    """How many cards there are for each line."""
    sums = [0] * len(shape.bounds)
    for count, line in zip(sizes, shape.lines, strict=True):
        if line >= 0:
            sums[line] += count
    return sums


def plain_most(sizes: Sequence[int], shape: Shape, least: Sequence[int]) -> list[int] | None:
    """Per class the largest count in a plain set that contains `least`; None if there is no such set."""
    taken = line_sums(least, shape)
    if taken is None or between(taken, line_sizes(sizes, shape), shape.bounds, shape.low, shape.high) is None:
        return None
    needed = [max(have, floor) for have, (floor, _) in zip(taken, shape.bounds, strict=True)]
    rest = None if shape.high is None else shape.high - sum(needed)
    most = list(least)
    for index, line in enumerate(shape.lines):
        if line < 0:
            continue
        room = sizes[index] - least[index]
        ceiling = shape.bounds[line][1]
        if ceiling is not None:
            room = min(room, ceiling - taken[line])
        if rest is not None:  # what the line's minimum asks for anyway costs no room in the whole
            room = min(room, rest + needed[line] - taken[line])
        most[index] += room
    return most


def plain_vectors(sizes: Sequence[int], shape: Shape) -> Iterator[tuple[int, ...]]:
    """All count vectors that match a plain shape, more of earlier classes first.

    The counts of the next class with which a prefix can be completed are always an interval, known from a few sums: so the walk
    has no dead ends, and at most one step per class leads to the next vector.
    """
    have = line_sizes(sizes, shape)  # per line what is taken so far and what can still come
    taken = [0] * len(have)
    bounds = shape.bounds
    if not feasible(have, bounds, shape.low, shape.high):
        return
    low = shape.low
    high = sum(have) if shape.high is None else shape.high
    least = sum([floor for floor, _ in bounds])  # what all lines together come to at least, after what is taken so far,
    most = sum([end if ceiling is None else min(end, ceiling) for end, (_, ceiling) in zip(have, bounds, strict=True)])  # at most
    last = len(sizes)
    vector = [0] * last
    stack: list[tuple[int, int, int, int]] = []  # per class passed: its index and lowest count; least and most before it
    index = 0
    fewer: tuple[int, int] | None = None  # the count and lowest count of a class that gives fewer cards than in the last vector
    while True:
        while index < last:
            line = shape.lines[index]
            if line >= 0:
                size = sizes[index]
                floor, ceiling = bounds[line]
                start, end = taken[line], have[line]
                bottom = floor if floor > start else start
                top = end if ceiling is None or end < ceiling else ceiling
                if fewer is not None:
                    count, lowest = fewer
                    fewer = None
                else:
                    lowest = max(0, size + floor - end, size + low - most + top - end)
                    count = min(size, high - least + bottom - start)
                    if ceiling is not None and ceiling - start < count:
                        count = ceiling - start
                stack.append((index, lowest, least, most))
                vector[index] = count
                taken[line] = start + count
                have[line] = end - size + count
                if start + count > bottom:
                    least += start + count - bottom
                if end - size + count < top:
                    most -= top - end + size - count
            index += 1
        yield tuple(vector)
        while fewer is None:  # back to the last class that can give fewer
            if not stack:
                return
            index, lowest, least, most = stack.pop()
            line = shape.lines[index]
            count = vector[index]
            taken[line] -= count
            have[line] += sizes[index] - count
            vector[index] = 0
            if count > lowest:
                fewer = (count - 1, lowest)


# -- counting: one polynomial per line, whose coefficient at x^s is the number of ways to take s cards ------------------------


@lru_cache(maxsize=_KEPT)
def suffixes(sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Element i has, at s, the number of ways to take s cards from the classes i, i + 1, .. of these sizes. The last is (1,)."""
    ways = [1]
    cells = 0
    tables: list[tuple[int, ...]] = [(1,)]
    for size in reversed(sizes):
        longer = []
        window = 0  # the sum of the last size + 1 coefficients: the product with 1 + x + .. + x^size
        count = len(ways)
        cells += count + size
        if cells > _MOST_CELLS:
            too_many()
        for total in range(count + size):
            if total < count:
                window += ways[total]
            if total > size:
                window -= ways[total - size - 1]
            longer.append(window)
        ways = longer
        tables.append(tuple(ways))
    if cells > _LARGE:
        suffixes.cache_clear()
        tails.cache_clear()
    tables.reverse()
    return tuple(tables)


@lru_cache(maxsize=_KEPT)
def tails(parts: tuple[tuple[int, ...], ...], bounds: tuple[tuple[int, int | None], ...]) -> tuple[tuple[int, ...], ...]:
    """Element i has, at s, the number of ways to take s cards from lines i, i + 1, ..; `parts` has the class sizes per line."""
    ways = [1]
    tables: list[tuple[int, ...]] = [(1,)]
    for part, (floor, ceiling) in zip(reversed(parts), reversed(bounds), strict=True):
        line = suffixes(part)[0]
        stop = len(line) if ceiling is None else min(len(line), ceiling + 1)
        product = [0] * (len(ways) + max(stop, 1) - 1)
        if (stop - floor) * len(ways) > 4 * _MOST_CELLS:
            too_many()
        for taken in range(floor, stop):
            factor = line[taken]
            for total, number in enumerate(ways):
                product[taken + total] += factor * number
        ways = product
        tables.append(tuple(ways))
    tables.reverse()
    return tuple(tables)


def plain_count(sizes: Sequence[int], shape: Shape) -> int:
    """The number of count vectors that match a plain shape."""
    parts: list[list[int]] = [[] for _ in shape.bounds]
    for size, line in zip(sizes, shape.lines, strict=True):
        if line >= 0 and size:
            parts[line].append(size)
    for part in parts:
        part.sort()  # the order doesn't matter here, so equal collections share a table
    ways = tails(tuple(map(tuple, parts)), shape.bounds)[0]
    return sum(ways[shape.low :] if shape.high is None else ways[shape.low : shape.high + 1])


def plain_sample(sizes: Sequence[int], shape: Shape, below: Callable[[int], int]) -> tuple[int, ...]:
    """One of the count vectors that match a plain shape, each as likely as every other; ValueError if there is none."""
    count = plain_count(sizes, shape)
    if not count:
        raise ValueError("no set matches")
    return plain_at(sizes, shape, wide(below, count))


def plain_at(sizes: Sequence[int], shape: Shape, rank: int) -> tuple[int, ...]:
    """The count vector that matches a plain shape and has this number, from 0."""
    members: list[list[int]] = [[] for _ in shape.bounds]
    for index, line in enumerate(shape.lines):
        if line >= 0 and sizes[index]:
            members[line].append(index)
    for group in members:
        group.sort(key=sizes.__getitem__)
    parts = tuple([tuple([sizes[index] for index in group]) for group in members])
    tables = tails(parts, shape.bounds)
    ways = tables[0][shape.low :] if shape.high is None else tables[0][shape.low : shape.high + 1]
    total = shape.low  # first how many cards in all, then how many of each line, then how many of each class
    for number in ways:
        if rank < number:
            break
        rank -= number
        total += 1
    vector = [0] * len(shape.lines)
    for line, group in enumerate(members):
        table = suffixes(parts[line])
        own, others = table[0], tables[line + 1]
        floor, ceiling = shape.bounds[line]
        most = min(total, len(own) - 1) if ceiling is None else min(total, len(own) - 1, ceiling)
        for taken in range(max(floor, total - len(others) + 1), most + 1):
            number = own[taken] * others[total - taken]
            if rank < number:
                break
            rank -= number
        total -= taken
        rank, part_rank = divmod(rank, own[taken])
        for place, index in enumerate(group, 1):
            rest = table[place]
            for k in range(max(0, taken - len(rest) + 1), min(sizes[index], taken) + 1):
                number = rest[taken - k]
                if part_rank < number:
                    break
                part_rank -= number
            vector[index] = k
            taken -= k
    return tuple(vector)


def zero(n: int) -> int:
    """In the place of a random number where there is nothing to choose."""
    return 0


def wide(below: Callable[[int], int], n: int) -> int:
    """A number in 0..n-1 for any n from 1: `below` itself is only asked for numbers of 32 bits."""
    if n <= _WORD:
        return below(n)
    words = (n.bit_length() + 31) // 32
    top = 1 << (n.bit_length() - 32 * (words - 1))
    while True:  # uniform below the next power of two, so at least every second try is small enough
        number = below(top)
        for _ in range(words - 1):
            number = number << 32 | below(_WORD)
        if number < n:
            return number
