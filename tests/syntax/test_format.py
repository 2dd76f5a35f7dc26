"""The formatter: one layout, nothing lost, nothing changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from samples import BAD, GOOD, HEAD, parsed, source

from rulekit.source import SourceFile
from rulekit.syntax import format_text
from rulekit.syntax.scan import scan


def laid_out(text: str) -> str:
    result = format_text(SourceFile("sample.rules", text))
    assert result is not None
    return result


def comments(file: SourceFile) -> list[str]:
    return [file.text[c.start : c.end].rstrip() for c in scan(file).comments]


def cites(file: SourceFile) -> list[str]:
    tokens = [token for chunk in scan(file).chunks for token in chunk.tokens]
    return [" ".join(token.text[1:].split()) for token in tokens if token.kind == "NL" and token.text]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_files(path: Path) -> None:
    file = source(path)
    text = laid_out(file.text)
    again = SourceFile("again", text)
    assert laid_out(text) == text
    assert parsed(text) == parsed(file.text)
    assert comments(again) == comments(file)
    assert cites(again) == cites(file)
    assert not re.search(r"[ \t]\n|\n\n\n|\t|\r", text)
    assert re.sub(r"\s", "", text) == re.sub(r"\s", "", file.text)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_files_arent_touched(path: Path) -> None:
    assert format_text(source(path)) is None


MESSY = """


game   "Pairs" for 2 .. 4 players :   @main:Title
      about "Collect pairs."
      source main   "Rulebook"
# A comment.
shared :   # of all
    zone pile[ 1 .. 3 ] "the pile" :face up ,starts with coins


    # inside the block
    pot : number 0 .. =0

         # at its end
event prepare( p:player , q ) :
   move top 2 of pile to bottom of p . hand   @   main :  Setup   # and why
   choose ( n+1 )  k  in { 1 ..3 } where -it+2*( it-1 ) >-3 by p
   choose 2 .. cards in p.hand by p
   if a :shuffle pile
      # on a statement
   otherwise :
        let x = f(  # the first
  a ,
        # alone
        b
)
   # last
action pass_on by p
    # far away
"""

NEAT = """game "Pairs" for 2..4 players:  @ main:Title
  about "Collect pairs."
  source main "Rulebook"
# A comment.
shared:                         # of all
  zone pile[1..3] "the pile": face up, starts with coins

  # inside the block
  pot: number 0.. = 0

  # at its end
event prepare(p: player, q):
  move top 2 of pile to bottom of p.hand  @ main :  Setup  # and why
  choose (n + 1) k in {1..3} where -it + 2 * (it - 1) > -3 by p
  choose 2.. cards in p.hand by p
  if a: shuffle pile
  # on a statement
  otherwise:
    let x = f(                  # the first
      a,
      # alone
      b
    )
  # last
action pass_on by p
# far away
"""


def test_messy() -> None:
    text = laid_out(MESSY)
    column = max(len(line.split("@")[0].rstrip()) for line in text.split("\n") if "@" in line) + 2
    assert [re.sub(r" {2,}(?=[@#])", "  ", line) for line in text.split("\n")] == [
        re.sub(r" {2,}(?=[@#])", "  ", line) for line in NEAT.split("\n")
    ]
    for line in text.split("\n"):
        note = re.search(r"\S( +)([@#].*)", line)
        if note:
            assert note.start(2) == column, line
    assert laid_out(text) == text
    assert laid_out(MESSY.replace("\n", "\r\n")) == text


def test_notes_behind_long_lines() -> None:
    long = f"define {'a' * 80} = 1"
    text = laid_out(f"{HEAD}{long} # long\ndefine b = 2 # short\n")
    assert text.endswith(f"{long}  # long\ndefine b = 2  # short\n")


@pytest.mark.parametrize(
    "line",
    [
        "define f = a - -b", "define f = -(a + b)", "define f = {-1, a - 1}", "define f = place[first(a)].b", "define f = (a)(b)",
        "define f = top (n + 1) of a + bottom n of b", "die d: -1, 2", "card a:", "path x", "forbid a, b when c",
    ],
)  # fmt: skip
def test_spaces(line: str) -> None:
    result = format_text(SourceFile("x", HEAD + line + "\n"))
    assert result is None or result == HEAD + line + "\n"


def test_spaces_of_examples() -> None:
    text = (
        f'{HEAD}example "x" with Ann, Ben:\n  given:\n    Ann.hand: 2 coin gray -1, note "Big" with worn = -2 nth 2\n'
        "    Ann.at = m2 - m3\n  play:\n    Ann hunt(gray, {3 coin 1, k = 1..3})\n"
    )
    good = text.replace("k = 1..3", "note")
    assert laid_out(good) == good
