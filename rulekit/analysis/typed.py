"""Typed expressions, statements and clauses: what lowering makes of the syntax tree.

Every name is resolved, every coercion explicit, every bare attribute has its element, every implicit ``it`` is a local.
The compiler reads only these classes and the declarations in ``model``; it never looks at the syntax tree.

Run-time values: numbers are ints, flags are bools, enum values, players, teams, spaces, links and lines are indexes from 0,
cards are ids from 0, ``none`` is None, sets are tuples without duplicates, in order.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, field, frozen

from rulekit.analysis.model import (
    ActionDecl,
    DeckDecl,
    DieDecl,
    EventDecl,
    FieldDecl,
    KindDecl,
    Local,
    OptionDecl,
    PatternDecl,
    PhaseDecl,
    QueryDecl,
    ReactionDecl,
    SpaceFieldDecl,
    TableDecl,
    VariantDecl,
    ZoneDecl,
)
from rulekit.analysis.types import Type
from rulekit.source import Span


@frozen(kw_only=True, eq=False)
class Typed:
    """A node with the place of the text it comes from."""

    span: Span = field(repr=False)


@frozen(kw_only=True, eq=False)
class TypedExpr(Typed):
    type: Type


# ---------------------------------------------------------------- expressions


@frozen(kw_only=True, eq=False)
class Const(TypedExpr):
    """A number, flag, enum value, team, space, link, line index, player (examples only), a text, or None."""

    value: int | bool | str | None


@frozen(kw_only=True, eq=False)
class LocalRef(TypedExpr):
    """A parameter, choice, binder, ``let``, ``it``, ``this``, actor, phase variable or roll."""

    local: Local


@frozen(kw_only=True, eq=False)
class OptionRef(TypedExpr):
    decl: OptionDecl


@frozen(kw_only=True, eq=False)
class VariantRef(TypedExpr):
    """Whether a variant is played: a flag."""

    decl: VariantDecl


@frozen(kw_only=True, eq=False)
class AllOf(TypedExpr):
    """A whole set: ``what`` is ``players``, ``teams``, ``enum``, ``spaces``, ``links`` or ``lines`` (of name ``line``).

    The element's type is in ``type`` (so the enum too).
    """

    what: str
    line: str | None = None


@frozen(kw_only=True, eq=False)
class Active(TypedExpr):
    """``active``: the player of the innermost running phase over players, or none."""


@frozen(kw_only=True, eq=False)
class Actor(TypedExpr):
    """The player of the innermost action or reaction, else ``active``; used where windows and default orders need him."""


@frozen(kw_only=True, eq=False)
class OwnerOf(TypedExpr):
    """The player in whose zone a card lies, or none."""

    card: Expr


@frozen(kw_only=True, eq=False)
class FieldRef(TypedExpr):
    """One field.  ``owner``: the player or team, none if shared; ``index`` if the field is indexed."""

    decl: FieldDecl
    owner: Expr | None
    index: Expr | None


@frozen(kw_only=True, eq=False)
class ZoneRef(TypedExpr):
    """One zone; as a value the set of its cards from the bottom to the top (its ``type`` is ``SetT(CardT(kind))``)."""

    decl: ZoneDecl
    owner: Expr | None
    index: Expr | None


@frozen(kw_only=True, eq=False)
class AttrRef(TypedExpr):
    """A card's attribute, by name: no two kinds of one card have attributes of one name."""

    card: Expr
    name: str


@frozen(kw_only=True, eq=False)
class StateRef(TypedExpr):
    """A card's state, by name."""

    card: Expr
    name: str


@frozen(kw_only=True, eq=False)
class SpaceFieldRef(TypedExpr):
    """A field of a space or a link."""

    target: Expr
    decl: SpaceFieldDecl


@frozen(kw_only=True, eq=False)
class ScoreOf(TypedExpr):
    """``p.score``."""

    target: Expr


@frozen(kw_only=True, eq=False)
class TeamOf(TypedExpr):
    """``p.team``."""

    player: Expr


