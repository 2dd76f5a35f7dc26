"""The texts that an editor has open, each with what is known about its newest version.

Takes texts by URI and version, gives readings.  Promises: a reading is always that of the newest text; a file of examples is read
against the game as it stands in the editor, if it is open there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from attrs import define, field, frozen
from pygls.uris import from_fs_path, to_fs_path

from rulekit.play.library import CannotRead, read_path
from rulekit.report.editor.known import Known, known
from rulekit.report.editor.positions import Positions
from rulekit.report.editor.reading import Reading
from rulekit.source import SourceFile, Span

MOST_BESIDE = 200
"""So many files of a folder are looked at for examples of a game."""


@frozen(eq=False)
class Opened:
    """One version of an open text."""

    uri: str
    version: int | None
    reading: Reading


@define(eq=False)
class Texts:
    """All open texts."""

    encoding: str = "utf-16"
    _open: dict[str, Opened] = field(factory=dict)
    _known: dict[str, Known] = field(factory=dict)
    """Of each text the names of the last version that was analysed."""

    def put(self, uri: str, version: int | None, text: str) -> list[str]:
        """A new text or version; the URIs of the texts about which other things may now be found."""
        self._open[uri] = Opened(uri, version, self._reading(path_of(uri), text))
        return [uri, *self._again(uri)]

    def remove(self, uri: str) -> list[str]:
        """A text that isn't open any more; the URIs of those about which other things may now be found."""
        self._open.pop(uri, None)
        self._known.pop(uri, None)
        return self._again(uri)

    def get(self, uri: str) -> Opened | None:
        """The newest version of an open text."""
        return self._open.get(uri)

    def _again(self, changed: str) -> list[str]:
        """Read the open files of examples anew: their game may have changed."""
        found = []
        for uri, opened in self._open.items():
            if uri != changed and opened.reading.rules.only_examples:
                file = opened.reading.file
                self._open[uri] = Opened(uri, opened.version, self._reading(file.name, file.text))
                found.append(uri)
        return found

    def _reading(self, path: str, text: str) -> Reading:
        return Reading(SourceFile(path, text), self.read, self.encoding)

    def read(self, path: str) -> SourceFile:
        """The file at a path, as it stands in the editor if it is open; raises ``CannotRead``."""
        opened = self._at(path)
        return opened.reading.file if opened is not None else read_path(path)

    def _at(self, path: str) -> Opened | None:
        wanted = os.path.normpath(path)
        return next((one for one in self._open.values() if os.path.normpath(one.reading.file.name) == wanted), None)

    def names(self, uri: str, now: bool) -> Known | None:
        """The names of a text: of the newest version if ``now`` or nothing is known yet, else of the last that was analysed."""
        opened = self._open.get(uri)
        if opened is not None and (now or uri not in self._known):
            found = known(opened.reading)
            if found is not None:
                self._known[uri] = found
        return self._known.get(uri)

    def place(self, span: Span) -> tuple[str, Positions]:
        """The URI of a place's file, and its lines and columns."""
        opened = self._at(span.file.name)
        if opened is not None and opened.reading.file is span.file:
            return opened.uri, opened.reading.positions
        uri = opened.uri if opened is not None else from_fs_path(os.path.abspath(span.file.name))
        return uri or span.file.name, Positions(span.file.text, self.encoding)

    def examples_beside(self, opened: Opened) -> Iterator[Reading]:
        """The other files of the folder that hold examples of this game."""
        path = opened.reading.file.name
        folder = os.path.dirname(path)
        if not os.path.isdir(folder):
            return
        for number, name in enumerate(sorted(os.listdir(folder))):
            other = os.path.join(folder, name)
            if number >= MOST_BESIDE or not name.endswith(".rules") or os.path.normpath(other) == os.path.normpath(path):
                continue
            try:
                file = self.read(other)
            except CannotRead:
                continue
            if "examples of" in file.text and os.path.basename(path) in file.text:
                yield self._reading(other, file.text)


def path_of(uri: str) -> str:
    """The path of a URI, or the URI itself if it is none of a file."""
    try:
        return to_fs_path(uri) or uri
    except ValueError:
        return uri
