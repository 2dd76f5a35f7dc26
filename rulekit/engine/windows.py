"""Windows: who is asked whether he answers a happening, what a reaction does, and what ``cancel`` means.

A window goes round clockwise from the actor's left, the actor last.  Only players with a legal reaction are asked, one at a time and in
private; each reaction is taken at most once in a window by each card (outside cards: by each player).  After one has been carried out the
round begins again; the window closes when everybody in a row has declined.  Its registers are in the frame of the happening, so a window
is plain data like everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.engine.choices import ActionCode, Binding, alive, open_action
from rulekit.engine.faults import RulesFault
from rulekit.engine.net import CAUGHT
from rulekit.engine.program import CANCELLED, Answering, WindowPoint
from rulekit.engine.run import carry_out
from rulekit.engine.state import State


def actor(S: State) -> int | None:
    """The player of the innermost action or reaction that is running, else the active player."""
    codes = S.program.codes
    for code, _, slots in reversed(S.frames):
        if codes[code].acts:
            return int(slots[0])
    active: int | None = S.frames[0][2][0]
    return active


def first_registers(answering: Answering, slots: list[Any], player: int) -> Binding:
    """The first registers of a reaction's binding: the player, what it takes over from the happening, which cards have answered."""
    return [player, *[slots[k] for k in answering.args], slots[answering.taken]]


def legal_reactions(S: State, point: WindowPoint, slots: list[Any], player: int) -> list[tuple[ActionCode, Binding]]:
    """What a player can answer, each with an open binding."""
    found = []
    for answering in point.reactions:
        taken = slots[answering.taken]
        if taken and (answering.once or (not answering.on_card and player in taken)):
            continue
        first = first_registers(answering, slots, player)
        if answering.players is not None and player not in answering.players(S, first):
            continue
        e = open_action(S, answering.action, first)
        if e is not None and alive(S, answering.action, 0, e):
            found.append((answering.action, e))
    return found


def happening_words(S: State, point: WindowPoint, viewers: Sequence[int]) -> str:
    """What a window is about, in words that these players may read: ``before theft: player 1, wolf``."""
    from rulekit.engine.views import value_seen

    texts = []
    for register, type in point.shown:
        value = S.frames[-1][2][register]
        seen = {value_seen(S, viewer, type, value) for viewer in viewers}
        texts.append(seen.pop() if len(seen) == 1 else "...")
    return f"{'before' if point.before else 'after'} {point.name}" + (f": {', '.join(texts)}" if texts else "")


def might_react(S: State, point: WindowPoint, slots: list[Any]) -> bool:
    """Whether, as far as everybody can tell, somebody may have a reaction.  It costs no fuel: the match goes on alike without it."""
    fuel = S.fuel
    try:
        for answering in point.reactions:
            test = answering.action.open_guard
            for player in range(S.program.players):
                first = first_registers(answering, slots, player)
                if test is None or test(S, [*first, *([None] * (answering.action.size - len(first)))]):
                    return True
    except (RulesFault, *CAUGHT):  # a condition may make no sense for somebody who isn't meant
        return True
    finally:
        S.fuel = fuel
    return False


def next_to_react(S: State, point: WindowPoint) -> tuple[int, list[tuple[ActionCode, Binding]]] | None:
    """Who is asked now, and for what; none: the window has closed, or the happening is called off, and the run goes on."""
    frame = S.frames[-1]
    slots = frame[2]
    if slots[point.place] == CANCELLED:
        frame[1] = point.cancelled_pc
        return None
    S.fuel -= point.weight
    if S.changes is not None and slots[point.place] == 0 and might_react(S, point, slots):
        S.changes.append(("window", happening_words(S, point, range(S.program.players))))
    first, n = actor(S), S.program.players
    start = 0 if first is None else first + 1
    while slots[point.place] < n:
        player = (start + slots[point.place]) % n
        legal = legal_reactions(S, point, slots, player)
        if legal:
            return player, legal
        slots[point.place] += 1
    frame[1] = point.next_pc
    return None


def pass_by(S: State, point: WindowPoint) -> None:
    """Whoever is asked declines."""
    S.frames[-1][2][point.place] += 1


def react(S: State, point: WindowPoint, action: ActionCode, e: Binding) -> None:
    """Carry out a completed reaction: costs, then its effect; afterwards the round begins again."""
    slots = S.frames[-1][2]
    answering = next(answering for answering in point.reactions if answering.action is action)
    by = e[action.steps[0].slot] if answering.on_card else e[0]
    slots[answering.taken] = (*slots[answering.taken], by)
    slots[point.place] = 0
    carry_out(S, action, e)


def cancel(S: State, above: int) -> None:
    """Call off what is being answered; ``above``: how many frames the reaction has on top of the happening's."""
    code, pc, slots = S.frames[-1 - above]
    point = S.program.codes[code].points[pc]
    if isinstance(point, WindowPoint):
        slots[point.place] = CANCELLED


def not_held(S: State, register: int | None) -> int:
    """The happening is over without having taken place: whoever performed it ``as held`` gets to know; its frame is done."""
    if register is not None:
        S.frames[-2][2][register] = False
    return -1
