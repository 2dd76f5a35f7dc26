"""Patterns whose test can be written out: only ``holds`` and ``size`` with constant numbers, conditions on the card alone, and at most
one parameter with few values.  Then a zone's counts per line, for all values at once, are worked out in one pass and remembered.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from rulekit.analysis import typed as t
from rulekit.analysis.model import GameModel, PatternDecl
from rulekit.analysis.types import EnumT, PlayerT
from rulekit.compile.purity import Purity


@frozen
class FlatPattern:
    """``values``: how many values the parameter has (1 without one); ``bounds`` per line, ``low`` and ``high`` for the size."""

    number: int
    values: int
    bounds: tuple[tuple[int, int | None], ...]
    low: int
    high: int | None

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self.bounds)

    def test(self, flats: list[list[str]], index: str, fresh: Callable[[], str] | None) -> str:
        """The Python test whether cards with these counts (per zone, one list for each line) match.

        ``index`` is the parameter's value; ``fresh`` gives names for sums that are used twice, where names may be given.
        """
        have, short = [], []
        for i, (low, high) in enumerate(self.bounds):
            text = " + ".join(f"{flat[i]}[{index}]" for flat in flats)
            name = fresh() if low > 0 and fresh is not None else f"({text})"
            named = f"({name} := {text})" if low > 0 and fresh is not None else f"({text})"
            have.append(f"{named} >= {low}" if low > 0 else "")
            short.append(name if high is None else f"min({name}, {high})")
        least = sum(low for low, _ in self.bounds)
        if self.high is not None and (least > self.high or self.low > self.high):
            return "False"
        if any(high is not None and high < low for low, high in self.bounds):
            return "False"
        tests = [text for text in have if text]
        if self.low > least or not tests:
            tests.append(f"{' + '.join(short)} >= {self.low}")
        return "(" + " and ".join(tests) + ")"


def flat_pattern(number: int, decl: PatternDecl, model: GameModel, players: int, purity: Purity) -> FlatPattern | None:
    """The pattern in this form, if it has it."""
    if decl.same or decl.different or decl.consecutive or decl.total or not decl.lines or any(line.wild for line in decl.lines):
        return None
    if len(decl.params) > 1:
        return None
    values = 1
    if decl.params:
        match decl.params[0].type:
            case EnumT(decl=enum):
                values = len(enum.values)
            case PlayerT():
                values = players
            case _:
                return None
    sized = decl.size or (None, None)
    ends = [e for line in decl.lines for e in (line.low, line.high)] + [*sized]
    if not all(e is None or isinstance(e, t.Const) for e in ends) or not all(purity.is_static(line.condition) for line in decl.lines):
        return None
    bounds = tuple((_number(line.low) or 0, _number(line.high)) for line in decl.lines)
    low = 1 if decl.size is None else _number(sized[0]) or 0
    return FlatPattern(number, values, bounds, low, _number(sized[1]))


def _number(e: t.Expr | None) -> int | None:
    return int(e.value) if isinstance(e, t.Const) and e.value is not None else None
