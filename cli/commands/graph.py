"""``rulekit graph GAME``."""

from __future__ import annotations

import click

from ..common import Example, load_game
from ..guard import Trouble, out


@click.command(
    "graph",
    cls=Example,
    short_help="Draw a game's phases, its board, or who can see what.",
    examples=[
        "rulekit graph my_game.rules",
        "rulekit graph my_game.rules --what board --format dot | dot -Tsvg > board.svg",
        "rulekit graph my_game.rules --what information",
    ],
)
@click.argument("game")
@click.option(
    "--what",
    type=click.Choice(["phases", "board", "information"]),
    default="phases",
    show_default=True,
    help="The course of play; the spaces and links; or the zones by who sees into them, and what moves cards between them.",
)
@click.option("--format", "form", type=click.Choice(["mermaid", "dot"]), default="mermaid", show_default=True, help="The language.")
def command(game: str, what: str, form: str) -> int:
    """Write a diagram of GAME, as text for Mermaid (shown by many forges and editors) or Graphviz.

    The same rules give the same text.
    """
    from rulekit.report.graph.board import board_diagram
    from rulekit.report.graph.dot import dot
    from rulekit.report.graph.information import information_diagram
    from rulekit.report.graph.mermaid import mermaid
    from rulekit.report.graph.phases import phases_diagram

    model = load_game(game).game()
    if what == "board" and model.board is None:
        raise Trouble(f"{model.title} has no board")
    make = {"phases": phases_diagram, "board": board_diagram, "information": information_diagram}[what]
    out((mermaid if form == "mermaid" else dot)(make(model)))
    return 0
