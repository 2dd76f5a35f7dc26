"""Chance: a fixed 64-bit generator, written out so that a seed means the same on every machine and Python version.

SplitMix64 (Steele, Lea, Flood 2014: "Fast splittable pseudorandom number generators"); numbers below n by multiply-shift with
rejection (Lemire 2019: "Fast random integer generation in an interval"), so every number is exactly as likely as every other.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from struct import Struct

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


def stream_start(text: str) -> int:
    """The first state of the stream with this name: 64 bits of its SHA-256."""
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")


def draw(state: int, n: int) -> tuple[int, int]:
    """The next state, and a number in 0..n-1, n from 1 to 2**64."""
    while True:
        state = (state + STEP) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        product = (z ^ (z >> 31)) * n
        low = product & MASK
        if low >= n or low >= (MASK + 1 - n) % n:
            return state, product >> 64


MOST_WORDS = 128
"""So many words at most are made at once."""
MOST_AHEAD = 64
FEW = 4
"""So many numbers of a stream are drawn one by one."""


def words(state: int, n: int) -> tuple[int, ...]:
    """The next ``n`` words of 64 bits of a stream, n up to ``MOST_WORDS``: what ``draw`` makes numbers of.

    They stand side by side in one long number, 128 bits for each, so that a product of two words doesn't reach the next.
    """
    size = 8
    while size < n:
        size *= 2
    ones, steps, mask, layout = _side_by_side(size)
    z = (state * ones + steps) & mask
    z = ((z ^ z >> 30 & mask) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ z >> 27 & mask) * 0x94D049BB133111EB) & mask
    return layout.unpack(((z ^ z >> 31) & mask).to_bytes(layout.size, "little"))[:n]


@cache
def _side_by_side(size: int) -> tuple[int, int, int, Struct]:
    """So many times 1, the steps of the stream, and all bits of the words; and how the words lie in the bytes."""
    ones = sum(1 << 128 * k for k in range(size))
    steps = sum((STEP * (k + 1) & MASK) << 128 * k for k in range(size))
    return ones, steps, ones * MASK, Struct("<" + "Q8x" * size)


class Stream:
    """A stream of its own for a bot or a test, named by a text such as ``7/bot/2``.

    After its first numbers the words are made many at once: who draws a few draws many.
    """

    __slots__ = ("_ahead", "_few", "_state")

    def __init__(self, text: str) -> None:
        self._state = stream_start(text)
        self._ahead: list[int] = []
        """Words that have been made, the next one last; ``_state`` stands behind them."""
        self._few = FEW

    @property
    def state(self) -> int:
        """Where the stream stands."""
        return (self._state - STEP * len(self._ahead)) & MASK

    def below(self, n: int) -> int:
        """A number in 0..n-1."""
        ahead = self._ahead
        if not ahead:
            self._make()
        product = ahead.pop() * n
        if product & MASK >= n:
            return product >> 64
        self._state, number = draw((self.state - STEP) & MASK, n)
        ahead.clear()
        return number

    def _make(self) -> None:
        if self._few:
            self._few -= 1
            self._state = state = (self._state + STEP) & MASK
            z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
            self._ahead.append(z ^ (z >> 31))
        else:
            self._ahead += words(self._state, MOST_AHEAD)[::-1]
            self._state = (self._state + STEP * MOST_AHEAD) & MASK
