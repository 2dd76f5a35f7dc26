"""Rules that are right as far as can be checked, and ask for too much, for nothing, or for what isn't there."""

# ruff: noqa: C408

from __future__ import annotations

from functools import cache

from nasty_windows import WINDOWS, as_reactions

GAME = """game "Nasty" for 1..3 players:
  about "Asks for too much."
enum hue: red, green, blue
card tile:
  hue: hue
  rank: number 1..9
  state mate: tile? = none
  state age: number = 0
deck tiles:
  {copies} tile with each hue, each rank in 1..9
shared:
  zone stock: face down, starts with tiles, refills from waste
  zone waste: face up
  zone row[1..9]: face up
  big: number = 1
  many: set of number = {{}}
  who: player
  maybe: player? = none
  best_one: tile? = none
each player:
  zone hand: private
  chips: number 0..9 = 3
define one = 1
{define}
event go(p):
  {body}
action act "act" by p:
  {clauses}
  then: {then}
phase match:
  deal 3 from stock to players.hand
  phase round repeat 20 times:
    phase turn for each p in players:
      {line}
      must do one of act
score p: {score}
winner: highest score
"""

PLAIN = {
    "copies": "2", "define": "define two = 2", "body": "add 1 to big", "clauses": "choose c in p.hand", "then": "do go(p)", "line": "do go(p)",
    "score": "p.chips",
}  # fmt: skip

DOUBLED = "\n".join(f"define d{k} = d{k + 1} + d{k + 1}" for k in range(60)) + "\ndefine d60 = one"
SQUARED = "\n".join(f"define s{k}(n) = s{k + 1}(n * n)" for k in range(60)) + "\ndefine s60(n) = n"
SUMMED = "\n".join(f"define u{k}(n) = sum(u{k + 1}(n) over players)" for k in range(40)) + "\ndefine u40(n) = n"
CALLED = "\n".join(f"event e{k}:\n  do e{k + 1}\n  do e{k + 1}" for k in range(60)) + "\nevent e60:\n  add 1 to big"
TABLED = "\n".join(f"table t{k}(n) by n:\n  0..: t{k + 1}(n) + t{k + 1}(n)" for k in range(50)) + "\ntable t50(n) by n:\n  0..: n"
NEST = "sum(" * 12 + "1" + " over hue)" * 12
NEST_PLAYERS = "sum(" * 20 + "big" + " over players)" * 20
LOOPS = "repeat 2 times:\n" + "".join("  " * (k + 2) + "repeat 2 times:\n" for k in range(30)) + "  " * 33 + "add 1 to big"
IFS = "if big > 0:\n" + "".join("  " * (k + 2) + "if big > 0:\n" for k in range(45)) + "  " * 48 + "add 1 to big"
PATTERN = "pattern odd:\n  holds 1.. where it.hue = red\n  different rank\n  size 2..20\npattern odder:\n  same hue\n  consecutive rank\n  size 3.."
TOTAL = "pattern sum_of(n: number):\n  total rank = n\n  size 1..{n}"

