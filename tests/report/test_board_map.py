"""The map of a match: who stands where, what links are like, ways; and nothing that the viewer can't know."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit import load
from rulekit.play.match import Match
from rulekit.report.board.text import Screen, map_lines
from rulekit.report.board.ways import open_networks, way_lines

MILL = """game "Gates" for 2..3 players:
  about "Through gates to the well."
enum ground: grass, sand, stone
board land:
  each space has soil: ground, burnt: flag, owner_of: player?, stones: number
  each link has gate: flag, ajar: flag
  spaces inn, well with soil = stone
  spaces a, b with soil = sand
  spaces c, d with burnt
  path inn - a - b - well
  path a - c - d
  path d - well with gate
card token
deck tokens:
  3 token
shared:
  zone pile[space] "the heap": face down
  zone bag: face down, starts with tokens
  pet "the cat": space = c
each player:
  at: space = inn
define open_links = links(land) where not gate or ajar
define lucky_links = links(land) where exists(bag where it is token)
define spare_links = links(land) where gate
event prepare:
  set b.owner_of to first(players)
  set a.stones to 3
  move top 2 of bag to pile[d]
phase game:
  do prepare
  phase turn cycle p in players until any(at = well over players):
    must do one of walk, open
action walk by p:
  choose s in neighbours(p.at, open_links)
  then: set p.at to s
action open by p:
  choose l in links(land) where it in spare_links and not ajar
  then: set l.ajar to yes
define near(p) = reach(p.at, 2, lucky_links)
winner p where p.at = well or exists(near(p)) and p.at = well
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    file = tmp_path / "gates.rules"
    file.write_text(MILL, encoding="utf-8")
    return load(str(file)).start(2, 1)


def test_everything_stands_where_it_is(match: Match) -> None:
    lines = map_lines(match, 0, Screen(100), {2})
    text = "\n".join(lines)
    assert "inn st <you+Ben>" in text and "[a] sa <stones 3>" in text and "b sa <you>" in text
    assert "d g <2 cards>" in text and "c g <the cat>" in text
    assert "soil: g grass, sa sand, st stone" in text and "burnt: c, d" in text
    assert "[..] can be chosen now" in text and "╌╌╌ gate" in text


def test_links_change_their_looks(match: Match) -> None:
    while match.decisions[0].sample(_Last())[0] != "open":
        match.choose(match.decisions[0], match.decisions[0].options()[0])
    match.choose(match.decisions[0], ["open", "d - well"])
    text = "\n".join(map_lines(match, 0, Screen(100)))
    assert "═══ gate, ajar" in text and "╌" not in text
    assert "=== gate, ajar" in "\n".join(map_lines(match, 0, Screen(100, ascii_only=True)))


class _Last:
    def below(self, n: int) -> int:
        return n - 1


def test_a_narrow_screen_gets_a_list(match: Match) -> None:
    lines = map_lines(match, 0, Screen(38), {2})
    assert any(line.startswith("[a] sa <stones 3>: inn, b, c") for line in lines)
    assert max(map(len, lines)) <= 38


def test_ways_by_what_the_rules_call_open(match: Match) -> None:
    assert way_lines(match, 0, ["well"]) == ["open links: inn - a - b - well: 3 steps"]
    assert way_lines(match, 0, ["D", "WELL"]) == [
        "open links: d - c - a - b - well: 4 steps",
        "all links: d -(gate)- well: 1 step",
    ]
    assert way_lines(match, 0, [])[:4] == [
        "open links, from inn:",
        "  1 step: a",
        "  2 steps: b, c",
        "  3 steps: well, d",
    ]
    assert way_lines(match, 0, ["nowhere"]) == ["no space is called 'nowhere'"]
    assert way_lines(match, None, ["well"]) == ["say from where to where: way FROM TO"]
    assert way_lines(match, 0, ["a", "b", "c"]) == ["say from where to where: way FROM TO"]


def test_links_that_hang_on_cards_are_not_asked(match: Match) -> None:
    """``lucky_links`` reads a zone that nobody sees into; ``spare_links`` is no way for anybody."""
    assert [query.name for query in open_networks(match.program.model)] == ["open_links"]


def test_the_map_of_a_shipped_game_is_whole() -> None:
    match = load("jagd_der_vampire").start(6, 12)
    for width in (79, 99, 119):
        lines = map_lines(match, 0, Screen(width))
        assert not any("not drawn" in line for line in lines) and max(map(len, lines)) <= width
        assert sum(line.count("courtyard") for line in lines) == 2


def test_no_board_no_map() -> None:
    match = load("no_thanks").start(3, 1)
    assert map_lines(match, 0, Screen(80)) == []
    assert way_lines(match, 0, []) == ["this game has no board"]
