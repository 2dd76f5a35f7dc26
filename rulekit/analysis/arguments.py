"""Arguments against parameters: of queries, patterns and events.

Takes typed or untyped arguments, gives typed ones that fit.  Promises: a wrong number is one finding; each argument of a
parameter without a written type is reported to inference.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body, nothing
from rulekit.analysis.coerce import coerce
from rulekit.analysis.lattice import strip
from rulekit.analysis.report import count_of
from rulekit.analysis.types import OptionalT
from rulekit.source import Span
from rulekit.syntax import nodes


def arguments(
    body: Body, name: str, declared: Span, params: Sequence[model.Local], args: Sequence[nodes.Expr], span: Span
) -> tuple[t.Expr, ...]:
    """The arguments of a call, each made to fit its parameter."""
    values = [body.expr(arg) for arg in args]
    if len(values) != len(params):
        wanted = ", ".join(param.name for param in params)
        body.report(
            codes.WRONG_COUNT, f"'{name}' takes {count_of(len(params), 'argument')}, not {len(values)}", span,
            also=((declared, "declared here"),), help=f"write '{name}({wanted})'" if params else f"write '{name}'",
        )  # fmt: skip
        return tuple(nothing(span) for _ in params)
    return tuple(argument(body, name, param, value) for param, value in zip(params, values, strict=True))


def argument(body: Body, name: str, param: model.Local, value: t.Expr) -> t.Expr:
    """One argument, made to fit its parameter."""
    inference = body.session.inference
    if param in inference.inferred:
        inference.ask(param)
        inference.give(param, value.type, value.span)
        if param in inference.conflicts and not isinstance(strip(param.type), OptionalT):
            return value
    return coerce(body, value, param.type, f"'{param.name}' of '{name}'")
