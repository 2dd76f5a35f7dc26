"""Findings about single characters, texts, numbers and brackets: what the scanner couldn't read.

Each function takes the context of a syntax error and gives a finding or nothing; ``SLIPS`` lists them in order.
"""

from __future__ import annotations

import unicodedata

from rulekit.diagnostics import Diagnostic
from rulekit.source import Span
from rulekit.syntax import codes
from rulekit.syntax.context import LAYOUT, Context
from rulekit.syntax.scan import MAX_DEPTH, Token

# What people paste: the character, its name, what is meant.
_PASTED = {
    "\u00a0": ("a no-break space", " "), "\u202f": ("a narrow no-break space", " "), "\u2007": ("a figure space", " "),
    "\u2002": ("an en space", " "), "\u2003": ("an em space", " "), "\u2009": ("a thin space", " "),
    "\u3000": ("a wide space", " "), "\u200b": ("an invisible space", ""), "\u200c": ("an invisible character", ""),
    "\u200d": ("an invisible character", ""), "\u2060": ("an invisible character", ""), "\u00ad": ("an invisible hyphen", ""),
    "\ufeff": ("an invisible byte order mark", ""), "\u201c": ("a curly quote", '"'), "\u201d": ("a curly quote", '"'),
    "\u201e": ("a low quote", '"'), "\u201f": ("a curly quote", '"'), "\u00ab": ("an angle quote", '"'),
    "\u00bb": ("an angle quote", '"'), "\u2018": ("a curly quote", '"'), "\u2019": ("a curly quote", '"'),
    "\u201a": ("a low quote", '"'), "\u2013": ("an en dash", "-"), "\u2014": ("an em dash", "-"), "\u2010": ("a hyphen", "-"),
    "\u2011": ("a no-break hyphen", "-"), "\u2212": ("a minus sign", "-"), "\u00d7": ("a multiplication sign", "*"),
    "\u00f7": ("a division sign", "/"), "\u2264": ("a less-or-equal sign", "<="), "\u2265": ("a greater-or-equal sign", ">="),
    "\u2260": ("a not-equal sign", "!="), "\u2026": ("an ellipsis", ".."), "\uff1a": ("a wide colon", ":"),
    "\uff0c": ("a wide comma", ","), "\uff08": ("a wide bracket", "("), "\uff09": ("a wide bracket", ")"),
    "\u2022": ("a bullet", ""), "\u00b7": ("a middle dot", ""),
}

_OPERATORS = {
    "&": ("and", "'and' joins two conditions: if p.coins > 3 and count(p.hand) = 0: take 1 from p.coins"),
    "|": ("or", "'or' joins two conditions: if p.coins > 3 or count(p.hand) = 0: take 1 from p.coins"),
    "!": ("not", "'not' stands before a condition: if not x in p.hand: shuffle pile"),
    "%": ("mod", "the rest of a division is 'mod': round_no mod 2"),
}


def character(c: Context) -> Diagnostic | None:
    """A character that stands for nothing."""
    if c.here.kind != "!CHAR":
        return None
    char = c.here.text
    if char in _PASTED:
        name, meant = _PASTED[char]
        if meant == '"':
            text = _quoted(c, char)
            if text is not None:
                return text
        what = f"write '{meant.strip() or 'a plain blank'}' instead" if meant else "delete it"
        what = "write a plain blank instead" if meant == " " else what
        return c.say(
            codes.PASTED, f"{name} (U+{ord(char):04X}) stands here",
            f"it was probably pasted from a PDF or a word processor: {what}", fix=meant,
        )
    if char in _OPERATORS:
        return _operator(c, char)
    match char:
        case ";":
            return c.say(
                codes.SEMICOLON, "a ';' ends no line in this language",
                "each statement stands on a line of its own, and nothing follows it: shuffle pile",
            )
        case "'" | "`":
            return _single_quoted(c, char)
        case "\r":
            return c.say(
                codes.CHARACTER, "a carriage return without a line feed stands here",
                "save the file with Unix or Windows line ends", fix="\n",
            )
    if char.isalpha():
        return _letters(c)
    if char.isprintable():
        return c.say(
            codes.CHARACTER, f"'{char}' is no sign of the language",
            "besides words, numbers and \"texts\" there are only : , . .. ( ) [ ] { } + - * / = != < <= > >= ? @ and #",
        )
    name = unicodedata.name(char, "a control character").lower()
    return c.say(
        codes.PASTED, f"an invisible character (U+{ord(char):04X}, {name}) stands here",
        "it was probably pasted together with other text: delete it", fix="",
    )


