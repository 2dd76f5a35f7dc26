"""From tree to text: ``to_text(node)``, one canonical way to write each construct.

Takes any node, gives its text without a line end.  Promises: parsing what a tree prints gives an equal tree; brackets
stand only where the table of precedence needs them.  Comments aren't in the tree: to lay out a file that people wrote
there is ``layout.py``.
"""

from __future__ import annotations

from rulekit.syntax import nodes as n
from rulekit.syntax.print_data import data_lines
from rulekit.syntax.print_examples import example_lines, literal
from rulekit.syntax.print_expressions import SET, choice, expression, param, shape, type_name
from rulekit.syntax.print_rules import clause_lines, rule_lines, statement_lines


def to_text(node: n.Node) -> str:
    """The text of a node."""
    match node:
        case n.RulesFile():
            return _file(node)
        case n.Line():
            return "\n".join(line_lines(node))
        case n.Interval():
            return expression(node, SET)
        case n.Shape():
            return shape(node)
        case n.Choice():
            return choice(node)
        case n.Param():
            return param(node)
        case n.TypeName():
            return type_name(node)
        case n.CardItem() | n.LinkItem() | n.LiteralSet() | n.Range():
            return literal(node)
        case n.Ident():
            return node.text
        case n.Text():
            return f'"{node.value}"'
        case n.Cite():
            return f"@ {node.text}"
        case (
            n.Number() | n.String() | n.Name() | n.Person() | n.SetOf() | n.Dot() | n.Index() | n.Call() | n.Aggregate()
            | n.Pick() | n.Filter() | n.IfElse() | n.Binary() | n.Not() | n.Negative() | n.IsKind() | n.Has() | n.EndOf()
        ):
            return expression(node)
        case _:
            raise TypeError(f"{type(node).__name__} is printed only as a part of something else")


def line_lines(node: n.Line) -> list[str]:
    """The lines of anything that has a line of its own."""
    match node:
        case (
            n.Action() | n.Reaction() | n.Event() | n.Trigger() | n.Whenever() | n.WheneverSome() | n.Forbid()
            | n.ExceptValue() | n.ExceptEvent() | n.Phase() | n.Offer() | n.Score() | n.Winner() | n.WinnerWhere()
        ):
            return rule_lines(node)
        case n.When() | n.Choose() | n.Pay() | n.Then():
            return clause_lines(node)
        case (
            n.Move() | n.Deal() | n.Shuffle() | n.SetTo() | n.Add() | n.Take() | n.Let() | n.ChooseStmt() | n.Together()
            | n.Roll() | n.Show() | n.Do() | n.End() | n.Cancel() | n.If() | n.ForEach() | n.RepeatTimes()
            | n.RepeatUntil() | n.Ruling()
        ):
            return statement_lines(node)
        case (
            n.ExamplesOf() | n.Example() | n.WithOption() | n.WithVariant() | n.Given() | n.Play() | n.Expect() | n.PileIs()
            | n.ValueIs() | n.AtPhase() | n.Decision() | n.Rolls() | n.HoldsTrue() | n.May() | n.Sees() | n.Wins()
        ):
            return example_lines(node)
        case n.Variant():
            label = f' "{node.label.value}"' if node.label else ""
            lines = [f"variant {node.name.text}{label}:" + (f"  @ {node.cite.text}" if node.cite else "")]
            return lines + [f"  {line}" for item in node.items for line in line_lines(item)]
        case (
            n.Game() | n.Source() | n.About() | n.Designer() | n.Minutes() | n.Ages() | n.Option() | n.Teams() | n.Team()
            | n.Enum() | n.Table() | n.Row() | n.Die() | n.Board() | n.BoardFields() | n.Spaces() | n.Path() | n.Card()
            | n.Attribute() | n.CardState() | n.Preset() | n.Deck() | n.Copies() | n.Shared() | n.EachOwner() | n.ZoneDecl()
            | n.FieldDecl() | n.Define() | n.Case() | n.Pattern() | n.Holds() | n.Wild() | n.Same() | n.Different()
            | n.Consecutive() | n.Total() | n.Size()
        ):
            return data_lines(node)
        case _:
            raise TypeError(f"{type(node).__name__} is printed only as a part of something else")


def _file(file: n.RulesFile) -> str:
    """The items, with an empty line between two unless both are single lines of one sort."""
    parts: list[str] = []
    before: tuple[type[n.Node], bool] | None = None
    for item in file.items:
        lines = line_lines(item)
        now = (type(item), len(lines) == 1)
        close = before is not None and before[1] and now[1] and (before[0] is now[0] or now[0] is n.Ruling)
        if parts and not close:
            parts.append("")
        parts += lines
        before = now
    return "\n".join(parts)
