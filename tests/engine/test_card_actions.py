"""Actions on cards: the card is the first choice, its owner acts."""

from __future__ import annotations

from happening_games import game, options, plays_in_every_way

TOOLS = """
card thing:
  weight: number 1..3
card tool is thing from hand discards to waste:
  action swap "swap":
    choose c in market
    when c.weight <= this.weight
    pay this
    then: move c to owner.hand
card hammer "Hammer" is tool:
  action hit "hit":
    choose q in others(owner)
    when q.coins > 0
    pay 1 from q.coins
    then:
      choose n in 0..this.weight by owner
      add n to owner.coins
card saw is tool from bench:
  blunt: flag = no
card scarf is thing from hand discards to bottom of market:
  action warm "keep warm":
    pay this, 1 from owner.coins
    then: set owner.warm to yes
forbid hammer when owner.warm and this.weight = 1
forbid swap when this is saw and this.blunt

deck tools:
  1 hammer with each weight in 1..3
  2 hammer with weight = 2
  2 saw with each weight in 2..3
  1 saw with weight = 1, blunt
  2 scarf with weight = 1

shared:
  zone pile: face down, starts with tools
  zone waste: face up
  zone market: face up
  rounds: number = 0

each player:
  zone hand: private
  zone bench: face up
  coins: number 0.. = 3
  warm: flag = no

event prepare:
  shuffle pile
  deal 3 from pile to players.hand
  move top 2 of pile to market

action put "put on the bench" by p:
  choose c in p.hand where it is saw
  then: move c to p.bench

action rest "rest" by p

phase game:
  do prepare
  phase turn cycle p in players until rounds = 12:
    add 1 to rounds
    phase main:
      may do any of hammer, scarf, put
    phase late:
      must do one of tool, rest

score p: p.coins + count(p.hand)
winner: highest score

example "the card comes first" with Ann, Ben:
  given:
    Ann.hand: only hammer 1, hammer 3, saw no 3, scarf
    Ann.bench: saw no 2
    Ben.hand: only hammer 2
    market: only hammer 2
    phase late of Ann
  expect:
    Ann may swap(hammer 3, hammer 2), swap(saw no 2), hit(hammer 1, Ben), rest
    Ann may not swap(hammer 1)
    Ann may not swap(saw no 3)
    Ann may not warm
  play:
    Ann hit(hammer 3, Ben)
    Ann n = 2
  expect:
    Ann.coins = 5
    Ben.coins = 2
    phase main of Ben

example "an offer of a kind takes its cards only" with Ann, Ben:
  given:
    Ann.hand: only hammer 1, scarf
    Ann.bench: saw no 2
    market: only scarf
    phase main of Ann
  expect:
    Ann may only swap(hammer 1, scarf), hit(hammer 1, Ben), warm(scarf), decline
  play:
    Ann warm(scarf)
  expect:
    Ann may only swap(saw no 2), rest
    Ann.coins = 2
    market: 2 scarf
"""


def test_actions_on_cards() -> None:
    plays_in_every_way(game(TOOLS), players=2, least=60)


def test_answers_and_reasons() -> None:
    program = game(TOOLS).program(2)
    for seed in range(20):
        state = program.start(seed)
        decision = state.decisions[0]
        for option in options(state):
            assert decision.why_not(option) is None
            assert option[0] in ("swap", "hit", "warm", "put", "decline")
        reason = decision.why_not(["hit", "scarf", "player 2"])
        assert reason and "'scarf' isn't" in reason


def test_words() -> None:
    program = game(TOOLS).program(2)
    texts = set()
    for seed in range(10):
        decision = program.start(seed).decisions[0]
        texts |= {decision.text(option) for option in decision.options()}
    assert "hit: Hammer 2; player 2" in texts
