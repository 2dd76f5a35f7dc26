"""The reserved words: the one list from which the grammar's NAME, the messages and the highlighters are made.

Takes nothing, gives ``RESERVED``.  All other words of the language are words only where the grammar expects them, so
a zone may be called ``deck``.  A test computes from the parse tables which words have to be reserved and compares.
"""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


RESERVED = _words(
    """
    action add after and as before bottom by cancel choose cycle deal decline declines do each end event except for
    forbid from happens has if in is let matching may mod move must not nothing nth of on only or otherwise over pay
    phase reaction repeat roll ruling set show shuffle simultaneously some state take then times to top until when
    whenever where winner with zone
    """
)

ITEM_WORDS = _words(
    """
    game examples option variant teams enum table die board card deck shared each define pattern action event reaction
    when whenever forbid phase score winner example ruling
    """
)
"""The words that begin a top-level construct."""

STATEMENT_WORDS = _words(
    "move deal shuffle set add take let choose may simultaneously roll show do end cancel if for repeat ruling"
)
"""The words that begin a statement (``otherwise`` goes on with one)."""
