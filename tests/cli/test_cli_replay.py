"""``replay``: the same lines again, the first difference, decisions that aren't possible any more, and texts that are no logs."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from cli_samples import ORCHARD, ROOT, Invoke, Run, one_line

from rulekit.play.library import built_in
from rulekit.play.replay import replay
from rulekit.play.replay_log import BadLog, read_log
from rulekit.play.rules import load
from rulekit.report.replay import replay_text

TRICKY = '''game "Tricky" for 2..4 players:
  about "Labels with commas, brackets and numbers; teams, windows, choices at the same time."

option goal "so many rounds": number 1..3 = 2
variant slow "slow":
  ruling "Slowly."
enum colour: red, blue

teams:
  odd "Odd, the first" seats 1, 3
  even "Even" seats 2, 4

card thing:
  colour: colour
deck things:
  2 thing "a, b} (c" with each colour
  3 thing "2 thing" with each colour
  6 thing with each colour

shared:
  zone pile: face down, starts with things
  zone shelf: face up
each player:
  zone hand: private
  gold: number 0.. = 0

event gain(p, n):
  add n to p.gold

reaction shield "shield" by q in others(p) where q.gold > 0 before gain(p, n):
  then: cancel

phase game for each r in 1..goal:
  move cards(things) to pile
  shuffle pile
  deal 4 from pile to players.hand
  simultaneously p in players choose 0..2 gift "cards to give" in p.hand
  for each p in players: move gift[p] to left(p).hand
  phase turn for each p in players:
    must do one of play, play_many, point
    choose k "a number" in 1..3 by p
    do gain(p, k)

action play "play" by p:
  choose c "a card" in p.hand
  choose q "a player" in others(p)
  then: move c to shelf
action play_many "play some" by p:
  choose 1..3 cs "cards" in p.hand
  choose tone "a colour" in colour
  then: move cs to shelf
action point "point at players" by p:
  choose 1..2 qs "players" in others(p)
  then: do gain(p, count(qs))

score t: sum(p.gold over p in players where p.team = t)
winner: highest score
'''


@pytest.fixture
def tricky(tmp_path: Path) -> Path:
    path = tmp_path / "tricky.rules"
    path.write_text(TRICKY, encoding="utf-8")
    return path


def log_of(invoke: Invoke, path: Path, *more: object, name: str = "game.log") -> Path:
    result = invoke("run", path, *more)
    assert result.exit_code == 0, result.stderr
    log = path.parent / name
    log.write_text(result.stdout, encoding="utf-8")
    return log


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("game", sorted(built_in()))
def test_every_game_again(invoke: Invoke, tmp_path: Path, game: str, form: str) -> None:
    log = tmp_path / "game.log"
    log.write_text(invoke("run", game, "--seed", 11, "--format", form).stdout, encoding="utf-8")
    result = invoke("replay", "game.log")
    assert (result.exit_code, result.stderr) == (0, ""), result.stdout
    assert result.stdout.startswith("game.log: ") and result.stdout.endswith(" decisions, every line is the same\n")


def test_the_golden_logs_again() -> None:
    rules = {load(name).hash: load(name) for name in built_in()}
    logs = sorted((ROOT / "tests" / "golden" / "__snapshots__").rglob("*.log"))
    replayed = 0
    for path in logs:
        text = path.read_text(encoding="utf-8")
        if text.startswith("rulekit log 1"):
            recorded = read_log(text)
            if recorded.rules in rules:
                assert replay(rules[recorded.rules], recorded).same, path.name
                replayed += 1
    assert not logs or replayed or not any(p.read_text("utf-8").startswith("rulekit log 1") for p in logs)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("form", ["text", "json"])
def test_all_sorts_of_decisions(invoke: Invoke, tricky: Path, players: int, form: str) -> None:
    for seed in range(12):
        log = log_of(invoke, tricky, "--players", players, "--seed", seed, "--set", "goal=3", "--set", "slow", "--format", form)
        result = invoke("replay", log)
        assert result.exit_code == 0, (seed, result.stdout, result.stderr)


def test_names_of_players_and_a_game_that_isnt_over(invoke: Invoke, orchard: Path) -> None:
    match = load(orchard).start(seed=3, names=["Zoe", "Yan", "Player"])
    for _ in range(7):
        match.choose(match.decisions[0], match.decisions[0].options()[0])
    for text in (match.log_text(), match.log_json()):
        (orchard.parent / "game.log").write_text(text, encoding="utf-8")
        result = invoke("replay", "game.log")
        assert result.exit_code == 0 and "7 decisions, every line is the same" in result.stdout


def test_a_changed_rule_shows_the_first_line_that_differs(invoke: Invoke, orchard: Path) -> None:
    log = log_of(invoke, orchard, "--seed", 7)
    orchard.write_text(ORCHARD.replace("highest score", "lowest score"), encoding="utf-8")
    result = invoke("replay", log, orchard)
    assert result.exit_code == 1
    assert "the log is of other rules" in result.stderr
    lines = result.stdout.splitlines()
    winner = 1 + next(k for k, line in enumerate(orchard.read_text("utf-8").splitlines()) if line.startswith("winner"))
    assert f"near winner ({orchard}:{winner})" in lines[0] and lines[0].startswith(f"{log}:")
    assert [line[:4] for line in lines[-3:-1]] == ["  - ", "  + "]
    assert lines[-1].endswith("decisions of the log are still possible")


def test_a_change_that_no_line_tells_of_is_no_difference(invoke: Invoke, orchard: Path) -> None:
    log = log_of(invoke, orchard)
    orchard.write_text("# a comment\n" + ORCHARD, encoding="utf-8")
    result = invoke("replay", log)
    assert result.exit_code == 0 and "the log is of other rules" in result.stderr
    assert invoke("replay", log, "--update").exit_code == 0
    assert invoke("replay", log).stderr == ""


def test_a_decision_that_isnt_possible_any_more(invoke: Invoke, orchard: Path) -> None:
    log = log_of(invoke, orchard, "--seed", 7)
    before = log.read_bytes()
    changed = ORCHARD.replace(' "draw from the pile" by p:\n', ' "draw from the pile" by p:\n  when count(pile) > 10\n')
    assert changed != ORCHARD
    orchard.write_text(changed, encoding="utf-8")
    result = invoke("replay", log, "--update")
    assert result.exit_code == 1 and "isn't possible any more:\n  " in result.stdout
    assert "was left as it is" in result.stderr and log.read_bytes() == before


def test_a_rules_fault_on_the_way(invoke: Invoke, orchard: Path) -> None:
    log = log_of(invoke, orchard, "--seed", 7)
    orchard.write_text(ORCHARD.replace("score p: sum", "score p: 1 / 0 + sum"), encoding="utf-8")
    result = invoke("replay", log)
    assert result.exit_code == 1 and "the result can't be worked out" in result.stdout and "error[RK504]" in result.stderr
    again = invoke("run", orchard)
    assert again.exit_code == 1 and "error[RK504]" in again.stderr and "internal" not in again.stderr
    orchard.write_text(ORCHARD.replace("then: move top of pile to p.basket", "then: move top (1 / 0) of pile to p.basket"), encoding="utf-8")
    result = invoke("replay", log)
    assert result.exit_code == 1 and "the rules fail: " in result.stdout and "error[RK504]" in result.stderr


def test_update_writes_the_log_of_now(invoke: Invoke, orchard: Path) -> None:
    for form in ("text", "json"):
        orchard.write_text(ORCHARD, encoding="utf-8")
        log = log_of(invoke, orchard, "--seed", 7, "--format", form)
        orchard.write_text(ORCHARD.replace("highest score", "lowest score"), encoding="utf-8")
        assert invoke("replay", log, "--update").exit_code == 0
        assert log.read_text("utf-8") != ""
        result = invoke("replay", log)
        assert (result.exit_code, result.stderr) == (0, "")
        assert invoke("replay", log, "--update").stderr == f"{log} needs no update\n"


def test_a_changed_log(invoke: Invoke, orchard: Path) -> None:
    log = log_of(invoke, orchard, "--seed", 7)
    text = log.read_text("utf-8")
    log.write_text(text.replace("  shuffled: the pile", "  shuffled: the pole"), encoding="utf-8")
    result = invoke("replay", log)
    assert result.exit_code == 1 and "  - " in result.stdout and "shuffled: the pole" in result.stdout and result.stderr == ""
    log.write_text(text[: text.index("\n3 ")] + "\n", encoding="utf-8")
    result = invoke("replay", log)
    assert result.exit_code == 1 and "(the log ends here)" in result.stdout


def test_a_setting_that_is_gone(invoke: Invoke, tricky: Path) -> None:
    log = log_of(invoke, tricky, "--set", "slow")
    tricky.write_text(TRICKY.replace("variant slow", "variant quick"), encoding="utf-8")
    result = invoke("replay", log)
    assert result.exit_code == 1 and "can't be set up any more" in result.stdout


def test_where_the_rules_are_found(invoke: Invoke, orchard: Path, tmp_path: Path) -> None:
    log = log_of(invoke, orchard)
    other = tmp_path / "other.rules"
    other.write_text(ORCHARD.replace("highest score", "lowest score"), encoding="utf-8")
    assert invoke("replay", log).exit_code == 0, "those with the hash"
    orchard.write_text(ORCHARD + "# changed\n", encoding="utf-8")
    result = invoke("replay", log)
    assert result.exit_code == 2 and one_line(result.stderr) and "several rules" in result.stderr
    assert invoke("replay", log, orchard).exit_code == 0
    orchard.unlink()
    other.unlink()
    result = invoke("replay", log)
    assert result.exit_code == 2 and one_line(result.stderr) and "no rules of 'Orchard'" in result.stderr


def test_standard_input(rulekit: Run, orchard: Path) -> None:
    text = rulekit("run", orchard).stdout
    assert rulekit("replay", "-", orchard, input=text).returncode == 0
    assert one_line(rulekit("replay", "-", "--update", input=text).stderr)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("hello", "no log"),
        ("{", "isn't JSON"),
        ("[" * 5000, "no log"),
        ('{"events":' + "[" * 100_000, "isn't JSON"),
        ("{}", "without 'events'"),
        ('{"version": 2, "events": []}', "another version"),
        ('{"version": 1, "events": []}', "'game'"),
        ("rulekit log 2\n\n", "another version"),
        ("rulekit log 1\n", "doesn't end"),
        ("rulekit log 1\n\n", "lacks 'game'"),
        ("rulekit log 1\nnonsense\n\n", "NAME: VALUE"),
        ("a\0b", "binary"),
    ],
)
def test_texts_that_are_no_logs(invoke: Invoke, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "x.log").write_text(text, encoding="utf-8")
    result = invoke("replay", "x.log")
    assert result.exit_code == 2 and one_line(result.stderr) and says in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("viewer: all", "viewer: Ann", "only what Ann may know"),
        ("seed: 1", "seed: one", "seed"),
        ("seed: 1", "seed: 99999999999999999999999", "seed"),
        ("options: none", "options: what", "NAME = VALUE"),
        ("options: none", "options: goal = 3", "doesn't fit its rules"),
        ("variants: none", "variants: fast", "doesn't fit its rules"),
        ("players: Ann, Ben, Cat, Dan", "players: Ann", "isn't among the players"),
        ("players: Ann, Ben, Cat, Dan", "players: Ann, Ben, Cat, Dan, Dan", "same name"),
        ("players: Ann, Ben, Cat, Dan", "players: Ann, Ben, Cat, Dan, x", "a player's name"),
        ("\n2 Ben", "\n9 Ben", "where 2 is the next"),
    ],
)
def test_logs_that_cant_be_of_these_rules(invoke: Invoke, orchard: Path, old: str, new: str, says: str) -> None:
    log = log_of(invoke, orchard)
    text = log.read_text("utf-8")
    assert old in text
    log.write_text(text.replace(old, new), encoding="utf-8")
    result = invoke("replay", log)
    assert result.exit_code == 2 and one_line(result.stderr) and says in result.stderr


def test_a_log_of_one_viewer_in_json(invoke: Invoke, orchard: Path) -> None:
    log = log_of(invoke, orchard, "--viewer", "Ann", "--format", "json")
    result = invoke("replay", log)
    assert result.exit_code == 2 and one_line(result.stderr) and "only what Ann may know" in result.stderr


def test_any_text_ends_in_a_result_or_a_message(invoke: Invoke, tricky: Path) -> None:
    rules = load(tricky)
    logs = [log_of(invoke, tricky, "--seed", 4, "--format", form).read_text("utf-8") for form in ("text", "json")]
    for seed in range(300):
        chance = random.Random(seed)
        lines = chance.choice(logs).split("\n")
        for _ in range(chance.choice([1, 1, 3])):
            at = chance.randrange(len(lines))
            match chance.randrange(5):
                case 0:
                    del lines[at : at + chance.choice([1, 1, 1, 1, 10_000])]
                case 1:
                    lines.insert(at, chance.choice(lines))
                case 2:
                    where = chance.randrange(len(lines[at]) + 1)
                    lines[at] = lines[at][:where] + chance.choice('{}(),=09 aB"[]\x1b') + lines[at][where + 1 :]
                case 3:
                    lines[at] = lines[at].replace(chance.choice(["Ann", "1", "true", '"']), chance.choice(["Ben", "-1", "null", "{"]))
                case _:
                    lines[at] = chance.choice(lines)
            lines = lines or [""]
        try:
            played = replay(rules, read_log("\n".join(lines)))
        except BadLog as error:
            assert "\n" not in str(error)
        else:
            assert replay_text("a log", "rules", played)


def test_json_tells_what_differs_besides_the_words(invoke: Invoke, orchard: Path) -> None:
    log = log_of(invoke, orchard, "--format", "json")
    data = json.loads(log.read_text("utf-8"))
    event = next(event for event in data["events"] if "from" in event)
    event["from"] = "elsewhere"
    log.write_text(json.dumps(data), encoding="utf-8")
    result = invoke("replay", log)
    assert result.exit_code == 1 and '"from": "elsewhere"' in result.stdout


def test_help_has_examples(invoke: Invoke) -> None:
    assert "rulekit replay game.log" in invoke("replay", "--help").stdout
