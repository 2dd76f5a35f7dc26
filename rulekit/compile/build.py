"""From a checked model to a program: numbering, queries, patterns, events, actions, phases; then Python's compiler.

Takes the model and what is fixed for a match; gives a ``Program``.  Promises: no text of the rules file becomes code, and the same input
gives the same source.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from attrs import define

from rulekit.analysis import typed as t
from rulekit.analysis.model import (
    ActionDecl,
    EventDecl,
    FieldDecl,
    GameModel,
    KindDecl,
    Local,
    PatternDecl,
    QueryDecl,
    SpaceFieldDecl,
    Value,
)
from rulekit.analysis.parts import Ability, abilities
from rulekit.analysis.types import EnumT, NumberT, SetT
from rulekit.compile.choices import Choices
from rulekit.compile.costs import units
from rulekit.compile.effects import Effects, effects_of, parts
from rulekit.compile.expressions import Expressions
from rulekit.compile.flat import lanes_of
from rulekit.compile.generator import Env, Generator
from rulekit.compile.layers import layers_of
from rulekit.compile.layout import first_of_board, first_value, lay_out, state_start
from rulekit.compile.order import ordered_zones
from rulekit.compile.phases import PhaseWriter, phase_path
from rulekit.compile.playouts import PlayoutWriter
from rulekit.compile.purity import Purity
from rulekit.compile.statements import BlockBody, Body, Writer, is_of_card
from rulekit.compile.triggers import StateBased, add_triggers, state_based
from rulekit.compile.windows import Answer, Happening, Windows, ability_locals, add_windows, event_is_answered
from rulekit.engine import basics, ledger
from rulekit.engine.boards import board_names
from rulekit.engine.choices import ActionCode, class_options, class_weights, draw_binding, lowest, tally
from rulekit.engine.families import ways
from rulekit.engine.flatsets import class_counts, flat_draw, flat_weights
from rulekit.engine.net import CAUGHT, caught
from rulekit.engine.patterns import PatternCode, firsts, kind_firsts, zone_firsts
from rulekit.engine.program import SOURCE_NAME, Code, OfferPoint, Program
from rulekit.engine.run import close_offer, end_phase, is_running, may_decline, nothing_to_do, offer_is_open, push, settle, take_action
from rulekit.engine.shapes import wide, zero
from rulekit.engine.state import State
from rulekit.engine.windows import cancel, not_held
from rulekit.engine.words import value_data
from rulekit.source import Span

_SHARED = (
    basics.require,
    basics.unset,
    basics.outside,
    basics.no_row,
    basics.divide,
    basics.modulo,
    basics.number,
    basics.out_of_fuel,
    basics.charged,
    basics.interval,
    basics.first,
    basics.last,
    basics.end_of,
    basics.unique,
    basics.joined,
    basics.united,
    basics.without,
    basics.same_set,
    basics.best,
    basics.rotated,
    basics.next_in_cycle,
    basics.random_of,
    basics.refill,
    basics.deal,
    basics.is_kind,
    basics.lone,
    basics.apart,
    basics.pay_cards,
    basics.placed,
    basics.too_deep,
    firsts,
    kind_firsts,
    zone_firsts,
    end_phase,
    is_running,
    push,
    cancel,
    not_held,
    settle,
    value_data,
    class_weights,
    draw_binding,
    class_options,
    class_counts,
    lowest,
    flat_draw,
    tally,
    flat_weights,
    ways,
    close_offer,
    may_decline,
    nothing_to_do,
    offer_is_open,
    take_action,
    wide,
    zero,
)


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
    _tables(program, gen)
    effects = effects_of(layers.events, layers.event, layers.windows)
    choices = Choices(gen, expressions, Purity(layers.query))
    for k, pattern in enumerate(model.patterns):
        lanes = lanes_of(k, pattern, model, players, len(layout.cards), choices.purity)
        if lanes is not None:
            expressions.flats[id(pattern)] = lanes
    numbers = _phase_numbers(model)
    writer = Writer(gen, expressions, choices, effects, numbers)
    for k, query in enumerate(layers.queries):
        _query(k, query, gen, expressions)
    for k, pattern in enumerate(model.patterns):
        _pattern(k, pattern, gen, expressions, choices.purity)
    asking = [e for e in layers.events if id(e) in effects.asking and (e.body is not None or id(e) in layers.windows) and layout.exists(e)]
    writer.event_codes = {id(e): k + 1 for k, e in enumerate(asking)}
    for k, event in enumerate(layers.events):
        if layout.exists(event) and id(event) not in effects.asking:
            _event(k, event, writer)
    played = [a for a in model.actions if layout.exists(a)]
    effected = [*[_Effect(a, None) for a in played], *[_Effect(answer.reaction, answer) for answer in answers]]
    asked = [x for x in effected if effects.asks(layers.body(x.rule) or ()) or id(x.rule) in layers.windows]
    for k, x in enumerate(asked):
        x.code = 1 + len(asking) + k
    for x in effected:
        made = _ability(x, writer)
        if x.answer is None:
            program.actions[x.rule.name] = made
        else:
            writer.reactions[id(x.answer)] = made
    body = _Main(writer, Env(), name="c0")
    ends = bool(effects.ending) or any(effects.ends(layers.body(rule) or ()) for rule in abilities(model))
    phases = PhaseWriter(body, program.actions, partial(_narrowed, writer), bool(whenevers), ends)
    body.phases = phases
    program.codes.append(phases.write([p for p in model.phases if layout.exists(p)]))
    program.main = program.codes[0]
    program.phases = phases.codes
    program.passes = phases.passes
    program.path = [phases.path.get(k, ()) for k in range(len(body.blocks))]
    for k, event in enumerate(asking):
        program.codes.append(_event_code(k + 1, event, writer))
    for x in asked:
        program.codes.append(_ability_code(x, writer))
    for rule in whenevers:
        _whenever(rule, program, writer)
    _result(program, gen, expressions)
    ordered = ordered_zones(model)
    program.order_free = frozenset(z.index for z in layout.zones if id(z.decl) not in ordered)
    playouts = PlayoutWriter(gen, choices.texts, writer.plain_effects)
    for code in program.codes:
        for point in code.points:
            if isinstance(point, OfferPoint):
                gen.later(point, "playout", playouts.offer(point))
    gen.finish()
    _first_values(program, expressions)
    program.compile_query = _query_compiler(program, layout, gen)
    return program


class _Main(BlockBody):
    """The main code: its path is that of the running phases."""

    phases: PhaseWriter

    def path(self) -> str:
        return phase_path(self.phases.stack)


# ---------------------------------------------------------------- tables


def _tables(program: Program, gen: Generator) -> None:
    layout = gen.layout
    program.zones = tuple(layout.zones)
    program.fields = tuple(layout.fields)
    program.cards = tuple(layout.cards)
    program.states = tuple(layout.states)
    program.states_per_card = len(layout.states)
    program.classes = tuple([card.card_class for card in layout.cards])
    program.owners = tuple([z.owner if z.decl.owner == "player" else None for z in layout.zones])
    numbers = {id(zone): k for k, zone in enumerate(program.model.zones)}
    program.decl_of = tuple([numbers[id(z.decl)] for z in layout.zones])
    program.viewers = tuple([z.viewers for z in layout.zones])
    program.face_up = tuple([card.face_up for card in layout.cards])
    program.start_states = state_start(layout.states, len(layout.states), layout.cards)
    program.resets = tuple([(s.slot, _state_first(s.decl)) for s in layout.states if s.decl.until_moved])
    program.card_fields = tuple([f.index for f in layout.fields if is_of_card(f.type)])
    program.card_states = tuple([s.slot for s in layout.states if is_of_card(s.decl.type)])
    starts: dict[int, int] = {}
    for zone in program.model.zones:
        if layout.exists(zone):
            program.owner_stride[layout.zone_base[id(zone)]] = layout.size(zone.index)
            if zone.starts_with is not None:
                starts.setdefault(id(zone.starts_with), layout.zone_base[id(zone)])
    program.class_count = max(program.classes, default=-1) + 1
    program.plain_cards = not program.states and not program.card_fields
    program.start_zones = tuple([starts.get(id(card.deck), -1) for card in layout.cards])
    rows: list[list[int]] = [[] for _ in program.zones]
    for number, zone_number in enumerate(program.start_zones):
        if zone_number >= 0:
            rows[zone_number].append(number)
    program.start_rows = tuple([tuple(row) for row in rows])
    targets: list[tuple[str, int, bool] | None] = []
    for card in layout.cards:
        to = card.kind.discards_to
        targets.append(None if to is None else (to.owner, layout.zone_base[id(to)], card.kind.discards_bottom))
    program.discard = tuple(targets)
    n = program.players
    names: dict[str, Any] = {function.__name__: function for function in _SHARED}
    names |= {function.__name__: function for function in (program.ops.move, program.ops.shuffle)}
    source = ledger if program.full else basics
    if not program.full and not program.resets:
        names["move"] = basics.place
    names |= {"roll": source.roll, "show": source.show, "set_field": source.set_field, "set_state": source.set_state}
    if program.full:
        names["begin_pass"] = ledger.begin_pass
    names |= {
        "COVERED": program.covered.add,
        "FUEL": program.fuel,
        "OWNERS": program.owners,
        "OTHERS": tuple([tuple([(p + k) % n for k in range(1, n)]) for p in range(n)]),
        "ROUND": tuple([tuple([(p + k) % n for k in range(n)]) for p in range(n)]),
        "LEFT": tuple([(p + 1) % n for p in range(n)]),
        "RIGHT": tuple([(p - 1) % n for p in range(n)]),
    }
    if program.model.teams:
        teams = {p: team for team in program.in_play for p in program.members(team)}
        partners = [[q for q in program.members(teams[p]) if q != p] for p in range(n)]
        names |= {"TEAM_OF": tuple([teams[p] for p in range(n)])}
        names |= {"PARTNER": tuple([row[0] if len(row) == 1 else None for row in partners])}
    if program.model.board is not None:
        names |= board_names(program.model.board)
    program.globals.update(names)


def _state_first(decl: Any) -> Any:
    return decl.default if decl.default is not None else first_value(decl.type)


def _phase_numbers(model: GameModel) -> dict[int, int]:
    numbers: dict[int, int] = {}

    def count(items: Any) -> None:
        for item in items:
            if hasattr(item, "loop"):
                numbers[id(item)] = len(numbers) + 1
                count(item.body)

    count(model.phases)
    return numbers


def _first_values(program: Program, expressions: Expressions) -> None:
    """Fields at first: constants, worked out once without a state."""
    values: dict[int, Any] = {}
    row = []
    for info in program.fields:
        if isinstance(info.decl, SpaceFieldDecl):
            row.append(first_of_board(program.model, info.decl, info.at or 0))
            continue
        if id(info.decl) not in values:
            values[id(info.decl)] = _field_first(program, info.decl, expressions)
        row.append(values[id(info.decl)])
    program.start_fields = tuple(row)


def _field_first(program: Program, decl: FieldDecl, expressions: Expressions) -> Any:
    if decl.default is None:
        return first_value(decl.type)
    text = expressions.text(decl.default, Env())
    program.globals.update(expressions.gen.globals)
    program.spans["<module>"] = decl.span
    S = State(program)
    S.fuel = program.fuel
    try:
        value = eval(compile(text, SOURCE_NAME, "eval"), program.globals, {"S": S})
    except (*CAUGHT, NameError) as error:
        raise caught(program, error) from error
    return tuple(value) if isinstance(decl.type, SetT) else value


# ---------------------------------------------------------------- queries and patterns


def _query(k: int, query: QueryDecl, gen: Generator, expressions: Expressions) -> None:
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


def _pattern(k: int, decl: PatternDecl, gen: Generator, expressions: Expressions, purity: Purity) -> None:
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


# ---------------------------------------------------------------- events, actions and reactions


def _event(k: int, event: EventDecl, writer: Writer) -> None:
    env = Env()
    params = ["S"]
    for local in event.params:
        v = writer.gen.fresh("v")
        env = env.bind(local, v)
        params.append(v)
    body = Body(writer, env)
    recursive = id(event) in writer.effects.recursive
    statements = event.body or ()
    if recursive or units(statements) > 8 or any(isinstance(x, t.DoStmt) for x in parts(statements)):
        body.burn(t.CancelStmt(span=event.span), statements)
    body.block(event.body or ())
    body.emit("return 0")
    if recursive:
        inner = f"{writer.event_name(event)}_in"
        writer.gen.function(inner, ", ".join(params), body.lines, event.span)
        body.lines = [f"too_deep(S, {writer.gen.site(event.span)})", f"r = {inner}({', '.join(params)})", "S.depth -= 1", "return r"]
    writer.gen.function(f"e_{k}", ", ".join(params), body.lines, event.span)


@define(eq=False)
class _Effect:
    """An action, or a reaction to one of its heads, in the making; ``code``: the number of its code, if it may ask."""

    rule: Ability
    answer: Answer | None
    code: int | None = None

    @property
    def locals(self) -> list[Local]:
        """What stands in its registers, from the first."""
        assert self.rule.player is not None
        return ability_locals(self.rule, self.answer.locals if self.answer is not None else [self.rule.player])

    @property
    def first(self) -> int:
        """How many registers come before its card and its choices."""
        return len(self.answer.locals) if self.answer is not None else 1

    def env(self) -> Env:
        """Where the locals of its first registers are; who acts is in register 0, whatever else he may be."""
        env = Env()
        for k in reversed(range(self.first)):
            env = env.bind(self.locals[k], f"L[{k}]")
        return env


def _ability(x: _Effect, writer: Writer) -> ActionCode:
    gen = writer.gen
    action = writer.choices.action(x.rule, x.env(), (), x.first, x.answer.conditions if x.answer is not None else ())
    action.code = x.code
    action.given = tuple(x.locals[1 : x.first])
    effect = gen.layout.layers.body(x.rule)
    if x.answer is not None and x.answer.reaction.this is None:
        writer.may_react[id(x.answer)] = _who_may(x.answer, x.env(), writer)
    if x.code is None and effect:
        inside = Env()
        names = [gen.fresh("v") for _ in x.locals]
        for local, v in reversed(list(zip(x.locals, names, strict=True))):
            inside = inside.bind(local, v)
        body = Body(writer, inside)
        body.block(effect)
        name = gen.function(gen.fresh("b"), ", ".join(["S", *names]), [*body.lines, "return 0"], x.rule.span)
        gen.later(action, "body", gen.function(gen.fresh("b"), "S, L", [f"return {name}(S, *L)"], x.rule.span))
        if not writer.effects.ends(effect) and not any(isinstance(c, t.PayCards | t.PayNumber) for c in x.rule.clauses):
            writer.plain_effects[x.rule.name] = name
    elif x.code is None and not any(isinstance(c, t.PayCards | t.PayNumber) for c in x.rule.clauses):
        writer.plain_effects[x.rule.name] = ""
    return action


def _who_may(answer: Answer, env: Env, writer: Writer) -> str:
    """The function that gives the players who may react, outside cards."""
    reaction = answer.reaction
    if reaction.among is not None:
        return writer.expressions.condition(reaction.among, env)
    at = next(k for k, local in enumerate(answer.params) if local is reaction.player)
    return writer.gen.expression_function("g", "S, L", [], f"(L[{1 + at}],)")


def _narrowed(writer: Writer, decl: ActionDecl, kinds: tuple[KindDecl, ...]) -> ActionCode:
    """An action with cards of these kinds only; its effect is that of the action."""
    assert decl.player is not None
    action = writer.choices.action(decl, Env().bind(decl.player, "L[0]"), kinds)
    whole = writer.gen.program.actions[decl.name]

    def resolve() -> None:
        action.code, action.body = whole.code, whole.body

    writer.gen.on_finish.append(resolve)
    return action


def _whenever(based: StateBased, program: Program, writer: Writer) -> None:
    """The function of a state-based rule: it applies the rule once, if its condition holds."""
    gen, rule, env = writer.gen, based.rule, Env()
    reads = tuple([e for e in (rule.source, rule.condition) if e is not None])
    lines = [f"S.fuel -= {units(reads)}"] if units(reads) > 1 else []
    site = gen.site(rule.node.span)
    zones: set[int] | None = None
    if rule.kind is None and any(isinstance(x, t.FilterExpr | t.AggregateExpr) for x in parts(reads)):
        zones = writer.expressions.zones_read(reads)
    indent, args = "", ["S"]
    if zones:
        versions = " + ".join(f"V[{k}]" for k in sorted(zones))
        lines += ["V = S.versions", f"now = ({versions}, False)", f"if S.worked_out.get({site}) == now: return False"]
    if rule.this is not None and rule.kind is not None:
        v = gen.fresh("v")
        env = env.inner(rule.this, v)
        lines += [f"for {v} in charged(S, {gen.constant(based.cards)}, {site}):", f"    if S.loc[{v}] < 0: continue"]
        indent, args = "    ", [*args, v]
    if rule.local is not None and rule.source is not None:
        v = gen.fresh("v")
        source = writer.expressions.text(rule.source, env)
        env = env.inner(rule.local, v)
        lines.append(f"{indent}for {v} in charged(S, {source}, {site}):")
        indent, args = indent + "    ", [*args, v]
    condition = "True" if rule.condition is None else writer.expressions.text(rule.condition, env)
    lines.append(f"{indent}if {condition}:")
    if based.event.body:
        lines.append(f"{indent}    {writer.event_name(based.event)}({', '.join(args)})")
    lines.append(f"{indent}    return True")
    if zones:
        lines.append(f"S.worked_out[{site}] = now")
    name = gen.function(gen.fresh("u"), "S", [*lines, "return False"], rule.node.span)
    gen.on_finish.append(lambda: program.whenevers.append((program.globals[name], reads[0].span if reads else rule.node.span)))


def _event_code(number: int, event: EventDecl, writer: Writer) -> Code:
    """The code of an event that may ask.  If it can be called off, its last parameter is the register for its outcome, or none."""
    layers = writer.gen.layout.layers
    body = BlockBody(writer, _in_registers(event.params), name=f"c{number}")
    for local in event.params:
        body.slot(local.type)
    held = f"not_held(S, L[{body.slot()}])" if event_is_answered(layers, event) else "-1"
    return _with_windows(body, event, 0, event.body or (), layers.windows.get(id(event)), held)


def _ability_code(x: _Effect, writer: Writer) -> Code:
    """The code of an action or reaction that may ask, or be answered."""
    layers = writer.gen.layout.layers
    body = BlockBody(writer, _in_registers(x.locals), name=f"c{x.code}", above=1)
    for local in x.locals:
        body.slot(local.type)
    return _with_windows(body, x.rule, x.first, layers.body(x.rule) or (), layers.windows.get(id(x.rule)), "-1")


def _in_registers(locals: list[Local]) -> Env:
    env = Env()
    for k, local in reversed(list(enumerate(locals))):
        env = env.bind(local, f"L[{k}]")
    return env


def _with_windows(
    body: BlockBody, happening: Happening, first: int, statements: t.Block, windows: Windows | None, called_off: str
) -> Code:
    """A body between its windows; ``called_off`` is what the block returns that ends it when it doesn't take place."""
    body.place_label(body.new_label())
    cancelled = -1
    if windows is not None and windows.before:
        cancelled = body.new_label()
        body.window(windows.before, happening, first, True, cancelled)
    body.block(statements)
    if windows is not None and windows.after:
        body.window(windows.after, happening, first, False, -1)
    body.leave()
    if cancelled >= 0:
        body.place_label(cancelled)
        body.leave(called_off)
    return body.finish(happening.name)


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
