"""What the tests of boards, dice, triggers, state-based rules and actions on cards share: playing a text in every way there is."""

from __future__ import annotations

from promises import keeps_promises, modes_agree
from small_games import rules_of

from rulekit.engine import Program, RulesFault, State, Stream
from rulekit.engine.run import play_random
from rulekit.play.examples import run_examples
from rulekit.play.rules import Rules


def game(text: str) -> Rules:
    """The rules of a text; its examples hold."""
    rules = rules_of(text)
    failed = [(result.title, [failure.message for failure in result.failures]) for result in run_examples(rules) if not result.passed]
    assert not failed, failed
    return rules


def plays_in_every_way(rules: Rules, players: int = 3, seeds: int = 6, least: int = 20) -> None:
    """Saves, views, samples, both modes and random playouts; so many decisions at least are made."""
    full, bare = rules.program(players), rules.program(players, full=False)
    made = 0
    for seed in range(seeds):
        made += keeps_promises(full, seed, every=5)
        modes_agree(full, bare, seed)
        assert _drawn(bare, seed) == _answered(full, seed)
    assert made >= least


def _drawn(program: Program, seed: int) -> object:
    state, random = program.start_unasked(seed), Stream(f"{seed}/x")
    try:
        play_random(state, random.below)
    except RulesFault as fault:
        return fault.message
    return state.key(), state.stream, random.state


def _answered(program: Program, seed: int) -> object:
    random = Stream(f"{seed}/x")
    try:
        state = program.start(seed)
        while state.decisions:
            decision = state.decisions[0]
            decision.take(decision.sample_binding(random.below))
    except RulesFault as fault:
        return fault.message
    return state.key(), state.stream, random.state


def options(state: State) -> list[object]:
    """What may be answered now."""
    return [option for decision in state.decisions for option in decision.options()]
