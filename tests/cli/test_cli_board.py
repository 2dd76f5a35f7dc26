"""A game with a board in the terminal: the map, ways, what may be chosen on it; and that only what has changed is shown again."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_cli_play import Terminal, converse

GAME = "jagd_der_vampire"


def test_finding_ones_way_in_a_narrow_terminal(tmp_path: Path) -> None:
    t = Terminal(tmp_path, "play", GAME, "--players", 3, "--seed", 7, columns=80)
    first = t.read()
    assert "[s3] r" in first and "[..] can be chosen now" in first and "╌╌╌ chasm" in first
    assert "the castle tower: north 1 card, east 1 card" in first
    turn = t.say("s3")
    assert "s3 r <you>" in turn and "[v3] b" in turn and "m1 r ═══" in turn and "═══ chasm, bridged" in turn
    assert all(len(line) < 80 for line in turn.split("\n"))
    assert "moved" not in turn.split("Ann, what now?")[0].split("Ann\n")[1].split("Ben\n")[0], "a field as at first says nothing"
    assert "roads: s3 - v3 - m1 -(chasm, bridged)- e1: 3 steps" in t.say("way e1")
    assert "no space is called 'atlantis'" in t.say("way atlantis")
    assert "roads, from s3:" in t.say("way") and "m1 r" in t.say("map")
    moved = t.say("v3")
    assert "Ann: go to the next space: v3" in moved and "v3 b <you>" in moved and "[m1] r" in moved
    assert "Ben\n" not in moved and "the fate stack" not in moved, "only what has changed is shown"
    assert "the fate stack" in t.say("table")
    assert "1  v2  (yellow)" in t.say("1") and "3  m1  (red)" in t.say("")
    assert "what now?" in t.say("back") and "m1 r <you>" in t.say("m1")
    assert "map           show the board" in t.say("?")
    assert "top up supplies instead of moving (top_up): " in t.say("? top up")
    assert "goodbye" in t.say("quit") and t.end() == 0


def test_a_terminal_without_lines_gets_plain_ones(tmp_path: Path) -> None:
    t = Terminal(tmp_path, "play", GAME, "--players", 2, "--seed", 7, columns=100, encoding="ascii")
    first = t.read()
    assert "---- v2 y ----" in first and "::: chasm" in first and "\N{REPLACEMENT CHARACTER}" not in first
    assert first.isascii() or "×" not in first
    assert "goodbye" in t.say("quit")


def test_a_long_log_is_shown_from_its_end(tmp_path: Path) -> None:
    t = Terminal(tmp_path, "play", GAME, "--players", 6, "--seed", 12)
    t.read()
    t.say("s3")
    recent = t.say("log")
    assert "log all shows everything" in recent and "rulekit log 1" not in recent
    assert "rulekit log 1" in t.say("log all")
    assert "goodbye" in t.say("quit")


def test_typing_ones_plays_a_board_game() -> None:
    session, shown = converse(GAME, [line for _ in range(150) for line in ("1", "all")], 3, 1)
    assert "internal" not in shown and len(session.match.answers) > 100


def test_without_a_board_map_and_way_are_words_like_others() -> None:
    _, shown = converse("no_thanks", ["map", "way", "?"], 3, 1)
    assert "nothing here is called 'map'" in shown and "nothing here is called 'way'" in shown and "way TO" not in shown


@pytest.mark.parametrize("line", ["way a b c", "way " + "x" * 500, "map me", "way \0", "way ( ("])
def test_odd_ways(line: str) -> None:
    _, shown = converse(GAME, [line], 2, 1)
    assert "goodbye" in shown and max(map(len, shown.split("\n"))) < 130
