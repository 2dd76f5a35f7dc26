"""Small rules files, and what the tests of the command line have in common."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

from click.testing import Result
from rulekit.cli.session import Session

from rulekit.play.bots import make_bot
from rulekit.play.match import Match

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
found = re.search(r"```rules\n(.*?)```", README, re.S)
assert found
ORCHARD = found.group(1)
BROKEN = ORCHARD.replace("shuffle pile", "shuffle pyle")

Run = Callable[..., CompletedProcess[str]]
Invoke = Callable[..., Result]


def one_line(text: str) -> bool:
    """Whether a message is one line, and no traceback."""
    return text.count("\n") == 1 and text.startswith("rulekit: ") and "Traceback" not in text and "internal error" not in text


def converse(match: Match, lines: list[str], people: int) -> tuple[Session, str]:
    """A session in which the first seats are people who type these lines, and all that it showed (a form feed where it was wiped)."""
    shown: list[str] = []
    typed = iter(lines)

    def read(prompt: str) -> str:
        shown.append(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    bots = {seat: make_bot("random") for seat in range(people, len(match.names))}
    session = Session(match, bots, read, shown.append, lambda: shown.append("\f"))
    session.play()
    return session, "\n".join(shown)
