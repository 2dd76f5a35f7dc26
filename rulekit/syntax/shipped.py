"""The parse tables as they come with the package: plain data, loaded without Lark in a few milliseconds.

Takes ``grammar/tables.json`` (made by ``tables.py``), gives ``Tables``.  Promises: works in any kind of install, also in
a folder that can't be written to; builds nothing.

The file holds: the terminals; ``words`` and ``phrases`` (which terminals a word may be); ``rules`` (name, number of
symbols, which of their values become arguments, whether they are spread into the rule around, whether a single one
stands for the whole, what the rule makes); ``states`` (a row of actions, or minus one minus the rule that is reduced
whatever follows); ``gotos``.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import NamedTuple

TABLES = "tables.json"

NONE = -1
"""In a shape: an optional part that is missing.  ``k``: the value of symbol k; ``-2 - k``: each value of its list."""


class Rule(NamedTuple):
    """A production: what is reduced, and what its values become."""

    name: str
    length: int
    shape: tuple[int, ...]
    inline: bool
    """Its arguments become a list that is spread into the rule around it."""
    expand: bool
    """A single argument stands for the whole."""
    goto: int


class Tables(NamedTuple):
    """What the parser runs on.  An action is the next state, or minus one minus the number of a rule."""

    words: dict[str, tuple[str, ...]]
    phrases: dict[str, tuple[tuple[tuple[str, ...], str], ...]]
    rules: list[Rule]
    rows: list[dict[str, int] | None]
    defaults: list[int | None]
    gotos: list[dict[int, int]]
    start: int


@cache
def load() -> Tables:
    """The shipped tables."""
    data = json.loads(resources.files("rulekit.grammar").joinpath(TABLES).read_text(encoding="utf-8"))
    terminals = data["terminals"]
    rows = [dict(zip([terminals[t] for t in row[::2]], row[1::2], strict=True)) for row in data["rows"]]
    states = data["states"]
    return Tables(
        words={word: tuple(names) for word, names in data["words"].items()},
        phrases={
            first: tuple((tuple(parts), name) for parts, name in found) for first, found in data["phrases"].items()
        },
        rules=[Rule(n, k, tuple(shape), bool(i), bool(e), g) for n, k, shape, i, e, g in data["rules"]],
        rows=[None if state < 0 else rows[state] for state in states],
        defaults=[-1 - state if state < 0 else None for state in states],
        gotos=[dict(zip(row[::2], row[1::2], strict=True)) for row in data["gotos"]],
        start=0,
    )
