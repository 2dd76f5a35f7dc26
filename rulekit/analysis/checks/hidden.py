"""What a choice may know: rules of a choice that read hidden cards, and choices from hidden cards.

Takes the model, reports RK352 and RK353.  Looked at are the ``when``, ``where``, counts and costs of actions, reactions and
``choose``, and the prohibitions of them.  Promises: only a zone that is named in such a place counts, and only if it is face
down, or private to somebody who certainly can be another than the one who chooses; how many cards there are is no secret, nor
what is printed on backs, nor cards that everybody sees wherever they lie, nor cards of a zone that some rule shows.  What
reaches a choice by other ways is found while testing.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.checks import codes
from rulekit.analysis.checks.sight import OTHER, Chooser, Sight, bare
from rulekit.analysis.lying import kind_of
from rulekit.analysis.report import report
from rulekit.analysis.walk import children, given, mentions, statements, subexpressions
from rulekit.diagnostics import Code, Sink


def check_hidden(model: m.GameModel, sink: Sink) -> None:
    """Report choices that depend on what their player can't see."""
    reading = Reading(model)
    shown = {
        expr.decl
        for part in parts.parts(model, examples=False)
        for stmt in statements(part.block)
        if isinstance(stmt, t.ShowStmt)
        for expr in subexpressions(stmt.cards)
        if isinstance(expr, t.ZoneRef)
    }
    checker = _Checker(Sight(model), reading, shown, sink)
    for rule in parts.abilities(model):
        if rule.player is None:
            continue
        chooser = Chooser(rule.player, rule.player.name, actor=True, asked=isinstance(rule, m.ActionDecl))
        for clause in rule.clauses:
            match clause:
                case t.WhenClause(condition=condition):
                    checker.reads(condition, chooser, "condition")
                case t.ChooseClause(choice=choice):
                    checker.choice(choice, chooser)
                case t.PayCards(cards=cards):
                    checker.source(cards, chooser, "cost", choosing=False)
                case t.PayNumber(amount=amount):
                    checker.reads(amount, chooser, "cost")
        for forbid in rule.forbids:
            checker.reads(forbid.condition, evolve(chooser, alias=forbid.owner), "prohibition")
    for part in parts.parts(model, examples=False):
        for stmt in statements(part.block):
            match stmt:
                case t.ChooseStmt(choice=choice, by=by):
                    by = bare(by)
                    checker.choice(choice, Chooser(by.local if isinstance(by, t.LocalRef) else None, by.span.text))
                case t.TogetherStmt(choice=choice, local=local):
                    checker.choice(choice, Chooser(local, local.name))
                case _:
                    pass


@define
class _Checker:
    sight: Sight
    reading: Reading
    shown: set[m.ZoneDecl]
    sink: Sink

    def choice(self, choice: t.TypedChoice, chooser: Chooser) -> None:
        """Check all of one choice."""
        self.source(choice.source, chooser, "choice", choosing=True)
        if choice.where is not None:
            self.reads(choice.where, chooser, "condition")
        for expr in given(choice.low, choice.high, *(arg for shape in choice.shapes for arg in shape.args)):
            self.reads(expr, chooser, "count")

    def source(self, source: t.Expr, chooser: Chooser, what: str, *, choosing: bool) -> None:
        """Check the set from which is chosen: the zones whose cards it holds, and what it reads besides."""
        direct = list(self.reading.held(source))
        for zone in direct if choosing else ():
            if self._hides(zone, chooser, source):
                self._report(codes.HIDDEN_CHOICE, zone, chooser, what)
        for zone in self.reading.exposed(source, whole=False):
            self._check(zone, chooser, what, source)

    def reads(self, expr: t.Expr | None, chooser: Chooser, what: str) -> None:
        """Check what one condition or number reads."""
        if expr is not None:
            for zone in self.reading.exposed(expr):
                self._check(zone, chooser, what, expr)

    def _check(self, zone: t.ZoneRef, chooser: Chooser, what: str, inside: t.Expr) -> None:
        if self._hides(zone, chooser, inside):
            self._report(codes.HIDDEN_CONTENTS, zone, chooser, what)

    def _hides(self, zone: t.ZoneRef, chooser: Chooser, inside: t.Expr) -> bool:
        if zone.decl.sight == "face up" or zone.decl in self.shown or _always_seen(zone.decl.kind):
            return False
        return zone.decl.sight == "face down" or self.sight.owner(zone, chooser, inside) is OTHER

    def _report(self, code: Code, zone: t.ZoneRef, chooser: Chooser, what: str) -> None:
        name, who = zone.span.text, chooser.name
        down = zone.decl.sight == "face down"
        why = "lies face down" if down else "is private to another player"
        if code is codes.HIDDEN_CHOICE:
            message = f"'{who}' can't choose from '{name}', which {why}"
            help_ = f"take a card by chance in a statement, e.g. 'move random({name}) to ..', or show the cards first"
        else:
            message = f"this {what} reads the cards in '{name}', but '{who}' can't see them: the zone {why}"
            help_ = (
                f"only 'count({name})' and 'exists({name})' may be asked here; decide the rest in a statement after the choice"
            )
        report(self.sink, code, message, zone.span, also=[(zone.decl.span, f"{zone.decl.sight}")], help=help_)


def _always_seen(kind: m.KindDecl | None) -> bool:
    return kind is not None and any(each.face_up for each in kind.ancestry())


# ---------------------------------------------------------------- what an expression gives away


