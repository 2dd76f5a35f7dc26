"""Findings about layout, and about lines that stand in the wrong place or begin with the wrong word.

Each function takes the context of a syntax error and gives a finding or nothing; ``SLIPS`` lists them in order.
"""

from __future__ import annotations

from difflib import get_close_matches

from rulekit.diagnostics import Diagnostic
from rulekit.source import Span
from rulekit.syntax import codes
from rulekit.syntax.constructs import DATA_BLOCKS, LINES, construct
from rulekit.syntax.context import LAYOUT, Context
from rulekit.syntax.scan import Token
from rulekit.syntax.words import ITEM_WORDS, STATEMENT_WORDS

_SUITES = ("if", "otherwise", "for", "repeat", "when", "whenever", "event", "then", "except")
_BLOCKS = (
    *_SUITES, "game", "variant", "teams", "table", "board", "card", "deck", "shared", "each", "pattern", "action", "reaction",
    "phase", "example", "given", "play", "expect",
)

_VERBS = {
    "subtract": "take 1 from p.coins", "decrease": "take 1 from p.coins", "decrement": "take 1 from p.coins",
    "lose": "take 1 from p.coins", "remove": "take 1 from p.coins, or move x to box", "pay": "take 1 from p.coins",
    "increase": "add 1 to p.coins", "increment": "add 1 to p.coins", "gain": "add 1 to p.coins", "get": "add 1 to p.coins",
    "draw": "move top 2 of pile to p.hand", "put": "move x to pile", "place": "move x to pile", "give": "move x to q.hand",
    "discard": "move x to waste", "play": "move x to pile", "return": "move x to pile", "pass": "leave the line out",
    "call": "do prepare", "perform": "do prepare", "run": "do prepare", "reveal": "show p.hand to players",
    "while": "repeat until count(pile) = 0:", "foreach": "for each q in players:", "loop": "repeat 3 times:",
    "var": "let x = 3", "const": "let x = 3", "stop": "end turn", "break": "end turn", "finish": "end turn", "exit": "end game",
    "pick": "choose x in p.hand by p", "select": "choose x in p.hand by p", "ask": "choose x in p.hand by p",
    "throw": "roll red_die as r", "reshuffle": "shuffle pile", "mix": "shuffle pile", "assign": "set p.coins to 3",
    "make": "set p.coins to 3", "unless": "if not x in p.hand: shuffle pile",
}


# ------------------------------------------------------------ layout


def dedent(c: Context) -> Diagnostic | None:
    """A line that goes back to a column where no block began."""
    if c.here.kind != "!DEDENT":
        return None
    start = c.file.text.rfind("\n", 0, c.here.start) + 1
    if c.after.text in ITEM_WORDS and c.tokens[0].text not in ("card", "variant"):
        return c.say(
            codes.INDENTED_ITEM, f"'{c.after.text}' begins a top-level construct, but its line is indented",
            "begin the line in column 0, without blanks", c.span(c.after),
        )
    return c.say(
        codes.DEDENT, "this line goes back to a column where no block began",
        "begin it exactly below a line of the block that it belongs to", Span(c.file, start, c.here.start),
    )


def no_block(c: Context) -> Diagnostic | None:
    """A header with a colon and nothing below."""
    if c.accepted != {"_INDENT"}:
        return None
    header = c.line_before()
    first = header[0].text if header else ""
    match first:
        case "action" | "event":
            name = " ".join(c.text(header[0], header[-1]).rstrip(":").split())
            help = f"indent what it does below it; without effect it has no colon: {name}"
        case "then":
            help = "indent the statements below it, or leave 'then:' out: an action without effect has no colon"
        case "card":
            help = "indent its attributes and rules below it; a card kind without any has no colon: card coin"
        case _:
            found = construct("top", first) if not c.headers else None
            example = found.example.replace("\n", " / ") if found and "\n" in found.example else ""
            help = "indent the lines that belong to it below it, with two blanks more"
            help += f", as in: {example}" if example and first in ITEM_WORDS else ""
    return c.say(
        codes.NO_BLOCK, f"nothing is indented below this '{first}' line", help, c.span(header[0], header[-1])
    )


