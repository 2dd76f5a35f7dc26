"""What the engine promises of every game, as checks that run over any program.

``keeps_promises`` plays a program at random and checks at every decision: no card is lost or doubled; a clone and a saved and
loaded state play on exactly alike; a view says nothing that depends on what its player can't see, nor does what he is asked; what a
player is said to know stays where it is in every state imagined for him.  ``knowledge_is_sound`` plays a small program many times
and checks that what a player is said to know holds in all matches that looked the same to him.  Each raises ``AssertionError``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.engine import Decision, Program, RulesFault, State, Stream
from rulekit.engine.ledger import is_loose, place_seen_by
from rulekit.engine.sampling import sample
from rulekit.engine.views import view

MOST_OPTIONS = 40
AHEAD = 4
"""So many answers a clone and a loaded state play on beside each other."""


# ---------------------------------------------------------------- playing


def playthrough(program: Program, seed: int, most: int = 10_000) -> Iterator[State]:
    """A random match: the state at each decision, before it is answered, and at the end.  A rules fault ends it."""
    random = Stream(f"{seed}/answers")
    try:
        state = program.start(seed)
        yield state
        for _ in range(most):
            if not state.decisions:
                return
            one_answer(state, random)
            yield state
    except RulesFault:
        return


def one_answer(state: State, random: Stream) -> list[Any]:
    """Answer one of the open decisions at random."""
    decision = state.decisions[random.below(len(state.decisions))]
    answer = decision.sample(random)
    state.answer(decision, answer)
    return answer


def asked(decisions: Iterable[Decision]) -> list[Any]:
    """What is asked, as data."""
    return [[d.by, d.kind, d.n, d.where, d.prompt, d.may_decline, d.options(MOST_OPTIONS)] for d in decisions]


def as_saved(state: State) -> Any:
    """The state as it stands in a save."""
    return json.loads(json.dumps(state.to_json()))


# ---------------------------------------------------------------- promises of one state


def keeps_cards(state: State) -> None:
    """Every card lies where the state says, and nowhere else."""
    lying = {}
    for k, zone in enumerate(state.zones):
        for card in zone.cards:
            assert card not in lying, f"card {card} lies in two places"
            lying[card] = k
    for card, place in enumerate(state.loc):
        assert lying.get(card, -1) == place, f"card {card} is said to lie in {place}"
    for card in range(len(state.program.cards)):
        seen = place_seen_by(state, card)
        assert state.known[card] & seen == seen, f"card {card} is seen and not known"


def saves_and_loads(state: State, random: Stream) -> None:
    """Saved and loaded, the state is the same, asks the same and plays on as the original and a clone do."""
    data = as_saved(state)
    loaded = state.program.load_state(data)
    clone = state.clone()
    for other in (loaded, clone):
        assert as_saved(other) == data
        assert other.key() == state.key()
        assert asked(other.decisions) == asked(state.decisions)
        for viewer in (*range(state.program.players), None):
            assert view(other, viewer) == view(state, viewer)
        other.changes = []
    for _ in range(AHEAD):
        if not clone.decisions:
            break
        k = random.below(len(clone.decisions))
        answer = clone.decisions[k].sample(random)
        outcomes = [_outcome(other, k, answer) for other in (clone, loaded)]
        assert outcomes[0] == outcomes[1]
        if outcomes[0][0] == "fault":
            break
        for viewer in range(state.program.players):
            assert view(clone, viewer) == view(loaded, viewer)
    assert as_saved(state) == data, "a clone has changed its original"


def _outcome(state: State, k: int, answer: list[Any]) -> tuple[Any, ...]:
    try:
        state.answer(state.decisions[k], answer)
    except RulesFault as fault:
        return ("fault", fault.message)
    return ("played", as_saved(state), state.changes, asked(state.decisions))


def hides(state: State, viewer: int, seed: str) -> None:
    """What a player can't know may be dealt anew without his seeing it; what he knows stays."""
    program = state.program
    bit = 1 << viewer
    before = as_saved(state)
    first = sample(state, viewer, seed)
    assert as_saved(state) == before, "sampling has changed the state"
    keeps_cards(first)
    assert view(first, viewer) == view(state, viewer)
    if any(d.kind == "reaction" for d in state.decisions):
        assert first.decisions, "in a window somebody is asked, though it may be another"
    else:
        assert [d.by for d in first.decisions] == [d.by for d in state.decisions]
    mine = [d for d in state.decisions if d.by == viewer]
    assert asked(d for d in first.decisions if d.by == viewer) == asked(mine), "what is asked depends on what can't be seen"
    for k, (zone, other) in enumerate(zip(state.zones, first.zones, strict=True)):
        assert _backs(program, zone.cards) == _backs(program, other.cards)
        loose = is_loose(program, k) and not program.viewers[k] & bit
        for place, card in enumerate(zone.cards):
            if state.known[card] & bit:
                assert card in other.cards if loose else other.cards[place] == card, "a known card has moved"
    assert first.stream != state.stream or first.seed != state.seed
    if not any(d.by != viewer for d in state.decisions):
        again = sample(first, viewer, seed + "/again")
        assert as_saved(again) == as_saved(sample(state, viewer, seed + "/again")), "a sample depends on what can't be seen"


