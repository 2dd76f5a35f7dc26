"""What a game consists of: players, options, components, rulings with citations.

Takes a game model, gives plain data (for ``--format json``), or a text made of that data.  One rule with all that touches it is
the business of ``rule`` and ``rule_text``.
"""

from __future__ import annotations

from typing import Any

from rulekit.analysis.model import Decl, GameModel, KindDecl, PhaseDecl
from rulekit.diagnostics import Sink
from rulekit.play.setup import allowed_values, value_name
from rulekit.report.rule import rule_info
from rulekit.report.rule_text import rule_text
from rulekit.source import SourceFile
from rulekit.syntax import nodes, parse

__all__ = ["game_info", "headline_of", "info_text", "rule_info", "rule_text"]

Data = dict[str, Any]


def headline_of(name: str, file: SourceFile) -> Data:
    """Title, players and a sentence of a game, from the first construct of its file alone."""
    cut, seen = len(file.text), False
    for number, start in enumerate(file.line_starts, 1):
        line = file.line(number)
        if line and not line[0].isspace() and not line.startswith("#"):
            if seen:
                cut = start
                break
            seen = True
    tree = parse(SourceFile(file.name, file.text[:cut]), Sink())
    for item in tree.items:
        if isinstance(item, nodes.Game):
            low, high = item.players.low, item.players.high
            about = next((line.text.value for line in item.body if isinstance(line, nodes.About)), None)
            return {"name": name, "title": item.title.value, "players": [low, low if high is None else high], "about": about}
    return {"name": name, "title": name, "players": [0, 0], "about": None}


def game_info(model: GameModel, rules_hash: str) -> Data:
    """All of a game, as plain data."""
    return {
        "version": 1,
        "title": model.title,
        "about": model.about,
        "designer": model.designer,
        "players": [model.low_players, model.high_players],
        "minutes": list(model.minutes) if model.minutes else None,
        "ages": list(model.ages) if model.ages else None,
        "rules": rules_hash,
        "sources": [{"name": s.name, "title": s.title} for s in model.sources],
        "options": [
            {**_declared(o), "values": allowed_values(model, o.name), "default": value_name(model, o.name, o.default)}
            for o in model.options
        ],
        "variants": [_declared(v) for v in model.variants],
        "teams": [{**_declared(t), "seats": list(t.seats)} for t in model.teams],
        "enums": [{**_declared(e), "values": [_declared(v) for v in e.values]} for e in model.enums],
        "dice": [{**_declared(d), "faces": list(d.faces)} for d in model.dice],
        "board": None
        if model.board is None
        else {**_declared(model.board), "spaces": len(model.board.spaces), "links": len(model.board.links)},
        "cards": [{**_declared(k), "parent": k.parent.name if k.parent else None, "copies": _copies(model, k)} for k in model.kinds],
        "decks": [{**_declared(d), "cards": sum(g.count for g in d.groups)} for d in model.decks],
        "zones": [{**_declared(z), "owner": z.owner, "sight": z.sight} for z in model.zones],
        "actions": [_declared(a) for a in model.actions],
        "reactions": [_declared(r) for r in model.reactions],
        "phases": [_phase(p) for p in model.phases],
        "rulings": [{"text": r.text, "cite": r.cite, "where": r.where, "line": r.span.line} for r in model.rulings],
        "examples": len(model.examples),
    }


def info_text(info: Data) -> str:
    """``game_info`` as a text."""
    low, high = info["players"]
    lines = [info["title"], "=" * len(info["title"])]
    if info["about"]:
        lines += [info["about"]]
    lines += ["", f"players   {low}" if low == high else f"players   {low} to {high}"]
    for key, unit in (("designer", ""), ("minutes", ""), ("ages", "")):
        value = info[key]
        if value:
            lines.append(f"{key:<9} {value if isinstance(value, str) else _range(value)}{unit}")
    lines.append(f"rules     sha256 {info['rules']}")
    lines += [f"source    {s['name']}: {s['title']}" for s in info["sources"]]
    lines += _section("Options", [f"{o['name']} = {o['default']}{_label(o)}: {o['values']}{_cite(o)}" for o in info["options"]])
    lines += _section("Variants", [f"{v['name']}{_label(v)}{_cite(v)}" for v in info["variants"]])
    lines += _section("Teams", [f"{t['name']}{_label(t)}: seats {', '.join(map(str, t['seats']))}" for t in info["teams"]])
    components = [f"deck {d['name']}{_label(d)}: {d['cards']} cards{_cite(d)}" for d in info["decks"]]
    components += [f"card {k['name']}{_label(k)}: {k['copies']}" for k in info["cards"] if k["copies"]]
    components += [f"die {d['name']}{_label(d)}: {', '.join(map(str, d['faces']))}" for d in info["dice"]]
    if info["board"]:
        board = info["board"]
        components.append(f"board {board['name']}: {board['spaces']} spaces, {board['links']} links")
    lines += _section("Components", components)
    lines += _section("Zones", [f"{z['name']}{_label(z)}: {z['owner']}, {z['sight']}" for z in info["zones"]])
    lines += _section("Actions", [f"{a['name']}{_label(a)}{_cite(a)}" for a in (*info["actions"], *info["reactions"])])
    lines += _section("Phases", [row for phase in info["phases"] for row in _phase_rows(phase, 0)])
    rulings = []
    for ruling in info["rulings"]:
        cite = f" [{ruling['cite']}]" if ruling["cite"] else ""
        where = f" ({ruling['where']})" if ruling["where"] else ""
        rulings.append(f"{ruling['text']}{cite}{where} line {ruling['line']}")
    lines += _section("Rulings", rulings)
    return "\n".join(lines) + "\n"


def _declared(decl: Decl) -> Data:
    return {
        "name": decl.name,
        "label": decl.label,
        "cite": decl.cite,
        "variant": decl.variant.name if decl.variant else None,
        "line": decl.span.line,
    }


def _copies(model: GameModel, kind: KindDecl) -> int:
    return sum(group.count for deck in model.decks for group in deck.groups if group.kind is kind)


def _phase(phase: PhaseDecl) -> Data:
    return {**_declared(phase), "phases": [_phase(item) for item in phase.body if isinstance(item, PhaseDecl)]}


def _phase_rows(phase: Data, depth: int) -> list[str]:
    rows = [f"{'  ' * depth}{phase['name']}{_label(phase)}{_cite(phase)}"]
    return rows + [row for inner in phase["phases"] for row in _phase_rows(inner, depth + 1)]


def _section(title: str, rows: list[str]) -> list[str]:
    return ["", title, *(f"  {row}" for row in rows)] if rows else []


def _label(data: Data) -> str:
    return f' "{data["label"]}"' if data.get("label") else ""


def _cite(data: Data) -> str:
    return f"  @ {data['cite']}" if data.get("cite") else ""


def _range(pair: list[int | None]) -> str:
    low, high = pair
    return f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"