def indent(c: Context) -> Diagnostic | None:
    """An indented line where no block begins."""
    if c.here.kind != "_INDENT":
        return None
    line = c.line
    span = c.span(line[0], line[-1]) if line else c.span(c.here)
    if c.at == 0:
        return c.say(
            codes.INDENTED_ITEM, "the file's first construct is indented", "begin its line in column 0, without blanks", span
        )
    above = c.line_before()
    if c.helps(c.at - 1, Token("COLON", 0, 0, ":"), drop=0) and above[0].text in _BLOCKS:
        return _colon(c, above[-1].end)
    if line and line[0].text in ITEM_WORDS and not c.headers:
        return c.say(
            codes.INDENTED_ITEM, f"'{line[0].text}' begins a top-level construct, but its line is indented",
            "begin the line in column 0, without blanks", span,
        )
    return c.say(
        codes.INDENT, "this line is indented, but the line above it begins no block",
        "begin it in the same column as the line above, or end a header above with ':'", span,
        second=(c.span(above[0], above[-1]), "no block begins here") if above else None,
    )


def _colon(c: Context, end: int) -> Diagnostic:
    start = c.file.text.rfind("\n", 0, end) + 1
    line = c.file.text[start:end].strip()
    example = f"{line}:" if len(line) <= 60 else "event prepare:"
    return c.say(
        codes.NO_COLON, "a ':' is missing here", f"a line with a block below it ends in ':', as in: {example}",
        Span(c.file, end, end), fix=":",
    )


def no_colon(c: Context) -> Diagnostic | None:
    """A header without its colon."""
    if "COLON" not in c.accepted or not c.line:
        return None
    if c.here.kind == "NL":
        if c.after.kind == "_INDENT" or (c.first in _BLOCKS and c.block not in DATA_BLOCKS):
            return _colon(c, c.before.end)
        return None
    if c.first in _SUITES and c.here.text in STATEMENT_WORDS and c.helps(c.at, Token("COLON", 0, 0, ":"), drop=0):
        line = f"{c.text(c.line[0], c.before)}: {c.text(c.here, c.line[-1])}"
        example = line if len(line) <= 70 and "\n" not in line else "if p.coins > 3: take 1 from p.coins"
        return c.say(
            codes.NO_COLON, f"a ':' is missing before '{c.here.text}'", f"a ':' stands before what is done: {example}",
            Span(c.file, c.before.end, c.before.end), fix=":",
        )
    return None


def behind_colon(c: Context) -> Diagnostic | None:
    """Something behind a colon that has to stand in lines below."""
    if c.before.kind != "COLON" or c.here.kind in LAYOUT or c.at_line_start:
        return None
    if c.first in _SUITES and c.here.text in ("if", "for", "repeat", "phase", "must", "otherwise"):
        return c.say(
            codes.BLOCK_BEHIND_COLON, f"'{c.here.text}' can't stand behind a colon",
            f"begin a line of its own with it below this one, two blanks further in; '{c.first}' ends with its ':'",
        )
    if c.accepted == {"NL"}:
        return c.say(
            codes.BLOCK_BEHIND_COLON, f"what belongs to this '{c.first}' can't stand behind its colon",
            "write it in a line of its own below, two blanks further in",
        )
    return None


# ------------------------------------------------------------ the first word of a line


def else_(c: Context) -> Diagnostic | None:
    """``else:``, ``elif C:`` and the like."""
    if not c.at_line_start or c.here.text.lower() not in ("else", "elif", "elseif", "elsif"):
        return None
    if c.here.text.lower() == "else" and c.after.text != "if":
        return c.say(codes.ELSE, "'else' is called 'otherwise' here", "otherwise: add 1 to p.coins", fix="otherwise")
    span = c.span(c.here, c.after) if c.after.text == "if" else None
    return c.say(
        codes.ELSE, f"'{c.text(c.here, c.after if span else None)}' is called 'otherwise if' here",
        "otherwise if p.coins > 3: add 1 to p.coins", span, fix="otherwise if",
    )


def for_each(c: Context) -> Diagnostic | None:
    """``for p in players``."""
    if c.here.text != "for" or c.after.text == "each" or c.open_brackets() or c.first == "game":
        return None
    if not (c.at_line_start or c.before.kind == "COLON" or (c.first == "phase" and "_FOR_EACH" in c.accepted)):
        return None
    what = " ".join(token.text for token in c.line[c.at - c.line_start + 1 :][:3])
    example = f"for each {what}" if c.token(2).text == "in" and c.token(3).kind == "WORD" else "for each p in players"
    return c.say(codes.FOR_EACH, "a loop begins with 'for each'", f"write it like this: {example}:", fix="for each")


