"""The text of a simulation: results, length, choices, what is never used, and at the end what stands out.

Takes the data of ``simulation``, gives lines of at most 80 columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from rulekit.report.styled import width

Data = dict[str, Any]
WIDTH = 80
NAME = 26
"""So wide are the names in front of figures."""
LISTED = 12
"""Of longer lists, so many are named."""
SELDOM = 0.02
"""An action taken in a smaller part of the decisions that offer it is pointed out."""


def simulation_text(data: Data) -> str:
    """The whole text."""
    blocks = [
        list(_head(data)),
        list(_trouble(data)),
        list(_wins(data)),
        list(_scores(data)),
        list(_length(data)),
        list(_decisions(data)),
        list(_abilities(data)),
        list(_lead(data)),
        list(_never(data)),
        list(_notable(data)),
        list(_footnote(data)),
    ]
    return "\n".join("".join(line.rstrip() + "\n" for line in block) for block in blocks if block)


def _head(data: Data) -> Iterator[str]:
    bots = data["bots"]
    by = f"{bots[0]} bots" if len(set(bots)) == 1 else f"the bots {', '.join(bots)}"
    players = f"{data['players']} player{'s' * (data['players'] != 1)}"
    yield from _folded(f"{data['game']}: {_many(data['played'], 'match')}, {players}, {by}, seed {data['seed']}")
    settings = [f"{name} = {value}" for name, value in data["options"].items()] + data["variants"]
    if settings:
        yield from _folded(f"settings: {', '.join(settings)}")
    if data["played"] < data["asked"]:
        yield f"stopped; {_many(data['asked'], 'match')} were asked for"


def _trouble(data: Data) -> Iterator[str]:
    """Matches without a result: never passed over in silence."""
    stuck, faults = data["unfinished"], data["faults"]
    if stuck["matches"]:
        seeds = ", ".join(map(str, stuck["seeds"]))
        yield f"Unfinished: {_many(stuck['matches'], 'match')}"
        yield from _folded(f"not over after {stuck['cap']:,} decisions; not in wins, scores, length. Seeds: {seeds}", "  ")
    if faults["matches"]:
        yield f"Rules faults: {_many(faults['matches'], 'match')}; not counted below"
        for fault in faults["found"]:
            yield from _folded(f"{fault['code']} line {fault['line']}: {fault['message']} ({_many(fault['matches'], 'match')})", "  ")
            yield f"    {fault['again']}"


def _wins(data: Data) -> Iterator[str]:
    wins = data["wins"]
    if not data["finished"]:
        return
    yield _row("Wins by team" if _teams(data) else "Wins by seat", ["share", "95 % interval"], [8, 18])
    for number, row in enumerate(wins["contenders"]):
        name = _contender(data, row["name"])
        if len(set(data["bots"])) > 1 and row["players"] == [row["name"]]:
            name += f" ({data['bots'][number]})"
        clearly = {"more": "  more than an even share", "less": "  less than an even share"}.get(row["clearly"], "")
        yield _row(f"  {name}", [_percent(row["share"]["value"]), _interval(row["share"])], [8, 18]) + clearly
    for key, text in (("shared", "won by several"), ("nobody", "won by nobody")):
        if wins[key]["value"]:
            yield _row(f"  {text}", [_percent(wins[key]["value"]), _interval(wins[key])], [8, 18])


def _teams(data: Data) -> bool:
    return any(row["players"] != [row["name"]] for row in data["wins"]["contenders"])


def _contender(data: Data, name: str) -> str:
    row = next(row for row in data["wins"]["contenders"] if row["name"] == name)
    return name if row["players"] == [name] else f"{name} ({', '.join(row['players'])})"


def _scores(data: Data) -> Iterator[str]:
    scores = data["scores"]
    if scores is None:
        return
    yield _row("Scores", ["mean", "95 % interval", "sd", "from", "to"], _SCORES)
    rows = [(row["name"], row["score"]) for row in scores["contenders"]]
    for name, figures in (*rows, ("the winner", scores["winner"]), ("ahead of the next by", scores["margin"])):
        if figures is not None:
            interval = figures["interval"]
            between = "" if interval is None else f"{_number(interval[0])} .. {_number(interval[1])}"
            sd = "" if figures["sd"] is None else _number(figures["sd"])
            cells = [_number(figures["mean"]), between, sd, f"{figures['low']:,}", f"{figures['high']:,}"]
            yield _row(f"  {name}", cells, _SCORES)


_SCORES = [8, 18, 8, 8, 8]


def _length(data: Data) -> Iterator[str]:
    length = data["length"]["decisions"]
    if length is None:
        return
    yield "Length"
    middle = f"{length['median']:,} decisions; 8 of 10 matches have {length['tenth']:,} to {length['ninetieth']:,}"
    yield from _folded(f"half of the matches have at most {middle}, all {length['low']:,} to {length['high']:,}", "  ")
    mean = f"mean {_number(length['mean'])}"
    yield f"  {mean}" if length["interval"] is None else f"  {mean}, 95 % interval {_ends(length['interval'])}"
    if data["phases"] and data["watched"]:
        yield ""
        yield _row("Phases", ["a match has", "decisions in one", "in matches"], [13, 18, 12])
        for phase in data["phases"]:
            cells = [_number(phase["passes"]), _number(phase["decisions"]), _part(phase["matches"], data["watched"])]
            yield _row(f"  {phase['name']}", cells, [13, 18, 12])


def _decisions(data: Data) -> Iterator[str]:
    found = data["decisions"]
    if found is None or not found["asked"] + found["forced"]:
        return
    options = found["options"]
    yield "Choices"
    if found["asked"]:
        half, most, high = (_up_to(options[key], options) for key in ("median", "ninetieth", "high"))
        yield f"  options: at most {half} in half of the decisions, {most} in nine of ten, {high} in all"
    forced = found["forced_share"]
    yield f"  forced moves (a single possibility): {_percent(forced['value'])} of all moves"


def _up_to(value: int, options: Data) -> str:
    return f"{value:,}{' or more' * (value == options['counted_to'])}"


def _abilities(data: Data) -> Iterator[str]:
    rows = data["rules_taken"]
    if not rows or not data["watched"]:
        return
    yield _row("Actions", ["offered", "then taken", "forced", "in matches"], [10, 12, 10, 12])
    for row in rows:
        cells = [
            _number(row["offered"] / data["watched"]),
            _part(row["taken"], row["offered"]),
            _number(row["forced"] / data["watched"]),
            _part(row["matches"], data["watched"]),
        ]
        yield _row(f"  {row['name']}", cells, [10, 12, 10, 12])
    yield from _folded("(offered and forced: times in a match)", "  ")


def _lead(data: Data) -> Iterator[str]:
    lead = data["lead"]
    if lead is None:
        return
    yield "Lead (whoever would win if the match ended after a decision)"
    yield f"  changes: {_number(lead['changes']['mean'])} in a match, at most {lead['changes']['high']}"
    half = lead["halfway"]
    if not half["matches"]:
        yield "  nobody leads alone half-way in any match: all that counts comes later"
        return
    alone = f"somebody leads alone half-way in {_part(half['matches'], lead['matches'])} of the matches"
    yield from _folded(f"{alone}, and wins {_percent(half['share']['value'])} of them ({_interval(half['share'])})", "  ")


def _never(data: Data) -> Iterator[str]:
    never, cards = data["never"], data["never"]["cards"]
    if not data["watched"]:
        return
    if not never["rules"] and not cards["untouched"] and not cards["unchosen"]:
        yield f"Never used in {_many(data['watched'], 'match')}: nothing; every rule and card comes into play"
        return
    settings = " with these settings" if data["options"] or data["variants"] else ""
    yield f"Never used in {_many(data['watched'], 'match')}{settings}"
    for rule in never["rules"][: 2 * LISTED]:
        named = rule["name"] if rule["name"].startswith(rule["sort"]) else f"{rule['sort']} {rule['name']}"
        yield f"  line {rule['line']:>4}: {named}"
    if len(never["rules"]) > 2 * LISTED:
        yield f"  and {len(never['rules']) - 2 * LISTED} rules more"
    sorts = {"untouched": "cards to which nothing happens", "unchosen": "cards that nobody chooses, though others of their kind are chosen"}
    for key, text in sorts.items():
        if cards[key]:
            yield from _folded(f"{text}: {_listed(cards[key])}", "  ")


def _notable(data: Data) -> Iterator[str]:
    notes = list(notices(data))
    if notes:
        yield "What stands out"
        for text in notes:
            yield from _folded(text, "  - ")


def notices(data: Data) -> Iterator[str]:
    """What a designer may want to look at, in sentences."""
    if not data["finished"]:
        yield "no match finished"
        return
    wins, length = data["wins"], data["length"]["decisions"]
    if data["unfinished"]["matches"]:
        stuck = data["unfinished"]
        yield f"{_part(stuck['matches'], data['played'])} of the matches don't end within {stuck['cap']:,} decisions"
    unlike = [row for row in wins["contenders"] if row["clearly"] in ("more", "less")]
    if unlike and len(set(data["bots"])) == 1:
        who = " and ".join(f"{row['name']} {row['clearly']}" for row in unlike)
        yield f"the seats aren't equal: {who} than an even share of {_percent(wins['even'])} (99 % sure)"
    if wins["nobody"]["value"] > 0.1:
        yield f"nobody wins {_percent(wins['nobody']['value'])} of the matches"
    if wins["shared"]["value"] > 0.1:
        yield f"{_percent(wins['shared']['value'])} of the matches are won by several"
    if length["ninetieth"] > 2 * length["median"]:
        long, half = f"{length['ninetieth']:,}", f"{length['median']:,}"
        yield f"some matches are very long: one in ten has more than {long} decisions, half of them at most {half}"
    decisions, lead = data["decisions"], data["lead"]
    if decisions and decisions["forced_share"] and decisions["forced_share"]["value"] > 0.4:
        yield f"{_percent(decisions['forced_share']['value'])} of the moves are forced"
    if lead and lead["halfway"]["matches"] >= 20 and lead["halfway"]["share"]["low"] > 0.8:
        yield f"whoever leads half-way nearly always wins ({_percent(lead['halfway']['share']['value'])})"
    seldom = [row["name"] for row in data["rules_taken"] if row["offered"] >= 100 and row["taken"] < SELDOM * row["offered"]]
    if seldom:
        yield f"hardly ever taken though possible: {_listed(seldom)}"
    never = [row["name"] for row in data["rules_taken"] if data["watched"] and not row["offered"] and not row["forced"]]
    if never:
        yield f"never possible: {_listed(never)}"


def _footnote(data: Data) -> Iterator[str]:
    if not data["finished"]:
        return
    parts = ["Shares: Wilson's score interval; means: Student's t."]
    if data["wins"]["shared"] and data["wins"]["shared"]["value"]:
        parts.append("Each of several winners has his part of the win.")
    if data["watched"] and data["watched"] < data["played"]:
        parts.append(f"Phases, choices, actions, lead and what is never used: from the {data['watched']:,} matches watched (--closely).")
    yield from _folded(" ".join(parts))


# ---------------------------------------------------------------- words and columns


def _row(name: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    room = min(NAME, WIDTH - sum(widths))
    if width(name) > room:
        cut = name
        while width(cut) > room - 1:
            cut = cut[:-1]
        name = cut + "…"
    return name + " " * (room - width(name)) + "".join(cell.rjust(n) for cell, n in zip(cells, widths, strict=True))


def _folded(text: str, indent: str = "") -> list[str]:
    """Lines that fit, the later ones indented further; a number stays with its sign of per cent."""
    joined, later = text.replace(" %", "\u00a0%"), " " * (len(indent) + 2 * (not indent.endswith("- ")))
    lines = wrap(joined, WIDTH, initial_indent=indent, subsequent_indent=later, break_on_hyphens=False, break_long_words=False)
    return [line.replace("\u00a0%", " %") for line in lines]


def _many(n: int, what: str) -> str:
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}es"


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _part(part: int, n: int) -> str:
    """A part in per cent; only all and none read 100 and 0."""
    if not n:
        return "-"
    if 0 < part < n:
        return f"{min(max(100 * part / n, 0.1), 99.9):.1f} %"
    return "0 %" if not part else "100 %"


def _interval(share: Data) -> str:
    return f"{100 * share['low']:.1f} .. {100 * share['high']:.1f} %"


def _ends(interval: Sequence[float]) -> str:
    return f"{_number(interval[0])} .. {_number(interval[1])}"


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}"


def _listed(names: Sequence[str]) -> str:
    more = len(names) - LISTED
    return ", ".join(names[:LISTED]) + (f" and {more} more" if more > 0 else "")
