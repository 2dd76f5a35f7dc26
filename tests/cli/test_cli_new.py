"""``new``: a game that is clean, laid out, tested and played at once; odd names; nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_samples import Invoke, one_line

from rulekit.play.examples import run_examples
from rulekit.play.rules import load
from rulekit.play.starter import title_of


@pytest.mark.parametrize(("players", "low", "high"), [("2..4", 2, 4), ("1", 1, 1), ("3..7", 3, 7), ("5..64", 5, 64), ("64", 64, 64)])
def test_the_game_is_clean_tested_and_plays(invoke: Invoke, players: str, low: int, high: int) -> None:
    made = invoke("new", "my_game", "--players", players)
    assert (made.exit_code, made.stdout, made.stderr) == (0, "my_game.rules\n", "now: rulekit play my_game.rules\n")
    assert invoke("check", "my_game.rules").stdout == ""
    assert invoke("fmt", "--check", "my_game.rules").exit_code == 0
    assert invoke("test", "my_game.rules").exit_code == 0
    rules = load("my_game.rules")
    model = rules.game()
    assert not rules.diagnostics and run_examples(rules)
    assert (model.title, model.low_players, model.high_players) == ("My Game", low, high)
    for number in (low, high):
        played = invoke("run", "my_game.rules", "--players", number)
        assert played.exit_code == 0 and "\nresult\n" in played.stdout


def test_the_comments_name_the_file_and_the_commands(invoke: Invoke) -> None:
    invoke("new", "my_game")
    text = Path("my_game.rules").read_text(encoding="utf-8")
    for command in ("check", "fmt", "test", "play", "simulate"):
        assert f"#   rulekit {command} my_game.rules" in text


def test_a_folder_may_stand_before_the_name_and_the_ending_behind_it(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    assert invoke("new", "games/größe.rules").stdout == "games/größe.rules\n"
    assert 'game "Größe" for' in (tmp_path / "games" / "größe.rules").read_text(encoding="utf-8")
    assert invoke("check", "games").exit_code == 0


def test_nothing_is_overwritten(invoke: Invoke) -> None:
    Path("my_game.rules").write_text("mine", encoding="utf-8")
    again = invoke("new", "my_game")
    assert again.exit_code == 2 and one_line(again.stderr) and "is there already" in again.stderr
    assert Path("my_game.rules").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["", "9lives", "my game", "a.b", "-", "_", "x" * 61, "no/such/folder", "a\nb", 'a"b', "..", "no_thanks", "{x}"])
def test_odd_names(invoke: Invoke, name: str) -> None:
    result = invoke("new", "--", name)
    assert result.exit_code == 2 and one_line(result.stderr) and result.stdout == ""


@pytest.mark.parametrize("players", ["", "0", "4..2", "0..3", "1..65", "two", "2-4", "2..", "-1", "2..4..6", "9" * 30, "٣"])
def test_odd_numbers_of_players(invoke: Invoke, players: str) -> None:
    result = invoke("new", "my_game", f"--players={players}")
    assert result.exit_code == 2 and one_line(result.stderr) and not Path("my_game.rules").exists()


def test_a_folder_that_cant_be_written_to(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "my_game.rules").mkdir()
    assert one_line(invoke("new", "my_game").stderr)


@pytest.mark.parametrize(("name", "title"), [("my_game", "My Game"), ("two-words", "Two Words"), ("x__y", "X Y"), ("McCoy", "McCoy")])
def test_titles(name: str, title: str) -> None:
    assert title_of(name) == title
