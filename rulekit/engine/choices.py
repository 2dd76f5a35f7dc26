"""The choice solver: what may be chosen, so that the rest can still be completed; how many complete answers there are.

An action's clauses are a list of steps.  A *binding* is a list of registers: the player (and the card) first, then one place for each
step; a step's functions read the earlier ones.  Nothing here lists subsets: sets are count vectors over classes of equal cards
(``sets``), and a step on which nothing later depends is counted, not enumerated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import define, field

from rulekit.analysis.model import ActionDecl, Local, ReactionDecl
from rulekit.analysis.typed import TypedChoice
from rulekit.analysis.types import Type
from rulekit.engine.faults import TOO_MANY_COMBINATIONS, RulesFault
from rulekit.engine.flatsets import class_counts, flat_sets, flat_weights, take
from rulekit.engine.patterns import PatternCode, classes_of
from rulekit.engine.sets import SetProblem, Shape
from rulekit.engine.shapes import wide
from rulekit.engine.state import State, Zone

Binding = list[Any]
MOST_READ = 20_000
"""How many sets are tried at most for a choice that later clauses read."""


@define(eq=False)
class StepCode:
    """One choice.  ``slot`` is its register; the functions take the state and the binding.

    ``candidates``: for one element, all that meet ``where`` and the conditions that can be tested then (one of each class of equal
    cards); for a set, all elements that meet ``where``.  ``guard``: conditions on a whole set.  ``read``: later steps or a guard read
    the value.  ``tail_slots``: if this step and all later ones depend on nothing but these registers (of cards, on their classes).
    """

    name: str
    label: str
    slot: int
    type: Type
    is_set: bool
    is_card: bool
    candidates: Callable[[State, Binding], Sequence[Any]]
    low: Callable[[State, Binding], int] | None
    high: Callable[[State, Binding], int] | None
    shapes: tuple[tuple[PatternCode, Callable[[State, Binding], tuple[Any, ...]]], ...]
    zone: Callable[[State, Binding], int] | None
    guard: Callable[[State, Binding], bool] | None
    read: bool
    tail_slots: tuple[tuple[int, bool], ...] | None
    spread: bool
    """The elements may lie in several zones: equal cards in different places are different."""
    site: int
    bounds_site: int
    flat: bool = False
    """A set out of one zone, its pattern in lanes: ``flatsets`` counts it."""
    counted: bool = False
    """A set out of one zone, its pattern plain and static: ``flatsets`` counts it for every size."""
    by_element: bool = False
    """The second of two choices, counted, whose pattern has the element chosen first as its argument, and bounds that don't read it."""
    tails: dict[Any, int] = field(factory=dict, repr=False)
    by_class: dict[int, tuple[Any, ...]] = field(factory=dict, repr=False)
    class_sizes: list[int] = field(factory=list, repr=False)
    """Of a second choice that only the class of the card chosen first decides:
    what can be chosen, and how much that is (-1: not asked yet)."""
    listed: dict[Any, Sequence[Any]] = field(factory=dict, repr=False)
    """By the values of ``tail_slots``: how many ways there are from here on, and the candidates."""


@define(eq=False)
class ActionCode:
    """An action, or a choice in a body.  ``guard`` tests what needs no choice, ``pay`` takes the costs, ``body`` does the effect.

    ``body`` returns 0, or the number of the phase to end; ``code`` is its code if it may ask (then ``body`` is none).
    """

    name: str
    label: str
    decl: ActionDecl | ReactionDecl | None
    size: int
    """How many registers a binding has."""
    guard: Callable[[State, Binding], bool] | None
    steps: tuple[StepCode, ...]
    pay: Callable[[State, Binding], None] | None = None
    body: Callable[[State, Binding], int] | None = None
    code: int | None = None
    clauses: tuple[tuple[str, Callable[[State, Binding], bool], int, int], ...] = ()
    """For "why not": sort of clause, its test, the step after which it can be tested (0: none), its site."""
    chosen: tuple[TypedChoice, ...] = field(default=(), repr=False)
    """The choices of an action as they are written, beside its steps; on a card the card comes first."""
    open_guard: Callable[[State, Binding], bool] | None = None
    """Of a reaction: the part of its guard that everybody at the table can tell."""
    given: tuple[Local, ...] = field(default=(), repr=False)
    """Of a reaction: the registers behind the player, which hold what it takes over from the happening."""
    blank: tuple[None, ...] = field(init=False, repr=False)
    """The registers of a binding behind the player, still empty."""

    def __attrs_post_init__(self) -> None:
        self.blank = (None,) * (self.size - 1)


