"""Bodies that may ask: a code of numbered blocks with explicit jumps, its locals in registers.

Each decision, window, loop round or event that may ask is the boundary of a block, so nothing is held on Python's stack while somebody
thinks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from rulekit.analysis import typed as t
from rulekit.analysis.model import Local, PhaseDecl
from rulekit.analysis.types import Type
from rulekit.compile.costs import UNIT, nodes_of, units
from rulekit.compile.joins import joined
from rulekit.compile.statements import Body, is_of_card, prompt
from rulekit.compile.windows import Answer, Happening, arguments, event_is_answered, shown_arguments
from rulekit.engine.program import Answering, ChoicePoint, Code, Point, TogetherPoint, WindowPoint
from rulekit.engine.state import State
from rulekit.source import Span


def unfinished(S: State, L: list[Any]) -> Any:
    """Stands for a generated function until the source is compiled."""
    raise AssertionError("the program isn't finished")


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
        source = self.in_order(s.source, s.local, s.rising, s.start)
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
        point = ChoicePoint(action, unfinished, s.optional, -1, prompt(s.choice), self.path())
        self.writer.gen.later(point, "by", self.writer.expressions.condition(s.by, self.env))
        self.point(point)

    def _together(self, s: t.TogetherStmt) -> None:
        chosen = s.choice.local.type
        answers, value, asked = self.slot(chosen), self.slot(chosen), self.slot()
        self.emit(f"L[{answers}] = None")
        inside = self.env.bind(s.local, f"L[{asked}]").bind(s.choice.local, f"L[{value}]")
        action = self.writer.choices.choice(s.choice, value, inside)
        action.size = asked + 1
        point = TogetherPoint(action, unfinished, answers, -1, prompt(s.choice), self.path())
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