@frozen(kw_only=True, eq=False)
class NameOf(TypedExpr):
    """``x.name``: a text."""

    target: Expr


@frozen(kw_only=True, eq=False)
class AnswerOf(TypedExpr):
    """``gift[p]``: a player's answer to ``simultaneously``."""

    local: Local
    player: Expr


@frozen(kw_only=True, eq=False)
class CallQuery(TypedExpr):
    """``lower``: inside an exception to this query, the layer below is meant."""

    decl: QueryDecl
    args: tuple[Expr, ...]
    lower: bool = False


@frozen(kw_only=True, eq=False)
class Lookup(TypedExpr):
    """A table; ``arg`` if it has a parameter."""

    decl: TableDecl
    arg: Expr | None


@frozen(kw_only=True, eq=False)
class Builtin(TypedExpr):
    """A predefined function other than aggregates and ``cards``, by name, with as many arguments as it takes.

    count exists first last random (a set) · smaller larger (numbers) · others left right seat partner (a player) · links
    (a space; the set of all links of a board is ``AllOf``) · ends (a link) · between (two spaces) · next (space, lines) ·
    neighbours (space, links) · reach (space, number, links).
    """

    name: str
    args: tuple[Expr, ...]


@frozen(kw_only=True, eq=False)
class CardsOf(TypedExpr):
    """``cards(deck)``: all cards of a deck, wherever they are."""

    deck: DeckDecl


@frozen(kw_only=True, eq=False)
class AggregateExpr(TypedExpr):
    """``name`` is ``sum``, ``max``, ``min``, ``any`` or ``all``; ``local`` stands for the element of ``source`` in ``body``."""

    name: str
    source: Expr
    local: Local
    body: Expr


@frozen(kw_only=True, eq=False)
class BestOf(TypedExpr):
    """The elements of ``source`` with the highest ``key``, all that tie, in their order."""

    source: Expr
    local: Local
    key: Expr


@frozen(kw_only=True, eq=False)
class FilterExpr(TypedExpr):
    source: Expr
    local: Local
    condition: Expr


@frozen(kw_only=True, eq=False)
class MapUnion(TypedExpr):
    """``S.attr``: the values of ``body`` (an element or a set) for each element of ``source``, united in order."""

    source: Expr
    local: Local
    body: Expr


@frozen(kw_only=True, eq=False)
class IfElseExpr(TypedExpr):
    condition: Expr
    yes: Expr
    no: Expr


@frozen(kw_only=True, eq=False)
class Logic(TypedExpr):
    """``op`` is ``and`` or ``or``."""

    op: str
    left: Expr
    right: Expr


@frozen(kw_only=True, eq=False)
class NotExpr(TypedExpr):
    operand: Expr


@frozen(kw_only=True, eq=False)
class Compare(TypedExpr):
    """``op`` is one of ``= != < <= > >=``; ``as_sets``: both sides are sets, compared without order (``=``, ``!=`` only)."""

    op: str
    left: Expr
    right: Expr
    as_sets: bool = False


@frozen(kw_only=True, eq=False)
class Member(TypedExpr):
    item: Expr
    source: Expr


@frozen(kw_only=True, eq=False)
class IsKindExpr(TypedExpr):
    """Whether a card (or none: no) is of a kind or a child of it; ``negated``: ``is not`` (none: yes)."""

    operand: Expr
    kind: KindDecl
    negated: bool


@frozen(kw_only=True, eq=False)
class TypedShape(Typed):
    decl: PatternDecl
    args: tuple[Expr, ...]


@frozen(kw_only=True, eq=False)
class HasShape(TypedExpr):
    """Some part of the set ``operand`` matches."""

    operand: Expr
    shape: TypedShape


@frozen(kw_only=True, eq=False)
class Arith(TypedExpr):
    """``op`` is one of ``+ - * / mod`` on numbers."""

    op: str
    left: Expr
    right: Expr


@frozen(kw_only=True, eq=False)
class Union_(TypedExpr):
    """The left set, then what is new in the right one."""

    left: Expr
    right: Expr


