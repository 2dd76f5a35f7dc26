"""From a parser's stop to a finding that a designer can use.

Takes the tokens of an item and where the parser stopped, gives exactly one ``Diagnostic``.  Promises: the usual slips
have their own sentence; everything else says what was being read, what was expected and what was found, and shows a
valid example; no message names a terminal of the grammar.
"""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic
from rulekit.source import SourceFile, Span
from rulekit.syntax import codes, slips_items, slips_lines, slips_text, slips_words
from rulekit.syntax.constructs import first_line
from rulekit.syntax.context import LAYOUT, Context
from rulekit.syntax.lalr import Stop
from rulekit.syntax.mend import mend
from rulekit.syntax.scan import Token
from rulekit.syntax.shipped import Tables
from rulekit.syntax.words import RESERVED

_SIGNS = {
    "COLON": "':'", "COMMA": "','", "DOT": "'.'", "DOTS": "'..'", "EQUAL": "'='", "LPAR": "'('", "RPAR": "')'", "LSQB": "'['",
    "RSQB": "']'", "LBRACE": "'{'", "RBRACE": "'}'", "LESSTHAN": "'<'", "MORETHAN": "'>'", "_NE": "'!='", "_LE": "'<='",
    "_GE": "'>='", "PLUS": "'+'", "MINUS": "'-'", "STAR": "'*'", "SLASH": "'/'", "QMARK": "'?'",
}
_CLASSES = {
    "NAME": "a name", "STRING": "a text in quotes", "INT": "a number", "PERSON": "a player's name", "NL": "the end of the line",
    "_INDENT": "an indented block", "_DEDENT": "the end of the block", "$END": "the end",
}
_OPERATORS = frozenset(
    [
        "DOT", "LSQB", "PLUS", "MINUS", "STAR", "SLASH", "_MOD", "LESSTHAN", "MORETHAN", "_NE", "_LE", "_GE", "_AND", "_OR",
        "_IN", "_IS", "_HAS", "_IF", "_WHERE", "LPAR", "EQUAL", "COMMA", "DOTS",
    ]
)
_SUFFIXES = frozenset(["DOT", "LSQB", "LPAR"])
_JOINING = frozenset(["_AND", "_OR"])
_SHOWN = 4


def explain(file: SourceFile, tables: Tables, tokens: list[Token], stop: Stop) -> Diagnostic:
    """The finding for a syntax error."""
    c = Context(file, tables, tokens, stop)
    for slip in (*slips_text.SLIPS, *slips_lines.SLIPS, *slips_items.SLIPS, *slips_words.SLIPS):
        found = slip(c)
        if found is not None:
            return found
    last = (
        slips_words.misspelt, slips_text.open_bracket, slips_lines.offer_form, slips_lines.beginning, slips_words.reserved,
    )
    return next((found for slip in last if (found := slip(c))), None) or _unexpected(c)


def _unexpected(c: Context) -> Diagnostic:
    construct = c.construct
    reading = construct.name if construct else "this line"
    help = "see the language reference for what may stand here"
    if construct:
        help = f"{reading} looks like this: {first_line(construct.example)}"
    better = mend(c)
    if better:
        help = f"perhaps you mean: {better.line}"
    expected = _expected(c)
    if c.here.kind in LAYOUT and c.line:
        end = c.line[-1].end
        if c.here.kind != "NL":
            message = f"{_the(reading)} goes wrong here: expected {expected}"
        else:
            message = f"{_the(reading)} isn't complete: expected {expected}"
        return c.say(codes.INCOMPLETE, message, help, Span(c.file, end, end))
    word = c.here.text
    message = f"expected {expected} in {reading}, found '{word}'"
    if word in RESERVED and not better and c.here.kind == "WORD" and "NAME" in c.accepted:
        help += f"; '{word}' is a word of the language and no name"
    return c.say(codes.UNEXPECTED, message, help)


def _the(name: str) -> str:
    """``a 'move'`` as ``this 'move'``."""
    for article in ("a ", "an ", "the "):
        if name.startswith(article):
            return "this " + name[len(article) :]
    return name


def _expected(c: Context) -> str:
    """What could follow, in words."""
    accepted = set(c.accepted)
    found: list[str] = []
    if {"NAME", "_SET"} <= accepted and "INT" not in accepted and c.before.kind == "COLON":
        return "a type, such as number, flag or player,"
    value = {"NAME", "INT", "LPAR", "LBRACE"} <= accepted
    if value:
        found.append("a value")
        accepted -= {"NAME", "INT", "LPAR", "LBRACE", "STRING", "PERSON", "MINUS", "_TOP", "BOTTOM", "_NOT"}
    elif "_AND" in accepted or "PLUS" in accepted:
        accepted -= _OPERATORS | ({"COMMA"} if "RPAR" not in accepted else set())
    elif not value and accepted - _SUFFIXES:
        accepted -= _SUFFIXES
    accepted -= _JOINING if accepted - _JOINING else set()
    accepted -= {"_DEDENT", "$END"} if len(accepted) > 1 else set()
    words = {name: word for word, names in c.tables.words.items() for name in names}
    words |= {name: " ".join(parts) for found_ in c.tables.phrases.values() for parts, name in found_}
    found += [_CLASSES[name] for name in _CLASSES if name in accepted]
    found += sorted(f"'{words[name]}'" for name in accepted if name in words)
    found += [_SIGNS[name] for name in _SIGNS if name in accepted]
    if not found:
        return "something else"
    if len(found) > _SHOWN + 1:
        return ", ".join(found[:_SHOWN]) + " or another word of this block"
    return ", ".join(found[:-1]) + " or " + found[-1] if len(found) > 1 else found[0]
