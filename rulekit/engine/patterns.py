"""Patterns at run time, and classes of equal cards.

A pattern is turned into counts: each card belongs to one of its lines or to none.  If its conditions read nothing but the card's
own attributes, the lines are a table made once, and the counts per line are remembered in the zone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from rulekit.engine.lanes import Lanes
from rulekit.engine.sets import SetProblem, Shape, feasible
from rulekit.engine.state import State, Zone

Bounds = tuple[tuple[int, int | None], ...]


@define(eq=False)
class PatternCode:
    """A pattern.  ``line_of(S, card, *args)``: the number of the card's line, or -1; ``bounds`` and ``size`` give (least, most).

    ``static``: lines, bounds and size depend on the arguments only.  ``plain``: only ``holds`` and ``size``.
    """

    number: int
    name: str
    wild: tuple[bool, ...]
    static: bool
    plain: bool
    line_of: Callable[..., int]
    bounds: Callable[..., Bounds]
    size: Callable[..., tuple[int, int | None]]
    same: tuple[tuple[Any, ...], ...]
    """For each attribute named behind ``same``: card -> value."""
    different: tuple[Any, ...] | None
    consecutive: tuple[Any, ...] | None
    domain_low: int
    domain: int
    total: tuple[Any, ...] | None
    total_is: Callable[..., int] | None
    parameters: int = 0
    lanes: Lanes | None = None
    """The pattern as sums in lanes, if it has that form."""
    sets: dict[Any, Any] = field(factory=dict, repr=False)
    """Argument -> ``FlatSets``."""
    tables: dict[Any, tuple[tuple[int, ...], Bounds, tuple[int, int | None]]] = field(factory=dict, repr=False)

    def table(self, S: State, args: tuple[Any, ...]) -> tuple[tuple[int, ...], Bounds, tuple[int, int | None]]:
        """Of a static pattern: card -> line, and the bounds."""
        found = self.tables.get(args)
        if found is None:
            rows = tuple([self.line_of(S, c, *args) for c in range(len(S.program.cards))])
            found = self.tables[args] = (rows, self.bounds(S, *args), self.size(S, *args))
        return found

    def sums(self, S: State, zone: Zone, args: tuple[Any, ...]) -> list[int]:
        """Of a static pattern: how many cards of the zone belong to each line."""
        key = (self.number, args)
        sums: list[int] | None = zone.memo.get(key)
        if sums is None:
            rows = self.table(S, args)[0]
            sums = [0] * len(self.wild)
            for c in zone.cards:
                line = rows[c]
                if line >= 0:
                    sums[line] += 1
            zone.memo[key] = sums
        return sums

    def has(self, S: State, zones: Sequence[Zone], args: tuple[Any, ...]) -> bool:
        """Whether some part of the cards of these different zones matches."""
        lanes = self.lanes
        if lanes is not None:
            return lanes.meets(lanes.met(sum([lanes.of(zone) for zone in zones])), args[0] if args else 0)
        if not (self.static and self.plain):
            return self.has_cards(S, [c for zone in zones for c in zone.cards], args)
        _, bounds, (low, high) = self.table(S, args)
        if len(zones) == 1:
            available: Sequence[int] = self.sums(S, zones[0], args)
        else:
            available = [sum(column) for column in zip(*[self.sums(S, zone, args) for zone in zones], strict=True)]
        return feasible(available, bounds, low, high)

    def has_cards(self, S: State, cards: Sequence[int], args: tuple[Any, ...]) -> bool:
        """Whether some part of a set of cards matches."""
        S.fuel -= 8 + len(cards)
        groups = classes_of(S, cards, False)
        sizes = tuple([len(group) for group in groups])
        return SetProblem(sizes, (self.shape(S, args, [group[0] for group in groups], None, None),)).exists()

    def shape(self, S: State, args: tuple[Any, ...], firsts: Sequence[int], low: int | None, high: int | None) -> Shape:
        """What the pattern demands of classes with these first cards; ``low`` and ``high`` narrow the size."""
        if self.static:
            rows, bounds, (least, most) = self.table(S, args)
            lines = tuple([rows[c] for c in firsts])
        else:
            lines = tuple([self.line_of(S, c, *args) for c in firsts])
            bounds = self.bounds(S, *args)
            least, most = self.size(S, *args)
        if low is not None and low > least:
            least = low
        if high is not None and (most is None or high < most):
            most = high
        if self.plain:
            return Shape(lines, bounds, self.wild, least, most)
        return Shape(
            lines,
            bounds,
            self.wild,
            least,
            most,
            same=tuple([tuple([row[c] for c in firsts]) for row in self.same]),
            different=None if self.different is None else tuple([self.different[c] for c in firsts]),
            consecutive=None
            if self.consecutive is None
            else tuple([-1 if self.consecutive[c] is None else self.consecutive[c] - self.domain_low for c in firsts]),
            domain=self.domain,
            total=None
            if self.total is None or self.total_is is None
            else (tuple([self.total[c] or 0 for c in firsts]), self.total_is(S, *args)),
        )


# ---------------------------------------------------------------- classes of equal cards


Mark = tuple[int, int, str]


def mark(S: State, card: int) -> Mark:
    """What everybody can tell of a card: its class, or if it lies hidden from somebody, its back."""
    program = S.program
    zone = S.loc[card]
    if program.face_up[card] or (zone >= 0 and program.viewers[zone] == (1 << program.players) - 1):
        return (0, program.classes[card], "")
    return (1, 0, program.cards[card].back)


def referring(S: State) -> dict[int, list[tuple[Mark, int]]]:
    """For each card what can be told of the cards whose states refer to it, and by which state."""
    program = S.program
    n = program.states_per_card
    found: dict[int, list[tuple[Mark, int]]] = {}
    for slot in program.card_states:
        for other, card in enumerate(S.states[slot::n]):
            if card.__class__ is int:
                found.setdefault(card, []).append((mark(S, other), slot))
    for row in found.values():
        row.sort()
    return found


def class_key(S: State, card: int, referred: dict[int, list[tuple[Mark, int]]]) -> Any:
    """Cards with one key are equal: kind, label, attributes, states, and what refers to them."""
    program = S.program
    base = program.classes[card]
    n = program.states_per_card
    if not n and not program.card_fields:
        return base
    row = S.states[card * n : card * n + n]
    states = tuple([_shown(S, x, referred) if slot in program.card_states else _sortable(x) for slot, x in enumerate(row)])
    refers = tuple([f for f in program.card_fields if S.fields[f] == card or (S.fields[f].__class__ is tuple and card in S.fields[f])])
    return (base, states, refers, tuple(referred.get(card, ())))


def _shown(S: State, value: Any, referred: dict[int, list[tuple[Mark, int]]]) -> tuple[Any, ...]:
    """A state that refers to cards, as far as everybody sees it: what they are, and what else refers to them."""
    if value is None:
        return ()
    cards = value if value.__class__ is tuple else (value,)
    marks = [(c, mark(S, c)) for c in cards]
    return tuple(sorted([(seen, tuple(referred.get(c, ())) if seen[0] == 0 else ()) for c, seen in marks]))


def _sortable(value: Any) -> tuple[int, ...]:
    if value is None:
        return ()
    if value.__class__ is tuple:
        return (-1, *value)
    return (int(value),)


def classes_of(S: State, cards: Sequence[int], spread: bool) -> list[Sequence[int]]:
    """The cards in groups of equal ones, in the order of the decks; within a group as they lie.  ``spread``: by place too."""
    program = S.program
    groups: dict[Any, list[int]] = {}
    if program.states_per_card or program.card_fields:
        S.fuel -= len(cards) >> 2
        referred: dict[int, list[tuple[Mark, int]]] = {}
        if program.card_states:
            S.fuel -= len(program.cards) >> 4
            referred = referring(S)
        for c in cards:
            key = (class_key(S, c, referred), S.loc[c] if spread else 0)
            groups.setdefault(key, []).append(c)
    elif spread:
        for c in cards:
            groups.setdefault((program.classes[c], S.loc[c]), []).append(c)
    else:
        classes = program.classes
        for c in cards:
            k = classes[c]
            if k in groups:
                groups[k].append(c)
            else:
                groups[k] = [c]
    return [groups[key] for key in sorted(groups)]


def zone_firsts(S: State, zone: Zone) -> tuple[int, ...]:
    """The lowest card of each class in a zone, in menu order (remembered where cards have no states)."""
    found: tuple[int, ...] | None = zone.memo.get("firsts")
    if found is None:
        program = S.program
        if not program.plain_cards:
            return tuple([group[0] for group in classes_of(S, zone.cards, False)])
        classes = program.classes
        lowest = {classes[c]: c for c in zone.cards[::-1]}
        found = zone.memo["firsts"] = tuple([lowest[k] for k in sorted(lowest)])
    return found


def kind_firsts(S: State, zone: Zone, kind: tuple[bool, ...], name: str) -> tuple[int, ...]:
    """The same of the cards of a kind only; ``name`` is that of the table that tells which they are."""
    found: tuple[int, ...] | None = zone.memo.get(name)
    if found is None:
        cards = [c for c in zone.cards if kind[c]]
        if len(cards) < 2:
            found = tuple(cards)
        elif not S.program.plain_cards:
            return tuple([group[0] for group in classes_of(S, cards, False)])
        else:
            classes = S.program.classes
            lowest = {classes[c]: c for c in reversed(cards)}
            found = tuple([lowest[k] for k in sorted(lowest)])
        zone.memo[name] = found
    return found


def firsts(S: State, cards: Sequence[int], spread: bool) -> list[int]:
    """The lowest card of each class of a set, in menu order."""
    return [group[0] for group in classes_of(S, cards, spread)]
