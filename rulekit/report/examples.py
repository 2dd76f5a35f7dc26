"""Results of examples as texts: a line of dots for each file, code frames for what failed, a short summary, JUnit XML.

Takes ``ExampleResult``s by file, gives texts that end with a line end, or are empty.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from attrs import Factory, define

from rulekit.diagnostics import Diagnostic
from rulekit.play.coverage import Coverage, Place
from rulekit.play.examples import ExampleResult, Failure
from rulekit.report.formats import plural
from rulekit.report.frames import frame
from rulekit.report.styled import Piece, render, safe

WIDTH = 80


@define
class FileResults:
    """What came of one file: its examples' results, or what kept it from being tested."""

    name: str
    results: list[ExampleResult] = Factory(list)
    errors: tuple[Diagnostic, ...] = ()
    """The errors of the rules; then no example was run."""

    @property
    def failed(self) -> int:
        """How many examples failed."""
        return sum(not result.passed for result in self.results)


def dots(file: FileResults, colour: bool = False) -> str:
    """``games/chess.rules ..F.``; ``E`` if its rules have errors."""
    pieces: list[Piece] = [(f"{safe(file.name)} ", "")]
    pieces += [(".", "added") if result.passed else ("F", "error") for result in file.results]
    if file.errors:
        pieces.append(("E", "error"))
    return render([*pieces, ("\n", "")], colour)


def failures(file: FileResults, colour: bool = False) -> str:
    """Everything that failed in a file, each example below its title."""
    pieces: list[Piece] = []
    if file.errors:
        pieces += [("\n", ""), (_ruled(f"errors in {file.name}"), "error"), ("\n\n", "")]
        pieces += _joined([frame(error) for error in file.errors])
    for result in file.results:
        if not result.passed:
            pieces += [("\n", ""), (_ruled(result.title), "error"), ("\n\n", ""), *failed_example(result)]
    return render(pieces, colour)


def failed_example(result: ExampleResult) -> list[Piece]:
    """The code frames of an example."""
    return _joined([frame(failure.diagnostic) for failure in result.failures])


def _joined(frames: list[list[Piece]]) -> list[Piece]:
    pieces: list[Piece] = []
    for k, one in enumerate(frames):
        pieces += [("\n", ""), *one] if k else one
    return pieces


def _ruled(title: str) -> str:
    text = f" {safe(title)} "
    side = max(3, (WIDTH - len(text)) // 2)
    return "_" * side + text + "_" * max(3, WIDTH - len(text) - side)


def short_summary(files: list[FileResults], colour: bool = False) -> str:
    """One line for each failure: ``FAILED chess.rules:12 castling: king may not castle``."""
    pieces: list[Piece] = []
    for file in files:
        for error in file.errors:
            pieces += [("ERROR", "error"), (f" {_line(error)} {safe(error.message)}\n", "")]
        for result in file.results:
            for failure in result.failures[:1]:
                text = f" {_line(failure.diagnostic)} {safe(result.title)}: {safe(failure.message)}\n"
                pieces += [("FAILED", "error"), (text, "")]
    return render([("\n", ""), *pieces], colour) if pieces else ""


def _line(diagnostic: Diagnostic) -> str:
    return f"{safe(diagnostic.span.file.name)}:{diagnostic.span.line}"


def summary(files: list[FileResults]) -> str:
    """``1 failed, 12 passed in 3 files``."""
    failed = sum(file.failed for file in files)
    passed = sum(len(file.results) for file in files) - failed
    broken = sum(bool(file.errors) for file in files)
    parts = [f"{failed} failed"] if failed else []
    parts += [f"{passed} passed"] if passed else []
    parts += [f"{plural(broken, 'file')} with errors"] if broken else []
    return f"{', '.join(parts)} in {plural(len(files), 'file')}" if parts else "no examples"


def coverage_text(name: str, coverage: Coverage, colour: bool = False) -> str:
    """How much of a file its examples exercise, and each line that none of them does."""
    total, done = len(coverage.places), len(coverage.covered & coverage.places.keys())
    head = f"{safe(name)}: {done} of {plural(total, 'rule')} exercised ({percent(coverage)} %)"
    pieces: list[Piece] = [("\n", ""), (head, "bold"), ("\n", "")]
    lines: dict[int, str] = {}
    for place in coverage.missed():
        lines.setdefault(place.span.line, _missed(place))
    width = len(str(max(lines, default=0)))
    for line, text in lines.items():
        pieces += [(f"  {line:>{width}} ", "line"), (f"{text}\n", "")]
    return render(pieces, colour)


def percent(coverage: Coverage) -> int:
    """The share in whole percent, rounded down: 100 only if nothing is missed."""
    return int(coverage.share * 100)


def _missed(place: Place) -> str:
    sorts = {"action": "never taken: ", "reaction": "never taken: ", "forbid": "never forbids: ", "offer": "never made: "}
    file, line = place.span.file, place.span.line
    text = " ".join(file.text.splitlines()[line - 1].split())
    text = sorts.get(place.sort, "") + text
    return safe(text if len(text) <= WIDTH - 8 else text[: WIDTH - 11] + "...")


def junit(files: list[FileResults]) -> str:
    """JUnit XML: a test suite for each file, a test case for each example."""
    out = ['<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n']
    for file in files:
        tests = len(file.results) + bool(file.errors)
        name = quoteattr(_xml(file.name))
        out.append(f'<testsuite name={name} tests="{tests}" failures="{file.failed}" errors="{int(bool(file.errors))}">\n')
        if file.errors:
            text = "".join(piece for piece, _ in _joined([frame(error) for error in file.errors]))
            out.append(f'<testcase name="the rules" classname={name}><error message="the rules have errors">{escape(_xml(text))}')
            out.append("</error></testcase>\n")
        out += [_case(name, result) for result in file.results]
        out.append("</testsuite>\n")
    out.append("</testsuites>\n")
    return "".join(out)


def _case(file: str, result: ExampleResult) -> str:
    head = f'<testcase name={quoteattr(_xml(result.title))} classname={file} line="{result.span.line}"'
    if result.passed:
        return head + "/>\n"
    first: Failure = result.failures[0]
    kind = quoteattr(f"{first.diagnostic.code.id} {first.diagnostic.code.name}")
    text = "".join(piece for piece, _ in failed_example(result))
    message = quoteattr(_xml(safe(first.message)))
    return f"{head}>\n<failure type={kind} message={message}>{escape(_xml(text))}</failure></testcase>\n"


def _xml(text: str) -> str:
    return "".join(c if c in "\t\n" or c.isprintable() else "?" for c in text)
