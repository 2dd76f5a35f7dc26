"""A match: a state with its history, so that it can be undone, saved, told and - if the rules fail - described to their author.

Takes rules, a setup and a seed; gives decisions, a log, views, scores.  The state itself is the engine's: this adds names, the
list of answers (from which everything can be replayed), checkpoints for ``undo``, and faults as values with a recipe.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulekit.diagnostics import Diagnostic
from rulekit.play.library import shown, suggest
from rulekit.play.log import Log, write_answer
from rulekit.play.setup import Setup, SetupError, value_name
from rulekit.source import Span

if TYPE_CHECKING:
    from rulekit.engine import Decision, Program, RulesFault, State
    from rulekit.engine.views import View
    from rulekit.play.rules import Rules

Answer = list[Any]
CHECKPOINT = 64
"""So many answers lie between two states that are kept for ``undo``."""


class MatchFault(Exception):
    """The rules failed while a match was played; the match is as it was before the answer that led there.

    ``diagnostic`` names the line; ``recipe()`` says how to get there again.
    """

    def __init__(
        self, match: Match | None, rules: Rules, setup: Setup, seed: int, answers: Sequence[tuple[int, Answer]], fault: RulesFault
    ):
        self.diagnostic: Diagnostic = fault.diagnostic(Span(rules.file, 0, 0))
        super().__init__(f"{rules.file.name}:{self.diagnostic.span.line}: {fault}")
        self.match = match
        self.rules = rules
        self.setup = setup
        self.seed = seed
        self.answers = [(seat, answer) for seat, answer in answers]

    def recipe(self) -> str:
        """What was played: rules, players, options, variants, seed and all decisions, one line each."""
        model = self.rules.game()
        options = ", ".join(f"{name} = {value_name(model, name, value)}" for name, value in self.setup.options)
        lines = [
            "this happened with:",
            f"  rules      {self.rules.file.name}, sha256 {self.rules.hash}",
            f"  players    {self.setup.players}",
            f"  options    {options or 'none'}",
            f"  variants   {', '.join(sorted(self.setup.variants)) or 'none'}",
            f"  seed       {self.seed}",
            f"  decisions  {len(self.answers)}",
        ]
        rules = {rule.name for rule in (*model.actions, *model.reactions)}
        lines += [f"    player {seat + 1} {write_answer(answer, answer[0] not in rules)}" for seat, answer in self.answers]
        return "\n".join(lines)


class Match:
    """One match.  ``Rules.start`` makes it; ``decisions`` says what is asked (empty: it is over)."""

    def __init__(
        self, rules: Rules, setup: Setup, program: Program, seed: int, names: tuple[str, ...], state: State, log: Log
    ) -> None:
        self.rules = rules
        self.setup = setup
        self.program = program
        self.seed = seed
        self.names = names
        self.state = state
        self.log = log
        self.answers: list[tuple[int, Answer]] = []
        """Every answer so far, with the seat that gave it."""
        self._checkpoints: list[tuple[int, State, int]] = []

    @classmethod
    def begin(cls, rules: Rules, setup: Setup, seed: int, names: tuple[str, ...]) -> Match:
        """A new match at its first decision; raises ``MatchFault``."""
        from rulekit.engine import RulesFault

        try:
            program = rules.program_for(setup)
            state = program.start(seed)
        except RulesFault as fault:
            raise MatchFault(None, rules, setup, seed, (), fault) from None
        match = cls(rules, setup, program, seed, names, state, Log(program, names))
        match._record(0, "")
        match._keep()
        return match

    def __repr__(self) -> str:
        return f"<Match of {self.program.model.title}, {len(self.names)} players, {len(self.answers)} decisions>"

    # ------------------------------------------------------------ playing

    @property
    def decisions(self) -> list[Decision]:
        """What is asked now: one decision, several while players choose at the same time, none when the match is over."""
        return self.state.decisions

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return not self.state.decisions

    def choose(self, decision: Decision, answer: Sequence[Any]) -> None:
        """Answer a decision of ``decisions`` with a canonical answer; what is forced afterwards is done at once.

        Raises ``IllegalAnswer`` (nothing has changed), or ``MatchFault`` (the match is as it was before).
        """
        from rulekit.engine import IllegalAnswer, RulesFault

        number, kind, seat = len(self.answers) + 1, decision.kind, decision.by
        try:
            given = json.loads(json.dumps(list(answer)))
        except (TypeError, ValueError, RecursionError):
            raise IllegalAnswer("an answer is a list of JSON data") from None
        try:
            self.state.answer(decision, given)
        except RulesFault as fault:
            answers = [*self.answers, (seat, given)]
            self._rebuild(len(self.answers))
            raise MatchFault(self, self.rules, self.setup, self.seed, answers, fault) from None
        self.answers.append((seat, given))
        self._record(number, kind)
        if len(self.answers) % CHECKPOINT == 0:
            self._keep()

    def undo(self, answers: int = 1) -> None:
        """Take back the last answers; raises ``ValueError`` if there aren't so many."""
        if not 0 <= answers <= len(self.answers):
            raise ValueError(f"only {len(self.answers)} answers can be taken back, not {answers}")
        self._rebuild(len(self.answers) - answers)

    def clone(self) -> Match:
        """A match of its own at the same position with the same history."""
        state = self.state.clone()
        state.changes = []
        other = Match(self.rules, self.setup, self.program, self.seed, self.names, state, self.log.copy())
        other.answers = self.answers[:]
        other._checkpoints = self._checkpoints[:]
        return other

    # ------------------------------------------------------------ what there is to see

    def seat_of(self, player: str | int | None) -> int | None:
        """The seat, from 0, of a name, a number from 1 as a text, or a seat; none for ``all``.  Raises ``SetupError``."""
        if player is None or player == "all":
            return None
        if isinstance(player, int):
            if 0 <= player < len(self.names):
                return player
            raise SetupError(f"the seats are 0 to {len(self.names) - 1}, not {player}")
        if player in self.names:
            return self.names.index(player)
        if player.isascii() and player.isdigit() and len(player) < 5 and 1 <= int(player) <= len(self.names):
            return int(player) - 1
        known = f"; the players are {', '.join(self.names)}, or all"
        raise SetupError(f"nobody here is called '{shown(player)}'{suggest(player, self.names) or known}")

    def view(self, viewer: str | int | None = None) -> View:
        """What a player (a name, or a seat from 0; none: everybody together) can see."""
        from rulekit.engine.views import view

        return view(self.state, self.seat_of(viewer))

    def scores(self) -> list[int | None]:
        """The scores, by player or by team (none: the game has no score, or the team isn't in play)."""
        return self.state.scores()

    def winners(self) -> list[int]:
        """Who has won, players or teams from 0; empty while the match runs, or if nobody has."""
        return self.state.winners() if self.is_over else []

    def contenders(self) -> list[str]:
        """The names of those who score: the players, or the teams (if two have one label: as the rules call them)."""
        teams = self.program.model.teams
        labels = [team.label or team.name for team in teams]
        return (labels if len(set(labels)) == len(labels) else [team.name for team in teams]) or list(self.names)

    def teams(self) -> dict[str, list[str]]:
        """The teams in play, each with the names of its members."""
        program, names = self.program, self.contenders()
        return {names[k]: [self.names[seat] for seat in program.members(k)] for k in program.in_play} if program.model.teams else {}

    # ------------------------------------------------------------ log and saves

    def lines(self, viewer: str | int | None = None) -> list[str]:
        """The log for a player (none: all of it): head, decisions, what happened, result."""
        seat = self.seat_of(viewer)
        return [*self._head(seat), "", *self.log.lines(seat), "", *self._result()]

    def log_text(self, viewer: str | int | None = None) -> str:
        """``lines`` as a text with ``\\n`` line ends."""
        return "".join(line + "\n" for line in self.lines(viewer))

    def log_json(self, viewer: str | int | None = None) -> str:
        """The log as one JSON object; its shape is described in ``docs/formats.md``."""
        seat = self.seat_of(viewer)
        winners = [self.contenders()[k] for k in self.winners()]
        scores = dict(zip(self.contenders(), self.scores(), strict=True))
        result: dict[str, Any] = {"over": self.is_over, "decisions": len(self.answers), "scores": scores, "winners": winners}
        if seat is not None:
            del result["decisions"]  # the number would tell how often others were asked in private
        data = {
            "version": 1,
            **self.describe(),
            **({"teams": self.teams()} if self.teams() else {}),
            "viewer": "all" if seat is None else self.names[seat],
            "events": self.log.data(seat),
            "result": result,
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

    def save(self) -> dict[str, Any]:
        """Everything needed to go on later, as JSON data: ``Rules.resume`` takes it."""
        return {
            "format": "rulekit save",
            "version": 1,
            **self.describe(),
            "answers": [[seat, answer] for seat, answer in self.answers],
            "state": self.state.to_json(),
        }

    def describe(self) -> dict[str, Any]:
        """What the match was started with, as JSON data."""
        model = self.program.model
        return {
            "game": model.title,
            "rules": self.rules.hash,
            "players": list(self.names),
            "options": {name: value_name(model, name, value) for name, value in self.setup.options},
            "variants": sorted(self.setup.variants),
            "seed": self.seed,
        }

    def _head(self, seat: int | None) -> list[str]:
        about = self.describe()
        options = ", ".join(f"{name} = {value}" for name, value in about["options"].items())
        teams = ", ".join(f"{team} ({', '.join(members)})" for team, members in self.teams().items())
        return [
            "rulekit log 1",
            f"game: {about['game']}",
            f"rules: sha256 {about['rules']}",
            f"players: {', '.join(self.names)}",
            *([f"teams: {teams}"] if teams else []),
            f"options: {options or 'none'}",
            f"variants: {', '.join(about['variants']) or 'none'}",
            f"seed: {self.seed}",
            f"viewer: {'all' if seat is None else self.names[seat]}",
        ]

    def _result(self) -> list[str]:
        if not self.is_over:
            return ["result: the match isn't over"]
        scores = zip(self.contenders(), self.scores(), strict=True)
        rows = [f"  {name}: {score}" for name, score in scores if score is not None]
        winners = [self.contenders()[k] for k in self.winners()]
        return ["result", *rows, f"  winner: {', '.join(winners) or 'nobody'}"]

    # ------------------------------------------------------------ history

    def _record(self, number: int, kind: str) -> None:
        changes = self.state.changes
        if changes is not None:
            self.log.record(self.state, changes, number, kind)
            changes.clear()

    def _keep(self) -> None:
        self._checkpoints.append((len(self.answers), self.state.clone(), len(self.log.entries)))

    def _rebuild(self, count: int) -> None:
        """Go back to where ``count`` answers had been given: the last state kept before, and the answers behind it."""
        while self._checkpoints[-1][0] > count:
            self._checkpoints.pop()
        start, kept, entries = self._checkpoints[-1]
        again = self.answers[start:count]
        self.state = kept.clone()
        self.state.changes = []
        del self.answers[start:], self.log.entries[entries:]
        for seat, answer in again:
            self.choose(next(d for d in self.decisions if d.by == seat), answer)
