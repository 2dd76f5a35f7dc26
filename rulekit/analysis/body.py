"""Where an expression or statement stands: the names in scope, what is known about them, what is allowed there.

A ``Session`` is one analysis of one game; a ``Body`` is one run over one rule.  Promises: scopes and facts opened with
``with`` end with it, on every way out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from attrs import Factory, define, frozen

from rulekit.analysis import codes
from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis.inference import Inference, Unit
from rulekit.analysis.lattice import ANY, LINK, PLAYER, SPACE, TEAM, card_of, join
from rulekit.analysis.names import PREDEFINED, Names, allowed, duplicate, sort_of, unknown
from rulekit.analysis.narrow import Fact, Facts, facts, merge, narrow
from rulekit.analysis.report import Place, report
from rulekit.analysis.typenames import resolve
from rulekit.analysis.types import CardT, ElementT, Type
from rulekit.diagnostics import Code, Fix, Sink
from rulekit.source import Span
from rulekit.syntax import nodes

RuleDecl = m.QueryDecl | m.EventDecl | m.ActionDecl | m.ReactionDecl


@frozen
class BoundForbid:
    """A prohibition, bound to one action or reaction.  ``partial``: names that not all rules it names have."""

    node: nodes.Forbid
    kind: m.KindDecl | None
    variant: m.VariantDecl | None
    partial: dict[str, str]


@define(eq=False)
class Session:
    """One analysis: the model that is being made, and what is known about the whole of it."""

    model: m.GameModel
    names: Names
    sink: Sink
    """For what declarations get wrong; bodies report into their unit's sink."""
    lower_expr: Callable[[Body, nodes.Expr], t.Expr]
    mixed: CardT
    """The type of cards that have no common parent."""
    inference: Inference = Factory(Inference)
    decked: set[m.KindDecl] = Factory(set)
    """The kinds of which some deck has cards."""
    calls: dict[m.Decl, dict[m.Decl, Span]] = Factory(dict)
    """Which queries and tables the value of each needs, with the place of one call."""
    rules_on: dict[m.KindDecl, list[m.ActionDecl | m.ReactionDecl]] = Factory(dict)
    """The actions and reactions written in each kind's block."""
    score: m.Decl | None = None
    """Stands for the score in ``calls``, if the game declares one."""

    forbids: dict[m.ActionDecl | m.ReactionDecl, list[BoundForbid]] = Factory(dict)
    phases_in: dict[m.PhaseDecl, list[m.PhaseDecl]] = Factory(dict)
    chosen: set[str] = Factory(set)
    """The names of all choices."""
    link_lines: list[tuple[nodes.Path, list[m.LinkDecl]]] = Factory(list)

    def resolve(self, node: nodes.TypeName, sink: Sink) -> Type:
        """A written type."""
        return resolve(self.names, sink, node)

    def looping_phase(self, ident: nodes.Ident | None) -> m.PhaseDecl | None:
        """The phase behind ``each X``."""
        if ident is None:
            return None
        phase = self.names.phases.get(ident.text)
        if phase is None:
            unknown(Names(), self.sink, ident, "a phase", list(self.names.phases))
        elif phase.node is not None and phase.node.loop is None and phase.node.until is None:
            report(
                self.sink, codes.NO_LOOP, f"the phase '{phase.name}' makes only one pass", ident.span,
                also=((phase.span, "this phase"),), help="name a phase that loops: its passes begin with the first value",
            )  # fmt: skip
        return phase

    def deck_element(self, deck: m.DeckDecl) -> ElementT:
        """What the cards of a deck have in common."""
        type: Type = ANY
        for kind in dict.fromkeys([group.kind for group in deck.groups]):
            type = join(type, card_of(kind)) or self.mixed
        return type if isinstance(type, CardT) else ANY

    def zone_element(self, zone: m.ZoneDecl) -> ElementT:
        """What the cards of a zone have in common, as far as is known."""
        return ANY if zone.kind is None else card_of(zone.kind)

    def only_type_with(self, wanted: set[str]) -> Type:
        """The only kind (with those below it) that has all these attributes and states, else what has such fields."""
        having = [kind for kind in self.model.kinds if all(self.names.member(kind, name) is not None for name in wanted)]
        top = [kind for kind in having if kind.parent not in having]
        if len(top) == 1:
            return card_of(top[0])
        names = self.names
        spaces: tuple[tuple[Type, Iterable[str]], ...] = (
            (PLAYER, names.of_player), (TEAM, names.of_team), (SPACE, names.of_space), (LINK, names.of_link)
        )  # fmt: skip
        found = [type for type, members in spaces if wanted <= set(members)]
        return found[0] if len(found) == 1 and not top else ANY

    def is_decked(self, kind: m.KindDecl) -> bool:
        """Whether a deck has cards of exactly this kind."""
        return kind in self.decked


