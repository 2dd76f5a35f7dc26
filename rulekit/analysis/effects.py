"""What running a piece of the rules can do: ask, roll, end phases, perform events, read and write zones, fields and states.

Takes a game model (and, if wanted, the variants that are played), gives the effects of every query, event, action, reaction,
trigger, phase, block and expression, found by a fixpoint over the graph of calls.  Promises: nothing is left out (what a
piece may do is in its effects), so a check that relies on the *absence* of an effect is safe; the effects of a happening
include those of whatever answers it, and where somebody is asked those of the state-based rules too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias, assert_never

from attrs import define, field, frozen

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis import types as ty
from rulekit.analysis.lying import kind_of, related, sources_of, zones_for
from rulekit.analysis.walk import clause_exprs, given, loop_exprs, offer_exprs, read_exprs, statements, subexpressions, written


@frozen
class Named:
    """A place without a declaration of its own: a state of cards (by name), or who is ``active``."""

    sort: str
    name: str = ""


ACTIVE = Named("active")
Cell: TypeAlias = m.ZoneDecl | m.FieldDecl | m.SpaceFieldDecl | Named
"""What can be read and written, all owners and indexes of it together."""


@frozen
class Effects:
    """What a piece may do.  ``chance``: its course depends on the generator (shuffles, dice, ``random``, refills)."""

    asks: bool = False
    rolls: bool = False
    chance: bool = False
    ends: frozenset[m.PhaseDecl] = frozenset()
    performs: frozenset[m.EventDecl] = frozenset()
    reads: frozenset[Cell] = frozenset()
    writes: frozenset[Cell] = frozenset()

    def __or__(self, other: Effects) -> Effects:
        """Both together."""
        return Effects(
            self.asks or other.asks,
            self.rolls or other.rolls,
            self.chance or other.chance,
            self.ends | other.ends,
            self.performs | other.performs,
            self.reads | other.reads,
            self.writes | other.writes,
        )


NOTHING = Effects()
_Node: TypeAlias = tuple[str, object]
_SETTLE: _Node = ("settle", None)


@define
class _Found:
    """The effects that a piece has itself, and the pieces it calls."""

    own: Effects = NOTHING
    calls: set[_Node] = field(factory=set)

    def add(
        self,
        *,
        asks: bool = False,
        rolls: bool = False,
        chance: bool = False,
        ends: Iterable[m.PhaseDecl] = (),
        performs: Iterable[m.EventDecl] = (),
        reads: Iterable[Cell] = (),
        writes: Iterable[Cell] = (),
    ) -> None:
        self.own |= Effects(
            asks, rolls, chance, frozenset(ends), frozenset(performs), frozenset(reads), frozenset(writes)
        )  # fmt: skip


@define
class ModelEffects:
    """The effects of everything in a game; made by ``effects_of``."""

    model: m.GameModel
    variants: Collection[m.VariantDecl] | None
    _total: dict[_Node, Effects] = field(factory=dict)
    _states: list[m.StateDecl] = field(factory=list)

    # ------------------------------------------------------------ what others ask

    def expr(self, *exprs: t.Expr | None) -> Effects:
        """The effects of evaluating expressions."""
        found = _Found()
        self._exprs(found, *exprs)
        return self._resolve(found)

    def block(self, block: t.Block | None) -> Effects:
        """The effects of running statements."""
        found = _Found()
        self._block(found, block or ())
        return self._resolve(found)

    def query(self, query: m.QueryDecl) -> Effects:
        """The effects of a query with its cases and exceptions."""
        return self._total[("query", query)]

    def happening(self, rule: t.Reactable) -> Effects:
        """The effects of an event, action or reaction that takes place, with everything that answers it."""
        return self._total[("happening", rule)]

    def body(self, rule: t.Reactable) -> Effects:
        """The effects of the body of an event, action or reaction and of the exceptions to it, unanswered."""
        return self._total[("body", rule)]

    def trigger(self, rule: m.TriggerRule) -> Effects:
        """The effects of a trigger."""
        return self._total[("trigger", rule)]

    def whenever(self, rule: m.WheneverRule) -> Effects:
        """The effects of a state-based rule."""
        return self._total[("whenever", rule)]

    def phase(self, phase: m.PhaseDecl) -> Effects:
        """The effects of running a phase to its end: its head, its lines, its resets, the state-based rules."""
        return self._total[("phase", phase)]

    def item(self, item: t.PhaseItem) -> Effects:
        """The effects of one line of a phase."""
        if isinstance(item, m.PhaseDecl):
            return self.phase(item)
        found = _Found()
        if isinstance(item, t.TypedOffer):
            self._offer(found, item)
        else:
            self._block(found, (item,))
        return self._resolve(found)

    def reactions_to(self, rule: t.Reactable) -> list[m.ReactionDecl]:
        """The reactions that may be offered before or after a happening."""
        return [r for r in parts.reactions(self.model) if self._counts(r.variant) and _answers(r.heads, rule)]

    def triggers_of(self, rule: t.Reactable) -> list[m.TriggerRule]:
        """The triggers that a happening sets off."""
        return [r for r in self.model.triggers if self._counts(r.variant) and _answers(r.heads, rule)]

    # ------------------------------------------------------------ expressions

    def _exprs(self, found: _Found, *exprs: t.Expr | None) -> None:
        for expr in subexpressions(*exprs):
            match expr:
                case t.FieldRef(decl=cell):
                    found.add(reads=[cell])
                case t.ZoneRef(decl=zone):
                    found.add(reads=[zone])
                case t.SpaceFieldRef(decl=slot):
                    found.add(reads=[slot])
                case t.StateRef(name=name):
                    found.add(reads=[Named("state", name)])
                case t.OwnerOf(card=card):
                    found.add(reads=zones_for(self.model, kind_of(card.type)))
                case t.Active() | t.Actor():
                    found.add(reads=[ACTIVE])
                case t.CallQuery(decl=query):
                    found.calls.add(("query", query))
                case t.Lookup(decl=table):
                    found.calls.add(("table", table))
                case t.HasShape(shape=shape):
                    found.calls.add(("pattern", shape.decl))
                case t.ScoreOf():
                    found.calls.add(("score", None))
                case t.Builtin(name="random"):
                    found.add(chance=True)
                case _:
                    pass

    # ------------------------------------------------------------ statements

    def _block(self, found: _Found, block: t.Block) -> None:
        for stmt in statements(block):
            self._exprs(found, *read_exprs(stmt))
            for place in written(stmt):
                self._write(found, place)
            match stmt:
                case t.MoveStmt(cards=cards, refills=refills):
                    self._moved(found, cards)
                    if refills:
                        self._refill(found, sources_of(self.model, cards))
                case t.DealStmt(source=source):
                    self._moved(found, source)
                    self._refill(found, [source.decl])
                case t.ShuffleStmt():
                    found.add(chance=True)
                case t.RollStmt():
                    found.add(rolls=True, chance=True)
                case t.ChooseStmt(choice=choice) | t.TogetherStmt(choice=choice):
                    found.add(asks=True)
                    self._shapes(found, choice.shapes)
                case t.DoStmt(event=event, lower=lower):
                    found.add(performs=[event])
                    found.calls.add(("body" if lower else "happening", event))
                case t.EndStmt(phase=phase):
                    found.add(ends=[phase])
                case (
                    t.SetStmt() | t.AddStmt() | t.TakeStmt() | t.LetStmt() | t.ShowStmt() | t.CancelStmt() | t.IfStmt()
                    | t.ForStmt() | t.RepeatStmt()
                ):  # fmt: skip
                    pass
                case _:
                    assert_never(stmt)

    def _write(self, found: _Found, place: t.Place | t.ZoneRef) -> None:
        match place:
            case t.FieldRef(decl=cell):
                found.add(writes=[cell])
            case t.ZoneRef(decl=zone):
                found.add(writes=[zone])
            case t.SpaceFieldRef(decl=slot):
                found.add(writes=[slot])
            case t.StateRef(name=name):
                found.add(writes=[Named("state", name)])
            case t.LocalRef():
                pass
            case _:
                assert_never(place)

    def _moved(self, found: _Found, cards: t.Expr) -> None:
        """Cards leave where they lie; states that last until then are reset."""
        kind = kind_of(cards.type)
        found.add(writes=sources_of(self.model, cards))
        found.add(writes=[Named("state", s.name) for s in self._states if s.until_moved and related(s.kind, kind)])

    def _refill(self, found: _Found, zones: Iterable[m.ZoneDecl]) -> None:
        for zone in zones:
            if zone.refills_from is not None:
                found.add(chance=True, reads=[zone.refills_from], writes=[zone, zone.refills_from])

    def _shapes(self, found: _Found, shapes: tuple[t.TypedShape, ...]) -> None:
        found.calls |= {("pattern", shape.decl) for shape in shapes}

    # ------------------------------------------------------------ rules

    def _clauses(self, found: _Found, rule: parts.Ability) -> None:
        for clause in rule.clauses:
            self._exprs(found, *clause_exprs(clause))
            match clause:
                case t.ChooseClause(choice=choice):
                    self._shapes(found, choice.shapes)
                case t.PayCards(cards=cards):
                    self._moved(found, cards)
                    kind = kind_of(cards.type)
                    targets = (k.discards_to for k in self.model.kinds if related(k, kind))
                    found.add(writes=[zone for zone in targets if zone is not None])
                case t.PayNumber(source=source):
                    self._write(found, source)
                case t.WhenClause():
                    pass
                case _:
                    assert_never(clause)
        for forbid in rule.forbids:
            if self._counts(forbid.variant):
                self._exprs(found, forbid.condition)

    def _offer(self, found: _Found, offer: t.TypedOffer) -> None:
        found.add(asks=True)
        self._exprs(found, *offer_exprs(offer))
        found.calls |= {("happening", action) for action in offer.actions if self._counts(action.variant)}

    def _phase(self, found: _Found, phase: m.PhaseDecl) -> None:
        self._exprs(found, *loop_exprs(phase.loop), *given(phase.until, phase.when))
        found.add(writes=[slot for slot in self.model.fields if slot.each is phase])
        if self.model.board is not None:
            found.add(writes=[slot for slot in self.model.board.fields if slot.each is phase])
        if phase.loop is not None and phase.loop.local is not None and isinstance(phase.loop.local.type, ty.PlayerT):
            found.add(writes=[ACTIVE])
        found.calls.add(_SETTLE)
        for item in phase.body:
            match item:
                case m.PhaseDecl():
                    found.calls.add(("phase", item))
                case t.TypedOffer():
                    self._offer(found, item)
                case _:
                    self._block(found, (item,))

    def _happening(self, found: _Found, rule: t.Reactable) -> None:
        found.calls.add(("body", rule))
        if not isinstance(rule, m.EventDecl):
            self._clauses(found, rule)
        for reaction in self.reactions_to(rule):
            found.add(asks=True)
            self._exprs(found, reaction.among)
            found.calls.add(("happening", reaction))
        found.calls |= {("trigger", trigger) for trigger in self.triggers_of(rule)}

    def _exceptions(self, found: _Found, rules: list[m.ExceptionRule]) -> None:
        for rule in rules:
            if self._counts(rule.variant):
                self._exprs(found, rule.condition, rule.value)
                self._block(found, rule.body or ())

    def _counts(self, variant: m.VariantDecl | None) -> bool:
        return variant is None or self.variants is None or variant in self.variants

    # ------------------------------------------------------------ the fixpoint

    def _resolve(self, found: _Found) -> Effects:
        total = found.own
        for call in found.calls:
            total |= self._total[call]
        return total | self._total[_SETTLE] if total.asks else total

    def solve(self) -> None:
        """Find the effects of all rules; called once by ``effects_of``."""
        self._states = [state for kind in self.model.kinds for state in kind.states]
        graph = dict(self._graph())
        self._total = dict.fromkeys(graph, NOTHING)
        changed = True
        while changed:
            changed = False
            for node, found in graph.items():
                total = self._resolve(found)
                if total != self._total[node]:
                    self._total[node] = total
                    changed = True

    def _graph(self) -> Iterator[tuple[_Node, _Found]]:
        model = self.model
        for query in model.queries:
            found = _Found()
            self._exprs(found, query.value, *(expr for case in query.cases for expr in case))
            self._exceptions(found, query.exceptions)
            yield ("query", query), found
        for table in model.tables:
            found = _Found()
            self._exprs(found, table.by, *(value for _, _, value in table.rows))
            yield ("table", table), found
        for pattern in model.patterns:
            found = _Found()
            self._exprs(found, *parts.pattern_exprs(pattern))
            names = parts.pattern_names(pattern)
            found.add(reads=[Named("state", state.name) for state in self._states if state.name in names])
            yield ("pattern", pattern), found
        score = _Found()
        self._exprs(score, model.score.value if model.score is not None else None)
        yield ("score", None), score
        rules: list[t.Reactable] = [*model.events, *parts.abilities(model)]
        for rule in rules:
            body, happening = _Found(), _Found()
            self._block(body, rule.body or ())
            self._exceptions(body, rule.exceptions)
            self._happening(happening, rule)
            yield ("body", rule), body
            yield ("happening", rule), happening
        for trigger in model.triggers:
            found = _Found()
            self._exprs(found, trigger.condition)
            self._block(found, trigger.body)
            yield ("trigger", trigger), found
        settle = _Found()
        for whenever in model.whenevers:
            found = _Found()
            self._exprs(found, whenever.source, whenever.condition)
            self._block(found, whenever.body)
            yield ("whenever", whenever), found
            if self._counts(whenever.variant):
                settle.calls.add(("whenever", whenever))
        yield _SETTLE, settle
        for phase in parts.phases(model):
            found = _Found()
            self._phase(found, phase)
            yield ("phase", phase), found


def effects_of(model: m.GameModel, variants: Collection[m.VariantDecl] | None = None) -> ModelEffects:
    """The effects of a game's rules; with ``variants`` only rules outside variants and in these count."""
    effects = ModelEffects(model, variants)
    effects.solve()
    return effects


def _answers(heads: list[m.HappeningHead], rule: t.Reactable) -> bool:
    return any(rule in head.rules for head in heads)
