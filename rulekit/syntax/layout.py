"""One canonical layout for files that people wrote: ``format_text(file)``, behind ``rulekit fmt``.

Takes a ``SourceFile``, gives its text laid out anew, or ``None`` if it can't be read.  Promises: the tree is unchanged,
every comment and citation survives, formatting twice changes nothing.

Two blanks for each level; one blank between words; at most one empty line between two lines, none at the ends; line
breaks in brackets stay, two blanks for each open bracket.  Citations and comments behind lines stand in one column for
the whole file, two blanks behind the longest of the lines that aren't too long; behind a longer line, two blanks behind it.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from rulekit.diagnostics import Sink
from rulekit.source import SourceFile
from rulekit.syntax.lalr import Parsed, run
from rulekit.syntax.parse import parse
from rulekit.syntax.scan import Comment, Token, scan
from rulekit.syntax.shipped import load

LONG = 72
"""Lines longer than this don't count for the column of notes."""

_OPERANDS = frozenset(["NAME", "INT", "STRING", "PERSON", "RPAR", "RSQB", "RBRACE"])
_TIGHT_AFTER = frozenset(["LPAR", "LSQB", "LBRACE", "DOT"])
_TIGHT_BEFORE = frozenset(["RPAR", "RSQB", "RBRACE", "COMMA", "COLON", "DOT", "DOTS", "LSQB", "QMARK"])


@define
class _Row:
    """A line of the file; ``level`` its block (for a line inside brackets, that of the bracket)."""

    level: int
    column: int
    code: str = ""
    note: str = ""
    inside: bool = False
    extra: int = 0
    """Levels added by open brackets."""

    @property
    def indent(self) -> str:
        return "  " * (self.level + self.extra)


@define
class _Signs:
    """A builder that builds nothing, but notes which minus signs are unary and which ranges have no upper end."""

    unary: set[int] = field(factory=set)
    open: set[int] = field(factory=set)

    def reduce(self, rule: str, start: int, end: int, values: list[Any]) -> None:
        if rule in ("neg", "neg_int", "neg_value"):
            self.unary.add(start)
        elif rule in ("count", "range") and values[1] == "DOTS" and values[2] is None:
            self.open.add(end)

    def token(self, terminal: str, token: Token) -> str:
        return terminal


def format_text(file: SourceFile) -> str | None:
    """The file's text in canonical layout; ``None`` if it has syntax errors."""
    sink = Sink()
    tree = parse(file, sink)
    if sink.has_errors:
        return None
    rows = _rows(file)
    text = _assemble(rows, _column(rows))
    again = Sink()
    if parse(SourceFile(file.name, text), again) != tree or again.has_errors:
        raise AssertionError(f"formatting changed the meaning of {file.name}")
    return text


def _rows(file: SourceFile) -> dict[int, _Row]:
    """The lines of code by number, each with its comment, and the comments that stand alone."""
    found = scan(file)
    rows: dict[int, _Row] = {}
    for chunk in found.chunks:
        signs = _Signs()
        result = run(load(), chunk.tokens, signs)
        assert isinstance(result, Parsed)
        _chunk_rows(file, chunk.tokens, result.terminals, signs, rows)
    alone: list[tuple[int, Comment]] = []
    for comment in found.comments:
        number = file.line_column(comment.start)[0]
        text = file.text[comment.start : comment.end].rstrip()
        if number in rows:
            rows[number].note += ("  " if rows[number].note else "") + text
        else:
            alone.append((number, comment))
    numbers = sorted(rows)
    code = dict(rows)
    at = 0
    columns: list[int] = []
    for number, comment in alone:
        while at < len(numbers) and numbers[at] < number:
            row = code[numbers[at]]
            if not row.inside:
                columns = [*columns[: row.level], row.column]
            at += 1
        after = code[numbers[at]] if at < len(numbers) else _Row(0, 0)
        rows[number] = _comment_row(file, comment, columns, after)
    return rows


def _comment_row(file: SourceFile, comment: Comment, columns: list[int], after: _Row) -> _Row:
    """The row of a comment that stands alone: in the deepest block around it that begins no further right."""
    code = file.text[comment.start : comment.end].rstrip()
    if after.inside:
        return _Row(after.level, after.column, code, extra=after.extra)
    column = file.line_column(comment.start)[1] - 1
    levels = {after.level: after.column}
    levels |= {level: at for level, at in enumerate(columns) if level > after.level}
    fitting = [level for level, at in levels.items() if at <= column]
    return _Row(max(fitting, default=after.level), column, code)


def _chunk_rows(
    file: SourceFile, tokens: list[Token], terminals: list[str], signs: _Signs, rows: dict[int, _Row]
) -> None:
    level = depth = 0
    row: _Row | None = None
    line_end = -1
    before: tuple[str, Token] | None = None
    for token, terminal in zip(tokens, terminals, strict=False):
        if terminal == "_INDENT":
            level += 1
        elif terminal == "_DEDENT":
            level -= 1
        elif terminal == "NL":
            if row is not None and token.text:
                row.note = f"@ {token.text[1:].strip()}".rstrip()
            row, before = None, None
        else:
            if row is None or token.start > line_end:
                number, column = file.line_column(token.start)
                closing = terminal in ("RPAR", "RSQB", "RBRACE")
                row = _Row(level, column - 1, inside=before is not None, extra=max(0, depth - closing))
                rows[number] = row
                found = file.text.find("\n", token.start)
                line_end = found if found >= 0 else len(file.text)
            elif before is not None and _apart(before, terminal, token, signs):
                row.code += " "
            row.code += token.text
            depth += (terminal in ("LPAR", "LSQB", "LBRACE")) - (terminal in ("RPAR", "RSQB", "RBRACE"))
            before = terminal, token


def _apart(before: tuple[str, Token], terminal: str, token: Token, signs: _Signs) -> bool:
    """Whether a blank stands between two tokens."""
    last, last_token = before
    if last == "DOTS":
        return last_token.end in signs.open and terminal not in ("COLON", "COMMA", "RPAR")
    if last in _TIGHT_AFTER or terminal in _TIGHT_BEFORE:
        return False
    if last == "MINUS":
        return last_token.start not in signs.unary
    return not (terminal == "LPAR" and last == "NAME")


def _column(rows: dict[int, _Row]) -> int:
    """Where the notes of the file stand."""
    lengths = [len(row.indent + row.code) for row in rows.values() if row.note]
    return max((length for length in lengths if length <= LONG), default=0) + 2


def _assemble(rows: dict[int, _Row], column: int) -> str:
    lines: list[str] = []
    last = 0
    for number in sorted(rows):
        row = rows[number]
        if lines and number > last + 1:
            lines.append("")
        line = row.indent + row.code
        if row.note:
            line = f"{line:<{column - 2}}  {row.note}"
        lines.append(line)
        last = number
    return "\n".join(lines) + "\n"
