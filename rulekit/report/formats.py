"""Findings in the formats of ``rulekit check``: one small renderer per format.

Takes a ``Report`` (the files looked at and what was found), gives a text that ends with a line end, or is empty.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Label, Severity
from rulekit.report.frames import citation_at, frame, place
from rulekit.report.styled import render, safe
from rulekit.source import Span

MOST_FRAMES = 100
"""So many code frames are shown at most."""


@frozen
class Report:
    """The names of all files looked at, in order, and what was found in them."""

    files: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    version: str = ""

    def counts(self) -> dict[str, int]:
        """How many findings of each severity there are."""
        return {s.value: sum(d.severity is s for d in self.diagnostics) for s in Severity}

    def summary(self) -> str:
        """``2 errors and 1 warning in 3 files``."""
        parts = [plural(n, word) for word, n in self.counts().items() if n]
        files = plural(len(self.files), "file")
        return f"{' and '.join(parts)} in {files}" if parts else f"no findings in {files}"


def plural(number: int, word: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def full(report: Report, colour: bool = False) -> str:
    """Code frames, an empty line between two of them; of a flood, the first ones."""
    frames = [render(frame(d), colour) for d in report.diagnostics[:MOST_FRAMES]]
    left = len(report.diagnostics) - len(frames)
    return "\n".join([*frames, *([f"and {plural(left, 'more finding')}; --format concise lists all\n"] if left else [])])


def concise(report: Report, colour: bool = False) -> str:
    """``file:line:column: error[RK101] message``, one line each."""
    return "".join(
        render(
            [(f"{place(d.span)}: ", ""), (f"{d.severity.value}[{d.code.id}]", d.severity.value), (f" {safe(d.message)}\n", "")],
            colour,
        )
        for d in report.diagnostics
    )


def as_json(report: Report, colour: bool = False) -> str:
    """One object; the shape is described in ``docs/formats.md`` and only ever grows."""
    data = {
        "version": 1,
        "files": [{"name": name, "findings": sum(d.span.file.name == name for d in report.diagnostics)} for name in report.files],
        "diagnostics": [diagnostic_json(d) for d in report.diagnostics],
        "summary": report.counts(),
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def diagnostic_json(d: Diagnostic) -> dict[str, Any]:
    """One finding as plain data."""
    return {
        "code": d.code.id,
        "name": d.code.name,
        "severity": d.severity.value,
        "message": d.message,
        **_place_json(d.primary),
        "secondary": [_place_json(label) for label in d.secondary],
        "help": d.help,
        "fix": None if d.fix is None else {**_span_json(d.fix.span), "replacement": d.fix.replacement, "safe": d.fix.safe},
        "cite": citation_at(d.span),
    }


def github(report: Report, colour: bool = False) -> str:
    """Workflow commands that GitHub Actions shows beside the lines."""
    kinds = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
    lines = []
    for d in report.diagnostics:
        line, column, end_line, end_column = _corners(d.span)
        where = f"file={_property(d.span.file.name)},line={line},endLine={end_line},col={column},endColumn={end_column}"
        title = f"title={_property(f'{d.code.id} {d.code.name}')}"
        message = d.message + (f"\n{d.help}" if d.help else "")
        lines.append(f"::{kinds[d.severity]} {where},{title}::{_command(message)}\n")
    return "".join(lines)


def sarif(report: Report, colour: bool = False) -> str:
    """SARIF 2.1.0."""
    levels = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
    codes = sorted({d.code for d in report.diagnostics}, key=lambda code: code.id)
    rules = [
        {
            "id": code.id,
            "name": "".join(part.capitalize() for part in code.name.split("-")),
            "shortDescription": {"text": code.summary},
            "defaultConfiguration": {"level": levels[code.severity]},
        }
        for code in codes
    ]
    results = [
        {
            "ruleId": d.code.id,
            "ruleIndex": codes.index(d.code),
            "level": levels[d.severity],
            "message": {"text": d.message + (f". {d.help}" if d.help else "")},
            "locations": [_sarif_place(d.primary)],
            **({"relatedLocations": [_sarif_place(label) for label in d.secondary]} if d.secondary else {}),
        }
        for d in report.diagnostics
    ]
    driver = {"name": "rulekit", "version": report.version, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    data = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def junit(report: Report, colour: bool = False) -> str:
    """JUnit XML: one test case per file, failed if something was found in it."""
    failed = sum(any(d.span.file.name == name for d in report.diagnostics) for name in report.files)
    out = ['<?xml version="1.0" encoding="utf-8"?>\n']
    out.append(f'<testsuites>\n<testsuite name="rulekit check" tests="{len(report.files)}" failures="{failed}" errors="0">\n')
    for name in report.files:
        found = [d for d in report.diagnostics if d.span.file.name == name]
        out.append(f'<testcase name={quoteattr(_xml(name))} classname="rulekit.check">')
        for d in found:
            text = "".join(piece for piece, _ in frame(d))
            kind = quoteattr(f"{d.code.id} {d.code.name}")
            out.append(f"\n<failure type={kind} message={quoteattr(_xml(safe(d.message)))}>{escape(_xml(text))}</failure>")
        out.append("</testcase>\n")
    out.append("</testsuite>\n</testsuites>\n")
    return "".join(out)


FORMATS: dict[str, Callable[[Report, bool], str]] = {
    "full": full,
    "concise": concise,
    "json": as_json,
    "github": github,
    "sarif": sarif,
    "junit": junit,
}


def _corners(span: Span) -> tuple[int, int, int, int]:
    line, column = span.file.line_column(span.start)
    end_line, end_column = span.file.line_column(max(span.start, span.end))
    return line, column, end_line, end_column


def _span_json(span: Span) -> dict[str, Any]:
    line, column, end_line, end_column = _corners(span)
    return {
        "file": span.file.name,
        "start": {"line": line, "column": column, "offset": span.start},
        "end": {"line": end_line, "column": end_column, "offset": span.end},
    }


def _place_json(label: Label) -> dict[str, Any]:
    return {**_span_json(label.span), "label": label.text}


def _sarif_place(label: Label) -> dict[str, Any]:
    line, column, end_line, end_column = _corners(label.span)
    uri = label.span.file.name.replace("\\", "/").replace(" ", "%20").replace("<", "%3C").replace(">", "%3E")
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    place = {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
    return {**place, "message": {"text": label.text}} if label.text else place


def _command(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _command(text).replace(":", "%3A").replace(",", "%2C")


def _xml(text: str) -> str:
    return "".join(c if c in "\t\n" or c.isprintable() else "?" for c in text)
