"""A small game to start from, as the text of a rules file.

Takes a title, the name of its file and how many play; gives rules that are clean, laid out, tested by their example and can be played.
"""

from __future__ import annotations

import re

from rulekit.analysis.limits import MOST_PLAYERS
from rulekit.play.library import shown
from rulekit.play.setup import SetupError, check_names

VALUES = 12
"""The cards are numbered from 1 to this."""

_PLAYERS = re.compile(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")
_NAME = re.compile(r"[^\W\d_][\w-]{0,59}")

_TEXT = """\
# {title}: a small game to start from. What stands behind a # is a comment.
# Change one thing at a time, and see what comes of it:
#   rulekit check {file}     finds mistakes
#   rulekit fmt {file}       lays the file out
#   rulekit test {file}      runs the example at the end
#   rulekit play {file}      plays
#   rulekit simulate {file}  lets bots play many times

game "{title}" for {players} players:
  about "Lay out cards of rising numbers. Each counts its number, so don't be hasty."

# Cards: a kind of card with what is printed on it, and a deck of them.
card number_card:
  value: number 1..{values}
deck numbers:
  {copies} number_card with each value in 1..{values}

# Zones are where cards lie, in the middle and in front of each player. Private means: only its owner sees it.
shared:
  zone pile "the pile": face down, starts with numbers
each player:
  zone hand: private
  zone row: face up

# A query works something out: here, what the next card has to be higher than.
define highest(p) = max(value over p.row)

# Phases are the course of the game. In a turn, p is the player who is asked.
phase game:
  shuffle pile
  deal 3 from pile to players.hand
  phase turn cycle p in players until count(pile) = 0:
    must do one of draw, lay

# Actions are what a player can do: what he chooses, on which condition, and what happens then.
action draw "draw a card" by p:
  then: move top of pile to p.hand
action lay "lay out a card" by p:
  choose c "the card" in p.hand where c.value > highest(p)
  then: move c to p.row

# The score of a player, and who wins.
score p: sum(value over p.row)
winner: highest score

# An example is a test: a situation, what is done, and what has to be true then.
example "a card has to be higher than those that lie there" with {names}:
  given:
    Ann.row: number_card 5
    Ann.hand: number_card 3, number_card 8
    phase turn of Ann
  expect:
    Ann may draw, lay(number_card 8)
    Ann may not lay(number_card 3)
  play:
    Ann lay(number_card 8)
  expect:
    Ann.row: number_card 5, number_card 8
    Ann.score = 13
"""


def starter(name: str, players: tuple[int, int], file: str) -> str:
    """The text of the game ``name`` for so many players."""
    low, high = players
    return _TEXT.format(
        title=title_of(name),
        file=file,
        players=low if low == high else f"{low}..{high}",
        values=VALUES,
        copies=max(2, -(-6 * high // VALUES)),
        names=", ".join(check_names(None, low)),
    )


def title_of(name: str) -> str:
    """``my_game`` as a title: ``My Game``."""
    return " ".join(word[0].upper() + word[1:] for word in re.split(r"[_-]+", name) if word)


def check_name(name: str) -> str:
    """The name of a game, which is that of its file too; raises ``SetupError``."""
    if not _NAME.fullmatch(name):
        raise SetupError(f"a game's name is letters, digits, - and _, and begins with a letter (my_game), not '{shown(name)}'")
    return name


def check_players(text: str) -> tuple[int, int]:
    """``2..4`` or ``3``; raises ``SetupError``."""
    found = _PLAYERS.fullmatch(text)
    if found is None:
        raise SetupError(f"the number of players is written 2..4 or 3, not '{shown(text)}'")
    low, high = int(found[1]), int(found[2] or found[1])
    if not 1 <= low <= high <= MOST_PLAYERS:
        raise SetupError(f"the number of players is 1 to {MOST_PLAYERS}, the lower one first, not '{shown(text)}'")
    return low, high

