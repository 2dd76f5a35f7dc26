"""What analysis makes of the points where the text says less than the model: bare names, narrowing, missing values, coercions."""

from __future__ import annotations

import pytest
from typed_text import text

from rulekit.analysis import analyse
from rulekit.analysis.lattice import written
from rulekit.analysis.model import GameModel
from rulekit.diagnostics import Severity, Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

HEAD = """game "Test" for 2..4 players:
  about "A game to look at."
enum suit: red, green, blue
option goal: number 1..10 = 5
table size by count(players):
  2..4: 3
card thing
card piece is thing:
  suit: suit
  rank: number 1..9
  state holder: player? = none
card big is piece
card coin is thing:
  worth: number
card token discards to pool
deck things:
  1 piece with each suit, each rank in 1..9
  1 big with suit = red, rank = 3
  5 coin with worth = 3
deck pieces:
  2 piece with suit = red, rank = 1
deck tokens:
  3 token
board land:
  each space has man: player?, calm: flag
  each link has open: flag
  spaces s1, s2, s3
  path road: s1 - s2 - s3
shared:
  zone pool: face up, starts with things, refills from trash
  zone trash: face up
  zone row[1..3]: face up
  zone gems: face up, starts with tokens
  zone solid: face up, starts with pieces
  starter: player
  rival: player? = none
  favourite: thing? = none
  chosen: set of suit = {}
each player:
  zone hand: private
  points: number 0..9 = 0
  at: space = s1
  mark[suit]: number = 0
event fill:
  move pool to trash
  for each p in players: deal 2 from solid to p.hand
"""


def load(more: str) -> GameModel:
    file, sink = SourceFile("test.rules", HEAD + more + "\n"), Sink()
    game = analyse(parse(file, sink), file, sink)
    errors = [(d.code.id, d.span.line, d.message) for d in sink if d.severity is Severity.ERROR and d.code.id < "RK350"]
    assert errors == []
    assert game is not None
    return game


def value(expr: str, params: str = "") -> str:
    """The typed form of an expression in a query."""
    game = load(f"define asked{params} = {expr}")
    return text(game.queries[0].value)


def stmt(line: str) -> str:
    """The typed form of the last statement of an event."""
    game = load("event asked(p: player, c: thing, k: piece?):\n" + "".join(f"  {part}\n" for part in line.split(" ; ")))
    body = next(event for event in game.events if event.name == "asked").body
    assert body is not None
    return text(body[-1])


