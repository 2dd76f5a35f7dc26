"""What editors ask, without a protocol: positions, names, outline, renames, words."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulekit.analysis.names import PREDEFINED
from rulekit.play.rules import Rules
from rulekit.report.editor.complete import complete
from rulekit.report.editor.edits import Edit, apply, difference, formatted, mended, renamable, renamed
from rulekit.report.editor.hover import hover
from rulekit.report.editor.known import known
from rulekit.report.editor.outline import Symbol, outline
from rulekit.report.editor.positions import Positions
from rulekit.report.editor.reading import Reading
from rulekit.report.editor.walk import inner
from rulekit.report.editor.words import EXPLAINED
from rulekit.source import SourceFile
from rulekit.syntax import nodes

ROOT = Path(__file__).parents[2]
found = re.search(r"```rules\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
assert found
ORCHARD = found.group(1)
GAMES = sorted((ROOT / "games").rglob("*.rules"))


def reading(text: str, name: str = "orchard.rules") -> Reading:
    return Reading(SourceFile(name, text))


def game(path: Path) -> Reading:
    return reading(path.read_bytes().decode("utf-8"), str(path))


@pytest.mark.parametrize(
    ("text", "encoding", "pairs"),
    [
        ("ab\ncd", "utf-16", [(0, (0, 0)), (2, (0, 2)), (3, (1, 0)), (5, (1, 2))]),
        ("a\r\nb\rc", "utf-16", [(1, (0, 1)), (3, (1, 0)), (4, (1, 1)), (5, (2, 0))]),
        ("\N{GRAPES}x\u00e9y", "utf-16", [(0, (0, 0)), (1, (0, 2)), (2, (0, 3)), (3, (0, 4))]),
        ("\N{GRAPES}x\u00e9y", "utf-8", [(0, (0, 0)), (1, (0, 4)), (2, (0, 5)), (3, (0, 7))]),
        ("\N{GRAPES}x\u00e9y", "utf-32", [(0, (0, 0)), (1, (0, 1)), (2, (0, 2)), (3, (0, 3))]),
        ("\t\u2028\x0c|", "utf-16", [(0, (0, 0)), (3, (0, 3))]),
    ],
)
def test_positions_there_and_back(text: str, encoding: str, pairs: list[tuple[int, tuple[int, int]]]) -> None:
    positions = Positions(text, encoding)
    for offset, position in pairs:
        assert positions.position(offset) == position
        assert positions.offset(*position) == offset


def test_positions_outside_the_text() -> None:
    positions = Positions("a\N{GRAPES}\r\nb")
    assert positions.offset(0, 2) == 1  # inside the pair of code units
    assert (positions.offset(0, 99), positions.offset(9, 0), positions.offset(-1, 5)) == (2, 5, 0)
    assert (positions.position(3), positions.position(99), positions.position(-4)) == ((0, 3), (1, 1), (0, 0))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_name_is_known(path: Path) -> None:
    """Whatever isn't a word of the language has a meaning, and stands where it is declared."""
    one = game(path)
    assert one.model is not None
    names = {(place.start, place.end) for place in one.occurrences.found}
    for node in inner(one.rules.tree):
        if isinstance(node, nodes.Ident | nodes.Name) and node.text not in PREDEFINED | {"options"}:
            assert (node.span.start, node.span.end) in names, (node.span.line, node.text)
    for place in one.occurrences.found:
        for target in place.targets:
            assert target.place.text == target.name == one.file.text[place.start : place.end]


def test_a_member_is_that_of_its_owner() -> None:
    text = ORCHARD.replace("shared:\n", "card stone:\n  points: number 1..5\nshared:\n").replace(
        "  4 fruit with each points in 1..5\n", "  4 fruit with each points in 1..5\n  1 stone with points = 2\n"
    )
    one = reading(text)
    by_line = [(place.declares, one.file.line_column(place.start)[0], [t.place.line for t in place.targets])
               for place in one.occurrences.found if text[place.start : place.end] == "points"]  # fmt: skip
    fruit, stone = 5, 11
    assert (True, fruit, [fruit]) in by_line and (True, stone, [stone]) in by_line
    assert (False, 7, [fruit]) in by_line and (False, 8, [stone]) in by_line


def test_names_in_a_file_with_errors_are_found() -> None:
    one = reading(ORCHARD.replace("shuffle pile", "shuffle pyle").replace("action draw_fruit", "action :"))
    place = one.occurrences.at(one.file.text.index("stall to p.basket"))
    assert place is not None and place.targets[0].place.text == "stall"
    assert renamable(one, place.start) == "'stall' can't be renamed while the file has errors"


@pytest.mark.parametrize("path", [path for path in GAMES if path.stat().st_size < 10_000], ids=lambda path: path.stem)
def test_every_name_can_be_renamed_or_says_why_not(path: Path) -> None:
    one = game(path)
    seen = set()
    for place in one.occurrences.found:
        key = place.targets[0].key
        if key in seen:
            continue
        seen.add(key)
        edits = renamed(one, place.start, "another_name")
        assert not isinstance(edits, str), edits
        after = Rules(SourceFile(one.file.name, apply(one.file.text, edits)))
        assert [d.code.id for d in after.diagnostics] == [d.code.id for d in one.diagnostics]


