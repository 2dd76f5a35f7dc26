"""Where rules come from: a path, standard input, or the name of a game that comes with rulekit.

Takes what a user wrote, gives a ``SourceFile``.  Whatever is wrong with it (missing, a folder, binary, empty, too large)
becomes a ``CannotRead`` with one clear line; nothing else leaves this module.
"""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import BinaryIO

from rulekit.source import SourceFile

SUFFIX = ".rules"
MAX_BYTES = 128 * 1024
"""The largest rules file that is read: a few thousand lines."""

_PACKAGES = ("rulekit.games", "rulekit.games.classics")
_SKIPPED_FOLDERS = {"__pycache__", "node_modules", "venv", "build", "dist"}


class CannotRead(Exception):
    """Rules that can't be read; ``str()`` is one line for the user."""


class UnknownGame(CannotRead):
    """Neither a path nor the name of a game that comes with rulekit."""


def suggest(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'X'?`` for the nearest of ``known``, else the empty string."""
    names = {name.casefold(): name for name in sorted(known)}
    near = difflib.get_close_matches(word[:100].casefold(), list(names), n=1, cutoff=0.6)
    return f"; did you mean '{names[near[0]]}'?" if near else ""


@cache
def built_in() -> dict[str, Traversable]:
    """The games that come with rulekit, by name; files that hold only examples are left out."""
    games: dict[str, Traversable] = {}
    for package in _PACKAGES:
        for entry in sorted(resources.files(package).iterdir(), key=lambda e: e.name):
            name = entry.name.removesuffix(SUFFIX)
            if entry.name.endswith(SUFFIX) and not name.endswith("_examples"):
                games.setdefault(name, entry)
    return games


def read_rules(game: str) -> SourceFile:
    """The rules that ``game`` (a path, or the name of a built-in game) stands for; raises ``CannotRead``.

    A name without a folder and without ``.rules`` is first looked up among the built-in games.
    """
    looks_like_path = game.endswith(SUFFIX) or "/" in game or os.sep in game
    if not looks_like_path and game in built_in():
        entry = built_in()[game]
        with entry.open("rb") as stream:
            return decode(stream.read(MAX_BYTES + 1), game + SUFFIX)
    if not looks_like_path and not os.path.lexists(game):
        raise UnknownGame(_no_such_game(game))
    return read_path(game)


def read_path(path: str | os.PathLike[str]) -> SourceFile:
    """The rules file at ``path``; raises ``CannotRead``."""
    name = os.fspath(path)
    return decode(read_bytes(name, MAX_BYTES), name)


def read_stream(stream: BinaryIO, name: str = "<stdin>") -> SourceFile:
    """The rules file that ``stream`` holds; raises ``CannotRead``."""
    return decode(stream.read(MAX_BYTES + 1), name)


def read_bytes(name: str, limit: int) -> bytes:
    """At most ``limit + 1`` bytes of the file ``name``; raises ``CannotRead`` for what isn't a readable file."""
    try:
        if stat.S_ISDIR(os.stat(name).st_mode):
            raise CannotRead(f"{shown(name)} is a folder, not a file")
        with open(name, "rb") as stream:
            return stream.read(limit + 1)
    except FileNotFoundError:
        raise CannotRead(_missing(name)) from None
    except NotADirectoryError:
        raise CannotRead(f"{shown(name)}: a part of this path is a file, not a folder") from None
    except PermissionError:
        raise CannotRead(f"{shown(name)} can't be read: permission denied") from None
    except OSError as error:
        raise CannotRead(f"{shown(name)} can't be read: {(error.strerror or str(error)).lower()}") from None
    except ValueError:
        raise CannotRead(f"{shown(name)} isn't a possible file name") from None


def decode(data: bytes, name: str, *, limit: int = MAX_BYTES, what: str = "rules file") -> SourceFile:
    """``data`` as a text; raises ``CannotRead`` if it is too large, empty, binary or not UTF-8."""
    if len(data) > limit:
        raise CannotRead(f"{shown(name)} is too large: a {what} has at most {limit // 1024} KiB")
    if b"\0" in data:
        raise CannotRead(f"{shown(name)} is a binary file, not a {what}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CannotRead(
            f"{shown(name)} isn't UTF-8 text (line {line}, byte 0x{data[error.start]:02x}); save it as UTF-8"
        ) from None
    if not text.strip("\ufeff \t\r\n\f\v"):
        raise CannotRead(f"{shown(name)} is empty")
    return SourceFile(name, text)


def find_rules(path: str) -> Iterator[str]:
    """The rules files below the folder ``path``, by name; hidden folders and environments are skipped."""
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in _SKIPPED_FOLDERS)
        for file in sorted(files):
            if file.endswith(SUFFIX) and not file.startswith("."):
                yield os.path.join(folder, file)


def shown(name: str) -> str:
    """A file's name as it may stand in a message: one line, nothing that a terminal would obey, not endless."""
    text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in name)
    return text if len(text) <= 200 else text[:90] + "..." + text[-100:]


def _missing(name: str) -> str:
    folder = Path(name).parent
    if str(folder) not in ("", ".") and not folder.exists():
        return f"no file {shown(name)}: there is no folder {shown(str(folder))}"
    try:
        near = suggest(Path(name).name, [entry.name for entry in folder.iterdir() if entry.is_file()][:2000])
    except OSError:
        near = ""
    return f"no file {shown(name)}{near}"


def _no_such_game(name: str) -> str:
    known = sorted(built_in())
    near = suggest(name, known)
    listed = "" if near else f"; the built-in games are {', '.join(known)}" if known else ""
    beside = f"; did you mean the file '{name}{SUFFIX}'?" if os.path.isfile(name + SUFFIX) else near or listed
    return f"no file and no built-in game is called {shown(name) or repr(name)}{beside}"
