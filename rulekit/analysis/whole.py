"""What only the whole of a lowered game shows: types that don't go together, and queries that need themselves.

Takes a session whose inference is done, reports into its sink.
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis.body import Session
from rulekit.analysis.lattice import show, written
from rulekit.analysis.report import report
from rulekit.source import Span


def report_whole(session: Session) -> None:
    """Report what is left."""
    _conflicts(session)
    _recursion(session)


def _conflicts(session: Session) -> None:
    for key, (first, second) in session.inference.conflicts.items():
        if isinstance(key, model.Local):
            report(
                session.sink, codes.NEEDS_ANNOTATION,
                f"'{key.name}' is {show(first.type)} once and {show(second.type)} elsewhere", key.span,
                also=[(first.span, show(first.type)), (second.span, show(second.type))],
                help=f"write its type: '{key.name}: {written(first.type)}'",
            )  # fmt: skip
        else:
            report(
                session.sink, codes.NOT_COMPARABLE, f"'{key.name}' is {show(first.type)} once and {show(second.type)} elsewhere",
                second.span, also=[(first.span, show(first.type)), (key.span, "declared here")],
            )  # fmt: skip


def _recursion(session: Session) -> None:
    reported: set[model.Decl] = set()
    for start in session.calls:
        path = _cycle(session, start)
        if path and not reported & {decl for decl, _ in path}:
            reported |= {decl for decl, _ in path}
            names = " needs ".join(f"'{decl.name}'" for decl, _ in path)
            also = [(span, "here") for _, span in path[1:]]
            report(
                session.sink, codes.QUERY_RECURSION, f"queries can't need themselves: {names} needs '{path[0][0].name}'",
                path[0][1], also=also, help="events may: perform one event from another",
            )  # fmt: skip


def _cycle(session: Session, start: model.Decl) -> list[tuple[model.Decl, Span]] | None:
    """A way from a query back to itself: each query with the place of its call of the next one."""
    came: dict[model.Decl, tuple[model.Decl, Span]] = {}
    waiting = [start]
    while waiting:
        decl = waiting.pop()
        for callee, span in session.calls.get(decl, {}).items():
            if callee is start:
                path = [(decl, span)]
                while path[0][0] is not start:
                    path.insert(0, came[path[0][0]])
                return path
            if callee not in came:
                came[callee] = (decl, span)
                waiting.append(callee)
    return None
