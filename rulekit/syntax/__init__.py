"""From text to tree and back: ``parse``, the tree's nodes in ``nodes``, ``to_text`` and ``format_text``."""

from rulekit.syntax.layout import format_text
from rulekit.syntax.parse import parse
from rulekit.syntax.printer import to_text

__all__ = ["format_text", "parse", "to_text"]
