"""Whether the players of a game may know different things, so that people at one keyboard have to look away.

Takes a game model.  Promises: without secrets every player's view of a match is the same at every decision.
"""

from __future__ import annotations

from rulekit.analysis import typed as t
from rulekit.analysis.model import GameModel
from rulekit.analysis.parts import parts
from rulekit.analysis.walk import statements


def has_secrets(model: GameModel) -> bool:
    """Private zones, cards that are shown to some, or choices that are made at the same time."""
    if any(zone.sight == "private" for zone in model.zones):
        return True
    blocks = [part.block for part in parts(model, examples=False)]
    return any(isinstance(stmt, t.ShowStmt | t.TogetherStmt) for stmt in statements(*blocks))
