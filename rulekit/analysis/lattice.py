"""What types have to do with each other: joining, fitting, comparing, and their names in messages.

Takes types, gives types, booleans and words.  Promises: ``join`` is commutative and associative where it is defined,
``AnyT`` is neutral (nothing is known yet, or a mistake was reported), and nothing here reports anything.
"""

from __future__ import annotations

from typing import assert_never

from rulekit.analysis.model import KindDecl
from rulekit.analysis.types import (
    AnyT,
    CardT,
    ElementT,
    EnumT,
    FlagT,
    LineT,
    LinkT,
    NoneT,
    NumberT,
    OptionalT,
    PlayerT,
    SetT,
    SpaceT,
    TeamT,
    TextT,
    Type,
)

ANY = AnyT()
NONE = NoneT()
NUMBER = NumberT()
FLAG = FlagT()
TEXT = TextT()
PLAYER = PlayerT()
TEAM = TeamT()
SPACE = SpaceT()
LINK = LinkT()
LINE = LineT()


def show(type: Type) -> str:
    """The type in words, as in ``a set of cards 'tile'``."""
    match type:
        case SetT(of):
            return f"a set of {_plural(of)}"
        case OptionalT(of):
            return f"{show(of)} or none"
        case NumberT():
            return "a number"
        case FlagT():
            return "a flag"
        case TextT():
            return "a text"
        case EnumT(decl):
            return f"a value of '{decl.name}'"
        case PlayerT():
            return "a player"
        case TeamT():
            return "a team"
        case SpaceT():
            return "a space"
        case LinkT():
            return "a link"
        case LineT():
            return "a line"
        case CardT(kind):
            return "a card of any kind" if kind.everything else f"a card '{kind.name}'"
        case NoneT():
            return "none"
        case AnyT():
            return "something unknown"
        case _:
            assert_never(type)


def _plural(type: ElementT) -> str:
    match type:
        case NumberT():
            return "numbers"
        case EnumT(decl):
            return f"values of '{decl.name}'"
        case CardT(kind):
            return "cards of any kind" if kind.everything else f"cards '{kind.name}'"
        case AnyT():
            return "unknown elements"
        case NoneT():
            return "nothing"
        case _:
            return show(type).removeprefix("a ") + "s"


def written(type: Type) -> str:
    """The type as it is written in rules, for advice such as ``p: set of tile``."""
    match type:
        case SetT(of):
            return f"set of {written(of)}"
        case OptionalT(of):
            return f"{written(of)}?"
        case EnumT(decl):
            return decl.name
        case CardT(kind):
            return kind.name
        case AnyT() | NoneT():
            return "number"
        case _:
            return show(type).removeprefix("a ")


def element(type: Type) -> ElementT:
    """What a value of this type has as elements, if it is taken as a set."""
    match type:
        case SetT(of) | OptionalT(of):
            return of
        case LineT():
            return SPACE
        case NoneT():
            return ANY
        case _:
            return type


def strip(type: Type) -> Type:
    """The type without the possibility of none."""
    return type.of if isinstance(type, OptionalT) else type


def optional(type: Type) -> Type:
    """The type, with none as a further possibility where that can be told apart."""
    match type:
        case OptionalT() | SetT() | FlagT() | NoneT() | AnyT():
            return type
        case _:
            return OptionalT(type)


def ancestor(a: KindDecl, b: KindDecl) -> KindDecl | None:
    """The nearest common ancestor of two kinds."""
    if a is b or a.everything:
        return a
    if b.everything:
        return b
    chain = a.ancestry()
    return next((kind for kind in b.ancestry() if kind in chain), None)


def join(a: Type, b: Type) -> Type | None:
    """The smallest type that holds the values of both, or none if there is no such type."""
    if a == b or isinstance(b, AnyT):
        return a
    if isinstance(a, AnyT):
        return b
    if isinstance(a, SetT) or isinstance(b, SetT):
        if isinstance(a, FlagT) or isinstance(b, FlagT):
            return None
        of = _join_elements(element(a), element(b))
        return None if of is None else SetT(of)
    if isinstance(a, NoneT) or isinstance(b, NoneT):
        other = b if isinstance(a, NoneT) else a
        return None if isinstance(other, FlagT) else optional(other)
    if isinstance(a, OptionalT) or isinstance(b, OptionalT):
        of = _join_elements(element(a), element(b))
        return None if of is None or isinstance(of, FlagT) else optional(of)
    return _join_elements(a, b)


def _join_elements(a: ElementT, b: ElementT) -> ElementT | None:
    if a == b or isinstance(b, AnyT | NoneT):
        return a
    if isinstance(a, AnyT | NoneT):
        return b
    match a, b:
        case NumberT(low1, high1), NumberT(low2, high2):
            low = None if low1 is None or low2 is None else min(low1, low2)
            high = None if high1 is None or high2 is None else max(high1, high2)
            return NumberT(low, high)
        case CardT(kind1), CardT(kind2):
            kind = ancestor(kind1, kind2)
            return None if kind is None else CardT(kind)
        case _:
            return None


def fits(want: ElementT, got: ElementT) -> bool:
    """Whether an element of type ``got`` may stand where ``want`` is expected (bounds aside)."""
    if want == got:
        return True
    match want, got:
        case (AnyT(), _) | (_, AnyT()) | (NumberT(), NumberT()):
            return True
        case CardT(kind), CardT(other):
            return other.is_a(kind)
        case _:
            return False


def comparable(a: ElementT, b: ElementT) -> bool:
    """Whether two elements can ever be equal."""
    if a == b:
        return True
    match a, b:
        case (AnyT() | NoneT(), _) | (_, AnyT() | NoneT()) | (NumberT(), NumberT()) | (CardT(), CardT()):
            return True
        case _:
            return False


def card_of(kind: KindDecl) -> ElementT:
    """The type of a card of this kind; unknown if the kind has no parent because of an error."""
    return ANY if kind.broken else CardT(kind)


def without_bounds(type: Type) -> Type:
    """The type with its numbers unbounded."""
    match type:
        case NumberT():
            return NUMBER
        case OptionalT(NumberT()):
            return OptionalT(NUMBER)
        case SetT(NumberT()):
            return SetT(NUMBER)
        case _:
            return type
