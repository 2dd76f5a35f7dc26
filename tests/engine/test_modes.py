"""With and without log and knowledge, the same seed and answers give the same match."""

from __future__ import annotations

import pytest
from promises import modes_agree
from small_games import small


@pytest.mark.parametrize(
    "name", ["peeking", "secret", "marking", "courting"]
)
@pytest.mark.parametrize("players", [2, 3])
def test_bare_and_full_programs_play_alike(name: str, players: int) -> None:
    full, bare = small(name, players), small(name, players, full=False)
    assert sum(modes_agree(full, bare, seed) for seed in range(40)) > 200