# ---------------------------------------------------------------- sets


@define(eq=False)
class SetChoice:
    """A set step for one binding: the classes of equal elements, and what sets of them may be taken."""

    groups: list[Sequence[Any]]
    problem: SetProblem

    def elements(self, vector: Sequence[int]) -> tuple[Any, ...]:
        """The lowest elements of each class, so many as the vector says."""
        taken: list[Any] = []
        for group, n in zip(self.groups, vector, strict=True):
            taken += group[:n]
        return tuple(taken)


def set_choice(S: State, step: StepCode, e: Binding) -> SetChoice:
    """The set step's classes and problem for this binding."""
    args = [f(S, e) for _, f in step.shapes]
    low = step.low(S, e) if step.low else None
    high = step.high(S, e) if step.high else None
    zone = S.zones[step.zone(S, e)] if step.zone else None
    key = None
    if zone is not None and not S.program.states_per_card and all(pattern.static for pattern, _ in step.shapes):
        key = (step.site, step.slot, low, high, *args)
        found = zone.memo.get(key)
        if found is not None:
            return found  # type: ignore[no-any-return]
    if low is not None and low < 0:
        low = 0
    if high is not None and high < (low or 0):
        from rulekit.engine.basics import reversed_bounds

        reversed_bounds(S, low or 0, high, step.bounds_site)
    groups = class_groups(S, step, e)
    firsts = [group[0] for group in groups]
    sizes = tuple([len(group) for group in groups])
    if step.shapes:
        shapes = tuple(pattern.shape(S, a, firsts, low, high) for (pattern, _), a in zip(step.shapes, args, strict=True))
    else:
        shapes = (Shape((0,) * len(groups), ((0, None),), (False,), 1 if low is None else low, high),)
    choice = SetChoice(groups, SetProblem(sizes, shapes))
    if key is not None and zone is not None:
        zone.memo[key] = choice
    return choice


def class_groups(S: State, step: StepCode, e: Binding) -> list[Sequence[Any]]:
    """The elements of a set step, equal ones together, in menu order."""
    elements = step.candidates(S, e)
    if step.is_card:
        return classes_of(S, elements, step.spread)
    return [(x,) for x in elements]


def bound_sets(S: State, action: ActionCode, i: int, e: Binding, limit: int = MOST_READ) -> Iterator[tuple[Any, ...]]:
    """All sets of step i, bound one after the other, whose guard holds."""
    step = action.steps[i]
    choice = set_choice(S, step, e)
    for number, vector in enumerate(choice.problem.vectors()):
        tried(S, step, 1 + (len(vector) >> 5))
        if number >= limit:
            raise RulesFault(
                TOO_MANY_COMBINATIONS,
                f"later clauses read the set '{step.name}', and there are more than {limit:,} sets to try",
                S.program.sites[step.site],
                "let a pattern say what the set must be: size, total, same, consecutive",
            )
        e[step.slot] = choice.elements(vector)
        if step.guard is None or step.guard(S, e):
            yield e[step.slot]


def tried(S: State, step: StepCode, number: int) -> None:
    """Pay for trying so many values of a choice that later clauses read."""
    S.fuel -= number
    if S.fuel < 0:
        raise RulesFault(
            TOO_MANY_COMBINATIONS,
            f"later clauses read '{step.name}', and there are too many combinations to try",
            S.program.sites[step.site],
            "fewer values to choose from, or conditions on a single choice",
        )


# ---------------------------------------------------------------- completability and counts


def open_action(S: State, action: ActionCode, first: Sequence[Any]) -> Binding | None:
    """A fresh binding with its first registers, or none if a condition without choices fails."""
    e: Binding = [*first, *([None] * (action.size - len(first)))]
    if action.guard is not None and not action.guard(S, e):
        return None
    return e


def _tail_key(S: State, slots: tuple[tuple[int, bool], ...], e: Binding) -> Any:
    classes = S.program.classes
    if len(slots) == 1:
        slot, is_card = slots[0]
        return classes[e[slot]] if is_card else e[slot]
    return tuple([classes[e[slot]] if is_card else e[slot] for slot, is_card in slots])


