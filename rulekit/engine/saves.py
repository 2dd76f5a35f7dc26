"""A state as JSON data and back, and the key under which two states are the same position.

``to_json`` takes a state that waits for answers, or whose match is over; equal states give equal data.  ``from_json`` takes any
data and gives a state of this very program, or raises ``BadSave``: every number is checked against what the program allows, the
decisions are computed again, and nothing else is ever raised.  What no table can check (registers that don't fit together) shows
when the state is played on: ``sound`` turns that into ``BadSave`` too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from rulekit.analysis.types import (
    AnyT,
    CardT,
    EnumT,
    FlagT,
    LineT,
    LinkT,
    NoneT,
    NumberT,
    OptionalT,
    PlayerT,
    SetT,
    SpaceT,
    TeamT,
    TextT,
    Type,
)
from rulekit.engine.asking import as_many_as_possible, decisions_at
from rulekit.engine.basics import LARGEST
from rulekit.engine.chance import MASK
from rulekit.engine.choices import Binding, StepCode, set_choice
from rulekit.engine.faults import BadSave, IllegalAnswer, RulesFault
from rulekit.engine.program import Program, TogetherPoint
from rulekit.engine.run import DEEPEST
from rulekit.engine.state import State, Zone

KEYS = (
    "rules", "code", "options", "variants", "players", "seed", "zones", "fields", "states", "shown", "known", "chance", "frames",
    "step", "stops",
)
HIGHEST_SEED = 2**63 - 1
LONGEST = 20_000
"""So many elements at most in a set or list of a save."""
NESTED = 6
"""So deep at most the data in a register is nested."""
_HEX = frozenset("0123456789abcdef")


# ---------------------------------------------------------------- out


def to_json(S: State) -> dict[str, Any]:
    """The state as JSON data."""
    return {
        **_setup(S.program),
        "seed": S.seed,
        "zones": [list(zone.cards) for zone in S.zones],
        "fields": [_data(value) for value in S.fields],
        "states": [_data(value) for value in S.states],
        "shown": {str(card): mask for card, mask in sorted(S.shown.items()) if mask},
        "known": S.known[:],
        "chance": f"{S.stream:016x}",
        "frames": [[code, pc, [_data(slot) for slot in slots]] for code, pc, slots in S.frames],
        "step": S.step,
        "stops": S.stops,
    }


def _setup(program: Program) -> dict[str, Any]:
    return {
        "rules": program.rules_hash,
        "code": fingerprint(program),
        "options": {name: _data(value) for name, value in sorted(program.options.items())},
        "variants": sorted(program.variants),
        "players": program.players,
    }


def _data(value: Any) -> Any:
    if isinstance(value, tuple | list | range):
        return [_data(item) for item in value]
    return value


def state_key(S: State) -> tuple[Any, ...]:
    """Equal for two states in the same position: zones (sorted where their order is free), fields, states, frames."""
    free = S.program.order_free
    zones = tuple([tuple(sorted(zone.cards)) if k in free else zone.cards for k, zone in enumerate(S.zones)])
    frames = tuple([(code, pc, _value(slots)) for code, pc, slots in S.frames])
    return zones, _value(S.fields), _value(S.states), frames


def _value(value: Any) -> Any:
    if isinstance(value, tuple | list | range):
        return tuple([_value(item) for item in value])
    return value


def fingerprint(program: Program) -> str:
    """Names the generated code: the block numbers in a save mean something only with the same code."""
    known: str | None = program.memo.get("fingerprint")
    if known is None:
        known = program.memo["fingerprint"] = sha256(program.source.encode()).hexdigest()[:16]
    return known


# ---------------------------------------------------------------- in


@contextmanager
def sound() -> Iterator[None]:
    """While a loaded state is played: what only a damaged save can lead to is a ``BadSave``, not a crash."""
    try:
        yield
    except (RulesFault, IllegalAnswer, BadSave):
        raise
    except Exception as error:
        raise BadSave(f"the saved state doesn't fit together ({type(error).__name__})") from error


def from_json(program: Program, data: Any) -> State:
    """The state that ``to_json`` described, waiting for the same answers.  Raises ``BadSave``."""
    with sound():
        S = _Reader(program).read(data)
        try:
            _ask_again(S)
        except RulesFault as fault:
            raise BadSave(f"the saved state can't be played: {fault.message}") from None
    return S


def _ask_again(S: State) -> None:
    """Compute what the state waits for; that mustn't change it."""
    if not S.frames:
        return
    code, pc, _ = S.frames[-1]
    point = S.program.codes[code].points[pc]
    if point is None:
        raise BadSave("the saved state stands where nobody is asked")
    S.fuel = S.program.fuel
    if isinstance(point, TogetherPoint):
        _unseal(S, point)
    before = _value(S.frames)
    found = decisions_at(S, point)
    if not found or _value(S.frames) != before:
        raise BadSave("in the saved state nobody has anything to decide")
    S.decisions = found


