"""Statements to Python: the lines of a straight function, for what never asks (``blocks``: for what may).

A ``Body`` writes one function; what all bodies of a program share is in a ``Writer``.
"""

from __future__ import annotations

from typing import assert_never

from attrs import define, field

from rulekit.analysis import typed as t
from rulekit.analysis.model import EventDecl, Local, PhaseDecl, ZoneDecl
from rulekit.analysis.types import AnyT, CardT, NumberT, OptionalT, SetT, Type
from rulekit.compile.choices import Choices
from rulekit.compile.costs import units
from rulekit.compile.effects import Effects
from rulekit.compile.expressions import Expressions
from rulekit.compile.generator import Env, Generator
from rulekit.engine.choices import ActionCode
from rulekit.source import Span


@define(eq=False)
class Writer:
    """What all bodies of a program share."""

    gen: Generator
    expressions: Expressions
    choices: Choices
    effects: Effects
    phase_numbers: dict[int, int]
    plain_effects: dict[str, str] = field(factory=dict)
    """Actions without costs whose effect neither asks nor ends a phase: the function of the effect."""
    reactions: dict[int, ActionCode] = field(factory=dict)
    """Answers (see ``windows``) by id: their code."""
    may_react: dict[int, str] = field(factory=dict)
    """Of answers outside cards: the function that gives who may react."""
    event_codes: dict[int, int] = field(factory=dict)
    """Events that may ask: the number of their code."""

    def event_name(self, event: EventDecl) -> str:
        """The function of an event that doesn't ask."""
        return f"e_{next(k for k, e in enumerate(self.gen.layout.layers.events) if e is event)}"


