"""Any text as rules file, save or state ends in a result or a diagnostic, within 2 s of CPU time and 512 MiB (see ``pool``)."""

from __future__ import annotations

import json

import pytest
from nasty import texts
from pipeline import VALUES, a_window, case, loaded, rules_text
from pool import run
from texts import get_ready


def faults(numbers: range, jobs: int) -> list[str]:
    get_ready()
    return [f"{result.number}: {result.fault}" for result in run(case, numbers, jobs) if result.fault]


def test_some_texts() -> None:
    assert faults(range(150), 1) == []


def nasty(number: int) -> tuple[str, str]:
    """One of the rules that ask for too much."""
    return "nasty", rules_text(texts()[number], number)


def faults_of_nasty(numbers: range, jobs: int) -> list[str]:
    found = []
    for result in run(nasty, numbers, jobs):
        assert result.fault or result.outcome != "findings", f"{result.number} isn't right any more"
        if result.fault:
            found.append(f"{result.number}: {result.fault}")
    return found


def test_some_rules_that_ask_for_too_much() -> None:
    assert faults_of_nasty(range(0, len(texts()), 24), 1) == []


@pytest.mark.slow
def test_all_rules_that_ask_for_too_much() -> None:
    assert faults_of_nasty(range(len(texts())), 2) == []


def test_every_register_of_an_open_window_may_be_damaged() -> None:
    rules, data = a_window()
    outcomes = set()
    for k, frame in enumerate(data["state"]["frames"]):
        for place in range(len(frame[2])):
            for value in [*VALUES, *range(-3, 9), [0], [1, 1], [[0]], [99]]:
                damaged = json.loads(json.dumps(data["state"]))
                damaged["frames"][k][2][place] = value
                outcomes.add(loaded(rules, data, damaged, place))
    assert outcomes <= {"refused", "resumed", "fault", "unsound"}
    assert {"refused", "resumed"} <= outcomes


def test_the_runner_sees_a_fault() -> None:
    results = list(run(broken, range(3), 1))
    assert [bool(result.fault) for result in results] == [False, True, False]


def broken(number: int) -> tuple[str, str]:
    """A case that fails for one number."""
    if number == 1:
        raise RuntimeError("as asked")
    return "test", "fine"


@pytest.mark.slow
def test_twenty_thousand_texts() -> None:
    assert faults(range(20_000), 2) == []
