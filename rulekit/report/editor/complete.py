"""What may stand at a place: words of the language that the grammar accepts there, and names of the right sort.

Takes a text, a place and the names that are known, gives suggestions.  Promises: a word is suggested only where it may stand; where
a new name is to be made up, none is; looks only at the top-level item around the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from attrs import frozen

from rulekit.analysis import model as m
from rulekit.analysis.names import AGGREGATES, FUNCTIONS
from rulekit.analysis.types import AnyT
from rulekit.report.editor.known import VALUES, Known, each_once, told
from rulekit.report.editor.lines import item_end, item_start
from rulekit.report.editor.words import EXPLAINED
from rulekit.report.places import sort_of
from rulekit.source import SourceFile
from rulekit.syntax.constructs import LINES
from rulekit.syntax.context import LAYOUT, Context, Nothing
from rulekit.syntax.lalr import Stop, accepted, run
from rulekit.syntax.scan import Token, scan
from rulekit.syntax.shipped import load
from rulekit.syntax.words import RESERVED

_BEGUN = re.compile(r"[A-Za-z_0-9]*\Z")
_BEHIND_NAME = re.compile(r"[A-Za-z_0-9]*")
_FILLER = "zz"
_FRESH = frozenset(
    ["let", "as", "define", "action", "event", "reaction", "zone", "card", "deck", "enum", "option", "table", "die", "board", "pattern",
     "variant", "score", "source", "state", "once", "spaces"]
)  # fmt: skip
"""Behind these a new name is made up."""
_ITEMS = (m.EventDecl, m.ActionDecl, m.ReactionDecl)
_VALUE_WORDS = ("players", "active", "none", "yes", "no", "it", "this", "owner", "teams")
_TYPES = ("number", "flag", "player", "team", "space", "link", "line")


@frozen
class Suggestion:
    """A word to put in place of ``start..end``; ``sort`` is ``word``, ``function``, ``local``, ``player`` or what declares it."""

    text: str
    sort: str
    detail: str
    start: int
    end: int
    help: str = ""


@frozen(eq=False)
class _Place:
    """Where something is to be added."""

    tokens: list[Token]
    """Those of the item before the place."""
    terminals: frozenset[str]
    """What the grammar accepts; empty if the item can't be read so far."""
    context: Context
    others: frozenset[str]
    """All words of the item."""

    @property
    def line(self) -> list[Token]:
        """The tokens of the line before the place."""
        index = len(self.tokens)
        while index > 0 and self.tokens[index - 1].kind not in LAYOUT:
            index -= 1
        return self.tokens[index:]


def complete(file: SourceFile, offset: int, known: Known | None) -> list[Suggestion]:
    """What may stand at an offset."""
    text = file.text
    begun = _BEGUN.search(text, text.rfind("\n", 0, offset) + 1, offset)
    start = begun.start() if begun is not None else offset
    behind = _BEHIND_NAME.match(text, offset)
    end = behind.end() if behind is not None else offset
    row = text[text.rfind("\n", 0, offset) + 1 : start]
    if _in_text(row):
        return _sources(known, start, end) if row.rstrip().endswith("@") else []
    place = _place(file, start, end)
    if place is None:
        return []
    found = [*_names(place, known), *_words(place)]
    once: dict[str, Suggestion] = {}
    for word, sort, detail, help in found:
        once.setdefault(word, Suggestion(word, sort, detail, start, end, help))
    return list(once.values())


_Row = tuple[str, str, str, str]
"""Word, sort, detail, help."""


def _in_text(row: str) -> bool:
    """Whether a line ends inside a text, a citation or a comment."""
    quoted = False
    for char in row:
        if char == '"':
            quoted = not quoted
        elif char in "#@" and not quoted:
            return True
    return quoted


def _sources(known: Known | None, start: int, end: int) -> list[Suggestion]:
    """Rulebooks, behind an ``@``."""
    sources = known.names.sources.values() if known is not None else ()
    return [Suggestion(source.name, "source", source.title, start, end) for source in sources]


def _place(file: SourceFile, start: int, end: int) -> _Place | None:
    """The item around a place, cut off there; if it can't be read so far, the blocks around the place alone."""
    text = file.text
    begin = item_start(text, start)
    rest = scan(SourceFile(file.name, text[begin:start] + " " + text[end : item_end(text, begin)])).chunks
    others = frozenset(token.text for chunk in rest for token in chunk.tokens if token.kind == "WORD")
    whole = text[begin:start]
    place = _read(whole, others)
    if place is not None and not place.terminals:
        return _read(_headers(whole), others) or place
    return place


def _read(before: str, others: frozenset[str]) -> _Place | None:
    """A place behind a piece of an item."""
    part = SourceFile("", before + _FILLER + "\n")
    chunks = scan(part).chunks
    tokens = chunks[-1].tokens if chunks else []
    at = next((k for k, token in enumerate(tokens) if token.start >= len(before) and token.text), None)
    if at is None:
        return None
    tables = load()
    result = run(tables, [*tokens[:at], Token("!STOP", 0, 0, "")], Nothing())
    fits = isinstance(result, Stop) and result.at == at
    terminals = frozenset(accepted(tables, result.stack)) if isinstance(result, Stop) and fits else frozenset()
    return _Place(tokens[:at], terminals, Context(part, tables, tokens, Stop(at, [], 0)), others)


def _headers(before: str) -> str:
    """The last line of a text, with the lines above it that begin the blocks around it."""
    *above, row = before.split("\n")
    kept, width = [row], len(row) - len(row.lstrip(" "))
    for line in reversed(above):
        indent = len(line) - len(line.lstrip(" "))
        if line.strip() and not line.lstrip().startswith("#") and indent < width:
            kept.append(line)
            width = indent
    return "\n".join(reversed(kept))


