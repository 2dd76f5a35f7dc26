"""``rulekit replay LOG [GAME]``: plays a log's decisions again and compares every line."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, BinaryIO, cast

import click

from ..common import Example, load_game, show_fault
from ..guard import FINDINGS, OK, Trouble, note, out

if TYPE_CHECKING:
    from rulekit.play.replay import Replayed
    from rulekit.play.replay_log import Recorded

MOST_FILES = 500
"""So many rules files in a folder are looked into."""


@click.command(
    "replay",
    cls=Example,
    short_help="Play a log's decisions again, and compare every line.",
    examples=[
        "rulekit run my_game.rules --seed 7 > game.log",
        "rulekit replay game.log",
        "rulekit replay game.log my_game.rules --update",
    ],
)
@click.argument("log")
@click.argument("game", required=False)
@click.option("--update", is_flag=True, help="Write the log anew, if all its decisions are still possible.")
def command(log: str, game: str | None, update: bool) -> int:
    """Play the decisions of LOG again, and compare every line with what the rules say now.

    LOG is what 'rulekit run' prints or 'rulekit play --log' writes, as text or JSON, or - for standard input. GAME is needed only if its
    rules aren't found: in the folder of the log, the current one, or among the games that come along.

    If the rules have been changed since, that is said, and what the change does to the log is shown.

    Exit codes: 0 every line is the same (or the log was updated); 1 there is a difference, or a decision isn't possible any more; 2 the
    log can't be read, or its rules aren't found.
    """
    from rulekit.play.replay import replay
    from rulekit.play.replay_log import read_log
    from rulekit.report.replay import replay_text

    if update and log == "-":
        raise Trouble("--update writes a file, so LOG can't be standard input")
    recorded = read_log(_text(log))
    rules = load_game(game if game is not None else _find(log, recorded))
    played = replay(rules, recorded)
    if not played.same_rules:
        changed = f"the log is of other rules than {rules.file.name} as it is now"
        other = f", and of another game ({recorded.game})" if recorded.game != rules.game().title else ""
        note(f"{changed}{other}")
    out(replay_text(log, rules.file.name, played))
    if played.stop is not None and played.stop.fault is not None:
        show_fault(played.stop.fault)
    if update:
        return _update(log, played)
    return OK if played.same else FINDINGS


def _update(log: str, played: Replayed) -> int:
    from ..sources import write_rules

    if not played.updatable:
        reason = "not all of its decisions are possible" if played.stop is not None else "its decisions don't lead to the end any more"
        note(f"{log} was left as it is: {reason}")
        return FINDINGS
    if played.same and played.same_rules:
        note(f"{log} needs no update")
        return OK
    write_rules(log, played.text())
    note(f"{log} was written anew")
    return OK


def _text(log: str) -> str:
    """The text of the log."""
    from rulekit.play.library import decode, read_bytes
    from rulekit.play.replay_log import MAX_BYTES

    if log == "-":
        if sys.stdin is None:
            raise Trouble("<stdin> is closed")
        data = cast(BinaryIO, sys.stdin.buffer).read(MAX_BYTES + 1)
    else:
        data = read_bytes(log, MAX_BYTES)
    return decode(data, "<stdin>" if log == "-" else log, limit=MAX_BYTES, what="log").text


def _find(log: str, recorded: Recorded) -> str:
    """The rules of a log: beside it, in the current folder, else among the games that come along."""
    from rulekit.play.library import built_in, shown

    folders = dict.fromkeys([os.path.dirname(log) if log != "-" else "", ""])
    found = _of_log([path for folder in folders for path in _rules_in(folder)], recorded) or _of_log(list(built_in()), recorded)
    title = shown(recorded.game)
    if not found:
        raise Trouble(f"no rules of '{title}' are here; say which: rulekit replay {shown(log)} GAME")
    if len(found) > 1:
        raise Trouble(f"there are several rules of '{title}' ({', '.join(found)}); say which: rulekit replay {shown(log)} GAME")
    return found[0]


def _of_log(names: list[str], recorded: Recorded) -> list[str]:
    """Those of these rules that have the log's hash (one of them), or else its title."""
    from rulekit.play.library import CannotRead, read_rules
    from rulekit.play.rules import Rules
    from rulekit.report.info import headline_of

    titled: list[str] = []
    for name in names:
        try:
            file = read_rules(name)
        except CannotRead:
            continue
        if Rules(file).hash == recorded.rules:
            return [name]
        if headline_of(name, file)["title"] == recorded.game and not any(_is_same_file(name, other) for other in titled):
            titled.append(name)
    return titled


def _is_same_file(a: str, b: str) -> bool:
    return os.path.exists(a) and os.path.exists(b) and os.path.samefile(a, b)


def _rules_in(folder: str) -> list[str]:
    """The rules files in a folder, by name."""
    try:
        names = sorted(entry for entry in os.listdir(folder or ".") if entry.endswith(".rules"))
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names[:MOST_FILES]]
