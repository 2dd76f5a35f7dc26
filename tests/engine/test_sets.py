"""Set choices against brute force: all count vectors of small instances, tested card by card as the language defines patterns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.engine.chance import Stream
from rulekit.engine.set_tables import Table, accepted
from rulekit.engine.sets import SetProblem, Shape, feasible
from rulekit.engine.shapes import wide
from rulekit.engine.structured import Structured

Vector = tuple[int, ...]


def suits(shape: Shape, vector: Vector) -> bool:
    """The definition, for a list of single cards."""
    cards = [index for index, count in enumerate(vector) for _ in range(count)]
    lines = [shape.lines[card] for card in cards]
    if -1 in lines or len(cards) < shape.low or (shape.high is not None and len(cards) > shape.high):
        return False
    for line, (floor, ceiling) in enumerate(shape.bounds):
        if lines.count(line) < floor or (ceiling is not None and lines.count(line) > ceiling):
            return False
    real = [card for card in cards if not shape.wild[shape.lines[card]]]
    if any(len({values[card] for card in real}) > 1 for values in shape.same):
        return False
    if shape.different is not None and len({shape.different[card] for card in real}) < len(real):
        return False
    if shape.consecutive is not None:  # some run of so many values has a place for each card that isn't wild
        places = [shape.consecutive[card] for card in real]
        starts = range(shape.domain - len(cards) + 1)
        if len(set(places)) < len(places) or not any(set(places) <= set(range(start, start + len(cards))) for start in starts):
            return False
    return shape.total is None or sum(shape.total[0][card] for card in cards) == shape.total[1]


def all_vectors(sizes: Vector) -> list[Vector]:
    return list(product(*[range(size, -1, -1) for size in sizes]))


def brute(sizes: Vector, shapes: tuple[Shape, ...]) -> list[Vector]:
    return [vector for vector in all_vectors(sizes) if any(suits(shape, vector) for shape in shapes)]


@st.composite
def shape_for(draw: st.DrawFn, count: int, plain: bool) -> Shape:
    number = draw(st.integers(1, 3))
    per_class = lambda values: st.tuples(*[values] * count)  # noqa: E731
    bounds = st.tuples(st.sampled_from([0, 0, 1, 2]), st.sampled_from([None, None, 1, 2, 3]))
    lines = draw(per_class(st.integers(-1, number - 1)))
    shape = {
        "bounds": draw(st.tuples(*[bounds] * number)),
        "wild": draw(st.tuples(*[st.booleans()] * number)),
        "low": draw(st.integers(0, 4)),
        "high": draw(st.sampled_from([None, None, 2, 5])),
    }
    if not plain:
        if draw(st.booleans()):
            shape["same"] = draw(st.lists(per_class(st.sampled_from("ab")), min_size=1, max_size=2).map(tuple))
        kind = draw(st.sampled_from(["none", "different", "consecutive", "consecutive"]))
        if kind == "different":
            shape["different"] = draw(per_class(st.integers(0, 3)))
        elif kind == "consecutive":
            domain = draw(st.integers(1, 6))
            shape["domain"] = domain
            shape["consecutive"] = draw(per_class(st.integers(0, domain - 1)))
        if draw(st.integers(0, 3)) == 0:
            shape["wild"] = (False,) * number
            shape["total"] = (draw(per_class(st.integers(-2, 4))), draw(st.integers(0, 6)))
    return Shape(lines, **shape)  # type: ignore[arg-type]


@st.composite
def instances(draw: st.DrawFn, plain: bool = False) -> tuple[Vector, tuple[Shape, ...], Vector]:
    """Sizes, shapes, and a vector to be contained."""
    count = draw(st.integers(0, 6))
    sizes = draw(st.tuples(*[st.integers(0, 3 if count < 5 else 2)] * count))
    shapes = tuple(draw(st.lists(shape_for(count, plain), min_size=1, max_size=3)))
    least = draw(st.tuples(*[st.sampled_from([0, 0, 0, 1, 2])] * count))
    return sizes, shapes, least


def check(sizes: Vector, shapes: tuple[Shape, ...], least: Vector) -> None:
    problem = SetProblem(sizes, shapes)
    found = brute(sizes, shapes)
    assert [vector for vector in all_vectors(sizes) if problem.matches(vector)] == found
    assert problem.exists() == bool(found)
    assert problem.count() == len(found)
    assert list(problem.vectors()) == found
    assert list(problem.vectors(2)) == found[:2]
    check_least(problem, found, least)
    below = Stream("sets").below
    if found:
        check_least(problem, found, found[len(found) // 2])
        assert all(problem.sample(below) in found for _ in range(3))
    else:
        with pytest.raises(ValueError):
            problem.sample(below)


def check_least(problem: SetProblem | Structured, found: list[Vector], least: Vector) -> None:
    larger = [vector for vector in found if all(have >= need for have, need in zip(vector, least, strict=True))]
    assert problem.exists(least) == bool(larger)
    if larger:
        assert problem.most(least) == tuple(map(max, zip(*larger, strict=True)))
        assert problem.sizes(least) == (min(map(sum, larger)), max(map(sum, larger)))
    else:
        with pytest.raises(ValueError):
            problem.most(least)
        with pytest.raises(ValueError):
            problem.sizes(least)


@settings(max_examples=250, deadline=None)
@given(instances(plain=True))
def test_holds_and_size_as_brute_force(instance: tuple[Vector, tuple[Shape, ...], Vector]) -> None:
    check(*instance)


@settings(max_examples=500, deadline=None)
@given(instances())
def test_all_shapes_as_brute_force(instance: tuple[Vector, tuple[Shape, ...], Vector]) -> None:
    check(*instance)


@settings(max_examples=200, deadline=None)
@given(instances(), st.randoms(use_true_random=False))
def test_tables_in_any_order(instance: tuple[Vector, tuple[Shape, ...], Vector], random: object) -> None:
    """Tables are exact in every order of the classes (the order only decides how large they are), and also for plain shapes."""
    sizes, shapes, least = instance
    found = brute(sizes, shapes)
    tables = Structured(sizes, shapes)
    assert tables.count() == len(found)
    assert list(tables.vectors()) == found
    assert list(tables._searched()) == found
    if all(need <= size for need, size in zip(least, sizes, strict=True)):
        check_least(tables, found, least)
    order = list(range(len(sizes)))
    random.shuffle(order)  # type: ignore[attr-defined]
    check_order(sizes, shapes, order)


def check_order(sizes: Vector, shapes: tuple[Shape, ...], order: list[int]) -> None:
    spans = [(0, sizes[index]) for index in order]
    union = Structured(sizes, shapes)._union(order)
    table = Table(union, spans)
    back = [order.index(index) for index in range(len(order))]
    for each in (list(accepted(union, spans)), [table.at(rank) for rank in range(table.count)]):
        assert each == sorted(each, reverse=True)
        assert sorted(tuple([counts[place] for place in back]) for counts in each) == sorted(brute(sizes, shapes))


@pytest.mark.parametrize("seed", range(4))
def test_runs_in_any_order(seed: int) -> None:
    """Long runs, with wild cards before, between and after the others, in orders in which gaps are filled late."""
    random = Random(seed)
    for _ in range(60):
        count, domain = random.randint(3, 7), random.randint(3, 7)
        positions = tuple(random.randrange(domain) for _ in range(count))
        wild = random.sample(range(count), random.randint(0, 2))
        sizes = tuple(random.randint(1, 2) if index in wild else 1 for index in range(count))
        shape = shape_of(count, random.randint(0, 3), wild=wild, consecutive=positions, domain=domain)
        check(sizes, (shape,), (0,) * count)
        rising = sorted(range(count), key=lambda index: (positions[index], random.random()))
        check_order(sizes, (shape,), rising)
        check_order(sizes, (shape,), random.sample(range(count), count))


# -- the language's own cases ------------------------------------------------------------------------------------------------


def shape_of(
    count: int, low: int = 1, high: int | None = None, wild: Sequence[int] = (), most_wild: int = 2, **demands: object
) -> Shape:
    """A shape without `holds` lines; `wild` are the classes on a wild line."""
    lines = tuple(1 if index in wild else 0 for index in range(count))
    return Shape(lines, ((0, None), (0, most_wild)), (False, bool(wild)), low, high, **demands)  # type: ignore[arg-type]


def test_feasible() -> None:
    assert feasible([3, 1], ((1, None), (0, 2)), 2, 4)
    assert feasible([], (), 0, 0)
    assert not feasible([], (), 1, None)
    assert not feasible([0, 5], ((1, None), (0, None)), 1, None)  # a line's minimum
    assert not feasible([3, 1], ((2, None), (1, 1)), 1, 2)  # the minima are too many together
    assert not feasible([9, 9], ((0, 2), (0, 2)), 5, None)  # the maxima too few
    assert not feasible([9], ((3, 2),), 1, None)
    assert not feasible([9], ((0, None),), 3, 2)


def test_wild_cards_fill_gaps_and_lengthen_ends() -> None:
    # values 1 and 4 of 5, and three wild cards
    problem = SetProblem((1, 1, 3), (shape_of(3, 3, wild=(2,), most_wild=3, consecutive=(1, 4, 0), domain=5),))
    assert not problem.matches((1, 1, 1))  # one gap stays open
    assert problem.matches((1, 1, 2))
    assert problem.matches((1, 1, 3))  # the third lengthens: 0..4
    assert problem.matches((0, 1, 2))
    assert problem.matches((0, 0, 3))  # wild cards alone
    assert list(problem.vectors()) == [(1, 1, 3), (1, 1, 2), (1, 0, 3), (1, 0, 2), (0, 1, 3), (0, 1, 2), (0, 0, 3)]


def test_a_run_is_no_longer_than_its_domain() -> None:
    problem = SetProblem((1, 5), (shape_of(2, 1, wild=(1,), most_wild=5, consecutive=(0, 0), domain=3),))
    assert problem.sizes((0, 0)) == (1, 3)
    assert problem.most((0, 0)) == (1, 3)
    assert problem.most((1, 0)) == (1, 2)


def test_different_counts_equal_cards_of_one_class() -> None:
    problem = SetProblem((2, 2, 1), (shape_of(3, 1, different=("red", "red", "blue")),))
    assert list(problem.vectors()) == [(1, 0, 1), (1, 0, 0), (0, 1, 1), (0, 1, 0), (0, 0, 1)]


def test_sets_of_wild_cards_alone_count_once() -> None:
    """With `same` they belong to the sets of every value."""
    problem = SetProblem((1, 1, 2), (shape_of(3, 1, wild=(2,), same=(("a", "b", "a"),)),))
    assert problem.count() == 2 + 3 + 3
    assert len(list(problem.vectors())) == 8


def test_the_empty_set() -> None:
    run = {"consecutive": (0, 2), "domain": 3}
    for demands in ({}, {"same": (("a", "b"),)}, {"different": (1, 2)}, run, {"total": ((1, 2), 0)}):
        assert SetProblem((1, 1), (shape_of(2, 0, **demands),)).matches((0, 0))
        assert not SetProblem((1, 1), (shape_of(2, 1, **demands),)).matches((0, 0))
        assert SetProblem((0, 0), (shape_of(2, 0, **demands),)).count() == 1
        assert list(SetProblem((0, 0), (shape_of(2, 0, **demands),)).vectors()) == [(0, 0)]
    assert not SetProblem((1,), (Shape((0,), ((1, None),), (False,), 0, None),)).matches((0,))
    assert SetProblem((), (Shape((), (), (), 0, None),)).count() == 1


def test_a_set_that_two_shapes_match_counts_once() -> None:
    # four cards of two values in two colours: one run per colour, one pair per value, and the single cards of both
    colours, values = ("red", "red", "blue", "blue"), (0, 1, 0, 1)
    shapes = (shape_of(4, same=(colours,), consecutive=values, domain=2), shape_of(4, same=(values,)))
    problem = SetProblem((1, 1, 1, 1), shapes)
    assert problem.count() == 4 + 2 + 2
    assert sorted(problem.vectors()) == sorted(brute((1, 1, 1, 1), shapes))


def test_what_the_language_rules_out() -> None:
    for wrong in (
        shape_of(1, different=(1,), consecutive=(0,), domain=1),
        shape_of(1, wild=(0,), total=((1,), 1)),
        shape_of(2, same=((1,),)),
        shape_of(2, total=((1,), 1)),
    ):
        with pytest.raises(ValueError):
            SetProblem((1,) * len(wrong.lines), (wrong,))


def test_impossible_counts() -> None:
    for shape in (shape_of(2), shape_of(2, different=(1, 2))):
        problem = SetProblem((1, 1), (shape,))
        for vector in ((2, 0), (-1, 1)):
            assert not problem.matches(vector)
            assert not problem.exists(vector)
            with pytest.raises(ValueError):
                problem.most(vector)
            with pytest.raises(ValueError):
                problem.sizes(vector)


# -- drawing -----------------------------------------------------------------------------------------------------------------

SUITS, RANKS = (0, 0, 0, 1, 1, 2), (0, 1, 2, 1, 2, 2)
DRAWN: dict[str, tuple[Vector, tuple[Shape, ...]]] = {
    "any": ((2, 1, 3), (shape_of(3),)),  # from the box
    "bounds": ((2, 2, 1, 3), (Shape((0, 1, 0, 1), ((1, 2), (0, 2)), (False, False), 2, 3),)),  # by polynomials
    "two plain": ((2, 1, 1), (shape_of(3, 4), Shape((0, 1, 1), ((2, 2), (0, 1)), (False, False), 1, None))),
    "rare": ((3, 3, 3), (shape_of(3, 8), Shape((0, -1, -1), ((3, 3),), (False,), 1, None))),  # the box fails mostly
    "same": ((2, 1, 1, 2), (shape_of(4, 0, same=(("a", "b", "a", "b"),)),)),
    "run": ((1, 1, 2, 1, 1, 1), (shape_of(6, same=(SUITS,), consecutive=RANKS, domain=3),)),
    "run, wild": ((1, 1, 2, 1, 1, 2), (shape_of(6, 2, wild=(5,), same=(SUITS,), consecutive=RANKS, domain=4),)),
    "total": ((2, 2, 1), (shape_of(3, total=((1, 2, 3), 4)),)),
    "two": ((1, 1, 1, 1, 1, 1), (shape_of(6, same=(SUITS,), consecutive=RANKS, domain=3), shape_of(6, different=RANKS))),
}


@pytest.mark.parametrize("name", DRAWN)
def test_samples_are_uniform(name: str) -> None:
    sizes, shapes = DRAWN[name]
    found = brute(sizes, shapes)
    below = Stream(f"uniform/{name}").below
    fresh = SetProblem(sizes, shapes)
    drawn = Counter(fresh.sample(below) for _ in range(180 * len(found)))
    drawn.update(SetProblem(sizes, shapes).sample(below) for _ in range(20 * len(found)))  # also from problems without tables
    assert set(drawn) == set(found)
    chi_square = sum((drawn[vector] - 200) ** 2 / 200 for vector in found)
    freedom = len(found) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4  # four deviations; the seed is fixed


def test_wide_numbers_come_from_narrow_draws() -> None:
    asked: list[int] = []

    def spy(draw: Callable[[int], int]) -> Callable[[int], int]:
        def below(n: int) -> int:
            asked.append(n)
            return draw(n)

        return below

    below = spy(Stream("wide").below)
    n = 3 << 70
    drawn = [wide(below, n) for _ in range(3000)]
    assert max(asked) <= 1 << 32
    assert all(0 <= number < n for number in drawn)
    thirds = Counter(number >> 70 for number in drawn)
    assert sorted(thirds) == [0, 1, 2] and min(thirds.values()) > 900
    vector = SetProblem((3,) * 60, (Shape((0,) * 60, ((0, 90),), (False,), 1, 90),)).sample(below)  # of 4^60, half fit
    assert 1 <= sum(vector) <= 90 and max(asked) <= 1 << 32


# -- speed: what would take for ever by subsets ------------------------------------------------------------------------------


def steps_of(problem: Structured) -> int:
    """How many states its table has."""
    return sum(map(len, problem._shared()._ways))


def test_large_hands_need_small_tables() -> None:
    """Four suits of thirteen values, all cards there: 2^52 subsets. Bounds on states, since seconds depend on the machine."""
    suit, rank = tuple(index // 13 for index in range(52)), tuple(index % 13 for index in range(52))
    run = shape_of(52, 3, same=(suit,), consecutive=rank, domain=13)
    group = shape_of(52, 3, same=(rank,), different=suit)
    long_run = shape_of(52, 3, wild=(0, 13), consecutive=rank, domain=13)
    sizes = (1,) * 52
    assert SetProblem(sizes, (run,)).count() == 4 * (11 * 12 // 2)
    assert SetProblem(sizes, (group,)).count() == 13 * 5
    assert SetProblem(sizes, (run, group)).count() == 4 * 66 + 65
    assert steps_of(Structured(sizes, (run, group))) < 3000
    one_run = SetProblem(sizes, (shape_of(52, 3, consecutive=rank, domain=13),))
    assert one_run.count() == sum((14 - length) * 4**length for length in range(3, 14))
    assert steps_of(Structured(sizes, (long_run,))) < 20000
    assert SetProblem(sizes, (long_run,)).sizes((0,) * 52) == (3, 13)
    assert SetProblem(sizes, (shape_of(52, different=rank),)).count() == 5**13 - 1
    assert SetProblem(sizes, (shape_of(52, different=suit),)).count() == 14**4 - 1
    total = SetProblem(sizes, (shape_of(52, total=(rank, 78)),))
    assert total.exists()
    assert total.matches(total.sample(Stream("total").below))


def test_vectors_come_one_by_one() -> None:
    """The first vectors of a set too large to list; the order of the classes suits no single value."""
    suit, rank = tuple(index // 13 for index in range(52)), tuple(index % 13 for index in range(52))
    run = shape_of(52, 3, consecutive=rank, domain=13)
    for shape in (shape_of(52), shape_of(52, different=rank), run, shape_of(52, same=(suit,))):
        vectors = list(islice(SetProblem((1,) * 52, (shape,)).vectors(), 5))
        assert vectors == sorted(vectors, reverse=True)
        assert len(set(vectors)) == 5 and all(suits(shape, vector) for vector in vectors)
    plain = (shape_of(52), shape_of(52, 0, 3))
    assert len(list(SetProblem((1,) * 52, plain).vectors(5))) == 5
