"""Examples: what passes, and exactly what is reported when one doesn't."""

from __future__ import annotations

import json
import os
import re
from importlib.resources import files
from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import Code
from rulekit.play.examples import ExampleResult, load_suite, run_examples
from rulekit.play.examples import codes as example_codes
from rulekit.play.library import built_in, read_rules
from rulekit.play.rules import Rules, RulesError
from rulekit.report.examples import failed_example
from rulekit.report.styled import render
from rulekit.source import SourceFile

CASES = Path(__file__).parent / "cases"
PAGES = files("rulekit.diagnostics") / "pages"
CODES = sorted(code.id for code in vars(example_codes).values() if isinstance(code, Code))


def report(results: list[ExampleResult]) -> str:
    """All that failed, with file names instead of paths."""
    text = "".join(f"### {r.title}\n\n{render(failed_example(r), False)}\n" for r in results)
    return text.replace(f"{CASES}{os.sep}", "")


def results(name: str) -> list[ExampleResult]:
    return run_examples(rulekit.load(CASES / name))


SUITES = [load_suite(rulekit.load(CASES / name)) for name in ("good.rules", "positions.rules")]
GOOD = [(suite, example) for suite in SUITES for example in suite.examples]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("suite", "example"), GOOD, ids=[example.title for _, example in GOOD])
def test_good(suite, example, seed) -> None:
    result = suite.run(example, seed)
    assert result.passed, report([result])


@pytest.mark.parametrize("name", ["failing", "misplaced"])
def test_failing(name) -> None:
    """Set RULEKIT_UPDATE=1 to write the expected reports anew, then review them."""
    found = results(f"{name}.rules")
    assert not any(result.passed for result in found)
    kept = CASES / f"{name}.txt"
    if os.environ.get("RULEKIT_UPDATE"):
        kept.write_text(report(found), "utf-8", newline="\n")
    assert report(found) == kept.read_text("utf-8")


@pytest.mark.parametrize("name", sorted(built_in()))
def test_built_in_games(name) -> None:
    rules = Rules(read_rules(name))
    wrong = [result for result in run_examples(rules) if not result.passed]
    assert not wrong, report(wrong)


@pytest.mark.parametrize(("suite", "example"), GOOD, ids=[example.title for _, example in GOOD])
def test_no_card_is_lost(suite, example) -> None:
    """Of a position, and of a match that goes on from it: every card lies in one zone, or nowhere if the example took it out."""
    scene = suite.scene(example)
    for _ in range(5):
        state = scene.state
        lying = [card for zone in state.zones for card in zone.cards]
        assert len(lying) == len(set(lying))
        assert {card: k for k, zone in enumerate(state.zones) for card in zone.cards} == {
            card: zone for card, zone in enumerate(state.loc) if zone >= 0
        }
        assert as_json(suite.scene(example).state) == as_json(suite.scene(example).state)
        if state.decisions:
            state.answer(state.decisions[0], state.decisions[0].options(1)[0])


def as_json(state) -> str:
    return json.dumps(state.to_json(), sort_keys=True)


def test_a_choice_of_examples() -> None:
    rules = rulekit.load(CASES / "good.rules")
    assert [result.title for result in run_examples(rules, "GIFT")] == ["a gift for the left neighbour", "gifts in any order"]
    assert run_examples(rules, "nothing of this") == []


def test_results_are_values() -> None:
    result = results("failing.rules")[0]
    first = result.failures[0]
    assert (result.players, result.span.line, first.line) == (("Ann", "Ben"), 3, 9)
    assert first.expected == "sold(Ann, apple) = 2 + pot"
    assert first.found == "sold(Ann, apple) is 3; 2 + pot is 2; pot is 0"


def test_a_model_is_enough() -> None:
    model = rulekit.load("no_thanks").game()
    assert all(result.passed for result in run_examples(model))


def test_rules_with_errors() -> None:
    rules = Rules(SourceFile("wrong.rules", 'game "Wrong" for 2 players:\n  about "x"\nphase a:\n  do nothing_known\n'))
    with pytest.raises(RulesError):
        run_examples(rules)


def test_errors_in_a_file_of_examples(tmp_path) -> None:
    path = tmp_path / "more.rules"
    path.write_text(f'examples of "{CASES / "orchard.rules"}"\nexample "x" with Ann, Ben:\n  expect:\n    Eve.coins = 3\n')
    with pytest.raises(RulesError) as error:
        run_examples(rulekit.load(path))
    assert [d.span.line for d in error.value.diagnostics] == [4]


# ---------------------------------------------------------------- pages


@pytest.fixture(scope="module")
def game() -> str:
    return read_rules("no_thanks").text.split("\nexample ")[0] + "\n"


@pytest.mark.parametrize("id", CODES)
def test_page(id, game) -> None:
    page = (PAGES / f"{id}.md").read_text("utf-8")
    bad, good = (
        Rules(SourceFile("page.rules", game + re.search(rf"^## {word}\n\n```rules\n(.*?)^```", page, re.M | re.S).group(1)))
        for word in ("Bad", "Good")
    )
    assert {f.diagnostic.code.id for r in run_examples(bad) for f in r.failures} == {id}
    assert all(r.passed for r in run_examples(good)), report(run_examples(good))
