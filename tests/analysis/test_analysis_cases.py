"""Every case of this folder gives exactly the findings written in it, and every code has a case and a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from expectations import codes_in, compare

from rulekit.analysis import analyse, codes
from rulekit.diagnostics import Code, Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("*.rules"))
OWN = {value.id for value in vars(codes).values() if isinstance(value, Code)}


def findings(text: str, name: str = "case.rules") -> Sink:
    file, sink = SourceFile(name, text), Sink()
    analyse(parse(file, sink), file, sink)
    return sink


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_gives_exactly_what_it_says(path: Path) -> None:
    text = path.read_text("utf-8")
    assert compare(text, findings(text, path.name)) == []


def test_every_code_has_a_case() -> None:
    assert OWN - codes_in(HERE) == set()
