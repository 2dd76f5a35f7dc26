"""The pytest plugin: plain ``pytest`` collects the ``example`` blocks of ``*.rules`` files as tests.

They are found where pytest looks for tests (the files and folders on its command line, else ``testpaths``, else the root),
named ``file.rules::title of the example``, chosen with ``-k`` and reported in terms of the rules file.  A file without examples
collects nothing; one whose rules have errors gives one failing test that shows them.

To leave them out: ``rulekit_examples = false`` in pytest's settings, or ``pytest -p no:rulekit``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulekit.analysis.model import ExampleDecl
    from rulekit.play.examples.run import Suite

_RULES = re.compile(rb'^(?:game|examples of) "', re.M)
_AN_EXAMPLE = re.compile(rb'^example "', re.M)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The setting that leaves the examples out."""
    parser.addini("rulekit_examples", "collect the examples in .rules files (default: true)", type="bool", default=True)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A rules file with examples."""
    if file_path.suffix != ".rules" or not parent.config.getini("rulekit_examples"):
        return None
    text = file_path.read_bytes()
    if not _RULES.search(text) or not _AN_EXAMPLE.search(text):  # also the rules of something else altogether
        return None
    return RulesFile.from_parent(parent, path=file_path)


class ExampleFailed(Exception):
    """An example failed; its text is the report."""


class RulesFile(pytest.File):
    """A rules file as a collection of examples."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its examples; a single failing item if they can't be run."""
        from rulekit.play.examples import load_suite
        from rulekit.play.library import CannotRead, read_path
        from rulekit.play.rules import Rules, RulesError

        try:
            suite = load_suite(Rules(read_path(self._shown())))
        except RulesError as error:
            yield BrokenItem.from_parent(self, name="the rules", report=_findings(error))
        except CannotRead as error:
            yield BrokenItem.from_parent(self, name="the rules", report=f"{error}\n")
        else:
            for example in suite.examples:
                yield ExampleItem.from_parent(self, name=example.title, suite=suite, example=example)

    def _shown(self) -> str:
        """The path as reports show it: from where pytest was started, if it lies below."""
        here = self.config.invocation_params.dir
        return str(self.path.relative_to(here) if Path.cwd() == here and self.path.is_relative_to(here) else self.path)


class ExampleItem(pytest.Item):
    """One example."""

    def __init__(self, *, suite: Suite, example: ExampleDecl, **more: Any) -> None:
        super().__init__(**more)
        self.funcargs: dict[str, Any] = {}  # plugins that look at fixtures expect it of every item
        self.suite = suite
        self.example = example

    def runtest(self) -> None:
        """Run it."""
        result = self.suite.run(self.example)
        if not result.passed:
            from rulekit.report.examples import failed_example
            from rulekit.report.styled import render

            raise ExampleFailed(render(failed_example(result), False))

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The report, without a traceback; a bug of rulekit with one."""
        if isinstance(excinfo.value, ExampleFailed):
            return str(excinfo.value).rstrip()
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, self.example.node.title.span.line - 1, self.name


class BrokenItem(pytest.Item):
    """Stands for the examples of a file that can't be run."""

    def __init__(self, *, report: str, **more: Any) -> None:
        super().__init__(**more)
        self.funcargs: dict[str, Any] = {}
        self.report = report

    def runtest(self) -> None:
        """Fail."""
        raise ExampleFailed(self.report)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """What is wrong with the file."""
        return str(excinfo.value).rstrip()

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file."""
        return self.path, 0, self.name


def _findings(error: Any) -> str:
    from rulekit.diagnostics import Severity
    from rulekit.report.formats import Report, full

    return full(Report((), tuple(d for d in error.diagnostics if d.severity is Severity.ERROR))) or f"{error}\n"
