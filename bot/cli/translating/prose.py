"""Texts of the files that ship with the program: rule help, briefings, rules of single battles, lessons.

They are no templates of the sources, so they stand in catalogues of their own, ``bot/language/texts``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.cli.translating.templates import ROOT, templates

BOOKS = "engine/systems/*/rulebook.json"

TROOPS = "engine/systems/*/troops.json"

CHARTS = "engine/systems/*/charts.json"

MAPS = "scenarios/justinian/maps/*.json"

BATTLES = ("scenarios/*/*.json", "scenarios/field_battles/*/*.json")

NEITHER = ("schema", "templates")
"""Folders of scenarios that hold no battles."""


def texts(root: Path = ROOT) -> dict[str, list[str]]:
    """Every text that players read, with the files it stands in."""
    found: dict[str, set[str]] = defaultdict(set)
    for pattern, read in ((BOOKS, _book), *((p, _battle) for p in BATTLES)):
        for file in sorted(root.glob(pattern)):
            if file.parent.name not in NEITHER:
                document = json.loads(file.read_text(encoding="utf-8"))
                for text in read(document):
                    found[text].add(file.relative_to(root).as_posix())
    for name in _named(root):
        found.setdefault(name[0], set()).add(name[1])
    return {text: sorted(files) for text, files in found.items() if text.strip()}


def _named(root: Path) -> Iterator[tuple[str, str]]:
    """Common names that files bring, with the file; those that the sources say themselves are translated there."""
    said = templates(root).keys()
    for pattern, read in ((TROOPS, _troops), (MAPS, _map), (CHARTS, _charts)):
        for file in sorted(root.glob(pattern)):
            for name in read(json.loads(file.read_text(encoding="utf-8"))):
                if name not in said:
                    yield name, file.relative_to(root).as_posix()


def _book(document: dict[str, Any]) -> Iterator[str]:
    for case in document.values():
        yield case["title"]
        yield case["text"]


def _troops(document: dict[str, Any]) -> Iterator[str]:
    """Kinds of troops, and what they shoot with."""
    for part in ("kinds", "weapons", "alike"):
        yield from (entry["name"] for entry in document[part].values() if "name" in entry)


def _charts(document: dict[str, Any]) -> Iterator[str]:
    """Titles of charts."""
    yield from (chart["title"] for chart in document["charts"].values() if "title" in chart)


def _map(document: dict[str, Any]) -> Iterator[str]:
    """Areas whose name isn't that of a province, a city or a sea."""
    yield from (area["name"] for area in document["areas"] if area["name"].startswith("Box of "))


def _battle(document: dict[str, Any]) -> Iterator[str]:
    """A battle's own texts, or those of a lesson; names of what is commanded together."""
    yield from (document[key] for key in ("title", "date", "place", "opening", "closing", "why") if key in document)
    yield from _commanded(document)
    yield from (army["name"] for army in document.get("armies", ()))
    yield from (prefecture["id"] for prefecture in document.get("prefectures", ()))
    briefing = document.get("briefing", {})
    yield from (briefing[key] for key in ("history", "balance", "length") if key in briefing)
    yield from briefing.get("sides", {}).values()
    for rule in document.get("special_rules", ()):
        yield from (rule[key] for key in ("title", "text") if key in rule)
    for step in document.get("steps", ()):
        yield from (step[key] for key in ("title", "text", "hint") if key in step)
        yield from step.get("then", {}).values()


def _commanded(document: dict[str, Any]) -> Iterator[str]:
    """What units of a battle are commanded together as: contingents, Commands, Formations."""
    sides: Any = document.get("sides", ())
    for side in sides.values() if isinstance(sides, dict) else sides:
        for unit in side.get("units", ()):
            if "contingent" in unit:
                yield unit["contingent"]
            if "legion" in unit:  # a legion and its ala, whatever they are commanded with
                yield from (f"Legion {unit['legion']}", f"Ala {unit['legion']}")
        groups = (group for kind in ("commands", "formations", "standards") for group in side.get(kind, ()))
        yield from (group["name"] for group in groups if "name" in group)
        if document.get("system") == "men-of-iron":
            yield from (f"Replacement Leader of {group['name']}" for group in side.get("commands", ()))
