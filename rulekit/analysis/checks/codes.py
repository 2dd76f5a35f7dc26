"""The codes of what the whole model can get wrong: errors RK350 to RK399, warnings RK400 to RK449, notes from RK450.

Takes nothing, gives one constant for each code.  Each has a page ``rulekit/diagnostics/pages/<id>.md``.
"""

from __future__ import annotations

from rulekit.diagnostics import Code, Severity, register


def _error(id: str, name: str, summary: str) -> Code:
    return register(id, name, Severity.ERROR, summary)


def _warning(id: str, name: str, summary: str) -> Code:
    return register(id, name, Severity.WARNING, summary)


def _note(id: str, name: str, summary: str) -> Code:
    return register(id, name, Severity.NOTE, summary)


# errors
TABLE_GAP = _error("RK350", "table-gap", "a table without a row for a value that is looked up")
TABLE_OVERLAP = _error("RK351", "table-overlap", "two rows of a table for one value")
HIDDEN_CONTENTS = _error("RK352", "hidden-contents", "a rule of a choice that reads cards its player can't see")
HIDDEN_CHOICE = _error("RK353", "hidden-choice", "a choice from cards that its player can't see")
RESTLESS_WHENEVER = _error("RK354", "restless-whenever", "a 'whenever' that asks, rolls, ends a phase or can be answered")
ENDLESS_PHASE = _error("RK355", "endless-phase", "a phase that goes round without end")
COLLIDING_EXCEPTIONS = _error("RK356", "colliding-exceptions", "two exceptions that always apply at the same time")

# warnings
ZONE_NEVER_FILLED = _warning("RK400", "zone-never-filled", "a zone in which no card ever lies")
ZONE_NEVER_READ = _warning("RK401", "zone-never-read", "a zone that no rule looks at")
NEVER_CHANGED = _warning("RK402", "never-changed", "a field or state that keeps its first value")
NEVER_READ = _warning("RK403", "never-read", "a field or state that no rule reads")
UNUSED_LOCAL = _warning("RK404", "unused-local", "a value that gets a name and isn't used")
UNUSED_QUERY = _warning("RK405", "unused-query", "a query that nothing asks")
UNUSED_PATTERN = _warning("RK406", "unused-pattern", "a pattern that nothing uses")
UNUSED_TABLE = _warning("RK407", "unused-table", "a table in which nothing is looked up")
UNUSED_ENUM = _warning("RK408", "unused-enum", "an enum that nothing uses")
UNUSED_ENUM_VALUE = _warning("RK409", "unused-enum-value", "a value of an enum that never occurs")
UNUSED_DECK = _warning("RK410", "unused-deck", "a deck that lies nowhere")
UNUSED_DIE = _warning("RK411", "unused-die", "a die that is never thrown")
UNUSED_KIND = _warning("RK412", "unused-kind", "a kind of which no deck has a card")
EVENT_NEVER_PERFORMED = _warning("RK413", "event-never-performed", "an event that nothing performs")
ACTION_NEVER_OFFERED = _warning("RK414", "action-never-offered", "an action that no phase offers")
PHASE_UNREACHABLE = _warning("RK416", "unreachable-phase", "a phase that is never reached")
UNTIL_NEVER_CHANGES = _warning("RK417", "until-never-changes", "an 'until' that nothing inside can change")
END_NOT_RUNNING = _warning("RK418", "end-not-running", "an 'end' of a phase that can't be running")
WHENEVER_BEFORE_SHUFFLE = _warning("RK419", "whenever-before-shuffle", "a 'whenever' that takes cards before they are shuffled")
TOP_NOT_REFILLED = _warning("RK420", "top-not-refilled", "cards from the top of a zone that isn't refilled for it")
UNKNOWN_SOURCE = _warning("RK421", "unknown-source", "a citation of a rulebook that isn't declared")
CONSTANT_CONDITION = _warning("RK422", "constant-condition", "a condition that always has the same answer")
STATEMENT_UNREACHABLE = _warning("RK423", "unreachable-statement", "a statement that is never reached")
UNUSED_OPTION = _warning("RK424", "unused-option", "an option that changes nothing")

# notes, on request
CHOICE_READ_LATER = _note("RK450", "choice-read-later", "a choice of several cards that later lines read")
NO_CITATION = _note("RK451", "no-citation", "a rule that cites no rulebook")
