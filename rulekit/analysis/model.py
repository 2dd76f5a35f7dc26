"""The game model: every declaration of a rules file, resolved and typed.

Declarations are made in a first pass (so that they may refer to each other), their bodies are filled in by lowering.
They compare by identity.  ``node`` is the syntax node, for spans, labels and citations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import Factory, define, field

from rulekit.analysis.types import AnyT, NumberT, Type
from rulekit.source import SourceFile, Span
from rulekit.syntax import nodes

if TYPE_CHECKING:
    from rulekit.analysis import typed as t

Value = int | bool | tuple[int, ...] | None
"""A constant: a number, a flag, the index of an enum value, team or space, a set of these (attributes only), or none."""


@define(eq=False)
class Local:
    """A name that lives in a part of a rule.

    ``role``: param, choice, binder, it, let, phase, actor, this, owner, roll, outcome, answers.
    """

    name: str
    type: Type
    span: Span = field(repr=False)
    role: str


@define(eq=False)
class Decl:
    """A global declaration."""

    name: str
    span: Span = field(repr=False)
    """The place of its name."""
    label: str | None = None
    cite: str | None = field(default=None, repr=False)
    variant: VariantDecl | None = field(default=None, repr=False)
    """The variant it stands in: it exists only when that is played."""


@define(eq=False)
class OptionDecl(Decl):
    type: Type = AnyT()
    default: Value = None


@define(eq=False)
class VariantDecl(Decl):
    pass


@define(eq=False)
class EnumValueDecl(Decl):
    index: int = 0
    enum: EnumDecl | None = field(default=None, repr=False)


@define(eq=False)
class EnumDecl(Decl):
    values: list[EnumValueDecl] = Factory(list)


@define(eq=False)
class TeamDecl(Decl):
    index: int = 0
    seats: tuple[int, ...] = ()


@define(eq=False)
class TableDecl(Decl):
    """``rows``: inclusive ranges (``high`` none: open) with their values, in file order."""

    param: Local | None = None
    by: t.Expr | None = None
    rows: list[tuple[int, int | None, t.Expr]] = Factory(list)
    type: Type = NumberT()


@define(eq=False)
class DieDecl(Decl):
    faces: tuple[int, ...] = ()


@define(eq=False)
class SpaceFieldDecl(Decl):
    """A field of every space (``of_link`` no) or every link; ``slot`` numbers those of its sort."""

    of_link: bool = False
    type: Type = AnyT()
    default: Value = None
    each: PhaseDecl | None = None
    slot: int = 0
    owner: str = "shared"


@define(eq=False)
class SpaceDecl(Decl):
    index: int = 0
    values: dict[str, Value] = Factory(dict)
    """The values of its fields at first, by name."""


@define(eq=False)
class LinkDecl:
    """A link between two spaces (their indexes)."""

    index: int
    ends: tuple[int, int]
    values: dict[str, Value]


@define(eq=False)
class LineDecl(Decl):
    """One named path: the indexes of its spaces in order."""

    spaces: tuple[int, ...] = ()


@define(eq=False)
class BoardDecl(Decl):
    spaces: list[SpaceDecl] = Factory(list)
    links: list[LinkDecl] = Factory(list)
    lines: list[LineDecl] = Factory(list)
    fields: list[SpaceFieldDecl] = Factory(list)


@define(eq=False)
class AttributeDecl(Decl):
    kind: KindDecl | None = None
    type: Type = AnyT()
    on_back: bool = False
    default: Value = None
    has_default: bool = False


@define(eq=False)
class StateDecl(Decl):
    """A state of cards; its first value is ``default``.  A state that refers to a kind's card starts with none."""

    kind: KindDecl | None = None
    type: Type = AnyT()
    default: Value = None
    until_moved: bool = False


@define(eq=False)
class KindDecl(Decl):
    """A card kind.  ``from_zone`` is the zone's name; both it and ``discards_to`` are inherited (already filled in here)."""

    parent: KindDecl | None = None
    children: list[KindDecl] = Factory(list)
    face_up: bool = False
    from_zone: str | None = None
    discards_to: ZoneDecl | None = None
    discards_bottom: bool = False
    attributes: list[AttributeDecl] = Factory(list)
    states: list[StateDecl] = Factory(list)
    presets: dict[str, Value] = Factory(dict)
    actions: list[ActionDecl] = Factory(list)
    reactions: list[ReactionDecl] = Factory(list)
    everything: bool = False
    """Stands for all kinds, where cards without a common parent lie together; in no list of the model, with no attributes."""

    broken: bool = False
    """Its parent, its zone or an ancestor's couldn't be found (an error): nothing is known about its cards."""

    def ancestry(self) -> list[KindDecl]:
        """The kind, its parent, and so on up."""
        chain: list[KindDecl] = []
        kind: KindDecl | None = self
        while kind is not None:
            chain.append(kind)
            kind = kind.parent
        return chain

    def is_a(self, other: KindDecl) -> bool:
        """Whether this is ``other`` or a child of it."""
        if other.everything:
            return True
        kind: KindDecl | None = self
        while kind is not None and kind is not other:
            kind = kind.parent
        return kind is not None


