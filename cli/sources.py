"""PATH arguments: files, folders that are searched, and ``-`` for standard input; writing a rules file back."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from typing import BinaryIO, cast

from rulekit.play.library import CannotRead, built_in, find_rules, read_path, read_rules, read_stream, shown
from rulekit.source import SourceFile

from .guard import Trouble


def rules_files(paths: Iterable[str]) -> list[SourceFile]:
    """The rules files that the paths stand for, each once, in the order given; raises ``CannotRead``."""
    files: dict[str, SourceFile] = {}
    for path in paths:
        if path == "-":
            files.setdefault("<stdin>", read_stdin())
        elif os.path.isdir(path):
            found = list(find_rules(path))
            if not found:
                raise CannotRead(f"there is no .rules file in the folder {shown(path)}")
            for name in found:
                files.setdefault(os.path.normpath(name), read_path(name))
        elif not os.path.lexists(path) and path in built_in():
            file = read_rules(path)
            files.setdefault(file.name, file)
        else:
            files.setdefault(os.path.normpath(path), read_path(path))
    return list(files.values())


def read_stdin() -> SourceFile:
    """The rules file on standard input; raises ``CannotRead``."""
    if sys.stdin is None:
        raise CannotRead("<stdin> is closed")
    return read_stream(cast(BinaryIO, sys.stdin.buffer))


def write_rules(name: str, text: str) -> None:
    """Replace a file at one stroke: a reader sees the old or the new text."""
    target = os.path.realpath(name)
    folder = os.path.dirname(target)
    temporary = ""
    try:
        mode = os.stat(target).st_mode & 0o7777
        if not os.access(target, os.W_OK):
            raise Trouble(f"{name} can't be written: permission denied")
        handle, temporary = tempfile.mkstemp(prefix=".rulekit-", dir=folder)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except OSError as error:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)
        raise Trouble(f"{name} can't be written: {(error.strerror or str(error)).lower()}") from None
