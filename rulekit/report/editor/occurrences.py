"""Every place in a file where a name is declared or used, with what it means there.

Takes a syntax tree and the model, gives occurrences in the order of the text.  Promises: works for files with errors too (what
means nothing isn't listed); where a name may mean several things, all are listed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from attrs import define, field, frozen

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis.body import Session
from rulekit.analysis.lattice import ANY
from rulekit.analysis.lying import kind_of, related
from rulekit.analysis.names import PREDEFINED
from rulekit.report.editor.typed_at import TypedAt, typed_at
from rulekit.report.editor.walk import Around, inner, walk
from rulekit.source import Span
from rulekit.syntax import nodes as n


@frozen(eq=False)
class Target:
    """What a name means: a declaration, a local name or a rulebook; ``place`` is the word that declares it."""

    name: str
    place: Span
    meant: m.Decl | m.Local | m.SourceDecl

    @property
    def key(self) -> tuple[str, int]:
        """What tells targets apart: all lines of a board with one name are one."""
        return self.place.file.name, self.place.start


@frozen(eq=False)
class Occurrence:
    """A name in the text."""

    start: int
    end: int
    targets: tuple[Target, ...]
    declares: bool


@define(eq=False)
class Occurrences:
    """All names of a file, by place."""

    found: list[Occurrence]
    _starts: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._starts = [one.start for one in self.found]

    def at(self, offset: int) -> Occurrence | None:
        """The name at an offset, or the one that ends there."""
        index = bisect_right(self._starts, offset) - 1
        if index >= 0 and offset <= self.found[index].end:
            return self.found[index]
        return None

    def of(self, targets: Iterable[Target]) -> list[Occurrence]:
        """All places that mean one of these."""
        keys = {target.key for target in targets}
        return [one for one in self.found if any(target.key in keys for target in one.targets)]


def occurrences(tree: n.RulesFile, model: m.GameModel, examples: list[m.ExampleDecl] | None = None) -> Occurrences:
    """The names of a file; with ``examples`` those of a file of examples of the model's game, lowered."""
    finder = _Finder(model, typed_at(model, examples))
    for node, around in walk(tree):
        finder.node(node, around)
    once = {(one.start, one.end): one for one in finder.found}
    return Occurrences(sorted(once.values(), key=lambda one: one.start))


