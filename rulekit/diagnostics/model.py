"""Diagnostics: a mistake of a rules author is a value collected in a sink, never an exception that crosses a layer."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from attrs import define, field, frozen

from rulekit.source import Span


class Severity(Enum):
    """How grave a finding is, gravest first."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen
class Code:
    """A kind of finding: ``RK101``, its kebab-case name, its severity and what it says in half a sentence.

    Its page (what, why, bad example, good example) is ``rulekit/diagnostics/pages/<id>.md``.
    """

    id: str
    name: str
    severity: Severity
    summary: str


_CODES: dict[str, Code] = {}


def register(id: str, name: str, severity: Severity, summary: str) -> Code:
    """Declare a code once, at import of the module whose findings it names; a second use of the id or name is a bug."""
    if id in _CODES or any(code.name == name for code in _CODES.values()):
        raise ValueError(f"diagnostic {id} ({name}) is declared twice")
    code = _CODES[id] = Code(id, name, severity, summary)
    return code


def all_codes() -> tuple[Code, ...]:
    """All declared codes by id."""
    return tuple(_CODES[id] for id in sorted(_CODES))


def code_by_id(text: str) -> Code | None:
    """The code with this id or name, or none."""
    return next((code for code in _CODES.values() if text in (code.id, code.name)), None)


@frozen
class Label:
    """A place, with a short text to stand under it (may be empty)."""

    span: Span
    text: str = ""


@frozen
class Fix:
    """A replacement of the text at ``span`` that removes the finding; ``safe`` if it can't change what the file means otherwise."""

    span: Span
    replacement: str
    safe: bool = True


@frozen
class Diagnostic:
    """One finding.  ``message`` is one sentence without a full stop; ``help`` says how to mend it, with an example."""

    code: Code
    message: str
    primary: Label
    secondary: tuple[Label, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    severity_override: Severity | None = None

    @property
    def severity(self) -> Severity:
        """The code's severity unless this finding carries its own."""
        return self.severity_override or self.code.severity

    @property
    def span(self) -> Span:
        """The primary place."""
        return self.primary.span


@define
class Sink:
    """Collects diagnostics; each place and code once, so that one mistake gives one finding."""

    found: list[Diagnostic] = field(factory=list)
    _keys: set[tuple[str, str, int, int]] = field(factory=set, init=False, repr=False)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a finding unless the same code is already reported at the same place."""
        span = diagnostic.span
        key = (diagnostic.code.id, span.file.name, span.start, span.end)
        if key not in self._keys:
            self._keys.add(key)
            self.found.append(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether a finding is an error."""
        return any(d.severity is Severity.ERROR for d in self.found)

    def __iter__(self) -> Iterator[Diagnostic]:
        """The findings by place, an earlier line first."""
        return iter(sorted(self.found, key=lambda d: (d.span.file.name, d.span.start, d.span.end, d.code.id)))
