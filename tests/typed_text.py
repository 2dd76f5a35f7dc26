"""Typed expressions, choices and statements as one line of text, for tests that look at what analysis made.

``text(node)`` shows the class without its suffix, the parts, and behind ``:`` the type of names: ``Attr(it:wolf, heads)``.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis.lattice import written

_LEFT_OUT = ("span", "type")


def text(node: Any) -> str:
    """The text of a typed node."""
    match node:
        case None:
            return "-"
        case True | False:
            return "yes" if node else "no"
        case tuple() | list():
            return "[" + ", ".join(text(item) for item in node) + "]"
        case t.Const():
            return f"{text(node.value)}:{written(node.type)}" if not isinstance(node.type, m.NumberT) else text(node.value)
        case t.LocalRef(local=local):
            return f"{local.name}:{written(node.type)}"
        case t.Typed():
            name = type(node).__name__.removesuffix("Expr").removesuffix("Ref").removesuffix("Stmt")
            parts = [text(getattr(node, a.name)) for a in attrs.fields(type(node)) if a.name not in _LEFT_OUT]
            return f"{name}({', '.join(parts)})"
        case m.Local() | m.Decl():
            return node.name
        case _:
            return str(node)
