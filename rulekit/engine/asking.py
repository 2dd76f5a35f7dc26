"""What is asked where a run stops: the decisions of an offer, a choice, a window, or of players who choose at the same time.

Takes a state at a point; gives decisions, or carries out at once what nobody has to be asked for.
"""

from __future__ import annotations

from typing import Any

from rulekit.engine.choices import (
    ActionCode,
    Binding,
    alive,
)
from rulekit.engine.decisions import Decision, prefer_known
from rulekit.engine.program import ChoicePoint, OfferPoint, Point, TogetherPoint, WindowPoint
from rulekit.engine.run import (
    close_offer,
    empty_answer,
    legal_actions,
    may_decline,
    nothing_to_do,
    offer_is_open,
    take_action,
    take_choice,
)
from rulekit.engine.state import State
from rulekit.engine.windows import next_to_react


def decisions_at(S: State, point: Point) -> list[Decision] | None:
    """What is asked at a point; none if it was settled without asking anybody (nothing legal, or forced)."""
    match point:
        case OfferPoint():
            found = _offer(S, point)
        case ChoicePoint():
            found = _choice(S, point)
        case WindowPoint():
            asked = next_to_react(S, point)
            return None if asked is None else [Decision(S, point, asked[0], "reaction", True, asked[1], S.step)]
        case TogetherPoint():
            return _together(S, point)
    if found is None or S.stops or not found.forced:
        return None if found is None else [found]
    _force(found)
    return None


def _force(decision: Decision) -> None:
    """Make a forced decision."""
    S, point, option = decision.state, decision.point, decision.only()
    assert option is not None
    if S.changes is not None:
        S.changes.append(("forced", decision.by, decision.canonical(*option), decision.words_of(option)))
    if isinstance(point, OfferPoint):
        if S.known:
            prefer_known(S, decision.by, *option)
        take_action(S, point, *option)
    elif isinstance(point, ChoicePoint):
        take_choice(S, point, option[1][option[0].steps[0].slot])


def _offer(S: State, point: OfferPoint) -> Decision | None:
    slots = S.frames[-1][2]
    S.fuel -= point.weight
    if not offer_is_open(S, point, slots):
        close_offer(S, point)
        return None
    by = S.frames[0][2][0]
    legal = legal_actions(S, point, by)
    if not legal:
        nothing_to_do(S, point, slots)
        return None
    return Decision(S, point, by, "offer", may_decline(S, point, slots), legal, S.step)


def _choice(S: State, point: ChoicePoint) -> Decision | None:
    slots = S.frames[-1][2]
    by = point.by(S, slots)
    e = slots[:]
    if not alive(S, point.action, 0, e):
        _give_all(S, point, point.action, slots, e)
        return None
    return Decision(S, point, by, "choice", point.optional, [(point.action, e)], S.step)


def _give_all(S: State, point: ChoicePoint, action: ActionCode, slots: list[Any], e: Binding) -> None:
    """Who has too few elements for a choice of so many gives as many as there are."""
    take_choice(S, point, as_many_as_possible(S, action, e) if not point.optional else empty_answer(point))


def as_many_as_possible(S: State, action: ActionCode, e: Binding) -> Any:
    """All elements for a set without pattern, none for one element."""
    step = action.steps[0]
    if not step.is_set:
        return None
    if step.shapes:
        return ()
    return tuple(step.candidates(S, e))


def _together(S: State, point: TogetherPoint) -> list[Decision] | None:
    slots = S.frames[-1][2]
    answers: list[Any] | None = slots[point.slot]
    if answers is None:
        answers = [(None if not point.action.steps[0].is_set else (),)] * S.program.players
        slots[point.slot] = answers
        for p in point.players(S, slots):
            answers[p] = None
    asked = []
    for p in range(S.program.players):
        if answers[p] is None:
            decision = _secret(S, point, slots, p)
            if decision is None:
                continue
            asked.append(decision)
    if asked:
        return asked
    slots[point.slot] = tuple([answer[0] for answer in answers])
    S.frames[-1][1] = point.next_pc
    return None


def _secret(S: State, point: TogetherPoint, slots: list[Any], p: int) -> Decision | None:
    """What one player is asked; none if his answer was forced and has been filled in."""
    e = slots[:]
    e[point.action.size - 1] = p
    if not alive(S, point.action, 0, e):
        slots[point.slot][p] = (as_many_as_possible(S, point.action, e),)
        return None
    decision = Decision(S, point, p, "together", False, [(point.action, e)], S.step)
    if decision.forced and not S.stops:
        option = decision.only()
        assert option is not None
        slots[point.slot][p] = (option[1][option[0].steps[0].slot],)
        return None
    return decision
