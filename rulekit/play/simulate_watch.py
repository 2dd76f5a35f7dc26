"""A match that is watched: what each decision offered, who was ahead, which phases, rules and cards came into it.

Takes rules, a setup and bots; gives ``Sightings`` for each match, which add up.  Everything is counted in whole numbers, so the sum doesn't
depend on the order in which matches are added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from attrs import define, field, fields

from rulekit.play.bots import Bot, RandomBot, Turn
from rulekit.play.setup import Setup
from rulekit.play.simulate_marks import Mark, Marked, build_marked

if TYPE_CHECKING:
    from rulekit.engine import Decision, Program, State
    from rulekit.engine.choices import ActionCode, Binding
    from rulekit.play.rules import Rules

MOST_OPTIONS = 10_000
"""More options than this count as so many."""


@define(eq=False)
class Sightings:
    """What was seen in some matches.  Counters of matches say in how many something was seen, the others how often."""

    matches: int = 0
    decisions: int = 0
    forced: int = 0
    options: Counter[int] = field(factory=Counter)
    """Number of options -> decisions with so many."""
    offered: Counter[str] = field(factory=Counter)
    """Action or reaction -> decisions at which it was among the options."""
    taken: Counter[str] = field(factory=Counter)
    """Action or reaction -> how often it was chosen from several options."""
    made: Counter[str] = field(factory=Counter)
    """Action or reaction -> how often it was carried out because there was nothing else."""
    used_in: Counter[str] = field(factory=Counter)
    """Action or reaction -> matches in which it was carried out."""
    passes: Counter[str] = field(factory=Counter)
    """Phase -> how often it was gone through."""
    reached: Counter[str] = field(factory=Counter)
    """Phase -> matches in which it was begun."""
    asked_in: Counter[str] = field(factory=Counter)
    """Phase -> decisions made in it."""
    marks: Counter[Mark] = field(factory=Counter)
    """Rule -> matches in which it was at work."""
    moved: Counter[str] = field(factory=Counter)
    """Card -> matches in which something happened to it after the first decision."""
    chosen: Counter[str] = field(factory=Counter)
    """Card -> matches in which somebody chose it."""
    ahead: int = 0
    """Finished matches in which it can be said who is ahead."""
    changes: Counter[int] = field(factory=Counter)
    """Changes of the lead in a match -> matches."""
    half: int = 0
    """Matches in which somebody led alone after half of the decisions."""
    half_won: int = 0
    """Matches in which whoever led then won, or was among the winners."""

    def add(self, other: Sightings) -> None:
        """Add what was seen in other matches."""
        for attribute in fields(Sightings):
            mine, theirs = getattr(self, attribute.name), getattr(other, attribute.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, attribute.name, mine + theirs)


@define(eq=False)
class Watch:
    """Plays matches and watches them, one after the other."""

    marked: Marked
    bots: Sequence[Bot]
    _names: dict[str, str]
    """Text of a card -> the same; for taking apart how answers write it."""
    _seen: Sightings = field(factory=Sightings)
    _moved: set[str] = field(factory=set)
    _chosen: set[str] = field(factory=set)
    _leads: list[int | None] = field(factory=list)
    _can_lead: bool = True

    @classmethod
    def build(cls, rules: Rules, setup: Setup, bots: Sequence[Bot]) -> Watch:
        """Ready to watch matches of this kind.  Raises ``RulesFault``."""
        marked = build_marked(rules, setup)
        return cls(marked, bots, {card.text: card.text for card in marked.program.cards})

    @property
    def program(self) -> Program:
        """What is played."""
        return self.marked.program

    def begin(self, seed: int) -> State:
        """A new match at its first decision.  Raises ``RulesFault``."""
        self._seen, self._moved, self._chosen, self._leads = Sightings(matches=1), set(), set(), []
        self._can_lead = bool(self.program.winner_keys)
        self.marked.begin()
        state = self.program.start(seed)
        self._read(state, first=True)
        return state

    def play(self, state: State, seed: int, cap: int) -> bool:
        """Play it to its end; no: it was given up after ``cap`` decisions.  Raises ``RulesFault``."""
        while state.decisions:
            if state.step >= cap:
                return False
            decision = state.decisions[0]
            self._asked(decision)
            option = self._choose(decision, seed)
            self._took(decision, option)
            decision.take(option)
            self._read(state, first=False)
            self._look(state)
        return True

    def sightings(self, state: State) -> Sightings:
        """What was seen in the match."""
        seen = self._seen
        seen.moved.update(self._moved)
        seen.chosen.update(self._chosen)
        for mark in self.marked.seen():
            seen.marks[mark] = 1
        if state.is_over and self._can_lead and self._leads:
            alone = [who for who in self._leads if who is not None]
            seen.ahead = 1
            seen.changes[sum(a != b for a, b in pairwise(alone))] = 1
            leader = self._leads[(len(self._leads) - 1) // 2]
            if leader is not None:
                seen.half = 1
                seen.half_won = int(leader in state.winners())
        return seen

    # ------------------------------------------------------------ one decision

    def _asked(self, decision: Decision) -> None:
        seen = self._seen
        seen.decisions += 1
        seen.options[min(decision.count(), MOST_OPTIONS)] += 1
        for name in {decl.name for decl, _ in decision.state.running()}:
            seen.asked_in[name] += 1
        if decision.names_rules:
            seen.offered.update({action.name for action, _ in decision.actions})

    def _choose(self, decision: Decision, seed: int) -> tuple[ActionCode, Binding] | None:
        from rulekit.engine import Stream
        from rulekit.engine.sampling import sample
        from rulekit.engine.views import view

        state, seat = decision.state, decision.by
        random = Stream(f"{seed}/bot/{seat}/{decision.n}")
        bot = self.bots[seat]
        if isinstance(bot, RandomBot):
            decision.refuel()
            return decision.sample_binding(random.below)
        answer = bot.choose(Turn(decision, random, lambda: view(state, seat), lambda number: sample(state, seat, number)))
        return decision.parse(answer)

    def _took(self, decision: Decision, option: tuple[ActionCode, Binding] | None) -> None:
        if option is None:
            return
        action, binding = option
        if decision.names_rules:
            self._seen.taken[action.name] += 1
            self._seen.used_in[action.name] = 1
        cards = self.program.cards
        for step in action.steps:
            if step.is_card:
                value = binding[step.slot]
                chosen = value if step.is_set else () if value is None else (value,)
                self._chosen.update(cards[card].text for card in chosen)

    def _look(self, state: State) -> None:
        """Who is ahead now."""
        from rulekit.engine import RulesFault

        if self._can_lead:
            try:
                best = state.winners()
            except RulesFault:
                self._can_lead = False
            else:
                self._leads.append(best[0] if len(best) == 1 else None)

    # ------------------------------------------------------------ what happened

    def _read(self, state: State, first: bool) -> None:
        """Read the change records that a decision led to."""
        for change in state.changes or ():
            match change:
                case ("phase", name, *_):
                    self._seen.passes[name] += 1
                    self._seen.reached[name] = 1
                case ("forced", _, answer, _):
                    self._seen.forced += 1
                    self._was_forced(answer)
                case ("move", moved, *_) | ("show", moved) if not first:
                    self._touch(card for card, _ in moved)
                case ("state", card, *_) if not first:
                    self._touch((card,))
        state.changes = []

    def _touch(self, cards: Iterable[int]) -> None:
        self._moved.update(self.program.cards[card].text for card in cards)

    def _was_forced(self, answer: Sequence[Any]) -> None:
        if answer[0] in self.program.abilities:
            self._seen.made[answer[0]] += 1
            self._seen.used_in[answer[0]] = 1
        for value in answer[1:]:
            for text in value if isinstance(value, dict | list) else (value,):
                if isinstance(text, str):
                    self._chosen_text(text)

    def _chosen_text(self, text: str) -> None:
        """A card as an answer writes it: its text, then states, then which of several."""
        plain = text
        while plain and plain not in self._names:
            plain = plain.rpartition(" ")[0]
        if plain:
            self._chosen.add(plain)
