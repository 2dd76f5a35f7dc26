"""``rulekit test PATH…``: runs the examples in rules files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ..common import Example
from ..guard import FINDINGS, OK, Trouble, colour, note, out

if TYPE_CHECKING:
    from rulekit.report.examples import FileResults
    from rulekit.source import SourceFile


@click.command(
    "test",
    cls=Example,
    short_help="Run the examples in rules files.",
    examples=[
        "rulekit test my_game.rules",
        'rulekit test games -k "last card"',
        "rulekit test games --junit-xml examples.xml",
    ],
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-k", "words", metavar="WORDS", help="Only the examples whose title contains these words.")
@click.option(
    "--seed",
    type=click.IntRange(0, 10**12),
    default=0,
    show_default=True,
    metavar="N",
    help="Other shuffles: what an example doesn't fix must not matter.",
)
@click.option("--junit-xml", "xml", type=click.Path(dir_okay=False, writable=True), metavar="FILE", help="Also write JUnit XML.")
def command(paths: tuple[str, ...], words: str | None, seed: int, xml: str | None) -> int:
    """Run the examples in rules files.

    PATH is a .rules file, a folder that is searched for them, or the name of a built-in game. A line of dots for each file and
    what failed go to stdout, a summary to stderr. Plain pytest collects the same examples.
    """
    from rulekit.report.examples import dots, failures, junit, short_summary, summary

    from ..sources import rules_files

    show = colour(sys.stdout)
    done: list[FileResults] = []
    for file in rules_files(paths):
        tested = _tested(file, words, seed)
        if tested.results or tested.errors:
            done.append(tested)
            out(dots(tested, show))
    for tested in done:
        out(failures(tested, show))
    out(short_summary(done, show))
    if xml is not None:
        with open(xml, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(junit(done))
    if words is not None and not done:
        raise Trouble(f"no example has '{words}' in its title")
    note(summary(done))
    return FINDINGS if any(tested.failed or tested.errors for tested in done) else OK


def _tested(file: SourceFile, words: str | None, seed: int) -> FileResults:
    """What comes of one file."""
    from rulekit.diagnostics import Severity
    from rulekit.play.examples import run_examples
    from rulekit.play.rules import Rules, RulesError
    from rulekit.report.examples import FileResults

    try:
        return FileResults(file.name, run_examples(Rules(file), words, seed))
    except RulesError as error:
        return FileResults(file.name, errors=tuple(d for d in error.diagnostics if d.severity is Severity.ERROR))
