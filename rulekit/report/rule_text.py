"""``rule_info`` as a text for a terminal.

Takes its data and a width, gives lines.  Promises: no line is wider unless a single word is; nothing in it would be obeyed by a
terminal.  For a happening the sections stand in the order of its course.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from pathlib import PurePath

from rulekit.report.rule import Data
from rulekit.report.styled import safe

WIDTH = 96

_USED = {
    "answers before": "Answers, before it happens",
    "answers after": "Answers, after it happened",
    "offers": "Offered by",
    "performs": "Performed by",
    "writes": "Written by",
    "resets": "Set back to its first value when a pass begins of",
    "moves in": "Cards come in",
    "moves out": "Cards leave",
    "gives": "Given its value by",
    "may move out": "Cards may leave (the text doesn't say from where they are taken)",
    "shuffles": "Shuffled by",
    "rolls": "Rolled by",
    "ends": "Ended by",
    "reads": "Read by",
    "is typed": "Type or index of",
    "names": "One of its values is named by",
    "belongs": "Named by",
}
_TIED = "@\N{NO-BREAK SPACE}"
"""A citation begins on the line of its sign."""
_BELONGS = {"space": "On the paths", "phase": "Sets back to their first values", "deck": "Lies at first in", "card": "In the decks"}
_CALLED = {
    "define": "Used by", "table": "Used by", "pattern": "Used by", "card": "Asked for by", "value": "Used by", "enum": "Used by",
    "option": "Used by", "variant": "Asked for by", "board": "Used by", "space": "Used by", "line": "Used by", "team": "Used by",
    "deck": "Used by",
}  # fmt: skip
_TOUCHED = {
    ("forbid", None): "Forbidden by",
    ("reaction", "before"): "Reactions before it (asked clockwise from the left of the player who acts, he last)",
    ("exception", None): "Exceptions: what takes the place of its value",
    ("trigger", None): "Triggers: what follows by itself",
    ("reaction", "after"): "Reactions after it (asked clockwise from the left of the player who acts, he last)",
}  # fmt: skip


def rule_text(infos: list[Data], width: int = WIDTH) -> str:
    """``rule_info`` as a text."""
    return "\n\n".join("\n".join(_about(info, max(40, width))) for info in infos) + "\n"


def _about(info: Data, width: int) -> list[str]:
    of = f" of card {info['of']}" if info["of"] and info["sort"] not in ("card",) else ""
    label = f' "{info["label"]}"' if info["label"] else ""
    lines = [*_folded(f"{info['sort']} {info['name']}{label}{of}", "", width)]
    lines += _folded(_where(info, info["file"]), "  ", width)
    lines += _source(info["text"], "    ", width)
    for fact in info["facts"]:
        lines += _folded(fact, "  - ", width)
    for heading, rows in used_sections(info):
        lines += _section(heading, [_row(row, width) for row in rows])
    for heading, touches in touched_sections(info):
        numbered = _ranked(touches)
        heading = "\n".join(_folded(heading, "", width))
        lines += _section(heading, [_touch(touch, width, numbered) for touch in touches], apart=True)
    own = [_row(row, width) for row in changes_of(info)]
    lines += _section("Changes elsewhere", own)
    if not (info["used_by"] or info["touched_by"] or info["changes"] or info["has"]):
        lines += ["", "Nothing else in the file touches it."]
    return lines


def used_sections(info: Data) -> list[tuple[str, list[Data]]]:
    """What is on its cards and who uses it, in the order in which it is told, each sort with its heading."""
    found = [("Actions and reactions on its cards", info["has"])]
    found += [(_heading(info["sort"], how), [row for row in info["used_by"] if row["how"] == how]) for how in _USED]
    return [(heading, rows) for heading, rows in found if rows]


def touched_sections(info: Data) -> list[tuple[str, list[Data]]]:
    """What other places say about it, in the order of its course, each sort with its heading."""
    found = []
    for (sort, when), heading in _TOUCHED.items():
        touches = [touch for touch in info["touched_by"] if touch["sort"] == sort and touch["when"] == when]
        if sort == "exception":
            heading = _exceptions(info, touches)
        elif sort == "trigger" and len(touches) > 1:
            heading += _order(touches)
        elif sort == "forbid" and len(touches) > 1:
            heading += " (one that applies is enough)"
        if touches:
            found.append((heading, touches))
    return found


def changes_of(info: Data) -> list[Data]:
    """What a card kind or a variant changes elsewhere, each in one line."""
    return [_change(row, info) for row in info["changes"]]


def _heading(sort: str, how: str) -> str:
    if how == "belongs":
        return _BELONGS.get(sort, _USED[how])
    return _CALLED.get(sort, _USED[how]) if how == "reads" else _USED[how]


def _exceptions(info: Data, touches: list[Data]) -> str:
    what = "value" if info["sort"] == "define" else "effect"
    if len(touches) == 1:
        return f"Exception: another {what}"
    if _ranked(touches):
        return f"Exceptions: another {what}; the first that applies counts (two of one number that apply at once are a fault)"
    return f"Exceptions: another {what} (two that apply at once are a fault)"


def _ranked(touches: list[Data]) -> bool:
    """Whether some of these exceptions count before others."""
    return len({touch["rank"] for touch in touches if touch["sort"] == "exception"}) > 1


def _order(touches: list[Data]) -> str:
    """Triggers run as they are listed; those of cards as the cards lie."""
    on_cards = sum(1 for touch in touches if touch["card"])
    return ", in this order" + (" (those of cards as the cards lie)" if on_cards > 1 else "")


def _change(row: Data, info: Data) -> Data:
    """A rule that changes another one, in one line."""
    words = [row["about"]] if row["about"] else []
    if row["card"] and row["card"] != info["name"]:
        words.append(f"from card {row['card']}")
    variant = row["variant"] if row["variant"] != info["name"] else None
    return {**row, "text": _first(row["text"]), "in": ", ".join(words) or None, "variant": variant}


def _section(heading: str, blocks: list[list[str]], apart: bool = False) -> list[str]:
    if not blocks:
        return []
    lines = ["", heading]
    for number, block in enumerate(blocks):
        lines += ["", *block] if apart and number else block
    return lines


# ---------------------------------------------------------------- rows


def _row(row: Data, width: int) -> list[str]:
    """A place in one or two lines: where, what stands there; in which rule, what it cites."""
    start = f"  {_short(row['file'])}:{row['line']}"
    column = max(len(start) + 2, 8)
    lines = _folded(row["text"], f"{start:<{column}}", width, column + 2)
    more = [f"({row['in']})"] if row.get("in") else []
    more += [f"(variant {row['variant']})"] if row.get("variant") else []
    more += [f"@ {row['cite']}"] if row["cite"] else []
    behind = "  ".join(["", *more])
    if len(lines) == 1 and len(lines[0]) + len(behind) <= width:
        return [lines[0] + safe(behind)]
    return [*lines, *_folded("  ".join(more), " " * (column + 2), width)]


def _touch(touch: Data, width: int, numbered: bool) -> list[str]:
    where = [f"{_short(touch['file'])}:{touch['line']}"]
    if touch["variant"]:
        where.append(f"variant {touch['variant']}")
    if touch["card"]:
        where.append(f"card {touch['card']}")
    if touch["by_kind"]:
        where.append(f"for all that is on cards {touch['by_kind']}")
    head = ", ".join(where) + (f"  @ {touch['cite']}" if touch["cite"] else "")
    number = f"{touch['rank']}. " if numbered else ""
    lines = [*_folded(head, f"  {number}", width), *_source(touch["text"], "      ", width, cited=False)]
    for forbid in touch["forbidden_by"]:
        card = f", card {forbid['card']}" if forbid["card"] else ""
        lines += _folded(f"forbidden by line {forbid['line']}{card}: {forbid['text']}", "    - ", width)
    return lines


def _where(info: Data, name: str) -> str:
    parts = [f"{name}:{info['line']}"]
    if info["variant"]:
        parts.append(f"variant {info['variant']}")
    return ", ".join(parts) + (f"  @ {info['cite']}" if info["cite"] else "")


def _short(name: str) -> str:
    """The last part of a path: the whole stands at the top."""
    return PurePath(name).name or name


# ---------------------------------------------------------------- source text

_GAP = re.compile(r"\s{2,}(?=[@#])")


def _source(text: str, indent: str, width: int, cited: bool = True) -> list[str]:
    """Lines of a rules file; the columns of citations and comments are closed up."""
    lines = []
    for number, row in enumerate(text.split("\n")):
        inner = row[: len(row) - len(row.lstrip())]
        shown = _GAP.sub("  ", row.strip())
        if number == 0 and " @ " in shown:
            shown = _without_cite(shown)
        lines += _folded(shown, indent + inner, width, len(indent + inner) + 4) if shown else [""]
    return lines


def _without_cite(row: str) -> str:
    """The first line of a rule, whose citation stands beside its place already."""
    quoted = False
    for at, char in enumerate(row):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return row
        elif char == "@" and not quoted:
            behind = row.find("#", at)
            return row[:at].rstrip() + (f"  {row[behind:]}" if behind >= 0 else "")
    return row


def _first(text: str) -> str:
    """The first line of a rule, alone."""
    row = _without_cite(_GAP.sub("  ", text.split("\n", 1)[0].strip()))
    return row.removesuffix(":") if "\n" in text else row


def _folded(text: str, start: str, width: int, hanging: int | None = None) -> list[str]:
    """A text in lines of at most ``width`` columns, the first behind ``start``, the others indented by ``hanging``."""
    behind = " " * (len(start) if hanging is None else hanging)
    rows: Iterable[str] = textwrap.wrap(
        safe(text).replace("@ ", _TIED),
        width,
        initial_indent=start,
        subsequent_indent=behind,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [row.rstrip().replace(_TIED, "@ ") for row in rows] or [start.rstrip()]