BODIES = [
    "repeat 1000000000000 times: add 1 to big", "repeat 1000000000000 times: shuffle stock", "repeat until big = 0: add 1 to big",
    "repeat 100000 times: move stock to waste", "repeat 30000 times: deal 27 from stock to players.hand",
    "deal 1000000000000 from stock to players.hand", "deal 1000000000000 from stock to row[1]", "deal -5 from stock to players.hand",
    "move top 1000000000000 of stock to waste", "move top (0 - 3) of stock to waste", "for each x in 1..10000:\n    for each y in 1..10000: add 1 to big",
    "for each x in 1..1000000: add 1 to big", "set big to big * big\n  do go(p)", "do go(p)",
    "do go(left(p))\n  do go(p)", "set big to 1000000000000 * 1000000000000", "repeat 200 times: set big to big * 7", "set big to 0 - big\n  set big to 7 / (big + 1)",
    "set big to 7 mod (big - 1)", "move top of row[big] to waste", "move top of row[(big + 100)] to waste", "set big to (top of stock).rank",
    "set big to (first(waste)).rank", "move top of stock to who.hand", "set who to first(players where chips > 100)\n  move top of stock to who.hand",
    "choose c in waste by p\n  set big to c.rank", "choose c in p.hand + waste by p\n  move c to stock", "choose c in 1..10000 by p\n  set big to c",
    "may choose c in waste by p\n  move c to stock", "choose 5 c in p.hand by p\n  move c to waste", "choose 2..(one) c in p.hand by p\n  move c to waste",
    "choose (big)..(0 - big) c in p.hand by p\n  move c to waste", "choose c in p.hand by first(players where chips > 100)\n  move c to waste",
    "choose c in p.hand by who\n  move c to waste", "simultaneously q in players where chips > 100 choose c in q.hand\n  move c[p] to waste",
    "simultaneously q in players choose 0..99 c in q.hand\n  for each q in players: move c[q] to waste",
    "simultaneously q in others(p) choose n in 0..3\n  set big to big + n[p]", "simultaneously q in others(p) choose n in 1..big - 1\n  set big to n[left(p)]",
    "end turn\n  add 1 to big", "end match", "for each q in players: end turn", "repeat 5 times: end turn", "choose c in p.hand by p\n  end turn",
    "repeat 5 times:\n    choose c in p.hand by p\n    if c.rank > 3: end match", "let b = first(stock)\n  set b.mate to b\n  set b.age to b.age - 1",
    "set best_one to top of stock\n  if best_one != none: add best_one.age to big", "let m = (top of stock).mate\n  if m != none: set big to m.rank", "show top 1000000 of stock to players",
    "show stock to none", "let a = {1..10000}\n  repeat 10000 times: add big to many", "repeat 100000 times:\n    add big to many\n    add 1 to big",
    "let a = {1..10000} + {5000..15000}\n  repeat 100000 times: set big to count(a - {1..9999})", "repeat 100000 times: set big to count(players where 9999 in {1..10000})",
    "let a = {{{{{1}}}}}\n  set big to count(a)", "for each x in best(players by chips): move top of stock to x.hand",
    "set big to max(rank over waste) + min(rank over waste)", "set big to first(best(waste by rank)).rank", "set who to random(players where chips > 100)",
    "set big to seat(random(players where chips > 100))", "move random(waste) to stock", "for each c in stock by -c.rank: move c to bottom of stock",
    "for each q in players from maybe: add 1 to big", "for each q in players where chips > 0 from who: add 1 to big", LOOPS, IFS,
    "for each x in 1..3:\n    choose c in p.hand by p\n    for each y in 1..3:\n      choose d in p.hand by p\n      move d to waste",
    "repeat until one = 2:\n    choose c in p.hand by p", "repeat 1000000 times:\n    choose c in waste by p", "repeat 1000000 times:\n    may choose c in waste where rank > 9 by p",
    "move stock + waste + stock to stock", "move p.hand to p.hand", "move cards(tiles) to bottom of stock", "set p.chips to 1000000", "take 1000000 from p.chips",
    "set big to " + " + ".join(["big"] * 60), "set big to " + " * ".join(["big"] * 60), "let s = 1\n  repeat 100 times: set s to s * 10",
    "for each x in 1..10000: set big to " + NEST, "set big to " + NEST_PLAYERS, "let n = 0 - 1000000000000\n  repeat n times: add 1 to big",
]  # fmt: skip

