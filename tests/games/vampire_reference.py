"""Vampire once more, written by hand: what may be done at every decision, and the scores.

It shares nothing with the rules file: it lists all subsets of a hand.  A card is ``(colour, heads)``; a carriage has no colour.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, product

from rulekit.engine import State

COLOURS = ("green", "lilac", "gray", "red", "yellow", "orange")
Card = tuple[str | None, int]
Answer = tuple[object, ...]


def card_of(text: str) -> Card:
    """``vampire gray 2`` or ``carriage``."""
    if text == "carriage":
        return None, 1
    word, colour, heads = text.split()
    assert word == "vampire"
    return colour, int(heads)


def text_of(card: Card) -> str:
    return f"vampire {card[0]} {card[1]}" if card[0] else "carriage"


class Reference:
    """A game from the position after the set-up."""

    def __init__(self, state: State) -> None:
        program = state.program
        lying = {
            (info.owner, info.name): [card_of(program.cards[c].text) for c in zone.cards]
            for info, zone in zip(program.zones, state.zones, strict=True)
        }
        self.deck = lying[None, "draw_deck"]
        self.places = {colour: lying[None, f"place[{colour}]"] for colour in COLOURS}
        self.hands = [lying[p, "hand"] for p in range(program.players)]
        self.sets: list[dict[str, list[Card]]] = [{} for _ in self.hands]
        self.box: list[Card] = []
        self.taken_from_place = False

    # ------------------------------------------------------------ what may be done

    def taking(self, p: int) -> set[Answer]:
        found: set[Answer] = {("draw_two",)}
        for colour, cards in self.places.items():
            if cards and self.hunts(self.hands[p] + cards):
                found.add(("take_place", colour))
        return found

    def playing(self, p: int) -> set[Answer]:
        found = {("hunt", colour, frozenset(pack.items())) for colour, pack in self.hunts(self.hands[p])}
        if self.taken_from_place:
            return found
        for card in set(self.hands[p]):
            for place in [card[0]] if card[0] else COLOURS:
                found.add(("play_card", text_of(card), place))
        return found

    def hunts(self, cards: list[Card]) -> list[tuple[str, Counter[str]]]:
        """All sets that can be hunted with these cards, by trying all numbers of each."""
        found = []
        for colour in COLOURS:
            kinds = [card for card in sorted(set(cards), key=text_of) if card[0] in (colour, None)]
            for numbers in product(*(range(cards.count(card) + 1) for card in kinds)):
                vampires = sum(n for card, n in zip(kinds, numbers, strict=True) if card[0])
                if vampires >= 1 and sum(numbers) >= 3:
                    pack = {text_of(card): n for card, n in zip(kinds, numbers, strict=True) if n}
                    found.append((colour, Counter(pack)))
        return found

    # ------------------------------------------------------------ doing it

    def do(self, p: int, answer: Answer) -> None:
        hand = self.hands[p]
        match answer:
            case ("draw_two",):
                for _ in range(min(2, len(self.deck))):
                    hand.append(self.deck.pop())
                self.taken_from_place = False
            case ("take_place", str(colour)):
                hand += self.places[colour]
                self.places[colour] = []
                self.taken_from_place = True
            case ("play_card", str(text), str(colour)):
                hand.remove(card_of(text))
                self.places[colour].append(card_of(text))
            case ("hunt", str(colour), frozenset() as pack):
                self.box += self.sets[p].pop(colour, [])
                new = [card_of(text) for text, n in pack for _ in range(n)]
                for card in new:
                    hand.remove(card)
                self.sets[p][colour] = new
            case _:
                raise AssertionError(answer)

    def is_over(self) -> bool:
        """At the end of a turn."""
        return not self.deck or any(len(sets) == 6 for sets in self.sets)

    def scores(self) -> list[int]:
        totals = [0] * len(self.hands)
        for colour in COLOURS:
            heads = [sum(card[1] for card in sets.get(colour, [])) for sets in self.sets]
            everybody = all(colour in sets for sets in self.sets)
            for p, own in enumerate(heads):
                if not (everybody and own == min(heads)):
                    totals[p] += own
        return totals

    def cards(self) -> list[Card]:
        """All of them, wherever they are."""
        sets = [card for own in self.sets for pack in own.values() for card in pack]
        return [*self.deck, *self.box, *chain(*self.places.values(), *self.hands), *sets]
