"""The first pass: every declaration of a file, with all that doesn't need an expression's type.

Takes a tree, fills the model and the names of a session, and plans a unit for each body.  Promises: declarations may refer to
each other in any order; the lists of the model are in file order; what stands in a variant is marked with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import assert_never

from rulekit.analysis import cards, codes, data, examples, forbids, holdings, model, patterns, phases, queries, ruleheads, rules
from rulekit.analysis.body import Body, Session
from rulekit.analysis.data import cite, label
from rulekit.analysis.inference import Unit
from rulekit.analysis.lattice import ANY
from rulekit.analysis.limits import MOST_PLAYERS, few_enough
from rulekit.analysis.names import duplicate
from rulekit.analysis.report import report
from rulekit.source import Span
from rulekit.syntax import nodes

Placed = tuple["nodes.Item | nodes.Exception_", model.VariantDecl | None]
Lowering = Callable[[Body], None]


class Declaring:
    """One first pass."""

    def __init__(self, session: Session) -> None:
        """Begin with an empty model."""
        self.session = session
        self.model = session.model
        self.sink = session.sink
        self.kinds: list[tuple[nodes.Card, model.KindDecl]] = []
        self.later: list[Callable[[], None]] = []
        """What needs all names."""
        self.last: list[Callable[[], None]] = []
        """What needs all types of data."""

    def run(self, tree: nodes.RulesFile) -> None:
        """Declare everything."""
        placed = list(self._placed(tree))
        for item, _ in placed:
            if isinstance(item, nodes.Game):
                self._game(item)
            elif isinstance(item, nodes.Score) and self.session.score is None:
                self.session.score = model.Decl("score", item.span)
        for item, variant in placed:
            self._enter(item, variant)
        cards.link_parents(self.session, self.kinds)
        for item, _ in placed:
            if isinstance(item, nodes.Board):
                data.enter_lines(self.session, item)
        cards.enter_members(self.session, self.kinds)
        for todo in self.later:
            todo()
        cards.inherit(self.session, self.kinds)
        for item, _ in placed:
            if isinstance(item, nodes.Board):
                data.complete_board(self.session, item)
        for todo in self.last:
            todo()

    def _placed(self, tree: nodes.RulesFile) -> list[Placed]:
        placed: list[Placed] = []
        for item in tree.items:
            placed.append((item, None))
            if isinstance(item, nodes.Variant):
                decl = model.VariantDecl(item.name.text, item.name.span, label(item.label), cite(item))
                self.session.names.declare(decl, self.sink)
                self.model.variants.append(decl)
                placed += [(inner, decl) for inner in item.items]
        return placed

    def plan(self, lower: Lowering) -> None:
        """A unit that lowers one body."""

        def run(unit: Unit) -> None:
            lower(Body(self.session, unit))

        self.session.inference.add(run)

    # ------------------------------------------------------------ items

    def _enter(self, item: nodes.Item | nodes.Exception_, variant: model.VariantDecl | None) -> None:
        session = self.session
        match item:
            case nodes.Game() | nodes.ExamplesOf() | nodes.Variant():
                pass
            case nodes.Ruling():
                self._ruling(item, variant.name if variant else None)
            case nodes.Option():
                option = model.OptionDecl(item.name.text, item.name.span, label(item.label), cite(item), variant)
                session.names.declare(option, self.sink)
                self.model.options.append(option)
                self.later.append(partial(data.complete_option, session, item, option))
            case nodes.Teams():
                data.enter_teams(session, item, variant)
                self._rulings(item.rulings, "teams")
            case nodes.Enum():
                data.enter_enum(session, item, variant)
            case nodes.Table():
                self._table(item, variant)
            case nodes.Die():
                die = model.DieDecl(item.name.text, item.name.span, None, cite(item), variant, item.faces)
                session.names.declare(die, self.sink)
                self.model.dice.append(die)
            case nodes.Board():
                data.enter_board(session, item, variant)
                self._rulings([line for line in item.body if isinstance(line, nodes.Ruling)], item.name.text)
            case nodes.Card():
                self._card(item, variant)
            case nodes.Deck():
                deck = cards.enter_deck(session, item, variant)
                self.last.append(partial(cards.complete_deck, session, item, deck))
                self._rulings(item.rulings, item.name.text)
            case nodes.Shared():
                self._slots("shared", item, variant)
            case nodes.EachOwner():
                self._each_owner(item, variant)
            case nodes.Score() | nodes.Winner() | nodes.WinnerWhere():
                self._result(item)
            case nodes.Example():
                self._example(item)
            case _:
                self._rule(item, None, variant)

    def _table(self, item: nodes.Table, variant: model.VariantDecl | None) -> None:
        table = model.TableDecl(item.name.text, item.name.span, None, cite(item), variant)
        self.session.names.declare(table, self.sink)
        self.model.tables.append(table)
        self._rulings(item.rulings, item.name.text)

        def complete() -> None:
            if item.param is not None:
                table.param = ruleheads.params(self.session, [item.param])[0]
            self.plan(lambda body: queries.lower_table(body, table, item))

        self.later.append(complete)

    def _card(self, item: nodes.Card, variant: model.VariantDecl | None) -> None:
        kind = cards.enter_kind(self.session, item, variant)
        self.kinds.append((item, kind))
        for rule in item.rules:
            if isinstance(rule, nodes.Ruling):
                self._ruling(rule, kind.name)
            else:
                self._rule(rule, kind, variant)

    def _each_owner(self, item: nodes.EachOwner, variant: model.VariantDecl | None) -> None:
        owner = item.of.text
        if owner not in ("player", "team"):
            report(
                self.sink, codes.WRONG_SORT, f"'each {owner}' has no zones or fields", item.of.span,
                help="there are 'each player:' and 'each team:'",
            )  # fmt: skip
            return
        self._slots(owner, item, variant)
        if owner == "team":

            def complete() -> None:
                if not self.model.teams:
                    report(self.sink, codes.NO_TEAMS, "there are no teams in this game", item.of.span, help="declare 'teams:'")

            self.later.append(complete)

    def _slots(self, owner: str, item: nodes.Shared | nodes.EachOwner, variant: model.VariantDecl | None) -> None:
        for node, decl in holdings.enter_slots(self.session, owner, item.body, variant):
            if isinstance(node, nodes.ZoneDecl) and isinstance(decl, model.ZoneDecl):
                self.last.append(partial(self._zone, node, decl))
            elif isinstance(node, nodes.FieldDecl) and isinstance(decl, model.FieldDecl):
                self.later.append(partial(self._field, node, decl))
        self._rulings(item.rulings, "shared" if owner == "shared" else f"each {owner}")

    def _zone(self, node: nodes.ZoneDecl, decl: model.ZoneDecl) -> None:
        holdings.complete_zone(self.session, node, decl)
        deck, source = decl.starts_with, decl.refills_from
        if deck is None and source is None:
            return

        def fill(body: Body) -> None:
            if deck is not None:
                body.session.inference.give(decl, body.session.deck_element(deck), node.span)
            if source is not None:
                body.session.inference.ask(source)
                body.session.inference.give(decl, body.session.zone_element(source), node.span)

        self.plan(fill)

    def _field(self, node: nodes.FieldDecl, decl: model.FieldDecl) -> None:
        holdings.complete_field(self.session, node, decl)
        default = node.default
        if default is not None:
            self.plan(lambda body: holdings.lower_default(body, decl, default))

    def _result(self, item: nodes.Score | nodes.Winner | nodes.WinnerWhere) -> None:
        local = model.Local("it", ANY, item.span, "it")
        nothing_yet = queries.placeholder(item.span)
        if isinstance(item, nodes.Score):
            if self.model.score is not None:
                self._twice("the score", item.span, self.model.score.node.span)
                return
            score = self.model.score = model.ScoreRule(local, nothing_yet, item)
            self.plan(lambda body: queries.lower_score(body, score))
            return
        if self.model.winner is not None:
            self._twice("the winner", item.span, self.model.winner.node.span)
            return
        winner = self.model.winner = model.WinnerRule(local, [], None, item)
        self.plan(lambda body: queries.lower_winner(body, winner))

    def _twice(self, what: str, span: Span, first: Span) -> None:
        report(self.sink, codes.ONLY_ONCE, f"{what} is declared twice", span, also=[(first, "first declared here")])

    def _example(self, item: nodes.Example) -> None:
        example = examples.enter_example(self.session, item)
        self.last.append(lambda: self.plan(lambda body: examples.lower_example(body, example)))
        self._rulings([line for line in item.body if isinstance(line, nodes.Ruling)], item.title.value)

    # ------------------------------------------------------------ rules

    def _rule(
        self, item: nodes.Define | nodes.Pattern | nodes.Action | nodes.Rule | nodes.Phase | nodes.Exception_,
        kind: model.KindDecl | None, variant: model.VariantDecl | None,
    ) -> None:  # fmt: skip
        session = self.session
        match item:
            case nodes.Define():
                query = model.QueryDecl(item.name.text, item.name.span, None, cite(item), variant, node=item)
                session.names.declare(query, self.sink)
                self.model.queries.append(query)
                self._rulings(item.rulings, item.name.text)
                self.later.append(partial(self._params, query, item.params, partial(queries.lower_query, decl=query)))
            case nodes.Pattern():
                pattern = model.PatternDecl(item.name.text, item.name.span, None, cite(item), variant, node=item)
                session.names.declare(pattern, self.sink)
                self.model.patterns.append(pattern)
                self._rulings([line for line in item.body if isinstance(line, nodes.Ruling)], item.name.text)
                self.later.append(partial(self._params, pattern, item.params, partial(patterns.lower_pattern, decl=pattern)))
            case nodes.Event():
                event = model.EventDecl(item.name.text, item.name.span, label(item.label), cite(item), variant, node=item)
                session.names.declare(event, self.sink)
                self.model.events.append(event)
                self._in_suite(item.suite, item.name.text)
                self.later.append(partial(self._params, event, item.params, partial(rules.lower_event, decl=event)))
            case nodes.Action():
                action = ruleheads.enter_action(session, item, kind, variant)
                self._in_clauses(item.clauses, item.name.text)
                self.plan(lambda body: rules.lower_action(body, action))
            case nodes.Reaction():
                reaction = ruleheads.enter_reaction(session, item, kind, variant)
                self._in_clauses(item.clauses, item.name.text)
                self.plan(lambda body: rules.lower_reaction(body, reaction))
            case nodes.Trigger():
                trigger = model.TriggerRule([], None, (), kind, variant, None, item)
                self.model.triggers.append(trigger)
                self._in_suite(item.suite, item.happenings[0].name.text)
                self.plan(lambda body: rules.lower_trigger(body, trigger))
            case nodes.Whenever() | nodes.WheneverSome():
                rule = model.WheneverRule(None, None, None, (), kind, variant, None, item)
                self.model.whenevers.append(rule)
                self._in_suite(item.suite, "whenever")
                self.plan(lambda body: rules.lower_whenever(body, rule))
            case nodes.Forbid():
                self.last.append(partial(self._forbid, item, kind, variant))
            case nodes.Phase():
                phase = self._phase(item, None, variant)
                self.model.phases.append(phase)
                self.plan(lambda body: phases.lower_phase(body, phase))
            case nodes.ExceptValue() | nodes.ExceptEvent():
                self.last.append(partial(self._exception, item, kind, variant))
            case _:
                assert_never(item)

    def _params(
        self, decl: model.QueryDecl | model.PatternDecl | model.EventDecl, params: tuple[nodes.Param, ...], lower: Lowering
    ) -> None:
        decl.params = ruleheads.params(self.session, params)
        self.plan(lower)

    def _forbid(self, item: nodes.Forbid, kind: model.KindDecl | None, variant: model.VariantDecl | None) -> None:
        for rule, bound in ruleheads.bind_forbid(self.session, item, kind, variant):
            self.session.forbids.setdefault(rule, []).append(bound)

    def _exception(
        self, item: nodes.Exception_, kind: model.KindDecl | None, variant: model.VariantDecl | None
    ) -> None:
        if isinstance(item, nodes.ExceptEvent):
            self._in_suite(item.suite, item.name.text)
        decl = ruleheads.excepted(self.session, item)
        if decl is None:
            return
        rule = model.ExceptionRule(kind, variant, [], None, None, None, None, item)
        decl.exceptions.append(rule)
        self.plan(lambda body: forbids.lower_exception(body, rule, decl))

    def _phase(self, item: nodes.Phase, parent: model.PhaseDecl | None, variant: model.VariantDecl | None) -> model.PhaseDecl:
        decl = model.PhaseDecl(item.name.text, item.name.span, label(item.label), cite(item), variant, parent=parent, node=item)
        first = self.session.names.phases.setdefault(decl.name, decl)
        if first is not decl:
            duplicate(decl.name, decl.span, first.span, self.sink)
        inner = self.session.phases_in.setdefault(decl, [])
        for line in item.body:
            if isinstance(line, nodes.Phase):
                inner.append(self._phase(line, decl, variant))
            elif not isinstance(line, nodes.Offer):
                self._in_statement(line, item.name.text)
        return decl

    # ------------------------------------------------------------ the game, rulings

    def _game(self, item: nodes.Game) -> None:
        game = self.model
        game.title = item.title.value
        game.low_players = item.players.low
        game.high_players = item.players.high if item.players.high is not None else item.players.low
        if item.players.high is None:
            report(self.sink, codes.BAD_TYPE, "a game has a largest number of players", item.players.span)
        elif item.players.high < item.players.low or item.players.low < 1:
            report(self.sink, codes.EMPTY_RANGE, "the range of players is empty", item.players.span)
        if not few_enough(self.sink, game.high_players, MOST_PLAYERS, "players", item.players.span):
            game.low_players, game.high_players = min(game.low_players, MOST_PLAYERS), MOST_PLAYERS
        for line in item.body:
            match line:
                case nodes.Source():
                    source = model.SourceDecl(line.name.text, line.title.value, line.name.span)
                    game.sources.append(source)
                    first = self.session.names.sources.setdefault(source.name, source)
                    if first is not source:
                        duplicate(source.name, source.span, first.span, self.sink)
                case nodes.About():
                    game.about = line.text.value
                case nodes.Designer():
                    game.designer = line.text.value
                case nodes.Minutes():
                    game.minutes = (line.range.low, line.range.high)
                case nodes.Ages():
                    game.ages = (line.range.low, line.range.high)
                case nodes.Ruling():
                    self._ruling(line, None)
                case _:
                    assert_never(line)

    def _ruling(self, node: nodes.Ruling, where: str | None) -> None:
        self.model.rulings.append(model.RulingDecl(node.text.value, cite(node), where, node.span))

    def _rulings(self, found: tuple[nodes.Ruling, ...] | list[nodes.Ruling], where: str) -> None:
        for node in found:
            self._ruling(node, where)

    def _in_clauses(self, clauses: tuple[nodes.Clause, ...], where: str) -> None:
        for clause in clauses:
            if isinstance(clause, nodes.Ruling):
                self._ruling(clause, where)
            elif isinstance(clause, nodes.Then):
                self._in_suite(clause.suite, where)

    def _in_suite(self, suite: nodes.Suite | None, where: str) -> None:
        for stmt in suite.body if suite is not None else ():
            self._in_statement(stmt, where)

    def _in_statement(self, stmt: nodes.Stmt, where: str) -> None:
        match stmt:
            case nodes.Ruling():
                self._ruling(stmt, where)
            case nodes.If():
                for branch in stmt.branches:
                    self._in_suite(branch.suite, where)
            case nodes.ForEach() | nodes.RepeatTimes() | nodes.RepeatUntil():
                self._in_suite(stmt.suite, where)
            case _:
                pass
