"""Finding the types that nobody wrote: parameters, results of queries, kinds of zones, cards of patterns.

Takes units (each lowers one body and may be run again and again), gives the smallest types that hold what the bodies say.
Promises: a unit is run again only if a type that it read has changed; the last run of each unit read final types only, so
what it made and reported is the result; it ends for every input.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import TypeAlias

from attrs import Factory, define, field

from rulekit.analysis.lattice import ANY, join, without_bounds
from rulekit.analysis.model import (
    ActionDecl,
    EventDecl,
    Local,
    PatternDecl,
    QueryDecl,
    ReactionDecl,
    TableDecl,
    ZoneDecl,
)
from rulekit.analysis.types import AnyT, CardT, Type
from rulekit.diagnostics import Sink
from rulekit.source import Span

Key: TypeAlias = Local | QueryDecl | TableDecl | ZoneDecl | PatternDecl
Asked: TypeAlias = Key | ActionDecl | ReactionDecl | EventDecl


@define(eq=False)
class Unit:
    """A body that is lowered as a whole.  ``sink`` holds what its last run reported."""

    index: int
    run: Callable[[Unit], None]
    sink: Sink = Factory(Sink)
    lets: dict[int, Type] = Factory(dict)
    """Types of ``let`` names, by the id of their node, as wide as everything that is set to them."""
    changed: set[int] = Factory(set)
    """The ``let`` nodes whose names are changed by a statement."""


@define(frozen=True)
class Given:
    """One thing that a key has to hold."""

    type: Type
    span: Span
    maybe: bool


@define(eq=False)
class Inference:
    """The units, what they give and what they read."""

    units: list[Unit] = Factory(list)
    current: Unit | None = None
    given: dict[Key, dict[Unit, list[Given]]] = Factory(dict)
    fresh: dict[Key, list[Given]] = Factory(dict)
    readers: dict[Asked, set[Unit]] = Factory(dict)
    inferred: set[Local] = Factory(set)
    """Parameters without a written type."""
    maybe: set[QueryDecl] = Factory(set)
    """Queries whose value may be missing."""
    signatures: dict[ActionDecl | ReactionDecl, tuple[Type, ...]] = Factory(dict)
    """The types of the choices of actions and reactions."""
    reads: dict[Local, set[str]] = Factory(dict)
    """What is read behind a dot of a parameter of which nothing else is known."""
    conflicts: dict[Key, tuple[Given, Given]] = Factory(dict)
    gave: dict[Unit, set[Key]] = Factory(dict)
    waiting: list[int] = Factory(list)
    queued: set[int] = Factory(set)
    mixed: Type = ANY
    """The type of cards that have no common parent."""

    def add(self, run: Callable[[Unit], None]) -> None:
        """Plan a unit."""
        self.units.append(Unit(len(self.units), run))

    def ask(self, key: Asked) -> None:
        """The running unit depends on this."""
        if self.current is not None:
            self.readers.setdefault(key, set()).add(self.current)

    def give(self, key: Key, type: Type, span: Span, maybe: bool = False) -> None:
        """The running unit says that ``key`` has to hold ``type``."""
        if not isinstance(key, Local) or key in self.inferred:
            self.fresh.setdefault(key, []).append(Given(type, span, maybe))

    def signature(self, decl: ActionDecl | ReactionDecl, types: tuple[Type, ...]) -> None:
        """The choices of an action or reaction have these types."""
        if self.signatures.get(decl) != types:
            self.signatures[decl] = types
            self._wake(decl)

    def again(self, unit: Unit) -> None:
        """Run this unit once more."""
        if unit.index not in self.queued:
            self.queued.add(unit.index)
            heappush(self.waiting, unit.index)

    def solve(self) -> None:
        """Run units until nothing changes."""
        for unit in self.units:
            self.again(unit)
        self.settle()
        for local, names in list(self.reads.items()):
            if isinstance(local.type, AnyT):
                self.guessed[local] = self.guess(names)
                self._store(local, ANY, False)
        self.settle()

    guessed: dict[Local, Type] = Factory(dict)
    """Types of parameters that no call gives, from what is read of them."""
    guess: Callable[[set[str]], Type] = field(default=lambda names: ANY)
    """The only type that has these attributes or fields."""

    def settle(self) -> None:
        """Run the waiting units, and those that these wake."""
        budget = 30 * len(self.units) + 100
        while self.waiting and budget:
            budget -= 1
            index = heappop(self.waiting)
            self.queued.discard(index)
            self._run(self.units[index])

    def _run(self, unit: Unit) -> None:
        self.current = unit
        self.fresh = {}
        unit.sink = Sink()
        unit.run(unit)
        self.current = None
        touched = self.gave.get(unit, set()) | set(self.fresh)
        self.gave[unit] = set(self.fresh)
        for key in touched:
            sources = self.given.setdefault(key, {})
            if key in self.fresh:
                sources[unit] = self.fresh[key]
            else:
                sources.pop(unit, None)
            self._total(key, sources)

    def _total(self, key: Key, sources: dict[Unit, list[Given]]) -> None:
        total: Type = ANY
        maybe = False
        latest: Given | None = None
        self.conflicts.pop(key, None)
        for unit in sorted(sources, key=lambda unit: unit.index):
            for given in sources[unit]:
                joined = join(total, given.type)
                if joined is None and isinstance(key, ZoneDecl | PatternDecl):
                    total = self.mixed
                    continue
                if joined is None and latest is not None:
                    self.conflicts.setdefault(key, (latest, given))
                    continue
                total = joined or total
                maybe = maybe or given.maybe
                latest = given if latest is None or not isinstance(given.type, AnyT) else latest
        self._store(key, total, maybe)

    def _store(self, key: Key, total: Type, maybe: bool) -> None:
        match key:
            case Local():
                total = without_bounds(total)
                if isinstance(total, AnyT):
                    total = self.guessed.get(key, ANY)
                changed = key.type != total
                key.type = total
            case QueryDecl():
                changed = key.type != total or (key in self.maybe) != maybe
                key.type = total
                (self.maybe.add if maybe else self.maybe.discard)(key)
            case TableDecl():
                changed = key.type != total
                key.type = total
            case ZoneDecl():
                kind = total.kind if isinstance(total, CardT) else None
                changed = key.kind is not kind
                key.kind = kind
            case PatternDecl():
                changed = key.element != total
                key.element = total
        if changed:
            self._wake(key)

    def _wake(self, key: Asked) -> None:
        for unit in self.readers.get(key, ()):
            self.again(unit)
