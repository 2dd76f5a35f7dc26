"""The LALR(1) automaton: runs the shipped tables over the tokens of one item and calls the builder for each reduction.

Takes an item's tokens, gives a tree or a ``Stop``: the token at which no sentence of the language goes on, and the
state there.  Promises: linear time, no recursion; a token that begins with ``!`` is never accepted.

A word is a keyword if the state can go on with that keyword, otherwise a name unless it is reserved.  States that can
only reduce do so without looking at the next token, so the choice is made where the word will stand.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from rulekit.syntax.scan import Token
from rulekit.syntax.shipped import NONE, Tables
from rulekit.syntax.words import RESERVED

_RESERVED = frozenset(RESERVED)
_SAME = (0,)
MAX_EXPRESSION = 64
"""Operators in operators: a chain ``a + b + c`` counts one for each sign, since it stands for ``(a + b) + c``."""


class Builder(Protocol):
    """What makes nodes: ``reduce`` for a rule, ``token`` for a word, name, number or text that is kept."""

    def reduce(self, rule: str, start: int, end: int, values: list[Any]) -> Any:
        """The node of a rule."""

    def token(self, terminal: str, token: Token) -> Any:
        """The value of a token."""


class Stop(NamedTuple):
    """Where parsing ended without a tree: at ``tokens[at]``, in a stack of states; ``deep``: nested too deeply."""

    at: int
    stack: list[int]
    start: int
    deep: bool = False


class Parsed(NamedTuple):
    """A whole item; ``terminals`` says for each token how it was read (a phrase is read at its first word)."""

    node: Any
    terminals: list[str]


NESTING = frozenset(
    [
        "filter", "if_else", "or_op", "and_op", "not_op", "eq", "ne", "lt", "le", "gt", "ge", "member", "is_a", "is_not",
        "has_shape", "plus", "minus", "times_op", "div", "mod", "neg", "top_of", "bottom_of", "dot", "index", "call", "aggregate",
        "pick", "set_literal", "set_of_span", "shape", "span", "over", "args", "literal_set",
    ]
)
"""Rules of expressions that add a level."""

PASSING = frozenset(["name", "string", "neg_int", "called"])
"""Rules of expressions that add none."""


def classify(tables: Tables, row: dict[str, int], tokens: list[Token], index: int) -> tuple[str, int]:
    """The terminal that a token is in a state with these actions, and how many tokens it takes."""
    kind, _, _, text = tokens[index]
    if kind != "WORD":
        return kind, 1
    for parts, name in tables.phrases.get(text, ()):
        if name in row and _matches(parts, tokens, index):
            return name, len(parts)
    for name in tables.words.get(text, ()):
        if name in row:
            return name, 1
    return ("!RESERVED" if text in _RESERVED else "NAME"), 1


def _matches(parts: tuple[str, ...], tokens: list[Token], index: int) -> bool:
    return all(
        index + k < len(tokens) and tokens[index + k].kind == "WORD" and tokens[index + k].text == part
        for k, part in enumerate(parts)
    )


def run(tables: Tables, tokens: list[Token], builder: Builder) -> Parsed | Stop:
    """Parse one item."""
    rules, rows, defaults, gotos = tables.rules, tables.rows, tables.defaults, tables.gotos
    states = [tables.start]
    values: list[Any] = []
    starts: list[int] = []
    ends: list[int] = []
    depths: list[int] = []
    terminals: list[str] = []
    index = 0
    while True:
        reduction = defaults[states[-1]]
        terminal, width = "", 1
        if reduction is None:
            row = rows[states[-1]]
            assert row is not None
            terminal, width = classify(tables, row, tokens, index)
            action = row.get(terminal)
            if action is None:
                return Stop(index, states, starts[-1] if starts else tokens[0].start)
            if action >= 0:
                token = tokens[index]
                if width > 1:
                    token = Token(token.kind, token.start, tokens[index + width - 1].end, token.text)
                layout = terminal in ("NL", "_INDENT", "_DEDENT")
                states.append(action)
                values.append(None if terminal[0] == "_" else builder.token(terminal, token))
                starts.append(-1 if layout else token.start)
                ends.append(-1 if layout else token.end)
                depths.append(0)
                terminals += [terminal] * width
                index += width
                continue
            reduction = -1 - action
        name, length, shape, inline, expand, goto = rules[reduction]
        if expand and length == 1 and shape == _SAME:
            states.pop()  # most reductions: an expression of a lower level stands for itself
            states.append(gotos[goto][states[-1]])
            continue
        base = len(values) - length
        arguments: list[Any] = []
        for code in shape:
            if code >= 0:
                arguments.append(values[base + code])
            elif code == NONE:
                arguments.append(None)
            elif not arguments:
                arguments = values[base - 2 - code]  # the list is used up: go on filling it
            else:
                arguments += values[base - 2 - code]
        start = next((at for at in starts[base:] if at >= 0), -1)
        end = next((at for at in reversed(ends[base:]) if at >= 0), -1)
        depth = max(depths[base:], default=0)
        if inline:
            value: Any = arguments
        elif expand and len(arguments) == 1:
            value = arguments[0]
        else:
            if name in NESTING:
                depth += 1
                if depth > MAX_EXPRESSION:
                    return Stop(index, states, start, deep=True)
            elif name not in PASSING:
                depth = 0
            if name == "item":
                if tokens[index].kind != "$END":
                    return Stop(index, states, start)
                return Parsed(arguments[0], terminals)
            value = builder.reduce(name, start, end, arguments)
        del states[len(states) - length :], values[base:], starts[base:], ends[base:], depths[base:]
        states.append(gotos[goto][states[-1]])
        values.append(value)
        starts.append(start)
        ends.append(end)
        depths.append(depth)


def accepted(tables: Tables, stack: list[int]) -> list[str]:
    """The terminals with which a sentence can go on in a state: those that are shifted in the end."""
    row = rows_of(tables, stack)
    return [terminal for terminal in row if _shifts(tables, list(stack), terminal)]


def rows_of(tables: Tables, stack: list[int]) -> dict[str, int]:
    """The actions of the state on top."""
    row = tables.rows[stack[-1]]
    return row if row is not None else {}


def _shifts(tables: Tables, stack: list[int], terminal: str) -> bool:
    while True:
        reduction = tables.defaults[stack[-1]]
        if reduction is None:
            action = rows_of(tables, stack).get(terminal)
            if action is None:
                return False
            if action >= 0:
                return True
            reduction = -1 - action
        rule = tables.rules[reduction]
        if rule.name == "item":
            return terminal == "$END"
        del stack[len(stack) - rule.length :]
        stack.append(tables.gotos[rule.goto][stack[-1]])