def _backs(program: Program, cards: Iterable[int]) -> list[str]:
    return sorted(program.cards[card].back for card in cards)


def keeps_promises(program: Program, seed: int, most: int = 10_000, every: int = 1) -> int:
    """All of this for one random match; gives the number of decisions.  ``every``: costly checks at one decision in so many."""
    random = Stream(f"{seed}/promises")
    decisions = 0
    for state in playthrough(program, seed, most):
        keeps_cards(state)
        if decisions % every == 0:
            saves_and_loads(state, random)
            for viewer in range(program.players):
                hides(state, viewer, f"{seed}/{decisions}/{viewer}")
        decisions += 1
    return decisions - 1


def modes_agree(full: Program, bare: Program, seed: int, most: int = 10_000) -> int:
    """The same match with and without log and knowledge; gives the number of decisions."""
    random = Stream(f"{seed}/answers")
    states = []
    for program in (full, bare):
        try:
            states.append(program.start(seed))
        except RulesFault:
            return 0
    for number in range(most):
        kept, plain = states
        assert view(kept, None).to_json() == view(plain, None).to_json()
        assert asked(kept.decisions) == asked(plain.decisions)
        assert kept.stream == plain.stream
        assert kept.scores() == plain.scores()
        if not kept.decisions:
            assert kept.winners() == plain.winners()
            return number
        k = random.below(len(kept.decisions))
        answer = kept.decisions[k].sample(random)
        faults = []
        for state in states:
            try:
                state.answer(state.decisions[k], answer)
            except RulesFault as fault:
                faults.append(fault.message)
        if faults:
            assert len(faults) == 2
            assert faults[0] == faults[1]
            return number
    return most


# ---------------------------------------------------------------- knowledge


def told(state: State, viewer: int, changes: Iterable[tuple[Any, ...]]) -> list[Any]:
    """What a player is told of changes: of cards that he doesn't see, their number and backs."""
    program = state.program
    rows: list[Any] = []
    for change in changes:
        match change:
            case ("move" | "show", marked, *places):
                seen = sorted(program.cards[card].text for card, mask in marked if mask >> viewer & 1)
                hidden = _backs(program, [card for card, mask in marked if not mask >> viewer & 1])
                rows.append([change[0], seen, hidden, *places])
            case ("decide", by, answer, _):
                rows.append([by, answer if by == viewer else _without_cards(program, answer)])
            case ("shuffle" | "roll" | "phase", *rest):
                rows.append([change[0], *rest])
            case _:
                pass
    return rows


def _without_cards(program: Program, answer: list[Any]) -> list[Any]:
    """Somebody else's answer: cards are counted only."""
    kinds = {card.kind.name for card in program.cards}
    rows: list[Any] = []
    for value in answer:
        if isinstance(value, dict):
            rows.append(sum(value.values()))
        else:
            rows.append("a card" if str(value).split(" ")[0] in kinds else value)
    return rows


def knowledge_is_sound(program: Program, seeds: Iterable[int], most: int = 12) -> int:
    """Plays many short matches; where two have looked the same to a player so far, what he knows in one holds in the other.

    Gives the number of pairs compared, so that a test can tell whether it tested anything.
    """
    alike: dict[tuple[int, str], list[tuple[State, Any]]] = {}
    for seed in seeds:
        past: list[list[Any]] = [[] for _ in range(program.players)]
        for state in playthrough(program, seed, most):
            changes = state.changes or []
            for viewer in range(program.players):
                past[viewer].append([told(state, viewer, changes), view(state, viewer).to_json()])
                key = (viewer, json.dumps(past[viewer]))
                kept = alike.setdefault(key, [])
                if len(kept) < 40:
                    kept.append((state.clone(), None))
            changes.clear()
    compared = 0
    for (viewer, _), states in alike.items():
        for state, _ in states:
            claims = list(known_places(state, viewer))
            for other, _ in states:
                compared += 1
                for text, zone, place, number in claims:
                    row = [program.cards[card].text for card in other.zones[zone].cards]
                    if place is None:
                        assert row.count(text) >= number, f"player {viewer} can't know that {text} lies in zone {zone}"
                    else:
                        assert row[place] == text, f"player {viewer} can't know that {text} lies at {place} in zone {zone}"
    return compared


def known_places(state: State, viewer: int) -> Iterator[tuple[str, int, int | None, int]]:
    """What a player is said to know: a card's text, its zone, its place or (where places mean nothing) none, and how many."""
    program = state.program
    bit = 1 << viewer
    for k, zone in enumerate(state.zones):
        counts: dict[str, int] = {}
        for place, card in enumerate(zone.cards):
            if state.known[card] & bit:
                text = program.cards[card].text
                if is_loose(program, k) and not program.viewers[k] & bit:
                    counts[text] = counts.get(text, 0) + 1
                else:
                    yield text, k, place, 1
        for text, number in counts.items():
            yield text, k, None, number
