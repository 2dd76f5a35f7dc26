"""Running a state: from block to block until somebody has to decide, and what a decision does.

A frame is ``[code, pc, slots]``.  A block returns the number of the next one in its frame, ``POP`` when its code is done, or
``CHANGED`` when it has changed the frames itself (an event that may ask, the end of a phase).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.engine.choices import ActionCode, Binding, alive, open_action
from rulekit.engine.faults import NOTHING_LEGAL, OUT_OF_FUEL, TOO_DEEP, TOO_MANY_DECISIONS, UNSETTLED, RulesFault
from rulekit.engine.net import netted
from rulekit.engine.program import ChoicePoint, OfferPoint, Point, TogetherPoint
from rulekit.engine.state import State

POP = -1
CHANGED = -2
DEEPEST = 200
MOST_APPLIED = 2_000
"""So often at most state-based rules apply one after the other."""
FORCED = 8
"""What it costs in fuel to find out that nobody has to be asked, and to do what is forced."""


def push(S: State, code: int, next_pc: int, arguments: tuple[Any, ...]) -> int:
    """Begin a code in a frame of its own; the present frame goes on at ``next_pc`` afterwards."""
    frames = S.frames
    if len(frames) >= DEEPEST:
        raise RulesFault(TOO_DEEP, f"events perform each other more than {DEEPEST} deep", fuel_span(S))
    frames[-1][1] = next_pc
    frames.append([code, 0, [*arguments, *([None] * (S.program.codes[code].slots - len(arguments)))]])
    return CHANGED


def end_phase(S: State, number: int) -> int:
    """End the pass of a running phase; everything inside it is dropped.  If it isn't running, nothing happens."""
    if is_running(S, number):
        del S.frames[1:]
        S.frames[0][1] = next(p for p in S.program.phases.values() if p.number == number).end_pc
        return CHANGED
    return 0


def is_running(S: State, number: int) -> bool:
    """Whether a pass of the phase is running."""
    return bool(S.frames) and any(phase.number == number for phase in S.program.path[S.frames[0][1]])


# ---------------------------------------------------------------- the loop


def advance(S: State) -> Point | None:
    """Run to the next point at which somebody may have to decide; none: the match is over, or has halted."""
    frames = S.frames
    codes = S.program.codes
    while frames:
        frame = frames[-1]
        code = codes[frame[0]]
        pc = frame[1]
        block = code.blocks[pc]
        if block is None:
            return code.points[pc]
        if S.halt is not None and halts(S, pc):
            return None
        S.fuel -= 1
        if S.fuel < 0:
            raise RulesFault(OUT_OF_FUEL, "the rules go on and on without anybody being asked", fuel_span(S))
        r = block(S, frame[2])
        if r >= 0:
            frame[1] = r
        elif r == POP:
            frames.pop()
    return None


def fuel_span(S: State) -> Any:
    """The innermost running phase, to have a line for a run without end."""
    path = S.program.path[S.frames[0][1]] if S.frames else ()
    return path[-1].decl.span if path else None


def halts(S: State, pc: int) -> bool:
    """Whether the phase that the run is to halt at begins a pass here."""
    if len(S.frames) != 1 or S.halt is None:
        return False
    phase = S.program.passes.get(pc)
    number, value = S.halt
    if phase is None or phase.number != number:
        return False
    if value is not None and S.frames[0][2][phase.var_slot] != value:
        return False
    S.halt = None
    S.halted = True
    return True


@netted
def run(S: State) -> None:
    """Run on to the next decision; afterwards ``S.decisions`` holds what is asked (empty: over or halted)."""
    from rulekit.engine.asking import decisions_at

    S.decisions = []
    S.halted = False
    while True:
        point = advance(S)
        if point is None:
            return
        if S.program.whenevers:
            settle(S)
        found = decisions_at(S, point)
        if found is None:
            S.fuel -= FORCED
            if S.fuel < 0:
                raise RulesFault(OUT_OF_FUEL, "the rules go on and on without anybody being asked", fuel_span(S))
            continue
        S.decisions = found
        S.fuel = S.program.fuel
        if S.step >= S.program.most_decisions:
            raise RulesFault(TOO_MANY_DECISIONS, f"the match has not ended after {S.step:,} decisions", fuel_span(S))
        return


# ---------------------------------------------------------------- state-based rules


def settle(S: State) -> None:
    """Apply the state-based rules in file order, again and again, until none applies."""
    rules = S.program.whenevers
    applied = 0
    again = True
    while again:
        again = False
        for applies, span in rules:
            if applies(S):
                again = True
                applied += 1
                S.fuel -= 1
                if applied > MOST_APPLIED or S.fuel < 0:
                    message = "this rule and what it leads to never come to rest"
                    raise RulesFault(UNSETTLED, message, span, "does its body make the condition false?")


