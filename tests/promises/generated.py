"""Small and varied games as text, all of them valid: what ``game_text`` writes parses, has no errors and can be played.

Takes a source of random numbers, so that the same text comes from the same seed; ``games`` is the same as a Hypothesis strategy.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from made_reactions import Reactions

HUES = ("red", "blue", "green", "black")
TEAMS = ("seats 1, 3|seats 2, 4", "seats 1, 2|seats 3, 4", "seats 1, 4|seats 2|seats 3", "seats 1, 3, 5|seats 2, 4", "seats 1, 2, 3|seats 4", "seats 3|seats 1, 4, 2")


class Writer:
    """One game in the making."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.hues = HUES[: random.randint(2, 4)]
        self.ranks = random.randint(2, 6)
        self.jokers = self.maybe()
        self.states = self.maybe()
        self.backs = self.maybe(0.3)
        self.refills = self.maybe()
        self.dice = self.maybe(0.3)
        self.board = self.maybe(0.3)
        self.cards_act = self.maybe(0.3)
        self.layers = self.maybe(0.4)
        self.low = self.number(1, 3)
        self.high = self.number(max(self.low, 2), 4)
        self.seats = self.one_of(*TEAMS).split("|") if self.maybe(0.3) else []
        self.answers = Reactions(self, self.cards_act, bool(self.seats)) if self.maybe(0.6) else None

    def maybe(self, chance: float = 0.5) -> bool:
        return self.random.random() < chance

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def one_of(self, *texts: str) -> str:
        return self.random.choice(texts)

    def some(self, rows: list[str], least: int) -> list[str]:
        """Some of the rows, in their order."""
        kept = set(self.random.sample(range(len(rows)), self.number(min(least, len(rows)), len(rows))))
        return [row for k, row in enumerate(rows) if k in kept]

    # ------------------------------------------------------------ what there is

    def text(self) -> str:
        actions = self.actions()
        if self.answers is not None:
            self.answers.draws = "draw" in actions
        parts = [
            f'game "Made up" for {self.low}..{self.high} players:\n  about "Made by a test."',
            f"enum hue: {', '.join(self.hues)}",
            self.teams(),
            self.cards(),
            self.places(),
            self.queries(),
            self.patterns(),
            *self.events(),
        ]
        if self.dice:
            parts.append(f"die bones: 0, 1, 1, {self.number(2, 4)}")
        if self.board:
            parts.append(self.land())
        offered = [*actions, *(["flip"] if self.cards_act else [])]
        reactions = self.answers.texts(set(actions)) if self.answers is not None else []
        parts += [*actions.values(), *reactions, *self.happenings(set(actions)), self.phases(offered), self.ending()]
        return "\n\n".join(part for part in parts if part) + "\n"

    def teams(self) -> str:
        if not self.seats:
            return ""
        return "\n".join(["teams:", *[f'  side{k} "Side {k}" {seats}' for k, seats in enumerate(self.seats)]])

    def has_partners(self) -> bool:
        """Whether a team has two members at some number of players."""
        rows = [[int(seat) for seat in seats.removeprefix("seats ").split(", ")] for seats in self.seats]
        return any(sum(seat <= players for seat in row) == 2 for row in rows for players in range(self.low, self.high + 1))

    def cards(self) -> str:
        pile = self.one_of("waste", "bottom of waste", "pit")
        lines = [
            f"card thing discards to {pile}:",
            "  weight: number 0..9 = 1",
            f"card tile is thing{self.one_of('', ' discards to waste')}:",
        ]
        lines += [f"  hue: hue{' on back' if self.backs else ''}", f"  rank: number 1..{self.ranks}"]
        if self.states:
            lines += ["  state tired: flag = no until moved", "  state age: number 0..4 = 0"]
        if self.cards_act or (self.answers is not None and self.answers.on_cards):
            lines[2:3] = [lines[2].replace("is thing", "is thing from hand")]
        if self.cards_act:
            lines += ['  action flip "to flip":', f"    when {self.one_of('owner.chips > 0', 'this.rank > 1', 'exists(stock)')}"]
            lines += [f"    then: {self.one_of('move this to waste', 'do turned(this, owner)', 'move this to owner.row')}"]
        if self.answers is not None:
            lines += self.answers.of_tiles()
        if self.layers:
            lines += [f"  except worth(this) = {self.number(0, 9)} when this.rank = {self.number(1, self.ranks)}"]
        if self.jokers:
            lines.append(f"card joker is thing{self.one_of('', ' face up')}")
            if self.layers:
                lines[-1] += f":\n  except worth(this) = this.weight + {self.number(1, 4)} when round_no > 1"
                lines[-1] += "\n  except turned(this, q): move this to pit"
        copies = self.number(1, 3)
        lines += ["deck all_cards:", f"  {copies} tile with each hue, each rank in 1..{self.ranks}"]
        if self.jokers:
            lines.append(f"  {self.number(1, 3)} joker with weight = {self.number(0, 9)}")
        return "\n".join(lines)

    def places(self) -> str:
        lines = [
            "shared:",
            f"  zone stock: face down, starts with all_cards{', refills from waste' if self.refills else ''}",
            "  zone waste: face up",
            "  zone market[hue]: face up",
            "  zone pit: face down",
            "  pot: number 0.. = 3",
            "  round_no: number = 0",
            "  starter: player",
            "  called: hue = red",
            "each player:",
            "  zone hand: private",
            f"  zone row: {self.one_of('face up', 'face up', 'private')}",
            f"  chips: number 0..{self.number(3, 12)} = {self.number(0, 3)}",
            "  done: flag = no each turn",
            "  seen: set of hue = {}",
            "  points[1..2]: number = 0",
            *(["  at: space = sa", "  home: space = sc"] if self.board else []),
            *(["each team:", f"  zone vault: {self.one_of('private', 'face up', 'face down')}", "  merit: number = 0"] if self.seats else []),
        ]
        return "\n".join(lines)

    def queries(self) -> str:
        lines = ["define worth(c: thing) = c.weight"]
        if self.maybe():
            lines.append(f"  {self.number(0, 20)} when c.weight > {self.number(0, 5)}")
        rich = self.one_of("p.chips > 2", "count(p.hand) > 2 and p.chips > 0", "p.chips >= max(chips over players)")
        lines += [f"define rich(p) = {rich}", "define others_cards(p) = sum(count(hand) over others(p))"]
        self.bonus = "\n".join(lines)
        if self.maybe():
            lines += ["table bonus(n) by n:", "  0: 0", f"  1..3: {self.number(1, 4)}", f"  4..: n * {self.number(1, 3)}"]
        else:
            self.bonus = "define bonus"
            lines += ["define bonus(n) = n * 2 - n / 3 + n mod 2"]
        return "\n".join(lines)

    def patterns(self) -> str:
        low = self.number(1, 2)
        equal = ["pattern equal:"]
        if self.jokers and self.maybe():
            equal += [f"  wild 0..{self.number(1, 2)} where it is joker"]
        equal += [self.one_of("  same rank", "  same hue", "  same hue\n  different rank"), f"  size {low}..{low + self.number(0, 2)}"]
        run = ["pattern run:"]
        if self.jokers and self.maybe():
            run += ["  wild 0..1 where it is joker", "  holds 1.. where it is tile"]
        else:
            run += ["  holds 1.. where it is tile"]
        run += [self.one_of("  consecutive rank", "  same hue\n  consecutive rank", "  different hue"), f"  size {self.number(1, 3)}.."]
        of = ["pattern of_hue(h: hue):", f"  holds {self.number(1, 2)}.. where it is tile and hue = h"]
        if self.maybe():
            of += [f"  holds 0..{self.number(1, 2)} where it is {'joker' if self.jokers else 'tile and hue != h'}"]
        if self.maybe():
            of += [f"  size {self.number(2, 3)}.."]
        total = ["pattern heavy(n: number):", "  total weight = n", f"  size {self.one_of('1..3', '0..2', '2..', '1..')}"]
        return "\n".join([*equal, *run, *of, *total])

    # ------------------------------------------------------------ what happens

    def events(self) -> list[str]:
        prepare = ["event prepare:"]
        prepare += self.some(["  move cards(all_cards) to stock"], 0)
        prepare += ["  shuffle stock", f"  deal {self.number(1, 4)} from stock to players.hand"]
        prepare += ["  for each h in hue: move top of stock to market[h]", "  set starter to random(players)"]
        many = self.one_of("2", "1..2", "0..1", "(smaller(pot, 2))")
        passing = ["event passing:", f"  simultaneously q in players choose {many} gift in q.hand"]
        passing += [f"  for each q in players: move gift[q] to {self.one_of('left(q).hand', 'right(q).hand', 'pit', 'q.row')}"]
        auction = ["event auction(s: player):"]
        auction += [f"  simultaneously q in {self.one_of('players', 'others(s)')} choose price in 0..{self.number(1, 3)}"]
        auction += ["  let most = first(best(players where price[it] != none by chips))", "  if most != none:"]
        auction += [
            "    move top of stock to most.row",
            self.one_of("    take 1 from most.chips", "    choose c in most.hand by most\n    move c to waste"),
        ]
        asking = ["event asking(p: player, q: player):"]
        asking += [
            self.one_of("  may choose d in q.hand by q", "  choose 0..2 d in q.hand by q", "  may choose d in q.hand matching equal by q"),
            "  move d to p.hand",
            self.one_of("  repeat 2 times:", "  for each x in 1..2:", "  if p.chips > 0:"),
            f"    choose h in hue by {self.one_of('p', 'q')}",
            "    if h != none:",
            "      set called to h",
            "      add h to q.seen",
        ]
        turned = ["event turned(c: thing, q: player):", "  show c to q", self.one_of("  add 1 to q.chips", "  move c to bottom of stock")]
        return ["\n".join(rows) for rows in (prepare, passing, auction, asking, turned)]

    def land(self) -> str:
        lines = ["board land:", "  each space has heavy: number 0..3 = 0, tint: hue?, calm: flag = yes each turn", "  each link has closed: flag"]
        lines += ["  spaces sa, sb, sc, sd with tint = red", "  spaces se with heavy = 2", "  path sa - sb - sc - sd", "  path sb - se with closed"]
        return "\n".join([*lines, "  path ring: sc - sd - se - sc"])

    def happenings(self, actions: set[str]) -> list[str]:
        """What follows by itself, what is forbidden, what a variant changes; only of actions that there are."""
        rows = [
            "whenever count(pit) > 4: move pit to waste",
            "whenever some q in players where q.chips > 8: take 3 from q.chips",
            "when asking(p, q) happens: add 1 to pot",
            "when prepare happens if round_no > 1:\n  shuffle pit\n  move top of pit to waste",
            "when turned(c, q) happens if c.weight > 1: add 2 to q.points[1]",
            "when lay(p, c, h) happens if c.weight > 1 or h = called: add 1 to p.points[1]",
            "when draw(p) or rest(p) happens:\n  add 1 to pot\n  do turned(first(cards(all_cards)), p)",
            "forbid draw when round_no = 2 and p.chips > 1",
            "forbid give when c.weight = 0 or q.done",
            "forbid lay_hue when count(pack) = 3",
            "forbid ask, bid when pot > 9",
        ]
        needed = {"lay(": {"lay"}, "draw(p)": {"draw", "rest"}, " draw when": {"draw"}, " give": {"give"}, "lay_hue": {"lay_hue"}, "ask, bid": {"ask", "bid"}}
        fitting = [row for row in rows if all(names <= actions for mark, names in needed.items() if mark in row)]
        chosen = self.some(fitting, 0) if self.maybe(0.6) else []
        if self.layers:
            variant = ["variant harsh:", "  except bonus(n) = bonus(n) + 1 when n > 1" if "define bonus" in self.bonus else "  except rich(p) = no when pot > 5"]
            variant += self.answers.exceptions() if self.answers is not None else []
            variant += self.some(["  except turned(c, q) when q.chips = 0: move c to waste", "  except passing:\n    add 1 to pot", "  forbid rest"], 1)
            chosen.append("\n".join(row for row in variant if row != "  forbid rest" or "rest" in actions))
        return chosen

    def actions(self) -> dict[str, str]:
        which = self.one_of("c.weight != 3 or h = called", "not h in p.seen", "exists(market[h])")
        kinds = self.one_of("equal", "run", "equal or run", "heavy(bonus(2))")
        other = self.one_of("it.weight = c.weight", "it is tile", "worth(it) >= worth(c)")
        test = self.one_of("sum(weight over pack) > 1", "sum(weight over pack) mod 2 = 0", "any(it is tile over pack)")
        condition = self.one_of("round_no > 1", "p.chips = 0", "others_cards(p) > 3")
        found = {
            "draw": f"when exists(stock)|then: move top {self.number(1, 3)} of stock to p.hand",
            "draw_one": f"then: {self.one_of('move top of stock to p.hand', 'move bottom of stock to p.row')}",
            "lay": f"choose c in p.hand|choose h in hue where {which}|then: move c to market[h]",
            "lay_set": f"choose pack in p.hand matching {kinds}|then: move pack to p.row",
            "lay_hue": "choose h in hue|choose pack in p.hand matching of_hue(h)|then:"
            f"|  move pack to {self.one_of('market[h]', 'p.row', 'bottom of waste')}|  set p.done to yes",
            "gather": "choose h in hue where exists(market[h])"
            f"|then: move {self.one_of('market[h]', 'top of market[h]', 'random(market[h])')} to p.hand",
            "discard": f"choose {self.one_of('1..2', '2', '0..2', '1..')} junk in p.hand"
            f"|then: move junk to {self.one_of('waste', 'bottom of stock', 'pit')}",
            "pay_card": f"choose c in p.hand where c.weight > 0|pay c|then: add {self.one_of('1', 'c.weight', '2 * c.weight')} to p.chips",
            "pay_set": f"choose 2 pack in p.hand|when {test}|pay pack|then: add 2 to p.points[1]",
            "pay_both": "choose c in p.hand|choose 1..2 more in p.hand|pay c, more|then: add count(more) to p.chips",
            "pay_chips": f"pay {self.number(1, 2)} from p.chips|then:|  add 1 to pot|  move top of stock to p.row",
            "give": "choose c in p.hand|choose q in others(p)|then: move c to q.hand",
            "ask": "choose q in others(p) where exists(q.hand)|then:|  do asking(p, q)"
            + self.one_of("", " as held|  if held: add 1 to pot", " as held|  add 1 to p.points[1 if held otherwise 2]"),
            "bid": f"then:|  do auction(p){self.one_of('', ' as held|  if not held: add 1 to p.chips')}",
            "swap": "then: do passing",
            "peek": "when exists(stock)|then: show top 2 of stock to p",
            "show_off": f"choose c in p.hand|then: show c to {self.one_of('players', 'left(p)', 'others(p)')}",
            "name": f"choose n in {self.one_of('0..3', '1..p.chips', 'p.chips..4')}|then: set p.points[2] to bonus(n)",
            "forage": "when rich(p)|then:|  take 2 from p.chips|  move p.row - (p.row where worth(it) > 2) to waste",
            "mix": "then:|  move waste to stock|  shuffle stock",
            "stop": f"when {condition}|then: end match",
            "rest": "then: set p.done to yes",
            "pick_two": f"choose c in p.hand|choose d in p.row + waste where it != c and {other}"
            "|then:|  move c to p.row|  move d to p.hand",
            "sort": "then:|  for each c in p.row by c.weight: move c to p.row|  let n = count(p.row where it is tile)"
            "|  repeat until n = 0:|    take 1 from n|    add 1 to p.points[1]",
        }
        if self.dice:
            found["throw"] = "then:|  roll bones as r, bones as s|  set p.points[2] to r * s|  if r = s: move top of stock to p.row"
        if self.board:
            where = self.one_of("not it.burst", "heavy < 2", "tint != called").replace("not it.burst", "it.calm")
            found["walk"] = f"choose s in {self.one_of('neighbours(p.at, links(land) where not closed)', 'reach(p.at, 2, links(land))')}"
            found["walk"] += "|then:|  set p.at to s|  add 1 to s.heavy|  set s.calm to no"
            found["jump"] = f"choose s in land where {where}|then:|  set p.at to s|  set s.tint to called"
            found["bridge"] = "choose l in links(p.at)|when not l.closed or p.chips > 1|then: set l.closed to not l.closed"
            found["onward"] = "when next(p.at, ring) != none|then: set p.at to next(p.at, ring)"
        if self.seats:
            found["store"] = "choose c in p.hand|then: move c to p.team.vault"
            found["fetch"] = "when exists(p.team.vault)|then: move top of p.team.vault to p.hand"
            found["praise"] = "choose t in teams where t != p.team or p.chips > 1|then:|  add 1 to t.merit"
            found["praise"] += "|  for each q in players where team = t: add 1 to q.chips"
            if self.has_partners():
                mate = self.one_of("when partner(p) != none", "when partner(p) != none", "when p.chips < 3")
                found["help"] = f"choose c in p.hand|{mate}|then: move c to partner(p).hand"
                found["lean"] = f"{mate}|then:|  choose n in 0..2 by partner(p)|  add n to p.team.merit"
        if self.states:
            found["tire"] = "choose c in p.hand where it is tile and not tired|then:|  set c.tired to yes|  add 2 to c.age"
        names = self.some(list(found), 4)
        rows = {name: [f'action {name} "to {name}" by p:', *found[name].split("|")] for name in names}
        return {name: "\n  ".join(lines) for name, lines in rows.items()}

    def offer(self, names: list[str], depth: str) -> list[str]:
        chosen = ", ".join(self.some(names, 1))
        form = self.one_of(
            "must do one of", "may do one of", "may do any of", "may do up to 2 of", "may do up to (pot) of", "must do one of"
        )
        tail = ""
        if form == "may do any of":
            tail = self.one_of("", " stop when pot > 0", " when round_no < 3")
        return [f"{depth}{form} {chosen}{tail}"]

    def phases(self, names: list[str]) -> str:
        rounds = self.number(1, 3)
        lines = [f"phase match repeat {rounds} times:", "  add 1 to round_no", "  do prepare"]
        if self.maybe(0.3):
            lines += ["  do passing"]
        head = self.one_of(
            "for each p in players from starter",
            "cycle p in players until count(stock) = 0 or pot > 20",
            "cycle p in players where not p.done from starter until exists(players where done)",
            "for each p in players by chips when exists(p.hand)",
        )
        lines += [f"  phase turn {head}:", "    add 1 to pot"]
        extras = [
            "    set p.points[2] to p.chips - 1",
            "    for each h in p.seen: add 1 to p.points[1]",
            "    if p.chips > 3: do auction(p)",
        ]
        lines += self.some(extras, 0)
        for k in range(self.number(1, 2)):
            if self.maybe(0.3):
                lines += [f"    phase part{k} repeat 2 times:", *self.offer(names, "      ")]
            else:
                lines += self.offer(names, "    ")
        if self.maybe(0.3):
            lines += ["    choose c in p.hand by p", "    move c to waste"]
        if self.maybe(0.3):
            lines += [
                "  phase clearing for each h in hue when exists(market[h]):",
                f"    move {self.one_of('market[h]', 'top of market[h]')} to waste",
            ]
        return "\n".join(lines)

    def ending(self) -> str:
        score = self.one_of(
            "count(p.row) + p.points[1]", "sum(worth(it) over p.row) + p.chips", "p.points[1] - p.points[2]", "bonus(p.chips)"
        )
        winner = self.one_of("highest score", "lowest score then highest count(hand)", "highest score then lowest chips")
        if self.seats:
            winner = self.one_of("highest score", "lowest score then highest merit", "highest score then lowest count(vault)")
            return f"score t: t.merit + sum({score} over p in players where team = t)\nwinner: {winner}"
        return f"score p: {score}\nwinner: {winner}"


def game_text(random: Random) -> str:
    """A game."""
    return Writer(random).text()


games = st.randoms(use_true_random=False).map(game_text)
"""The same as a strategy."""
