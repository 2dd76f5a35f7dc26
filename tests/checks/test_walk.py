"""Traversal reaches every part of every node once."""

from __future__ import annotations

import typing
from pathlib import Path

import attrs
import pytest

from rulekit.analysis import analyse, parts, walk
from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.diagnostics import Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

CASES = sorted((Path(__file__).parent / "cases").rglob("*.rules"))
EXPRESSIONS = typing.get_args(t.Expr)
STATEMENTS = typing.get_args(t.Stmt)


def build(path: Path) -> m.GameModel:
    sink = Sink()
    file = SourceFile(path.name, path.read_text("utf-8"))
    return analyse(parse(file, sink), file, sink)


def nodes_inside(value: object, stop: tuple[type, ...]) -> list[object]:
    """All typed nodes below a node, found by looking at its attributes; declarations aren't entered."""
    found: list[object] = []
    if isinstance(value, tuple | list):
        for item in value:
            found += nodes_inside(item, stop)
    elif isinstance(value, t.Typed):
        if isinstance(value, stop):
            found.append(value)
        else:
            found += parts_of(value, stop)
    return found


def parts_of(node: t.Typed, stop: tuple[type, ...]) -> list[object]:
    found: list[object] = []
    for attribute in attrs.fields(type(node)):
        found += nodes_inside(getattr(node, attribute.name), stop)
    return found


def once(nodes: list[object]) -> list[object]:
    """Each node once, in order."""
    return list({id(node): node for node in nodes}.values())


@pytest.fixture(scope="module", params=CASES, ids=lambda path: path.name)
def model(request) -> m.GameModel:
    return build(request.param)


def test_children_are_all_attributes(model) -> None:
    for part in parts.parts(model):
        for expr in part.everything():
            assert {id(e) for e in walk.children(expr)} == {id(e) for e in parts_of(expr, EXPRESSIONS)}


def test_statements_give_all_their_expressions(model) -> None:
    for part in parts.parts(model):
        for stmt in walk.statements(part.block):
            written = list(walk.written(stmt))
            direct = {id(e) for e in walk.read_exprs(stmt)} | {id(place) for place in written}
            around = {id(e) for place in written for e in walk.children(place)}
            inside = once(parts_of(stmt, (*EXPRESSIONS, *STATEMENTS)))
            for node in inside:
                known = id(node) in direct | around or isinstance(node, (*STATEMENTS, t.MapUnion))
                assert known, (type(stmt), node)
            blocks = [s for block in walk.blocks_in(stmt) for s in block]
            assert {id(s) for s in blocks} == {id(s) for s in inside if isinstance(s, STATEMENTS)}


def test_subexpressions_come_once(model) -> None:
    for part in parts.parts(model):
        for outer in part.all_exprs():
            found = list(walk.subexpressions(outer))
            assert found[0] is outer
            assert len(found) == len({id(e) for e in found})


def test_phases_and_rules_are_complete(model) -> None:
    owners = {id(part.owner) for part in parts.parts(model)}
    for rule in (*model.queries, *model.events, *model.triggers, *model.whenevers, *parts.abilities(model), *parts.phases(model)):
        assert id(rule) in owners


def test_mentions() -> None:
    model = build(next(path for path in CASES if path.name == "hidden.rules"))
    steal = next(action for action in model.actions if action.name == "steal")
    q = next(clause.choice for clause in steal.clauses if isinstance(clause, t.ChooseClause))
    card = next(c.choice for c in steal.clauses if isinstance(c, t.ChooseClause) and c.choice is not q)
    assert walk.mentions(card.source, q.local)
    assert not walk.mentions(q.source, q.local)
    assert not walk.mentions(None, q.local)