@define(eq=False)
class Body:
    """Lines of one straight function.  ``env`` says where the locals are."""

    writer: Writer
    env: Env
    lines: list[str] = field(factory=list)
    indent: int = 0
    above: int = 0
    """Of a reaction: how many frames it has on top of that of the happening."""

    def emit(self, line: str) -> None:
        """Add a line at the present depth."""
        self.lines.append("    " * self.indent + line)

    def text(self, e: t.Expr) -> str:
        """An expression here."""
        return self.writer.expressions.text(e, self.env)

    def site(self, node: t.Typed) -> int:
        """The place of a node, for faults."""
        return self.writer.gen.site(node.span)

    def new_local(self, local: Local) -> str:
        """A place for a local, known from here on."""
        place = self.writer.gen.fresh("v")
        self.env = self.env.bind(local, place)
        return place

    def block(self, statements: t.Block) -> None:
        """A block with a scope of its own."""
        outer = self.env
        for statement in statements:
            self.statement(statement)
        self.env = outer

    def nested(self, statements: t.Block) -> None:
        """A block one level deeper."""
        self.indent += 1
        before = len(self.lines)
        self.block(statements)
        if len(self.lines) == before:
            self.emit("pass")
        self.indent -= 1

    def burn(self, node: t.Typed, body: object) -> None:
        """The fuel for a round of a loop, or for an event."""
        self.emit(f"S.fuel -= {units(body)}")
        self.emit(f"if S.fuel < 0: out_of_fuel(S, {self.site(node)})")

    def give_up(self, result: str) -> None:
        """Leave when an event has ended a phase."""
        self.emit(f"if {result}: return {result}")

    # ------------------------------------------------------------ statements

    def mark(self, span: Span) -> None:
        """Let the rule at this place tell that it is carried out, if that is watched."""
        for line in self.writer.gen.mark(span):
            self.emit(line)

    def statement(self, s: t.Stmt) -> None:
        """Write one statement that doesn't ask."""
        self.mark(s.span)
        match s:
            case t.MoveStmt():
                self._move(s)
            case t.DealStmt(count=count, source=source, target=target):
                zones = self.writer.expressions
                if isinstance(target, t.ZoneRef):
                    targets = f"[{zones.zone(target, self.env)}]"
                else:
                    assert isinstance(target.body, t.ZoneRef)
                    v = self.writer.gen.fresh("v")
                    inside = self.env.inner(target.local, v)
                    targets = f"[{zones.zone(target.body, inside)} for {v} in {self.text(target.source)}]"
                self.emit(f"deal(S, {self.text(count)}, {zones.zone(source, self.env)}, {targets}, {self._refill(source.decl)})")
            case t.ShuffleStmt(zone=zone):
                if isinstance(zone, t.ZoneRef):
                    self.emit(f"shuffle(S, {self.writer.expressions.zone(zone, self.env)})")
                else:
                    assert isinstance(zone.body, t.ZoneRef)
                    v = self.writer.gen.fresh("v")
                    inside = self.env.inner(zone.local, v)
                    self.emit(f"for {v} in {self.text(zone.source)}: shuffle(S, {self.writer.expressions.zone(zone.body, inside)})")
            case t.SetStmt(target=target, value=value):
                self.store(target, self.text(value), value, s)
            case t.AddStmt(value=value, target=target):
                self._change(target, value, "+", s)
            case t.TakeStmt(value=value, target=target):
                self._change(target, value, "-", s)
            case t.LetStmt(local=local, value=value):
                text = self.text(value)
                if isinstance(value.type, SetT):
                    text = f"charged(S, tuple({text}), {self.site(s)})"
                self.emit(f"{self.new_local(local)} = {text}")
            case t.ShowStmt(cards=cards, to=to):
                self.emit(f"show(S, {self.text(cards)}, {self.text(to)})")
            case t.RollStmt(dice=dice):
                for die, local in dice:
                    number = next(k for k, d in enumerate(self.writer.gen.layout.model.dice) if d is die)
                    self.emit(f"{self.new_local(local)} = roll(S, {number}, {die.faces!r})")
            case t.DoStmt():
                self.perform(s)
            case t.EndStmt(phase=phase):
                self.end(phase)
            case t.IfStmt(branches=branches):
                word = "if"
                for condition, block in branches:
                    self.emit("else:" if condition is None else f"{word} {self.text(condition)}:")
                    self.nested(block)
                    word = "elif"
            case t.ForStmt():
                self._for(s)
            case t.RepeatStmt(times=times, until=until, body=body):
                if times is not None:
                    self.emit(f"for _ in range({self.text(times)}):")
                else:
                    assert until is not None
                    self.emit(f"while not {self.text(until)}:")
                self.indent += 1
                self.burn(s, body if times is not None else (*body, until))
                self.indent -= 1
                self.nested(body)
            case t.CancelStmt():
                self.emit(f"cancel(S, {self.above})")
            case t.ChooseStmt() | t.TogetherStmt():
                raise AssertionError(f"a {type(s).__name__} in a body that doesn't ask")
            case _:
                assert_never(s)

    def _refill(self, zone: ZoneDecl) -> int:
        return -1 if zone.refills_from is None else self.writer.gen.layout.zone_base[id(zone.refills_from)]

    def _move(self, s: t.MoveStmt) -> None:
        expressions = self.writer.expressions
        cards = s.cards
        if s.refills:
            end = cards.operand if isinstance(cards, t.ToSet) else cards
            if isinstance(end, t.EndOfZone) and self._refill(end.zone.decl) >= 0:
                needed = "1" if end.count is None else self.text(end.count)
                self.emit(f"refill(S, {expressions.zone(end.zone, self.env)}, {needed}, {self._refill(end.zone.decl)})")
        target = expressions.zone(s.target, self.env)
        self.emit(f"move(S, {self.text(cards)}, {target}, {s.to_bottom}, {is_public(cards)})")

    def in_order(self, source: t.Expr, local: Local, rising: t.Expr | None, start: t.Expr | None) -> str:
        """The elements that a loop goes through, in its order: by a rising value, or from one of them on."""
        text = self.text(source)
        if rising is not None:
            v = self.writer.gen.fresh("v")
            key = self.writer.expressions.text(rising, self.env.inner(local, v))
            return f"sorted({text}, key=lambda {v}: {key})"
        return text if start is None else self.writer.expressions.turned(text, self.text(start), start.type)

    def _for(self, s: t.ForStmt) -> None:
        source = self.in_order(s.source, s.local, s.rising, s.start)
        outer = self.env
        self.emit(f"for {self.new_local(s.local)} in {source}:")
        self.indent += 1
        self.burn(s, s.body)
        self.indent -= 1
        self.nested(s.body)
        self.env = outer

    def perform(self, s: t.DoStmt) -> None:
        """``do E(..)`` of an event that doesn't ask."""
        args = ", ".join(["S", *[self.text(a) for a in s.args]])
        event = self.writer.gen.layout.layers.event(s)
        name = self.writer.event_name(event)
        if event.body is None:
            pass
        elif id(event) in self.writer.effects.ending:
            r = self.writer.gen.fresh("v")
            self.emit(f"{r} = {name}({args})")
            self.give_up(r)
        else:
            self.emit(f"{name}({args})")
        if s.outcome is not None:
            self.emit(f"{self.new_local(s.outcome)} = True")

    def end(self, phase: PhaseDecl) -> None:
        """``end X`` in a straight function: tell the caller, if X is running."""
        number = self.writer.phase_numbers[id(phase)]
        self.emit(f"if is_running(S, {number}): return {number}")

    # ------------------------------------------------------------ writing

    def store(self, target: t.Place, text: str, value: t.Expr, node: t.Typed, clamp: bool = True) -> None:
        """Write a value to a field, a state or a local; a bounded number stops at its bounds."""
        type = target.type
        bounds = base_number(place_type(target))
        if bounds is not None and not isinstance(type, SetT):
            text = self._bounded(text, bounds, value, node)
        elif isinstance(type, SetT) or isinstance(value.type, SetT):
            text = f"charged(S, tuple({text}), {self.site(node)})"
        expressions = self.writer.expressions
        full = self.writer.gen.program.full
        match target:
            case t.FieldRef():
                index = expressions.field_index(target, self.env)
                self.emit(f"set_field(S, {index}, {text})" if full else f"F[{index}] = {text}")
            case t.StateRef(card=card, name=name):
                if full:
                    slot = self.writer.gen.layout.state_slots[name]
                    self.emit(f"set_state(S, {self.text(card)}, {slot}, {text})")
                else:
                    self.emit(f"S.states[{expressions.state_index(card, name, self.env)}] = {text}")
            case t.LocalRef(local=local):
                self.emit(f"{self.env.places[id(local)]} = {text}")
            case t.SpaceFieldRef():
                index = expressions.space_index(target, self.env)
                self.emit(f"set_field(S, {index}, {text})" if full else f"F[{index}] = {text}")
            case _:
                assert_never(target)

    def _bounded(self, text: str, bounds: NumberT, value: t.Expr, node: t.Typed) -> str:
        if isinstance(value, t.Const) and isinstance(value.value, int):
            n = value.value
            if (bounds.low is None or n >= bounds.low) and (bounds.high is None or n <= bounds.high):
                return text
        if bounds.high is not None:
            text = f"min({text}, {bounds.high})"
        if bounds.low is not None:
            text = f"max({text}, {bounds.low})"
        if (bounds.low is None or bounds.high is None) and not _surely_small(value):
            text = f"number(S, {text}, {self.site(node)})"
        return text

    def _change(self, target: t.Place, value: t.Expr, op: str, node: t.Typed) -> None:
        now = self.text(target)
        if isinstance(target.type, SetT):
            function = "united" if op == "+" else "without"
            self.store(target, f"{function}({now}, {self.text(value)})", value, node)
        else:
            operand = t.Arith(span=node.span, type=NumberT(), op=op, left=target, right=value)
            self.store(target, self.text(operand), operand, node)


