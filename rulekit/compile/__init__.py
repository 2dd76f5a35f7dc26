"""From a checked model to a program."""

from rulekit.compile.build import build

__all__ = ["build"]
