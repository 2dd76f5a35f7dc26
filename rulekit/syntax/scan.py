"""From text to tokens: cuts a file into its top-level items and each item into tokens, with the layout made explicit.

Takes a ``SourceFile``, gives an ``Item`` for each top-level construct and the comments.  Promises: any text ends in
tokens, in time linear in its length; the tokens of an item are in the order of the text and end with ``$END``; what
can't be read is a token whose kind begins with ``!``, which no rule of the grammar accepts, so it becomes a finding
when the parser meets it.  Words stay words: which of them are keywords depends on the place and is for the parser.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from rulekit.source import SourceFile
from rulekit.syntax.words import ITEM_WORDS

MAX_DEPTH = 64
"""Brackets in brackets, and blocks in blocks."""

# Control characters, characters that turn the direction of writing, and halves of characters: nowhere allowed.
_HIDDEN = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff\\ufeff"

_TOKEN = re.compile(
    rf"""
    (?P<SPACE>[ \t]+)
  | (?P<WORD>[a-z][a-z0-9_]*(?![A-Za-z0-9_]))
  | (?P<LINE>\r?\n)
  | (?P<OP>\.\.|!=|<=|>=|[:,=()\[\]{{}}<>+\-*/.?])
  | (?P<INT>[0-9]+(?![A-Za-z_0-9]))
  | (?P<STRING>"[^"\r\n{_HIDDEN}]*")
  | (?P<PERSON>[A-Z][A-Za-z0-9_]*)
  | (?P<CITE>@[^\r\n#{_HIDDEN}]*)
  | (?P<COMMENT>\#[^\r\n{_HIDDEN}]*)
  | (?P<MIXED>[a-z0-9][A-Za-z0-9_]*)
  | (?P<QUOTE>"[^"\r\n{_HIDDEN}]*)
  | (?P<CHAR>.|\r)
    """,
    re.VERBOSE | re.DOTALL,
)

_OPERATORS = {
    "..": "DOTS", "!=": "_NE", "<=": "_LE", ">=": "_GE", ":": "COLON", ",": "COMMA", "=": "EQUAL",
    "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", "{": "LBRACE", "}": "RBRACE", "<": "LESSTHAN", ">": "MORETHAN",
    "+": "PLUS", "-": "MINUS", "*": "STAR", "/": "SLASH", ".": "DOT", "?": "QMARK",
}


class Token(NamedTuple):
    """A word, sign or piece of layout.

    ``kind``: WORD, PERSON, INT, STRING, an operator, NL (``text`` is its citation), _INDENT, _DEDENT, $END or ``!..``.
    """

    kind: str
    start: int
    end: int
    text: str


class Comment(NamedTuple):
    """A ``#`` to the end of its line."""

    start: int
    end: int


class Chunk(NamedTuple):
    """A top-level item: a line that begins in column 0 and the indented lines below it."""

    tokens: list[Token]
    start: int


class Scan(NamedTuple):
    """A file cut into items."""

    chunks: list[Chunk]
    comments: list[Comment]


class _Scanner:
    def __init__(self, file: SourceFile) -> None:
        self.text = file.text
        self.chunks: list[Chunk] = []
        self.comments: list[Comment] = []
        self.tokens: list[Token] = []
        self.indents = [0]
        self.depth = 0
        self.cite: Token | None = None
        self.in_line = False
        self.last_end = 0

    def run(self) -> Scan:
        line_start = 0
        for match in _TOKEN.finditer(self.text):
            kind = match.lastgroup
            start, end = match.span()
            if kind == "SPACE":
                continue
            if kind == "LINE":
                if self.in_line and not self.depth:
                    self.end_line()
                line_start = end
                continue
            if kind == "COMMENT":
                self.comments.append(Comment(start, end))
                continue
            if not self.in_line or (start == line_start and self.depth):
                self.begin_line(line_start, start, match)
            self.token(kind or "", start, end, match.group())
            self.last_end = end
        self.end_item()
        return Scan(self.chunks, self.comments)

    def begin_line(self, line_start: int, start: int, match: re.Match[str]) -> None:
        """Compare the line's indentation with the blocks that are open."""
        width = start - line_start
        if width == 0:
            if self.depth and not (match.lastgroup == "WORD" and match.group() in ITEM_WORDS):
                return  # goes on inside a bracket
            if self.chunks and _is_blank(match.group()):
                self.in_line = True
                return  # a blank that isn't one: the line was meant to be indented
            self.end_item()
            self.chunks.append(Chunk(self.tokens, start))
        elif not self.chunks:
            self.chunks.append(Chunk(self.tokens, start))
        self.in_line = True
        blanks = self.text[line_start:start]
        if "\t" in blanks:
            at = line_start + blanks.index("\t")
            self.tokens.append(Token("!TAB", at, at + 1, "\t"))
        elif width > self.indents[-1]:
            self.indents.append(width)
            deep = len(self.indents) - 1 > MAX_DEPTH
            self.tokens.append(Token("!DEEP_BLOCK" if deep else "_INDENT", start, start, ""))
        else:
            while width < self.indents[-1]:
                self.indents.pop()
                if width > self.indents[-1]:
                    self.tokens.append(Token("!DEDENT", start, start, ""))
                    self.indents.append(width)
                    break
                self.tokens.append(Token("_DEDENT", start, start, ""))

    def token(self, kind: str, start: int, end: int, text: str) -> None:
        if self.cite is not None and kind != "CITE":
            self.tokens.append(Token("!CITE", self.cite.start, self.cite.end, self.cite.text))
            self.cite = None
        if kind == "OP":
            kind = _OPERATORS[text]
            if text in "([{":
                self.depth += 1
                if self.depth > MAX_DEPTH:
                    kind = "!DEEP"
            elif text in ")]}" and self.depth:
                self.depth -= 1
        elif kind == "CITE":
            if self.depth or self.cite is not None:
                kind = "!CITE"
            else:
                self.cite = Token("CITE", start, start + len(text.rstrip()), text.rstrip())
                return
        elif kind in ("MIXED", "QUOTE", "CHAR"):
            kind = "!" + kind
        self.tokens.append(Token(kind, start, end, text))

    def end_line(self) -> None:
        cite = self.cite
        self.cite = None
        self.in_line = False
        end = self.last_end
        self.tokens.append(Token("NL", cite.start, cite.end, cite.text) if cite else Token("NL", end, end, ""))

    def end_item(self) -> None:
        if self.in_line:
            self.end_line()
        end = self.last_end
        for _ in self.indents[1:]:
            self.tokens.append(Token("_DEDENT", end, end, ""))
        if self.chunks:
            self.tokens.append(Token("$END", end, end, ""))
        self.tokens = []
        self.indents = [0]
        self.depth = 0


def _is_blank(text: str) -> bool:
    """Whether a character looks like a blank, or like nothing."""
    return text.isspace() or unicodedata.category(text[0]) in ("Cf", "Zs")


def scan(file: SourceFile) -> Scan:
    """Cut a file into items and tokens."""
    return _Scanner(file).run()
