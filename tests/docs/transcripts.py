"""Pages that are played: their rules, changes, scripts and commands carried out in order, their outputs compared.

In a page, a block with the language ``rules`` goes to the end of the file that its next word names (``rules pearls.rules``); ``diff``
changes lines of it (``-`` old, ``+`` new); ``python NAME`` writes a script; ``console`` holds commands behind ``$`` with what they
print, ``...`` standing for any lines.  Lines behind ``> `` are typed.

``python tests/docs/transcripts.py PAGE...`` writes into the pages what their commands print now (blocks with ``...`` that still fit
stay as they are).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pexpect

BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```", re.M | re.S)


def blocks(page: str) -> Iterator[tuple[str, str]]:
    """The blocks of a page: the words behind the fence, and the text."""
    for found in BLOCK.finditer(page):
        yield found.group(1), found.group(2)


def played(page: str, folder: Path) -> str:
    """The page with what its commands print now, carried out in a folder."""

    def block(found: re.Match[str]) -> str:
        info, text = found.group(1), found.group(2)
        sort, _, name = info.partition(" ")
        match sort:
            case "rules" if name:
                path = folder / name
                before = path.read_text("utf-8") + "\n" if path.exists() else ""
                path.write_text(before + text, encoding="utf-8")
            case "python" if name:
                (folder / name).write_text(text, encoding="utf-8")
            case "diff":
                _change(folder / name, text)
            case "console":
                text = _session(text, folder)
        return f"```{info}\n{text}```"

    return BLOCK.sub(block, page)


def _change(path: Path, diff: str) -> None:
    """Replace the one place where the ``-`` and unmarked lines stand by the ``+`` and unmarked lines."""
    lines = diff.splitlines()
    old = "".join(line[2:] + "\n" for line in lines if not line.startswith("+"))
    new = "".join(line[2:] + "\n" for line in lines if not line.startswith("-"))
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"this stands {text.count(old)} times in {path.name}:\n{old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def _session(text: str, folder: Path) -> str:
    """The block with what its commands print."""
    parts = re.split(r"^\$ (.*)\n", text, flags=re.M)
    assert not parts[0].strip(), "a console block begins with a command"
    found = []
    for command, expected in zip(parts[1::2], parts[2::2], strict=True):
        typed = [line[2:] for line in expected.splitlines() if line.startswith("> ")]
        output = _typed(command, typed, folder) if typed else _run(command, folder)
        tail = "\n" if expected.endswith("\n\n") and not output.endswith("\n\n") else ""
        found.append(f"$ {command}\n" + (expected if fits(expected.rstrip(), output.rstrip()) else output + tail))
    return "".join(found)


def fits(expected: str, output: str) -> bool:
    """Whether an output is the expected one, in which ``...`` stands for any lines."""
    pattern = "".join(r"(?:.*\n)*" if line.strip() == "..." else re.escape(line) + r"\n" for line in expected.splitlines())
    return re.fullmatch(pattern, output + "\n" if output else "") is not None


def _words(command: str) -> list[str]:
    program, *rest = command.split()
    return [sys.executable, *(["-m", "rulekit.cli"] if program == "rulekit" else []), *rest]


def _settings() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "COLUMNS")}
    return {**kept, "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}


def _run(command: str, folder: Path) -> str:
    done = subprocess.run(
        _words(command), cwd=folder, env=_settings(), stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=120
    )
    return done.stdout + done.stderr


def _typed(command: str, lines: list[str], folder: Path) -> str:
    """A conversation in a terminal."""
    program, *arguments = _words(command)
    child = pexpect.spawn(
        program, arguments, cwd=str(folder), env=_settings(), encoding="utf-8", timeout=30, dimensions=(60, 100)
    )
    said = []
    for line in lines:
        child.expect([r"\r\n> ", r"^> "])
        said += [child.before, "\r\n> ", line, "\r\n"]
        child.sendline(line)
        child.expect_exact(line + "\r\n")
    child.expect(pexpect.EOF)
    text = "".join([*said, child.before]).replace("\r\n", "\n")
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(name)
            page.write_text(played(page.read_text("utf-8"), Path(folder)), encoding="utf-8")
