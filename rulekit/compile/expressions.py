"""Typed expressions to Python expressions.

Takes a typed expression and an environment; gives the text of a Python expression over ``S`` (the state), ``Z`` (its zones), ``F`` (its
fields), ``L`` (registers) and ``v1, v2, ..`` (Python locals).  ``any`` and ``all`` become functions of their own that stop at the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import assert_never

from attrs import define, field

from rulekit.analysis import typed as t
from rulekit.analysis.model import FieldDecl, IndexDomain, Local, QueryDecl, TableDecl, ZoneDecl
from rulekit.analysis.types import CardT, EnumT, LineT, LinkT, NumberT, OptionalT, PlayerT, SetT, SpaceT, Type
from rulekit.compile.costs import FEW, units
from rulekit.compile.effects import parts
from rulekit.compile.generator import Env, Generator
from rulekit.engine.lanes import Lanes

_COMPARE = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_SEATS = ("left", "right")


@define(eq=False)
class Expressions:
    """Compiles expressions for one program."""

    gen: Generator
    flats: dict[int, Lanes] = field(factory=dict)
    """Patterns, by id, that are sums in lanes."""
    certain: set[int] = field(factory=set)
    """Locals, by id, that are never none: the choices of actions."""
    named: bool = False
    """Whether a part of an expression may be given a name here (``:=``): not in what a comprehension goes through."""
    branches: int = 0
    """How many conditions stand between the innermost loop and here."""
    hoists: list[tuple[frozenset[str], list[str]]] = field(factory=list)
    """For each ``any`` or ``all`` around: the variables known outside of it, and what is worked out before its loop."""

    # ------------------------------------------------------------ entry points

    def text(self, e: t.Expr, env: Env) -> str:
        """The Python text of an expression."""
        gen = self.gen
        match e:
            case t.Const(value=value):
                return repr(value)
            case t.LocalRef(local=local):
                return env.places[id(local)]
            case t.OptionRef(decl=option):
                return repr(gen.program.options[option.name])
            case t.VariantRef(decl=variant):
                return repr(variant.name in gen.program.variants)
            case t.AllOf():
                return self._all_of(e)
            case t.Active() | t.Actor():
                return "S.frames[0][2][0]"
            case t.OwnerOf(card=card):
                return f"OWNERS[S.loc[{self.text(card, env)}]]"
            case t.FieldRef():
                return self._field(e, env)
            case t.ZoneRef():
                return f"Z[{self.zone(e, env)}].cards"
            case t.AttrRef(card=card, name=name):
                return f"{self.attribute(name)}[{self.text(card, env)}]"
            case t.StateRef(card=card, name=name):
                return f"S.states[{self.state_index(card, name, env)}]"
            case t.SpaceFieldRef(decl=space_field):
                text = f"F[{self.space_index(e, env)}]"
                if isinstance(space_field.type, PlayerT | SpaceT | LinkT | LineT | CardT):
                    return f"({text} if {text} is not None else unset(S, {gen.site(e.span)}))"
                return text
            case t.ScoreOf(target=target):
                return f"score(S, {self.text(target, env)})"
            case t.TeamOf(player=player):
                return f"TEAM_OF[{self.text(player, env)}]"
            case t.NameOf(target=target):
                return f"value_data(S, {gen.constant(target.type)}, {self.text(target, env)})"
            case t.AnswerOf(local=local, player=player):
                return f"{env.places[id(local)]}[{self.text(player, env)}]"
            case t.CallQuery(args=args):
                return f"q_{self._number(gen.layout.layers.query(e))}({', '.join(['S', *[self.text(a, env) for a in args]])})"
            case t.Lookup(decl=table, arg=arg):
                return self._lookup(table, arg, env, e)
            case t.Builtin():
                return self._builtin(e, env)
            case t.CardsOf(deck=deck):
                return gen.constant(gen.layout.deck_cards[id(deck)])
            case t.AggregateExpr():
                return self._aggregate(e, env)
            case t.BestOf(source=source, local=local, key=key):
                return self._best(source, local, key, env, e)
            case t.FilterExpr():
                return self._filter(e, env)
            case t.MapUnion(source=source, local=local, body=body):
                v, inside = self._bind(local, env)
                kind = "joined" if isinstance(body.type, SetT) else "unique"
                return f"{kind}([{self.whole(body, inside)} for {v} in {self._walk(source, env)}])"
            case t.IfElseExpr(condition=condition, yes=yes, no=no):
                test = self.text(condition, env)
                return f"({self._branch(yes, env)} if {test} else {self._branch(no, env)})"
            case t.Logic(op=op, left=left, right=right):
                return f"({self.text(left, env)} {op} {self._branch(right, env)})"
            case t.NotExpr(operand=operand):
                return f"(not {self.text(operand, env)})"
            case t.Compare(op=op, left=left, right=right, as_sets=as_sets):
                a, b = self.text(left, env), self.text(right, env)
                if as_sets:
                    a, b = self.whole(left, env), self.whole(right, env)
                    return f"same_set({a}, {b})" if op == "=" else f"(not same_set({a}, {b}))"
                return f"({a} {_COMPARE[op]} {b})"
            case t.Member(item=item, source=source):
                return f"({self.text(item, env)} in {self.whole(source, env)})"
            case t.IsKindExpr():
                return self._is_kind(e, env)
            case t.HasShape(operand=operand, shape=shape):
                return self._has(operand, shape, env)
            case t.Arith():
                return self._arith(e, env)
            case t.Union_(left=left, right=right):
                return f"united({self.whole(left, env)}, {self.whole(right, env)})"
            case t.Difference(left=left, right=right):
                return f"without({self.whole(left, env)}, {self.whole(right, env)})"
            case t.Minus(operand=operand):
                return f"(-{self.text(operand, env)})"
            case t.SetLiteral(items=items):
                return self._set_literal(items, env)
            case t.IntervalExpr(low=low, high=high):
                if isinstance(low, t.Const) and isinstance(high, t.Const) and isinstance(low.value, int) and isinstance(high.value, int):
                    if high.value - low.value <= 10_000:
                        return f"range({low.value}, {high.value + 1})"
                return f"interval(S, {self.text(low, env)}, {self.text(high, env)}, {gen.site(e.span)})"
            case t.EndOfZone(top=top, count=count, zone=zone):
                cards = f"Z[{self.zone(zone, env)}].cards"
                if count is None:
                    return f"{'last' if top else 'first'}({cards})"
                return f"end_of({cards}, {self.text(count, env)}, {top})"
            case t.ToSet(operand=operand):
                return self._to_set(operand, env)
            case t.Require(operand=operand):
                return f"require(S, {self.text(operand, env)}, {gen.site(e.span)})"
            case _:
                assert_never(e)

    def _branch(self, e: t.Expr, env: Env) -> str:
        """Something that is worked out only if another test comes out so."""
        self.branches += 1
        text = self.text(e, env)
        self.branches -= 1
        return text

    def condition(self, e: t.Expr | None, env: Env, params: str = "S, L") -> str:
        """A function for a condition over registers."""
        assert e is not None
        return self.gen.expression_function("f", params, [], self.text(e, env), e.span)

    # ------------------------------------------------------------ places

    def zone(self, ref: t.ZoneRef, env: Env) -> str:
        """The number of a zone, as a Python expression."""
        return self._place(self.gen.layout.zone_base[id(ref.decl)], ref.decl, ref.owner, ref.index, env, ref)

    def field_index(self, ref: t.FieldRef, env: Env) -> str:
        """The number of a field."""
        return self._place(self.gen.layout.field_base[id(ref.decl)], ref.decl, ref.owner, ref.index, env, ref)

    def space_index(self, ref: t.SpaceFieldRef, env: Env) -> str:
        """The number of a field of a space or a link."""
        base, text = self.gen.layout.field_base[id(ref.decl)], self.text(ref.target, env)
        if text.isdigit():
            return str(base + int(text))
        if not (isinstance(ref.target, t.LocalRef | t.Require | t.FieldRef) and not isinstance(ref.target.type, OptionalT)):
            text = f"require(S, {text}, {self.gen.site(ref.target.span)})"
        return f"{base} + {text}" if base else text

    def _place(self, base: int, decl: ZoneDecl | FieldDecl, owner: t.Expr | None, index: t.Expr | None, env: Env, e: t.Expr) -> str:
        size = self.gen.layout.size(decl.index)
        parts: list[str] = []
        if owner is not None:
            text = self.text(owner, env)
            if text.isdigit():
                base += int(text) * size
            else:
                parts.append(text if size == 1 else f"{text} * {size}")
        if index is not None and decl.index is not None:
            text = self.text(index, env)
            low = decl.index.low
            if not self._inside(decl.index, size, index):
                parts.append(f"outside(S, {text}, {low}, {size}, {self.gen.site(e.span)})")
            elif text.isdigit():
                base += int(text) - low
            else:
                parts.append(text)
                base -= low
        if not parts:
            return str(base)
        return f"{base} + {' + '.join(parts)}" if base else " + ".join(parts)

    def _inside(self, domain: IndexDomain, size: int, index: t.Expr) -> bool:
        """Whether an index can't be outside its domain."""
        type = index.type
        if not isinstance(domain.type, NumberT):
            return True
        if isinstance(index, t.Const) and isinstance(index.value, int):
            return domain.low <= index.value < domain.low + size
        return (
            isinstance(type, NumberT)
            and type.low is not None
            and type.high is not None
            and type.low >= domain.low
            and type.high < domain.low + size
            and isinstance(index, t.LocalRef)
            and index.local.role in ("binder", "it", "choice")
        )

    def state_index(self, card: t.Expr, name: str, env: Env) -> str:
        """The number of a card's state among all states."""
        n, slot = len(self.gen.layout.states), self.gen.layout.state_slots[name]
        text = self.text(card, env)
        return f"{text} * {n} + {slot}" if n > 1 else f"{text}"

    def attribute(self, name: str) -> str:
        """The global table card -> value of an attribute."""
        table = f"A_{self._attribute_number(name)}"
        if table not in self.gen.globals and table not in self.gen.program.globals:
            self.gen.globals[table] = tuple([card.group.values.get(name) for card in self.gen.layout.cards])
        return table

    def _attribute_number(self, name: str) -> int:
        names = sorted({a.name for kind in self.gen.layout.model.kinds for a in kind.attributes})
        return names.index(name)

    def _number(self, decl: object) -> int:
        return next(k for k, q in enumerate(self.gen.layout.layers.queries) if q is decl)

    def _field(self, e: t.FieldRef, env: Env) -> str:
        text = f"F[{self.field_index(e, env)}]"
        if e.decl.default is None and isinstance(e.decl.type, PlayerT | SpaceT | LinkT | LineT | CardT):
            return f"({text} if {text} is not None else unset(S, {self.gen.site(e.span)}))"
        return text

    # ------------------------------------------------------------ sets

    def _all_of(self, e: t.AllOf) -> str:
        of = e.type.of if isinstance(e.type, SetT) else e.type
        model = self.gen.layout.model
        match e.what:
            case "players":
                return f"range({self.gen.program.players})"
            case "teams":
                program = self.gen.program
                return f"range({program.contenders})" if len(program.in_play) == program.contenders else repr(tuple(program.in_play))
            case "enum":
                return f"range({len(of.decl.values)})" if isinstance(of, EnumT) else "()"
            case "spaces":
                return f"range({len(model.board.spaces) if model.board else 0})"
            case "links":
                return f"range({len(model.board.links) if model.board else 0})"
            case _:
                lines = model.board.lines if model.board else []
                return self.gen.constant(tuple(k for k, line in enumerate(lines) if line.name == e.line))

    def _bind(self, local: Local, env: Env) -> tuple[str, Env]:
        v = self.gen.fresh("v")
        return v, env.inner(local, v)

    def _walk(self, source: t.Expr, env: Env) -> str:
        """A set to go through, paid for in fuel unless it has few fixed elements (``costs`` counts these)."""
        text = self.text(source, env)
        if env.depth > 1 or not fixed_and_few(text):
            return f"charged(S, {text}, {self.gen.site(source.span)})"
        return text

    def turned(self, source: str, start: str, type: Type) -> str:
        """The text of a set from one element on, round the end; ``type`` is that of the element."""
        if source == f"range({self.gen.program.players})" and isinstance(type, PlayerT):
            return f"ROUND[{start}]"
        return f"rotated({source}, {start})"

    def whole(self, e: t.Expr, env: Env) -> str:
        """An operand all of whose elements are looked at: paid for in fuel if it may be a large set."""
        text = self.text(e, env)
        if not isinstance(e.type, SetT) or text.startswith("range("):
            return text
        small = len(self.gen.layout.cards) <= 16 * FEW if isinstance(e.type.of, CardT | OptionalT) else isinstance(e, t.AllOf)
        return text if small else f"charged(S, {text}, {self.gen.site(e.span)})"

    def _aggregate(self, e: t.AggregateExpr, env: Env) -> str:
        if e.name in ("any", "all"):
            return self._stopping(e, env)
        v, inside = self._bind(e.local, env)
        body = self.text(e.body, inside)
        source = self._walk(e.source, env)
        if e.name == "sum":
            return self._hoisted(f"sum([{body} for {v} in {source}])")
        return self._hoisted(f"{e.name}([{body} for {v} in {source}], default=0)")

    def _stopping(self, e: t.AggregateExpr, env: Env) -> str:
        """``any`` and ``all``: a function that stops at the first; what doesn't depend on the element is worked out before."""
        at_once = self._any_value(e, env)
        if at_once is not None:
            return at_once
        source = self._walk(e.source, env)
        v, inside = self._bind(e.local, env)
        before: list[str] = []
        body = self.inside_loop(e.body, inside, env, before)
        stop = e.name == "any"
        made = made_in(before)
        free = [x for x in self.gen.free_variables(body, source, *before) if x != v and x not in made]
        name = self.gen.fresh("h")
        if any(" = sum(" in line or " = max(" in line or " = min(" in line for line in before):
            row = self.gen.fresh("v")
            before[:0] = [f"{row} = {source}", f"if not {row}: return {not stop}"]
            source = row
            free = [x for x in free if x != row]
        lines = [
            *before,
            f"for {v} in {source}:",
            f"    if {body if stop else 'not ' + body}:",
            f"        return {stop}",
            f"return {not stop}",
        ]
        zones = zones_read(e, self.gen.layout.layers.query) if not free else None
        if zones:
            self._remembered(name, lines, sorted(self._zone_numbers(zones)), e)
            return f"{name}(S)"
        self.gen.function(name, ", ".join(["S", *free]), lines, e.span)
        return f"{name}({', '.join(['S', *free])})"

    def inside_loop(self, body: t.Expr, inside: Env, env: Env, before: list[str], numbers: bool = True) -> str:
        """The text of a loop's body; what can be worked out before the loop is put into ``before``.

        Without ``numbers`` only what can't fail is: the loop may have no element, and then nothing of it is worked out.
        """
        branches, self.branches = self.branches, 0 if numbers else 1
        self.hoists.append((frozenset(env.places.values()), before))
        text = self.text(body, inside)
        self.hoists.pop()
        self.branches = branches
        return text

    def _filter(self, e: t.FilterExpr, env: Env) -> str:
        source = self._walk(e.source, env)
        v, inside = self._bind(e.local, env)
        before: list[str] = []
        condition = self.inside_loop(e.condition, inside, env, before)
        if not before:
            return f"[{v} for {v} in {source} if {condition}]"
        made = made_in(before)
        free = [x for x in self.gen.free_variables(condition, source, *before) if x != v and x not in made]
        name = self.gen.fresh("h")
        params = ", ".join(["S", *free])
        self.gen.function(
            name,
            params,
            [f"row = {source}", "if not row: return ()", *before, f"return [{v} for {v} in row if {condition}]"],
            e.span,
        )
        return f"{name}({params})"

    def _first(self, e: t.FilterExpr, env: Env) -> str:
        """The first element that meets a condition: a function that stops there."""
        source = self._walk(e.source, env)
        v, inside = self._bind(e.local, env)
        before: list[str] = []
        condition = self.inside_loop(e.condition, inside, env, before)
        made = made_in(before)
        free = [x for x in self.gen.free_variables(condition, source, *before) if x != v and x not in made]
        name = self.gen.fresh("h")
        params = ", ".join(["S", *free])
        self.gen.function(
            name,
            params,
            [
                f"row = {source}",
                "if not row: return None",
                *before,
                f"for {v} in row:",
                f"    if {condition}:",
                f"        return {v}",
                "return None",
            ],
            e.span,
        )
        return f"{name}({params})"

    def zones_read(self, nodes: tuple[t.Expr, ...]) -> set[int] | None:
        """The numbers of the zone declarations that these read, if they read nothing else that can change."""
        found: set[int] = set()
        for e in nodes:
            zones = zones_read(e, self.gen.layout.layers.query)
            if zones is None:
                return None
            found |= self._zone_numbers(zones)
        return found

    def _zone_numbers(self, zones: set[int]) -> set[int]:
        return {k for k, zone in enumerate(self.gen.layout.model.zones) if id(zone) in zones}

    def _remembered(self, name: str, lines: list[str], zones: list[int], e: t.Expr) -> None:
        """A test that reads nothing but zones: its result is kept until one of them is written to."""
        inner = self.gen.fresh("h")
        self.gen.function(inner, "S", lines, e.span)
        versions = " + ".join(f"V[{k}]" for k in zones)
        self.gen.function(
            name,
            "S",
            [
                "V = S.versions",
                f"now = {versions}",
                f"known = S.worked_out.get({self.gen.site(e.span)})",
                "if known is not None and known[0] == now: return known[1]",
                f"result = {inner}(S)",
                f"S.worked_out[{self.gen.site(e.span)}] = (now, result)",
                "return result",
            ],
            e.span,
        )

    def _best(self, source: t.Expr, local: Local, key: t.Expr, env: Env, e: t.Expr) -> str:
        v, inside = self._bind(local, env)
        keys, row = self.text(key, inside), self._walk(source, env)
        free = [x for x in self.gen.free_variables(keys, row) if x != v]
        name = self.gen.fresh("h")
        params = ", ".join(["S", *free])
        self.gen.function(name, params, [f"row = {row}", f"return best(row, [{keys} for {v} in row])"], e.span)
        return f"{name}({params})"

    def _set_literal(self, items: tuple[t.Expr, ...], env: Env) -> str:
        if not items:
            return "()"
        if all(isinstance(item, t.Const) and item.value is not None for item in items):
            return self.gen.constant(tuple(dict.fromkeys(item.value for item in items if isinstance(item, t.Const))))
        if any(isinstance(item.type, SetT) for item in items):
            parts = [self.text(i, env) if isinstance(i.type, SetT) else self._to_set(i, env) for i in items]
            return f"joined(({', '.join(parts)},))"
        return f"unique(({', '.join(self.text(i, env) for i in items)},))"

    def _to_set(self, operand: t.Expr, env: Env) -> str:
        if isinstance(operand.type, LineT):
            return f"LINES[{self.text(operand, env)}]"
        text = self.text(operand, env)
        return f"({text},)" if self._surely(operand) else f"unique(({text},))"

    def _surely(self, e: t.Expr) -> bool:
        """Whether an expression is a local that is never none."""
        if not isinstance(e, t.LocalRef) or isinstance(e.type, OptionalT):
            return False
        return e.local.role in ("binder", "it", "this") or id(e.local) in self.certain

    # ------------------------------------------------------------ cards

    def _is_kind(self, e: t.IsKindExpr, env: Env) -> str:
        table = self.gen.constant(tuple([card.kind.is_a(e.kind) for card in self.gen.layout.cards]))
        text = self.text(e.operand, env)
        if self._surely(e.operand):
            return f"(not {table}[{text}])" if e.negated else f"{table}[{text}]"
        return f"is_kind({table}, {text}) is {not e.negated}"

    def _has(self, operand: t.Expr, shape: t.TypedShape, env: Env) -> str:
        pattern = f"P_{next(k for k, p in enumerate(self.gen.layout.model.patterns) if p is shape.decl)}"
        args = "(" + "".join(self.text(a, env) + ", " for a in shape.args) + ")"
        zones = separate_zones(operand)
        lanes = self.flats.get(id(shape.decl))
        if zones and lanes is not None:
            met, width = self.met(lanes, zones, env), lanes.width
            if not shape.args:
                return f"({met} != 0)"
            return f"({met} >> {self.text(shape.args[0], env)} * {width} + {width - 1} & 1 == 1)"
        if zones:
            row = ", ".join(f"Z[{self.zone(z, env)}]" for z in zones)
            return f"{pattern}.has(S, ({row},), {args})"
        return f"{pattern}.has_cards(S, {self.whole(operand, env)}, {args})"

    def met(self, lanes: Lanes, zones: list[t.ZoneRef], env: Env) -> str:
        """For which values of its parameter a pattern is met by the cards of different zones: bits, see ``engine.lanes``."""
        return self._before(f"MET_{lanes.number}({self._sums(lanes, zones, env)})")

    def _sums(self, lanes: Lanes, zones: list[t.ZoneRef], env: Env) -> str:
        texts = [self.zone(z, env) for z in zones]
        return " + ".join(self._before(f"(Z[{z}].memo.get({lanes.number}) or SUMS_{lanes.number}(Z[{z}]))") for z in texts)

    def _before(self, text: str) -> str:
        """Something that can't fail, worked out before the outermost loop that it doesn't depend on."""
        before = self._outermost(text)
        if before is None:
            return text
        for line in before:
            if line.endswith(f" = {text}"):
                return line.removesuffix(f" = {text}")
        v = self.gen.fresh("v")
        before.append(f"{v} = {text}")
        return v

    def _any_value(self, e: t.AggregateExpr, env: Env) -> str | None:
        """``any(.. has pattern(k) over k in colour)`` over all values of the parameter: all tested at once."""
        has, source = e.body, e.source
        if e.name != "any" or not isinstance(has, t.HasShape) or not isinstance(source, t.AllOf) or source.what not in ("enum", "players"):
            return None
        lanes, zones = self.flats.get(id(has.shape.decl)), separate_zones(has.operand)
        arg = has.shape.args[0] if len(has.shape.args) == 1 else None
        if lanes is None or not zones or not isinstance(arg, t.LocalRef) or arg.local is not e.local:
            return None
        if any(isinstance(x, t.LocalRef) and x.local is e.local for x in parts(has.operand)):
            return None
        sums = self._sums(lanes, zones, env)
        free = self.gen.free_variables(sums)
        if self.named:
            x = self.gen.fresh("v")
            rows = [f"{x} >> {row * lanes.stride}" for row in range(1, len(lanes.rows))]
            bits = " & ".join([f"({x} := {sums} + {lanes.offset})", *rows, str(lanes.mask)])
            return f"({bits} != 0)"
        bits = " & ".join(["x", *[f"x >> {row * lanes.stride}" for row in range(1, len(lanes.rows))], str(lanes.mask)])
        name = self.gen.fresh("h")
        self.gen.function(name, ", ".join(["S", *free]), [f"x = {sums} + {lanes.offset}", f"return {bits} != 0"], e.span)
        return f"{name}({', '.join(['S', *free])})"

    def _outermost(self, text: str) -> list[str] | None:
        """Where an expression can be worked out: before the outermost loop that binds nothing of it; none: inside them all."""
        free = self.gen.free_variables(text)
        for known, before in self.hoists:
            made = made_in(before)
            if all(x == "L" or x in known or x in made for x in free):
                return before
        return None

    def _outside_loop(self, text: str) -> bool:
        """Whether an expression depends on nothing that the innermost loop binds."""
        if not self.hoists:
            return False
        known, before = self.hoists[-1]
        made = made_in(before)
        return all(x == "L" or x in known or x in made for x in self.gen.free_variables(text))

    def _hoisted(self, text: str) -> str:
        """A number that doesn't depend on the innermost loop, worked out before it (if its loop surely works it out)."""
        if self.branches or not self._outside_loop(text):
            return text
        v = self.gen.fresh("v")
        self.hoists[-1][1].append(f"{v} = {text}")
        return v

    # ------------------------------------------------------------ numbers and functions

    def _arith(self, e: t.Arith, env: Env) -> str:
        a, b = self.text(e.left, env), self.text(e.right, env)
        if e.op in ("/", "mod"):
            if b.isdigit() and int(b) > 0:
                return f"({a} {'//' if e.op == '/' else '%'} {b})"
            return f"{'divide' if e.op == '/' else 'modulo'}(S, {a}, {b}, {self.gen.site(e.span)})"
        if e.op == "*" and not _small(e.left) and not _small(e.right):
            return f"number(S, {a} * {b}, {self.gen.site(e.span)})"
        return f"({a} {e.op} {b})"

    def _builtin(self, e: t.Builtin, env: Env) -> str:
        name = e.name
        if name in ("count", "exists"):
            return self._count(e.args[0], env, name == "exists")
        if name == "first" and isinstance(e.args[0], t.FilterExpr):
            return self._first(e.args[0], env)
        args = [self.text(a, env) for a in e.args]
        match name:
            case "first" | "last":
                return f"{name}({args[0]})"
            case "random":
                return f"random_of(S, {args[0]})"
            case "smaller" | "larger":
                return f"{'min' if name == 'smaller' else 'max'}({args[0]}, {args[1]})"
            case "others" | "left" | "right" | "partner":
                return f"{name.upper()}[{args[0]}]"
            case "seat":
                return f"({args[0]} + 1)"
            case "links":
                return f"LINKS_OF[{args[0]}]"
            case "ends":
                return f"ENDS[{args[0]}]"
            case "between":
                return f"BETWEEN.get(({args[0]}, {args[1]}))"
            case "next":
                return f"next_on({self.whole(e.args[1], env)}, {args[0]})"
            case "neighbours":
                return f"neighbours({args[0]}, {self.whole(e.args[1], env)})"
            case "reach":
                return f"reach({args[0]}, {args[1]}, {self.whole(e.args[2], env)})"
            case "lone":
                return f"lone(S, {args[0]}, {self.gen.site(e.span)})"
            case "apart":
                sites = "".join(f"{self.gen.site(a.span)}, " for a in e.args)
                return f"apart(S, ({''.join(a + ', ' for a in args)}), ({sites}))"
            case _:
                return f"{name}(S, {', '.join(args)})"

    def _count(self, of: t.Expr, env: Env, exists: bool) -> str:
        if isinstance(of, t.FilterExpr) and exists:
            return self._aggregate(
                t.AggregateExpr(span=of.span, type=of.type, name="any", source=of.source, local=of.local, body=of.condition), env
            )
        if isinstance(of, t.AllOf):
            text = self._all_of(of)
            if text.startswith("range("):
                n = int(text[6:-1])
                return repr(n > 0) if exists else repr(n)
        text = self.text(of, env)
        return f"(len({text}) > 0)" if exists else f"len({text})"

    def _lookup(self, table: TableDecl, arg: t.Expr | None, env: Env, e: t.Expr) -> str:
        assert table.by is not None
        if table.param is None and (key := constant_number(self.text(table.by, Env()))) is not None:
            for low, high, value in table.rows:
                if low <= key and (high is None or key <= high):
                    return self.text(value, Env())
            return f"no_row(S, {key}, {self.gen.site(e.span)})"
        name = f"t_{next(k for k, x in enumerate(self.gen.layout.model.tables) if x is table)}"
        if name not in self.gen.globals and name not in self.gen.program.globals:
            self.gen.globals[name] = None
            inside = Env().bind(table.param, "v0") if table.param is not None else Env()
            body = [f"S.fuel -= {units((table.by, *[value for _, _, value in table.rows]))}", "if S.fuel < 0: out_of_fuel(S, site)"]
            body.append(f"k = {self.text(table.by, inside)}")
            for low, high, value in table.rows:
                test = f"k == {low}" if high == low else f"k >= {low}" if high is None else f"{low} <= k <= {high}"
                body += [f"if {test}:", f"    return {self.text(value, inside)}"]
            body.append("return no_row(S, k, site)")
            self.gen.function(name, "S, site, v0=None", body, table.span)
            del self.gen.globals[name]
            self.gen.program.globals[name] = None
        given = "" if arg is None else ", " + self.text(arg, env)
        return f"{name}(S, {self.gen.site(e.span)}{given})"


