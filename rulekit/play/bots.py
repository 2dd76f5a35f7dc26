"""Bots: they get what a player sees and is asked, and a stream of their own; never the state of the match.

A bot's stream is named by the match's seed, its seat and the number of the decision: changing a bot, going back or resuming a
match changes no card and no other bot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from rulekit.play.library import shown, suggest
from rulekit.play.setup import SetupError

if TYPE_CHECKING:
    from rulekit.engine import Decision, State, Stream
    from rulekit.engine.views import View
    from rulekit.play.match import Match


class Turn:
    """What a bot is given: the decision, its own stream, and on request what its player sees."""

    def __init__(self, decision: Decision, random: Stream, look: Callable[[], View], imagine: Callable[[int], State]) -> None:
        self.decision = decision
        self.random = random
        self._look = look
        self._imagine = imagine

    @cached_property
    def view(self) -> View:
        """What the player who decides can see."""
        return self._look()

    def imagine(self) -> State:
        """A state that the player can't tell from the real one, drawn with the bot's stream."""
        return self._imagine(self.random.below(1 << 31))


class Bot(Protocol):
    """Anything that answers decisions."""

    def choose(self, turn: Turn) -> list[Any]:
        """A canonical answer to ``turn.decision``."""


class RandomBot:
    """Each complete answer is as likely as every other."""

    def choose(self, turn: Turn) -> list[Any]:
        """Draw an answer."""
        return turn.decision.sample(turn.random)


class GreedyBot:
    """Looks one answer ahead in an imagined state: the best own score, less the best score of the others.

    Looks at no more than ``most`` answers; where there are more, at so many drawn ones.
    """

    most = 24

    def choose(self, turn: Turn) -> list[Any]:
        """The answer that looks best now; among equal ones a drawn one."""
        decision = turn.decision
        if decision.count() <= self.most:
            options = decision.options()
        else:
            drawn = [decision.sample(turn.random) for _ in range(self.most)]
            options = [answer for k, answer in enumerate(drawn) if answer not in drawn[:k]]
        state = turn.imagine()
        best: list[list[Any]] = []
        highest: int | None = None
        for answer in options:
            value = self._worth(state, decision.by, answer)
            if highest is None or value > highest:
                highest, best = value, []
            if value == highest:
                best.append(answer)
        return best[turn.random.below(len(best))] if len(best) > 1 else best[0]

    def _worth(self, state: State, seat: int, answer: list[Any]) -> int:
        from rulekit.engine import RulesFault

        ahead = state.clone()
        mine = next((d for d in ahead.decisions if d.by == seat), None)
        try:
            if mine is None:
                return 0
            ahead.answer(mine, answer)
            scores = ahead.scores()
        except RulesFault:
            return -(10**12)
        model = state.program.model
        own = seat
        if model.teams:
            own = next(team for team in state.program.in_play if seat in state.program.members(team))
        others = [score for k, score in enumerate(scores) if k != own and score is not None]
        return (scores[own] or 0) - max(others, default=0)


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
"""The bots by name."""


def make_bot(name: str) -> Bot:
    """The bot with this name; raises ``SetupError``."""
    if name not in BOTS:
        near = suggest(name, BOTS)
        raise SetupError(f"no bot is called '{shown(name)}'{near or '; there are: ' + ', '.join(BOTS)}")
    return BOTS[name]()


def seat_bots(names: Iterable[str], players: int) -> list[Bot]:
    """A bot for each seat: one name for all, or one for each; raises ``SetupError``."""
    wanted = [name.strip() for name in names]
    if len(wanted) == 1:
        wanted = wanted * players
    if len(wanted) != players:
        raise SetupError(f"name one bot for all seats, or one for each of the {players} players, not {len(wanted)}")
    return [make_bot(name) for name in wanted]


def bot_answer(match: Match, decision: Decision, bot: Bot) -> list[Any]:
    """What a bot answers to a decision of a match."""
    from rulekit.engine import Stream
    from rulekit.engine.sampling import sample
    from rulekit.engine.views import view

    state, seat = match.state, decision.by
    random = Stream(f"{match.seed}/bot/{seat}/{decision.n}")
    return bot.choose(Turn(decision, random, lambda: view(state, seat), lambda seed: sample(state, seat, seed)))


def play_on(match: Match, bots: Mapping[int, Bot]) -> None:
    """Let bots decide until a decision is open that none of them takes, or the match is over; may raise ``MatchFault``."""
    while True:
        decision = next((d for d in match.decisions if d.by in bots), None)
        if decision is None:
            return
        match.choose(decision, bot_answer(match, decision, bots[decision.by]))
