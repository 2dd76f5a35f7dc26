"""Who knows which card lies where: case by case, and against everything that would have looked the same."""

from __future__ import annotations

import pytest
from promises import knowledge_is_sound
from small_games import small

from rulekit.engine import State
from rulekit.engine.basics import refill
from rulekit.engine.ledger import exchange, move, show, shuffle

FLOCK = 6


class Table:
    """The sheep of the game ``peeking``, all in the stock, nothing known."""

    def __init__(self) -> None:
        self.program = small("peeking")
        self.state: State = self.program.start(1)
        self.state.step += 1
        names = {(z.name, z.owner): z.index for z in self.program.zones}
        self.stock, self.waste, self.pond = (names[name, None] for name in ("stock", "waste", "pond"))
        self.hand = [names["hand", p] for p in range(3)]
        self.meadow = [names["meadow", p] for p in range(3)]
        self.put(range(FLOCK), self.stock)
        shuffle(self.state, self.stock)
        self.state.step += 1
        assert self.state.changes is not None
        self.state.changes.clear()

    def put(self, cards: range | tuple[int, ...], zone: int, public: bool = False, to_bottom: bool = False) -> None:
        move(self.state, tuple(cards), zone, to_bottom, public)

    def top(self, zone: int) -> int:
        return self.state.zones[zone].cards[-1]

    def draw(self, seat: int) -> int:
        card = self.top(self.stock)
        self.put((card,), self.hand[seat], public=True)
        return card

    def known(self, card: int) -> int:
        return self.state.known[card]


@pytest.fixture
def table() -> Table:
    return Table()


def test_nobody_knows_a_shuffled_face_down_zone(table: Table) -> None:
    assert [table.known(card) for card in range(FLOCK)] == [0] * FLOCK


def test_who_draws_knows_and_the_log_tells_only_him(table: Table) -> None:
    card = table.draw(1)
    assert table.known(card) == 0b010
    assert table.state.changes == [("move", ((card, 0b010),), table.stock, table.hand[1])]


def test_what_lies_open_is_known_and_goes_on_being_known_when_it_is_taken_into_a_hand(table: Table) -> None:
    card = table.draw(1)
    table.put((card,), table.meadow[1])
    assert table.known(card) == 0b111
    table.put((card,), table.hand[1])
    assert table.known(card) == 0b111
    assert table.state.changes is not None
    assert table.state.changes[-1] == ("move", ((card, 0b111),), table.meadow[1], table.hand[1])


def test_a_card_given_away_unseen_may_be_any_of_the_hand_but_not_for_who_gets_it(table: Table) -> None:
    cards = sorted([table.draw(1) for _ in range(5)])
    known, other = cards[0], cards[1]
    assert table.program.classes[known] != table.program.classes[other]
    table.put((known,), table.meadow[1])
    table.put((known,), table.hand[1])
    table.put((other,), table.hand[2])
    assert table.known(known) == 0b110, "player 3 sees that he has got another one; player 1 doesn't"
    assert table.known(other) == 0b110


def test_after_a_card_is_played_openly_the_rest_is_known_as_before(table: Table) -> None:
    cards = [table.draw(1) for _ in range(3)]
    table.put((cards[0],), table.meadow[1])
    table.put((cards[0],), table.hand[1])
    table.put((cards[1],), table.waste)
    assert table.known(cards[0]) == 0b111
    assert table.known(cards[2]) == 0b010


def test_an_equal_card_may_be_taken_for_the_known_one(table: Table) -> None:
    a, b = (c for c in range(FLOCK) if table.program.cards[c].text == "sheep 5")
    table.put((a, b), table.hand[0])
    table.put((a,), table.meadow[0])
    table.put((a,), table.hand[0])
    assert table.known(a) == 0b111
    table.put((b,), table.waste)
    assert table.known(a) == 0b001, "to the others it may be the same card"
    assert table.known(b) == 0b111


