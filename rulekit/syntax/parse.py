"""From a rules file's text to its tree: ``parse(file, sink)``.

Takes a ``SourceFile``, gives a ``RulesFile`` with every item that can be read, and a finding for each that can't.
Promises: never raises, whatever the text; an item with a mistake gives exactly one finding and doesn't touch the
others; linear time.  The file's own order is checked here too: what it begins with, and what may follow.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache

from rulekit.diagnostics import Diagnostic, Label, Sink
from rulekit.source import SourceFile, Span
from rulekit.syntax import codes
from rulekit.syntax import nodes as n
from rulekit.syntax.build import TreeBuilder
from rulekit.syntax.errors import explain
from rulekit.syntax.lalr import Parsed, run
from rulekit.syntax.scan import Chunk, scan
from rulekit.syntax.shipped import load
from rulekit.syntax.words import ITEM_WORDS

MAX_SIZE = 2**20
"""A file may have so many characters."""

MAX_FINDINGS = 100
"""After so many findings the rest of a file isn't reported."""


class _Full(Exception):
    """More findings than are shown."""


class _Limited(Sink):
    """A sink that takes no more than ``MAX_FINDINGS``."""

    def add(self, diagnostic: Diagnostic) -> None:
        super().add(diagnostic)
        if len(self.found) >= MAX_FINDINGS:
            raise _Full


def parse(file: SourceFile, sink: Sink) -> n.RulesFile:
    """The tree of a file; what is wrong goes to the sink."""
    whole = Span(file, 0, len(file.text))
    if len(file.text) > MAX_SIZE:
        place = Span(file, 0, min(len(file.text), 1))
        sink.add(
            Diagnostic(
                codes.LIMIT, "this file has more than a million characters, so it is no rules file", Label(place),
                help="a rules file holds one game; examples may stand in files of their own",
            )
        )
        return n.RulesFile(span=whole, items=())
    found = _Limited()
    items: list[n.Item | n.Exception_] = []
    try:
        _items(file, found, items)
    except _Full:
        last = found.found[-1].span
        found.found.append(
            Diagnostic(
                codes.LIMIT, f"this file has more than {MAX_FINDINGS} mistakes; the rest isn't shown", Label(last),
                help="mend the first ones and check again: often one of them causes the others",
            )
        )
    for diagnostic in found.found:
        sink.add(diagnostic)
    return n.RulesFile(span=whole, items=tuple(items))


def _items(file: SourceFile, sink: Sink, items: list[n.Item | n.Exception_]) -> None:
    tables = load()
    builder = TreeBuilder(file, sink)
    chunks = scan(file).chunks
    if not chunks:
        _no_game(file, sink, Span(file, 0, min(len(file.text), 1)), "this file holds no rules yet")
    only_examples = False
    unread = False
    for index, chunk in enumerate(chunks):
        if unread and not _begins_item(chunk):
            continue  # goes on with what couldn't be read
        result = run(tables, chunk.tokens, builder)
        if not isinstance(result, Parsed):
            sink.add(explain(file, tables, chunk.tokens, result))
            unread = True
            only_examples = only_examples or (index == 0 and chunk.tokens[0].text == "examples")
            continue
        unread = False
        node = result.node
        if index == 0:
            only_examples = isinstance(node, n.ExamplesOf)
        _check_place(file, sink, node, index, only_examples)
        items.append(node)


def _begins_item(chunk: Chunk) -> bool:
    """Whether a line in column 0 is meant to begin a construct, perhaps with a misspelt word."""
    first = chunk.tokens[0]
    if first.kind == "PERSON":
        return first.text.lower() in ITEM_WORDS
    return first.kind == "WORD" and len(first.text) < 20 and _is_item_word(first.text)


@lru_cache(maxsize=1000)
def _is_item_word(word: str) -> bool:
    return word in (*ITEM_WORDS, "except") or bool(get_close_matches(word, ITEM_WORDS, 1, 0.75))


def _no_game(file: SourceFile, sink: Sink, span: Span, message: str) -> None:
    sink.add(
        Diagnostic(
            codes.NO_GAME, message, Label(span),
            help='its first line says what it is: game "Pairs" for 2..4 players:, or examples of "pairs.rules"',
        )
    )


def _check_place(file: SourceFile, sink: Sink, node: n.Item | n.Exception_, index: int, only_examples: bool) -> None:
    line = Span(file, node.span.start, min(node.span.end, _line_end(file, node.span.start)))
    is_first = isinstance(node, n.Game | n.ExamplesOf)
    if index == 0 and not is_first:
        _no_game(file, sink, line, "the file doesn't begin with its game")
    elif index and is_first:
        sink.add(
            Diagnostic(
                codes.SECOND_GAME, "this line can only be the first of a file", Label(line),
                help="a file holds one game; put the other into a file of its own",
            )
        )
    elif index and only_examples and not isinstance(node, n.Example):
        sink.add(
            Diagnostic(
                codes.ONLY_EXAMPLES, "a file of examples holds only examples", Label(line),
                help='move this to the file of the game, or begin this file with: game "Pairs" for 2..4 players:',
            )
        )
    elif isinstance(node, n.ExceptValue | n.ExceptEvent):
        if isinstance(node, n.ExceptValue):
            help = f"write the case as a line below 'define {node.name.text}': 1 when C; or put it into a card kind or variant"
        else:
            help = "put it into a card kind or a variant; what always holds is an 'if' in the event"
        sink.add(Diagnostic(codes.TOP_EXCEPT, "'except' belongs to card kinds and variants", Label(line), help=help))


def _line_end(file: SourceFile, start: int) -> int:
    end = file.text.find("\n", start)
    return len(file.text) if end < 0 else end
