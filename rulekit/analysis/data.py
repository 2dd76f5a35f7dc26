"""Enums, options, teams, dice, tables and the board: the parts of a game that no rule changes.

Takes their syntax, gives their declarations.  The first half enters names, the second (``complete_..``) needs all names.
"""

from __future__ import annotations

from itertools import pairwise

from rulekit.analysis import codes, model
from rulekit.analysis.body import Session
from rulekit.analysis.constants import constant, first_value
from rulekit.analysis.model import Value
from rulekit.analysis.names import allowed, duplicate, unknown
from rulekit.analysis.report import report
from rulekit.analysis.types import AnyT, CardT, FlagT, SetT
from rulekit.syntax import nodes


def label(node: nodes.Text | None) -> str | None:
    """The text of a label."""
    return None if node is None else node.value


def cite(node: nodes.Line) -> str | None:
    """The text of a citation."""
    return None if node.cite is None else node.cite.text


def enter_enum(session: Session, node: nodes.Enum, variant: model.VariantDecl | None) -> None:
    """An enum and its values."""
    decl = model.EnumDecl(node.name.text, node.name.span, None, cite(node), variant)
    session.names.declare(decl, session.sink)
    session.model.enums.append(decl)
    for index, value in enumerate(node.values):
        entry = model.EnumValueDecl(value.name.text, value.name.span, label(value.label), None, variant, index, decl)
        session.names.declare(entry, session.sink)
        decl.values.append(entry)


def enter_teams(session: Session, node: nodes.Teams, variant: model.VariantDecl | None) -> None:
    """Teams with their seats."""
    if session.model.teams:
        first = session.model.teams[0].span
        report(session.sink, codes.ONLY_ONCE, "the teams are declared twice", node.span, also=[(first, "first declared here")])
        return
    for index, team in enumerate(node.teams):
        decl = model.TeamDecl(team.name.text, team.name.span, label(team.label), cite(team), variant, index, team.seats)
        session.names.declare(decl, session.sink)
        session.model.teams.append(decl)
    _check_seats(session, node)


def _check_seats(session: Session, node: nodes.Teams) -> None:
    of: dict[int, model.TeamDecl] = {}
    for team, decl in zip(node.teams, session.model.teams, strict=True):
        for seat in decl.seats:
            if seat < 1:
                report(session.sink, codes.SEATS, f"there is no seat {seat}", team.span, help="the first seat is 1")
            elif seat in of and of[seat] is not decl:
                report(
                    session.sink, codes.SEATS, f"seat {seat} belongs to '{of[seat].name}' already", team.span,
                    also=[(of[seat].span, "here")],
                )  # fmt: skip
            of.setdefault(seat, decl)
    missing = [seat for seat in range(1, session.model.high_players + 1) if seat not in of]
    if missing:
        names = ", ".join(str(seat) for seat in missing)
        word = "seat" if len(missing) == 1 else "seats"
        report(
            session.sink, codes.SEATS, f"{word} {names} of {session.model.high_players} without a team", node.teams[0].span,
            help="each seat that can be in play belongs to one team",
        )  # fmt: skip


def complete_option(session: Session, node: nodes.Option, decl: model.OptionDecl) -> None:
    """An option's type and default."""
    decl.type = session.resolve(node.type, session.sink)
    if isinstance(decl.type, SetT | CardT):
        report(session.sink, codes.BAD_TYPE, "an option is a number, a flag or a value of an enum", node.type.span)
        decl.type = AnyT()
    decl.default = constant(session.names, session.sink, node.default, decl.type, f"the option '{decl.name}'")


# ---------------------------------------------------------------- the board


def enter_board(session: Session, node: nodes.Board, variant: model.VariantDecl | None) -> None:
    """A board with its spaces and lines; links and values follow."""
    model_ = session.model
    if model_.board is not None:
        also = [(model_.board.span, "first declared here")]
        report(session.sink, codes.ONLY_ONCE, "a game has one board", node.name.span, also=also)
        return
    board = model_.board = model.BoardDecl(node.name.text, node.name.span, None, cite(node), variant)
    session.names.declare(board, session.sink)
    for line in node.body:
        if isinstance(line, nodes.Spaces):
            for name in line.names:
                space = model.SpaceDecl(name.text, name.span, None, cite(line), variant, len(board.spaces))
                if session.names.declare(space, session.sink):
                    board.spaces.append(space)


