"""Statements to Python: straight functions for what never asks, blocks with explicit jumps for what may.

A ``Body`` writes one function.  A ``BlockBody`` writes a ``Code``: its locals live in registers, and each decision, loop round or event
that may ask is the boundary of a block, so nothing is held on Python's stack while somebody thinks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, assert_never

from attrs import define, field

from rulekit.analysis import typed as t
from rulekit.analysis.model import EventDecl, Local, PhaseDecl, ZoneDecl
from rulekit.analysis.types import AnyT, CardT, NumberT, OptionalT, SetT, Type
from rulekit.compile.choices import Choices
from rulekit.compile.costs import UNIT, nodes_of, units
from rulekit.compile.effects import Effects
from rulekit.compile.expressions import Expressions
from rulekit.compile.generator import Env, Generator
from rulekit.compile.joins import joined
from rulekit.compile.windows import Answer, Happening, arguments, event_is_answered, shown_arguments
from rulekit.engine.choices import ActionCode
from rulekit.engine.program import Answering, ChoicePoint, Code, Point, TogetherPoint, WindowPoint
from rulekit.engine.state import State
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

    def _for(self, s: t.ForStmt) -> None:
        source = self.text(s.source)
        if s.rising is not None:
            v = self.writer.gen.fresh("v")
            key = self.writer.expressions.text(s.rising, self.env.inner(s.local, v))
            source = f"sorted({source}, key=lambda {v}: {key})"
        elif s.start is not None:
            source = self.writer.expressions.turned(source, self.text(s.start), s.start.type)
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


def _later(S: State, L: list[Any]) -> Any:
    """Stands for a generated function until the source is compiled."""
    raise AssertionError("the program isn't finished")


# ---------------------------------------------------------------- bodies that may ask


@define(eq=False)
class BlockBody(Body):
    """Writes the blocks of one code.  ``slots`` counts its registers; ``starts`` is told the number of each block that begins."""

    name: str = ""
    params: int = 0
    slots: int = 0
    card_slots: set[int] = field(factory=set)
    blocks: list[str | None] = field(factory=list)
    written: dict[int, list[str]] = field(factory=dict)
    points: list[Point | None] = field(factory=list)
    weights: dict[int, int] = field(factory=dict)
    """What each block costs, in typed nodes."""
    spans: dict[int, Span] = field(factory=dict)
    """Where each block begins in the rules file."""
    here: int = -1
    starts: Callable[[int], None] | None = None
    stays: Callable[[int, int], bool] | None = None
    """Whether two blocks stand in the same phases, if that matters: while an action of an offer runs, its frame stands behind the offer."""

    # ------------------------------------------------------------ labels

    def new_label(self) -> int:
        """The number of a block to be placed later."""
        self.blocks.append(None)
        self.points.append(None)
        return len(self.blocks) - 1

    def place_label(self, label: int) -> None:
        """The block begins here; what was written before goes on with it."""
        if self.here >= 0:
            self.jump(label)
        self.here = label
        self.lines = []
        self.indent = 0
        if self.starts is not None:
            self.starts(label)

    def jump(self, label: int) -> None:
        """Go on at a block; what follows needs a label of its own."""
        self.emit(f"return {label}")
        self._close()

    def leave(self, result: str = "-1") -> None:
        """The code is done."""
        self.emit(f"return {result}")
        self._close()

    def _close(self) -> None:
        self.written[self.here] = self.lines
        self.here = -1
        self.lines = []

    def weigh(self, node: object) -> None:
        """What is worked out in the present block is paid for when the block begins."""
        self.weights[self.here] = self.weights.get(self.here, 0) + nodes_of(node)

    def text(self, e: t.Expr) -> str:
        """An expression here."""
        if not self.indent:
            self.spans.setdefault(self.here, e.span)
            self.weigh(e)
        return super().text(e)

    def slot(self, holds: Type | None = None) -> int:
        """A new register, for values of this type (none: never a card)."""
        if holds is not None and is_of_card(holds):
            self.card_slots.add(self.slots)
        self.slots += 1
        return self.slots - 1

    def new_local(self, local: Local) -> str:
        """In a nested block that doesn't ask: a Python local; else a register."""
        if self.indent:
            return super().new_local(local)
        place = f"L[{self.slot(local.type)}]"
        self.env = self.env.bind(local, place)
        return place

    def give_up(self, result: str) -> None:
        """An event has ended a phase: unwind, if it is running."""
        self.emit(f"if {result} and end_phase(S, {result}): return -2")

    def end(self, phase: PhaseDecl) -> None:
        """``end X``: cut the frames down to it."""
        self.emit(f"if end_phase(S, {self.writer.phase_numbers[id(phase)]}): return -2")

    # ------------------------------------------------------------ statements

    def statement(self, s: t.Stmt) -> None:
        """Write one statement, splitting the block where it asks."""
        self.spans.setdefault(self.here, s.span)
        if not self.indent and not isinstance(s, t.ForStmt | t.RepeatStmt):
            self.weigh(s)
        if self.indent or not (self.writer.effects.asks(s)):
            if not self.indent and self.writer.effects.ends(s):
                self.place_label(self.new_label())
            super().statement(s)
            return
        self.mark(s.span)
        match s:
            case t.ChooseStmt():
                self._choose(s)
            case t.TogetherStmt():
                self._together(s)
            case t.DoStmt():
                self._perform(s)
            case t.IfStmt(branches=branches):
                self._if(branches)
            case t.ForStmt():
                self._for_blocks(s)
            case t.RepeatStmt():
                self._repeat_blocks(s)
            case _:
                raise AssertionError(f"a {type(s).__name__} doesn't ask")

    def _perform(self, s: t.DoStmt) -> None:
        """``do E(..)`` of an event that may ask: a frame of its own.  If it can be called off, it is told where its outcome is wanted."""
        layers = self.writer.gen.layout.layers
        event = layers.event(s)
        args = [self.text(a) for a in s.args]
        if s.outcome is not None:
            register = self.slot()
            self.emit(f"L[{register}] = True")
        if event_is_answered(layers, event):
            args.append("None" if s.outcome is None else str(register))
        after = self.new_label()
        self.emit(f"return push(S, {self.writer.event_codes[id(event)]}, {after}, ({''.join(a + ', ' for a in args)}))")
        self._close()
        self.place_label(after)
        if s.outcome is not None:
            self.env = self.env.bind(s.outcome, f"L[{register}]")

    def _if(self, branches: tuple[tuple[t.Expr | None, t.Block], ...]) -> None:
        done = self.new_label()
        for condition, block in branches:
            other = self.new_label()
            if condition is not None:
                self.emit(f"if not {self.text(condition)}: return {other}")
            self.block(block)
            self.jump(done)
            self.place_label(other)
        self.jump(done)
        self.place_label(done)

    def _for_blocks(self, s: t.ForStmt) -> None:
        source = self.text(s.source)
        if s.rising is not None:
            v = self.writer.gen.fresh("v")
            key = self.writer.expressions.text(s.rising, self.env.inner(s.local, v))
            source = f"sorted({source}, key=lambda {v}: {key})"
        elif s.start is not None:
            source = self.writer.expressions.turned(source, self.text(s.start), s.start.type)
        row, k = self.slot(s.source.type), self.slot()
        self.emit(f"L[{row}] = tuple({source}); L[{k}] = 0")
        head, done = self.new_label(), self.new_label()
        self.place_label(head)
        outer = self.env
        self.emit(f"if L[{k}] >= len(L[{row}]): return {done}")
        self.emit(f"{self.new_local(s.local)} = L[{row}][L[{k}]]; L[{k}] += 1")
        self.block(s.body)
        self.env = outer
        self.jump(head)
        self.place_label(done)

    def _repeat_blocks(self, s: t.RepeatStmt) -> None:
        head, done = self.new_label(), self.new_label()
        k = self.slot()
        if s.times is not None:
            self.emit(f"L[{k}] = {self.text(s.times)}")
        self.place_label(head)
        if s.times is not None:
            self.emit(f"if L[{k}] <= 0: return {done}")
            self.emit(f"L[{k}] -= 1")
        else:
            assert s.until is not None
            self.emit(f"if {self.text(s.until)}: return {done}")
        self.block(s.body)
        self.jump(head)
        self.place_label(done)

    # ------------------------------------------------------------ asking

    def point(self, point: Point) -> None:
        """Ask here; the run goes on behind."""
        label = self.new_label()
        after = self.new_label()
        self.jump(label)
        self.points[label] = point
        if self.starts is not None:
            self.starts(label)
        point.next_pc = after
        self.place_label(after)

    def _choose(self, s: t.ChooseStmt) -> None:
        slot = self.slot(s.choice.local.type)
        self.env = self.env.bind(s.choice.local, f"L[{slot}]")
        action = self.writer.choices.choice(s.choice, slot, self.env)
        point = ChoicePoint(action, _later, s.optional, -1, prompt(s.choice), self.path())
        self.writer.gen.later(point, "by", self.writer.expressions.condition(s.by, self.env))
        self.point(point)

    def _together(self, s: t.TogetherStmt) -> None:
        chosen = s.choice.local.type
        answers, value, asked = self.slot(chosen), self.slot(chosen), self.slot()
        self.emit(f"L[{answers}] = None")
        inside = self.env.bind(s.local, f"L[{asked}]").bind(s.choice.local, f"L[{value}]")
        action = self.writer.choices.choice(s.choice, value, inside)
        action.size = asked + 1
        point = TogetherPoint(action, _later, answers, -1, prompt(s.choice), self.path())
        self.writer.gen.later(point, "players", self.writer.expressions.condition(s.source, self.env))
        self.point(point)
        self.env = self.env.bind(s.answers, f"L[{answers}]")

    def window(self, answers: Sequence[Answer], happening: Happening, first: int, before: bool, cancelled: int) -> None:
        """Here the happening whose code this is can be answered; ``cancelled``: where it goes on if it is called off."""
        writer = self.writer
        place = self.slot()
        rows = []
        for answer in answers:
            taken = self.slot(answer.taken.type)
            args = arguments(happening, answer.head, first)
            rows.append(Answering(
                writer.reactions[id(answer)],
                tuple(args[: len(answer.params)]),
                None,
                taken,
                answer.reaction.this is not None,
                answer.reaction.once,
            ))  # fmt: skip
            if answer.reaction.this is None:
                writer.gen.later(rows[-1], "players", writer.may_react[id(answer)])
            self.emit(f"L[{taken}] = ()")
        self.emit(f"L[{place}] = 0")
        named = happening.label or happening.name.replace("_", " ")
        weight = units(tuple([tuple(answer.reaction.clauses) for answer in answers])) * writer.gen.program.players
        shown = shown_arguments(happening, first)
        self.point(WindowPoint(tuple(rows), place, -1, cancelled, before, named, shown, self.path(), weight))

    def path(self) -> str:
        """Where in the course of play this is, in words; empty if that depends on who performs this."""
        return ""

    def finish(self, label: str) -> Code:
        """The code; its blocks are there once the source is compiled."""
        for here, lines in self.written.items():
            name = f"{self.name}_{here}"
            threaded = [_JUMP.sub(lambda m: f"return {self._thread(int(m[1]))}", line) for line in joined(lines, self.written)]
            cost = self.weights.get(here, 0) // UNIT
            pay = [f"S.fuel -= {cost}"] if cost > 1 else []
            self.writer.gen.function(name, "S, L", [*pay, *threaded], self.spans.get(here))
            self.blocks[here] = name
        for point in self.points:
            if point is not None:
                point.next_pc = self._thread(point.next_pc, self.stays)
                if isinstance(point, WindowPoint) and point.cancelled_pc >= 0:
                    point.cancelled_pc = self._thread(point.cancelled_pc)
        code = Code(label, [None] * len(self.blocks), self.points, self.slots, tuple(sorted(self.card_slots)), self.above > 0)
        names = list(self.blocks)

        def resolve() -> None:
            known = self.writer.gen.program.globals
            code.blocks = [None if name is None else known[name] for name in names]

        self.writer.gen.on_finish.append(resolve)
        return code

    def _thread(self, label: int, stays: Callable[[int, int], bool] | None = None) -> int:
        """Where a jump ends that leads to blocks which only jump on; ``stays``: whether it may go on from one block to another."""
        seen = set()
        while label not in seen:
            seen.add(label)
            lines = self.written.get(label, [])
            jump = _JUMP.fullmatch(lines[0]) if len(lines) == 1 else None
            if jump is None or not (stays is None or stays(label, int(jump[1]))):
                break
            label = int(jump[1])
        return label


_JUMP = re.compile(r"return (\d+)$")


def _surely_small(value: t.Expr) -> bool:
    """Whether a number can't be beyond what numbers may be: one that is kept somewhere, or how many cards there are."""
    return isinstance(value, t.FieldRef | t.AttrRef) or (isinstance(value, t.Builtin) and value.name == "count")
