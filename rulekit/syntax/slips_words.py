"""Findings about a word or sign in the middle of a line.

Each function takes the context of a syntax error and gives a finding or nothing; ``SLIPS`` lists them in order.
"""

from __future__ import annotations

from difflib import SequenceMatcher, get_close_matches

from rulekit.diagnostics import Diagnostic
from rulekit.source import Span
from rulekit.syntax import codes
from rulekit.syntax.constructs import no_sight
from rulekit.syntax.context import LAYOUT, Context
from rulekit.syntax.scan import Token
from rulekit.syntax.words import RESERVED

_COMPARE = ("EQUAL", "LESSTHAN", "MORETHAN", "_NE", "_LE", "_GE")
_COMPARE_WORDS = ("in", "is", "has")
_APART = ("and", "or", "not", "if", "otherwise", "where", "over", "by", "when", "until")
_LABELLED = (
    "action", "reaction", "phase", "option", "variant", "card", "zone", "enum", "event", "define", "deck", "die", "table",
    "pattern",
)


def equals(c: Context) -> Diagnostic | None:
    """``==``, ``=>``, ``<>`` and other operators of two signs."""
    before, here = c.before, c.here
    if before.end != here.start:
        return None
    both = c.span(before, here)
    match before.kind, here.kind:
        case "EQUAL", "EQUAL":
            return c.say(codes.EQUALS, "equality is one sign: '='", "if p.coins = 3: shuffle pile", both, fix="=")
        case "EQUAL", "MORETHAN":
            return c.say(codes.OPERATOR, "'=>' is written '>=' in this language", "p.coins >= 3", both, fix=">=", safe=False)
        case "EQUAL", "LESSTHAN":
            return c.say(codes.OPERATOR, "'=<' is written '<=' in this language", "p.coins <= 3", both, fix="<=", safe=False)
        case "LESSTHAN", "MORETHAN":
            return c.say(codes.OPERATOR, "'<>' is written '!=' in this language", "p.coins != 3", both, fix="!=")
        case "_NE", "EQUAL":
            return c.say(codes.EQUALS, "'!==' is written '!=' in this language", "p.coins != 3", both, fix="!=")
        case "MINUS", "MORETHAN":
            help = "the parts of a line are joined by words: move x to pile"
            return c.say(codes.OPERATOR, "'->' is no sign of this language", help, both)
        case "STAR", "STAR":
            return c.say(codes.OPERATOR, "'**' is no operator of this language", "multiply: x * x", both)
    return None


def not_in(c: Context) -> Diagnostic | None:
    """``x not in S``."""
    if c.here.text != "not" or c.after.text not in ("in", "is", "has") or c.at_line_start:
        return None
    example = f"not {c.before.text} {c.after.text} {c.token(2).text}"
    if c.after.text == "is":
        example = f"{c.before.text} is not {c.token(2).text}"
    if c.before.kind != "WORD" or c.token(2).kind != "WORD":
        example = "not x in p.hand"
    return c.say(
        codes.NOT_IN, f"'not' stands before the whole comparison, not before '{c.after.text}'", f"write it like this: {example}",
        c.span(c.here, c.after),
    )


def chained(c: Context) -> Diagnostic | None:
    """``1 < x < 3``."""
    if c.here.kind not in _COMPARE and c.here.text not in _COMPARE_WORDS:
        return None
    depth = 0
    for index in range(c.at - 1, c.line_start, -1):
        token = c.tokens[index]
        depth += (token.text in (")", "]", "}")) - (token.text in ("(", "[", "{"))
        if depth < 0 or (depth == 0 and (token.text in _APART or token.kind in ("COMMA", "COLON"))):
            return None
        is_sign = token.kind in _COMPARE or (token.kind == "WORD" and token.text in _COMPARE_WORDS)
        if depth == 0 and is_sign and index < c.at - 1 and "_AND" in c.accepted:
            return c.say(
                codes.CHAINED, "comparisons don't chain", "join two of them with 'and': x > 1 and x < 3",
                second=(c.span(token), "the first comparison"),
            )
    return None


def misplaced_label(c: Context) -> Diagnostic | None:
    """A text for players that doesn't stand behind the name."""
    if c.here.kind != "STRING" or c.first not in _LABELLED or c.first == "game" or len(c.line) < 3:
        return None
    head = c.line
    if c.first not in ("action", "reaction", "event", "phase", "option", "variant", "card", "zone"):
        return c.say(
            codes.LABEL, f"a text for players can't stand in this '{c.first}' line",
            'texts belong to actions, reactions, events, phases, options, variants, cards and zones: zone pile "the pile": face down',
        )
    rest = [token.text for token in head[2:] if token is not c.here]
    text = f"{head[0].text} {head[1].text} {c.here.text} " + " ".join(rest)
    text = text.replace(" :", ":").replace(" ,", ",").replace(" .", ".").replace(". ", ".").replace("( ", "(").replace(" )", ")")
    example = text if len(text) < 90 and "[" not in text else f"{head[0].text} {head[1].text} {c.here.text} .."
    return c.say(
        codes.LABEL, f"the text stands directly behind the name '{head[1].text}'", f"write it like this: {example}",
        second=(c.span(head[1]), "behind this"),
    )


