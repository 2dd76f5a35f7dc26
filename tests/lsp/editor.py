"""An editor for the tests: a client of pygls that speaks with a real ``rulekit lsp`` on stdio."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

T = TypeVar("T")
PATIENCE = 60


class Editor:
    """A session with the server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = LanguageClient("tests", "1")
        self.found: dict[str, list[lsp.PublishDiagnosticsParams]] = {}
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.news = asyncio.Event()

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _published(params: lsp.PublishDiagnosticsParams) -> None:
            self.found.setdefault(params.uri, []).append(params)
            self.news.set()

    async def start(self, encodings: list[str] | None = None) -> lsp.InitializeResult:
        await self.client.start_io(sys.executable, "-m", "rulekit.cli", "lsp", "--stdio")
        general = lsp.GeneralClientCapabilities(position_encodings=encodings) if encodings else None
        answer = await self.client.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(general=general), root_uri=self.folder.as_uri())
        )
        self.client.initialized(lsp.InitializedParams())
        return answer

    async def stop(self) -> int | None:
        """The server's exit code; it has to have nothing to complain about."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        server = self.client._server
        assert server is not None
        await asyncio.wait_for(server.wait(), PATIENCE)
        assert server.stderr is not None
        assert (await server.stderr.read()).decode() == ""
        await self.client.stop()
        return server.returncode

    # ------------------------------------------------------------ texts

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str) -> str:
        uri = self.uri(name)
        self.texts[uri], self.versions[uri] = text, 1
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "rulekit", 1, text)))
        return uri

    def change(self, uri: str, text: str) -> int:
        self.versions[uri] += 1
        self.texts[uri] = text
        document = lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))
        return self.versions[uri]

    async def findings(self, uri: str) -> list[lsp.Diagnostic]:
        """Those of the newest version."""

        async def wait() -> list[lsp.Diagnostic]:
            while True:
                self.news.clear()
                for params in self.found.get(uri, []):
                    if params.version == self.versions[uri]:
                        return list(params.diagnostics)
                await self.news.wait()

        return await asyncio.wait_for(wait(), PATIENCE)

    # ------------------------------------------------------------ places

    def at(self, uri: str, words: str, inside: str = "", nth: int = 0) -> dict[str, Any]:
        """The parameters for a place: where ``words`` stand, at ``inside`` in them."""
        text = self.texts[uri]
        offset = -1
        for _ in range(nth + 1):
            offset = text.index(words, offset + 1)
        return {"text_document": lsp.TextDocumentIdentifier(uri), "position": position(text, offset + words.index(inside))}

    def text_at(self, uri: str, place: lsp.Range) -> str:
        text = self.texts[uri]
        return text[offset(text, place.start) : offset(text, place.end)]

    def applied(self, uri: str, edits: Any) -> str:
        text = self.texts[uri]
        for edit in sorted(edits, key=lambda edit: offset(text, edit.range.start), reverse=True):
            text = text[: offset(text, edit.range.start)] + edit.new_text + text[offset(text, edit.range.end) :]
        return text


def position(text: str, offset: int) -> lsp.Position:
    """As the protocol counts: UTF-16 code units."""
    before = text[:offset].split("\n")
    return lsp.Position(len(before) - 1, len(before[-1].encode("utf-16-le")) // 2)


def offset(text: str, place: lsp.Position) -> int:
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: place.line])
    row = lines[place.line].encode("utf-16-le")
    return start + len(row[: 2 * place.character].decode("utf-16-le"))


def session(folder: Path, play: Callable[[Editor], Awaitable[T]], encodings: list[str] | None = None) -> T:
    """Start a server, do something with it, stop it: it has to end well."""

    async def run() -> T:
        editor = Editor(folder)
        await editor.start(encodings)
        try:
            result = await play(editor)
        except BaseException:
            server = editor.client._server
            if server is not None:
                server.kill()
            raise
        assert await editor.stop() == 0
        return result

    return asyncio.run(asyncio.wait_for(run(), 2 * PATIENCE))
