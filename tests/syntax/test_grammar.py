"""The grammar is strict, its tables are the shipped ones, and the reserved words are in step with both."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from lark.exceptions import LarkError
from samples import BAD, GOOD, HEAD, both, parsed, source

from rulekit.diagnostics import Sink
from rulekit.source import SourceFile
from rulekit.syntax import nodes as n
from rulekit.syntax import parse
from rulekit.syntax.build import TreeBuilder
from rulekit.syntax.constructs import LINES
from rulekit.syntax.lalr import NESTING, PASSING
from rulekit.syntax.shipped import TABLES, load
from rulekit.syntax.tables import build, build_lark, dump, grammar_text, lark_states
from rulekit.syntax.words import ITEM_WORDS, RESERVED, STATEMENT_WORDS


@pytest.fixture(scope="module")
def lark():
    """A strict build: conflicts and colliding terminals raise."""
    return build_lark()


def test_shipped_tables_equal_a_fresh_build() -> None:
    shipped = (files("rulekit.grammar") / TABLES).read_text("utf-8")
    assert shipped == dump(build()), "run: python -m rulekit.syntax.tables"


def test_tables_dont_depend_on_the_order_of_hashes() -> None:
    code = "import hashlib; from rulekit.syntax.tables import *; print(hashlib.sha256(dump(build()).encode()).hexdigest())"
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_words_that_may_stand_where_a_name_may_are_reserved(lark) -> None:
    """In no state that has a choice can a word be a keyword and a name."""
    states, _ = lark_states(lark)
    patterns = {t.name: t.pattern.value for t in lark.terminals}
    needed = set()
    for actions in states.values():
        if "NAME" in actions:
            for terminal in actions:
                found = re.fullmatch(r"([a-z]+)(\[ \]\+[a-z]+)*\\b", patterns.get(terminal, ""))
                if found:
                    needed.add(found.group(1))
    assert needed <= set(RESERVED)


def test_reserved_words_are_words_of_the_grammar() -> None:
    words = set(load().words) | set(load().phrases)
    words |= {part for found in load().phrases.values() for parts, _ in found for part in parts}
    assert set(RESERVED) <= words
    assert set(ITEM_WORDS) <= words
    assert set(STATEMENT_WORDS) <= words
    assert list(RESERVED) == sorted(set(RESERVED))
    assert f"(?:{'|'.join(RESERVED)})" in grammar_text()


def test_every_rule_has_a_method_and_every_method_a_rule() -> None:
    rules = {rule.name for rule in load().rules if not rule.inline and not (rule.expand and rule.length in (1, 3))}
    called = {name for name in rules if name != "item"}
    missing = {name for name in called if not callable(getattr(TreeBuilder, name, None))}
    assert not missing
    assert {name for name in NESTING | PASSING if not hasattr(TreeBuilder, name)} == set()


def test_an_unknown_rule_is_an_error() -> None:
    builder = TreeBuilder(SourceFile("x", ""), Sink())
    with pytest.raises(AttributeError):
        builder.reduce("no_such_rule", 0, 0, [])


# Every soft keyword as a name, in the places where names are declared and used.
SOFT = sorted((set(load().words) | {part for f in load().phrases.values() for p, _ in f for part in p}) - set(RESERVED))


@pytest.mark.parametrize("word", SOFT)
def test_soft_keywords_are_names(word: str) -> None:
    text = f"""{HEAD}  source {word} "A source"
option {word}: number 1..3 = 2
variant {word}:
  except {word} = 2 when {word}
  except {word}: do {word}
teams:
  {word} "A team" seats 1, 3
enum {word}: {word}, {word} "A label"
table {word}({word}: {word}) by {word}:
  2: {word}
die {word}: 1, 2
board {word}:
  each {word} has {word}: {word} = {word} each {word}
  spaces {word}, {word} with {word} = 1, {word}, each {word}
  path {word}: {word} - {word} with {word}
  path {word} - {word}
card {word} is {word} from {word} discards to {word}:
  {word}: {word}? on back = {word}
  state {word}: {word} = {word} until moved
  {word} = {word}
  forbid {word}, {word} when {word}
deck {word}:
  3 {word} with {word} = {word}, each {word}
shared:
  zone {word}[{word}]: face up, starts with {word}, refills from {word}
  {word}[{word}]: {word} = {word} each {word}
  {word}: set of {word}
each {word}:
  {word}: flag
define {word}({word}: {word}, {word}) = {word}.{word}[{word}] + {word}({word}) where {word} has {word} or {word} is {word}
  {word} when {word}
define a = sum({word} over {word} in {word} where {word}) + first({word} by {word}) + top {word} of {word}
pattern {word}({word}):
  holds 1..({word}) where {word}
  wild 0.. where {word}
  same {word}
  different {word}
  consecutive {word}
  total {word} = {word}
  size 2..
action {word} by {word}:
  choose {word} in {word} where {word} matching {word}({word}) or {word}
  choose 2.. {word} in {word}
  pay {word} from {word}, {word}
  then: do {word}({word}) as {word}
