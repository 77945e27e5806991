"""Which cases there are: each system with a rulebook has a list of them, ``cases.csv``."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import engine.systems
from engine.systems.registry import SYSTEMS

FOLDER = Path(engine.systems.__file__).parent
"""The folder that holds the systems, and what several of them share."""

LIST = "cases.csv"


@dataclass(frozen=True, slots=True)
class ListedCase:
    """One case, as the list of its system has it."""

    system: str
    case: str
    title: str
    testable: bool


def systems() -> dict[str, str]:
    """Package of each system that has a list of cases, by system id: "engine.systems.men_of_iron" of "men-of-iron"."""
    folders = [path.parent.name for path in sorted(FOLDER.glob(f"*/{LIST}"))]
    having = {name.replace("_", "-"): f"engine.systems.{name}" for name in folders}
    # As they are offered, and any others after those.
    return {s: having[s] for s in (*(x for x in SYSTEMS if x in having), *(x for x in having if x not in SYSTEMS))}


def folder_of(system: str) -> Path:
    """Where the modules of a system are."""
    return FOLDER / system.replace("-", "_")


def is_complete(system: str) -> bool:
    """Whether every case of a system is refereed, so that each testable one must have a test."""
    return SYSTEMS[system].complete if system in SYSTEMS else True


def case_list(system: str) -> list[dict[str, str]]:
    """Every case of a system: case, title, kind ("mandatory", "optional"...), testable ("yes" or "no")."""
    text = (folder_of(system) / LIST).read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def listed(system: str) -> list[ListedCase]:
    """Every case of a system, in the order of its rules."""
    return [ListedCase(system, r["case"], r["title"], r["testable"] == "yes") for r in case_list(system)]
