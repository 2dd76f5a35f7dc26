"""A diagram as Mermaid text (``flowchart``).  Labels are quoted; what would mean something to Mermaid is written as an entity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.report.graph.model import Diagram, Edge, Group, Node

_SHAPES = {"box": '["{}"]', "round": '("{}")', "pill": '(["{}"])', "deck": '[("{}")]'}
_ARROWS = {
    ("plain", True): "-->", ("plain", False): "---", ("dotted", True): "-.->", ("dotted", False): "-.-",
    ("thick", True): "==>", ("thick", False): "===",
}  # fmt: skip


def mermaid(diagram: Diagram) -> str:
    """The text of a diagram."""
    lines = ["---", f"title: {_yaml(diagram.title)}", "---", f"flowchart {'TD' if diagram.down else 'LR'}"]
    lines += _items(diagram.items, "  ")
    lines += [f"  {_edge(edge)}" for edge in diagram.edges]
    return "\n".join(lines) + "\n"


def _items(items: Iterable[Node | Group], indent: str) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield f'{indent}subgraph {_id(item.name)}["{_text((item.title,))}"]'
            yield from _items(item.items, indent + "  ")
            yield f"{indent}end"
        else:
            yield f"{indent}{_id(item.name)}{_SHAPES[item.shape].format(_text(item.lines))}"


def _edge(edge: Edge) -> str:
    label = f'|"{_text(edge.lines)}"|' if edge.lines else ""
    return f"{_id(edge.start)} {_ARROWS[edge.style, edge.arrow]}{label} {_id(edge.end)}"


def _id(name: str) -> str:
    """Some names are words of Mermaid (``end``, ``style``), so each gets a prefix."""
    return f"n_{name}"


def _text(lines: Iterable[str]) -> str:
    return "<br/>".join("".join(char if char.isalnum() or char in " .,:'+-=/()_" else f"#{ord(char)};" for char in line) for line in lines)


def _yaml(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
