"""A match in the terminal: shows what each person may know, asks, carries out commands, lets bots move in between.

Takes a match, bots by seat, and a way to read and write lines, so that a test can hold a whole conversation.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from rulekit.play.bots import Bot, play_on
from rulekit.play.library import CannotRead
from rulekit.play.match import Match
from rulekit.play.saves import write_save
from rulekit.report.info import rule_info, rule_text
from rulekit.report.table import table_lines

from .menu import Leave, Menu, Talk

HELP = """\
  a number, or the beginning of a word, chooses; for several cards type several numbers
  ?             this help, and why something isn't offered
  ? WORD        why this isn't possible
  back          take back the last choice within this move
  undo          take back your last move
  table         show the table again
  log           show what has happened so far
  rules WORD    show the rule of this name
  save [FILE]   save the game
  quit          stop playing"""


class Quit(Exception):
    """The person stops playing."""


@define
class Session:
    """One sitting.  ``read`` shows a prompt and gives a line (EOFError at the end), ``write`` shows a line."""

    match: Match
    bots: dict[int, Bot]
    read: Callable[[str], str]
    write: Callable[[str], None]
    wipe: Callable[[], None]
    """Clears the screen before somebody else looks at it."""
    save_file: str | None = None
    told: dict[int, int] = field(factory=dict)
    """How many entries of the log each seat has been shown."""
    looking: int | None = None
    """The seat that looks at the screen."""

    def play(self) -> bool:
        """Play until the match is over (yes) or the person stops (no); raises ``MatchFault``."""
        try:
            while True:
                play_on(self.match, self.bots)
                decision = next(iter(self.match.decisions), None)
                if decision is None:
                    break
                self._hand_over(decision.by)
                self._news(decision.by)
                self._table(decision.by)
                try:
                    answer = Menu(decision, self._talk()).ask()
                except Leave:
                    continue
                self.match.choose(decision, answer)
        except (Quit, EOFError, KeyboardInterrupt):
            self._save_at_end()
            return False
        self._end()
        return True

    @property
    def people(self) -> list[int]:
        """The seats without a bot."""
        return [seat for seat in range(len(self.match.names)) if seat not in self.bots]

    def _hand_over(self, seat: int) -> None:
        if len(self.people) > 1 and self.looking != seat:
            if self.looking is not None:
                self.wipe()
            self.read(f"{self.match.names[seat]}, it's your turn: press Enter when nobody else is looking ")
        self.looking = seat

    def _news(self, seat: int) -> None:
        """What has happened since this seat last looked."""
        entries = self.match.log.entries
        self.write("")
        for entry in entries[self.told.get(seat, 0) :]:
            text = entry.in_words(seat)
            if text is not None and entry.kind != "phase":
                indent = "" if entry.kind != "event" else "  " if entry.seen is None else "    "
                self.write(indent + text)
        self.told[seat] = len(entries)

    def _table(self, seat: int) -> None:
        self.write("")
        for line in table_lines(self.match, seat):
            self.write(line)
        self.write("")

    def _talk(self) -> Talk:
        return Talk(self.read, self.write, self._command, self.match.log.said, self._explain)

    # ------------------------------------------------------------ commands

    def _command(self, word: str, rest: str) -> bool:
        match word, rest:
            case "undo", "":
                self._undo()
            case "table", "":
                self._table(self._seat())
            case "log", "":
                for line in self.match.lines(self._seat()):
                    self.write(line)
            case "rules", _:
                self._rule(rest)
            case "save", _:
                self._save(rest)
            case (("quit" | "exit" | "q"), ""):
                raise Quit
            case "help", "":
                self._explain("")
            case _:
                return False
        return True

    def _seat(self) -> int:
        return self.match.decisions[0].by if self.looking is None else self.looking

    def _undo(self) -> None:
        """Back to the last decision that a person made."""
        people = self.people
        answers = self.match.answers
        last = next((k for k in range(len(answers) - 1, -1, -1) if answers[k][0] in people), None)
        if last is None:
            self.write("there is no move of yours to take back")
            return
        self.match.undo(len(answers) - last)
        for seat in self.told:
            self.told[seat] = min(self.told[seat], len(self.match.log.entries))
        self.write("taken back")
        raise Leave

    def _rule(self, name: str) -> None:
        if not name:
            names = [a.name for a in self.match.program.model.actions]
            self.write(f"which rule? for example: rules {names[0] if names else 'NAME'}")
            return
        found = rule_info(self.match.program.model, name)
        self.write(found if isinstance(found, str) else rule_text(found).rstrip("\n"))

    def _save(self, file: str) -> None:
        file = file or self.save_file or ""
        if not file:
            self.write("save it where? type: save FILE")
            return
        try:
            write_save(file, self.match)
        except CannotRead as error:
            self.write(str(error))
            return
        self.save_file = file
        self.write(f"saved in {file}; --resume {file} goes on from here")

    def _explain(self, word: str) -> None:
        """Help; and why actions of this offer aren't possible."""
        if not word:
            self.write(HELP)
        decision = next((d for d in self.match.decisions if d.by == self._seat()), None)
        if decision is None or decision.kind != "offer":
            return
        offered = {action.name for action, _ in decision.actions}
        here = [action.name for action in getattr(decision.point, "actions", ())]
        known = [action.name for action in self.match.program.model.actions]
        if not word:
            wanted = [name for name in here if name not in offered]
        else:
            wanted = [name for name in known if name == word] or [name for name in known if name.startswith(word)]
        if word and not wanted:
            self.write(f"no action is called '{word[:40]}'; the actions are {', '.join(known)}")
        for name in wanted:
            reason = decision.why_not([name])
            if name in offered or reason is None:
                self.write(f"  {name} is possible now")
            else:
                self.write(f"  {name}: {self.match.log.said(reason)}")

    # ------------------------------------------------------------ the end

    def _end(self) -> None:
        for seat in self.people[:1]:
            self._news(seat)
        self.write("")
        for line in self.match.lines(None)[-len(self.match.contenders()) - 2 :]:
            self.write(line)

    def _save_at_end(self) -> None:
        self.write("")
        if self.save_file:
            self._save(self.save_file)
        self.write("goodbye")
