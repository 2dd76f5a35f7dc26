"""What the printer writes is read back as the same tree, with no bracket too many."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any, Union, get_args, get_origin

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from samples import GOOD, HEAD, parsed, source
from trees import expressions, hints, trees

from rulekit.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax import to_text

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], max_examples=400)


def value_of(text: str) -> n.Expr:
    define = parsed(f"{HEAD}define x = {text}\n").items[1]
    assert isinstance(define, n.Define)
    return define.value


@given(expressions())
@CALM
def test_expressions(node: n.Expr) -> None:
    assert value_of(to_text(node)) == node


@given(trees())
@CALM
def test_trees(tree: n.RulesFile) -> None:
    text = to_text(tree)
    again = parsed(text)
    assert again == tree
    assert to_text(again) == text


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_files(path: Path) -> None:
    tree = parsed(source(path).text)
    text = to_text(tree)
    assert parsed(text) == tree
    assert to_text(parsed(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "a or b and not c = d + e * -f.g[h]", "(a or b) and c", "not (a and b)", "(not a) = b", "a - (b - c)", "a - b - c",
        "a / (b * c)",
        "-(a + b)", "--a", "(-a).b", "(top 2 of a).b", "top of a.b", "top n of a", "top (n + 1) of a", "bottom 3 of a[b]",
        "a if b otherwise c if d otherwise e", "(a if b otherwise c) if d otherwise e",
        "a if (b if c otherwise d) otherwise e",
        "a where b if c otherwise d", "(a where b) where c", "a where (b where c)", "f(a where b, c)",
        "f(a where b over c in d where e)",
        "f(a over {1..3})", "f(a over 1..b + 1)", "f(a over (b where c) where d)", "best(a where b by -c)", "{}", "{a}",
        "{1..a + 1}",
        "{(a where b)}", "a is not b", "(a is b) = c", "a has b(c)", "a in {b, c}", "(a = b) = c", "a mod b", '"x"', "Ann.coins",
        "a + b in c + d", "not a in b",
    ],
)  # fmt: skip
def test_brackets_stand_only_where_needed(text: str) -> None:
    printed = to_text(value_of(text))
    assert printed == (text if text != "{(a where b)}" else "{a where b}")


def test_printing_follows_what_was_written() -> None:
    text = (
        f"{HEAD}\nevent e(p: player):  @ main: Setup\n  if a: shuffle b\n"
        "  otherwise if c:\n    shuffle d\n    shuffle e  @ here\n"
        '  otherwise: cancel\n\nscore p: p.coins  @ main: End\nruling "So it is."'
    )
    assert to_text(parsed(text)) == text


# ---------------------------------------------------------------- every field holds what its type says


def fits(value: Any, kind: Any) -> bool:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return any(fits(value, option) for option in get_args(kind))
    if origin is tuple:
        args = get_args(kind)
        if not isinstance(value, tuple):
            return False
        if len(args) == 2 and args[1] is Ellipsis:
            return all(fits(item, args[0]) for item in value)
        return len(args) == len(value) and all(fits(item, arg) for item, arg in zip(value, args, strict=True))
    if kind is None:
        return value is None
    return type(value) is kind


def walk(node: Any) -> Any:
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif isinstance(node, n.Node):
        yield node
        for field in attrs.fields(type(node)):
            yield from walk(getattr(node, field.name))


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_fields_and_spans(path: Path) -> None:
    """Types as declared; spans inside each other, without blanks and line ends at their ends."""
    file = source(path)
    for node in walk(parsed(file.text)):
        for name, kind in hints(type(node)).items():
            assert fits(getattr(node, name), kind), (type(node).__name__, name, getattr(node, name))
        assert isinstance(node.span, Span)
        text = node.span.text
        if not isinstance(node, n.RulesFile):
            assert text == text.strip() != "", (type(node).__name__, text)
            for field in attrs.fields(type(node)):
                for inner in walk(getattr(node, field.name)):
                    if not isinstance(inner, n.Cite):
                        assert node.span.start <= inner.span.start <= inner.span.end <= node.span.end


def test_exact_spans() -> None:
    text = f"{HEAD}event e:  @ main: Setup  # why\n  move top 2 of a to b.c  # what\n\n"
    text += "  # then\n  shuffle a\n\n# end\n\ncard d  # so\n"
    _, event, card = parsed(text).items
    assert isinstance(event, n.Event)
    assert event.span.text.startswith("event e:")
    assert event.span.text.endswith("shuffle a")
    assert event.cite is not None
    assert event.cite.span.text == "@ main: Setup"
    assert event.suite is not None
    move = event.suite.body[0]
    assert isinstance(move, n.Move)
    assert move.span.text == "move top 2 of a to b.c"
    assert move.cards.span.text == "top 2 of a"
    assert move.target.span.text == "b.c"
    assert card.span.text == "card d"
