"""How large a game may be: what is larger is refused where it is written, so that nothing has to be counted out first.

Takes a number and what it counts; gives whether it is small enough, with a finding if it isn't.
"""

from __future__ import annotations

from rulekit.analysis import codes
from rulekit.analysis.report import report
from rulekit.diagnostics import Sink
from rulekit.source import Span

MOST_PLAYERS = 64
MOST_CARDS = 5_000
"""In all decks together."""
MOST_PLACES = 20_000
"""Zones and fields of a match; also the most values of an index."""
MOST_VALUES = 10_000
"""In a set that is written as a range."""


def few_enough(sink: Sink, number: int, most: int, what: str, span: Span) -> bool:
    """Whether ``number`` is at most ``most``; else it is reported."""
    if number <= most:
        return True
    many = f"{number:,}" if number < 10**12 else "so many"
    report(sink, codes.TOO_MANY, f"{many} {what} are too many", span, help=f"at most {most:,} are possible")
    return False
