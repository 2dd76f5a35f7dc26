"""The table as one player sees it, as lines of text: zones with cards in them, fields, scores.

Takes a match and a viewer, gives blocks: what lies in the middle, then what lies in front of each player or team.  Promises:
everything comes from the viewer's view.  Left out is what says nothing: empty zones, flags that are as at first, none and nothing,
and fields that each pass of a phase resets and that are as at its beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.analysis.model import SpaceFieldDecl
from rulekit.analysis.types import FlagT, OptionalT, SetT

if TYPE_CHECKING:
    from rulekit.engine.program import FieldInfo
    from rulekit.engine.views import View, ZoneView
    from rulekit.play.match import Match

_ONLY_COUNTED = re.compile(r"\d+ cards?")


@frozen
class Block:
    """Rows with what stands above them (none: they lie in the middle of the table)."""

    name: str | None
    score: int | None
    rows: tuple[str, ...]

    @property
    def head(self) -> str | None:
        """The name, with the score if there is one."""
        return self.name if self.score is None else f"{self.name} (score {self.score})"

    def lines(self) -> list[str]:
        """The block as it is shown."""
        return list(self.rows) if self.head is None else [self.head, *(f"  {row}" for row in self.rows)]


def table_blocks(match: Match, viewer: int | None) -> list[Block]:
    """What lies on the table and in front of each player."""
    view = match.view(viewer)
    names = match.contenders()
    teams = bool(match.program.model.teams)
    blocks = [Block(None, None, tuple(_rows(view, None, match)))]
    blocks += [_block(view, owner, names[owner], match, teams) for owner in match.program.in_play]
    if teams:
        blocks += [_block(view, seat, name, match, team=False) for seat, name in enumerate(match.names)]
    return [block for block in blocks if block.rows or block.score is not None]


def table_lines(match: Match, viewer: int | None) -> list[str]:
    """The same as lines."""
    return [line for block in table_blocks(match, viewer) for line in block.lines()]


def _block(view: View, owner: int, name: str, match: Match, team: bool) -> Block:
    score = match.scores()[owner] if team or not match.program.model.teams else None
    members = [", ".join(match.names[seat] for seat in match.program.members(owner))] if team else []
    return Block(name, score, (*members, *_rows(view, (owner, team), match)))


def _rows(view: View, whose: tuple[int, bool] | None, match: Match) -> Iterator[str]:
    words = {card.text: card.words for card in match.program.cards}
    rows: list[tuple[object, str, str]] = []
    for zone in view.zones:
        if _owner(zone.info.owner, zone.info.decl.owner) == whose:
            cards = cards_text(zone, words)
            if cards:
                rows.append((zone.info.decl, match.log.said(zone.info.text), match.log.said(cards)))
    for decl in dict.fromkeys(decl for decl, _, _ in rows):
        yield from _zone_rows([(text, cards) for other, text, cards in rows if other is decl])
    fields = [
        _field(match, info, text)
        for info, text in view.fields
        if _owner(info.owner, info.decl.owner) == whose and not _says_nothing(match, info, text)
    ]
    if fields:
        yield ", ".join(fields)


def _zone_rows(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    """One row for each zone; zones of one declaration of which only the numbers are known share one."""
    if len(rows) > 1 and all(": " in text and _ONLY_COUNTED.fullmatch(cards) for text, cards in rows):
        name = rows[0][0].rpartition(": ")[0]
        yield f"{name}: " + ", ".join(f"{text.rpartition(': ')[2]} {cards}" for text, cards in rows)
    else:
        yield from [f"{text}: {cards}" for text, cards in rows]


def _says_nothing(match: Match, info: FieldInfo, text: str) -> bool:
    """Whether a field is as at first and that goes without saying."""
    from rulekit.engine.words import value_words

    decl = info.decl
    if isinstance(decl, SpaceFieldDecl):  # the map tells these
        return True
    if isinstance(info.type, SetT | OptionalT) and text in ("nothing", "none"):
        return True
    first = match.program.start_fields[info.index]
    if first is None:
        return text == "none"
    return (isinstance(info.type, FlagT) or decl.each is not None) and text == value_words(match.state, info.type, first)


def _field(match: Match, info: FieldInfo, text: str) -> str:
    name, said = match.log.said(info.text), match.log.said(text)
    if isinstance(info.type, FlagT):
        return str(name) if text == "yes" else f"{name}: no"
    return f"{name} {said}"


def _owner(owner: int | None, sort: str) -> tuple[int, bool] | None:
    return None if owner is None else (owner, sort == "team")


def cards_text(zone: ZoneView, words: dict[str, str] | None = None) -> str:
    """The cards of a zone: those seen by name, equal ones counted, and the number of the others; empty if there are none.

    ``words``: what players call a card that examples write so, in the order of the decks.
    """
    names = words or {}
    cards = [in_words(card, names) for card in _sorted(zone, list(names))]
    parts = counted(cards)
    hidden = sum(zone.hidden.values())
    if hidden:
        backs = list(zone.hidden.items())
        if len(backs) == 1:
            parts.append(f"{hidden} card{'s' * (hidden != 1)}" if not parts else f"{hidden} more")
        else:
            parts += [f"{n} × {back}" for back, n in backs]
    return ", ".join(parts)


def _sorted(zone: ZoneView, decks: list[str]) -> list[str]:
    """The cards of a zone; those in a hand in the order of the decks, as menus offer them."""
    if zone.info.sight != "private":
        return list(zone.cards)
    order = {card: k for k, card in enumerate(decks)}
    return sorted(zone.cards, key=lambda card: (order.get(card.partition(" with ")[0], len(order)), card))


def in_words(card: str, words: dict[str, str]) -> str:
    """A card as players call it, with its states as they were."""
    name, with_, states = card.partition(" with ")
    return words.get(card) or (f"{words[name]}{with_}{states}" if name in words else card)


def counted(texts: Sequence[str]) -> list[str]:
    """Equal texts once each, with their number."""
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    return [text if n == 1 else f"{n} × {text}" for text, n in counts.items()]
