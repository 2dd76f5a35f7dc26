"""From what ``rulekit.report.editor`` says to what the protocol calls it.

Takes data with offsets and the positions of their text, gives values of lsprotocol.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path

from lsprotocol import types as lsp

from rulekit.diagnostics import Code, Diagnostic, Severity
from rulekit.report.editor.complete import Suggestion
from rulekit.report.editor.edits import Edit
from rulekit.report.editor.outline import Symbol
from rulekit.report.editor.positions import Positions
from rulekit.source import Span

from .texts import Opened, Texts

_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Information,
}
_UNUSED = ("unused-", "unreachable-")
"""How the names of codes begin whose places editors show faded."""
_S, _C = lsp.SymbolKind, lsp.CompletionItemKind
_SYMBOLS = {
    "game": _S.Package, "examples of": _S.Package, "variant": _S.Module, "phase": _S.Namespace, "card": _S.Class,
    "attribute": _S.Property, "state": _S.Property, "shared": _S.Object, "each": _S.Object, "enum": _S.Enum,
    "value": _S.EnumMember, "teams": _S.Object, "team": _S.EnumMember, "option": _S.Constant, "table": _S.Array,
    "die": _S.Number, "board": _S.Struct, "deck": _S.Array, "zone": _S.Field, "field": _S.Variable, "define": _S.Function,
    "pattern": _S.Interface, "action": _S.Method, "reaction": _S.Method, "event": _S.Event, "when": _S.Event,
    "whenever": _S.Event, "forbid": _S.Boolean, "except": _S.Method, "score": _S.Function, "winner": _S.Function,
    "example": _S.String,
}  # fmt: skip
_SUGGESTIONS = {
    "word": _C.Keyword, "function": _C.Function, "local": _C.Variable, "player": _C.Value, "source": _C.Reference,
    "define": _C.Function, "table": _C.Function, "action": _C.Method, "reaction": _C.Method, "event": _C.Event,
    "card": _C.Class, "enum": _C.Enum, "value": _C.EnumMember, "zone": _C.Field, "field": _C.Variable,
    "attribute": _C.Property, "state": _C.Property, "phase": _C.Module, "variant": _C.Module, "option": _C.Constant,
    "pattern": _C.Interface, "deck": _C.Struct, "board": _C.Struct, "die": _C.Constant, "team": _C.EnumMember,
    "space": _C.EnumMember, "line": _C.Constant,
}  # fmt: skip


def range_of(positions: Positions, start: int, end: int) -> lsp.Range:
    """A stretch of a text."""
    first, last = positions.position(start), positions.position(max(start, end))
    return lsp.Range(lsp.Position(*first), lsp.Position(*last))


def location(texts: Texts, span: Span) -> lsp.Location:
    """A place in any file."""
    uri, positions = texts.place(span)
    return lsp.Location(uri, range_of(positions, span.start, span.end))


def text_edits(positions: Positions, edits: Iterable[Edit]) -> list[lsp.TextEdit]:
    """Replacements in a text."""
    return [lsp.TextEdit(range_of(positions, edit.start, edit.end), edit.text) for edit in edits]


def workspace_edit(opened: Opened, edits: Iterable[Edit]) -> lsp.WorkspaceEdit:
    """Replacements in an open text."""
    return lsp.WorkspaceEdit(changes={opened.uri: text_edits(opened.reading.positions, edits)})


# ---------------------------------------------------------------- findings


def findings(texts: Texts, opened: Opened) -> list[lsp.Diagnostic]:
    """All findings in an open text."""
    reading = opened.reading
    found = [finding(texts, opened, one) for one in reading.diagnostics if one.span.file is reading.file]
    if reading.trouble is not None:
        span, message = reading.trouble
        place = range_of(reading.positions, span.start, span.end)
        found.append(lsp.Diagnostic(place, message, severity=lsp.DiagnosticSeverity.Warning, source="rulekit"))
    return found


def finding(texts: Texts, opened: Opened, one: Diagnostic) -> lsp.Diagnostic:
    """A finding with its further places."""
    also = [lsp.DiagnosticRelatedInformation(location(texts, label.span), label.text or "see here") for label in one.secondary]
    page = _page(one.code)
    return lsp.Diagnostic(
        range_of(opened.reading.positions, one.span.start, one.span.end),
        message_of(one),
        severity=_SEVERITIES[one.severity],
        code=one.code.id,
        code_description=lsp.CodeDescription(page) if page is not None else None,
        source="rulekit",
        tags=[lsp.DiagnosticTag.Unnecessary] if one.code.name.startswith(_UNUSED) else None,
        related_information=also or None,
    )


def message_of(one: Diagnostic) -> str:
    """The message, and below it what is said at the place and how to mend it."""
    label = f" ({one.primary.text})" if one.primary.text else ""
    return f"{one.message}{label}" + (f"\n{one.help}" if one.help else "")


@cache
def _page(code: Code) -> str | None:
    """The URI of the page of a code, if it lies on this machine as a file."""
    entry = resources.files("rulekit.diagnostics").joinpath("pages", f"{code.id}.md")
    return entry.resolve().as_uri() if isinstance(entry, Path) and entry.is_file() else None


# ---------------------------------------------------------------- outline, suggestions


def symbol(positions: Positions, one: Symbol) -> lsp.DocumentSymbol:
    """A symbol with those inside it."""
    return lsp.DocumentSymbol(
        one.name,
        _SYMBOLS.get(one.sort, _S.Object),
        range_of(positions, one.start, one.end),
        range_of(positions, one.name_start, one.name_end),
        detail=one.detail or one.sort,
        children=[symbol(positions, inner) for inner in one.children],
    )


def suggestion(positions: Positions, one: Suggestion, number: int) -> lsp.CompletionItem:
    """A suggestion; they stay in their order."""
    help = f"```rules\n{one.help}\n```" if one.help and one.sort == "word" and " " in one.detail else one.help
    return lsp.CompletionItem(
        one.text,
        kind=_SUGGESTIONS.get(one.sort, _C.Text),
        detail=" ".join(part for part in ("" if one.sort == "word" else one.sort, one.detail) if part) or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, help) if help else None,
        sort_text=f"{number:05d}",
        text_edit=lsp.TextEdit(range_of(positions, one.start, one.end), one.text),
    )