CLAUSES = [
    "choose a in 1..10000\n  choose b in 1..10000 where a + b = 20001", "choose a in 1..10000\n  choose b in 1..10000 where a * b = 7919 * 7907",
    "choose a in 1..3000\n  choose b in 1..3000 where a < b\n  choose c in 1..3000 where b < c", "choose a in 1..10000 where a > 10000",
    "choose 1..27 a in p.hand + waste + row[1]\n  when sum(rank over a) = 1000", "choose 1.. a in waste", "choose 0..(0 - 5) a in p.hand",
    "choose 1000000000000 a in p.hand", "choose 5.. a in p.hand", "choose 1.. a in waste where any(it.rank = c.rank over c in waste)",
    "choose a in waste\n  choose b in waste where a.mate = it\n  choose c in waste where b.mate = it", "pay 1000000 from p.chips", "pay big from p.chips",
    "pay (0 - 5) from p.chips", "when big / (big - 1) > 0", "when (top of waste).rank > 3", "when row[big + 50] = row[1]", "when big > 1",
    "choose a in p.hand where it.age / (it.age - 1) > 1", "choose q in others(p)\n  choose a in waste where it.rank > count(q.hand)", "choose a in players where a.chips / (a.chips - 3) > 0",
    "choose 1.. a in 1..10000", "choose 0.. a in 1..40", "choose 2..3 a in 1..200\n  when sum(it over a) = 599", "choose 20 a in 1..100",
    "choose a in 1..2\n  choose b in (a)..(a * 1000000000)", "choose a in hue\n  choose b in hue where all(" + NEST + " > 0 over hue)",
]  # fmt: skip

DEFINES = [
    (DOUBLED, "d0"), (SQUARED, "s0(7)"), (SUMMED, "u0(1)"), (TABLED, "t0(1)"), ("define f(n) = sum(sum(1 over 1..n) over 1..n)", "f(10000)"),
    ("define f = sum(sum(1 over 1..10000) over 1..10000)", "f"), ("define f = " + NEST, "f"), ("define f = " + NEST_PLAYERS, "f"),
    ("table t(n) by n:\n  0: 1", "t(big)"), ("table t by big:\n  7: 1", "t"), ("define f(n) = max(it over 1..n)", "f(big * 1000000)"),
    ("define f = count(stock where any(it.rank = x.rank and all(y.rank > 0 over y in stock) over x in stock))", "f"),
    ("define f = count(best(stock by rank))", "f"), ("define f = 1 / (big - 1)", "f"), ("define f(n) = n - 1", "f(0 - 1000000000000)"),
]  # fmt: skip

SETS = [
    "choose a in p.hand matching odd", "choose a in waste + p.hand matching odd or odder", "choose a in p.hand matching odder\n  when count(a) = 9",
    "choose a in waste matching odd or odder", "when waste has odd", "when p.hand + waste + row[1] has odder",
]  # fmt: skip


