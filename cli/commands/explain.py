"""``rulekit explain CODE``: the page of a diagnostic."""

from __future__ import annotations

import click

from ..common import Example
from ..guard import Trouble, out


@click.command(
    "explain", cls=Example, short_help="Explain a diagnostic.", examples=["rulekit explain RK001", "rulekit explain --all"]
)
@click.argument("code", required=False)
@click.option("--all", "every", is_flag=True, help="List all codes, one line each.")
def command(code: str | None, every: bool) -> int:
    """Explain the diagnostic CODE (RK001, or its name): what it means, why, a bad and a good example."""
    from rulekit.report.pages import all_codes, find_code, page

    if every:
        for each in all_codes():
            out(f"{each.id}  {each.severity.value:<7}  {each.name}: {each.summary}\n")
        return 0
    if code is None:
        raise click.UsageError("which code? for example RK001; --all lists them all", click.get_current_context())
    found = find_code(code)
    if isinstance(found, str):
        raise Trouble(found)
    out(page(found))
    return 0
