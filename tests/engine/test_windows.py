"""Windows: reactions before and after a happening, who is asked in which order, what a cancelled happening leaves behind."""

from __future__ import annotations

from happening_games import game, plays_in_every_way
from promises import playthrough
from small_games import rules_of

from rulekit.engine import State
from rulekit.play.bots import play_on, seat_bots
from rulekit.play.match import Match
from rulekit.play.rules import Rules

TOOLS = """
card tool from hand discards to waste
card club is tool:
  action hit "hit":
    choose q in others(owner)
    pay this
    then: do blow(owner, q, 2)
card shield is tool:
  reaction parry "parry the blow" before blow(p, q, n):
    when owner = q
    pay this
    then: cancel
card salve is tool:
  reaction heal "heal" after blow(p, q):
    when owner = q
    pay this
    then: add 1 to q.lives
card trick is tool:
  reaction spoil "spoil it" before shield(c, o):
    when owner != o
    pay this
    then: cancel

deck tools:
  6 club
  4 shield
  4 salve
  4 trick

shared:
  zone stock: face down, starts with tools
  zone waste: face up
  parries: number = 0

each player:
  zone hand: private
  lives: number 0.. = 6
  rage: number = 0

event start_up:
  shuffle stock
  deal 4 from stock to players.hand
event blow(p: player, q: player, n: number):
  take n from q.lives

action rest "rest" by p:
  then: move top of stock to p.hand

reaction cheer "cheer" once by q in others(p) where q.lives > 4 before rest(p):
  then: add 1 to q.rage
reaction sneer "sneer" by q in others(p) after rest(p):
  when q.rage > 0
  then: take 1 from q.rage
when parry(this_one) happens: add 1 to parries
when tool(c, o) happens if c is salve: add 10 to parries

phase game:
  do start_up
  phase round repeat 4 times:
    phase turn for each p in players:
      must do one of hit, rest

score p: p.lives + parries - p.rage
winner: highest score

example "a blow is parried, and others may spoil that" with Ann, Ben, Cat:
  given:
    Ann.hand: club, trick
    Ben.hand: shield, salve
    Cat.hand: trick
    phase turn of Ann
  play:
    Ann hit(club, Ben)
  expect:
    Ben may only parry, decline
  play:
    Ben parry(shield)
  expect:
    Cat may only spoil(trick), decline
  play:
    Cat declines
  expect:
    Ann may only spoil(trick), decline
  play:
    Ann declines
  expect:
    Ben.lives = 6
    parries = 1
    waste: club, shield
    phase turn of Ben

example "after a reaction that was called off, the round begins again" with Ann, Ben, Cat:
  given:
    Ann.hand: club, trick
    Ben.hand: 2 shield, salve
    Cat.hand: trick
    phase turn of Ann
  play:
    Ann hit(club, Ben)
    Ben parry
    Cat spoil
  expect:
    Ben may only parry(shield), decline
  play:
    Ben parry
    Ann spoil
  expect:
    Ben.lives = 4
    parries = 0
    Ben may only heal(salve), decline
  play:
    Ben heal
  expect:
    Ben.lives = 5
    parries = 10

example "once, and each player once" with Ann, Ben, Cat:
  given:
    Ann.hand: nothing
    Ben.hand: nothing
    Cat.hand: nothing
    Ben.rage = 1
    phase turn of Ann
  play:
    Ann rest
  expect:
    Ben may only cheer, decline
  play:
    Ben cheer
  expect:
    Ben.rage = 2
    Ben may only sneer, decline
  play:
    Ben sneer
  expect:
    Ben.rage = 1
    phase turn of Ben

example "the actor's left first, declining goes on to the next" with Cat, Ann, Ben:
  given:
    Cat.hand: nothing
    phase turn of Ann
    Ann.hand: nothing
    Ben.hand: nothing
  play:
    Ann rest
  expect:
    Ben may cheer
  play:
    Ben declines
  expect:
    Cat may cheer
  play:
    Cat declines
  expect:
    phase turn of Ben
    count(Ann.hand) = 1
"""