@define
class Reading:
    """Which zones' cards an expression gives away; ``count`` and ``exists`` of a zone give nothing away."""

    model: m.GameModel
    _params: dict[m.Local, bool] = field(factory=dict)

    def held(self, expr: t.Expr) -> Iterator[t.ZoneRef]:
        """The zones whose cards are the elements of a set."""
        match expr:
            case t.ZoneRef():
                yield expr
            case t.EndOfZone(zone=zone):
                yield zone
            case t.FilterExpr(source=source) | t.BestOf(source=source) | t.Difference(left=source):
                yield from self.held(source)
            case t.ToSet(operand=inner) | t.Require(operand=inner) | t.MapUnion(body=inner):
                yield from self.held(inner)
            case t.Union_(left=left, right=right) | t.IfElseExpr(yes=left, no=right):
                yield from self.held(left)
                yield from self.held(right)
            case _:
                return

    def exposed(self, expr: t.Expr, whole: bool = True) -> Iterator[t.ZoneRef]:
        """The zones whose cards are read; not ``whole``: of the value itself only the number of its elements is used."""
        match expr:
            case t.ZoneRef():
                if whole:
                    yield expr
                yield from self._inner(expr)
            case t.Builtin(name="count" | "exists" | "random", args=(inner,)):
                yield from self.exposed(inner, whole=False)
            case t.ToSet(operand=inner) | t.Require(operand=inner):
                yield from self.exposed(inner, whole)
            case t.Union_(left=left, right=right):
                yield from self.exposed(left, whole)
                yield from self.exposed(right, whole)
            case t.EndOfZone(count=count, zone=zone):
                yield from self.exposed(zone, whole)
                if count is not None:
                    yield from self.exposed(count)
            case t.FilterExpr(source=source, local=local, condition=condition):
                whole = whole and not _always_seen(kind_of(expr.type))
                yield from self.exposed(source, whole or self.reveals(condition, local))
                yield from self.exposed(condition)
            case t.AggregateExpr(source=source, local=local, body=body):
                yield from self.exposed(source, self.reveals(body, local))
                yield from self.exposed(body)
            case t.MapUnion(source=source, local=local, body=body):
                yield from self.exposed(source, self.reveals(body, local))
                yield from self.exposed(body, whole)
            case t.BestOf(source=source, local=local, key=key):
                yield from self.exposed(source, whole or self.reveals(key, local))
                yield from self.exposed(key)
            case t.IfElseExpr(condition=condition, yes=yes, no=no):
                yield from self.exposed(condition)
                yield from self.exposed(yes, whole)
                yield from self.exposed(no, whole)
            case t.IsKindExpr(operand=inner, kind=kind):
                yield from self.exposed(inner, whole=not _always_seen(kind))
            case t.AttrRef(card=inner, name=name):
                yield from self.exposed(inner, whole=not self._on_back(inner, name))
            case t.OwnerOf(card=inner):
                yield from self.exposed(inner, whole=False)
            case t.Compare(left=left, right=right) if _nothing(left) or _nothing(right):
                yield from self.exposed(left, whole=False)
                yield from self.exposed(right, whole=False)
            case t.Member(item=t.LocalRef() as item, source=source):
                yield from self.exposed(item)
                yield from self.exposed(source, whole=False)
            case t.CallQuery(decl=query, args=args):
                for arg, param in zip(args, query.params, strict=False):
                    yield from self.exposed(arg, whole=self._param_read(query, param))
            case t.Lookup(arg=arg):
                if arg is not None:
                    yield from self.exposed(arg)
            case _:
                for inner in children(expr):
                    yield from self.exposed(inner)

    def reveals(self, expr: t.Expr, local: m.Local) -> bool:
        """Whether an expression depends on which card a local name means, beyond that there is one."""
        return any(self._revealing(expr, local))

    def _revealing(self, expr: t.Expr, local: m.Local) -> Iterator[bool]:
        match expr:
            case t.LocalRef(local=other, type=type_):
                if other is local and not _always_seen(kind_of(type_)):
                    yield True
            case t.IsKindExpr(operand=t.LocalRef(), kind=kind) if _always_seen(kind):
                return
            case t.AttrRef(card=t.LocalRef() as card, name=name) if self._on_back(card, name):
                return
            case t.OwnerOf(card=t.LocalRef()):
                return
            case t.Builtin(name="count" | "exists", args=(t.LocalRef(),)):
                return
            case t.CallQuery(decl=query, args=args):
                for arg, param in zip(args, query.params, strict=False):
                    if not isinstance(arg, t.LocalRef) or self._param_read(query, param):
                        yield from self._revealing(arg, local)
            case _:
                for inner in children(expr):
                    yield from self._revealing(inner, local)

    def _param_read(self, query: m.QueryDecl, param: m.Local) -> bool:
        """Whether a query looks at which cards it is given; what its exceptions do isn't certain and doesn't count."""
        if param not in self._params:
            self._params[param] = False  # a query that needs itself is another finding
            exprs = given(query.value, *(expr for case in query.cases for expr in case))
            self._params[param] = any(mentions(expr, param) and self.reveals(expr, param) for expr in exprs)
        return self._params[param]

    def _on_back(self, card: t.Expr, name: str) -> bool:
        kind = kind_of(card.type)
        kinds = kind.ancestry() if kind is not None else []
        return any(a.on_back for each in kinds for a in each.attributes if a.name == name)

    def _inner(self, zone: t.ZoneRef) -> Iterator[t.ZoneRef]:
        for inner in children(zone):
            yield from self.exposed(inner)


def _nothing(expr: t.Expr) -> bool:
    """``none`` or ``{}``."""
    while isinstance(expr, t.ToSet):
        expr = expr.operand
    return (isinstance(expr, t.Const) and expr.value is None) or (isinstance(expr, t.SetLiteral) and not expr.items)
