"""``run``: one game, the same bytes every time; what a viewer may know; JSON; faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_samples import ORCHARD, Invoke, Run

FAULTY = ORCHARD.replace("move top of pile to p.basket", "set p.left to p.left / (count(pile) - 9)").replace(
    "  zone basket: face up\n", "  zone basket: face up\n  left: number = 0\n"
)
ENDLESS = ORCHARD.replace("  shuffle pile\n", "  repeat until count(pile) = 99:\n    shuffle pile\n")


def test_the_log_has_head_decisions_events_and_result(invoke: Invoke, orchard: Path) -> None:
    result = invoke("run", orchard, "--players", 3, "--seed", 7)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.split("\n")
    assert lines[:2] == ["rulekit log 1", "game: Orchard"] and lines[2].startswith("rules: sha256 ")
    assert lines[3:9] == ["players: Ann, Ben, Cat", "options: none", "variants: none", "seed: 7", "viewer: all", ""]
    assert "phase turn of Ann" in lines and any(line.startswith("1 Ann ") for line in lines)
    assert "  shuffled: the pile" in lines
    assert lines[-6] == "result" and lines[-2].startswith("  winner: ") and lines[-1] == ""


def test_the_same_bytes_whatever_the_hash_seed_and_the_locale(rulekit: Run, orchard: Path) -> None:
    first = rulekit("run", orchard, "--seed", 3, PYTHONHASHSEED="1")
    again = rulekit("run", orchard, "--seed", 3, PYTHONHASHSEED="2", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert first.returncode == again.returncode == 0
    assert first.stdout == again.stdout and "\r" not in first.stdout
    assert rulekit("run", orchard, "--seed", 4).stdout != first.stdout


def test_line_ends_of_the_file_dont_matter(invoke: Invoke, orchard: Path) -> None:
    first = invoke("run", orchard).stdout
    orchard.write_bytes(orchard.read_bytes().replace(b"\n", b"\r\n"))
    assert invoke("run", orchard).stdout == first


def test_what_a_viewer_may_know(invoke: Invoke) -> None:
    everything = invoke("run", "crazy_eights", "--seed", 2).stdout
    for name in ("Ann", "Ben"):
        seen = invoke("run", "crazy_eights", "--seed", 2, "--viewer", name).stdout
        other = {"Ann": "Ben", "Ben": "Ann"}[name]
        assert f"viewer: {name}" in seen
        assert f"    [{name}] " in seen and f"    [{other}] " not in seen and f"    [{other}] " in everything
    assert invoke("run", "crazy_eights", "--seed", 2, "--viewer", "2").stdout == seen


def test_json(invoke: Invoke, orchard: Path) -> None:
    data = json.loads(invoke("run", orchard, "--players", 2, "--format", "json").stdout)
    assert data["version"] == 1 and data["players"] == ["Ann", "Ben"] and data["viewer"] == "all"
    assert {event["kind"] for event in data["events"]} <= {"phase", "decision", "forced", "event"}
    decisions = [event for event in data["events"] if event["kind"] == "decision"]
    assert [d["n"] for d in decisions] == list(range(1, len(decisions) + 1))
    assert decisions[0]["by"] == "Ann" and decisions[0]["answer"] in (["take_fruit"], ["draw_fruit"])
    assert data["result"]["over"] and data["result"]["decisions"] == len(decisions)
    assert set(data["result"]["scores"]) == {"Ann", "Ben"} and data["result"]["winners"]


def test_json_for_a_viewer_has_no_answers_of_others_and_no_numbers(invoke: Invoke) -> None:
    data = json.loads(invoke("run", "crazy_eights", "--viewer", "Ann", "--format", "json").stdout)
    for event in data["events"]:
        if event.get("by", "Ann") != "Ann":
            assert "answer" not in event and "n" not in event and event["kind"] == "decision"
        assert event.get("for", ["Ann"]) == ["Ann"]


def test_settings(invoke: Invoke) -> None:
    shown = invoke("run", "vampire", "--set", "games=2", "--players", 3)
    assert shown.exit_code == 0 and "options: games = 2\n" in shown.stdout
    for value in ("0", "5", "x", "2.5", ""):
        bad = invoke("run", "vampire", "--set", f"games={value}")
        assert bad.exit_code == 2 and "1 to 4" in bad.stderr
    assert "needs a value" in invoke("run", "vampire", "--set", "games").stderr
    assert "twice" in invoke("run", "vampire", "--set", "games=1", "--set", "games=1").stderr
    assert "did you mean 'games'?" in invoke("run", "vampire", "--set", "gams=1").stderr


def test_the_number_of_players_is_four_or_the_nearest(invoke: Invoke, tmp_path: Path) -> None:
    for written, shown in (("2..5", 4), ("2..3", 3), ("5..7", 5), ("2", 2)):
        path = tmp_path / "game.rules"
        path.write_text(ORCHARD.replace("2..5 players", f"{written} players").split("example")[0])
        players = next(line for line in invoke("run", path).stdout.split("\n") if line.startswith("players: "))
        assert players.count(",") + 1 == shown


@pytest.mark.parametrize("bots", ["random", "greedy", "random,greedy,random"])
def test_bots(invoke: Invoke, orchard: Path, bots: str) -> None:
    result = invoke("run", orchard, "--players", 3, "--bots", bots)
    assert result.exit_code == 0 and "winner" in result.stdout


def test_a_rules_fault_names_the_line_and_how_to_get_there(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "faulty.rules"
    path.write_text(FAULTY.split("example")[0])
    for seed in range(1, 30):
        result = invoke("run", path, "--seed", seed)
        if result.exit_code:
            break
    assert result.exit_code == 1 and "Traceback" not in result.stderr
    assert "error[RK504]" in result.stderr and "set p.left to p.left / (count(pile) - 9)" in result.stderr
    assert f"  seed       {seed}\n" in result.stderr and "  players    4\n" in result.stderr
    assert "    player 1 " in result.stderr
    assert "result: the match isn't over" in result.stdout


def test_rules_that_never_ask_are_stopped(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS.split("example")[0])
    result = invoke("run", path)
    assert result.exit_code == 1 and "error[RK506]" in result.stderr and "decisions  0" in result.stderr
