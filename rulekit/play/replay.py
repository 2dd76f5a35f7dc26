"""A log's decisions played again, and compared with the log line by line.

Takes rules and a ``Recorded`` log; gives a ``Replayed``: the match as it went now, how far the log's decisions could be followed and why
no further, and the first difference, with the rule that it stands nearest to.  Rules with another hash than the log's are compared all
the same: what a change of the rules does to a log is what one wants to see.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.analysis.parts import abilities, parts, phases
from rulekit.analysis.walk import choices_in
from rulekit.engine import IllegalAnswer, RulesFault
from rulekit.play.match import Match, MatchFault
from rulekit.play.replay_answers import answer_from, rough_answer
from rulekit.play.replay_log import TEXT, BadLog, Line, Made, Recorded, json_lines, text_lines
from rulekit.play.setup import SetupError, check_names, check_seed, make_setup

if TYPE_CHECKING:
    from rulekit.engine import Decision
    from rulekit.play.rules import Rules


@frozen
class Stop:
    """Why a decision of the log couldn't be made: its number (from 1; 0: the result), and a sentence; ``fault`` if the rules failed."""

    number: int
    reason: str
    fault: MatchFault | None = None


@frozen
class Difference:
    """The first line that isn't the same: of the log, and now (none: it ends here).

    ``after``: the number of the last decision before it; ``rule``: name and line of the rule that it is nearest to, if that is known.
    """

    logged: Line | None
    now: Line | None
    after: int
    rule: tuple[str, int] | None


@frozen
class Replayed:
    """What came of it.  ``match`` is none if it couldn't even begin."""

    recorded: Recorded
    match: Match | None
    same_rules: bool
    stop: Stop | None
    difference: Difference | None

    @property
    def same(self) -> bool:
        """Whether every line is the same (but for the hash of the rules)."""
        return self.difference is None and self.stop is None

    @property
    def updatable(self) -> bool:
        """Whether the log can be written anew: all its decisions are still possible, and lead to an end if they did before."""
        return self.match is not None and self.stop is None and (self.match.is_over or not self.recorded.over)

    def text(self) -> str:
        """The log as it is now, in the form that it had."""
        assert self.match is not None
        return self.match.log_text() if self.recorded.form == TEXT else self.match.log_json()


def replay(rules: Rules, recorded: Recorded) -> Replayed:
    """Play a log again.  Raises ``RulesError``, or ``BadLog`` if the log can't be of these rules though it has their hash."""
    same_rules = recorded.rules == rules.hash
    try:
        setup = make_setup(rules.game(), len(recorded.players), recorded.options, recorded.variants)
        match = Match.begin(rules, setup, check_seed(recorded.seed), check_names(recorded.players, setup.players))
    except SetupError as error:
        if same_rules:
            raise BadLog(f"the log doesn't fit its rules: {error}") from None
        return Replayed(recorded, None, False, Stop(1, f"such a match can't be set up any more: {error}"), None)
    except MatchFault as fault:
        return Replayed(recorded, None, same_rules, Stop(1, f"the rules fail at once: {fault}", fault), None)
    stop = _follow(match, recorded)
    try:
        return Replayed(recorded, match, same_rules, stop, _difference(match, recorded, stop))
    except RulesFault as error:  # in what the score or the winner is made of
        failed = MatchFault(match, rules, setup, match.seed, match.answers, error)
        return Replayed(recorded, match, same_rules, Stop(0, f"the result can't be worked out: {failed}", failed), None)


# ---------------------------------------------------------------- following the decisions


def _follow(match: Match, recorded: Recorded) -> Stop | None:
    for number, made in enumerate(recorded.decisions, 1):
        stop = _make(match, number, made)
        if stop is not None:
            return stop
    return None


def _make(match: Match, number: int, made: Made) -> Stop | None:
    """Make one decision, or say why not."""
    decision = next((d for d in match.decisions if match.names[d.by] == made.by), None)
    if decision is None:
        asked = ", ".join(match.names[d.by] for d in match.decisions)
        who = f"{asked} {'are' if len(match.decisions) > 1 else 'is'} asked" if asked else "the match is over"
        return Stop(number, f"{who}, not {made.by}" if asked else who)
    try:
        answer = made.what if isinstance(made.what, list) else answer_from(decision, made.what, match.log.said)
        if answer is None:
            return Stop(number, _why_not(match, decision, made))
        match.choose(decision, answer)
    except (IllegalAnswer, RecursionError):
        return Stop(number, _why_not(match, decision, made))
    except RulesFault as fault:  # while it was looked at what is possible
        failed = MatchFault(match, match.rules, match.setup, match.seed, match.answers, fault)
        return Stop(number, f"the rules fail: {failed}", failed)
    except MatchFault as fault:
        return Stop(number, f"the rules fail: {fault}", fault)
    return None


def _why_not(match: Match, decision: Decision, made: Made) -> str:
    try:
        answer = made.what if isinstance(made.what, list) else rough_answer(made.what, match.names)
        reason = decision.why_not(answer)
    except (RulesFault, RecursionError):
        reason = None
    return str(match.log.said(reason or "nothing that is offered reads like this"))


# ---------------------------------------------------------------- comparing


def _difference(match: Match, recorded: Recorded, stop: Stop | None) -> Difference | None:
    now = list(text_lines(match.lines()) if recorded.form == TEXT else json_lines(json.loads(match.log_json())))
    if stop is not None:  # that the match isn't over is no news
        del now[-2 if recorded.form == TEXT else -1 :]
    logged = recorded.lines
    at = next((k for k, (a, b) in enumerate(zip(logged, now, strict=False)) if a.key != b.key), min(len(logged), len(now)))
    old = logged[at] if at < len(logged) else None
    new = now[at] if at < len(now) else None
    if old is None and new is None:
        return None
    before = {line.number for line in logged[:at]}
    after = sum(made.line in before for made in recorded.decisions)
    return Difference(old, new, after, _rule(match, old, new, after))


def _rule(match: Match, old: Line | None, new: Line | None, after: int) -> tuple[str, int] | None:
    """The rule that a difference is nearest to: the phase or score that the lines name, else that of the last decision before it."""
    model = match.program.model
    for line in (new, old):
        words = line.text.split() if line is not None else []
        if words[:1] == ["phase"]:
            for phase in phases(model):
                if phase.name in words[1:2]:
                    return f"phase {phase.name}", phase.span.line
    result = next((k for k, line in enumerate(match.lines()) if line == "result"), None)
    if new is not None and result is not None and new.text in match.lines()[result:]:
        if new.text.lstrip().startswith("winner: ") and model.winner is not None:
            return "winner", model.winner.node.span.line
        if model.score is not None:
            return "score", model.score.node.span.line
    if 0 < after <= len(match.answers):
        name = match.answers[after - 1][1][0]
        for rule in abilities(model):
            if rule.name == name:
                return name, rule.span.line
        for part in parts(model, examples=False):
            for choice in choices_in(part.block):
                if choice.local.name == name:
                    return f"choose {name}", choice.local.span.line
    return None
