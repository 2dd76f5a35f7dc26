"""What stands in diagrams of rules: the line of a construct as it was written, short enough for a box."""

from __future__ import annotations

from rulekit.analysis.model import Decl
from rulekit.source import Span

LONGEST = 70


def first_line(span: Span) -> str:
    """The first line of a construct, without citation, comment and colon; dots where more of it follows below."""
    line, rest = span.text.partition("\n")[::2]
    quoted, end = False, len(line)
    for k, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif not quoted and (char == "#" or (char == "@" and line[:k].endswith(" "))):
            end = k
            break
    text = " ".join(line[:end].split())
    text = f"{text} .." if rest.strip() and text.endswith(":") else text
    return shortened(text.removesuffix(":"))


def shortened(text: str) -> str:
    """A text of at most ``LONGEST`` characters."""
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def title_of(decl: Decl) -> tuple[str, ...]:
    """The name, and below it the label if there is one."""
    return (decl.name, shortened(decl.label)) if decl.label else (decl.name,)
