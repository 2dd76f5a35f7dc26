"""The rules of a game, cut into the pieces that checks and effects look at.

Takes a game model, gives every expression and every block of it, with the declaration and the role it has there.  Promises:
nothing is left out, nothing is given twice, the order is that of the lists of the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis.walk import clause_exprs, given, loop_exprs, offer_exprs, read_exprs, statements, subexpressions

Owner: TypeAlias = (
    m.TableDecl | m.FieldDecl | m.QueryDecl | m.PatternDecl | m.ActionDecl | m.ReactionDecl | m.EventDecl | m.TriggerRule
    | m.WheneverRule | m.PhaseDecl | m.ScoreRule | m.WinnerRule | m.ExampleDecl
)  # fmt: skip
Ability: TypeAlias = "m.ActionDecl | m.ReactionDecl"
Excepted: TypeAlias = "m.QueryDecl | m.EventDecl | m.ActionDecl | m.ReactionDecl"


@frozen
class Part:
    """A piece of a rule: expressions it evaluates and statements it runs, with the declaration they belong to.

    ``role`` says which: ``value``, ``case``, ``default``, ``clause``, ``forbid``, ``exception``, ``body``, ``head`` (of a
    phase, reaction, trigger or ``whenever``), ``offer``, ``line`` (of a pattern), ``key`` (of a winner), ``example``.
    """

    owner: Owner
    role: str
    exprs: tuple[t.Expr, ...] = ()
    block: t.Block = ()
    exception: m.ExceptionRule | None = None
    choice: t.TypedChoice | None = None

    def all_exprs(self) -> Iterator[t.Expr]:
        """Every outermost expression that is read: those of the part, then those of its statements."""
        yield from self.exprs
        for stmt in statements(self.block):
            yield from read_exprs(stmt)

    def everything(self) -> Iterator[t.Expr]:
        """Every expression that is read, inner ones too."""
        return subexpressions(*self.all_exprs())


def parts(model: m.GameModel, examples: bool = True) -> Iterator[Part]:
    """All pieces of all rules of a game."""
    for table in model.tables:
        yield Part(table, "value", (*given(table.by), *(value for _, _, value in table.rows)))
    for slot in model.fields:
        yield Part(slot, "default", tuple(given(slot.default)))
    for query in model.queries:
        yield Part(query, "value", tuple(given(query.value)))
        for value, condition in query.cases:
            yield Part(query, "case", (value, condition))
        yield from _exception_parts(query, query.exceptions)
    for pattern in model.patterns:
        yield Part(pattern, "line", tuple(pattern_exprs(pattern)))
    for ability in abilities(model):
        yield from _ability_parts(ability)
    for event in model.events:
        yield Part(event, "body", block=event.body or ())
        yield from _exception_parts(event, event.exceptions)
    for rule in model.triggers:
        yield Part(rule, "head", tuple(given(rule.condition)))
        yield Part(rule, "body", block=rule.body)
    for state_based in model.whenevers:
        yield Part(state_based, "head", tuple(given(state_based.source, state_based.condition)))
        yield Part(state_based, "body", block=state_based.body)
    for phase in phases(model):
        yield from phase_parts(phase)
    if model.score is not None:
        yield Part(model.score, "value", (model.score.value,))
    if model.winner is not None:
        yield Part(model.winner, "key", (*(value for _, value in model.winner.keys), *given(model.winner.condition)))
    for example in model.examples if examples else ():
        yield Part(example, "example", tuple(example.exprs.values()))


def _ability_parts(rule: Ability) -> Iterator[Part]:
    if isinstance(rule, m.ReactionDecl):
        yield Part(rule, "head", tuple(given(rule.among)))
    for clause in rule.clauses:
        choice = clause.choice if isinstance(clause, t.ChooseClause) else None
        yield Part(rule, "clause", tuple(clause_exprs(clause)), choice=choice)
    for forbid in rule.forbids:
        yield Part(rule, "forbid", tuple(given(forbid.condition)))
    yield Part(rule, "body", block=rule.body or ())
    yield from _exception_parts(rule, rule.exceptions)


def _exception_parts(owner: Owner, exceptions: list[m.ExceptionRule]) -> Iterator[Part]:
    for rule in exceptions:
        yield Part(owner, "exception", tuple(given(rule.condition, rule.value)), rule.body or (), exception=rule)


def phase_parts(phase: m.PhaseDecl) -> Iterator[Part]:
    """The head of one phase and its lines, without its inner phases."""
    yield Part(phase, "head", (*loop_exprs(phase.loop), *given(phase.until, phase.when)))
    for item in phase.body:
        match item:
            case m.PhaseDecl():
                continue
            case t.TypedOffer():
                yield Part(phase, "offer", tuple(offer_exprs(item)))
            case _:
                yield Part(phase, "body", block=(item,))


def pattern_exprs(pattern: m.PatternDecl) -> Iterator[t.Expr]:
    """The expressions of a pattern."""
    for line in pattern.lines:
        yield from given(line.low, line.high if line.high is not line.low else None, line.condition)
    if pattern.total is not None:
        yield pattern.total[1]
    if pattern.size is not None:
        low, high = pattern.size
        yield from given(low, high if high is not low else None)


def pattern_names(pattern: m.PatternDecl) -> list[str]:
    """The attributes that the lines of a pattern compare or add up."""
    lone = [pattern.different, pattern.consecutive, pattern.total[0] if pattern.total is not None else None]
    return [*pattern.same, *(name for name in lone if name is not None)]


def phases(model: m.GameModel) -> Iterator[m.PhaseDecl]:
    """All phases in file order, outer ones before those inside them."""
    for phase in model.phases:
        yield from inner_phases(phase)


def inner_phases(phase: m.PhaseDecl) -> Iterator[m.PhaseDecl]:
    """A phase and all phases inside it."""
    yield phase
    for item in phase.body:
        if isinstance(item, m.PhaseDecl):
            yield from inner_phases(item)


def actions(model: m.GameModel) -> list[m.ActionDecl]:
    """All actions, those on cards too, each once."""
    return list(dict.fromkeys([*model.actions, *(action for kind in model.kinds for action in kind.actions)]))


def reactions(model: m.GameModel) -> list[m.ReactionDecl]:
    """All reactions, those on cards too, each once."""
    return list(dict.fromkeys([*model.reactions, *(reaction for kind in model.kinds for reaction in kind.reactions)]))


def abilities(model: m.GameModel) -> list[Ability]:
    """All actions, then all reactions."""
    return [*actions(model), *reactions(model)]


def offers(model: m.GameModel) -> Iterator[tuple[m.PhaseDecl, t.TypedOffer]]:
    """All offers with the phase they stand in."""
    for phase in phases(model):
        for item in phase.body:
            if isinstance(item, t.TypedOffer):
                yield phase, item


def exceptions(model: m.GameModel) -> Iterator[tuple[Excepted, m.ExceptionRule]]:
    """All exceptions with the rule they are exceptions to."""
    rules: list[Excepted] = [*model.queries, *model.events, *abilities(model)]
    for rule in rules:
        for exception in rule.exceptions:
            yield rule, exception
