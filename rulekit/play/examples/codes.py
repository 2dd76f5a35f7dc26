"""The codes of failing examples: RK600 to RK649.

Takes nothing, gives one constant for each code.  Each has a page ``rulekit/diagnostics/pages/<id>.md``.
"""

from __future__ import annotations

from rulekit.diagnostics import Code, Severity, register


def _failure(id: str, name: str, summary: str) -> Code:
    return register(id, name, Severity.ERROR, summary)


# what is expected
NOT_SO = _failure("RK600", "example-not-so", "an example expects what isn't so")
OTHER_CARDS = _failure("RK601", "example-other-cards", "an example expects other cards in a zone")
OTHER_OPTIONS = _failure("RK602", "example-other-options", "an example expects other options for a player")
OTHER_SIGHT = _failure("RK603", "example-other-sight", "an example expects a player to see, or not to see, a card")
OTHER_PHASE = _failure("RK604", "example-other-phase", "an example expects another phase to run")
OTHER_WINNER = _failure("RK605", "example-other-winner", "an example expects another winner")

# what is played
NOT_ASKED = _failure("RK610", "example-not-asked", "an example lets somebody decide who isn't asked")
NOT_LEGAL = _failure("RK611", "example-not-legal", "an example plays what isn't possible")
NOT_REACHED = _failure("RK612", "example-not-reached", "the phase behind 'until' doesn't begin")

# where it begins
NO_SUCH_CARD = _failure("RK620", "example-no-such-card", "an example places a card that isn't there")
NO_POSITION = _failure("RK621", "example-no-position", "an example begins where no match can stand")
