"""Running examples: one after the other, each in a match of its own.

Takes the rules (or a model that was checked), gives results.  A mistake in an example is a value in its result; only rules that
have errors, or a file that can't be read, raise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from attrs import define

from rulekit.analysis.model import ExampleDecl, GameModel
from rulekit.analysis.types import EnumT, FlagT, NumberT
from rulekit.engine import Program, RulesFault
from rulekit.engine.begin import blank
from rulekit.play.examples import codes
from rulekit.play.examples.expect import check_line
from rulekit.play.examples.given import build_position
from rulekit.play.examples.play import begin, play_line
from rulekit.play.examples.result import ExampleResult, Failed, Failure, failure, fault_failure
from rulekit.play.examples.scene import Scene
from rulekit.play.setup import Setup, SetupError, make_setup
from rulekit.syntax import nodes


@define(eq=False)
class Suite:
    """The examples of one file with what runs them.  ``program_for`` gives the (full) program for a setup, each made once."""

    model: GameModel
    examples: list[ExampleDecl]
    program_for: Callable[[Setup], Program]

    def chosen(self, k: str | None = None) -> Iterator[ExampleDecl]:
        """The examples whose titles contain ``k`` (in any case)."""
        return (e for e in self.examples if k is None or k.casefold() in e.title.casefold())

    def run(self, example: ExampleDecl, seed: int = 0) -> ExampleResult:
        """Run one example; another ``seed`` shuffles differently."""
        span = example.node.title.span
        failures: list[Failure] = []
        try:
            scene = self.scene(example, seed)
            failures = list(_failures(scene))
        except Failed as failed:
            failures = [failed.failure]
        except RulesFault as fault:
            failures = [fault_failure(fault, span, "while the example was set up")]
        return ExampleResult(example.title, span, tuple(example.seats), tuple(failures))

    def scene(self, example: ExampleDecl, seed: int = 0) -> Scene:
        """The position that an example begins with, at its first decision.  Raises ``Failed`` or ``RulesFault``."""
        program = self.program_for(self._setup(example))
        text = example.title if not seed else f"{example.title}/{seed}"
        state = blank(program, int.from_bytes(sha256(text.encode()).digest()[:6], "big"))
        state.stops = True
        scene = Scene(program, example, state)
        given = next((line for line in example.node.body if isinstance(line, nodes.Given)), None)
        if given is not None:
            build_position(scene, given)
        begin(scene, example.node.title.span if given is None else given.span)
        return scene

    def _setup(self, example: ExampleDecl) -> Setup:
        options: dict[str, Any] = {}
        variants = []
        for line in example.node.body:
            if isinstance(line, nodes.WithOption):
                options[line.name.text] = _option_value(self.model, line)
            elif isinstance(line, nodes.WithVariant):
                variants.append(line.name.text)
        try:
            return make_setup(self.model, len(example.seats) or None, options, variants)
        except SetupError as error:
            raise Failed(failure(codes.NO_POSITION, str(error), example.node.title.span)) from None


def _option_value(model: GameModel, line: nodes.WithOption) -> Any:
    """An option's value as ``make_setup`` takes it."""
    type = next((o.type for o in model.options if o.name == line.name.text), None)
    match line.value, type:
        case nodes.Number(value=value), NumberT():
            return value
        case nodes.CardItem(name=name), FlagT():
            return {"yes": True, "no": False}.get(name.text, name.text)
        case nodes.CardItem(name=name), EnumT() | _:
            return name.text
        case _:
            return line.value.span.text


def _failures(scene: Scene) -> Iterator[Failure]:
    """Play and look; a line that can't be played ends it, and so does a block of expectations that fails."""
    for block in scene.decl.node.body:
        if isinstance(block, nodes.Play):
            for line in block.body:
                scene.refuel()
                try:
                    play_line(scene, line)
                except Failed as failed:
                    yield failed.failure
                    return
                except RulesFault as fault:
                    yield fault_failure(fault, line.span, "when this was to be played")
                    return
        elif isinstance(block, nodes.Expect):
            found = [f for f in (check_line(scene, line) for line in block.body) if f is not None]
            yield from found
            if found:
                return


# ---------------------------------------------------------------- from rules to suites


def suite_of_model(model: GameModel, rules_hash: str = "") -> Suite:
    """The examples of a checked model, with a cache of programs of its own."""
    from rulekit.compile import build

    programs: dict[Setup, Program] = {}

    def program_for(setup: Setup) -> Program:
        if setup not in programs:
            programs[setup] = build(model, setup.players, dict(setup.options), setup.variants, rules_hash, True)
        return programs[setup]

    return Suite(model, model.examples, program_for)


__all__ = ["Suite", "suite_of_model"]
