"""The language server through a real session on stdio."""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from editor import Editor, position, session
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from rulekit.play.rules import Rules
from rulekit.report.editor.reading import Reading
from rulekit.source import SourceFile

ROOT = Path(__file__).parents[2]
found = re.search(r"```rules\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
assert found
ORCHARD = found.group(1)
UNUSED = ORCHARD.replace("each player:\n", "enum colour: red, blue\n\neach player:\n", 1)


def test_an_error_is_found_and_gone_when_it_is_mended(tmp_path: Path) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("orchard.rules", ORCHARD.replace("shuffle pile", "shuffle pyle"))
        (finding,) = await editor.findings(uri)
        assert (finding.code, finding.severity, finding.source) == ("RK101", lsp.DiagnosticSeverity.Error, "rulekit")
        assert "pyle" in finding.message and "did you mean 'pile'?" in finding.message
        assert editor.text_at(uri, finding.range) == "pyle"
        assert finding.code_description is not None and finding.code_description.href.endswith("/RK101.md")
        assert finding.related_information is not None
        assert editor.text_at(uri, finding.related_information[0].location.range) == "pile"
        actions = await editor.client.text_document_code_action_async(
            lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), finding.range, lsp.CodeActionContext([finding]))
        )
        (action,) = [one for one in actions or [] if isinstance(one, lsp.CodeAction)]
        assert action.title == "replace 'pyle' with 'pile'" and not action.is_preferred
        assert action.edit is not None and action.edit.changes is not None
        mended = editor.applied(uri, action.edit.changes[uri])
        assert mended == ORCHARD
        editor.change(uri, mended)
        assert await editor.findings(uri) == []
        editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))

    session(tmp_path, play)


def test_what_is_unused_is_faded_and_safe_fixes_come_at_once(tmp_path: Path) -> None:
    text = UNUSED.replace("count(pile) = 0", "count(pile) == 0")

    async def play(editor: Editor) -> None:
        uri = editor.open("orchard.rules", UNUSED)
        (finding,) = await editor.findings(uri)
        assert list(finding.tags or []) == [lsp.DiagnosticTag.Unnecessary] and finding.severity == lsp.DiagnosticSeverity.Warning
        editor.change(uri, text)
        (finding,) = await editor.findings(uri)
        context = lsp.CodeActionContext([], only=[lsp.CodeActionKind.SourceFixAll])
        place = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        actions = await editor.client.text_document_code_action_async(
            lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), place, context)
        )
        (action,) = actions or []
        assert isinstance(action, lsp.CodeAction) and action.edit is not None and action.edit.changes is not None
        assert editor.applied(uri, action.edit.changes[uri]) == UNUSED

    session(tmp_path, play)


def test_only_the_newest_version_is_reported_after_quick_changes(tmp_path: Path) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("orchard.rules", ORCHARD)
        for number in range(20):
            editor.change(uri, ORCHARD.replace("shuffle pile", f"shuffle p{number}"))
        editor.change(uri, ORCHARD)
        assert await editor.findings(uri) == []
        await asyncio.sleep(0.5)
        versions = [params.version for params in editor.found[uri]]
        assert versions == sorted(versions) and versions[-1] == editor.versions[uri] and len(versions) <= 2

    session(tmp_path, play)


