"""``info GAME NAME``: all that touches a rule, with lines and citations, in the order in which it counts.

``harbour.txt`` is what is told about every name of ``harbour.rules``; ``python tests/cli/test_cli_info.py`` writes it anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_samples import ROOT, Invoke

from rulekit.play.library import built_in
from rulekit.play.rules import Rules, load
from rulekit.report.rule import declarations, rule_info
from rulekit.report.rule_text import WIDTH, rule_text
from rulekit.source import SourceFile

HERE = Path(__file__).parent
HARBOUR = HERE / "harbour.rules"
TOLD = HERE / "harbour.txt"


def names(rules: Rules) -> list[str]:
    assert rules.model is not None
    return list(dict.fromkeys(decl.name for decl in declarations(rules.model)))


def everything() -> str:
    rules = Rules(SourceFile("harbour.rules", HARBOUR.read_text("utf-8")))
    blocks = []
    for name in sorted(names(rules)):
        found = rule_info(rules.model, name)
        assert not isinstance(found, str)
        blocks.append(f"=== {name}\n{rule_text(found)}")
    return "\n".join(blocks)


def told(invoke: Invoke, name: str, path: Path = HARBOUR) -> dict[str, Any]:
    result = invoke("info", path, name, "--format", "json")
    assert result.exit_code == 0, result.stderr
    (found,) = json.loads(result.stdout)["found"]
    assert isinstance(found, dict)
    return found


def lines(rows: list[dict[str, Any]]) -> list[str]:
    """The first source line of each row."""
    return [row["text"].split("\n")[0].split("  ")[0] for row in rows]


def line_of(text: str) -> int:
    """The one line of the file that begins so."""
    (number,) = [n for n, row in enumerate(HARBOUR.read_text("utf-8").split("\n"), 1) if row.strip().startswith(text)]
    return number


# ---------------------------------------------------------------- the whole


def test_all_names_of_a_game_with_every_construct() -> None:
    assert everything() == TOLD.read_text("utf-8")


def test_the_command_tells_the_same(invoke: Invoke) -> None:
    text = invoke("info", HARBOUR, "speed").stdout
    assert text.replace(str(HARBOUR), "harbour.rules") in TOLD.read_text("utf-8")


@pytest.mark.parametrize("game", sorted(built_in()))
def test_every_name_of_every_game(game: str) -> None:
    rules = load(game)
    end = len(rules.file.line_starts)
    for name in names(rules):
        found = rule_info(rules.model, name)
        assert not isinstance(found, str) and found, name
        text = rule_text(found)
        assert all(len(line) <= WIDTH for line in text.splitlines()), name
        for info in found:
            for row in [info, *info["used_by"], *info["touched_by"], *info["changes"], *info["has"]]:
                assert row["file"] == rules.file.name and 1 <= row["line"] <= end and row["text"]
        json.dumps(found)


def test_narrow_terminals() -> None:
    rules = load("jagd_der_vampire")
    for name in names(rules):
        found = rule_info(rules.model, name)
        assert not isinstance(found, str)
        assert all(len(line) <= 80 for line in rule_text(found, 80).splitlines()), name


# ---------------------------------------------------------------- happenings


def test_exceptions_come_in_the_order_in_which_they_count(invoke: Invoke) -> None:
    """Variants before cards, a child's before its parent's, wherever they stand in the file."""
    rows = [row for row in told(invoke, "arrive")["touched_by"] if row["sort"] == "exception"]
    assert [(row["rank"], row["variant"], row["card"], row["condition"]) for row in rows] == [
        (1, "calm", None, "not storms"), (2, None, "swift", "s.deep"), (3, None, "galley", None),
    ]  # fmt: skip
    assert [row["cite"] for row in rows] == [None, "book: Swift Galleys", "book: Galleys"]


def test_an_event(invoke: Invoke) -> None:
    found = told(invoke, "arrive")
    assert (found["sort"], found["line"], found["cite"]) == ("event", line_of("event arrive"), "book: Arriving")
    assert [(row["how"], row["in"], row["line"]) for row in found["used_by"]] == [
        ("performs", "action sail of card ship", line_of("then: do arrive"))
    ]
    triggers = [row for row in found["touched_by"] if row["sort"] == "trigger"]
    assert [(row["card"], row["condition"]) for row in triggers] == [(None, None), ("guard", "p = owner")]
    (after,) = [row for row in found["touched_by"] if row["sort"] == "reaction"]
    assert (after["when"], after["line"], after["cite"]) == ("after", line_of("reaction jeer"), "book: Jeering")


def test_a_reaction_before_says_what_forbids_it(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "more.rules"
    path.write_text(HARBOUR.read_text("utf-8") + "forbid parry when q.moored\n", encoding="utf-8")
    (before,) = [row for row in told(invoke, "robbery", path)["touched_by"] if row["sort"] == "reaction"]
    assert (before["when"], before["card"], lines(before["forbidden_by"])) == ("before", "guard", ["forbid parry when q.moored"])
    assert "- forbidden by line" in invoke("info", path, "robbery").stdout


def test_an_action_on_cards(invoke: Invoke) -> None:
    found = told(invoke, "sail")
    assert found["of"] == "ship" and found["facts"] == ["its card has to lie in 'hand'"]
    assert lines(found["used_by"]) == ["may do any of ship, rob"]
    forbids = [row for row in found["touched_by"] if row["sort"] == "forbid"]
    assert [(row["text"].split(" @")[0].rstrip(), row["by_kind"]) for row in forbids] == [
        ("forbid sail when this.cargo = iron", None), ("forbid sail, rob when active.coins > 8", None),
        ("forbid ship when owner.moored", "ship"),
    ]  # fmt: skip
    (trigger,) = [row for row in found["touched_by"] if row["sort"] == "trigger"]
    assert trigger["by_kind"] == "thing"


def test_a_reaction_tells_what_it_answers(invoke: Invoke) -> None:
    rows = told(invoke, "parry")["used_by"]
    assert [(row["how"], row["line"]) for row in rows] == [("answers before", line_of("event robbery"))]
    rows = told(invoke, "jeer")["used_by"]
    assert [(row["how"], row["line"]) for row in rows] == [("answers after", line_of("event arrive"))]


def test_a_query(invoke: Invoke) -> None:
    found = told(invoke, "speed")
    assert [(row["how"], row["in"]) for row in found["used_by"]] == [("reads", "event arrive")]
    assert [(row["variant"], row["card"]) for row in found["touched_by"]] == [("calm", None), (None, "swift")]


# ---------------------------------------------------------------- cards, variants, data


def test_a_kind(invoke: Invoke) -> None:
    found = told(invoke, "swift")
    assert found["facts"][0] == "kinds above it: galley, ship, thing"
    assert found["facts"][-1] == "3 cards in the deck 'box'"
    assert [row["name"] for row in found["has"]] == ["action sail of card ship"]
    assert [(row["about"], row["card"]) for row in found["changes"]] == [
        ("event arrive", "galley"), ("event arrive", "swift"), ("define speed", "swift"),
    ]  # fmt: skip
    assert {row["line"] for row in found["touched_by"] if row["sort"] == "forbid"} == {
        line_of("forbid sail when"), line_of("forbid sail, rob"), line_of("forbid ship"),
    }  # fmt: skip
    assert told(invoke, "ship")["facts"][1] == "kinds below it: galley, swift"


def test_a_variant(invoke: Invoke) -> None:
    rows = told(invoke, "calm")["changes"]
    assert [row["sort"] for row in rows] == ["exception", "exception", "trigger", "forbid"]


@pytest.mark.parametrize(
    ("name", "used"),
    [
        ("waste", {"moves in": 4, "moves out": 2, "belongs": 2}),
        ("stock", {"moves out": 2, "shuffles": 2}),
        ("hold", {"moves in": 2, "moves out": 1, "reads": 3}),
        ("hand", {"moves in": 2, "moves out": 5, "reads": 1, "belongs": 1}),
        ("coins", {"writes": 3, "reads": 3}),
        ("moored", {"writes": 1, "resets": 1, "reads": 3}),
        ("deep", {"gives": 1, "reads": 1}),
        ("salt", {"belongs": 2}),
        ("iron", {"reads": 1, "belongs": 1}),
        ("good", {"is typed": 1, "names": 3}),
        ("cargo", {"gives": 2, "reads": 2}),
        ("quay", {"reads": 1, "belongs": 2}),
        ("storms", {"reads": 2}),
        ("berths", {"reads": 1}),
        ("wind", {"rolls": 1}),
        ("fleet", {"reads": 1}),
        ("sailing", {"ends": 1}),
        ("turn", {"belongs": 1}),
        ("box", {"belongs": 1}),
        ("bay", {"reads": 1}),
        ("pirate", {"offers": 2, "belongs": 1}),
    ],
)
def test_who_uses_it(invoke: Invoke, name: str, used: dict[str, int]) -> None:
    rows = told(invoke, name)["used_by"]
    assert {how: sum(row["how"] == how for row in rows) for how in dict.fromkeys(row["how"] for row in rows)} == used
    places = [row["line"] for row in rows]
    assert places == sorted(places)


def test_two_things_of_one_name(invoke: Invoke) -> None:
    found = json.loads(invoke("info", HARBOUR, "guard", "--format", "json").stdout)["found"]
    assert [info["sort"] for info in found] == ["state", "card"]


# ---------------------------------------------------------------- mistakes


def test_a_name_that_is_nearly_right(invoke: Invoke) -> None:
    result = invoke("info", HARBOUR, "ariive")
    assert result.exit_code == 2
    assert result.stderr == "rulekit: nothing in Harbour is called 'ariive'; did you mean 'arrive'?\n"


def test_rules_with_mistakes_are_shown_instead(invoke: Invoke, broken: Path) -> None:
    result = invoke("info", broken, "take_fruit")
    assert result.exit_code == 1 and "error[RK" in result.stderr and not result.stdout


if __name__ == "__main__":
    TOLD.write_text(everything(), encoding="utf-8")
    print(f"wrote {TOLD.relative_to(ROOT)}")
