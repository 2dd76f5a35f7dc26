"""The outline of a rules file: what it declares, as a tree.

Takes a syntax tree, gives symbols in the order of the file.  Promises: what can't be read is left out; the place of a symbol's
name lies in its own, which lies in that of the symbol around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from rulekit.syntax import nodes as n


@frozen(eq=False)
class Symbol:
    """``sort`` is the word by which such a thing is declared; offsets are those of the whole and of its name."""

    name: str
    sort: str
    detail: str
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple[Symbol, ...] = ()


def outline(tree: n.RulesFile) -> tuple[Symbol, ...]:
    """The symbols of a file."""
    return tuple(_symbols(tree.items))


def _symbols(parts: Iterable[n.Node]) -> Iterator[Symbol]:
    for part in parts:
        symbol = _symbol(part)
        if symbol is not None:
            yield symbol


def _symbol(node: n.Node) -> Symbol | None:
    match node:
        case n.Game(title=title):
            return _made(node, title, "game", title.value)
        case n.ExamplesOf(path=path):
            return _made(node, path, "examples of", path.value)
        case n.Example(title=title):
            return _made(node, title, "example", title.value)
        case n.Variant(name=name, items=items):
            return _made(node, name, "variant", name.text, items)
        case n.Phase(name=name, body=body):
            return _made(node, name, "phase", name.text, [line for line in body if isinstance(line, n.Phase)])
        case n.Card(name=name, data=data, rules=rules):
            return _made(node, name, "card", name.text, [*data, *rules])
        case n.Shared(body=body):
            return _made(node, None, "shared", "shared", body)
        case n.EachOwner(of=of, body=body):
            return _made(node, of, "each", f"each {of.text}", body)
        case n.Enum(name=name, values=values):
            return _made(node, name, "enum", name.text, values)
        case n.Teams(teams=teams):
            return _made(node, None, "teams", "teams", teams)
        case n.Trigger(happenings=happenings):
            names = " or ".join(happening.name.text for happening in happenings)
            return _made(node, happenings[0].name if happenings else None, "when", f"when {names} happens")
        case n.Whenever() | n.WheneverSome():
            return _made(node, None, "whenever", "whenever")
        case n.Forbid(names=names):
            return _made(node, names[0] if names else None, "forbid", f"forbid {', '.join(name.text for name in names)}")
        case n.ExceptValue(name=name) | n.ExceptEvent(name=name):
            return _made(node, name, "except", f"except {name.text}")
        case n.Score():
            return _made(node, None, "score", "score")
        case n.Winner() | n.WinnerWhere():
            return _made(node, None, "winner", "winner")
        case _:
            sort = _NAMED.get(type(node))
            ident = getattr(node, "name", None)
            return _made(node, ident, sort, ident.text) if sort is not None and isinstance(ident, n.Ident) else None


_NAMED: dict[type, str] = {
    n.Option: "option", n.Team: "team", n.EnumValue: "value", n.Table: "table", n.Die: "die", n.Board: "board",
    n.Attribute: "attribute", n.CardState: "state", n.Deck: "deck", n.ZoneDecl: "zone", n.FieldDecl: "field", n.Define: "define",
    n.Pattern: "pattern", n.Action: "action", n.Reaction: "reaction", n.Event: "event",
}  # fmt: skip


def _made(node: n.Node, place: n.Node | None, sort: str, name: str, parts: Iterable[n.Node] = ()) -> Symbol:
    text, start = node.span.file.text, node.span.start
    end = max(start, start + len(node.span.text.rstrip()))
    low, high = (place.span.start, place.span.end) if place is not None else (start, start + len(sort))
    if not start <= low <= high <= end:
        low, high = start, min(end, start + len(sort))
    children = tuple(_symbols(parts))
    end = max([end, *(child.end for child in children)])
    label = getattr(node, "label", None)
    shown = label.value if isinstance(label, n.Text) else ""
    return Symbol(name.strip() or sort, sort, shown, start, min(end, len(text)), low, high, children)
