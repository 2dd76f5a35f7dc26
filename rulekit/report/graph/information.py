"""Who can see what, as a diagram: zones in frames by who sees into them, and which rules move cards from zone to zone.

Takes a game model, gives a diagram.  Promises: every zone is in it, and every way in which a rule moves cards.  An edge is thick
where the cards come to be seen by more players, dotted where a rule shows cards that stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import define, field

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis.lying import kind_of, related, zones_for
from rulekit.analysis.origins import Origins, origins_of
from rulekit.analysis.parts import Owner, abilities, parts
from rulekit.analysis.types import EnumT, NumberT, PlayerT, TeamT
from rulekit.analysis.walk import blocks_in, written
from rulekit.report.graph.model import Diagram, Edge, Group, Node
from rulekit.report.graph.text import title_of

FRAMES = (("all", "everybody sees"), ("owner", "the owner sees"), ("team", "the owner's team sees"), ("nobody", "nobody sees"))
Moved: TypeAlias = dict[m.Local, frozenset[m.ZoneDecl]]
"""Where the cards lie that local names stand for, after a rule has moved them."""
_RANK = {"nobody": 0, "owner": 1, "team": 2, "all": 3}


def information_diagram(model: m.GameModel) -> Diagram:
    """Zones by who sees into them, decks, and the moves between them."""
    diagram = Diagram(f"{model.title}: who sees what", down=False)
    groups = {key: Group(f"seen_by_{key}", title) for key, title in FRAMES}
    for zone in model.zones:
        groups[_seen_by(zone)].items.append(Node(f"zone_{zone.name}", _lines(zone)))
    for kind in model.kinds:
        if kind.face_up and not (kind.parent is not None and kind.parent.face_up):
            groups["all"].items.append(Node(f"kind_{kind.name}", (*title_of(kind), "wherever it lies"), "round"))
    dealt = {zone.starts_with for zone in model.zones}
    diagram.items += [Node(f"deck_{deck.name}", title_of(deck), "deck") for deck in model.decks if deck in dealt]
    diagram.items += [group for group in groups.values() if group.items]
    flow = _Flow(model, origins_of(model))
    flow.find()
    for zone in model.zones:
        if zone.starts_with is not None:
            diagram.edges.append(Edge(f"deck_{zone.starts_with.name}", f"zone_{zone.name}"))
    for (source, target), rules in flow.moves.items():
        more = _RANK[_seen_by(target)] > _RANK[_seen_by(source)]
        diagram.edges.append(
            Edge(f"zone_{source.name}", f"zone_{target.name}", tuple(rules), "thick" if more else "plain")
        )  # fmt: skip
    if flow.shown:
        diagram.items.append(Node("shown", ("shown to players",), "pill"))
    for source, rules in flow.shown.items():
        diagram.edges.append(Edge(f"zone_{source.name}", "shown", tuple(rules), "dotted"))
    return diagram


@define(eq=False)
class _Flow:
    """What moves from where to where, by which rules; and what is shown."""

    model: m.GameModel
    origins: Origins
    moves: dict[tuple[m.ZoneDecl, m.ZoneDecl], dict[str, None]] = field(factory=dict)
    shown: dict[m.ZoneDecl, dict[str, None]] = field(factory=dict)

    def find(self) -> None:
        """Look through all rules, in the order of the file."""
        blocks = [part for part in parts(self.model, examples=False) if part.block]
        for part in sorted(blocks, key=lambda part: part.block[0].span.start):
            self.block(rule_name(part.owner), part.block, {})
        for rule in abilities(self.model):
            for clause in rule.clauses:
                if isinstance(clause, t.PayCards):
                    kinds = [kind for kind in self.model.kinds if related(kind, kind_of(clause.cards.type))]
                    targets = [kind.discards_to for kind in kinds if kind.discards_to is not None]
                    self.move(rule_name(rule), self.sources(clause.cards, {}), targets, False)

    def block(self, rule: str, block: t.Block, moved: Moved) -> Moved:
        """What the statements of a block move and show; where the cards of local names lie afterwards."""
        for stmt in block:
            match stmt:
                case t.MoveStmt(cards=cards, target=target, refills=refills):
                    self.move(rule, self.sources(cards, moved), [target.decl], refills)
                    local = _local(cards)
                    if local is not None:
                        moved = {**moved, local: frozenset([target.decl])}
                case t.DealStmt(source=source):
                    targets = [place.decl for place in written(stmt) if isinstance(place, t.ZoneRef) and place is not source]
                    self.move(rule, [source.decl], targets, True)
                case t.ShowStmt(cards=cards):
                    for zone in self.sources(cards, moved):
                        self.shown.setdefault(zone, {})[rule] = None
                case t.IfStmt(branches=branches):
                    ways = [self.block(rule, inner, moved) for _, inner in branches]
                    moved = _either(ways if branches[-1][0] is None else [*ways, moved])
                case _:
                    moved = _either([moved, *(self.block(rule, inner, moved) for inner in blocks_in(stmt))])
        return moved

    def sources(self, cards: t.Expr, moved: Moved) -> list[m.ZoneDecl]:
        """The zones that cards come from: where they were moved to, else those the text names, else all where such may lie."""
        local = _local(cards)
        if local is not None and local in moved:
            found = moved[local]
        else:
            found = self.origins.zones(cards) or frozenset(zones_for(self.model, kind_of(cards.type)))
        return [zone for zone in self.model.zones if zone in found]

    def move(self, rule: str, sources: Iterable[m.ZoneDecl], targets: Iterable[m.ZoneDecl], refills: bool) -> None:
        """Cards go from each source to each target; a zone that refills does so."""
        targets = list(dict.fromkeys(targets))
        for source in sources:
            for target in targets:
                self.moves.setdefault((source, target), {})[rule] = None
            if refills and source.refills_from is not None:
                self.moves.setdefault((source.refills_from, source), {})["refill"] = None


def _local(cards: t.Expr) -> m.Local | None:
    """The local name that a set of cards is."""
    while isinstance(cards, t.ToSet | t.Require):
        cards = cards.operand
    return cards.local if isinstance(cards, t.LocalRef) else None


def _either(ways: list[Moved]) -> Moved:
    """Where cards lie after one of several ways; those that one of them leaves alone lie where the text says."""
    return {local: frozenset().union(*(way[local] for way in ways)) for local in ways[0] if all(local in way for way in ways)}


def rule_name(owner: Owner) -> str:
    """What a rule is called in a diagram."""
    match owner:
        case m.TriggerRule(heads=heads, kind=kind):
            names = [head.kind.name if head.kind is not None else " or ".join(_names(head)) for head in heads]
            return f"when {' or '.join(dict.fromkeys(names))}" + (f" ({kind.name})" if kind is not None else "")
        case m.WheneverRule(kind=kind):
            return "whenever" + (f" ({kind.name})" if kind is not None else "")
        case m.Decl(name=name):
            return name
        case _:
            return "rule"


def _names(head: m.HappeningHead) -> Iterator[str]:
    yield from dict.fromkeys(rule.name for rule in head.rules)


def _seen_by(zone: m.ZoneDecl) -> str:
    if zone.sight == "face up":
        return "all"
    if zone.sight == "face down":
        return "nobody"
    return "team" if zone.owner == "team" else "owner"


def _lines(zone: m.ZoneDecl) -> tuple[str, ...]:
    """Name and label; how many of it there are."""
    whose = {"player": ["one for each player"], "team": ["one for each team"]}.get(zone.owner, [])
    if zone.index is not None:
        whose = [*whose, f"one for each {_index(zone.index)}"]
    return (*title_of(zone), *([" and ".join(whose)] if whose else []))


def _index(index: m.IndexDomain) -> str:
    match index.type:
        case EnumT(enum):
            return enum.name
        case PlayerT():
            return "player"
        case TeamT():
            return "team"
        case NumberT() if index.size is not None:
            return f"of {index.low}..{index.low + index.size - 1}"
        case _:
            return "space"