def enter_lines(session: Session, node: nodes.Board) -> None:
    """The links and lines of a board, when all spaces are known."""
    board = session.model.board
    if board is None or board.span != node.name.span:
        return
    for line in node.body:
        match line:
            case nodes.BoardFields():
                _board_fields(session, board, line)
            case nodes.Path():
                _path(session, board, line)
            case nodes.Spaces() | nodes.Ruling():
                pass


def _board_fields(session: Session, board: model.BoardDecl, line: nodes.BoardFields) -> None:
    of_link = line.of.text == "link"
    if line.of.text not in ("space", "link"):
        report(session.sink, codes.WRONG_SORT, "a board has 'each space has' and 'each link has'", line.of.span)
        return
    namespace = session.names.of_link if of_link else session.names.of_space
    for item in line.fields:
        type = session.resolve(item.type, session.sink)
        decl = model.SpaceFieldDecl(
            item.name.text, item.name.span, None, cite(line), board.variant, of_link, type, slot=len(namespace)
        )
        if not allowed(decl.name, decl.span, session.sink, member=True):
            continue
        if decl.name in namespace:
            duplicate(decl.name, decl.span, namespace[decl.name].span, session.sink)
            continue
        what = f"'{decl.name}'"
        decl.default = first_value(type)
        if item.default is not None:
            decl.default = constant(session.names, session.sink, item.default, type, what)
        decl.each = session.looping_phase(item.each)
        namespace[decl.name] = decl
        board.fields.append(decl)


def _path(session: Session, board: model.BoardDecl, line: nodes.Path) -> None:
    spaces: list[model.SpaceDecl] = []
    for name in line.names:
        space = session.names.find(name.text, model.SpaceDecl)
        if isinstance(space, model.SpaceDecl):
            spaces.append(space)
        else:
            unknown(session.names, session.sink, name, "a space", session.names.names_of(model.SpaceDecl))
    by_ends = {frozenset(link.ends): link for link in board.links}
    links: list[model.LinkDecl] = []
    for a, b in pairwise(spaces):
        ends = frozenset((a.index, b.index))
        link = by_ends.get(ends)
        if link is None:
            link = by_ends[ends] = model.LinkDecl(len(board.links), (a.index, b.index), {})
            board.links.append(link)
        links.append(link)
    session.link_lines.append((line, links))
    if line.line is not None:
        decl = model.LineDecl(line.line.text, line.line.span, None, cite(line), board.variant, tuple(s.index for s in spaces))
        if isinstance(session.names.globals.get(decl.name), model.LineDecl) or session.names.declare(decl, session.sink):
            board.lines.append(decl)


def complete_board(session: Session, node: nodes.Board) -> None:
    """The first values of the fields of spaces and links."""
    board = session.model.board
    if board is None or board.span != node.name.span:
        return
    first = {decl.name: decl.default for decl in board.fields if not decl.of_link}
    for space in board.spaces:
        space.values = dict(first)
    first = {decl.name: decl.default for decl in board.fields if decl.of_link}
    for link in board.links:
        link.values = dict(first)
    for line in node.body:
        if isinstance(line, nodes.Spaces):
            values = _values(session, line.attrs, of_link=False)
            for name in line.names:
                space_ = session.names.find(name.text, model.SpaceDecl)
                if isinstance(space_, model.SpaceDecl):
                    space_.values.update(values)
    for path, links in session.link_lines:
        values = _values(session, path.attrs, of_link=True)
        for link in links:
            link.values.update(values)


def _values(session: Session, attrs: tuple[nodes.Attr, ...], *, of_link: bool) -> dict[str, Value]:
    namespace = session.names.of_link if of_link else session.names.of_space
    values: dict[str, Value] = {}
    for attr in attrs:
        decl = namespace.get(attr.name.text)
        if decl is None:
            what = "a field of links" if of_link else "a field of spaces"
            unknown(type(session.names)(), session.sink, attr.name, what, list(namespace))
            continue
        match attr:
            case nodes.AttrValue():
                values[decl.name] = constant(session.names, session.sink, attr.value, decl.type, f"'{decl.name}'")
            case nodes.AttrFlag():
                if not isinstance(decl.type, FlagT | AnyT):
                    report(
                        session.sink, codes.WRONG_TYPE, f"'{decl.name}' isn't a flag, so it needs a value", attr.span,
                        help=f"write '{decl.name} = ..'", also=[(decl.span, "declared here")],
                    )  # fmt: skip
                values[decl.name] = True
            case nodes.AttrEach():
                report(session.sink, codes.NOTHING_TO_FILL, "'each' makes copies of cards, not of spaces or links", attr.span)
    return values


