"""Broken files: analysis never raises, whatever a file says, and a file that it calls correct has a whole model."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from typed_text import text as typed_text

from rulekit.analysis import lower
from rulekit.analysis.model import GameModel
from rulekit.diagnostics import Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

GOOD = sorted((Path(__file__).parents[1] / "syntax" / "fixtures" / "good").glob("*.rules"))
TOKEN = re.compile(r'[A-Za-z_]\w*|\d+|"[^"\n]*"|[^\s\w]')


def broken(text: str, random: random.Random) -> str:
    """The text with one to three tokens exchanged or left out, or a line less."""
    for _ in range(random.choice([1, 1, 2, 3])):
        tokens = list(TOKEN.finditer(text))
        a, b = random.choice(tokens), random.choice(tokens)
        match random.randrange(5):
            case 0:
                text = text[: a.start()] + text[a.end() :]
            case 1:
                lines = text.split("\n")
                del lines[random.randrange(len(lines))]
                text = "\n".join(lines)
            case _:
                text = text[: a.start()] + b.group() + text[a.end() :]
    return text


def analysed(text: str) -> tuple[GameModel | None, Sink]:
    file, sink = SourceFile("broken.rules", text), Sink()
    return lower.analyse(parse(file, sink), file, sink), sink


@pytest.mark.parametrize("seed", range(12))
def test_analysis_never_raises(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lower, "run_checks", lambda game, sink: None)
    chance = random.Random(seed)
    for _ in range(12):
        game, sink = analysed(broken(chance.choice(GOOD).read_text("utf-8"), chance))
        if game is None or sink.has_errors:
            continue
        for query in game.queries:
            assert query.value is not None
            assert typed_text(query.value)
        for rule in [*game.actions, *game.reactions]:
            assert rule.player is not None


SMALL = ["", "\n", 'game "x" for 2 players:\n  about "y"\n', "card a\n", 'examples of "x"\n', "phase a:\n  do b\n"]


@pytest.mark.parametrize("text", SMALL)
def test_small_files(text: str) -> None:
    analysed(text)
