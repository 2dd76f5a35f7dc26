"""Queries, tables, scores and the winner.

Takes declarations with their syntax, fills in values, cases and conditions.  Promises: what a case's condition proves holds
in its value; every value of a query is reported to inference.
"""

from __future__ import annotations

from rulekit.analysis import model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body
from rulekit.analysis.coerce import flag, number
from rulekit.analysis.forbids import fitted, give_value
from rulekit.analysis.lattice import ANY, PLAYER, TEAM, strip
from rulekit.analysis.types import AnyT, EnumT, Type
from rulekit.source import Span
from rulekit.syntax import nodes


def lower_query(body: Body, decl: model.QueryDecl) -> None:
    """A ``define``."""
    node = decl.node
    assert node is not None
    body.asker = decl
    for param in decl.params:
        body.enter(param)
    value = body.expr(node.value)
    give_value(body, decl, value)
    decl.value = fitted(body, decl, value)
    cases: list[tuple[t.Expr, t.Expr]] = []
    for case in node.cases:
        condition = flag(body, body.expr(case.condition))
        with body.assuming(condition):
            value = body.expr(case.value)
            give_value(body, decl, value)
            cases.append((fitted(body, decl, value), condition))
    decl.cases = cases


def lower_table(body: Body, decl: model.TableDecl, node: nodes.Table) -> None:
    """A table: what is looked up, and its rows."""
    body.asker = decl
    if decl.param is not None:
        body.enter(decl.param)
    decl.by = number(body, body.expr(node.by), "what a table is looked up by")
    decl.rows = []
    for row in node.rows:
        value = body.expr(row.value)
        body.session.inference.give(decl, value.type, value.span)
        decl.rows += [(key.low, key.high, value) for key in row.keys]


def lower_score(body: Body, rule: model.ScoreRule) -> None:
    """``score p: ..``."""
    body.asker = body.session.score
    rule.local = body.bind(rule.node.var, _scored(body), "param")
    rule.value = number(body, body.expr(rule.node.value), "a score")


def lower_winner(body: Body, rule: model.WinnerRule) -> None:
    """``winner: highest ..`` and ``winner p where ..``."""
    body.asker = model.Decl("winner", rule.node.span)
    node = rule.node
    if isinstance(node, nodes.WinnerWhere):
        rule.local = model.Local(node.var.text, _scored(body), node.var.span, "param")
        with body.over(rule.local, node.var):
            rule.condition = flag(body, body.expr(node.condition))
        return
    rule.local = model.Local("it", _scored(body), node.span, "it")
    rule.keys = []
    with body.over(rule.local):
        for key in node.keys:
            value = body.expr(key.value)
            if not isinstance(strip(value.type), EnumT | AnyT):
                value = number(body, value, "what the winner goes by")
            rule.keys.append((key.highest, value))


def placeholder(span: Span) -> t.Expr:
    """Stands where a value will be when its body has been lowered."""
    return t.Const(span=span, type=ANY, value=None)


def _scored(body: Body) -> Type:
    return TEAM if body.model.teams else PLAYER
