"""What is never reached: phases and statements behind an ``end``, and ``end`` of a phase that can't be running.

Takes the model, its effects and contexts, reports RK416, RK418 and RK423.  Promises: an ``end X`` counts as leaving only
where X certainly is running (elsewhere it may do nothing), and a phase as not going on only if every way through it leaves.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.checks import codes
from rulekit.analysis.checks.common import chain, is_endless, loops
from rulekit.analysis.checks.contexts import Contexts, Phases
from rulekit.analysis.effects import ModelEffects
from rulekit.analysis.parts import Owner
from rulekit.analysis.report import report
from rulekit.analysis.walk import blocks_in, statements
from rulekit.diagnostics import Sink
from rulekit.source import Span


def check_reach(model: m.GameModel, effects: ModelEffects, contexts: Contexts, sink: Sink) -> None:
    """Report what is never reached."""
    leaving = _Leaving(effects)
    for phase in parts.phases(model):
        leaving.check(phase.body, frozenset(chain(phase)), sink)
    for part in parts.parts(model, examples=False):
        _check_ends(part, contexts, sink)
        if part.role in ("body", "exception") and not isinstance(part.owner, m.PhaseDecl):
            leaving.check(part.block, _certain(part.owner, contexts), sink)


def _certain(owner: Owner, contexts: Contexts) -> Phases:
    if isinstance(owner, m.EventDecl | m.ActionDecl | m.ReactionDecl | m.TriggerRule):
        return contexts.certain.get(owner, frozenset())
    return frozenset()


def _check_ends(part: parts.Part, contexts: Contexts, sink: Sink) -> None:
    owner = part.owner
    match owner:
        case m.PhaseDecl():
            running = frozenset(chain(owner))
        case m.EventDecl() | m.ActionDecl() | m.ReactionDecl() | m.TriggerRule() if owner in contexts.may:
            running = contexts.may[owner]
        case _:
            return
    for stmt in statements(part.block):
        if isinstance(stmt, t.EndStmt) and running and stmt.phase not in running:
            inner = min(running, key=lambda phase: (-len(chain(phase)), phase.span.start))
            report(
                sink,
                codes.END_NOT_RUNNING,
                f"the phase '{stmt.phase.name}' is never running when this is done, so this line does nothing",
                stmt.span,
                also=[(stmt.phase.span, "the phase")],
                help=f"end a phase that is running here, e.g. 'end {inner.name}'",
            )


@define
class _Leaving:
    """Finds the places behind which nothing goes on."""

    effects: ModelEffects
    _events: dict[tuple[m.EventDecl, Phases], Phases | None] = field(factory=dict)

    def check(self, items: Sequence[t.PhaseItem], running: Phases, sink: Sink) -> None:
        """Report the first line of a block that can't be reached, then look into its parts."""
        for index, item in enumerate(items):
            if isinstance(item, m.PhaseDecl):
                left: frozenset[m.PhaseDecl] | None = self._phase(item)
            elif isinstance(item, t.TypedOffer):
                left = None
            else:
                for block in blocks_in(item):
                    self.check(block, running, sink)
                left = self._stmt(item, running)
            if left is not None and index + 1 < len(items):
                _report(items[index + 1], item, sink)
                return

    def _block(self, block: Sequence[t.Stmt], running: Phases) -> Phases | None:
        """The phases that a block ends, if it never goes on behind itself."""
        for stmt in block:
            left = self._stmt(stmt, running)
            if left is not None:
                return left
        return None

    def _stmt(self, stmt: t.Stmt, running: Phases) -> Phases | None:
        match stmt:
            case t.EndStmt(phase=phase):
                return frozenset([phase]) if phase in running else None
            case t.IfStmt(branches=branches):
                found: Phases = frozenset()
                for _, block in branches:
                    left = self._block(block, running)
                    if left is None:
                        return None
                    found |= left
                return found if branches[-1][0] is None else None
            case t.DoStmt(event=event):
                return self._event(event, running)
            case _:
                return None

    def _event(self, event: m.EventDecl, running: Phases) -> Phases | None:
        """The same for an event that surely is carried out as it is written."""
        key = (event, running)
        if key not in self._events:
            self._events[key] = None  # an event that performs itself isn't followed again
            if not event.exceptions and not self.effects.reactions_to(event):
                self._events[key] = self._block(event.body or (), running)
        return self._events[key]

    def _phase(self, phase: m.PhaseDecl) -> Phases | None:
        """Whether a phase is always left by ending one around it; an endless phase is another check's finding."""
        around = frozenset(chain(phase)[1:])
        inside = self.effects.phase(phase).ends
        if is_endless(phase):
            return inside & around or None
        if loops(phase) or phase.when is not None or phase.until is not None or phase in inside:
            return None
        running = frozenset(chain(phase))
        for item in phase.body:
            if isinstance(item, t.TypedOffer):
                continue
            left = self._phase(item) if isinstance(item, m.PhaseDecl) else self._stmt(item, running)
            if left is not None:
                return left if left <= around else None
        return None


def _report(item: t.PhaseItem, before: t.PhaseItem, sink: Sink) -> None:
    end: Span = before.span
    if isinstance(before, m.PhaseDecl):
        why = f"'{before.name}' never comes to its end in the usual way"
    else:
        why = "this always ends the phase"
    if isinstance(item, m.PhaseDecl):
        report(
            sink,
            codes.PHASE_UNREACHABLE,
            f"the phase '{item.name}' is never reached",
            item.span,
            also=[(end, why)],
            help="put it before, or end the phase above only under a condition",
        )
    else:
        report(
            sink,
            codes.STATEMENT_UNREACHABLE,
            "this line is never reached",
            item.span,
            also=[(end, why)],
            help="put it before the 'end', or remove it",
        )
