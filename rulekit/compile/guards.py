"""Guards of the actions of one offer as trees: what several of them ask is asked once, and decides for all of them.

Takes and gives Python texts.  Nothing changes between the guards of an offer, so a test has one answer for all of them; and what a guard
doesn't come to is still not worked out, since it might be at fault there.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field

TRUE, FALSE = ast.Constant(True), ast.Constant(False)


@define
class Guards:
    """The guards of an offer.  ``shared``: the tests that several of them make."""

    texts: Sequence[str]
    shared: frozenset[str] = frozenset()
    _trees: list[ast.expr] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        try:
            self._trees = [ast.parse(text or "True", mode="eval").body for text in self.texts]
        except (MemoryError, OverflowError, RecursionError, SyntaxError):
            return  # too deep for Python: compiling it will tell
        found = Counter(test for tree in self._trees for test in set(_tests(tree)))
        self.shared = frozenset(test for test, number in found.items() if number > 1)

    def read(self, k: int, known: Mapping[str, bool]) -> tuple[str, str]:
        """Guard k when some tests have been made: its text (empty: it holds; ``False``), and the shared test that it begins with."""
        if not self._trees:
            return self.texts[k], ""
        tree = _reduced(self._trees[k], known)
        if tree is TRUE:
            return "", ""
        first = next(_tests(tree), "")
        return ast.unparse(tree), first if first in self.shared else ""


def _tests(tree: ast.expr) -> Iterator[str]:
    """The tests that a guard is made of by ``and``, ``or`` and ``not``, in the order in which they are made."""
    match tree:
        case ast.BoolOp(values=values):
            for value in values:
                yield from _tests(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _tests(operand)
        case ast.Constant():
            pass
        case _:
            yield _plain(tree)[0]


def _reduced(tree: ast.expr, known: Mapping[str, bool]) -> ast.expr:
    """What is left of a guard; tests that come before others are still made before them."""
    match tree:
        case ast.BoolOp(op=op, values=values):
            decides, passes = (FALSE, TRUE) if isinstance(op, ast.And) else (TRUE, FALSE)
            left: list[ast.expr] = []
            for value in values:
                value = _reduced(value, known)
                if value is not passes:
                    left.append(value)
                if value is decides:
                    break
            if not left:
                return passes
            return left[0] if len(left) == 1 else ast.BoolOp(op, left)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            operand = _reduced(operand, known)
            if operand in (TRUE, FALSE):
                return FALSE if operand is TRUE else TRUE
            return ast.UnaryOp(ast.Not(), operand)
        case ast.Constant(value=value):
            return TRUE if value else FALSE
        case _:
            text, wanted = _plain(tree)
            if text in known:
                return TRUE if known[text] is wanted else FALSE
            return tree


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