def test_the_top_of_a_hidden_zone_is_followed(table: Table) -> None:
    card = table.top(table.stock)
    show(table.state, (card,), (2,))
    assert table.known(card) == 0b100
    table.put((card,), table.hand[0], public=True)
    assert table.known(card) == 0b101


def test_a_card_drawn_at_random_from_a_hidden_zone_isn_t(table: Table) -> None:
    card, other = table.top(table.stock), table.state.zones[table.stock].cards[0]
    show(table.state, (card,), (2,))
    table.state.shown.clear()
    table.put((other,), table.hand[0], public=False)
    assert table.known(card) == 0, "player 3 can't know that it wasn't his card"


def test_a_shuffle_makes_everybody_forget(table: Table) -> None:
    card = table.top(table.stock)
    show(table.state, (card,), (2,))
    shuffle(table.state, table.stock)
    assert table.known(card) == 0
    assert table.state.shown == {}


def test_whoever_puts_cards_on_a_hidden_zone_knows_them_there(table: Table) -> None:
    a, b = table.draw(0), table.draw(0)
    table.put((a, b), table.stock)
    assert table.known(a) == table.known(b) == 0b001
    table.put((b,), table.hand[1], public=True)
    assert table.known(b) == 0b011
    assert table.known(a) == 0b001


def test_nobody_knows_the_order_of_an_open_pile_that_is_shuffled_and_turned_over(table: Table) -> None:
    table.put(tuple(range(FLOCK)), table.waste)
    table.state.step += 1
    assert table.known(0) == 0b111
    refill(table.state, table.stock, 1, table.waste)
    assert [table.known(card) for card in range(FLOCK)] == [0] * FLOCK
    assert table.state.changes is not None
    kind, cards, *_ = table.state.changes[-1]
    assert kind == "move"
    assert {mask for _, mask in cards} == {0}, "the log would tell the order of the stock"


def test_an_open_pile_that_was_shuffled_and_looked_at_is_known(table: Table) -> None:
    table.put(tuple(range(FLOCK)), table.waste)
    shuffle(table.state, table.waste)
    table.state.step += 1
    table.put(table.state.zones[table.waste].cards, table.stock, public=True)
    assert [table.known(card) for card in range(FLOCK)] == [0b111] * FLOCK


def test_adding_to_a_shuffled_open_pile_gives_no_look_at_it(table: Table) -> None:
    extra = table.draw(0)
    table.put(tuple(c for c in range(FLOCK) if c != extra), table.waste)
    table.state.step += 1
    shuffle(table.state, table.waste)
    table.put((extra,), table.waste)
    table.put(table.state.zones[table.waste].cards, table.stock, public=True)
    assert {table.known(card) for card in range(FLOCK) if card != extra} == {0}


def test_exchange_swaps_what_is_known_of_equal_cards(table: Table) -> None:
    a, b = (c for c in range(FLOCK) if table.program.cards[c].text == "sheep 5")
    table.put((a, b), table.hand[0])
    show(table.state, (a,), (1,))
    exchange(table.state, a, b)
    assert table.state.zones[table.hand[0]].cards == (a, b)
    assert (table.known(a), table.known(b)) == (0b001, 0b011)
    assert table.state.shown == {b: 0b010}


def test_a_move_that_changes_nothing_is_told_only_if_that_is_no_secret(table: Table) -> None:
    assert table.state.changes is not None
    table.put((table.top(table.stock),), table.stock, public=True)
    assert table.state.changes == []
    table.put((table.top(table.stock),), table.stock, public=False)
    assert len(table.state.changes) == 1


@pytest.mark.parametrize(
    ("name", "players", "seeds", "most", "least"),
    [
        ("peeking", 2, 1500, 4, 50_000),
        ("peeking", 3, 800, 5, 20_000),
        ("peeking", 2, 600, 7, 500),
        ("marking", 2, 400, 6, 3_000),
        ("secret", 2, 600, 5, 3_000),
    ],
)
def test_what_is_known_holds_in_every_match_that_looked_the_same(name: str, players: int, seeds: int, most: int, least: int) -> None:
    assert knowledge_is_sound(small(name, players), range(seeds), most) > least
