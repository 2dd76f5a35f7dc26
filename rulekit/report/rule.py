"""One rule with all that touches it: what declares it, who uses it, what other places of the file say about it.

Takes a game model and a name, gives plain data (for ``--format json`` and ``rule_text``).  Promises: everything has its file and
line and what it cites; the order is that in which things count, and otherwise that of the file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define

from rulekit.analysis import model as m
from rulekit.analysis.parts import abilities
from rulekit.play.library import suggest
from rulekit.report.places import Places, named, places_of, sort_of
from rulekit.report.touching import Touch, answered, changes, stands_in, touching
from rulekit.report.uses import Use, uses_for, uses_of
from rulekit.source import Span
from rulekit.syntax import nodes

Data = dict[str, Any]


def rule_info(model: m.GameModel, name: str) -> list[Data] | str:
    """What is called ``name``: definitions and all that touches each; or what to tell the user if nothing is called so."""
    found = [decl for decl in declarations(model) if decl.name == name]
    if not found:
        near = suggest(name, [decl.name for decl in declarations(model)])
        return f"nothing in {model.title} is called '{name}'{near}"
    teller = _Teller(model, places_of(model), uses_of(model))
    first = {(sort_of(decl), decl.name): decl for decl in reversed(found)}.values() if _are_lines(found) else found
    return [teller.tell(decl) for decl in first]


def decl_info(model: m.GameModel, decl: m.Decl) -> Data:
    """One declaration and all that touches it."""
    return _Teller(model, places_of(model), uses_of(model)).tell(decl)


def _are_lines(found: list[m.Decl]) -> bool:
    """Lines of a board share their names: they are told together."""
    return all(isinstance(decl, m.LineDecl) for decl in found)


def declarations(model: m.GameModel) -> list[m.Decl]:
    """Everything that has a name, in the order in which it is told if several things have one name."""
    found: list[m.Decl] = [*model.options, *model.variants, *model.teams, *model.tables, *model.dice, *model.decks]
    if model.board is not None:
        found += [model.board, *model.board.spaces, *model.board.lines, *model.board.fields]
    for enum in model.enums:
        found += [enum, *enum.values]
    for kind in model.kinds:
        found += [kind, *kind.attributes, *kind.states]
    found += [*model.zones, *model.fields, *model.queries, *model.patterns, *model.actions, *model.events, *model.reactions]
    phases = list(model.phases)
    while phases:
        phase = phases.pop(0)
        found.append(phase)
        phases = [item for item in phase.body if isinstance(item, m.PhaseDecl)] + phases
    return found


@define(eq=False)
class _Teller:
    model: m.GameModel
    places: Places
    uses: list[Use]

    def tell(self, decl: m.Decl) -> Data:
        """All about one declaration."""
        whole = self.places.declaration(decl)
        told = [self.use(use) for use in uses_for(self.model, self.uses, decl) if not self.inside(use, decl, whole)]
        if isinstance(decl, m.ReactionDecl):
            told = [*self.answers(decl), *told]
        return {
            "sort": sort_of(decl),
            "name": decl.name,
            "of": self.places.around(decl.span).card if not isinstance(decl, m.KindDecl) else None,
            "label": decl.label,
            "variant": decl.variant.name if decl.variant else None,
            **self.place(whole if whole.line == decl.span.line else decl.span),
            "text": self.text(decl, whole),
            "facts": self.facts(decl),
            "has": [self.ability(rule) for rule in self.abilities(decl)],
            "used_by": told,
            "touched_by": [self.touch(touch) for touch in touching(self.model, decl)],
            "changes": [self.touch(touch) for touch in self.changes(decl)],
        }

    def inside(self, use: Use, decl: m.Decl, whole: Span) -> bool:
        """Whether a use stands in the declaration itself, which is told in full."""
        return not isinstance(decl, m.KindDecl | m.PhaseDecl) and whole.start <= use.span.start < whole.end

    def text(self, decl: m.Decl, whole: Span) -> str:
        """The source of a declaration; of a line of the board all of its name."""
        if isinstance(decl, m.LineDecl) and self.model.board is not None:
            rows = [self.places.block(line.span) for line in self.model.board.lines if line.name == decl.name]
            return "\n".join(dict.fromkeys(rows))
        return self.places.block(whole)

    def place(self, span: Span) -> Data:
        """File, line and citation."""
        return {"file": span.file.name, "line": span.line, "cite": self.places.cite(span)}

    # ------------------------------------------------------------ who uses it

    def use(self, use: Use) -> Data:
        """A use as data; what its line doesn't cite, the rule around it does."""
        told = {"how": use.how, **self.place(use.span), "text": self.places.line(use.span), "in": use.within}
        around = self.places.around(use.span)
        if around.card is not None and "card" not in (use.within or told["text"]):
            told["in"] = f"{use.within}, card {around.card}" if use.within is not None else f"card {around.card}"
        if told["cite"] is None and use.head is not None:
            told["cite"] = self.places.cite(use.head)
        return {**told, "variant": around.variant}

    def answers(self, reaction: m.ReactionDecl) -> list[Data]:
        """What a reaction answers, and when."""
        how = "answers before" if reaction.before else "answers after"
        return [
            {"how": how, **self.place(decl.span), "text": self.places.head(decl.span), "in": None, "variant": None}
            for decl in answered(reaction)
        ]

    # ------------------------------------------------------------ what touches it

    def touch(self, touch: Touch) -> Data:
        """A rule that touches another one, as data."""
        span = touch.node.span
        around = self.places.around(span)
        told = {
            "sort": touch.sort,
            "when": None if touch.before is None else "before" if touch.before else "after",
            "layer": touch.layer,
            "rank": touch.rank,
            "card": around.card,
            "variant": around.variant,
            **self.place(span),
            "text": self.places.block(span),
            "about": ", ".join(named(target) for target in touch.targets) or None,
            "by_kind": touch.kind.name if touch.kind is not None else None,
        }
        condition = getattr(touch.node, "condition", None)
        told["condition"] = condition.span.text if isinstance(condition, nodes.Node) else None
        told["forbidden_by"] = [
            {**self.place(x.span), "text": self.places.line(x.span), "card": self.places.around(x.span).card} for x in touch.forbidden
        ]
        return told

    def changes(self, decl: m.Decl) -> list[Touch]:
        """What a card kind or a variant changes elsewhere."""
        if isinstance(decl, m.KindDecl):
            return changes(self.model, decl)
        return stands_in(self.model, decl) if isinstance(decl, m.VariantDecl) else []

    # ------------------------------------------------------------ what it is

    def ability(self, rule: m.ActionDecl | m.ReactionDecl) -> Data:
        """An action or reaction on a card, in one line."""
        return {"name": named(rule), **self.place(rule.span), "text": self.places.head(rule.span)}

    def abilities(self, decl: m.Decl) -> list[m.ActionDecl | m.ReactionDecl]:
        """The actions and reactions that cards of a kind have, inherited ones too."""
        return [rule for rule in abilities(self.model) if isinstance(decl, m.KindDecl) and rule.kind in decl.ancestry()]

    def facts(self, decl: m.Decl) -> list[str]:
        """What isn't written at the declaration itself, in short sentences."""
        match decl:
            case m.KindDecl():
                return self.facts_of_kind(decl)
            case m.ActionDecl(kind=m.KindDecl(from_zone=str() as zone)) | m.ReactionDecl(kind=m.KindDecl(from_zone=str() as zone)):
                return [f"its card has to lie in '{zone}'"]
            case m.EventDecl(body=None, exceptions=[_, *_]):
                return ["without an effect of its own, but for the exceptions"]
            case m.EventDecl(body=None):
                return ["without an effect of its own: a moment that other rules wait for"]
            case m.SpaceDecl(index=index) if self.model.board is not None:
                ends = [link.ends for link in self.model.board.links if index in link.ends]
                near = dict.fromkeys(self.model.board.spaces[a if b == index else b].name for a, b in ends)
                return [f"linked to {', '.join(near)}"] if near else ["linked to no other space"]
            case m.SpaceFieldDecl(of_link=of_link):
                return ["each link has it" if of_link else "each space has it"]
            case m.StateDecl(until_moved=True):
                return ["any move of the card resets it"]
            case m.PhaseDecl(parent=m.PhaseDecl() as parent):
                around = [parent.name]
                while parent.parent is not None:
                    parent = parent.parent
                    around.append(parent.name)
                return [f"inside the phase{'s' * (len(around) > 1)} {', '.join(around)}"]
            case _:
                return []

    def facts_of_kind(self, kind: m.KindDecl) -> list[str]:
        """Kinds above and below, inherited attributes, copies."""
        facts = []
        above = kind.ancestry()[1:]
        if above:
            facts.append(f"kinds above it: {', '.join(other.name for other in above)}")
        inherited = [f"{x.name} (of {other.name})" for other in above for x in (*other.attributes, *other.states)]
        if inherited:
            facts.append(f"inherits {', '.join(inherited)}")
        if kind.children:
            facts.append(f"kinds below it: {', '.join(self.below(kind))}")
        copies = {deck.name: sum(g.count for g in deck.groups if g.kind.is_a(kind)) for deck in self.model.decks}
        facts += [f"{n} card{'s' * (n != 1)} in the deck '{deck}'" for deck, n in copies.items() if n]
        return facts

    def below(self, kind: m.KindDecl) -> Iterable[str]:
        """The names of all kinds below one."""
        for child in kind.children:
            yield child.name
            yield from self.below(child)
