"""Further promises of every program, beside those of the module ``promises``: what is offered works, and there is only one course of play.

Each function raises ``AssertionError``; they take any program, state or match.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rulekit.engine import Decision, IllegalAnswer, Program, RulesFault, State, Stream
from rulekit.engine.faults import OUT_OF_FUEL, TOO_MANY_COMBINATIONS, TOO_MANY_DECISIONS
from rulekit.engine.run import play_random
from rulekit.engine.views import view
from rulekit.play.match import Match, MatchFault

FEW = 40
"""So many complete answers are listed and tried one by one."""
ILLEGAL = (["decline"], [], ["no such action"], [0], "decline", None, [["a"]], ["act", {}], {"a": 1})


def text(answer: Any) -> str:
    """An answer as a text that can be compared."""
    return json.dumps(answer, sort_keys=True)


# ---------------------------------------------------------------- what is offered works


def offers_only_what_works(state: State, random: Stream) -> None:
    """There is something to decide; what is offered can be answered; counts, samples and stages say the same as the list."""
    for decision in state.decisions:
        count = decision.count()
        assert count > 0, "an empty list of options"
        drawn = [decision.sample(random) for _ in range(3)]
        if count > FEW:
            some = decision.options(5)
            assert len(some) == 5
        else:
            some = decision.options()
            assert len(some) == count
            listed = [text(answer) for answer in some]
            assert len(set(listed)) == count, "one answer is offered twice"
            assert {text(answer) for answer in drawn} <= set(listed)
            assert sorted(map(text, by_stages(decision))) == sorted(listed), "step by step there are other answers"
        for answer in [*some, *drawn]:
            assert decision.why_not(answer) is None
            assert decision.text(answer)
            can_be_taken(state, decision, answer)
        for answer in ILLEGAL:
            if count <= FEW and text(answer) not in listed:
                is_refused(state, decision, answer)


def can_be_taken(state: State, decision: Decision, answer: Any) -> None:
    """The answer is legal and can be carried out, or the rules are at fault."""
    clone = state.clone()
    same = next(d for d in clone.decisions if d.by == decision.by)
    try:
        clone.answer(same, answer)
    except RulesFault as fault:
        assert fault.message


def is_refused(state: State, decision: Decision, answer: Any) -> None:
    """An answer that isn't offered changes nothing."""
    before = state.to_json()
    try:
        state.answer(decision, answer)
    except IllegalAnswer as error:
        assert str(error)
    else:
        raise AssertionError(f"{answer!r} was taken")
    assert state.to_json() == before


def by_stages(decision: Decision, prefix: tuple[Any, ...] = ()) -> Iterator[list[Any]]:
    """All complete answers, put together step by step."""
    stage = decision.next(prefix)
    if stage is None:
        yield decision.answer_of(prefix)
    elif stage.kind == "set":
        for chosen in sets_of(decision, prefix):
            yield from by_stages(decision, (*prefix, chosen))
    else:
        assert stage.items, "a step without anything to choose"
        for item in stage.items:
            yield from by_stages(decision, (*prefix, item.value))


def sets_of(decision: Decision, prefix: tuple[Any, ...]) -> Iterator[Any]:
    """All complete sets, put together element by element; no step leads to a dead end."""
    queue: list[Any] = [{} if _of_cards(decision, prefix) else []]
    seen = {text(queue[0])}
    while queue:
        partial = queue.pop()
        stage = decision.set_next(prefix, partial)
        assert stage.may_stop or stage.items, "a set that can't be completed"
        if stage.may_stop:
            yield partial
        for item in stage.items:
            assert item.most > 0
            if isinstance(partial, dict):
                more: Any = {**partial, item.value: partial.get(item.value, 0) + 1}
                key = text(more)
            else:
                more = [*partial, item.value]
                key = text(sorted(more, key=repr))
            if key not in seen:
                seen.add(key)
                queue.append(more)


def _of_cards(decision: Decision, prefix: tuple[Any, ...]) -> bool:
    """Whether the set behind a prefix is one of cards."""
    action, _, i = decision._follow(prefix)
    return action.steps[i].is_card


# ---------------------------------------------------------------- one course of play


def playouts_agree(full: Program, bare: Program, seed: int, most: int = 10_000) -> int:
    """A match answered decision by decision, and the same one played at one go; gives the number of decisions."""
    ends: list[Any] = []
    made = 0
    for program in (full, bare):
        random = Stream(f"{seed}/bot")
        try:
            state = program.start(seed)
            while state.decisions and state.step < most:
                decision = state.decisions[0]
                state.answer(decision, decision.sample(random))
        except RulesFault as fault:
            ends.append(ending_of(fault))
            continue
        made = state.step
        if state.decisions:
            return made
        ends.append(end_of(state))
    random = Stream(f"{seed}/bot")
    state = bare.start_unasked(seed)
    try:
        play_random(state, random.below)
        ends.append(end_of(state))
    except RulesFault as fault:
        ends.append(ending_of(fault))
    assert ends[0] == ends[1], "with and without log, two different matches"
    assert ends[0] == ends[2], "played at one go, it is another match"
    return made


def ending_of(fault: RulesFault) -> str:
    """What a fault says of the match; where exactly rules that never end are stopped depends on how they are played."""
    return "endless" if fault.code in (OUT_OF_FUEL, TOO_MANY_COMBINATIONS, TOO_MANY_DECISIONS) else fault.code.id


def end_of(state: State) -> Any:
    """All there is to a state that is over; equal cards may have changed places, since with a log the better known one moves."""
    seen = view(state, None).to_json()
    return [seen["zones"], seen["fields"], seen["states"], state.stream, state.scores(), state.winners()]


def undo_changes_nothing(match: Match, seed: int, most: int) -> None:
    """Taking answers back and giving them again leads to the same log and state, from anywhere."""
    random = Stream(f"{seed}/undo")
    while match.decisions and len(match.answers) < most:
        decision = match.decisions[random.below(len(match.decisions))]
        answer = decision.sample(random)
        before = (match.state.to_json(), match.lines())
        try:
            match.choose(decision, answer)
        except MatchFault:
            assert (match.state.to_json(), match.lines()) == before
            return
        if random.below(4) == 0:
            after = (match.state.to_json(), match.lines())
            back = min(len(match.answers), 1 + random.below(6))
            again = match.answers[len(match.answers) - back :]
            match.undo(back)
            if back == 1:
                assert (match.state.to_json(), match.lines()) == before
            for seat, given in again:
                match.choose(next(d for d in match.decisions if d.by == seat), given)
            assert (match.state.to_json(), match.lines()) == after
