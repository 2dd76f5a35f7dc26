"""Fields and states of cards that never change or are never read.

Takes the model, reports RK402 and RK403.  Promises: writing alone isn't reading (``add 1 to x`` doesn't use x); a field with
a label counts as read, since it is meant to be seen by the players; what examples look at counts as read.
"""

from __future__ import annotations

from rulekit.analysis import model as m
from rulekit.analysis import parts
from rulekit.analysis import typed as t
from rulekit.analysis.checks import codes
from rulekit.analysis.effects import Cell, Named
from rulekit.analysis.report import report
from rulekit.analysis.walk import statements, written
from rulekit.diagnostics import Sink


def check_fields(model: m.GameModel, sink: Sink) -> None:
    """Report fields and states without changes or without readers."""
    read, changed = _read(model), changed_cells(model)
    for slot in model.fields:
        _check(slot, f"field '{slot.name}'", slot in read or slot.label is not None, slot in changed, sink)
    for kind in model.kinds:
        for state in kind.states:
            cell = Named("state", state.name)
            _check(state, f"state '{state.name}'", cell in read, cell in changed, sink)
    for space in model.board.fields if model.board is not None else ():
        if space not in read:
            _check(space, f"field '{space.name}'", False, space in changed, sink)


def _check(decl: m.Decl, what: str, read: bool, changed: bool, sink: Sink) -> None:
    if not read:
        report(
            sink,
            codes.NEVER_READ,
            f"no rule reads the {what}" if changed else f"nothing uses the {what}",
            decl.span,
            help=f"let a rule or the score depend on '{decl.name}', or remove it",
        )
    elif not changed:
        report(
            sink,
            codes.NEVER_CHANGED,
            f"nothing ever changes the {what}",
            decl.span,
            help=f"change it somewhere, e.g. 'set {decl.name} to ..'; a fixed value is better a 'define {decl.name} = ..'",
        )


def _read(model: m.GameModel) -> set[Cell]:
    read: set[Cell] = {Named("state", name) for pattern in model.patterns for name in parts.pattern_names(pattern)}
    for part in parts.parts(model):
        for expr in part.everything():
            match expr:
                case t.FieldRef(decl=cell):
                    read.add(cell)
                case t.SpaceFieldRef(decl=slot):
                    read.add(slot)
                case t.StateRef(name=name):
                    read.add(Named("state", name))
                case _:
                    pass
    return read


def changed_cells(model: m.GameModel) -> set[Cell]:
    """The fields and states that some rule changes."""
    changed: set[Cell] = set()
    places: list[t.Place | t.ZoneRef] = []
    for part in parts.parts(model, examples=False):
        places += [place for stmt in statements(part.block) for place in written(stmt)]
    for rule in parts.abilities(model):
        places += [clause.source for clause in rule.clauses if isinstance(clause, t.PayNumber)]
    for place in places:
        match place:
            case t.FieldRef(decl=cell):
                changed.add(cell)
            case t.SpaceFieldRef(decl=slot):
                changed.add(slot)
            case t.StateRef(name=name):
                changed.add(Named("state", name))
            case _:
                pass
    return changed
