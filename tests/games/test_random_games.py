"""Random matches of the shipped games: no fault, always something to decide, an end; no card is lost."""

from __future__ import annotations

import pytest
from promises import keeps_cards

import rulekit
from rulekit.engine import Program, Stream
from rulekit.play.library import built_in

MOST = 20_000
"""More decisions than any of these matches has."""

GAMES = [
    (name, players)
    for name in sorted(built_in())
    for game in [rulekit.load(name).game()]
    for players in range(game.low_players, game.high_players + 1)
]

MANY: dict[str, dict[str, int]] = {"vampire": {}, "vampire_queen": {"phases": 1}}
"""The games of which many matches are played, with the options that keep them short in the fast run."""


def play(program: Program, seed: int) -> int:
    """One random match; gives the number of decisions."""
    state = program.start(seed, stops=True)
    random = Stream(f"{seed}/answers")
    decisions = 0
    while state.decisions:
        keeps_cards(state)
        decision = state.decisions[random.below(len(state.decisions))]
        assert decision.count() > 0
        state.answer(decision, decision.sample(random))
        decisions += 1
        assert decisions < MOST
    keeps_cards(state)
    assert len(state.scores()) == program.players
    assert state.winners()
    return decisions


def several(name: str, players: int, games: int, options: dict[str, int] | None = None) -> None:
    program = rulekit.load(name).program(players, options)
    for seed in range(games):
        assert play(program, seed) > players


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_random_matches(name: str, players: int) -> None:
    several(name, players, 50 if name in MANY else 2, MANY.get(name))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_many_random_matches(name: str, players: int) -> None:
    several(name, players, 2000 if name in MANY else 50)
