"""A decision as a log writes it, turned back into a canonical answer.

Takes an open decision and a text such as ``take(red, {2 wolf red 1, bat})``, ``k = 3`` or ``declines``; compares it stage by stage with
what is offered, so that no text of a rules file - a label with commas or brackets - is taken apart wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from rulekit.engine import Decision, IllegalAnswer, Stage
from rulekit.play.log import write_answer

Said = Callable[[Any], Any]
"""How a log shows a value: with the players' names."""

MOST_TRIES = 20_000
"""So many ways of reading a text are tried at most."""
_COUNTED = re.compile(r"([1-9][0-9]{0,3}) (.+)")


def answer_from(decision: Decision, text: str, said: Said) -> list[Any] | None:
    """The answer that a log would write so, or none if nothing that is offered reads like this.  May raise ``RulesFault``."""
    if text == "declines":
        return ["decline"] if decision.may_decline else None
    name, rest = _parts(decision, text)
    if rest is None:
        answer = [name]
        return answer if _is_complete(decision, answer) else None
    reader = _Reader(decision, said)
    prefix = [name] if decision.names_rules or decision.may_decline else []
    for found in reader.values(prefix, rest):
        answer = [name, *found[len(prefix) :]]
        if write_answer(said(answer), not decision.names_rules) == text:
            return answer
    return None


def rough_answer(text: str, names: tuple[str, ...]) -> list[Any]:
    """What a text means if nothing in it is unusual: for asking why it isn't offered."""
    if text == "declines":
        return ["decline"]
    name, bracket, rest = text.partition("(")
    if not bracket or not rest.endswith(")"):
        name, equals, rest = text.partition(" = ")
        return [name, _rough(rest, names)] if equals else [text]
    return [name, *[_rough(part, names) for part in re.findall(r"\{[^{}]*\}|[^,{}]+", rest[:-1]) if part.strip()]]


def _rough(text: str, names: tuple[str, ...]) -> Any:
    text = text.strip()
    if text.startswith("{"):
        counts: dict[str, int] = {}
        for part in filter(None, text[1:-1].split(", ")):
            found = _COUNTED.fullmatch(part)
            counts[found[2] if found else part] = int(found[1]) if found else 1
        return counts
    if re.fullmatch(r"-?[0-9]{1,13}", text):
        return int(text)
    return f"player {names.index(text) + 1}" if text in names else text


def _parts(decision: Decision, text: str) -> tuple[str, str | None]:
    """The name, and what stands behind it."""
    if not decision.names_rules:
        name, equals, rest = text.partition(" = ")
        return name, rest if equals else None
    name, bracket, rest = text.partition("(")
    return (name, rest[:-1]) if bracket and rest.endswith(")") else (text, None)


def _is_complete(decision: Decision, answer: list[Any]) -> bool:
    try:
        return decision.next(answer) is None
    except IllegalAnswer:
        return False


class _Reader:
    """Reads values; gives up silently after so many tries."""

    def __init__(self, decision: Decision, said: Said) -> None:
        self.decision = decision
        self.said = said
        self.left = MOST_TRIES

    def values(self, prefix: list[Any], text: str) -> Iterator[list[Any]]:
        """Every complete answer behind ``prefix`` whose values the text may stand for."""
        stage = self._stage(prefix)
        if stage is None:
            return
        readings = self._sets(stage, text) if stage.kind == "set" else self._elements(stage, text)
        for value, rest in readings:
            answer = [*prefix, value]
            if rest is not None:
                yield from self.values(answer, rest)
            elif _is_complete(self.decision, answer):
                yield answer

    def _stage(self, prefix: list[Any]) -> Stage | None:
        self.left -= 1
        if self.left < 0:
            return None
        try:
            return self.decision.next(prefix)
        except IllegalAnswer:
            return None

    def _written(self, value: Any) -> str:
        return write_answer(["x", self.said(value)], True).removeprefix("x = ")

    def _elements(self, stage: Stage, text: str) -> Iterator[tuple[Any, str | None]]:
        for item in stage.items:
            for rest in _behind(text, self._written(item.value)):
                yield item.value, rest

    def _sets(self, stage: Stage, text: str) -> Iterator[tuple[Any, str | None]]:
        if not text.startswith("{"):
            return
        names = {self._written(item.value): item.value for item in stage.items}
        for counts, rest in self._members(names, text[1:], {}):
            yield counts, rest
            if all(n == 1 for n in counts.values()):
                yield list(counts), rest

    def _members(self, names: dict[str, Any], text: str, taken: dict[Any, int]) -> Iterator[tuple[dict[Any, int], str | None]]:
        """The members of a set up to its bracket; each with a number before it if there are several."""
        self.left -= 1
        if self.left < 0:
            return
        if text.startswith("}"):
            for rest in _behind(text, "}"):
                yield taken, rest
        for written, value in names.items():
            if value in taken:
                continue
            for n, start in self._counts(text, written):
                if text.startswith("}", start):
                    for rest in _behind(text[start:], "}"):
                        yield {**taken, value: n}, rest
                elif text.startswith(", ", start):
                    yield from self._members(names, text[start + 2 :], {**taken, value: n})

    def _counts(self, text: str, written: str) -> Iterator[tuple[int, int]]:
        if text.startswith(written):
            yield 1, len(written)
        found = _COUNTED.match(text)
        if found and found[2].startswith(written):
            yield int(found[1]), len(found[1]) + 1 + len(written)


def _behind(text: str, written: str) -> list[str | None]:
    """What follows a value and a comma; none if it is the last; nothing at all if the text doesn't begin with it."""
    if text == written:
        return [None]
    return [text[len(written) + 2 :]] if text.startswith(written + ", ") else []