def offer(c: Context) -> Diagnostic | None:
    """An offer or a phase among statements."""
    if c.here.text not in ("must", "may", "phase") or c.block not in ("statements", "action"):
        return None
    if c.here.text == "may" and c.after.text != "do":
        return None
    if not (c.at_line_start or c.before.kind == "COLON"):
        return None
    what = "a phase" if c.here.text == "phase" else "an offer"
    help = "phases stand in phases; write a condition in its head: phase raid when p.coins >= 10:"
    if c.here.text != "phase":
        help = "offers stand in phases; write a condition behind it: must do one of tax, raid when p.coins >= 10"
    inside = f" of '{c.header if c.at_line_start else c.first}'"
    return c.say(codes.OFFER, f"{what} can't stand among the statements{inside}", help)


def offer_form(c: Context) -> Diagnostic | None:
    """An offer that begins in none of its four ways."""
    if c.block != "phase" or not c.at_line_start or c.here.text not in ("must", "may"):
        return None
    return c.say(
        codes.UNEXPECTED, "an offer has one of four forms, and this is none of them",
        "write: must do one of tax, may do one of tax, may do up to 3 of tax, or may do any of tax",
        c.span(c.here, c.after if c.after.text == "do" else None),
    )


def then(c: Context) -> Diagnostic | None:
    """A statement directly in an action, or ``then`` in an event."""
    if not c.at_line_start:
        return None
    if c.block == "action" and (c.here.text in STATEMENT_WORDS or c.here.text in _VERBS or _is_assignment(c)):
        if c.here.text in ("for", "may") and c.after.text not in ("each", "choose"):
            return None
        return c.say(
            codes.NO_THEN, "a statement can't stand directly in an action",
            "what an action does stands behind 'then:', on this line or indented below it: then: add 3 to p.coins",
        )
    if c.block in ("statements", "phase") and c.here.text in ("then", "pay", "when"):
        what = "an event" if c.header == "event" else "a phase" if c.block == "phase" else "a block of statements"
        help = {
            "then": "its statements stand directly in it: add 3 to p.coins",
            "pay": "only actions and reactions have costs: take 1 from p.coins",
            "when": "a condition of a statement is an 'if': if p.coins > 3: take 1 from p.coins",
        }[c.here.text]
        return c.say(codes.VERB, f"'{c.here.text}' can't stand in {what}", help)
    return None


def _is_assignment(c: Context) -> bool:
    depth = 0
    for token in c.line[1:]:
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if not depth and token.kind in ("EQUAL", "COLON"):
            return token.kind == "EQUAL"
    return False


def assignment(c: Context) -> Diagnostic | None:
    """``p.coins = 3``, ``x += 1`` and ``set x = 3``."""
    if c.block not in ("statements", "phase"):
        return None
    line = c.line
    if c.first == "set" and c.here.kind in ("EQUAL", "PLUS", "MINUS") and "_TO" in c.accepted:
        if c.here.kind == "EQUAL":
            return c.say(codes.ASSIGNMENT, "'set' goes on with 'to', not with '='", "set p.coins to 3", fix="to")
        return c.say(codes.ASSIGNMENT, "'set' can't change a value by a difference", "add 3 to p.coins, or: take 3 from p.coins")
    if c.here.kind not in ("WORD", "PERSON") or not (c.at_line_start or c.before.kind == "COLON"):
        return None
    if c.here.text in STATEMENT_WORDS:
        return None
    rest = line[c.at - c.line_start :]
    sign = next((k for k, token in enumerate(rest) if token.kind == "EQUAL"), 0)
    if not sign or any(token.kind == "COLON" for token in rest[:sign]):
        return None
    minus = rest[sign - 1].kind in ("PLUS", "MINUS", "COLON") and rest[sign - 1].end == rest[sign].start
    target = c.text(rest[0], rest[sign - 2 if minus else sign - 1])
    value = c.text(rest[sign + 1], rest[-1]) if sign + 1 < len(rest) else "3"
    if rest[sign - 1].kind == "PLUS" and minus:
        example = f"add {value} to {target}"
    elif rest[sign - 1].kind == "MINUS" and minus:
        example = f"take {value} from {target}"
    else:
        example = f"set {target} to {value}"
    return c.say(
        codes.ASSIGNMENT, "a statement begins with a verb, also when it sets a value", f"write: {example}",
        c.span(rest[0], rest[-1]), fix=example, safe=False,
    )


