"""Scores, and who wins: the keys of ``winner`` compared one after the other, or a condition."""

from __future__ import annotations

from rulekit.engine.net import netted
from rulekit.engine.state import State


@netted
def scores(S: State) -> list[int | None]:
    """The score of each player (or team) as things stand; none for all if the game has no score, and for a team that isn't in play."""
    program = S.program
    if program.score is None:
        return [None] * program.contenders
    S.fuel = program.fuel
    row: list[int | None] = [None] * program.contenders
    for who in program.in_play:
        row[who] = program.score(S, who)
    return row


@netted
def winners(S: State) -> list[int]:
    """The players (or teams) who win as things stand: several if they are equal in all keys."""
    program = S.program
    S.fuel = program.fuel
    everybody = list(program.in_play)
    if program.winner_where is not None:
        return [who for who in everybody if program.winner_where(S, who)]
    for highest, key in program.winner_keys:
        values = [key(S, who) for who in everybody]
        wanted = (max if highest else min)(values)
        everybody = [who for who, value in zip(everybody, values, strict=True) if value == wanted]
    return everybody if program.winner_keys else []
