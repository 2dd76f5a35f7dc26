"""Chance: a fixed 64-bit generator, written out so that a seed means the same on every machine and Python version.

SplitMix64 (Steele, Lea, Flood 2014: "Fast splittable pseudorandom number generators"); numbers below n by multiply-shift with
rejection (Lemire 2019: "Fast random integer generation in an interval"), so every number is exactly as likely as every other.
"""

from __future__ import annotations

from hashlib import sha256

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


class Stream:
    """A stream of its own for a bot or a test, named by a text such as ``7/bot/2``."""

    __slots__ = ("state",)

    def __init__(self, text: str) -> None:
        self.state = stream_start(text)

    def below(self, n: int) -> int:
        """A number in 0..n-1."""
        state = (self.state + STEP) & MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        product = (z ^ (z >> 31)) * n
        if product & MASK >= n:
            self.state = state
            return product >> 64
        self.state, number = draw(self.state, n)
        return number
