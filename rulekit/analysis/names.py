"""All declared names of a game, and what the language predefines.

Filled by ``declare``, read by lowering.  Promises: a second declaration of a name is reported once, with the first one's
place, and the first one stays in force.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import Factory, define

from rulekit.analysis import codes, model
from rulekit.analysis.lattice import ANY, join
from rulekit.analysis.report import nearest, report
from rulekit.analysis.types import Type
from rulekit.diagnostics import Fix, Sink
from rulekit.source import Span
from rulekit.syntax import nodes

WORDS = frozenset(
    {
        "it", "this", "owner", "active", "players", "teams", "yes", "no", "none", "number", "flag", "player", "team", "space",
        "link", "line", "score",
    }
)  # fmt: skip
FUNCTIONS: dict[str, int] = {
    "count": 1, "exists": 1, "first": 1, "last": 1, "random": 1, "smaller": 2, "larger": 2, "others": 1, "left": 1, "right": 1,
    "seat": 1, "partner": 1, "cards": 1, "links": 1, "ends": 1, "between": 2, "next": 2, "neighbours": 2, "reach": 3,
}  # fmt: skip
"""The predefined functions with their numbers of arguments."""
AGGREGATES = frozenset(["sum", "max", "min", "any", "all"])
PREDEFINED = WORDS | frozenset(FUNCTIONS) | AGGREGATES | {"best"}

CardMember: TypeAlias = model.AttributeDecl | model.StateDecl
Slot: TypeAlias = model.ZoneDecl | model.FieldDecl


def sort_of(decl: model.Decl) -> str:
    """What a declaration is, with its article."""
    return _SORTS.get(type(decl), "a name")


_SORTS: dict[type, str] = {
    model.OptionDecl: "an option", model.VariantDecl: "a variant", model.EnumValueDecl: "a value of an enum",
    model.EnumDecl: "an enum", model.TeamDecl: "a team", model.TableDecl: "a table", model.DieDecl: "a die",
    model.SpaceDecl: "a space", model.LineDecl: "a line", model.BoardDecl: "a board", model.KindDecl: "a card kind",
    model.DeckDecl: "a deck", model.ZoneDecl: "a zone", model.FieldDecl: "a field", model.QueryDecl: "a query",
    model.PatternDecl: "a pattern", model.ActionDecl: "an action", model.ReactionDecl: "a reaction",
    model.EventDecl: "an event", model.PhaseDecl: "a phase", model.AttributeDecl: "an attribute", model.StateDecl: "a state",
    model.SpaceFieldDecl: "a field",
}  # fmt: skip


@define(eq=False)
class Names:
    """The global names, and the namespaces that a type or a keyword picks."""

    globals: dict[str, model.Decl] = Factory(dict)
    phases: dict[str, model.PhaseDecl] = Factory(dict)
    sources: dict[str, model.SourceDecl] = Factory(dict)
    members: dict[str, list[CardMember]] = Factory(dict)
    """Attributes and states of all card kinds."""
    of_player: dict[str, Slot] = Factory(dict)
    of_team: dict[str, Slot] = Factory(dict)
    of_space: dict[str, model.SpaceFieldDecl] = Factory(dict)
    of_link: dict[str, model.SpaceFieldDecl] = Factory(dict)
    zones: dict[str, model.ZoneDecl] = Factory(dict)
    """Zones by name, whoever owns them (the first one)."""

    def declare(self, decl: model.Decl, sink: Sink) -> bool:
        """Make a name global; no if it can't be."""
        if not allowed(decl.name, decl.span, sink):
            return False
        first = self.globals.setdefault(decl.name, decl)
        if first is not decl:
            duplicate(decl.name, decl.span, first.span, sink)
        return first is decl

    def find(self, name: str, *sorts: type) -> model.Decl | None:
        """The global declaration of this name, if it is of one of these sorts."""
        decl = self.globals.get(name)
        return decl if isinstance(decl, sorts) else None

    def names_of(self, *sorts: type) -> list[str]:
        """All global names of these sorts."""
        return [name for name, decl in self.globals.items() if isinstance(decl, sorts)]

    def member(self, kind: model.KindDecl, name: str) -> CardMember | None:
        """The attribute or state of this name that cards of a kind have."""
        for decl in self.members.get(name, ()):
            if decl.kind is not None and kind.is_a(decl.kind):
                return decl
        return None

    def member_type(self, name: str) -> Type:
        """The type of an attribute whose card's kind isn't known: the join of all of that name."""
        type: Type = ANY
        for decl in self.members.get(name, ()):
            type = join(type, decl.type) or ANY
        return type


def allowed(name: str, span: Span, sink: Sink, *, member: bool = False) -> bool:
    """Whether a name may be declared: not one of the language's own (functions may be names of members)."""
    if name not in PREDEFINED or (member and name not in WORDS):
        return True
    what = "a word" if name in WORDS else "a function"
    report(sink, codes.PREDEFINED, f"'{name}' is {what} of the language and can't be declared", span, help="choose another name")
    return False


def duplicate(name: str, span: Span, first: Span, sink: Sink) -> None:
    """Report a second declaration."""
    also = [(first, "first declared here")]
    report(sink, codes.DUPLICATE, f"'{name}' is declared twice", span, "declared again here", also=also)


def unknown(
    names: Names, sink: Sink, ident: nodes.Ident, what: str, candidates: list[str], *, help: str | None = None
) -> None:
    """Report a name that isn't declared, or is of another sort than ``what`` (``an event``)."""
    text = ident.text
    decl = names.globals.get(text)
    guess = nearest(text, candidates)
    if decl is not None:
        also = [(decl.span, "declared here")]
        hint = help or (f"did you mean '{guess}'?" if guess else None)
        report(sink, codes.WRONG_SORT, f"'{text}' is {sort_of(decl)}, not {what}", ident.span, also=also, help=hint)
        return
    fix = Fix(ident.span, guess, safe=False) if guess else None
    hint = f"did you mean '{guess}'?" if guess else help or missing_help(what, candidates)
    report(sink, codes.UNKNOWN_NAME, f"there is no {bare(what)} '{text}'", ident.span, help=hint, fix=fix)


def bare(what: str) -> str:
    """``an event`` without its article."""
    return what.removeprefix("an ").removeprefix("a ")


def missing_help(what: str, candidates: list[str]) -> str | None:
    """The names there are, if they are few."""
    if not candidates:
        return f"no {bare(what)} is declared"
    return "there are: " + ", ".join(sorted(candidates)) if len(candidates) <= 6 else None