def to_top(c: Context) -> Diagnostic | None:
    """``move c to top of pile``."""
    if c.here.text != "top" or c.before.text != "to":
        return None
    zone = c.token(2).text if c.after.text == "of" and c.token(2).kind == "WORD" else "pile"
    return c.say(
        codes.TO_TOP, "cards that move into a zone lie on top of it anyway",
        f"leave 'top of' out: move x to {zone}; to the other end: move x to bottom of {zone}",
        c.span(c.here, c.after if c.after.text == "of" else None),
    )


def chooser(c: Context) -> Diagnostic | None:
    """``choose x in S`` in an event."""
    if c.here.kind != "NL" or c.first not in ("choose", "may") or "_BY" not in c.accepted:
        return None
    line = c.text(c.line[0], c.line[-1])
    example = line if len(line) < 60 and "\n" not in line else "choose x in p.hand"
    return c.say(
        codes.CHOOSER, "who chooses? outside an action a choice says it with 'by'", f"write it like this: {example} by p",
        c.span(c.line[0], c.line[-1]),
    )


def together(c: Context) -> Diagnostic | None:
    """``simultaneously q in S may choose``."""
    if c.first != "simultaneously" or c.here.text != "may":
        return None
    return c.say(
        codes.MAY_CHOOSE, "'may choose' can't stand behind 'simultaneously': a choice of none is a count",
        "simultaneously q in players choose 0..1 gift in q.hand", c.span(c.here, c.after if c.after.text == "choose" else None),
    )


def nothing(c: Context) -> Diagnostic | None:
    """``then: nothing``."""
    if c.here.text != "nothing" or c.block not in ("action", "statements", "phase", "top", "variant", "card"):
        return None
    if c.before.kind != "COLON" and not c.at_line_start:
        return None
    return c.say(
        codes.NOTHING, "a block that does nothing is left out",
        "an action or event without effect has no 'then' and no colon: action pass_on by p",
    )


def sight(c: Context) -> Diagnostic | None:
    """``zone pile`` without a word behind it."""
    if c.first != "zone" or c.block != "data" or len(c.line) < 2:
        return None
    done = c.here.kind == "NL" and ("COLON" in c.accepted or c.before.kind == "COLON")
    missing = c.before.kind == "COLON" and c.here.kind == "WORD" and c.here.text in ("number", "flag", "player", "set", "list")
    if not done and not missing:
        return None
    name = c.line[1]
    return c.say(codes.NO_SIGHT, *no_sight(name.text), c.span(name))


def default(c: Context) -> Diagnostic | None:
    """An option without its default."""
    if c.first != "option" or c.here.kind != "NL" or "EQUAL" not in c.accepted:
        return None
    value = {"flag": "no", "number": "3"}.get(c.before.text, "..")
    line = c.text(c.line[0], c.line[-1])
    example = f"{line} = {value}" if value != ".." and len(line) < 60 else "option rounds: number 1..9 = 3"
    return c.say(
        codes.NO_DEFAULT, f"the option '{c.line[1].text}' has no default", f"write it behind '=': {example}",
        c.span(c.line[0], c.line[-1]),
    )


def seats(c: Context) -> Diagnostic | None:
    """A team without its seats."""
    if c.block != "teams" or "_SEATS" not in c.accepted or c.here.kind != "NL":
        return None
    return c.say(
        codes.SEATS, f"which seats belong to the team '{c.first}'?",
        f"say it with 'seats', counted clockwise from 1: {c.text(c.line[0], c.line[-1])} seats 1, 3",
        c.span(c.line[0], c.line[-1]),
    )


def play_line(c: Context) -> Diagnostic | None:
    """A line of 'play' that is no decision."""
    if c.block != "play" or c.here.kind.startswith("!"):
        return None
    if c.before.text == "until":
        help = "a line halts where a phase begins: Ann tax until phase turn of Ben"
        return c.say(codes.PLAY_LINE, "a line of 'play' halts at a phase, not at a condition", help)
    help = "a line is a player and what he decides: Ann tax, Ann trade(red, {2 coin 1}), Ann k = 3, Ann declines"
    if c.at_line_start:
        return c.say(codes.PLAY_LINE, "a line of 'play' begins with a player's name, or with 'roll'", help)
    if c.open_brackets() and c.here.kind in ("PLUS", "MINUS", "STAR", "SLASH", "DOT", "LPAR"):
        return c.say(codes.PLAY_LINE, "a decision of an example is written out, not computed", help)
    return None


