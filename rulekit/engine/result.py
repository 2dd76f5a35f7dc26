"""Who wins: the keys of ``winner`` compared one after the other, or a condition."""

from __future__ import annotations

from rulekit.engine.state import State


def winners(S: State) -> list[int]:
    """The players (or teams) who win as things stand: several if they are equal in all keys."""
    program = S.program
    everybody = list(range(program.contenders))
    if program.winner_where is not None:
        return [who for who in everybody if program.winner_where(S, who)]
    for highest, key in program.winner_keys:
        values = [key(S, who) for who in everybody]
        wanted = (max if highest else min)(values)
        everybody = [who for who, value in zip(everybody, values, strict=True) if value == wanted]
    return everybody if program.winner_keys else []
