"""A program: everything that is fixed for one kind of match (rules file, options, variants, number of players).

Made by ``rulekit.compile``; read-only.  What is indexed by a zone, a field, a card or a phase is a plain sequence, so that the
generated code gets at it without a search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from attrs import Factory, define, field, frozen

from rulekit.analysis.model import (
    CardGroup,
    DeckDecl,
    FieldDecl,
    GameModel,
    KindDecl,
    PhaseDecl,
    SpaceFieldDecl,
    StateDecl,
    Value,
    ZoneDecl,
)
from rulekit.analysis.types import Type
from rulekit.engine.state import Frame, State
from rulekit.source import Span

if TYPE_CHECKING:
    from rulekit.engine.choices import ActionCode


SOURCE_NAME = "<rules>"
"""The name of the generated code in tracebacks."""


class Ops(Protocol):
    """How cards and fields are changed: without (``basics``) or with (``ledger``) log and knowledge."""

    def move(self, S: State, cards: Sequence[int], target: int, to_bottom: bool, public: bool) -> None:
        """Move a set of cards to a zone."""

    def shuffle(self, S: State, zone: int) -> None:
        """Shuffle a zone."""


@frozen
class ZoneInfo:
    """One zone of the match.  ``name`` is as in the rules without its owner (``place[gray]``), ``text`` is in words."""

    index: int
    decl: ZoneDecl
    owner: int | None
    at: int | None
    name: str
    text: str
    viewers: int
    """Bit set of the players who see its cards and their order; all bits for a face-up zone."""

    @property
    def sight(self) -> str:
        """``face up``, ``face down`` or ``private``."""
        return self.decl.sight


@frozen
class FieldInfo:
    """One field of the match, like ``ZoneInfo``; of a space or link, ``at`` is its number."""

    index: int
    decl: FieldDecl | SpaceFieldDecl
    owner: int | None
    at: int | None
    name: str
    text: str
    type: Type


@frozen
class CardInfo:
    """One card.  ``text`` as in examples (kind, label, open attributes), ``words`` for players, ``back`` what everybody sees."""

    id: int
    kind: KindDecl
    deck: DeckDecl
    group: CardGroup
    text: str
    words: str
    back: str
    card_class: int
    face_up: bool


@frozen
class StateInfo:
    """One state that cards have; ``slot`` is its place among a card's states."""

    decl: StateDecl
    slot: int
    name: str


@define(eq=False)
class ChoicePoint:
    """Where somebody chooses in a body: one step whose answer goes into a register.

    ``by`` gives the player; ``optional``: may be declined.  The run goes on at ``next_pc``.
    """

    action: ActionCode
    by: Callable[[State, list[Any]], int]
    optional: bool
    next_pc: int
    prompt: str
    path: str


@define(eq=False)
class TogetherPoint:
    """``simultaneously``: each player of ``players`` answers in secret; the answers go into a list in register ``slot``."""

    action: ActionCode
    players: Callable[[State, list[Any]], Sequence[int]]
    slot: int
    next_pc: int
    prompt: str
    path: str


@define(eq=False)
class OfferPoint:
    """An offer.  ``limit_slot``: the register that counts down for ``may up to``; ``again``: it is made again and again."""

    form: str
    actions: tuple[ActionCode, ...]
    when: Callable[[State, list[Any]], bool] | None
    stop_when: Callable[[State, list[Any]], bool] | None
    limit_slot: int
    next_pc: int
    path: str
    span: Span
    weight: int = 1
    """What making it costs in fuel."""
    playout: Callable[[State, Frame, Callable[[int], int]], int] | None = None
    """Makes the offer to a player who answers at random; how many decisions that were."""

    @property
    def again(self) -> bool:
        """Whether the offer is made again after it was taken."""
        return self.form in ("may any", "may up to")


@define(eq=False)
class Answering:
    """A reaction in a window.  Its binding begins with the player, then what it takes over from the happening, then ``taken``.

    ``args``: the registers of the happening that it takes over; ``players``: who may react, given the player-less binding (none: all).
    ``taken``: the register with the cards that have answered in this window (of a reaction outside a card: the players); ``once``: when
    one has answered, nobody is asked for it again.
    """

    action: ActionCode
    args: tuple[int, ...]
    players: Callable[[State, list[Any]], Sequence[int]] | None
    taken: int
    on_card: bool
    once: bool


@define(eq=False)
class WindowPoint:
    """Where a happening can be answered, before or after it takes place: one player after the other, each asked in private.

    ``place``: the register that counts who has been asked since the last reaction (``CANCELLED``: the happening is called off, and the
    run goes on at ``cancelled_pc``).  ``name`` is the happening's, ``shown`` its arguments: registers and types.
    """

    reactions: tuple[Answering, ...]
    place: int
    next_pc: int
    cancelled_pc: int
    before: bool
    name: str
    shown: tuple[tuple[int, Type], ...]
    path: str
    weight: int = 1
    """What going round once costs in fuel."""

    @property
    def actions(self) -> tuple[ActionCode, ...]:
        """The reactions as actions."""
        return tuple([answering.action for answering in self.reactions])


Point = ChoicePoint | TogetherPoint | OfferPoint | WindowPoint
CANCELLED = -1


@define(eq=False)
class Code:
    """A body that may ask: its blocks, and the points at which it asks (none where a block stands)."""

    label: str
    blocks: list[Callable[[State, list[Any]], int] | None]
    points: list[Point | None]
    slots: int
    card_slots: tuple[int, ...] = ()
    """The registers that hold cards, or sets of cards."""
    acts: bool = False
    """It is the effect of an action or reaction: register 0 holds who acts."""


