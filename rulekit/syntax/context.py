"""Where a syntax error happened, in terms that a message can use: the line, the block around it, what could follow.

Takes the tokens of an item and the parser's ``Stop``.  Promises: computing is lazy and linear in the item; trials (would
the parse go further if this word were that one?) are run only on items of ordinary size.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rulekit.diagnostics import Code, Diagnostic, Fix, Label
from rulekit.source import SourceFile, Span
from rulekit.syntax.constructs import MAY, STATEMENTS, Construct, block_kind, construct
from rulekit.syntax.lalr import Parsed, Stop, accepted, run
from rulekit.syntax.scan import Token
from rulekit.syntax.shipped import Tables

LAYOUT = ("NL", "_INDENT", "_DEDENT", "$END")
_TRIAL_LIMIT = 4000
_NONE = Token("$END", 0, 0, "")


class Nothing:
    """A builder that builds nothing."""

    def reduce(self, rule: str, start: int, end: int, values: list[Any]) -> None:
        """Nothing."""

    def token(self, terminal: str, token: Token) -> None:
        """Nothing."""


class Context:
    """The place of an error; ``here`` is the token that doesn't fit, ``before`` and ``after`` its neighbours."""

    def __init__(self, file: SourceFile, tables: Tables, tokens: list[Token], stop: Stop) -> None:
        self.file = file
        self.tables = tables
        self.tokens = tokens
        self.stop = stop
        self.at = stop.at
        self.here = tokens[stop.at]

    def token(self, offset: int) -> Token:
        """The token so many places from the error, or one of no kind."""
        index = self.at + offset
        return self.tokens[index] if 0 <= index < len(self.tokens) else _NONE

    @property
    def before(self) -> Token:
        """The token before the error."""
        return self.token(-1)

    @property
    def after(self) -> Token:
        """The token behind it."""
        return self.token(1)

    @cached_property
    def accepted(self) -> frozenset[str]:
        """The terminals with which the text could go on here."""
        return frozenset(accepted(self.tables, self.stop.stack))

    def accepted_at(self, index: int) -> frozenset[str]:
        """The terminals with which the text could go on before another token."""
        if index > _TRIAL_LIMIT:
            return frozenset()
        result = run(self.tables, [*self.tokens[:index], Token("!STOP", 0, 0, "")], Nothing())
        return frozenset(accepted(self.tables, result.stack)) if isinstance(result, Stop) else frozenset()

    def reach(self, tokens: list[Token]) -> int:
        """The index at which the parse of other tokens stops; one more than their number if it doesn't."""
        if len(tokens) > _TRIAL_LIMIT:
            return 0
        result = run(self.tables, tokens, Nothing())
        return len(tokens) + 1 if isinstance(result, Parsed) else result.at

    def helps(self, index: int, *instead: Token, drop: int = 1) -> bool:
        """Whether the parse goes beyond the error if ``drop`` tokens at ``index`` are replaced."""
        changed = [*self.tokens[:index], *instead, *self.tokens[index + drop :]]
        return self.reach(changed) > self.at + len(instead) - drop + (1 if drop and index == self.at else 0)

    # ------------------------------------------------------------ the line

    @cached_property
    def line_start(self) -> int:
        """The index of the first token of the line that couldn't be read to its end."""
        index = self.at
        if self.here.kind == "_INDENT":
            return index + 1
        if self.tokens[index].kind in LAYOUT and index > 0:
            while index > 0 and self.tokens[index].kind in LAYOUT and self.tokens[index - 1].kind in LAYOUT:
                index -= 1
        while index > 0 and self.tokens[index - 1].kind not in LAYOUT:
            index -= 1
        return index

    @cached_property
    def line(self) -> list[Token]:
        """The tokens of that line, without its end."""
        index = self.line_start
        end = index
        while end < len(self.tokens) and self.tokens[end].kind not in LAYOUT:
            end += 1
        return self.tokens[index:end]

    @property
    def first(self) -> str:
        """The first word of the line, or nothing."""
        return self.line[0].text if self.line else ""

    @property
    def at_line_start(self) -> bool:
        """Whether the error is the first word of its line."""
        return self.at == self.line_start

    @cached_property
    def headers(self) -> list[tuple[str, str, Token]]:
        """The blocks around the line, outermost first: their kind, the header's first word and its token."""
        found: list[tuple[str, str, Token]] = []
        first = 0
        for index in range(self.line_start):
            kind = self.tokens[index].kind
            if kind not in LAYOUT and (index == 0 or self.tokens[index - 1].kind in LAYOUT):
                first = index
            elif kind == "_INDENT":
                parent = found[-1][0] if found else "top"
                head = self.tokens[first]
                found.append((block_kind(parent, head.text, self.tokens[first + 1].text), head.text, head))
            elif kind == "_DEDENT" and found:
                found.pop()
        return found

    @property
    def block(self) -> str:
        """The kind of block that the line stands in."""
        return self.headers[-1][0] if self.headers else "top"

    @property
    def header(self) -> str:
        """The first word of the innermost block's header."""
        return self.headers[-1][1] if self.headers else ""

    @property
    def construct(self) -> Construct | None:
        """What the line is; behind the colon of an 'if' and the like, what the statement there is."""
        for index in range(self.line_start, min(self.at, self.line_start + len(self.line) - 1)):
            if self.tokens[index].kind == "COLON" and self.tokens[index + 1].text in STATEMENTS:
                if block_kind(self.block, self.first, "") == "statements":
                    return STATEMENTS[self.tokens[index + 1].text]
        if self.block == "expect" and len(self.line) > 1 and self.line[0].kind == "PERSON" and self.line[1].kind == "WORD":
            return MAY
        return construct(self.block, self.first)

    def line_before(self) -> list[Token]:
        """The tokens of the last line that ended before the error."""
        end = self.at - 1
        while end > 0 and self.tokens[end].kind in LAYOUT:
            end -= 1
        start = end
        while start > 0 and self.tokens[start - 1].kind not in LAYOUT:
            start -= 1
        return self.tokens[start : end + 1] if end >= 0 else []

    def open_brackets(self) -> list[Token]:
        """The brackets that are open at the error, outermost first."""
        found: list[Token] = []
        for token in self.tokens[self.line_start : self.at]:
            if token.kind in ("LPAR", "LSQB", "LBRACE"):
                found.append(token)
            elif token.kind in ("RPAR", "RSQB", "RBRACE") and found:
                found.pop()
        return found

    # ------------------------------------------------------------ making a finding

    def span(self, first: Token, last: Token | None = None) -> Span:
        """From one token to the end of another."""
        return Span(self.file, first.start, (last or first).end)

    def text(self, first: Token, last: Token | None = None) -> str:
        """The file's text from one token to another."""
        return self.file.text[first.start : (last or first).end]

    def say(
        self, code: Code, message: str, help: str, span: Span | None = None, *,
        label: str = "", second: tuple[Span, str] | None = None, fix: str | None = None, safe: bool = True,
    ) -> Diagnostic:
        """A finding at a span (where nothing is given: at the token that doesn't fit); ``fix`` replaces that span."""
        place = span or self.span(self.here)
        return Diagnostic(
            code, message, Label(place, label), secondary=(Label(*second),) if second else (), help=help,
            fix=None if fix is None else Fix(place, fix, safe),
        )
