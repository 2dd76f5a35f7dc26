"""Statements and blocks.

Takes syntax and the ``Body`` it stands in, gives typed blocks.  Promises: names end with their block; what an ``if`` proves
holds in its branches; a statement that can't be made sense of is reported and left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulekit.analysis import binders, codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.arguments import arguments
from rulekit.analysis.body import Body
from rulekit.analysis.choices import lower_choice
from rulekit.analysis.coerce import as_set, coerce, flag, may_miss, number
from rulekit.analysis.lattice import FLAG, PLAYER, element, join, show, without_bounds
from rulekit.analysis.loops import for_each, repeat_times, repeat_until
from rulekit.analysis.names import Names, unknown
from rulekit.analysis.places import fill, place, zone, zones
from rulekit.analysis.types import AnyT, CardT, NumberT, PlayerT, SetT, Type
from rulekit.syntax import nodes


def suite(body: Body, node: nodes.Suite | None) -> t.Block:
    """A block with names of its own."""
    if node is None:
        return ()
    with body.block():
        return statements(body, node.body)


def statements(body: Body, stmts: Sequence[nodes.Stmt]) -> t.Block:
    """Statements whose names stay in scope for what follows."""
    block: list[t.Stmt] = []
    with body.quiet(True):
        for stmt in stmts:
            typed = statement(body, stmt)
            if typed is not None:
                block.append(typed)
    return tuple(block)


def statement(body: Body, node: nodes.Stmt) -> t.Stmt | None:
    """One statement, or none (a ruling, or one that was reported)."""
    match node:
        case nodes.Move():
            return _move(body, node)
        case nodes.Deal():
            return _deal(body, node)
        case nodes.Shuffle():
            where = zones(body, node.zone, "what is shuffled")
            return None if where is None else t.ShuffleStmt(span=node.span, zone=where)
        case nodes.SetTo():
            return _set(body, node)
        case nodes.Add() | nodes.Take():
            return _change(body, node)
        case nodes.Let():
            return _let(body, node)
        case nodes.ChooseStmt():
            return _choose(body, node)
        case nodes.Together():
            return _together(body, node)
        case nodes.Roll():
            return _roll(body, node)
        case nodes.Show():
            cards = as_set(body, body.expr(node.cards))
            if not isinstance(element(cards.type), CardT | AnyT):
                body.report(codes.WRONG_TYPE, f"cards are shown, but this is {show(cards.type)}", node.cards.span)
            to = coerce(body, body.expr(node.to), SetT(PLAYER), "who is shown cards")
            return t.ShowStmt(span=node.span, cards=cards, to=to)
        case nodes.Do():
            return _do(body, node)
        case nodes.End():
            return _end(body, node)
        case nodes.Cancel():
            if not body.cancel:
                _stray_cancel(body, node)
                return None
            return t.CancelStmt(span=node.span)
        case nodes.If():
            return _if(body, node)
        case nodes.ForEach():
            return for_each(body, node, suite)
        case nodes.RepeatTimes():
            return repeat_times(body, node, suite)
        case nodes.RepeatUntil():
            return repeat_until(body, node, suite)
        case nodes.Ruling():
            return None
        case _:
            assert_never(node)


# ---------------------------------------------------------------- cards


def _move(body: Body, node: nodes.Move) -> t.Stmt | None:
    value = body.expr(node.cards)
    target = zone(body, node.target, "where cards are moved to")
    if target is None:
        return None
    fill(body, target, value)
    refills = isinstance(value, t.EndOfZone) and value.top and value.zone.decl.refills_from is not None
    return t.MoveStmt(span=node.span, cards=as_set(body, value), target=target, to_bottom=node.to_bottom, refills=refills)


def _deal(body: Body, node: nodes.Deal) -> t.Stmt | None:
    count = number(body, body.expr(node.count), "how many cards are dealt")
    source = zone(body, node.source, "where cards are dealt from")
    target = zones(body, node.target, "where cards are dealt to")
    if source is None or target is None:
        return None
    fill(body, target, source)
    return t.DealStmt(span=node.span, count=count, source=source, target=target)


# ---------------------------------------------------------------- values


def _set(body: Body, node: nodes.SetTo) -> t.Stmt | None:
    value = body.expr(node.value)
    target = place(body, node.target, "set")
    if target is None:
        return None
    if isinstance(target, t.LocalRef):
        return t.SetStmt(span=node.span, target=_widened(body, target, value), value=value)
    value = coerce(body, value, target.type, f"'{node.target.span.text}'")
    return t.SetStmt(span=node.span, target=target, value=value)


def _widened(body: Body, target: t.LocalRef, value: t.Expr) -> t.LocalRef:
    """A ``let`` name that has to hold a further value."""
    local = target.local
    unit = body.unit
    _changes(body, local)
    type = join(local.type, value.type)
    if type is None:
        coerce(body, value, local.type, f"'{local.name}'")
        return target
    type = without_bounds(type)
    if may_miss(body, value):
        body.maybe = body.maybe | {local}
    if type != local.type:
        unit.lets[local.span.start] = type
        local.type = type
        body.session.inference.again(unit)
    return t.LocalRef(span=target.span, type=type, local=local)


def _changes(body: Body, local: model.Local) -> None:
    """A ``let`` name doesn't keep its first value: what stands before has to know it too."""
    unit = body.unit
    if local.span.start not in unit.changed:
        unit.changed.add(local.span.start)
        body.session.inference.again(unit)


