"""Sets with elements that have a name: ``where``, ``over``, ``best(.. by ..)`` and the sources of loops and choices.

Takes syntax, gives typed sets whose element is a local.  Promises: in the condition or key the element is ``it``, its bare
attributes and (in a binder) its name; what a ``where`` proves narrows the elements of the set.
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body
from rulekit.analysis.coerce import as_set, flag, number
from rulekit.analysis.lattice import ANY, FLAG, NUMBER, element
from rulekit.analysis.names import AGGREGATES, FUNCTIONS
from rulekit.analysis.report import listed, nearest
from rulekit.analysis.types import EnumT, SetT, Type
from rulekit.syntax import nodes


def new_element(type: Type, node: nodes.Expr, name: nodes.Ident | None = None) -> model.Local:
    """A local for the elements of a set, called ``it`` or (in a binder) by its name."""
    if name is None:
        return model.Local("it", element(type), node.span, "it")
    return model.Local(name.text, element(type), name.span, "binder")


def source(body: Body, node: nodes.Expr, name: nodes.Ident | None = None) -> t.Expr:
    """The set that a binder called ``name`` runs over; its ``where`` may use the name."""
    if isinstance(node, nodes.Filter):
        return filtered(body, node, name)
    return as_set(body, body.expr(node))


def filtered(body: Body, node: nodes.Filter, name: nodes.Ident | None = None) -> t.Expr:
    """``source where condition``."""
    base = as_set(body, body.expr(node.source))
    local = new_element(base.type, node.source, name)
    local.role = "it"
    with body.over(local, name):
        condition = flag(body, body.expr(node.condition))
    type = SetT(element(body.learnt(local, condition)))
    return t.FilterExpr(span=node.span, type=type, source=base, local=local, condition=condition)


def aggregate(body: Body, node: nodes.Aggregate) -> t.Expr:
    """``f(body over x in source)``."""
    name = node.name.text
    over = source(body, node.source, node.var)
    local = new_element(over.type, node.source, node.var)
    with body.over(local, node.var):
        value = body.expr(node.body)
    if name in ("any", "all"):
        value = flag(body, value, f"what '{name}' looks at")
        type: Type = FLAG
    elif name in AGGREGATES:
        value = number(body, value, f"what '{name}' looks at")
        type = NUMBER
    else:
        guess = nearest(name, AGGREGATES)
        help = f"'{name}' takes a set: '{name}(S)'" if name in FUNCTIONS else f"there are {listed(sorted(AGGREGATES))}"
        help = f"did you mean '{guess}'?" if guess else help
        return body.wrong(codes.UNKNOWN_NAME, f"'{name}' doesn't go over a set", node.name.span, help=help)
    return t.AggregateExpr(span=node.span, type=type, name=name, source=over, local=local, body=value)


def pick(body: Body, node: nodes.Pick) -> t.Expr:
    """``best(source by key)``."""
    over = source(body, node.source)
    local = new_element(over.type, node.source)
    with body.over(local):
        key = body.expr(node.key)
    if not isinstance(key.type, EnumT):
        key = number(body, key, "what 'best' goes by")
    if node.name.text != "best":
        return body.wrong(codes.UNKNOWN_NAME, f"'{node.name.text}' takes no 'by'", node.name.span, help="write 'best(S by E)'")
    return t.BestOf(span=node.span, type=over.type if isinstance(over.type, SetT) else ANY, source=over, local=local, key=key)
