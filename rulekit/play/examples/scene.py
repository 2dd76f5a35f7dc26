"""The scene of an example: its program, its state, its players' names; values of expressions, and values in words.

Takes a program and an example's declaration.  Promises: looking changes nothing that a later line could notice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, evolve, field, fields

from rulekit.analysis import typed as t
from rulekit.analysis.model import Decl, ExampleDecl, Local, PhaseDecl
from rulekit.analysis.types import AnyT, CardT, OptionalT, PlayerT, SetT, Type
from rulekit.analysis.walk import subexpressions
from rulekit.engine import Decision, Program, RulesFault, State
from rulekit.engine.words import card_text, value_data
from rulekit.play.examples import codes
from rulekit.play.examples.result import Failed, Notes, failure
from rulekit.source import Span
from rulekit.syntax import nodes

LOOKING = 5_000_000
"""The fuel for looking at a position: a line may compare thousands of options."""
MOST_SHOWN = 12
"""So many elements of a set are listed in a report."""


@define(eq=False)
class Scene:
    """One example while it runs.  ``loose``: zones whose order nothing has fixed; ``forced``: decisions made on the way."""

    program: Program
    decl: ExampleDecl
    state: State
    loose: set[int] = field(factory=set)
    forced: Notes = field(factory=Notes)
    memo: dict[int, Any] = field(factory=dict)
    """What a literal of the example (by ``id``) means."""

    def refuel(self) -> None:
        """Let a line look at as many options as it needs; whoever plays on gets the usual fuel anyway."""
        self.state.fuel = LOOKING

    # ------------------------------------------------------------ players

    def name(self, seat: int) -> str:
        """The name of a player, by seat from 0."""
        return self.decl.seats[seat] if seat < len(self.decl.seats) else f"player {seat + 1}"

    def seat(self, name: str) -> int:
        """The seat of a player."""
        return self.decl.seats.index(name)

    def named(self, value: Any) -> Any:
        """A value of a canonical answer with the player's name in it."""
        if isinstance(value, str) and value.startswith("player ") and value[7:].isdigit():
            return self.name(int(value[7:]) - 1)
        return value

    def decision_of(self, seat: int) -> Decision | None:
        """What a player is asked now."""
        return next((d for d in self.state.decisions if d.by == seat), None)

    # ------------------------------------------------------------ values

    def typed(self, node: nodes.Expr) -> t.Expr:
        """The typed form of an expression of the example.  Raises ``Failed`` if it names what stands in a variant that is off."""
        e = self.decl.exprs[id(node)]
        for part in subexpressions(e):
            decl = getattr(part, "decl", None)
            if isinstance(decl, Decl) and decl.variant is not None and decl.variant.name not in self.program.variants:
                message = f"'{decl.name}' is there only with the variant '{decl.variant.name}'"
                help = f"let 'variant {decl.variant.name}' follow the head of the example"
                raise Failed(failure(codes.NO_POSITION, message, part.span, help=help))
        return e

    def value(self, e: t.Expr) -> Any:
        """The value of an expression without free names as things stand.  Raises ``RulesFault``."""
        state = self.state
        compiled = self.program.compile_query
        assert compiled is not None
        if not state.frames and self.program.main is not None:  # 'active' is none when the match is over
            state = state.clone()
            state.frames = [[0, 0, [None] * self.program.main.slots]]
        self.program.globals["options"] = _options_of
        state.fuel = self.program.fuel
        value = compiled(e)(state)
        self.refuel()
        return tuple(value) if isinstance(value, list | range) else value

    def zone(self, ref: t.ZoneRef) -> int:
        """The number of a zone."""
        owner = None if ref.owner is None else self.value(ref.owner)
        at = None if ref.index is None else self.value(ref.index)
        return next(z.index for z in self.program.zones if z.decl is ref.decl and (z.owner, z.at) == (owner, at))

    def field(self, ref: t.FieldRef) -> int:
        """The number of a field."""
        owner = None if ref.owner is None else self.value(ref.owner)
        at = None if ref.index is None else self.value(ref.index)
        return next(f.index for f in self.program.fields if f.decl is ref.decl and (f.owner, f.at) == (owner, at))

    # ------------------------------------------------------------ words

    def words(self, type: Type, value: Any) -> str:
        """A value as an example would write it."""
        match type:
            case OptionalT(of):
                return "none" if value is None else self.words(of, value)
            case SetT(CardT()):
                return self.cards(value)
            case SetT(of):
                return self._set([self.words(of, x) for x in value])
            case PlayerT() if value is not None:
                return self.name(value)
            case AnyT():
                return "nothing" if value == () else str(value)
            case _:
                return str(value_data(self.state, type, value))

    def cards(self, cards: Sequence[int]) -> str:
        """Cards as a zone's line would list them: ``2 wolf red 1, joker``."""
        row = counted([card_text(self.state, c) for c in cards])
        if len(row) > MOST_SHOWN:
            return f"{len(cards)} cards"
        return ", ".join(text if n == 1 else f"{n} {text}" for text, n in row) or "nothing"

    def _set(self, texts: list[str]) -> str:
        more = len(texts) - MOST_SHOWN
        return "{" + ", ".join(texts[:MOST_SHOWN] + ([f"and {more} more"] if more > 0 else [])) + "}"

    def option(self, answer: Sequence[Any]) -> str:
        """A canonical answer as an example writes it behind the player's name."""
        head, *values = answer
        if head == "decline" and not values:
            return "decline"
        texts = [self._literal(value) for value in values]
        if head in self.program.abilities:
            return f"{head}({', '.join(texts)})" if texts else str(head)
        return f"{head} = {', '.join(texts)}"

    def _literal(self, value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(text if n == 1 else f"{n} {text}" for text, n in value.items()) + "}"
        if isinstance(value, list):
            return "{" + ", ".join(str(self.named(x)) for x in value) + "}"
        return str(self.named(value))

    def stand(self) -> str:
        """Where the match stands, in words: who is asked what."""
        state = self.state
        where = " > ".join(self.phase_words(decl, value) for decl, value in state.running())
        if state.is_over:
            return "the match is over"
        if state.halted:
            return f"nobody is asked: the match halts where a pass begins ({where})"
        who = " and ".join(self.name(d.by) for d in state.decisions)
        return f"{who} decide{'s' * (len(state.decisions) == 1)} now ({where})"

    def phase_words(self, decl: PhaseDecl, value: Any) -> str:
        """A running phase, with its player."""
        local = decl.loop.local if decl.loop is not None else None
        if local is None or value is None:
            return decl.name
        return f"{decl.name} of {self.words(local.type, value)}"

    def offered(self, seat: int | None = None, most: int = 4) -> str:
        """The options of those who decide now (or of one of them), as examples write them."""
        parts = []
        for decision in self.state.decisions:
            if seat is None or decision.by == seat:
                try:
                    options = [self.option(o) for o in decision.options(most + 1)]
                    total = decision.count()
                except RulesFault:  # the message is about something else
                    continue
                more = f", and {total - most} more" if total > most else ""
                parts.append(f"{self.name(decision.by)} may {', '.join(options[:most])}{more}")
        return "; ".join(parts)


def counted(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Neighbours that are equal, counted."""
    found: list[tuple[str, int]] = []
    for text in texts:
        if found and found[-1][0] == text:
            found[-1] = (text, found[-1][1] + 1)
        else:
            found.append((text, 1))
    return found


def _options_of(state: State, seat: int) -> int:
    """``options(p)``: how many complete options a player has now."""
    return sum(d.count() for d in state.decisions if d.by == seat)


def with_values(e: t.Expr, values: dict[Local, Any]) -> t.Expr:
    """The expression with values in place of these locals."""
    changed = _replaced(e, values)
    assert isinstance(changed, t.TypedExpr)
    return changed  # type: ignore[return-value]


def _replaced(node: Any, values: dict[Local, Any]) -> Any:
    if isinstance(node, t.LocalRef):
        if node.local in values:
            return t.Const(span=node.span, type=node.type, value=values[node.local])
        return node
    if isinstance(node, tuple):
        new = tuple([_replaced(x, values) for x in node])
        return new if any(a is not b for a, b in zip(new, node, strict=True)) else node
    if not isinstance(node, t.Typed):
        return node
    changes = {}
    for attribute in fields(type(node)):
        if attribute.name != "span":
            old = getattr(node, attribute.name)
            new_value = _replaced(old, values) if isinstance(old, t.Typed | tuple) else old
            if new_value is not old:
                changes[attribute.name] = new_value
    return evolve(node, **changes) if changes else node


def text_of(span: Span) -> str:
    """The text at a span on one line, not endless."""
    text = " ".join(span.text.split())
    return text if len(text) <= 80 else text[:77] + "..."
