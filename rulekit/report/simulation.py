"""What a simulation found, as plain data: for ``--format json``, and for the text that is made of it.

Takes rules, the experiment and its totals.  Promises: the same totals give the same data, to the last digit; a figure that can't be given
(no score, nothing watched) is null.  The shape is described in ``docs/formats.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulekit.analysis.parts import phases
from rulekit.play.setup import check_names, value_name
from rulekit.play.simulate_marks import build_marked
from rulekit.play.simulate_totals import Moments, Totals
from rulekit.play.simulate_watch import MOST_OPTIONS
from rulekit.report.estimates import Z99, Estimate, Mean, mean, quantile, share

if TYPE_CHECKING:
    from rulekit.engine import Program
    from rulekit.play.rules import Rules
    from rulekit.play.simulate import Experiment

Data = dict[str, Any]
Again = Callable[[int], str]
"""The command that shows the match with a seed."""


def contender_names(program: Program) -> list[str]:
    """The names of all who can win, players or teams."""
    teams = program.model.teams
    return [team.label or team.name for team in teams] if teams else list(check_names(None, program.players))


def simulation_data(rules: Rules, experiment: Experiment, totals: Totals, again: Again) -> Data:
    """All that was found."""
    setup, model = experiment.setup, rules.game()
    marked = build_marked(rules, setup)
    program, seen = marked.program, totals.seen
    data: Data = {
        "version": 1,
        "game": model.title,
        "rules": rules.hash,
        "players": setup.players,
        "bots": list(experiment.bots),
        "options": {name: value_name(model, name, value) for name, value in setup.options},
        "variants": sorted(setup.variants),
        "seed": experiment.seed,
        "asked": experiment.matches,
        "played": totals.matches,
        "finished": totals.finished,
        "unfinished": {"matches": totals.unfinished, "cap": experiment.cap, "seeds": totals.stuck},
        "faults": {"matches": totals.faulty, "found": list(_faults(rules, totals, again))},
        "watched": seen.matches,
        "wins": _wins(program, totals),
        "scores": _scores(program, totals),
        "length": {"decisions": {**(_mean(totals.decisions) or {}), **_quantiles(totals.lengths)} if totals.finished else None},
        "phases": list(_phases(program, totals)),
        "decisions": _decisions(totals),
        "rules_taken": list(_abilities(program, totals)),
        "lead": _lead(totals),
        "never": {
            "rules": [
                *[_rule(x["sort"], x["name"], x["line"]) for x in _abilities(program, totals) if seen.matches and not x["matches"]],
                *[_rule("phase", x["name"], x["line"]) for x in _phases(program, totals) if seen.matches and not x["matches"]],
                *[
                    _rule(mark.sort, mark.name, mark.line)
                    for mark in sorted(set(marked.marks.values()), key=lambda mark: (mark.line, mark.name))
                    if seen.matches and not seen.marks[mark]
                ],
            ],
            "cards": _never_cards(program, totals),
        },
    }
    return data


# ---------------------------------------------------------------- results


def _wins(program: Program, totals: Totals) -> Data:
    names, n = contender_names(program), totals.finished
    even = Fraction(1, len(totals.contenders)) if totals.contenders else Fraction()
    rows = []
    for who in totals.contenders:
        won = totals.won(who)
        wide = share(won, n, Z99)
        rows.append(
            {
                "name": names[who],
                "players": [program_names(program)[seat] for seat in _members(program, who)],
                "won": _round(float(won)),
                "alone": totals.wins[who][1],
                "share": _estimate(share(won, n)),
                "clearly": None if wide is None else "more" if wide.low > even else "less" if wide.high < even else "even",
            }
        )
    return {
        "even": _round(float(even)),
        "contenders": rows,
        "shared": _estimate(share(totals.shared, n)),
        "nobody": _estimate(share(totals.nobody, n)),
    }


def program_names(program: Program) -> tuple[str, ...]:
    """The players' names."""
    return check_names(None, program.players)


def _members(program: Program, who: int) -> list[int]:
    return list(program.members(who)) if program.model.teams else [who]


def _scores(program: Program, totals: Totals) -> Data | None:
    if program.score is None or not totals.finished:
        return None
    names = contender_names(program)
    return {
        "contenders": [{"name": names[who], "score": _mean(totals.scores[who])} for who in totals.contenders],
        "winner": _mean(totals.best),
        "margin": _mean(totals.margin),
    }