def alive(S: State, action: ActionCode, i: int, e: Binding) -> bool:
    """Whether the steps from i on can be completed."""
    steps = action.steps
    if i == len(steps):
        return True
    step = steps[i]
    if step.tail_slots is not None:
        return count(S, action, i, e) > 0
    last = i + 1 == len(steps)
    if not step.is_set:
        candidates = step.candidates(S, e)
        if not candidates:
            return False
        if last:
            return True
        if not step.read:
            e[step.slot] = candidates[0]
            return alive(S, action, i + 1, e)
        tried(S, step, len(candidates))
        for value in candidates:
            e[step.slot] = value
            if alive(S, action, i + 1, e):
                return True
        return False
    if not step.read:
        if step.flat and step.zone is not None:
            pattern, args = step.shapes[0]
            if not pattern.has(S, (S.zones[step.zone(S, e)],), args(S, e)):
                return False
        elif not set_choice(S, step, e).problem.exists():
            return False
        return last or alive(S, action, i + 1, e)
    return any(alive(S, action, i + 1, e) for _ in bound_sets(S, action, i, e))


def count(S: State, action: ActionCode, i: int, e: Binding) -> int:
    """How many ways there are to complete the steps from i on, equal cards merged."""
    steps = action.steps
    if i == len(steps):
        return 1
    step = steps[i]
    slots = step.tail_slots
    if slots is not None:
        key = _tail_key(S, slots, e)
        known = step.tails.get(key)
        if known is None:
            known = step.tails[key] = _count(S, action, i, e)
        return known
    return _count(S, action, i, e)


def _count(S: State, action: ActionCode, i: int, e: Binding) -> int:
    step = action.steps[i]
    last = i + 1 == len(action.steps)
    if not step.is_set:
        candidates = step.candidates(S, e)
        if last:
            return len(candidates)
        if not step.read:
            if not candidates:
                return 0
            e[step.slot] = candidates[0]
            return len(candidates) * count(S, action, i + 1, e)
        total = 0
        slot = step.slot
        tried(S, step, len(candidates))
        for value in candidates:
            e[slot] = value
            total += count(S, action, i + 1, e)
        return total
    if not step.read:
        if step.flat and step.zone is not None:
            pattern, args = step.shapes[0]
            sets = flat_sets(S, pattern, args(S, e))
            here = sets.count(sets.sizes(class_counts(S, S.zones[step.zone(S, e)])))
            return here if last or not here else here * count(S, action, i + 1, e)
        if step.counted and step.zone is not None:
            pattern, args = step.shapes[0]
            low = max(0, step.low(S, e)) if step.low else 0
            high = step.high(S, e) if step.high else None
            if high is None or high >= low:
                sets = flat_sets(S, pattern, args(S, e), low, high)
                here = sets.count(sets.sizes(class_counts(S, S.zones[step.zone(S, e)])))
                return here if last or not here else here * count(S, action, i + 1, e)
        here = set_choice(S, step, e).problem.count()
        return here if last or not here else here * count(S, action, i + 1, e)
    return sum(count(S, action, i + 1, e) for _ in bound_sets(S, action, i, e))


Tally: TypeAlias = tuple[int, Sequence[Any], Sequence[int] | None]
"""How many complete answers an action has, the first step's elements, and their weights (none: all the same)."""


def tally(S: State, action: ActionCode, e: Binding) -> Tally:
    """Count the complete answers of an open action."""
    steps = action.steps
    if not steps:
        return (1, (), None)
    step = steps[0]
    if step.is_set:
        return (_count(S, action, 0, e), (), None)
    candidates = step.candidates(S, e)
    if len(steps) == 1 or not candidates:
        return (len(candidates), candidates, None)
    slot = step.slot
    if not step.read:
        e[slot] = candidates[0]
        return (len(candidates) * count(S, action, 1, e), candidates, None)
    second = steps[1]
    if second.tail_slots == ((slot, True),):
        classes, tails = S.program.classes, second.tails
        weights = [tails.get(classes[value], -1) for value in candidates]
        if -1 not in weights:
            return (sum(weights), candidates, weights)
    weights = []
    tried(S, step, len(candidates))
    if second.by_element and second.zone is not None:
        low = max(0, second.low(S, e)) if second.low else 0
        high = second.high(S, e) if second.high else None
        if high is None or high >= low:
            weights = flat_weights(S, second.shapes[0][0], S.zones[second.zone(S, e)], candidates, low, high)
            return (sum(weights), candidates, weights)
    for value in candidates:
        e[slot] = value
        weights.append(count(S, action, 1, e))
    return (sum(weights), candidates, weights)


