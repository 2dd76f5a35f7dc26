"""Which matches have a golden transcript: every shipped game with every number of players, and each of its variants."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

import rulekit
from rulekit.play.library import built_in
from rulekit.play.setup import default_players
from rulekit.play.transcript import SHOWN, transcript

SEEDS = {
    ("vampire", 3): (1, 2, 3),
    ("vampire", 4): (1, 2, 3),
    ("vampire", 5): (1, 2, 3),
    ("crazy_eights", 2): (8,),
    ("crazy_eights", 4): (8,),
    ("jagd_der_vampire", 2): (328, 682),
    ("jagd_der_vampire", 3): (12, 428),
    ("jagd_der_vampire", 4): (528, 720),
    ("jagd_der_vampire", 5): (108, 299),
    ("jagd_der_vampire", 6): (224, 464),
    ("vampirconnection", 3): (43,),
    ("vampirconnection", 4): (35,),
    ("vampirconnection", 5): (6,),
    ("vampirconnection", 6): (2,),
    ("vampire_queen", 3): (2, 8),
    ("vampire_queen", 4): (3, 8),
    ("vampire_queen", 5): (4, 5),
    ("vampire_queen", 6): (7, 8),
    ("vampire_queen", 7): (5, 8),
    ("vampire_queen", 8): (2, 8),
    ("vampire_queen", 9): (7, 8),
    ("vampire_queen", 10): (2, 8),
    ("vampire_queen", 11): (5, 7),
    ("vampire_queen", 12): (2, 5),
}
"""The seeds for a game and a number of players, where it isn't 1: more of them, or one that makes a short match."""

SHORTER: dict[str, dict[str, int]] = {"crazy_eights": {"goal": 50}, "hearts": {"goal": 20}, "vampire_queen": {"phases": 1}}
"""Options that keep a transcript short."""

EDITIONS = {"vampire_queen"}
"""Games whose variants are played with every number of players and every seed."""

MORE: list[tuple[str, int, int, dict[str, int]]] = [
    ("vampire", 3, 1, {"games": 2}),
    ("vampire_queen", 3, 2, {"phases": 2}),
    ("vampirconnection", 3, 16, {"abilities": True}),
    ("vampirconnection", 4, 30, {"abilities": True}),
    ("vampirconnection", 5, 27, {"abilities": True, "pick_vampires": True}),
    ("vampirconnection", 6, 14, {"abilities": True}),
]
"""Further matches: game, players, seed, options."""

BRIEF = {"vampirconnection": 12}
"""Games with many options all the time: of more than so many, not all are written out."""


@frozen
class Case:
    """One transcript."""

    game: str
    players: int
    seed: int
    variant: str | None = None
    options: dict[str, int] = field(factory=dict, eq=False)
    more: bool = False

    @property
    def name(self) -> str:
        """The name of its file, without ``.log``."""
        parts = [self.game, f"{self.players}p", *([self.variant] if self.variant else [])]
        if self.more:
            parts += [f"{name}{'' if value is True else value}" for name, value in self.options.items()]
        return "-".join([*parts, f"seed{self.seed}"])

    def text(self) -> str:
        """The transcript as it is now."""
        variants = [self.variant] if self.variant else []
        return transcript(rulekit.load(self.game), self.players, self.seed, self.options, variants, BRIEF.get(self.game, SHOWN))


def cases() -> Iterator[Case]:
    """All of them, by name of the game."""
    for game in sorted(built_in()):
        model = rulekit.load(game).game()
        options = SHORTER.get(game, {})
        for players in range(model.low_players, model.high_players + 1):
            for seed in SEEDS.get((game, players), (1,)):
                yield Case(game, players, seed, options=options)
        for variant in model.variants:
            if game not in EDITIONS:
                yield Case(game, default_players(model), 1, variant.name, options)
                continue
            for players in range(model.low_players, model.high_players + 1):
                for seed in SEEDS.get((game, players), (1,)):
                    yield Case(game, players, seed, variant.name, options)
    for game, players, seed, options in MORE:
        yield Case(game, players, seed, options=options, more=True)