def decimal(c: Context) -> Diagnostic | None:
    """``1.5`` and ``1,000``."""
    last = c.after
    if c.here.kind == "COMMA" and c.before.kind == last.kind == "INT" and c.before.end + 1 == last.start and len(last.text) == 3:
        number = c.before.text + last.text
        return c.say(
            codes.DECIMAL, "numbers are written without a sign between thousands", f"write {number}", c.span(c.before, last),
            fix=number, safe=False,
        )
    if c.here.kind == "DOT" and c.before.kind == "INT" and c.after.kind == "INT":
        first, last = c.before, c.after
    elif c.here.kind == "INT" and c.before.kind == "DOT" and c.token(-2).kind == "INT":
        first, last = c.token(-2), c.here
    else:
        return None
    if first.end + 1 != last.start:
        return None
    return c.say(
        codes.DECIMAL, "numbers are whole", "count in smaller units, or multiply first and divide last: 3 * x / 2",
        c.span(first, last),
    )


_FUNCTIONS = ("count", "sum", "max", "min", "any", "all", "first", "last", "random", "exists", "length", "size", "len")


def foreign_forms(c: Context) -> Diagnostic | None:
    """Ways in which other languages write conditional values, lists, methods and possession."""
    here, before = c.here, c.before
    if here.text == "if" and here.kind == "WORD" and "NAME" in c.accepted and before.kind in ("EQUAL", "LPAR", "COMMA", "COLON"):
        if c.block in ("top", "variant", "define") or before.kind != "COLON":
            help = "write it like this: 3 if p.coins > 3 otherwise 1"
            return c.say(codes.OPERATOR, "a value with a condition begins with the value", help)
    if here.kind == "LSQB" and {"NAME", "LBRACE"} <= c.accepted:
        return c.say(codes.OPERATOR, "a set stands in curly brackets", "write it like this: {1, 2, 3}, or {1..3}")
    if here.kind == "LPAR" and c.token(-2).kind == "DOT" and before.text in _FUNCTIONS:
        return c.say(
            codes.OPERATOR, f"'{before.text}' stands before what it is about, not behind a dot",
            "write it like this: count(p.hand)", c.span(before),
        )
    if here.text == "in" and before.text == "is":
        return c.say(codes.OPERATOR, "'is in' is written 'in' in this language", "x in p.hand", c.span(before, here), fix="in")
    return None


def dots(c: Context) -> Diagnostic | None:
    """``1...3`` and ``2-4``."""
    if c.here.kind in ("DOT", "DOTS") and c.before.kind == "DOTS" and c.before.end == c.here.start:
        return c.say(codes.DOTS, "a range has two dots", "choose k in 1..3", c.span(c.before, c.here), fix="..")
    if c.here.kind == "MINUS" and c.before.kind == "INT" and c.after.kind == "INT" and "DOTS" in c.accepted:
        return c.say(
            codes.DOTS, "a range has two dots, not a dash", f"write it like this: {c.before.text}..{c.after.text}", fix=".."
        )
    if c.here.text == "to" and c.before.kind == "INT" and c.after.kind == "INT" and "DOTS" in c.accepted:
        return c.say(
            codes.DOTS, "a range has two dots", f"write it like this: {c.before.text}..{c.after.text}", fix="..", safe=False
        )
    return None


def reserved(c: Context) -> Diagnostic | None:
    """A word of the language where a name is declared."""
    if c.here.kind != "WORD" or c.here.text not in RESERVED or "NAME" not in c.accepted:
        return None
    if {"INT", "COLON"} & c.accepted or c.at_line_start:
        return None
    word = c.here.text
    return c.say(
        codes.RESERVED_NAME, f"'{word}' is a word of the language and can't be a name",
        f"give it another name, such as '{word}_1' or '{word}s'",
    )


def capital(c: Context) -> Diagnostic | None:
    """A name that begins with a capital letter, or a player that doesn't."""
    if c.here.kind == "PERSON" and "NAME" in c.accepted and "PERSON" not in c.accepted and not c.at_line_start:
        lower = c.here.text[0].lower() + c.here.text[1:]
        lower = "".join("_" + char.lower() if char.isupper() else char for char in lower).replace("__", "_")
        if lower in RESERVED:
            lower += "_1"
        return c.say(
            codes.BAD_NAME, f"'{c.here.text}' begins with a capital letter, and names are written small",
            f"write '{lower}'; capitals are for the players of examples, and for texts", fix=lower, safe=False,
        )
    if c.here.kind == "WORD" and "PERSON" in c.accepted and "NAME" not in c.accepted and c.here.text not in RESERVED:
        if c.first == "example" or c.before.text == "of":
            name = c.here.text.capitalize()
            return c.say(
                codes.PERSON, f"'{c.here.text}' is no player: players of examples begin with a capital letter",
                f"write it like this: {'phase turn of' if c.before.text == 'of' else 'with'} {name}", fix=name, safe=False,
            )
    return None


