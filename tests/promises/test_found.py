"""What the promises and the fuzzer once found, pinned one by one."""

from __future__ import annotations

import pytest
from answers import playouts_agree

from rulekit.engine import RulesFault, Stream
from rulekit.engine.chance import draw
from rulekit.engine.faults import OUT_OF_FUEL, TOO_MANY_COMBINATIONS, UNFORESEEN
from rulekit.engine.net import caught
from rulekit.engine.run import play_random
from rulekit.engine.sampling import sample
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

HEAD = 'game "Found" for 2..3 players:\n  about "What was found."\n'

CARDS = """
card thing discards to waste:
  weight: number = 1
card tile is thing:
  state tired: flag = yes until moved
card joker is thing
deck all_cards:
  4 tile
  4 joker
shared:
  zone stock: face down, starts with all_cards
  zone waste: face up
  many: set of number = {}
  n: number = 0
each player:
  zone hand: private
  points: number = 0
"""
ENDING = """
score p: p.points
winner: highest score
"""


def rules_of(text: str) -> Rules:
    rules = Rules(SourceFile("found.rules", HEAD + text))
    assert rules.ok, [f"{d.span.line}: {d.message}" for d in rules.diagnostics]
    return rules


def game(text: str) -> Rules:
    return rules_of(CARDS + text + ENDING)


OFFERS = """
action earn "earn" by p:
  then: add 1 to p.points
phase main repeat 3 times:
  add 1 to n
  phase turn for each p in players:
    may do any of earn stop when p.points mod 2 = 0 when n = 2 and p.points < 3
"""


def test_playouts_look_at_the_conditions_of_an_offer() -> None:
    rules = game(OFFERS)
    for seed in range(20):
        assert playouts_agree(rules.program(2), rules.program(2, full=False), seed) > 0


TWICE = """
action hand_on "give" by p:
  choose c in p.hand
  choose q in others(p)
  then: move c to q.hand
action spend "pay two" by p:
  choose c in p.hand
  choose 1..2 more in p.hand
  pay c, more
  then: add count(more) to p.points
action twice "name twice" by p:
  choose c in p.hand
  choose d in p.hand
  then:
    if c = d: add 7 to p.points
    move c to waste
    move d to stock
phase main:
  shuffle stock
  deal 3 from stock to players.hand
  phase turn cycle p in players until count(waste) > 4 or n > 30:
    add 1 to n
    must do one of hand_on, spend, twice
    move top of stock to p.hand
"""


def test_what_is_known_of_cards_has_no_part_in_the_match() -> None:
    rules = game(TWICE)
    for seed in range(40):
        assert playouts_agree(rules.program(3), rules.program(3, full=False), seed) > 0


def test_states_until_moved_of_cards_that_have_none() -> None:
    state = game("\naction go by p\nphase main repeat 2 times:\n  move stock to waste\n  move waste to stock\n"
                 "  phase turn for each p in players:\n    may do one of go\n").program(2).start(1)
    assert list(state.states) == list(state.program.start_states)


SECRET = """
phase main:
  shuffle stock
  deal 2 from stock to players.hand
  for each p in players: show first(p.hand) to left(p)
  simultaneously q in players choose gift in q.hand
  for each q in players: move gift[q] to left(q).hand
"""


def test_samples_forget_what_others_have_chosen_in_secret() -> None:
    program = game(SECRET).program(3)
    for seed in range(12):
        state, random = program.start(seed, stops=True), Stream(f"{seed}")
        for decision in state.decisions[1:]:
            if len(state.decisions) > 1:
                state.answer(decision, decision.sample(random))
        imagined = sample(state, 0, "one")
        assert sample(imagined, 0, "two").to_json() == sample(state, 0, "two").to_json()


def test_numbers_beyond_64_bits() -> None:
    rules = rules_of(
        "card tile:\n  rank: number\ndeck tiles:\n  1 tile with each rank in 1..120\nshared:\n  zone stock: face up, starts with tiles\n"
        "  n: number = 0\neach player:\n  zone hand: face up\n"
        'action grab "take" by p:\n  choose 30 pack in stock\n  then: move pack to p.hand\n'
        "phase main for each p in players:\n  must do one of grab\nscore p: count(p.hand)\nwinner: highest score\n"
    )
    decision = rules.program(2).start(1).decisions[0]
    assert decision.count() > 2**64
    assert decision.why_not(decision.sample(Stream("x"))) is None
    assert play_random(rules.program(2, full=False).start_unasked(1), Stream("x").below) == 2
    assert draw(7, 2**64)[1] < 2**64


ENDLESS = {
    "forced": ("may do any of loop stop when n < 0", "add 1 to n", OUT_OF_FUEL),
    "shuffles": ("must do one of loop", "repeat 1000000000 times: shuffle stock", OUT_OF_FUEL),
    "ranges": ("must do one of loop", "set n to sum(sum(sum(1 over 1..10000) over 1..10000) over 1..10000)", OUT_OF_FUEL),
    "sets": ("must do one of loop", "repeat 100000 times:\n    add n to many\n    add 1 to n", OUT_OF_FUEL),
}


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("full", [True, False])
def test_endless_rules_are_stopped(name: str, full: bool) -> None:
    offer, statement, code = ENDLESS[name]
    text = f"\nevent work:\n  {statement}\naction loop by p:\n  then: do work\nphase main for each p in players:\n  {offer}\n"
    with pytest.raises(RulesFault) as fault:
        state = game(text).program(2, full=full).start(1)
        while state.decisions:
            state.answer(state.decisions[0], state.decisions[0].options(1)[0])
    assert fault.value.code is code
    assert fault.value.span is not None


def test_combinations_are_counted_before_there_are_too_many() -> None:
    text = (
        "\naction add_up by p:\n  choose a in 1..10000\n  choose b in 1..10000 where a * b = 62615533\n"
        "phase main for each p in players:\n  must do one of add_up\n"
    )
    with pytest.raises(RulesFault) as fault:
        game(text).program(2).start(1)
    assert fault.value.code in (TOO_MANY_COMBINATIONS, OUT_OF_FUEL)


def test_an_error_in_a_rule_becomes_a_fault_with_its_line() -> None:
    rules = game("\naction loop by p:\n  then: add 1 to n\nphase main for each p in players:\n  must do one of loop\n")
    program = rules.program(2)
    state = program.start(1, stops=True)
    state.fields[[info.name for info in program.fields].index("n")] = "no number"
    with pytest.raises(RulesFault) as fault:
        state.answer(state.decisions[0], ["loop"])
    assert fault.value.code is UNFORESEEN
    assert fault.value.span is not None
    assert fault.value.span.file is rules.file
    elsewhere = ValueError("of the engine")
    assert caught(program, elsewhere) is elsewhere
