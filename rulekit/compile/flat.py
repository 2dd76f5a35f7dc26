"""Which patterns are sums in lanes: only ``holds`` without upper ends and ``size``, with constant numbers, conditions on the card alone,
and at most one parameter with few values.
"""

from __future__ import annotations

from rulekit.analysis import typed as t
from rulekit.analysis.model import GameModel, PatternDecl
from rulekit.analysis.types import EnumT, PlayerT
from rulekit.compile.purity import Purity
from rulekit.engine.lanes import Lanes

MOST_VALUES = 64


def lanes_of(number: int, decl: PatternDecl, model: GameModel, players: int, cards: int, purity: Purity) -> Lanes | None:
    """The pattern in this form, if it has it."""
    if decl.same or decl.different or decl.consecutive or decl.total or not decl.lines or any(line.wild for line in decl.lines):
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
    if len(decl.params) > 1 or not 0 < values <= MOST_VALUES:
        return None
    low, high = decl.size or (None, None)
    ends = [line.low for line in decl.lines] + [low, high]
    if any(line.high is not None for line in decl.lines) or not all(e is None or isinstance(e, t.Const) for e in ends):
        return None
    if not all(purity.is_static(line.condition) for line in decl.lines):
        return None
    lows = [_number(line.low) or 0 for line in decl.lines]
    size = 1 if decl.size is None else _number(low) or 0
    most = _number(high)
    if min([size, *lows]) < 0 or (most is not None and most < max(size, sum(lows))) or max(size, *lows) > cards:
        return None
    rows: list[tuple[tuple[int, ...], int]] = [((k,), least) for k, least in enumerate(lows) if least > 0]
    if size > sum(lows) or not rows:
        rows.append((tuple(range(len(lows))), size))
    return Lanes(number, cards.bit_length() + 1, values, tuple(rows))


def _number(e: t.Expr | None) -> int | None:
    return int(e.value) if isinstance(e, t.Const) and e.value is not None else None
