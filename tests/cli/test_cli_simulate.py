"""``simulate``: the same results for a seed whatever the number of processes, in three formats; what goes wrong is never silent."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pexpect
import pytest
from cli_samples import ORCHARD, ROOT, Invoke, Run, one_line
from test_cli_run import ENDLESS, FAULTY

from rulekit.play.bots import play_on, seat_bots
from rulekit.play.library import built_in
from rulekit.play.rules import load
from rulekit.play.setup import make_setup
from rulekit.play.simulate import Arena, Experiment

DEAD = '''game "Dead Wood" for 4 players:
  about "Some of its rules and cards never come into play."

teams:
  north "North" seats 1, 3
  south "South" seats 2, 4

card thing:
  value: number 1..9
card lazy is thing:
  except bonus(p) = 3 when p.gold > 1000
card busy is thing from hand:
  except extra(p) = 2
  when gain(p) happens if count(pile) > 50: add 1 to p.gold
  when gain(p) happens if count(pile) < 50: add 1 to p.gold
deck things:
  1 lazy "Sloth" with value = 9
  1 busy "Ant" with value = 2
  10 thing with each value in 3..4
  1 thing with value = 8

shared:
  zone pile: face down, starts with things
  zone shelf: face up
each player:
  zone hand: private
  gold: number 0.. = 0

define bonus(p) = 0
define extra(p) = 0

event gain(p):
  add 1 + bonus(p) + extra(p) to p.gold
event lose(p):
  take 1 from p.gold
event storm:
  shuffle shelf

when gain(p) happens if count(shelf) > 90: shuffle pile
whenever count(shelf) > 80: move shelf to pile
whenever count(shelf) > 2: move shelf to pile

reaction shield "shield" by q before lose(q):
  then: cancel
reaction never "never" by q in players before storm:
  then: cancel

phase game:
  shuffle pile
  deal 3 from pile to players.hand
  phase turn cycle p in players until not exists(players.hand):
    must do one of play, rest, fly
    if count(shelf) > 100: do storm
  phase late when count(pile) = 99:
    do storm

action play "play a thing" by p:
  choose c in p.hand where c.value < 9
  then:
    move c to shelf
    do gain(p)
action rest "rest" by p:
  when exists(p.hand where value > 3)
  then: do lose(p)
action fly "fly" by p:
  when p.gold > 1000
  then: end game

score t: sum(p.gold over p in players where p.team = t)
winner: highest score
'''
"""Who holds the sloth can't get rid of it, so such a match never ends."""

NO_WINNER = """game "Idle" for 1..3 players:
  about "Nobody can win, and there is nothing to count."
shared:
  steps: number = 0
action wait "wait" by p:
  then: add 1 to steps
action hop "hop" by p:
  then: add 2 to steps
phase game:
  phase turn cycle p in players until steps > 9:
    must do one of wait, hop
winner p where steps < 0
"""

SHARE = {"value": float, "low": float, "high": float}
MEAN = {"mean": float, "interval": [float], "sd": float, "low": int, "high": int, "n": int}
QUANTILES = {"tenth": int, "median": int, "ninetieth": int}
SHAPE: dict[str, Any] = {
    "version": int,
    "game": str,
    "rules": str,
    "players": int,
    "bots": [str],
    "options": dict,
    "variants": [str],
    "seed": int,
    "asked": int,
    "played": int,
    "finished": int,
    "unfinished": {"matches": int, "cap": int, "seeds": [int]},
    "faults": {
        "matches": int,
        "found": [{"code": str, "message": str, "file": str, "line": int, "matches": int, "seed": int, "again": str}],
    },
    "watched": int,
    "wins": {
        "even": float,
        "contenders": [{"name": str, "players": [str], "won": float, "alone": int, "share": SHARE, "clearly": str}],
        "shared": SHARE,
        "nobody": SHARE,
    },
    "scores": {"contenders": [{"name": str, "score": MEAN}], "winner": MEAN, "margin": MEAN},
    "length": {"decisions": {**MEAN, **QUANTILES}},
    "phases": [{"name": str, "label": str, "line": int, "passes": float, "decisions": float, "matches": int}],
    "decisions": {
        "asked": int,
        "forced": int,
        "forced_share": SHARE,
        "options": {**QUANTILES, "high": int, "counted_to": int},
        "two_or_fewer": SHARE,
    },
    "rules_taken": [
        {"sort": str, "name": str, "label": str, "line": int, "offered": int, "taken": int, "forced": int, "matches": int}
    ],
    "lead": {"matches": int, "changes": MEAN, "halfway": {"matches": int, "won": int, "share": SHARE}},
    "never": {"rules": [{"sort": str, "name": str, "line": int}], "cards": {"all": int, "untouched": [str], "unchosen": [str]}},
}
"""What ``docs/formats.md`` describes; anything may be null but lists and what counts matches."""


