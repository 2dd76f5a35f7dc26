"""``rulekit simulate GAME``: many games by bots, and what they show."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from ..common import Example, bots_option, load_game, parse_seed, players_option, settings_option
from ..guard import FINDINGS, OK, TROUBLE, Trouble, colour, note, out

if TYPE_CHECKING:
    from rulekit.play.rules import Rules
    from rulekit.play.simulate import Experiment
    from rulekit.play.simulate_totals import Totals

Write: TypeAlias = Callable[[str], object]
MOST_MATCHES = 10_000_000


@click.command(
    "simulate",
    cls=Example,
    short_help="Let bots play many games, and sum up what happened.",
    examples=[
        "rulekit simulate my_game.rules",
        "rulekit simulate my_game.rules -n 5000 --players 3 --jobs 2",
        "rulekit simulate my_game.rules -n 200 --bots greedy,random,random --set goal=50",
        "rulekit simulate my_game.rules --format csv --out matches.csv",
    ],
)
@click.argument("game")
@click.option(
    "-n", "matches", type=click.IntRange(1, MOST_MATCHES), default=1000, show_default=True, metavar="N", help="How many games."
)
@players_option
@bots_option
@settings_option
@click.option(
    "--seed", default="1", show_default=True, metavar="NUMBER", help="The same seed gives the same results, whatever --jobs is."
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, metavar="N", help="So many processes play.")
@click.option(
    "--closely",
    type=click.IntRange(0, MOST_MATCHES),
    default=200,
    show_default=True,
    metavar="N",
    help="Watch so many of the games decision by decision (choices, lead, phases, what is never used); the others are only played to "
    "their end, two to ten times as quickly. Games with other than random bots are all watched.",
)
@click.option(
    "--cap",
    type=click.IntRange(1, 10_000),
    default=10_000,
    show_default=True,
    metavar="N",
    help="Give a game up after so many decisions, and report it as unfinished.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "csv"]), default="text", show_default=True, help="csv: one row for each game."
)
@click.option("--out", "path", metavar="FILE", help="Write the results to FILE instead of stdout.")
def command(game: str, players: int | None, settings: tuple[str, ...], path: str | None, form: str, seed: str, **how: Any) -> int:
    """Let bots play many games of GAME, and sum up what happened.

    Who wins, by seat; scores; length; how many options there are and how often none; how often each action is taken; changes of the
    lead; rules and cards that are never used; games that end in a rules fault or not at all. Shares and means have 95 % confidence
    intervals. Ctrl-C ends the simulation and shows the results so far.

    Each game is the one that 'rulekit run' plays with its seed, which CSV and messages tell.
    """
    from rulekit.play.bots import seat_bots
    from rulekit.play.setup import make_setup, parse_settings
    from rulekit.play.simulate import Experiment

    number = parse_seed(seed)
    rules = load_game(game)
    options, variants = parse_settings(rules.game(), settings)
    setup = make_setup(rules.game(), players, options, variants)
    names = [name.strip() for name in how["bots"].split(",")]
    seat_bots(names, setup.players)
    bots = tuple(names * setup.players if len(names) == 1 else names)
    closely = 0 if form == "csv" else how["closely"]  # rows tell nothing that one has to watch for
    experiment = Experiment(setup, bots, number, how["matches"], closely, how["cap"])

    def again(seed: int) -> str:
        parts = ["rulekit", "run", shlex.quote(game), "--players", str(setup.players), "--seed", str(seed)]
        parts += [] if set(bots) == {"random"} else ["--bots", ",".join(bots)]
        for setting in settings:
            parts += ["--set", shlex.quote(setting)]
        return " ".join(parts)

    if not _buildable(rules, experiment):
        return FINDINGS
    with _writer(path) as write:
        totals, seconds = _played(rules, experiment, how["jobs"], write if form == "csv" else None)
        if form != "csv":
            from rulekit.report.simulation import simulation_data
            from rulekit.report.simulation_text import simulation_text

            data = simulation_data(rules, experiment, totals, again)
            write(json.dumps(data, indent=2, ensure_ascii=False) + "\n" if form == "json" else simulation_text(data))
    _show_faults(rules, totals, again)
    if totals.unfinished:
        note(f"{totals.unfinished:,} of {totals.matches:,} games were unfinished after {experiment.cap:,} decisions")
    stopped = totals.matches < experiment.matches
    rate = f"{totals.matches / seconds:,.0f} a second" if seconds and totals.matches >= seconds else f"{seconds:.0f} s"
    note(f"stopped after {totals.matches:,} of {experiment.matches:,} games" if stopped else f"{totals.matches:,} games, {rate}")
    return FINDINGS if totals.faulty else TROUBLE if stopped else OK


def _buildable(rules: Rules, experiment: Experiment) -> bool:
    """Whether there can be such a game at all; if not, its fault is shown."""
    from rulekit.engine import RulesFault
    from rulekit.play.simulate import Fault
    from rulekit.report.frames import frame
    from rulekit.report.styled import render

    try:
        rules.program_for(experiment.setup, full=False)
    except RulesFault as fault:
        note(render(frame(Fault.of(fault).diagnostic(rules.file)), colour(sys.stderr)))
        return False
    return True


def _played(rules: Rules, experiment: Experiment, jobs: int, write: Write | None) -> tuple[Totals, float]:
    """Play all games, or as many as until Ctrl-C; rows are written as they come.  Also how many seconds it took."""
    from rulekit.play.simulate_jobs import play_all
    from rulekit.play.simulate_totals import Totals
    from rulekit.report.simulation import contender_names
    from rulekit.report.simulation_csv import csv_head, csv_row

    program = rules.program_for(experiment.setup, full=False)
    totals = Totals(program.in_play)
    if write is not None:
        write(csv_head(contender_names(program), totals.contenders))
    began = monotonic()
    with _progress(experiment.matches) as played, _until_interrupted() as go_on, closing(play_all(rules, experiment, jobs)) as batches:
        for rows, seen in batches:
            for row in rows:
                totals.add(row)
                if write is not None:
                    write(csv_row(row, totals.contenders))
            totals.seen.add(seen)
            played(len(rows))
            if not go_on():
                break
    return totals, monotonic() - began


def _show_faults(rules: Rules, totals: Totals, again: Callable[[int], str]) -> None:
    """The lines at fault, and how to see each fault again."""
    from rulekit.report.frames import frame
    from rulekit.report.styled import render

    for found in totals.faults.values():
        note(render(frame(found.fault.diagnostic(rules.file)), colour(sys.stderr)))
        note(f"{found.count:,} of {totals.matches:,} games; this shows it again, with all decisions:\n  {again(found.seed)}\n")


# ---------------------------------------------------------------- the terminal


@contextmanager
def _writer(path: str | None) -> Iterator[Write]:
    """Where the results go."""
    if path is None:
        yield out
        return
    from rulekit.play.library import shown

    try:
        stream = open(path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115  (what goes wrong later isn't about opening it)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"{shown(path)} can't be written: {reason.lower()}") from None
    with stream:
        yield stream.write


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr if that is a terminal; gives the function that moves it on."""
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, no_color=not colour(sys.stderr))
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda n: bar.advance(task, n)


@contextmanager
def _until_interrupted() -> Iterator[Callable[[], bool]]:
    """Ctrl-C ends the simulation behind the game that is being played; a second one at once."""
    pressed = False

    def press(*_: object) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    try:
        before = signal.signal(signal.SIGINT, press)
    except ValueError:  # not in the main thread, where there is no Ctrl-C either
        yield lambda: True
        return
    try:
        yield lambda: not pressed
    finally:
        signal.signal(signal.SIGINT, before)
