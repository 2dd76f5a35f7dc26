"""All nodes of a syntax tree, each with what stands around it.

Takes a node, gives the nodes inside it in the order of the text.  Promises: no recursion; every node once.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from attrs import evolve, frozen

from rulekit.syntax import nodes as n


@frozen(eq=False)
class Around:
    """The innermost card block, pattern and line that a node stands in (or is)."""

    card: n.Card | None = None
    pattern: n.Pattern | None = None
    line: n.Line | None = None


def walk(root: n.Node) -> Iterator[tuple[n.Node, Around]]:
    """All nodes of a tree, the root too."""
    stack: list[tuple[object, Around]] = [(root, Around())]
    while stack:
        part, around = stack.pop()
        if isinstance(part, tuple):
            stack.extend((one, around) for one in reversed(part))
        elif isinstance(part, n.Node):
            if isinstance(part, n.Line):
                around = evolve(around, line=part)
                if isinstance(part, n.Card):
                    around = evolve(around, card=part)
                elif isinstance(part, n.Pattern):
                    around = evolve(around, pattern=part)
            yield part, around
            stack.extend((getattr(part, name), around) for name in reversed(_parts(type(part))))


def inner(root: n.Node) -> Iterator[n.Node]:
    """All nodes of a tree."""
    return (node for node, _ in walk(root))


_PARTS: dict[type, tuple[str, ...]] = {}


def _parts(of: type) -> tuple[str, ...]:
    if of not in _PARTS:
        _PARTS[of] = tuple(a.name for a in attrs.fields(of) if a.name != "span")
    return _PARTS[of]
