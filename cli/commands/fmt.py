"""``rulekit fmt PATH…``: one canonical layout."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ..common import Example, show_findings
from ..guard import FINDINGS, OK, colour, note, out

if TYPE_CHECKING:
    from rulekit.source import SourceFile


@click.command(
    "fmt",
    cls=Example,
    short_help="Lay rules files out in the one canonical way.",
    examples=["rulekit fmt my_game.rules", "rulekit fmt --check games", "rulekit fmt - < my_game.rules"],
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--check", is_flag=True, help="Change nothing; name the files that aren't laid out so, and exit with 1 if there are any."
)
@click.option("--diff", is_flag=True, help="Change nothing; print what would change, and exit with 1 if anything would.")
def command(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    """Lay rules files out in the one canonical way; comments stay where they are.

    PATH is a .rules file, a folder that is searched for them, or - : then the text is read from standard input and printed. A
    file with a syntax error is left as it is.
    """
    from ..sources import rules_files, write_rules

    files = rules_files(paths)
    broken, changed = 0, 0
    for file in files:
        text = _formatted(file)
        if text is None:
            broken += 1
            continue
        different = text != file.text
        changed += different
        if diff:
            out(_diff(file, text) if different else "")
        elif check:
            out(f"{file.name}\n" if different else "")
        elif file.name == "<stdin>":
            out(text)
        elif different:
            write_rules(file.name, text)
    _summary(len(files), changed, broken, check or diff)
    return FINDINGS if broken or (changed and (check or diff)) else OK


def _formatted(file: SourceFile) -> str | None:
    """The canonical text; none, and the errors on stderr, if it can't be parsed."""
    from rulekit.diagnostics import Severity, Sink
    from rulekit.syntax import parse
    from rulekit.syntax.layout import format_text

    text = format_text(file)
    if text is None:
        sink = Sink()
        parse(file, sink)
        show_findings([finding for finding in sink if finding.severity is Severity.ERROR])
    return text


def _diff(file: SourceFile, text: str) -> str:
    from difflib import unified_diff

    from rulekit.report.styled import render

    styles = {"+": "added", "-": "removed", "@": "gutter"}
    lines = unified_diff(file.text.splitlines(True), text.splitlines(True), file.name, f"{file.name} (formatted)")
    pieces = [
        (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n", styles.get(line[0], "")) for line in lines
    ]
    return render(pieces, colour(sys.stdout))


def _summary(files: int, changed: int, broken: int, dry: bool) -> None:
    from rulekit.report.formats import plural

    parts = []
    if changed:
        parts.append(f"{plural(changed, 'file')} {'would be changed' if dry else 'changed'}")
    if files - changed - broken:
        parts.append(f"{plural(files - changed - broken, 'file')} already laid out so")
    if broken:
        parts.append(f"{plural(broken, 'file')} with errors left alone")
    note(", ".join(parts))
