"""What is wrong with a file, said so that its author can mend it: which file, where in it, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

_NAMED_LISTS = ("units", "leaders", "replacements", "special_rules", "commands", "standards", "markers")


class ScenarioError(Exception):
    """A file that can't be used. ``problems`` holds one sentence each, beginning with the place inside the file."""

    def __init__(self, origin: str, problems: Sequence[str]) -> None:
        self.origin = origin
        self.problems = list(problems)
        super().__init__(origin, self.problems)

    def __str__(self) -> str:
        if len(self.problems) == 1:
            return f"{self.origin}: {self.problems[0]}"
        return f"{self.origin}: {len(self.problems)} problems\n" + "\n".join(f"  {p}" for p in self.problems)


class UnknownScenario(ScenarioError, KeyError):
    """There is no battle of that name."""


def place(loc: Sequence[int | str], document: Any) -> str:
    """A path inside a JSON document, with names where lists have them.

    >>> place(("sides", 0, "units", 1, "tq"), {"sides": [{"units": [{"code": "LN"}, {"code": "HC"}]}]})
    'sides[0].units[1] (HC).tq'
    """
    text = ""
    here: Any = document
    parent = ""
    for part in loc:
        try:
            here = here[part]
        except (KeyError, IndexError, TypeError):
            here = None
        if isinstance(part, int):
            text += f"[{part}]"
            name = (here.get("code") or here.get("id")) if isinstance(here, dict) else None
            if name and parent in _NAMED_LISTS:
                text += f" ({name})"
        elif part != "[key]":
            text += f".{part}" if text else part
            parent = part
    return text or "the document"


def problems_of(error: ValidationError, document: Any) -> list[str]:
    """A validation error's findings as sentences."""
    return [f"{place(e['loc'], document)}: {_reason(e)}" for e in error.errors(include_url=False)]


def _reason(e: Any) -> str:
    kind, given = str(e["type"]), e.get("input")
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is no field of the format"
    if kind == "literal_error":
        return f"{given!r} is not one of {e['ctx']['expected']}"
    if kind == "string_pattern_mismatch":
        return f"{given!r} doesn't have the form {e['ctx']['pattern']}"
    if kind == "value_error":
        return str(e["ctx"]["error"])
    message = e["msg"][0].lower() + e["msg"][1:]
    return f"{message}, not {given!r}" if isinstance(given, str | int | float) else message
