"""Which zones' order matters: read by top, bottom, first, last, a deal or a loop, or handed on to such a zone."""

from __future__ import annotations

from rulekit.analysis import typed as t
from rulekit.analysis.model import GameModel
from rulekit.compile.effects import parts


def ordered_zones(model: GameModel) -> set[int]:
    """Ids of the zone declarations whose order some rule reads.  All others may be taken as sets of cards."""
    nodes = [node for root in _roots(model) for node in parts(root)]
    ordered: set[int] = set()
    for node in nodes:
        match node:
            case t.EndOfZone() | t.Builtin(name="first" | "last" | "random") | t.LetStmt() | t.SetStmt() | t.ForStmt() | t.ShuffleStmt():
                ordered |= _zones(node if not isinstance(node, t.ForStmt) else node.source)
            case t.DealStmt(source=source):
                ordered |= _zones(source)
            case _:
                pass
    for rule in model.triggers:  # those of cards are listed as the cards lie
        if rule.kind is not None and any(head.only_this is None for head in rule.heads):
            ordered |= {id(zone) for zone in model.zones if zone.kind is None or zone.kind.is_a(rule.kind) or rule.kind.is_a(zone.kind)}
    moves = [node for node in nodes if isinstance(node, t.MoveStmt)]
    changed = True
    while changed:
        changed = False
        for move in moves:
            if id(move.target.decl) in ordered and not _zones(move.cards) <= ordered:
                ordered |= _zones(move.cards)
                changed = True
    for zone in model.zones:
        if zone.refills_from is not None:
            ordered |= {id(zone), id(zone.refills_from)}
    return ordered


def _zones(node: object) -> set[int]:
    return {id(x.decl) for x in parts(node) if isinstance(x, t.ZoneRef)}


def _roots(model: GameModel) -> list[object]:
    """Everything that is written in typed form."""
    roots: list[object] = []
    for query in model.queries:
        roots += [query.value, *[e for case in query.cases for e in case], *[x for e in query.exceptions for x in (e.value, e.condition)]]
    for event in model.events:
        roots += [event.body, *[x for e in event.exceptions for x in (e.body, e.condition)]]
    for acting in (model.actions, model.reactions):
        for rule in acting:
            roots += [tuple(rule.clauses), rule.body, *[f.condition for f in rule.forbids]]
            roots += [x for e in rule.exceptions for x in (e.body, e.condition)]
    roots += [part for trigger in model.triggers for part in (trigger.condition, trigger.body)]
    roots += [part for whenever in model.whenevers for part in (whenever.condition, whenever.body)]
    queue = list(model.phases)
    while queue:
        phase = queue.pop()
        loop = phase.loop
        if loop is not None and loop.source is not None:
            roots.append(t.Builtin(span=phase.span, type=loop.source.type, name="first", args=(loop.source,)))
        roots += [phase.when, phase.until]
        for item in phase.body:
            if hasattr(item, "loop"):
                queue.append(item)  # type: ignore[arg-type]
            else:
                roots.append(item)
    if model.score is not None:
        roots.append(model.score.value)
    if model.winner is not None:
        roots += [*[value for _, value in model.winner.keys], model.winner.condition]
    return [root for root in roots if root is not None]
