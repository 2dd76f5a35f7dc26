"""How playouts are written: guards that share tests, blocks that are joined, words made many at once."""

from __future__ import annotations

from itertools import product

import pytest

from rulekit.compile.guards import Guards
from rulekit.compile.joins import joined
from rulekit.engine.basics import rotated, shuffled
from rulekit.engine.chance import MASK, STEP, Stream, draw, words
from rulekit.engine.state import State

GUARDS = [
    "a(S)",
    "(a(S) and (not b(S)))",
    "((not a(S)) or b(S))",
    "(c(S) and a(S))",
    "(b(S) and (a(S) or c(S)))",
    "(len(Z[0].cards) == 0)",
    "((len(Z[0].cards) > 0) and a(S))",
    "(a(S) and False)",
    "",
    "not (not b(S))",
]


class World:
    """Tests that say when they are made; one of them may be at fault."""

    def __init__(self, holds: dict[str, bool], fault: str) -> None:
        self.made: list[str] = []
        self.holds, self.fault = holds, fault

    def names(self) -> dict[str, object]:
        def test(name: str) -> object:
            def made(_: object) -> bool:
                self.made.append(name)
                if name == self.fault:
                    raise ZeroDivisionError
                return self.holds[name]

            return made

        row = type("Row", (), {"cards": (1,) if self.holds["z"] else ()})
        return {**{name: test(name) for name in "abc"}, "S": None, "Z": [row]}


@pytest.mark.parametrize("chosen", [(0, 1, 2), (3, 0, 4), (5, 6, 1), (1, 7, 8, 9), (2, 4, 3, 9), (6, 5, 8, 0)])
@pytest.mark.parametrize("fault", ["", "a", "b", "c"])
def test_shared_tests_give_what_the_guards_give(chosen: tuple[int, ...], fault: str) -> None:
    texts = [GUARDS[k] for k in chosen]
    guards = Guards(texts)
    for values in product([True, False], repeat=4):
        holds = dict(zip("abcz", values, strict=True))
        plain = World(holds, fault)
        try:
            wanted: list[bool] | None = [bool(eval(text or "True", plain.names())) for text in texts]
        except ZeroDivisionError:
            wanted = None
        shared = World(holds, fault)
        names = shared.names()
        known: dict[str, bool] = {}
        found: list[bool] | None = []
        try:
            for k in range(len(texts)):
                text, test = guards.read(k, known)
                while test:
                    known[test] = bool(eval(test, names))
                    text, test = guards.read(k, known)
                found.append(bool(eval(text or "True", names)))
        except ZeroDivisionError:
            found = None
        assert found == wanted
        assert [name for k, name in enumerate(plain.made) if name not in plain.made[:k]] == list(dict.fromkeys(shared.made))


def test_what_python_cant_read_is_left_as_it_is() -> None:
    deep = "(" * 300 + "a(S)" + ")" * 300
    guards = Guards([deep, ""])
    assert guards.read(0, {}) == (deep, "")
    assert guards.read(1, {}) == ("", "")


def test_blocks_that_count_in_registers_are_joined() -> None:
    written = {
        1: ["L[0] = None", "return 2"],
        2: ["if L[8] >= len(L[7]): return 5", "L[9] = L[7][L[8]]; L[8] += 1", "return 3"],
        3: ["L[0] = L[9]", "return 4"],
        4: ["e_1(S)", "return 1"],
        6: ["L[1] = L[2]", "return 6"],
    }
    assert joined(written[1], written) == ["L[0] = None", *written[2][:-1], "L[0] = L[9]", "return 4"]
    assert joined(written[4], written)[:2] == ["e_1(S)", "L[0] = None"]
    assert joined(written[6], written) == ["L[1] = L[2]", "L[1] = L[2]", "return 6"]
    assert joined(["if f(S): return 9", "    return 2"], written)[-1] == "    return 2"
    assert len(joined(["x = 1"] * 14 + ["return 2"], written)) == 15


def one_by_one(S: State, cards: range) -> tuple[int, ...]:
    row = list(cards)
    for n in range(len(row) - 1, 0, -1):
        S.stream, k = draw(S.stream, n + 1)
        row[n], row[k] = row[k], row[n]
    return tuple(row)


class _Streamed:
    def __init__(self, stream: int) -> None:
        self.stream = stream


@pytest.mark.parametrize("n", [0, 1, 2, 3, 8, 9, 64, 128, 129, 130, 300])
def test_a_shuffle_is_drawn_number_by_number(n: int) -> None:
    starts = [Stream(f"{k}").state for k in range(5)]
    starts += [-STEP * k & MASK for k in range(1, n + 2)]  # a word of 0 at each place, which needs a closer look
    for start in starts:
        one, other = _Streamed(start), _Streamed(start)
        assert shuffled(one, range(n)) == one_by_one(other, range(n))  # type: ignore[arg-type]
        assert one.stream == other.stream


def test_words_and_streams_are_draws() -> None:
    stream = Stream("words")
    state = stream.state
    assert words(state, 3) == words(state, 100)[:3]
    for k in range(400):
        n = (k * 7919) % 2 ** (k % 64) + 1
        state, number = draw(state, n)
        assert stream.below(n) == number
        assert stream.state == state


def test_a_word_that_needs_a_closer_look() -> None:
    for place in range(1, 90):
        stream = Stream("x")
        stream._state = state = -STEP * place & MASK
        for _ in range(120):
            state, number = draw(state, 3)
            assert (stream.below(3), stream.state) == (number, state)


def test_rotated_players() -> None:
    for start in range(5):
        assert tuple(rotated(range(5), start)) == (*range(start, 5), *range(start))
        assert tuple(rotated(list(range(5)), start)) == tuple(rotated(range(5), start))
    assert tuple(rotated(range(3), None)) == (0, 1, 2)
