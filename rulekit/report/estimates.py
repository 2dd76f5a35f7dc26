"""Estimates with 95 % confidence intervals: shares and means.

Takes counts and sums of whole numbers, gives values with a lower and an upper end.

- Shares: the score interval of Wilson (E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the
  American Statistical Association 22, 1927).  Parts of shared victories vary less than whole ones, so it errs on the wide side for them.
- Means: Student's t, its quantile by the expansion 26.7.5 in M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions.  It
  takes the mean of so many matches to be normally distributed, which it nearly is from a few dozen on.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

from attrs import frozen

from rulekit.play.simulate_totals import Moments

Z95 = 1.959963984540054
Z99 = 2.5758293035489004


@frozen
class Estimate:
    """A value between ``low`` and ``high``."""

    value: float
    low: float
    high: float


@frozen
class Mean:
    """A mean with its interval (none for one number alone), the standard deviation, the lowest and the highest of ``n`` numbers."""

    mean: float
    interval: tuple[float, float] | None
    sd: float | None
    low: int
    high: int
    n: int


def share(part: Fraction | int, n: int, z: float = Z95) -> Estimate | None:
    """Wilson's interval for a share; none of nothing."""
    if not n:
        return None
    p = float(Fraction(part) / n)
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Estimate(p, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))


def student(freedom: int, z: float = Z95) -> float:
    """The quantile of Student's distribution that belongs to that of the normal one."""
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum([term / float(freedom) ** (k + 1) for k, term in enumerate(terms)])


def mean(numbers: Moments) -> Mean | None:
    """The mean of numbers with its interval; none of nothing."""
    n = numbers.n
    if not n or numbers.low is None or numbers.high is None:
        return None
    middle = float(Fraction(numbers.total, n))
    if n == 1:
        return Mean(middle, None, None, numbers.low, numbers.high, n)
    sd = sqrt(Fraction(n * numbers.squares - numbers.total**2, n * (n - 1)))
    half = student(n - 1) * sd / sqrt(n)
    return Mean(middle, (middle - half, middle + half), sd, numbers.low, numbers.high, n)


def quantile(counts: Counter[int], of: Fraction) -> int | None:
    """The lowest number that at least the part ``of`` of the counted ones don't exceed; none of nothing."""
    n = sum(counts.values())
    below = 0
    for value in sorted(counts):
        below += counts[value]
        if below >= of * n:
            return value
    return None
