"""Which typed expressions stand at which place, and the local names that are read in them.

Takes a game model, gives an index.  Promises: everything that lowering has left in the model is found, in whatever list or
block it stands; what was thrown away after an error isn't there.
"""

from __future__ import annotations

import attrs
from attrs import define, field

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.source import SourceFile, Span
from rulekit.syntax import nodes

_LEAVES = (str, int, bool, type(None), Span, SourceFile, nodes.Node)
_LEFT_OUT = frozenset(["span", "session", "file", "tree", "node"])


@define(eq=False)
class TypedAt:
    """Made by ``typed_at``."""

    exprs: dict[tuple[int, int], list[t.TypedExpr]] = field(factory=dict)
    """All expressions, by start and end."""
    locals: dict[int, m.Local] = field(factory=dict)
    """Local names by the place of the word that binds them."""


def typed_at(model: m.GameModel, examples: list[m.ExampleDecl] | None = None) -> TypedAt:
    """The index of a game; with ``examples`` only that of these."""
    found = TypedAt()
    seen: set[int] = set()
    stack: list[object] = [model] if examples is None else [example.exprs for example in examples]
    while stack:
        part = stack.pop()
        if isinstance(part, _LEAVES):
            continue
        if isinstance(part, list | tuple):
            stack.extend(part)
            continue
        if isinstance(part, dict):
            stack.extend(part.values())
            continue
        if id(part) in seen or not attrs.has(type(part)):
            continue
        seen.add(id(part))
        if examples is not None and isinstance(part, m.Decl):
            continue  # belongs to the file of the game
        if isinstance(part, m.Local):
            found.locals.setdefault(part.span.start, part)
            continue
        if isinstance(part, t.TypedExpr):
            found.exprs.setdefault((part.span.start, part.span.end), []).append(part)
        stack.extend(getattr(part, name) for name in _fields(type(part)))
    return found


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(of: type) -> tuple[str, ...]:
    if of not in _FIELDS:
        _FIELDS[of] = tuple(a.name for a in attrs.fields(of) if a.name not in _LEFT_OUT and not a.name.startswith("_"))
    return _FIELDS[of]
