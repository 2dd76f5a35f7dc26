"""One decision of a person, step by step: numbered menus, ``back`` within a move, words instead of numbers.

Takes a decision, gives a canonical answer, or the command that was typed instead.  All reading and writing goes through ``Talk``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import define, field

from .lines import side_by_side

if TYPE_CHECKING:
    from rulekit.engine import Decision, Item, Stage


NOTHING = "decline: none of these"


@define
class Talk:
    """A person at the keyboard: ``read`` gives a line (raises EOFError at the end), ``write`` shows one."""

    read: Callable[[str], str]
    write: Callable[[str], None]
    command: Callable[[str, str], bool]
    """Carries out ``undo``, ``log``, ..: a word and the rest of the line; no if the word is no command.  May raise ``Leave``."""
    said: Callable[[Any], Any]
    """Puts the players' names into a text."""
    explain: Callable[[str], None]
    """``?`` and ``? WORD``."""
    notes: Callable[[Stage], dict[str, str]] = lambda stage: {}
    """What stands behind items of a menu, by their values."""
    width: int = 100


class Leave(Exception):
    """The decision is dropped: the match has been changed (``undo``), or the person leaves."""


@define
class Menu:
    """The walk through the stages of one decision."""

    decision: Decision
    talk: Talk
    prefix: list[Any] = field(factory=list)
    taken: list[int] = field(factory=list)
    """The lengths the prefix had before each choice that the person made; the other choices had a single possibility."""

    def ask(self) -> list[Any]:
        """A complete canonical answer; raises ``Leave``."""
        while True:
            stage = self.decision.next(tuple(self.prefix))
            if stage is None:
                return self.decision.answer_of(tuple(self.prefix))
            if stage.kind == "set":
                self._set(stage)
            elif len(stage.items) == 1:
                title, text = self._title(stage), str(self.talk.said(stage.items[0].text))
                self.talk.write(f"{text if text == title else f'{title}: {text}'} (nothing else is possible)")
                self.prefix.append(stage.items[0].value)
            else:
                self._one(stage)

    def _one(self, stage: Stage) -> None:
        line: str | None = ""
        while line is not None:
            if not line:
                self.talk.write(self._title(stage))
                self._list(stage)
            line = self._line(empty=True)
            chosen = self._chosen(stage, line) if line else []
            if chosen:
                self.taken.append(len(self.prefix))
                self.prefix += chosen
                return

    def _chosen(self, stage: Stage, line: str) -> list[Any]:
        """What a line chooses: an item; or an action by what it chooses first, if one action alone offers that."""
        if stage.kind == "action" and not self._matching(stage.items, line) and not line.isdigit():
            through = []
            for action in stage.items:
                inner = self.decision.next((*self.prefix, action.value))
                if inner is not None and inner.kind == "element":
                    through += [[action.value, item.value] for item in self._matching(inner.items, line, exactly=True)]
            if len(through) == 1:
                return through[0]
        item = self._pick(stage.items, line)
        return [] if item is None else [item.value]

    def _set(self, stage: Stage) -> None:
        """A set is put together: several numbers in a line, or one after the other."""
        taken: dict[Any, int] = {}
        texts = {item.value: str(self.talk.said(item.text)) for item in stage.items}
        if sum(item.most for item in stage.items) == stage.low:
            taken = {item.value: item.most for item in stage.items}
            self.talk.write(f"{self._title(stage)}: {_counted(taken, texts) or 'nothing'} (nothing else is possible)")
            self.prefix.append(self._as_set(taken))
            return
        while True:
            stage = self.decision.set_next(tuple(self.prefix), taken)
            if not stage.items and stage.may_stop:
                break
            self.talk.write(f"{self._title(stage)}: {_range(stage)}{_so_far(taken, texts)}")
            self._list(stage, numbers=True)
            if stage.may_stop:
                self.talk.write("   Enter: that's all")
            line = self._line(empty=stage.may_stop)
            if line is None:
                return
            if line == "":
                break
            self._add(stage, line, taken)
        self.taken.append(len(self.prefix))
        self.prefix.append(self._as_set(taken))

    def _add(self, stage: Stage, line: str, taken: dict[Any, int]) -> None:
        """Add what a line names to the set, as far as it can be added."""
        words = line.replace(",", " ").split()
        items = stage.items
        if line == "all":
            while stage.items:
                taken[stage.items[0].value] = taken.get(stage.items[0].value, 0) + 1
                stage = self.decision.set_next(tuple(self.prefix), taken)
            return
        for word in words if all(map(str.isdigit, words)) else [line]:
            item = self._pick(items, word)
            if item is None:
                return
            now = self.decision.set_next(tuple(self.prefix), taken)
            if not any(other.value == item.value for other in now.items):
                self.talk.write(f"'{self.talk.said(item.text)}' can't be added any more")
                return
            taken[item.value] = taken.get(item.value, 0) + 1

    def _as_set(self, taken: dict[Any, int]) -> Any:
        """Cards are counted in an answer, other elements listed."""
        from rulekit.engine import IllegalAnswer

        try:
            self.decision.next((*self.prefix, dict(taken)))
        except IllegalAnswer:
            return list(taken)
        return dict(taken)

    def _line(self, empty: bool = False) -> str | None:
        """What was typed, unless it was a command; none after ``back``."""
        while True:
            line = self.talk.read("> ").strip()
            if not line:
                if empty:
                    return ""
                continue
            word, _, rest = line.partition(" ")
            if line.startswith("?"):
                self.talk.explain(line[1:].strip())
            elif line == "back":
                if not self.taken:
                    self.talk.write("nothing has been chosen in this move yet; 'undo' takes back the last move")
                    continue
                del self.prefix[self.taken.pop() :]
                return None
            elif not self.talk.command(word, rest.strip()):
                return line

    def _pick(self, items: tuple[Item, ...], line: str) -> Item | None:
        """The item with this number or beginning with this word; none (and said why) if there isn't exactly one."""
        if line.isascii() and line.isdigit():
            if len(line) < 6 and 1 <= int(line) <= len(items):
                return items[int(line) - 1]
            self.talk.write(f"there is no {line[:20]}: choose 1 to {len(items)}")
            return None
        found = self._matching(items, line)
        if len(found) == 1:
            return found[0]
        problem = f"'{line[:40]}' could be several of these" if found else f"nothing here is called '{line[:40]}'"
        self.talk.write(f"{problem}: type a number, or ? for help")
        return None

    def _matching(self, items: tuple[Item, ...], line: str, exactly: bool = False) -> list[Item]:
        """The items that are called so; else those that begin so; else those in which it stands."""
        wanted = line.casefold()
        names = [(item, str(item.value).casefold(), str(self.talk.said(item.text)).casefold()) for item in items]
        exact = [item for item, value, text in names if wanted in (value, text)]
        if exact or exactly:
            return exact
        begun = [item for item, value, text in names if value.startswith(wanted) or text.startswith(wanted)]
        return begun or [item for item, value, text in names if wanted in value or wanted in text]

    def _title(self, stage: Stage) -> str:
        if stage.kind == "action" and not stage.prompt:
            phase = self.decision.where.rpartition(" › ")[2]
            return str(self.talk.said(f"player {self.decision.by + 1}, what now? ({phase})"))
        return str(self.talk.said(stage.prompt if stage.prompt not in ("", stage.name) else f"choose {stage.name}"))

    def _list(self, stage: Stage, numbers: bool = False) -> None:
        """The numbered items; short ones side by side if there are many."""
        notes = self.talk.notes(stage)
        rows = []
        for number, item in enumerate(stage.items, 1):
            more = f"  (up to {item.most})" if numbers and item.most > 1 else ""
            note = notes.get(item.value, "") if notes else ""
            text = NOTHING if stage.kind == "action" and item.value == "decline" else self.talk.said(item.text)
            rows.append(f"{number:>2}  {text}{f'  ({note})' if note else ''}{more}")
        for row in side_by_side(rows, self.talk.width - 2):
            self.talk.write(f"  {row}")


def _so_far(taken: dict[Any, int], texts: dict[Any, str]) -> str:
    return f"; so far {_counted(taken, texts)}" if taken else ""


def _counted(taken: dict[Any, int], texts: dict[Any, str]) -> str:
    named = [(texts.get(value, str(value)), n) for value, n in taken.items()]
    return ", ".join(text if n == 1 else f"{n} × {text}" for text, n in named)


def _range(stage: Stage) -> str:
    if stage.low == stage.high:
        return f"choose {stage.low}"
    return f"choose {stage.low} to {stage.high}"
