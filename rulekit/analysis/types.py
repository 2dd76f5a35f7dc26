"""Types of the rules language (language reference, section 14), as values that compare by structure."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

if TYPE_CHECKING:
    from rulekit.analysis.model import EnumDecl, KindDecl


@frozen
class NumberT:
    """A whole number; with bounds (inclusive) where they are declared."""

    low: int | None = None
    high: int | None = None


@frozen
class FlagT:
    """``yes`` or ``no``."""


@frozen
class TextT:
    """A text: only what ``x.name`` gives."""


@frozen
class EnumT:
    """A value of an enum; at run time its index from 0."""

    decl: EnumDecl


@frozen
class PlayerT:
    """A player; at run time the seat from 0."""


@frozen
class TeamT:
    """A team; at run time its index from 0."""


@frozen
class SpaceT:
    """A space of the board; at run time its index from 0."""


@frozen
class LinkT:
    """A link of the board; at run time its index from 0."""


@frozen
class LineT:
    """A line of the board; it counts as the set of its spaces."""


@frozen
class CardT:
    """A card of a kind or one of its children; at run time its id from 0."""

    kind: KindDecl


@frozen
class NoneT:
    """The type of ``none``."""


@frozen
class AnyT:
    """Nothing known: after an error that was reported, and the element of ``{}``. Fits everywhere."""


@frozen
class OptionalT:
    """A value or ``none``; never of a set, a flag or another optional."""

    of: ElementT


@frozen
class SetT:
    """A set in order, each element once; at run time a tuple."""

    of: ElementT


ElementT: TypeAlias = NumberT | FlagT | TextT | EnumT | PlayerT | TeamT | SpaceT | LinkT | LineT | CardT | NoneT | AnyT
Type: TypeAlias = ElementT | OptionalT | SetT
