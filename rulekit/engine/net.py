"""The net under generated code: a Python error in it becomes a rules fault with the line of the rule, never a traceback.

It catches what only a gap of the checker can lead to (``none`` where a value is wanted, an index that doesn't exist).  An error
outside generated code is a bug of the engine and stays one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from rulekit.engine.faults import TOO_DEEP, UNFORESEEN, RulesFault
from rulekit.engine.program import SOURCE_NAME, Program
from rulekit.source import Span

P = ParamSpec("P")
T = TypeVar("T")
CAUGHT = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def span_of(program: Program, error: BaseException) -> tuple[bool, Span | None]:
    """Whether generated code was running, and the innermost rule that it was made of."""
    found, span = False, None
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == SOURCE_NAME:
            found = True
            span = program.spans.get(code.co_name, span)
        trace = trace.tb_next
    return found, span


def caught(program: Program, error: Exception) -> Exception:
    """The rules fault that an error stands for, or the error itself if no rule was at work."""
    found, span = span_of(program, error)
    if not found:
        return error
    if isinstance(error, RecursionError):
        return RulesFault(TOO_DEEP, "this goes too deep", span)
    return RulesFault(UNFORESEEN, f"this can't be worked out ({type(error).__name__}: {str(error)[:80]})", span)


class Playing(Protocol):
    """What belongs to a match."""

    @property
    def program(self) -> Program:
        """Its program."""


S = TypeVar("S", bound=Playing)


def netted(method: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """A method (or a function of a state) with the net below it."""

    @wraps(method)
    def inner(playing: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(playing, *args, **kwargs)
        except RulesFault as fault:
            if fault.span is None:
                fault.span = span_of(playing.program, fault)[1]
            raise
        except CAUGHT as error:
            other = caught(playing.program, error)
            if other is error:
                raise
            raise other from error

    return inner


