"""The rules file plays the same game as the hand-written simulator: the means of what both report agree."""

from __future__ import annotations

import pytest

from bench import queen_oracle
from bench.oracle import FIGURES, compare


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_means_agree_with_the_simulator(players: int) -> None:
    rows = compare(players, games=150)
    assert [row[0] for row in rows] == list(FIGURES)
    for figure, ours, theirs, z in rows:
        assert abs(z) <= 5, f"{figure}: {ours:.2f} in the rules file, {theirs:.2f} in the simulator, z {z:+.1f}"


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_means_of_many_games_agree(players: int) -> None:
    for figure, ours, theirs, z in compare(players, games=5000):
        assert abs(z) <= 4, f"{figure}: {ours:.2f} in the rules file, {theirs:.2f} in the simulator, z {z:+.1f}"


@pytest.mark.parametrize("players", [3, 7])
def test_the_means_agree_with_the_simulator_of_vampire_queen(players: int) -> None:
    rows = queen_oracle.compare(players, games=50)
    assert [row[0] for row in rows] == list(queen_oracle.FIGURES)
    for figure, ours, theirs, z in rows:
        assert abs(z) <= 5, f"{figure}: {ours:.2f} in the rules file, {theirs:.2f} in the simulator, z {z:+.1f}"


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 13))
def test_the_means_of_many_games_of_vampire_queen_agree(players: int) -> None:
    for figure, ours, theirs, z in queen_oracle.compare(players, games=2000):
        assert abs(z) <= 4, f"{figure}: {ours:.2f} in the rules file, {theirs:.2f} in the simulator, z {z:+.1f}"
