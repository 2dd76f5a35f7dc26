"""A diagram as data: nodes in groups, edges between them.

Nothing here knows how it will be written.  Names of nodes are unique in a diagram and made of letters, digits and ``_``.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import Factory, define, frozen


@frozen
class Node:
    """``lines`` are shown one below the other.  ``shape``: ``box``, ``round``, ``pill`` or ``deck``.

    ``place``: column and row, where the diagram says where things are.
    """

    name: str
    lines: tuple[str, ...]
    shape: str = "box"
    place: tuple[int, int] | None = None


@frozen
class Edge:
    """``style``: ``plain``, ``dotted`` or ``thick``; ``arrow``: whether it has a direction."""

    start: str
    end: str
    lines: tuple[str, ...] = ()
    style: str = "plain"
    arrow: bool = True


@define
class Group:
    """A frame with a title round nodes and groups."""

    name: str
    title: str
    items: list[Node | Group] = Factory(list)

    def nodes(self) -> Iterator[Node]:
        """The nodes in it, those of inner groups too."""
        for item in self.items:
            if isinstance(item, Group):
                yield from item.nodes()
            else:
                yield item


@define
class Diagram:
    """``title`` says what is shown; ``down``: it runs from top to bottom, else from left to right."""

    title: str
    down: bool
    items: list[Node | Group] = Factory(list)
    edges: list[Edge] = Factory(list)

    def nodes(self) -> Iterator[Node]:
        """All nodes."""
        yield from Group("", "", self.items).nodes()
