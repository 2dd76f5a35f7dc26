"""The printer's part for rules, phases, clauses and statements.  See ``printer.py``."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from rulekit.syntax import nodes as n
from rulekit.syntax.print_expressions import (
    POST,
    SUM,
    TERNARY,
    binder,
    bound,
    called,
    choice,
    cited,
    condition,
    expression,
    label,
    names,
    nested,
    params,
    set_expression,
)

PlayRule: TypeAlias = (
    n.Action | n.Rule | n.Exception_ | n.Phase | n.Offer | n.Score | n.Winner | n.WinnerWhere
)


def rule_lines(node: PlayRule) -> list[str]:
    """The lines of a rule, a phase or an offer."""
    match node:
        case n.Action():
            by = f" by {node.by.text}" if node.by else ""
            head = f"action {node.name.text}{label(node.label)}{by}"
            return _block(head, node, [line for clause in node.clauses for line in clause_lines(clause)])
        case n.Reaction():
            return _reaction(node)
        case n.Event():
            head = f"event {node.name.text}{label(node.label)}{params(node.params)}"
            return [cited(head, node)] if node.suite is None else suite_lines(head, node, node.suite)
        case n.Trigger():
            head = f"when {_happenings(node.happenings)} happens{condition('if', node.condition)}"
            return suite_lines(head, node, node.suite)
        case n.Whenever():
            return suite_lines(f"whenever {expression(node.condition)}", node, node.suite)
        case n.WheneverSome():
            return suite_lines(f"whenever some {binder(node.binder)}", node, node.suite)
        case n.Forbid():
            return [cited(f"forbid {names(node.names)}{condition('when', node.condition)}", node)]
        case n.ExceptValue():
            head = f"except {node.name.text}{params(node.params)} = {expression(node.value)}"
            return [cited(head + condition("when", node.condition), node)]
        case n.ExceptEvent():
            head = f"except {node.name.text}{params(node.params)}{condition('when', node.condition)}"
            return suite_lines(head, node, node.suite)
        case n.Phase():
            return _phase(node)
        case n.Offer():
            return [cited(_offer(node), node)]
        case n.Score():
            return [cited(f"score {node.var.text}: {expression(node.value)}", node)]
        case n.Winner():
            keys = [f"{'highest' if key.highest else 'lowest'} {expression(key.value, SUM)}" for key in node.keys]
            return [cited(f"winner: {' then '.join(keys)}", node)]
        case n.WinnerWhere():
            return [cited(f"winner {node.var.text} where {expression(node.condition)}", node)]
        case _:
            assert_never(node)


def _block(head: str, node: n.Line, body: list[str]) -> list[str]:
    return [cited(f"{head}:", node), *nested(body)] if body else [cited(head, node)]


def _happenings(nodes: tuple[n.Happening, ...]) -> str:
    return " or ".join(h.name.text + (f"({names(h.params)})" if h.params else "") for h in nodes)


def _reaction(node: n.Reaction) -> list[str]:
    by = f" by {node.by.text}" if node.by else ""
    if node.among is not None:
        by += f" in {set_expression(node.among)}"
    head = f"reaction {node.name.text}{label(node.label)}{' once' if node.once else ''}{by}"
    head += f" {'before' if node.before else 'after'} {_happenings(node.happenings)}"
    return _block(head, node, [line for clause in node.clauses for line in clause_lines(clause)])


def _phase(node: n.Phase) -> list[str]:
    head = f"phase {node.name.text}{label(node.label)}"
    match node.loop:
        case n.ForEachHead():
            head += f" for each {binder(node.loop.binder)}{_order(node.loop.start, node.loop.rising)}"
        case n.CycleHead():
            head += f" cycle {binder(node.loop.binder)}{_order(node.loop.start, None)}"
        case n.TimesHead():
            head += f" repeat {expression(node.loop.times, SUM)} times"
        case n.ForeverHead():
            head += " repeat"
        case None:
            pass
        case _:
            assert_never(node.loop)
    if node.when is not None:
        head += f" when {expression(node.when, TERNARY)}"
    if node.until is not None:
        head += f" until {expression(node.until, TERNARY)}"
    body = [
        line
        for part in node.body
        for line in (rule_lines(part) if isinstance(part, n.Phase | n.Offer) else statement_lines(part))
    ]
    return _block(head, node, body)


def _order(start: n.Expr | None, rising: n.Expr | None) -> str:
    if start is not None:
        return f" from {expression(start, SUM)}"
    return f" by {expression(rising, SUM)}" if rising is not None else ""


def _offer(node: n.Offer) -> str:
    if node.limit is not None:
        form = f"may do up to {bound(node.limit)} of"
    else:
        first, last = node.form.split()
        form = f"{first} do {last} of"
    stop = condition("stop when", node.stop_when)
    return f"{form} {names(node.names)}{stop}{condition('when', node.when)}"


# ---------------------------------------------------------------- clauses and statements


def clause_lines(node: n.Clause) -> list[str]:
    """The lines of a clause of an action."""
    match node:
        case n.When():
            return [cited(f"when {expression(node.condition)}", node)]
        case n.Choose():
            return [cited(f"choose {choice(node.choice)}", node)]
        case n.Pay():
            items = [
                set_expression(item.amount) + (f" from {expression(item.source, POST)}" if item.source is not None else "")
                for item in node.items
            ]
            return [cited(f"pay {', '.join(items)}", node)]
        case n.Then():
            return suite_lines("then", node, node.suite)
        case n.Ruling():
            return statement_lines(node)
        case _:
            assert_never(node)


def suite_lines(head: str, node: n.Line, suite: n.Suite) -> list[str]:
    """A header and its statements, behind the colon if they were written so."""
    body = [line for statement in suite.body for line in statement_lines(statement)]
    if suite.inline and len(suite.body) == 1 and _is_simple(suite.body[0]):
        return [cited(f"{head}: {body[0]}", node)]
    return [cited(f"{head}:", node), *nested(body)]


def _is_simple(statement: n.Stmt) -> bool:
    has_block = isinstance(statement, n.If | n.ForEach | n.RepeatTimes | n.RepeatUntil | n.Ruling)
    return not has_block and statement.cite is None


def statement_lines(node: n.Stmt) -> list[str]:
    """The lines of a statement."""
    match node:
        case n.If():
            return [line for k, branch in enumerate(node.branches) for line in _branch(branch, k == 0)]
        case n.ForEach():
            head = f"for each {binder(node.binder)}{_order(node.start, node.rising)}"
            return suite_lines(head, node, node.suite)
        case n.RepeatTimes():
            return suite_lines(f"repeat {expression(node.times, SUM)} times", node, node.suite)
        case n.RepeatUntil():
            return suite_lines(f"repeat until {expression(node.condition)}", node, node.suite)
        case _:
            return [cited(_simple(node), node)]


def _branch(node: n.Branch, first: bool) -> list[str]:
    word = "if" if first else "otherwise if"
    head = f"{word} {expression(node.condition)}" if node.condition is not None else "otherwise"
    return suite_lines(head, node, node.suite)


def _simple(
    node: n.Move | n.Deal | n.Shuffle | n.SetTo | n.Add | n.Take | n.Let | n.ChooseStmt | n.Together | n.Roll | n.Show
    | n.Do | n.End | n.Cancel | n.Ruling,
) -> str:
    match node:
        case n.Move():
            to = "bottom of " if node.to_bottom else ""
            return f"move {set_expression(node.cards)} to {to}{expression(node.target, POST)}"
        case n.Deal():
            ends = f"from {expression(node.source, POST)} to {expression(node.target, POST)}"
            return f"deal {expression(node.count, SUM)} {ends}"
        case n.Shuffle():
            return f"shuffle {expression(node.zone, POST)}"
        case n.SetTo():
            return f"set {expression(node.target, POST)} to {expression(node.value)}"
        case n.Add():
            return f"add {set_expression(node.value)} to {expression(node.target, POST)}"
        case n.Take():
            return f"take {set_expression(node.value)} from {expression(node.target, POST)}"
        case n.Let():
            return f"let {node.name.text} = {expression(node.value)}"
        case n.ChooseStmt():
            return f"{'may ' if node.optional else ''}choose {choice(node.choice)} by {expression(node.by, SUM)}"
        case n.Together():
            return f"simultaneously {binder(node.binder)} choose {choice(node.choice)}"
        case n.Roll():
            return "roll " + ", ".join(f"{rolled.die.text} as {rolled.name.text}" for rolled in node.dice)
        case n.Show():
            return f"show {set_expression(node.cards)} to {expression(node.to, SUM)}"
        case n.Do():
            return f"do {node.name.text}{called(node.args)}" + (f" as {node.outcome.text}" if node.outcome else "")
        case n.End():
            return f"end {node.phase.text}"
        case n.Cancel():
            return "cancel"
        case n.Ruling():
            return f'ruling "{node.text.value}"'
        case _:
            assert_never(node)


