"""A log read back: what the match was started with, the decisions, and every line.

Takes a log, as text or JSON; gives a ``Recorded``.  Any text ends in one or in ``BadLog`` with one line; nothing is played here.
"""

from __future__ import annotations

import json
import re
from typing import Any

from attrs import frozen

from rulekit.play.library import CannotRead, shown

MAX_BYTES = 16 * 1024 * 1024
MOST_DECISIONS = 20_000
TEXT, JSON = "text", "json"
_DECISION = re.compile(r"([0-9]{1,6}) ([A-Z][A-Za-z0-9_]{0,23}) (\S.*)")
_HEAD = ("game", "rules", "players", "options", "variants", "seed", "viewer")


class BadLog(CannotRead):
    """A text that isn't a log that can be played again; ``str()`` is one line for the user."""


@frozen
class Line:
    """One line of a text, or one event of JSON data.  ``number``: which; ``text`` is shown, ``key`` is compared."""

    number: int
    text: str
    key: str


@frozen
class Made:
    """A decision of a log: who made it, and what it was: as examples write it, or as a canonical answer.  ``line``: its line or event."""

    by: str
    what: str | list[Any]
    line: int


@frozen
class Recorded:
    """A log.  ``options`` have their values as texts; ``over``: the match had ended."""

    form: str
    game: str
    rules: str
    players: tuple[str, ...]
    options: dict[str, str]
    variants: tuple[str, ...]
    seed: int
    decisions: tuple[Made, ...]
    lines: tuple[Line, ...]
    over: bool


def read_log(text: str) -> Recorded:
    """What a log says; raises ``BadLog``."""
    if text.lstrip().startswith("{"):
        return _from_json(text)
    lines = text.replace("\r\n", "\n").split("\n")
    if lines and not lines[-1]:
        del lines[-1]
    return _from_text(lines)


# ---------------------------------------------------------------- text


def text_lines(lines: list[str]) -> tuple[Line, ...]:
    """The lines that are compared: all but that with the hash of the rules."""
    return tuple([Line(k, line, line) for k, line in enumerate(lines, 1) if not (k < 20 and line.startswith("rules: sha256 "))])


def _from_text(lines: list[str]) -> Recorded:
    first = lines[0] if lines else ""
    if not first.startswith("rulekit log "):
        raise BadLog("this is no log of rulekit: it doesn't begin with 'rulekit log 1'")
    if first != "rulekit log 1":
        raise BadLog(f"the log was made by another version of rulekit: '{shown(first)}'")
    head: dict[str, str] = {}
    end = next((k for k, line in enumerate(lines[:40]) if not line), None)
    if end is None:
        raise BadLog("the log's head doesn't end: there is no empty line behind it")
    for number, line in enumerate(lines[1:end], 2):
        name, colon, value = line.partition(": ")
        if not colon:
            raise BadLog(f"line {number} of the log's head isn't written NAME: VALUE")
        head.setdefault(name, value)
    for name in _HEAD:
        if name not in head:
            raise BadLog(f"the log's head lacks '{name}'")
    players = tuple(head["players"].split(", "))
    decisions: list[Made] = []
    for number, line in enumerate(lines[end:], end + 1):
        found = _DECISION.fullmatch(line)
        if found is None:
            continue
        if found[2] not in players:
            raise BadLog(f"line {number} of the log is a decision by {found[2]}, who isn't among the players")
        if int(found[1]) != len(decisions) + 1:
            raise BadLog(f"line {number} of the log is decision {found[1]}, where {len(decisions) + 1} is the next")
        decisions.append(Made(found[2], found[3], number))
    return _checked(
        TEXT,
        head["game"],
        head["rules"].removeprefix("sha256 "),
        players,
        _options(head["options"]),
        () if head["variants"] == "none" else tuple(head["variants"].split(", ")),
        head["seed"],
        head["viewer"],
        decisions,
        text_lines(lines),
        "result" in lines[end:],
    )


def _options(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in text.split(", ") if text != "none" else ():
        name, equals, value = part.partition(" = ")
        if not equals:
            raise BadLog(f"the log's options aren't written NAME = VALUE: '{shown(part)}'")
        found[name] = value
    return found


# ---------------------------------------------------------------- JSON


def json_lines(data: dict[str, Any]) -> tuple[Line, ...]:
    """What is compared: what the match was started with, then the events, then the result."""
    head = {key: value for key, value in data.items() if key not in ("rules", "events", "result")}
    rows = [Line(0, f"{name}: {_short(value)}", _key([name, value])) for name, value in sorted(head.items())]
    for number, event in enumerate(data["events"], 1):
        text = event["text"] if isinstance(event, dict) and isinstance(event.get("text"), str) else _short(event)
        rows.append(Line(number, text, _key(event)))
    return (*rows, Line(len(data["events"]) + 1, f"result: {_short(data['result'])}", _key(data["result"])))


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:197] + "..."


def _from_json(text: str) -> Recorded:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadLog("this is no log of rulekit: it isn't JSON") from None
    if not isinstance(data, dict) or "events" not in data:
        raise BadLog("this is no log of rulekit: JSON without 'events'")
    if data.get("version") != 1:
        raise BadLog("the log was made by another version of rulekit")
    shapes: dict[str, type] = {
        "game": str, "rules": str, "players": list, "options": dict, "variants": list, "seed": int, "viewer": str, "events": list,
        "result": dict,
    }  # fmt: skip
    for name, shape in shapes.items():
        if not isinstance(data.get(name), shape) or isinstance(data[name], bool):
            raise BadLog(f"'{name}' of the log isn't what it should be")
    decisions: list[Made] = []
    for number, event in enumerate(data["events"], 1):
        if not isinstance(event, dict):
            raise BadLog(f"event {number} of the log isn't what it should be")
        if event.get("kind") == "decision" and data["viewer"] == "all":
            by, answer = event.get("by"), event.get("answer")
            if not isinstance(by, str) or not isinstance(answer, list) or event.get("n") != len(decisions) + 1:
                raise BadLog(f"event {number} of the log isn't a decision with 'n', 'by' and 'answer'")
            decisions.append(Made(by, answer, number))
    try:
        lines = json_lines(data)
    except RecursionError:
        raise BadLog("the log is nested too deeply") from None
    players = tuple(data["players"])
    if not all(isinstance(x, str) for x in (*players, *data["variants"], *data["options"].values())):
        raise BadLog("the log's players, options and variants have to be texts")
    options, variants, seed = data["options"], tuple(data["variants"]), str(data["seed"])
    over = data["result"].get("over") is True
    return _checked(JSON, data["game"], data["rules"], players, options, variants, seed, data["viewer"], decisions, lines, over)


def _checked(
    form: str,
    game: str,
    rules: str,
    players: tuple[str, ...],
    options: dict[str, str],
    variants: tuple[str, ...],
    seed: str,
    viewer: str,
    decisions: list[Made],
    lines: tuple[Line, ...],
    over: bool,
) -> Recorded:
    """The log, if it can be played again."""
    if viewer != "all":
        raise BadLog(
            f"this log tells only what {shown(viewer)[:40]} may know; a log with all decisions has 'viewer: all', which is what 'rulekit "
            "run' prints by default"
        )
    if not seed.isascii() or not seed.isdigit() or len(seed) > 30:
        raise BadLog(f"the log's seed isn't a number: '{shown(seed)[:40]}'")
    if len(decisions) > MOST_DECISIONS:
        raise BadLog(f"the log has more than {MOST_DECISIONS:,} decisions")
    return Recorded(form, game, rules, players, options, variants, int(seed), tuple(decisions), lines, over)
