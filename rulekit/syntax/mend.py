"""Tries small changes of a line that can't be read: one word or sign more, less or another.

Takes the context of a syntax error, gives the line as it may have been meant, or nothing.  Promises: a line that is shown
can be read to its end; where two changes would do, only a usual slip is shown, otherwise none.
"""

from __future__ import annotations

from typing import NamedTuple

from rulekit.syntax.context import Context
from rulekit.syntax.scan import Token

_SIGNS = {"COLON": ":", "COMMA": ",", "EQUAL": "=", "RPAR": ")"}
_PUT = ("to", "of", "in", "from", "times", "over", "with", "happens")
"""Words that may have been left out."""
_TOO_MUCH = ("the", "a", "an", "card", "cards", "then", "do", "of", "is", "by", "all")
_USUAL = {
    "into": "to", "onto": "to", "on": "to", "else": "otherwise", "equals": "=", "extends": "is", "or": ",", "and": ",",
    "from": "in", "for": "over", "of": "in", "where": "when", "if": "when", "has": "=",
}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Mend(NamedTuple):
    """A change of the text from ``start`` to ``end``, and the line that it gives."""

    start: int
    end: int
    text: str
    line: str


def mend(c: Context) -> Mend | None:
    """The one small change with which the line can be read."""
    if not c.line or c.here.kind in ("_INDENT", "_DEDENT", "$END"):
        return None
    return _usual(c) or _too_much(c) or _left_out(c) or _other_sign(c)


def _usual(c: Context) -> Mend | None:
    """A word that is often written for another."""
    for index in (c.at, c.at - 1):
        token = c.tokens[index]
        if token.text in _NUMBERS and index > c.line_start:
            return _try(c, index, 1, Token("INT", 0, 0, str(_NUMBERS.index(token.text))), token.start, token.end)
    if c.here.kind == "WORD" and c.here.text in _USUAL:
        return _try(c, c.at, 1, _token(_USUAL[c.here.text]), c.here.start, c.here.end)
    return None


def _too_much(c: Context) -> Mend | None:
    """A word that English wants and the language doesn't."""
    for index in (c.at, c.at - 1):
        token = c.tokens[index]
        if index > c.line_start and (token.text in _TOO_MUCH or (index == c.at and token.kind == "COLON")):
            found = _try(c, index, 1, None, token.start, token.end)
            if found:
                return found
    return None


def _left_out(c: Context) -> Mend | None:
    """A word or sign that is missing, if only one would do."""
    puts = [_try(c, c.at, 0, token, c.before.end, c.before.end) for token in _wanted(c)]
    found = [put for put in puts if put]
    return found[0] if len(found) == 1 else None


def _other_sign(c: Context) -> Mend | None:
    """``=`` for ``:`` or the other way round."""
    other = {"EQUAL": ":", "COLON": "="}.get(c.here.kind)
    if other is None or sum(token.kind in ("EQUAL", "COLON") for token in c.line) > 1:
        return None
    return _try(c, c.at, 1, _token(other), c.here.start, c.here.end)


def _token(text: str) -> Token:
    kinds = {sign: kind for kind, sign in _SIGNS.items()}
    return Token(kinds.get(text, "WORD"), 0, 0, text)


def _wanted(c: Context) -> list[Token]:
    """Signs and words that could stand before the error and may have been left out."""
    signs = set(c.accepted) & set(_SIGNS)
    if "PLUS" in c.accepted or any(token.kind == "EQUAL" for token in c.line):
        signs.discard("EQUAL")
    if c.block in ("given", "play", "expect"):
        signs &= {"COMMA"}
    words = {word for word in _PUT if c.accepted.intersection(c.tables.words.get(word, ()))}
    if c.accepted & {"LESSTHAN", "PLUS", "_AND", "_OR", "_HAS"}:
        words.discard("in")  # an operator here
    return [_token(_SIGNS[name]) for name in sorted(signs)] + [_token(word) for word in sorted(words)]


def _try(c: Context, index: int, drop: int, put: Token | None, start: int, end: int) -> Mend | None:
    """The change, if the whole line can be read with it."""
    instead = [put] if put else []
    tokens = [*c.tokens[:index], *instead, *c.tokens[index + drop :]]
    line_end = c.line_start + len(c.line) + len(instead) - drop
    if c.reach(tokens) <= line_end + 1:
        return None
    text = c.file.text
    word = f" {put.text} " if put else " "
    head, tail = text[c.line[0].start : start].rstrip(), text[end : c.line[-1].end].lstrip()
    if word.strip() in (":", ",", ")"):
        word = word.lstrip()
    if tail[:1] in (":", ",", ")"):
        word = word.rstrip()
    line = head + word + tail
    return None if "\n" in line or len(line) > 90 else Mend(start, end, word, line.rstrip())
