"""What is drawn and listed for a player is the same when all that he can't know is dealt anew; and any game can be drawn."""

from __future__ import annotations

from random import Random

import pytest
from generated import game_text

from rulekit import load
from rulekit.engine import Stream
from rulekit.engine.sampling import imagined
from rulekit.play.match import Match, MatchFault
from rulekit.play.rules import Rules
from rulekit.report.board.text import Screen, map_lines
from rulekit.report.board.ways import way_lines
from rulekit.report.graph.board import board_diagram
from rulekit.report.graph.dot import dot
from rulekit.report.graph.information import information_diagram
from rulekit.report.graph.mermaid import mermaid
from rulekit.report.graph.phases import phases_diagram
from rulekit.report.table import table_lines
from rulekit.source import SourceFile


def shown(match: Match, viewer: int) -> list[str]:
    return [*table_lines(match, viewer), *map_lines(match, viewer, Screen(90)), *way_lines(match, viewer, [])]


def plays(match: Match, seed: str, decisions: int) -> None:
    """Random play; looks at what everybody is shown on the way."""
    random = Stream(seed)
    for number in range(decisions):
        if match.is_over:
            return
        decision = match.decisions[0]
        try:
            match.choose(decision, decision.sample(random))
        except MatchFault:
            return
        if number % 10 == 9:
            for viewer in range(len(match.names)):
                other = match.clone()
                other.state = imagined(match.state, viewer, random)
                assert shown(other, viewer) == shown(match, viewer)


@pytest.mark.parametrize("game", ["jagd_der_vampire", "vampire", "hearts"])
def test_of_shipped_games(game: str) -> None:
    plays(load(game).start(4, 3), game, 70)


@pytest.mark.parametrize("seed", range(12))
def test_of_made_up_games(seed: int) -> None:
    rules = Rules(SourceFile("made_up.rules", game_text(Random(seed))))
    model = rules.game()
    for make in (phases_diagram, board_diagram, information_diagram):
        diagram = make(model)
        names = {node.name for node in diagram.nodes()}
        assert len(names) == len(list(diagram.nodes()))
        assert all({edge.start, edge.end} <= names for edge in diagram.edges)
        assert mermaid(diagram) and dot(diagram)
    try:
        match = rules.start(model.low_players, seed)
    except MatchFault:
        return
    plays(match, str(seed), 30)
