"""The examples in the shipped games: they hold whatever is shuffled, and notice it if a rule is written down wrongly."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.play.examples import run_examples
from rulekit.play.library import built_in
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

VAMPIRE = rulekit.load("vampire")

MISTAKES = [
    ("size 3..", "size 2.."),
    ("size 3..", "size 4.."),
    ("holds 1.. where", "holds 0.. where"),
    ("holds 0.. where it is carriage", "holds 0..2 where it is carriage"),
    ("deal 4 from", "deal 5 from"),
    ("top 2 of", "top 1 of"),
    ("exists(place[c]) and ", ""),
    ("any(p.hand + place[c] has prey(k) over k in colour)", "p.hand + place[c] has prey(c)"),
    ("move place[c] to", "move top of place[c] to"),
    ("x is carriage or x.colour = c", "x is vampire and x.colour = c"),
    ("move p.hunted[c] to box", "move p.hunted[c] to p.hand"),
    ("count(draw_deck) = 0 or ", ""),
    (" or any(six_sets(q) over q in players)", ""),
    ("sum(heads over p.hunted[c])", "count(p.hunted[c])"),
    ("min(heads_of(q, c) over q in players)", "max(heads_of(q, c) over q in players)"),
    ("move players.hand to box", "move box to box"),
    ("add 1 to games_over", "set games_over to games"),
    ("winner: highest score", "winner: highest score then lowest seat(it)"),
    ("zone hand: private", "zone hand: face up"),
]
"""Wrong rules: what is written in the file, what is written instead."""


@pytest.mark.parametrize("name", sorted(built_in()))
def test_the_examples_hold_whatever_is_shuffled(name: str) -> None:
    rules = rulekit.load(name)
    for seed in range(5):
        results = run_examples(rules, seed=seed)
        assert results and not [result.title for result in results if result.failures]


@pytest.mark.parametrize(("right", "wrong"), MISTAKES)
def test_a_wrong_rule_is_noticed(right: str, wrong: str) -> None:
    text = VAMPIRE.file.text
    assert text.count(right) >= 1, "the rules are written otherwise now: write this mistake otherwise too"
    rules = Rules(SourceFile("wrong.rules", text.replace(right, wrong, 1)))
    assert rules.ok, [finding.message for finding in rules.diagnostics]
    assert [result.title for result in run_examples(rules) if result.failures]


def test_every_ruling_and_every_example_is_cited() -> None:
    model = VAMPIRE.game()
    assert len(model.rulings) > 15 and all(ruling.cite for ruling in model.rulings)
    assert len(model.examples) > 25 and all(example.node.cite for example in model.examples)
