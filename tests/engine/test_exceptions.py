"""Exceptions: which one counts in which layer, what the name means inside, and what happens if two apply at once."""

from __future__ import annotations

import pytest

from rulekit.engine import RulesFault
from rulekit.play.examples import run_examples
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

GAME = """
game "Exceptions" for 2..4 players:
  about "A small game for tests."

card beast:
  value: number 1..9
card wolf is beast:
  except rank(this) = c_plus(this, 1) when loud
  except price = price + 5
  except wake(this):
    do wake(this)
    add 100 to woken
card pup is wolf:
  except rank(this) = this.value + 2 when loud
card bat is beast:
  except rank(c) = 10 * c.value when c is bat and this in pile
  except draw(p):
    add 7 to n
  except tired = owner = first(players) when this in players.hand
card owl is beast:
  except wake(c) when c = this:
    add 1000 to woken

deck zoo:
  1 beast with value = 1
  3 wolf with value = 2
  1 pup with value = 3
  2 bat with value = 4
  1 owl with value = 5

shared:
  zone pile: face up, starts with zoo
  loud: flag = no
  n: number = 0
  woken: number = 0

each player:
  zone hand: private

option many: number 0..3 = 0

define c_plus(c, k) = c.value + k
define rank(c) = c.value
define price = 1
define tired = no

event go:
  set n to 1
event stop(k: number):
  set n to k
event wake(c: beast):
  add c.value to woken
event bury(c: beast):
  move c to pile

action draw "draw" by p:
  choose c in pile
  then:
    do go
    do wake(c)
    move c to p.hand
action finish "finish" by p:
  then:
    do stop(5)
    end turn
action shout "shout" by p:
  then: set loud to not loud
forbid draw when loud and not c is bat

variant double:
  except go when count(players) >= 3:
    do go
    add 10 to n
  except price = price * 2
  except stop(k) when many < 3:
    choose x in 1..2 by first(players)
    do stop(k + x)
variant quick:
  except price = 0 when many = 1 or loud
  except draw(p) when many = 2:
    add 9 to n

phase game:
  phase turn cycle p in players until n > 500:
    may do any of draw, finish, shout

score p: n
winner: highest score
"""

EXAMPLES = """
example "kinds" with Ann, Ben:
  expect:
    price = 6
    not tired
    sum(rank(it) over pile) = 1 + 3 * 2 + 3 + 40 + 40 + 5

example "a child beats its parent" with Ann, Ben:
  given:
    loud = yes
    phase turn of Ann
  expect:
    sum(rank(it) over pile) = 1 + 3 * 3 + 5 + 40 + 40 + 5

example "what a card's exception says may depend on where it lies" with Ann, Ben:
  given:
    Ben.hand: bat
    phase turn of Ann
  expect:
    not tired

example "and on whose it is" with Ann, Ben:
  given:
    Ann.hand: bat
    phase turn of Ann
  expect:
    tired

example "the layer below an event" with Ann, Ben:
  given:
    phase turn of Ann
  play:
    Ann finish
  expect:
    n = 5

example "effects of actions" with Ann, Ben:
  given:
    phase turn of Ann
  play:
    Ann draw(wolf)
  expect:
    n = 7
    woken = 0
    not exists(Ann.hand)

example "variants are above kinds" with Ann, Ben, Cat:
  variant double
  given:
    phase turn of Ann
  expect:
    price = 12
  play:
    Ann finish
    Ann x = 2
  expect:
    n = 7

example "a condition that never holds" with Ann, Ben, Cat:
  variant double
  option many = 3
  given:
    phase turn of Ann
  play:
    Ann finish
  expect:
    n = 5

example "a condition of the variant" with Ann, Ben:
  variant quick
  option many = 1
  given:
    phase turn of Ann
  expect:
    price = 0

example "an action in a variant" with Ann, Ben:
  variant quick
  option many = 2
  given:
    phase turn of Ann
  play:
    Ann draw(owl)
  expect:
    n = 9
"""


def rules_of(text: str) -> Rules:
    rules = Rules(SourceFile("exceptions.rules", text.lstrip()))
    assert rules.ok, [(finding.span.line, finding.message) for finding in rules.diagnostics]
    return rules


WITHOUT_DRAW = GAME.replace("  except draw(p):\n    add 7 to n\n", "")


def test_layers() -> None:
    results = run_examples(rules_of(GAME + EXAMPLES))
    assert len(results) == EXAMPLES.count("\nexample ")
    assert not [(result.title, result.failures) for result in results if result.failures]


def test_events_of_cards() -> None:
    text = """
example "the layer below, for this card and for one that is named" with Ann, Ben, Cat:
  variant double
  given:
    phase turn of Ann
  play:
    Ann draw(wolf)
  expect:
    woken = 102
    n = 11
    Ann.hand: wolf
  play:
    Ann draw(pup)
  expect:
    woken = 205
  play:
    Ann draw(owl)
  expect:
    woken = 1205
  play:
    Ann draw(beast)
  expect:
    woken = 1206
"""
    [result] = run_examples(rules_of(WITHOUT_DRAW + text))
    assert not result.failures


def query(rules: Rules, text: str, players: int = 2, variants: tuple[str, ...] = (), options: dict[str, int] | None = None) -> object:
    """What a query without parameters is at the first decision."""
    program = rules.program(players, options, list(variants))
    number = next(k for k, decl in enumerate(program.model.queries) if decl.name == text)
    return program.globals[f"q_{number}"](program.start(1))


def test_two_that_apply_at_once_are_a_fault() -> None:
    rules = rules_of(GAME)
    assert query(rules, "price", variants=("quick",)) == 6
    with pytest.raises(RulesFault) as caught:
        query(rules, "price", variants=("double", "quick"), options={"many": 1})
    assert caught.value.code.id == "RK514"
    assert caught.value.span is not None and "price = 0" in rules.file.text.split("\n")[caught.value.span.line - 1]
    program = rules.program(2, None, ["double", "quick"])
    state = program.start(1)
    number = next(k for k, decl in enumerate(program.model.queries) if decl.name == "price")
    assert program.globals[f"q_{number}"](state) == 12
    state.answer(state.decisions[0], ["shout"])
    with pytest.raises(RulesFault, match="at the same time"):
        program.globals[f"q_{number}"](state)


def test_one_that_reads_its_card_is_a_fault_on_two() -> None:
    text = """
example "two" with Ann, Ben:
  given:
    Ann.hand: 2 bat
    phase turn of Ann
  expect:
    tired
"""
    [result] = run_examples(rules_of(GAME + text))
    assert result.failures and "2 cards" in str(result.failures)


def test_what_is_off_costs_nothing() -> None:
    text = GAME.replace("  except price = price + 5\n", "")
    program = rules_of(text).program(2)
    number = next(k for k, decl in enumerate(program.model.queries) if decl.name == "price")
    assert f"def q_{number}(S):" in program.source
    assert program.globals[f"q_{number}"](program.start(1)) == 1
    assert program.source.count("return 1\n") >= 1 and "* 2)" not in program.source


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variants", [[], ["double"], ["quick"]])
def test_random_matches(players: int, variants: list[str]) -> None:
    from rulekit.engine import Stream

    program = rules_of(WITHOUT_DRAW).program(players, {"many": 0}, variants)
    for seed in range(5):
        state = program.start(seed)
        random = Stream(f"{seed}/answers")
        for _ in range(60):
            if not state.decisions:
                break
            state.answer(state.decisions[0], state.decisions[0].sample(random))
