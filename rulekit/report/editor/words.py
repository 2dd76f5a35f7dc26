"""The words of the language that stand for values, functions and types, each with a sentence.

Takes nothing, gives ``EXPLAINED``.  Promises: every predefined name has its sentence (a test compares); what lines begin with
is explained by their examples in ``rulekit.syntax.constructs``.
"""

from __future__ import annotations

EXPLAINED: dict[str, tuple[str, str]] = {
    "it": ("it", "the element that is looked at: behind `where`, in `over` and in a pattern"),
    "this": ("this", "the card that the rule stands on"),
    "owner": ("owner", "the player in whose zone the card lies; in actions and reactions fixed when they begin"),
    "active": ("active", "the player of the innermost running phase with `for each` or `cycle` over players, else `none`"),
    "players": ("players", "the set of all players, clockwise from the first seat"),
    "teams": ("teams", "the set of all teams"),
    "yes": ("yes", "a flag that is set"),
    "no": ("no", "a flag that isn't set"),
    "none": ("none", "no value: of what may be missing"),
    "number": ("number 0..8", "the type of whole numbers, with bounds if they are given"),
    "flag": ("flag", "the type of `yes` and `no`"),
    "player": ("player", "the type of players"),
    "team": ("team", "the type of teams; `p.team` is the team of a player"),
    "space": ("space", "the type of spaces of the board"),
    "link": ("link", "the type of links between two spaces"),
    "line": ("line", "the type of named paths of the board"),
    "score": ("score p: E", "the score of a player or team; `p.score` reads it"),
    "count": ("count(S)", "how many elements S has"),
    "exists": ("exists(S)", "whether S has an element"),
    "first": ("first(S)", "the first element of S, or `none`"),
    "last": ("last(S)", "the last element of S, or `none`"),
    "random": ("random(S)", "an element of S by chance; only in statements"),
    "smaller": ("smaller(a, b)", "the smaller of two numbers"),
    "larger": ("larger(a, b)", "the larger of two numbers"),
    "others": ("others(p)", "all players but p, clockwise from p's left"),
    "left": ("left(p)", "the player to the left of p"),
    "right": ("right(p)", "the player to the right of p"),
    "seat": ("seat(p)", "the seat of p; 1 is the first seat"),
    "partner": ("partner(p)", "the other member of a team of two, else `none`"),
    "cards": ("cards(deck)", "all cards of a deck, wherever they are"),
    "links": ("links(s)", "the links of a space, or of the board"),
    "ends": ("ends(l)", "the two spaces that a link joins"),
    "between": ("between(s, t)", "the link between two spaces"),
    "next": ("next(s, line)", "the space behind s on a line"),
    "neighbours": ("neighbours(s, L)", "the spaces that one of the links L joins with s"),
    "reach": ("reach(s, n, L)", "the spaces at most n steps away on the links L, without s"),
    "sum": ("sum(E over x in S)", "the sum of E for all elements of S"),
    "max": ("max(E over x in S)", "the largest E; of nothing 0"),
    "min": ("min(E over x in S)", "the smallest E; of nothing 0"),
    "any": ("any(C over x in S)", "whether C holds for some element of S"),
    "all": ("all(C over x in S)", "whether C holds for all elements of S"),
    "best": ("best(S by E)", "the elements of S with the highest E, all that tie; the lowest with `by -E`"),
}
"""Each with the form in which it is written and what it means."""
