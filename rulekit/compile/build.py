"""From a checked model to a program: numbering, queries, patterns, events, actions, phases; then Python's compiler.

Takes the model and what is fixed for a match; gives a ``Program``.  Promises: no text of the rules file becomes code, and the same input
gives the same source.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from rulekit.analysis import typed as t
from rulekit.analysis.model import (
    GameModel,
    Value,
)
from rulekit.analysis.parts import abilities
from rulekit.compile.blocks import BlockBody
from rulekit.compile.choices import Choices
from rulekit.compile.costs import units
from rulekit.compile.effects import Effects, effects_of
from rulekit.compile.expressions import Expressions
from rulekit.compile.flat import lanes_of
from rulekit.compile.generator import Env, Generator
from rulekit.compile.layers import layers_of
from rulekit.compile.layout import lay_out
from rulekit.compile.order import ordered_zones
from rulekit.compile.phases import PhaseWriter, phase_path
from rulekit.compile.playouts import PlayoutWriter
from rulekit.compile.program_tables import fill_tables, first_values, phase_numbers
from rulekit.compile.purity import Purity
from rulekit.compile.queries import write_pattern, write_query
from rulekit.compile.rules import Effect, ability_code, event_code, narrowed, write_ability, write_event, write_whenever
from rulekit.compile.statements import Writer
from rulekit.compile.triggers import add_triggers, state_based
from rulekit.compile.windows import add_windows
from rulekit.engine import basics, ledger
from rulekit.engine.program import OfferPoint, Program
from rulekit.source import Span


def build(
    model: GameModel,
    players: int,
    options: dict[str, Value],
    variants: frozenset[str],
    rules_hash: str,
    full: bool = True,
    watched: frozenset[Span] = frozenset(),
) -> Program:
    """The program for one kind of match.

    ``options`` has a run-time value for every option; ``players`` is in the game's range.  ``full``: with log and knowledge; otherwise
    bare, for simulation.  ``watched``: places of rules that tell when they are carried out (``Program.covered``).  Raises ``RulesFault``
    if such a match would be too large.
    """
    layout = lay_out(model, players, variants)
    layers = layout.layers = layers_of(model, layout, options)
    add_triggers(model, layout)
    whenevers = state_based(model, layout)
    answers = add_windows(model, layout)
    program = Program(model, players, options, variants, rules_hash, full, ledger if full else basics)
    gen = Generator(program, layout, watched=watched)
    expressions = Expressions(gen)
    fill_tables(program, gen)
    effects = effects_of(layers.events, layers.event, layers.windows)
    choices = Choices(gen, expressions, Purity(layers.query))
    for k, pattern in enumerate(model.patterns):
        lanes = lanes_of(k, pattern, model, players, len(layout.cards), choices.purity)
        if lanes is not None:
            expressions.flats[id(pattern)] = lanes
    numbers = phase_numbers(model)
    writer = Writer(gen, expressions, choices, effects, numbers)
    for k, query in enumerate(layers.queries):
        write_query(k, query, gen, expressions)
    for k, pattern in enumerate(model.patterns):
        write_pattern(k, pattern, gen, expressions, choices.purity)
    asking = [e for e in layers.events if id(e) in effects.asking and (e.body is not None or id(e) in layers.windows) and layout.exists(e)]
    writer.event_codes = {id(e): k + 1 for k, e in enumerate(asking)}
    for k, event in enumerate(layers.events):
        if layout.exists(event) and id(event) not in effects.asking:
            write_event(k, event, writer)
    played = [a for a in model.actions if layout.exists(a)]
    effected = [*[Effect(a, None) for a in played], *[Effect(answer.reaction, answer) for answer in answers]]
    asked = [x for x in effected if effects.asks(layers.body(x.rule) or ()) or id(x.rule) in layers.windows]
    for k, x in enumerate(asked):
        x.code = 1 + len(asking) + k
    for x in effected:
        made = write_ability(x, writer)
        if x.answer is None:
            program.actions[x.rule.name] = made
        else:
            writer.reactions[id(x.answer)] = made
    body = _Main(writer, Env(), name="c0")
    ends = bool(effects.ending) or any(effects.ends(layers.body(rule) or ()) for rule in abilities(model))
    phases = PhaseWriter(body, program.actions, partial(narrowed, writer), bool(whenevers), ends)
    body.phases = phases
    program.codes.append(phases.write([p for p in model.phases if layout.exists(p)]))
    program.main = program.codes[0]
    program.phases = phases.codes
    program.passes = phases.passes
    program.path = [phases.path.get(k, ()) for k in range(len(body.blocks))]
    for k, event in enumerate(asking):
        program.codes.append(event_code(k + 1, event, writer))
    for x in asked:
        program.codes.append(ability_code(x, writer))
    for rule in whenevers:
        write_whenever(rule, program, writer)
    _result(program, gen, expressions)
    ordered = ordered_zones(model)
    program.order_free = frozenset(z.index for z in layout.zones if id(z.decl) not in ordered)
    playouts = PlayoutWriter(gen, choices.texts, writer.plain_effects)
    for code in program.codes:
        for point in code.points:
            if isinstance(point, OfferPoint):
                gen.later(point, "playout", playouts.offer(point))
    gen.finish()
    first_values(program, expressions)
    program.compile_query = _query_compiler(program, layout, gen)
    return program


class _Main(BlockBody):
    """The main code: its path is that of the running phases."""

    phases: PhaseWriter

    def path(self) -> str:
        return phase_path(self.phases.stack)


# ---------------------------------------------------------------- result and examples


def _result(program: Program, gen: Generator, expressions: Expressions) -> None:
    score, winner = program.model.score, program.model.winner
    if score is not None:
        text = expressions.text(score.value, Env().bind(score.local, "v0"))
        span = score.node.span
        pay = [f"S.fuel -= {units(score.value)}", f"if S.fuel < 0: out_of_fuel(S, {gen.site(span)})"]
        gen.function("score", "S, v0", [*pay, f"return {text}"], span)
        gen.later(program, "score", "score")
    if winner is None:
        return
    env = Env().bind(winner.local, "v0")
    for highest, value in winner.keys:
        name = gen.function(gen.fresh("w"), "S, v0", [f"return {expressions.text(value, env)}"], winner.node.span)
        gen.on_finish.append(partial(_add_key, program, highest, name))
    if winner.condition is not None:
        name = gen.function(gen.fresh("w"), "S, v0", [f"return {expressions.text(winner.condition, env)}"], winner.node.span)
        gen.later(program, "winner_where", name)


def _add_key(program: Program, highest: bool, name: str) -> None:
    program.winner_keys.append((highest, program.globals[name]))


def _query_compiler(program: Program, layout: Any, first: Generator) -> Any:
    """Compiles an expression of an example: a function of the state."""

    def compile_query(e: t.Expr) -> Any:
        gen = Generator(program, layout, numbers=first.numbers)
        expressions = Expressions(gen)
        name = gen.expression_function("x", "S", [], expressions.text(e, Env()), e.span)
        gen.finish()
        first.numbers = gen.numbers
        return program.globals[name]

    return compile_query


__all__ = ["Effects", "build"]
