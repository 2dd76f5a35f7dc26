"""A diagram as DOT text, for Graphviz.  Nodes that have a place are pinned to it (``neato``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.report.graph.model import Diagram, Edge, Group, Node

_SHAPES = {"box": "box", "round": 'box, style="rounded"', "pill": 'box, style="rounded,bold"', "deck": "cylinder"}
_STYLES = {"plain": "", "dotted": 'style="dashed"', "thick": 'style="bold"'}


def dot(diagram: Diagram) -> str:
    """The text of a diagram."""
    arrows = any(edge.arrow for edge in diagram.edges) or not diagram.edges
    placed = any(node.place is not None for node in diagram.nodes())
    lines = [f"{'digraph' if arrows else 'graph'} {_quoted(diagram.title)} {{"]
    lines += [f"  label={_quoted(diagram.title)};", '  labelloc="t";']
    lines += ['  layout="neato";'] if placed else [f'  rankdir="{"TB" if diagram.down else "LR"}";']
    lines += ['  node [shape="box"];', *_items(diagram.items, "  ")]
    lines += [f"  {_edge(edge, '->' if arrows else '--')}" for edge in diagram.edges]
    return "\n".join([*lines, "}"]) + "\n"


def _items(items: Iterable[Node | Group], indent: str) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield f"{indent}subgraph {_quoted('cluster_' + item.name)} {{"
            yield f"{indent}  label={_quoted(item.title)};"
            yield from _items(item.items, indent + "  ")
            yield f"{indent}}}"
        else:
            place = f', pos="{item.place[0] * 1.6:g},{-item.place[1]:g}!"' if item.place is not None else ""
            yield f"{indent}{_quoted(item.name)} [label={_lines(item.lines)}, shape={_SHAPES[item.shape]}{place}];"


def _edge(edge: Edge, sign: str) -> str:
    settings = [f"label={_lines(edge.lines)}"] if edge.lines else []
    settings += [_STYLES[edge.style]] if _STYLES[edge.style] else []
    end = f" [{', '.join(settings)}]" if settings else ""
    return f"{_quoted(edge.start)} {sign} {_quoted(edge.end)}{end};"


def _lines(lines: Iterable[str]) -> str:
    return '"' + "\\n".join(_escaped(line) for line in lines) + '"'


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
