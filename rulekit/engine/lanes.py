"""Plain patterns as sums in lanes of one whole number.

A pattern that asks for at least so many cards on some of its lines, and so many in all, is a handful of sums of card counts, each with
a least value.  All of them, for all values of the pattern's parameter, stand side by side in one number, in lanes wide enough for all
cards of the match.  A card is a number to add; cards of two zones are added up by one ``+``; and whether all sums reach their least
values is told, for all values of the parameter at once, by the top bits of the lanes after adding the distance (the usual trick of
"SIMD within a register": Lamport 1975, "Multiple byte processing with full-word instructions").
"""

from __future__ import annotations

from attrs import define, field

from rulekit.engine.state import Zone


@define(eq=False)
class Lanes:
    """``width`` bits for each lane, ``values`` lanes for each of ``rows`` sums: which lines are added up, and the least value.

    ``cards`` gives what each card adds; it is worked out when it is first asked for.
    """

    number: int
    width: int
    values: int
    rows: tuple[tuple[tuple[int, ...], int], ...]
    cards: tuple[int, ...] = ()
    _which: dict[int, tuple[int, ...]] = field(factory=dict, init=False, repr=False)

    @property
    def stride(self) -> int:
        """How many bits one row takes."""
        return self.width * self.values

    @property
    def offset(self) -> int:
        """What is added to all sums, so that the top bit of a lane tells whether its sum is large enough."""
        top = 1 << (self.width - 1)
        return sum(
            (top - least) << (row * self.stride + k * self.width) for row, (_, least) in enumerate(self.rows) for k in range(self.values)
        )

    @property
    def mask(self) -> int:
        """The top bits of the first row's lanes."""
        return sum(1 << (k * self.width + self.width - 1) for k in range(self.values))

    def fill(self, lines: list[tuple[int, ...]]) -> None:
        """Work out ``cards`` from the line of each card (or -1) for each value of the parameter."""
        adds = []
        for card in range(len(lines[0]) if lines else 0):
            total = 0
            for k, row_of in enumerate(lines):
                for row, (counted, _) in enumerate(self.rows):
                    if row_of[card] in counted:
                        total += 1 << (row * self.stride + k * self.width)
            adds.append(total)
        self.cards = tuple(adds)

    def of(self, zone: Zone) -> int:
        """The sums of a zone's cards."""
        known: int | None = zone.memo.get(self.number)
        if known is None:
            known = zone.memo[self.number] = sum(map(self.cards.__getitem__, zone.cards))
        return known

    def met(self, sums: int) -> int:
        """The top bits of the lanes of those values for which all sums are large enough."""
        x = sums + self._offset
        found = x & self._mask
        for _ in range(len(self.rows) - 1):
            x >>= self._stride
            found &= x
        return found

    def which(self, met: int) -> tuple[int, ...]:
        """The values whose bit is set."""
        known = self._which.get(met)
        if known is None:
            known = self._which[met] = tuple(k for k in range(self.values) if self.meets(met, k))
        return known

    def meets(self, met: int, value: int) -> bool:
        """Whether the bit of one value is set."""
        return met >> (value * self.width + self.width - 1) & 1 == 1

    _offset: int = field(init=False, repr=False)
    _mask: int = field(init=False, repr=False)
    _stride: int = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._offset, self._mask, self._stride = self.offset, self.mask, self.stride