@define(eq=False)
class _Finder:
    model: m.GameModel
    typed: TypedAt
    found: list[Occurrence] = field(factory=list)
    shared: dict[int, Span] = field(factory=dict)
    """For a word that binds a local: the first word of its rule that binds the same one."""
    chosen: dict[str, list[m.Local]] | None = None

    @property
    def session(self) -> Session:
        """What the analysis knows beside the model."""
        session = self.model.session
        assert isinstance(session, Session)
        return session

    # ------------------------------------------------------------ adding

    def add(self, ident: n.Ident | n.Name, meant: Iterable[m.Decl | m.Local | m.SourceDecl | None], declares: bool = False) -> None:
        """A name and what it means; what means nothing, or a word of the language, is left out."""
        targets: dict[tuple[str, int], Target] = {}
        for one in meant:
            if one is None or one.name != ident.text or (isinstance(one, m.Local) and one.name in PREDEFINED):
                continue
            place = self._first(one)
            target = Target(one.name, place, one)
            targets.setdefault(target.key, target)
        if targets:
            self.found.append(Occurrence(ident.span.start, ident.span.end, tuple(targets.values()), declares))

    def _first(self, one: m.Decl | m.Local | m.SourceDecl) -> Span:
        """The word that declares something."""
        if isinstance(one, m.LineDecl) and self.model.board is not None:
            return next(line.span for line in self.model.board.lines if line.name == one.name)
        return self.shared.get(one.span.start, one.span) if isinstance(one, m.Local) else one.span

    def declared(self, ident: n.Ident, *decls: Iterable[m.Decl]) -> None:
        """A word that declares one of these."""
        self.add(ident, [decl for some in decls for decl in some if decl.span == ident.span], declares=True)

    def whole(self, ident: n.Ident | n.Name | None) -> None:
        """A word that names something that is known everywhere."""
        if ident is not None:
            decl = self.session.names.globals.get(ident.text)
            self.add(ident, [decl], declares=decl is not None and decl.span == ident.span)

    def binds(self, ident: n.Ident | None, first: Span | None = None) -> None:
        """A word that binds a local name."""
        if ident is None or ident.text == "this":
            return
        place = first or ident.span
        if first is not None:
            self.shared[ident.span.start] = first
        local = self.typed.locals.get(place.start) or m.Local(ident.text, ANY, place, "param")
        self.add(ident, [local], declares=place == ident.span)

    def phase(self, ident: n.Ident | None) -> None:
        """A word that names a phase."""
        if ident is not None:
            decl = self.session.names.phases.get(ident.text)
            self.add(ident, [decl], declares=decl is not None and decl.span == ident.span)

    def member(self, ident: n.Ident, kind: m.KindDecl | None) -> None:
        """A word that names an attribute or a state of cards."""
        decls = self.session.names.members.get(ident.text, [])
        exact = self.session.names.member(kind, ident.text) if kind is not None else None
        meant = [exact] if exact is not None else [decl for decl in decls if related(decl.kind, kind)]
        self.add(ident, meant, declares=any(decl is not None and decl.span == ident.span for decl in meant))

    def kind(self, ident: n.Ident | None) -> m.KindDecl | None:
        """The card kind that a word names."""
        decl = self.session.names.globals.get(ident.text) if ident is not None else None
        return decl if isinstance(decl, m.KindDecl) else None

    # ------------------------------------------------------------ expressions

    def value(self, ident: n.Name | n.Ident, span: Span) -> None:
        """A name in an expression: what was made of it tells what it means."""
        meant: list[m.Decl | m.Local | m.SourceDecl | None] = []
        for expr in self.typed.exprs.get((span.start, span.end), ()):
            meant += self.meant(expr, ident.text)
        if not any(one is not None and one.name == ident.text for one in meant) and isinstance(ident, n.Name):
            meant = [self.session.names.globals.get(ident.text)]
        self.add(ident, meant)

    def meant(self, expr: t.TypedExpr, text: str) -> list[m.Decl | m.Local | m.SourceDecl | None]:
        """What an expression itself names."""
        match expr:
            case t.LocalRef(local=local) | t.AnswerOf(local=local):
                return [local]
            case (
                t.FieldRef(decl=decl) | t.ZoneRef(decl=decl) | t.SpaceFieldRef(decl=decl) | t.OptionRef(decl=decl)
                | t.VariantRef(decl=decl) | t.Lookup(decl=decl) | t.CallQuery(decl=decl)
            ):  # fmt: skip
                return [decl]
            case t.AttrRef(card=card, name=name) | t.StateRef(card=card, name=name) if name == text:
                kind = kind_of(card.type)
                exact = self.session.names.member(kind, name) if kind is not None else None
                if exact is not None:
                    return [exact]
                return [decl for decl in self.session.names.members.get(name, ()) if related(decl.kind, kind)]
            case _:
                return []

    # ------------------------------------------------------------ nodes

    def node(self, node: n.Node, around: Around) -> None:
        """The names that a node itself holds."""
        match node:
            case n.Name():
                self.value(node, node.span)
            case n.Dot(name=name):
                self.value(name, node.span)
            case n.Call(name=name) | n.IsKind(kind=name) | n.Shape(name=name) | n.Do(name=name):
                self.whole(name)
                if isinstance(node, n.Do):
                    self.binds(node.outcome)
            case n.Aggregate(var=var):
                self.binds(var)
            case n.TypeName(name=name):
                self.whole(name)
            case n.Param(name=name) | n.Choice(name=name) | n.Binder(name=name) | n.Let(name=name):
                self.binds(name)
            case n.Rolled(die=die, name=name):
                self.whole(die)
                self.binds(name)
            case n.End(phase=name):
                self.phase(name)
            case n.Offer(names=names) | n.Forbid(names=names):
                for name in names:
                    self.whole(name)
            case n.Phase(name=name):
                self.phase(name)
            case n.Action(name=name, by=by):
                self.whole(name)
                self.binds(by)
            case n.Reaction(name=name):
                self.whole(name)
                self.heads(node, node.happenings)
            case n.Trigger():
                self.heads(None, node.happenings)
            case n.ExceptValue(name=name) | n.ExceptEvent(name=name):
                self.whole(name)
            case n.Score(var=var) | n.WinnerWhere(var=var):
                self.binds(var)
            case n.AttrValue() | n.AttrEach() | n.AttrFlag():
                self.attr(node, around)
            case n.Same(name=name) | n.Different(name=name) | n.Consecutive(name=name) | n.Total(name=name):
                self.of_pattern(name, around)
            case n.Cite():
                self.cite(node)
            case _:
                self.data(node, around)

    def data(self, node: n.Node, around: Around) -> None:
        """The names in declarations of things."""
        match node:
            case n.Event(name=name) | n.Define(name=name) | n.Pattern(name=name) | n.Option(name=name) | n.Variant(name=name):
                self.whole(name)
            case n.Team(name=name) | n.Enum(name=name) | n.EnumValue(name=name) | n.Table(name=name) | n.Die(name=name):
                self.whole(name)
            case n.Board(name=name) | n.Deck(name=name):
                self.whole(name)
            case n.Spaces(names=names):
                for name in names:
                    self.whole(name)
            case n.Path(line=line, names=names):
                for name in (*([line] if line is not None else []), *names):
                    self.whole(name)
            case n.BoardField(name=name, each=each):
                self.declared(name, self.model.board.fields if self.model.board is not None else ())
                self.phase(each)
            case n.Attribute(name=name) | n.CardState(name=name):
                self.declared(name, self.session.names.members.get(name.text, ()))
            case n.Preset(name=name):
                self.member(name, self.kind(around.card.name if around.card is not None else None))
            case n.Card(name=name, parent=parent, from_zone=zone, discards_to=waste):
                self.whole(name)
                self.whole(parent)
                for ident in (zone, waste):
                    if ident is not None:
                        self.add(ident, [self.session.names.zones.get(ident.text)])
            case n.Copies(kind=kind):
                self.whole(kind)
            case n.ZoneDecl(name=name, index=index):
                self.declared(name, self.model.zones)
                self.index(index)
                self.zone(node)
            case n.FieldDecl(name=name, index=index, each=each):
                self.declared(name, self.model.fields)
                self.index(index)
                self.phase(each)
            case n.Source(name=name):
                self.add(name, [self.session.names.sources.get(name.text)], declares=True)
            case _:
                self.example(node, around)

    def example(self, node: n.Node, around: Around) -> None:
        """The names in examples."""
        match node:
            case n.CardItem(name=name, values=values, states=states):
                self.whole(name)
                for value in values:
                    if isinstance(value, n.Ident):
                        self.whole(value)
                for state, given in states:
                    self.member(state, self.kind(name))
                    if isinstance(given, n.Ident):
                        self.whole(given)
            case n.LinkItem(start=start, end=end):
                self.whole(start)
                self.whole(end)
            case n.AtPhase(phase=phase) | n.UntilPhase(phase=phase):
                self.phase(phase)
            case n.Given(after=after):
                self.whole(after)
            case n.OptionItem(name=name, choices=choices):
                self.whole(name)
                decl = self.session.names.globals.get(name.text)
                if isinstance(decl, m.ActionDecl | m.ReactionDecl):
                    own = [clause.choice.local for clause in decl.clauses if isinstance(clause, t.ChooseClause)]
                    for decided in choices:
                        if decided.name is not None:
                            self.add(decided.name, own)
            case n.PickItem(name=name):
                self.add(name, self.choices().get(name.text, []))
            case n.Rolls(rolls=rolls):
                for die, _ in rolls:
                    self.whole(die)
            case n.WithOption(name=name) | n.WithVariant(name=name):
                self.whole(name)
            case n.Wins(who=who):
                for one in who:
                    if isinstance(one, n.Ident):
                        self.whole(one)
            case _:
                pass

    # ------------------------------------------------------------ what takes a few lines

    def heads(self, reaction: n.Reaction | None, happenings: Iterable[n.Happening]) -> None:
        """The names in heads: those of one word are one local."""
        first: dict[str, Span] = {}
        by = reaction.by if reaction is not None else None
        if by is not None and reaction is not None and reaction.among is not None:
            self.binds(by)
        for happening in happenings:
            self.whole(happening.name)
            for ident in happening.params:
                self.binds(ident, first.get(ident.text))
                first.setdefault(ident.text, ident.span)
        if by is not None and reaction is not None and reaction.among is None:
            self.binds(by, first.get(by.text))

    def attr(self, node: n.AttrValue | n.AttrEach | n.AttrFlag, around: Around) -> None:
        """``with name = value`` in a deck or on a board."""
        names = self.session.names
        match around.line:
            case n.Copies(kind=kind):
                self.member(node.name, self.kind(kind))
            case n.Spaces():
                self.add(node.name, [names.of_space.get(node.name.text)])
            case n.Path():
                self.add(node.name, [names.of_link.get(node.name.text)])
            case _:
                pass

    def of_pattern(self, ident: n.Ident, around: Around) -> None:
        """An attribute that a pattern compares."""
        decl = self.session.names.globals.get(around.pattern.name.text) if around.pattern is not None else None
        self.member(ident, kind_of(decl.element) if isinstance(decl, m.PatternDecl) else None)

    def index(self, index: n.Ident | n.Range | None) -> None:
        """What a zone or field is indexed by."""
        if isinstance(index, n.Ident):
            self.whole(index)

    def zone(self, node: n.ZoneDecl) -> None:
        """The decks and zones that a zone names."""
        for ident in node.starts_with:
            self.whole(ident)
        owner = next((zone.owner for zone in self.model.zones if zone.span == node.name.span), "shared")
        for ident in node.refills_from:
            same = [zone for zone in self.model.zones if zone.name == ident.text and zone.owner == owner]
            self.add(ident, same[:1] or [self.session.names.globals.get(ident.text)])

    def cite(self, node: n.Cite) -> None:
        """The rulebook that a citation names."""
        name = node.text.split(":", 1)[0].strip()
        source = self.session.names.sources.get(name)
        at = node.span.text.find(name)
        if source is not None and at >= 0:
            span = Span(node.span.file, node.span.start + at, node.span.start + at + len(name))
            self.add(n.Ident(text=name, span=span), [source])

    def choices(self) -> dict[str, list[m.Local]]:
        """All choices of the game by name."""
        if self.chosen is None:
            self.chosen = {}
            for node in inner(self.model.tree):
                if isinstance(node, n.Choice):
                    start = node.name.span.start
                    local = typed_local(self.model, self.typed, start) or m.Local(node.name.text, ANY, node.name.span, "choice")
                    self.chosen.setdefault(node.name.text, []).append(local)
        return self.chosen


def typed_local(model: m.GameModel, typed: TypedAt, start: int) -> m.Local | None:
    """The local that is bound at a place of the game's file."""
    local = typed.locals.get(start)
    return local if local is not None and local.span.file is model.file else None
