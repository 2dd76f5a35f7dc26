"""Where statements put things: zones as targets, and fields, states and names that can be changed.

Takes typed expressions, gives zones and places.  Promises: what isn't one is reported and gives none; a zone that cards are
put into knows their kind.
"""

from __future__ import annotations

from rulekit.analysis import codes
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body
from rulekit.analysis.lattice import element, show
from rulekit.analysis.types import AnyT, CardT, PlayerT, SetT
from rulekit.syntax import nodes


def zone(body: Body, node: nodes.Expr, what: str) -> t.ZoneRef | None:
    """One zone."""
    value = body.expr(node)
    if isinstance(value, t.ZoneRef):
        return value
    if isinstance(value, t.MapUnion) and isinstance(value.body, t.ZoneRef):
        body.report(
            codes.NOT_A_ZONE, f"{what} is one zone, but these are several", node.span, help="use a loop: 'for each p in players:'"
        )
    else:
        _no_zone(body, value, what, node)
    return None


def zones(body: Body, node: nodes.Expr, what: str) -> t.ZoneRef | t.MapUnion | None:
    """One zone, or those of several players."""
    value = body.expr(node)
    if isinstance(value, t.ZoneRef) or (isinstance(value, t.MapUnion) and isinstance(value.body, t.ZoneRef)):
        return value
    _no_zone(body, value, what, node)
    return None


def _no_zone(body: Body, value: t.Expr, what: str, node: nodes.Expr) -> None:
    if isinstance(value.type, AnyT) and not isinstance(value, t.AttrRef | t.StateRef):
        return
    help = None
    if isinstance(value.type, PlayerT):
        help = f"name a zone of the player: '{node.span.text}.hand'"
    body.report(codes.NOT_A_ZONE, f"{what} is a zone, but this is {show(value.type)}", node.span, help=help)


def fill(body: Body, target: t.ZoneRef | t.MapUnion, cards: t.Expr) -> None:
    """Tell a zone what is put into it, and check that it is cards."""
    of = element(cards.type)
    if isinstance(of, CardT):
        place = target.body if isinstance(target, t.MapUnion) else target
        if isinstance(place, t.ZoneRef):
            body.session.inference.give(place.decl, of, cards.span)
    elif not isinstance(of, AnyT):
        body.report(codes.WRONG_TYPE, f"cards are moved, but this is {show(cards.type)}", cards.span)


def place(body: Body, node: nodes.Expr, verb: str) -> t.Place | None:
    """Something that can be changed.  Its type is the declared one, not what is known at the moment."""
    value = body.expr(node)
    match value:
        case t.FieldRef(decl=decl):
            body.forget(decl)
            return t.FieldRef(span=value.span, type=decl.type, decl=decl, owner=value.owner, index=value.index)
        case t.StateRef() | t.SpaceFieldRef():
            return value
        case t.LocalRef(local=local) if local.role == "let":
            body.forget(local)
            return t.LocalRef(span=value.span, type=local.type, local=local)
        case t.LocalRef(local=local):
            body.report(
                codes.NOT_A_PLACE, f"'{local.name}' can't be changed: only fields, states and names of 'let' can", node.span,
                also=((local.span, "bound here"),), help=f"copy it first: 'let n = {local.name}'",
            )  # fmt: skip
        case t.AttrRef(name=name):
            body.report(
                codes.NOT_A_PLACE, f"the attribute '{name}' is printed on the card and can't be changed", node.span,
                help=f"what changes is a state: 'state {name}: ..'",
            )  # fmt: skip
        case t.ZoneRef():
            body.report(codes.NOT_A_PLACE, f"a zone can't be changed with '{verb}'", node.span, help="write 'move .. to ..'")
        case t.MapUnion():
            body.report(
                codes.NOT_A_PLACE, f"'{verb}' changes one place, but these are several", node.span,
                help="use a loop: 'for each p in players: ..'",
            )  # fmt: skip
        case _ if not isinstance(value.type, AnyT):
            body.report(codes.NOT_A_PLACE, f"'{verb}' changes a field, a state or a name of 'let', not this", node.span)
    return None


def holds_set(target: t.Place) -> bool:
    """Whether a place holds a set."""
    return isinstance(target.type, SetT)