def test_hover_definition_references_and_highlights(tmp_path: Path) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("orchard.rules", ORCHARD)
        client = editor.client
        told = await client.text_document_hover_async(lsp.HoverParams(**editor.at(uri, "move stall to", "stall")))
        assert told is not None and isinstance(told.contents, lsp.MarkupContent)
        assert told.contents.value.startswith("**zone** `stall` \N{EN DASH} the stall\n\n```rules\nzone stall")
        assert "Cards come in:" in told.contents.value and told.range is not None
        assert editor.text_at(uri, told.range) == "stall"
        word = await client.text_document_hover_async(lsp.HoverParams(**editor.at(uri, "count(pile)", "count")))
        assert word is not None and isinstance(word.contents, lsp.MarkupContent) and "how many" in word.contents.value
        assert await client.text_document_hover_async(lsp.HoverParams(**editor.at(uri, "Most points"))) is None

        places = await client.text_document_definition_async(lsp.DefinitionParams(**editor.at(uri, "over p.basket", "basket")))
        assert isinstance(places, list) and isinstance(places[0], lsp.Location) and len(places) == 1
        assert places[0].uri == uri and editor.text_at(uri, places[0].range) == "basket"
        assert ORCHARD.split("\n")[places[0].range.start.line].strip() == "zone basket: face up"
        (local,) = await client.text_document_definition_async(lsp.DefinitionParams(**editor.at(uri, "to p.basket", "p")))  # type: ignore[misc, union-attr]
        assert "action take_fruit" in ORCHARD.split("\n")[local.range.start.line]

        for declared, number in ((True, 4), (False, 3)):
            context = lsp.ReferenceContext(declared)
            refs = await client.text_document_references_async(
                lsp.ReferenceParams(context, **editor.at(uri, "over p.basket", "basket"))
            )
            assert refs is not None and [editor.text_at(uri, ref.range) for ref in refs] == ["basket"] * number
        marks = await client.text_document_document_highlight_async(
            lsp.DocumentHighlightParams(**editor.at(uri, "over p.basket", "basket"))
        )
        assert marks is not None and len(marks) == 4

    session(tmp_path, play)


def test_rename_everywhere_or_not_at_all(tmp_path: Path) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("orchard.rules", ORCHARD)
        client = editor.client
        place = editor.at(uri, "move stall to", "stall")
        ready = await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**place))
        assert isinstance(ready, lsp.PrepareRenamePlaceholder) and ready.placeholder == "stall"
        edit = await client.text_document_rename_async(lsp.RenameParams(new_name="shelf", **place))
        assert edit is not None and edit.changes is not None
        text = editor.applied(uri, edit.changes[uri])
        assert text == re.sub(r"\bstall\b(?!\")", "shelf", ORCHARD).replace('is filled again"', 'is filled again"').replace(
            '"the shelf is', '"the stall is'
        ).replace("on the shelf", "on the stall")
        assert Rules(SourceFile("x", text)).diagnostics == ()
        for new, why in (("pile", "is declared twice"), ("take", "word of the language"), ("Shelf", "is no name"), ("count", "word")):
            with pytest.raises(JsonRpcException, match=why):
                await client.text_document_rename_async(lsp.RenameParams(new_name=new, **place))
        with pytest.raises(JsonRpcException, match="no name that the file declares"):
            await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**editor.at(uri, "phase game", "phase")))
        (tmp_path / "more.rules").write_text(
            'examples of "orchard.rules"\n\nexample "x" with Ann, Ben:\n  given:\n    stall: fruit 5\n', encoding="utf-8"
        )
        with pytest.raises(JsonRpcException, match=r"used in more\.rules too"):
            await client.text_document_rename_async(lsp.RenameParams(new_name="shelf", **place))

    session(tmp_path, play)


