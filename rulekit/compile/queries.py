"""Queries and patterns to Python functions.

Takes their typed declarations; adds functions to the source and, for a pattern, its ``PatternCode`` to the program.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from rulekit.analysis import typed as t
from rulekit.analysis.model import (
    PatternDecl,
    QueryDecl,
)
from rulekit.analysis.types import EnumT, NumberT
from rulekit.compile.costs import units
from rulekit.compile.effects import parts
from rulekit.compile.expressions import Expressions
from rulekit.compile.generator import Env, Generator
from rulekit.compile.purity import Purity
from rulekit.engine.patterns import PatternCode
from rulekit.engine.program import Program
from rulekit.engine.state import State


def write_query(k: int, query: QueryDecl, gen: Generator, expressions: Expressions) -> None:
    """The function ``q_k`` of a query."""
    if not gen.layout.exists(query):
        return
    env = Env()
    params = ["S"]
    for local in query.params:
        v = gen.fresh("v")
        env = env.bind(local, v)
        params.append(v)
    lines = []
    heavy = (t.CallQuery, t.AggregateExpr, t.FilterExpr, t.MapUnion, t.BestOf, t.CardsOf, t.HasShape, t.Lookup, t.ScoreOf)
    exprs = [*([query.value] if query.value is not None else []), *[e for case in query.cases for e in case]]
    if any(isinstance(x, heavy) for e in exprs for x in parts(e)):
        lines += [f"S.fuel -= {units(tuple(exprs))}", f"if S.fuel < 0: out_of_fuel(S, {gen.site(query.span)})"]
    for value, condition in query.cases:
        told = "".join(f"{line}; " for line in gen.mark(value.span))
        lines.append(f"if {expressions.text(condition, env)}: {told}return {expressions.text(value, env)}")
    assert query.value is not None
    lines += gen.mark(query.value.span)
    lines.append(f"return {expressions.text(query.value, env)}")
    gen.function(f"q_{k}", ", ".join(params), lines, query.span)


def write_pattern(k: int, decl: PatternDecl, gen: Generator, expressions: Expressions, purity: Purity) -> None:
    """The ``PatternCode`` of a pattern, with its functions."""
    env = Env()
    params = ["S"]
    for local in decl.params:
        v = gen.fresh("v")
        env = env.bind(local, v)
        params.append(v)
    signature = ", ".join(params)
    lines = []
    card = gen.fresh("v")
    for number, line in enumerate(decl.lines):
        lines.append(f"if {expressions.text(line.condition, env.inner(line.it, card))}: return {number}")
    free = not any(not line.wild for line in decl.lines)
    lines.append(f"return {len(decl.lines) if free else -1}")
    line_of = gen.function(gen.fresh("f"), ", ".join(["S", card, *params[1:]]), lines, decl.span)
    bounds = "".join(_bounds(line.low, line.high, expressions, env) + ", " for line in decl.lines) + ("(0, None), " if free else "")
    low, high = decl.size if decl.size is not None else (None, None)
    size = "(1, None)" if low is None else _bounds(low, high, expressions, env)
    exprs = [e for line in decl.lines for e in (line.condition, line.low, line.high) if e is not None]
    exprs += [e for e in (low, high) if e is not None]
    static = all(purity.is_static(e) for e in exprs)
    row = gen.layout.cards

    def table(name: str | None) -> tuple[Any, ...] | None:
        return None if name is None else tuple([c.group.values.get(name) for c in row])

    domain_low, domain = _domain(decl.consecutive, gen)
    code = PatternCode(
        k,
        decl.name,
        (*[line.wild for line in decl.lines], *([False] if free else [])),
        static,
        not (decl.same or decl.different or decl.consecutive or decl.total),
        _no_line,
        _no_line,
        _no_line,
        tuple([table(name) or () for name in decl.same]),
        table(decl.different),
        table(decl.consecutive),
        domain_low,
        domain,
        None if decl.total is None else table(decl.total[0]),
        None,
        len(decl.params),
    )
    gen.globals[f"P_{k}"] = code
    gen.later(code, "line_of", line_of)
    gen.later(code, "bounds", gen.function(gen.fresh("f"), signature, [f"return ({bounds})"]))
    gen.later(code, "size", gen.function(gen.fresh("f"), signature, [f"return {size}"]))
    lanes = expressions.flats.get(id(decl))
    if lanes is not None:
        code.lanes = lanes
        gen.globals |= {f"SUMS_{k}": lanes.of, f"MET_{k}": lanes.met, f"WHICH_{k}": lanes.which}
        gen.on_finish.append(partial(_fill_lanes, gen.program, code))
    if decl.total is not None:
        gen.later(code, "total_is", gen.function(gen.fresh("f"), signature, [f"return {expressions.text(decl.total[1], env)}"]))


def _fill_lanes(program: Program, code: PatternCode) -> None:
    if code.lanes is not None:
        scratch = State(program)
        scratch.fuel = program.fuel * len(program.cards)
        args: list[tuple[int, ...]] = [(value,) for value in range(code.lanes.values)] if code.parameters else [()]
        code.lanes.fill([tuple([code.line_of(scratch, card, *a) for card in range(len(program.cards))]) for a in args])
        program.lanes += ((code.lanes.number, code.lanes.cards),)


def _bounds(low: t.Expr, high: t.Expr | None, expressions: Expressions, env: Env) -> str:
    return f"({expressions.text(low, env)}, {'None' if high is None else expressions.text(high, env)})"


def _domain(attribute: str | None, gen: Generator) -> tuple[int, int]:
    """The first value of a ``consecutive`` attribute and how many there are."""
    if attribute is None:
        return 0, 0
    for kind in gen.layout.model.kinds:
        for a in kind.attributes:
            if a.name == attribute:
                if isinstance(a.type, EnumT):
                    return 0, len(a.type.decl.values)
                if isinstance(a.type, NumberT) and a.type.low is not None and a.type.high is not None:
                    return a.type.low, a.type.high - a.type.low + 1
    values = [v for c in gen.layout.cards if isinstance(v := c.group.values.get(attribute), int)]
    return (min(values), max(values) - min(values) + 1) if values else (0, 0)


def _no_line(*_: Any) -> Any:
    raise AssertionError("the program isn't finished")
