"""The lines of ``play``: each is taken at the first choice point where its player is asked and it is possible.

Takes a scene and a line, plays the match on.  What is forced on the way and isn't what the line says is made by the engine;
reactions on the way are declined.  A line that can't be played raises ``Failed``.
"""

from __future__ import annotations

from typing import Any

from rulekit.engine import Decision, RulesFault
from rulekit.engine.run import run
from rulekit.play.examples import codes
from rulekit.play.examples.answers import Refusal, answer_for, where_asked
from rulekit.play.examples.given import loose_after
from rulekit.play.examples.result import Failed, Notes, failure, fault_failure
from rulekit.play.examples.scene import Scene, text_of
from rulekit.source import Span
from rulekit.syntax import nodes

MOST_ON_THE_WAY = 1_000
"""So many decisions are made between two lines at most."""


def begin(scene: Scene, span: Span) -> None:
    """Run to the first decision."""
    _guarded(scene, lambda: run(scene.state), span, "while the example began")


def play_line(scene: Scene, line: nodes.Decision | nodes.Rolls) -> None:
    """Play one line.  Raises ``Failed``."""
    state = scene.state
    if isinstance(line, nodes.Rolls):
        dice = [die.name for die in scene.program.model.dice]
        state.rolls += [(dice.index(die.text), value) for die, value in line.rolls]
        return
    scene.forced = Notes()
    if state.halted:
        _guarded(scene, lambda: run(state), line.span, "on the way to this line")
    decision, answer = _find(scene, line)
    until = line.until
    if until is not None:
        state.halt = _mark(scene, until)
    _guarded(scene, lambda: state.answer(decision, answer), line.span, "when this was played")
    if until is not None:
        _run_until(scene, line, until)


def _find(scene: Scene, line: nodes.Decision) -> tuple[Decision, list[Any]]:
    """The decision that the line answers, and how; what is forced before it is made."""
    seat = scene.seat(line.who.text)
    refused: _Refused | None = None
    for _ in range(MOST_ON_THE_WAY):
        decision = scene.decision_of(seat)
        if decision is not None:
            answer = answer_for(scene, decision, line.what)
            if not isinstance(answer, Refusal):
                return decision, answer
            if refused is None or answer.meant:
                refused = refused if refused is not None and refused.meant else _not_legal(scene, line, answer)
            if not _passes(decision):
                raise refused
            _make(scene, decision, line.span)
            continue
        others = [d for d in scene.state.decisions if _passes(d)]
        if not others:
            break
        _make(scene, others[0], line.span)
    if refused is not None:
        raise refused
    message = f"{line.who.text} isn't asked here: {scene.stand()}"
    help = scene.forced.help(where_asked(scene, line.what), scene.offered())
    raise Failed(failure(codes.NOT_ASKED, message, line.span, help=help, expected=text_of(line.span), found=scene.stand()))


def _passes(decision: Decision) -> bool:
    """Whether the engine answers a decision that no line takes: it is forced, or a reaction (declined)."""
    return decision.kind == "reaction" or decision.forced


def _make(scene: Scene, decision: Decision, span: Span) -> None:
    """Answer a decision on the way to the next line."""
    answer = ["decline"] if decision.may_decline else decision.options(1)[0]
    name = scene.name(decision.by)
    offered = ", ".join(action.name for action, _ in decision.actions)
    done = f"declines {offered}" if answer == ["decline"] else scene.option(answer)
    scene.forced.lines.append(f"{name} {done}")
    _guarded(scene, lambda: scene.state.answer(decision, answer), span, "on the way to this line")


class _Refused(Failed):
    """The line isn't possible where its player was asked; ``meant``: this is the decision that it means."""

    meant = True


def _not_legal(scene: Scene, line: nodes.Decision, refusal: Refusal) -> _Refused:
    what = "decline" if isinstance(line.what, nodes.DeclineItem) else text_of(line.what.span)
    message = f"{line.who.text} can't {what} here" if " = " not in what else f"{line.who.text} can't answer {what} here"
    seat = scene.seat(line.who.text)
    offered = scene.offered(seat) or scene.stand()
    help = scene.forced.help(refusal.help, offered)
    refused = _Refused(failure(codes.NOT_LEGAL, message, refusal.span, refusal.label, refusal.also, help, what, offered))
    refused.meant = refusal.meant
    return refused


# ---------------------------------------------------------------- until phase X


def _mark(scene: Scene, until: nodes.UntilPhase) -> tuple[int, int | None]:
    """What the engine halts at."""
    code = scene.program.phases.get(until.phase.text)
    if code is None:
        raise Failed(failure(codes.NOT_REACHED, f"there is no phase '{until.phase.text}' in this match", until.phase.span))
    if until.of is None:
        return code.number, None
    if not code.active_slot:
        message = f"phase '{until.phase.text}' is nobody's: it doesn't run over players"
        raise Failed(failure(codes.NOT_REACHED, message, until.span))
    return code.number, scene.seat(until.of.text)


def _run_until(scene: Scene, line: nodes.Decision, until: nodes.UntilPhase) -> None:
    """Make what is forced, up to where the match halts."""
    state = scene.state
    for _ in range(MOST_ON_THE_WAY):
        if state.halted:
            return
        forced = [d for d in state.decisions if d.forced]
        if not forced:
            break
        _make(scene, forced[0], line.span)
    state.halt = None
    wanted = text_of(until.span).removeprefix("until ")
    message = f"{wanted} isn't reached: {scene.stand()}"
    help = scene.forced.help(scene.offered())
    raise Failed(failure(codes.NOT_REACHED, message, until.span, help=help, expected=text_of(until.span), found=scene.stand()))


# ---------------------------------------------------------------- faults and what lies loose


def _guarded(scene: Scene, action: Any, span: Span, doing: str) -> None:
    """Run a part of the match; a fault of the rules fails the example's line."""
    state = scene.state
    state.changes = []
    try:
        action()
    except RulesFault as fault:
        raise Failed(fault_failure(fault, span, doing)) from None
    for change in state.changes:
        scene.loose = loose_after(state, scene.loose, change)
    state.changes = []