def test_symbols_formatting_and_completion(tmp_path: Path) -> None:
    async def play(editor: Editor) -> None:
        uri = editor.open("orchard.rules", ORCHARD)
        client, document = editor.client, lsp.TextDocumentIdentifier(uri)
        symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert symbols is not None
        tree = {one.name: [inner.name for inner in one.children or []] for one in symbols if isinstance(one, lsp.DocumentSymbol)}
        assert tree["game"] == ["turn"] and tree["each player"] == ["basket"] and "the stall is filled again" in tree

        options = lsp.FormattingOptions(2, True)
        assert not await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))
        editor.change(uri, ORCHARD.replace("points: number 1..5", "points :  number  1..5"))
        edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))
        assert edits is not None and editor.applied(uri, edits) == ORCHARD
        editor.change(uri, ORCHARD.replace("event prepare:", "event prepare"))
        assert not await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))

        broken = "move pile pile\n    "  # an earlier line of the same rule that can't be read
        for written, wanted, unwanted in (
            ("move top of pile to p.", {"basket", "score"}, {"points", "pile"}),
            ("do ", {"prepare"}, {"take_fruit", "pile"}),
            ("move ", {"pile", "stall", "p", "count", "top"}, {"prepare", "if", "take_fruit"}),
            ("sh", {"shuffle", "show", "move"}, {"pile"}),
            ("let ", set(), {"pile", "p"}),
            (broken + "do ", {"prepare"}, {"take_fruit", "pile"}),
        ):
            text = ORCHARD.replace("then: move top of pile to p.basket", f"then:\n    {written}")
            editor.change(uri, text)
            offset = text.rindex(written) + len(written)
            place = {"text_document": document, "position": position(text, offset)}
            answer = await client.text_document_completion_async(lsp.CompletionParams(**place))
            assert isinstance(answer, lsp.CompletionList)
            labels = {item.label for item in answer.items}
            assert wanted <= labels and not unwanted & labels, (written, labels)

    session(tmp_path, play)


@pytest.mark.parametrize("encoding", [None, "utf-16", "utf-32", "utf-8"])
def test_columns_behind_an_emoji(tmp_path: Path, encoding: str | None) -> None:
    text = ORCHARD.replace('"draw from the pile" by p', '"draw \N{GRAPES}\u00e9 from it" by q').replace("then: move top", "then: move tip")

    async def play(editor: Editor) -> None:
        uri = editor.open("orchard.rules", text)
        findings = await editor.findings(uri)
        assert findings
        row = next(number for number, line in enumerate(text.split("\n")) if "\N{GRAPES}" in line)
        line = text.split("\n")[row]
        column = len(line[: line.index("by q") + 3].encode("utf-16-le")) // 2
        if encoding in ("utf-32", "utf-8"):
            before = line[: line.index("by q") + 3]
            column = len(before) if encoding == "utf-32" else len(before.encode())
        params = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(row, column))
        told = await editor.client.text_document_hover_async(params)
        fine = text.replace("move tip", "move top").replace("to p.basket\n\nscore", "to q.basket\n\nscore")
        editor.change(uri, fine)
        told = await editor.client.text_document_hover_async(params)
        assert told is not None and told.range is not None
        assert told.range.start == lsp.Position(row, column) and told.range.end == lsp.Position(row, column + 1)

    session(tmp_path, play, [encoding] if encoding else None)


def test_examples_in_a_file_of_their_own(tmp_path: Path) -> None:
    head = 'examples of "orchard.rules"\n\nexample "x" with Ann, Ben:\n  given:\n    stall: fruit 5\n'
    text = head + "  expect:\n    count(stall) = 1\n"

    async def play(editor: Editor) -> None:
        uri = editor.open("more.rules", text)
        (finding,) = await editor.findings(uri)
        assert "orchard.rules" in finding.message and editor.text_at(uri, finding.range) == '"orchard.rules"'
        game = editor.open("orchard.rules", ORCHARD)
        editor.change(uri, text)
        assert await editor.findings(uri) == []
        (place,) = await editor.client.text_document_definition_async(  # type: ignore[misc, union-attr]
            lsp.DefinitionParams(**editor.at(uri, "count(stall)", "stall"))
        )
        assert place.uri == game and editor.text_at(game, place.range) == "stall"
        (place,) = await editor.client.text_document_definition_async(  # type: ignore[misc, union-attr]
            lsp.DefinitionParams(**editor.at(uri, '"orchard.rules"'))
        )
        assert (place.uri, place.range.start) == (game, lsp.Position(0, 0))
        with pytest.raises(JsonRpcException, match=r"declared in .*orchard\.rules: rename it there"):
            await editor.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**editor.at(uri, "count(stall)", "stall")))
        seen = len(editor.found[uri])
        editor.change(game, ORCHARD.replace("stall", "shelf"))
        await editor.findings(game)
        while len(editor.found[uri]) == seen:
            await asyncio.sleep(0.05)
        assert any("stall" in one.message for one in editor.found[uri][-1].diagnostics)

    session(tmp_path, play)


