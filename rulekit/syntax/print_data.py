"""The printer's part for components, zones, queries and patterns.  See ``printer.py``."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from rulekit.syntax import nodes as n
from rulekit.syntax.print_expressions import (
    SUM,
    TERNARY,
    cited,
    condition,
    count,
    expression,
    label,
    names,
    nested,
    param,
    params,
    range_,
    set_expression,
    type_name,
)
from rulekit.syntax.print_rules import rule_lines, statement_lines

DataLine: TypeAlias = (
    n.Game | n.GameLine | n.Option | n.Teams | n.Team | n.Enum | n.Table | n.Row | n.Die | n.Board | n.BoardFields | n.Spaces
    | n.Path | n.Card | n.Attribute | n.CardState | n.Preset | n.Deck | n.Copies | n.Shared | n.EachOwner | n.ZoneDecl
    | n.FieldDecl | n.Define | n.Case | n.Pattern | n.PatternLine
)


def data_lines(node: DataLine) -> list[str]:
    """The lines of a component or of a part of one."""
    match node:
        case n.Game():
            return _block(f'game "{node.title.value}" for {range_(node.players)} {node.unit.text}:', node, node.body)
        case n.Teams():
            return _block("teams:", node, (*node.teams, *node.rulings))
        case n.Table():
            parameter = f"({param(node.param)})" if node.param else ""
            head = f"table {node.name.text}{parameter} by {expression(node.by, SUM)}:"
            return _block(head, node, (*node.rows, *node.rulings))
        case n.Board():
            return _block(f"board {node.name.text}:", node, node.body)
        case n.Card():
            return _card(node)
        case n.Deck():
            return _block(f"deck {node.name.text}:", node, (*node.copies, *node.rulings))
        case n.Shared():
            return _block("shared:", node, (*node.body, *node.rulings))
        case n.EachOwner():
            return _block(f"each {node.of.text}:", node, (*node.body, *node.rulings))
        case n.Define():
            head = f"define {node.name.text}{params(node.params)} = {expression(node.value)}"
            return _block(head, node, (*node.cases, *node.rulings))
        case n.Pattern():
            return _block(f"pattern {node.name.text}{params(node.params)}:", node, node.body)
        case n.Ruling():
            return statement_lines(node)
        case _:
            return [cited(_line(node), node)]


def _block(head: str, node: n.Line, body: tuple[DataLine, ...]) -> list[str]:
    return [cited(head, node), *nested([line for part in body for line in data_lines(part)])]


def _card(node: n.Card) -> list[str]:
    head = f"card {node.name.text}{label(node.label)}"
    head += f" is {node.parent.text}" if node.parent else ""
    head += " face up" if node.face_up else ""
    head += f" from {node.from_zone.text}" if node.from_zone else ""
    if node.discards_to:
        head += f" discards to {'bottom of ' if node.discards_bottom else ''}{node.discards_to.text}"
    body = [line for part in node.data for line in data_lines(part)]
    for rule in node.rules:
        body += statement_lines(rule) if isinstance(rule, n.Ruling) else rule_lines(rule)
    return [cited(f"{head}:", node), *nested(body)] if body else [cited(head, node)]


def _line(
    node: n.Source | n.About | n.Designer | n.Minutes | n.Ages | n.Option | n.Team | n.Enum | n.Row | n.Die | n.BoardFields
    | n.Spaces | n.Path | n.Attribute | n.CardState | n.Preset | n.Copies | n.ZoneDecl | n.FieldDecl | n.Case | n.Holds | n.Wild
    | n.Same | n.Different | n.Consecutive | n.Total | n.Size,
) -> str:
    match node:
        case n.Source():
            return f'source {node.name.text} "{node.title.value}"'
        case n.About():
            return f'about "{node.text.value}"'
        case n.Designer():
            return f'designer "{node.text.value}"'
        case n.Minutes():
            return f"minutes {range_(node.range)}"
        case n.Ages():
            return f"ages {range_(node.range)}"
        case n.Option():
            head = f"option {node.name.text}{label(node.label)}: {type_name(node.type)}"
            return f"{head} = {expression(node.default)}"
        case n.Team():
            return f"{node.name.text}{label(node.label)} seats {', '.join(str(seat) for seat in node.seats)}"
        case n.Enum():
            return f"enum {node.name.text}: {', '.join(v.name.text + label(v.label) for v in node.values)}"
        case n.Row():
            return f"{', '.join(range_(key) for key in node.keys)}: {expression(node.value, SUM)}"
        case n.Die():
            return f"die {node.name.text}: {', '.join(str(face) for face in node.faces)}"
        case n.BoardFields():
            return f"each {node.of.text} has {', '.join(_board_field(f) for f in node.fields)}"
        case n.Spaces():
            return f"spaces {names(node.names)}{_with(node.attrs)}"
        case n.Path():
            line = f"{node.line.text}: " if node.line else ""
            return f"path {line}{names(node.names, ' - ')}{_with(node.attrs)}"
        case n.Attribute():
            back = " on back" if node.on_back else ""
            return f"{node.name.text}: {type_name(node.type)}{back}{_default(node.default)}"
        case n.CardState():
            until = " until moved" if node.until_moved else ""
            return f"state {node.name.text}: {type_name(node.type)}{_default(node.default)}{until}"
        case n.Preset():
            return f"{node.name.text} = {expression(node.value, SUM)}"
        case n.Copies():
            return f"{node.count} {node.kind.text}{label(node.label)}{_with(node.attrs)}"
        case n.ZoneDecl():
            return f"zone {node.name.text}{_index(node.index)}{label(node.label)}: {', '.join(_zone_words(node))}"
        case n.FieldDecl():
            head = f"{node.name.text}{_index(node.index)}{label(node.label)}: {type_name(node.type)}"
            return head + _default(node.default) + (f" each {node.each.text}" if node.each else "")
        case n.Case():
            return f"{expression(node.value, TERNARY)}{condition('when', node.condition)}"
        case n.Holds():
            return f"holds {count(node.count)} where {expression(node.condition, TERNARY)}"
        case n.Wild():
            return f"wild {count(node.count)} where {expression(node.condition, TERNARY)}"
        case n.Same():
            return f"same {node.name.text}"
        case n.Different():
            return f"different {node.name.text}"
        case n.Consecutive():
            return f"consecutive {node.name.text}"
        case n.Total():
            return f"total {node.name.text} = {expression(node.value, SUM)}"
        case n.Size():
            return f"size {count(node.count)}"
        case _:
            assert_never(node)


def _default(node: n.Expr | None) -> str:
    return f" = {expression(node, SUM)}" if node is not None else ""


def _board_field(node: n.BoardField) -> str:
    each = f" each {node.each.text}" if node.each else ""
    return f"{node.name.text}: {type_name(node.type)}{_default(node.default)}{each}"


def _with(attrs: tuple[n.Attr, ...]) -> str:
    return f" with {', '.join(_attr(attr) for attr in attrs)}" if attrs else ""


def _attr(node: n.Attr) -> str:
    match node:
        case n.AttrValue():
            return f"{node.name.text} = {expression(node.value, SUM)}"
        case n.AttrEach():
            return f"each {node.name.text}" + (f" in {set_expression(node.source)}" if node.source else "")
        case n.AttrFlag():
            return node.name.text
        case _:
            assert_never(node)


def _index(node: n.Ident | n.Range | None) -> str:
    if node is None:
        return ""
    return f"[{node.text}]" if isinstance(node, n.Ident) else f"[{node.low}..{node.high}]"


def _zone_words(node: n.ZoneDecl) -> list[str]:
    starts = [f"starts with {name.text}" for name in node.starts_with]
    return [*node.sight, *starts, *(f"refills from {name.text}" for name in node.refills_from)]