def _operator(c: Context, char: str) -> Diagnostic:
    word, help = _OPERATORS[char]
    last = c.after if c.after.text == char and c.after.start == c.here.end else c.here
    written = c.text(c.here, last)
    return c.say(codes.OPERATOR, f"'{written}' is written '{word}' in this language", help, c.span(c.here, last))


def _end_of_line(c: Context) -> int:
    text = c.file.text
    ends = [at for at in (text.find("\n", c.here.start), text.find("\r", c.here.start)) if at >= 0]
    return min(ends, default=len(text))


def _quoted(c: Context, char: str) -> Diagnostic | None:
    """A text between curly quotes: one finding that mends both ends."""
    closing = {"\u201c": "\u201d\u201c", "\u201e": "\u201c\u201d", "\u00ab": "\u00bb", "\u00bb": "\u00ab", "\u2018": "\u2019",
               "\u2019": "\u2019", "\u201a": "\u2018\u2019", "\u201d": "\u201d", "\u201f": "\u201d"}[char]
    line = c.file.text[c.here.start : _end_of_line(c)]
    end = next((k for k in range(1, len(line)) if line[k] in closing + '"'), None)
    if end is None or '"' in line[1:end]:
        return None
    return c.say(
        codes.PASTED, "this text stands in curly quotes", f'texts stand in straight quotes: "{line[1:end]}"',
        Span(c.file, c.here.start, c.here.start + end + 1), fix=f'"{line[1:end]}"',
    )


def _single_quoted(c: Context, char: str) -> Diagnostic:
    line = c.file.text[c.here.start : _end_of_line(c)]
    end = line.find(char, 1)
    if end > 0 and '"' not in line[:end]:
        return c.say(
            codes.SINGLE_QUOTES, "texts stand in double quotes", f'write "{line[1:end]}"',
            Span(c.file, c.here.start, c.here.start + end + 1), fix=f'"{line[1:end]}"',
        )
    if c.before.kind in ("WORD", "PERSON") and c.before.end == c.here.start and c.file.text[c.here.end : c.here.end + 2] == "s ":
        return c.say(
            codes.SINGLE_QUOTES, "whose something is, is written with a dot", f"write it like this: {c.before.text}.hand",
            Span(c.file, c.here.start, c.here.start + 2),
        )
    return c.say(codes.SINGLE_QUOTES, f"a '{char}' begins no text", 'texts stand in double quotes: "two cards"')


