"""What each line of the language is called and what it looks like: the examples that syntax errors show.

Takes the kind of block a line stands in and the line's first word, gives a ``Construct``.  Promises: every example is
valid where it is shown (a test parses them all).
"""

from __future__ import annotations

from typing import NamedTuple


class Construct(NamedTuple):
    """``name`` follows "in"; ``example`` is one line, or a header with a line below."""

    name: str
    example: str


TOP = {
    "game": Construct("the line of the game", 'game "Pairs" for 2..4 players:\n  about "Collect pairs."'),
    "examples": Construct("the first line of a file of examples", 'examples of "pairs.rules"'),
    "option": Construct("an option", 'option rounds "how many rounds": number 1..9 = 3'),
    "variant": Construct("a variant", 'variant short "the short game":\n  forbid pass_on'),
    "teams": Construct("the teams", "teams:\n  north_south seats 1, 3\n  east_west seats 2, 4"),
    "enum": Construct("an enum", 'enum suit: clubs "Clubs", spades "Spades"'),
    "table": Construct("a table", "table hand_size by count(players):\n  2..3: 7\n  4: 5"),
    "die": Construct("a die", "die red_die: 1, 1, 2, 2, 3, 3"),
    "board": Construct("a board", "board land:\n  spaces a, b, c\n  path a - b - c"),
    "card": Construct("a card kind", 'card coin "Coin" from hand discards to waste:\n  value: number'),
    "deck": Construct("a deck", "deck coins:\n  4 coin with each value in 1..13"),
    "shared": Construct("the shared zones and fields", "shared:\n  zone pile: face down\n  round_no: number = 0"),
    "each": Construct("what each player has", "each player:\n  zone hand: private\n  coins: number = 0"),
    "define": Construct("a query", "define worth(p) = sum(value over p.hand)"),
    "pattern": Construct("a pattern", "pattern pair:\n  same value\n  size 2"),
    "action": Construct("an action", 'action tax "take the tax" by p:\n  then: add 3 to p.coins'),
    "event": Construct("an event", "event prepare:\n  shuffle pile"),
    "reaction": Construct(
        "a reaction", 'reaction block "block" by q in others(p) before theft(p, q):\n  then: cancel'
    ),
    "when": Construct("a trigger", "when theft(p, q) happens: add 1 to p.coins"),
    "whenever": Construct("a state-based rule", "whenever count(market) < 3: move top of pile to market"),
    "forbid": Construct("a prohibition", "forbid tax, draw_card when p.coins >= 10"),
    "phase": Construct("a phase", "phase turn cycle p in players:\n  must do one of tax, draw_card"),
    "score": Construct("the score", "score p: p.coins"),
    "winner": Construct("the winner", "winner: highest score then lowest count(hand)"),
    "example": Construct("an example", 'example "a tax" with Ann, Ben:\n  expect:\n    Ann.coins = 3'),
    "ruling": Construct("a ruling", 'ruling "The rulebook leaves this open: ties are shared."'),
    "except": Construct("an exception", "except price(c) = 2 when c is coin"),
}

GAME = {
    "source": Construct("a source", 'source main "Rulebook of Pairs"'),
    "about": Construct("the summary", 'about "Collect pairs."'),
    "designer": Construct("the designer's line", 'designer "Ann Author"'),
    "minutes": Construct("the playing time", "minutes 30..45"),
    "ages": Construct("the age of the players", "ages 8.."),
    "ruling": TOP["ruling"],
}

STATEMENTS = {
    "move": Construct("a 'move'", "move top 2 of pile to p.hand"),
    "deal": Construct("a 'deal'", "deal 5 from pile to players.hand"),
    "shuffle": Construct("a 'shuffle'", "shuffle pile"),
    "set": Construct("a 'set'", "set p.coins to 3"),
    "add": Construct("an 'add'", "add 3 to p.coins"),
    "take": Construct("a 'take'", "take 3 from p.coins"),
    "let": Construct("a 'let'", "let x = first(p.hand)"),
    "choose": Construct("a 'choose'", 'choose 2 cards "two cards" in p.hand by p'),
    "may": Construct("a 'may choose'", "may choose x in p.hand where value > 3 by p"),
    "simultaneously": Construct("a 'simultaneously'", "simultaneously q in players choose 2 gift in q.hand"),
    "roll": Construct("a 'roll'", "roll red_die as r"),
    "show": Construct("a 'show'", "show p.hand to players"),
    "do": Construct("a 'do'", "do theft(p, q)"),
    "end": Construct("an 'end'", "end turn"),
    "cancel": Construct("a 'cancel'", "cancel"),
    "if": Construct("an 'if'", "if p.coins > 3: take 1 from p.coins"),
    "otherwise": Construct("an 'otherwise'", "otherwise: add 1 to p.coins"),
    "for": Construct("a 'for each'", "for each q in players: add 1 to q.coins"),
    "repeat": Construct("a 'repeat'", "repeat 3 times: move top of pile to p.hand"),
    "ruling": TOP["ruling"],
}

PHASE = STATEMENTS | {
    "phase": TOP["phase"],
    "must": Construct("an offer", "must do one of tax, draw_card"),
    "may": Construct("an offer", "may do any of tax, draw_card"),
}

