"""Reactions for made-up games: to events, actions, cards and other reactions, of players and on cards.

``Reactions`` takes the writer of a game (see ``generated``) and gives texts for it.  Guards read only what is public or the reacting
player's own; whether a game with these reactions keeps the promises is for the tests to say.
"""

from __future__ import annotations

from typing import Protocol


class Chance(Protocol):
    """What makes the choices."""

    def maybe(self, chance: float = 0.5) -> bool: ...
    def number(self, low: int, high: int) -> int: ...
    def one_of(self, *texts: str) -> str: ...
    def some(self, rows: list[str], least: int) -> list[str]: ...


EVENTS = {
    "asking(p, t)": ("q in others(p)", "t", "q in players where q != t and q.chips > 0", "p"),
    "auction(s)": ("q in others(s)", "s", "q in players where it != s"),
    "passing": ("q in players", "q in players where chips < 3"),
    "turned(c, t)": ("t", "q in others(t)"),
    "prepare": ("q in players",),
}
"""Heads, each with who may react to it."""
ACTIONS = {
    "draw": "(p)", "rest": "(p)", "lay": "(p, c, h)", "give": "(p, c, t)", "ask": "(p, t)", "gather": "(p, h)", "name": "(p, n)", "mix": "(p)",
    "swap": "(p)", "bid": "(p)", "pay_card": "(p, c)", "discard": "(p, junk)", "pay_set": "(p)", "walk": "(p, s)", "peek": "(p)", "throw": "(p)",
}  # fmt: skip
BOTH = ("draw(p) or rest(p)", "ask(p, t) or asking(p, t)", "bid(p) or auction(p)", "lay(p, c) or give(p, c)", "passing or prepare")
"""Several happenings in one head."""


