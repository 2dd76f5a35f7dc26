"""Examples: their expressions typed, and whether their decisions, cards and phases can be meant by the rules.

Takes the syntax of an example, gives its declaration.  Promises: every expression of ``given`` and ``expect`` has its typed
form by node; literals stay syntax, but name only what exists.
"""

from __future__ import annotations

from rulekit.analysis import codes, literals, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body, Session
from rulekit.analysis.coerce import as_set, flag
from rulekit.analysis.data import cite
from rulekit.analysis.lattice import element, show
from rulekit.analysis.names import duplicate, unknown
from rulekit.analysis.report import report
from rulekit.analysis.statements import unknown_phase
from rulekit.analysis.types import AnyT, CardT
from rulekit.syntax import nodes


def enter_example(session: Session, node: nodes.Example) -> model.ExampleDecl:
    """An example with its players."""
    seats: dict[str, nodes.Person] = {}
    for person in node.seats:
        if person.text in seats:
            duplicate(person.text, person.span, seats[person.text].span, session.sink)
        seats[person.text] = person
    low, high = session.model.low_players, session.model.high_players
    if node.seats and not low <= len(node.seats) <= high:
        report(
            session.sink, codes.EXAMPLE_MISMATCH, f"this game is for {low} to {high} players, here are {len(node.seats)}",
            node.seats[0].span,
        )  # fmt: skip
    for other in session.model.examples:
        if other.title == node.title.value:
            report(
                session.sink, codes.DUPLICATE, "two examples have this title", node.title.span,
                also=[(other.node.title.span, "first here")],
            )  # fmt: skip
    decl = model.ExampleDecl(node.title.value, [person.text for person in node.seats], {}, node, cite(node))
    session.model.examples.append(decl)
    return decl


def lower_example(body: Body, decl: model.ExampleDecl) -> None:
    """Type the expressions of an example and check what it names."""
    decl.exprs = {}
    body.seats = {name: seat for seat, name in enumerate(decl.seats)}
    for line in decl.node.body:
        match line:
            case nodes.WithOption():
                _option(body, line)
            case nodes.WithVariant():
                if not isinstance(body.names.globals.get(line.name.text), model.VariantDecl):
                    unknown(body.names, body.sink, line.name, "a variant", body.names.names_of(model.VariantDecl))
            case nodes.Given():
                _given(body, decl, line)
            case nodes.Play():
                _play(body, line)
            case nodes.Expect():
                for expected in line.body:
                    _expected(body, decl, expected)
            case nodes.Ruling():
                pass


def _option(body: Body, line: nodes.WithOption) -> None:
    option = body.names.globals.get(line.name.text)
    if isinstance(option, model.OptionDecl):
        literals.check(body, line.value, option.type, f"the option '{option.name}'")
    else:
        unknown(body.names, body.sink, line.name, "an option", body.names.names_of(model.OptionDecl))


def _given(body: Body, decl: model.ExampleDecl, node: nodes.Given) -> None:
    if node.after is not None:
        event = body.names.globals.get(node.after.text)
        if not isinstance(event, model.EventDecl):
            unknown(body.names, body.sink, node.after, "an event", body.names.names_of(model.EventDecl))
        elif event.params:
            body.report(
                codes.EXAMPLE_MISMATCH, f"'{event.name}' has parameters, so it can't be carried out first", node.after.span,
                also=((event.span, "declared here"),),
            )  # fmt: skip
    for line in node.body:
        match line:
            case nodes.PileIs():
                _pile(body, decl, line)
            case nodes.ValueIs():
                target = body.expr(line.target)
                decl.exprs[id(line.target)] = target
                if isinstance(target, t.FieldRef | t.StateRef | t.SpaceFieldRef):
                    literals.check(body, line.value, target.type, f"'{line.target.span.text}'")
                elif not isinstance(target.type, AnyT):
                    help = f"the cards of a zone: '{line.target.span.text}: ..'" if isinstance(target, t.ZoneRef) else None
                    body.report(
                        codes.NOT_A_PLACE, f"'given' sets fields, but this is {show(target.type)}", line.target.span, help=help
                    )
            case nodes.AtPhase():
                _phase(body, line.phase, line.of)


def _pile(body: Body, decl: model.ExampleDecl, line: nodes.PileIs) -> None:
    zone = body.expr(line.zone)
    decl.exprs[id(line.zone)] = zone
    if not isinstance(zone, t.ZoneRef):
        if not isinstance(zone.type, AnyT):
            body.report(codes.NOT_A_ZONE, f"cards lie in a zone, but this is {show(zone.type)}", line.zone.span)
        return
    for item in line.cards:
        literals.check_card(body, item, zone.decl)


def _phase(body: Body, ident: nodes.Ident, of: nodes.Person | None) -> None:
    if ident.text not in body.names.phases:
        unknown_phase(body, ident)
    if of is not None:
        body.expr(of)


def _play(body: Body, node: nodes.Play) -> None:
    for line in node.body:
        match line:
            case nodes.Decision():
                body.expr(line.who)
                _choosable(body, line.what)
                if line.until is not None:
                    _phase(body, line.until.phase, line.until.of)
            case nodes.Rolls():
                for ident, value in line.rolls:
                    _rolled(body, ident, value)


def _rolled(body: Body, ident: nodes.Ident, value: int) -> None:
    die = body.names.globals.get(ident.text)
    if not isinstance(die, model.DieDecl):
        unknown(body.names, body.sink, ident, "a die", body.names.names_of(model.DieDecl))
    elif value not in die.faces:
        faces = ", ".join(str(face) for face in sorted(set(die.faces)))
        body.report(
            codes.EXAMPLE_MISMATCH, f"'{die.name}' has no face {value}", ident.span, help=f"its faces: {faces}",
            also=((die.span, "declared here"),),
        )  # fmt: skip


def _expected(body: Body, decl: model.ExampleDecl, line: nodes.ExpectLine) -> None:
    match line:
        case nodes.HoldsTrue():
            decl.exprs[id(line.condition)] = flag(body, body.expr(line.condition), "what is expected")
        case nodes.PileIs():
            _pile(body, decl, line)
        case nodes.May():
            body.expr(line.who)
            for item in line.items:
                _choosable(body, item)
        case nodes.Sees():
            body.expr(line.who)
            cards = as_set(body, body.expr(line.cards))
            if not isinstance(element(cards.type), CardT | AnyT):
                body.report(codes.WRONG_TYPE, f"cards are seen, but this is {show(cards.type)}", line.cards.span)
            decl.exprs[id(line.cards)] = cards
        case nodes.Wins():
            for who in line.who:
                if isinstance(who, nodes.Person):
                    body.expr(who)
                elif not isinstance(body.names.globals.get(who.text), model.TeamDecl):
                    unknown(body.names, body.sink, who, "a team", body.names.names_of(model.TeamDecl))
        case nodes.AtPhase():
            _phase(body, line.phase, line.of)


def _choosable(body: Body, item: nodes.Choosable) -> None:
    match item:
        case nodes.OptionItem():
            literals.check_option(body, item)
        case nodes.PickItem():
            literals.check_pick(body, item)
        case nodes.DeclineItem():
            pass
