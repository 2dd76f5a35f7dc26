"""The cases of the checks: each gives exactly the findings that are written beside its lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from expectations import compare, expected

from rulekit.analysis import analyse
from rulekit.analysis.checks import check_rules, run_checks
from rulekit.diagnostics import Sink
from rulekit.source import SourceFile
from rulekit.syntax import parse

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.rules"))


def findings(path: Path) -> Sink:
    """What is found: in the folder ``notes`` with notes, in ``unsupported`` with what can't be played yet."""
    sink = Sink()
    file = SourceFile(path.name, path.read_text("utf-8"))
    tree = parse(file, sink)
    assert tree is not None
    model = analyse(tree, file, sink)
    check = run_checks if path.parent.name == "unsupported" else check_rules
    check(model, sink, notes=path.parent.name == "notes")
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
        assert not diagnostic.message.endswith(".")
        assert "\n" not in diagnostic.message
        assert diagnostic.help
        assert not diagnostic.help.endswith(".") or diagnostic.help.endswith("..")
