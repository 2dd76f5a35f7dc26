"""Events, actions, reactions and state-based rules to functions, or to codes if they may ask.

Takes their typed declarations in their top layers; gives codes and ``ActionCode``s.  Promises: what nobody can answer and asks nobody
becomes a plain function.
"""

from __future__ import annotations

from attrs import define

from rulekit.analysis import typed as t
from rulekit.analysis.model import (
    ActionDecl,
    EventDecl,
    KindDecl,
    Local,
)
from rulekit.analysis.parts import Ability
from rulekit.compile.blocks import BlockBody
from rulekit.compile.costs import units
from rulekit.compile.effects import parts
from rulekit.compile.generator import Env
from rulekit.compile.statements import Body, Writer
from rulekit.compile.triggers import StateBased
from rulekit.compile.windows import Answer, Happening, Windows, ability_locals, event_is_answered
from rulekit.engine.choices import ActionCode
from rulekit.engine.program import Code, Program


def write_event(k: int, event: EventDecl, writer: Writer) -> None:
    """The function ``e_k`` of an event that doesn't ask."""
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
class Effect:
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


def write_ability(x: Effect, writer: Writer) -> ActionCode:
    """Choices, conditions, costs and (if it doesn't ask) effect of an action or reaction."""
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


def narrowed(writer: Writer, decl: ActionDecl, kinds: tuple[KindDecl, ...]) -> ActionCode:
    """An action with cards of these kinds only; its effect is that of the action."""
    assert decl.player is not None
    action = writer.choices.action(decl, Env().bind(decl.player, "L[0]"), kinds)
    whole = writer.gen.program.actions[decl.name]

    def resolve() -> None:
        action.code, action.body = whole.code, whole.body

    writer.gen.on_finish.append(resolve)
    return action


def write_whenever(based: StateBased, program: Program, writer: Writer) -> None:
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


def event_code(number: int, event: EventDecl, writer: Writer) -> Code:
    """The code of an event that may ask.  If it can be called off, its last parameter is the register for its outcome, or none."""
    layers = writer.gen.layout.layers
    body = BlockBody(writer, _in_registers(event.params), name=f"c{number}")
    for local in event.params:
        body.slot(local.type)
    held = f"not_held(S, L[{body.slot()}])" if event_is_answered(layers, event) else "-1"
    return _with_windows(body, event, 0, event.body or (), layers.windows.get(id(event)), held)


def ability_code(x: Effect, writer: Writer) -> Code:
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
