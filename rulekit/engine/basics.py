"""What generated code calls: sets, chance, moves.  Every function takes the state first and works in place.

Sets are tuples, lists or ranges, in order and without duplicates; none stands for "no card".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, filterfalse
from typing import Any

from rulekit.engine.chance import MASK, MOST_WORDS, STEP, draw, words
from rulekit.engine.faults import (
    BOUNDS_REVERSED,
    COLLIDING,
    DIVISION_BY_ZERO,
    INDEX_OUTSIDE,
    MISSING_VALUE,
    NUMBER_TOO_LARGE,
    OUT_OF_FUEL,
    TOO_DEEP,
    TOO_MANY_COMBINATIONS,
    UNSET_FIELD,
    RulesFault,
)
from rulekit.engine.state import State, Zone

LARGEST = 10**12
MOST_CANDIDATES = 10_000
FEW_CARDS = 8
"""Fewer cards than this are found in a tuple as quickly as in a set."""


# ---------------------------------------------------------------- faults


def require(S: State, value: Any, site: int) -> Any:
    """The value, unless it is none."""
    if value is None:
        raise RulesFault(MISSING_VALUE, f"there is no {S.program.site_text(site)} here", S.program.sites[site])
    return value


def unset(S: State, site: int) -> Any:
    """A field of type ``player`` or ``space`` was read too early."""
    name = S.program.site_text(site)
    raise RulesFault(UNSET_FIELD, f"'{name}' is read before it is set", S.program.sites[site], f"set it first: set {name} to ..")


def outside(S: State, value: int, low: int, size: int, site: int) -> int:
    """``value - low``, which has to be in 0..size-1."""
    offset = value - low
    if 0 <= offset < size:
        return offset
    raise RulesFault(INDEX_OUTSIDE, f"the index {value} isn't in {low}..{low + size - 1}", S.program.sites[site])


def no_row(S: State, value: int, site: int) -> Any:
    """A table was asked for a key that it doesn't have."""
    raise RulesFault(INDEX_OUTSIDE, f"the table has no row for {value}", S.program.sites[site])


def divide(S: State, a: int, b: int, site: int) -> int:
    """``a / b``, rounded down."""
    if b == 0:
        raise RulesFault(DIVISION_BY_ZERO, "a division by zero", S.program.sites[site])
    return a // b


def modulo(S: State, a: int, b: int, site: int) -> int:
    """``a mod b``, with the sign of b."""
    if b == 0:
        raise RulesFault(DIVISION_BY_ZERO, "a division by zero", S.program.sites[site])
    return a % b


def number(S: State, value: int, site: int) -> int:
    """The value, unless it is beyond what a number may be."""
    if -LARGEST <= value <= LARGEST:
        return value
    raise RulesFault(NUMBER_TOO_LARGE, "a number beyond 10^12 (1,000,000,000,000)", S.program.sites[site])


def burn(S: State, amount: int, site: int) -> None:
    """Use up fuel."""
    S.fuel -= amount
    if S.fuel < 0:
        out_of_fuel(S, site)


def out_of_fuel(S: State, site: int) -> None:
    """The rules have gone on for too long without asking anybody."""
    raise RulesFault(
        OUT_OF_FUEL,
        "the rules go on and on here without anybody being asked",
        S.program.sites[site] if site >= 0 else None,
        "does the loop change what its 'until' tests?",
    )


# ---------------------------------------------------------------- sets


def charged(S: State, source: Sequence[Any], site: int) -> Sequence[Any]:
    """The set, its size paid in fuel."""
    S.fuel -= len(source)
    if S.fuel < 0:
        out_of_fuel(S, site)
    return source


def interval(S: State, low: int, high: int, site: int) -> range:
    """``low..high`` as a set."""
    if high - low > MOST_CANDIDATES:
        raise RulesFault(TOO_MANY_COMBINATIONS, f"{low}..{high} is a set of more than 10,000 numbers", S.program.sites[site])
    if high < low:
        return range(0)
    return range(low, high + 1)


def first(source: Sequence[Any]) -> Any:
    """The first element, or none."""
    return source[0] if source else None


def last(source: Sequence[Any]) -> Any:
    """The last element, or none."""
    return source[-1] if source else None


