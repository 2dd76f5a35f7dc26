"""Windows in private: whoever isn't asked reads nothing of it.

``windows_are_private`` takes a match and plays it on at random.  Wherever somebody is asked for a reaction, two matches go on from
there: in one, all who are asked decline; in the other nobody is asked.  To everybody who wasn't asked both are the same: the log as text
and as data, the view, what he is asked next.  Raises ``AssertionError``.
"""

from __future__ import annotations

import json
from typing import Any

from rulekit.engine import RulesFault, Stream
from rulekit.engine.program import WindowPoint
from rulekit.engine.run import run
from rulekit.engine.sampling import sample
from rulekit.play.match import Match, MatchFault


def open_window(match: Match) -> WindowPoint | None:
    """The window in which somebody is asked."""
    decisions = match.decisions
    point = decisions[0].point if decisions else None
    return point if isinstance(point, WindowPoint) else None


def read_by(match: Match, seat: int) -> dict[str, Any]:
    """All that a player gets to read of a match, now and so far."""
    mine = [d for d in match.decisions if d.by == seat]
    return {
        "lines": match.lines(seat),
        "data": match.log_json(seat),
        "view": match.view(seat).to_json(),
        "asked": [[d.kind, d.where, d.prompt, d.may_decline, d.options(20)] for d in mine],
    }


def windows_are_private(match: Match, seed: int, most: int) -> int:
    """Play on; gives the number of windows looked at."""
    random = Stream(f"{seed}/private")
    looked_at = 0
    for _ in range(most):
        if not match.decisions:
            break
        if open_window(match) is not None:
            declining_says_nothing(match)
            who_is_asked_says_nothing(match, f"{seed}/{looked_at}")
            looked_at += 1
        decision = match.decisions[random.below(len(match.decisions))]
        try:
            match.choose(decision, decision.sample(random))
        except MatchFault:
            break
    return looked_at


def declining_says_nothing(match: Match) -> None:
    """Asked and declined, or never asked: the same to all others."""
    declined, unasked = match.clone(), match.clone()
    point = open_window(match)
    assert point is not None
    asked = set()
    faults: list[str] = []
    try:
        still = True
        while still:
            decision, place = declined.decisions[0], place_of(declined, point)
            before = {seat: read_by(declined, seat) for seat in range(len(match.names)) if seat != decision.by}
            asked.add(decision.by)
            declined.choose(decision, ["decline"])
            still = same_window(match, declined, point) and place_of(declined, point) > place
            if still:
                stays_silent(declined, before)
    except MatchFault as fault:
        faults.append(fault.diagnostic.message)
    state = unasked.state
    assert state.changes is not None
    try:
        state.frames[-1][2][point.place] = len(match.names)
        state.fuel = state.program.fuel
        run(state)
        unasked.log.record(state, state.changes)
        state.changes.clear()
    except RulesFault as fault:
        faults.append(fault.message)
    if faults:
        assert len(faults) == 2, faults
        assert faults[0] == faults[1]
        return
    for seat in range(len(match.names)):
        if seat not in asked:
            one, other = read_by(declined, seat), read_by(unasked, seat)
            for what in one:
                assert one[what] == other[what], f"seat {seat} reads in '{what}' that somebody was asked"


def place_of(match: Match, point: WindowPoint) -> int:
    """How many have been asked in an open window, or passed over."""
    return int(match.state.frames[-1][2][point.place])


def same_window(match: Match, other: Match, point: WindowPoint) -> bool:
    """Whether both stand in one window, as far as can be told from their frames."""
    return open_window(other) is point and match.state.frames[-1][:2] == other.state.frames[-1][:2] and match.state.frames[:-1] == other.state.frames[:-1]


def stays_silent(match: Match, before: dict[int, dict[str, Any]]) -> None:
    """As long as the window stays open, nothing is read by those who aren't asked."""
    asked = {d.by for d in match.decisions}
    for seat, read in before.items():
        now = read_by(match, seat)
        for what in ("lines", "data", "view"):
            assert now[what] == read[what], f"seat {seat} reads in '{what}' that somebody has declined"
        if seat not in asked:
            assert not now["asked"]


def without_scores(read: dict[str, Any]) -> dict[str, Any]:
    """Scores are public, also those that a rule works out from hidden cards."""
    data = json.loads(read["data"])
    del data["result"]
    return {**read, "data": data}


def who_is_asked_says_nothing(match: Match, seed: str) -> None:
    """To somebody else the match stays the same if the cards lie otherwise, though other players are asked then."""
    point = open_window(match)
    assert point is not None
    for viewer in range(len(match.names)):
        if any(d.by == viewer for d in match.decisions):
            continue
        other = match.clone()
        other.state = sample(match.state, viewer, f"{seed}/{viewer}")
        other.state.changes = []
        there, here = without_scores(read_by(other, viewer)), without_scores(read_by(match, viewer))
        assert there == here, f"seat {viewer} reads who is asked"
        first = next(iter(other.decisions), None)
        if first is not None and open_window(other) is point:
            place = place_of(other, point)
            try:
                other.choose(first, ["decline"])
            except MatchFault:
                continue
            if same_window(match, other, point) and place_of(other, point) > place and other.decisions[0].by != viewer:
                assert without_scores(read_by(other, viewer)) == here, f"seat {viewer} reads who is asked"