@frozen(kw_only=True, eq=False)
class Difference(TypedExpr):
    left: Expr
    right: Expr


@frozen(kw_only=True, eq=False)
class Minus(TypedExpr):
    operand: Expr


@frozen(kw_only=True, eq=False)
class SetLiteral(TypedExpr):
    """Each item an element or a set, in order; none counts as nothing."""

    items: tuple[Expr, ...]


@frozen(kw_only=True, eq=False)
class IntervalExpr(TypedExpr):
    low: Expr
    high: Expr


@frozen(kw_only=True, eq=False)
class EndOfZone(TypedExpr):
    """``top n of Z`` (a set, topmost first) or, without ``count``, one card or none."""

    top: bool
    count: Expr | None
    zone: ZoneRef


@frozen(kw_only=True, eq=False)
class ToSet(TypedExpr):
    """An element as a set of one, none as the empty set; a line as the set of its spaces."""

    operand: Expr


@frozen(kw_only=True, eq=False)
class Require(TypedExpr):
    """``operand`` may be none, where a value is wanted: none is a fault here (RK501)."""

    operand: Expr


Expr: TypeAlias = (
    Const
    | LocalRef
    | OptionRef
    | VariantRef
    | AllOf
    | Active
    | Actor
    | OwnerOf
    | FieldRef
    | ZoneRef
    | AttrRef
    | StateRef
    | SpaceFieldRef
    | ScoreOf
    | TeamOf
    | NameOf
    | AnswerOf
    | CallQuery
    | Lookup
    | Builtin
    | CardsOf
    | AggregateExpr
    | BestOf
    | FilterExpr
    | MapUnion
    | IfElseExpr
    | Logic
    | NotExpr
    | Compare
    | Member
    | IsKindExpr
    | HasShape
    | Arith
    | Union_
    | Difference
    | Minus
    | SetLiteral
    | IntervalExpr
    | EndOfZone
    | ToSet
    | Require
)
Place: TypeAlias = FieldRef | StateRef | SpaceFieldRef | LocalRef


# ---------------------------------------------------------------- choices and clauses


@frozen(kw_only=True, eq=False)
class TypedChoice(Typed):
    """One choice.  ``is_set``: it takes a set of ``low`` to ``high`` elements (none: no upper end), matching one of ``shapes``.

    ``local`` gets the element (or the set).  ``source`` is the set without its ``where``; ``where`` reads ``it``, the element.
    An upper bound that is the same number as the lower one is the same object.
    """

    local: Local
    label: str | None
    source: Expr
    it: Local
    where: Expr | None
    is_set: bool
    low: Expr | None
    high: Expr | None
    shapes: tuple[TypedShape, ...]


@frozen(kw_only=True, eq=False)
class WhenClause(Typed):
    condition: Expr


@frozen(kw_only=True, eq=False)
class ChooseClause(Typed):
    choice: TypedChoice


@frozen(kw_only=True, eq=False)
class PayCards(Typed):
    """Cards (a set) that go where their kind is discarded to."""

    cards: Expr


@frozen(kw_only=True, eq=False)
class PayNumber(Typed):
    amount: Expr
    source: FieldRef | StateRef | SpaceFieldRef


TypedClause: TypeAlias = WhenClause | ChooseClause | PayCards | PayNumber


# ---------------------------------------------------------------- statements


@frozen(kw_only=True, eq=False)
class MoveStmt(Typed):
    """``cards`` is a set; ``refills``: written ``move top (n) of Z to ..`` from a zone that refills."""

    cards: Expr
    target: ZoneRef
    to_bottom: bool
    refills: bool = False


@frozen(kw_only=True, eq=False)
class DealStmt(Typed):
    """``target`` is one zone, or a ``MapUnion`` whose body is a zone: one card at a time, round the elements."""

    count: Expr
    source: ZoneRef
    target: ZoneRef | MapUnion


@frozen(kw_only=True, eq=False)
class ShuffleStmt(Typed):
    zone: ZoneRef | MapUnion


