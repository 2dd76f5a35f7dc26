"""What playing a log again showed, in a few lines.

Takes the name of the log, the name of the rules file and a ``Replayed``; gives a text.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.play.replay import Difference, Replayed
from rulekit.play.replay_log import TEXT, Line
from rulekit.report.styled import safe

LONGEST = 300
BEFORE = 2
"""So many lines before the difference are shown."""


def replay_text(log: str, rules: str, played: Replayed) -> str:
    """One line if all is the same; else the first difference, and how far the decisions could be followed."""
    return "".join(line + "\n" for line in _lines(log, rules, played))


def _lines(log: str, rules: str, played: Replayed) -> Iterator[str]:
    recorded, stop = played.recorded, played.stop
    count = len(recorded.decisions)
    number = f"{count} decision{'s' * (count != 1)}"
    if played.same:
        yield f"{safe(log)}: {number}, every line is the same"
        return
    if played.difference is not None:
        yield from _difference(log, rules, played, played.difference)
    if stop is None:
        yield f"all {number} of the log are still possible"
    elif played.match is None or not stop.number:
        yield f"{safe(log)}: {safe(stop.reason)}"
    else:
        made = recorded.decisions[stop.number - 1]
        what = f" ({made.by} {made.what})" if isinstance(made.what, str) else f" ({made.by}: {made.what})"
        yield f"decision {stop.number} of {count}{_cut(safe(what))} isn't possible any more:"
        yield from (f"  {line}" for line in _cut(safe(stop.reason)).split("\n"))


def _difference(log: str, rules: str, played: Replayed, found: Difference) -> Iterator[str]:
    place = found.logged or found.now
    unit = ":" if played.recorded.form == TEXT else ", event "
    where = f"{safe(log)}{unit}{place.number}" if place is not None else safe(log)
    after = f"after decision {found.after}" if found.after else "before the first decision"
    near = f", near {found.rule[0]} ({rules}:{found.rule[1]})" if found.rule is not None else ""
    yield f"{where}: the first difference, {after}{near}"
    if found.logged is not None:
        at = played.recorded.lines.index(found.logged)
        yield from (f"    {_shown(line)}" for line in played.recorded.lines[max(at - BEFORE, 0) : at])
    same_words = found.logged is not None and found.now is not None and found.logged.text == found.now.text
    yield f"  - {_shown(found.logged, same_words) if found.logged is not None else '(the log ends here)'}"
    if found.now is not None or played.stop is None:
        yield f"  + {_shown(found.now, same_words) if found.now is not None else '(it ends here)'}"


def _shown(line: Line, whole: bool = False) -> str:
    return _cut(safe(line.key if whole else line.text))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
