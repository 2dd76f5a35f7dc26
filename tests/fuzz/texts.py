"""Texts of all sorts as rules files: noise, words without sense, and good files with something changed.

``text(number)`` gives the same text (bytes for the sort ``bytes``) on every machine; ``SORTS`` says what there is and how often.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

TESTS = Path(__file__).parents[1]
for folder in ("promises", "engine", "fuzz"):
    if str(TESTS / folder) not in sys.path:
        sys.path.append(str(TESTS / folder))

from generated import game_text  # noqa: E402
from nasty_windows import ANSWERED  # noqa: E402
from small_games import GAMES, HEAD  # noqa: E402

LARGEST = 60_000
TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_]\w*|\d+|\.\.|[!<>]=|\n[ ]*|[ ]+|[^\s\w]')
DECLARED = re.compile(
    r"\b(?:(zone) (\w+)|(action) (\w+)|(define) (\w+)|(event) (\w+)|(pattern) (\w+)|(phase) (\w+)|(\w+): (number|flag|player|hue)\b)"
)
WORD = re.compile(r"\b[a-z_]\w*\b")
NUMBER = re.compile(r"\b\d+\b")
NUMBERS = [
    "0", "1", "2", "3", "7", "10", "64", "100", "255", "999", "1000", "4999", "5000", "5001", "10000", "10001", "65536", "99999",
    "100000", "1000000", "2147483648", "4294967296", "10000000000", "999999999999", "1000000000000", "1000000000001",
    "9223372036854775808", "1" + "0" * 40, "9" * 5000, "00", "-1", "-1000000", "007",
]  # fmt: skip
ODD = [
    "\u00a0", "\u2028", "\u201cx\u201d", "\t", "\r", "\r\n", "\x0c", "\x00", "\ufeff", "\u0660", "é", "ß", "日本", "\U0001f600", "\u202e",
    "\u0301", "\ud800", "#", "@", '"', "'", "\\", "$", ";", "{", "}", "[", "]", "(", ")", "`", "==", "...", ":=",
]  # fmt: skip
LINES = [
    "  repeat {n} times: {s}", "  for each x in 1..{n}: {s}", "  for each a in 1..{n}:\n    for each b in 1..{n}: {s}",
    "  repeat until 1 = 2: {s}", "  let k = sum(sum(1 over 1..{n}) over 1..{n})", "  shuffle {w}", "  move {w} to {w}", "  do {w}",
    "  do {w}({w})", "  end {w}", "  set {w} to {w} * {w}", "  set {w} to {n} - {w}", "  add {n} to {w}", "  deal {n} from {w} to players.{w}",
    "  show {w} to {w}", "  may choose {n} c in {w} by {w}", "  choose c in {w} by first(players)", "  choose {n}.. c in 1..{n} by first(players)",
    "  simultaneously q in players choose {n} g in {w}", "  if {w} = {w}: {s}", "  must do one of {w}", "  may do any of {w}, {w}",
    "  may do up to ({n}) of {w}", "  phase p{n} repeat {n} times:\n    {s}", "  phase p{n} cycle z in players:\n    {s}",
    "  phase p{n} for each z in 1..{n}:\n    {s}", "define f{n}(a, b) = {e}", "define g{n} = {e}", "  when {e}", "  choose d{n} in {w} where {e}",
    "  choose {n}..({e}) d{n} in {w}", "  pay {n} from {w}", "  zone z{n}[1..{n}]: face up", "  zone z{n}: private", "  f{n}[1..{n}]: number = {n}",
    "  f{n}: set of number = {{1..{n}}}", "enum en{n}: a1, b1, c1", "  {n} {w} with each {w}", "  {n} {w} with each {w} in 1..{n}",
    "table tt{n} by {w}:\n  0: 1\n  1..{n}: {e}", "option oo{n}: number 0..{n} = 1", "score p: {e}", "winner: highest {e}",
    "winner p where {e}", "variant vv{n}:\n  forbid {w} when {e}", "forbid {w} when {e}", "pattern pp{n}:\n  same {w}\n  size {n}..",
    "pattern pp{n}:\n  total {w} = {n}", "pattern pp{n}:\n  consecutive {w}\n  size {n}", "whenever {e}: {s}", "  roll {w} as r{n}",
    "reaction re{n} by q in players before {w}:\n  then: {s}", "reaction re{n} once by q in {w} after {w}(a, b):\n  when {e}\n  then: {s}",
    "reaction re{n} by q in others(a) before {w}(a) or {w}(a):\n  choose k in {w}\n  then: cancel", "  reaction re{n} before {w}(this):\n    then: {s}",
    "  reaction re{n} before {w}(a, b):\n    pay this\n    then: cancel", "  cancel", "  do {w} as h{n}", "  do {w}({w}) as h{n}\n  if h{n}: {s}",
    "when {w}(a) happens: {s}", "when {w}(a, b) happens if {e}: {s}", "variant va{n}:\n  except {w}(a): {s}",
    "teams:\n  ta seats 1, 3\n  tb seats 2, 4", "teams:\n  ta seats {n}\n  tb seats 2, 4, {n}", "each team:\n  tf{n}: number = 0\n  zone tz{n}: private",
    "winner: lowest score then highest tf{n}", "score t: {e}",
]  # fmt: skip
STATEMENTS = ["shuffle {w}", "add 1 to {w}", "set {w} to {n}", "do {w}", "move top of {w} to {w}", "end {w}", "let k = {e}", "show {w} to players"]
EXPRESSIONS = [
    "{w}", "{n}", "{e} + {e}", "{e} * {e}", "{e} - {e}", "{e} / {e}", "{e} mod {e}", "count({w})", "sum({e} over {w})", "max({e} over 1..{n})",
    "first({w})", "last({w})", "random({w})", "any({e} over {w})", "all({e} over {w})", "best({w} by {e})", "{w} where {e}", "({e})", "not {e}",
    "{e} and {e}", "{e} or {e}", "{e} = {e}", "{e} < {e}", "{e} in {w}", "{w}.{w}", "{w}[{e}]", "top {n} of {w}", "top of {w}", "-{e}", "{{{e}}}",
    "{{{e}, {e}}}", "{{1..{n}}}", "none", "yes", "it", "this", "owner", "active", "players", "left({w})", "others({w})", "{w}({e})", "{w}({e}, {e})",
    "{e} if {e} otherwise {e}", "exists({w})", "smaller({e}, {e})", "cards({w})", "{w} has {w}", "{w} is {w}", "seat({w})",
    "{w}.team", "partner({w})", "teams", "players where team = {e}",
]  # fmt: skip


@cache
def good() -> list[str]:
    """The texts to begin with: games that come along, fixtures of all tests, and small games."""
    folders = (TESTS.parent / "games", TESTS)
    texts = [path.read_text("utf-8") for folder in folders for path in sorted(folder.rglob("*.rules"))]
    return [*texts, *[HEAD.format(name=name).lstrip() + text for name, text in GAMES.items()], ANSWERED]


@cache
def played() -> list[str]:
    """Those of the texts that are whole games which can be played."""
    from rulekit.play.rules import Rules
    from rulekit.source import SourceFile

    return [text for text in good() if (rules := Rules(SourceFile("x", text))).ok and not rules.only_examples]


@cache
def words() -> list[str]:
    return sorted({word for text in good() for word in TOKEN.findall(text)})


def get_ready() -> None:
    """Read the good texts once, so that no case has to pay for it."""
    played()
    words()


def base(random: Random) -> str:
    """A good file: mostly one that can be played, and short."""
    match random.randrange(12):
        case 0:
            return random.choice(good())
        case 1 | 2 | 3:
            return random.choice(played())
        case 4 | 5:
            return random.choice(list(played())[-len(GAMES) - 1 :])
        case _:
            return game_text(random)


# ---------------------------------------------------------------- noise


def noise(random: Random) -> bytes:
    """Bytes."""
    data = random.randbytes(random.choice([0, 1, 10, 100, 1000, 20_000]))
    if random.randrange(2):
        data = base(random).encode("utf-8", "surrogatepass")[: random.randrange(1, 3000)] + data
    return data


def characters(random: Random) -> str:
    """Characters from everywhere in Unicode."""
    ranges = [(9, 126), (32, 126), (0, 255), (0x300, 0x36F), (0x2000, 0x206F), (0, 0x10FFFF)]
    low, high = random.choice(ranges)
    row = "".join(chr(random.randint(low, high)) for _ in range(random.choice([1, 20, 200, 3000])))
    return random.choice(["", 'game "x" for 2 players:\n  about "y"\n', "define f = "]) + row


def soup(random: Random) -> str:
    """Words of the language in a row."""
    row = [random.choice(words()) + random.choice(["", " ", " ", " "]) for _ in range(random.choice([5, 50, 500]))]
    return random.choice(["", 'game "x" for 2 players:\n  about "y"\n', 'game "x" for 2 players:\n  about "y"\nphase a:\n  ']) + "".join(row)


# ---------------------------------------------------------------- good files with something changed


def tokens(random: Random) -> str:
    """One to four tokens left out, doubled, exchanged or put in."""
    row = TOKEN.findall(base(random))
    for _ in range(random.choice([1, 1, 1, 2, 3, 4])):
        at, other = random.randrange(len(row)), random.randrange(len(row))
        match random.randrange(5):
            case 0:
                row[at] = ""
            case 1:
                row[at] = row[at] + " " + row[at]
            case 2:
                row[at], row[other] = row[other], row[at]
            case 3:
                row[at] = row[other]
            case _:
                row[at] = random.choice(words())
    return "".join(row)


def lines(random: Random) -> str:
    """Lines and blocks left out, doubled, moved, or of another file."""
    row = base(random).split("\n")
    for _ in range(random.choice([1, 1, 2, 3])):
        at = random.randrange(len(row))
        end = min(len(row), at + random.choice([1, 1, 1, 2, 5, 20]))
        part = row[at:end]
        match random.randrange(4):
            case 0:
                del row[at:end]
            case 1:
                row[at:at] = part * random.choice([1, 1, 2, 30])
            case 2:
                del row[at:end]
                to = random.randrange(len(row) + 1)
                row[to:to] = part
            case _:
                other = base(random).split("\n")
                start = random.randrange(len(other))
                row[at:end] = other[start : start + random.choice([1, 1, 3, 10])]
        row = row or [""]
    return "\n".join(row)


def numbers(random: Random) -> str:
    """Numbers made huge, negative or just others."""
    text = base(random)
    found = list(NUMBER.finditer(text))
    for _ in range(random.choice([1, 1, 2, 3, 6])):
        if found:
            m = found.pop(random.randrange(len(found)))
            text = text[: m.start()] + random.choice(NUMBERS) + text[m.end() :]
            found = list(NUMBER.finditer(text))
    return text


def names(random: Random) -> str:
    """Names exchanged with others of the same file, mostly of the same sort, at one place or all."""
    text = base(random)
    for _ in range(random.choice([1, 1, 2, 3])):
        sorts: dict[str, list[str]] = {}
        for m in DECLARED.finditer(text):
            parts = [part for part in m.groups() if part]
            sort, name = parts if parts[0] in ("zone", "action", "define", "event", "pattern", "phase") else parts[::-1]
            sorts.setdefault(sort, []).append(name)
        alike = random.choice(sorted(sorts.items()))[1] if sorts and random.randrange(4) else []
        found = [m for m in WORD.finditer(text) if not alike or m.group() in alike]
        if not found:
            break
        a, b = random.choice(found), random.choice(found)
        if random.randrange(3):
            text = text[: a.start()] + b.group() + text[a.end() :]
        else:
            swap = {a.group(): b.group(), b.group(): a.group()}
            text = WORD.sub(lambda m, swap=swap: swap.get(m.group(), m.group()), text)
    return text


def odd(random: Random) -> str:
    """Odd characters put in."""
    text = base(random)
    for _ in range(random.choice([1, 2, 5])):
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(ODD) * random.choice([1, 1, 2, 100]) + text[at + random.randrange(3) :]
    return text


def indentation(random: Random) -> str:
    """Blanks at the beginning of lines added, removed, or turned into tabs."""
    row = base(random).split("\n")
    for _ in range(random.choice([1, 2, 4])):
        at = random.randrange(len(row))
        end = min(len(row), at + random.choice([1, 1, 5, 50]))
        change: Callable[[str], str] = random.choice(
            [lambda s: " " + s, lambda s: s[1:], lambda s: "  " + s, lambda s: s.replace("  ", "\t"), str.strip, lambda s: s + "   "]
        )
        row[at:end] = [change(line) for line in row[at:end]]
    return random.choice(["\n", "\n", "\r\n", "\r", "\n\n"]).join(row)


def deep(random: Random) -> str:
    """Much of one thing: nesting, long lines, chains."""
    n = random.choice([3, 30, 63, 64, 65, 200, 3000])
    w = random.choice(words()).strip() or "x"
    shapes = [
        "define f = " + "(" * n + "1" + ")" * n, "define f = " + "not " * n + "yes", "define f = " + "-" * n + "1",
        "define f = " + " + ".join(["1"] * n), "define f = " + " and ".join(["yes"] * n), "define f = " + ".a" * n,
        "define f = " + "sum(" * n + "1" + " over players)" * n, "define f = " + "{" * n + "}" * n, "define f = " + "players where " * n + "yes",
        "define f = " + "1 if yes otherwise " * n + "2", "define f = " + "[" * n, "define f = players" + "[1]" * n,
        "define f = " + "(" * n, "define f = " + ")" * n, "enum e: " + ", ".join(f"v{k}" for k in range(n)),
        "phase a:\n" + "".join("  " * k + f"  phase a{k} repeat 2 times:\n" for k in range(min(n, 200))) + "  " * min(n, 200) + "  end a",
        "event e:\n" + "".join("  " * k + "  if yes:\n" for k in range(min(n, 200))) + "  " * min(n, 200) + "  do e",
        "event e:\n" + "".join("  " * k + "  repeat 2 times:\n" for k in range(min(n, 60))) + "  " * min(n, 60) + "  do e",
        "".join(f"define f{k} = f{k + 1} + f{k + 1}\n" for k in range(min(n, 500))) + f"define f{min(n, 500)} = 1\nscore p: f0",
        "".join(f"define f{k}(a) = sum(f{k + 1}(a) over players)\n" for k in range(min(n, 200))) + f"define f{min(n, 200)}(a) = 1\nscore p: f0(p)",
        "".join(f"event e{k}:\n  do e{k + 1}\n  do e{k + 1}\n" for k in range(min(n, 200))) + f"event e{min(n, 200)}\nphase a:\n  do e0",
        "".join(f"card k{k} is k{k + 1}\n" for k in range(min(n, 500))), "table t by 1:\n" + "".join(f"  {k}: {k}\n" for k in range(n)),
        "shared:\n" + "".join(f"  f{k}: number = {k}\n" for k in range(n)), "card c:\n" + "".join(f"  a{k}: flag = no\n" for k in range(n)),
        "deck d:\n" + "".join("  1 c\n" for _ in range(n)), (w + " ") * n, (w + "\n") * n, '"' * n, "@ " * n, "#" * n, "  " * n + w,
        "ruling " + '"a" ' * n, "phase a:\n" + "  choose c in players by first(players)\n" * min(n, 500),
        "score p: " + "max(" * min(n, 60) + "p.seat" + ", 1)" * min(n, 60), "define f = " + "best(" * n + "players" + " by 1)" * n,
        "phase a:\n  let a = {" + ", ".join(str(k) for k in range(n)) + "}", "phase a:\n  set x to " + "top of " * n + "stock",
    ]  # fmt: skip
    head = random.choice(['game "x" for 2 players:\n  about "y"\n', game_text(random), ""])
    return head + random.choice(shapes) + random.choice(["\n", "", "\nphase z:\n  end z\n"])


def filled(random: Random, shape: str, own: list[str], depth: int = 0) -> str:
    """A shape with words of a file, numbers, statements and expressions put in."""

    def put(m: re.Match[str]) -> str:
        match m.group(1):
            case "w":
                return random.choice(own)
            case "n":
                return random.choice(NUMBERS) if random.randrange(3) == 0 else str(random.randint(0, 5))
            case "s":
                return filled(random, random.choice(STATEMENTS), own, depth + 1)
            case _:
                return filled(random, random.choice(EXPRESSIONS if depth < 4 else ["{w}", "{n}", "count({w})"]), own, depth + 1)

    return re.sub(r"\{([wnse])\}", put, shape).replace("{{", "{").replace("}}", "}")


def inserted(random: Random) -> str:
    """Lines put in that use the file's own names."""
    row = base(random).split("\n")
    own = [word for word in dict.fromkeys(WORD.findall("\n".join(row))) if len(word) > 1] + ["p", "c"] * 5
    for _ in range(random.choice([1, 1, 2, 4])):
        at = random.randrange(len(row) + 1)
        indent = len(row[at - 1]) - len(row[at - 1].lstrip(" ")) if at else 0
        new = filled(random, random.choice(LINES), own)
        if new.startswith("  "):
            new = "\n".join(" " * max(indent - 2, 0) + part for part in new.split("\n"))
        row.insert(at, new)
    return "\n".join(row)


