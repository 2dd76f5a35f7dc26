"""Several mistakes in one file: each item with a mistake gives one finding, the others are in the tree."""

from __future__ import annotations

from samples import FOLDER, HEAD, both, parsed, places, source

from rulekit.syntax import nodes as n


def test_two_broken_items_give_two_findings() -> None:
    text = source(FOLDER / "good" / "vampire.rules").text
    broken = text.replace("deck night:", "deck night", 1)
    broken = broken.replace("set starter to random(players)", "starter = random(players)", 1)
    tree, found = both(broken)
    assert [d.code.id for d in found] == ["RK029", "RK061"]
    assert [d.span.text for d in found] == ["", "starter = random(players)"]
    assert len(tree.items) == len(parsed(text).items) - 2


def test_items_after_an_unclosed_bracket_are_read() -> None:
    tree, found = both(HEAD + "define a = f(b\ndefine c = d\nscore p: (c\ncard e\n")
    assert [d.span.text for d in found] == ["(", "("]
    assert [type(item) for item in tree.items] == [n.Game, n.Define, n.Card]


def test_prose_in_column_0_is_one_finding() -> None:
    text = HEAD + "The players sit round the table.\nThen they draw cards.\n  And so on.\n(All of them.)\ncard a\n"
    assert places(text) == [(3, "RK043")]


def test_a_block_that_isnt_indented_is_one_finding() -> None:
    assert places(HEAD + "event e:\nshuffle pile\nshuffle waste\ncard a\n") == [(3, "RK028")]


def test_misspelt_items_behind_one_another() -> None:
    assert places(HEAD + "phse a:\n  do b\nevnt b:\n  do c\n") == [(3, "RK003"), (5, "RK003")]


def test_first_item() -> None:
    assert places("card a\n" + HEAD) == [(1, "RK040"), (2, "RK041")]
    assert places(HEAD + HEAD) == [(3, "RK041")]
    assert places('examples of "x.rules"\ncard a\n') == [(2, "RK042")]
    assert places('gme "x" for 2 players:\n  about "y"\ncard a\n') == [(1, "RK003")]


def test_except_at_top_level() -> None:
    assert places(HEAD + "except a = 3\n") == [(3, "RK067")]
    parsed(HEAD + "variant v:\n  except a = 3\ncard c:\n  except a(p): cancel\n")
