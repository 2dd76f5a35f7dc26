"""The matches of a simulation as CSV: one row for each, in order.

Takes the contenders' names and rows as they come, gives lines of text; nothing is kept.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

from rulekit.play.simulate import Row


def csv_head(names: Sequence[str], contenders: Sequence[int]) -> str:
    """The line with the names of the columns."""
    columns = ["match", "seed", "end", "decisions", "winners"]
    columns += [f"won {names[who]}" for who in contenders] + [f"score {names[who]}" for who in contenders]
    return _line([*columns, "fault"])


def csv_row(row: Row, contenders: Sequence[int]) -> str:
    """One match; ``won`` is the contender's part of the victory, empty like the scores if the match didn't finish."""
    finished = row.end == "finished"
    won = [_part(len(row.winners)) if who in row.winners else 0 for who in contenders] if finished else [""] * len(contenders)
    scores = [row.scores[who] if finished and row.scores[who] is not None else "" for who in contenders]
    winners = len(row.winners) if finished else ""
    return _line([row.number, row.seed, row.end, row.decisions, winners, *won, *scores, row.fault.code if row.fault else ""])


def _part(winners: int) -> float | int:
    return 1 if winners == 1 else round(1 / winners, 6)


def _line(cells: Sequence[object]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
