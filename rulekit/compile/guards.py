"""Guards of the actions of one offer: what several of them ask is worked out once.

Takes and gives Python texts.  Nothing changes between the guards of an offer, so a test has one answer for all of them; and what a guard
doesn't come to is still not worked out, since it might be at fault there.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from attrs import define, field


@define
class SharedTests:
    """Of several guards: ``read(k)`` gives what to write before guard k, and its text.  ``start``: what to write before all."""

    guards: Sequence[str]
    start: list[str] = field(factory=list)
    _trees: list[ast.expr] = field(factory=list)
    _names: dict[str, str] = field(factory=dict)
    _known: set[str] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        try:
            self._trees = [ast.parse(guard or "True", mode="eval").body for guard in self.guards]
        except (MemoryError, OverflowError, RecursionError, SyntaxError):
            return  # too deep for Python: compiling it will tell
        tests = Counter(text for tree in self._trees for text in _tests(tree))
        for text, number in tests.items():
            if number > 1:
                name = self._names[text] = f"t{len(self._names)}"
                self.start.append(f"{name} = None")

    def read(self, k: int) -> tuple[list[str], str]:
        """Guard k, to be written behind guards 0 to k - 1."""
        if not self._trees:
            return [], self.guards[k] or "True"
        tree = self._trees[k]
        before = []
        first = next(iter(_tests(tree)), "")
        name = self._names.get(first)
        if name is not None and name not in self._known:
            self._known.add(name)
            value = f"{name} if {name} is not None else {first}" if self._may_be_set(name, k) else first
            before.append(f"{name} = {value}")
        return before, self._text(tree)

    def _may_be_set(self, name: str, k: int) -> bool:
        return any(self._names.get(text) == name for tree in self._trees[:k] for text in _tests(tree))

    def _text(self, tree: ast.expr) -> str:
        match tree:
            case ast.BoolOp(op=op, values=values):
                return "(" + (" and " if isinstance(op, ast.And) else " or ").join(map(self._text, values)) + ")"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(not {self._text(operand)})"
            case _:
                text, wanted = _plain(tree)
                name = self._names.get(text)
                if name is None:
                    return f"({ast.unparse(tree)})"
                value = name if name in self._known else f"({name} if {name} is not None else ({name} := {text}))"
                return value if wanted else f"(not {value})"


def _tests(tree: ast.expr) -> list[str]:
    """The tests that a guard is made of by ``and``, ``or`` and ``not``, in the order in which they are made."""
    match tree:
        case ast.BoolOp(values=values):
            return [text for value in values for text in _tests(value)]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _tests(operand)
        case ast.Constant():
            return []
        case _:
            return [_plain(tree)[0]]


def _plain(tree: ast.expr) -> tuple[str, bool]:
    """A test, and whether it is to hold or not: whether there are no cards is the same question as whether there are some."""
    match tree:
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len"), args=[ast.Attribute(attr="cards") as row]),
            ops=[ast.Eq() | ast.Gt() as op],
            comparators=[ast.Constant(value=0)],
        ):
            return ast.unparse(row), isinstance(op, ast.Gt)
        case _:
            return ast.unparse(tree), True
