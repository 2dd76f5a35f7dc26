"""Layout and characters: whatever an editor, a PDF or another system puts into a file."""

from __future__ import annotations

import pytest
from samples import HEAD, both, parsed, places

from rulekit.syntax import nodes as n

EVENT = "event prepare:\n  shuffle pile\n  shuffle waste\n"


def body(text: str) -> int:
    """How many statements the event of a text has."""
    event = parsed(HEAD + text).items[1]
    assert isinstance(event, n.Event)
    assert event.suite is not None
    return len(event.suite.body)


@pytest.mark.parametrize(
    "text",
    [
        EVENT,
        EVENT.rstrip("\n"),
        "event prepare:\n# a comment in column 0\n  shuffle pile\n  shuffle waste\n",
        "event prepare:\n  shuffle pile\n# in between\n  shuffle waste\n",
        "event prepare:\n  shuffle pile\n      # indented deeper\n  shuffle waste\n",
        "event prepare:\n    # before the block begins\n  shuffle pile\n  shuffle waste\n",
        "event prepare:   # behind the header\n  shuffle pile  # behind a line\n  shuffle waste\n  # at the end",
        "event prepare:\n\n  shuffle pile\n   \n\n  shuffle waste\n\n\n",
        "event prepare:\n   shuffle pile\n   shuffle waste\n",
        "event  prepare :\n  shuffle   pile  \n  shuffle\twaste\t\n",
        "event prepare:  @ Setup\n  shuffle pile  @ Setup # and why\n  shuffle waste @\n",
        "event prepare:\n  shuffle first(\n    pile\n,\nwaste\n)\n  shuffle waste\n",
        "event prepare:\n  shuffle first(pile,  # a comment in brackets\n waste)\n  shuffle waste\n",
    ],
)
def test_layouts_that_mean_the_same(text: str) -> None:
    assert body(text) == 2
    assert body(text.replace("\n", "\r\n")) == 2


def test_crlf_gives_the_same_tree() -> None:
    assert parsed((HEAD + EVENT).replace("\n", "\r\n")) == parsed(HEAD + EVENT)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("event e:\n\tshuffle pile\n", [(4, "RK010")]),
        ("event e:\n  if a:\n  \tshuffle pile\n", [(5, "RK010")]),
        ("event e:\n\u00a0 shuffle pile\n", [(4, "RK011")]),
        ("event e:\n  shuffle\u00a0pile\n", [(4, "RK011")]),
        ("ruling \u201cno\u201d\n", [(3, "RK011")]),
        ("ruling \u201eno\u201c\n", [(3, "RK011")]),
        ("ruling \u00abno\u00bb\n", [(3, "RK011")]),
        ('ruling "no\u201d\n', [(3, "RK013")]),
        ("ruling \u2018no\u2019\n", [(3, "RK011")]),
        ("define a = 3 \u2212 2\n", [(3, "RK011")]),
        ("define a = 3 \u2013 2\n", [(3, "RK011")]),
        ("define a = 3 \u00d7 2\n", [(3, "RK011")]),
        ("define a = b \u2264 2\n", [(3, "RK011")]),
        ("define a = b\u200b\n", [(3, "RK011")]),
        ("define a = b\u2028\n", [(3, "RK011")]),
        ("define a = b \x0c\n", [(3, "RK011")]),
        ("define a = b  # \x1b[31m\n", [(3, "RK011")]),
        ('ruling "\x1b[31m"\n', [(3, "RK013")]),
        ('ruling "\u202eevil"\n', [(3, "RK013")]),
        ("define a = b\rdefine c = d\n", [(3, "RK012")]),
        ("define a = 3 \U0001f600\n", [(3, "RK012")]),
        ("event e:\n    shuffle a\n  shuffle b\n", [(5, "RK025")]),
        ("event e:\n  shuffle a\n    shuffle b\n", [(5, "RK026")]),
        (" event e:\n  shuffle a\n", [(3, "RK027")]),
        ("define a = (b\ndefine c = d\n", [(3, "RK031")]),
        ("define a = (b\n", [(3, "RK031")]),
        ("define a = b[c\n", [(3, "RK031")]),
        ("define a = {b, (c}\n", [(3, "RK032")]),
        ("define a = b)\n", [(3, "RK032")]),
        ("event e:\n  move top of (pile to hand\n  shuffle pile\n", [(4, "RK031")]),
        ("define a = " + "(" * 64 + "1" + ")" * 64 + "\n", []),
        ("define a = " + "(" * 65 + "1" + ")" * 65 + "\n", [(3, "RK033")]),
        ("define a = 1" + " + 1" * 64 + "\n", []),
        ("define a = 1" + " + 1" * 65 + "\n", [(3, "RK033")]),
        ("define a = 1" + " + 1" * 5000 + "\n", [(3, "RK033")]),
        ("define a = " + "not " * 5000 + "b\n", [(3, "RK033")]),
        ("define a = " + "- " * 5000 + "b\n", [(3, "RK033")]),
        ("define a = b" + ".b" * 5000 + "\n", [(3, "RK033")]),
        ("define a = " + "b if c otherwise " * 5000 + "d\n", [(3, "RK033")]),
        ("define a = f(" + "b, " * 5000 + "b)\n", []),
        ("enum a: b" + ", b" * 5000 + "\n", []),
        ("event e:\n" + "".join("  " * k + "if a:\n" for k in range(1, 64)) + "  " * 64 + "cancel\n", []),
        ("event e:\n" + "".join("  " * k + "if a:\n" for k in range(1, 65)) + "  " * 65 + "cancel\n", [(68, "RK033")]),
        ("define a = " + "9" * 5000 + "\n", [(3, "RK019")]),
        ("define a = 1000000000000\n", []),
        ("define a = 1000000000001\n", [(3, "RK019")]),
    ],
)
def test_characters_and_layout(text: str, found: list[tuple[int, str]]) -> None:
    assert places(HEAD + text) == found


def test_byte_order_mark() -> None:
    _, found = both("\ufeff" + HEAD)
    assert [(d.span.start, d.code.id) for d in found] == [(0, "RK011")]
    assert found[0].fix is not None
    assert found[0].fix.replacement == ""


@pytest.mark.parametrize("text", ["", "\n", "   \n\n", "# only a comment", "# only\n  # comments\n\n"])
def test_empty_files(text: str) -> None:
    tree, found = both(text)
    assert tree.items == ()
    assert [d.code.id for d in found] == ["RK040"]


def test_huge_files() -> None:
    assert [d.code.id for d in both("a" * (2**20 + 1))[1]] == ["RK033"]
    found = both(HEAD + "define\n" * 1000)[1]
    assert len(found) == 101
    assert found[-1].code.id == "RK033"
