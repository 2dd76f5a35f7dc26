"""Follow-ups of items that couldn't be read: what is unknown only because its declaration has a syntax error.

Takes a tree and its text, gives the words of all that isn't in the tree; takes a finding, says whether it is a follow-up.
Promises: a file without syntax errors loses no finding.
"""

from __future__ import annotations

import re

from rulekit.analysis import codes
from rulekit.diagnostics import Diagnostic
from rulekit.source import SourceFile
from rulekit.syntax import nodes

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_ABOUT_NAMES = frozenset(
    {
        codes.UNKNOWN_NAME, codes.UNKNOWN_TYPE, codes.NO_MEMBER, codes.KIND_LACKS, codes.NO_TEAMS, codes.NOT_IN_ALL,
    }
)  # fmt: skip


def lost_words(tree: nodes.RulesFile, file: SourceFile) -> frozenset[str]:
    """The words of the lines that belong to no item of the tree."""
    covered: set[int] = set()
    for item in tree.items:
        covered.update(range(item.span.line, file.line_column(max(item.span.start, item.span.end - 1))[0] + 1))
    words: set[str] = set()
    for number in range(1, len(file.line_starts) + 1):
        if number not in covered:
            words.update(_WORD.findall(file.line(number).split("#")[0]))
    return frozenset(words)


def is_follow_up(finding: Diagnostic, lost: frozenset[str]) -> bool:
    """Whether a finding is about a name that a lost item may declare."""
    if finding.code not in _ABOUT_NAMES:
        return False
    named = _WORD.findall(finding.span.text)
    return bool(named) and named[-1] in lost