def check_shape(data: Any, shape: Any, at: str = "") -> None:
    if isinstance(shape, dict):
        if data is None:
            return
        assert set(data) == set(shape), at
        for key, inner in shape.items():
            check_shape(data[key], inner, f"{at}.{key}")
    elif isinstance(shape, list):
        for item in data or ():
            check_shape(item, shape[0], at)
    elif data is not None:
        assert isinstance(data, (int, float) if shape is float else shape), (at, data)


def keys_of(shape: Any) -> set[str]:
    if isinstance(shape, dict):
        return set(shape).union(*map(keys_of, shape.values()))
    return keys_of(shape[0]) if isinstance(shape, list) else set()


def simulated(invoke: Invoke, *arguments: object) -> dict[str, Any]:
    result = invoke("simulate", *arguments, "--format", "json")
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    check_shape(data, SHAPE)
    assert isinstance(data, dict)
    return data


@pytest.fixture
def dead(tmp_path: Path) -> Path:
    path = tmp_path / "dead.rules"
    path.write_text(DEAD, encoding="utf-8")
    return path


# ---------------------------------------------------------------- the same results


@pytest.mark.parametrize("game", sorted(built_in()))
def test_every_game_has_a_text_that_fits(invoke: Invoke, game: str) -> None:
    result = invoke("simulate", game, "-n", 5, "--closely", 2)
    assert result.exit_code == 0, result.stderr
    assert max(map(len, result.stdout.splitlines())) <= 80
    for heading in ("Wins by ", "Length\n", "Choices\n", "Actions ", "Never used in 2 matches"):
        assert heading in result.stdout


@pytest.mark.parametrize("game", sorted(built_in()))
def test_a_watched_match_a_quick_one_and_that_of_run_are_the_same(game: str) -> None:
    rules = load(game)
    for players in {rules.game().low_players, rules.game().high_players}:
        setup = make_setup(rules.game(), players)
        watched = Arena(rules, Experiment(setup, ("random",) * players, 5, 2, closely=2))
        quick = Arena(rules, Experiment(setup, ("random",) * players, 5, 2, closely=0))
        for number in (1, 2):
            row, seen = watched.play(number)
            assert seen is not None and quick.play(number) == (row, None)
        match = rules.start(players, row.seed)
        play_on(match, dict(enumerate(seat_bots(["random"], players))))
        assert (len(match.answers), tuple(match.scores()), tuple(match.winners())) == (row.decisions, row.scores, row.winners)


def test_windows_and_choices_at_the_same_time_too(tmp_path: Path) -> None:
    from test_cli_replay import TRICKY

    (tmp_path / "tricky.rules").write_text(TRICKY, encoding="utf-8")
    rules = load(tmp_path / "tricky.rules")
    for players in (2, 3, 4):
        setup = make_setup(rules.game(), players)
        watched, quick = (Arena(rules, Experiment(setup, ("random",) * players, 9, 20, closely=n)) for n in (20, 0))
        for number in range(1, 21):
            assert watched.play(number)[0] == quick.play(number)[0]


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_the_number_of_processes_changes_nothing(rulekit: Run, dead: Path, form: str) -> None:
    arguments = ("simulate", dead, "-n", 70, "--closely", 30, "--cap", 100, "--format", form)
    one = rulekit(*arguments, PYTHONHASHSEED="1")
    two = rulekit(*arguments, "--jobs", 2, PYTHONHASHSEED="2")
    assert one.returncode == two.returncode == 0 and one.stdout == two.stdout != ""


def test_other_seeds_give_other_matches_that_have_nothing_to_do_with_each_other(orchard: Path) -> None:
    setup = make_setup(load(orchard).game())
    seeds = [Experiment(setup, ("random",) * 4, seed, 100).seed_of(k) for seed in range(20) for k in range(1, 101)]
    assert len(set(seeds)) == len(seeds) and max(seeds) < 2**40


# ---------------------------------------------------------------- what is told