BOARD = "board land:\n  each space has heavy: number = 0\n  each link has closed: flag\n" + "".join(
    f"  path {' - '.join(f's{row * 30 + k}' for k in range(30))}\n" for row in range(30)
) + "".join(f"  path {' - '.join(f's{row * 30 + k}' for row in range(30))}\n" for k in range(30)) + "  path ring: s0 - s1 - s31 - s30 - s0\n"
SPACES = "  spaces " + ", ".join(f"s{k}" for k in range(900)) + "\n"
LAND = BOARD.replace("  path s0 ", SPACES + "  path s0 ", 1)
EXTRAS = [
    dict(define="whenever big > 0: add 1 to big"), dict(define="whenever big > 1: set big to 0 - 5\nwhenever big < 0: set big to 5"),
    dict(define="whenever some q in players where q.chips > 1: add 1 to q.chips"), dict(define="whenever count(stock) > 0: shuffle stock"),
    dict(define="whenever some c in stock where c.rank > 0: move c to stock"), dict(define="whenever 1 / (big - 1) > 0: add 1 to big"),
    dict(define="when go(q) happens: do go(q)"), dict(define="when go(q) happens: do went(q)\nevent went(q: player): do go(left(q))"),
    dict(define="when go(q) happens:\n  choose c in q.hand by q\n  do go(q)"), dict(define="when go(q) happens: end turn"),
    dict(define="when act(q, c) happens: set big to c.rank / (c.rank - c.rank)"), dict(define="when go(q) happens if 1 / (big - big) > 0: end match"),
    dict(define="variant odd:\n  except go(q): do go(q)\n  except one = one + one"), dict(define="die d: 1, 2", body="repeat 100000 times:\n    roll d as r\n    add r to big"),
    dict(define="die d: 1, 1000000000000", body="roll d as r, d as s\n  set big to r * s"), dict(define="die d: 0, 0", body="roll d as r\n  set big to 1 / r"),
    dict(define=LAND, body="set big to count(reach(s0, 1000000000000, links(land)))"), dict(define=LAND, body="repeat 10000 times: set big to count(reach(s0, 900, links(land)))"),
    dict(define=LAND, clauses="choose s in land\n  choose r in reach(s, 900, links(land))"), dict(define=LAND, clauses="choose 1.. s in land"),
    dict(define=LAND, clauses="choose s in land\n  choose r in land where exists(neighbours(r, links(s)))"), dict(define=LAND, score="count(land where count(reach(it, 99, links(land))) > 5)"),
    dict(define=LAND, body="for each s in land:\n    for each l in links(s): set l.closed to not l.closed"), dict(define=LAND, body="set big to count(ends(first(links(land)))) + big / count(next(s0, ring))"),
    dict(define=LAND, clauses="choose l in links(land) where any(any(it = s over reach(s, 3, links(land))) over s in ends(l))"),
    dict(define="card bomb is tile from hand:\n  action burst \"burst\":\n    then: do go(owner)\n  except two = two + 1\n  except go(q) when this in q.hand: do go(q)\ndefine two = 2"),
    dict(define="card bomb is tile:\n  when go(q) happens: do go(q)"), dict(define="card bomb is tile:\n  when go(q) happens: move this to stock", copies="60"),
    dict(define="forbid act"), dict(define="forbid act when 1 / (big - big) > 0"), dict(define="forbid act when c = top of waste"),
]  # fmt: skip
"""Changes that go together: what happens by itself, exceptions, dice, boards, rules on cards."""


def game(**changes: str) -> str:
    """The game with some parts exchanged."""
    return GAME.format(**(PLAIN | changes))


@cache
def texts() -> list[str]:
    """All of them."""
    made = []
    for copies in ("2", "180"):
        made += [game(body=body, copies=copies) for body in BODIES]
        made += [game(clauses=clauses, copies=copies, then="move top of stock to waste") for clauses in CLAUSES]
        made += [
            game(define=PATTERN, clauses=clauses, copies=copies, then="move top 9 of stock to waste", line="move top 30 of stock to waste")
            for clauses in SETS
        ]
    for define, value in DEFINES:
        made += [game(define=define, score=value), game(define=define, body=f"set big to {value}"), game(define=define, clauses=f"when {value} > 0")]
        made += [game(define=define, body=f"repeat 100000 times: set big to {value}"), game(define=define, body=f"for each x in 1..{value}: add 1 to big")]
    made += [game(define=CALLED, body="do e0"), game(define=CALLED, then="do e0")]
    made += [game(line=line) for line in ("may do any of act stop when big > 99999", "may do up to (big * 1000000) of act", "may do any of act when big = 0")]
    made += [game(**extra) for extra in [*EXTRAS, *WINDOWS, *as_reactions(BODIES, CLAUSES)]]
    made += [
        game(line=f"phase inner {head}:\n        {inner}")
        for head in ("repeat 1000000 times", "repeat until big = 0", "cycle q in players until big = 0", "for each n in 1..10000", "for each n in 1..one - 1")
        for inner in ("add 1 to p.chips", "may do one of act", "must do one of act", "end inner", "end turn", "shuffle stock")
    ]
    return made
