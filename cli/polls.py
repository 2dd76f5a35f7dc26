"""Reactions of several people at one keyboard: all are asked at once whether somebody answers, whoever could.

Takes a match, the seats of the people, and a way to read and write.  Promises: what is shown and asked here is the same for all hands
that the others can't see; only who says that he wants to answer gets the screen for himself.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from rulekit.play.log import Entry
from rulekit.play.match import Match


@define
class Polls:
    """``alone`` gives a person the screen for himself; ``command`` carries out ``quit``, ``save FILE`` and ``undo``."""

    match: Match
    people: list[int]
    read: Callable[[str], str]
    show: Callable[[list[str]], None]
    wipe: Callable[[], None]
    alone: Callable[[int], None]
    command: Callable[[str, str], bool]
    told: int = 0
    """How many entries of the log everybody has been told."""
    speaking: set[int] = field(factory=set)
    """Who wants to answer, and hasn't been asked yet."""
    silent: set[int] = field(factory=set)
    """The numbers of the answers that were given for people who didn't want to answer."""

    def asked(self) -> bool:
        """Ask all at every window that has opened since the last time; whether somebody's turn to answer was passed over."""
        entries = self.match.log.entries
        opened = [k for k in range(self.told, len(entries)) if entries[k].kind == "window"]
        if opened or not self._pending():
            self._nothing_for(self.speaking)
        for k in opened:
            self._tell(k)
            self.speaking = self._who_answers(entries[k].text)
            if k != opened[-1] or not self._pending():
                self._nothing_for(self.speaking)
        if not self._pending():
            return False
        decision = self.match.decisions[0]
        if decision.by in self.speaking:
            self.speaking.discard(decision.by)
            return False
        self.silent.add(len(self.match.answers))
        self.match.choose(decision, ["decline"])
        return True

    def taken_back(self) -> None:
        """After ``undo``: what has been taken back is told, and asked, again."""
        self.told = min(self.told, len(self.match.log.entries))
        self.silent = {number for number in self.silent if number < len(self.match.answers)}
        self.speaking = set()

    def _pending(self) -> bool:
        """Whether one of the people is asked for a reaction."""
        return any(d.kind == "reaction" and d.by in self.people for d in self.match.decisions)

    def _tell(self, window: int) -> None:
        """What everybody has seen happen up to a window."""
        self.wipe()
        lines = [public_words(entry) for entry in self.match.log.entries[self.told : window]]
        self.told = window + 1
        self.show(["", *[line for line in lines if line is not None]])

    def _who_answers(self, words: str) -> set[int]:
        names = self.match.names
        while True:
            line = self.read(f"{words}. Does somebody answer? Enter: nobody; or type who: ").strip()
            word, _, rest = line.partition(" ")
            if word in ("quit", "exit", "q", "save", "undo") and word not in names:
                self.command(word, rest.strip())
                continue
            found = [self._seats(part) for part in line.replace(",", " ").split()]
            wrong = next((part for part, seats in zip(line.replace(",", " ").split(), found, strict=True) if len(seats) != 1), None)
            if wrong is None:
                return {seat for seats in found for seat in seats}
            self.show([f"'{wrong}' is nobody here: type {', '.join(names[seat] for seat in self.people)}, or just Enter"])

    def _seats(self, word: str) -> list[int]:
        whole = [seat for seat in self.people if self.match.names[seat].casefold() == word.casefold()]
        return whole or [seat for seat in self.people if self.match.names[seat].casefold().startswith(word.casefold())]

    def _nothing_for(self, seats: set[int]) -> None:
        """Those who wanted to answer and can't are told so, in private."""
        for seat in sorted(seats):
            self.alone(seat)
            self.read("there is nothing of yours that answers this: press Enter ")
            self.wipe()
        seats.clear()


def public_words(entry: Entry) -> str | None:
    """What everybody reads of an entry, none if that is nothing."""
    if entry.kind in ("phase", "window") or entry.minor:
        return None
    text = (entry.words or entry.text) if entry.seen is None else entry.public_words or entry.public
    return text if text is None or entry.kind != "event" else f"  {text}"
