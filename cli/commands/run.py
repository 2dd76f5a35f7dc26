"""``rulekit run GAME``: one whole game by bots."""

from __future__ import annotations

import click

from ..common import Example, bots_option, load_game, parse_seed, players_option, settings_option, show_fault
from ..guard import FINDINGS, OK, out


@click.command(
    "run",
    cls=Example,
    short_help="Let bots play one whole game; its log is printed.",
    examples=[
        "rulekit run my_game.rules --players 3 --seed 7",
        "rulekit run my_game.rules --bots greedy,random,random --viewer Ann --format json",
    ],
)
@click.argument("game")
@players_option
@click.option(
    "--seed", default="1", show_default=True, metavar="NUMBER", help="The same seed gives the same bytes on every machine."
)
@bots_option
@settings_option
@click.option(
    "--viewer", default="all", show_default=True, metavar="NAME", help="Print what this player (a name or seat) may know."
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print the log."
)
def command(game: str, players: int | None, seed: str, bots: str, settings: tuple[str, ...], viewer: str, form: str) -> int:
    """Let bots play one whole game of GAME and print its log.

    The log begins with the rules' hash, options, players and seed; then come all decisions and what happened, and the result.
    """
    from rulekit.engine import RulesFault
    from rulekit.play.bots import play_on, seat_bots
    from rulekit.play.match import MatchFault
    from rulekit.play.setup import make_setup, parse_settings

    number = parse_seed(seed)
    rules = load_game(game)
    options, variants = parse_settings(rules.game(), settings)
    setup = make_setup(rules.game(), players, options, variants)
    seats = seat_bots(bots.split(","), setup.players)
    fault: MatchFault | None = None
    try:
        match = rules.start(setup.players, number, options, variants)
    except MatchFault as early:
        show_fault(early)
        return FINDINGS
    seen_by = match.seat_of(viewer)
    try:
        play_on(match, dict(enumerate(seats)))
    except MatchFault as late:
        fault = late
    try:
        text = match.log_json(seen_by) if form == "json" else match.log_text(seen_by)
    except RulesFault as unscored:
        show_fault(MatchFault(match, rules, setup, number, match.answers, unscored))
        return FINDINGS
    out(text)
    if fault is not None:
        show_fault(fault)
    return FINDINGS if fault else OK
