"""Where the cards that a name stands for lie: names are followed back to the zones they were chosen or handed on from.

Takes a game model, gives for an expression the zones that its cards come from.  Promises: every zone given is named on a way
that leads to the expression; nothing is guessed, so what no text tells (a card that a field or state refers to) gives no zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field

from rulekit.analysis import model as m
from rulekit.analysis import typed as t
from rulekit.analysis.parts import abilities, parts, phases
from rulekit.analysis.walk import given, statements


@define(eq=False)
class Origins:
    """Made by ``origins_of``."""

    _values: dict[m.Local, list[t.Expr]] = field(factory=dict)
    """What each local name may stand for."""
    _zones: dict[m.Local, frozenset[m.ZoneDecl]] = field(factory=dict)

    def zones(self, cards: t.Expr) -> frozenset[m.ZoneDecl]:
        """The zones that the cards of an expression come from, so far as the text tells."""
        found: set[m.ZoneDecl] = set()
        waiting: list[t.Expr] = [cards]
        seen: set[object] = set()
        while waiting:
            expr = waiting.pop()
            match expr:
                case t.ZoneRef(decl=zone):
                    found.add(zone)
                case t.EndOfZone(zone=inner):
                    waiting.append(inner)
                case t.FilterExpr(source=source) | t.BestOf(source=source):
                    waiting.append(source)
                case t.Difference(left=left):
                    waiting.append(left)
                case t.Builtin(name="first" | "last" | "random", args=(source,)):
                    waiting.append(source)
                case t.MapUnion(body=inner) | t.ToSet(operand=inner) | t.Require(operand=inner):
                    waiting.append(inner)
                case t.Union_(left=left, right=right) | t.IfElseExpr(yes=left, no=right):
                    waiting += [left, right]
                case t.SetLiteral(items=items):
                    waiting += items
                case t.LocalRef(local=local) | t.AnswerOf(local=local) if local not in seen:
                    seen.add(local)
                    found |= self._zones.get(local, frozenset())
                    waiting += self._values.get(local, ())
                case t.CallQuery(decl=query) if query not in seen:
                    seen.add(query)
                    waiting += given(query.value, *(value for value, _ in query.cases), *(x.value for x in query.exceptions))
                case _:
                    pass
        return frozenset(found)

    # ------------------------------------------------------------ made once

    def bind(self, local: m.Local | None, *values: t.Expr | None) -> None:
        """A name may stand for these."""
        if local is not None:
            self._values.setdefault(local, []).extend(given(*values))

    def bind_all(self, locals: Sequence[m.Local], values: Iterable[t.Expr]) -> None:
        """Parameters stand for arguments, by position; there may be fewer of either."""
        for local, value in zip(locals, values, strict=False):
            self.bind(local, value)

    def lies_in(self, local: m.Local | None, zones: Iterable[m.ZoneDecl]) -> None:
        """A card lies in one of these zones."""
        if local is not None:
            self._zones[local] = frozenset(zones)

    def add_choice(self, choice: t.TypedChoice) -> None:
        """What is chosen comes from where it may be chosen."""
        self.bind(choice.local, choice.source)
        self.bind(choice.it, choice.source)

    def add_statement(self, stmt: t.Stmt) -> None:
        """The names that a statement binds or changes."""
        match stmt:
            case t.LetStmt(local=local, value=value):
                self.bind(local, value)
            case t.SetStmt(target=t.LocalRef(local=local), value=value) | t.AddStmt(target=t.LocalRef(local=local), value=value):
                self.bind(local, value)
            case t.ForStmt(local=local, source=source):
                self.bind(local, source)
            case t.ChooseStmt(choice=choice):
                self.add_choice(choice)
            case t.TogetherStmt(choice=choice, answers=answers):
                self.add_choice(choice)
                self.bind(answers, choice.source)
            case t.DoStmt(event=event, args=args):
                self.bind_all(event.params, args)
            case _:
                pass

    def add_expression(self, expr: t.Expr) -> None:
        """The names that an expression binds, and what it hands on to a query."""
        match expr:
            case t.FilterExpr(source=source, local=local) | t.BestOf(source=source, local=local):
                self.bind(local, source)
            case t.AggregateExpr(source=source, local=local) | t.MapUnion(source=source, local=local):
                self.bind(local, source)
            case t.CallQuery(decl=query, args=args):
                self.bind_all(query.params, args)
            case _:
                pass


def origins_of(model: m.GameModel) -> Origins:
    """Where cards come from in a game."""
    found = Origins()
    for part in parts(model, examples=False):
        if part.choice is not None:
            found.add_choice(part.choice)
        for stmt in statements(part.block):
            found.add_statement(stmt)
        for expr in part.everything():
            found.add_expression(expr)
    for phase in phases(model):
        if phase.loop is not None:
            found.bind(phase.loop.local, phase.loop.source)
    for state_based in model.whenevers:
        found.bind(state_based.local, state_based.source)
    for rule in abilities(model):
        if rule.kind is not None and rule.kind.from_zone is not None:
            found.lies_in(rule.this, [zone for zone in model.zones if zone.name == rule.kind.from_zone])
    _hand_on(model, found)
    return found


def _hand_on(model: m.GameModel, found: Origins) -> None:
    """What exceptions, reactions and triggers call the arguments of a rule stands for these arguments."""
    rules: list[m.QueryDecl | t.Reactable] = [*model.queries, *model.events, *abilities(model)]
    for rule in rules:
        for exception in rule.exceptions:
            found.bind_all(exception.params, _arguments(rule))
    heads = [head for reaction in model.reactions for head in reaction.heads]
    heads += [head for trigger in model.triggers for head in trigger.heads]
    for head in heads:
        for answered in head.rules:
            found.bind_all(head.params, _arguments(answered))


def _arguments(rule: m.QueryDecl | t.Reactable) -> list[t.Expr]:
    """The parameters of a rule by position: of an action its player (on a card: the card), then its choices."""
    if isinstance(rule, m.QueryDecl | m.EventDecl):
        locals = rule.params
    else:
        first = rule.this or rule.player
        choices = [clause.choice.local for clause in rule.clauses if isinstance(clause, t.ChooseClause)]
        locals = [*([first] if first is not None else []), *choices]
    return [t.LocalRef(span=local.span, type=local.type, local=local) for local in locals]
