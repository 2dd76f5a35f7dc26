"""``graph``: what is written is Mermaid and DOT whatever the labels are, tells all of the rules, and is the same every time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_samples import Invoke, Run, one_line
from lark import Lark

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.stem for path in (ROOT / "games").rglob("*.rules"))
DOT = Lark(
    r"""
    start: ("digraph" | "graph") ID "{" stmt* "}"
    ?stmt: (attr | node | edge | group | defaults) ";" | group
    group: "subgraph" ID "{" stmt* "}"
    defaults: "node" settings
    attr: NAME "=" ID
    node: ID settings
    edge: ID ("->" | "--") ID settings?
    settings: "[" attr_in ("," attr_in)* "]"
    attr_in: NAME "=" (ID | NAME)
    NAME: /[a-z]+/
    ID: /"(\\.|[^"\\])*"/
    %ignore /\s+/
    """,
    parser="lalr",
)
TEXT = r'"(?:[\w .,:\'+\-=/()]|#\d+;|<br/>)*"'
MERMAID = [
    r"---",
    r"title: \".*\"",
    r"flowchart (TD|LR)",
    rf" +subgraph n_\w+\[{TEXT}\]",
    r" +end",
    rf" +n_\w+(\[{TEXT}\]|\({TEXT}\)|\(\[{TEXT}\]\)|\[\({TEXT}\)\])",
    rf"  n_\w+ (-->|---|-\.->|-\.-|==>|===)(\|{TEXT}\|)? n_\w+",
]


def is_mermaid(text: str) -> bool:
    lines = text.splitlines()
    known = set(re.findall(r"^ +(n_\w+)[\[(]", text, re.M))
    ends = {name for line in lines for name in re.findall(r"^  (n_\w+) .* (n_\w+)$", line) for name in name}
    bad = [line for line in lines if not any(re.fullmatch(pattern, line) for pattern in MERMAID)]
    assert not bad
    return ends <= known and text.count("subgraph ") == len([line for line in lines if line.strip() == "end"])


@pytest.mark.parametrize("what", ["phases", "board", "information"])
@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_game_has_its_diagrams(invoke: Invoke, game: str, what: str) -> None:
    for form in ("mermaid", "dot"):
        result = invoke("graph", game, "--what", what, "--format", form)
        if what == "board" and result.exit_code == 2:
            assert one_line(result.stderr) and "has no board" in result.stderr
            continue
        assert (result.exit_code, result.stderr) == (0, "")
        assert is_mermaid(result.stdout) if form == "mermaid" else DOT.parse(result.stdout)


def test_the_same_text_with_every_hash_seed(rulekit: Run) -> None:
    for what in ("phases", "information"):
        texts = {rulekit("graph", "vampire", "--what", what, PYTHONHASHSEED=str(k)).stdout for k in (0, 1, 2)}
        assert len(texts) == 1 and texts.pop().startswith("---\ntitle: ")


def test_the_course_of_play(invoke: Invoke, orchard: Path) -> None:
    text = invoke("graph", orchard).stdout
    assert 'subgraph n_phase_turn["phase turn cycle p in players until count(pile) = 0"]' in text
    assert 'n_turn_0(["must do one of<br/>take_fruit: take the fruit on the stall<br/>draw_fruit: draw from the pile"])' in text
    assert '  n_game_0 --> n_turn_0\n' in text and '  n_turn_0 -.->|"next turn"| n_turn_0\n' in text


def test_who_sees_what(invoke: Invoke, orchard: Path) -> None:
    text = invoke("graph", orchard, "--what", "information", "--format", "dot").stdout
    nobody = text.index("nobody sees")
    assert text.index("everybody sees") < text.index('"zone_basket"') < nobody < text.index('"zone_pile" [')
    assert '"deck_fruits" -> "zone_pile";' in text
    assert '"zone_pile" -> "zone_stall" [label="prepare\\ntake_fruit", style="bold"];' in text
    assert '"zone_stall" -> "zone_basket" [label="take_fruit"];' in text
    assert '"zone_pile" -> "zone_basket" [label="draw_fruit", style="bold"];' in text


HANDED_ON = """
event fate(p: player):
  let c = top of pile
  move c to stall
  if count(stall) > 5:
    move c to bottom of pile
  move c to p.basket
  show top 2 of pile to p
"""


def test_cards_are_followed_through_a_rule(invoke: Invoke, orchard: Path) -> None:
    rules = orchard.read_text(encoding="utf-8")
    orchard.write_text(rules.replace("\nphase game:\n  do prepare\n", HANDED_ON + "\nphase game:\n  do prepare\n  do fate(first(players))\n"))
    text = invoke("graph", orchard, "--what", "information").stdout
    assert 'n_zone_pile ==>|"prepare<br/>fate<br/>take_fruit"| n_zone_stall' in text
    assert re.search(r'n_zone_stall -->\|"[^|]*fate[^|]*"\| n_zone_pile', text)
    assert re.search(r'n_zone_stall -->\|"[^|]*fate[^|]*"\| n_zone_basket', text)
    assert re.search(r'n_zone_pile ==>\|"[^|]*fate[^|]*"\| n_zone_basket', text)
    assert 'n_zone_pile -.->|"fate"| n_shown' in text


@pytest.mark.parametrize("label", ["a] --> b; <b>#quot;", "back\\slash", "| end | `code` {x}", "ümläut – “quotes” %% & $", "'];[\""[:-1]])
def test_labels_stay_labels(invoke: Invoke, orchard: Path, label: str) -> None:
    rules = orchard.read_text(encoding="utf-8").replace('"the stall"', f'"{label}"').replace('"draw from the pile"', f'"{label}"')
    orchard.write_text(rules.replace('game "Orchard"', f'game "Orchard {label}"'), encoding="utf-8")
    for what in ("phases", "information"):
        mermaid = invoke("graph", orchard, "--what", what)
        assert mermaid.exit_code == 0, mermaid.stderr
        assert is_mermaid(mermaid.stdout)
        DOT.parse(invoke("graph", orchard, "--what", what, "--format", "dot").stdout)


def test_the_board_has_every_space_and_link(invoke: Invoke) -> None:
    text = invoke("graph", "jagd_der_vampire", "--what", "board", "--format", "dot").stdout
    assert text.startswith('graph "') and 'layout="neato"' in text
    assert len(re.findall(r'pos="[\d.]+,-?\d+!"', text)) == 30 and text.count(" -- ") == 39
    assert '"m2" -- "m3" [label="chasm", style="dashed"];' in text


def test_errors_as_usual(invoke: Invoke, broken: Path, orchard: Path) -> None:
    result = invoke("graph", broken)
    assert (result.exit_code, result.stdout) == (1, "") and "did you mean 'pile'" in result.stderr
    assert invoke("graph", "nowhere.rules").exit_code == 2
    result = invoke("graph", orchard, "--what", "board")
    assert result.exit_code == 2 and result.stderr == "rulekit: Orchard has no board\n"
    assert invoke("graph", orchard, "--format", "svg").exit_code == 2
