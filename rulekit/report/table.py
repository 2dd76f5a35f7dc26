"""The table as one player sees it, as lines of text: zones with cards in them, fields, scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekit.engine.views import View, ZoneView
    from rulekit.play.match import Match


def table_lines(match: Match, viewer: int | None) -> list[str]:
    """What lies on the table and in front of each player; empty zones are left out."""
    view = match.view(viewer)
    lines = _rows(view, None, match)
    for owner, name in enumerate(match.contenders()):
        lines += _block(view, owner, name, match, team=bool(match.program.model.teams))
    if match.program.model.teams:
        for seat, name in enumerate(match.names):
            lines += _block(view, seat, name, match, team=False)
    return lines


def _block(view: View, owner: int, name: str, match: Match, team: bool) -> list[str]:
    rows = _rows(view, (owner, team), match)
    score = match.scores()[owner] if team or not match.program.model.teams else None
    head = f"{name} (score {score})" if score is not None else name
    return [head, *(f"  {row}" for row in rows)] if rows or score is not None else []


def _rows(view: View, whose: tuple[int, bool] | None, match: Match) -> list[str]:
    rows = []
    for zone in view.zones:
        if _owner(zone.info.owner, zone.info.decl.owner) == whose:
            cards = cards_text(zone)
            if cards:
                rows.append(f"{match.log.said(zone.info.text)}: {match.log.said(cards)}")
    fields = [
        f"{match.log.said(info.text)} {match.log.said(text)}"
        for info, text in view.fields
        if _owner(info.owner, info.decl.owner) == whose
    ]
    return [*rows, *([", ".join(fields)] if fields else [])]


def _owner(owner: int | None, sort: str) -> tuple[int, bool] | None:
    return None if owner is None else (owner, sort == "team")


def cards_text(zone: ZoneView) -> str:
    """The cards of a zone: those seen by name, equal ones counted, and the number of the others; empty if there are none."""
    parts = counted(sorted(zone.cards) if zone.info.sight == "private" else zone.cards)
    hidden = sum(zone.hidden.values())
    if hidden:
        backs = list(zone.hidden.items())
        if len(backs) == 1:
            parts.append(f"{hidden} card{'s' * (hidden != 1)}" if not parts else f"{hidden} more")
        else:
            parts += [f"{n} × {back}" for back, n in backs]
    return ", ".join(parts)


def counted(texts: Sequence[str]) -> list[str]:
    """Equal texts once each, with their number."""
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    return [text if n == 1 else f"{n} × {text}" for text, n in counts.items()]
