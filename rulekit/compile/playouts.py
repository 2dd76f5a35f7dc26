"""Random playouts: for each offer one function that counts the complete answers, draws one and carries it out.

It does what ``Decision.sample`` and ``Decision.take`` do, with the same draws in the same order, in one call: guards and candidates of the
common shapes of actions stand in it as they are, all others go through the solver.
"""

from __future__ import annotations

import re

from attrs import define, field, frozen

from rulekit.compile.generator import Generator
from rulekit.compile.guards import SharedTests
from rulekit.engine.choices import ActionCode
from rulekit.engine.families import Family
from rulekit.engine.program import OfferPoint

_PLAYER = re.compile(r"\bL\[0\]")
_REGISTERS = re.compile(r"\bL\b")


@frozen
class FamilyText:
    """A number chosen in ``low``..``high``, then a set out of ``zone`` of ``least``..``most`` cards with the pattern for that number.

    ``span``: the numbers that are expected; others are looked at one by one.
    """

    pattern: int
    span: tuple[int, int]
    low: str
    high: str
    zone: str
    least: str
    most: str


@frozen
class ActionText:
    """An action's parts as Python text: its guard (empty: none) and, of its first choice, what comes before and the candidates."""

    guard: str
    before: tuple[str, ...]
    first: str
    zone: str = ""
    """The zone of the cards of an action of two choices, if the second depends on nothing but the first card's class."""
    sets: str = ""
    """The pattern and zone of the set chosen second, if ``flatsets`` counts it for each element chosen first."""
    family: FamilyText | None = None
    """The two choices, if ``families`` counts the sets for all numbers at once."""