def draw_binding(S: State, action: ActionCode, e: Binding, found: Tally, k: int, below: Callable[[int], int]) -> None:
    """Fill a binding with one of its complete answers; ``k``, a uniform number below the tally's total, decides the first element."""
    if not action.steps:
        return
    start = 0
    _, candidates, weights = found
    if candidates:
        start = 1
        if weights is None:
            e[action.steps[0].slot] = candidates[k % len(candidates)]
        else:
            for value, weight in zip(candidates, weights, strict=True):
                k -= weight
                if k < 0:
                    e[action.steps[0].slot] = value
                    break
    draw_rest(S, action, e, start, below)


def draw_rest(S: State, action: ActionCode, e: Binding, start: int, below: Callable[[int], int]) -> None:
    """Fill the steps from ``start`` on."""
    for i in range(start, len(action.steps)):
        step = action.steps[i]
        last = i + 1 == len(action.steps)
        if not step.is_set:
            if step.tail_slots is None:
                values = step.candidates(S, e)
            else:
                key = _tail_key(S, step.tail_slots, e)
                values = step.listed.get(key) or step.listed.setdefault(key, step.candidates(S, e))
            if last or not step.read:
                e[step.slot] = values[below(len(values)) if len(values) > 1 else 0]
                continue
        elif step.flat and step.zone is not None:
            pattern, args = step.shapes[0]
            sets = flat_sets(S, pattern, args(S, e))
            zone = S.zones[step.zone(S, e)]
            e[step.slot] = take(S, zone, sets.classes, sets.sample(sets.sizes(class_counts(S, zone)), below))
            continue
        elif not step.read:
            choice = set_choice(S, step, e)
            e[step.slot] = choice.elements(choice.problem.sample(below))
            continue
        else:
            values = list(bound_sets(S, action, i, e))
        further = []
        tried(S, step, len(values))
        for value in values:
            e[step.slot] = value
            further.append(count(S, action, i + 1, e))
        e[step.slot] = values[weighted(further, below)]


def class_weights(S: State, action: ActionCode, by: int, zone: Zone, present: Sequence[int]) -> list[int]:
    """How many ways there are to complete an action for a card of each class as its first choice, if the class decides that."""
    step = action.steps[1]
    weights = [step.class_sizes[k] for k in present]
    if -1 in weights:
        for at, k in enumerate(present):
            listed = tuple(step.candidates(S, [by, lowest(S, zone, k), None]))
            step.by_class[k] = listed
            weights[at] = step.class_sizes[k] = len(listed)
    return weights


def class_options(action: ActionCode, card_class: int) -> tuple[Any, ...]:
    """What can be chosen second behind a card of this class (``class_weights`` has listed it)."""
    return action.steps[1].by_class[card_class]


def lowest(S: State, zone: Zone, card_class: int) -> int:
    """The lowest card of a class in a zone that has one."""
    classes = S.program.classes
    for card in zone.cards:
        if classes[card] == card_class:
            return card
    raise ValueError("no such card")


def weighted(weights: Sequence[int], below: Callable[[int], int]) -> int:
    """A position, each as likely as its weight; a single one of weight above 0 needs no draw."""
    total = sum(weights)
    k = wide(below, total) if total > 1 else 0
    for position, weight in enumerate(weights):
        k -= weight
        if k < 0:
            return position
    raise ValueError("no weight above 0")


def step_values(S: State, action: ActionCode, i: int, e: Binding) -> list[Any]:
    """The elements of step i (one element) with which the rest can be completed."""
    step = action.steps[i]
    candidates = step.candidates(S, e)
    if i + 1 == len(action.steps):
        return list(candidates)
    values = []
    tried(S, step, len(candidates))
    for value in candidates:
        e[step.slot] = value
        if alive(S, action, i + 1, e):
            values.append(value)
    return values


def bindings(S: State, action: ActionCode, i: int, e: Binding) -> Iterator[Binding]:
    """All completions of a binding from step i on, in menu order; each is a list of its own."""
    if i == len(action.steps):
        yield e[:]
        return
    step = action.steps[i]
    if not step.is_set:
        values = list(step.candidates(S, e))
        tried(S, step, len(values))
        for value in values:
            e[step.slot] = value
            yield from bindings(S, action, i + 1, e)
        return
    choice = set_choice(S, step, e)
    for vector in choice.problem.vectors():
        tried(S, step, 1)
        e[step.slot] = choice.elements(vector)
        if step.guard is None or step.guard(S, e):
            yield from bindings(S, action, i + 1, e)
