"""What ``docs/engine.md`` says of every implementation, looked at in this one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rulekit
from rulekit.engine import State, Stream
from rulekit.engine.run import play_random
from rulekit.play.library import built_in

PAGE = (Path(__file__).parents[2] / "docs" / "engine.md").read_text("utf-8")
GAMES = sorted(built_in())


def told(state: State) -> tuple[object, ...]:
    return state.key(), state.scores(), state.winners(), state.stream


def sampled(state: State, random: Stream) -> int:
    """Play to the end with ``Decision.sample``."""
    decisions = 0
    while state.decisions:
        decision = state.decisions[0]
        state.answer(decision, decision.sample(random))
        decisions += 1
    return decisions


def test_the_keys_of_a_state_are_told() -> None:
    section = PAGE[PAGE.index("## 2. The state") : PAGE.index("## 3. Codes")]
    listed = {name for row in re.findall(r"^\| (`.*?) \|", section, re.M) for name in re.findall(r"`(\w+)`", row)}
    data = rulekit.load(GAMES[0]).program().start(1).to_json()
    assert listed == set(data)
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize("name", GAMES)
def test_both_modes_play_the_same_match(name: str) -> None:
    rules = rulekit.load(name)
    for seed in range(3):
        ends = []
        for full in (True, False):
            state = rules.program(full=full).start(seed)
            sampled(state, Stream(f"{seed}/answers"))
            ends.append((state.scores(), state.winners(), state.stream, state.step))
        assert ends[0] == ends[1]


@pytest.mark.parametrize("name", GAMES)
def test_playouts_draw_as_sampled_decisions_do(name: str) -> None:
    program = rulekit.load(name).program(full=False)
    for seed in range(20):
        one = program.start(seed)
        sampled(one, Stream(f"{seed}/answers"))
        other = program.start_unasked(seed)
        play_random(other, Stream(f"{seed}/answers").below)
        assert told(one) == told(other)


def test_a_bot_changes_no_card() -> None:
    program = rulekit.load(GAMES[0]).program()
    starts = [program.start(7).key() for _ in range(2)]
    assert starts[0] == starts[1]


def test_the_layers_are_those_of_the_contract() -> None:
    import tomllib

    root = Path(__file__).parents[2]
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    contract = next(c for c in settings["tool"]["importlinter"]["contracts"] if c["name"] == "The library's layers")
    written = " → ".join(f"`{layer}`" for layer in ["cli", *contract["layers"]])
    for page in ("docs/architecture.md", "CONTRIBUTING.md"):
        assert written in (root / page).read_text("utf-8")