CLAIMS = """
shared:
  told: number = 0
  calm: flag = no

each player:
  coins: number 0.. = 3
  luck: number 0..2 = 1

event claim "the claim" (p: player, n: number):
  add n to p.coins
event murder(p: player, t: player):
  take 1 from t.coins
event poison(p: player, t: player):
  take 2 from t.coins
event outcry(p: player, t: player):
  do murder(p, t)
  add 1 to told

action tell "tell a tale" by p:
  choose n in 1..3
  then:
    do claim(p, n) as held
    if held: add 10 to told
    otherwise: add 1 to told
    do claim(p, 0) as again
    if again: add 100 to told
action attack "attack" by p:
  choose t in others(p)
  then:
    if t.coins > 2: do outcry(p, t)
    otherwise: do poison(p, t)
action wait "wait" by p

reaction doubt "doubt" by q in others(p) where coins > 0 before claim(p, n):
  when n > 1
  then:
    take 1 from q.coins
    if n > q.luck: cancel
reaction block "block" by t before murder(p, t) or poison(p, t):
  choose k in 0..t.luck
  then:
    take k from t.luck
    if k > 0: cancel
    add 1 to t.coins
reaction halt "halt" by q in players before doubt(d) or wait(d):
  when q.coins > 4 and q != d
  then: end turn
reaction echo "echo" by d after block(d, k):
  when k = 2
  then:
    choose x in others(d) by d
    add 1 to x.luck
when poison(p, t) happens: add 1000 to told

variant rough:
  except block(d, k) when k = 1: add 3 to d.coins
  except murder(p, t): take 2 from t.coins

phase game:
  phase round repeat 3 times:
    phase turn for each p in players:
      phase deed:
        may do up to 3 of tell, attack, wait
        may do one of wait

score p: p.coins
winner: highest score

example "held, and not held" with Ann, Ben, Cat:
  given:
    phase turn of Ann
  play:
    Ann tell(3)
    Ben doubt
  expect:
    told = 101
    Ann.coins = 3
    Ben.coins = 2
  play:
    Ann tell(1)
  expect:
    told = 211
    Ann.coins = 4

example "a doubt that is too weak lets others doubt" with Ann, Ben, Cat:
  given:
    Ben.luck = 2
    phase turn of Ann
  play:
    Ann tell(2)
    Ben doubt
  expect:
    Cat may only doubt, decline
  play:
    Cat doubt
  expect:
    told = 101
    Ann.coins = 3

example "an argument is asked, and the statement behind goes on" with Ann, Ben:
  given:
    phase turn of Ann
  play:
    Ann attack(Ben)
  expect:
    Ben may only block(0), block(1), decline
  play:
    Ben block(1)
  expect:
    told = 1
    Ben.coins = 4
    Ben.luck = 0
  play:
    Ann attack(Ben)
    Ben block(0)
  expect:
    told = 2
    Ben.coins = 4

example "no trigger after what was cancelled" with Ann, Ben:
  given:
    Ben.coins = 1
    phase turn of Ann
  play:
    Ann attack(Ben)
    Ben block(1)
  expect:
    told = 0
    Ben.coins = 2
  play:
    Ann attack(Ben)
  expect:
    Ben may only block(0), decline
  play:
    Ben declines
  expect:
    told = 1000
    Ben.coins = 0

example "a reaction to a reaction, after it, asks" with Ann, Ben, Cat:
  given:
    Ben.luck = 2
    phase turn of Ann
  play:
    Ann attack(Ben)
    Ben block(2)
  expect:
    Ben may only echo, decline
  play:
    Ben echo
    Ben x = Ann
  expect:
    Ann.luck = 2
    Ben.coins = 4

example "a reaction ends the turn it interrupts, from two windows down" with Ann, Ben, Cat:
  given:
    Cat.coins = 5
    phase turn of Ann
  play:
    Ann tell(3)
    Ben doubt
  expect:
    Cat may only halt, decline
  play:
    Cat halt
  expect:
    told = 0
    Ben.coins = 3
    phase turn of Ben

example "a variant changes the reaction" with Ann, Ben:
  variant rough
  given:
    phase turn of Ann
  play:
    Ann attack(Ben)
    Ben block(1)
  expect:
    Ben.coins = 4
    Ben.luck = 1
"""


def test_reactions_on_cards() -> None:
    plays_in_every_way(game(TOOLS))


def test_reactions_of_players() -> None:
    plays_in_every_way(game(CLAIMS))


def test_reactions_with_a_variant() -> None:
    rules = rules_of(CLAIMS)
    for seed in range(4):
        match = rules.start(3, seed, variants=["rough"])
        play_on(match, dict(enumerate(seat_bots(["random"], 3))))
        assert match.is_over


