"""Writes ``docs/errors.md``, the list of all diagnostics: ``python tests/docs/errors_index.py``."""

from __future__ import annotations

from pathlib import Path

from rulekit.diagnostics import Severity
from rulekit.report.pages import all_codes

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"
SECTIONS = [
    ("RK0", "The text"),
    ("RK1", "Names"),
    ("RK2", "Types"),
    ("RK3", "Rules"),
    ("RK4", "Warnings and notes about the whole file"),
    ("RK5", "While playing"),
    ("RK6", "Examples"),
]


def index() -> str:
    """The page as it has to be."""
    codes = all_codes()
    count = {s: sum(code.severity is s for code in codes) for s in Severity}
    lines = [
        "# All diagnostics",
        "",
        f"{len(codes)} kinds of findings: {count[Severity.ERROR]} errors, {count[Severity.WARNING]} warnings, "
        f"{count[Severity.NOTE]} notes (given on request). `rulekit explain CODE` shows the page behind a code or name.",
        "Rules with errors can't be played; RK50. and RK51. stop a match, RK6.. fail an example.",
        "",
        "This list is made by `python tests/docs/errors_index.py`.",
    ]
    for beginning, title in SECTIONS:
        lines += ["", f"## {beginning}..: {title}", "", "| code | name | | says |", "|---|---|---|---|"]
        lines += [
            f"| [{code.id}](../rulekit/diagnostics/pages/{code.id}.md) | {code.name} | {code.severity.value} | {code.summary} |"
            for code in codes
            if code.id.startswith(beginning)
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(index(), encoding="utf-8")
