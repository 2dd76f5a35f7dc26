"""What the rules of a match can do: which events may ask somebody, which may end a phase, which perform each other.

By fixpoint over the call graph of the rules that are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs
from attrs import define, field

from rulekit.analysis import typed as t
from rulekit.analysis.model import EventDecl


def parts(node: object) -> Iterator[object]:
    """A typed node and all typed nodes in it, outermost first."""
    if isinstance(node, tuple):
        for item in node:
            yield from parts(item)
    elif isinstance(node, t.Typed):
        yield node
        for name in _fields(type(node)):
            yield from parts(getattr(node, name))


def children(node: t.Typed) -> Iterator[object]:
    """What stands directly in a typed node: nodes and tuples of them."""
    for name in _fields(type(node)):
        yield getattr(node, name)


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(cls: type) -> tuple[str, ...]:
    if cls not in _FIELDS:
        _FIELDS[cls] = tuple(a.name for a in attrs.fields(cls) if a.name not in ("span", "type"))
    return _FIELDS[cls]


@define(eq=False)
class Effects:
    """The fixpoint: ids of events; ``event`` says what a ``do`` performs (see ``layers``)."""

    event: Callable[[t.DoStmt], EventDecl]
    asking: set[int] = field(factory=set)
    ending: set[int] = field(factory=set)
    recursive: set[int] = field(factory=set)

    def asks(self, node: object) -> bool:
        """Whether a statement or block may ask somebody."""
        return any(
            isinstance(x, t.ChooseStmt | t.TogetherStmt) or (isinstance(x, t.DoStmt) and id(self.event(x)) in self.asking)
            for x in parts(node)
        )

    def ends(self, node: object) -> bool:
        """Whether a statement or block may end a phase."""
        return any(isinstance(x, t.EndStmt) or (isinstance(x, t.DoStmt) and id(self.event(x)) in self.ending) for x in parts(node))


def effects_of(events: Sequence[EventDecl], event: Callable[[t.DoStmt], EventDecl], answered: Iterable[int] = ()) -> Effects:
    """The effects of all events of a match; ``answered``: the ids of those that somebody can answer."""
    effects = Effects(event)
    effects.asking.update(answered)
    calls = {id(e): {id(event(x)) for x in parts(e.body or ()) if isinstance(x, t.DoStmt)} for e in events}
    changed = True
    while changed:
        changed = False
        for one in events:
            for known, test in ((effects.asking, effects.asks), (effects.ending, effects.ends)):
                if id(one) not in known and test(one.body or ()):
                    known.add(id(one))
                    changed = True
    for one in events:
        if id(one) in _reachable(calls, id(one)):
            effects.recursive.add(id(one))
    return effects


def _reachable(calls: dict[int, set[int]], start: int) -> set[int]:
    found: set[int] = set()
    queue = list(calls[start])
    while queue:
        here = queue.pop()
        if here not in found:
            found.add(here)
            queue.extend(calls.get(here, ()))
    return found