def test_wins_scores_and_lengths_are_those_of_the_matches(invoke: Invoke, orchard: Path) -> None:
    data = simulated(invoke, orchard, "-n", 40, "--players", 3, "--seed", 2)
    rows = list(csv.DictReader(StringIO(invoke("simulate", orchard, "-n", 40, "--players", 3, "--seed", 2, "--format", "csv").stdout)))
    assert [int(row["match"]) for row in rows] == list(range(1, 41))
    for who in data["wins"]["contenders"]:
        name = who["name"]
        assert who["won"] == pytest.approx(sum(float(row[f"won {name}"]) for row in rows), abs=1e-4)
        assert who["alone"] == sum(row[f"won {name}"] == "1" for row in rows)
        scores = [int(row[f"score {name}"]) for row in rows]
        told = next(x["score"] for x in data["scores"]["contenders"] if x["name"] == name)
        assert (told["mean"], told["low"], told["high"], told["n"]) == (pytest.approx(sum(scores) / 40, abs=1e-5), min(scores), max(scores), 40)
    assert sum(who["won"] for who in data["wins"]["contenders"]) == pytest.approx(40)
    assert data["wins"]["shared"]["value"] == sum(row["winners"] not in ("0", "1") for row in rows) / 40
    lengths = sorted(int(row["decisions"]) for row in rows)
    assert data["length"]["decisions"]["median"] == lengths[19] and data["length"]["decisions"]["high"] == lengths[-1]
    match = load(orchard).start(3, int(rows[4]["seed"]))
    play_on(match, dict(enumerate(seat_bots(["random"], 3))))
    assert [str(score) for score in match.scores()] == [rows[4][f"score {name}"] for name in match.names]


def test_what_is_never_used_is_named_and_nothing_else(invoke: Invoke, dead: Path) -> None:
    data = simulated(invoke, dead, "-n", 60, "--cap", 100)
    lines = DEAD.splitlines()
    never = {(rule["sort"], lines[rule["line"] - 1].strip()) for rule in data["never"]["rules"]}
    assert never == {
        ("action", 'action fly "fly" by p:'),
        ("reaction", 'reaction never "never" by q in players before storm:'),
        ("phase", "phase late when count(pile) = 99:"),
        ("event", "event storm:"),
        ("exception", "except bonus(p) = 3 when p.gold > 1000"),
        ("trigger", "when gain(p) happens if count(pile) > 50: add 1 to p.gold"),
        ("trigger", "when gain(p) happens if count(shelf) > 90: shuffle pile"),
        ("state-based rule", "whenever count(shelf) > 80: move shelf to pile"),
    }
    assert data["never"]["cards"]["untouched"] == ['lazy "Sloth"'] and data["never"]["cards"]["unchosen"] == []
    assert data["unfinished"]["matches"] > 10 and data["unfinished"]["cap"] == 100 and len(data["unfinished"]["seeds"]) == 5
    assert [row["players"] for row in data["wins"]["contenders"]] == [["Ann", "Cat"], ["Ben", "Dan"]]
    text = invoke("simulate", dead, "-n", 60, "--cap", 100)
    assert text.exit_code == 0 and "Unfinished: " in text.stdout and "unfinished after 100 decisions" in text.stderr
    assert "  North (Ann, Cat) " in text.stdout and "never possible: fly, never" in text.stdout


def test_the_model_is_as_it_was_before(dead: Path) -> None:
    rules = load(dead)
    before = (len(rules.game().fields), [event.body for event in rules.game().events], [x.body for x in rules.game().triggers])
    Arena(rules, Experiment(make_setup(rules.game()), ("random",) * 4, 1, 1, cap=20)).play(1)
    assert (len(rules.game().fields), [event.body for event in rules.game().events], [x.body for x in rules.game().triggers]) == before


