"""What is printed on the cards of a match: for players who can't look at the real ones.

Takes a match and a word; gives lines.  Attributes that have their default value, and flags that are no, are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulekit.engine.words import value_words

if TYPE_CHECKING:
    from rulekit.engine.program import CardInfo
    from rulekit.play.match import Match


def printed(match: Match, word: str = "") -> list[str]:
    """A line for each sort of card whose name has the word in it (in any case), in the order of the decks, with how many there are."""
    found = Counter(_line(match, card) for card in match.program.cards if word.casefold() in card.words.casefold())
    return [f"{number} × {line}" for line, number in found.items()]


def _line(match: Match, card: CardInfo) -> str:
    facts = ", ".join(_facts(match, card))
    kind = card.kind.label or card.kind.name.replace("_", " ")
    of = "" if kind.casefold() in card.words.casefold() else f" ({kind})"
    return f"{card.words}{of}: {facts}" if facts else f"{card.words}{of}"


def _facts(match: Match, card: CardInfo) -> Iterator[str]:
    for kind in reversed(card.kind.ancestry()):
        for attribute in kind.attributes:
            value = card.group.values.get(attribute.name)
            if value is None or value is False or (attribute.has_default and value == attribute.default):
                continue
            name = attribute.name.replace("_", " ")
            yield name if value is True else f"{name} {value_words(match.state, attribute.type, value)}"
