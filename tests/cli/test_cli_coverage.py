"""``test --coverage``: which rules the examples exercise."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_samples import Invoke

GAME = """game "Covered" for 2..3 players:
  about "A small game for tests."
card fruit from hand discards to waste:
  points: number 1..3
  action sell "sell":
    when owner.coins < 9
    pay this
    then: do earn(owner, this.points)
  reaction envy "envy" before earn(p, n):
    when owner != p and n > 2
    pay this
    then: cancel
card apple is fruit
card pear is fruit:
  except worth(p) = 2 when p.coins > 3
deck fruits:
  4 apple with each points in 1..3
  2 pear with points = 2
shared:
  zone pile: face down, starts with fruits
  zone waste: face up
each player:
  zone hand: private
  coins: number = 0
define worth(p) = p.coins
  0 when p.coins < 0
event earn(p: player, n: number):
  add n to p.coins
  if p.coins > 5:
    add 1 to p.coins
    shuffle waste
forbid pear when owner.coins = 7
action pass_by "pass" by p
variant kind:
  except earn(p, n): add n + 1 to p.coins
when sell(c) happens: shuffle pile
phase game:
  deal 2 from pile to players.hand
  phase turn for each p in players:
    must do one of sell, pass_by
score p: worth(p)
winner: highest score

example "a sale" with Ann, Ben:
  given:
    Ann.hand: apple 2
    phase turn of Ann
  play:
    Ann sell(apple 2)
  expect:
    Ann.coins = 2
    worth(Ann) = 2
"""
ENVY = """
example "envy" with Ann, Ben:
  given:
    Ann.hand: apple 3
    Ben.hand: apple 1
    phase turn of Ann
  play:
    Ann sell(apple 3)
    Ben envy(apple 1)
  expect:
    Ann.coins = 0
"""
KIND = """
example "kind, and rich" with Ann, Ben:
  variant kind
  given:
    Ann.hand: apple 1
    Ann.coins = 5
    phase turn of Ann
  play:
    Ann sell(apple 1)
  expect:
    worth(Ann) = 2
"""


def report(invoke: Invoke, tmp_path: Path, text: str, *more: str) -> tuple[int, str]:
    path = tmp_path / "covered.rules"
    path.write_text(text, "utf-8")
    result = invoke("test", str(path), "--coverage", *more)
    return result.exit_code, result.stdout


def missed(text: str) -> list[str]:
    return [line.split(maxsplit=1)[1] for line in text.splitlines() if line.startswith("  ")]


def test_what_no_example_exercises(invoke: Invoke, tmp_path: Path) -> None:
    code, text = report(invoke, tmp_path, GAME)
    assert code == 0
    assert missed(text) == [
        'never taken: reaction envy "envy" before earn(p, n):',
        "except worth(p) = 2 when p.coins > 3",
        "0 when p.coins < 0",
        "add 1 to p.coins",
        "shuffle waste",
        "never forbids: forbid pear when owner.coins = 7",
        'never taken: action pass_by "pass" by p',
        "except earn(p, n): add n + 1 to p.coins",
        "deal 2 from pile to players.hand",
    ]
    assert "covered.rules: 7 of 17 rules exercised (41 %)" in text


def test_examples_add_up_over_setups(invoke: Invoke, tmp_path: Path) -> None:
    _, text = report(invoke, tmp_path, GAME + ENVY + KIND)
    gone = ["reaction envy", "except worth", "except earn"]
    assert not any(word in line for word in gone for line in missed(text))
    assert "11 of 17" in text


@pytest.mark.parametrize(("threshold", "code"), [("30", 0), ("41", 0), ("42", 1), ("100", 1)])
def test_a_threshold(invoke: Invoke, tmp_path: Path, threshold: str, code: int) -> None:
    assert report(invoke, tmp_path, GAME, "--threshold", threshold)[0] == code


def test_a_threshold_without_coverage(invoke: Invoke, orchard: Path) -> None:
    result = invoke("test", str(orchard), "--threshold", "50")
    assert result.exit_code == 2
    assert "give both" in result.stderr


def test_a_file_without_examples_exercises_nothing(invoke: Invoke, tmp_path: Path) -> None:
    code, text = report(invoke, tmp_path, GAME.split("\nexample ")[0] + "\n", "--threshold", "1")
    assert code == 1
    assert "0 of 17 rules exercised (0 %)" in text
