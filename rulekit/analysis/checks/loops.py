"""Loops without end, and ``until`` that nothing can change.

Takes the model and its effects, reports RK355 and RK417.  Promises: a loop is called endless only if its head can't end it
and nothing that can happen in it ends a phase around it (``end X`` ends one pass of X, so it doesn't end the loop X itself);
an ``until`` is reported only if nothing it reads can be changed by anything that can happen inside, and not if what it reads
is reported itself, since nothing changes or fills it anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.checks import codes
from rulekit.analysis.checks.common import chain, constant_flag, is_endless
from rulekit.analysis.checks.fields import changed_cells
from rulekit.analysis.checks.zones import filled_zones
from rulekit.analysis.effects import ACTIVE, Cell, Effects, ModelEffects, Named
from rulekit.analysis.report import report
from rulekit.analysis.walk import mentions, statements, subexpressions, written
from rulekit.diagnostics import Sink


def check_endless(model: m.GameModel, effects: ModelEffects, sink: Sink) -> None:
    """Report phases that go round for ever."""
    for phase in parts.phases(model):
        inside = effects.phase(phase).ends
        if not is_endless(phase) or inside & set(chain(phase)[1:]):
            continue
        head = "cycle .." if phase.loop is not None and phase.loop.form == "cycle" else "repeat"
        own = phase in inside
        report(
            sink,
            codes.ENDLESS_PHASE,
            f"the phase '{phase.name}' goes round for ever: it has no end",
            phase.span,
            f"'end {phase.name}' ends one pass only, then the next begins" if own else "",
            help=f"say when it is over, e.g. 'phase {phase.name} {head} until ..:'",
        )


def check_untils(model: m.GameModel, effects: ModelEffects, sink: Sink) -> None:
    """Report ``until`` of phases and of ``repeat`` that can't change while the loop runs."""
    known = _Dead(model)
    for phase in parts.phases(model):
        if phase.loop is None or phase.loop.form not in ("forever", "cycle") or phase.until is None:
            continue
        inside = effects.phase(phase)
        own = phase.loop.local is not None and mentions(phase.until, phase.loop.local)
        blocks = [part.block for inner in parts.inner_phases(phase) for part in parts.phase_parts(inner)]
        may_empty = phase.loop.form == "cycle" and not isinstance(phase.loop.source, t.AllOf)
        elsewhere = own or may_empty or bool(inside.ends & set(chain(phase)[1:]))
        if elsewhere or known.reads(phase.until, effects) or _changes(phase.until, effects, inside, blocks):
            continue
        _report(phase.until, f"the phase '{phase.name}'", sink)
    for stmt in _repeats(model):
        inside = effects.block(stmt.body)
        if stmt.until is None or inside.ends or known.reads(stmt.until, effects):
            continue
        if not _changes(stmt.until, effects, inside, [stmt.body]):
            _report(stmt.until, "this loop", sink)


class _Dead:
    """What nothing in the whole game changes or fills: other checks report it."""

    def __init__(self, model: m.GameModel) -> None:
        self._changed = changed_cells(model)
        self._filled = filled_zones(model)

    def reads(self, until: t.Expr, effects: ModelEffects) -> bool:
        """Whether a condition reads such a thing."""
        return any(self._is_dead(cell) for cell in effects.expr(until).reads)

    def _is_dead(self, cell: Cell) -> bool:
        match cell:
            case m.ZoneDecl():
                return cell.starts_with is None and cell not in self._filled
            case m.FieldDecl() | Named(sort="state"):
                return cell not in self._changed
            case _:
                return False


def _repeats(model: m.GameModel) -> Iterator[t.RepeatStmt]:
    for part in parts.parts(model, examples=False):
        for stmt in statements(part.block):
            if isinstance(stmt, t.RepeatStmt):
                yield stmt


def _changes(until: t.Expr, effects: ModelEffects, inside: Effects, blocks: list[t.Block]) -> bool:
    """Whether anything that a condition reads may change; a constant is another check's finding."""
    reads = effects.expr(until).reads
    if constant_flag(until) is not None or reads & inside.writes or (ACTIVE in reads and inside.asks):
        return True
    changed = {local for stmt in statements(*blocks) for local in _changed_locals(stmt)}
    return any(isinstance(inner, t.LocalRef | t.AnswerOf) and inner.local in changed for inner in subexpressions(until))


def _changed_locals(stmt: t.Stmt) -> Iterator[m.Local]:
    """The locals that a statement sets or binds anew."""
    for place in written(stmt):
        if isinstance(place, t.LocalRef):
            yield place.local
    match stmt:
        case t.LetStmt(local=local) | t.ForStmt(local=local) | t.ChooseStmt(choice=t.TypedChoice(local=local)):
            yield local
        case t.TogetherStmt(answers=local) | t.DoStmt(outcome=m.Local() as local):
            yield local
        case t.RollStmt(dice=dice):
            yield from (local for _, local in dice)
        case _:
            return


def _report(until: t.Expr, where: str, sink: Sink) -> None:
    report(
        sink,
        codes.UNTIL_NEVER_CHANGES,
        f"nothing inside {where} can change '{until.span.text}', so it ends at once or never",
        until.span,
        help="let something inside change what this condition reads, or use another condition",
    )