def _unseal(S: State, point: TogetherPoint) -> None:
    """Secret answers given so far stand in a list that is still being filled; each has to be a possible answer."""
    slots = S.frames[-1][2]
    answers = slots[point.slot]
    step = point.action.steps[0]
    asked = tuple(point.players(S, slots))
    if not isinstance(answers, tuple) or len(answers) != S.program.players:
        raise BadSave("the secret answers of the saved state are no list of one for each player")
    for player, answer in enumerate(answers):
        if answer is None and player in asked:
            continue
        if not isinstance(answer, tuple) or len(answer) != 1:
            raise BadSave("a secret answer of the saved state is no answer")
        e = slots[:]
        e[point.action.size - 1] = player
        value = answer[0]
        if player not in asked:
            possible = value == (() if step.is_set else None)
        elif step.is_set:
            possible = isinstance(value, tuple) and (_is_offered(S, step, e, value) or value == as_many_as_possible(S, point.action, e))
        elif value is None:
            possible = as_many_as_possible(S, point.action, e) is None
        else:
            possible = any(type(x) is type(value) and x == value for x in step.candidates(S, e))
        if not possible:
            raise BadSave("a secret answer of the saved state isn't possible")
    slots[point.slot] = list(answers)


def _is_offered(S: State, step: StepCode, e: Binding, value: tuple[Any, ...]) -> bool:
    choice = set_choice(S, step, e)
    vector = tuple([sum(x in value for x in group) for group in choice.groups])
    return all(type(x) is int for x in value) and sum(vector) == len(value) and choice.problem.matches(vector)


