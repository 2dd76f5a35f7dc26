"""Texts for people and machines: code frames, formats of findings, information about a game, the table."""