def _change(body: Body, node: nodes.Add | nodes.Take) -> t.Stmt | None:
    verb = "add" if isinstance(node, nodes.Add) else "take"
    value = body.expr(node.value)
    target = place(body, node.target, verb)
    if target is None:
        return None
    if isinstance(target, t.LocalRef) and isinstance(target.type, SetT):
        _changes(body, target.local)
        target = _widened(body, target, as_set(body, value)) if verb == "add" else target
    what = f"what is {'added' if verb == 'add' else 'taken'}"
    if isinstance(target.type, SetT):
        value = coerce(body, value, target.type, what) if verb == "add" else as_set(body, value)
    elif isinstance(target.type, NumberT | AnyT):
        if isinstance(target, t.LocalRef):
            target = _widened(body, target, number(body, value, what))
        value = number(body, value, what)
    else:
        body.report(
            codes.NOT_A_PLACE, f"'{verb}' changes numbers and sets, but this is {show(target.type)}", node.target.span,
            help=f"write 'set {node.target.span.text} to ..'",
        )  # fmt: skip
        return None
    if isinstance(node, nodes.Add):
        return t.AddStmt(span=node.span, value=value, target=target)
    return t.TakeStmt(span=node.span, value=value, target=target)


def _let(body: Body, node: nodes.Let) -> t.Stmt:
    value = body.expr(node.value)
    key = node.name.span.start
    type = body.unit.lets.get(key)
    wide = value.type if type is None else join(type, value.type) or value.type
    changed = key in body.unit.changed
    local = body.bind(node.name, without_bounds(wide) if changed else wide, "let")
    if may_miss(body, value) or (changed and isinstance(element(wide), CardT | PlayerT)):
        body.maybe = body.maybe | {local}
    return t.LetStmt(span=node.span, local=local, value=as_set(body, value) if isinstance(wide, SetT) else value)


# ---------------------------------------------------------------- decisions and chance


def _choose(body: Body, node: nodes.ChooseStmt) -> t.Stmt:
    by = coerce(body, body.expr(node.by), PLAYER, "who chooses")
    choice = lower_choice(body, node.choice, may_decline=node.optional)
    body.enter(choice.local)
    if not choice.is_set and not node.optional:
        body.maybe = body.maybe | {choice.local}
    return t.ChooseStmt(span=node.span, choice=choice, by=by, optional=node.optional)


def _together(body: Body, node: nodes.Together) -> t.Stmt:
    source = coerce(body, binders.source(body, node.binder.source, node.binder.name), SetT(PLAYER), "who chooses together")
    with body.block():
        local = body.bind(node.binder.name, element(source.type), "binder")
        choice = lower_choice(body, node.choice)
    answers = body.bind(node.choice.name, choice.local.type, "answers")
    return t.TogetherStmt(span=node.span, local=local, source=source, choice=choice, answers=answers)