class _Reader:
    """Checks data part by part against a program."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def read(self, data: Any) -> State:
        """The state, without decisions."""
        program = self.program
        if type(data) is not dict or any(type(key) is not str for key in data):
            raise BadSave("a saved state is an object with named parts")
        for key in KEYS:
            if key not in data:
                raise BadSave(f"the saved state lacks '{key}'")
        if len(data) != len(KEYS):
            raise BadSave("the saved state has parts that don't belong there")
        self._same_match(data)
        S = State(program)
        S.seed = self._number(data["seed"], 0, HIGHEST_SEED, "seed")
        S.step = self._number(data["step"], 0, program.most_decisions, "step")
        S.stops = self._flag(data["stops"], "stops")
        S.stream = self._stream(data["chance"])
        self._zones(S, self._list(data["zones"], len(program.zones), "zones"))
        fields = self._list(data["fields"], len(program.fields), "fields")
        S.fields = [
            self._typed(info.type, value, first, f"the field '{info.name}'")
            for info, value, first in zip(program.fields, fields, program.start_fields, strict=True)
        ]
        self._states(S, data["states"])
        self._sight(S, data["shown"], data["known"])
        self._frames(S, data["frames"])
        return S

    # ------------------------------------------------------------ small parts

    def _same_match(self, data: dict[str, Any]) -> None:
        program = self.program
        wrong = {
            "rules": "is of other rules",
            "players": "is of a match with another number of players",
            "options": "is of a match with other options",
            "variants": "is of a match with other variants",
            "code": "was made by another version of rulekit",
        }
        mine = _setup(program)
        for key, what in wrong.items():
            if type(data[key]) is not type(mine[key]) or data[key] != mine[key]:
                raise BadSave(f"the saved state {what}")

    def _number(self, value: Any, low: int, high: int, what: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise BadSave(f"'{what}' of the saved state isn't a number from {low} to {high}")
        return value

    def _flag(self, value: Any, what: str) -> bool:
        if type(value) is not bool:
            raise BadSave(f"'{what}' of the saved state isn't true or false")
        return value

    def _list(self, value: Any, length: int | None, what: str) -> list[Any]:
        if type(value) is not list or len(value) != (len(value) if length is None else length):
            size = "" if length is None else f" of {length}"
            raise BadSave(f"{what} of the saved state: a list{size} is wanted")
        return value

    def _stream(self, value: Any) -> int:
        if type(value) is not str or len(value) != 16 or not set(value) <= _HEX:
            raise BadSave("'chance' of the saved state isn't 16 hexadecimal digits")
        return int(value, 16) & MASK

    # ------------------------------------------------------------ cards

    def _zones(self, S: State, rows: list[Any]) -> None:
        cards = self.program.cards
        S.loc = [-1] * len(cards)
        S.versions = [0] * len(self.program.model.zones)
        for info, row in zip(self.program.zones, rows, strict=True):
            for card in self._list(row, None, f"the zone '{info.name}'"):
                self._number(card, 0, len(cards) - 1, f"zone {info.name}")
                if S.loc[card] >= 0:
                    raise BadSave(f"in the saved state a card ({cards[card].text}) lies in two places")
                if info.decl.kind is not None and not cards[card].kind.is_a(info.decl.kind):
                    raise BadSave(f"in the saved state {cards[card].text} lies in '{info.name}', where it can't be")
                S.loc[card] = info.index
            S.zones.append(Zone(tuple(row)))

    def _states(self, S: State, data: Any) -> None:
        program = self.program
        n = program.states_per_card
        row = self._list(data, len(program.cards) * n, "states")
        for place, value in enumerate(row):
            decl = program.states[place % n].decl
            first = program.start_states[place]
            S.states.append(self._typed(decl.type, value, first, f"the state '{decl.name}'"))

    def _sight(self, S: State, shown: Any, known: Any) -> None:
        program = self.program
        everybody = (1 << program.players) - 1
        S.known = list(self._list(known, len(program.cards) if program.full else 0, "'known'"))
        for mask in S.known:
            self._number(mask, 0, everybody, "known")
        if type(shown) is not dict or (shown and not program.full):
            raise BadSave("'shown' of the saved state isn't an object that cards belong to")
        cards = {str(card.id): card.id for card in program.cards} if shown else {}
        for key, mask in shown.items():
            if key not in cards or S.loc[cards[key]] < 0:
                raise BadSave("'shown' of the saved state names something that isn't a card in play")
            S.shown[cards[key]] = self._number(mask, 1, everybody, "shown")

    # ------------------------------------------------------------ values

    def _typed(self, type_: Type, value: Any, first: Any, what: str) -> Any:
        if value is None and first is None:
            return None
        if isinstance(type_, SetT):
            row = self._list(value, None, what)
            if len(row) > LONGEST or not all(self._fits(type_.of, x) for x in row) or len(set(row)) < len(row):
                raise BadSave(f"{what} of the saved state has a value that it can't have")
            return tuple(row)
        if not self._fits(type_, value):
            raise BadSave(f"{what} of the saved state has a value that it can't have")
        return value

    def _fits(self, type_: Type, value: Any) -> bool:
        board = self.program.model.board
        match type_:
            case NumberT(low, high):
                return _within(value, -LARGEST if low is None else low, LARGEST if high is None else high)
            case FlagT():
                return type(value) is bool
            case EnumT(decl):
                return _within(value, 0, len(decl.values) - 1)
            case PlayerT():
                return _within(value, 0, self.program.players - 1)
            case TeamT():
                return _within(value, 0, len(self.program.model.teams) - 1)
            case SpaceT() | LinkT() | LineT():
                if board is None:
                    return False
                sizes = {SpaceT: len(board.spaces), LinkT: len(board.links), LineT: len(board.lines)}
                return _within(value, 0, sizes[type(type_)] - 1)
            case CardT(kind):
                return _within(value, 0, len(self.program.cards) - 1) and self.program.cards[value].kind.is_a(kind)
            case OptionalT(of):
                return value is None or self._fits(of, value)
            case NoneT():
                return value is None
            case TextT():
                return type(value) is str
            case AnyT() | SetT():
                return False

    # ------------------------------------------------------------ frames

    def _frames(self, S: State, data: Any) -> None:
        codes = self.program.codes
        rows = self._list(data, None, "frames")
        if len(rows) > DEEPEST:
            raise BadSave("the saved state has too many frames")
        for depth, row in enumerate(rows):
            code, pc, slots = self._list(row, 3, "a frame")
            if depth == 0:
                self._number(code, 0, 0, "frame")
            self._number(code, 0, len(codes) - 1, "frame")
            self._number(pc, 0, len(codes[code].blocks) - 1, "frame")
            self._list(slots, codes[code].slots, "the registers of a frame")
            S.frames.append([code, pc, [self._plain(slot, NESTED) for slot in slots]])

    def _plain(self, value: Any, depth: int) -> Any:
        """Numbers, flags, none, texts and lists of these: what a register may hold."""
        if value is None or type(value) is bool or (type(value) is int and _within(value, -LARGEST, LARGEST)):
            return value
        if type(value) is str and len(value) <= LONGEST:
            return value
        if type(value) is list and depth > 0 and len(value) <= LONGEST:
            return tuple([self._plain(item, depth - 1) for item in value])
        raise BadSave("a register of the saved state holds what no register can")


def _within(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


__all__: Sequence[str] = ("KEYS", "fingerprint", "from_json", "sound", "state_key", "to_json")
