"""What typed nodes cost in fuel, as far as it can be told beforehand.

Sets of unknown size are paid for element by element while they are gone through; everything else (straight code, sets of few fixed
values) is counted here, so that a unit of fuel never stands for more than a few microseconds.
"""

from __future__ import annotations

from rulekit.analysis import typed as t
from rulekit.analysis.types import EnumT, SetT
from rulekit.compile.effects import children

FEW = 16
"""Sets of so many fixed elements aren't paid for while they are gone through."""
UNIT = 32
"""So many nodes cost one unit of fuel."""
_WRITES = (t.SetStmt, t.AddStmt, t.TakeStmt, t.MoveStmt, t.DealStmt, t.ShowStmt, t.ShuffleStmt)
_LOOPS = (t.AggregateExpr, t.FilterExpr, t.MapUnion, t.BestOf)


def nodes_of(node: object) -> int:
    """About how many nodes are worked out, those below a loop over few fixed elements once for each of them."""
    if isinstance(node, tuple):
        return sum(map(nodes_of, node))
    if not isinstance(node, t.Typed):
        return 0
    inside = sum(map(nodes_of, children(node)))
    if isinstance(node, _LOOPS):
        return 4 + inside * few(node.source)
    if isinstance(node, t.HasShape):
        return 16 + inside
    return inside + (4 * UNIT if isinstance(node, _WRITES) else 1)


def few(source: t.Expr) -> int:
    """How many elements a set of few fixed ones has; 1 for all others."""
    match source:
        case t.AllOf(what="enum", type=SetT(EnumT(enum))):
            return max(1, len(enum.values)) if len(enum.values) <= FEW else 1
        case t.AllOf() | t.IntervalExpr(low=t.Const(), high=t.Const()):
            return FEW // 2
        case _:
            return 1


def units(node: object) -> int:
    """The cost in fuel, at least 1."""
    return 1 + nodes_of(node) // UNIT
