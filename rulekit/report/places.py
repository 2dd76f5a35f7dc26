"""Places in a rules file as readers want them: the line, what stands there, what it cites and which rule it is part of.

Takes a game model, gives words and short texts.  Promises: a text is what stands in the file, without what is only layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

import attrs
from attrs import define, frozen

from rulekit.analysis import model as m
from rulekit.analysis.checks.citations import cites
from rulekit.analysis.parts import Owner
from rulekit.source import Span
from rulekit.syntax import nodes


@frozen
class Around:
    """The card kind and the variant in whose blocks a place stands, by name."""

    card: str | None
    variant: str | None


@define(eq=False)
class Places:
    """What is known of the lines of a file; made by ``places_of``."""

    cited: dict[int, nodes.Cite]
    """The citation that ends a line, by line."""
    blocks: list[tuple[Span, Around]]
    """Card blocks and variants; those inside others come later."""
    declared: dict[int, Span]
    """The whole of what declares a name, by where the name stands."""

    def around(self, span: Span) -> Around:
        """The blocks that a place stands in."""
        return next(
            (around for block, around in reversed(self.blocks) if block.start <= span.start < block.end), Around(None, None)
        )  # fmt: skip

    def cite(self, span: Span) -> str | None:
        """What the line of a place cites, else what the first line of the construct does."""
        found = self.cited.get(span.line)
        return found.text if found is not None else None

    def line(self, span: Span) -> str:
        """The line of a place, without citation and comment."""
        return self.bare(span, span.line).strip()

    def head(self, span: Span) -> str:
        """The line on which a construct begins, without citation, comment and the colon before its block."""
        return self.line(span).removesuffix(":")

    def bare(self, span: Span, number: int) -> str:
        """A line without citation and comment."""
        text = span.file.line(number)
        cite = self.cited.get(number)
        if cite is not None:
            text = text[: cite.span.start - span.file.line_starts[number - 1]]
        return without_comment(text).rstrip()

    def declaration(self, decl: m.Decl) -> Span:
        """All of what declares something."""
        return self.declared.get(decl.span.start, decl.span)

    def block(self, span: Span) -> str:
        """The lines of a construct as they stand in the file, without common indentation."""
        file, first = span.file, span.line
        last = file.line_column(max(span.start, span.end - 1))[0]
        rows = [file.line(number).rstrip() for number in range(first, last + 1)]
        while len(rows) > 1 and not rows[-1].strip():
            rows.pop()
        indent = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=0)
        return "\n".join(row[indent:] for row in rows)


def places_of(model: m.GameModel) -> Places:
    """The places of a game's file."""
    cited = {cite.span.line: cite for cite in cites(model.tree)}
    return Places(cited, list(_blocks(model.tree.items, None)), dict(_declared(model.tree)))


def _declared(node: object) -> Iterator[tuple[int, Span]]:
    """Where each name stands that a construct begins with, and the construct."""
    stack = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif isinstance(part, nodes.Node):
            name = getattr(part, "name", None)
            if isinstance(part, nodes.Line) and isinstance(name, nodes.Ident):
                yield name.span.start, part.span
            stack.extend(getattr(part, a.name) for a in attrs.fields(type(part)) if a.name != "span")


def _blocks(items: tuple[nodes.Item | nodes.Exception_, ...], variant: str | None) -> Iterator[tuple[Span, Around]]:
    for item in items:
        if isinstance(item, nodes.Variant):
            yield item.span, Around(None, item.name.text)
            yield from _blocks(item.items, item.name.text)
        elif isinstance(item, nodes.Card):
            yield item.span, Around(item.name.text, variant)


def without_comment(line: str) -> str:
    """A line up to a comment; a ``#`` in a text begins none."""
    quoted = False
    for at, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return line[:at]
    return line


# ---------------------------------------------------------------- names of rules


SORTS = {
    "FieldDecl": "field", "StateDecl": "state", "EnumValueDecl": "value", "QueryDecl": "define", "KindDecl": "card",
    "SpaceFieldDecl": "field",
}  # fmt: skip


def sort_of(decl: m.Decl) -> str:
    """The word for a declaration: that by which it is declared, where there is one."""
    kind = type(decl).__name__
    return SORTS.get(kind, kind.removesuffix("Decl").lower())


def named(decl: m.Decl) -> str:
    """``action lay of card protection``."""
    kind = getattr(decl, "kind", None) if isinstance(decl, m.ActionDecl | m.ReactionDecl | m.AttributeDecl | m.StateDecl) else None
    return f"{sort_of(decl)} {decl.name}" + (f" of card {kind.name}" if kind is not None else "")


def words_for(owner: Owner) -> str:
    """The rule that a part belongs to, in words."""
    match owner:
        case m.Decl():
            return named(owner)
        case m.TriggerRule():
            heads = " or ".join(happening.name.text for happening in owner.node.happenings)
            return f"when {heads} happens" + (f", card {owner.kind.name}" if owner.kind is not None else "")
        case m.WheneverRule():
            return "whenever" + (f", card {owner.kind.name}" if owner.kind is not None else "")
        case m.ScoreRule():
            return "score"
        case m.WinnerRule():
            return "winner"
        case m.ExampleDecl():
            return f'example "{owner.title}"'
        case _:
            assert_never(owner)


def span_of(owner: Owner | m.ExceptionRule | m.ForbidRule) -> Span:
    """The place of a rule."""
    return owner.span if isinstance(owner, m.Decl) else owner.node.span
