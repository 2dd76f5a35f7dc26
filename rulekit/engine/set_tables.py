"""The tables behind structured set choices: automata that read how many cards each class gives, and all their states at once.

`Case` is the automaton for one part of a shape. Its state says no more than what later classes and the end still need: cards per
line and in all as far as a bound depends on them, their sum, the run so far, and which values are taken among those that occur
again. If equal values stand side by side, that is at most one value at a time. So the states per class grow with the product of
line bounds, size bound, sums and domain, and not with the number of subsets. `Union` reads the same counts with several cases. An
automaton has accepted what it has read if it still has a state at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Protocol

from attrs import frozen

from rulekit.engine.shapes import Shape, too_many

# The values taken that occur again (bits); first and last position of the run (None, 0 before the first card that isn't wild);
# cards in the run; cards in all; their sum; cards per line.
State = tuple[int, int | None, int, int, int, int, tuple[int, ...]]
UnionState = tuple[tuple[int, State], ...]

MOST_MOVES = 200_000
"""So many counts of classes are tried at most for one table."""
_FAR = 1 << 20  # further than any run is long: there ends a run that no later card can join


class Automaton(Protocol):
    """Reads one count per class. States are hashable; None means that nothing that follows can make a match."""

    @property
    def start(self) -> Any:
        """The state before the first class."""

    def step(self, place: int, state: Any, count: int) -> Any:
        """The state after `count` cards of the class at this place."""


@frozen
class Row:
    """What a case knows of the class it reads, and of those that come after it."""

    line: int
    wild: bool
    bit: int  # of its value, if other classes have the value too
    position: int  # of its value in the domain
    value: int  # what each card adds to the total
    keep: int  # the bits of values that occur again
    rest: int  # how many more cards can come at most
    rests: tuple[int, ...]  # the same for each line
    least: int  # what these can add to the total at least
    most: int  # and at most
    fill: int  # how many cards can still go into a gap of the run
    ahead: int  # the lowest position that still comes


class Case:
    """The automaton for a shape without `same`. It reads the classes `order`; no other class is in the set."""

    __slots__ = ("_bounds", "_consecutive", "_high", "_low", "_rising", "_rows", "_spread", "_wanted", "start", "strain")

    def __init__(self, shape: Shape, sizes: Sequence[int], order: Sequence[int]) -> None:
        spread: Sequence[object] | None = shape.different if shape.consecutive is None else shape.consecutive
        self._spread = spread is not None
        self._consecutive = shape.consecutive is not None
        self._bounds = shape.bounds
        self._low = shape.low
        self._high = shape.high
        if self._consecutive and (shape.high is None or shape.domain < shape.high):
            self._high = shape.domain
        self._wanted = None if shape.total is None else shape.total[1]
        real = [index for index in order if not shape.wild[shape.lines[index]]]
        self._rising = self._consecutive
        bits: dict[object, int] = {}
        if spread is not None:
            seen: set[object] = set()
            for index in real:
                if spread[index] in seen:
                    bits.setdefault(spread[index], 1 << len(bits))
                seen.add(spread[index])
        if shape.consecutive is not None:
            positions = [shape.consecutive[index] for index in real]
            self._rising = all(here <= there for here, there in pairwise(positions))
        # From the last class to the first: a row is made of what comes after its class. The last one is for "before the first".
        self.strain = 0  # an estimate of how many states this order costs
        rows = []
        rests = [0] * len(shape.bounds)
        wild_rest = keep = least = most = 0
        ahead = _FAR
        values: set[object] = set()
        for taken in (*reversed(order), None):
            rest = wild_rest + len(values) if self._spread else sum(rests)
            fill = wild_rest if self._rising else rest
            after = (keep, rest, tuple(rests), least, most, fill, ahead)
            self.strain += (1 << keep.bit_count()) * (4 if self._consecutive and not self._rising else 1)
            if taken is None:
                rows.append(Row(0, False, 0, 0, 0, *after))
                break
            line = shape.lines[taken]
            wild = shape.wild[line]
            value = 0 if shape.total is None else shape.total[0][taken]
            position = bit = 0
            size = sizes[taken]
            if wild:
                wild_rest += size
            elif spread is not None:
                size = min(size, 1)
                values.add(spread[taken])
                bit = bits.get(spread[taken], 0)
                keep |= bit
                if shape.consecutive is not None:
                    position = shape.consecutive[taken]
                    ahead = min(ahead, position)
            rows.append(Row(line, wild, bit, position, value, *after))
            rests[line] += size
            least += min(0, value * size)
            most += max(0, value * size)
        rows.reverse()
        self._rows = rows
        self.start = self._settle(rows[0], 0, None, 0, 0, 0, 0, (0,) * len(shape.bounds))

    def step(self, place: int, state: State, count: int) -> State | None:
        """The state after `count` cards of the class at this place of the order; None if no set that begins so matches."""
        row = self._rows[place + 1]
        bits, first, last, run, size, total, counts = state
        if count:
            size += count
            total += count * row.value
            line = row.line
            counts = (*counts[:line], counts[line] + count, *counts[line + 1 :])
            if row.wild:
                run += count
            elif self._spread:
                if count > 1 or bits & row.bit:
                    return None
                bits |= row.bit
                run += 1
                position = row.position
                if first is None:
                    first = last = position
                elif self._rising:
                    last = position
                else:
                    first = min(first, position)
                    last = max(last, position)
        return self._settle(row, bits, first, last, run, size, total, counts)

    def _settle(
        self, row: Row, bits: int, first: int | None, last: int, run: int, size: int, total: int, counts: tuple[int, ...]
    ) -> State | None:
        """The state, without all that no longer matters; None if nothing that follows can make a match."""
        rest = row.rest
        if size + rest < self._low:
            return None
        high = self._high
        if high is not None and size > high:
            return None
        if size > self._low and (high is None or size + rest <= high):
            size = self._low
        settled = []
        for count, more, (floor, ceiling) in zip(counts, row.rests, self._bounds, strict=True):
            if count + more < floor or (ceiling is not None and count > ceiling):
                return None
            settled.append(floor if count > floor and (ceiling is None or count + more <= ceiling) else count)
        if self._wanted is not None:
            if not total + row.least <= self._wanted <= total + row.most:
                return None
        if not self._consecutive:
            run = 0
        elif first is None:
            if row.ahead == _FAR:
                run = 0
        else:
            holes = last - first + 1 - run  # below 0: wild cards that lengthen the run or will fill later gaps
            if holes > row.fill:
                return None
            if self._rising:  # positions only rise, so of the run only its end and its holes matter
                if row.ahead - last - 1 + holes > row.fill:
                    last = -_FAR
                    holes = max(holes, 0)
                first = last + 1 - holes
                run = 0
        return bits & row.keep, first, last, run, size, total, tuple(settled)


class Union:
    """Cases side by side: reads `order`, and accepts what at least one of them does. The case n reads `orders[n]` of it."""

    __slots__ = ("_cases", "_places", "start")

    def __init__(self, cases: Sequence[Case], order: Sequence[int], orders: Sequence[Sequence[int]]) -> None:
        self._cases = cases
        places = [{index: place for place, index in enumerate(mine)} for mine in orders]
        self._places = [[mine.get(index, -1) for mine in places] for index in order]  # per class its place in each case
        self.start: UnionState | None = tuple([(n, case.start) for n, case in enumerate(cases) if case.start is not None]) or None

    def step(self, place: int, state: UnionState, count: int) -> UnionState | None:
        """The states of the cases that can still match."""
        places = self._places[place]
        after = []
        for pair in state:
            number = pair[0]
            mine = places[number]
            if mine >= 0:
                own = self._cases[number].step(mine, pair[1], count)
                if own is not None:
                    after.append((number, own))
            elif not count:
                after.append(pair)
        return tuple(after) or None


def reachable(automaton: Automaton, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the automaton accepts some counts within `spans` (per class the least and the most). Tries many cards first."""
    if automaton.start is None:
        return False
    end = len(spans)
    tried = 0
    stack = [(0, automaton.start)]
    seen = set(stack)
    while stack:
        place, state = stack.pop()
        if place == end:
            return True
        least, most = spans[place]
        tried += most + 1 - least
        if tried > MOST_MOVES:
            too_many()
        for count in range(least, most + 1):
            after = automaton.step(place, state, count)
            if after is not None:
                pair = (place + 1, after)
                if pair not in seen:
                    seen.add(pair)
                    stack.append(pair)
    return False


