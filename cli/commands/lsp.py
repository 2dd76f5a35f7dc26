"""``rulekit lsp``: the language server."""

from __future__ import annotations

from importlib.util import find_spec

import click

from ..common import Example
from ..guard import Trouble

NEEDED = ("pygls", "lsprotocol")


@click.command(
    "lsp",
    cls=Example,
    short_help="Serve an editor: findings, completion, hover, rename and more.",
    examples=["rulekit lsp"],
)
@click.option("--stdio", is_flag=True, help="The way there is; some editors say it.")
def command(stdio: bool) -> int:
    """Serve an editor on standard input and output: findings as you type, fixes, completion, hover, definitions, references,
    outline, rename, layout.

    It is started by the editor (docs/how-to/editor.md says how), and needs the extra rulekit[lsp].
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Trouble(f"the language server needs {missing[0]}: python -m pip install 'rulekit[lsp]'")
    from ..lsp.server import serve

    return serve()
