"""Texts of a rules file are texts: braces and the like in labels reach the log as they are."""

from __future__ import annotations

from rulekit.engine import Stream
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

GAME = """game "Braces {0}" for 2 players:
  about "{} {x}"
card c "a {card}":
  v: number 1..3
  state mark: flag = no
deck d:
  3 c with each v in 1..3
shared:
  zone pile "the {pile} {}": face down, starts with d
each player:
  zone hand "{hand}": private
  best "the {best}": c? = none
phase game:
  shuffle pile
  deal 3 from pile to players.hand
  phase turn for each p in players:
    must do one of lay
action lay "{lay} {}" by p:
  choose x "{x}" in p.hand
  then:
    set x.mark to yes
    set p.best to x
    show {x} to players
    move x to pile
score p: count(p.hand)
winner: highest score
"""


def test_braces_in_labels_are_no_fields_to_fill() -> None:
    rules = Rules(SourceFile("braces.rules", GAME))
    assert rules.ok, [d.message for d in rules.diagnostics]
    match = rules.start(players=2, seed=1)
    while match.decisions:
        match.choose(match.decisions[0], match.decisions[0].sample(Stream(f"{match.decisions[0].n}")))
    for viewer in (None, 0, 1):
        text = "\n".join(match.lines(viewer))
        assert "a {card}" in text and "{best}: " in text
        assert "to the {pile} {}" in text
