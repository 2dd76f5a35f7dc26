"""Citations of rulebooks that the file doesn't declare, and (a note) rules that cite none.

Takes the model and its tree, reports RK421 and RK451.  Promises: with one declared source its name may be left out, so that
there only a misspelt name of it is reported; a heading may contain colons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

import attrs

from rulekit.analysis import model as m
from rulekit.analysis.checks import codes
from rulekit.analysis.report import listed, report
from rulekit.diagnostics import Sink
from rulekit.syntax import nodes

_PREFIX = re.compile(r"\s*([a-z][a-z0-9_]*)\s*:")


def check_sources(model: m.GameModel, sink: Sink) -> None:
    """Report citations that name no declared source."""
    names = [source.name for source in model.sources]
    for cite in cites(model.tree):
        first, *further = cite.text.split(";")
        unknown = _unknown(first, names, strict=len(names) != 1)
        for part in further:
            unknown = unknown or _unknown(part, names, strict=False)
        if unknown is not None:
            known = f"the sources are {listed(names)}" if len(names) > 1 else f"the source is '{names[0]}'" if names else ""
            report(
                sink,
                codes.UNKNOWN_SOURCE,
                f"no source '{unknown}' is declared" + (f"; {known}" if known else ""),
                cite.span,
                help=f"name a declared one, or declare it below the first line of the file: 'source {unknown} \"its title\"'",
            )
        elif len(names) > 1 and not _PREFIX.match(first):
            report(
                sink,
                codes.UNKNOWN_SOURCE,
                f"this citation doesn't say which rulebook is meant; the sources are {listed(names)}",
                cite.span,
                help=f"put the source before it, e.g. '@ {names[0]}: {cite.text.strip()}'",
            )


def _unknown(text: str, names: list[str], *, strict: bool) -> str | None:
    """The word before the colon if it is no source; not ``strict``: only if it is nearly one."""
    prefix = _PREFIX.match(text)
    if prefix is None or prefix.group(1) in names:
        return None
    word = prefix.group(1)
    near = any(SequenceMatcher(None, word, name).ratio() > 0.75 for name in names)
    return word if strict or near else None


def cites(node: object) -> Iterator[nodes.Cite]:
    """All citations in a part of the tree, in the order of the text."""
    stack = [node]
    found: list[nodes.Cite] = []
    while stack:
        part = stack.pop()
        if isinstance(part, nodes.Cite):
            found.append(part)
        elif isinstance(part, tuple):
            stack.extend(part)
        elif isinstance(part, nodes.Node):
            stack.extend(getattr(part, a.name) for a in attrs.fields(type(part)) if a.name != "span")
    return iter(sorted(found, key=lambda cite: cite.span.start))


# ---------------------------------------------------------------- a note: rules without citation


def note_uncited(model: m.GameModel, sink: Sink) -> None:
    """Note rules in which no line cites a rulebook, if the file declares one."""
    if not model.sources:
        return
    for item in _rules(model.tree.items):
        if any(True for _ in cites(item)) or (isinstance(item, nodes.Card) and not item.rules):
            continue
        word, name = _named(item)
        report(
            sink,
            codes.NO_CITATION,
            f"the {word} '{name.text}' cites no rulebook",
            name.span,
            help="say where it comes from: '@ source: heading' at the end of its first line, or explain it in a 'ruling \"..\"'",
        )


_Named = nodes.Action | nodes.Event | nodes.Reaction | nodes.Table | nodes.Pattern | nodes.Card


def _rules(items: tuple[nodes.Item | nodes.Exception_, ...]) -> Iterator[_Named]:
    for item in items:
        if isinstance(item, nodes.Variant):
            yield from _rules(item.items)
        elif isinstance(item, _Named) and not _has_ruling(item):
            yield item


def _has_ruling(item: _Named) -> bool:
    match item:
        case nodes.Action(clauses=lines) | nodes.Reaction(clauses=lines):
            return any(isinstance(line, nodes.Ruling) for line in lines)
        case nodes.Table(rulings=rulings):
            return bool(rulings)
        case nodes.Pattern(body=body):
            return any(isinstance(line, nodes.Ruling) for line in body)
        case nodes.Event(suite=suite):
            return suite is not None and any(isinstance(line, nodes.Ruling) for line in suite.body)
        case nodes.Card(rules=rules):
            return any(isinstance(line, nodes.Ruling) for line in rules)


def _named(item: _Named) -> tuple[str, nodes.Ident]:
    return type(item).__name__.lower(), item.name
