"""Declarations and local names that nothing uses.

Takes the model, reports RK404 to RK412 and RK424.  Promises: parameters, loop variables and the choices of an action may go
unused; a value of an enum counts as used wherever all values are meant (a loop over the enum, an index, an option).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis import types as ty
from rulekit.analysis.checks import codes
from rulekit.analysis.checks.common import cards_of
from rulekit.analysis.report import report
from rulekit.analysis.walk import choices_in, shapes_in, statements
from rulekit.diagnostics import Code, Sink


def check_unused(model: m.GameModel, sink: Sink) -> None:
    """Report everything that is declared and not used."""
    used = _used(model)
    lists: list[tuple[Code, str, Iterable[m.Decl]]] = [
        (codes.UNUSED_QUERY, "query", model.queries),
        (codes.UNUSED_PATTERN, "pattern", model.patterns),
        (codes.UNUSED_TABLE, "table", model.tables),
        (codes.UNUSED_DECK, "deck", model.decks),
        (codes.UNUSED_DIE, "die", model.dice),
        (codes.UNUSED_OPTION, "option", model.options),
    ]
    for code, word, decls in lists:
        for decl in decls:
            if decl not in used:
                extra = f", e.g. 'zone ..: face down, starts with {decl.name}'" if word == "deck" else ""
                report(sink, code, f"nothing uses the {word} '{decl.name}'", decl.span, help=f"use it{extra}, or remove it")
    for kind in model.kinds:
        if not cards_of(model, kind) and (kind.parent is None or cards_of(model, kind.parent)):
            report(
                sink,
                codes.UNUSED_KIND,
                f"no deck has a card of the kind '{kind.name}'",
                kind.span,
                help=f"add a row to a deck, e.g. '1 {kind.name}', or remove the kind",
            )
    _check_enums(model, used, sink)


def _used(model: m.GameModel) -> set[object]:
    """All declarations that something else mentions."""
    used: set[object] = {zone.starts_with for zone in model.zones}
    for part in parts.parts(model):
        for expr in part.everything():
            match expr:
                case t.CallQuery(decl=query) if query is not part.owner:
                    used.add(query)
                case t.Lookup(decl=table) if table is not part.owner:
                    used.add(table)
                case t.CardsOf(deck=deck):
                    used.add(deck)
                case t.OptionRef(decl=option):
                    used.add(option)
                case t.HasShape():
                    used |= {shape.decl for shape in shapes_in(expr)}
                case _:
                    pass
        choices = [*choices_in(part.block), *([part.choice] if part.choice is not None else [])]
        used |= {shape.decl for choice in choices for shape in choice.shapes}
        for stmt in statements(part.block):
            if isinstance(stmt, t.RollStmt):
                used |= {die for die, _ in stmt.dice}
    return used


# ---------------------------------------------------------------- enums


def _check_enums(model: m.GameModel, used: set[object], sink: Sink) -> None:
    whole, single, typed_ = _enum_uses(model)
    for enum in model.enums:
        values = single.get(enum, set())
        if enum not in whole and enum not in typed_ and not values:
            message = f"nothing uses the enum '{enum.name}'"
            report(sink, codes.UNUSED_ENUM, message, enum.span, help="use it, or remove it")
        elif enum not in whole:
            for value in enum.values:
                if value.index not in values:
                    report(
                        sink,
                        codes.UNUSED_ENUM_VALUE,
                        f"the value '{value.name}' of '{enum.name}' never occurs",
                        value.span,
                        help="use it, or remove it",
                    )


def _enum_uses(model: m.GameModel) -> tuple[set[m.EnumDecl], dict[m.EnumDecl, set[int]], set[m.EnumDecl]]:
    """Enums of which all values are meant, single values that are named, enums that are the type of something."""
    whole: set[m.EnumDecl] = set()
    single: dict[m.EnumDecl, set[int]] = {}
    typed_ = {enum for type_ in _types(model) for enum in _enums(type_)}

    def named(type_: ty.Type, value: object) -> None:
        if isinstance(value, int) and not isinstance(value, bool):
            for enum in _enums(type_):
                single.setdefault(enum, set()).add(value)

    for index in _indexes(model):
        whole |= set(_enums(index.type))
    for option in model.options:
        whole |= set(_enums(option.type))
    for slot in model.fields:
        if slot.default is None and isinstance(slot.type, ty.EnumT):
            named(slot.type, 0)
    for part in parts.parts(model):
        for expr in part.everything():
            if isinstance(expr, t.AllOf):
                whole |= set(_enums(expr.type))
            elif isinstance(expr, t.Const):
                named(expr.type, expr.value)
    for kind in model.kinds:
        for state in kind.states:
            named(state.type, state.default)
        for attribute in kind.attributes:
            named(attribute.type, attribute.default)
    for deck in model.decks:
        for group in deck.groups:
            for name, type_ in _attribute_types(group.kind):
                named(type_, group.values.get(name))
    if model.board is not None:
        types = {slot.name: slot.type for slot in model.board.fields}
        for slot_ in model.board.fields:
            named(slot_.type, slot_.default or 0)
        for values in [*(s.values for s in model.board.spaces), *(link.values for link in model.board.links)]:
            for name, value in values.items():
                named(types.get(name, ty.AnyT()), value)
    return whole, single, typed_


def _attribute_types(kind: m.KindDecl) -> Iterator[tuple[str, ty.Type]]:
    for each in kind.ancestry():
        for attribute in each.attributes:
            yield attribute.name, attribute.type


def _types(model: m.GameModel) -> Iterator[ty.Type]:
    """The types of everything that is declared with one."""
    yield from (slot.type for slot in model.fields)
    yield from (index.type for index in _indexes(model))
    yield from (option.type for option in model.options)
    for kind in model.kinds:
        yield from (attribute.type for attribute in kind.attributes)
        yield from (state.type for state in kind.states)
    params = [rule.params for rule in model.queries] + [rule.params for rule in model.events]
    for group in [*params, *(rule.params for rule in model.patterns)]:
        yield from (param.type for param in group)
    if model.board is not None:
        yield from (slot.type for slot in model.board.fields)


def _indexes(model: m.GameModel) -> list[m.IndexDomain]:
    places = [zone.index for zone in model.zones] + [slot.index for slot in model.fields]
    return [index for index in places if index is not None]


def _enums(type_: ty.Type) -> Iterator[m.EnumDecl]:
    match type_:
        case ty.EnumT(decl=decl) | ty.OptionalT(of=ty.EnumT(decl=decl)) | ty.SetT(of=ty.EnumT(decl=decl)):
            yield decl
        case _:
            return


# ---------------------------------------------------------------- local names


def check_locals(model: m.GameModel, sink: Sink) -> None:
    """Report names of statements that nothing reads."""
    found = list(parts.parts(model))
    read = {expr.local for part in found for expr in part.everything() if isinstance(expr, t.LocalRef | t.AnswerOf)}
    for part in found:
        for stmt in statements(part.block):
            for local, what, help_ in _named(stmt):
                if local not in read:
                    report(sink, codes.UNUSED_LOCAL, f"nothing uses {what} '{local.name}'", local.span, help=help_)


def _named(stmt: t.Stmt) -> Iterator[tuple[m.Local, str, str]]:
    match stmt:
        case t.LetStmt(local=local):
            yield local, "the value", f"use '{local.name}' below, or remove the line"
        case t.ChooseStmt(choice=t.TypedChoice(local=local)):
            yield local, "the answer", f"do something with '{local.name}' below, or don't ask"
        case t.TogetherStmt(answers=local):
            yield local, "the answers", f"do something with '{local.name}[..]' below, or don't ask"
        case t.DoStmt(outcome=m.Local() as local):
            yield local, "the outcome", f"ask for it below, e.g. 'if {local.name}: ..', or leave 'as {local.name}' out"
        case t.RollStmt(dice=dice):
            for die, local in dice:
                yield local, "the throw", f"use '{local.name}' below, or don't throw '{die.name}'"
        case _:
            return
