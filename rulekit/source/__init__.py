"""Texts and places in them."""

from rulekit.source.text import SourceFile, Span

__all__ = ["SourceFile", "Span"]
