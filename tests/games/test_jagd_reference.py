"""Random matches of Jagd der Vampire against the hand-written referee: every option of every decision, and what follows."""

from __future__ import annotations

from typing import Any

import pytest
from jagd_reference import Answer, Reference, Table

import rulekit
from rulekit.engine import Program, State, Stream
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

RULES = rulekit.load("jagd_der_vampire")
NUMBERS = [2, 3, 4, 5, 6]


def frozen(answer: list[Any]) -> Answer:
    return tuple(frozenset(value.items()) if isinstance(value, dict) else value for value in answer)


def phase_of(state: State) -> tuple[int | None, str]:
    """Whose turn it is, and the innermost phase."""
    running = state.running()
    return state.active, running[-1][0].name if running else ""


def to_the_castle(answer: Answer) -> bool:
    """Random walks hardly ever come there."""
    if answer[0] in ("build", "rebuild"):
        return "courtyard" in str(answer[-1])
    return answer == ("step", "courtyard") or answer[0] in ("throw_out", "bribe")


def compare(program: Program, seed: int, most: int) -> State:
    """Play at random, at most so many decisions, and hold every one of them against the referee; return the state at the end."""
    random = Stream(f"{seed}/reference")
    state = program.start(seed, stops=True)
    reference = Reference()
    before = Table(state)
    for _ in range(most):
        if not state.decisions:
            break
        [decision] = state.decisions
        by = decision.by
        answers = {frozen(answer): answer for answer in decision.options()}
        now = phase_of(state)
        allowed = reference.options(before, *now, by, set(answers))
        assert answers.keys() == allowed, (now, before.at)
        assert len(answers) == decision.count()
        good = [answer for answer in answers if to_the_castle(answer)]
        choice = good if good and random.below(3) == 0 else list(answers)
        chosen = choice[random.below(len(choice))]
        state.answer(decision, answers[chosen])
        after = Table(state)
        reference.do(before, now[1], by, chosen, after, goes_on=phase_of(state) == now)
        before = after
    found = [p for p, cards in enumerate(before.loot) if "tomato" in cards]
    assert state.is_over == bool(found) and state.winners() == found
    return state


@pytest.mark.parametrize("players", NUMBERS)
def test_every_decision_offers_what_the_rules_allow(players: int) -> None:
    program = RULES.program(players)
    for seed in range(8):
        compare(program, seed, 250)


@pytest.mark.slow
@pytest.mark.parametrize("players", NUMBERS)
def test_many_whole_matches(players: int) -> None:
    program = RULES.program(players)
    over = sum(compare(program, seed, 1_500).is_over for seed in range(200))
    assert over > 20


MISTAKES = [
    ("p.free > 0 or p.paid < 2", "p.free > 0 or p.paid < 3"),
    ("reach(p.at, 4, dry_roads)", "reach(p.at, 3, dry_roads)"),
    ("let debt = smaller(2, l.ketchup)", "let debt = smaller(1, l.ketchup)"),
]
"""Wrong rules: what is written in the file, what is written instead."""


@pytest.mark.parametrize(("right", "wrong"), MISTAKES)
def test_a_wrong_rule_is_noticed(right: str, wrong: str) -> None:
    text = RULES.file.text
    assert text.count(right) == 1, "the rules are written otherwise now: write this mistake otherwise too"
    rules_alone, _, _ = text.partition("\nexample ")
    program = Rules(SourceFile("wrong.rules", rules_alone.replace(right, wrong))).program(4)
    with pytest.raises(AssertionError):
        for seed in range(8):
            compare(program, seed, 250)