def test_a_rename_that_would_catch_another_name_is_refused() -> None:
    one = reading(ORCHARD.replace("score p: sum(points over p.basket)", "define worth(q) = sum(points over x in q.basket)\nscore p: worth(p)"))
    assert one.diagnostics == ()
    told = renamed(one, one.file.text.index("x in q.basket"), "points")
    assert isinstance(told, str) and told.startswith("'x' can't be called 'points': ")
    told = renamed(one, one.file.text.index("x in q.basket"), "q")
    assert isinstance(told, str) and told.startswith("'x' can't be called 'q': ")
    fine = renamed(one, one.file.text.index("x in q.basket"), "y")
    assert isinstance(fine, list) and len(fine) == 1


def test_the_outline_is_a_tree() -> None:
    for path in GAMES:
        one = game(path)

        def check(symbols: tuple[Symbol, ...], low: int, high: int) -> int:
            for symbol in symbols:
                assert low <= symbol.start <= symbol.name_start <= symbol.name_end <= symbol.end <= high and symbol.name
                check(symbol.children, symbol.start, symbol.end)
            return len(symbols)

        assert check(outline(one.rules.tree), 0, len(one.file.text)) > 5


def test_hover_tells_what_touches_a_rule_and_quotes_what_looks_like_markdown() -> None:
    text = ORCHARD.replace('"draw from the pile"', '"*draw* [it](x) `now`"') + (
        "variant hard:\n  forbid draw_fruit when count(stall) > 1\nwhen take_fruit(p) happens: shuffle pile\n"
    )
    one = reading(text)
    assert one.diagnostics == ()
    told = hover(one, text.index("draw_fruit", text.index("action draw")))
    assert told is not None and "\\*draw\\* \\[it\\](x) \\`now\\`" in told[2]
    assert "Forbidden by:" in told[2] and "(variant `hard`)" in told[2] and "Offered by:" in told[2]
    told = hover(one, text.index("take_fruit", text.index("action take")))
    assert told is not None and "Triggers: what follows by itself:" in told[2] and "when take_fruit(p) happens" in told[2]
    told = hover(one, text.index("shuffle"))
    assert told is not None and told[2] == "a 'shuffle', for example\n\n```rules\nshuffle pile\n```"
    assert hover(one, text.index("Orchard")) is None


def test_every_predefined_word_is_explained() -> None:
    assert set(EXPLAINED) == PREDEFINED


def test_differences_give_the_new_text() -> None:
    chance = random.Random(3)
    for _ in range(200):
        old, new = ("".join(chance.choice(["a\n", "b\n", "\r\n", "c", "\n"]) for _ in range(chance.randrange(8))) for _ in "ab")
        assert apply(old, difference(old, new)) == new
    assert difference("a\nb\nc\n", "a\nx\nc\n") == [Edit(2, 4, "x\n")]


def test_layout_and_fixes() -> None:
    assert formatted(SourceFile("x", ORCHARD)) == []
    assert formatted(SourceFile("x", ORCHARD.replace("event prepare:", "event prepare"))) is None
    assert mended(SourceFile("x", ORCHARD.replace("count(pile) = 0", "count(pile) == 0"))) == ORCHARD


@pytest.mark.parametrize("seed", range(12))
def test_any_text_has_answers(seed: int) -> None:
    """Mutated games: nothing raises, and what is found lies in the text."""
    chance = random.Random(seed)
    source = chance.choice([path for path in GAMES if path.stat().st_size < 40_000]).read_text(encoding="utf-8")
    names = known(reading(source))
    lines = source.split("\n")
    for _ in range(4):
        mutated = list(lines)
        for _ in range(chance.randrange(1, 5)):
            at = chance.randrange(len(mutated))
            match chance.randrange(5):
                case 0:
                    del mutated[at : at + chance.randrange(1, 4)]
                case 1:
                    mutated[at] = mutated[at][: len(mutated[at]) // 2]
                case 2:
                    mutated[at] = chance.choice(["\t", "\x00", "(", '"', "\ud800", "\N{GRAPES}", "  " * 40]) + mutated[at]
                case 3:
                    mutated.insert(at, chance.choice(lines))
                case _:
                    mutated[at] = re.sub(r"[a-z_]+", lambda _: chance.choice(source.split()), mutated[at], count=2)
        text = chance.choice(["\n", "\r\n"]).join(mutated)
        one = reading(text)
        outline(one.rules.tree)
        formatted(one.file)
        assert all(0 <= place.start < place.end <= len(text) for place in one.occurrences.found)
        for _ in range(25):
            at = chance.randrange(len(text) + 1)
            hover(one, at)
            complete(one.file, at, names)
            renamable(one, at)
            assert one.positions.offset(*one.positions.position(at)) <= at


def test_without_the_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib

    from click.testing import CliRunner
    from rulekit.cli.main import cli

    command = importlib.import_module("rulekit.cli.commands.lsp")
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    result = CliRunner().invoke(cli, ["lsp"])
    assert result.exit_code == 2
    assert result.stderr == "rulekit: the language server needs pygls: python -m pip install 'rulekit[lsp]'\n"
