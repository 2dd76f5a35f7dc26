"""What the examples in ``vampire_queen.rules`` can't say: every decision of whole games, sums at each step, both editions, who sees what."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import rulekit
from rulekit import SetupError
from rulekit.engine import IllegalAnswer, State, Stream
from rulekit.play.bots import RandomBot, play_on

RULES = rulekit.load("vampire_queen")
EDITIONS: list[list[str]] = [[], ["english"]]
CARDS = {3: 13, 4: 13, 5: 13, 6: 13, 7: 13, 8: 13, 9: 12, 10: 10, 11: 9, 12: 9}
LEFT = {3: 69, 4: 56, 5: 43, 6: 30, 7: 17, 8: 4, 9: 0, 10: 8, 11: 9, 12: 0}
QUEEN, SLAYERS = "queen", ("slayer 15", "slayer 20")


def zone(state: State, name: str, seat: int | None = None) -> list[str]:
    k = next(info.index for info in state.program.zones if (info.name, info.owner) == (name, seat))
    return [state.program.cards[card].text for card in state.zones[k].cards]


def value(card: str) -> int:
    return 14 if card == QUEEN else int(card.split()[1])


def one_slayer(players: int, variants: list[str]) -> bool:
    return bool(variants) and players >= 6


# ---------------------------------------------------------------- an independent game


class Reference:
    """Vampire Queen by hand, from the position after the deal: what may be done, who is next, what it costs."""

    def __init__(self, state: State, starter: int, resting: str | None = None) -> None:
        self.hands = [Counter(zone(state, "hand", p)) for p in range(state.program.players)]
        self.crypt = 0
        self.begin(starter, resting)

    def begin(self, starter: int, resting: str | None) -> None:
        n = len(self.hands)
        self.order = [(starter + k) % n for k in range(n)]
        self.played: list[tuple[int, list[str], int]] = []
        self.forced: int | None = None
        self.resting = resting

    @property
    def hunted(self) -> bool:
        return bool(self.played) and self.played[0][1][0] in SLAYERS

    def sets(self, p: int) -> set[tuple[int, int, int]]:
        """Value, vampires and queens of every set in a hand."""
        hand = self.hands[p]
        found = {(14, 0, q) for q in range(1, hand[QUEEN] + 1)}
        for v in range(1, 14):
            found |= {(v, n, q) for n in range(1, hand[f"vampire {v}"] + 1) for q in range(hand[QUEEN] + 1)}
        return found

    def options(self, p: int) -> set[tuple[Any, ...]]:
        hand = self.hands[p]
        if not self.played:
            slayers = {("lead_slayer", s) for s in SLAYERS if hand[s] and s != self.resting}
            return slayers | {("lead", *x) for x in self.sets(p)}
        if self.hunted:
            vampires = {("feed", card) for card in hand if hand[card] and card not in SLAYERS}
            return vampires or {("yield",)}
        size, high = len(self.played[0][1]), max(v for _, _, v in self.played)
        return {("pass",), *[("raise", v, n, q) for v, n, q in self.sets(p) if n + q == size and v > high]}

    def do(self, p: int, answer: tuple[Any, ...]) -> None:
        match answer:
            case ("pass",):
                return
            case ("yield",):
                self.forced = p
                return
            case ("lead_slayer", str(card)):
                cards, worth = [card], 0
            case ("feed", str(card)):
                cards, worth = [card], 1 if card == QUEEN else value(card)
            case ("lead" | "raise", int(v), int(n), int(q)):
                cards, worth = [f"vampire {v}"] * n + [QUEEN] * q, v
            case _:
                raise AssertionError(answer)
        self.hands[p] -= Counter(cards)
        self.played.append((p, cards, worth))

    def end_round(self) -> int:
        """Gives the next start player."""
        high = max(worth for _, _, worth in self.played)
        best = [p for p, _, worth in self.played if worth == high][-1]
        cards = [card for _, group, _ in self.played for card in group]
        if self.hunted:
            taker = best if self.forced is None else self.forced
            self.hands[taker] += Counter(cards)
            self.begin(taker, cards[0])
            return taker
        self.crypt += len(cards)
        self.begin(best, None)
        return best

    def minus(self) -> list[int]:
        return [sum(value(card) * n for card, n in hand.items()) for hand in self.hands]


def plain(answer: list[Any]) -> tuple[Any, ...]:
    """An answer as the reference writes it."""
    if answer[0] in ("lead", "raise"):
        cards = answer[2]
        return answer[0], answer[1], cards.get(f"vampire {answer[1]}", 0), cards.get(QUEEN, 0)
    if answer[0] in ("lead_slayer", "feed"):
        return answer[0], answer[1]
    return (answer[0],)


@pytest.mark.parametrize("variants", EDITIONS, ids=["main", "english"])
@pytest.mark.parametrize("players", sorted(CARDS))
def test_every_decision_offers_what_the_rules_allow(players: int, variants: list[str]) -> None:
    """Step by step against the game by hand: who decides, all options, hands, the sums of the cards, the end of phases, the scores."""
    program = RULES.program(players, {"phases": 2}, variants)
    total = 804 if one_slayer(players, variants) else 819
    for seed in range(3 if players < 6 else 1):
        state = program.start(seed, stops=True)
        random = Stream(f"{seed}/reference")
        scores = [0] * players
        for _phase in range(2):
            starter = state.decisions[0].by
            assert SLAYERS[1] in zone(state, "hand", starter)
            assert len(zone(state, "aside")) == LEFT[players] and not zone(state, "crypt") and not zone(state, "pile")
            reference = Reference(state, starter)
            for p in range(players):
                assert sum(n for card, n in reference.hands[p].items() if card not in SLAYERS) == CARDS[players]
            while all(hand.total() for hand in reference.hands):
                for by in list(reference.order):
                    [decision] = state.decisions
                    assert decision.by == by
                    options = [plain(option) for option in decision.options()]
                    assert len(options) == len(set(options)) == decision.count()
                    assert set(options) == reference.options(by)
                    answer = decision.sample(random)
                    state.answer(decision, answer)
                    reference.do(by, plain(answer))
                    everywhere = [c for k, z in enumerate(state.zones) if program.zones[k].name != "box" for c in z.cards]
                    assert sum(value(program.cards[c].text) for c in everywhere) == total
                    assert not {*SLAYERS} & {*zone(state, "crypt"), *zone(state, "aside"), *zone(state, "pile")}
                reference.end_round()
                if all(hand.total() for hand in reference.hands):
                    assert [Counter(zone(state, "hand", p)) for p in range(players)] == reference.hands
                    assert len(zone(state, "crypt")) == reference.crypt
            scores = [a + b for a, b in zip(scores, reference.minus(), strict=True)]
            assert state.scores() == scores
        assert not state.decisions
        assert state.winners() == [p for p in range(players) if scores[p] == min(scores)]


# ---------------------------------------------------------------- editions and options


def test_who_may_sit_down_and_how_long() -> None:
    for players in (1, 2, 13):
        with pytest.raises(SetupError, match="3 to 12"):
            RULES.start(players, 1)
    for phases in (0, 21):
        with pytest.raises(SetupError):
            RULES.start(4, 1, {"phases": phases})
    match = RULES.start(3, 1)
    play_on(match, {seat: RandomBot() for seat in range(3)})
    assert sum(line == "phase counting" for line in match.log.lines(None)) == 5


@pytest.mark.parametrize("players", sorted(CARDS))
def test_the_editions_differ_from_six_players_on(players: int) -> None:
    main, english = (RULES.start(players, 4, {"phases": 1}, variants) for variants in EDITIONS)
    assert zone(english.state, "box") == (["slayer 15"] if players >= 6 else [])
    assert not zone(main.state, "box")
    if players < 6:
        for match in (main, english):
            play_on(match, {seat: RandomBot() for seat in range(players)})
        assert main.answers == english.answers and main.log.lines(None) == english.log.lines(None)


@pytest.mark.parametrize("variants", EDITIONS, ids=["main", "english"])
def test_any_player_may_start(variants: list[str]) -> None:
    for players in (3, 7):
        assert {RULES.start(players, seed, variants=variants).decisions[0].by for seed in range(60)} == set(range(players))


# ---------------------------------------------------------------- decisions and knowledge


def test_nobody_decides_but_the_player_on_turn() -> None:
    for seed in range(5):
        state = RULES.program(4, {"phases": 1}).start(seed)
        random = Stream(f"{seed}/turns")
        while state.decisions:
            [decision] = state.decisions
            assert decision.where.endswith("turn") and not decision.may_decline and decision.count() > 1
            with pytest.raises(IllegalAnswer):
                state.answer(decision, ["feed", "slayer 20"])
            state.answer(decision, decision.sample(random))


def test_what_a_view_shows() -> None:
    match = RULES.start(5, 2, {"phases": 1})
    play_on(match, {seat: RandomBot() for seat in range(5)})
    match.undo(6)
    for seat in range(5):
        for shown in match.view(seat).zones:
            name, owner = shown.info.decl.name, shown.info.owner
            cards = zone(match.state, shown.info.name, owner)
            open_to_all = name == "table" or (name == "hand" and owner == seat)
            visible = cards if open_to_all else [card for card in cards if card in SLAYERS]
            assert len(shown.cards) == len(visible), "slayers are seen everywhere, other cards only on the table and in one's own hand"
            assert sum(shown.hidden.values()) == len(cards) - len(visible), "sizes are public"
