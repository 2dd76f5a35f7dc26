"""``rulekit test PATH…``: runs the examples in rules files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ..common import Example
from ..guard import FINDINGS, OK, Trouble, colour, note, out

if TYPE_CHECKING:
    from rulekit.play.coverage import Coverage
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
        "rulekit test my_game.rules --coverage --threshold 90",
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
@click.option("--coverage", "covering", is_flag=True, help="Also say which rules no example exercises.")
@click.option(
    "--threshold",
    type=click.IntRange(0, 100),
    metavar="PERCENT",
    help="With --coverage: exit with 1 if the examples of a file exercise less of its rules.",
)
def command(
    paths: tuple[str, ...], words: str | None, seed: int, xml: str | None, covering: bool, threshold: int | None
) -> int:
    """Run the examples in rules files.

    PATH is a .rules file, a folder that is searched for them, or the name of a built-in game. A line of dots for each file and
    what failed go to stdout, a summary to stderr. Plain pytest collects the same examples.
    """
    from rulekit.report.examples import coverage_text, dots, failures, junit, percent, short_summary, summary

    from ..sources import rules_files

    if threshold is not None and not covering:
        raise Trouble("--threshold says how much --coverage has to find: give both")
    show = colour(sys.stdout)
    covered: dict[str, Coverage] = {}
    done: list[FileResults] = []
    for file in rules_files(paths):
        tested = _tested(file, words, seed, covered if covering else None)
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
    for name, coverage in covered.items():
        out(coverage_text(name, coverage, show))
    note(summary(done))
    scarce = threshold is not None and any(percent(coverage) < threshold for coverage in covered.values())
    return FINDINGS if scarce or any(tested.failed or tested.errors for tested in done) else OK


def _tested(file: SourceFile, words: str | None, seed: int, covered: dict[str, Coverage] | None) -> FileResults:
    """What comes of one file; ``covered``: where to put what its examples exercise."""
    from rulekit.diagnostics import Severity
    from rulekit.play.coverage import watched
    from rulekit.play.examples import load_suite
    from rulekit.play.rules import Rules, RulesError
    from rulekit.report.examples import FileResults

    try:
        suite = load_suite(Rules(file))
        if covered is not None:
            covered[file.name] = watched(suite)
        return FileResults(file.name, [suite.run(example, seed) for example in suite.chosen(words)])
    except RulesError as error:
        return FileResults(file.name, errors=tuple(d for d in error.diagnostics if d.severity is Severity.ERROR))