def verb(c: Context) -> Diagnostic | None:
    """A statement with a verb that the language doesn't have."""
    if c.block not in ("statements", "phase") or not (c.at_line_start or c.before.kind == "COLON"):
        return None
    word = c.here.text
    if word not in _VERBS:
        return None
    return c.say(codes.VERB, f"'{word}' is no verb of this language", f"say it like this: {_VERBS[word]}")


_BEGINNINGS = {
    "variant": "declaration", "statements": "statement", "phase": "statement, offer or phase", "action": "line of an action",
    "game": "line of the game",
    "board": "line of a board", "example": "line of an example",
}
_HIDDEN = ("otherwise", "game", "examples")
_PHRASES = {"for": "for each", "may": "may choose", "must": "must do one of"}


def beginning(c: Context) -> Diagnostic | None:
    """A line that begins with none of the words that lines of its block begin with."""
    if c.block not in _BEGINNINGS or not c.at_line_start or c.here.kind in LAYOUT or c.here.text in LINES[c.block][0]:
        return None
    lines = [word for word in LINES[c.block][0] if word not in _HIDDEN]
    words = ", ".join(sorted(_PHRASES.get(word, word) for word in lines))
    return c.say(
        codes.VERB, f"'{c.here.text}' begins no {_BEGINNINGS[c.block]}", f"in this '{c.header}' block lines begin with: {words}"
    )


def except_(c: Context) -> Diagnostic | None:
    """``except 1 when C`` or ``1 if C`` as a case of a query, or an exception elsewhere."""
    if c.block == "define" and c.here.kind == "NL" and "_OTHERWISE" in c.accepted:
        word = next((token for token in c.line if token.text == "if"), None)
        if word is not None and word.start > c.line[0].start:
            case = f"{c.file.text[c.line[0].start : word.start]}when{c.file.text[word.end : c.line[-1].end]}"
            return c.say(
                codes.CASE, "a case of a query has its condition behind 'when', not 'if'", f"write: {case}", c.span(word),
                fix="when",
            )
    if c.here.text != "except" or not c.at_line_start:
        return None
    if c.block == "define":
        case = c.text(c.after, c.line[-1]) if len(c.line) > 1 else "1 when c is coin"
        return c.say(
            codes.CASE, "a case of a query is a value and its condition, without 'except'", f"write: {case}",
            fix="", safe=False,
        )
    return c.say(
        codes.TOP_EXCEPT, "'except' can't stand here: it belongs to card kinds and variants",
        "put it into a card kind or a variant; in an event, write an 'if'",
    )


def ruling(c: Context) -> Diagnostic | None:
    """A ruling in a block of data that doesn't stand last."""
    if not c.at_line_start or c.block not in DATA_BLOCKS:
        return None
    help = 'move it behind the other lines of the block: ruling "The rulebook leaves this open: ties are shared."'
    if c.here.text == "ruling":
        return c.say(codes.RULING_FIRST, "in a block of data a ruling stands last", help)
    above = c.line_before()
    if above and above[0].text == "ruling" and c.here.kind not in LAYOUT:
        return c.say(codes.RULING_FIRST, "in a block of data a ruling stands last", help, c.span(above[0], above[-1]))
    return None


def pattern(c: Context) -> Diagnostic | None:
    """A line of a pattern that is none of its lines."""
    if c.block != "pattern" or not c.at_line_start:
        return None
    if get_close_matches(c.here.text, ["holds", "wild", "same", "different", "consecutive", "total", "size"], 1, 0.75):
        return None
    return c.say(
        codes.PATTERN, f"a pattern has no '{c.here.text}' line",
        "its lines are: holds 1.. where C, wild 0..2 where C, same A, different A, consecutive A, total A = n, size 3..",
    )


SLIPS = (
    dedent, no_block, indent, else_, for_each, offer, behind_colon, no_colon, then, assignment, except_, ruling, pattern, verb,
)
