"""What a line may have been meant to be: shown where one small change makes it readable, and only then."""

from __future__ import annotations

import pytest
from samples import HEAD, both


@pytest.mark.parametrize(
    ("block", "line", "meant"),
    [
        ("event e:", "if p.coins > 3 then: shuffle pile", "if p.coins > 3: shuffle pile"),
        ("event e:", "deal 5 cards from pile to players.hand", "deal 5 from pile to players.hand"),
        ("event e:", "choose one card in p.hand by p", "choose 1 card in p.hand by p"),
        ("event e:", "choose card from p.hand by p", "choose card in p.hand by p"),
        ("event e:", "end the turn", "end turn"),
        ("event e:", "repeat 3: shuffle pile", "repeat 3 times: shuffle pile"),
        ("event e:", "show p.hand q", "show p.hand to q"),
        ("event e:", "move pile into waste", "move pile to waste"),
        ("phase f:", "must do one of: tax", "must do one of tax"),
        ("phase f:", "must do one of tax or draw_card", "must do one of tax, draw_card"),
        ("shared:", "zone pile face down", "zone pile: face down"),
        ("shared:", "coins number = 3", "coins: number = 3"),
        ("deck d:", "4 coin with value 3", "4 coin with value = 3"),
        ("", "score p = p.coins", "score p: p.coins"),
        ("", "enum suit: clubs hearts", "enum suit: clubs, hearts"),
        ("", "card note extends paper", "card note is paper"),
        ("", "define f(p) = 1 if p.coins > 3 else 2", "define f(p) = 1 if p.coins > 3 otherwise 2"),
        ("", "define f(p) = sum(c.value for c in p.hand)", "define f(p) = sum(c.value over c in p.hand)"),
        ("", "define f(p) = top 2 pile", "define f(p) = top 2 of pile"),
        ("", "define f(p) = x equals 3", "define f(p) = x = 3"),
    ],
)
def test_meant(block: str, line: str, meant: str) -> None:
    text = f"{HEAD}{block}\n  {line}\n" if block else f"{HEAD}{line}\n"
    found = both(text)[1]
    assert [d.help for d in found] == [f"perhaps you mean: {meant}"]
    assert not both(text.replace(line, meant))[1]


@pytest.mark.parametrize(
    "line",
    [
        "define f = 3 x", "define f = hand contains x", "define f p = 3", "event e(p q):", "die d: 1..6",
        "forbid tax(p) when p.coins > 3",
        "winner: the best", "table t:",
    ],
)  # fmt: skip
def test_nothing_is_made_up(line: str) -> None:
    found = both(f"{HEAD}{line}\n")[1]
    assert len(found) == 1
    assert found[0].help is not None
    assert "perhaps" not in found[0].help