@pytest.mark.parametrize(
    ("written_as", "typed"),
    [
        # a bare name is an attribute of the innermost element
        ("count(solid where suit = red)",
         "Builtin(count, [Filter(Zone(solid, -, -), it, Compare(=, Attr(it:piece, suit), 0:suit, no))])"),
        ("sum(rank over solid)", "Aggregate(sum, Zone(solid, -, -), it, Attr(it:piece, rank))"),
        ("sum(rank over c in solid where c.rank > 1)",
         "Aggregate(sum, Filter(Zone(solid, -, -), c, Compare(>, Attr(c:piece, rank), 1, no)), c, Attr(c:piece, rank))"),
        ("count(players where points > 3)",
         "Builtin(count, [Filter(AllOf(players, -), it, Compare(>, Field(points, it:player, -), 3, no))])"),
        ("count(land where man = none)",
         "Builtin(count, [Filter(AllOf(spaces, -), it, Compare(=, SpaceField(it:space, man), -:number, no))])"),
        ("count(links(land) where open)", "Builtin(count, [Filter(AllOf(links, -), it, SpaceField(it:link, open))])"),
        ("count(suit where it != red)", "Builtin(count, [Filter(AllOf(enum, -), it, Compare(!=, it:suit, 0:suit, no))])"),
        # what is true of all elements is known of each
        ("sum(rank over pool where it is piece)",
         "Aggregate(sum, Filter(Zone(pool, -, -), it, IsKind(it:thing, piece, no)), it, Attr(it:piece, rank))"),
        # when all but one child are excluded, the remaining one is meant
        ("sum(worth over pool where it is not piece)",
         "Aggregate(sum, Filter(Zone(pool, -, -), it, IsKind(it:thing, piece, yes)), it, Attr(it:coin, worth))"),
        ("any(it is coin or rank = 2 over pool)",
         "Aggregate(any, Zone(pool, -, -), it, Logic(or, IsKind(it:thing, coin, no), Compare(=, Attr(it:piece, rank), 2, no)))"),
        # none
        ("rival.points if rival != none otherwise 0",
         "IfElse(Compare(!=, Field(rival, -, -), -:number, no), Field(points, Require(Field(rival, -, -)), -), 0)"),
        ("first(solid).rank", "Attr(Require(Builtin(first, [Zone(solid, -, -)])), rank)"),
        ("first(solid) = none", "Compare(=, Builtin(first, [Zone(solid, -, -)]), -:number, no)"),
        ("(top of solid).rank + 1", "Arith(+, Attr(Require(EndOfZone(yes, -, Zone(solid, -, -))), rank), 1)"),
        # sets
        ("players.hand", "MapUnion(AllOf(players, -), it, Zone(hand, it:player, -))"),
        ("players - starter", "Difference(AllOf(players, -), ToSet(Field(starter, -, -)))"),
        ("solid + gems", "Union_(Zone(solid, -, -), Zone(gems, -, -))"),
        ("chosen = {red, green}", "Compare(=, Field(chosen, -, -), SetLiteral([0:suit, 1:suit]), yes)"),
        ("goal + size", "Arith(+, Option(goal), Lookup(size, -))"),
        ("row[2]", "Zone(row, -, 2)"),
        ("starter.mark[red]", "Field(mark, Require(Field(starter, -, -)), 0:suit)"),
        ("next(s1, road)", "Builtin(next, [0:space, AllOf(lines, road)])"),
        ("any(s2 in l over l in road)", "Aggregate(any, AllOf(lines, road), l, Member(1:space, ToSet(l:line)))"),
        ("count(road where count(it) = 3)",
         "Builtin(count, [Filter(AllOf(lines, road), it, Compare(=, Builtin(count, [ToSet(it:line)]), 3, no))])"),
        ("cards(things)", "CardsOf(things)"),
    ],
)  # fmt: skip
def test_queries(written_as: str, typed: str) -> None:
    assert value(written_as) == typed


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("move c to trash", "Move(ToSet(c:thing), Zone(trash, -, -), no, no)"),
        ("move k to bottom of trash", "Move(ToSet(k:piece?), Zone(trash, -, -), yes, no)"),
        ("move top 2 of pool to trash", "Move(EndOfZone(yes, 2, Zone(pool, -, -)), Zone(trash, -, -), no, yes)"),
        ("move bottom 2 of pool to trash", "Move(EndOfZone(no, 2, Zone(pool, -, -)), Zone(trash, -, -), no, no)"),
        ("deal 2 from pool to players.hand",
         "Deal(2, Zone(pool, -, -), MapUnion(AllOf(players, -), it, Zone(hand, it:player, -)))"),
        ("set starter to rival", "Set(Field(starter, -, -), Require(Field(rival, -, -)))"),
        ("set rival to random(players)", "Set(Field(rival, -, -), Builtin(random, [AllOf(players, -)]))"),
        ("set starter to random(players)", "Set(Field(starter, -, -), Require(Builtin(random, [AllOf(players, -)])))"),
        ("add red to chosen", "Add(ToSet(0:suit), Field(chosen, -, -))"),
        ("show c to p", "Show(ToSet(c:thing), ToSet(p:player))"),
        ("may choose x in p.hand by p ; if x != none: show x to p",
         "If([[Compare(!=, x:piece?, -:number, no), [Show(ToSet(x:piece), ToSet(p:player))]]])"),
        ("choose x in solid by p ; set x.holder to p", "Set(State(Require(x:piece), holder), p:player)"),
        ("choose 2 x in solid by p ; move x to trash", "Move(x:set of piece, Zone(trash, -, -), no, no)"),
        ("simultaneously q in players choose gift in q.hand ; move gift[p] to trash",
         "Move(ToSet(AnswerOf(gift, p:player)), Zone(trash, -, -), no, no)"),
        ("let x = none ; if p = starter: set x to first(solid)",
         "If([[Compare(=, p:player, Field(starter, -, -), no), [Set(x:piece?, Builtin(first, [Zone(solid, -, -)]))]]])"),
        ("let x = {} ; add red to x", "Add(ToSet(0:suit), x:set of suit)"),
        ("for each x in pool where it is coin by worth: move x to trash",
         "For(x, Filter(Zone(pool, -, -), x, IsKind(x:thing, coin, no)), -, Attr(x:coin, worth), "
         "[Move(ToSet(x:coin), Zone(trash, -, -), no, no)])"),
        ("for each n in 1..3 from 2: shuffle row[n]", "For(n, Interval(1, 3), 2, -, [Shuffle(Zone(row, -, n:number))])"),
    ],
)  # fmt: skip
def test_statements(line: str, typed: str) -> None:
    assert stmt(line) == typed


