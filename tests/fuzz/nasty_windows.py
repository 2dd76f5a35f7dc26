"""Rules with reactions that ask for too much, never end, or take away what is running: changes of the game of ``nasty``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def reaction(head: str, *lines: str, name: str = "answer") -> str:
    """A reaction of players; ``lines`` are its clauses and effect."""
    return "\n  ".join([f"reaction {name} {head}:", *lines])


GO = "by q in players before go(x)"
WENT = "event went(x: player)\n" + reaction("by q in players before went(x)", "when q.chips > 100", "then: cancel")
BOMBS = """card bomb is tile from hand discards to waste:
  {}
deck bombs:
  {} bomb with each hue, rank = 1
shared:
  zone box: face up, starts with bombs
  boxes: number = 0"""
BOMBED = {"line": "move top 30 of box to p.hand\n      do go(p)"}


def bombs(*lines: str, copies: int = 40) -> dict[str, str]:
    """Many cards with abilities in every hand."""
    return {"define": BOMBS.format("\n  ".join(lines), copies), **BOMBED}


EACH_OTHER = "\n".join(
    reaction(f"by q in players before a{(k + 1) % 12}(x)", "then: cancel" if k % 2 else "then: add 1 to big", name=f"a{k}") for k in range(11)
) + "\n" + reaction("by q in players before a0(x) or go(x)", "then: add 1 to big", name="a11")  # fmt: skip
CHAIN = "\n".join(f"event e{k}(x: player): do e{k + 1}(x)\n" + reaction(f"by q in players before e{k}(x)", "when big < 0", "then: cancel", name=f"b{k}") for k in range(150))
CHAIN += "\nevent e150(x: player): add 1 to big"

WINDOWS: list[dict[str, str]] = [
    # free, and an answer to itself
    {"define": reaction(GO, "then: do go(q)")}, {"define": reaction("by q in players after go(x)", "then: do go(q)")},
    {"define": reaction("by q in players before answer(r) or go(r)", "then: cancel")},
    {"define": reaction("by q in players before answer(r) or go(r)", "then: do go(q)")},
    {"define": reaction("by q in players after answer(r) or go(r)", "then: add 1 to big")},
    {"define": reaction(GO, "then: do go(q)") + "\n" + reaction("by q in players after answer(r)", "then: do go(r)", name="again")},
    {"define": EACH_OTHER}, {"define": CHAIN, "body": "do e0(p)"}, {"define": CHAIN, "then": "do e0(p)"},
    {"define": reaction(GO, "then: add 1 to big") + "\nwhen answer(q) happens: do go(q)"},
    {"define": reaction(GO, "then: add 1 to big") + "\nwhen answer(q) happens:\n  choose k in 0..1 by q\n  if k = 1: do go(q)"},
    {"define": reaction("by q in players before act(p)", "then: do go(q)") + "\n" + reaction(GO, "then: end turn", name="stop")},
    # windows in loops
    {"define": WENT, "body": "repeat 1000000 times: do went(p)"}, {"define": WENT, "body": "repeat until big = 0: do went(p)"},
    {"define": WENT, "body": "for each x in 1..10000:\n    for each y in 1..10000: do went(p)"}, {"define": WENT, "body": "do went(p) as held\n  repeat until not held: do went(p)"},
    {"define": WENT, "line": "repeat 100000 times: do went(p)"}, {"define": WENT + "\nwhen went(x) happens: do went(left(x))", "body": "do went(p)"},
    {"define": "event went(x: player)\n" + reaction("by q in players before went(x)", "when count(waste where any(it.rank = c.rank over c in waste)) > 999", "then: cancel"), "line": "move stock to waste\n      repeat 10000 times: do went(p)", "copies": "180"},
    {"define": "event went(x: player): add 1 to big\n" + reaction("by q in players after went(x)", "when big > 100000", "then: end match"), "body": "repeat until big > 1000000: do went(p)"},
    {"define": "event went(x: player)\n" + reaction("by q in players before went(x)", "then: cancel"), "body": "repeat until big = 0:\n    do went(p) as held\n    if held: add 1 to big"},
    {"define": WENT + "\nwhenever big > 3: set big to 0", "body": "repeat 1000 times:\n    add 1 to big\n    do went(p)"},
    {"define": reaction(GO, "then: add 1 to big") + "\nwhenever big > 1: set big to 0 - 5\nwhenever big < 0: set big to 5"},
    {"define": reaction(GO, "then: cancel") + "\nwhenever count(waste) > 0: move waste to stock\nwhenever count(stock) > 30: move stock to waste"},
    # choices that are too many, or can't be worked out
    {"define": reaction(GO, "choose a in 1..10000", "choose b in 1..10000 where a + b = 20001", "then: cancel")},
    {"define": reaction(GO, "choose a in 1..10000", "choose b in 1..10000 where a * b = 7919 * 7907", "then: cancel")},
    {"define": reaction("once " + GO, "choose 1.. s in 1..10000", "then: set big to count(s)")},
    {"define": reaction("once " + GO, "choose 0.. s in 1..40", "when sum(it over s) = 819", "then: set big to count(s)")},
    {"define": reaction(GO, "choose 1..27 a in q.hand + waste + row[1]", "when sum(rank over a) = 1000", "then: cancel"), "copies": "180"},
    {"define": reaction(GO, "choose 1..27 a in q.hand + waste + row[1]", "when sum(rank over a) > 9", "then: cancel"), "line": "move top 60 of stock to waste\n      do go(p)", "copies": "180"},
    {"define": reaction("by q in players where q.chips / (q.chips - 3) > 0 before go(x)", "then: cancel")},
    {"define": reaction(GO, "when 1 / (big - big) > 0", "then: cancel")}, {"define": reaction(GO, "when row[(big + 100)] = row[1]", "then: cancel")},
    {"define": reaction(GO, "when (top of waste).rank > 3", "then: cancel")}, {"define": reaction(GO, "pay big from q.chips", "then: set big to big * 1000000")},
    {"define": reaction(GO, "pay (0 - 5) from q.chips", "then: cancel")}, {"define": reaction(GO, "choose 2..(one) c in q.hand", "then: cancel")},
    {"define": reaction(GO, "then: set big to 1 / (big - big)")}, {"define": reaction(GO, "then: set big to seat(random(players where chips > 100))")},
    {"define": reaction("by q in {who} before go(x)", "then: cancel")},
    {"define": reaction("by q in {t} before hit(p, t)", "then: cancel") + "\nevent hit(p: player, t: player?)", "body": "do hit(p, maybe)"},
    {"define": reaction("by q in best(players by chips) before go(x)", "then: take 1 from q.chips")},
    {"define": reaction(GO, "then: cancel") + "\nforbid answer when 1 / (big - big) > 0"},
    {"define": reaction(GO, "then: cancel") + "\nforbid answer"},
    # everything is called off, or ends
    {"define": "\n".join([reaction("by q in players before go(x) or act(x)", "then: cancel"), reaction("by q in players before answer(r)", "then: cancel", name="no_no"),
                          reaction("by q in players before no_no(r)", "then: cancel", name="no_no_no")])},
    {"define": reaction(GO, "then:", "  cancel", "  cancel", "  cancel")}, {"define": reaction(GO, "then:", "  repeat 100000 times: cancel")},
    {"define": reaction(GO, "then:", "  cancel", "  choose k in 0..3 by x", "  if k = 0: end turn")},
    {"define": reaction(GO, "then: end turn")}, {"define": reaction("by q in players after go(x)", "then: end match")},
    {"define": reaction(GO, "then:", "  choose c in q.hand by q", "  end round")},
    {"define": reaction(GO, "then:", "  for each y in players: end turn")},
    {"define": reaction("by q in players before act(p, c)", "choose d in q.hand", "pay d", "then: end turn").replace("pay d\n  ", "")},
    {"define": reaction(GO, "then: cancel"), "then": "do go(p) as held\n    repeat until held: add 1 to big".replace("do go", "\n    do go", 1)},
    {"define": reaction(GO, "then: do gone(q)") + "\nevent gone(q: player): end turn", "body": "repeat 100000 times: do gone(p)"},
    # many cards that may answer
    bombs("reaction burst before go(x):", "  then: do go(owner)"), bombs("reaction burst before go(x):", "  pay this", "  then: cancel"),
    bombs("reaction burst once after go(x):", "  then: add 1 to big"), bombs("reaction burst before burst(this) or go(x):", "  then: cancel"),
    bombs("reaction burst before bomb(c, o):", "  when c != this", "  then: cancel", "action lay:", "  pay this", "  then: do go(owner)"),
    bombs("reaction burst before go(x):", "  choose 1..9 c in owner.hand", "  when sum(rank over c) = 5", "  then: move c to waste"),
    bombs("reaction burst before go(x):", "  choose c in owner.hand where it is bomb and it != this", "  choose d in owner.hand where it is bomb and it.rank = c.rank and it != c", "  pay c, d, this", "  then: cancel"),
    bombs("reaction burst before act(p, this):", "  then: move this to waste", copies=400),
    bombs("reaction burst before go(x):", "  when all(any(c.rank = d.rank over d in waste) over c in waste)", "  then: cancel", copies=400),
    # exceptions
    {"define": reaction(GO, "then: add 1 to big") + "\nvariant odd:\n  except answer(q): do go(q)\n  except go(x): do go(x)"},
    # the same window within itself, asked at the same time
    {"define": reaction(GO, "then:", "  simultaneously r in players choose k in 0..1", "  if k[q] = 1: do go(q)")},
    {"define": reaction(GO, "then:", "  may choose c in waste + q.hand by x", "  move c to q.hand"), "body": "simultaneously q in players choose 0..2 c in q.hand\n  for each q in players: move c[q] to waste"},
]  # fmt: skip


def as_reactions(bodies: Iterable[str], clauses: Iterable[str]) -> Iterator[dict[str, str]]:
    """What an event or an action does, or asks for, done and asked for by reactions to an event and to an action."""
    went = "\nevent went(w: player)"
    for body in bodies:
        lines = "  " + body.replace("\n", "\n  ")
        yield {"define": reaction("by p in players before went(w)", "then:", lines) + went, "line": "do went(p)", "body": "add 1 to big"}
        yield {"define": reaction("by p in players after act(w)", "then:", lines), "body": "add 1 to big"}
    for clause in clauses:
        yield {"define": reaction("by p in players before went(w)", clause, "then: cancel") + went, "line": "do went(p)"}
        yield {"define": reaction("once by p in players after act(w)", clause, "then: add 1 to big")}


ANSWERED = """game "Answered" for 3 players:
  about "Reactions to reactions, of cards and of players."
card tool from hand discards to waste
card shield is tool:
  reaction parry before blow(p, q, n):
    when owner = q
    pay this
    then: cancel
card trick is tool:
  reaction spoil before shield(c, o):
    when owner != o
    then: add 1 to owner.lives
deck tools:
  9 shield
  9 trick
shared:
  zone stock: face down, starts with tools
  zone waste: face up
each player:
  zone hand: private
  lives: number = 6
event blow(p: player, q: player, n: number): take n from q.lives
action hit by p:
  choose q in others(p)
  then: do blow(p, q, 2)
reaction cheer by q in players before spoil(c):
  choose n in 0..2
  then: add n to q.lives
phase game:
  shuffle stock
  deal 6 from stock to players.hand
  phase turn cycle p in players until any(lives < 1 over players):
    must do one of hit
score p: p.lives
winner: highest score
"""
"""What damaged saves are made of."""
