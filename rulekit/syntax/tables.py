"""Builds the parse tables from the grammar with Lark; ``shipped.py`` loads them without it.

``python -m rulekit.syntax.tables`` writes ``grammar/tables.json`` from ``grammar/rules.lark``: run it after each change
of the grammar or of the reserved words.  Promises: the same grammar gives the same bytes everywhere; the grammar is
strict LALR(1).  A test proves that the shipped file equals a fresh build.
"""

from __future__ import annotations

import json
import re
import sys
from importlib import resources
from pathlib import Path
from typing import Any

from rulekit.syntax.shipped import NONE, TABLES
from rulekit.syntax.words import RESERVED

GRAMMAR = "rules.lark"


def grammar_text() -> str:
    """The grammar with the reserved words filled in."""
    text = resources.files("rulekit.grammar").joinpath(GRAMMAR).read_text(encoding="utf-8")
    return text.replace("(?:RESERVED)", f"(?:{'|'.join(RESERVED)})")


def build_lark(**options: Any) -> Any:
    """A Lark parser of the grammar, strict: no conflicts, no colliding terminals.  Only for building and for tests."""
    from lark import Lark
    from lark.indenter import Indenter

    class Blocks(Indenter):
        NL_type = "NL"
        OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012
        CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
        INDENT_type = "_INDENT"
        DEDENT_type = "_DEDENT"
        tab_len = 8

    return Lark(
        grammar_text(), parser="lalr", start="item", strict=True, postlex=Blocks(), maybe_placeholders=True,
        propagate_positions=True, **options,
    )


def lark_states(lark: Any) -> tuple[Any, int]:
    """Lark's table of actions by state, and the first state."""
    table = lark.parser.parser._parse_table
    return table.states, table.start_states["item"]


def _shape(rule: Any) -> list[int]:
    missing = rule.options.empty_indices or [False] * len(rule.expansion)
    shape, position = [], 0
    for is_missing in missing:
        if is_missing:
            shape.append(NONE)
            continue
        symbol = rule.expansion[position]
        if not symbol.is_term:
            shape.append(-2 - position if symbol.name.startswith("_") else position)
        elif not symbol.filter_out:
            shape.append(position)
        position += 1
    return shape


def build() -> dict[str, Any]:
    """The tables as plain data, built by Lark from the grammar."""
    lark = build_lark()
    states, start = lark_states(lark)
    words: dict[str, list[str]] = {}
    phrases: dict[str, list[Any]] = {}
    for terminal in sorted(lark.terminals, key=lambda t: t.name):
        pattern = terminal.pattern.value
        if re.fullmatch(r"[a-z]+\\b", pattern):
            words.setdefault(pattern[:-2], []).append(terminal.name)
        elif re.fullmatch(r"[a-z]+(\[ \]\+[a-z]+)+\\b", pattern):
            parts = pattern[:-2].split("[ ]+")
            phrases.setdefault(parts[0], []).append([parts, terminal.name])

    order = _breadth_first(states, start)
    number = {state: index for index, state in enumerate(order)}
    used = {arg for state in order for _, arg in states[state].values() if not isinstance(arg, int)}
    rules = sorted(used, key=lambda r: (r.origin.name, r.order, [s.name for s in r.expansion], r.options.empty_indices or ()))
    rule_number = {id(rule): index for index, rule in enumerate(rules)}
    by_rule = {rule: index for index, rule in enumerate(rules)}
    nonterminals = sorted({rule.origin.name for rule in rules})
    terminals = sorted({t for state in order for t in states[state] if t not in set(nonterminals)})

    rows: dict[tuple[int, ...], int] = {}
    state_rows: list[int] = []
    gotos: dict[str, list[int]] = {name: [] for name in nonterminals}
    for state in order:
        row: list[int] = []
        for symbol, (_, arg) in sorted(states[state].items()):
            if symbol in gotos:
                gotos[symbol] += [number[state], number[arg]]
            else:
                action = number[arg] if isinstance(arg, int) else -1 - rule_number.get(id(arg), by_rule[arg])
                row += [terminals.index(symbol), action]
        actions = set(row[1::2])
        if len(actions) == 1 and min(actions) < 0:
            state_rows.append(min(actions))
        else:
            state_rows.append(rows.setdefault(tuple(row), len(rows)))
    return {
        "terminals": terminals,
        "words": words,
        "phrases": phrases,
        "nonterminals": nonterminals,
        "rules": [
            [
                str(r.alias or r.origin.name), len(r.expansion), _shape(r), int(r.origin.name.startswith("_") and not r.alias),
                int(bool(r.options.expand1 and not r.alias)), nonterminals.index(r.origin.name),
            ]
            for r in rules
        ],
        "rows": [list(row) for row in rows],
        "states": state_rows,
        "gotos": [gotos[name] for name in nonterminals],
    }


def _breadth_first(states: Any, start: int) -> list[int]:
    order, seen = [start], {start}
    for state in order:
        for _, (_, arg) in sorted(states[state].items()):
            if isinstance(arg, int) and arg not in seen and arg in states:
                seen.add(arg)
                order.append(arg)
    return order


def dump(data: dict[str, Any]) -> str:
    """The text of ``tables.json``: compact, the same for the same grammar."""
    return json.dumps(data, separators=(",", ":"), sort_keys=True) + "\n"


def main() -> int:
    """Write the tables beside the grammar."""
    path = Path(str(resources.files("rulekit.grammar").joinpath(TABLES)))
    path.write_text(dump(build()), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