@pytest.mark.parametrize(
    ("rules", "name", "types"),
    [
        ("define f(x) = x.rank\ndefine g = f(first(solid))", "f", "piece"),
        ("define f(x) = x = none\ndefine g(p: player) = f(rival) or f(p)", "f", "player?"),
        ("define f(x) = count(x)\ndefine g = f(solid) + f(first(pool))", "f", "set of thing"),
        ("define f(x) = x is piece\ndefine g = any(f(it) over pool where it is big) and f(first(pool))", "f", "thing"),
        ("define f(x) = x.worth", "f", "coin"),
        ("define f(x) = x.points", "f", "player"),
        ("define f(x) = x.calm", "f", "space"),
        ("define f(x) = g(x)\ndefine g(y) = y.rank\ndefine h = f(last(solid))", "g", "piece"),
        ("define f(x) = x + 1\ndefine g = f(3)", "f", "number"),
    ],
)
def test_parameters(rules: str, name: str, types: str) -> None:
    query = next(query for query in load(rules).queries if query.name == name)
    assert written(query.params[0].type) == types


def test_parameters_of_examples_and_exceptions_count() -> None:
    game = load(
        "define f(x) = x.points\nevent grow(c, p: player)\nvariant odd:\n  except grow(c: thing, p): move c to trash\n"
        'card elf is thing:\n  except grow(this, p): move this to p.hand\nexample "e" with Ann, Ben:\n  expect:\n    f(Ann) = 0'
    )
    assert written(game.queries[0].params[0].type) == "player"
    grow = next(event for event in game.events if event.name == "grow")
    assert written(grow.params[0].type) == "thing"
    assert [param.role for param in grow.exceptions[1].params] == ["this", "param"]
    assert grow.exceptions[1].params[0] is grow.exceptions[1].this


def test_zones_know_what_lies_in_them() -> None:
    kinds = {zone.name: zone.kind.name if zone.kind else None for zone in load("").zones}
    assert kinds == {"pool": "thing", "trash": "thing", "row": None, "gems": "token", "solid": "piece", "hand": "piece"}


def test_paid_cards_lie_where_they_are_discarded() -> None:
    game = load("action spend by p:\n  choose t in gems\n  pay t")
    pool = next(zone for zone in game.zones if zone.name == "pool")
    assert pool.kind is not None
    assert pool.kind.everything
    assert pool.kind not in game.kinds


def test_cards_of_different_sorts_can_lie_together() -> None:
    game = load(
        "define both = count(cards(things) + cards(tokens))\n"
        "define reds = count(cards(things) + gems where it is piece and suit = red)"
    )
    assert "Attr(it:piece, suit)" in text(game.queries[1].value)


def test_cases_know_their_condition() -> None:
    game = load(
        "define worth_of(c) = 0\n  c.rank when c is piece\n  c.worth when c is coin and c.worth > 1\n"
        "define all_of = sum(worth_of(it) over pool)"
    )
    assert [text(case[0]) for case in game.queries[0].cases] == ["Attr(c:piece, rank)", "Attr(c:coin, worth)"]


