"""The codes of what only playing shows, RK560 to RK579."""

from __future__ import annotations

from rulekit.diagnostics import Severity, register

NEVER_TAKEN = register("RK560", "action-never-taken", Severity.WARNING, "an action that nobody took in any match of a play-test")