def test_a_game_that_nobody_wins_and_without_score(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "idle.rules"
    path.write_text(NO_WINNER, encoding="utf-8")
    for players in (1, 3):
        data = simulated(invoke, path, "-n", 10, "--players", players)
        assert data["scores"] is None and data["lead"] is None and data["wins"]["nobody"]["value"] == 1
        assert "Scores" not in invoke("simulate", path, "-n", 10, "--players", players).stdout


def test_matches_without_any_decision(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "idle.rules"
    path.write_text(NO_WINNER.replace("must do one of wait, hop", "must do one of wait"), encoding="utf-8")
    data = simulated(invoke, path, "-n", 3)
    assert data["length"]["decisions"]["high"] == 0 and data["decisions"]["asked"] == 0 and data["decisions"]["forced"] == 30
    assert invoke("simulate", path, "-n", 3).exit_code == 0
    assert invoke("simulate", path, "-n", 3, "--closely", 0).exit_code == 0


def test_options_variants_and_bots(invoke: Invoke) -> None:
    data = simulated(invoke, "hearts", "-n", 2, "--set", "goal=20", "--bots", "greedy,random,random,random")
    assert data["options"] == {"goal": "20"} and data["bots"][0] == "greedy" and data["watched"] == 2
    text = invoke("simulate", "hearts", "-n", 2, "--set", "goal=20", "--bots", "greedy,random,random,random").stdout
    assert "Ann (greedy)" in text and "settings: goal = 20" in text


def test_formats_are_described() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    section = page[page.index("## A simulation") :]
    section = section[: section.index("\n## ", 1)]
    missing = {key for key in keys_of(SHAPE) if f"`{key}`" not in section}
    assert not missing


# ---------------------------------------------------------------- what goes wrong


def test_rules_faults_are_told_with_what_shows_them_again(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "faulty.rules"
    path.write_text(FAULTY, encoding="utf-8")
    for form in ("text", "json", "csv"):
        result = invoke("simulate", path, "-n", 30, "--players", 3, "--format", form)
        assert result.exit_code == 1 and "error[RK504]" in result.stderr
        again = re.search(r"rulekit (run .*)", result.stderr)
        assert again
        shown = invoke(*again.group(1).split())
        assert shown.exit_code == 1 and "error[RK504]" in shown.stderr
        if form == "text":
            assert "Rules faults: " in result.stdout and "RK504 line 30: a division by zero" in result.stdout
        if form == "csv":
            ends = Counter(row["end"] for row in csv.DictReader(StringIO(result.stdout)))
            assert ends["fault"] and ends["finished"] and sum(ends.values()) == 30


def test_a_game_that_fails_at_once(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS, encoding="utf-8")
    result = invoke("simulate", path, "-n", 3)
    assert result.exit_code == 1 and "no match finished" in result.stdout and "error[RK506]" in result.stderr


def test_a_fault_in_the_score(invoke: Invoke, orchard: Path) -> None:
    orchard.write_text(ORCHARD.replace("score p: sum", "score p: 1 / 0 + sum"), encoding="utf-8")
    for closely in (0, 10):
        result = invoke("simulate", orchard, "-n", 3, "--closely", closely)
        assert result.exit_code == 1 and "error[RK504]" in result.stderr


def test_rules_with_errors(invoke: Invoke, broken: Path) -> None:
    result = invoke("simulate", broken)
    assert result.exit_code == 1 and "can't be played" in result.stderr and result.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("-n", "0"), ("-n", "x"), ("--jobs", "0"), ("--cap", "0"), ("--cap", "10001"), ("--closely", "-1"), ("--players", "9"),
        ("--bots", "clever"), ("--bots", "random,random"), ("--bots", ""), ("--seed", "-1"), ("--set", "goal=3"), ("--format", "xml"),
        ("--out", "no/such/folder/x"), ("--out", "."),
    ],
)  # fmt: skip
def test_wrong_usage(invoke: Invoke, orchard: Path, arguments: tuple[str, str]) -> None:
    result = invoke("simulate", orchard, *arguments)
    assert result.exit_code == 2 and one_line(result.stderr) and result.stdout == ""


def test_out_writes_a_file(invoke: Invoke, orchard: Path, tmp_path: Path) -> None:
    for form in ("text", "json", "csv"):
        shown = invoke("simulate", orchard, "-n", 5, "--format", form)
        written = invoke("simulate", orchard, "-n", 5, "--format", form, "--out", "results")
        assert written.exit_code == 0 and written.stdout == ""
        assert (tmp_path / "results").read_text(encoding="utf-8") == shown.stdout


# ---------------------------------------------------------------- the terminal


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_gives_the_results_so_far(orchard: Path, jobs: int) -> None:
    command = [sys.executable, "-m", "rulekit.cli", "simulate", str(orchard), "-n", "1000000", "--jobs", str(jobs), "--format", "csv"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "NO_COLOR": "1"})
    assert child.stdout is not None
    for _ in range(50):
        child.stdout.readline()
    child.send_signal(signal.SIGINT)
    _, notes = child.communicate(timeout=60)
    assert child.returncode == 2 and re.search(r"^stopped after [\d,]+ of 1,000,000 games$", notes, re.M), notes
    assert "Traceback" not in notes


def test_a_bar_on_a_terminal_and_none_elsewhere(rulekit: Run, orchard: Path) -> None:
    plain = rulekit("simulate", orchard, "-n", 30)
    assert re.fullmatch(r"30 games, .*\n", plain.stderr)
    settings = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    child = pexpect.spawn(
        sys.executable, ["-m", "rulekit.cli", "simulate", str(orchard), "-n", "4000"], env=settings, encoding="utf-8", timeout=60
    )
    child.expect("/4000")
    time.sleep(0.2)
    child.sendintr()
    child.expect("Wins by seat")
    child.expect("stopped after")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 2


def test_help_has_examples(invoke: Invoke) -> None:
    assert "rulekit simulate my_game.rules -n 5000" in invoke("simulate", "--help").stdout


def test_a_single_match_has_no_interval_of_a_mean(invoke: Invoke, orchard: Path) -> None:
    data = simulated(invoke, orchard, "-n", 1)
    assert data["length"]["decisions"]["interval"] is None and data["length"]["decisions"]["sd"] is None
    assert invoke("simulate", orchard, "-n", 1).exit_code == 0
