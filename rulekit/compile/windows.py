"""Which reactions can answer a happening in one kind of match, and what they take over from it.

Takes the model and the layout; gives for each happening its windows: before and after it, each with the reactions in file order.
Promises: of several heads of a reaction that fit the same happening the first counts; happenings that nothing answers have no windows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import define, field, frozen

from rulekit.analysis import typed as t
from rulekit.analysis.model import ActionDecl, EventDecl, GameModel, HappeningHead, Local, ReactionDecl
from rulekit.analysis.parts import Ability, abilities, reactions
from rulekit.analysis.types import AnyT, CardT, FlagT, PlayerT, SetT, Type
from rulekit.compile.layers import Layers
from rulekit.compile.layout import Layout

Happening: TypeAlias = "ActionDecl | ReactionDecl | EventDecl"


@frozen(eq=False)
class Answer:
    """A reaction to one of its heads.

    ``params``: what it takes over from the happening, by position; ``taken``: the cards (or players) that have answered already;
    ``conditions``: what has to hold besides its clauses.
    """

    reaction: ReactionDecl
    head: HappeningHead
    params: tuple[Local, ...]
    taken: Local
    conditions: tuple[t.Expr, ...]

    @property
    def locals(self) -> list[Local]:
        """Its first registers: who reacts, ``params``, ``taken``."""
        assert self.reaction.player is not None
        return [self.reaction.player, *self.params, self.taken]


@define(eq=False)
class Windows:
    """The windows of one happening."""

    before: list[Answer] = field(factory=list)
    after: list[Answer] = field(factory=list)


def windows_of(model: GameModel, layout: Layout) -> tuple[list[Answer], dict[int, Windows]]:
    """All answers, and by the id of each happening its windows."""
    answers: list[Answer] = []
    windows: dict[int, Windows] = {}
    for reaction in reactions(model):
        if not layout.exists(reaction) or not _has_cards(reaction, layout):
            continue
        answered: set[int] = set()
        for head in reaction.heads:
            here = [rule for rule in head.rules if id(rule) not in answered and layout.exists(rule)]
            if not here:
                continue
            answer = _answer(reaction, head, here)
            answers.append(answer)
            for rule in here:
                answered.add(id(rule))
                of_rule = windows.setdefault(id(rule), Windows())
                (of_rule.before if reaction.before else of_rule.after).append(answer)
    return answers, windows


def add_windows(model: GameModel, layout: Layout) -> list[Answer]:
    """Give the happenings of a match, as they are in their top layers, their windows; all answers."""
    answers, windows = windows_of(model, layout)
    for k, event in enumerate(model.events):
        if id(event) in windows:
            layout.layers.windows[id(layout.layers.events[k])] = windows[id(event)]
    for rule in abilities(model):
        if id(rule) in windows:
            layout.layers.windows[id(rule)] = windows[id(rule)]
    return answers


def _has_cards(reaction: ReactionDecl, layout: Layout) -> bool:
    return reaction.kind is None or any(card.kind.is_a(reaction.kind) for card in layout.cards)


def _answer(reaction: ReactionDecl, head: HappeningHead, rules: Sequence[Happening]) -> Answer:
    params = list(head.params)
    if head.kind is not None:
        for type in ((CardT(head.kind), PlayerT())[len(params) :]):
            params.append(Local("given", type, head.span, "param"))
    conditions: list[t.Expr] = []
    if head.only_this is not None:
        given = params[head.only_this] = Local("given", AnyT(), head.span, "param")
        conditions.append(t.Compare(span=head.span, type=FlagT(), op="=", left=_ref(reaction.this, head), right=_ref(given, head)))
    kind = head.kind
    if kind is not None and not all(isinstance(x, EventDecl) or (x.kind is not None and x.kind.is_a(kind)) for x in rules):
        conditions.append(t.IsKindExpr(span=head.span, type=FlagT(), operand=_ref(params[0], head), kind=kind, negated=False))
    of = SetT(PlayerT()) if reaction.kind is None else SetT(CardT(reaction.kind))
    taken = Local("taken", of, reaction.span, "binder")
    if reaction.this is not None:
        again = t.Member(span=reaction.span, type=FlagT(), item=_ref(reaction.this, head), source=_ref(taken, head))
        conditions.append(t.NotExpr(span=reaction.span, type=FlagT(), operand=again))
    return Answer(reaction, head, tuple(params), taken, tuple(conditions))


def _ref(local: Local | None, head: HappeningHead) -> t.Expr:
    assert local is not None
    return t.LocalRef(span=head.span, type=local.type, local=local)


# ---------------------------------------------------------------- registers


def ability_locals(decl: Ability, first: Sequence[Local]) -> list[Local]:
    """The registers of an action or reaction: what it begins with, on a card the card, then its choices."""
    card = [] if decl.this is None else [decl.this]
    return [*first, *card, *[c.choice.local for c in decl.clauses if isinstance(c, t.ChooseClause)]]


def arguments(happening: Happening, head: HappeningHead, first: int) -> list[int]:
    """The registers in which the arguments of a happening stand; ``first``: how many come before the card and the choices of an ability."""
    if isinstance(happening, EventDecl):
        return list(range(len(happening.params)))
    on_card = happening.this is not None
    if head.kind is not None:
        return [first, 0]
    choices = sum(isinstance(c, t.ChooseClause) for c in happening.clauses)
    start = first + on_card
    return [first if on_card else 0, *range(start, start + choices)]


def shown_arguments(happening: Happening, first: int) -> tuple[tuple[int, Type], ...]:
    """Registers and types of what a happening is about, for whoever is asked."""
    if isinstance(happening, EventDecl):
        return tuple([(k, local.type) for k, local in enumerate(happening.params)])
    rows = [(0, PlayerT()), *[(first + k, local.type) for k, local in enumerate(ability_locals(happening, ()))]]
    return tuple(rows)


def event_is_answered(layers: Layers, event: EventDecl) -> bool:
    """Whether an event can be called off, so that its code has a register for where its outcome is wanted."""
    windows = layers.windows.get(id(event))
    return windows is not None and bool(windows.before)