# ---------------------------------------------------------------- what others learn


def windows(rules: Rules, players: int, seed: int) -> list[State]:
    """The states of a random match in which somebody is asked for a reaction."""
    found = []
    for state in playthrough(rules.program(players), seed):
        if state.decisions and state.decisions[0].kind == "reaction":
            found.append(state.clone())
    return found


def test_only_who_is_asked_reads_of_it() -> None:
    rules = rules_of(TOOLS)
    declined = 0
    for seed in range(10):
        match = rules.start(3, seed)
        while match.decisions:
            decision = match.decisions[0]
            if decision.kind != "reaction":
                match.choose(decision, decision.options()[-1])
                continue
            others, name = [seat for seat in range(3) if seat != decision.by], match.names[decision.by]
            before = [(match.log.lines(seat), match.log.data(seat)) for seat in others]
            told = declines(match)
            assert [rows[: len(lines)] for (lines, _), (rows, _) in zip(before, told, strict=True)] == [lines for lines, _ in before]
            assert not any(f"{name} declines" in line for (rows, _) in told for line in rows)
            declined += 1
    assert declined > 20


def declines(match: Match) -> list[tuple[list[str], list[dict[str, object]]]]:
    """Let whoever is asked decline; what the others read then."""
    decision = match.decisions[0]
    match.choose(decision, ["decline"])
    return [(match.log.lines(seat), match.log.data(seat)) for seat in range(3) if seat != decision.by]


def test_a_window_that_nobody_can_use_looks_like_one_that_is_declined() -> None:
    """Front ends for several people at one screen learn of every round of asking, whether somebody could have answered or not."""
    rules = rules_of(TOOLS)
    told = {True: set(), False: set()}
    for seed in range(10):
        match = rules.start(3, seed)
        while match.decisions:
            decision = match.decisions[0]
            before = len(match.log.entries)
            match.choose(decision, decision.options()[0] if decision.kind == "offer" else ["decline"])
            asked = bool(match.decisions) and match.decisions[0].kind == "reaction"
            told[asked] |= {entry.text.split(":")[0] for entry in match.log.entries[before:] if entry.kind == "window"}
        assert not any("before" in line for viewer in (0, 1, 2, None) for line in match.lines(viewer))
        assert not any(row["kind"] == "window" for viewer in (0, None) for row in match.log.data(viewer))
    assert told[True] >= {"before blow", "after blow"} <= told[False]


def test_a_window_that_everybody_knows_to_be_closed_is_no_window() -> None:
    """What nobody could answer for all to see isn't asked at one keyboard either; what depends on hands is."""
    text = TOOLS.split("\nexample ")[0].replace("  deal 4 from stock to players.hand", "  move first(stock where it is club) to first(players).hand")
    opened = {}
    for condition in ("q.lives > 5 and n > 1", "q.lives > 6", "exists(owner.hand where it is trick)", "count(waste) > 1 or parries > 0"):
        match = rules_of(text.replace("    when owner = q\n    pay this\n    then: cancel", f"    when {condition}\n    pay this\n    then: cancel")).start(3, 1)
        match.choose(match.decisions[0], ["hit", "club", "player 2"])
        opened[condition] = any(entry.kind == "window" and entry.text.startswith("before blow") for entry in match.log.entries)
    assert list(opened.values()) == [True, False, True, False]


def test_the_prompt_says_what_is_answered() -> None:
    rules = rules_of(CLAIMS)
    match = rules.start(3, 1)
    match.choose(match.decisions[0], ["tell", 3])
    decision = match.decisions[0]
    assert (decision.by, decision.kind, decision.may_decline) == (1, "reaction", True)
    assert decision.prompt == "before the claim: player 1, 3"
    assert decision.options() == [["doubt"], ["decline"]]
    assert decision.why_not(["halt"]) is not None
    assert decision.count() == 2


def test_why_a_reaction_is_not_offered() -> None:
    rules = rules_of(TOOLS)
    for seed in range(10):
        for state in windows(rules, 3, seed):
            decision = state.decisions[0]
            if decision.prompt.startswith("before blow"):
                reason = decision.why_not(["parry", "club"])
                assert reason is not None and "'club'" in reason
                return
    raise AssertionError("nobody was asked to parry")
