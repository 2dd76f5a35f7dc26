"""Shares and means with their intervals: known values."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from rulekit.play.simulate_totals import Moments
from rulekit.report.estimates import Z95, mean, quantile, share, student


@pytest.mark.parametrize(
    ("part", "n", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval(part: int, n: int, low: float, high: float) -> None:
    """The last two are of R. G. Newcombe, Statistics in Medicine 17 (1998), table I."""
    found = share(part, n)
    assert found is not None and (found.low, found.high) == (pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5))


@pytest.mark.parametrize(("freedom", "quantile"), [(2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_students_quantiles(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.01 if freedom < 3 else 0.002)
    assert student(freedom) > Z95


def test_means_and_quantiles() -> None:
    numbers = Moments()
    for value in (2, 4, 4, 4, 5, 5, 7, 9):
        numbers.add(value)
    found = mean(numbers)
    assert found is not None and (found.mean, found.low, found.high, found.n) == (5.0, 2, 9, 8)
    assert found.sd == pytest.approx(2.13809) and found.interval is not None
    assert found.interval[1] - 5 == pytest.approx(2.365 * 2.13809 / 8**0.5, rel=1e-3)
    assert mean(Moments()) is None and share(0, 0) is None
    counts = Counter({1: 5, 2: 4, 9: 1})
    assert [quantile(counts, Fraction(k, 10)) for k in (1, 5, 9, 10)] == [1, 1, 2, 9]
    assert quantile(Counter(), Fraction(1, 2)) is None