def _roll(body: Body, node: nodes.Roll) -> t.Stmt | None:
    dice: list[tuple[model.DieDecl, model.Local]] = []
    for rolled in node.dice:
        die = body.names.find(rolled.die.text, model.DieDecl)
        type: Type = AnyT()
        if isinstance(die, model.DieDecl):
            type = NumberT(min(die.faces), max(die.faces))
        else:
            unknown(body.names, body.sink, rolled.die, "a die", body.names.names_of(model.DieDecl))
        local = body.bind(rolled.name, type, "roll")
        if isinstance(die, model.DieDecl):
            dice.append((die, local))
    return t.RollStmt(span=node.span, dice=tuple(dice)) if dice else None


# ---------------------------------------------------------------- happenings and jumps


def _stray_cancel(body: Body, node: nodes.Cancel) -> None:
    of = body.lower
    if isinstance(of, model.ReactionDecl) and of.before:
        body.report(
            codes.STRAY_CANCEL, f"an exception can't cancel: 'cancel' stands in the reaction '{of.name}' itself", node.span,
            help="write the case there: 'if ..: cancel'", also=((of.span, "the reaction"),),
        )  # fmt: skip
        return
    body.report(
        codes.STRAY_CANCEL, "'cancel' stands in the body of a 'before' reaction only", node.span,
        help="it cancels what the reaction answers: 'reaction .. before ..'",
    )  # fmt: skip


def _do(body: Body, node: nodes.Do) -> t.Stmt | None:
    decl = body.names.globals.get(node.name.text)
    outcome: model.Local | None = None
    typed: t.Stmt | None = None
    if isinstance(decl, model.EventDecl):
        args = arguments(body, decl.name, decl.span, decl.params, node.args, node.name.span)
        if node.outcome is not None:
            outcome = model.Local(node.outcome.text, FLAG, node.outcome.span, "outcome")
        typed = t.DoStmt(span=node.span, event=decl, args=args, outcome=outcome, lower=decl is body.lower)
    else:
        for arg in node.args:
            body.expr(arg)
        _not_performed(body, node, decl)
        if node.outcome is not None:
            outcome = model.Local(node.outcome.text, FLAG, node.outcome.span, "outcome")
    if outcome is not None:
        body.enter(outcome)
    return typed


def _not_performed(body: Body, node: nodes.Do, decl: model.Decl | None) -> None:
    name = node.name.text
    if isinstance(decl, model.ActionDecl | model.ReactionDecl):
        what = "an action" if isinstance(decl, model.ActionDecl) else "a reaction"
        body.report(
            codes.PERFORMED, f"'{name}' is {what}: players take it, rules can't perform it", node.name.span,
            also=((decl.span, "declared here"),), help="put what both do into an event, and perform that",
        )  # fmt: skip
        return
    unknown(body.names, body.sink, node.name, "an event", body.names.names_of(model.EventDecl))


def _end(body: Body, node: nodes.End) -> t.Stmt | None:
    phase = body.names.phases.get(node.phase.text)
    if phase is None:
        unknown_phase(body, node.phase)
        return None
    return t.EndStmt(span=node.span, phase=phase)


def unknown_phase(body: Body, ident: nodes.Ident) -> None:
    """Report a phase that isn't there."""
    unknown(Names(), body.sink, ident, "a phase", list(body.names.phases))


def _if(body: Body, node: nodes.If) -> t.Stmt:
    before = body.facts
    branches: list[tuple[t.Expr | None, t.Block]] = []
    for branch in node.branches:
        condition = None
        if branch.condition is not None:
            condition = flag(body, body.expr(branch.condition))
            with body.assuming(condition):
                branches.append((condition, suite(body, branch.suite)))
            body.learn(condition, False)
        else:
            branches.append((None, suite(body, branch.suite)))
    body.facts = before
    return t.IfStmt(span=node.span, branches=tuple(branches))

