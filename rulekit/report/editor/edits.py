"""Changes of a text: the canonical layout, fixes of findings, another name for something.

Takes a reading, gives replacements, sorted and apart from each other, or a sentence that says why there are none.  Promises: after
a rename the file has the same findings at the same places, and every name means what it meant.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable

from attrs import frozen

from rulekit.analysis.names import PREDEFINED
from rulekit.diagnostics import Fix
from rulekit.play.rules import Rules
from rulekit.report.editor.occurrences import Occurrence, Occurrences
from rulekit.report.editor.reading import Reading
from rulekit.source import SourceFile
from rulekit.syntax.layout import format_text
from rulekit.syntax.words import RESERVED

_NAME = re.compile(r"[a-z][a-z0-9_]*")
Moved = Callable[[int], int]
"""Where an offset lies in the other text."""

_ROUNDS = 20
"""A fix may make another one possible; so often all are applied."""


@frozen
class Edit:
    """A replacement of the text from ``start`` to ``end``."""

    start: int
    end: int
    text: str


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after replacements that don't overlap."""
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def difference(old: str, new: str) -> list[Edit]:
    """What to replace in the old text: the lines between the first and the last that differ."""
    if old == new:
        return []
    before, after = old.splitlines(True), new.splitlines(True)
    low, most = 0, min(len(before), len(after))
    while low < most and before[low] == after[low]:
        low += 1
    high = 0
    while high < most - low and before[-1 - high] == after[-1 - high]:
        high += 1
    start = sum(map(len, before[:low]))
    end = len(old) - sum(map(len, before[len(before) - high :]))
    return [Edit(start, end, "".join(after[low : len(after) - high]))]


def formatted(file: SourceFile) -> list[Edit] | None:
    """What gives a file its canonical layout; none if it can't be parsed."""
    text = format_text(file)
    return None if text is None else difference(file.text, text)


def mended(file: SourceFile) -> str:
    """The text of a file after all safe fixes."""
    text = file.text
    for _ in range(_ROUNDS):
        now = SourceFile(file.name, text)
        fixes = [d.fix for d in Rules(now).diagnostics if d.fix is not None and d.fix.safe and d.span.file.name == file.name]
        end = len(text)
        for fix in sorted(fixes, key=lambda fix: fix.span.start, reverse=True):
            if fix.span.end <= end:
                text = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
                end = fix.span.start
        if text == now.text:
            break
    return text


def title_of(fix: Fix) -> str:
    """What a fix does, in a few words."""
    old, new = " ".join(fix.span.text.split()), " ".join(fix.replacement.split())
    if not new:
        return f"remove '{_short(old)}'" if old else "close up the blanks"
    return f"replace '{_short(old)}' with '{_short(new)}'" if old else f"write '{_short(new)}' here"


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "\N{HORIZONTAL ELLIPSIS}"


# ---------------------------------------------------------------- another name


def renamable(reading: Reading, offset: int) -> Occurrence | str:
    """The name at a place, if it can be renamed; else why not."""
    one = reading.occurrences.at(offset)
    if one is None:
        return "here stands no name that the file declares"
    name = one.targets[0].name
    if not reading.rules.ok:
        return f"'{name}' can't be renamed while the file has errors"
    if any(target.place.file is not reading.file for target in one.targets):
        return f"'{name}' is declared in {one.targets[0].place.file.name}: rename it there"
    for place in reading.occurrences.of(one.targets):
        if len(place.targets) > 1 or len(one.targets) > 1:
            which = place if len(place.targets) > 1 else one
            line = reading.file.line_column(which.start)[0]
            lines = sorted({target.place.line for target in which.targets})
            return (
                f"'{name}' in line {line} may mean any of those declared in the lines {', '.join(map(str, lines))}, "
                "so they have to keep one name"
            )
    return one


def renamed(reading: Reading, offset: int, new: str) -> list[Edit] | str:
    """What gives the name at a place another one, everywhere in the file; else why that can't be."""
    one = renamable(reading, offset)
    if isinstance(one, str):
        return one
    old = one.targets[0].name
    if not _NAME.fullmatch(new):
        return f"'{new}' is no name: a small letter, then small letters, digits and _"
    if new in RESERVED or new in PREDEFINED:
        return f"'{new}' is a word of the language"
    if new == old:
        return []
    edits = [Edit(place.start, place.end, new) for place in reading.occurrences.of(one.targets)]
    again = Reading(SourceFile(reading.file.name, apply(reading.file.text, edits)), reading.reader)
    starts = [edit.start for edit in edits]
    longer = len(new) - len(old)

    def moved(at: int) -> int:
        return at + longer * bisect_left(starts, at)

    if _findings(again, int) != _findings(reading, moved):
        return f"'{old}' can't be called '{new}': {_first_new(reading, again, moved)}"
    if _meanings(again.occurrences, int) != _meanings(reading.occurrences, moved):
        return f"'{old}' can't be called '{new}': some name would then mean something else"
    return edits


def _findings(reading: Reading, moved: Moved) -> list[tuple[str, int]]:
    return [(found.code.id, moved(found.span.start)) for found in reading.diagnostics]


def _meanings(names: Occurrences, moved: Moved) -> list[tuple[int, list[int]]]:
    """Where each name stands, and where what it means is declared."""
    return [(moved(one.start), sorted(moved(target.place.start) for target in one.targets)) for one in names.found]


def _first_new(before: Reading, after: Reading, moved: Moved) -> str:
    """What the file would be told that it isn't told now."""
    known = set(_findings(before, moved))
    for found in after.diagnostics:
        if (found.code.id, found.span.start) not in known:
            return f"then {found.message} (line {found.span.line})"
    left = {(found.code.id, found.span.start) for found in after.diagnostics}
    for found in before.diagnostics:
        if (found.code.id, moved(found.span.start)) not in left:
            return f"then this isn't found any more: {found.message} (line {found.span.line})"
    return "then the file has other findings"
