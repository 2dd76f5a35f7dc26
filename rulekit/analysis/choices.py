"""Choices, and the clauses of actions and reactions: ``when``, ``choose``, ``pay``.

Takes syntax, gives typed choices and clauses.  Promises: a clause's names and what it proves are known to later ones; cards
that are paid have a place where they are discarded to, and that zone's kind knows of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.binders import new_element
from rulekit.analysis.body import Body
from rulekit.analysis.coerce import as_set, flag, kind_of, number
from rulekit.analysis.lattice import FLAG, card_of, element, optional, show
from rulekit.analysis.patterns import bounds, shape
from rulekit.analysis.types import AnyT, CardT, FlagT, NumberT, SetT, Type
from rulekit.syntax import nodes


def lower_choice(body: Body, node: nodes.Choice, role: str = "choice", *, may_decline: bool = False) -> t.TypedChoice:
    """A choice; its name isn't in scope yet (see ``bind_choice``)."""
    body.session.chosen.add(node.name.text)
    count = None if node.count is None else bounds(body, node.count)
    with body.quiet(False):
        base_node = node.source.source if isinstance(node.source, nodes.Filter) else node.source
        source = as_set(body, body.expr(base_node))
        it = new_element(source.type, base_node, node.name)
        it.role = "it"
        where = None
        of = element(it.type)
        if isinstance(node.source, nodes.Filter):
            with body.over(it, node.name):
                where = flag(body, body.expr(node.source.condition))
            of = element(body.learnt(it, where))
        shapes = tuple(shape(body, item, of) for item in node.shapes)
    is_set = count is not None or bool(shapes)
    type: Type = SetT(of) if is_set else optional(of) if may_decline else of
    local = model.Local(node.name.text, type, node.name.span, role)
    return t.TypedChoice(
        span=node.span, local=local, label=node.label.value if node.label else None, source=source, it=it, where=where,
        is_set=is_set, low=count[0] if count else None, high=count[1] if count else None, shapes=shapes,
    )  # fmt: skip


def lower_clauses(body: Body, clauses: Sequence[nodes.Clause]) -> tuple[list[t.TypedClause], nodes.Then | None]:
    """The clauses before ``then``, and ``then``.  Names and knowledge stay in ``body`` for what follows."""
    result: list[t.TypedClause] = []
    then: nodes.Then | None = None
    for clause in clauses:
        match clause:
            case nodes.When():
                condition = flag(body, body.expr(clause.condition))
                body.learn(condition)
                result.append(t.WhenClause(span=clause.span, condition=condition))
            case nodes.Choose():
                choice = lower_choice(body, clause.choice)
                body.enter(choice.local)
                result.append(t.ChooseClause(span=clause.span, choice=choice))
            case nodes.Pay():
                result.extend(_pay(body, item) for item in clause.items)
            case nodes.Then():
                then = clause
            case nodes.Ruling():
                pass
    return result, then


def _pay(body: Body, item: nodes.PayItem) -> t.TypedClause:
    if item.source is not None:
        return _pay_number(body, item, item.source)
    value = body.expr(item.amount)
    if isinstance(element(value.type), NumberT | FlagT):
        body.report(
            codes.WRONG_TYPE, f"cards are paid, or a number from a field, but this is {show(value.type)}", value.span,
            help=f"say from which field: 'pay {value.span.text} from p.coins'",
        )  # fmt: skip
    elif not isinstance(element(value.type), CardT | AnyT):
        body.report(codes.WRONG_TYPE, f"cards are paid, but this is {show(value.type)}", value.span)
    cards = as_set(body, value) if value.type != FLAG else value
    kind = kind_of(value.type)
    if kind is not None:
        _discards(body, kind, value)
    return t.PayCards(span=item.span, cards=cards)


def _discards(body: Body, kind: model.KindDecl, cards: t.Expr) -> None:
    """Cards of this kind are paid: they go where they are discarded to."""
    lacking: list[model.KindDecl] = []
    for other in body.model.kinds:
        if not other.is_a(kind):
            continue
        if other.discards_to is not None:
            body.session.inference.give(other.discards_to, card_of(other), cards.span)
        elif body.session.is_decked(other) or (other is kind and not kind.children):
            lacking.append(other)
    if lacking:
        first = lacking[0]
        body.report(
            codes.NO_DISCARD, f"a card '{first.name}' can't be paid: its kind doesn't say where it is discarded to", cards.span,
            also=((first.span, "declared here"),), help=f"write 'card {first.name} discards to ..'",
        )  # fmt: skip


def _pay_number(body: Body, item: nodes.PayItem, source: nodes.Expr) -> t.TypedClause:
    amount = number(body, body.expr(item.amount), "what is paid from a field")
    place = body.expr(source)
    if not isinstance(place, t.FieldRef | t.StateRef | t.SpaceFieldRef) or not isinstance(place.type, NumberT):
        if not isinstance(place.type, AnyT):
            help = "cards are paid without 'from': 'pay this'" if isinstance(place, t.ZoneRef) else None
            body.report(
                codes.NOT_A_PLACE, f"numbers are paid from a field that is a number, but this is {show(place.type)}", place.span,
                help=help,
            )  # fmt: skip
        return t.WhenClause(span=item.span, condition=t.Const(span=item.span, type=FLAG, value=True))
    return t.PayNumber(span=item.span, amount=amount, source=place)
