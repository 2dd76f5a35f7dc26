"""The page of a diagnostic, and all codes that there are."""

from __future__ import annotations

from importlib import import_module, resources
from importlib.util import find_spec
from pkgutil import walk_packages

from rulekit.diagnostics import Code, Severity, code_by_id
from rulekit.diagnostics import all_codes as _registered
from rulekit.play.library import shown, suggest

_HOMES = ("rulekit.syntax", "rulekit.analysis", "rulekit.compile", "rulekit.engine", "rulekit.play")


def all_codes() -> tuple[Code, ...]:
    """All codes by id; imports the modules that declare them."""
    for home in _HOMES:
        spec = find_spec(home)
        for module in walk_packages(spec.submodule_search_locations if spec else None, home + "."):
            if module.name.rsplit(".", 1)[1] in ("codes", "faults"):
                import_module(module.name)
    return _registered()


def find_code(text: str) -> Code | str:
    """The code with this id or name; else what to tell the user."""
    codes = all_codes()
    wanted = text.strip()
    if wanted.upper().startswith("RK") or wanted.isdigit():
        digits = wanted.upper().removeprefix("RK")
        wanted = f"RK{int(digits):03d}" if digits.isascii() and digits.isdigit() and len(digits) < 9 else wanted.upper()
    else:
        wanted = wanted.lower()
    found = code_by_id(wanted)
    if found is not None:
        return found
    near = suggest(wanted, [code.name for code in codes])
    return f"no diagnostic has the code or name '{shown(text)}'{near or '; rulekit explain --all lists them'}"


def page(code: Code) -> str:
    """The page as Markdown; what the code says about itself if it has no page."""
    entry = resources.files("rulekit.diagnostics").joinpath("pages", f"{code.id}.md")
    if entry.is_file():
        text = entry.read_text(encoding="utf-8")
        return text if text.endswith("\n") else text + "\n"
    severity = {Severity.ERROR: "an error", Severity.WARNING: "a warning", Severity.NOTE: "a note"}[code.severity]
    return f"# {code.id} {code.name}\n\nThis is {severity}: {code.summary}.\n"
