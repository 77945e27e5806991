"""Texts of the files that ship with the program: rule help, briefings, rules of single battles, lessons.

They are no templates of the sources, so they stand in catalogues of their own, ``bot/language/texts``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.cli.translating.templates import ROOT

BOOKS = "engine/systems/*/rulebook.json"

BATTLES = ("scenarios/*/*.json", "scenarios/field_battles/*/*.json")

NEITHER = ("schema", "templates")
"""Folders of scenarios that hold no battles."""


def texts(root: Path = ROOT) -> dict[str, list[str]]:
    """Every text that players read, with the files it stands in."""
    found: dict[str, set[str]] = defaultdict(set)
    for pattern, read in ((BOOKS, _book), *((p, _battle) for p in BATTLES)):
        for file in sorted(root.glob(pattern)):
            if file.parent.name not in NEITHER:
                for text in read(json.loads(file.read_text(encoding="utf-8"))):
                    found[text].add(file.relative_to(root).as_posix())
    return {text: sorted(files) for text, files in found.items() if text.strip()}


def _book(document: dict[str, Any]) -> Iterator[str]:
    for case in document.values():
        yield case["title"]
        yield case["text"]


def _battle(document: dict[str, Any]) -> Iterator[str]:
    """A battle's own texts, or those of a lesson."""
    yield from (document[key] for key in ("date", "place", "opening", "closing") if key in document)
    briefing = document.get("briefing", {})
    yield from (briefing[key] for key in ("history", "balance", "length") if key in briefing)
    yield from briefing.get("sides", {}).values()
    for rule in document.get("special_rules", ()):
        yield from (rule[key] for key in ("title", "text") if key in rule)
    for step in document.get("steps", ()):
        yield from (step[key] for key in ("title", "text", "hint") if key in step)
        yield from step.get("then", {}).values()