reaction {word} once by {word} in {word} before {word}({word}, {word}) or {word}:
  then: cancel
event {word}({word}):
  move {word} to {word}
  move {word} to bottom of {word}
  deal {word} from {word} to {word}.{word}
  set {word} to {word}
  add {word} to {word}
  let {word} = {word}
  choose {word} in {word} by {word}
  may choose {word} in {word} by {word}
  simultaneously {word} in {word} choose {word} in {word}
  roll {word} as {word}
  show {word} to {word}
  end {word}
  if {word}: shuffle {word}
  otherwise if {word}: take {word} from {word}
  for each {word} in {word} from {word}:
    shuffle {word}
  for each {word} in {word} by {word}: shuffle {word}
  repeat {word} times: shuffle {word}
  repeat until {word}: shuffle {word}
when {word}({word}) or {word} happens if {word}: do {word}
whenever {word}: do {word}
whenever some {word} in {word}: do {word}
forbid {word} when {word}
phase {word} for each {word} in {word} from {word} when {word} until {word}:
  must do one of {word}, {word} when {word}
  may do any of {word} stop when {word}
  may do up to ({word}) of {word}
  phase {word} repeat {word} times:
    do {word}
  phase {word} cycle {word} in {word}:
    do {word}
  phase {word} repeat until {word}:
    do {word}
score {word}: {word}
winner: highest {word} then lowest {word}
winner {word} where {word}
example "soft words" with Ann, Ben:
  option {word} = {word}
  variant {word}
  given after {word}:
    {word}: 2 {word} {word} 1 with {word} = {word} nth 2
    {word}[{word}]: only {word}, {word}
    {word} = {word} - {word}
    phase {word} of Ann
  play:
    Ann {word}({word}, {word} = {{{word}}}) until phase {word} of Ben
    Ann {word} = 3
    roll {word} 2, {word} 3
  expect:
    {word} = 3
    {word}: nothing
    Ann may only {word}({word}), {word} = 3, decline
    Ann sees {word}
    phase {word} of Ann
"""
    tree = parsed(text)
    assert len(tree.items) == text.count("\n") - sum(line.startswith(" ") for line in text.splitlines())


# ---------------------------------------------------------------- the same language as the grammar's own parser


def _lark_accepts(lark, text: str) -> bool:
    try:
        lark.parse(text + "\n")
    except (LarkError, AssertionError):
        return False
    return True


def _items(text: str) -> list[str]:
    starts = [m.start() for m in re.finditer(r"(?m)^[a-z]", text)]
    return [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]


@pytest.mark.parametrize("path", [*GOOD, *BAD], ids=lambda path: path.stem)
def test_items_are_accepted_as_by_lark(lark, path: Path) -> None:
    for item in _items(source(path).text):
        tree, _ = both(item)
        assert (len(tree.items) == 1) == _lark_accepts(lark, item), item


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_files_parse(path: Path) -> None:
    tree = parsed(source(path).text)
    assert isinstance(tree.items[0], n.Game | n.ExamplesOf)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_files_give_one_finding(path: Path) -> None:
    assert len(both(source(path).text)[1]) == 1


def test_shown_examples_are_valid() -> None:
    """What the messages show parses where it is shown."""
    around = {
        "top": "{}", "variant": "variant x:\n{}", "game": 'game "x" for 2 players:\n{}', "card": "card x:\n{}",
        "statements": "event x:\n{}", "phase": "phase x:\n{}", "action": "action x by p:\n{}", "pattern": "pattern x:\n{}",
        "board": "board x:\n{}", "example": 'example "x":\n{}', "define": "define x = 1\n{}", "table": "table x by y:\n{}",
        "teams": "teams:\n{}", "deck": "deck x:\n{}", "data": "shared:\n{}", "given": 'example "x":\n  given:\n{}',
        "play": 'example "x":\n  play:\n{}', "expect": 'example "x":\n  expect:\n{}',
    }  # fmt: skip
    for block, (lines, other) in LINES.items():
        for word, construct in [*lines.items(), ("", other)]:
            if construct is None or (block in ("variant", "top") and word in ("game", "examples", "except")):
                continue
            depth = {"top": 0, "given": 4, "play": 4, "expect": 4}.get(block, 2)
            example = construct.example
            if word == "otherwise":
                example = "if x: cancel\n" + example
            if block in DATA and word == "ruling":
                example = DATA[block] + example
            text = "\n".join(" " * depth + line for line in example.split("\n"))
            sink = Sink()
            tree = parse(SourceFile("x", around[block].format(text)), sink)
            assert len(tree.items) == 1, (block, word, [d.message for d in sink])


DATA = {"table": "2: 3\n", "teams": "a seats 1\n", "deck": "1 coin\n", "data": "zone a: face up\n", "define": ""}


def test_running_doesnt_import_lark() -> None:
    code = (
        "import sys; from rulekit.syntax import parse; from rulekit.source import SourceFile;"
        "from rulekit.diagnostics import Sink; s = Sink(); parse(SourceFile('x', 'card a b'), s); assert s.found;"
        "assert 'lark' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