class Reactions:
    """The reactions of one game."""

    def __init__(self, chance: Chance, cards_act: bool, teams: bool) -> None:
        self.chance = chance
        self.cards_act = cards_act
        self.teams = teams
        self.on_cards = chance.maybe(0.5)
        self.made: dict[str, str] = {}
        """Reactions of players: name -> who reacts."""

    # ------------------------------------------------------------ of players

    def texts(self, actions: set[str]) -> list[str]:
        """The reactions of players, and what follows from reactions."""
        heads = dict(EVENTS)
        heads |= {f"{name}{given}": ("q in others(p)", "p", "q in players") for name, given in ACTIONS.items() if name in actions}
        for both in BOTH:
            names = {head.split("(")[0] for head in both.split(" or ")}
            if names <= actions | {"asking", "auction", "passing", "prepare"}:
                heads[both] = ("q in players",) if "(" not in both else ("q in others(p)", "p")
        if self.cards_act:
            heads["tile(c, o)"] = ("q in others(o)", "o", "q in players")
            heads["flip(c)"] = ("q in players",)
        if self.teams:
            heads = {
                head: (*people, *(["q in players where team = p.team"] if "(p" in head else ["q in players where team != first(teams)"]))
                for head, people in heads.items()
            }
        wanted = list(heads)
        rows = [self.reaction(f"answer{k}", head, heads[head]) for k, head in enumerate(self.chance.some(wanted, 1)[: self.chance.number(1, 5)])]
        for k in range(self.chance.number(0, 2)):
            name = self.chance.one_of(*self.made)
            rows.append(self.reaction(f"retort{k}", f"{name}(r)", ("q in others(r)", "r", "q in players where it != r")))
        if self.on_cards and self.chance.maybe():
            rows.append(self.reaction("grumble", self.chance.one_of("guard(c)", "thing(c, o)"), ("q in players",)))
        return rows + self.following()

    def reaction(self, name: str, head: str, people: tuple[str, ...]) -> str:
        """One reaction to a head, of one of these people."""
        chance = self.chance
        by = chance.one_of(*people)
        who = by.split(" ")[0]
        before = chance.maybe(0.6)
        once = "once " if chance.maybe(0.3) else ""
        clauses, body = self.clauses(who), self.body(who, before)
        for choice, effect in (
            ("mine", "move mine to waste"), ("spare", f"move spare to {who}.row"), ("w", "set called to w"), ("k", "add k to pot"),
            ("u", "add 1 to u.chips"), ("pack_of", "move pack_of to waste"),
        ):  # fmt: skip
            chosen = [clause for clause in clauses if clause.startswith("choose") and f" {choice} in" in clause]
            if chosen and f"pay {choice}" not in clauses and chance.maybe(0.7):
                body.insert(chance.number(0, len(body)), effect)
        self.made[name] = who
        rows = [f'reaction {name} "to {name}" {once}by {by} {"before" if before else "after"} {head}', *[f"  {clause}" for clause in clauses]]
        rows[0] += ":"
        rows += ["  then:", *[f"    {line}" for statement in body or ["add 1 to pot"] for line in statement.split("\n")]]
        return "\n".join(rows)

    def clauses(self, who: str) -> list[str]:
        """Guards, choices and costs."""
        chance = self.chance
        guards = [f"when {who}.chips > 0", "when round_no > 1", f"when exists({who}.hand)", f"when {who}.points[1] < 3", "when pot mod 2 = 0"]
        kinds = chance.one_of("equal", "run", "equal or run")
        chosen = chance.one_of(
            "", "", f"choose mine in {who}.hand", f"choose mine in {who}.hand|pay mine", f"choose 0..2 spare in {who}.hand", "choose w in hue",
            f"choose w in hue where exists(market[w])|choose k in 0..{who}.chips", "choose k in 0..2", f"choose u in others({who})",
            f"choose pack_of in {who}.hand matching {kinds}", f"choose 1..2 spare in {who}.hand|pay spare", f"choose mine in {who}.hand where weight > 0",
        )  # fmt: skip
        return [
            *([chance.one_of(*guards)] if chance.maybe() else []),
            *[clause for clause in chosen.split("|") if clause],
            *([f"pay 1 from {who}.chips"] if chance.maybe(0.3) else []),
        ]

    def body(self, who: str, before: bool) -> list[str]:
        """What it does."""
        chance = self.chance
        rows = [
            f"add 1 to {who}.chips", f"move top of stock to {who}.hand", "add 1 to pot", f"show top of stock to {who}", "shuffle stock",
            f"choose x in hue by {who}\nset called to x", f"may choose y in {who}.hand by {who}\nmove y to pit",
            f"if {who}.chips > 2: take 1 from {who}.chips", f"do turned(first(cards(all_cards)), {who})", "move top of waste to pit",
        ]  # fmt: skip
        rare = [f"do asking({who}, left({who}))", "do passing as gone\nif gone: add 1 to pot", "end turn", f"do auction({who})", "end match"]
        found = [chance.one_of(*rows) for _ in range(chance.number(0, 2))]
        found = [statement.replace(" x ", f" x{k} ").replace("to x", f"to x{k}").replace(" y ", f" y{k} ") for k, statement in enumerate(found)]
        if chance.maybe(0.12):
            found.append(chance.one_of(*rare))
        if before and chance.maybe(0.7):
            found.insert(chance.number(0, len(found)), chance.one_of("cancel", "cancel", f"if {who}.chips mod 2 = 0: cancel", "if pot > 3: cancel"))
        return found

    def following(self) -> list[str]:
        """Triggers on reactions, and what forbids them."""
        rows = []
        for name, who in self.made.items():
            rows += [
                f"when {name}(r) happens: add 1 to r.points[1]", f"when {name}(r) happens if r.chips > 1:\n  move top of stock to waste\n  add 1 to pot",
                f"forbid {name} when {who}.chips > {self.chance.number(1, 6)}", f"forbid {name} when round_no = {self.chance.number(1, 3)}",
            ]  # fmt: skip
        if self.on_cards:
            rows += ["when guard(c) happens: add 1 to pot", "forbid guard when pot mod 3 = 0", "when tile(c, o) happens: add 1 to o.points[2]"]
        return self.chance.some(rows, 0)[:3] if self.chance.maybe(0.6) else []

    def exceptions(self) -> list[str]:
        """Lines of a variant."""
        rows = [f"  except {name}(r): add 1 to r.chips" for name in self.made]
        rows += [f"  except {name}(r) when r.chips > 1: move top of stock to r.hand" for name in self.made]
        if self.on_cards:
            rows += ["  except guard(c): add 2 to pot", "  forbid guard"]
        return self.chance.some(rows, 1)[:2]

    # ------------------------------------------------------------ on cards

    def of_tiles(self) -> list[str]:
        """Lines of a kind of card that works from hands."""
        if not self.on_cards:
            return []
        chance = self.chance
        once = "once " if chance.maybe(0.3) else ""
        head, whom = chance.one_of("asking(p, t)|t", "auction(s)|s", "turned(c, t)|t", "passing|owner").split("|")
        guard = [f'  reaction guard "to guard" {once}before {head}:', f"    when owner = {whom}", *chance.some(["    pay this", "    when owner.chips < 9"], 0)]
        guard += ["    then: cancel"] if chance.maybe(0.7) else ["    then:", "      if pot > 3: cancel", "      show this to players"]
        rows = [guard, ['  reaction peep "to peep" after turned(this, t):', "    when t.chips >= 0", "    then: add 1 to owner.chips"]]
        rows += [['  reaction spring "to spring" after draw(p):', "    when owner != p", "    then: move this to owner.row"]] if self.draws else []
        if self.cards_act:
            rows.append(['  reaction wobble "to wobble" after flip(this):', "    then: add 1 to owner.points[2]"])
            rows.append(['  reaction hold "to hold" before tile(c, o):', "    when owner != o", "    pay this", "    then: cancel"])
        return [line for k, lines in enumerate(rows) if k == 0 or chance.maybe(0.4) for line in lines]

    draws = False
    """Whether there is an action ``draw``."""