@frozen(kw_only=True, eq=False)
class SetStmt(Typed):
    target: Place
    value: Expr


@frozen(kw_only=True, eq=False)
class AddStmt(Typed):
    """On a number: add, stopping at the bounds; on a set: union."""

    value: Expr
    target: Place


@frozen(kw_only=True, eq=False)
class TakeStmt(Typed):
    """On a number: subtract, stopping at the bounds; on a set: difference."""

    value: Expr
    target: Place


@frozen(kw_only=True, eq=False)
class LetStmt(Typed):
    local: Local
    value: Expr


@frozen(kw_only=True, eq=False)
class ChooseStmt(Typed):
    """``optional``: declining gives none, or {} for a set."""

    choice: TypedChoice
    by: Expr
    optional: bool


@frozen(kw_only=True, eq=False)
class TogetherStmt(Typed):
    """All players of ``source`` (bound to ``local`` in the choice) choose in secret; ``answers`` is read by ``AnswerOf``."""

    local: Local
    source: Expr
    choice: TypedChoice
    answers: Local


@frozen(kw_only=True, eq=False)
class RollStmt(Typed):
    dice: tuple[tuple[DieDecl, Local], ...]


@frozen(kw_only=True, eq=False)
class ShowStmt(Typed):
    """``cards`` a set, ``to`` a set of players."""

    cards: Expr
    to: Expr


@frozen(kw_only=True, eq=False)
class DoStmt(Typed):
    """``lower``: inside an exception to this event, the body of the layer below is meant."""

    event: EventDecl
    args: tuple[Expr, ...]
    outcome: Local | None
    lower: bool = False


@frozen(kw_only=True, eq=False)
class EndStmt(Typed):
    phase: PhaseDecl


@frozen(kw_only=True, eq=False)
class CancelStmt(Typed):
    pass


@frozen(kw_only=True, eq=False)
class IfStmt(Typed):
    """Branches in order; the last may have no condition (``otherwise``)."""

    branches: tuple[tuple[Expr | None, Block], ...]


@frozen(kw_only=True, eq=False)
class ForStmt(Typed):
    """``start`` (``from y``) may be none; ``rising``: ordered by it, ties in order (it reads ``local``)."""

    local: Local
    source: Expr
    start: Expr | None
    rising: Expr | None
    body: Block


@frozen(kw_only=True, eq=False)
class RepeatStmt(Typed):
    """Exactly one of ``times`` and ``until`` is given."""

    times: Expr | None
    until: Expr | None
    body: Block


Stmt: TypeAlias = (
    MoveStmt
    | DealStmt
    | ShuffleStmt
    | SetStmt
    | AddStmt
    | TakeStmt
    | LetStmt
    | ChooseStmt
    | TogetherStmt
    | RollStmt
    | ShowStmt
    | DoStmt
    | EndStmt
    | CancelStmt
    | IfStmt
    | ForStmt
    | RepeatStmt
)
Block: TypeAlias = tuple[Stmt, ...]


# ---------------------------------------------------------------- phases


@frozen(kw_only=True, eq=False)
class TypedOffer(Typed):
    """``form``: ``must one``, ``may one``, ``may any``, ``may up to`` (then ``limit``).  ``actions``: card kinds are unfolded."""

    form: str
    limit: Expr | None
    actions: tuple[ActionDecl, ...]
    stop_when: Expr | None
    when: Expr | None
    only: tuple[KindDecl | None, ...] = ()
    """Beside each action: the kind that its card has to be (an action that a kind inherits), or none."""


PhaseItem: TypeAlias = "PhaseDecl | TypedOffer | Stmt"


@define(eq=False)
class TypedLoop:
    """A phase's head: ``form`` is ``each``, ``cycle``, ``times``, ``forever`` or ``once``."""

    form: str
    local: Local | None = None
    source: Expr | None = None
    start: Expr | None = None
    rising: Expr | None = None
    times: Expr | None = None


Reactable: TypeAlias = "ActionDecl | ReactionDecl | EventDecl"