def test_later_clauses_know_earlier_ones() -> None:
    game = load(
        "action play by p:\n  choose c in pool\n  when c is piece\n  choose s in suit where s = c.suit\n"
        "  then: set c.holder to p"
    )
    action = game.actions[0]
    assert text(action.body) == "[Set(State(c:piece, holder), p:player)]"
    choice = action.clauses[2].choice
    assert text(choice.where) == "Compare(=, s:suit, Attr(c:piece, suit), no)"
    assert choice.it is not choice.local


def test_exactly_so_many_is_one_object() -> None:
    choice = load("action play by p:\n  choose 3 c in pool").actions[0].clauses[0].choice
    assert choice.low is choice.high
    assert choice.is_set


def test_rules_of_cards() -> None:
    game = load(
        "card spell from hand discards to trash:\n  cost: number = 1\n"
        "  action cast:\n    when this.cost > 0 and owner.points > 0\n    pay this\n"
        "card fire is spell:\n  forbid cast when owner.points = 1\n"
        "  reaction stop before spell:\n    pay this\n    then: cancel\n"
        "forbid spell when owner = starter\n"
        "when spell(c, p) happens if c is fire: set p.points to 0\n"
        "phase turn for each p in players:\n  may do any of fire"
    )
    cast, stop = game.actions[0], game.reactions[0]
    assert cast.player is not None
    assert (cast.player.role, written(cast.player.type)) == ("owner", "player")
    assert text(cast.clauses[0]) == (
        "WhenClause(Logic(and, Compare(>, Attr(this:spell, cost), 0, no), Compare(>, Field(points, owner:player, -), 0, no)))"
    )
    assert [(rule.kind.name, rule.this is cast.this) for rule in cast.forbids if rule.kind] == [("fire", True), ("spell", True)]
    assert [rule.name for rule in stop.heads[0].rules] == ["cast", "stop"]
    trigger = game.triggers[0]
    assert [written(param.type) for param in trigger.heads[0].params] == ["spell", "player"]
    offer = game.phases[0].body[0]
    assert text(offer.actions) == "[cast]"
    assert text(offer.only) == "[fire]"


def test_heads_share_their_names() -> None:
    game = load(
        "event go(p: player, c: thing)\nevent stay(c: piece, p: player)\n"
        "when go(p, c) or stay(c, p) happens if c is piece: set p.points to c.rank"
    )
    first, second = game.triggers[0].heads
    assert first.params == [second.params[1], second.params[0]]
    assert written(first.params[1].type) == "thing"


def test_the_layer_below() -> None:
    game = load(
        "define rest(p: player) = 1\nevent grow(p: player)\n"
        "variant odd:\n  except rest(p) = rest(p) + 1\n  except grow(p):\n    do grow(p)"
    )
    rest, grow = game.queries[0], next(event for event in game.events if event.name == "grow")
    assert text(rest.exceptions[0].value) == "Arith(+, CallQuery(rest, [p:player], yes), 1)"
    assert text(grow.exceptions[0].body) == "[Do(grow, [p:player], -, yes)]"
    assert rest.exceptions[0].variant is game.variants[0]


def test_decks_are_unfolded() -> None:
    deck = load("").decks[0]
    assert [tuple(group.values.values()) for group in deck.groups[:3]] == [(0, 1), (0, 2), (0, 3)]
    assert len(deck.groups) == 27 + 2


def test_names_of_examples() -> None:
    game = load(
        'example "e" with Ann, Ben:\n  given:\n    Ben.hand: piece red 1\n'
        "  expect:\n    Ann.points = 0\n    Ben sees Ben.hand"
    )
    example = game.examples[0]
    assert example.seats == ["Ann", "Ben"]
    assert sorted(text(expr) for expr in example.exprs.values()) == [
        "Compare(=, Field(points, 0:player, -), 0, no)", "Zone(hand, 1:player, -)", "Zone(hand, 1:player, -)"
    ]  # fmt: skip


def test_a_changed_name_may_be_missing_before_the_change() -> None:
    game = load("event asked(p: player):\n  let x = p\n  repeat 2 times:\n    set x.points to 1\n    set x to first(players)")
    body = next(event for event in game.events if event.name == "asked").body
    assert "Field(points, Require(x:player), -)" in text(body)
