"""``rulekit check PATH…``: everything that can be known about rules files without playing them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ..common import Example
from ..guard import FINDINGS, OK, Trouble, colour, note, out

if TYPE_CHECKING:
    from rulekit.diagnostics import Code, Diagnostic
    from rulekit.play.rules import Rules
    from rulekit.source import SourceFile

LEVELS = ["error", "warning", "note"]


@click.command(
    "check",
    cls=Example,
    short_help="Find everything that is wrong with rules files.",
    examples=[
        "rulekit check my_game.rules --playtest 100",
        "rulekit check my_game.rules",
        "rulekit check games --format concise --fail-level error",
        "cat my_game.rules | rulekit check - --format json",
    ],
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["full", "concise", "json", "github", "sarif", "junit"]),
    default="full",
    show_default=True,
    help="How to print the findings.",
)
@click.option("--select", multiple=True, metavar="CODES", help="Only these: codes, their names or beginnings (RK1), with commas.")
@click.option("--ignore", multiple=True, metavar="CODES", help="All but these.")
@click.option(
    "--fail-level",
    type=click.Choice(LEVELS),
    default="warning",
    show_default=True,
    help="The lightest finding that makes the exit code 1. Notes are shown only with 'note', or if they are selected.",
)
@click.option(
    "--playtest",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="Also play N random matches for every number of players: what gets stuck or never ends, faults, actions never taken.",
)
@click.option("--fix", is_flag=True, help="Mend in the files what can be mended safely; the findings are those that are left.")
def command(
    paths: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_level: str,
    playtest: int | None,
    fix: bool,
) -> int:
    """Find everything that is wrong with rules files and can be known without playing them.

    PATH is a .rules file, a folder that is searched for them, or - for standard input. The findings go to stdout, a summary to
    stderr.
    """
    from rulekit import __version__
    from rulekit.report.formats import FORMATS, Report

    from ..sources import rules_files

    chosen, left_out = _codes(select), _codes(ignore)
    files = rules_files(paths)
    if fix:
        files = [_mended(file) for file in files]
    found: list[Diagnostic] = []
    with_notes = fail_level == "note" or any(code.severity.value == "note" for code in chosen)
    wanted, unwanted = {code.id for code in chosen}, {code.id for code in left_out}
    for file in files:
        for finding in _findings(file, playtest, with_notes):
            if (not wanted or finding.code.id in wanted) and finding.code.id not in unwanted:
                found.append(finding)
    report = Report(tuple(file.name for file in files), tuple(found), __version__)
    out(FORMATS[form](report, colour(sys.stdout)))
    note(report.summary())
    bar = LEVELS.index(fail_level)
    return FINDINGS if any(LEVELS.index(f.severity.value) <= bar for f in found) else OK


def _findings(file: SourceFile, matches: int | None, with_notes: bool) -> list[Diagnostic]:
    """What is found in a file; if it can be played, on request also by playing."""
    from rulekit.play.rules import Rules

    rules = Rules(file)
    found = [*rules.diagnostics]
    if rules.only_examples:
        return found + _in_examples(rules) if rules.ok else found
    if with_notes:
        found += rules.notes
    if matches and rules.ok:
        from rulekit.play.playtest import playtest

        found += playtest(rules, matches)
    return found


def _in_examples(rules: Rules) -> list[Diagnostic]:
    """What is wrong with examples of another file's game."""
    from rulekit.analysis import analyse_examples
    from rulekit.diagnostics import Sink
    from rulekit.play.examples.suites import game_beside

    game, sink = game_beside(rules), Sink()
    if not game.ok or game.model is None:
        raise Trouble(f"{rules.file.name} is about {game.file.name}, which has errors: check that first")
    analyse_examples(rules.tree, game.model, sink)
    return list(sink)


def _mended(file: SourceFile) -> SourceFile:
    """The file after all safe fixes, written back."""
    from rulekit.report.editor.edits import mended
    from rulekit.source import SourceFile

    from ..sources import write_rules

    text = mended(file)
    if text != file.text:
        if file.name == "<stdin>":
            raise click.UsageError("--fix can't change standard input", click.get_current_context())
        write_rules(file.name, text)
    return SourceFile(file.name, text)


def _codes(options: tuple[str, ...]) -> frozenset[Code]:
    """The codes that ``--select`` or ``--ignore`` mean."""
    words = [word.strip() for option in options for word in option.split(",") if word.strip()]
    if not words:
        return frozenset()
    from rulekit.report.pages import all_codes, find_code

    codes: set[Code] = set()
    for word in words:
        begun = {code for code in all_codes() if code.id.startswith(word.upper())} if word[:2].upper() == "RK" else set()
        found = find_code(word)
        if begun:
            codes |= begun
        elif isinstance(found, str):
            raise click.UsageError(found, click.get_current_context())
        else:
            codes.add(found)
    return frozenset(codes)
