"""From the syntax tree to the game model: names, types, and what can be wrong with them."""

from rulekit.analysis.lower import analyse, analyse_examples

__all__ = ["analyse", "analyse_examples"]
