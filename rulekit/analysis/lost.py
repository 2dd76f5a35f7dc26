"""Follow-ups of items that couldn't be read: what is wrong only because something else has a syntax error.

Takes a tree and its text, gives the words of all that isn't in the tree; takes findings, gives those
that can't be follow-ups.
Promises: a file without syntax errors loses no finding; beside a syntax error only what it can't have caused is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulekit.analysis import codes
from rulekit.diagnostics import Diagnostic
from rulekit.source import SourceFile
from rulekit.syntax import nodes

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_NAMED = frozenset({codes.UNKNOWN_NAME, codes.UNKNOWN_TYPE})
"""Follow-ups if the name occurs in what was lost."""
_ON_ITS_OWN = frozenset(
    {
        codes.DUPLICATE, codes.PREDEFINED, codes.HIDES_GLOBAL, codes.NO_ELEMENT, codes.NO_CARD, codes.STRAY_PERSON,
        codes.NOT_CONSTANT, codes.OUT_OF_BOUNDS, codes.BAD_TYPE, codes.QUERY_RECURSION, codes.CHANCE_IN_QUERY,
        codes.STRAY_CANCEL, codes.NOBODY_ASKED, codes.FORBIDS_EVENT, codes.SIGHT, codes.FIXED_ATTRIBUTE, codes.ONLY_ONCE,
        codes.KIND_CYCLE, codes.NO_LOOP, codes.EMPTY_RANGE, codes.PERFORMED, codes.WHO_ACTS, codes.WRONG_COUNT,
    }
)  # fmt: skip
"""Never follow-ups: they are about what stands in the tree."""


def lost_words(tree: nodes.RulesFile, file: SourceFile, syntax: Iterable[Diagnostic]) -> frozenset[str]:
    """The words of lines with a syntax error and of the blocks below them, and of lines that belong to no item of the tree.

    Examples declare nothing and don't count.
    """
    covered: set[int] = set()
    for item in tree.items:
        covered.update(range(item.span.line, file.line_column(max(item.span.start, item.span.end - 1))[0] + 1))
    covered -= {finding.span.line for finding in syntax}
    words: set[str] = set()
    in_example = False
    below: int | None = None
    for number in range(1, len(file.line_starts) + 1):
        line = file.line(number).split("#")[0].rstrip()
        if not line:
            continue
        indent = len(line) - len(line.lstrip())
        if indent == 0:
            in_example = line.startswith("example")
        if below is not None and indent <= below:
            below = None
        if number not in covered and below is None:
            below = indent
        if below is not None and not in_example:
            words.update(_WORD.findall(line))
    return frozenset(words)


def on_their_own(findings: Iterable[Diagnostic], lost: frozenset[str]) -> Iterator[Diagnostic]:
    """The findings that nothing lost can have caused; of a name that is unknown in many places, the first."""
    unknown: set[str] = set()
    for finding in findings:
        if finding.code in _NAMED:
            named = _WORD.findall(finding.span.text)
            if named and (named[-1] in lost or named[-1] in unknown):
                continue
            unknown.update(named[-1:])
            yield finding
        elif finding.code in _ON_ITS_OWN:
            yield finding
