"""``play``: a whole conversation in a terminal, and what happens without one."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import cli_samples
import pexpect
import pytest
from cli_samples import Invoke, one_line
from rulekit.cli.session import Session

from rulekit import load


class Terminal:
    """``rulekit`` in a terminal of its own."""

    def __init__(self, folder: Path, *args: object, columns: int = 160, encoding: str = "utf-8") -> None:
        env = {**os.environ, "TERM": "dumb", "PYTHONIOENCODING": encoding}
        command = ["-m", "rulekit.cli", *map(str, args)]
        self.child = pexpect.spawn(
            sys.executable, command, cwd=str(folder), env=env, encoding="utf-8", timeout=30, dimensions=(60, columns), echo=False
        )

    def say(self, line: str) -> str:
        """Type a line; what is shown up to the next prompt, or the end."""
        self.child.sendline(line)
        return self.read()

    def read(self) -> str:
        self.child.expect([r"\r\n> ", r"^> ", pexpect.EOF])
        return (self.child.before or "").replace("\r\n", "\n")

    def end(self) -> int:
        self.child.expect(pexpect.EOF)
        self.child.close()
        return self.child.exitstatus if self.child.exitstatus is not None else -1


def test_a_few_turns_with_undo_back_save_resume_and_quit(tmp_path: Path) -> None:
    t = Terminal(tmp_path, "play", "vampire", "--players", 3, "--seed", 5, "--save", "evening.json", "--log", "evening.log")
    first = t.read()
    assert "Vampire, seed 5" in first and "Ann, what now? (" in first and "hand: " in first
    assert "   1  take two cards from the draw deck" in first
    places = t.say("2")
    assert "The " in places and "what now?" not in places
    assert "nothing else" not in t.say("back").split("\n")[0]
    assert "nothing has been chosen in this move yet" in t.say("back")
    assert "there is no 99: choose 1 to 2" in t.say("99")
    assert "nothing here is called 'xyz'" in t.say("xyz")
    assert "could be several" in t.say("ta")
    second = t.say("1")
    assert "Ann: take two cards from the draw deck" in second and "these are" in second and "what now?" in second
    again = t.say("undo")
    assert "taken back" in again and "2 cards from" not in again.split("taken back")[1]
    assert "action draw_two" in t.say("rules draw_two")
    assert "rulekit log 1" in t.say("log") and "hand: " in t.say("table")
    assert "lay a card" in t.say("draw_two")
    assert "saved in evening.json" in t.say("save")
    assert "saved in other.json" in t.say("save other.json")
    assert "can't be written" in t.say("save nowhere/x.json")
    assert "goodbye" in t.say("quit") and t.end() == 0
    saved = json.loads((tmp_path / "evening.json").read_text(encoding="utf-8"))
    assert saved["format"] == "rulekit save" and saved["answers"][-1] == [0, ["draw_two"]]
    assert (tmp_path / "evening.log").read_text(encoding="utf-8").endswith("result: the match isn't over\n")

    t = Terminal(tmp_path, "play", "vampire", "--resume", "evening.json")
    assert "lay a card" in t.read()
    assert "take two cards" in t.say("undo")
    assert "goodbye" in t.say("quit") and t.end() == 0


def test_ctrl_c_and_end_of_input_end_politely(tmp_path: Path) -> None:
    for key in ("c", "d"):
        t = Terminal(tmp_path, "play", "vampire", "--seed", 5)
        t.read()
        t.child.sendcontrol(key)
        assert t.end() == 0 and "Traceback" not in (t.child.before or "")


def test_without_a_terminal_bots_take_the_human_seats(invoke: Invoke, orchard: Path) -> None:
    result = invoke("play", orchard, "--seed", 4, "--save", "end.json", "--log", "end.log")
    assert result.exit_code == 0
    assert result.stderr == "stdin is no terminal: random bots play for Ann\n"
    assert result.stdout.startswith("rulekit log 1\n") and result.stdout.count("winner: ") == 1
    assert Path("end.log").read_text(encoding="utf-8") == result.stdout
    assert "result" in invoke("play", orchard, "--resume", "end.json").stdout
    assert invoke("play", orchard, "--seed", 4).stdout == result.stdout == invoke("run", orchard, "--seed", 4).stdout


def test_all_seats_taken_by_bots_need_no_note(invoke: Invoke, orchard: Path) -> None:
    assert invoke("play", orchard, "--players", 2, "--seat", "1=random").stderr == ""


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null", '{"format": "rulekit save"}', "[" * 100_000, "\0", "1" * 5000])
def test_a_save_that_is_none(invoke: Invoke, orchard: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    result = invoke("play", orchard, "--resume", "bad.json")
    assert (result.exit_code, result.stdout) == (2, "") and one_line(result.stderr)


def test_a_save_of_other_rules(invoke: Invoke, orchard: Path) -> None:
    invoke("play", orchard, "--save", "end.json")
    result = invoke("play", "vampire", "--resume", "end.json")
    assert result.exit_code == 2 and "other rules (Orchard)" in result.stderr


def test_a_save_that_cannot_be_written(invoke: Invoke, orchard: Path) -> None:
    for option in ("--save", "--log"):
        result = invoke("play", orchard, option, "nowhere/x")
        assert result.exit_code == 2 and "nowhere/x can't be written" in result.stderr


# ---------------------------------------------------------------- sessions without a terminal


def converse(game: str, lines: list[str], players: int, people: int, seed: int = 1) -> tuple[Session, str]:
    """A session of a game that comes along."""
    return cli_samples.converse(load(game).start(players, seed), lines, people)


@pytest.mark.parametrize("game", ["vampire", "crazy_eights", "hearts", "no_thanks"])
def test_typing_ones_plays_a_whole_match(game: str) -> None:
    """1 is always an answer; sets are filled by 'all'."""
    session, shown = converse(game, [line for _ in range(800) for line in ("1", "all")], 4, 1)
    assert "internal" not in shown
    assert session.match.is_over or session.match.answers


def test_two_people_at_one_keyboard_are_not_shown_each_others_cards() -> None:
    _, shown = converse("crazy_eights", ["", "1", "", "1", "", "1", ""], 2, 2)
    screens = shown.split("\f")
    assert len(screens) > 1
    for screen in screens:
        assert "press Enter when nobody else is looking" in screen


def test_nobody_has_to_look_away_where_nothing_is_secret() -> None:
    session, shown = converse("no_thanks", ["2", "2", "2"], 3, 3)
    assert "\f" not in shown and "nobody else is looking" not in shown
    assert shown.count("it's your turn") >= 2 and len(session.match.answers) == 3


def test_what_is_printed_on_the_cards() -> None:
    _, shown = converse("vampirconnection", ["cards maid", "cards", "cards xyz"], 3, 1)
    assert "\n3 × Maid (victim): left 1, right 4, woman\n" in shown
    assert "6 × Bat: " in shown and "43 ×" not in shown
    assert "no card has 'xyz' in its name" in shown


def test_undo_at_the_beginning() -> None:
    _, shown = converse("crazy_eights", ["undo", "nonsense", "save", "rules", "rules nothing", "?"], 3, 1)
    assert "type: save FILE" in shown and "which rule?" in shown and "nothing in" in shown and "goodbye" in shown
