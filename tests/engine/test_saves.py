"""Saved states: what is saved is loaded, and nothing else is - with one clean refusal, whatever the data."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from promises import as_saved, playthrough
from small_games import GAMES, rules_of, small

from rulekit.engine import BadSave, IllegalAnswer, Program, RulesFault, State, Stream
from rulekit.engine.saves import KEYS, sound
from rulekit.engine.views import view


def middle(program: Program, seed: int = 1, steps: int = 6) -> State:
    """A state in the middle of a match."""
    for k, state in enumerate(playthrough(program, seed)):
        if k == steps:
            return state
    raise AssertionError("the match was too short")


def test_a_save_names_everything_a_state_is_made_of() -> None:
    state = middle(small("peeking"))
    data = state.to_json()
    assert tuple(data) == (*KEYS[:5], *KEYS[5:]) or set(data) == set(KEYS)
    assert json.loads(json.dumps(data)) == data
    assert data["step"] == 6
    assert sorted(card for zone in data["zones"] for card in zone) == list(range(6))


def test_a_match_that_is_over_can_be_saved() -> None:
    program = small("peeking")
    *_, last = playthrough(program, 2)
    assert last.is_over
    loaded = program.load_state(as_saved(last))
    assert loaded.is_over
    assert loaded.decisions == []
    assert loaded.scores() == last.scores()
    assert loaded.winners() == last.winners()


def test_the_states_of_all_decisions_of_a_secret_choice_can_be_saved() -> None:
    program = small("secret")
    open_at_once = set()
    for seed in range(12):
        for state in playthrough(program, seed):
            open_at_once.add(len(state.decisions))
            assert as_saved(program.load_state(as_saved(state))) == as_saved(state)
    assert open_at_once == {0, 1, 2, 3}


def test_bare_states_are_saved_without_knowledge() -> None:
    program = small("peeking", full=False)
    state = program.start(1)
    assert state.to_json()["known"] == []
    assert as_saved(program.load_state(as_saved(state))) == as_saved(state)


def test_a_save_belongs_to_rules_players_and_program() -> None:
    data = as_saved(small("peeking", 3).start(1))
    with pytest.raises(BadSave, match="another number of players"):
        small("peeking", 2).load_state(data)
    with pytest.raises(BadSave, match="other rules"):
        small("secret", 3).load_state(data)
    with pytest.raises(BadSave):
        small("peeking", 3, full=False).load_state(data)


def test_the_same_in_every_process() -> None:
    script = (
        "import sys, json; sys.path[:0] = sys.argv[1:]\n"
        "from small_games import small; print(json.dumps(small('marking').start(5).to_json(), sort_keys=True))"
    )
    folders = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    texts = {
        subprocess.run(
            [sys.executable, "-c", script, *folders], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert json.loads(texts.pop()) == as_saved(small("marking").start(5))


def test_key_tells_positions_apart_and_nothing_else() -> None:
    program = small("peeking")
    a, b = program.start(1), program.start(1)
    assert a.key() == b.key()
    b.step += 7
    b.known = [7] * 6
    assert a.key() == b.key()
    draw = next(answer for answer in a.decisions[0].options() if answer[0] == "draw")
    a.answer(a.decisions[0], draw)
    assert a.key() != b.key()
    assert hash(a.key()) is not None


# ---------------------------------------------------------------- what is refused


def _set(*path: Any) -> Callable[[Any], None]:
    *where, last, value = path

    def change(data: Any) -> None:
        for step in where:
            data = data[step]
        data[last] = value

    return change


WRONG: dict[str, Callable[[Any], None]] = {
    "missing part": lambda data: data.pop("zones"),
    "further part": _set("more", 1),
    "card twice": lambda data: data["zones"][0].append(data["zones"][0][0]),
    "card that isn't": _set("zones", 0, [99]),
    "negative card": _set("zones", 0, [-1]),
    "flag for a card": _set("zones", 0, [True]),
    "zone missing": lambda data: data["zones"].pop(),
    "zone of another shape": _set("zones", 0, {"0": 1}),
    "field of another type": _set("fields", 0, "three"),
    "field missing": lambda data: data["fields"].pop(),
    "enormous number": _set("fields", 0, 10**13),
    "broken number": _set("fields", 0, 1.5),
    "stream too short": _set("chance", "12"),
    "stream no hex": _set("chance", "z" * 16),
    "stream in capitals": _set("chance", "A" * 16),
    "step before the first": _set("step", -1),
    "step too late": _set("step", 10**9),
    "shown to nobody": _set("shown", "0", 0),
    "shown to strangers": _set("shown", "0", 64),
    "shown card that isn't": _set("shown", "77", 1),
    "shown card written oddly": _set("shown", "00", 1),
    "known by strangers": _set("known", 0, 64),
    "known too short": lambda data: data["known"].pop(),
    "code that isn't": _set("frames", 0, 0, 50),
    "another code than the main one": _set("frames", 0, 0, 1),
    "block that isn't": _set("frames", 0, 1, 10_000),
    "block before the first": _set("frames", 0, 1, -1),
    "block where nobody is asked": _set("frames", 0, 1, 0),
    "register missing": lambda data: data["frames"][0][2].pop(),
    "register with an object": _set("frames", 0, 2, 0, {}),
    "frame of another shape": _set("frames", 0, 7),
    "too many frames": lambda data: data["frames"].extend(deepcopy(data["frames"][0]) for _ in range(300)),
    "options": _set("options", {"more": 1}),
    "variants": _set("variants", ["more"]),
    "players": _set("players", 3.0),
    "stops": _set("stops", 1),
    "seed": _set("seed", -1),
    "rules": _set("rules", "0"),
    "code": _set("code", "0"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_data_is_refused(name: str) -> None:
    program = small("peeking")
    data = as_saved(middle(program))
    WRONG[name](data)
    with pytest.raises(BadSave):
        program.load_state(data)


@pytest.mark.parametrize("data", [None, 1, "x", [], {}, {1: 2}, {"rules": None}, dict.fromkeys(KEYS), {key: [] for key in KEYS}])
def test_data_of_another_shape_is_refused(data: Any) -> None:
    with pytest.raises(BadSave):
        small("peeking").load_state(data)


def test_deeply_nested_data_is_refused() -> None:
    program = small("peeking")
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    for key in KEYS:
        data = as_saved(middle(program))
        data[key] = nested
        with pytest.raises(BadSave):
            program.load_state(data)
    data = as_saved(middle(program))
    data["frames"][0][2][0] = nested
    with pytest.raises(BadSave):
        program.load_state(data)


def test_a_secret_answer_has_to_be_a_possible_one() -> None:
    program = small("secret")
    state = next(s for seed in range(12) for s in playthrough(program, seed) if len(s.decisions) == 2 and s.decisions[0].point.slot)
    slot = state.decisions[0].point.slot
    done = next(p for p in range(3) if p not in [d.by for d in state.decisions])
    data = as_saved(state)
    assert program.load_state(data).decisions
    for wrong in (None, 7, [], [99], [[99]], [[0, 0, 0]], [True], "x"):
        changed = deepcopy(data)
        changed["frames"][-1][2][slot] = wrong
        with pytest.raises(BadSave):
            program.load_state(changed)
        if wrong is not None:
            changed["frames"][-1][2][slot] = deepcopy(data["frames"][-1][2][slot])
            changed["frames"][-1][2][slot][done] = wrong
            with pytest.raises(BadSave):
                program.load_state(changed)


POOL: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 5, -1, 3, 11, 64, 10**6, 10**12, 10**13, 10**40, 0.5, "", "x", "0", [], [0], [1, 2], [[0]], [None],
    {}, {"0": 1},
)


def spoil(data: Any, random: Random) -> None:
    """Change one thing somewhere in the data."""
    while True:
        keys = list(data) if isinstance(data, dict) else range(len(data))
        key = random.choice(keys)
        inner = data[key]
        if isinstance(inner, list | dict) and inner and random.random() < 0.85:
            data = inner
            continue
        if isinstance(data, list) and random.random() < 0.3:
            other = random.randrange(len(data))
            data[key], data[other] = data[other], data[key]
        else:
            data[key] = deepcopy(random.choice(POOL))
        return


@pytest.mark.parametrize("name", GAMES)
def test_spoilt_data_never_crashes(name: str) -> None:
    """A spoilt save is refused, or the state can be looked at and played on (perhaps till it turns out to be damaged)."""
    program = small(name)
    random = Random(name)
    loaded = 0
    saves = [as_saved(state) for seed in range(4) for state in playthrough(program, seed)]
    for k in range(600):
        data = deepcopy(random.choice(saves))
        for _ in range(random.choice((1, 1, 2, 3))):
            spoil(data, random)
        try:
            state = program.load_state(data)
        except BadSave as error:
            assert str(error)
            continue
        loaded += 1
        stream = Stream(str(k))
        try:
            with sound():
                for _ in range(12):
                    for viewer in range(program.players):
                        view(state, viewer)
                    if not state.decisions:
                        break
                    decision = state.decisions[stream.below(len(state.decisions))]
                    decision.options(5)
                    state.answer(decision, decision.sample(stream))
                state.scores()
                state.winners()
        except (BadSave, RulesFault, IllegalAnswer):
            pass
    assert loaded > 30


def test_another_version_of_the_code_is_refused() -> None:
    program = small("peeking")
    data = as_saved(program.start(1))
    changed = rules_of(GAMES["peeking"].replace("rounds >= 8", "rounds >= 9"), "peeking").program(3)
    data["rules"] = changed.rules_hash
    with pytest.raises(BadSave, match="another version"):
        changed.load_state(data)
