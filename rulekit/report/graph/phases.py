"""The course of play as a diagram: a frame for each phase, its lines in order, offers with their actions, loops.

Takes a game model, gives a diagram.  Promises: each line of each phase is one node, in the order of the file.
"""

from __future__ import annotations

from itertools import pairwise

from attrs import define, field

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis.walk import statements
from rulekit.report.graph.model import Diagram, Edge, Group, Node
from rulekit.report.graph.text import first_line, shortened

AGAIN = {"each": "next", "cycle": "next", "times": "again", "forever": "again"}


def phases_diagram(model: m.GameModel) -> Diagram:
    """What happens when, and what is offered."""
    drawn = _Drawn(Diagram(f"{model.title}: phases", down=True))
    before: str | None = None
    for phase in model.phases:
        group, first, last = drawn.phase(phase)
        drawn.diagram.items.append(group)
        if before is not None:
            drawn.diagram.edges.append(Edge(before, first))
        before = last
    drawn.ends()
    return drawn.diagram


@define
class _Drawn:
    diagram: Diagram
    entries: dict[m.PhaseDecl, str] = field(factory=dict)
    """Phase -> the first node in it."""
    jumps: list[tuple[str, m.PhaseDecl]] = field(factory=list)

    def phase(self, phase: m.PhaseDecl) -> tuple[Group, str, str]:
        """The frame of a phase, its first and its last node."""
        group = Group(f"phase_{phase.name}", _head(phase))
        ends: list[tuple[str, str]] = []
        for item in phase.body:
            if isinstance(item, m.PhaseDecl):
                inner, first, last = self.phase(item)
                group.items.append(inner)
                ends.append((first, last))
            else:
                node = self.line(phase, len(ends), item)
                group.items.append(node)
                ends.append((node.name, node.name))
        if not ends:
            group.items.append(Node(f"{phase.name}_0", ("nothing",)))
            ends.append((f"{phase.name}_0", f"{phase.name}_0"))
        self.diagram.edges += [Edge(a[1], b[0]) for a, b in pairwise(ends)]
        again = AGAIN.get(phase.loop.form) if phase.loop is not None else None
        if again is not None:
            self.diagram.edges.append(Edge(ends[-1][1], ends[0][0], (f"{again} {phase.name}",), "dotted"))
        self.entries[phase] = ends[0][0]
        return group, ends[0][0], ends[-1][1]

    def line(self, phase: m.PhaseDecl, number: int, item: t.TypedOffer | t.Stmt) -> Node:
        """The node of one line."""
        name = f"{phase.name}_{number}"
        if isinstance(item, t.TypedOffer):
            return Node(name, (_form(item), *(_action(action) for action in dict.fromkeys(item.actions))), "pill")
        ended = [inner.phase for inner in statements((item,)) if isinstance(inner, t.EndStmt)]
        self.jumps += [(name, target) for target in dict.fromkeys(ended)]
        return Node(name, (first_line(item.span),))

    def ends(self) -> None:
        """``end X`` leads to the next pass of X."""
        for name, phase in self.jumps:
            self.diagram.edges.append(Edge(name, self.entries[phase], (f"end {phase.name}",), "dotted"))


def _head(phase: m.PhaseDecl) -> str:
    text = first_line(phase.node.span) if phase.node is not None else f"phase {phase.name}"
    return text.removesuffix(" ..").removesuffix(":")


def _form(offer: t.TypedOffer) -> str:
    """An offer without its actions: ``may do any of``."""
    line = first_line(offer.span)
    head, of, rest = line.partition(" of ")
    behind = [f" {word} {rest.split(f' {word} ', 1)[1]}" for word in ("stop when", "when") if f" {word} " in f" {rest}"]
    return f"{head}{of}".rstrip() + (shortened(behind[0]) if behind else "")


def _action(action: m.ActionDecl) -> str:
    return f"{action.name}: {shortened(action.label)}" if action.label not in (None, action.name) else action.name