# ---------------------------------------------------------------- words of the language


@cache
def _texts() -> dict[str, str]:
    """Each keyword terminal as it is written."""
    tables = load()
    found = {name: word for word, names in tables.words.items() for name in names}
    found.update({name: " ".join(parts) for phrases in tables.phrases.values() for parts, name in phrases})
    return found


def _words(place: _Place) -> Iterable[_Row]:
    """The keywords that may stand here, with an example for those that begin a line."""
    first = not place.line
    block = place.context.block if place.context.block in LINES else "top"
    lines, _ = LINES[block]
    for terminal in sorted(place.terminals):
        word = _texts().get(terminal)
        if word is None:
            continue
        found = lines.get(word.split()[0]) if first else None
        yield word, "word", found.name if found is not None else "", found.example if found is not None else ""


# ---------------------------------------------------------------- names


def _names(place: _Place, known: Known | None) -> Iterable[_Row]:
    if known is None:
        return
    line = place.line
    before = line[-1] if line else None
    if before is not None and before.kind == "DOT":
        yield from _members(line, known)
    elif before is not None and before.kind == "INT" and place.context.block == "deck":
        yield from _rows(known.decls(m.KindDecl))
    elif "NAME" not in place.terminals and "PERSON" not in place.terminals:
        return
    elif "PERSON" in place.terminals or {"INT", "LPAR"} <= place.terminals:
        yield from _values(place, known)
    elif before is not None and before.text not in _FRESH:
        yield from _rows(_of_sort(place, line, known))
        if before.kind == "PERSON":
            yield from ((name, "local", "a choice", "") for name in known.choices)


def _rows(decls: Iterable[m.Decl | str]) -> Iterable[_Row]:
    for decl in each_once(decls):
        if isinstance(decl, str):
            yield decl, "word", "", EXPLAINED.get(decl, ("", ""))[1]
        else:
            detail = " ".join(part for part in (told(decl), f'"{decl.label}"' if decl.label else "") if part)
            yield decl.name, sort_of(decl), detail, ""


def _members(line: list[Token], known: Known) -> Iterable[_Row]:
    """What may stand behind the dot."""
    chain: list[str] = []
    index = len(line) - 1
    while index > 0 and line[index].kind == "DOT" and line[index - 1].kind in ("WORD", "PERSON"):
        chain.insert(0, line[index - 1].text)
        index -= 2
    types = known.types_of(chain) if chain and (index < 0 or line[index].kind != "DOT") else []
    found = [member for type in types for member in known.members(type)]
    yield from _rows(found or known.members(AnyT()))


def _values(place: _Place, known: Known) -> Iterable[_Row]:
    """What an expression, or a place that is written, may begin with."""
    persons = dict.fromkeys(token.text for token in place.tokens if token.kind == "PERSON")
    yield from ((name, "player", "", "") for name in persons if "PERSON" in place.terminals)
    if "NAME" not in place.terminals:
        return
    names = known.names
    for word in sorted(place.others):
        if word in known.locals and word not in names.globals and word not in RESERVED:
            yield word, "local", "", ""
    yield from _rows(known.decls(*VALUES))
    if "INT" in place.terminals:
        for word in _VALUE_WORDS:
            yield word, "word", "", EXPLAINED[word][1]
        for word in (*FUNCTIONS, *sorted(AGGREGATES), "best"):
            form, help = EXPLAINED[word]
            yield word, "function", form, help
    yield from _rows(known.attributes())


def _of_sort(place: _Place, line: list[Token], known: Known) -> Iterable[m.Decl | str]:
    """Names of the one sort that fits behind the words before."""
    block, first = place.context.block, line[0].text
    last = next((token.text for token in reversed(line) if token.text in RESERVED), "")
    before = line[-1].text
    if line[0].kind == "PERSON":
        return known.decls(m.ActionDecl, m.ReactionDecl)
    if first in ("must", "may") and last in ("of", "to", ")"):
        return known.decls(m.ActionDecl, m.KindDecl)
    match last:
        case "do":
            return known.decls(m.EventDecl)
        case "end":
            return known.phases()
        case "phase" | "until" if block in ("given", "play", "expect"):
            return known.phases()
        case "is" | "not":
            return known.decls(m.KindDecl)
        case "has" | "matching":
            return known.decls(m.PatternDecl)
        case "roll":
            return known.decls(m.DieDecl)
        case "forbid":
            return known.decls(m.ActionDecl, m.ReactionDecl, m.KindDecl)
        case "before" | "after" | "when" | "or":
            return known.decls(*_ITEMS, m.KindDecl)
        case "except":
            return known.decls(m.QueryDecl, *_ITEMS)
        case "with" if first == "zone":
            return known.decls(m.DeckDecl)
        case "with" | "each" if block == "deck":
            return known.attributes()
        case "from" | "to" if first in ("zone", "card"):
            return list(known.names.zones.values())
        case "each" if block in ("data", "board"):
            return known.phases()
        case _:
            pass
    if first == "variant" and block == "example":
        return known.decls(m.VariantDecl)
    if first == "option" and block == "example":
        return known.decls(m.OptionDecl)
    if first in ("same", "different", "consecutive", "total"):
        return known.attributes()
    if before in (":", "of") and block in ("data", "card", "board", "top"):
        return [*_TYPES, *known.decls(m.EnumDecl, m.KindDecl)]
    return []
