"""The server: which request is answered how.

Takes the messages of an editor, gives answers and findings.  Promises: whatever the text, a request is answered (with nothing, if
rulekit itself fails: that goes to stderr), and findings are those of the newest version, ``PAUSE`` seconds after the last change.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any, Protocol, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from rulekit import __version__
from rulekit.report.editor import edits, hover, outline
from rulekit.report.editor.complete import complete
from rulekit.source import Span

from . import protocol
from .texts import Opened, Texts

PAUSE = 0.2
"""So long nothing has to change before a text is checked."""

T = TypeVar("T")


class _AtPosition(Protocol):
    """The parameters of a request about a position."""

    @property
    def text_document(self) -> lsp.TextDocumentIdentifier:
        """The text."""

    @property
    def position(self) -> lsp.Position:
        """The place in it."""


class Refused(JsonRpcException):
    """A request that can't be met; the editor shows the reason."""

    CODE = lsp.LSPErrorCodes.RequestFailed.value


class Server:
    """What the handlers share."""

    def __init__(self) -> None:
        self.texts = Texts()
        self.waiting: dict[str, asyncio.TimerHandle] = {}
        self.done = False
        sync = lsp.TextDocumentSyncKind.Full
        self.editor = LanguageServer("rulekit", __version__, text_document_sync_kind=sync)
        self._register()

    def _register(self) -> None:
        kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]
        handlers: list[tuple[str, Callable[[Any], Any], Any]] = [
            (lsp.TEXT_DOCUMENT_DID_OPEN, self.changed, None),
            (lsp.TEXT_DOCUMENT_DID_CHANGE, self.changed, None),
            (lsp.TEXT_DOCUMENT_DID_CLOSE, self.closed, None),
            (lsp.TEXT_DOCUMENT_FORMATTING, self.formatting, None),
            (lsp.TEXT_DOCUMENT_HOVER, self.hover, None),
            (lsp.TEXT_DOCUMENT_DEFINITION, self.definition, None),
            (lsp.TEXT_DOCUMENT_REFERENCES, self.references, None),
            (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, self.highlights, None),
            (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, self.symbols, None),
            (lsp.TEXT_DOCUMENT_PREPARE_RENAME, self.prepare_rename, None),
            (lsp.TEXT_DOCUMENT_RENAME, self.rename, lsp.RenameOptions(prepare_provider=True)),
            (lsp.TEXT_DOCUMENT_COMPLETION, self.completion, lsp.CompletionOptions(trigger_characters=[".", "@"])),
            (lsp.TEXT_DOCUMENT_CODE_ACTION, self.code_actions, lsp.CodeActionOptions(code_action_kinds=kinds)),
        ]
        self.editor.feature(lsp.INITIALIZE)(_guarded(self.initialize))
        self.editor.feature(lsp.SHUTDOWN)(_guarded(self.goodbye))
        for method, handler, options in handlers:
            self.editor.feature(method, options)(_guarded(handler))

    def _place(self, params: _AtPosition) -> tuple[Opened, int] | None:
        """The text that a request is about, and the offset of its position."""
        opened = self.texts.get(params.text_document.uri)
        if opened is None:
            return None
        return opened, opened.reading.positions.offset(params.position.line, params.position.character)

    # ------------------------------------------------------------ texts and findings

    def initialize(self, params: lsp.InitializeParams) -> None:
        """The encoding that was agreed on."""
        encoding = self.editor.workspace.position_encoding
        if encoding is not None:
            self.texts.encoding = str(getattr(encoding, "value", encoding))

    def goodbye(self, params: object) -> None:
        """The editor says that it will end."""
        self.done = True
        for timer in self.waiting.values():
            timer.cancel()

    def changed(self, params: lsp.DidOpenTextDocumentParams | lsp.DidChangeTextDocumentParams) -> None:
        """A text was opened or changed: it is checked when nothing has changed for a while."""
        document = self.editor.workspace.get_text_document(params.text_document.uri)
        for uri in self.texts.put(document.uri, document.version, document.source):
            self._check_soon(uri)

    def closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """A text was closed: nothing is shown about it any more."""
        uri = params.text_document.uri
        timer = self.waiting.pop(uri, None)
        if timer is not None:
            timer.cancel()
        self.editor.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        for other in self.texts.remove(uri):
            self._check_soon(other)

    def _check_soon(self, uri: str) -> None:
        timer = self.waiting.pop(uri, None)
        if timer is not None:
            timer.cancel()
        self.waiting[uri] = asyncio.get_running_loop().call_later(PAUSE, _guarded(self.check), uri)

    def check(self, uri: str) -> None:
        """Send the findings of a text's newest version."""
        self.waiting.pop(uri, None)
        opened = self.texts.get(uri)
        if opened is None:
            return
        found = protocol.findings(self.texts, opened)
        self.editor.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version=opened.version))
        self.texts.names(uri, now=True)

    # ------------------------------------------------------------ what a name is

    def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """What there is to say about the word."""
        place = self._place(params)
        told = hover.hover(place[0].reading, place[1]) if place is not None else None
        if place is None or told is None:
            return None
        start, end, text = told
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
        return lsp.Hover(content, protocol.range_of(place[0].reading.positions, start, end))

    def definition(self, params: lsp.DefinitionParams) -> list[lsp.Location]:
        """Where the name is declared; several places if it may mean several things; behind ``examples of`` the game."""
        place = self._place(params)
        if place is None:
            return []
        reading, offset = place[0].reading, place[1]
        if reading.beside is not None and reading.beside[0].start <= offset <= reading.beside[0].end:
            return [protocol.location(self.texts, Span(reading.beside[1], 0, 0))]
        one = reading.occurrences.at(offset)
        return [protocol.location(self.texts, target.place) for target in one.targets] if one is not None else []

    def references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        """All places of the file that mean the same."""
        place = self._place(params)
        if place is None:
            return []
        opened, offset = place
        one = opened.reading.occurrences.at(offset)
        if one is None:
            return []
        found = opened.reading.occurrences.of(one.targets)
        spans = [Span(opened.reading.file, other.start, other.end) for other in found if not other.declares]
        if params.context.include_declaration:
            spans += [target.place for target in one.targets]
            spans += [Span(opened.reading.file, other.start, other.end) for other in found if other.declares]
        once = {(span.file.name, span.start): span for span in spans}
        return [protocol.location(self.texts, once[key]) for key in sorted(once)]

    def highlights(self, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        """The places of the file that mean the same, to be marked."""
        place = self._place(params)
        one = place[0].reading.occurrences.at(place[1]) if place is not None else None
        if place is None or one is None:
            return []
        reading = place[0].reading
        kinds = {True: lsp.DocumentHighlightKind.Write, False: lsp.DocumentHighlightKind.Read}
        return [
            lsp.DocumentHighlight(protocol.range_of(reading.positions, other.start, other.end), kinds[other.declares])
            for other in reading.occurrences.of(one.targets)
        ]

    def symbols(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        """The outline."""
        opened = self.texts.get(params.text_document.uri)
        if opened is None:
            return []
        reading = opened.reading
        return [protocol.symbol(reading.positions, one) for one in outline.outline(reading.rules.tree)]

    def completion(self, params: lsp.CompletionParams) -> lsp.CompletionList:
        """What may stand here."""
        place = self._place(params)
        if place is None:
            return lsp.CompletionList(False, [])
        opened, offset = place
        found = complete(opened.reading.file, offset, self.texts.names(opened.uri, now=False))
        positions = opened.reading.positions
        items = [protocol.suggestion(positions, one, number) for number, one in enumerate(found)]
        return lsp.CompletionList(False, items)

    # ------------------------------------------------------------ changes

    def formatting(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        """The canonical layout; nothing if the text has syntax errors."""
        opened = self.texts.get(params.text_document.uri)
        found = edits.formatted(opened.reading.file) if opened is not None else None
        return protocol.text_edits(opened.reading.positions, found) if opened is not None and found is not None else None

    def prepare_rename(self, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        """Whether the name can be renamed."""
        place = self._place(params)
        if place is None:
            return None
        one = edits.renamable(place[0].reading, place[1])
        if isinstance(one, str):
            raise Refused(one)
        return lsp.PrepareRenamePlaceholder(
            protocol.range_of(place[0].reading.positions, one.start, one.end), one.targets[0].name
        )  # fmt: skip

    def rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        """Another name, everywhere in the file; refused where something else would change."""
        place = self._place(params)
        if place is None:
            return None
        opened, offset = place
        found = edits.renamed(opened.reading, offset, params.new_name)
        if isinstance(found, str):
            raise Refused(found)
        one = opened.reading.occurrences.at(offset)
        for beside in self.texts.examples_beside(opened):
            if one is not None and beside.occurrences.of(one.targets):
                name = os.path.basename(beside.file.name)
                raise Refused(f"'{one.targets[0].name}' is used in {name} too, which a rename would break")
        return protocol.workspace_edit(opened, found)

    def code_actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """The fixes of the findings in a range, and all safe ones of the text at once."""
        opened = self.texts.get(params.text_document.uri)
        if opened is None:
            return []
        reading, only = opened.reading, params.context.only
        low = reading.positions.offset(params.range.start.line, 0)
        high = reading.positions.offset(params.range.end.line + 1, 0)
        found = []
        for one in reading.diagnostics:
            fix = one.fix
            if fix is None or fix.span.file is not reading.file or one.span.end < low or one.span.start > high:
                continue
            change = edits.Edit(fix.span.start, fix.span.end, fix.replacement)
            found.append(
                lsp.CodeAction(
                    edits.title_of(fix),
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=[protocol.finding(self.texts, opened, one)],
                    is_preferred=fix.safe or None,
                    edit=protocol.workspace_edit(opened, [change]),
                )
            )
        if _wanted(only, lsp.CodeActionKind.SourceFixAll) and any(d.fix is not None and d.fix.safe for d in reading.diagnostics):
            changes = edits.difference(reading.file.text, edits.mended(reading.file))
            if changes:
                title, kind = "mend all that can be mended safely", lsp.CodeActionKind.SourceFixAll
                found.append(lsp.CodeAction(title, kind=kind, edit=protocol.workspace_edit(opened, changes)))
        return [action for action in found if _wanted(only, action.kind)]


def _wanted(only: Any, kind: Any) -> bool:
    """Whether an editor that asks for these kinds (or, with none, for all) wants this one."""
    if not only:
        return True
    name = str(getattr(kind, "value", kind))
    kinds = [str(getattr(one, "value", one)) for one in only]
    return any(one == "" or name == one or name.startswith(one + ".") for one in kinds)


def _guarded(handler: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """A handler that answers with nothing if rulekit fails; what was refused on purpose is told."""

    def run(params: Any) -> T | None:
        try:
            return handler(params)
        except JsonRpcException:
            raise
        except Exception as error:
            where = traceback.format_exc() if os.environ.get("RULEKIT_TRACEBACK") else f"{type(error).__name__}: {error}"
            print(f"rulekit: internal error, please report it: {where}", file=sys.stderr)
            return None

    return run


def serve() -> int:
    """Speak with an editor on stdin and stdout until it says goodbye; 1 if it goes without that, as the protocol has it."""
    if not os.environ.get("RULEKIT_TRACEBACK"):
        logging.getLogger("pygls").setLevel(logging.CRITICAL)  # what goes wrong there is told to the editor
    server = Server()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as channel, redirect_stdout(sys.stderr):
        server.editor.start_io(stdout=channel)
    return 0 if server.done else 1