CLAUSES = {
    "when": Construct("a 'when' line", "when p.coins > 3"),
    "choose": Construct("a 'choose' line", "choose x in p.hand where value > 3"),
    "pay": Construct("a 'pay' line", "pay 1 from p.coins"),
    "then": Construct("a 'then'", "then: add 3 to p.coins"),
    "ruling": TOP["ruling"],
}

PATTERN = {
    "holds": Construct("a line of a pattern", "holds 1.. where it is coin"),
    "wild": Construct("a line of a pattern", "wild 0..2 where it is joker"),
    "same": Construct("a line of a pattern", "same suit"),
    "different": Construct("a line of a pattern", "different suit"),
    "consecutive": Construct("a line of a pattern", "consecutive value"),
    "total": Construct("a line of a pattern", "total value = 15"),
    "size": Construct("a line of a pattern", "size 3.."),
    "ruling": TOP["ruling"],
}

BOARD = {
    "each": Construct("the fields of spaces", "each space has owner: player?, burnt: flag"),
    "spaces": Construct("a line of spaces", "spaces a, b with colour = red"),
    "path": Construct("a path", "path a - b - c"),
    "ruling": TOP["ruling"],
}

CARD = {
    name: TOP[name] for name in ("action", "event", "reaction", "when", "whenever", "forbid", "except", "ruling")
} | {"state": Construct("a state of a card", "state worn: flag = no until moved")}

EXAMPLE = {
    "given": Construct("a 'given'", "given:\n  Ann.hand: 2 coin 3"),
    "play": Construct("a 'play'", "play:\n  Ann tax"),
    "expect": Construct("an 'expect'", "expect:\n  Ann.coins = 3"),
    "option": Construct("an option of an example", "option rounds = 3"),
    "variant": Construct("a variant of an example", "variant short"),
    "ruling": TOP["ruling"],
}

_AT_PHASE = Construct("a 'phase' line", "phase turn of Ann")
_CASE = Construct("a case of a query", "2 when c is coin")
_ROW = Construct("a row of a table", "3..4: 7")
_TEAM = Construct("a team", 'north_south "North and South" seats 1, 3')
_COPIES = Construct("a line of a deck", "4 coin with each value in 1..13")
_ZONE = Construct("a zone", 'zone hand "your hand": private')
_FIELD = Construct("a field", "coins: number 0.. = 3")
_ATTRIBUTE = Construct("an attribute of a card", "value: number 1..13 = 1")
_GIVEN = Construct("a line of 'given'", "Ann.hand: 2 coin 3")
_DECISION = Construct("a line of 'play'", "Ann tax until phase turn of Ben")
_EXPECT = Construct("a line of 'expect'", "Ann.coins = 3")
MAY = Construct(
    "a line of 'expect'", "Ann may tax, Ann may not tax, Ann may only tax, Ann sees pile, Ann does not see Ben.hand"
)
"""About a player."""

# By kind of block: the lines that begin with a word of their own, and the line that doesn't.
LINES: dict[str, tuple[dict[str, Construct], Construct | None]] = {
    "top": (TOP, None),
    "variant": (TOP, None),
    "game": (GAME, None),
    "card": (CARD, _ATTRIBUTE),
    "statements": (STATEMENTS, None),
    "phase": (PHASE, None),
    "action": (CLAUSES, None),
    "pattern": (PATTERN, None),
    "board": (BOARD, None),
    "example": (EXAMPLE, None),
    "define": ({"ruling": TOP["ruling"]}, _CASE),
    "table": ({"ruling": TOP["ruling"]}, _ROW),
    "teams": ({"ruling": TOP["ruling"]}, _TEAM),
    "deck": ({"ruling": TOP["ruling"]}, _COPIES),
    "data": ({"zone": _ZONE, "ruling": TOP["ruling"]}, _FIELD),
    "given": ({"phase": _AT_PHASE}, _GIVEN),
    "play": ({"roll": Construct("a line of 'play'", "roll red_die 2")}, _DECISION),
    "expect": ({"phase": _AT_PHASE, "winner": Construct("a line of 'expect'", "winner: Ann, Ben")}, _EXPECT),
}

DATA_BLOCKS = ("data", "deck", "table", "teams", "define")
"""The blocks in which rulings stand last."""


def construct(block: str, first: str) -> Construct | None:
    """What a line that begins with a word is, in a kind of block."""
    lines, other = LINES[block]
    return lines.get(first, other)


def block_kind(parent: str, first: str, second: str) -> str:
    """The kind of block below a header that begins with these words, in a block of kind ``parent``."""
    if parent in ("top", "variant", "card"):
        match first:
            case "shared" | "each":
                return "data"
            case "reaction":
                return "action"
            case "event" | "when" | "whenever" | "except":
                return "statements"
            case _:
                return first if first in LINES else "top"
    if parent == "phase":
        return "phase" if first == "phase" else "statements"
    if parent == "example":
        return first if first in LINES else "example"
    return "statements"


def first_line(example: str) -> str:
    """The first line of an example."""
    return example.split("\n")[0]


def no_sight(zone: str) -> tuple[str, str]:
    """Message and help for a zone that doesn't say who sees it."""
    return f"who sees the zone '{zone}'?", f"say 'face up', 'face down' or 'private': zone {zone}: face up"
