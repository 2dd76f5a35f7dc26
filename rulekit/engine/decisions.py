"""Decisions: who is asked what, the options step by step, and canonical answers.

A canonical answer is JSON data that says what was decided, not which line of a menu: ``["hunt", "gray", {"wolf gray 1": 2}]``,
``["k", 3]``, ``["decline"]``.  It is unique and survives a change of the order of a menu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from attrs import define, field, frozen

from rulekit.engine.choices import (
    ActionCode,
    Binding,
    StepCode,
    Tally,
    alive,
    bindings,
    bound_sets,
    draw_binding,
    set_choice,
    step_values,
    tally,
)
from rulekit.engine.faults import IllegalAnswer
from rulekit.engine.net import netted
from rulekit.engine.patterns import class_key, referring
from rulekit.engine.program import ChoicePoint, OfferPoint, Point, Program, TogetherPoint, WindowPoint
from rulekit.engine.run import (
    close_offer,
    empty_answer,
    run,
    take_action,
    take_choice,
)
from rulekit.engine.shapes import wide
from rulekit.engine.state import State
from rulekit.engine.windows import first_registers, happening_words, pass_by, react
from rulekit.engine.words import answer_words, label_of, numbered, value_data, value_words

DECLINE = ["decline"]


class RandomLike(Protocol):
    """What a bot draws from."""

    def below(self, n: int) -> int:
        """A number in 0..n-1."""


@frozen
class Item:
    """One line of a menu.  ``value`` is what goes into the answer; ``most``: how many of it can be taken (sets)."""

    value: Any
    text: str
    most: int = 1


@frozen
class Stage:
    """One step of an answer: ``kind`` is ``action``, ``element`` or ``set`` (then ``low`` to ``high`` elements in all).

    ``may_stop``: for a set that is put together step by step, whether what has been taken so far is complete.
    """

    kind: str
    name: str
    prompt: str
    items: tuple[Item, ...]
    low: int = 1
    high: int = 1
    may_stop: bool = False


@define(eq=False)
class Decision:
    """What one player is asked now.  Computed from the state; the state stays as it is until ``take``."""

    state: State = field(repr=False)
    point: Point = field(repr=False)
    by: int
    kind: str
    may_decline: bool
    actions: list[tuple[ActionCode, Binding]] = field(repr=False)
    n: int
    _tallies: list[Tally] | None = field(default=None, init=False, repr=False)

    @property
    def where(self) -> str:
        """The phases that are running, outermost first."""
        running = [decl for decl, _ in self.state.running()]
        return self.point.path or " › ".join(decl.label or decl.name.replace("_", " ") for decl in running)

    @property
    def prompt(self) -> str:
        """What is asked, in words (empty for an offer; for a reaction: what it answers, as far as the player sees that)."""
        match self.point:
            case OfferPoint():
                return ""
            case WindowPoint() as point:
                return happening_words(self.state, point, (self.by,))
            case ChoicePoint() | TogetherPoint() as point:
                return point.prompt

    @property
    def names_rules(self) -> bool:
        """Whether an answer begins with the name of an action or reaction, not with that of a choice."""
        return isinstance(self.point, OfferPoint | WindowPoint)

    def rebind(self, state: State) -> Decision:
        """The same decision for a clone of its state."""
        return Decision(state, self.point, self.by, self.kind, self.may_decline, [(a, e[:]) for a, e in self.actions], self.n)

    @property
    def program(self) -> Program:
        """The program of the match."""
        return self.state.program

    def refuel(self) -> None:
        """Whoever looks at a decision may use as much fuel as whoever takes one."""
        self.state.fuel = self.state.program.fuel

    def opened(self, name: str) -> tuple[ActionCode, Binding] | None:
        """The action, reaction or choice of this name that this could be about, legal or not, with an open binding."""
        for action, e in self.actions:
            if name == self._name(action):
                return action, e[:]
        match self.point:
            case OfferPoint(actions=actions):
                found = next((action for action in actions if action.name == name), None)
                return None if found is None else (found, [self.by, *([None] * (found.size - 1))])
            case WindowPoint(reactions=reactions):
                answering = next((x for x in reactions if x.action.name == name), None)
                if answering is None:
                    return None
                first = first_registers(answering, self.state.frames[-1][2], self.by)
                return answering.action, [*first, *([None] * (answering.action.size - len(first)))]
            case _:
                return None

    # ------------------------------------------------------------ all answers

    @netted
    def tallies(self) -> list[Tally]:
        """The complete answers of each action, counted."""
        if self._tallies is None:
            self._tallies = [tally(self.state, action, e) for action, e in self.actions]
        return self._tallies

    def count(self) -> int:
        """The number of complete answers, equal cards merged; declining is one."""
        self.refuel()
        return sum(found[0] for found in self.tallies()) + self.may_decline

    @property
    def forced(self) -> bool:
        """Whether there is a single complete answer, and no declining."""
        return not self.may_decline and self._one_only()

    def _one_only(self) -> bool:
        if len(self.actions) != 1:
            return False
        action, _ = self.actions[0]
        return self.tallies()[0][0] == 1 if action.steps else True

    def _all(self) -> Iterator[tuple[ActionCode, Binding] | None]:
        for action, e in self.actions:
            for binding in bindings(self.state, action, 0, e[:]):
                yield action, binding
        if self.may_decline:
            yield None

    @netted
    def options(self, limit: int | None = None) -> list[list[Any]]:
        """The canonical answers in menu order, declining last; at most ``limit`` of them."""
        found: list[list[Any]] = []
        for option in self._all():
            self.refuel()
            if limit is not None and len(found) >= limit:
                break
            found.append(DECLINE[:] if option is None else self.canonical(*option))
        return found

    @netted
    def sample(self, random: RandomLike) -> list[Any]:
        """One complete answer, each as likely as every other."""
        self.refuel()
        option = self.sample_binding(random.below)
        return DECLINE[:] if option is None else self.canonical(*option)

    def sample_binding(self, below: Callable[[int], int]) -> tuple[ActionCode, Binding] | None:
        """Like ``sample``, as an action and its binding; none: declined."""
        total = sum(found[0] for found in self.tallies()) + self.may_decline
        k = wide(below, total) if total > 1 else 0
        for found, (action, e) in zip(self.tallies(), self.actions, strict=True):
            if k < found[0]:
                binding = e[:]
                draw_binding(self.state, action, binding, found, k, below)
                return action, binding
            k -= found[0]
        return None

    def only(self) -> tuple[ActionCode, Binding] | None:
        """The single answer of a forced decision."""
        return next(self._all())

    # ------------------------------------------------------------ canonical answers

    def canonical(self, action: ActionCode, e: Binding) -> list[Any]:
        """The canonical answer for a complete binding."""
        S = self.state
        data: list[Any] = [action.name] if self.names_rules else []
        scratch = e[:]
        for i, step in enumerate(action.steps):
            data.append(self._step_data(S, action, i, step, scratch, e[step.slot]))
            scratch[step.slot] = e[step.slot]
        if not self.names_rules:
            data.insert(0, action.steps[0].name)
        return data

    def _step_data(self, S: State, action: ActionCode, i: int, step: StepCode, e: Binding, value: Any) -> Any:
        if not step.is_card:
            return [value_data(S, step.type, x) for x in value] if step.is_set else value_data(S, step.type, value)
        if step.is_set:
            groups = set_choice(S, step, e).groups
            names = numbered(S, [group[0] for group in groups])
            counts = {name: sum(x in value for x in group) for name, group in zip(names, groups, strict=True)}
            return {name: n for name, n in counts.items() if n}
        firsts = list(step.candidates(S, e))
        return numbered(S, firsts)[firsts.index(value)]

    @netted
    def parse(self, answer: Any) -> tuple[ActionCode, Binding] | None:
        """The action and binding that a canonical answer means; none: declined.  Raises ``IllegalAnswer``."""
        self.refuel()
        if not isinstance(answer, list | tuple) or not answer or not isinstance(answer[0], str):
            raise IllegalAnswer("an answer is a list that begins with the name of an action or a choice")
        if answer[0] == "decline" and len(answer) == 1:
            if not self.may_decline:
                raise IllegalAnswer("declining isn't possible here")
            return None
        return self._complete(answer)

    def _complete(self, answer: Sequence[Any]) -> tuple[ActionCode, Binding]:
        action, e = self._open(answer[0])
        if len(answer) - 1 != len(action.steps):
            raise IllegalAnswer(f"'{answer[0]}' takes {len(action.steps)} choices, not {len(answer) - 1}")
        for i, data in enumerate(answer[1:]):
            self._bind(action, i, e, data)
        return action, e

    def _open(self, name: Any) -> tuple[ActionCode, Binding]:
        for action, e in self.actions:
            if self._name(action) == name:
                return action, e[:]
        raise IllegalAnswer(f"'{name}' isn't offered here")

    def _bind(self, action: ActionCode, i: int, e: Binding, data: Any) -> None:
        S = self.state
        step = action.steps[i]
        if step.is_set:
            value = self._parse_set(step, e, data)
            e[step.slot] = value
            if not (step.guard is None or step.guard(S, e)) or not alive(S, action, i + 1, e):
                raise IllegalAnswer(f"this isn't possible as '{step.name}'")
            return
        values = step_values(S, action, i, e)
        names = self._names(step, values)
        for name, value in zip(names, values, strict=True):
            if name == data and type(name) is type(data):
                e[step.slot] = value
                return
        raise IllegalAnswer(f"{data!r} isn't possible as '{step.name}'")

    def _names(self, step: StepCode, values: Sequence[Any]) -> list[Any]:
        if step.is_card:
            return list(numbered(self.state, values))
        return [value_data(self.state, step.type, value) for value in values]

    def _parse_set(self, step: StepCode, e: Binding, data: Any) -> tuple[Any, ...]:
        choice = set_choice(self.state, step, e)
        names = self._names(step, [group[0] for group in choice.groups])
        if step.is_card:
            if not isinstance(data, dict):
                raise IllegalAnswer(f"'{step.name}' is a set of cards: {{card: number}}")
            wanted = dict(data)
        else:
            if not isinstance(data, list | tuple):
                raise IllegalAnswer(f"'{step.name}' is a set: a list of its elements")
            wanted = {name: 1 for name in names if name in data}
            if len(wanted) != len(data):
                raise IllegalAnswer(f"{data!r} isn't possible as '{step.name}'")
        vector = []
        for name, group in zip(names, choice.groups, strict=True):
            n = wanted.pop(name, 0)
            if type(n) is not int or not 0 <= n <= len(group):
                raise IllegalAnswer(f"there aren't {n!r} of '{name}' to choose from")
            vector.append(n)
        if wanted:
            raise IllegalAnswer(f"'{next(iter(wanted))}' isn't among the cards to choose from")
        if not choice.problem.matches(tuple(vector)):
            raise IllegalAnswer(f"such a set isn't possible as '{step.name}'")
        return choice.elements(vector)

    # ------------------------------------------------------------ step by step

    @netted
    def next(self, prefix: Sequence[Any] = ()) -> Stage | None:
        """What is chosen behind these values; none: they are a complete answer.  Raises ``IllegalAnswer`` on a wrong prefix."""
        self.refuel()
        if not prefix and (self.names_rules or self.may_decline):
            items = [Item(self._name(action), label_of(action)) for action, _ in self.actions]
            if self.may_decline:
                items.append(Item("decline", "decline"))
            return Stage("action", "action", self.prompt, tuple(items))
        if prefix and prefix[0] == "decline":
            return None
        action, e, i = self._follow(prefix)
        if i == len(action.steps):
            return None
        step = action.steps[i]
        if step.is_set:
            return self._set_stage(action, i, e, None)
        values = step_values(self.state, action, i, e)
        names = self._names(step, values)
        texts = [value_words(self.state, step.type, value) for value in values]
        return Stage("element", step.name, step.label, tuple(Item(n, t) for n, t in zip(names, texts, strict=True)))

    @netted
    def set_next(self, prefix: Sequence[Any], partial: Any) -> Stage:
        """The set stage behind a prefix when ``partial`` (as in an answer) has been taken: what can still be added."""
        self.refuel()
        action, e, i = self._follow(prefix)
        return self._set_stage(action, i, e, partial)

    @netted
    def answer_of(self, prefix: Sequence[Any]) -> list[Any]:
        """The canonical answer of a complete prefix."""
        if prefix and prefix[0] == "decline":
            return DECLINE[:]
        self.refuel()
        action, e, i = self._follow(prefix)
        if i != len(action.steps):
            raise IllegalAnswer("the answer isn't complete")
        return self.canonical(action, e)

    def _name(self, action: ActionCode) -> str:
        return action.name if self.names_rules else action.steps[0].name

    def _follow(self, prefix: Sequence[Any]) -> tuple[ActionCode, Binding, int]:
        if self.names_rules or self.may_decline:
            if not prefix:
                raise IllegalAnswer("an answer begins with a name")
            action, e = self._open(prefix[0])
            values = prefix[1:]
        else:
            action, e = self.actions[0][0], self.actions[0][1][:]
            values = prefix
        if len(values) > len(action.steps):
            raise IllegalAnswer(f"'{self._name(action)}' has no further choices")
        for i, data in enumerate(values):
            self._bind(action, i, e, data)
        return action, e, len(values)

    def _set_stage(self, action: ActionCode, i: int, e: Binding, partial: Any) -> Stage:
        S = self.state
        step = action.steps[i]
        choice = set_choice(S, step, e)
        names = self._names(step, [group[0] for group in choice.groups])
        if step.is_card:
            partial = {} if partial is None else partial
            if not isinstance(partial, dict) or not all(type(n) is int and n >= 0 for n in partial.values()):
                raise IllegalAnswer(f"'{step.name}' is a set of cards: {{card: number}}")
            taken = tuple(partial.get(name, 0) for name in names)
        elif not isinstance(partial, list | tuple | None):
            raise IllegalAnswer(f"'{step.name}' is a set: a list of its elements")
        else:
            taken = tuple([int(name in (partial or [])) for name in names])
        if step.guard is None and not step.read:
            most: Sequence[int] = choice.problem.most(taken)
            low, high = choice.problem.sizes(taken)
            stop = choice.problem.matches(taken)
        else:
            most, low, high, stop = self._read_stage(action, i, e, choice.groups, taken)
        texts = [value_words(S, step.type, group[0]) for group in choice.groups]
        items = tuple(Item(name, text, m - t) for name, text, m, t in zip(names, texts, most, taken, strict=True) if m > t)
        return Stage("set", step.name, step.label, items, low, high, stop)

    def _read_stage(
        self, action: ActionCode, i: int, e: Binding, groups: Sequence[Sequence[Any]], taken: tuple[int, ...]
    ) -> tuple[list[int], int, int, bool]:
        most = list(taken)
        low, high, stop = -1, -1, False
        for value in bound_sets(self.state, action, i, e):
            vector = tuple(sum(x in value for x in group) for group in groups)
            if all(v >= t for v, t in zip(vector, taken, strict=True)) and alive(self.state, action, i + 1, e):
                most = [max(m, v) for m, v in zip(most, vector, strict=True)]
                n = sum(vector)
                low = n if low < 0 else min(low, n)
                high = max(high, n)
                stop = stop or vector == taken
        return most, max(low, 0), max(high, 0), stop

    # ------------------------------------------------------------ words

    def text(self, answer: Sequence[Any]) -> str:
        """A legal answer in words for players."""
        return self.words_of(self.parse(list(answer)))

    def words_of(self, option: tuple[ActionCode, Binding] | None) -> str:
        """An option in words for players."""
        if option is None:
            return "decline"
        return answer_words(self.state, option[0], option[1], self.names_rules)

    @netted
    def why_not(self, answer: Sequence[Any]) -> str | None:
        """Why an answer isn't offered, with the line of the rules; none if it is legal."""
        from rulekit.engine.why import explain

        self.refuel()
        return explain(self, answer)

    # ------------------------------------------------------------ taking it

    @netted
    def take(self, option: tuple[ActionCode, Binding] | None) -> None:
        """Carry out an option and run on to the next decision."""
        self.carry_out(option)
        if not self.state.decisions:
            run(self.state)

    def carry_out(self, option: tuple[ActionCode, Binding] | None) -> None:
        """Carry out an option; who still has to answer at the same time stays in the state's decisions."""
        S = self.state
        S.step += 1
        S.fuel = S.program.fuel
        if S.changes is not None:
            S.changes.append(("decide", self.by, DECLINE if option is None else self.canonical(*option), self.words_of(option)))
        left: list[Decision] = []
        match self.point:
            case OfferPoint() as point:
                if option is None:
                    close_offer(S, point)
                else:
                    if S.known:
                        prefer_known(S, self.by, *option)
                    take_action(S, point, *option)
            case WindowPoint() as point:
                if option is None:
                    pass_by(S, point)
                else:
                    if S.known:
                        prefer_known(S, self.by, *option)
                    react(S, point, *option)
            case ChoicePoint() as point:
                take_choice(S, point, empty_answer(point) if option is None else option[1][option[0].steps[0].slot])
            case TogetherPoint() as point:
                answers = S.frames[-1][2][point.slot]
                answers[self.by] = (empty_answer(point) if option is None else option[1][option[0].steps[0].slot],)
                left = [d for d in S.decisions if d is not self]
                for d in left:
                    d.n = S.step
        S.decisions = left