def accepted(automaton: Automaton, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """All tuples of counts within `spans` that the automaton accepts, more of earlier classes first.

    States are only looked at when the walk comes to them, so the first tuples are there long before a whole table would be; dead
    ends are remembered, so never more states are looked at than such a table has.
    """
    end = len(spans)
    known: list[dict[Any, list[tuple[int, Any]]]] = [{} for _ in spans]  # what follows each state seen
    dead: list[set[Any]] = [set() for _ in range(end + 1)]
    if automaton.start is None:
        return
    counts: list[int] = []
    path: list[tuple[Any, Iterator[tuple[int, Any]], int]] = []  # state, the moves still to try, tuples found before it
    found = tried = 0
    state = automaton.start
    while True:
        place = len(path)
        if place == end:
            found += 1
            yield tuple(counts)
        else:
            moves = known[place].get(state)
            if moves is None:
                least, most = spans[place]
                tried += most + 1 - least
                if tried > MOST_MOVES:
                    too_many()
                after = [(count, automaton.step(place, state, count)) for count in range(most, least - 1, -1)]
                moves = known[place][state] = [move for move in after if move[1] is not None]
            path.append((state, iter(moves), found))
            counts.append(0)
        while path:
            here, following, before = path[-1]
            gone = dead[len(path)]
            move = next((move for move in following if move[1] not in gone), None)
            if move is not None:
                counts[-1], state = move
                break
            path.pop()
            counts.pop()
            if found == before:
                dead[len(path)].add(here)
        else:
            return


class Table:
    """All states of an automaton on its way to acceptance, when the counts of the classes lie within `spans`.

    `count` is how many tuples of counts are accepted. Results are tuples with one count per class that the automaton reads.
    """

    __slots__ = ("_moves", "_start", "_ways", "count")

    def __init__(self, automaton: Automaton, spans: Sequence[tuple[int, int]]) -> None:
        self._start = automaton.start
        # Forward: per class, for each state the counts and states that follow, more cards first.
        self._moves: list[dict[Any, list[tuple[int, Any]]]] = []
        tried = 0
        layer: dict[Any, None] = {} if self._start is None else {self._start: None}
        for place, (least, most) in enumerate(spans):
            moves: dict[Any, list[tuple[int, Any]]] = {}
            following: dict[Any, None] = {}
            tried += len(layer) * (most + 1 - least)
            if tried > MOST_MOVES:
                too_many()
            for state in layer:
                own = []
                for count in range(most, least - 1, -1):
                    after = automaton.step(place, state, count)
                    if after is not None:
                        own.append((count, after))
                        following[after] = None
                moves[state] = own
            self._moves.append(moves)
            layer = following
        # Backward: in how many ways each state can be completed. Moves into dead ends are dropped.
        ways: dict[Any, int] = dict.fromkeys(layer, 1)
        self._ways = [ways]
        for moves in reversed(self._moves):
            before: dict[Any, int] = {}
            for state, own in moves.items():
                live = [move for move in own if move[1] in ways]
                if live:
                    moves[state] = live
                    before[state] = sum([ways[after] for _, after in live])
            ways = before
            self._ways.append(ways)
        self._ways.reverse()
        self.count = ways.get(self._start, 0)

    def at(self, rank: int) -> tuple[int, ...]:
        """The accepted tuple number `rank`, from 0 to count - 1."""
        counts = []
        state = self._start
        for moves, ways in zip(self._moves, self._ways[1:], strict=True):
            for count, after in moves[state]:
                number = ways[after]
                if rank < number:
                    counts.append(count)
                    state = after
                    break
                rank -= number
        return tuple(counts)

    def most(self) -> list[int]:
        """Per class the largest count in an accepted tuple; there must be one."""
        return [
            max([moves[state][0][0] for state in ways if state in moves])
            for moves, ways in zip(self._moves, self._ways[:-1], strict=True)
        ]

    def span(self) -> tuple[int, int] | None:
        """The smallest and the largest sum of an accepted tuple; None if there is none."""
        if not self.count:
            return None
        spans: dict[Any, tuple[int, int]] = dict.fromkeys(self._ways[-1], (0, 0))
        for moves, ways in zip(reversed(self._moves), reversed(self._ways[:-1]), strict=True):
            before = {}
            for state in ways:
                ends = [(count + spans[after][0], count + spans[after][1]) for count, after in moves[state]]
                before[state] = (min([end[0] for end in ends]), max([end[1] for end in ends]))
            spans = before
        return spans[self._start]
