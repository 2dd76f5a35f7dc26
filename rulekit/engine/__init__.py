"""The engine: states of a match, decisions, views.  It knows no game."""

from rulekit.engine.chance import Stream
from rulekit.engine.decisions import Decision, Item, Stage
from rulekit.engine.faults import BadSave, IllegalAnswer, RulesFault
from rulekit.engine.program import Program
from rulekit.engine.state import State

__all__ = ["BadSave", "Decision", "IllegalAnswer", "Item", "Program", "RulesFault", "Stage", "State", "Stream"]
