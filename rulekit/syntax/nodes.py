"""The syntax tree of a rules file: frozen attrs classes, one for each construct of the language.

Takes nothing, promises: a tree is immutable, compares by structure (spans are left out of equality), and holds no
object of the parser library.  Names are kept as written; nothing here is resolved.  ``docs/language.md`` describes each construct.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from rulekit.source import Span


@frozen(kw_only=True)
class Node:
    """Anything with a place in the text."""

    span: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Ident(Node):
    """A name where it is declared, or where only a name may stand."""

    text: str


@frozen(kw_only=True)
class Text(Node):
    """A text in quotes; ``value`` without them."""

    value: str


@frozen(kw_only=True)
class Cite(Node):
    """``@ source: heading`` at the end of a line; ``text`` without the ``@``, stripped."""

    text: str


@frozen(kw_only=True)
class Line(Node):
    """A node that ends a line of its own, or heads a block, and may cite the rulebook."""

    cite: Cite | None = None


@frozen(kw_only=True)
class Ruling(Line):
    text: Text


# ---------------------------------------------------------------- expressions


@frozen(kw_only=True)
class Number(Node):
    value: int


@frozen(kw_only=True)
class String(Node):
    value: str


@frozen(kw_only=True)
class Name(Node):
    """A name used as a value."""

    text: str


@frozen(kw_only=True)
class Person(Node):
    """The name of a player of an example."""

    text: str


@frozen(kw_only=True)
class SetOf(Node):
    """``{a, b}``, ``{}``; ``{1..4}`` has one ``Interval`` item."""

    items: tuple[Expr, ...]


@frozen(kw_only=True)
class Interval(Node):
    """``lo..hi``: a set of numbers."""

    low: Expr
    high: Expr


@frozen(kw_only=True)
class Dot(Node):
    target: Expr
    name: Ident


@frozen(kw_only=True)
class Index(Node):
    target: Expr
    index: Expr


@frozen(kw_only=True)
class Call(Node):
    name: Ident
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class Aggregate(Node):
    """``f(body over x in source)``, f one of sum max min any all; ``var`` is none if not named."""

    name: Ident
    body: Expr
    var: Ident | None
    source: Expr


@frozen(kw_only=True)
class Pick(Node):
    """``best(source by key)``."""

    name: Ident
    source: Expr
    key: Expr


@frozen(kw_only=True)
class Filter(Node):
    """``source where condition``."""

    source: Expr
    condition: Expr


@frozen(kw_only=True)
class IfElse(Node):
    """``yes if condition otherwise no``."""

    condition: Expr
    yes: Expr
    no: Expr


@frozen(kw_only=True)
class Binary(Node):
    """``op`` is one of ``or and = != < <= > >= in + - * / mod``."""

    op: str
    left: Expr
    right: Expr


@frozen(kw_only=True)
class Not(Node):
    operand: Expr


@frozen(kw_only=True)
class Negative(Node):
    operand: Expr


@frozen(kw_only=True)
class IsKind(Node):
    """``operand is kind``, ``operand is not kind``."""

    operand: Expr
    kind: Ident
    negated: bool


@frozen(kw_only=True)
class Shape(Node):
    """A pattern with its arguments, behind ``has`` or ``matching``."""

    name: Ident
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class Has(Node):
    """``operand has shape``."""

    operand: Expr
    shape: Shape


@frozen(kw_only=True)
class EndOf(Node):
    """``top 2 of zone``, ``bottom of zone``; ``count`` is none where no number is given."""

    top: bool
    count: Expr | None
    zone: Expr


Expr: TypeAlias = (
    Number | String | Name | Person | SetOf | Interval | Dot | Index | Call | Aggregate | Pick | Filter | IfElse
    | Binary | Not | Negative | IsKind | Has | EndOf
)


# ---------------------------------------------------------------- shared parts


@frozen(kw_only=True)
class Range(Node):
    """``3``, ``3..5`` or ``3..``; ``high`` is none without an upper end (``open``), equal to ``low`` for one number."""

    low: int
    high: int | None


@frozen(kw_only=True)
class TypeName(Node):
    """``number 0..8``, ``player``, ``space?``, ``set of card_kind``."""

    name: Ident
    bounds: Range | None = None
    optional: bool = False
    is_set: bool = False


@frozen(kw_only=True)
class Param(Node):
    name: Ident
    type: TypeName | None


@frozen(kw_only=True)
class Count(Node):
    """``n``, ``a..b``, ``a..``: how many; ``high`` is none for an open end, and the same object as ``low`` for one number."""

    low: Expr
    high: Expr | None


@frozen(kw_only=True)
class Choice(Node):
    """``choose COUNT name "label" in source matching shapes``; ``where`` is a ``Filter`` in ``source``."""

    count: Count | None
    name: Ident
    label: Text | None
    source: Expr
    shapes: tuple[Shape, ...]


@frozen(kw_only=True)
class Binder(Node):
    """``name in source``."""

    name: Ident
    source: Expr


@frozen(kw_only=True)
class AttrValue(Node):
    """``name = value`` in a list of attributes."""

    name: Ident
    value: Expr


@frozen(kw_only=True)
class AttrEach(Node):
    """``each name``, ``each name in lo..hi``."""

    name: Ident
    source: Interval | None


@frozen(kw_only=True)
class AttrFlag(Node):
    name: Ident


Attr: TypeAlias = AttrValue | AttrEach | AttrFlag


# ---------------------------------------------------------------- statements


@frozen(kw_only=True)
class Move(Line):
    cards: Expr
    target: Expr
    to_bottom: bool


@frozen(kw_only=True)
class Deal(Line):
    count: Expr
    source: Expr
    target: Expr


@frozen(kw_only=True)
class Shuffle(Line):
    zone: Expr


@frozen(kw_only=True)
class SetTo(Line):
    target: Expr
    value: Expr


@frozen(kw_only=True)
class Add(Line):
    value: Expr
    target: Expr


@frozen(kw_only=True)
class Take(Line):
    value: Expr
    target: Expr


@frozen(kw_only=True)
class Let(Line):
    name: Ident
    value: Expr


@frozen(kw_only=True)
class ChooseStmt(Line):
    """``choose .. by p``; with ``optional``: ``may choose``."""

    choice: Choice
    by: Expr
    optional: bool


@frozen(kw_only=True)
class Together(Line):
    """``simultaneously q in S choose ..``."""

    binder: Binder
    choice: Choice


@frozen(kw_only=True)
class Rolled(Node):
    die: Ident
    name: Ident


@frozen(kw_only=True)
class Roll(Line):
    dice: tuple[Rolled, ...]


@frozen(kw_only=True)
class Show(Line):
    cards: Expr
    to: Expr


@frozen(kw_only=True)
class Do(Line):
    """``do event(args) as held``."""

    name: Ident
    args: tuple[Expr, ...]
    outcome: Ident | None


@frozen(kw_only=True)
class End(Line):
    phase: Ident


@frozen(kw_only=True)
class Cancel(Line):
    pass


@frozen(kw_only=True)
class Suite(Node):
    """The statements of a block; ``inline`` if the only one stands behind the colon."""

    body: tuple[Stmt, ...]
    inline: bool = field(default=False, eq=False)


@frozen(kw_only=True)
class Branch(Line):
    """``if``/``otherwise if`` with its condition, or ``otherwise`` (condition none)."""

    condition: Expr | None
    suite: Suite


@frozen(kw_only=True)
class If(Line):
    branches: tuple[Branch, ...]


@frozen(kw_only=True)
class ForEach(Line):
    """``for each x in S``; at most one of ``start`` (``from y``) and ``rising`` (``by E``)."""

    binder: Binder
    start: Expr | None
    rising: Expr | None
    suite: Suite


@frozen(kw_only=True)
class RepeatTimes(Line):
    times: Expr
    suite: Suite


@frozen(kw_only=True)
class RepeatUntil(Line):
    condition: Expr
    suite: Suite


Stmt: TypeAlias = (
    Move | Deal | Shuffle | SetTo | Add | Take | Let | ChooseStmt | Together | Roll | Show | Do | End | Cancel
    | If | ForEach | RepeatTimes | RepeatUntil | Ruling
)


# ---------------------------------------------------------------- the course of play


@frozen(kw_only=True)
class ForEachHead(Node):
    binder: Binder
    start: Expr | None
    rising: Expr | None


@frozen(kw_only=True)
class CycleHead(Node):
    binder: Binder
    start: Expr | None


@frozen(kw_only=True)
class TimesHead(Node):
    times: Expr


@frozen(kw_only=True)
class ForeverHead(Node):
    """``repeat`` without a number (an ``until`` ends it)."""


LoopHead: TypeAlias = ForEachHead | CycleHead | TimesHead | ForeverHead


@frozen(kw_only=True)
class Offer(Line):
    """``form`` is one of ``must one``, ``may one``, ``may any``, ``may up to`` (then ``limit``)."""

    form: str
    limit: Expr | None
    names: tuple[Ident, ...]
    stop_when: Expr | None
    when: Expr | None


@frozen(kw_only=True)
class Phase(Line):
    name: Ident
    label: Text | None
    loop: LoopHead | None
    when: Expr | None
    until: Expr | None
    body: tuple[PhaseLine, ...]


PhaseLine: TypeAlias = Phase | Offer | Stmt


# ---------------------------------------------------------------- rules


@frozen(kw_only=True)
class When(Line):
    condition: Expr


@frozen(kw_only=True)
class Choose(Line):
    choice: Choice


@frozen(kw_only=True)
class PayItem(Node):
    """``amount`` cards, or (with ``source``) a number from a field."""

    amount: Expr
    source: Expr | None


@frozen(kw_only=True)
class Pay(Line):
    items: tuple[PayItem, ...]


@frozen(kw_only=True)
class Then(Line):
    suite: Suite


Clause: TypeAlias = When | Choose | Pay | Then | Ruling


@frozen(kw_only=True)
class Action(Line):
    """``by`` is none on cards; no clauses: an action without effect."""

    name: Ident
    label: Text | None
    by: Ident | None
    clauses: tuple[Clause, ...]


@frozen(kw_only=True)
class Happening(Node):
    """``name(a, b)`` in the head of a reaction or trigger."""

    name: Ident
    params: tuple[Ident, ...]


@frozen(kw_only=True)
class Reaction(Line):
    """``among`` is the set behind ``by q in``."""

    name: Ident
    label: Text | None
    once: bool
    by: Ident | None
    among: Expr | None
    before: bool
    happenings: tuple[Happening, ...]
    clauses: tuple[Clause, ...]


@frozen(kw_only=True)
class Event(Line):
    """``suite`` is none for an event without effect."""

    name: Ident
    label: Text | None
    params: tuple[Param, ...]
    suite: Suite | None


@frozen(kw_only=True)
class Trigger(Line):
    """``when .. happens``."""

    happenings: tuple[Happening, ...]
    condition: Expr | None
    suite: Suite


@frozen(kw_only=True)
class Whenever(Line):
    condition: Expr
    suite: Suite


@frozen(kw_only=True)
class WheneverSome(Line):
    binder: Binder
    suite: Suite


@frozen(kw_only=True)
class Forbid(Line):
    names: tuple[Ident, ...]
    condition: Expr | None


@frozen(kw_only=True)
class ExceptValue(Line):
    name: Ident
    params: tuple[Param, ...]
    value: Expr
    condition: Expr | None


@frozen(kw_only=True)
class ExceptEvent(Line):
    name: Ident
    params: tuple[Param, ...]
    condition: Expr | None
    suite: Suite


Rule: TypeAlias = Event | Reaction | Trigger | Whenever | WheneverSome | Forbid
Exception_: TypeAlias = ExceptValue | ExceptEvent


# ---------------------------------------------------------------- data


@frozen(kw_only=True)
class Option(Line):
    name: Ident
    label: Text | None
    type: TypeName
    default: Expr


@frozen(kw_only=True)
class Variant(Line):
    name: Ident
    label: Text | None
    items: tuple[Item | Exception_, ...]


@frozen(kw_only=True)
class Team(Line):
    name: Ident
    label: Text | None
    seats: tuple[int, ...]


@frozen(kw_only=True)
class Teams(Line):
    teams: tuple[Team, ...]
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class EnumValue(Node):
    name: Ident
    label: Text | None


@frozen(kw_only=True)
class Enum(Line):
    name: Ident
    values: tuple[EnumValue, ...]


@frozen(kw_only=True)
class Row(Line):
    keys: tuple[Range, ...]
    value: Expr


@frozen(kw_only=True)
class Table(Line):
    """``param`` is none for a table without parameter; ``by`` is what is looked up."""

    name: Ident
    param: Param | None
    by: Expr
    rows: tuple[Row, ...]
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Die(Line):
    name: Ident
    faces: tuple[int, ...]


@frozen(kw_only=True)
class BoardField(Node):
    name: Ident
    type: TypeName
    default: Expr | None
    each: Ident | None


@frozen(kw_only=True)
class BoardFields(Line):
    """``each space has ..`` or ``each link has ..``: ``of`` is that word."""

    of: Ident
    fields: tuple[BoardField, ...]


@frozen(kw_only=True)
class Spaces(Line):
    names: tuple[Ident, ...]
    attrs: tuple[Attr, ...]


@frozen(kw_only=True)
class Path(Line):
    """``line`` names the line that the path also is."""

    line: Ident | None
    names: tuple[Ident, ...]
    attrs: tuple[Attr, ...]


@frozen(kw_only=True)
class Board(Line):
    name: Ident
    body: tuple[BoardFields | Spaces | Path | Ruling, ...]


@frozen(kw_only=True)
class Attribute(Line):
    name: Ident
    type: TypeName
    on_back: bool
    default: Expr | None


@frozen(kw_only=True)
class CardState(Line):
    name: Ident
    type: TypeName
    default: Expr | None
    until_moved: bool


@frozen(kw_only=True)
class Preset(Line):
    name: Ident
    value: Expr


@frozen(kw_only=True)
class Card(Line):
    """A card kind.  ``from_zone`` and ``discards_to`` name zones; ``discards_bottom``: below the cards there."""

    name: Ident
    label: Text | None
    parent: Ident | None
    face_up: bool
    from_zone: Ident | None
    discards_to: Ident | None
    discards_bottom: bool
    data: tuple[Attribute | CardState | Preset, ...]
    rules: tuple[Action | Rule | Exception_ | Ruling, ...]


@frozen(kw_only=True)
class Copies(Line):
    count: int
    kind: Ident
    label: Text | None
    attrs: tuple[Attr, ...]


@frozen(kw_only=True)
class Deck(Line):
    name: Ident
    copies: tuple[Copies, ...]
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class ZoneDecl(Line):
    """``index`` is the name of an enum (or ``team``, ``player``), or an interval of numbers.

    ``sight`` lists the words given (``face up``, ``face down``, ``private``), so that two can be reported.
    """

    name: Ident
    index: Ident | Range | None
    label: Text | None
    sight: tuple[str, ...]
    starts_with: tuple[Ident, ...]
    refills_from: tuple[Ident, ...]


@frozen(kw_only=True)
class FieldDecl(Line):
    name: Ident
    index: Ident | Range | None
    label: Text | None
    type: TypeName
    default: Expr | None
    each: Ident | None


@frozen(kw_only=True)
class Shared(Line):
    body: tuple[ZoneDecl | FieldDecl, ...]
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class EachOwner(Line):
    """``each player:`` or ``each team:``: ``of`` is that word."""

    of: Ident
    body: tuple[ZoneDecl | FieldDecl, ...]
    rulings: tuple[Ruling, ...]


# ---------------------------------------------------------------- queries


@frozen(kw_only=True)
class Case(Line):
    value: Expr
    condition: Expr


@frozen(kw_only=True)
class Define(Line):
    name: Ident
    params: tuple[Param, ...]
    value: Expr
    cases: tuple[Case, ...]
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Holds(Line):
    count: Count
    condition: Expr


@frozen(kw_only=True)
class Wild(Line):
    count: Count
    condition: Expr


@frozen(kw_only=True)
class Same(Line):
    name: Ident


@frozen(kw_only=True)
class Different(Line):
    name: Ident


@frozen(kw_only=True)
class Consecutive(Line):
    name: Ident


@frozen(kw_only=True)
class Total(Line):
    name: Ident
    value: Expr


@frozen(kw_only=True)
class Size(Line):
    count: Count


PatternLine: TypeAlias = Holds | Wild | Same | Different | Consecutive | Total | Size | Ruling


@frozen(kw_only=True)
class Pattern(Line):
    name: Ident
    params: tuple[Param, ...]
    body: tuple[PatternLine, ...]


@frozen(kw_only=True)
class Score(Line):
    var: Ident
    value: Expr


@frozen(kw_only=True)
class WinnerKey(Node):
    highest: bool
    value: Expr


@frozen(kw_only=True)
class Winner(Line):
    keys: tuple[WinnerKey, ...]


@frozen(kw_only=True)
class WinnerWhere(Line):
    var: Ident
    condition: Expr


# ---------------------------------------------------------------- examples


@frozen(kw_only=True)
class CardItem(Node):
    """``3 wolf gray 1`` as written; a bare name also stands for an enum value, a space or a flag.

    ``values``: names and numbers in order (a name stays a string).  ``states``: pairs of name and value (none: a flag).
    """

    count: int | None
    name: Ident
    label: Text | None
    values: tuple[Ident | Number, ...]
    states: tuple[tuple[Ident, Ident | Number | Person | None], ...]
    nth: int | None


@frozen(kw_only=True)
class LinkItem(Node):
    """``m2 - m3``."""

    start: Ident
    end: Ident


@frozen(kw_only=True)
class LiteralSet(Node):
    items: tuple[Literal, ...]


Literal: TypeAlias = Number | Range | Person | String | LinkItem | CardItem | LiteralSet


@frozen(kw_only=True)
class PileIs(Line):
    """``ZONE: cards`` in ``given`` and ``expect``; no cards: ``nothing``.  ``only``: the rest is taken out of the example."""

    zone: Expr
    only: bool
    cards: tuple[CardItem, ...]


@frozen(kw_only=True)
class ValueIs(Line):
    target: Expr
    value: Literal


@frozen(kw_only=True)
class AtPhase(Line):
    phase: Ident
    of: Person | None


@frozen(kw_only=True)
class Given(Line):
    after: Ident | None
    body: tuple[PileIs | ValueIs | AtPhase, ...]


@frozen(kw_only=True)
class Decided(Node):
    """One choice of an option, by place or (``name``) by name."""

    name: Ident | None
    value: Literal


@frozen(kw_only=True)
class OptionItem(Node):
    """``build(gray, {..})``."""

    name: Ident
    choices: tuple[Decided, ...]


@frozen(kw_only=True)
class PickItem(Node):
    """``k = 3``: an answer to a ``choose``."""

    name: Ident
    value: Literal


@frozen(kw_only=True)
class DeclineItem(Node):
    """``decline``."""


Choosable: TypeAlias = OptionItem | PickItem | DeclineItem


@frozen(kw_only=True)
class UntilPhase(Node):
    phase: Ident
    of: Person | None


@frozen(kw_only=True)
class Decision(Line):
    """A line of ``play``: what a player decides, and where the match is to halt."""

    who: Person
    what: Choosable
    until: UntilPhase | None


@frozen(kw_only=True)
class Rolls(Line):
    rolls: tuple[tuple[Ident, int], ...]


@frozen(kw_only=True)
class Play(Line):
    body: tuple[Decision | Rolls, ...]


@frozen(kw_only=True)
class HoldsTrue(Line):
    condition: Expr


@frozen(kw_only=True)
class May(Line):
    """``form`` is ``may``, ``may not`` or ``may only``."""

    who: Person
    form: str
    items: tuple[Choosable, ...]


@frozen(kw_only=True)
class Sees(Line):
    who: Person
    negated: bool
    cards: Expr


@frozen(kw_only=True)
class Wins(Line):
    """``winner: Ann, Ben``; nobody: ``winner: nothing``."""

    who: tuple[Person | Ident, ...]


ExpectLine: TypeAlias = HoldsTrue | PileIs | May | Sees | Wins | AtPhase


@frozen(kw_only=True)
class Expect(Line):
    body: tuple[ExpectLine, ...]


@frozen(kw_only=True)
class WithOption(Line):
    name: Ident
    value: Literal


@frozen(kw_only=True)
class WithVariant(Line):
    name: Ident


ExampleLine: TypeAlias = WithOption | WithVariant | Given | Play | Expect | Ruling


@frozen(kw_only=True)
class Example(Line):
    title: Text
    seats: tuple[Person, ...]
    body: tuple[ExampleLine, ...]


# ---------------------------------------------------------------- the file


@frozen(kw_only=True)
class Source(Line):
    name: Ident
    title: Text


@frozen(kw_only=True)
class About(Line):
    text: Text


@frozen(kw_only=True)
class Designer(Line):
    text: Text


@frozen(kw_only=True)
class Minutes(Line):
    range: Range


@frozen(kw_only=True)
class Ages(Line):
    range: Range


GameLine: TypeAlias = Source | About | Designer | Minutes | Ages | Ruling


@frozen(kw_only=True)
class Game(Line):
    """The first line of a file: ``game "title" for 3..5 players:``; ``unit`` is the word behind the range."""

    title: Text
    players: Range
    unit: Ident
    body: tuple[GameLine, ...]


@frozen(kw_only=True)
class ExamplesOf(Line):
    path: Text


Item: TypeAlias = (
    Game | ExamplesOf | Option | Variant | Teams | Enum | Table | Die | Board | Card | Deck | Shared | EachOwner | Define
    | Pattern | Action | Event | Reaction | Trigger | Whenever | WheneverSome | Forbid | Phase | Score | Winner
    | WinnerWhere | Example | Ruling
)


@frozen(kw_only=True)
class RulesFile(Node):
    """All items of a file in order; a well-formed file begins with a ``Game`` or an ``ExamplesOf``."""

    items: tuple[Item | Exception_, ...]
