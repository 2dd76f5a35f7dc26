"""The tutorial and the recipes: every command prints what they say, and the finished file is clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from transcripts import blocks, fits, played

from rulekit.play.examples import run_examples
from rulekit.play.rules import load
from rulekit.source import SourceFile
from rulekit.syntax.layout import format_text

DOCS = Path(__file__).parents[2] / "docs"
PLAYED = [DOCS / "tutorial.md", *sorted((DOCS / "how-to").glob("*.md"))]


@pytest.mark.parametrize("page", PLAYED, ids=lambda page: page.stem)
def test_the_page_shows_what_happens(page: Path, tmp_path: Path) -> None:
    text = page.read_text("utf-8")
    now = played(text, tmp_path)
    for (info, shown), (_, printed) in zip(blocks(text), blocks(now), strict=True):
        assert shown == printed, f"the block '{info}' of {page.name} has changed: python tests/docs/transcripts.py {page}"
    for path in tmp_path.glob("*.rules"):
        is_clean(path)


def is_clean(path: Path) -> None:
    """A finished file has no findings, is laid out, and its examples hold."""
    rules = load(path)
    assert not rules.diagnostics
    text = path.read_text("utf-8")
    assert format_text(SourceFile(path.name, text)) == text, f"{path.name} isn't laid out"
    results = run_examples(rules)
    assert results
    assert not [result for result in results if result.failures]


def test_links_lead_somewhere() -> None:
    for page in DOCS.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_every_page_is_in_the_index() -> None:
    index = (DOCS / "README.md").read_text("utf-8")
    for page in DOCS.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index, f"docs/README.md doesn't name {page.name}"
    recipes = (DOCS / "how-to" / "README.md").read_text("utf-8")
    for page in (DOCS / "how-to").glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in recipes


def test_nothing_outside_the_project_is_meant() -> None:
    for page in DOCS.rglob("*.md"):
        text = page.read_text("utf-8")
        for link in re.findall(r"\]\(([^)#]+)", text):
            assert link.startswith("https://") or (page.parent / link).resolve().is_relative_to(DOCS.parent.resolve()), (page.name, link)


@pytest.mark.parametrize(
    ("expected", "output", "same"),
    [
        ("a\n...\nd", "a\nb\nc\nd", True),
        ("a\n...\nd", "a\nd", True),
        ("a\n...", "a\nb", True),
        ("a", "a\nb", False),
        ("", "", True),
        ("...", "anything", True),
        ("a.c", "abc", False),
    ],
)
def test_dots_stand_for_lines(expected: str, output: str, same: bool) -> None:
    assert fits(expected, output) is same
