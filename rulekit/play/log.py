"""The log of a match: what was decided and what happened, each thing once, for each viewer only what he may know.

Takes change records of the engine as they come, keeps ``Entry`` values, gives lines for a viewer.  An entry carries its own
audience from the start, so a viewer's log can't tell what he couldn't see: other text is never made into his lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulekit.analysis.parts import parts
from rulekit.analysis.types import CardT, FlagT, OptionalT, SetT, Type
from rulekit.analysis.walk import choices_in

if TYPE_CHECKING:
    from rulekit.engine import Program, State
    from rulekit.engine.program import FieldInfo, ZoneInfo

Answer = list[Any]
_PLAYER = re.compile(r"\bplayer ([1-9][0-9]{0,3})\b")


@frozen
class Entry:
    """One thing that was decided or happened.

    ``kind``: ``phase``, ``decision``, ``forced``, ``event`` or ``window``.  ``text`` is read by the players in the bit set ``seen`` (none:
    by all), ``public`` by the others (none: nothing).  ``words``, ``public_words``: the same in words, for decisions.  ``minor``: it
    tells of a field that each pass of a phase resets; whoever only wants to know what others have done need not read it.
    """

    kind: str
    text: str
    seen: int | None = None
    public: str | None = None
    words: str | None = None
    public_words: str | None = None
    data: dict[str, Any] = field(factory=dict)
    minor: bool = False

    def for_viewer(self, viewer: int | None) -> str | None:
        """What a player reads (none: everything)."""
        return self.text if self.read_by(viewer) else self.public

    def in_words(self, viewer: int | None) -> str | None:
        """The same in words for players."""
        if self.words is None:
            return self.for_viewer(viewer)
        return self.words if self.read_by(viewer) else self.public_words

    def read_by(self, viewer: int | None) -> bool:
        """Whether a player reads ``text`` itself."""
        return viewer is None or self.seen is None or bool(self.seen >> viewer & 1)


@define
class Log:
    """The entries of a match, in order."""

    program: Program = field(repr=False)
    names: tuple[str, ...]
    entries: list[Entry] = field(factory=list)

    def record(self, state: State, changes: Iterable[tuple[Any, ...]], number: int = 0, kind: str = "") -> None:
        """Append the change records that one answer led to; ``number`` and ``kind`` are those of the decision answered."""
        for change in changes:
            self.entries += getattr(self, f"_{change[0]}")(state, number, kind, *change[1:])

    def copy(self) -> Log:
        """A log of its own with the same entries."""
        return Log(self.program, self.names, self.entries[:])

    # ------------------------------------------------------------ decisions

    def _decide(self, state: State, number: int, kind: str, by: int, answer: Answer, words: str) -> list[Entry]:
        return [self._decision("decision", kind == "together", by, answer, words, {"n": number})]

    def _forced(self, state: State, number: int, kind: str, by: int, answer: Answer, words: str) -> list[Entry]:
        return [self._decision("forced", False, by, answer, words, {})]

    def _decision(self, kind: str, secret: bool, by: int, answer: Answer, words: str, data: dict[str, Any]) -> Entry:
        """Others read the same whether it was forced or free, and nothing of declining: that depends on what they can't see."""
        name, said = self.names[by], self.said(answer)
        public: str | None = f"{name} {self.written(self._hidden(said))}"
        public_words: str | None = f"{name}: {self._public_words(said)}"
        if secret or answer == ["decline"]:
            public, public_words = None, None
        text = f"{name} {self.written(said)}"
        data = {**data, "by": name, "answer": answer}
        return Entry(kind, text, 1 << by, public, f"{name}: {self.said(words)}", public_words, data)

    def written(self, answer: Answer) -> str:
        """An answer as examples write it."""
        return write_answer(answer, answer[0] not in self.program.abilities)

    def said(self, value: Any) -> Any:
        """An answer or a text of the engine as it is shown: with the players' names."""
        if isinstance(value, str):
            return _PLAYER.sub(self._named, value)
        if isinstance(value, dict):
            return {self.said(key): n for key, n in value.items()}
        if isinstance(value, list | tuple):
            return [self.said(item) for item in value]
        return value

    def _named(self, found: re.Match[str]) -> str:
        seat = int(found.group(1)) - 1
        return self.names[seat] if 0 <= seat < len(self.names) else found.group()

    def _hidden(self, answer: Answer) -> Answer:
        """An answer without its cards: which they are is told by what happens to them, to those who see it."""
        return [answer[0], *(self._hidden_value(value) for value in answer[1:])]

    def _hidden_value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {_cards(sum(value.values())): 1} if value else value
        if isinstance(value, str) and value.split(" ", 1)[0] in self._kinds():
            return "a card"
        return value

    def _public_words(self, answer: Answer) -> str:
        if answer == ["decline"]:
            return "decline"
        labels = self._labels()
        said = []
        for value in map(self._hidden_value, answer[1:]):
            if isinstance(value, dict):
                said.append(", ".join(value) or "nothing")
            elif isinstance(value, list):
                said.append(", ".join(labels.get(str(v), str(v)) for v in value) or "nothing")
            else:
                said.append(labels.get(str(value), str(value)))
        if answer[0] in self.program.abilities:
            head = labels.get(str(answer[0]), str(answer[0]))
        else:
            head = _asked(self.program).get(answer[0], "")
        return f"{head}: {', '.join(said)}" if head and said else head or ", ".join(said)

    def _kinds(self) -> frozenset[str]:
        return frozenset(kind.name for kind in self.program.model.kinds)

    def _labels(self) -> dict[str, str]:
        model = self.program.model
        found = [*model.actions, *model.reactions, *model.teams, *(v for e in model.enums for v in e.values)]
        found += model.board.spaces if model.board else []
        return {decl.name: decl.label for decl in found if decl.label}

    # ------------------------------------------------------------ what happened

    def _phase(self, state: State, number: int, kind: str, name: str, label: str | None, value: str | None) -> list[Entry]:
        of = f" of {self.said(value)}" if value is not None else ""
        return [Entry("phase", f"phase {name}{of}", data={"name": name, "label": label, "of": self.said(value)})]

    def _move(
        self, state: State, number: int, kind: str, moved: Sequence[tuple[int, int]], source: int, target: int
    ) -> list[Entry]:
        where = f"moved within {self.zone(target)}" if source == target else f"from {self.zone(source)} to {self.zone(target)}"
        return self._about_cards(moved, "", " " + where, {"from": self._zone_name(source), "to": self._zone_name(target)})

    def _show(self, state: State, number: int, kind: str, shown: Sequence[tuple[int, int]]) -> list[Entry]:
        groups: dict[int, list[tuple[int, int]]] = {}
        for card, mask in shown:
            groups.setdefault(mask, []).append((card, mask))
        found: list[Entry] = []
        for mask, cards in groups.items():
            to = "all" if mask == self._all() else self._people(mask) or "nobody"
            found += self._about_cards(cards, "", " shown to " + to, {})
        return found

    def _shuffle(self, state: State, number: int, kind: str, zone: int) -> list[Entry]:
        return [Entry("event", f"shuffled: {self.zone(zone)}")]

    def _set(self, state: State, number: int, kind: str, index: int, value: Any) -> list[Entry]:
        info = self.program.fields[index]
        text = self._field(info)
        of = info.type.of if isinstance(info.type, OptionalT | SetT) else info.type
        if isinstance(of, CardT) and value not in (None, ()):
            cards = value if isinstance(value, tuple) else (value,)
            marked = [(card, self._seen(state, card)) for card in cards]
            return self._about_cards(marked, f"{text}: ", "", {})
        return [Entry("event", f"{text}: {self.value(state, info.type, value)}", minor=info.decl.each is not None)]

    def _state(self, state: State, number: int, kind: str, card: int, name: str, value: Any, seen: int) -> list[Entry]:
        decl = next(s for k in self.program.cards[card].kind.ancestry() for s in k.states if s.name == name)
        return self._about_cards([(card, seen)], "", f": {decl.label or name.replace('_', ' ')} {self.value(state, decl.type, value)}", {})

    def _roll(self, state: State, number: int, kind: str, die: str, value: int) -> list[Entry]:
        return [Entry("event", f"{die} shows {value}")]

    def _window(self, state: State, number: int, kind: str, words: str) -> list[Entry]:
        """In no log; a front end at which several people sit asks all of them, so that nobody learns who could have answered."""
        return [Entry("window", self.said(words), seen=0)]

    def _random(self, state: State, number: int, kind: str, text: str) -> list[Entry]:
        return [Entry("event", self.said(text))]

    def _about_cards(self, marked: Sequence[tuple[int, int]], before: str, behind: str, data: dict[str, Any]) -> list[Entry]:
        """What everybody sees of the cards in one line; then, for those who see more, which the others are."""
        everybody = self._all()
        open_cards = [card for card, mask in marked if mask & everybody == everybody]
        closed = [(card, mask & everybody) for card, mask in marked if mask & everybody != everybody]
        named = self._listed(open_cards)
        more = "card" if len(closed) == 1 else "cards"
        number = f"{len(closed)} more {more}" if named else _cards(len(closed))
        public = " and ".join(part for part in (named, number if closed else "") if part)
        entries = [Entry("event", f"{before}{public}{behind}", data=data)]
        by_viewer: dict[tuple[int, ...], int] = {}
        for viewer in range(len(self.names)):
            seen = tuple(card for card, mask in closed if mask >> viewer & 1)
            if seen:
                by_viewer[seen] = by_viewer.get(seen, 0) | 1 << viewer
        for cards, mask in by_viewer.items():
            word = (
                "these are" if len(cards) == len(closed) and len(cards) > 1 else "this is" if len(closed) == 1 else "among these"
            )
            entries.append(Entry("event", f"{word} {self._listed(cards)}", seen=mask))
        return entries

    # ------------------------------------------------------------ words

    def _listed(self, cards: Sequence[int]) -> str:
        counts: dict[str, int] = {}
        for card in sorted(cards):
            words = self.program.cards[card].words
            counts[words] = counts.get(words, 0) + 1
        return ", ".join(words if n == 1 else f"{n} × {words}" for words, n in counts.items())

    def zone(self, index: int) -> str:
        """A zone in words: ``the draw deck``, ``Ann's hand``."""
        if index < 0:
            return "outside"
        info = self.program.zones[index]
        return self.owned(info)

    def owned(self, info: ZoneInfo | FieldInfo) -> str:
        """A zone or field in words, with whose it is: ``the pile``, ``Ann's hand``."""
        if info.owner is None:
            return info.text
        return f"{self.owner(info)}'s {info.text.removeprefix('the ')}"

    def _field(self, info: FieldInfo) -> str:
        """A field in words.  A flag's name is no noun ("moved", "has thrown"), so it stands behind a colon: ``Ann: moved``."""
        if isinstance(info.type, FlagT) and info.owner is not None:
            return f"{self.owner(info)}: {info.text}"
        return self.owned(info)

    def _zone_name(self, index: int) -> str:
        if index < 0:
            return "outside"
        info = self.program.zones[index]
        return f"{self.owner(info)}.{info.name}" if info.owner is not None else info.name

    def owner(self, info: ZoneInfo | FieldInfo) -> str:
        """The name of the player or team that a zone or field belongs to."""
        if info.decl.owner == "team":
            team = self.program.model.teams[info.owner or 0]
            return team.label or team.name
        return self.names[info.owner or 0]

    def value(self, state: State, type: Type, value: Any) -> str:
        """A run-time value in words."""
        from rulekit.engine.words import value_words

        return str(self.said(value_words(state, type, value)))

    def _people(self, mask: int) -> str:
        return ", ".join(name for seat, name in enumerate(self.names) if mask >> seat & 1)

    def _all(self) -> int:
        return (1 << len(self.names)) - 1

    def _seen(self, state: State, card: int) -> int:
        from rulekit.engine.ledger import seen_by

        return seen_by(state, card)

    # ------------------------------------------------------------ lines

    def lines(self, viewer: int | None, since: int = 0) -> list[str]:
        """The lines for a player, or (none) the whole log with private lines marked by those who read them."""
        rows = []
        for entry in self.entries[since:]:
            text = entry.for_viewer(viewer)
            if text is None or entry.kind == "window":
                continue
            if entry.kind == "event" and entry.seen is not None:
                who = self._people(entry.seen) if viewer is None else self.names[viewer]
                rows.append(f"    [{who}] {text}")
            elif entry.kind == "decision" and viewer is None:
                rows.append(f"{entry.data['n']} {text}")
            else:
                own = entry.kind == "decision" and entry.read_by(viewer)
                rows.append(text if own or entry.kind == "phase" else f"  {text}")
        return rows

    def data(self, viewer: int | None) -> list[dict[str, Any]]:
        """The same as plain data."""
        rows: list[dict[str, Any]] = []
        for entry in self.entries:
            text = entry.for_viewer(viewer)
            if text is None or entry.kind == "window":
                continue
            row: dict[str, Any] = {"kind": entry.kind, "text": entry.in_words(viewer) or text}
            if entry.read_by(viewer):
                row.update(entry.data)
                if viewer is not None:
                    row.pop("n", None)
                if entry.kind == "event" and entry.seen is not None:
                    readers = range(len(self.names)) if viewer is None else [viewer]
                    row["for"] = [self.names[seat] for seat in readers if entry.seen >> seat & 1]
            elif entry.kind in ("decision", "forced"):
                row["kind"] = "decision"
                row["by"] = entry.data["by"]
            rows.append(row)
        return rows


def _asked(program: Program) -> dict[str, str]:
    """What players read for a choice in a body, by its name; choices of one name that ask for different things are left out."""
    labels: dict[str, str | None] | None = program.memo.get("choices in words")
    if labels is None:
        labels = {}
        for part in parts(program.model, examples=False):
            for choice in choices_in(part.block):
                name = choice.local.name
                labels[name] = choice.label if labels.get(name, choice.label) == choice.label else None
        program.memo["choices in words"] = labels
    return {name: label for name, label in labels.items() if label}


def write_answer(answer: Sequence[Any], choice: bool = False) -> str:
    """A canonical answer as examples write it: ``take(red, {2 wolf red 1, bat})``, ``k = 3`` (a ``choice``), ``declines``."""
    if list(answer) == ["decline"]:
        return "declines"
    head, values = answer[0], [_written(value) for value in answer[1:]]
    if choice and len(values) == 1:
        return f"{head} = {values[0]}"
    return f"{head}({', '.join(values)})" if values else str(head)


def _written(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(name if n == 1 else f"{n} {name}" for name, n in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "{" + ", ".join(map(_written, value)) + "}"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"
