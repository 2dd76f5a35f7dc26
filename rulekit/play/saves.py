"""Saved matches: JSON with how the match began, every answer, and the state they lead to.

A save is loaded by playing its answers again, each checked against what is offered, and comparing the state at the end: so a
text that isn't exactly a save of these rules is refused with one line (``BadSave``), and log and ``undo`` are there after
resuming.
"""

from __future__ import annotations

import json
import os
import tempfile
from typing import TYPE_CHECKING, Any

from rulekit.engine import BadSave, IllegalAnswer
from rulekit.play.library import CannotRead, decode, read_bytes, shown
from rulekit.play.setup import SetupError, check_names, check_seed, make_setup

if TYPE_CHECKING:
    from rulekit.play.match import Match
    from rulekit.play.rules import Rules

__all__ = ["BadSave", "read_save", "resume", "write_save"]

MAX_BYTES = 4 * 1024 * 1024
MOST_ANSWERS = 20_000
_KEYS = {"format", "version", "game", "rules", "players", "options", "variants", "seed", "answers", "state"}


def read_save(path: str) -> Any:
    """The data in a save file; raises ``CannotRead`` or ``BadSave``."""
    text = decode(read_bytes(path, MAX_BYTES), path, limit=MAX_BYTES, what="saved match").text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadSave(f"{shown(path)} isn't a saved match: it isn't JSON") from None


def write_save(path: str, match: Match) -> None:
    """Write a match to a file at one stroke; raises ``CannotRead`` with what is wrong."""
    target = os.path.realpath(path)
    temporary = ""
    try:
        if os.path.isdir(target):
            raise CannotRead(f"{shown(path)} is a folder, not a file")
        handle, temporary = tempfile.mkstemp(prefix=".rulekit-", dir=os.path.dirname(target))
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            json.dump(match.save(), stream, ensure_ascii=False)
            stream.write("\n")
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except (OSError, ValueError) as error:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotRead(f"{shown(path)} can't be written: {reason.lower()}") from None


def resume(rules: Rules, data: Any) -> Match:
    """The match that ``Match.save`` described; raises ``BadSave``."""
    from rulekit.play.match import Match, MatchFault

    _check_shape(data)
    if data["rules"] != rules.hash:
        raise BadSave(f"the save is of other rules ({_text(data['game'])}), or {rules.file.name} has been changed since")
    try:
        names = data["players"]
        setup = make_setup(rules.game(), len(names), data["options"], data["variants"])
        match = Match.begin(rules, setup, check_seed(data["seed"]), check_names(names, setup.players))
    except SetupError as error:
        raise BadSave(f"the save doesn't fit the game: {error}") from None
    except MatchFault as fault:
        raise BadSave(f"the save can't be played: {fault}") from None
    for key, value in match.describe().items():
        if data[key] != value:
            raise BadSave(f"'{key}' of the save isn't what it should be")
    for number, pair in enumerate(data["answers"], 1):
        if not (isinstance(pair, list) and len(pair) == 2 and type(pair[0]) is int and isinstance(pair[1], list)):
            raise BadSave(f"answer {number} of the save isn't a seat and an answer")
        decision = next((d for d in match.decisions if d.by == pair[0]), None)
        if decision is None:
            raise BadSave(f"answer {number} of the save is by somebody who isn't asked then")
        try:
            match.choose(decision, pair[1])
        except IllegalAnswer as error:
            raise BadSave(f"answer {number} of the save isn't possible: {_text(str(error))}") from None
        except MatchFault as fault:
            raise BadSave(f"answer {number} of the save leads to a rules fault: {fault}") from None
        except RecursionError:
            raise BadSave(f"answer {number} of the save is nested too deeply") from None
    if not _same_state(json.loads(json.dumps(match.state.to_json())), data["state"]):
        raise BadSave("the save's state isn't the one that its answers lead to")
    return match


def _same_state(reached: dict[str, Any], saved: dict[str, Any]) -> bool:
    """Whether the answers have led to the saved state; frames mean something only within the version that made them."""
    if reached.keys() != saved.keys() or not isinstance(saved["code"], str):
        return False
    parts = reached.keys() if reached["code"] == saved["code"] else reached.keys() - {"code", "frames"}
    return all(reached[part] == saved[part] for part in parts)


def _check_shape(data: Any) -> None:
    if not isinstance(data, dict) or data.get("format") != "rulekit save":
        raise BadSave("this isn't a saved match of rulekit")
    if data.get("version") != 1:
        raise BadSave("the save was made by another version of rulekit")
    missing = sorted(_KEYS - data.keys())
    if missing:
        raise BadSave(f"the save lacks '{missing[0]}'")
    extra = sorted(data.keys() - _KEYS)
    if extra:
        raise BadSave(f"the save has something that doesn't belong there: '{_text(extra[0])}'")
    shapes = {"game": str, "rules": str, "players": list, "options": dict, "variants": list, "answers": list, "state": dict}
    for key, shape in shapes.items():
        if not isinstance(data[key], shape):
            raise BadSave(f"'{key}' of the save isn't what it should be")
    if not all(isinstance(x, str) for x in (*data["players"], *data["variants"])):
        raise BadSave("the save's players and variants have to be texts")
    if len(set(data["variants"])) < len(data["variants"]):
        raise BadSave("the save names a variant twice")
    if len(data["answers"]) > MOST_ANSWERS:
        raise BadSave(f"the save has more than {MOST_ANSWERS} answers")


def _text(text: str) -> str:
    return shown(text)[:120]