def _letters(c: Context) -> Diagnostic:
    """A name with a letter that names don't have."""
    text = c.file.text
    start, end = c.here.start, c.here.end
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    word = text[start:end]
    plain = unicodedata.normalize("NFKD", word.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    example = f": {plain}" if plain.isidentifier() else ", as in 'draw_pile'"
    return c.say(
        codes.BAD_NAME, f"'{word}' is no name: names are made of the letters a to z, digits and '_'",
        f"write it with plain letters{example}; the text for players may have any letters", Span(c.file, start, end),
    )


def mixed(c: Context) -> Diagnostic | None:
    """``fooBar`` or ``3abc``."""
    if c.here.kind != "!MIXED":
        return None
    word = c.here.text
    if word[0].isdigit():
        return c.say(
            codes.BAD_NAME, f"'{word}' is neither a number nor a name",
            "a name begins with a letter, and a blank stands between a number and a word: 3 coin",
        )
    snake = "".join("_" + char.lower() if char.isupper() else char for char in word).replace("__", "_").strip("_")
    return c.say(
        codes.BAD_NAME, f"'{word}' has a capital letter, and names are written small",
        f"join words with '_': {snake}", fix=snake, safe=False,
    )


def unclosed_text(c: Context) -> Diagnostic | None:
    """A quote that isn't closed on its line."""
    if c.here.kind != "!QUOTE":
        return None
    text = c.here.text.rstrip()
    span = Span(c.file, c.here.start, c.here.start + len(text))
    if text and text[-1] in "\u201d\u201c\u2019'":
        return c.say(
            codes.UNCLOSED_TEXT, f"this text begins with a straight quote but ends with '{text[-1]}'",
            f'close it with a straight quote: {text[:-1]}"', span, fix=text[:-1] + '"',
        )
    example = f'{text}"' if len(text) < 40 and "#" not in text else '"two cards"'
    return c.say(
        codes.UNCLOSED_TEXT, "this text has no closing quote on its line",
        f"a text begins and ends with a double quote on one line, with no double quote inside: {example}", span,
    )


def tab(c: Context) -> Diagnostic | None:
    """A tab in front of a line."""
    if c.here.kind != "!TAB":
        return None
    end = c.here.end
    while c.file.text[end : end + 1] == "\t":
        end += 1
    return c.say(
        codes.TAB, "this line is indented with a tab", "indent with blanks, two for each level: a tab has no fixed width",
        Span(c.file, c.here.start, end), fix="  " * (end - c.here.start), safe=False,
    )


def too_deep(c: Context) -> Diagnostic | None:
    """More than 64 brackets, blocks or operators in one another."""
    match c.here.kind:
        case "!DEEP":
            what = "brackets are"
        case "!DEEP_BLOCK":
            what = "blocks are"
        case _ if c.stop.deep:
            what = "operators are"
        case _:
            return None
    span = Span(c.file, c.stop.start, c.stop.start + 1) if c.stop.deep else c.span(c.here)
    return c.say(
        codes.LIMIT, f"{what} nested deeper than {MAX_DEPTH} here",
        "give a part of it a name with 'define' or 'event', and use that name", span,
    )


def citation(c: Context) -> Diagnostic | None:
    """``@`` within brackets or twice in a line."""
    if c.here.kind != "!CITE":
        return None
    if c.open_brackets():
        help = "close the bracket first: a citation stands behind the last line of a construct in brackets"
    else:
        help = "one citation to a line, from '@' to its end: shuffle pile @ main: Preparation"
    return c.say(codes.CITE, "a citation can't stand here", help)


def comment(c: Context) -> Diagnostic | None:
    """``//``, ``/*``, ``--`` and ``%`` comments."""
    before, here, after = c.before, c.here, c.after
    pair = None
    if here.kind == "SLASH" and after.text in ("/", "*") and after.start == here.end:
        pair = (here, after)
    elif here.text in ("/", "*") and before.kind == "SLASH" and before.end == here.start:
        pair = (before, here)
    elif here.kind == "MINUS" and c.at_line_start and after.kind == "MINUS" and after.start == here.end:
        pair = (here, after)
    if pair is None:
        return None
    written = c.text(*pair)
    return c.say(
        codes.COMMENT, f"a comment begins with '#', not with '{written}'", "shuffle pile  # like this", c.span(*pair),
        fix="#", safe=False,
    )


_CLOSING = {"LPAR": ")", "LSQB": "]", "LBRACE": "}"}


def brackets(c: Context) -> Diagnostic | None:
    """A closing bracket that fits no opening one."""
    if c.here.text not in (")", "]", "}") or c.here.kind in LAYOUT:
        return None
    opened = c.open_brackets()
    if not opened:
        return c.say(codes.WRONG_BRACKET, f"this '{c.here.text}' closes nothing", "delete it, or open a bracket before it")
    if _CLOSING[opened[-1].kind] == c.here.text:
        return None
    wanted = _CLOSING[opened[-1].kind]
    return c.say(
        codes.WRONG_BRACKET, f"this '{c.here.text}' closes a '{opened[-1].text}'",
        f"close it with '{wanted}', innermost bracket first: max(count(hand) over {{Ann, Ben}})", fix=wanted, safe=False,
        second=(c.span(opened[-1]), "opened here"),
    )


def open_bracket(c: Context) -> Diagnostic | None:
    """A bracket that isn't closed in the whole construct."""
    rest: list[Token] = []
    for token in c.tokens[c.line_start :]:
        if token.kind in _CLOSING:
            rest.append(token)
        elif token.text in (")", "]", "}") and rest:
            rest.pop()
    never = [token for token in c.open_brackets() if token in rest]
    if not never:
        return None
    token = never[-1]
    second = None if c.here.kind in LAYOUT else (c.span(c.here), "not expected inside it")
    closing = _CLOSING[token.kind]
    return c.say(
        codes.OPEN_BRACKET, f"this '{token.text}' was never closed", f"put the '{closing}' behind what belongs inside it",
        c.span(token), second=second,
    )


SLIPS = (too_deep, character, mixed, unclosed_text, tab, citation, comment, brackets)
