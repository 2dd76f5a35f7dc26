"""Who reads, writes, moves, performs and offers what: every use of every declaration, with the place where it stands.

Takes a game model, gives a list of uses in the order of the file.  Promises: a use is listed where it is written; what a rule
does through another one stands at that one only.  Calls of the layer below inside an exception are no uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from attrs import define, evolve, field, frozen

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis import types as ty
from rulekit.analysis.lying import kind_of, related, zones_for
from rulekit.analysis.origins import Origins, origins_of
from rulekit.analysis.parts import Part, abilities, offers, parts, pattern_names
from rulekit.analysis.walk import read_exprs, statements, subexpressions, written
from rulekit.report.places import named, span_of, words_for
from rulekit.source import Span
from rulekit.syntax import nodes


@frozen(eq=False)
class Use:
    """One place where a declaration is used.

    ``how``: ``reads``, ``writes``, ``resets``, ``moves in``, ``moves out``, ``may move out``, ``shuffles``, ``performs``,
    ``offers``, ``ends``, ``rolls``, ``gives`` (a value), ``is typed``, ``names``
    (a value of an enum), ``belongs``.  ``within`` says in words which rule the
    place is part of, and is none where its line says so; ``head`` is the place of that rule.
    """

    decl: m.Decl
    how: str
    span: Span
    within: str | None
    head: Span | None = None


def uses_of(model: m.GameModel) -> list[Use]:
    """All uses of all declarations, by place; each once for a line."""
    finder = _Finder(model, origins_of(model), dict(presets_of(model.tree.items)))
    for part in parts(model, examples=False):
        finder.part(part)
    finder.payments()
    finder.offered()
    finder.data()
    once: dict[tuple[int, str, int], Use] = {}
    for use in sorted(finder.found, key=lambda use: (use.span.start, use.how)):
        once.setdefault((id(use.decl), use.how, use.span.line), use)
    out = {(decl, line) for decl, how, line in once if how == "moves out"}
    return [use for (decl, how, line), use in once.items() if how != "reads" or (decl, line) not in out]


def uses_for(model: m.GameModel, uses: list[Use], decl: m.Decl) -> list[Use]:
    """The uses of one declaration; of an enum those of its values too, of a card kind the offers of what is on its cards."""
    found = [use for use in uses if use.decl is decl]
    if isinstance(decl, m.EnumDecl):
        of_values = [use for use in uses if use.decl in decl.values and use.how in ("reads", "belongs")]
        lines = {use.span.line: evolve(use, how="names") for use in of_values}
        found += lines.values()
    if isinstance(decl, m.KindDecl):
        for phase, offer in offers(model):
            rows = zip(offer.actions, offer.only, strict=True)
            if any(related(action.kind, decl) and related(only, decl) for action, only in rows if action.kind is not None):
                found.append(Use(decl, "offers", offer.span, named(phase), phase.span))
    return sorted(found, key=lambda use: use.span.start)


@define(eq=False)
class _Finder:
    model: m.GameModel
    origins: Origins
    presets: dict[tuple[str, str], Span]
    found: list[Use] = field(factory=list)

    def add(self, decls: Iterable[m.Decl], how: str, span: Span, within: str | None, head: Span | None = None) -> None:
        if head is not None and head.line == span.line:
            within = None
        self.found += [Use(decl, how, span, within, head) for decl in decls]

    # ------------------------------------------------------------ rules

    def part(self, part: Part) -> None:
        """What a piece of a rule uses."""
        head: Span | None = span_of(part.owner)
        within: str | None = words_for(part.owner)
        if part.exception is not None:
            head, within = span_of(part.exception), f"exception to {part.owner.name}" if isinstance(part.owner, m.Decl) else ""
        elif part.role == "forbid":
            head = within = None
        if isinstance(part.owner, m.PatternDecl):
            names = pattern_names(part.owner)
            self.add(
                [x for kind in self.model.kinds for x in (*kind.attributes, *kind.states) if x.name in names],
                "reads", part.owner.span, within, head,
            )  # fmt: skip
        for expr in subexpressions(*part.exprs):
            self.add(self.meant(expr), "reads", expr.span, within, head)
        if part.choice is not None:
            self.add([shape.decl for shape in part.choice.shapes], "reads", part.choice.span, within, head)
        for stmt in statements(part.block):
            self.statement(stmt, within, head)

    def statement(self, stmt: t.Stmt, within: str | None, head: Span | None) -> None:
        """What a statement uses, without those of its blocks."""
        for expr in subexpressions(*read_exprs(stmt)):
            self.add(self.meant(expr), "reads", expr.span, within, head)
        match stmt:
            case t.MoveStmt(cards=cards, target=target, refills=refills):
                self.moved(cards, stmt.span, within, head, refills)
                self.add([target.decl], "moves in", stmt.span, within, head)
            case t.DealStmt(source=source):
                self.moved(source, stmt.span, within, head, True)
                targets = [place.decl for place in written(stmt) if isinstance(place, t.ZoneRef) and place is not source]
                self.add(targets, "moves in", stmt.span, within, head)
            case t.ShuffleStmt():
                self.add([x.decl for x in written(stmt) if isinstance(x, t.ZoneRef)], "shuffles", stmt.span, within, head)
            case t.SetStmt() | t.AddStmt() | t.TakeStmt():
                self.add([x for place in written(stmt) for x in self.meant(place)], "writes", stmt.span, within, head)
            case t.ChooseStmt(choice=choice) | t.TogetherStmt(choice=choice):
                self.add([shape.decl for shape in choice.shapes], "reads", stmt.span, within, head)
            case t.DoStmt(event=event, lower=lower):
                self.add([] if lower else [event], "performs", stmt.span, within, head)
            case t.EndStmt(phase=phase):
                self.add([phase], "ends", stmt.span, within, head)
            case t.RollStmt(dice=dice):
                self.add([die for die, _ in dice], "rolls", stmt.span, within, head)
            case t.LetStmt() | t.ShowStmt() | t.CancelStmt() | t.IfStmt() | t.ForStmt() | t.RepeatStmt():
                pass
            case _:
                assert_never(stmt)

    def moved(self, cards: t.Expr, span: Span, within: str | None, head: Span | None, refills: bool = False) -> None:
        """Cards leave zones: those that are named on the way, else any in which such a card may lie."""
        zones = self.origins.zones(cards)
        if zones:
            self.add(_in_order(self.model, zones), "moves out", span, within, head)
        else:
            self.add(zones_for(self.model, kind_of(cards.type)), "may move out", span, within, head)
        for zone in zones if refills else ():
            if zone.refills_from is not None:
                self.add([zone.refills_from], "moves out", span, within, head)

    def payments(self) -> None:
        """Costs: cards go where they are discarded to, numbers from fields."""
        for rule in abilities(self.model):
            for clause in rule.clauses:
                if isinstance(clause, t.PayCards):
                    self.moved(clause.cards, clause.span, named(rule), rule.span)
                    kinds = [kind for kind in self.model.kinds if related(kind, kind_of(clause.cards.type))]
                    zones = [kind.discards_to for kind in kinds if kind.discards_to is not None]
                    self.add(_in_order(self.model, zones), "moves in", clause.span, named(rule), rule.span)
                elif isinstance(clause, t.PayNumber):
                    self.add(self.meant(clause.source), "writes", clause.span, named(rule), rule.span)

    def offered(self) -> None:
        """Which phase offers what."""
        for phase, offer in offers(self.model):
            self.add(offer.actions, "offers", offer.span, named(phase), phase.span)

    # ------------------------------------------------------------ expressions

    def meant(self, expr: t.Expr) -> Iterator[m.Decl]:
        """The declarations that an expression itself names."""
        match expr:
            case (
                t.FieldRef(decl=decl) | t.ZoneRef(decl=decl) | t.SpaceFieldRef(decl=decl) | t.OptionRef(decl=decl)
                | t.VariantRef(decl=decl) | t.Lookup(decl=decl)
            ):  # fmt: skip
                yield decl
            case t.CallQuery(decl=query, lower=False):
                yield query
            case t.HasShape(shape=shape):
                yield shape.decl
            case t.CardsOf(deck=deck):
                yield deck
            case t.IsKindExpr(kind=kind):
                yield kind
            case t.AttrRef(card=card, name=name) | t.StateRef(card=card, name=name):
                yield from self.members(kind_of(card.type), name)
            case t.Const(type=type, value=value) if isinstance(value, int):
                yield from self.constant(type, value)
            case t.AllOf(what="enum", type=ty.SetT(of=ty.EnumT(decl=enum))):
                yield enum
            case t.AllOf(what="spaces" | "links") if self.model.board is not None:
                yield self.model.board
            case t.AllOf(what="lines", line=line) if self.model.board is not None:
                yield from [x for x in self.model.board.lines if x.name == line]
            case _:
                return

    def members(self, kind: m.KindDecl | None, name: str) -> Iterator[m.Decl]:
        """The attributes and states of a name that cards of a kind may have."""
        for other in self.model.kinds:
            if related(kind, other):
                yield from [member for member in (*other.attributes, *other.states) if member.name == name]

    def constant(self, type: ty.Type, value: int) -> Iterator[m.Decl]:
        """What a value that was named is."""
        match type.of if isinstance(type, ty.OptionalT | ty.SetT) else type:
            case ty.EnumT(decl=enum):
                yield enum.values[value]
            case ty.SpaceT() if self.model.board is not None:
                yield self.model.board.spaces[value]
            case ty.TeamT():
                yield self.model.teams[value]
            case _:
                return

    # ------------------------------------------------------------ data

    def data(self) -> None:
        """What declarations say about each other."""
        model = self.model
        for slot in model.fields:
            self.typed(slot, slot.type, slot.index)
            self.reset(slot, slot.each)
        for zone in model.zones:
            self.typed(zone, ty.AnyT(), zone.index)
            self.add([zone.starts_with] if zone.starts_with else [], "belongs", zone.span, None)
            self.add([zone.refills_from] if zone.refills_from else [], "belongs", zone.span, None)
        for option in model.options:
            self.typed(option, option.type)
        for kind in model.kinds:
            self.kind(kind)
        for deck in model.decks:
            self.deck(deck)
        headed: list[m.EventDecl | m.PatternDecl] = [*model.events, *model.patterns]
        for rule in headed:
            for local, param in zip(rule.params, rule.node.params if rule.node is not None else (), strict=False):
                self.add(_types(local.type) if param.type is not None else [], "is typed", rule.span, None)
        if model.board is not None:
            for of_space in model.board.fields:
                self.typed(of_space, of_space.type)
                self.reset(of_space, of_space.each)
            self.board(model.board)

    def board(self, board: m.BoardDecl) -> None:
        """What the lines of the board say about spaces, and the values they give to fields."""
        spaces = {space.name: space for space in board.spaces}
        for line in board_lines(self.model.tree.items):
            named_there = [spaces[ident.text] for ident in line.names if ident.text in spaces]
            if isinstance(line, nodes.Path):
                self.add(named_there, "belongs", line.span, None)
            of_link = isinstance(line, nodes.Path)
            fields = {slot.name: slot for slot in board.fields if slot.of_link is of_link}
            for attr in line.attrs:
                slot = fields.get(attr.name.text)
                if slot is not None and named_there:
                    self.add([slot], "gives", line.span, None)
                    value = None if of_link else named_there[0].values.get(slot.name)
                    self.add(self.constant(slot.type, value) if isinstance(value, int) else [], "belongs", line.span, None)

    def typed(self, decl: m.Decl, type: ty.Type, index: m.IndexDomain | None = None) -> None:
        """The type of a declaration, and what it is indexed by."""
        self.add(_types(type), "is typed", decl.span, None)
        if index is not None:
            self.add(_types(index.type), "is typed", decl.span, None)

    def reset(self, slot: m.Decl, phase: m.PhaseDecl | None) -> None:
        """A field that gets its first value back in each pass of a phase."""
        if phase is not None:
            self.add([slot], "resets", phase.span, None)
            self.add([phase], "belongs", slot.span, None)

    def kind(self, kind: m.KindDecl) -> None:
        """The zones and types that a card kind names."""
        zones = [zone for zone in self.model.zones if kind.parent is None or kind.parent.from_zone != kind.from_zone]
        self.add([zone for zone in zones if zone.name == kind.from_zone], "belongs", kind.span, None)
        if kind.discards_to is not None and (kind.parent is None or kind.parent.discards_to is not kind.discards_to):
            self.add([kind.discards_to], "belongs", kind.span, None)
        for attribute in kind.attributes:
            self.typed(attribute, attribute.type)
        for state in kind.states:
            self.typed(state, state.type)
        for name in kind.presets:
            self.value(kind, name, kind.presets, self.presets.get((kind.name, name), kind.span), None, None)

    def deck(self, deck: m.DeckDecl) -> None:
        """The kinds in a deck, and the values of attributes that its rows give."""
        for group in deck.groups:
            above = group.kind.ancestry()
            fixed = {name for kind in above for name in kind.presets}
            self.add(above, "belongs", group.span, named(deck), deck.span)
            for name in group.values:
                if name not in fixed:
                    self.value(group.kind, name, group.values, group.span, named(deck), deck.span)

    def value(self, kind: m.KindDecl, name: str, values: dict[str, m.Value], span: Span, within: str | None, head: Span | None) -> None:
        """An attribute, and the value that it is given."""
        attribute = next((x for above in kind.ancestry() for x in above.attributes if x.name == name), None)
        value = values[name]
        if attribute is None or (attribute.has_default and attribute.default == value):
            return
        self.add([attribute], "gives", span, within, head)
        for one in value if isinstance(value, tuple) else [value]:
            if isinstance(one, int):
                self.add(self.constant(attribute.type, one), "belongs", span, within, head)


def board_lines(items: Iterable[nodes.Item | nodes.Exception_]) -> Iterator[nodes.Path | nodes.Spaces]:
    """The lines of the board that name spaces."""
    for item in items:
        if isinstance(item, nodes.Variant):
            yield from board_lines(item.items)
        elif isinstance(item, nodes.Board):
            yield from (line for line in item.body if isinstance(line, nodes.Path | nodes.Spaces))


def presets_of(items: Iterable[nodes.Item | nodes.Exception_]) -> Iterator[tuple[tuple[str, str], Span]]:
    """The lines of card blocks that fix an attribute, by kind and attribute."""
    for item in items:
        if isinstance(item, nodes.Variant):
            yield from presets_of(item.items)
        elif isinstance(item, nodes.Card):
            yield from (((item.name.text, line.name.text), line.span) for line in item.data if isinstance(line, nodes.Preset))


def _types(type: ty.Type) -> Iterator[m.Decl]:
    """The enum or card kind that a type names."""
    match type.of if isinstance(type, ty.OptionalT | ty.SetT) else type:
        case ty.EnumT(decl=enum):
            yield enum
        case ty.CardT(kind=kind) if not kind.everything:
            yield kind
        case _:
            return


def _in_order(model: m.GameModel, zones: Iterable[m.ZoneDecl]) -> list[m.ZoneDecl]:
    """Zones as they are declared."""
    wanted = set(zones)
    return [zone for zone in model.zones if zone in wanted]
