"""Random playouts: for each offer one function that counts the complete answers, draws one and carries it out.

It does what ``Decision.sample`` and ``Decision.take`` do, with the same draws in the same order, in one call: guards and candidates of the
common shapes of actions stand in it as they are, all others go through the solver.
"""

from __future__ import annotations

import re

from attrs import define, field, frozen

from rulekit.compile.generator import Generator
from rulekit.compile.guards import Guards
from rulekit.engine.choices import ActionCode
from rulekit.engine.families import Family
from rulekit.engine.program import OfferPoint

MOST_BRANCHES = 5
"""So many tests at most part the ways in one offer."""
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
class _Offer:
    """An offer while its function is written: ``draw`` draws below ``n``, ``branches`` counts the tests that part the ways."""

    point: OfferPoint
    here: str
    draw: str
    guards: Guards
    branches: int = 0


@define(eq=False)
class PlayoutWriter:
    """Writes the functions."""

    gen: Generator
    texts: dict[int, ActionText]
    effects: dict[str, str]
    """Actions without costs whose effect neither asks nor ends a phase: the function of the effect (empty: they have none)."""
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
        offer = _Offer(point, here, draw, Guards([self.texts[id(action)].guard for action in point.actions]))
        lines += self._branch(offer, 0, {}, [])
        lines = [_PLAYER.sub("by", line) for line in lines]
        return gen.function(gen.fresh("r"), "S, frame, below", lines, point.span)

    def _branch(self, offer: _Offer, k: int, known: dict[str, bool], found: list[tuple[int, str]]) -> list[str]:
        """Count the actions from k on, when these tests have been made, and decide; ``found``: the actions counted, and how many ways.

        A test that several guards make parts the ways where it is made first.
        """
        lines: list[str] = []
        while k < len(offer.point.actions):
            guard, test = offer.guards.read(k, known)
            if test and offer.branches < MOST_BRANCHES:
                offer.branches += 1
                lines += _registers([test])
                for holds in (True, False):
                    lines += [f"if {test}:" if holds else "else:"]
                    lines += ["    " + line for line in self._branch(offer, k, {**known, test: holds}, found[:])]
                return lines
            if guard != "False":
                number, before, inside = self._count(k, offer.point.actions[k], guard)
                lines += [*_registers([guard, *before, *inside]), *before]
                lines += [f"if {guard}:", *["    " + line for line in inside]] if guard and inside else inside
                found.append((k, number))
            k += 1
        return [*lines, *self._decide(offer, found)]

    def _decide(self, offer: _Offer, found: list[tuple[int, str]]) -> list[str]:
        """Draw one of the actions counted, and carry it out."""
        point = offer.point
        nothing = [f"nothing_to_do(S, {offer.here}, frame[2])", "return 0"]
        if not found:
            return nothing
        lines = [f"total = {' + '.join(number for _, number in found)}"]
        if all(number != "1" for _, number in found):
            lines += ["if not total:", *["    " + line for line in nothing]]
        if point.form == "must one":
            lines += ["k = 0", "if total > 1:", "    S.fuel = FUEL", "    k = " + offer.draw.format(n="total")]
            lines += ["else:", "    below = zero"]
        else:
            lines += [
                f"if may_decline(S, {offer.here}, frame[2]):",
                "    S.fuel = FUEL",
                "    k = " + offer.draw.format(n="total + 1"),
                "    if k == total:",
                f"        close_offer(S, {offer.here})",
                "        return 1",
                "elif total > 1:",
                "    S.fuel = FUEL",
                "    k = " + offer.draw.format(n="total"),
                "else:",
                "    k = 0",
                "    below = zero",
            ]
        for k, number in found[:-1]:
            taken = self._take(k, point.actions[k], point, offer.here)
            lines += [f"if k < {number}:", *["    " + line for line in taken], "    return 1", f"k -= {number}"]
        last = found[-1][0]
        return [*lines, *self._take(last, point.actions[last], point, offer.here), "return 1"]

    def _family(self, text: FamilyText) -> str:
        """The family of a pattern, for all numbers that are expected anywhere."""
        number, program = text.pattern, self.gen.program
        if number not in self.families:
            spans = [other.family.span for other in self.texts.values() if other.family and other.family.pattern == number]
            low, high = min(low for low, _ in spans), max(high for _, high in spans)
            family = self.families[number] = Family(self.gen.globals[f"P_{number}"], low, high, [0] * len(program.cards))
            program.lanes += ((family.key, family.cards),)
        return self.gen.constant(self.families[number])

    def _count(self, k: int, action: ActionCode, guard: str) -> tuple[str, list[str], list[str]]:
        """How many ways there are to complete an action: the text of it, what comes first, and what is done if the guard holds."""
        text = self.texts[id(action)]
        if not action.steps:
            return (f"n{k}", [f"n{k} = 1 if {guard} else 0"], []) if guard else ("1", [], [])
        code = self.gen.constant(action)
        none = [f"n{k} = 0"]
        if text.family:
            two = text.family
            args = f"{self._family(two)}, {code}, by, Z[{two.zone}], low, high, {two.least}, {two.most}"
            lines = [f"low = {two.low}", f"high = {two.high}", "if low <= high:", f"    c{k} = ways(S, {args})"]
            return f"n{k}", none, [*lines, f"    for c in c{k}: n{k} += c.count"]
        if text.zone:
            lines = [f"counts = class_counts(S, Z[{text.zone}])", f"c{k} = [k for k, n in enumerate(counts) if n]"]
            return f"n{k}", none, [*lines, f"w{k} = class_weights(S, {code}, by, Z[{text.zone}], c{k})", f"n{k} = sum(w{k})"]
        if not action.steps[0].is_set and (len(action.steps) == 1 or text.sets):
            lines = [*text.before, f"c = c{k} = {text.first}"]
            if len(action.steps) == 1:
                return f"n{k}", none, [*lines, f"n{k} = len(c)"]
            return f"n{k}", none, [*lines, f"w{k} = flat_weights(S, {text.sets}, c) if c else ()", f"n{k} = sum(w{k})"]
        blank = "None, " * (action.size - 1)
        return f"n{k}", none, [f"e{k} = [by, {blank}]", f"f{k} = tally(S, {code}, e{k})", f"n{k} = f{k}[0]"]

    def _take(self, k: int, action: ActionCode, point: OfferPoint, here: str) -> list[str]:
        text = self.texts[id(action)]
        code = self.gen.constant(action)
        lines: list[str] = []
        binding = "by"
        if not action.steps:
            pass
        elif not action.steps[0].is_set and len(action.steps) == 1:
            binding = f"by, c{k}[k]"
        elif text.family:
            lines += [f"for c in c{k}:", "    if k < c.count:", "        break", "    k -= c.count"]
            binding = f"by, c.value, c.cards(S, Z[{text.family.zone}], below)"
        elif text.zone or text.sets:
            lines += [f"for v, w in zip(c{k}, w{k}):", "    if k < w:", "        break", "    k -= w"]
            if text.zone:
                binding = f"by, lowest(S, Z[{text.zone}], v), second"
                lines.append(f"second = class_options({code}, v)[below(w) if w > 1 else 0]")
            else:
                binding = f"by, v, flat_draw(S, {text.sets}, v, below)"
        else:
            binding = f"*e{k}"
            lines.append(f"draw_binding(S, {code}, e{k}, f{k}, k, below)")
        effect = self.effects.get(action.name)
        if not point.again and effect is not None:
            return [*lines, f"frame[1] = {point.next_pc}", *([f"{effect}(S, {binding})"] if effect else [])]
        return [*lines, f"take_action(S, {here}, {code}, [{binding}])"]


def _registers(lines: list[str]) -> list[str]:
    """What has to be written before lines that hand on the registers."""
    return ["L = (by,)"] if any(_REGISTERS.search(_PLAYER.sub("by", line)) for line in lines) else []