@define(eq=False)
class PlayoutWriter:
    """Writes the functions."""

    gen: Generator
    texts: dict[int, ActionText]
    effects: dict[str, str]
    """Actions without costs whose effect neither asks nor ends a phase: the function of the effect."""
    families: dict[int, Family] = field(factory=dict)
    """By the number of their pattern."""

    def offer(self, point: OfferPoint) -> str:
        """The function of one offer: ``(S, frame, below)``, giving how many decisions were made."""
        gen = self.gen
        here = gen.constant(point)
        lines = [f"S.fuel -= {point.weight}", "by = S.frames[0][2][0]"]
        draw = "below({n})"
        if any(len(action.steps) > 1 or any(step.is_set for step in action.steps) for action in point.actions):
            draw = "below({n}) if total < 4294967295 else wide(below, {n})"
        if point.when is not None or point.limit_slot:
            lines += [f"if not offer_is_open(S, {here}, frame[2]):", f"    frame[1] = {point.next_pc}", "    return 0"]
        tests = SharedTests([self.texts[id(action)].guard for action in point.actions])
        lines += tests.start
        for k, action in enumerate(point.actions):
            before, guard = tests.read(k)
            lines += [*before, *self._count(k, action, guard)]
        total = " + ".join(f"n{k}" for k in range(len(point.actions)))
        lines += [f"total = {total}", "if not total:", f"    nothing_to_do(S, {here}, frame[2])", "    return 0"]
        if point.form == "must one":
            lines += ["k = 0", "if total > 1:", "    S.fuel = FUEL", "    k = " + draw.format(n="total"), "else:", "    below = zero"]
        else:
            lines += [
                f"if may_decline(S, {here}, frame[2]):",
                "    S.fuel = FUEL",
                "    k = " + draw.format(n="total + 1"),
                "    if k == total:",
                f"        close_offer(S, {here})",
                "        return 1",
                "elif total > 1:",
                "    S.fuel = FUEL",
                "    k = " + draw.format(n="total"),
                "else:",
                "    k = 0",
                "    below = zero",
            ]
        for k, action in enumerate(point.actions):
            lines += [
                f"if k < n{k}:",
                *["    " + line for line in self._take(k, action, point, here)],
                "    return 1",
                f"k -= n{k}",
            ]
        lines.append("return 1")
        lines = [_PLAYER.sub("by", line) for line in lines]
        if any(_REGISTERS.search(line) for line in lines):
            lines.insert(2, "L = (by,)")
        return gen.function(gen.fresh("r"), "S, frame, below", lines, point.span)

    def _family(self, text: FamilyText) -> str:
        """The family of a pattern, for all numbers that are expected anywhere."""
        number, program = text.pattern, self.gen.program
        if number not in self.families:
            spans = [other.family.span for other in self.texts.values() if other.family and other.family.pattern == number]
            low, high = min(low for low, _ in spans), max(high for _, high in spans)
            family = self.families[number] = Family(self.gen.globals[f"P_{number}"], low, high, [0] * len(program.cards))
            program.lanes += ((family.key, family.cards),)
        return self.gen.constant(self.families[number])

    def _count(self, k: int, action: ActionCode, guard: str) -> list[str]:
        text = self.texts[id(action)]
        if not action.steps:
            return [f"n{k} = 1 if {guard} else 0"]
        code = self.gen.constant(action)
        if text.family:
            two = text.family
            args = f"{self._family(two)}, {code}, by, Z[{two.zone}], low, high, {two.least}, {two.most}"
            return [
                f"n{k} = 0",
                f"if {guard}:",
                f"    low = {two.low}",
                f"    high = {two.high}",
                "    if low <= high:",
                f"        c{k} = ways(S, {args})",
                f"        n{k} = sum([c.count for c in c{k}])",
            ]
        if text.zone:
            return [
                f"n{k} = 0",
                f"if {guard}:",
                f"    counts = class_counts(S, Z[{text.zone}])",
                f"    c{k} = [k for k, n in enumerate(counts) if n]",
                f"    w{k} = class_weights(S, {code}, by, Z[{text.zone}], c{k})",
                f"    n{k} = sum(w{k})",
            ]
        if not action.steps[0].is_set and (len(action.steps) == 1 or text.sets):
            lines = [
                f"n{k} = 0",
                f"c{k} = ()",
                f"if {guard}:",
                *["    " + line for line in text.before],
                f"    c = c{k} = {text.first}",
            ]
            if len(action.steps) == 1:
                return [*lines, f"    n{k} = len(c)"]
            return [*lines, f"    w{k} = flat_weights(S, {text.sets}, c) if c else ()", f"    n{k} = sum(w{k})"]
        blank = "None, " * (action.size - 1)
        return [
            f"n{k} = 0",
            f"if {guard}:",
            f"    e{k} = [by, {blank}]",
            f"    f{k} = tally(S, {code}, e{k})",
            f"    n{k} = f{k}[0]",
        ]

    def _take(self, k: int, action: ActionCode, point: OfferPoint, here: str) -> list[str]:
        text = self.texts[id(action)]
        code = self.gen.constant(action)
        lines: list[str] = []
        if not action.steps:
            binding = "[by]"
        elif not action.steps[0].is_set and len(action.steps) == 1:
            binding = f"[by, c{k}[k]]"
        elif text.family:
            lines += [f"for c in c{k}:", "    if k < c.count:", "        break", "    k -= c.count"]
            binding = f"[by, c.value, c.cards(S, Z[{text.family.zone}], below)]"
        elif text.zone or text.sets:
            lines += [f"for v, w in zip(c{k}, w{k}):", "    if k < w:", "        break", "    k -= w"]
            if text.zone:
                binding = f"[by, lowest(S, Z[{text.zone}], v), second]"
                lines.append(f"second = class_options({code}, v)[below(w) if w > 1 else 0]")
            else:
                binding = f"[by, v, flat_draw(S, {text.sets}, v, below)]"
        else:
            binding = f"e{k}"
            lines.append(f"draw_binding(S, {code}, e{k}, f{k}, k, below)")
        if not point.again and action.name in self.effects:
            return [*lines, f"frame[1] = {point.next_pc}", f"{self.effects[action.name]}(S, {binding})"]
        return [*lines, f"take_action(S, {here}, {code}, {binding})"]
