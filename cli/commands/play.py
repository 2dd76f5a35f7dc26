"""``rulekit play GAME``: a person plays in the terminal."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click

from ..common import Example, load_game, parse_seed, players_option, settings_option, show_fault
from ..guard import FINDINGS, OK, note, out

if TYPE_CHECKING:
    from rulekit.play.bots import Bot
    from rulekit.play.match import Match

    from ..board import Screen


@click.command(
    "play",
    cls=Example,
    short_help="Play a game in the terminal, against bots or together.",
    examples=[
        "rulekit play my_game.rules",
        "rulekit play my_game.rules --players 3 --seat 2=human --seat 3=greedy --save evening.json",
        "rulekit play my_game.rules --resume evening.json",
    ],
)
@click.argument("game")
@players_option
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="N=WHO",
    help="Who sits there: human, random or greedy; may be repeated. By default seat 1 is human, the others are random bots.",
)
@click.option("--seed", metavar="NUMBER", help="Deal the same cards again; by default a new number, which the log tells.")
@settings_option
@click.option("--save", "save_file", metavar="FILE", help="Where 'save' and 'quit' save the game.")
@click.option("--resume", "resume_file", metavar="FILE", help="Go on with a saved game.")
@click.option("--log", "log_file", metavar="FILE", help="Write the log to FILE at the end.")
def command(
    game: str,
    players: int | None,
    seats: tuple[str, ...],
    seed: str | None,
    settings: tuple[str, ...],
    save_file: str | None,
    resume_file: str | None,
    log_file: str | None,
) -> int:
    """Play GAME in the terminal, against bots or with others at the same keyboard.

    In the game, numbers or words choose; ? helps and says why something isn't possible; 'back' takes back a choice within a move,
    'undo' a move; 'log', 'table', 'rules WORD', 'save FILE' and 'quit' do what they say. On a board 'map' shows where everybody is,
    and 'way TO' the shortest way from your place.

    Without a terminal on stdin, bots take the human seats, and the log is printed.
    """
    from rulekit.play.match import MatchFault

    if resume_file is not None and (players is not None or seed is not None or settings):
        raise click.UsageError("--players, --seed and --set come from the saved game", click.get_current_context())
    rules = load_game(game)
    try:
        if resume_file is not None:
            from rulekit.play.saves import read_save

            match = rules.resume(read_save(resume_file))
        else:
            from rulekit.play.setup import make_setup, parse_settings

            options, variants = parse_settings(rules.game(), settings)
            setup = make_setup(rules.game(), players, options, variants)
            _seats(seats, setup.players)
            match = rules.start(setup.players, _seed(seed), options, variants)
        bots = _seats(seats, len(match.names))
        return _play(match, bots, save_file, log_file)
    except MatchFault as fault:
        show_fault(fault)
        return FINDINGS


def _play(match: Match, bots: dict[int, Bot], save_file: str | None, log_file: str | None) -> int:
    from rulekit.play.bots import make_bot, play_on
    from rulekit.play.saves import write_save

    people = [name for seat, name in enumerate(match.names) if seat not in bots]
    try:
        if people and sys.stdin is not None and sys.stdin.isatty():
            _session(match, bots, save_file)
        else:
            if people:
                note(f"stdin is no terminal: random bots play for {', '.join(people)}")
                bots = {seat: bots.get(seat) or make_bot("random") for seat in range(len(match.names))}
            try:
                play_on(match, bots)
            finally:
                out(match.log_text())
            if save_file:
                write_save(save_file, match)
    finally:
        if log_file:
            _write_log(log_file, match)
    return OK


def _session(match: Match, bots: dict[int, Bot], save_file: str | None) -> None:
    from ..session import Session

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (line editing and history for input())
    if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    about = match.describe()
    click.echo(f"{about['game']}, seed {about['seed']}. ? shows what you can type.")
    Session(match, bots, input, click.echo, click.clear, save_file, screen=_screen()).play()


def _screen() -> Screen:
    """How wide the terminal is, and whether it can show lines."""
    from shutil import get_terminal_size

    from ..board import Screen

    try:
        "─╌━═".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return Screen(_width(get_terminal_size().columns), ascii_only=True)
    return Screen(_width(get_terminal_size().columns))


def _width(columns: int) -> int:
    return min(max(columns - 1, 40), 120)


def _seats(seats: tuple[str, ...], players: int) -> dict[int, Bot]:
    """The bots by seat; whoever is left out is human."""
    from rulekit.play.bots import BOTS, make_bot
    from rulekit.play.library import shown, suggest
    from rulekit.play.setup import SetupError

    who = {seat: "human" if seat == 0 else "random" for seat in range(players)}
    for text in seats:
        number, equals, name = text.partition("=")
        if not equals or not number.isascii() or not number.isdigit() or len(number) > 4 or not 1 <= int(number) <= players:
            raise SetupError(f"a seat is written N=WHO, with N from 1 to {players} (2=human), not '{shown(text)}'")
        if name != "human" and name not in BOTS:
            known = ["human", *BOTS]
            raise SetupError(
                f"nobody called '{shown(name)}' can sit there{suggest(name, known) or '; there are: ' + ', '.join(known)}"
            )
        who[int(number) - 1] = name
    return {seat: make_bot(name) for seat, name in who.items() if name != "human"}


def _seed(text: str | None) -> int:
    if text is not None:
        return parse_seed(text)
    from secrets import randbelow

    return randbelow(1_000_000)


def _write_log(path: str, match: Match) -> None:
    from rulekit.play.library import shown

    from ..guard import Trouble

    try:
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(match.log_text())
    except OSError as error:
        raise Trouble(f"{shown(path)} can't be written: {(error.strerror or str(error)).lower()}") from None