def zones_read(e: t.Expr, meant: Callable[[t.CallQuery], QueryDecl]) -> set[int] | None:
    """The zone declarations, by id, that an expression reads, if it reads nothing else that can change."""
    found: set[int] = set()
    queries: set[int] = set()
    queue: list[object] = [e]
    while queue:
        for x in parts(queue.pop()):
            match x:
                case t.ZoneRef():
                    found.add(id(x.decl))
                case t.CallQuery():
                    query = meant(x)
                    if id(query) not in queries:
                        queries.add(id(query))
                        queue += [query.value, *[part for case in query.cases for part in case]]
                case t.FieldRef() | t.StateRef() | t.SpaceFieldRef() | t.Active() | t.Actor() | t.OwnerOf() | t.ScoreOf() | t.AnswerOf():
                    return None
                case t.Builtin(name="random") | t.Lookup():
                    return None
                case _:
                    pass
    return found


def fixed_and_few(text: str) -> bool:
    """Whether a set is a written-out range of few numbers."""
    whole = _FIXED.fullmatch(text)
    return whole is not None and int(whole[2]) - int(whole[1] or 0) <= FEW


def made_in(before: list[str]) -> set[str]:
    """The variables that lines before a loop set."""
    return {name for line in before for name in line.split(" = ")[0].rstrip(",").split(", ")}


_FIXED = re.compile(r"range\((?:(-?\d+), )?(-?\d+)\)")


def _small(e: t.Expr) -> bool:
    """Whether an expression is a fixed number of few digits: products with it grow no faster than the text that says so."""
    return isinstance(e, t.Const) and isinstance(e.value, int) and abs(e.value) <= 1_000_000


def constant_number(text: str) -> int | None:
    """The number that a generated expression always is, if it is one."""
    try:
        return int(text)
    except ValueError:
        return None


def separate_zones(e: t.Expr) -> list[t.ZoneRef] | None:
    """The zones whose cards a set consists of, if it is a zone or a union of surely different ones."""
    match e:
        case t.ZoneRef():
            return [e]
        case t.Union_(left=left, right=right):
            a, b = separate_zones(left), separate_zones(right)
            if a is None or b is None or {id(z.decl) for z in a} & {id(z.decl) for z in b}:
                return None
            return a + b
        case _:
            return None


def element_type(type: Type) -> Type:
    """The type of a set's elements."""
    return type.of if isinstance(type, SetT) else type