# ---------------------------------------------------------------- offers


def legal_actions(S: State, point: OfferPoint, by: int) -> list[tuple[ActionCode, Binding]]:
    """The actions of an offer that can be completed, each with an open binding."""
    found = []
    for action in point.actions:
        e = open_action(S, action, (by,))
        if e is not None and alive(S, action, 0, e):
            found.append((action, e))
    return found


def offer_is_open(S: State, point: OfferPoint, slots: list[Any]) -> bool:
    """Whether the offer's own conditions let it be made (again)."""
    if point.limit_slot and slots[point.limit_slot] <= 0:
        return False
    return point.when is None or point.when(S, slots)


def may_decline(S: State, point: OfferPoint, slots: list[Any]) -> bool:
    """Whether whoever is asked may decline."""
    if point.form == "must one":
        return False
    return point.stop_when is None or point.stop_when(S, slots)


def close_offer(S: State, point: OfferPoint) -> None:
    """Go on behind the offer."""
    S.frames[-1][1] = point.next_pc


def nothing_to_do(S: State, point: OfferPoint, slots: list[Any]) -> None:
    """Nothing is legal: the offer is over; if declining wasn't possible in an offer with 'stop when', the rules are at fault."""
    if point.stop_when is not None and not point.stop_when(S, slots):
        raise RulesFault(
            NOTHING_LEGAL,
            "nothing of this is possible, and 'stop when' doesn't hold",
            point.span,
            "offer something else as well, or let 'stop when' hold when nothing is possible",
        )
    close_offer(S, point)


def take_action(S: State, point: OfferPoint, action: ActionCode, e: Binding) -> None:
    """Carry out a completed action of an offer: costs, then its effect."""
    frame = S.frames[-1]
    if point.again:
        if point.limit_slot:
            frame[2][point.limit_slot] -= 1
    else:
        frame[1] = point.next_pc
    carry_out(S, action, e)


def carry_out(S: State, action: ActionCode, e: Binding) -> None:
    """Costs, then effect, of a completed action or reaction; the innermost frame stands where the run goes on afterwards."""
    if action.pay is not None:
        action.pay(S, e)
    if action.code is not None:
        push(S, action.code, S.frames[-1][1], tuple(e))
    elif action.body is not None:
        ended = action.body(S, e)
        if ended:
            end_phase(S, ended)


def take_choice(S: State, point: ChoicePoint, value: Any) -> None:
    """Put the answer of a ``choose`` where it is wanted."""
    frame = S.frames[-1]
    frame[2][point.action.steps[0].slot] = value
    frame[1] = point.next_pc


def empty_answer(point: ChoicePoint | TogetherPoint) -> Any:
    """What declining, or having nothing to choose from, gives."""
    return () if point.action.steps[0].is_set else None


# ---------------------------------------------------------------- random playouts


@netted
def play_random(S: State, below: Callable[[int], int]) -> int:
    """Play a state to its end, each complete answer as likely as every other; the number of decisions made, forced ones too.

    The same answers as a bot that draws ``Decision.sample`` with ``below``, without making decisions for anybody to look at.
    """
    made = 0
    S.decisions = []
    S.fuel = S.program.fuel
    frames = S.frames
    codes = S.program.codes
    most = S.program.most_decisions
    whenevers = S.program.whenevers
    while frames:
        frame = frames[-1]
        code, r, slots = codes[frame[0]], frame[1], frame[2]
        blocks = code.blocks
        block = blocks[r]
        while block is not None:
            S.fuel -= 1
            if S.fuel < 0:
                raise RulesFault(OUT_OF_FUEL, "the rules go on and on without anybody being asked", fuel_span(S))
            r = block(S, slots)
            if r < 0:
                break
            frame[1] = r
            block = blocks[r]
        if r < 0:
            if r == POP:
                frames.pop()
            continue
        point = code.points[r]
        if whenevers:
            settle(S)
        if point.__class__ is OfferPoint:
            made += point.playout(S, frame, below)  # type: ignore[misc]
        else:
            assert point is not None
            answered = play_choice(S, point, below)
            if answered:
                made += answered
                S.fuel = S.program.fuel
            else:
                S.fuel -= FORCED
        if made > most:
            raise RulesFault(TOO_MANY_DECISIONS, f"the match has not ended after {made:,} decisions", fuel_span(S))
    return made


def play_choice(S: State, point: Point, below: Callable[[int], int]) -> int:
    """Answer what is asked at a choice in a body, or in a window, at random; how many answers that were."""
    from rulekit.engine.asking import decisions_at

    found = decisions_at(S, point)
    if found is None:
        return int(isinstance(point, ChoicePoint))
    S.decisions = found
    made = 0
    while S.decisions:
        decision = S.decisions[0]
        decision.carry_out(decision.sample_binding(below))
        made += 1
    return made
