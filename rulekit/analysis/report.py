"""Short ways to report: one call makes a diagnostic with its labels, and finds the nearest name.

Takes a sink and words, gives nothing back.  Promises: suggestions come from ``difflib`` and name existing declarations only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from rulekit.diagnostics import Code, Diagnostic, Fix, Label, Sink
from rulekit.source import Span

Place = tuple[Span, str]
"""A further place and the words under it."""


def report(
    sink: Sink,
    code: Code,
    message: str,
    span: Span,
    label: str = "",
    *,
    also: Sequence[Place] = (),
    help: str | None = None,
    fix: Fix | None = None,
) -> None:
    """Add one finding."""
    secondary = tuple(Label(place, text) for place, text in also)
    sink.add(Diagnostic(code, message, Label(span, label), secondary, help, fix))


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that a misspelt name most likely means."""
    unique = sorted(set(candidates) - {name})
    alike = [other for other in unique if abs(len(other) - len(name)) < 4 and (other[0] in name[:2] or name[0] in other[:2])]
    found = get_close_matches(name, alike, n=1, cutoff=0.7)
    if found:
        return found[0]
    return next((other for other in unique if other.rstrip("s") == name.rstrip("s")), None)


def listed(names: Iterable[str], most: int = 6) -> str:
    """Some names for a help text: ``'a', 'b' and 'c'``."""
    quoted = [f"'{name}'" for name in names]
    if len(quoted) > most:
        return ", ".join(quoted[:most]) + " .."
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else "".join(quoted)


def count_of(number: int, word: str) -> str:
    """``1 argument``, ``2 arguments``, ``no arguments``."""
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"