def end_of(cards: tuple[int, ...], count: int, top: bool) -> tuple[int, ...]:
    """So many cards from the top, topmost first, or from the bottom."""
    if count <= 0:
        return ()
    return cards[: -count - 1 : -1] if top else cards[:count]


def unique(items: Iterable[Any]) -> tuple[Any, ...]:
    """Each element once, none left out, in the order found."""
    found = dict.fromkeys(items)
    found.pop(None, None)
    return tuple(found)


def joined(sets: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    """The sets united, in the order found."""
    return tuple(dict.fromkeys(chain.from_iterable(sets)))


def united(a: Sequence[Any], b: Sequence[Any]) -> Sequence[Any]:
    """a, then what is new in b."""
    if not b:
        return a
    if not a:
        return b
    return tuple(dict.fromkeys((*a, *b)))


def without(a: Sequence[Any], b: Sequence[Any]) -> Sequence[Any]:
    """What is in a and not in b."""
    if len(b) > 8:
        b = frozenset(b)  # type: ignore[assignment]
    return tuple([x for x in a if x not in b]) if b else a


def same_set(a: Sequence[Any], b: Sequence[Any]) -> bool:
    """Whether two sets have the same elements."""
    return len(a) == len(b) and set(a) == set(b)


def best(source: Sequence[Any], keys: list[int]) -> tuple[Any, ...]:
    """The elements whose key is the highest."""
    if not keys:
        return ()
    highest = max(keys)
    return tuple([x for x, key in zip(source, keys, strict=True) if key == highest])


def rotated(source: Sequence[Any], start: Any) -> Sequence[Any]:
    """The set from ``start`` on, round the end; for players that aren't in it: from the next by seat."""
    if start is None or not source:
        return source
    if start in source:
        k = source.index(start)
        return (*source[k:], *source[:k])
    later = [x for x in source if x > start]
    return (*later, *[x for x in source if x < start])


def next_in_cycle(S: State, now: Sequence[Any], before: Sequence[Any] | None, latest: Any, start: Any) -> Any:
    """The element of the next pass of a ``cycle`` (language reference, section 10), or none if the set is empty."""
    if not now:
        return None
    if before is None:
        return rotated(now, start)[0]
    k = before.index(latest)
    for x in (*before[k + 1 :], *before[: k + 1]):
        if x in now:
            return x
    return now[0]


# ---------------------------------------------------------------- chance


def below(S: State, n: int) -> int:
    """A number in 0..n-1 of the game's own stream."""
    S.stream, value = draw(S.stream, n)
    return value


def random_of(S: State, source: Sequence[Any]) -> Any:
    """One element at random, or none of an empty set."""
    if not source:
        return None
    S.stream, k = draw(S.stream, len(source))
    return source[k]


def shuffled(S: State, cards: Sequence[int]) -> tuple[int, ...]:
    """Fisher-Yates over the cards in their present order."""
    row = list(cards)
    n = len(row)
    while n > 1:
        first, left = n, max(1, n - MOST_WORDS)
        for word in words(S.stream, n - left):
            product = word * n
            if product & MASK < n:
                break
            n -= 1
            k = product >> 64
            row[n], row[k] = row[k], row[n]
        S.stream = (S.stream + STEP * (first - n)) & MASK
        if n > left:  # hardly ever: such a word needs a closer look
            S.stream, k = draw(S.stream, n)
            n -= 1
            row[n], row[k] = row[k], row[n]
    return tuple(row)


# ---------------------------------------------------------------- cards, without log and knowledge


def place(S: State, cards: Sequence[int], target: int, to_bottom: bool, public: bool = True) -> None:
    """Take cards from wherever they lie and put them on a zone, the last on top; at the bottom, as a block.

    In bare mode, if no state of a card is reset by a move, this is ``move``; who knows the cards (``public``) is nothing to it.
    """
    if not cards:
        return
    Z, loc, versions, program = S.zones, S.loc, S.versions, S.program
    decl_of, lanes = program.decl_of, program.lanes
    card = cards[0]
    source = loc[card]
    n = len(cards)
    if source >= 0:
        old = Z[source]
        row = old.cards
        S.fuel -= 2 * n + (len(row) >> 4)
        zone = Z[source] = new_zone(Zone)  # quicker than a call of the class, and this is where playouts spend their time
        zone.memo = {}
        if n == 1:
            k = row.index(card)
            zone.cards = row[:k] + row[k + 1 :]
            for number, adds in lanes:
                if number in old.memo:
                    zone.memo[number] = old.memo[number] - adds[card]
        elif row is cards or row == cards:
            zone.cards = ()
        elif row[: -n - 1 : -1] == cards:
            zone.cards = row[:-n]
        elif n >= FEW_CARDS and len(set(map(loc.__getitem__, cards))) > 1:
            zone.cards = row
            take_out(S, cards)
        else:
            if n < FEW_CARDS:
                rest = list(row)
                for c in cards:
                    if loc[c] == source:
                        rest.remove(c)
            else:
                rest = list(filterfalse(set(cards).__contains__, row))
            zone.cards = tuple(rest)
            if len(rest) + n != len(row):
                take_out(S, cards)
            else:
                for number, adds in lanes:
                    if number in old.memo:
                        zone.memo[number] = old.memo[number] - sum([adds[c] for c in cards])
        versions[decl_of[source]] += 1
    elif n > 1 and max([loc[c] for c in cards]) >= 0:
        take_out(S, cards)
    cards = tuple(cards)
    old = Z[target]
    zone = Z[target] = new_zone(Zone)
    zone.cards = cards + old.cards if to_bottom else old.cards + cards
    zone.memo = {}
    for number, adds in lanes:
        if number in old.memo:
            zone.memo[number] = old.memo[number] + sum([adds[c] for c in cards])
    versions[decl_of[target]] += 1
    for c in cards:
        loc[c] = target


new_zone = object.__new__


def take_out(S: State, cards: Sequence[int]) -> None:
    """Take cards out of all the zones where they lie."""
    moving = tuple(cards) if len(cards) < FEW_CARDS else set(cards)
    for source in set(map(S.loc.__getitem__, cards)):
        if source >= 0:
            S.zones[source] = Zone(tuple(filterfalse(moving.__contains__, S.zones[source].cards)))
            S.versions[S.program.decl_of[source]] += 1


def move(S: State, cards: Sequence[int], target: int, to_bottom: bool, public: bool) -> None:
    """Move a set of cards.  ``public``: which cards move is known to all (a whole zone, the top of one)."""
    if cards:
        place(S, cards, target, to_bottom)
        if S.program.resets:
            reset_states(S, cards)


def reset_states(S: State, cards: Sequence[int]) -> None:
    """States that hold ``until moved`` get their first values back."""
    program = S.program
    first = program.start_states
    for slot, _ in program.resets:
        for c in cards:
            place = c * program.states_per_card + slot
            S.states[place] = first[place]


def shuffle(S: State, zone: int) -> None:
    """Shuffle a zone."""
    S.fuel -= len(S.zones[zone].cards) >> 2
    S.zones[zone] = Zone(shuffled(S, S.zones[zone].cards))
    S.versions[S.program.decl_of[zone]] += 1
    for c in S.zones[zone].cards if S.shown else ():
        S.shown.pop(c, None)


def show(S: State, cards: Sequence[int], players: Sequence[int]) -> None:
    """Let players see cards until they move or their zone is shuffled: without views nothing depends on it."""
    S.fuel -= len(cards)


def refill(S: State, zone: int, needed: int, source: int) -> None:
    """If a zone has fewer cards than needed, shuffle all of ``source`` and put it below."""
    if len(S.zones[zone].cards) < needed and S.zones[source].cards:
        if S.fuel < 0:
            out_of_fuel(S, -1)
        S.program.ops.shuffle(S, source)
        S.program.ops.move(S, S.zones[source].cards, zone, True, True)


def deal(S: State, count: int, source: int, targets: Sequence[int], refill_from: int) -> None:
    """One card at a time from the top, round the targets; ``refill_from`` is -1 if the zone doesn't refill."""
    if not targets:
        return
    row = list(S.zones[source].cards)
    n = count * len(targets)
    if 0 < n <= len(row) and len({source, *targets}) == len(targets) + 1:
        hands = [tuple(row[-1 - k : -1 - n : -len(targets)]) for k in range(len(targets))]
        if not S.program.full:  # without a log they may leave the zone all at once
            S.fuel -= 2 * n
            S.zones[source] = Zone(tuple(row[:-n]))
            S.versions[S.program.decl_of[source]] += 1
            for c in row[-n:]:
                S.loc[c] = -1
        for target, cards in zip(targets, hands, strict=True):
            S.program.ops.move(S, cards, target, False, True)
        return
    planned: dict[int, list[int]] = {target: [] for target in targets}

    def hand_out() -> None:
        for target, cards in planned.items():
            if cards:
                S.program.ops.move(S, tuple(cards), target, False, True)
                cards.clear()

    for k in range(max(count, 0) * len(targets)):
        if not row:
            hand_out()
            if refill_from >= 0:
                refill(S, source, 1, refill_from)
                row = list(S.zones[source].cards)
            if not row:
                return
        planned[targets[k % len(targets)]].append(row.pop())
    hand_out()


def placed(S: State, cards: Sequence[int]) -> list[int]:
    """Cards in play as they lie: the active player's, then clockwise, then those in shared zones; zones as declared, each in its order."""
    program, loc = S.program, S.loc
    active = (S.frames[0][2][0] if S.frames else None) or 0
    keys = {}
    for c in cards:
        if loc[c] >= 0:
            owner = program.owners[loc[c]]
            turn = program.players if owner is None else (owner - active) % program.players
            keys[c] = (turn, loc[c], S.zones[loc[c]].cards.index(c))
    return sorted(keys, key=keys.__getitem__)


def set_field(S: State, index: int, value: Any) -> None:
    """Write a field."""
    S.fields[index] = value


def set_state(S: State, card: int, slot: int, value: Any) -> None:
    """Write a state of a card."""
    S.states[card * S.program.states_per_card + slot] = value


def reversed_bounds(S: State, low: int, high: int, site: int) -> None:
    """A choice asks for at least ``low`` and at most ``high`` elements, which can't be."""
    raise RulesFault(BOUNDS_REVERSED, f"at least {low} and at most {high}: nobody can choose so many", S.program.sites[site])


def is_kind(table: tuple[bool, ...], card: int | None) -> bool:
    """Whether a card is of a kind; none is of no kind."""
    return card is not None and table[card]


def lone(S: State, cards: Sequence[int], site: int) -> int | None:
    """The only card with an exception that reads ``this`` or ``owner``; two are a fault."""
    if len(cards) > 1:
        message = f"this exception applies on {len(cards)} cards at the same time, and what it says depends on the card"
        raise RulesFault(COLLIDING, message, S.program.sites[site], "let it apply on one card at a time, with 'when ..' behind it")
    return cards[0] if cards else None


def apart(S: State, applying: tuple[bool, ...], sites: tuple[int, ...]) -> bool:
    """No: at most one of the exceptions of a layer applies; two are a fault."""
    if sum(applying) > 1:
        first, second = [S.program.sites[site] for site, applies in zip(sites, applying, strict=True) if applies][:2]
        message = f"this exception and that of line {first.line} apply at the same time"
        raise RulesFault(COLLIDING, message, second, "let only one apply at a time, with 'when ..' behind them")
    return False


def pay_cards(S: State, cards: Sequence[int]) -> None:
    """Put cards where their kind is discarded to; a player's zone is that of the card's owner."""
    program = S.program
    groups: dict[tuple[int, bool], list[int]] = {}
    for c in cards:
        target = program.discard[c]
        if target is None:
            raise AssertionError("the checker lets no card be paid that can't be discarded")
        owner, zone, to_bottom = target
        if owner == "player":
            zone += (program.owners[S.loc[c]] or 0) * program.owner_stride[zone]
        groups.setdefault((zone, to_bottom), []).append(c)
    for (zone, to_bottom), group in groups.items():
        program.ops.move(S, tuple(group), zone, to_bottom, False)


def roll(S: State, die: int, faces: tuple[int, ...]) -> int:
    """One throw of a die; in examples, the next of the throws that were fixed."""
    for k, (fixed, value) in enumerate(S.rolls):
        if fixed == die:
            del S.rolls[k]
            return value
    return faces[below(S, len(faces))]


def too_deep(S: State, site: int) -> None:
    """One event deeper; a fault beyond 200."""
    S.depth += 1
    if S.depth > 200:
        raise RulesFault(TOO_DEEP, "events perform each other more than 200 deep", S.program.sites[site])
