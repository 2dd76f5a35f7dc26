"""What there is to say about a word of a rules file, as Markdown.

Takes a reading and a place, gives a text: of a name what ``rulekit info FILE NAME`` tells (its definition, who uses it, what
touches it from other places), of a word of the language what it means or an example.  Promises: nothing of the file is taken for
Markdown; long lists are cut, and say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulekit.analysis import model as m
from rulekit.analysis.lattice import show
from rulekit.analysis.types import AnyT
from rulekit.report.editor.lines import line_at
from rulekit.report.editor.occurrences import Target
from rulekit.report.editor.reading import Reading
from rulekit.report.editor.words import EXPLAINED
from rulekit.report.places import without_comment
from rulekit.report.rule import Data, decl_info
from rulekit.report.rule_text import changes_of, touched_sections, used_sections
from rulekit.report.styled import safe
from rulekit.syntax.constructs import construct

MOST_ROWS = 8
"""So many places of one sort are listed."""
MOST_LINES = 24
"""So many lines of a definition are shown."""
_GAP = re.compile(r"(?<=\S)\s{2,}(?=[@#])")
"""The columns of citations and comments, which are closed up."""
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")
_ROLES = {
    "param": "a parameter", "choice": "a choice", "binder": "an element", "let": "a name with 'let'", "phase": "the element of a phase",
    "actor": "the player who acts", "roll": "a throw", "outcome": "what an event holds on to", "answers": "the answers of all",
}  # fmt: skip


def hover(reading: Reading, offset: int) -> tuple[int, int, str] | None:
    """Start and end of the word at a place, and what to say about it."""
    one = reading.occurrences.at(offset)
    if one is not None and reading.model is not None:
        texts = [_about(reading.model, target) for target in one.targets[:MOST_ROWS]]
        return one.start, one.end, "\n\n---\n\n".join(texts)
    return _word(reading, offset)


def _about(model: m.GameModel, target: Target) -> str:
    match target.meant:
        case m.Decl():
            return markdown(decl_info(model, target.meant))
        case m.SourceDecl(title=title):
            return f"**source** `{target.name}`: {_plain(title)}"
        case m.Local(type=type, role=role):
            what = _ROLES.get(role, "a local name")
            of = "" if isinstance(type, AnyT) else f": {_plain(show(type))}"
            line = without_comment(target.place.file.line(target.place.line)).strip()
            return f"`{target.name}`, {what}{of}\n\n{_code(line)}"


def _word(reading: Reading, offset: int) -> tuple[int, int, str] | None:
    """A word of the language."""
    here = line_at(reading.file, offset)
    if here is None:
        return None
    token = here.token
    explained = EXPLAINED.get(token.text)
    if explained is not None and token.kind == "WORD":
        return token.start, token.end, f"`{explained[0]}`: {explained[1]}"
    found = construct(here.block, here.first)
    if found is not None and token.kind == "WORD" and here.is_first:
        return token.start, token.end, f"{found.name}, for example\n\n{_code(found.example)}"
    return None


# ---------------------------------------------------------------- Markdown


def markdown(info: Data) -> str:
    """``decl_info`` as Markdown."""
    of = f" of card `{info['of']}`" if info["of"] and info["sort"] != "card" else ""
    label = f" \N{EN DASH} {_plain(info['label'])}" if info["label"] else ""
    variant = f", only with variant `{info['variant']}`" if info["variant"] else ""
    blocks = [f"**{info['sort']}** `{info['name']}`{of}{label}{variant}", _code(info["text"])]
    if info["cite"]:
        blocks.append(f"@ {_plain(info['cite'])}")
    if info["facts"]:
        blocks.append("\n".join(f"- {_plain(fact)}" for fact in info["facts"]))
    for heading, rows in (*used_sections(info), *touched_sections(info), ("Changes elsewhere", changes_of(info))):
        if not rows:
            continue
        blocks.append(f"{_plain(heading)}:\n\n" + "\n".join(_rows(rows)))
    return "\n\n".join(blocks)


def _rows(rows: list[Data]) -> Iterable[str]:
    for row in rows[:MOST_ROWS]:
        text = _GAP.sub("  ", without_comment(row["text"].split("\n", 1)[0]).strip())
        where = [f"card `{row['card']}`"] if row.get("card") else []
        where += [f"variant `{row['variant']}`"] if row.get("variant") else []
        where += [_plain(row["in"])] if row.get("in") else []
        behind = f" ({', '.join(where)})" if where else ""
        yield f"- line {row['line']}: {_inline(text)}{behind}"
    if len(rows) > MOST_ROWS:
        yield f"- and {len(rows) - MOST_ROWS} more"


def _plain(text: str) -> str:
    """Text of the file that isn't to be taken for Markdown."""
    return _MARKS.sub(r"\\\1", safe(text))


def _inline(text: str) -> str:
    """A line of the file."""
    return f"`` {safe(text)} ``" if "`" in text else f"`{safe(text)}`"


def _code(text: str) -> str:
    """Lines of the file; the fence is longer than any in them."""
    rows = text.split("\n")
    if len(rows) > MOST_LINES:
        rows = [*rows[:MOST_LINES], f"# .. and {len(rows) - MOST_LINES} more lines"]
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}rules", *(safe(_GAP.sub("  ", row.rstrip())) for row in rows), fence])
