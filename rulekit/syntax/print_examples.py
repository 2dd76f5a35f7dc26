"""The printer's part for examples.  See ``printer.py``."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from rulekit.syntax import nodes as n
from rulekit.syntax.print_expressions import POST, cited, expression, label, nested, range_, set_expression
from rulekit.syntax.print_rules import statement_lines

PartLine: TypeAlias = n.PileIs | n.ValueIs | n.AtPhase | n.Decision | n.Rolls | n.HoldsTrue | n.May | n.Sees | n.Wins


def example_lines(node: n.ExamplesOf | n.Example | n.ExampleLine | PartLine) -> list[str]:
    """The lines of an example or of a part of one."""
    match node:
        case n.ExamplesOf():
            return [cited(f'examples of "{node.path.value}"', node)]
        case n.Example():
            seats = f" with {', '.join(person.text for person in node.seats)}" if node.seats else ""
            return _block(f'example "{node.title.value}"{seats}:', node, node.body)
        case n.WithOption():
            return [cited(f"option {node.name.text} = {literal(node.value)}", node)]
        case n.WithVariant():
            return [cited(f"variant {node.name.text}", node)]
        case n.Given():
            after = f" after {node.after.text}" if node.after else ""
            return _block(f"given{after}:", node, node.body)
        case n.Play():
            return _block("play:", node, node.body)
        case n.Expect():
            return _block("expect:", node, node.body)
        case n.Ruling():
            return statement_lines(node)
        case _:
            return [cited(_line(node), node)]


def _block(head: str, node: n.Line, body: tuple[n.ExampleLine | PartLine, ...]) -> list[str]:
    return [cited(head, node), *nested([line for part in body for line in example_lines(part)])]


def _line(node: PartLine) -> str:
    match node:
        case n.PileIs():
            cards = ", ".join(literal(card) for card in node.cards) or "nothing"
            return f"{expression(node.zone, POST)}: {'only ' if node.only else ''}{cards}"
        case n.ValueIs():
            return f"{expression(node.target, POST)} = {literal(node.value)}"
        case n.AtPhase():
            return f"phase {node.phase.text}{_of(node.of)}"
        case n.Decision():
            until = f" until phase {node.until.phase.text}{_of(node.until.of)}" if node.until else ""
            what = "declines" if isinstance(node.what, n.DeclineItem) else choosable(node.what)
            return f"{node.who.text} {what}{until}"
        case n.Rolls():
            return "roll " + ", ".join(f"{die.text} {value}" for die, value in node.rolls)
        case n.HoldsTrue():
            return expression(node.condition)
        case n.May():
            return f"{node.who.text} {node.form} {', '.join(choosable(item) for item in node.items)}"
        case n.Sees():
            return f"{node.who.text} {'does not see' if node.negated else 'sees'} {set_expression(node.cards)}"
        case n.Wins():
            return f"winner: {', '.join(who.text for who in node.who) or 'nothing'}"
        case _:
            assert_never(node)


def _of(person: n.Person | None) -> str:
    return f" of {person.text}" if person else ""


def choosable(node: n.Choosable) -> str:
    """An option, the answer to a choice, or declining."""
    match node:
        case n.OptionItem():
            choices = ", ".join((f"{c.name.text} = " if c.name else "") + literal(c.value) for c in node.choices)
            return node.name.text + (f"({choices})" if choices else "")
        case n.PickItem():
            return f"{node.name.text} = {literal(node.value)}"
        case n.DeclineItem():
            return "decline"
        case _:
            assert_never(node)


def literal(node: n.Literal) -> str:
    """A value in an example."""
    match node:
        case n.Number():
            return str(node.value)
        case n.Range():
            return range_(node) if node.high != node.low else f"{node.low}..{node.high}"
        case n.Person():
            return node.text
        case n.String():
            return f'"{node.value}"'
        case n.LinkItem():
            return f"{node.start.text} - {node.end.text}"
        case n.CardItem():
            return _card(node)
        case n.LiteralSet():
            return f"{{{', '.join(literal(item) for item in node.items)}}}"
        case _:
            assert_never(node)


def _card(node: n.CardItem) -> str:
    words = [str(node.count)] if node.count is not None else []
    words.append(node.name.text + label(node.label))
    words += [value.text if isinstance(value, n.Ident) else str(value.value) for value in node.values]
    for name, value in node.states:
        shown = "" if value is None else f" = {value.value if isinstance(value, n.Number) else value.text}"
        words.append(f"with {name.text}{shown}")
    if node.nth is not None:
        words.append(f"nth {node.nth}")
    return " ".join(words)
