"""The codes of what can be wrong with the text itself, RK001 to RK099.  Each has a page in ``rulekit/diagnostics/pages``."""

from __future__ import annotations

from rulekit.diagnostics import Code, Severity, register


def _error(id: str, name: str, summary: str) -> Code:
    return register(id, name, Severity.ERROR, summary)


# What nothing more precise is known about.
UNEXPECTED = _error("RK001", "unexpected", "a word or sign stands where something else is expected")
INCOMPLETE = _error("RK002", "incomplete-line", "a line ends before it is complete")
MISSPELT = _error("RK003", "misspelt-word", "a word that is nearly a word of the language")

# Characters.
TAB = _error("RK010", "tab-indentation", "a line is indented with a tab")
PASTED = _error("RK011", "pasted-character", "a character that comes from a PDF or a word processor")
CHARACTER = _error("RK012", "unknown-character", "a character that the language doesn't use")
UNCLOSED_TEXT = _error("RK013", "unclosed-text", "a text without its closing quote")
SINGLE_QUOTES = _error("RK014", "single-quotes", "a text in single quotes")
MISSING_QUOTES = _error("RK015", "missing-quotes", "a text without quotes")
COMMENT = _error("RK016", "foreign-comment", "a comment that doesn't begin with '#'")
SEMICOLON = _error("RK017", "semicolon", "a semicolon")
OPERATOR = _error("RK018", "foreign-operator", "an operator of another language")
NUMBER_TOO_BIG = _error("RK019", "number-too-big", "a number beyond 10^12")
DECIMAL = _error("RK020", "decimal-number", "a number with a decimal point")
DOTS = _error("RK021", "range-dots", "a range that isn't written with two dots")

# Lines and blocks.
DEDENT = _error("RK025", "bad-dedent", "a line goes back to a column where no block began")
INDENT = _error("RK026", "unexpected-indent", "a line is indented below one that begins no block")
INDENTED_ITEM = _error("RK027", "indented-item", "a top-level construct that doesn't begin in column 0")
NO_BLOCK = _error("RK028", "missing-block", "nothing is indented below a colon")
NO_COLON = _error("RK029", "missing-colon", "the colon in front of a block is missing")
BLOCK_BEHIND_COLON = _error("RK030", "block-behind-colon", "a statement with a block of its own stands behind a colon")
OPEN_BRACKET = _error("RK031", "unclosed-bracket", "a bracket that is never closed")
WRONG_BRACKET = _error("RK032", "wrong-bracket", "a closing bracket that closes nothing, or one of another kind")
LIMIT = _error("RK033", "too-much", "nesting deeper than 64, a file of over a million characters, or 100 mistakes in it")
CITE = _error("RK034", "misplaced-citation", "a citation that doesn't stand at the end of a line")

# The file.
NO_GAME = _error("RK040", "no-game", "the file doesn't begin with 'game' or 'examples of'")
SECOND_GAME = _error("RK041", "second-game", "'game' or 'examples of' behind the first line")
ONLY_EXAMPLES = _error("RK042", "only-examples", "something else than an example in a file of examples")
UNKNOWN_ITEM = _error("RK043", "unknown-construct", "a line in column 0 begins with a word that begins no construct")
STATEMENT_AT_TOP = _error("RK044", "line-outside-block", "a line that belongs into a block stands in column 0")

# Names.
RESERVED_NAME = _error("RK050", "reserved-name", "a word of the language is used as a name")
BAD_NAME = _error("RK051", "bad-name", "a name with capitals or other letters than a to z")
PERSON = _error("RK052", "player-name", "a player of an example without a capital letter")
LABEL = _error("RK053", "misplaced-label", "a text for players that doesn't stand directly behind the name")

# Statements and rules.
VERB = _error("RK060", "unknown-beginning", "a statement, or another line of a block, begins with an unknown word")
ASSIGNMENT = _error("RK061", "assignment", "a value is set without 'set'")
ELSE = _error("RK062", "else", "'else' or 'elif' instead of 'otherwise'")
FOR_EACH = _error("RK063", "for-without-each", "a loop that doesn't begin with 'for each'")
CHOOSER = _error("RK064", "choose-without-by", "a choice outside an action doesn't say who chooses")
NO_THEN = _error("RK065", "statement-without-then", "a statement stands directly in an action")
OFFER = _error("RK066", "offer-in-statements", "an offer or a phase stands among statements")
TOP_EXCEPT = _error("RK067", "plain-except", "'except' stands at the top level")
CASE = _error("RK068", "case-form", "a case of a query is written with 'except' or 'if'")
TO_TOP = _error("RK069", "top-as-target", "'top of' stands where cards go to")
NOTHING = _error("RK070", "then-nothing", "a block says that nothing happens")
MAY_CHOOSE = _error("RK071", "simultaneous-may", "'may choose' behind 'simultaneously'")

# Expressions.
EQUALS = _error("RK075", "double-equals", "'==' instead of '='")
NOT_IN = _error("RK076", "not-in", "'x not in S' instead of 'not x in S'")
CHAINED = _error("RK077", "chained-comparison", "comparisons that are chained")

# Data.
NO_SIGHT = _error("RK080", "zone-without-sight", "a zone doesn't say who sees it")
NO_DEFAULT = _error("RK081", "option-without-default", "an option has no default")
RULING_FIRST = _error("RK082", "ruling-not-last", "a ruling in a block of data doesn't stand last")
PATTERN = _error("RK083", "pattern-line", "a line of a pattern is none of its seven lines")
SEATS = _error("RK084", "team-without-seats", "a team doesn't say which seats belong to it")
PLAY_LINE = _error("RK085", "play-line", "a line of 'play' is no decision")
