"""The list of all diagnostics is up to date."""

from __future__ import annotations

from errors_index import PAGE, index

from rulekit.report.pages import all_codes


def test_the_list_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == index(), "run: python tests/docs/errors_index.py"


def test_every_code_is_listed() -> None:
    listed = PAGE.read_text("utf-8")
    for code in all_codes():
        assert f"[{code.id}]" in listed
