"""The codes of what names, types and structure can get wrong: RK100 to RK349.

Takes nothing, gives one constant for each code.  Each has a page ``rulekit/diagnostics/pages/<id>.md``.
"""

from __future__ import annotations

from rulekit.diagnostics import Code, Severity, register


def _error(id: str, name: str, summary: str) -> Code:
    return register(id, name, Severity.ERROR, summary)


# names and declarations
UNKNOWN_NAME = _error("RK101", "unknown-name", "a name that is declared nowhere")
DUPLICATE = _error("RK102", "duplicate-name", "two declarations of one name")
PREDEFINED = _error("RK103", "predefined-name", "a declaration of a name that the language has already")
HIDES_GLOBAL = _error("RK104", "hides-global", "a local name that hides a declaration")
AMBIGUOUS = _error("RK105", "local-and-attribute", "a name that is both a local and an attribute of the element")
NO_ELEMENT = _error("RK106", "no-element", "'it' where no element is meant")
NO_CARD = _error("RK107", "no-card", "'this' or 'owner' where no card is meant")
STRAY_PERSON = _error("RK108", "player-name-outside-example", "the name of an example's player outside the example")
WRONG_SORT = _error("RK109", "wrong-sort-of-name", "a name of another sort than is wanted here")
NEEDS_OWNER = _error("RK110", "needs-owner", "a zone or field of each player without the player")
NO_MEMBER = _error("RK111", "unknown-attribute", "nothing of this name behind the dot")
UNKNOWN_TYPE = _error("RK112", "unknown-type", "a type that doesn't exist")
NOT_IN_ALL = _error("RK113", "not-in-all", "a name that only some of the rules named here have")

# types
WRONG_TYPE = _error("RK201", "wrong-type", "a value of another type than is wanted")
WRONG_COUNT = _error("RK202", "wrong-number-of-arguments", "too many or too few arguments")
MAYBE_NONE = _error("RK203", "may-be-none", "a dot behind a value that may be none")
KIND_LACKS = _error("RK204", "kind-lacks-attribute", "an attribute that cards of this kind don't have")
NOT_COMPARABLE = _error("RK205", "not-comparable", "two values that can't be compared or joined")
NEEDS_ANNOTATION = _error("RK206", "needs-annotation", "a parameter that is given values of unlike types")
NOT_A_ZONE = _error("RK207", "not-a-zone", "something that is no zone where cards are taken or put")
NOT_A_PLACE = _error("RK208", "not-settable", "something that 'set', 'add' and 'take' can't change")
BAD_INDEX = _error("RK209", "bad-index", "an index that is missing, or where there is none")
INDEX_OUTSIDE = _error("RK210", "index-outside", "an index that doesn't exist")
NOT_CONSTANT = _error("RK211", "not-constant", "a value that is known only in play, where a fixed one is wanted")
OUT_OF_BOUNDS = _error("RK212", "out-of-bounds", "a fixed number outside its bounds")
PATTERN_ATTRIBUTE = _error("RK213", "pattern-attribute", "an attribute that this pattern line can't use")
BAD_TYPE = _error("RK214", "bad-type", "a type that can't be made")

# structure
QUERY_RECURSION = _error("RK301", "query-recursion", "a query that needs itself")
CHANCE_IN_QUERY = _error("RK302", "chance-in-query", "chance where nothing may happen")
STRAY_CANCEL = _error("RK303", "stray-cancel", "'cancel' outside the body of a 'before' reaction")
NOBODY_ASKED = _error("RK304", "nobody-asked", "an offer without a phase over players around it")
FORBIDS_EVENT = _error("RK305", "forbids-event", "an event can't be forbidden")
FORBIDS_NOTHING = _error("RK306", "forbids-nothing", "a prohibition of what the card can't do")
NO_DISCARD = _error("RK307", "no-discard", "paying a card that has no 'discards to'")
SIGHT = _error("RK308", "zone-sight", "a zone that can't be seen in the way that is written")
SEATS = _error("RK309", "seats", "a seat without a team or with two")
MISSING_ATTRIBUTE = _error("RK310", "missing-attribute", "a row of a deck without a required attribute")
FIXED_ATTRIBUTE = _error("RK311", "fixed-attribute", "a row of a deck that gives an attribute its kind has fixed")
ONLY_ONCE = _error("RK312", "only-once", "a construct that a game has only once")
KIND_CYCLE = _error("RK313", "kind-cycle", "a card kind that is its own parent")
NO_LOOP = _error("RK314", "phase-without-loop", "'each X' with a phase X that makes only one pass")
NO_TEAMS = _error("RK315", "nothing-there", "a word about teams, partners, a board or scores in a game without them")
EXAMPLE_MISMATCH = _error("RK316", "example-mismatch", "an example that the rules can't mean")
EMPTY_RANGE = _error("RK317", "empty-range", "a range whose end comes before its start")
NOTHING_TO_FILL = _error("RK318", "each-without-values", "'each' with an attribute that has no list of values")
PERFORMED = _error("RK319", "not-performed", "'do' with something other than an event")
WHO_ACTS = _error("RK320", "who-acts", "an action or reaction outside a card that says of nobody that he takes it")
TOO_MANY = _error("RK321", "too-many", "more players, cards, zones or values than a game can have")
