"""Small rules files, and what the tests of the command line have in common."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

from click.testing import Result

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
