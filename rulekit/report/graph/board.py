"""The board as a diagram: spaces with their fields, links with theirs, as they are at first.

Takes a game model, gives a diagram.  Promises: every space and every link is in it once, at the place that the map in the
terminal gives it.
"""

from __future__ import annotations

from rulekit.analysis import model as m
from rulekit.analysis.types import EnumT, FlagT, OptionalT
from rulekit.report.board.paths import pieces
from rulekit.report.board.plan import plan
from rulekit.report.graph.model import Diagram, Edge, Node


def board_diagram(model: m.GameModel) -> Diagram:
    """Which spaces are next to which; empty without a board."""
    board = model.board
    if board is None:
        return Diagram(f"{model.title}: no board", down=True)
    places = plan(len(board.spaces), pieces(model, board))
    diagram = Diagram(f"{model.title}: {board.label or board.name}", down=True)
    for space in board.spaces:
        notes = _notes(board, space.values, of_link=False)
        diagram.items.append(Node(space.name, (space.name, *([notes] if notes else [])), "round", places[space.index]))
    for link in board.links:
        notes = _notes(board, link.values, of_link=True)
        a, b = (board.spaces[k].name for k in link.ends)
        diagram.edges.append(Edge(a, b, (notes,) if notes else (), "dotted" if notes else "plain", arrow=False))
    return diagram


def _notes(board: m.BoardDecl, values: dict[str, m.Value], of_link: bool) -> str:
    """The fields that aren't no, 0 or none at first."""
    found = []
    for decl in board.fields:
        value = values.get(decl.name, decl.default) if decl.of_link == of_link else None
        name = decl.label or decl.name.replace("_", " ")
        type = decl.type.of if isinstance(decl.type, OptionalT) else decl.type
        match type:
            case FlagT():
                found += [name] if value else []
            case EnumT(enum):
                found += [enum.values[int(value)].name] if isinstance(value, int) else []
            case _:
                found += [f"{name} {value}"] if isinstance(value, int) and value else []
    return ", ".join(found)
