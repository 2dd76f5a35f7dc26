"""What a command may raise, and how it ends: one line on stderr and an exit code, never a traceback.

Also the streams: data leaves as UTF-8 with ``\\n`` line ends, whatever the machine's habits are; a terminal gets what it can
show.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any, TextIO

import click

OK, FINDINGS, TROUBLE = 0, 1, 2


class Trouble(click.ClickException):
    """Wrong usage or an unreadable file: one line, exit code 2."""

    exit_code = TROUBLE


def guarded(run: Callable[[], Any]) -> int:
    """Run a command; its exit code.  Whatever it raises becomes one line on stderr."""
    try:
        _prepare_streams()
        code = run()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        return code if isinstance(code, int) else OK
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _fail("stopped")
    except BrokenPipeError:
        _drop_stdout()
        return OK
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "rulekit"
        return _fail(f"{_one_line(error.format_message())} (see: {path} --help)")
    except click.ClickException as error:
        return _fail(_one_line(error.format_message()))
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _fail(f"{name}{(error.strerror or str(error)).lower()}")
    except Exception as error:
        from rulekit.play.library import CannotRead
        from rulekit.play.saves import BadSave
        from rulekit.play.setup import SetupError

        if isinstance(error, CannotRead | SetupError | BadSave):
            return _fail(str(error))
        if os.environ.get("RULEKIT_TRACEBACK"):
            raise
        text = _one_line(f"{type(error).__name__}: {error}")[:300]
        return _fail(f"internal error, please report it: {text} (RULEKIT_TRACEBACK=1 shows where)")


def colour(stream: TextIO) -> bool:
    """Whether to colour what goes to ``stream``: NO_COLOR, FORCE_COLOR and dumb terminals are honoured, in this order."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR") not in (None, "", "0"):
        return True
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def out(text: str) -> None:
    """Data: to stdout as it is."""
    if sys.stdout is not None:
        sys.stdout.write(text)


def note(text: str) -> None:
    """Progress and summaries: one line to stderr."""
    if sys.stderr is not None:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def _fail(message: str) -> int:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _drop_stdout()
    with contextlib.suppress(OSError):
        note(f"rulekit: {message}")
    return TROUBLE


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() or c in "\n\t" else "?" for c in text).split())


def _prepare_streams() -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty():
            reconfigure(errors="replace")
        else:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _drop_stdout() -> None:
    """Nobody reads stdout any more: keep Python from complaining about it at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
