"""The names that a text may go on with, from the last version of a file that could be analysed.

Takes a reading, gives names by sort and the members of what a chain of names (``p.hand``) stands for.  Promises: only names that
are declared; where a type isn't known, the members of everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field

from rulekit.analysis import model as m
from rulekit.analysis import types as ty
from rulekit.analysis.body import Session
from rulekit.analysis.lattice import LINE, PLAYER, SPACE, TEAM, card_of, element, show
from rulekit.analysis.names import Names
from rulekit.report.editor.reading import Reading

VALUES = (
    m.OptionDecl, m.VariantDecl, m.EnumDecl, m.EnumValueDecl, m.TeamDecl, m.SpaceDecl, m.BoardDecl, m.LineDecl, m.QueryDecl,
    m.TableDecl, m.ZoneDecl, m.FieldDecl,
)  # fmt: skip
"""What an expression may name."""
_WORDS: dict[str, ty.Type] = {"players": PLAYER, "active": PLAYER, "owner": PLAYER, "teams": TEAM}


@define(eq=False)
class Known:
    """What a version of a file declares."""

    session: Session
    locals: dict[str, list[ty.Type]] = field(factory=dict)
    """The types that local names of one word have in the whole file."""
    choices: list[str] = field(factory=list)

    @property
    def names(self) -> Names:
        """The declarations."""
        return self.session.names

    def decls(self, *sorts: type) -> list[m.Decl]:
        """The declarations of these sorts that are known everywhere."""
        return [decl for decl in self.names.globals.values() if isinstance(decl, sorts)]

    def phases(self) -> list[m.Decl]:
        """All phases."""
        return list(self.names.phases.values())

    def attributes(self) -> list[m.Decl]:
        """Attributes and states of all cards, each name once."""
        return [decls[0] for decls in self.names.members.values()]

    def members(self, type: ty.Type) -> list[m.Decl | str]:
        """What may stand behind the dot of such a value; a word of the language as such."""
        names = self.names
        found: list[m.Decl | str] = []
        match element(type):
            case ty.CardT(kind=kind):
                found += [decl for text in names.members if (decl := names.member(kind, text)) is not None]
            case ty.PlayerT():
                found += [*names.of_player.values(), "score", "name", *(["team"] if self.session.model.teams else [])]
            case ty.TeamT():
                found += [*names.of_team.values(), "score", "name"]
            case ty.SpaceT():
                found += names.of_space.values()
            case ty.LinkT():
                found += names.of_link.values()
            case ty.AnyT():
                found += self.attributes()
                for space in (names.of_player, names.of_team, names.of_space, names.of_link):
                    found += space.values()
            case _:
                found += ["name"]
        return found

    def types_of(self, chain: Sequence[str]) -> list[ty.Type]:
        """What a chain of names may stand for; nothing if it isn't known."""
        first, *rest = chain
        types = self._named(first)
        for name in rest:
            types = [_type(self.session, decl) for type in types for decl in self.members(type) if _called(decl, name)]
        return types

    def _named(self, name: str) -> list[ty.Type]:
        if name[:1].isupper():
            return [PLAYER]  # a player of an example
        if name in _WORDS:
            return [_WORDS[name]]
        decl = self.names.globals.get(name)
        if decl is not None:
            return [_type(self.session, decl)]
        members = self.names.members.get(name, [])
        return self.locals.get(name) or [member.type for member in members]


def known(reading: Reading) -> Known | None:
    """The names of a reading; none if it has no game."""
    model = reading.model
    if model is None or not isinstance(model.session, Session):
        return None
    found = Known(model.session, choices=sorted(model.session.chosen))
    for one in reading.occurrences.found:
        for target in one.targets:
            if isinstance(target.meant, m.Local):
                types = found.locals.setdefault(target.name, [])
                if target.meant.type not in types:
                    types.append(target.meant.type)
    return found


def told(decl: m.Decl) -> str:
    """What kind of value a declaration stands for, in a few words; empty if it is none."""
    match decl:
        case m.FieldDecl(type=type) | m.AttributeDecl(type=type) | m.StateDecl(type=type) | m.SpaceFieldDecl(type=type):
            return show(type)
        case m.QueryDecl(params=params):
            return f"({', '.join(param.name for param in params)})" if params else ""
        case m.EventDecl(params=params) | m.PatternDecl(params=params):
            return f"({', '.join(param.name for param in params)})" if params else ""
        case m.EnumValueDecl(enum=m.EnumDecl(name=name)):
            return name
        case _:
            return ""


def _called(decl: m.Decl | str, name: str) -> bool:
    return (decl if isinstance(decl, str) else decl.name) == name


def _type(session: Session, decl: m.Decl | str) -> ty.Type:
    match decl:
        case "team":
            return TEAM
        case m.ZoneDecl():
            return session.zone_element(decl)
        case m.FieldDecl(type=type) | m.AttributeDecl(type=type) | m.StateDecl(type=type) | m.SpaceFieldDecl(type=type):
            return type
        case m.QueryDecl(type=type) | m.OptionDecl(type=type) | m.TableDecl(type=type):
            return type
        case m.EnumValueDecl(enum=m.EnumDecl() as enum):
            return ty.EnumT(enum)
        case m.TeamDecl():
            return TEAM
        case m.SpaceDecl() | m.BoardDecl():
            return SPACE
        case m.LineDecl():
            return LINE
        case m.KindDecl():
            return card_of(decl)
        case _:
            return ty.AnyT()


def each_once(decls: Iterable[m.Decl | str]) -> list[m.Decl | str]:
    """Declarations, each name once."""
    once: dict[str, m.Decl | str] = {}
    for decl in decls:
        once.setdefault(decl if isinstance(decl, str) else decl.name, decl)
    return list(once.values())
