"""Python source in the making: names from numbers, literals through ``repr``, constants and places of faults as globals.

No text of a rules file ever becomes code: generated names consist of a letter and a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from attrs import define, field

from rulekit.analysis.model import Local
from rulekit.compile.layout import Layout
from rulekit.engine.faults import TOO_DEEP, RulesFault
from rulekit.engine.program import SOURCE_NAME, Program
from rulekit.source import Span

_REGISTER = re.compile(r"\bL\[(\d+)\]")
_BOUND = re.compile(r"(?:\bfor |\blambda |\()(v\d+)(?: in\b|:| :=)")
_NAME = re.compile(r"^def (\w+)", re.M)
_VARIABLE = re.compile(r"\b(?:v\d+|L)\b")


@define(eq=False)
class Env:
    """Where locals live in generated code: local -> Python expression.  ``depth``: how many binders are around."""

    places: dict[int, str] = field(factory=dict)
    depth: int = 0

    def bind(self, local: Local, place: str) -> Env:
        """This environment with one more local."""
        return Env({**self.places, id(local): place}, self.depth)

    def inner(self, local: Local, place: str) -> Env:
        """The same, inside one more binder."""
        return Env({**self.places, id(local): place}, self.depth + 1)


@define(eq=False)
class Generator:
    """Collects functions, globals and sites for one program."""

    program: Program
    layout: Layout
    chunks: list[str] = field(factory=list)
    globals: dict[str, Any] = field(factory=dict)
    on_finish: list[Callable[[], None]] = field(factory=list)
    """Called once the source is compiled: functions are known by name until then."""
    watched: frozenset[Span] = frozenset()
    """The places of the rules that are to tell when they are carried out."""
    numbers: int = 0
    _sites: dict[Span, int] = field(factory=dict)
    _constants: dict[str | int, str] = field(factory=dict)

    def fresh(self, letter: str) -> str:
        """A name nothing else has."""
        self.numbers += 1
        return f"{letter}{self.numbers}"

    def constant(self, value: Any) -> str:
        """A global that holds a value; equal tuples share one."""
        key = repr(value) if isinstance(value, tuple) else id(value)
        name = self._constants.get(key)
        if name is None:
            name = self._constants[key] = self.fresh("K")
            self.globals[name] = value
        return name

    def site(self, span: Span) -> int:
        """The number of a place at which a fault can happen."""
        if span not in self._sites:
            self._sites[span] = len(self.program.sites)
            self.program.sites.append(span)
        return self._sites[span]

    def mark(self, span: Span) -> list[str]:
        """The line with which a rule tells that it is carried out; none if that isn't watched."""
        if span not in self.watched:
            return []
        site = self.site(span)
        if site not in self.program.coverable:
            self.program.coverable.append(site)
        return [f"COVERED({site})"]

    def function(self, name: str, params: str, body: list[str], span: Span | None = None) -> str:
        """Add a function; zones and fields are fetched once if its body uses them.  Gives its name."""
        text = "\n".join(body)
        head = []
        if "Z[" in text:
            head.append("Z = S.zones")
        if "F[" in text:
            head.append("F = S.fields")
        lines = [*head, *body]
        if span is not None:
            self.program.spans[name] = span
        note = f"  # line {span.line}" if span is not None else ""
        self.chunks.append(f"def {name}({params}):{note}\n" + "\n".join("    " + line for line in lines) + "\n")
        return name

    def expression_function(self, letter: str, params: str, loads: list[str], expression: str, span: Span | None = None) -> str:
        """A function that returns one expression; registers are fetched once."""
        used = sorted(set(_REGISTER.findall(expression)), key=int)
        loads = [*loads, *[f"w{k} = L[{k}]" for k in used]]
        expression = _REGISTER.sub(r"w\1", expression)
        return self.function(self.fresh(letter), params, [*loads, f"return {expression}"], span)

    def free_variables(self, *texts: str) -> list[str]:
        """The Python locals that expressions use and don't bind themselves, in order of first use."""
        found: dict[str, None] = {}
        for text in texts:
            for name in _VARIABLE.findall(text):
                found.setdefault(name)
        bound = {name for text in texts for name in _BOUND.findall(text)}
        return [name for name in found if name not in bound]

    def finish(self) -> None:
        """Compile all functions into ``program.globals``."""
        source = "\n".join(self.chunks)
        self.program.source += source
        self.program.globals.update(self.globals)
        exec(self._compiled(source), self.program.globals)
        for action in self.on_finish:
            action()
        self.on_finish.clear()
        self.chunks.clear()
        self.globals.clear()

    def _compiled(self, source: str) -> Any:
        """The code object; what is too deep for Python's compiler is a fault of the rule it is made of."""
        try:
            return compile(source, SOURCE_NAME, "exec")
        except (MemoryError, OverflowError, RecursionError, SyntaxError) as error:
            line = getattr(error, "lineno", None) or 0
            names = _NAME.findall("\n".join(source.split("\n")[:line]))
            span = self.program.spans.get(names[-1]) if names else None
            raise RulesFault(TOO_DEEP, "this is nested too deeply to be played", span) from None

    def later(self, holder: object, attribute: str, name: str) -> None:
        """Put the function of this name into an attribute when it is compiled."""
        self.on_finish.append(lambda: setattr(holder, attribute, self.program.globals[name]))