@define(eq=False)
class PhaseCode:
    """Where a phase stands in the main code: registers and block numbers."""

    decl: PhaseDecl
    number: int
    parent: PhaseCode | None
    var_slot: int
    list_slot: int
    index_slot: int
    head_pc: int = -1
    body_pc: int = -1
    end_pc: int = -1
    active_slot: int = 0
    """The register of the active player of its passes; 0 (always none) outside loops over players."""


@define(eq=False)
class Program:
    """See the module's docstring.  ``globals`` are the names that generated code sees; ``sites`` the places it can fail at."""

    model: GameModel
    players: int
    options: dict[str, Value]
    variants: frozenset[str]
    rules_hash: str
    full: bool
    ops: Ops
    zones: tuple[ZoneInfo, ...] = ()
    fields: tuple[FieldInfo, ...] = ()
    cards: tuple[CardInfo, ...] = ()
    states: tuple[StateInfo, ...] = ()
    states_per_card: int = 0
    resets: tuple[tuple[int, Value], ...] = ()
    """Slots of states that hold until moved, with their first values."""
    classes: tuple[int, ...] = ()
    """Card -> number of its class (equal in kind, label and attributes), in the order of the decks."""
    class_count: int = 0
    plain_cards: bool = True
    """No card has states and no field refers to one: equal cards are alike in everything."""
    owners: tuple[int | None, ...] = ()
    """Zone -> the player in front of whom it lies."""
    decl_of: tuple[int, ...] = ()
    """Zone -> number of its declaration."""
    viewers: tuple[int, ...] = ()
    """Zone -> bit set of the players who see into it."""
    face_up: tuple[bool, ...] = ()
    """Card -> seen by everybody wherever it lies."""
    discard: tuple[tuple[str, int, bool] | None, ...] = ()
    """Card -> where it goes when paid: ``shared`` or ``player``, zone (of player 0), to the bottom?"""
    owner_stride: dict[int, int] = Factory(dict)
    """First zone of a declaration -> how many zones each owner has of it."""
    start_zones: tuple[int, ...] = ()
    """Card -> the zone where it lies at first."""
    start_rows: tuple[tuple[int, ...], ...] = ()
    """Zone -> the cards that lie there at first."""
    start_fields: tuple[Any, ...] = ()
    start_states: tuple[Any, ...] = ()
    card_fields: tuple[int, ...] = ()
    """Fields that refer to cards."""
    card_states: tuple[int, ...] = ()
    """State slots that refer to cards."""
    codes: list[Code] = Factory(list)
    main: Code | None = None
    phases: dict[str, PhaseCode] = Factory(dict)
    path: list[tuple[PhaseCode, ...]] = Factory(list)
    """Block number of the main code -> the phases it stands in, the outermost first."""
    passes: dict[int, PhaseCode] = Factory(dict)
    """Block number of the main code -> the phase a pass of which begins there (full mode only)."""
    actions: dict[str, ActionCode] = Factory(dict)
    whenevers: list[tuple[Callable[[State], bool], Span]] = Factory(list)
    """The state-based rules in file order: each applies itself once if it can, and says whether it did."""
    score: Callable[[State, int], int] | None = None
    winner_keys: list[tuple[bool, Callable[[State, int], int]]] = Factory(list)
    winner_where: Callable[[State, int], bool] | None = None
    sites: list[Span] = Factory(list)
    globals: dict[str, Any] = field(factory=dict, repr=False)
    source: str = field(default="", repr=False)
    """The generated Python source."""
    spans: dict[str, Span] = field(factory=dict, repr=False)
    """Generated function -> the rule it is made of."""
    fuel: int = 100_000
    most_decisions: int = 10_000
    coverable: list[int] = Factory(list)
    """Of a watched program: the sites of all rules that tell when they are carried out."""
    covered: set[int] = Factory(set)
    """Those that have been, in all matches so far."""
    lanes: tuple[tuple[int, Sequence[int]], ...] = ()
    """What zones remember as one number that moves keep up: its key in their memo, card -> what it adds."""
    order_free: frozenset[int] = frozenset()
    """Zones (by index) whose order no rule reads."""
    memo: dict[Any, Any] = field(factory=dict, repr=False)
    compile_query: Callable[[Any], Callable[[State], Any]] | None = field(default=None, repr=False)
    """Compiles a typed expression without free locals (examples)."""

    @property
    def contenders(self) -> int:
        """How many score: teams if there are any, else players."""
        return len(self.model.teams) or self.players

    @property
    def in_play(self) -> Sequence[int]:
        """Those of the contenders who take part: a team without a member in play doesn't."""
        teams = self.model.teams
        return [team.index for team in teams if any(seat <= self.players for seat in team.seats)] if teams else range(self.players)

    def members(self, team: int) -> list[int]:
        """The players of a team, by seat from 0."""
        return [seat - 1 for seat in sorted(set(self.model.teams[team].seats)) if seat <= self.players]

    def start(self, seed: int, stops: bool = False) -> State:
        """A new match, run to its first decision.  ``stops``: forced decisions are asked too.  May raise ``RulesFault``."""
        from rulekit.engine.begin import start

        return start(self, seed, stops)

    def start_unasked(self, seed: int) -> State:
        """A new match before its first block, for ``play_random``."""
        from rulekit.engine.begin import blank

        return blank(self, seed)

    def load_state(self, data: Any) -> State:
        """A state from what ``State.to_json`` gave.  Raises ``BadSave`` for anything else."""
        from rulekit.engine.saves import from_json

        return from_json(self, data)

    def site_text(self, site: int) -> str:
        """The text of the rules file at a site."""
        text = " ".join(self.sites[site].text.split())
        return text if len(text) <= 60 else text[:57] + "..."

    @property
    def abilities(self) -> frozenset[str]:
        """The names of all actions and reactions."""
        return frozenset(rule.name for rule in (*self.model.actions, *self.model.reactions))