@define(eq=False)
class CardGroup:
    """Equal cards of a deck.  ``values``: every attribute of the kind, inherited ones and presets too, by name."""

    count: int
    kind: KindDecl
    label: str | None
    values: dict[str, Value]
    span: Span = field(repr=False)


@define(eq=False)
class DeckDecl(Decl):
    groups: list[CardGroup] = Factory(list)
    """In the order of the file, ``each`` unfolded (the first ``each`` varies slowest)."""


@define(eq=False)
class IndexDomain:
    """What a zone or field is indexed by: ``size`` values from ``low`` (0 for all but numbers)."""

    type: Type
    low: int
    size: int | None
    """None: as many as there are players."""


@define(eq=False)
class ZoneDecl(Decl):
    """``owner`` is ``shared``, ``player`` or ``team``; ``sight`` is ``face up``, ``face down`` or ``private``."""

    owner: str = "shared"
    index: IndexDomain | None = None
    sight: str = "face up"
    starts_with: DeckDecl | None = None
    refills_from: ZoneDecl | None = None
    kind: KindDecl | None = None
    """The nearest common ancestor of all that can lie here (inferred)."""


@define(eq=False)
class FieldDecl(Decl):
    """``default`` none: the type's first value, or (a player, space without value) it has to be set before it is read."""

    owner: str = "shared"
    index: IndexDomain | None = None
    type: Type = AnyT()
    default: t.Expr | None = None
    each: PhaseDecl | None = None


@define(eq=False)
class ExceptionRule:
    """An exception to a query (``value``) or an event, action or reaction (``body``).

    ``params`` are locals in the order of the rule's parameters; where the head says ``this`` the local has role ``this``.
    """

    kind: KindDecl | None
    variant: VariantDecl | None
    params: list[Local]
    condition: t.Expr | None
    value: t.Expr | None
    body: t.Block | None
    this: Local | None
    node: nodes.ExceptValue | nodes.ExceptEvent


@define(eq=False)
class QueryDecl(Decl):
    params: list[Local] = Factory(list)
    type: Type = AnyT()
    value: t.Expr | None = None
    cases: list[tuple[t.Expr, t.Expr]] = Factory(list)
    """Pairs of value and condition: the first whose condition holds, otherwise ``value``."""
    exceptions: list[ExceptionRule] = Factory(list)
    node: nodes.Define | None = field(default=None, repr=False)


@define(eq=False)
class HoldsLine:
    """``holds`` or (``wild``) ``wild``: so many cards with ``condition``, which reads ``it``."""

    wild: bool
    low: t.Expr
    high: t.Expr | None
    it: Local
    condition: t.Expr
    span: Span = field(repr=False)


@define(eq=False)
class PatternDecl(Decl):
    """``same``, ``different``, ``consecutive`` and ``total`` name attributes; ``size`` is a pair of bounds (high none: open)."""

    params: list[Local] = Factory(list)
    lines: list[HoldsLine] = Factory(list)
    same: list[str] = Factory(list)
    different: str | None = None
    consecutive: str | None = None
    total: tuple[str, t.Expr] | None = None
    size: tuple[t.Expr, t.Expr | None] | None = None
    """None: ``1..``."""
    element: Type = AnyT()
    """The type of the cards that it is asked about (inferred)."""
    node: nodes.Pattern | None = field(default=None, repr=False)


@define(eq=False)
class ForbidRule:
    """``condition`` reads the locals of the rule it is bound to: one copy for each rule it names."""

    condition: t.Expr | None
    kind: KindDecl | None
    variant: VariantDecl | None
    this: Local | None
    owner: Local | None
    node: nodes.Forbid


@define(eq=False)
class ActionDecl(Decl):
    """``player`` is the one who acts (on a card: its owner); ``this`` the card, if it belongs to a kind."""

    player: Local | None = None
    this: Local | None = None
    kind: KindDecl | None = None
    clauses: list[t.TypedClause] = Factory(list)
    body: t.Block | None = None
    forbids: list[ForbidRule] = Factory(list)
    exceptions: list[ExceptionRule] = Factory(list)
    node: nodes.Action | None = field(default=None, repr=False)


@define(eq=False)
class HappeningHead:
    """``before E(a, b)``: what is answered, with a local for each named parameter.

    ``kind`` instead of ``rules`` named one by one: all actions and reactions on its cards, already unfolded in ``rules``.
    ``only_this``: the position of ``this`` in the list, if it stands there.
    """

    rules: list[ActionDecl | ReactionDecl | EventDecl]
    kind: KindDecl | None
    params: list[Local]
    only_this: int | None
    span: Span = field(repr=False)


