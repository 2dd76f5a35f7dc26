"""Findings about the first word of a top-level construct, and about constructs that stand inside others.

Each function takes the context of a syntax error and gives a finding or nothing; ``SLIPS`` lists them in order.
"""

from __future__ import annotations

from difflib import get_close_matches

from rulekit.diagnostics import Diagnostic
from rulekit.syntax import codes
from rulekit.syntax.constructs import GAME, LINES, TOP, first_line
from rulekit.syntax.context import LAYOUT, Context
from rulekit.syntax.words import ITEM_WORDS, STATEMENT_WORDS

_ITEMS = {
    "player": "each player:", "team": "each team:", "function": "define worth(p) = sum(value over p.hand)",
    "def": "define worth(p) = sum(value over p.hand)", "func": "define worth(p) = sum(value over p.hand)",
    "class": "card coin:", "trigger": "when theft(p, q) happens: add 1 to p.coins", "setup": "event prepare:",
    "test": 'example "a tax" with Ann, Ben:',
    "turn": "phase turn for each p in players:", "round": "phase round repeat 3 times:", "type": "enum suit: clubs, spades",
    "constant": "define goal = 3", "const": "define goal = 3", "let": "define goal = 3", "cards": "card coin:",
    "rule": "whenever count(market) < 3: move top of pile to market",
    "if": "whenever count(market) < 3: move top of pile to market", "var": "shared:", "global": "shared:",
}


def first_of_item(c: Context) -> Diagnostic | None:
    """A line in column 0 that begins no construct."""
    if c.at != 0 or c.here.kind in LAYOUT or c.here.kind.startswith("!"):
        return None
    word = c.here.text
    if word in ("game", "examples"):
        return None
    if word in _ITEMS:
        return c.say(codes.UNKNOWN_ITEM, f"'{word}' begins no construct of the language", f"write it like this: {_ITEMS[word]}")
    if word in GAME or word in ("title", "players"):
        return _misplaced(c, 'it belongs to the game, indented below its line: game "Pairs" for 2..4 players:')
    if word in ("zone", "private"):
        return _misplaced(c, "zones stand below 'shared:' or 'each player:', indented: zone pile: face down")
    if word in ("then", "choose", "pay"):
        return _misplaced(c, "it belongs to an action, indented below its line: action tax by p:")
    if word in ("given", "play", "expect"):
        return _misplaced(c, 'it belongs to an example, indented below its line: example "a tax" with Ann, Ben:')
    if word in ("must", "may"):
        return _misplaced(c, "offers stand in phases, indented: phase turn for each p in players:")
    if word in ("holds", "same", "different", "consecutive", "total", "size", "wild"):
        return _misplaced(c, "it belongs to a pattern, indented below its line: pattern pair:")
    if word in STATEMENT_WORDS or word in ("otherwise", "else"):
        return _misplaced(c, "statements stand in a block, indented: event prepare:")
    close = get_close_matches(word.lower(), [*ITEM_WORDS, *GAME], 1, 0.75)
    if close:
        return c.say(
            codes.MISSPELT, f"'{word}' begins no construct: did you mean '{close[0]}'?", _example(close[0]),
            fix=close[0], safe=False,
        )
    return c.say(
        codes.UNKNOWN_ITEM, f"'{word}' begins no construct of the language",
        "a line in column 0 begins with one of: " + ", ".join(w for w in ITEM_WORDS if w != "examples"),
    )


def _example(word: str) -> str:
    found = TOP.get(word) or GAME.get(word)
    return f"{found.name} looks like this: {first_line(found.example)}" if found else ""


def _misplaced(c: Context, help: str) -> Diagnostic:
    return c.say(codes.STATEMENT_AT_TOP, f"'{c.here.text}' can't stand in column 0", help)


def inner_item(c: Context) -> Diagnostic | None:
    """A top-level construct inside a block."""
    if not c.headers or c.first not in ITEM_WORDS:
        return None
    if not c.at_line_start and not (c.at == c.line_start + 1 and c.here.kind == "WORD" and c.first not in LINES[c.block][0]):
        return None
    header = c.headers[-1][1]
    return c.say(
        codes.INDENTED_ITEM, f"'{c.first}' can't stand inside this '{header}' block",
        f"{TOP[c.first].name} begins in column 0, without blanks before '{c.first}'", c.span(c.line[0]),
        second=(c.span(c.headers[-1][2]), "the block begins here"),
    )


SLIPS = (first_of_item, inner_item)
