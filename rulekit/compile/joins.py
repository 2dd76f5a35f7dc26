"""Blocks that end in a jump to a block which does nothing but count in registers: they do its work themselves.

Most passes of a loop end so, and a block saved is a call saved.  What is taken over can neither fail nor ask nor see which block runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

MOST_LINES = 16
_JUMP = re.compile(r"return (\d+)$")
_REGISTERS_ONLY = re.compile(r"(?:if L\[\d+\] (?:>=|<=) (?:len\(L\[\d+\]\)|0): )?(?:return \d+|L\[\d+\] (?:\+|-)?= [^()]*)$")


def joined(lines: Sequence[str], written: Mapping[int, Sequence[str]]) -> list[str]:
    """The lines of a block, at its end those of the blocks it jumps to, as long as these are as described above."""
    found = list(lines)
    seen: set[int] = set()
    while found and (jump := _JUMP.match(found[-1])):
        target = int(jump[1])
        more = written.get(target, ())
        if target in seen or not more or len(found) + len(more) > MOST_LINES or not all(map(_REGISTERS_ONLY.match, more)):
            break
        seen.add(target)
        found[-1:] = more
    return found