@define(eq=False)
class ReactionDecl(Decl):
    """``among``: who may react (a set); ``by_argument``: ``by t``, a parameter of the happening; else (on a card) its owner."""

    player: Local | None = None
    this: Local | None = None
    kind: KindDecl | None = None
    once: bool = False
    among: t.Expr | None = None
    among_it: Local | None = None
    by_argument: bool = False
    before: bool = True
    heads: list[HappeningHead] = Factory(list)
    clauses: list[t.TypedClause] = Factory(list)
    body: t.Block | None = None
    forbids: list[ForbidRule] = Factory(list)
    exceptions: list[ExceptionRule] = Factory(list)
    node: nodes.Reaction | None = field(default=None, repr=False)


@define(eq=False)
class EventDecl(Decl):
    params: list[Local] = Factory(list)
    body: t.Block | None = None
    exceptions: list[ExceptionRule] = Factory(list)
    node: nodes.Event | None = field(default=None, repr=False)


@define(eq=False)
class TriggerRule:
    """``when .. happens``.  In several heads the parameters share their locals by name."""

    heads: list[HappeningHead]
    condition: t.Expr | None
    body: t.Block
    kind: KindDecl | None
    variant: VariantDecl | None
    this: Local | None
    node: nodes.Trigger


@define(eq=False)
class WheneverRule:
    """A state-based rule; with ``local`` and ``source``: for the first element that meets ``condition``... (``whenever some``)."""

    condition: t.Expr | None
    local: Local | None
    source: t.Expr | None
    body: t.Block
    kind: KindDecl | None
    variant: VariantDecl | None
    this: Local | None
    node: nodes.Whenever | nodes.WheneverSome


@define(eq=False)
class PhaseDecl(Decl):
    loop: t.TypedLoop | None = None
    when: t.Expr | None = None
    until: t.Expr | None = None
    body: list[t.PhaseItem] = Factory(list)
    parent: PhaseDecl | None = None
    node: nodes.Phase | None = field(default=None, repr=False)


@define(eq=False)
class ScoreRule:
    """The score of a player or a team (``local``)."""

    local: Local
    value: t.Expr
    node: nodes.Score


@define(eq=False)
class WinnerRule:
    """Either ``keys`` (highest?, value of ``local``), compared one after the other, or ``condition``."""

    local: Local
    keys: list[tuple[bool, t.Expr]]
    condition: t.Expr | None
    node: nodes.Winner | nodes.WinnerWhere


@define(eq=False)
class ExampleDecl:
    """An example: its syntax, with the expressions in it typed.

    ``exprs`` maps ``id(node)`` of each expression in ``given`` and ``expect`` (zones, fields, conditions, sets) to its typed form;
    seat names are constants there.
    """

    title: str
    seats: list[str]
    exprs: dict[int, t.Expr]
    node: nodes.Example
    cite: str | None = None


@define(eq=False)
class RulingDecl:
    """A ruling, with what it stands in (the name of the rule, or none at top level)."""

    text: str
    cite: str | None
    where: str | None
    span: Span = field(repr=False)


@define(eq=False)
class SourceDecl:
    """A rulebook that citations name."""

    name: str
    title: str
    span: Span = field(repr=False)


@define(eq=False)
class GameModel:
    """All of a game.  Lists are in file order; rules inside variants are included and marked with their variant."""

    file: SourceFile
    tree: nodes.RulesFile
    title: str = ""
    about: str | None = None
    designer: str | None = None
    minutes: tuple[int, int | None] | None = None
    ages: tuple[int, int | None] | None = None
    low_players: int = 1
    high_players: int = 1
    sources: list[SourceDecl] = Factory(list)
    options: list[OptionDecl] = Factory(list)
    variants: list[VariantDecl] = Factory(list)
    teams: list[TeamDecl] = Factory(list)
    enums: list[EnumDecl] = Factory(list)
    tables: list[TableDecl] = Factory(list)
    dice: list[DieDecl] = Factory(list)
    board: BoardDecl | None = None
    kinds: list[KindDecl] = Factory(list)
    decks: list[DeckDecl] = Factory(list)
    zones: list[ZoneDecl] = Factory(list)
    fields: list[FieldDecl] = Factory(list)
    queries: list[QueryDecl] = Factory(list)
    patterns: list[PatternDecl] = Factory(list)
    actions: list[ActionDecl] = Factory(list)
    events: list[EventDecl] = Factory(list)
    reactions: list[ReactionDecl] = Factory(list)
    triggers: list[TriggerRule] = Factory(list)
    whenevers: list[WheneverRule] = Factory(list)
    phases: list[PhaseDecl] = Factory(list)
    """The top-level phases; inner ones stand in their bodies."""
    score: ScoreRule | None = None
    winner: WinnerRule | None = None
    examples: list[ExampleDecl] = Factory(list)
    rulings: list[RulingDecl] = Factory(list)
    session: object = field(default=None, repr=False)
    """What the analysis knows beside the model; examples in other files are analysed with it."""