def expressions(random: Random) -> str:
    """An operand of an expression replaced by another expression over the file's own names."""
    text = base(random)
    own = [word for word in dict.fromkeys(WORD.findall(text)) if len(word) > 1] + ["p", "c"] * 5
    for _ in range(random.choice([1, 1, 2])):
        found = list(re.finditer(r"(?<=[=(<>+\-*,] )[\w.]+|(?<=\()[\w.]+|(?<=: )(?:add|set|move|do) .*", text))
        if found:
            m = random.choice(found)
            shape = random.choice(STATEMENTS) if " " in m.group() else random.choice(EXPRESSIONS)
            text = text[: m.start()] + filled(random, shape, own, 2) + text[m.end() :]
    return text


def fresh(random: Random) -> str:
    """A made-up game as it is."""
    return game_text(random)


CHANGES = (tokens, lines, numbers, names, inserted, expressions)
"""Of these every other one is tried again until the file has no errors."""
TRIES = 8

SORTS: tuple[tuple[int, Callable[[Random], str | bytes]], ...] = (
    (2, noise), (2, characters), (4, soup), (14, tokens), (14, lines), (16, numbers), (12, names), (3, odd), (3, indentation), (8, deep),
    (10, inserted), (8, expressions), (4, fresh),
)  # fmt: skip


def sort_of(number: int) -> Callable[[Random], str | bytes]:
    """Which sort of text has this number; all of them come round every hundred."""
    k = number * 37 % sum(weight for weight, _ in SORTS)
    for weight, sort in SORTS:
        if k < weight:
            return sort
        k -= weight
    raise AssertionError


def has_no_errors(made: str | bytes) -> bool:
    """Whether this is a rules file without errors."""
    from rulekit.play.rules import Rules
    from rulekit.source import SourceFile

    return isinstance(made, str) and Rules(SourceFile("x", made)).ok


def text(number: int) -> tuple[str, str | bytes]:
    """The text with this number, and its sort."""
    sort = sort_of(number)
    made = sort(Random(f"text {number}"))
    for k in range(TRIES if sort in CHANGES and number % 2 else 0):
        if has_no_errors(made):
            break
        made = sort(Random(f"text {number}/{k}"))
    return sort.__name__, made if isinstance(made, bytes) else made[:LARGEST]


if __name__ == "__main__":
    made = text(int(sys.argv[1]))[1]
    sys.stdout.buffer.write(made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass"))
