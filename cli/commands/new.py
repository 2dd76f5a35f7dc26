"""``rulekit new NAME``: writes a small game to start from."""

from __future__ import annotations

import os

import click

from ..common import Example
from ..guard import OK, Trouble, note, out


@click.command(
    "new",
    cls=Example,
    short_help="Write a small game to start from.",
    examples=["rulekit new my_game", "rulekit new my_game --players 3..5", "rulekit new games/my_game"],
)
@click.argument("name")
@click.option("--players", default="2..4", show_default=True, metavar="A..B", help="How many can play it.")
def command(name: str, players: str) -> int:
    """Write NAME.rules: a small game with comments that can be checked, tested and played at once, to change step by step.

    It has a deck, zones, a query, phases, two actions, a score and an example. NAME may have a folder before it. A file that is there
    already is never overwritten.
    """
    from rulekit.play.library import SUFFIX, built_in, shown
    from rulekit.play.starter import check_name, check_players, starter

    folder, base = os.path.split(name)
    game = check_name(base.removesuffix(SUFFIX))
    if game in built_in():
        raise Trouble(f"'{game}' is the name of a game that comes along; choose another")
    path = os.path.join(folder, game + SUFFIX)
    text = starter(game, check_players(players), game + SUFFIX)
    if folder and not os.path.isdir(folder):
        raise Trouble(f"there is no folder {shown(folder)}")
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise Trouble(f"{shown(path)} is there already; it isn't overwritten") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"{shown(path)} can't be written: {reason.lower()}") from None
    out(f"{path}\n")
    note(f"now: rulekit play {path}")
    return OK