def prefer_known(S: State, by: int, action: ActionCode, e: Binding) -> None:
    """Of equal cards those go that most other players know: what is known of one is known of the other then.

    So what remains known is what a person could know, and the course of a match doesn't depend on it.
    """
    from rulekit.engine.ledger import exchange

    referred = referring(S) if S.program.card_states else {}
    chosen: set[int] = set()
    for step in action.steps:
        if step.is_card:
            chosen.update(e[step.slot] if step.is_set else (e[step.slot],))
    for step in action.steps:
        if not step.is_card or step.zone is None or step.spread:
            continue
        row = S.zones[step.zone(S, e)].cards
        for card in e[step.slot] if step.is_set else (e[step.slot],):
            key = class_key(S, card, referred)
            alike = [c for c in row if class_key(S, c, referred) == key and (c == card or c not in chosen)]
            better = max(alike, key=lambda c: (S.known[c] & ~(1 << by)).bit_count())
            if (S.known[better] & ~(1 << by)).bit_count() > (S.known[card] & ~(1 << by)).bit_count():
                exchange(S, card, better)


def answer(S: State, decision: Decision, data: Any) -> None:
    """Answer a decision with canonical data.  Raises ``IllegalAnswer`` (nothing has changed then) or ``RulesFault``."""
    if all(decision is not d for d in S.decisions):
        raise IllegalAnswer("this decision isn't open any more")
    decision.take(decision.parse(data))


__all__ = ["Decision", "IllegalAnswer", "Item", "Stage", "answer"]
