"""The course of play as one code: the phases are loops over registers, their lines follow each other.

Register 0 holds the active player.  Each phase has its block numbers: ``head`` (the tests before a pass), ``body`` (the pass has begun, its
fields are reset), ``end`` (the pass is over).  ``end X`` is a jump to X's ``end``.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from attrs import define, field

from rulekit.analysis import typed as t
from rulekit.analysis.model import ActionDecl, FieldDecl, KindDecl, PhaseDecl
from rulekit.analysis.types import PlayerT, SetT
from rulekit.compile.blocks import BlockBody, unfinished
from rulekit.compile.costs import units
from rulekit.compile.layout import first_of_board, first_value
from rulekit.engine.choices import ActionCode
from rulekit.engine.program import Code, OfferPoint, PhaseCode


@define(eq=False)
class PhaseWriter:
    """Writes the main code."""

    body: BlockBody
    actions: dict[str, ActionCode]
    narrowed: Callable[[ActionDecl, tuple[KindDecl, ...]], ActionCode]
    """An action with cards of some kinds only."""
    settles: bool = False
    """There are state-based rules."""
    ends: bool = False
    """Some rule ends a phase."""
    stack: list[PhaseCode] = field(factory=list)
    path: dict[int, tuple[PhaseCode, ...]] = field(factory=dict)
    codes: dict[str, PhaseCode] = field(factory=dict)
    passes: dict[int, PhaseCode] = field(factory=dict)

    def write(self, phases: list[PhaseDecl]) -> Code:
        """All top-level phases, one after the other."""
        body = self.body
        body.starts = self._starts
        if self.ends:
            body.stays = lambda a, b: self.path.get(a) == self.path.get(b)
        body.slots = 1
        body.place_label(body.new_label())
        for phase in phases:
            self.phase(phase)
        if self.settles:
            body.emit("settle(S)")
        body.leave()
        return body.finish("main")

    def _starts(self, label: int) -> None:
        self.path[label] = tuple(self.stack)

    # ------------------------------------------------------------ phases

    def phase(self, decl: PhaseDecl) -> None:
        """One phase with everything in it."""
        body = self.body
        loop = decl.loop
        outer_env = body.env
        parent = self.stack[-1] if self.stack else None
        over_players = loop is not None and loop.local is not None and isinstance(loop.local.type, PlayerT)
        holds = loop.local.type if loop is not None and loop.local is not None else None
        starts = holds if loop is not None and loop.form == "cycle" else None
        code = PhaseCode(decl, body.writer.phase_numbers[id(decl)], parent, 0, body.slot(holds), body.slot(starts))
        self.codes[decl.name] = code
        if loop is not None and loop.local is not None:
            code.var_slot = body.slot(holds)
        code.active_slot = code.var_slot if over_players else (parent.active_slot if parent else 0)
        code.head_pc, code.end_pc, done = body.new_label(), body.new_label(), body.new_label()
        self._enter(decl, code)
        body.place_label(code.head_pc)
        if decl.until is not None:
            body.emit(f"if {body.text(decl.until)}: return {done}")
        self._next(decl, code, done)
        if loop is not None and loop.local is not None:
            body.env = body.env.bind(loop.local, f"L[{code.var_slot}]")
        if decl.when is not None:
            skipped = done if loop is None or loop.form == "once" else code.head_pc
            body.emit(f"if not {body.text(decl.when)}: return {skipped}")
        if over_players:
            body.emit(f"L[0] = L[{code.var_slot}]")
        self._reset(decl)
        self.stack.append(code)
        self._begin_pass(code)
        for item in decl.body:
            match item:
                case PhaseDecl():
                    self.phase(item)
                case t.TypedOffer():
                    self.offer(item)
                case _:
                    body.statement(item)
        body.place_label(code.end_pc)
        if self.settles:
            body.emit(f"L[0] = {f'L[{code.active_slot}]' if code.active_slot else None}")
            body.emit("settle(S)")
        self.stack.pop()
        self._restore(code, parent)
        body.jump(done if loop is None or loop.form == "once" else code.head_pc)
        body.place_label(done)
        if over_players:
            self._restore(code, parent)
        body.env = outer_env

    def _restore(self, code: PhaseCode, parent: PhaseCode | None) -> None:
        """The active player is the outer phase's again."""
        outer = parent.active_slot if parent else 0
        if code.active_slot != outer:
            self.body.emit(f"L[0] = L[{outer}]" if outer else "L[0] = None")

    def _begin_pass(self, code: PhaseCode) -> None:
        body = self.body
        if not body.writer.gen.program.full:
            code.body_pc = body.here
            return
        code.body_pc = body.new_label()
        body.place_label(code.body_pc)
        self.passes[code.body_pc] = code
        value = f"L[{code.var_slot}]" if code.var_slot else "None"
        body.emit(f"begin_pass(S, {code.number}, {value})")

    def _enter(self, decl: PhaseDecl, code: PhaseCode) -> None:
        """What happens once, before the first pass."""
        body, loop = self.body, decl.loop
        if loop is None:
            return
        k, row = code.index_slot, code.list_slot
        match loop.form:
            case "each":
                assert loop.source is not None and loop.local is not None
                source = body.in_order(loop.source, loop.local, loop.rising, loop.start)
                body.emit(f"L[{row}] = tuple({source}); L[{k}] = 0")
            case "cycle":
                start = "None" if loop.start is None else body.text(loop.start)
                body.emit(f"L[{row}] = None; L[{k}] = {start}")
            case "times":
                assert loop.times is not None
                body.emit(f"L[{k}] = {body.text(loop.times)}")
            case _:
                pass

    def _next(self, decl: PhaseDecl, code: PhaseCode, done: int) -> None:
        """The element or count of the next pass, or the end."""
        body, loop = self.body, decl.loop
        if loop is None:
            return
        k, row, var = code.index_slot, code.list_slot, code.var_slot
        match loop.form:
            case "each":
                body.emit(f"if L[{k}] >= len(L[{row}]): return {done}")
                body.emit(f"L[{var}] = L[{row}][L[{k}]]; L[{k}] += 1")
            case "cycle":
                assert loop.source is not None
                if isinstance(loop.source, t.AllOf) and loop.source.what == "players":
                    n = body.writer.gen.program.players
                    body.emit(f"L[{var}] = L[{k}] or 0 if L[{row}] is None else (L[{var}] + 1) % {n}; L[{row}] = ()")
                    return
                v = body.writer.gen.fresh("v")
                body.emit(f"{v} = tuple({body.text(loop.source)})")
                body.emit(f"L[{var}] = next_in_cycle(S, {v}, L[{row}], L[{var}], L[{k}]); L[{row}] = {v}")
                body.emit(f"if L[{var}] is None: return {done}")
            case "times":
                body.emit(f"if L[{k}] <= 0: return {done}")
                body.emit(f"L[{k}] -= 1")
            case _:
                pass

    def _reset(self, decl: PhaseDecl) -> None:
        """The fields ``each`` this phase get their first values back."""
        gen = self.body.writer.gen
        board = gen.layout.model.board
        for slot in board.fields if board is not None else ():
            if slot.each is decl:
                base, row = gen.layout.field_base[id(slot)], [info for info in gen.layout.fields if info.decl is slot]
                values = tuple([first_of_board(gen.layout.model, slot, info.at or 0) for info in row])
                self.body.emit(f"F[{base}:{base + len(row)}] = {gen.constant(values)}")
        for info in gen.layout.fields:
            if isinstance(info.decl, FieldDecl) and info.decl.each is decl:
                self.body.emit(f"F[{info.index}] = {self.first(info.decl)}")

    def first(self, decl: FieldDecl) -> str:
        """The first value of a field, as Python text."""
        if decl.default is None:
            return repr(first_value(decl.type))
        text = self.body.writer.expressions.text(decl.default, self.body.env)
        return f"tuple({text})" if isinstance(decl.type, SetT) else text

    # ------------------------------------------------------------ offers

    def offer(self, item: t.TypedOffer) -> None:
        """One offer."""
        body = self.body
        writer = body.writer
        body.mark(item.span)
        slot = 0
        if item.limit is not None:
            slot = body.slot()
            body.emit(f"L[{slot}] = {body.text(item.limit)}")
        point = OfferPoint(
            item.form,
            self.actions_of(item),
            None,
            None,
            slot,
            -1,
            body.path(),
            item.span,
            units((*[tuple(a.clauses) for a in item.actions], *[e for e in (item.when, item.stop_when) if e is not None])),
        )
        if item.when is not None:
            point.when = unfinished  # the playout is written before it is there
            writer.gen.later(point, "when", writer.expressions.condition(item.when, body.env))
        if item.stop_when is not None:
            point.stop_when = unfinished  # the playout is written before it is there
            writer.gen.later(point, "stop_when", writer.expressions.condition(item.stop_when, body.env))
        body.point(point)

    def actions_of(self, item: t.TypedOffer) -> tuple[ActionCode, ...]:
        """The compiled actions of an offer; those that some kinds inherit, only with their cards."""
        kinds: dict[ActionDecl, list[KindDecl]] = {}
        for action, only in zip_longest(item.actions, item.only):
            if self.body.writer.gen.layout.exists(action):
                of = only or action.kind
                kinds.setdefault(action, []).extend([] if of is None else [of])
        found = []
        for action, of_kinds in kinds.items():
            whole = action.kind is None or action.kind in of_kinds
            found.append(self.actions[action.name] if whole else self.narrowed(action, tuple(dict.fromkeys(of_kinds))))
        return tuple(found)


def phase_path(stack: list[PhaseCode]) -> str:
    """The running phases in words."""
    return " › ".join(code.decl.label or code.decl.name.replace("_", " ") for code in stack)
