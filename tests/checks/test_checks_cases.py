"""The cases of the checks: each gives exactly the findings that are written beside its lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from expectations import compare, expected

from rulekit.analysis import analyse
from rulekit.analysis.checks import run_notes
from rulekit.diagnostics import Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.rules"))


def findings(path: Path) -> Sink:
    """What is found: in the folder ``notes`` with notes."""
    sink = Sink()
    file = SourceFile(path.name, path.read_text("utf-8"))
    model = analyse(parse(file, sink), file, sink)
    assert model is not None
    if path.parent.name == "notes":
        run_notes(model, sink)
    return sink


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CASES)))
def test_case(path: Path) -> None:
    problems = compare(path.read_text("utf-8"), findings(path))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("path", sorted((CASES / "clean").glob("*.rules")), ids=lambda path: path.name)
def test_clean_cases_expect_nothing(path: Path) -> None:
    assert not expected(path.read_text("utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CASES)))
def test_messages(path: Path) -> None:
    """One sentence without a full stop, and a help that ends without one."""
    for diagnostic in findings(path):
        if diagnostic.code.id < "RK350":
            continue
        assert not diagnostic.message.endswith(".")
        assert "\n" not in diagnostic.message
        assert diagnostic.help
        assert not diagnostic.help.endswith(".") or diagnostic.help.endswith("..")
