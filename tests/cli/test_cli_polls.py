"""Reactions of several people at one keyboard: nothing tells who could have answered."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_samples import converse
from rulekit.cli.session import Session

from rulekit.play.rules import Rules
from rulekit.source import SourceFile

GAME = """game "Fencing" for 3 players:
  about "Hit the others."
card tool from hand discards to waste
card club "club" is tool:
  action hit "hit":
    choose q in others(owner)
    pay this
    then: do blow(owner, q)
card shield "shield" is tool:
  reaction parry "parry" before blow(p, q):
    when owner = q
    pay this
    then: cancel
card paper "paper" is tool
deck tools:
  6 club
  2 shield
  2 paper
shared:
  zone stock: face down, starts with tools
  zone waste: face up
each player:
  zone hand: private
  lives "lives": number 0.. = 3
event blow(p: player, q: player): take 1 from q.lives
action wait "wait" by p
phase game:
  for each p in players: move first(stock where it is club) to p.hand
  move first(stock where it is BEN) to first(players where seat(it) = 2).hand
  move first(stock where it is CAT) to first(players where seat(it) = 3).hand
  phase turn for each p in players:
    may do one of hit, wait
score p: p.lives
winner: highest score
"""


def sitting(ben: str, cat: str, lines: list[str], people: int = 3) -> tuple[Session, str]:
    """A session with these cards in two hands, given these lines, and all that it showed."""
    rules = Rules(SourceFile("fencing.rules", GAME.replace("BEN", ben).replace("CAT", cat)))
    assert rules.ok, [d.message for d in rules.diagnostics]
    return converse(rules.start(3, 1), lines, people)


HIT_BEN = ["", "hit", "1"]


def test_nobody_answers_whoever_could() -> None:
    shown = []
    for ben, cat in (("shield", "paper"), ("paper", "shield"), ("paper", "paper")):
        session, text = sitting(ben, cat, [*HIT_BEN, "", ""])
        assert [answer for _, answer in session.match.answers[:1]] == [["hit", "club", "player 2"]]
        assert "before blow: Ann, Ben. Does somebody answer?" in text
        shown.append(text[: text.index("Ben, it's your turn")])
        assert "shield" not in shown[-1]
    assert shown[0] == shown[1] == shown[2]


def test_who_speaks_up_gets_the_screen_for_himself_and_may_still_decline() -> None:
    session, text = sitting("shield", "paper", [*HIT_BEN, "ben", "", "1", ""])
    assert [answer for _, answer in session.match.answers] == [["hit", "club", "player 2"], ["parry", "shield"]]
    assert "Ben: parry" in text
    session, _ = sitting("shield", "paper", [*HIT_BEN, "ben", "", "decline", ""])
    assert [answer for _, answer in session.match.answers] == [["hit", "club", "player 2"], ["decline"]]


def test_who_speaks_up_and_has_nothing_is_told_so_alone() -> None:
    shown = []
    for ben in ("shield", "paper"):
        session, text = sitting(ben, "paper", [*HIT_BEN, "Cat", "", "", ""])
        alone = next(screen for screen in text.split("\f") if "Cat, it's your turn" in screen)
        assert "there is nothing of yours that answers this" in alone
        shown.append(text.split("Cat, it's your turn")[0])
        assert all(answer in (["hit", "club", "player 2"], ["decline"]) for _, answer in session.match.answers)
    assert shown[0] == shown[1]


@pytest.mark.parametrize(("line", "told"), [("xyz", "'xyz' is nobody here: type Ann, Ben, Cat"), ("save", "save it where?")])
def test_what_else_is_typed(line: str, told: str) -> None:
    _, text = sitting("shield", "paper", [*HIT_BEN, line, "quit"])
    assert told in text and "goodbye" in text


def test_undo_goes_back_over_those_who_kept_silent() -> None:
    session, text = sitting("shield", "paper", [*HIT_BEN, "", "", "undo", "", "wait"])
    assert "taken back" in text
    assert [answer for _, answer in session.match.answers][:1] == [["wait"]]
    session, _ = sitting("shield", "paper", [*HIT_BEN, "undo", "", "wait"])
    assert [answer for _, answer in session.match.answers][:1] == [["wait"]]


def test_one_person_among_bots_is_simply_asked() -> None:
    _, text = sitting("shield", "paper", ["hit", "1"], people=1)
    assert "Does somebody answer" not in text and "nobody else is looking" not in text


def test_a_save_is_gone_on_with(tmp_path: Path) -> None:
    session, _ = sitting("shield", "paper", [*HIT_BEN, f"save {tmp_path / 'x.json'}", "", "", "wait"])
    assert (tmp_path / "x.json").exists()
    assert len(session.match.answers) == 3
