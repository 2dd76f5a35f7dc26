"""Clauses to steps: each choice with its candidates, its conditions placed as early as their names are bound.

``when``, ``forbid`` and costs are conditions like ``where``: each is tested at the last choice that it reads, so that no choice is
offered that can't be completed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from attrs import define, field

from rulekit.analysis import typed as t
from rulekit.analysis.model import KindDecl, Local, ReactionDecl, ZoneDecl
from rulekit.analysis.parts import Ability
from rulekit.analysis.types import AnyT, CardT, EnumT, FlagT, NumberT, OptionalT, PlayerT, SetT, TeamT
from rulekit.compile.effects import parts
from rulekit.compile.expressions import Expressions, element_type, fixed_and_few, separate_zones
from rulekit.compile.generator import Env, Generator
from rulekit.compile.layout import Layout
from rulekit.compile.playouts import ActionText, FamilyText
from rulekit.compile.purity import Purity
from rulekit.engine.choices import ActionCode, StepCode
from rulekit.engine.state import State
from rulekit.source import Span

_OF_KIND = re.compile(r"(K\d+)\[(v\d+)\](?: and |$)")
MOST_NUMBERS = 64
"""So many values at most stand side by side in a family of sets."""


@define(eq=False)
class Condition:
    """Something that has to hold: ``text`` over the registers; ``reads``: the choices it reads, by position."""

    sort: str
    expr: t.Expr | None
    text: str
    reads: frozenset[int]
    site: int

    @property
    def after(self) -> int:
        """The position of the last choice it reads, or -1."""
        return max(self.reads, default=-1)


@define(eq=False)
class Choices:
    """Compiles actions and choices for one program."""

    gen: Generator
    expressions: Expressions
    purity: Purity
    texts: dict[int, ActionText] = field(factory=dict)
    """Actions by the id of their code, for the playouts."""
    bodies: dict[int, tuple[tuple[str, ...], str]] = field(factory=dict)
    """Steps by id: what comes before their candidates, and the candidates, as text."""

    # ------------------------------------------------------------ entry points

    def action(
        self, decl: Ability, env: Env, kinds: tuple[KindDecl, ...] = (), first: int = 1, also: Sequence[t.Expr] = ()
    ) -> ActionCode:
        """The steps, conditions and costs of an action or reaction; its effect is compiled elsewhere.

        ``env`` has its player in register 0, and what else is known in the ``first`` registers.  On a card, the card is the first
        choice; ``kinds``: only cards of one of these are meant.  ``also``: what has to hold besides its clauses.
        """
        card = [] if decl.this is None or decl.kind is None else [card_choice(decl, kinds or (decl.kind,), self.gen.layout)]
        chosen = [*card, *[c.choice for c in decl.clauses if isinstance(c, t.ChooseClause)]]
        for k, choice in enumerate(chosen):
            env = env.bind(choice.local, f"L[{first + k}]")
            if not isinstance(choice.local.type, OptionalT | SetT):
                self.expressions.certain.add(id(choice.local))
        order = {id(choice.local): k for k, choice in enumerate(chosen)}
        conditions = [self._condition("when", e, self.expressions.text(e, env), order, e) for e in also]
        conditions += self._conditions(decl, env, order)
        paid = [c for c in decl.clauses if isinstance(c, t.PayCards)]
        code = ActionCode(
            decl.name,
            decl.label or decl.name.replace("_", " "),
            decl,
            first + len(chosen),
            None,
            self._steps(chosen, env, order, conditions, paid, first),
        )
        code.clauses = self._why(conditions, code)
        guard = " and ".join(c.text for c in conditions if c.after < 0)
        self._guard(code, "guard", guard)
        if isinstance(decl, ReactionDecl):
            known = [c for c in conditions if c.after < 0 and c.sort != "pay" and c.expr is not None and self.purity.is_public(c.expr)]
            self._guard(code, "open_guard", " and ".join(c.text for c in known))
        before, candidates = self.bodies.get(id(code.steps[0]), ((), "")) if code.steps else ((), "")
        code.chosen = tuple(chosen)
        self.texts[id(code)] = ActionText(
            guard, before, candidates, *self._two_choices(code, chosen, env), self._number_and_set(code, chosen, conditions, env)
        )
        self._pay(code, decl, env)
        return code

    def choice(self, choice: t.TypedChoice, slot: int, env: Env) -> ActionCode:
        """A choice in a body as an action of one step; ``env`` has its local in register ``slot``."""
        steps = self._steps([choice], env, {id(choice.local): 0}, [], [], slot)
        return ActionCode(choice.local.name, choice.label or choice.local.name, None, slot + 1, None, steps)

    # ------------------------------------------------------------ conditions

    def _conditions(self, decl: Ability, env: Env, order: dict[int, int]) -> list[Condition]:
        found = []
        amounts: dict[str, list[t.PayNumber]] = {}
        for clause in decl.clauses:
            match clause:
                case t.WhenClause(condition=condition):
                    found.append(self._condition("when", condition, self.expressions.text(condition, env), order, condition))
                case t.PayNumber(source=source):
                    amounts.setdefault(self.expressions.text(source, env), []).append(clause)
                case _:
                    pass
        for text, costs in amounts.items():
            total = " + ".join(self.expressions.text(c.amount, env) for c in costs)
            source = costs[0].source
            least = source.type.low if isinstance(source.type, NumberT) and source.type.low is not None else 0
            found.append(
                self._condition(
                    "pay",
                    costs[0].amount,
                    f"({text} - ({total}) >= {least})",
                    order,
                    *[e for c in costs for e in (c.amount, c.source)],
                )
            )
        for forbid in decl.forbids:
            if not self.gen.layout.exists(forbid):
                continue
            text = "False" if forbid.condition is None else f"not {self.expressions.text(forbid.condition, env)}"
            for told in self.gen.mark(forbid.node.span):
                text = f"({text} or {told})"
            site = self.gen.site(forbid.node.span)
            reads: tuple[t.Expr, ...] = () if forbid.condition is None else (forbid.condition,)
            if forbid.kind is not None and decl.this is not None and decl.kind is not None and not decl.kind.is_a(forbid.kind):
                this = t.LocalRef(span=decl.span, type=decl.this.type, local=decl.this)
                one = t.IsKindExpr(span=forbid.node.span, type=FlagT(), operand=this, kind=forbid.kind, negated=True)
                text = f"({self.expressions.text(one, env)} or {text})"
                reads = (*reads, this)
            found.append(Condition("forbid", forbid.condition, text, self._reads(reads, order), site))
        return found

    def _condition(self, sort: str, expr: t.Expr, text: str, order: dict[int, int], *reads: t.Expr) -> Condition:
        return Condition(sort, expr, text, self._reads(reads, order), self.gen.site(expr.span))

    def _reads(self, nodes: Iterable[object], order: dict[int, int]) -> frozenset[int]:
        return frozenset(order[id(x.local)] for node in nodes for x in parts(node) if isinstance(x, t.LocalRef) and id(x.local) in order)

    def _two_choices(self, code: ActionCode, chosen: list[t.TypedChoice], env: Env) -> tuple[str, str]:
        """What ``ActionText`` says of an action of two choices: the zone of the first, or the pattern and zone of the second."""
        if len(chosen) != 2 or code.size != 3 or chosen[0].is_set:
            return "", ""
        first, second = code.steps
        source = chosen[0].source
        plain = self.bodies[id(first)][1].startswith("zone_firsts(") and self.gen.program.plain_cards
        if second.tail_slots == ((first.slot, True),) and plain and isinstance(source, t.ZoneRef):
            second.class_sizes = [-1] * self.gen.program.class_count
            return self.expressions.zone(source, env), ""
        if second.is_set and self._is_flat(chosen[1], second) and isinstance(chosen[1].source, t.ZoneRef):
            shape = chosen[1].shapes[0]
            zone = self.expressions.zone(chosen[1].source, env)
            args = shape.args
            if len(args) == 1 and isinstance(args[0], t.LocalRef) and args[0].local is chosen[0].local and f"L[{first.slot}]" not in zone:
                number = next(k for k, p in enumerate(self.gen.layout.model.patterns) if p is shape.decl)
                return "", f"P_{number}, Z[{zone}]"
        return "", ""

    def _number_and_set(
        self, code: ActionCode, chosen: list[t.TypedChoice], conditions: list[Condition], env: Env
    ) -> FamilyText | None:
        """The two choices of an action, if they are a number of an interval, and a set whose pattern has that number as parameter.

        Nothing else of the set may read the number, and nothing may read the set.
        """
        if len(chosen) != 2 or code.size != 3 or chosen[0].is_set or not chosen[1].is_set or any(c.reads for c in conditions):
            return None
        first, second = chosen
        numbers, zone = first.source, second.source
        if not isinstance(numbers, t.IntervalExpr) or not isinstance(zone, t.ZoneRef) or first.where or second.where:
            return None
        if code.steps[1].read or not _by_element(second, first) or not self.gen.program.plain_cards:
            return None
        number = next(k for k, p in enumerate(self.gen.layout.model.patterns) if p is second.shapes[0].decl)
        pattern = self.gen.globals[f"P_{number}"]
        span = expected(numbers)
        if span is None or not (pattern.static and pattern.plain):
            return None
        text = self.expressions.text
        least = "0" if second.low is None else text(second.low, env)
        most = "None" if second.high is None else text(second.high, env)
        return FamilyText(
            number, span, text(numbers.low, env), text(numbers.high, env), self.expressions.zone(zone, env), least, most
        )

    def _is_flat(self, choice: t.TypedChoice, step: StepCode) -> bool:
        """Whether a set can be counted by ``flatsets``."""
        return (
            len(choice.shapes) == 1
            and id(choice.shapes[0].decl) in self.expressions.flats
            and isinstance(choice.source, t.ZoneRef)
            and choice.where is None
            and not step.read
            and step.guard is None
            and choice.low is None
            and choice.high is None
            and self.gen.program.plain_cards
        )

    def _guard(self, code: ActionCode, which: str, text: str) -> None:
        if text:
            self.gen.later(code, which, self.gen.expression_function("g", "S, L", [], text))

    def _why(self, conditions: list[Condition], code: ActionCode) -> tuple[Any, ...]:
        """Each condition by itself, for "why not"."""
        rows = []
        for c in conditions:
            name = self.gen.expression_function("g", "S, L", [], c.text)
            rows.append((c.sort, name, c.after + 1, c.site))

        def resolve() -> None:
            known = self.gen.program.globals
            code.clauses = tuple((sort, known[name], after, site) for sort, name, after, site in rows)

        self.gen.on_finish.append(resolve)
        return ()

    def _pay(self, code: ActionCode, decl: Ability, env: Env) -> None:
        lines = self.gen.mark(decl.span)
        cards = [c for c in decl.clauses if isinstance(c, t.PayCards)]
        if cards:
            lines.append(f"pay_cards(S, joined(({''.join(self.expressions.text(c.cards, env) + ', ' for c in cards)})))")
        for clause in decl.clauses:
            if isinstance(clause, t.PayNumber):
                text = self.expressions.text(clause.source, env)
                amount = self.expressions.text(clause.amount, env)
                match clause.source:
                    case t.FieldRef():
                        lines.append(f"set_field(S, {self.expressions.field_index(clause.source, env)}, {text} - {amount})")
                    case t.StateRef(card=card, name=name):
                        slot = self.gen.layout.state_slots[name]
                        lines.append(f"set_state(S, {self.expressions.text(card, env)}, {slot}, {text} - {amount})")
                    case t.SpaceFieldRef():
                        lines.append(f"set_field(S, {self.expressions.space_index(clause.source, env)}, {text} - {amount})")
                    case _:
                        assert_never(clause.source)
        if lines:
            self.gen.later(code, "pay", self.gen.function(self.gen.fresh("p"), "S, L", lines, decl.span))

    # ------------------------------------------------------------ steps

    def _steps(
        self,
        chosen: list[t.TypedChoice],
        env: Env,
        order: dict[int, int],
        conditions: list[Condition],
        paid: list[t.PayCards],
        first: int,
    ) -> tuple[StepCode, ...]:
        paid_choices = [
            k
            for k, choice in enumerate(chosen)
            if any(isinstance(x, t.LocalRef) and x.local is choice.local for p in paid for x in parts(p))
        ]
        reads = [self._step_reads(choice, order) for choice in chosen]
        steps = []
        for k, choice in enumerate(chosen):
            here = [c for c in conditions if c.after == k]
            earlier_paid = [j for j in paid_choices if j < k and k in paid_choices]
            reads[k] |= set(earlier_paid)
            step = self._step(
                choice,
                first + k,
                env,
                here,
                [f"L[{first + j}]" for j in earlier_paid],
                [chosen[j] for j in earlier_paid],
                None if paid_choices else self._early(k, chosen, conditions),
                chosen[0] if k == 1 and len(chosen) == 2 and not paid_choices and not chosen[0].is_set else None,
            )
            step.read = step.guard is not None or any(c.after == k for c in conditions if choice_is_set(choice))
            steps.append(step)
        for k in range(len(chosen)):
            later = any(k in reads[j] for j in range(k + 1, len(chosen))) or any(k in c.reads and c.after > k for c in conditions)
            steps[k].read = steps[k].read or later
        for k in range(len(chosen)):
            steps[k].tail_slots = self._tail(k, chosen, conditions, order, first, bool(paid_choices))
        return tuple(steps)

    def _step_reads(self, choice: t.TypedChoice, order: dict[int, int]) -> set[int]:
        own = order.get(id(choice.local))
        nodes: list[object] = [choice.source, choice.where or (), choice.low or (), choice.high or (), choice.shapes]
        return {k for k in self._reads(nodes, order) if k != own}

    def _step(
        self,
        choice: t.TypedChoice,
        slot: int,
        env: Env,
        here: list[Condition],
        taken: list[str],
        taken_by: list[t.TypedChoice],
        early: t.HasShape | None,
        first: t.TypedChoice | None,
    ) -> StepCode:
        gen, text = self.gen, self.expressions.text
        element = element_type(choice.source.type)
        inner = element.of if isinstance(element, OptionalT) else element
        # the cards of a zone that no rule fills have no kind, but examples may put some there
        is_card = isinstance(inner, CardT) or (isinstance(inner, AnyT) and any(isinstance(x, t.ZoneRef) for x in parts(choice.source)))
        v = gen.fresh("v")
        inside = env.inner(choice.it, v)
        if not choice.is_set:
            inside = inside.bind(choice.local, v)
        before: list[str] = []
        self.expressions.named = plain_logic(choice.where)
        tests = [] if choice.where is None else [self.expressions.inside_loop(choice.where, inside, env, before, numbers=False)]
        self.expressions.named = False
        reading: list[t.Expr | None] = [choice.where] if choice.where is not None else []
        if not choice.is_set:
            for c in here:
                tests.append(c.text.replace(f"L[{slot}]", v))
                reading.append(c.expr)
        lanes = self.expressions.flats.get(id(early.shape.decl)) if early is not None else None
        wanted = separate_zones(early.operand) if early is not None else None
        at_once = ""
        if early is not None and lanes is not None and wanted and not tests and text(choice.source, env) == f"range({lanes.values})":
            at_once = f"WHICH_{lanes.number}({self.expressions.met(lanes, wanted, env)})"
        elif early is not None:
            tests.append(self.expressions.inside_loop(early, inside, env, before, numbers=False))
        source = text(choice.source, env)
        excluded = [f"({x},)" if not s.is_set else x for x, s in zip(taken, taken_by, strict=True)]
        if is_card and excluded:
            source = f"without({source}, joined(({''.join(x + ', ' for x in excluded)})))"
        zones = separate_zones(choice.source) if not excluded else None
        zone = zones[0] if zones and len(zones) == 1 else None
        spread = is_card and zone is None and not excluded
        body = at_once or self._candidates(choice, source, tests, v, zone, spread, is_card, reading, env)
        step = StepCode(
            choice.local.name,
            choice.label or choice.local.name.replace("_", " "),
            slot,
            element,
            choice.is_set,
            is_card,
            _unfinished,
            None,
            None,
            (),
            None,
            None,
            False,
            None,
            spread,
            gen.site(choice.span),
            gen.site((choice.low or choice).span),
        )
        self.bodies[id(step)] = (tuple(before), body)
        gen.later(step, "candidates", gen.expression_function("s", "S, L", before, body, choice.span))
        if choice.low is not None:
            gen.later(step, "low", self.expressions.condition(choice.low, env))
        if choice.high is not None:
            gen.later(step, "high", self.expressions.condition(choice.high, env))
        if zone is not None and not tests:
            gen.later(step, "zone", gen.expression_function("z", "S, L", [], self.expressions.zone(zone, env)))
        if choice.is_set and here:
            guard = gen.expression_function("g", "S, L", [], " and ".join(c.text for c in here))
            step.guard = _unfinished
            gen.later(step, "guard", guard)
        shapes = [
            (shape.decl, gen.expression_function("a", "S, L", [], "(" + "".join(text(a, env) + ", " for a in shape.args) + ")"))
            for shape in choice.shapes
        ]
        if shapes:
            by_element = first is not None and _by_element(choice, first)

            def resolve() -> None:
                known = gen.program.globals
                step.flat = self._is_flat(choice, step) and step.zone is not None
                step.shapes = tuple(
                    (known[f"P_{next(k for k, p in enumerate(gen.layout.model.patterns) if p is decl)}"], known[name])
                    for decl, name in shapes
                )
                patterns = [pattern for pattern, _ in step.shapes]
                step.counted = (
                    len(patterns) == 1
                    and patterns[0].static
                    and patterns[0].plain
                    and step.zone is not None
                    and step.guard is None
                    and not step.read
                    and gen.program.plain_cards
                )
                step.by_element = step.counted and by_element

            gen.on_finish.append(resolve)
        return step

    def _early(self, k: int, chosen: list[t.TypedChoice], conditions: list[Condition]) -> t.HasShape | None:
        """What the set chosen last needs: tested already at the choice before it, if the test is cheap."""
        if k + 2 != len(chosen) or chosen[k].is_set or any(c.after > k for c in conditions):
            return None
        later = chosen[k + 1]
        if not later.is_set or later.where is not None or later.low is not None or later.high is not None or len(later.shapes) != 1:
            return None
        shape = later.shapes[0]
        if id(shape.decl) not in self.expressions.flats or not isinstance(later.source, t.ZoneRef):
            return None
        return t.HasShape(span=later.span, type=FlagT(), operand=later.source, shape=shape)

    def _candidates(
        self,
        choice: t.TypedChoice,
        source: str,
        tests: list[str],
        v: str,
        zone: t.ZoneRef | None,
        spread: bool,
        is_card: bool,
        reading: list[t.Expr | None],
        env: Env,
    ) -> str:
        condition = " and ".join(tests)
        if choice.is_set or not is_card:
            if not condition:
                return source
            if not fixed_and_few(source):
                source = f"charged(S, {source}, {self.gen.site(choice.source.span)})"
            return f"[{v} for {v} in {source} if {condition}]"
        alike = all(
            e is None or (self.purity.sees_only_class(e, choice.it) and self.purity.sees_only_class(e, choice.local)) for e in reading
        )
        firsts = f"firsts(S, {source}, {spread})"
        if zone is not None:
            firsts = f"zone_firsts(S, Z[{self.expressions.zone(zone, env)}])"
        if not condition:
            return firsts
        if alike:
            of_kind = _OF_KIND.match(condition) if zone is not None else None
            if zone is not None and of_kind is not None and of_kind[2] == v:
                kind, rest = of_kind[1], condition[of_kind.end() :]
                firsts = f"kind_firsts(S, Z[{self.expressions.zone(zone, env)}], {kind}, {kind!r})"
                return f"[{v} for {v} in {firsts} if {rest}]" if rest else firsts
            return f"[{v} for {v} in {firsts} if {condition}]"
        return f"firsts(S, [{v} for {v} in {source} if {condition}], {spread})"

    def _tail(
        self, k: int, chosen: list[t.TypedChoice], conditions: list[Condition], order: dict[int, int], first: int, pays: bool
    ) -> tuple[tuple[int, bool], ...] | None:
        """The registers on which steps k and later depend, if they depend on nothing else."""
        tail = chosen[k:]
        if k == 0 or pays or any(choice.is_set or isinstance(element_type(choice.source.type), CardT) for choice in tail):
            return None
        nodes: list[t.Expr] = []
        for choice in tail:
            nodes += [e for e in (choice.source, choice.where) if e is not None]
        late = [c for c in conditions if c.after >= k]
        if any(c.sort != "when" for c in late):
            return None
        nodes += [c.expr for c in late if c.expr is not None]
        if not all(self.purity.is_static(e) for e in nodes):
            return None
        inner = {id(c.local) for c in tail} | {id(c.it) for c in tail}
        bound = {id(x.local) for e in nodes for x in parts(e) if isinstance(x, t.AggregateExpr | t.FilterExpr | t.BestOf | t.MapUnion)}
        slots: dict[int, bool] = {}
        for e in nodes:
            for x in parts(e):
                if isinstance(x, t.LocalRef) and id(x.local) not in inner and id(x.local) not in bound:
                    if id(x.local) not in order:
                        return None
                    slots[first + order[id(x.local)]] = isinstance(x.local.type, CardT)
                    if isinstance(x.local.type, SetT | OptionalT):
                        return None
        return tuple(sorted(slots.items()))


def card_choice(decl: Ability, kinds: tuple[KindDecl, ...], layout: Layout) -> t.TypedChoice:
    """The card of an action as its first choice: one of these kinds, in a zone of its player where the card works."""
    assert decl.this is not None and decl.player is not None and decl.kind is not None
    span, of = decl.span, CardT(decl.kind)
    player = t.LocalRef(span=span, type=PlayerT(), local=decl.player)
    it = Local("it", of, span, "it")
    card = t.LocalRef(span=span, type=of, local=it)
    source: t.Expr = t.SetLiteral(span=span, type=SetT(of), items=())
    where: t.Expr | None = None
    working = list(dict.fromkeys([c.kind.from_zone for c in layout.cards if any(c.kind.is_a(kind) for kind in kinds)]))
    for name in working:
        zones: t.Expr | None = None
        for zone in layout.model.zones:
            if layout.exists(zone) and (zone.owner == "player" if name is None else zone.name == name):
                cards = _zone_of(zone, player, span)
                zones = cards if zones is None else t.Union_(span=span, type=cards.type, left=zones, right=cards)
        if zones is None:
            continue
        test: t.Expr | None = None
        if len(working) == 1:
            for kind in kinds:
                one = t.IsKindExpr(span=span, type=FlagT(), operand=card, kind=kind, negated=False)
                test = one if test is None else t.Logic(span=span, type=FlagT(), op="or", left=test, right=one)
        else:
            ids = [c.id for c in layout.cards if c.kind.from_zone == name and any(c.kind.is_a(kind) for kind in kinds)]
            consts = t.SetLiteral(span=span, type=SetT(of), items=tuple([t.Const(span=span, type=of, value=k) for k in ids]))
            fits, lies = [t.Member(span=span, type=FlagT(), item=card, source=s) for s in (consts, zones)]
            test = t.Logic(span=span, type=FlagT(), op="and", left=fits, right=lies)
        assert test is not None
        first = isinstance(source, t.SetLiteral)
        source = zones if first else t.Union_(span=span, type=SetT(of), left=source, right=zones)
        where = test if where is None else t.Logic(span=span, type=FlagT(), op="or", left=where, right=test)
    label = kinds[0].label or kinds[0].name.replace("_", " ") if len(kinds) == 1 else decl.kind.label or decl.kind.name.replace("_", " ")
    return t.TypedChoice(
        span=span, local=decl.this, label=label, source=source, it=it, where=where, is_set=False, low=None, high=None, shapes=()
    )


def _zone_of(zone: ZoneDecl, player: t.Expr, span: Span) -> t.Expr:
    """The cards of a zone of the player (of a shared one: all of them), with all values of its index."""
    type = SetT(AnyT() if zone.kind is None else CardT(zone.kind))
    owner: t.Expr | None = None
    if zone.owner != "shared":
        owner = player if zone.owner == "player" else t.TeamOf(span=span, type=TeamT(), player=player)
    if zone.index is None:
        return t.ZoneRef(span=span, type=type, decl=zone, owner=owner, index=None)
    of = element_type(zone.index.type)
    assert not isinstance(of, SetT | OptionalT)
    at = Local("at", of, span, "binder")
    here = t.LocalRef(span=span, type=at.type, local=at)
    what = {EnumT: "enum", PlayerT: "players", TeamT: "teams"}.get(of.__class__)
    values: t.Expr = t.AllOf(span=span, type=SetT(of), what=what or "spaces")
    if isinstance(of, NumberT):
        low, high = zone.index.low, zone.index.low + (zone.index.size or 1) - 1
        ends = [t.Const(span=span, type=NumberT(), value=n) for n in (low, high)]
        values = t.IntervalExpr(span=span, type=SetT(of), low=ends[0], high=ends[1])
    body = t.ZoneRef(span=span, type=type, decl=zone, owner=owner, index=here)
    return t.MapUnion(span=span, type=type, source=values, local=at, body=body)


def plain_logic(e: t.Expr | None) -> bool:
    """Whether a condition goes through no set but in an ``any`` over a pattern: then its parts may be given names."""
    walks = [x for x in parts(e or ()) if isinstance(x, t.AggregateExpr | t.FilterExpr | t.MapUnion | t.BestOf)]
    return all(isinstance(x, t.AggregateExpr) and isinstance(x.body, t.HasShape) for x in walks)


def expected(numbers: t.IntervalExpr) -> tuple[int, int] | None:
    """The numbers of an interval as far as they can be told before a match, if they are few."""
    low, high = [e.value if isinstance(e, t.Const) and isinstance(e.value, int) else None for e in (numbers.low, numbers.high)]
    if high is None:
        return None
    if low is None:
        low = min(0, high)
    return (low, high) if 0 <= high - low < MOST_NUMBERS else None


def _by_element(choice: t.TypedChoice, first: t.TypedChoice) -> bool:
    """Whether a set's pattern has the element chosen before as its only argument, and nothing else of the choice reads it."""
    if len(choice.shapes) != 1 or len(choice.shapes[0].args) != 1:
        return False
    arg = choice.shapes[0].args[0]
    others = (choice.source, choice.low or (), choice.high or ())
    reads = any(isinstance(x, t.LocalRef) and x.local is first.local for other in others for x in parts(other))
    return isinstance(arg, t.LocalRef) and arg.local is first.local and not reads


def choice_is_set(choice: t.TypedChoice) -> bool:
    """Whether a choice takes a set."""
    return choice.is_set


def _unfinished(S: State, L: list[Any]) -> Any:
    """Stands for a generated function until the source is compiled."""
    raise AssertionError("the program isn't finished")


def player_local(local: Local | None, slot: int, env: Env) -> Env:
    """The environment with an actor in a register."""
    return env if local is None else env.bind(local, f"L[{slot}]")