def _faults(rules: Rules, totals: Totals, again: Again) -> Iterator[Data]:
    for found in totals.faults.values():
        diagnostic = found.fault.diagnostic(rules.file)
        yield {
            "code": found.fault.code,
            "message": found.fault.message,
            "file": rules.file.name,
            "line": diagnostic.span.line,
            "matches": found.count,
            "seed": found.seed,
            "again": again(found.seed),
        }


# ---------------------------------------------------------------- what was seen


def _phases(program: Program, totals: Totals) -> Iterator[Data]:
    seen = totals.seen
    for phase in phases(program.model):
        if phase.name in program.phases:
            passes = seen.passes[phase.name]
            yield {
                "name": phase.name,
                "label": phase.label,
                "line": phase.span.line,
                "passes": _per(passes, seen.matches),
                "decisions": _per(seen.asked_in[phase.name], passes),
                "matches": seen.reached[phase.name],
            }


def _decisions(totals: Totals) -> Data | None:
    seen = totals.seen
    if not seen.matches:
        return None
    return {
        "asked": seen.decisions,
        "forced": seen.forced,
        "forced_share": _estimate(share(seen.forced, seen.forced + seen.decisions)),
        "options": {**_quantiles(seen.options), "high": max(seen.options, default=None), "counted_to": MOST_OPTIONS},
        "two_or_fewer": _estimate(share(sum(n for k, n in seen.options.items() if k <= 2), seen.decisions)),
    }


def _abilities(program: Program, totals: Totals) -> Iterator[Data]:
    """The actions and reactions that belong to the match, in file order."""
    seen, model = totals.seen, program.model
    kinds = [card.kind for card in program.cards]
    of_kinds = [(rule, kind) for kind in model.kinds for rule in (*kind.actions, *kind.reactions)]
    kind_of = {id(rule): kind for rule, kind in of_kinds}
    for sort, rules in (("action", model.actions), ("reaction", model.reactions)):
        for rule in rules:
            kind = rule.kind or kind_of.get(id(rule))
            if rule.variant is not None and rule.variant.name not in program.variants:
                continue
            if kind is not None and not any(k.is_a(kind) for k in kinds):
                continue
            name = rule.name
            yield {
                "sort": sort,
                "name": name,
                "label": rule.label,
                "line": rule.span.line,
                "offered": seen.offered[name],
                "taken": seen.taken[name],
                "forced": seen.made[name],
                "matches": seen.used_in[name],
            }


def _lead(totals: Totals) -> Data | None:
    seen = totals.seen
    if not seen.ahead:
        return None
    changes = Moments()
    for value, n in seen.changes.items():
        for _ in range(n):
            changes.add(value)
    return {
        "matches": seen.ahead,
        "changes": _mean(changes),
        "halfway": {"matches": seen.half, "won": seen.half_won, "share": _estimate(share(seen.half_won, seen.half))},
    }


def _never_cards(program: Program, totals: Totals) -> Data:
    """Cards to which nothing happens, and cards that nobody chooses though others of their kind are chosen; equal cards as one."""
    seen = totals.seen
    cards = {card.text: card for card in program.cards}
    if not seen.matches:
        return {"all": len(cards), "untouched": [], "unchosen": []}
    untouched = [text for text in cards if not seen.moved[text] and not seen.chosen[text]]
    kinds = {cards[text].kind.name for text in seen.chosen if text in cards}
    unchosen = [text for text, card in cards.items() if card.kind.name in kinds and not seen.chosen[text] and text not in untouched]
    return {"all": len(cards), "untouched": untouched, "unchosen": unchosen}


def _rule(sort: str, name: str, line: int) -> Data:
    return {"sort": sort, "name": name, "line": line}


# ---------------------------------------------------------------- figures


def _round(value: float) -> float:
    return round(value, 6)


def _per(part: int, n: int) -> float | None:
    return _round(float(Fraction(part, n))) if n else None


def _estimate(found: Estimate | None) -> Data | None:
    return None if found is None else {"value": _round(found.value), "low": _round(found.low), "high": _round(found.high)}


def _mean(numbers: Moments) -> Data | None:
    found: Mean | None = mean(numbers)
    if found is None:
        return None
    return {
        "mean": _round(found.mean),
        "interval": None if found.interval is None else [_round(end) for end in found.interval],
        "sd": None if found.sd is None else _round(found.sd),
        "low": found.low,
        "high": found.high,
        "n": found.n,
    }


def _quantiles(counts: Any) -> Data:
    return {name: quantile(counts, Fraction(k, 10)) for name, k in (("tenth", 1), ("median", 5), ("ninetieth", 9))}