def quotes(c: Context) -> Diagnostic | None:
    """A text without quotes."""
    if c.here.kind not in ("WORD", "PERSON", "INT") or "STRING" not in c.accepted or "NAME" in c.accepted:
        return None
    if c.accepted != {"STRING"}:
        return None
    last = next((t for t in c.line[c.at - c.line_start :] if t.text in ("for", "with", ":")), None)
    end = last.start if last and c.first in ("game", "example") else c.line[-1].end
    text = c.file.text[c.here.start : end].strip()
    return c.say(
        codes.MISSING_QUOTES, f"a text in quotes follows '{c.before.text}'",
        f'write "{text}"' if '"' not in text and len(text) < 70 else 'write "like this"',
        Span(c.file, c.here.start, c.here.start + len(text)),
        fix=f'"{text}"' if '"' not in text else None, safe=False,
    )


def misspelt(c: Context) -> Diagnostic | None:
    """A word that is nearly one that could stand there, if the line can be read with it."""
    phrases = [(parts, name) for found in c.tables.phrases.values() for parts, name in found]
    for index in dict.fromkeys((c.at, c.at - 1, c.at - 2, c.line_start)):
        if not c.line_start <= index <= c.at or c.tokens[index].kind not in ("WORD", "PERSON", "!MIXED"):
            continue
        token = c.tokens[index]
        accepted = c.accepted if index == c.at else c.accepted_at(index)
        if accepted.intersection(c.tables.words.get(token.text, ())):
            continue
        for parts, name in phrases:
            if name in accepted:
                found = _phrase(c, index, parts)
                if found:
                    return found
        if token.text in RESERVED:
            continue
        words = {word for word, names in c.tables.words.items() if accepted.intersection(names)}
        for word in get_close_matches(token.text.lower(), sorted(words), 3, 0.7):
            if word != token.text and c.helps(index, Token("WORD", token.start, token.end, word)):
                return c.say(
                    codes.MISSPELT, f"'{token.text}' can't stand here: did you mean '{word}'?", _write(c, token, token, word),
                    c.span(token), fix=word, safe=False,
                )
        for word in words:
            rest = token.text[len(word) :]
            if token.kind == "WORD" and token.text.startswith(word) and len(word) > 1 and len(rest) > 1 and rest.isidentifier():
                pair = (Token("WORD", 0, 0, word), Token("WORD", 0, 0, rest.strip("_")))
                pair_text = f"{word} {rest.strip('_')}"
                if rest.strip("_") and c.helps(index, *pair):
                    return c.say(
                        codes.MISSPELT, f"'{token.text}' can't stand here: did you mean '{pair_text}'?",
                        "words stand apart, with a blank between them", c.span(token), fix=pair_text, safe=False,
                    )
    return None


def _phrase(c: Context, index: int, parts: tuple[str, ...]) -> Diagnostic | None:
    """The nearly right words of a fixed phrase, or the phrase written as one word."""
    wanted = " ".join(parts)
    instead = [Token("WORD", 0, 0, part) for part in parts]
    for drop in range(1, len(parts) + 1):
        tokens = c.tokens[index : index + drop]
        if any(token.kind in LAYOUT for token in tokens):
            return None
        written = " ".join(token.text for token in tokens)
        alike = SequenceMatcher(None, written.replace("_", " "), wanted).ratio()
        if written == wanted or alike <= 0.8:
            continue
        reach = c.reach([*c.tokens[:index], *instead, *c.tokens[index + drop :]])
        if reach > max(index + len(parts), c.at + len(parts) - drop):
            return c.say(
                codes.MISSPELT, f"'{written}' can't stand here: did you mean '{wanted}'?",
                _write(c, tokens[0], tokens[-1], wanted),
                c.span(tokens[0], tokens[-1]), fix=wanted, safe=False,
            )
    return None


def _write(c: Context, first: Token, last: Token, word: str) -> str:
    """The user's line with the right word in it, if it is short."""
    line = c.text(c.line[0], first)[: first.start - c.line[0].start] + word
    line += c.file.text[last.end : c.line[-1].end]
    return f"write it like this: {line}" if len(line) <= 70 and "\n" not in line else f"write '{word}'"


SLIPS = (
    equals, not_in, chained, misplaced_label, to_top, chooser, together, nothing, sight, default, seats, play_line, decimal, dots,
    foreign_forms,
    capital, quotes,
)
