"""Everything that needs the whole model: errors, warnings and notes.

Takes a game model without errors and a sink, adds findings to it.  Promises: a correct file gets none but notes; one mistake
gives one finding.
"""

from __future__ import annotations

from rulekit.analysis.checks.citations import check_sources, note_uncited
from rulekit.analysis.checks.constants import check_constants
from rulekit.analysis.checks.contexts import contexts_of
from rulekit.analysis.checks.fields import check_fields
from rulekit.analysis.checks.happenings import check_happenings
from rulekit.analysis.checks.hidden import check_hidden
from rulekit.analysis.checks.layers import check_layers
from rulekit.analysis.checks.loops import check_endless, check_untils
from rulekit.analysis.checks.notes import note_read_choices
from rulekit.analysis.checks.reach import check_reach
from rulekit.analysis.checks.tables import check_tables
from rulekit.analysis.checks.unused import check_locals, check_unused
from rulekit.analysis.checks.whenever import check_first_shuffle, check_whenevers
from rulekit.analysis.checks.zones import check_refills, check_zones
from rulekit.analysis.effects import effects_of
from rulekit.analysis.model import GameModel
from rulekit.diagnostics import Sink

__all__ = ["run_checks", "run_notes"]


def run_checks(model: GameModel, sink: Sink) -> None:
    """Add the errors and warnings of the whole model."""
    effects = effects_of(model)
    contexts = contexts_of(model, effects)
    check_tables(model, sink)
    check_hidden(model, sink)
    check_whenevers(model, effects, sink)
    check_layers(model, sink)
    check_endless(model, effects, sink)
    check_untils(model, effects, sink)
    check_reach(model, effects, contexts, sink)
    check_happenings(model, effects, contexts, sink)
    check_first_shuffle(model, effects, sink)
    check_constants(model, sink)
    check_zones(model, sink)
    check_refills(model, sink)
    check_fields(model, sink)
    check_unused(model, sink)
    check_locals(model, sink)
    check_sources(model, sink)


def run_notes(model: GameModel, sink: Sink) -> None:
    """Add the notes that are given only on request."""
    note_read_choices(model, sink)
    note_uncited(model, sink)
