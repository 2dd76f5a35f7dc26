"""``rulekit games``: the games that come with rulekit."""

from __future__ import annotations

import click

from ..common import Example
from ..guard import out


@click.command(
    "games",
    cls=Example,
    short_help="List the games that come with rulekit.",
    examples=["rulekit games", "rulekit games --format json"],
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print them."
)
def command(form: str) -> int:
    """List the games that come with rulekit: name, title, number of players, what it is about.

    Any command that takes a GAME accepts these names.
    """
    from rulekit.play.library import built_in, read_rules
    from rulekit.report.info import headline_of

    rows = [headline_of(name, read_rules(name)) for name in sorted(built_in())]
    if form == "json":
        import json

        out(json.dumps({"version": 1, "games": rows}, indent=2, ensure_ascii=False) + "\n")
        return 0
    wide = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        low, high = row["players"]
        players = f"{low}" if low == high else f"{low}-{high}"
        about = f" {row['about']}" if row["about"] else ""
        out(f"{row['name']:<{wide}}  {row['title']} ({players} players){':' * bool(about)}{about}\n")
    return 0