def test_no_text_ends_the_session(tmp_path: Path) -> None:
    """Mutated texts, and strange positions: each request is answered."""
    chance = random.Random(7)
    signs = ["\r", "\r\n", "\t", "\x00", "\u2028", "\N{GRAPES}", '"', "(", "@", "#", "\n", "  ", ".", "\ufeff", "except", "phase x:\n"]

    async def play(editor: Editor) -> None:
        uri = editor.open("orchard.rules", "")
        client, document = editor.client, lsp.TextDocumentIdentifier(uri)
        for _ in range(40):
            text = ORCHARD
            for _ in range(chance.randrange(1, 6)):
                at = chance.randrange(len(text) + 1)
                text = text[:at] + chance.choice(signs) + text[at + chance.choice([0, 0, 1, 30]) :]
            editor.change(uri, text)
            place = lsp.Position(chance.randrange(80), chance.choice([0, 3, 10, 40, 10**6]))
            await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
            await client.text_document_hover_async(lsp.HoverParams(document, place))
            await client.text_document_definition_async(lsp.DefinitionParams(document, place))
            await client.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), document, place))
            await client.text_document_completion_async(lsp.CompletionParams(document, place))
            await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True)))
            context = lsp.CodeActionContext([])
            await client.text_document_code_action_async(lsp.CodeActionParams(document, lsp.Range(place, place), context))
            try:
                await client.text_document_rename_async(lsp.RenameParams(document, place, "other"))
            except JsonRpcException as error:
                assert "can't be renamed" in str(error) or "no name" in str(error) or "can't be called" in str(error)
        await editor.findings(uri)
        unknown = lsp.HoverParams(lsp.TextDocumentIdentifier("untitled:Untitled-1"), lsp.Position(0, 0))
        assert await client.text_document_hover_async(unknown) is None

    session(tmp_path, play)


@pytest.mark.parametrize("sent", [b"", b"hello\r\n\r\n", b"Content-Length: 5\r\n\r\n{{{{{", b"Content-Length: 99\r\n\r\n{}"])
def test_an_editor_that_goes_without_goodbye(sent: bytes) -> None:
    done = subprocess.run([sys.executable, "-m", "rulekit.cli", "lsp"], input=sent, capture_output=True, timeout=60)
    assert done.returncode == 1 and b"Traceback" not in done.stderr


def test_a_failure_inside_is_no_answer_and_a_line_on_stderr(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from rulekit.cli.lsp.server import Server

    server = Server()
    server.texts.put("file:///x.rules", 1, ORCHARD)
    monkeypatch.setattr(Reading, "occurrences", property(lambda self: 1 / 0))
    document = lsp.TextDocumentIdentifier("file:///x.rules")
    hover = server.editor.protocol.fm.features[lsp.TEXT_DOCUMENT_HOVER]
    assert hover(lsp.HoverParams(document, lsp.Position(0, 0))) is None
    assert capsys.readouterr().err == "rulekit: internal error, please report it: ZeroDivisionError: division by zero\n"


def test_a_game_of_thousands_of_lines_is_checked_soon(tmp_path: Path) -> None:
    text = max((ROOT / "games").rglob("*.rules"), key=lambda path: path.stat().st_size).read_text(encoding="utf-8")

    async def play(editor: Editor) -> float:
        uri = editor.open("big.rules", text)
        await editor.findings(uri)
        clock = asyncio.get_running_loop()
        begin = clock.time()
        editor.change(uri, text + "\n")
        await editor.findings(uri)
        return clock.time() - begin

    assert session(tmp_path, play) < 10  # about a second on a machine that does nothing else