def is_public(cards: t.Expr) -> bool:
    """Whether everybody knows which cards move, even if nobody sees them: a whole zone, its top or bottom, a whole deck."""
    match cards:
        case t.ZoneRef() | t.EndOfZone() | t.CardsOf():
            return True
        case t.ToSet(operand=operand):
            return is_public(operand)
        case t.MapUnion(body=body):
            return isinstance(body, t.ZoneRef)
        case _:
            return False


def place_type(target: t.Place) -> Type:
    """The declared type of what is written to (a local has no bounds)."""
    match target:
        case t.FieldRef(decl=decl):
            return decl.type
        case t.SpaceFieldRef(decl=space_field):
            return space_field.type
        case t.LocalRef(local=local):
            return NumberT() if isinstance(local.type, NumberT) else local.type
        case _:
            return target.type


def is_of_card(type: Type) -> bool:
    """Whether values of this type are cards, or sets of cards."""
    if isinstance(type, OptionalT | SetT):
        return is_of_card(type.of)
    return isinstance(type, CardT | AnyT)


def base_number(type: Type) -> NumberT | None:
    """The number type in a type that may be optional."""
    if isinstance(type, OptionalT):
        type = type.of
    return type if isinstance(type, NumberT) else None


def prompt(choice: t.TypedChoice) -> str:
    """What the player reads."""
    return choice.label or choice.local.name.replace("_", " ")


def _surely_small(value: t.Expr) -> bool:
    """Whether a number can't be beyond what numbers may be: one that is kept somewhere, or how many cards there are."""
    return isinstance(value, t.FieldRef | t.AttrRef) or (isinstance(value, t.Builtin) and value.name == "count")

