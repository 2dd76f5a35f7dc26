"""``rulekit info GAME [NAME]``."""

from __future__ import annotations

import json
import shutil
import sys

import click

from ..common import Example, load_game
from ..guard import Trouble, out

WIDEST = 110
"""Wider lines are hard to read, however wide the terminal is."""


@click.command(
    "info",
    cls=Example,
    short_help="Show what a game consists of, its rulings, or one of its rules.",
    examples=["rulekit info my_game.rules", "rulekit info my_game.rules draw_card", "rulekit info my_game.rules --format json"],
)
@click.argument("game")
@click.argument("name", required=False)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print it.")
def command(game: str, name: str | None, form: str) -> int:
    """Show the title, players, options, variants, components and rulings (with citations) of GAME.

    With NAME (an action, event, query, card, zone, field, phase ..): what declares it, who uses it, and what touches it from other
    places: exceptions, reactions, triggers and forbids, in the order in which they count, each with its line and citation.
    """
    from rulekit.report.info import game_info, info_text, rule_info, rule_text

    rules = load_game(game)
    if name is None:
        info = game_info(rules.game(), rules.hash)
        out(json.dumps(info, indent=2, ensure_ascii=False) + "\n" if form == "json" else info_text(info))
        return 0
    found = rule_info(rules.game(), name)
    if isinstance(found, str):
        raise Trouble(found)
    data = {"version": 1, "found": found}
    out(json.dumps(data, indent=2, ensure_ascii=False) + "\n" if form == "json" else rule_text(found, _width()))
    return 0


def _width() -> int:
    """The width of the terminal, if there is one."""
    from rulekit.report.rule_text import WIDTH

    return min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDEST) if sys.stdout.isatty() else WIDTH
