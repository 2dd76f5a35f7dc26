"""Diagrams of a game: its phases, its board, who can see what; as data (``model``), and written as Mermaid or DOT."""
