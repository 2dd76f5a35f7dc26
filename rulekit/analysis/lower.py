"""Analysis: from a syntax tree to the game model.

Takes a tree, gives the model, with findings in the sink.  Promises: the model is as complete as the text allows, also if there
are errors; one mistake is reported once; the analysis ends for every input.
"""

from __future__ import annotations

from rulekit.analysis import model
from rulekit.analysis.body import Body, Session
from rulekit.analysis.declare import Declaring
from rulekit.analysis.examples import enter_example, lower_example
from rulekit.analysis.expressions import lower_expr
from rulekit.analysis.inference import Inference, Unit
from rulekit.analysis.lost import lost_words, on_their_own
from rulekit.analysis.names import Names
from rulekit.analysis.types import CardT
from rulekit.analysis.whole import report_whole
from rulekit.diagnostics import Sink
from rulekit.source import SourceFile, Span
from rulekit.syntax import nodes


def analyse(tree: nodes.RulesFile, file: SourceFile, sink: Sink) -> model.GameModel | None:
    """The model of a game; none for a file that holds only examples."""
    if any(isinstance(item, nodes.ExamplesOf) for item in tree.items):
        return None
    game = model.GameModel(file, tree)
    lost = lost_words(tree, file, sink.found) if sink.has_errors else frozenset()
    found = Sink()
    everything = model.KindDecl("card", Span(file, 0, 0), everything=True)
    session = Session(game, Names(), found, lower_expr, CardT(everything))
    session.inference.mixed = session.mixed
    game.session = session
    Declaring(session).run(tree)
    session.inference.guess = session.only_type_with
    session.inference.solve()
    for unit in session.inference.units:
        for diagnostic in unit.sink.found:
            found.add(diagnostic)
    report_whole(session)
    for diagnostic in on_their_own(found, lost) if lost else found.found:
        sink.add(diagnostic)
    if not sink.has_errors:
        run_checks(game, sink)
    return game


def run_checks(game: model.GameModel, sink: Sink) -> None:
    """What a correct model can still get wrong."""
    from rulekit.analysis.checks import run_checks as run

    run(game, sink)


def analyse_examples(tree: nodes.RulesFile, game: model.GameModel, sink: Sink) -> list[model.ExampleDecl]:
    """The examples of a file that holds only examples, against the model of the game that it names."""
    base = game.session
    assert isinstance(base, Session)
    found: list[model.ExampleDecl] = []
    apart = model.GameModel(game.file, tree, **{name: getattr(game, name) for name in _SHARED})
    known = Inference(signatures=base.inference.signatures, maybe=base.inference.maybe)
    session = Session(
        apart, base.names, sink, lower_expr, base.mixed, known, base.decked, score=base.score, chosen=base.chosen
    )
    for item in tree.items:
        if isinstance(item, nodes.Example):
            example = enter_example(session, item)
            unit = Unit(0, lambda unit: None, sink)
            lower_example(Body(session, unit), example)
            found.append(example)
    return found


_SHARED = ("title", "low_players", "high_players", "options", "variants", "teams", "board", "kinds", "decks", "zones", "fields")
