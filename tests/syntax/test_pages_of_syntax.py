"""The pages of the syntax codes: the bad example gives that one finding, the good one is read without any."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from samples import HEAD, both

from rulekit.diagnostics import Code
from rulekit.syntax import codes

CODES = sorted((value for value in vars(codes).values() if isinstance(value, Code)), key=lambda code: code.id)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_page(code: Code) -> None:
    page = (files("rulekit.diagnostics") / "pages" / f"{code.id}.md").read_text("utf-8")
    assert page.startswith(f"# {code.id} {code.name}\n\n## What\n")
    bad, good = re.findall(r"^## (?:Bad|Good)\n\n```rules\n(.*?)^```$", page, re.M | re.S)
    bare = code in (codes.NO_GAME,)
    for text, expected in ((bad, [code.id]), (good, [])):
        whole = text if bare or text.startswith(("game ", "examples of ")) else HEAD + text
        assert [d.code.id for d in both(whole)[1]] == expected


def test_codes_stay_in_their_range() -> None:
    assert all("RK001" <= code.id <= "RK099" for code in CODES)
