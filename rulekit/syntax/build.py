"""From reductions to nodes: one method for each rule of the grammar, named like it; a rule without a method is an error.

Takes what the automaton reduces, gives nodes of ``nodes.py``.  Promises: spans go from the first to the last word
of a construct, without the line end, its citation and comments; numbers beyond the language's limit are reported once.

Each method takes the span and the rule's parts in order: ``None`` for an optional part that is missing, the citation
(or ``None``) for the end of a line.
"""

from __future__ import annotations

from typing import Any

from rulekit.diagnostics import Diagnostic, Label, Sink
from rulekit.source import SourceFile, Span
from rulekit.syntax import codes
from rulekit.syntax import nodes as n
from rulekit.syntax.build_data import Data
from rulekit.syntax.build_examples import Examples
from rulekit.syntax.build_expressions import Expressions
from rulekit.syntax.build_rules import Rules
from rulekit.syntax.constructs import no_sight
from rulekit.syntax.scan import Token

MAX_NUMBER = 10**12


class TreeBuilder(Expressions, Data, Rules, Examples):
    """Builds the tree of one file."""

    def __init__(self, file: SourceFile, sink: Sink) -> None:
        self.file = file
        self.sink = sink

    def reduce(self, rule: str, start: int, end: int, values: list[Any]) -> Any:
        """The node of a rule: calls the method of that name."""
        return getattr(self, rule)(Span(self.file, start, end), *values)

    def token(self, terminal: str, token: Token) -> Any:
        """The value of a name, number, text, player or line end; for any other word that is kept, its terminal."""
        span = Span(self.file, token.start, token.end)
        match terminal:
            case "NAME":
                return n.Ident(span=span, text=token.text)
            case "NL":
                return n.Cite(span=span, text=token.text[1:].strip()) if token.text else None
            case "INT":
                return n.Number(span=span, value=self.number(span, token.text))
            case "STRING":
                return n.Text(span=span, value=token.text[1:-1])
            case "PERSON":
                return n.Person(span=span, text=token.text)
            case _:
                return terminal

    def no_sight(self, zone: n.Ident) -> None:
        """Report a zone that doesn't say who sees it."""
        message, help = no_sight(zone.text)
        self.sink.add(Diagnostic(codes.NO_SIGHT, message, Label(zone.span), help=help))

    def number(self, span: Span, text: str) -> int:
        """The value of digits; a number beyond the limit is reported and becomes the limit."""
        digits = text.lstrip("0") or "0"
        if len(digits) <= 13 and int(digits) <= MAX_NUMBER:
            return int(digits)
        self.sink.add(
            Diagnostic(
                codes.NUMBER_TOO_BIG,
                "this number is too big: numbers go up to 1 000 000 000 000",
                Label(span, "beyond 10^12"),
                help="no rule of a game needs one so big: check the digits",
            )
        )
        return MAX_NUMBER