@define(eq=False)
class Body:
    """One run over one rule."""

    session: Session
    unit: Unit
    locals: dict[str, m.Local] = Factory(dict)
    facts: Facts = Factory(dict)
    element: m.Local | None = None
    """The innermost element: ``it``."""
    this: m.Local | None = None
    owner: m.Local | None = None
    """The owner of ``this``, where he is fixed; else he is read from the card."""
    lower: RuleDecl | None = None
    """Inside an exception: the rule whose layer below its name means."""
    asker: m.Decl | None = None
    """The query or table that is being lowered."""
    seats: dict[str, int] | None = None
    """In an example: its players."""
    chance: bool = False
    """Whether ``random`` is allowed here."""
    cancel: bool = False
    """Whether ``cancel`` is allowed here."""
    players_around: bool = False
    """Whether a phase over players is around."""
    maybe: set[m.Local] = Factory(set)
    """Names whose value may be missing, though their type doesn't say so."""
    partial: dict[str, str] = Factory(dict)
    """Names that only some of several rules have: with the rule that lacks each."""

    @property
    def sink(self) -> Sink:
        """Where findings go."""
        return self.unit.sink

    @property
    def names(self) -> Names:
        """The declarations."""
        return self.session.names

    @property
    def model(self) -> m.GameModel:
        """The game."""
        return self.session.model

    def report(
        self, code: Code, message: str, span: Span, label: str = "", *, also: tuple[Place, ...] = (), help: str | None = None,
        fix: Fix | None = None,
    ) -> None:  # fmt: skip
        """Add a finding."""
        report(self.sink, code, message, span, label, also=also, help=help, fix=fix)

    def wrong(self, code: Code, message: str, span: Span, *, help: str | None = None, also: tuple[Place, ...] = ()) -> t.Expr:
        """Add a finding and give a value that fits everywhere."""
        self.report(code, message, span, also=also, help=help)
        return nothing(span)

    def expr(self, node: nodes.Expr) -> t.Expr:
        """The typed form of an expression that stands here."""
        return self.session.lower_expr(self, node)

    # ------------------------------------------------------------ names

    def bind(self, ident: nodes.Ident, type: Type, role: str) -> m.Local:
        """A new local name to the end of the block."""
        local = m.Local(ident.text, type, ident.span, role)
        self.enter(local)
        return local

    def enter(self, local: m.Local) -> None:
        """Put a local in scope, if its name is free."""
        name = local.name
        if name in PREDEFINED and name not in ("this", "owner", "it"):
            allowed(name, local.span, self.sink)
        elif name in self.names.globals:
            decl = self.names.globals[name]
            self.report(
                codes.HIDES_GLOBAL, f"the local name '{name}' hides {sort_of(decl)}", local.span,
                also=((decl.span, "declared here"),), help="choose another name",
            )  # fmt: skip
        elif name in self.locals and self.locals[name] is not local:
            duplicate(name, local.span, self.locals[name].span, self.sink)
        self.locals[name] = local

    @contextmanager
    def block(self) -> Iterator[None]:
        """Names and facts that end here."""
        locals, facts, maybe = self.locals, self.facts, self.maybe
        self.locals = dict(locals)
        try:
            yield
        finally:
            self.locals, self.facts, self.maybe = locals, facts, maybe

    @contextmanager
    def over(self, local: m.Local, name: nodes.Ident | None = None) -> Iterator[None]:
        """An element is meant by ``it`` and by bare names, and by ``name``."""
        locals, element = self.locals, self.element
        if name is not None:
            self.locals = dict(locals)
            self.enter(local)
        self.element = local
        try:
            yield
        finally:
            self.locals, self.element = locals, element

    @contextmanager
    def quiet(self, chance: bool) -> Iterator[None]:
        """Whether ``random`` is allowed inside."""
        before, self.chance = self.chance, chance
        try:
            yield
        finally:
            self.chance = before

    # ------------------------------------------------------------ knowledge

    @contextmanager
    def assuming(self, condition: t.Expr, truth: bool = True) -> Iterator[None]:
        """What a condition proves holds inside."""
        before = self.facts
        self.learn(condition, truth)
        try:
            yield
        finally:
            self.facts = before

    def learn(self, condition: t.Expr, truth: bool = True) -> None:
        """What a condition proves holds from here on."""
        found = facts(condition, truth)
        if found:
            self.facts = merge(self.facts, found)

    def forget(self, name: m.Local | m.FieldDecl) -> None:
        """The name has another value now."""
        if name in self.facts:
            self.facts = {key: fact for key, fact in self.facts.items() if key is not name}

    def narrowed(self, type: Type, fact: Fact) -> Type:
        """The type of a name of which ``fact`` is known."""
        return narrow(type, fact, self.session.is_decked)

    def learnt(self, local: m.Local, condition: t.Expr) -> Type:
        """The type of an element for which ``condition`` holds."""
        fact = facts(condition).get(local)
        return local.type if fact is None else self.narrowed(local.type, fact)


def nothing(span: Span) -> t.Expr:
    """A value of unknown type: after an error, or before anything is known."""
    return t.Const(span=span, type=ANY, value=None)
