"""Every diagnostic has a page whose bad example shows it and whose good example doesn't, and a case that expects it."""

from __future__ import annotations

import importlib
import pkgutil
import re
from importlib.resources import files
from pathlib import Path

import pytest
from expectations import codes_in

import rulekit
from rulekit.analysis import analyse
from rulekit.analysis.checks import run_notes
from rulekit.diagnostics import Severity, Sink, all_codes
from rulekit.source import SourceFile
from rulekit.syntax import parse

TESTS = Path(__file__).parent
PAGES = files("rulekit.diagnostics") / "pages"
HEADER = 'game "Page" for 2..4 players:\n  about "An example of a page."\n'


def _declare_all() -> None:
    """Codes are declared when their module is imported."""
    for module in pkgutil.walk_packages(rulekit.__path__, "rulekit."):
        if module.name.endswith(".codes"):
            importlib.import_module(module.name)


_declare_all()
CODES = all_codes()
CHECKED = [code for code in CODES if not code.id.startswith(("RK5", "RK6"))]
"""All but what shows only when a game is played or tested."""


def _page(id: str) -> str:
    page = PAGES / f"{id}.md"
    assert page.is_file(), f"rulekit/diagnostics/pages/{id}.md is missing"
    return page.read_text("utf-8")


def _block(page: str, heading: str) -> str:
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    assert section, f"the page has no section '## {heading}'"
    block = re.search(r"^```rules\n(.*?)^```", section.group(1), re.M | re.S)
    assert block, f"the section '## {heading}' has no block of rules"
    return block.group(1)


def _findings(text: str) -> Sink:
    """All findings of a page's block, notes too."""
    sink = Sink()
    file = SourceFile("page.rules", text)
    model = analyse(parse(file, sink), file, sink)
    if model is not None and not any(d.severity is Severity.ERROR for d in sink):
        run_notes(model, sink)
    return sink


def _variants(block: str) -> list[str]:
    """The block as it is and, if it isn't a whole file, behind the first line of one."""
    return [block] if block.startswith(("game ", "examples of ")) else [block, HEADER + block]


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_page(code) -> None:
    page = _page(code.id)
    assert page.startswith(f"# {code.id} {code.name}\n")
    assert re.search(r"^## What\n\n\S", page, re.M)
    assert re.search(r"^## Why\n\n\S", page, re.M)


@pytest.mark.parametrize("code", CHECKED, ids=lambda code: code.id)
def test_examples_of_page(code) -> None:
    page = _page(code.id)
    bad = [{d.code.id for d in _findings(text)} for text in _variants(_block(page, "Bad"))]
    assert any(code.id in found for found in bad), f"the bad example gives {bad}"
    good = _variants(_block(page, "Good"))[-1]
    wrong = [d for d in _findings(good) if d.code is code or d.severity is Severity.ERROR]
    assert not wrong, [(d.code.id, d.span.line, d.message) for d in wrong]


def test_no_page_without_code() -> None:
    known = {f"{code.id}.md" for code in CODES}
    assert {page.name for page in PAGES.iterdir() if page.name.endswith(".md")} <= known


def test_every_code_is_expected_by_a_case() -> None:
    missing = [code.id for code in CHECKED if code.id not in codes_in(TESTS)]
    assert not missing


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_words(code) -> None:
    """Names are kebab-case, summaries half a sentence."""
    assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", code.name)
    assert code.summary
    assert not code.summary.endswith(".")
