"""A match in the terminal: shows what each person may know, asks, carries out commands, lets bots move in between.

Takes a match, bots by seat, and a way to read and write lines, so that a test can hold a whole conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import define, field

from rulekit.play.bots import Bot, play_on
from rulekit.play.library import CannotRead
from rulekit.play.match import Match
from rulekit.play.saves import write_save
from rulekit.play.secrets import has_secrets
from rulekit.report.cards import printed
from rulekit.report.info import rule_info, rule_text
from rulekit.report.table import Block, table_blocks

from .board import Screen, map_of, notes, way_lines
from .lines import folded
from .menu import Leave, Menu, Talk
from .polls import Polls, public_words

HELP = """\
  a number, or the beginning of a word, chooses; for several cards type several numbers
  Enter         show the choices again
  ?             this help, and why something isn't offered
  ? WORD        why this isn't possible
  back          take back the last choice within this move
  undo          take back your last move
  table         show the whole table again
  log           show what has happened lately; log all: everything
  rules WORD    show the rule of this name
  cards [WORD]  what is printed on the cards (with WORD in their name)
  save [FILE]   save the game
  quit          stop playing"""
RECENT = 60
"""So many lines of the log are shown at a time."""
MAP_HELP = """\
  map           show the board; <..> tells who or what is there
  way           how far it is from where you are to every space
  way TO        the shortest way there; also: way FROM TO"""


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
    screen: Screen = field(factory=Screen)
    table: dict[int, list[Block]] = field(factory=dict)
    """What each seat was shown of the table."""
    map: dict[int, list[str]] = field(factory=dict)
    shown_at: int = -1
    """The number of answers when somebody was last shown the table."""
    polls: Polls | None = None
    """How people at one keyboard are asked for reactions; none: each for himself."""

    def __attrs_post_init__(self) -> None:
        model = self.match.program.model
        if len(self.people) > 1 and model.reactions and has_secrets(model):
            told = len(self.match.log.entries) if self.match.answers else 0
            self.polls = Polls(self.match, self.people, self.read, self._show, self._look_away, self._hand_over, self._command, told)

    def play(self) -> bool:
        """Play until the match is over (yes) or the person stops (no); raises ``MatchFault``."""
        try:
            while True:
                play_on(self.match, self.bots)
                try:
                    if self.polls is not None and self.polls.asked():
                        continue
                except Leave:
                    continue
                decision = next(iter(self.match.decisions), None)
                if decision is None:
                    break
                self._hand_over(decision.by)
                self._news(decision.by)
                self._table(decision.by, whole=not self._goes_on(decision.by))
                try:
                    answer = Menu(decision, self._talk(decision.by)).ask()
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
            if not has_secrets(self.match.program.model):
                self.write(f"\n{self.match.names[seat]}, it's your turn")
                self.looking = seat
                return
            if self.looking is not None:
                self.wipe()
            self.read(f"{self.match.names[seat]}, it's your turn: press Enter when nobody else is looking ")
        self.looking = seat

    def _look_away(self) -> None:
        """Nobody's own things are on the screen any more."""
        if self.looking is not None:
            self.wipe()
        self.looking = None

    def _news(self, seat: int) -> None:
        """What has happened since this seat last looked."""
        entries = self.match.log.entries
        self.write("")
        for k, entry in enumerate(entries[self.told.get(seat, 0) :], self.told.get(seat, 0)):
            text = entry.in_words(seat)
            if self.polls is not None and k < self.polls.told and text is not None and text.strip() == (public_words(entry) or "").strip():
                continue  # everybody has read it together
            if text is not None and entry.kind != "phase" and not entry.minor:
                indent = "" if entry.kind != "event" else "  " if entry.seen is None else "    "
                self._show([indent + text])
        self.told[seat] = len(entries)

    def _goes_on(self, seat: int) -> bool:
        """Whether this seat has seen the table, and nobody else has decided anything since."""
        answers = self.match.answers
        return 0 <= self.shown_at <= len(answers) and all(by == seat for by, _ in answers[self.shown_at :])

    def _table(self, seat: int, whole: bool = True) -> None:
        """The table and the map; if not ``whole``, only what has changed since the seat saw them."""
        before = [] if whole else self.table.get(seat, [])
        heads, known = {block.head for block in before}, {(block.name, row) for block in before for row in block.rows}
        blocks, bare = table_blocks(self.match, seat), self._picture(seat, False)
        picture = self._picture(seat, True) if whole else bare
        self.write("")
        for block in blocks:
            rows = tuple(row for row in block.rows if (block.name, row) not in known)
            if rows or block.head not in heads:
                self._show(Block(block.name, block.score, rows).lines())
        if picture and (whole or self.map.get(seat) != bare):
            self.write("")
            for line in picture:
                self.write(line)
        self.write("")
        self.table[seat], self.map[seat], self.shown_at = blocks, bare, len(self.match.answers)

    def _picture(self, seat: int, key: bool) -> list[str]:
        decision = next((d for d in self.match.decisions if d.by == seat), None)
        return map_of(self.match, seat, self.screen, decision, key)

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            for row in folded(line, self.screen.width):
                self.write(row)

    def _talk(self, seat: int) -> Talk:
        return Talk(
            self.read,
            self.write,
            self._command,
            self.match.log.said,
            self._explain,
            lambda stage: notes(self.match, seat, stage),
            self.screen.width,
        )

    # ------------------------------------------------------------ commands

    def _command(self, word: str, rest: str) -> bool:
        match word, rest:
            case "undo", "":
                self._undo()
            case "table", "":
                self._table(self._seat())
            case "map", "" if self.match.program.model.board is not None:
                for line in self._picture(self._seat(), True):
                    self.write(line)
            case "way", _ if self.match.program.model.board is not None:
                self._show(way_lines(self.match, self._seat(), rest.split()))
            case "log", ("" | "all"):
                self._log(rest == "all")
            case "cards", _:
                self._show(printed(self.match, rest) or [f"no card has '{rest}' in its name"])
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

    def _log(self, everything: bool) -> None:
        lines = self.match.lines(self._seat())
        if not everything and len(lines) > RECENT:
            self.write(f"the last {RECENT} of {len(lines)} lines; log all shows everything")
            lines = lines[-RECENT:]
        self._show(lines)

    def _seat(self) -> int:
        return self.match.decisions[0].by if self.looking is None else self.looking

    def _undo(self) -> None:
        """Back to the last decision that a person made."""
        people = self.people
        answers = self.match.answers
        passed = self.polls.silent if self.polls is not None else ()
        last = next((k for k in range(len(answers) - 1, -1, -1) if answers[k][0] in people and k not in passed), None)
        if last is None:
            self.write("there is no move of yours to take back")
            return
        self.match.undo(len(answers) - last)
        if self.polls is not None:
            self.polls.taken_back()
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
            if self.match.program.model.board is not None:
                self.write(MAP_HELP)
        decision = next((d for d in self.match.decisions if d.by == self._seat()), None)
        if decision is None or decision.kind != "offer":
            return
        offered = {action.name for action, _ in decision.actions}
        here = [action.name for action in getattr(decision.point, "actions", ())]
        labels = {action.name: action.label or "" for action in self.match.program.model.actions}
        if not word:
            wanted = [name for name in here if name not in offered]
        else:
            wanted = [name for name in labels if name == word] or [
                name for name, label in labels.items() if name.startswith(word) or word.casefold() in label.casefold()
            ]
        if word and not wanted:
            self._show([f"no action is called '{word[:40]}'; the actions are {', '.join(labels)}"])
        for name in wanted:
            reason = decision.why_not([name])
            title = f"{labels[name]} ({name})" if labels.get(name) else name
            if name in offered or reason is None:
                self._show([f"  {title} is possible now"])
            else:
                self._show([f"  {title}: {self.match.log.said(reason)}"])

    # ------------------------------------------------------------ the end

    def _end(self) -> None:
        for seat in self.people[:1]:
            self._news(seat)
        self.write("")
        lines = self.match.lines(None)
        for line in lines[len(lines) - 1 - lines[::-1].index("result") :]:
            self.write(line)

    def _save_at_end(self) -> None:
        self.write("")
        if self.save_file:
            self._save(self.save_file)
        self.write("goodbye")
