"""What the examples in ``vampire.rules`` can't say: whole games, who may sit down, what the log tells to whom."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from vampire_reference import COLOURS, Answer, Reference

import rulekit
from rulekit import SetupError
from rulekit.engine import IllegalAnswer, Stream
from rulekit.play.bots import RandomBot, bot_answer, play_on
from rulekit.play.match import Match

RULES = rulekit.load("vampire")
EDITIONS: list[list[str]] = [[], ["computer"]]
NUMBERS = [3, 4, 5]


def frozen(answer: list[Any]) -> Answer:
    return tuple(frozenset(value.items()) if isinstance(value, dict) else value for value in answer)


def played(players: int, seed: int, options: dict[str, int] | None = None, variants: list[str] | None = None) -> Match:
    match = RULES.start(players, seed, options, variants or [])
    play_on(match, {seat: RandomBot() for seat in range(players)})
    return match


def zone(match: Match, name: str, seat: int | None = None) -> list[str]:
    state = match.state
    k = next(info.index for info in match.program.zones if (info.name, info.owner) == (name, seat))
    return [match.program.cards[card].text for card in state.zones[k].cards]


# ---------------------------------------------------------------- setting up


def test_what_there_is() -> None:
    cards = Counter(card.text for card in RULES.program(4).cards)
    wanted = {f"vampire {colour} {heads}": n for colour in COLOURS for heads, n in ((1, 11), (2, 5))}
    assert cards == {**wanted, "carriage": 10} and cards.total() == 106
    assert sum(int(text[-1]) * n for text, n in cards.items() if text != "carriage") + 10 == 136


@pytest.mark.parametrize("variants", EDITIONS)
def test_three_to_five_players(variants: list[str]) -> None:
    for players, deck in ((3, 88), (4, 84), (5, 80)):
        match = RULES.start(players, 1, variants=variants)
        drawn = len(match.answers) * 2
        assert len(zone(match, "draw_deck")) + drawn == deck
        for seat in range(players):
            assert len(zone(match, "hand", seat)) == 4
        assert [zone(match, f"place[{colour}]") for colour in COLOURS] == [[f"vampire {colour} 1"] for colour in COLOURS]
    for players in (1, 2, 6):
        with pytest.raises(SetupError, match="3 to 5"):
            RULES.start(players, 1, variants=variants)


def test_one_to_four_games() -> None:
    for games in (0, 5):
        with pytest.raises(SetupError):
            RULES.start(4, 1, {"games": games})


def test_any_player_may_begin() -> None:
    for players in NUMBERS:
        assert {RULES.start(players, seed).decisions[0].by for seed in range(40)} == set(range(players))


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("players", NUMBERS)
@pytest.mark.parametrize("variants", EDITIONS)
def test_every_decision_offers_what_the_rules_allow(players: int, variants: list[str]) -> None:
    """Turn by turn against the hand-written game: who decides, all options, all places of all cards, the end and the scores."""
    program = RULES.program(players, variants=variants)
    for seed in range(12):
        state = program.start(seed, stops=True)
        random = Stream(f"{seed}/reference")
        reference = Reference(state)
        by, turns, hunts = state.decisions[0].by, 0, 0
        while state.decisions:
            for options_now in (reference.taking, reference.playing):
                [decision] = state.decisions
                assert decision.by == by
                options = [frozen(option) for option in decision.options()]
                assert len(options) == len(set(options)) == decision.count()
                assert set(options) == options_now(by)
                answer = decision.sample(random)
                state.answer(decision, answer)
                reference.do(by, frozen(answer))
                hunts += answer[0] == "hunt"
                assert len(reference.cards()) == 106
            turns += 1
            by = (by + 1) % players
            assert reference.is_over() == (not state.decisions)
        assert turns <= 79 and hunts <= 35
        assert state.scores() == reference.scores()
        assert state.winners() == [p for p, score in enumerate(state.scores()) if score == max(reference.scores())]


def test_cards_go_only_where_they_may() -> None:
    """Within a game nothing leaves the box, and a set on the table is replaced or stays as it is."""
    program = RULES.program(3)
    for seed in range(20):
        state = program.start(seed)
        random = Stream(f"{seed}/cards")
        while state.decisions:
            state.changes = []
            state.answer(state.decisions[0], state.decisions[0].sample(random))
            for change in state.changes:
                if change[0] == "move":
                    source, target = program.zones[change[2]], program.zones[change[3]]
                    kinds = (source.decl.name, target.decl.name)
                    assert kinds in {
                        ("draw_deck", "hand"),
                        ("place", "hand"),
                        ("hand", "place"),
                        ("hand", "hunted"),
                        ("hand", "box"),
                        ("hunted", "box"),
                    }
                    if kinds == ("hand", "place"):
                        ((card, _),) = change[1]
                        assert program.cards[card].text.split()[1:2] in ([], [target.name[6:-1]])


def test_a_hand_has_no_limit() -> None:
    match = RULES.start(3, 5)
    while match.decisions:
        decision = match.decisions[0]
        options = decision.options(1)
        assert options[0][0] in ("draw_two", "play_card", "hunt")
        largest = max(len(zone(match, "hand", seat)) for seat in range(3))
        match.choose(decision, options[0])
    assert largest > 12


def test_a_wrong_answer_changes_nothing() -> None:
    match = RULES.start(4, 1)
    decision = match.decisions[0]
    offered = [answer for answer in decision.options() if answer[0] == "take_place"]
    before = match.state.to_json()
    for colour in COLOURS:
        if ["take_place", colour] not in offered:
            with pytest.raises(IllegalAnswer):
                match.choose(decision, ["take_place", colour])
    for answer in (["decline"], ["hunt", "red", {"carriage": 3}], ["play_card", "carriage", "red"], ["draw_two", 2], []):
        with pytest.raises(IllegalAnswer):
            match.choose(decision, answer)
    assert match.state.to_json() == before


def test_nobody_decides_in_the_scoring_or_where_nothing_can_be_chosen() -> None:
    for seed in range(10):
        match = RULES.start(4, seed)
        while match.decisions:
            [decision] = match.decisions
            assert decision.where.endswith(("taking", "playing"))
            assert decision.count() > 1
            match.choose(decision, bot_answer(match, decision, RandomBot()))


# ---------------------------------------------------------------- editions and matches


@pytest.mark.parametrize("players", NUMBERS)
def test_both_editions_are_one_game(players: int) -> None:
    for seed in range(5):
        printed, computer = (played(players, seed, variants=variants) for variants in EDITIONS)
        assert printed.answers == computer.answers
        assert printed.log.lines(None) == computer.log.lines(None)
        assert (printed.scores(), printed.winners()) == (computer.scores(), computer.winners())


def test_a_match_of_several_games() -> None:
    """Each is a whole game with its own lot for the first player; the points are added up."""
    firsts = set()
    for seed in range(6):
        match = played(3, seed, {"games": 3})
        lines = match.log.lines(None)
        assert sum(line == "phase scoring" for line in lines) == 3
        assert sum(line.startswith("  Vampire green 1 from the draw deck to the gathering place") for line in lines) == 3
        firsts.add(tuple(line for line in lines if line.startswith("  the first player: ")))
        ends = [k for k, line in enumerate(lines) if line.startswith("  games that are over: ")]
        assert [lines[k].strip() for k in ends] == [f"games that are over: {n}" for n in (1, 2, 3)]
        points = [
            [int(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(f"  {name}'s points: ")] for name in match.names
        ]
        assert match.scores() == [row[-1] if row else 0 for row in points]
        assert all(row == sorted(row) for row in points)
    assert len({first for row in firsts for first in row}) == 3 and any(len(set(row)) > 1 for row in firsts)


# ---------------------------------------------------------------- who knows what


def test_what_the_log_tells_to_whom() -> None:
    match = played(4, 1)
    for seat, name in enumerate(match.names):
        lines = match.log.lines(seat)
        drawn = [k for k, line in enumerate(lines) if line.startswith("  2 cards from the draw deck to ")]
        own = [k for k in drawn if lines[k].endswith(f"{name}'s hand")]
        assert own and len(drawn) > len(own)
        for k in drawn:
            told = lines[k + 1].startswith(f"    [{name}] these are ")
            assert told == (k in own), "who draws sees the cards, nobody else does"
        taken = [line for line in lines if line.startswith("  ") and "from the gathering place: " in line]
        assert any(not line.endswith(f"{name}'s hand") for line in taken)
        assert all("Vampire" in line or "Carriage" in line for line in taken), "what lay in a place is known to all"
        assert not any(
            line.startswith("  ") and "card" in line.split(" from ")[0] for line in lines if "set on the table" in line
        )


def test_what_a_view_shows() -> None:
    match = played(4, 2)
    match.undo(12)
    for seat in range(4):
        for shown in match.view(seat).zones:
            name, owner = shown.info.decl.name, shown.info.owner
            size = len(zone(match, shown.info.name, owner))
            open_to_all = name in ("place", "hunted", "box") or (name == "hand" and owner == seat)
            assert len(shown.cards) == (size if open_to_all else 0)
            assert sum(shown.hidden.values()) == (0 if open_to_all else size), "sizes are public"
