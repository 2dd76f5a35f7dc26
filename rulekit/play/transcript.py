"""The transcript of a match played at random: all decisions with all their options, the log as each player reads it, the result.

Takes rules, a number of players, a seed, options and variants; gives a text that is the same on every machine.  It tells more
than a log, which leaves out what might have been decided, and less: not the hash of the rules, so that a comment changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulekit.play.bots import RandomBot, bot_answer
from rulekit.play.log import Entry, write_answer

if TYPE_CHECKING:
    from rulekit.engine import Decision
    from rulekit.play.match import Match
    from rulekit.play.rules import Rules

SHOWN = 60
"""Of more options than this, so many are written out, and the others as a number and a hash."""
HASHED = 20_000
"""Of more options than this, only the number is told."""


def transcript(
    rules: Rules,
    players: int,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    variants: Iterable[str] = (),
    shown: int = SHOWN,
) -> str:
    """The transcript of one match that random bots play; of more than ``shown`` options not all are written out.

    Raises what ``Rules.start`` and ``Match.choose`` raise.
    """
    match = rules.start(players, seed, options, variants)
    lines = [*_head(match), ""]
    bot, told = RandomBot(), 0
    while match.decisions:
        lines += _entries(match, told)
        told = len(match.log.entries)
        decision = match.decisions[0]
        answer = bot_answer(match, decision, bot)
        lines += _asked(match, decision, answer, shown)
        match.choose(decision, answer)
    lines += [*_entries(match, told), "", *_result(match)]
    return "".join(line + "\n" for line in lines)


def _head(match: Match) -> list[str]:
    about = match.describe()
    settings = [f"{name} = {value}" for name, value in about["options"].items()] + about["variants"]
    return [
        f"{about['game']}, seed {match.seed}",
        f"players: {', '.join(match.names)}",
        f"settings: {', '.join(settings) or 'none'}",
    ]


def _asked(match: Match, decision: Decision, answer: Sequence[Any], shown: int) -> Iterator[str]:
    """A decision: who, where, how many options; then each of them, the one that will be taken with a mark."""
    number = decision.count()
    asked = ", ".join(match.names[d.by] for d in match.decisions if d is not decision)
    what = f"{decision.where}: {decision.prompt}" if decision.prompt else decision.where
    together = f", beside {asked}" if asked else ""
    yield f"? {match.names[decision.by]}{together}: {what}, {number} option{'s' * (number != 1)}"
    options = decision.options(HASHED) if number <= HASHED else decision.options(shown)
    if len(options) > shown:
        words = "\n".join(map(write_answer, options))
        yield f"      the first {shown // 3} of them, sha256 of all {hashlib.sha256(words.encode()).hexdigest()[:16]}"
        options = options[: shown // 3]
    for option in options:
        yield f"  {'>' if option == answer else ' '} {write_answer(match.log.said(option))}"
    if answer not in options:
        yield f"  > {write_answer(match.log.said(answer))}"


def _entries(match: Match, since: int) -> Iterator[str]:
    for entry in match.log.entries[since:]:
        yield from _entry(match, entry)


def _entry(match: Match, entry: Entry) -> Iterator[str]:
    """One line if all players read the same, else one for each text with those who read it."""
    readers: dict[str, list[str]] = {}
    for seat, name in enumerate(match.names):
        text = entry.for_viewer(seat)
        if text is not None:
            readers.setdefault(text, []).append(name)
    if len(readers) == 1 and len(next(iter(readers.values()))) == len(match.names):
        yield next(iter(readers))
        return
    for text, names in readers.items():
        yield f"[{', '.join(names)}] {text}"


def _result(match: Match) -> list[str]:
    scores = zip(match.contenders(), match.scores(), strict=True)
    rows = [f"{name}: {score}" for name, score in scores if score is not None]
    winners = [match.contenders()[k] for k in match.winners()]
    return [*rows, f"winner: {', '.join(winners) or 'nobody'}"]
