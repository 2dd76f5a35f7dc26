"""Tables: rows that overlap, and values without a row.

Takes the model, reports RK350 and RK351.  Promises: a value counts as missing only if it certainly is looked up - a number
of players that the game allows, or a value within bounds that the file itself declares for an option or a parameter; of
other bounded numbers (fields, attributes) only gaps between two rows count.
"""

from __future__ import annotations

from itertools import pairwise

from attrs import frozen

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis import types as ty
from rulekit.analysis.checks import codes
from rulekit.analysis.report import report
from rulekit.diagnostics import Sink
from rulekit.source import Span
from rulekit.syntax import nodes


@frozen
class _Values:
    """What a table is asked about; ``certain``: for every one of these values it has to have an answer."""

    low: int
    high: int
    certain: bool
    players: bool = False


def check_tables(model: m.GameModel, sink: Sink) -> None:
    """Report overlapping rows and missing values of all tables."""
    trees = {node.name.text: node for node in _table_nodes(model.tree.items)}
    for table in model.tables:
        node = trees.get(table.name)
        rows = [(low, high, _row_span(node, index, value)) for index, (low, high, value) in enumerate(table.rows)]
        _overlaps(table, sorted(rows, key=lambda row: row[0]), sink)
        values = _values(model, table, node) if table.by is not None else None
        if values is not None:
            _gaps(table, [(low, high) for low, high, _ in rows], values, sink)


def _table_nodes(items: tuple[nodes.Item | nodes.Exception_, ...]) -> list[nodes.Table]:
    found: list[nodes.Table] = []
    for item in items:
        if isinstance(item, nodes.Variant):
            found += _table_nodes(item.items)
        elif isinstance(item, nodes.Table):
            found.append(item)
    return found


def _row_span(node: nodes.Table | None, index: int, value: t.Expr) -> Span:
    """The keys of a row; where the tree doesn't show them, its value."""
    spans = [key.span for row in node.rows for key in row.keys] if node is not None else []
    return spans[index] if index < len(spans) else value.span


def _overlaps(table: m.TableDecl, rows: list[tuple[int, int | None, Span]], sink: Sink) -> None:
    for (low, high, span), (next_low, next_high, next_span) in pairwise(rows):
        if high is not None and high < next_low:
            continue
        first, second = sorted([(span, (low, high)), (next_span, (next_low, next_high))], key=lambda row: row[0].start)
        report(
            sink,
            codes.TABLE_OVERLAP,
            f"the table '{table.name}' has two rows for {next_low}",
            second[0],
            "this row ..",
            also=[(first[0], ".. and this one")],
            help=f"give each number in one row only, e.g. let the row {_range(*first[1])} end before {second[1][0]}",
        )


def _range(low: int, high: int | None) -> str:
    return f"{low}.." if high is None else str(low) if low == high else f"{low}..{high}"


# ---------------------------------------------------------------- missing values


def _values(model: m.GameModel, table: m.TableDecl, node: nodes.Table | None) -> _Values | None:
    by = table.by
    while isinstance(by, t.Require):
        by = by.operand
    match by:
        case t.Builtin(name="count", args=(t.AllOf(what="players"),)):
            return _Values(model.low_players, model.high_players, certain=True, players=True)
        case t.Arith(
            op="+" | "-" as op, left=t.Builtin(name="count", args=(t.AllOf(what="players"),)), right=t.Const(value=int(by_))
        ):
            shift = by_ if op == "+" else -by_
            return _Values(model.low_players + shift, model.high_players + shift, certain=True)
        case t.OptionRef(decl=m.OptionDecl(type=ty.NumberT(low=int(low), high=int(high)))):
            return _Values(low, high, certain=True)
        case t.LocalRef(local=local) if local is table.param:
            type_ = node.param.type if node is not None and node.param is not None else None
            if type_ is not None and type_.bounds is not None and type_.bounds.high is not None:
                return _Values(type_.bounds.low, type_.bounds.high, certain=True)
        case _:
            pass
    match by:
        case t.FieldRef(type=ty.NumberT(low=int(low), high=int(high))) | t.AttrRef(type=ty.NumberT(low=int(low), high=int(high))):
            return _Values(low, high, certain=False)
        case _:
            return None


def _gaps(table: m.TableDecl, rows: list[tuple[int, int | None]], values: _Values, sink: Sink) -> None:
    if not rows:
        return
    low, high = values.low, values.high
    if not values.certain:
        low = max(low, min(row[0] for row in rows))
        tops = [row[1] for row in rows]
        high = high if None in tops else min(high, max(top for top in tops if top is not None))
    if high - low > 1000:
        return
    missing = [n for n in range(low, high + 1) if not any(a <= n and (b is None or n <= b) for a, b in rows)]
    if not missing:
        return
    text = _listed(missing)
    what = f"{text} player{'' if missing == [1] else 's'}" if values.players else text
    report(
        sink,
        codes.TABLE_GAP,
        f"the table '{table.name}' has no row for {what}",
        table.span,
        help=f"add a row, e.g. '{text.split(',')[0]}: {_example(table)}'"
        + (", or change the number of players in the first line of the file" if values.players else ""),
    )


def _listed(numbers: list[int]) -> str:
    """``2, 4..6``."""
    runs: list[tuple[int, int]] = []
    for n in numbers:
        if runs and runs[-1][1] == n - 1:
            runs[-1] = (runs[-1][0], n)
        else:
            runs.append((n, n))
    return ", ".join(_range(a, b) for a, b in runs)


def _example(table: m.TableDecl) -> str:
    return table.rows[-1][2].span.text
