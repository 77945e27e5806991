"""What a counter of each full game is by the fast rules: type, class, missile and letter, Depleted side.

An overlay says only what differs from this.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.kernel.scenario import BaseScenario
from engine.systems.gboh.scenario import GbohScenario, LeaderSpec, UnitGroup

_KINDS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "alexander": {
        "HI/HO": {"cls": "HO2"},
        "HI/HO1": {"cls": "HO"},
        "LI/LP": {"type": "LP", "cls": None},
        "SK/St": {"type": "SK*", "cls": None},
        "HC/Cat": {"cls": "CAT"},
        "AT": {"type": "ART"},
    },
    "cataphract": {
        "HC/Cat": {"cls": "CAT", "byzantine": True},
        "CH": {"type": "ART"},
    },
    "spqr": {
        "LI/PE": {"type": "LP", "cls": None},
        "HC/CAT": {"cls": "CAT"},
        "EL/AFR": {"cls": None},
        "EL/IND": {"cls": None},
        "EL/LEADER": {"cls": None},
        "SC": {"type": "ART"},
    },
}
"""By parent system, type and class: what becomes another type or class."""

_MISSILES: Mapping[str, Mapping[str, str]] = {
    "alexander": {"I": "A", "B": "Bolt"},
    "cataphract": {"X": "Bolt"},
    "spqr": {"B": "Bolt"},
}
"""By parent system: missile classes called otherwise."""

_GROUND: Mapping[str, Mapping[str, str]] = {"spqr": {"village": "building"}}
"""By parent system: types of ground that mean something else by the fast rules. Nobody enters SPQR's villages."""

PARENTS: tuple[str, ...] = tuple(_KINDS)
"""Systems whose battles may be played by the fast rules."""

_NO_FIRE = ("LG", "CO", "EL")
"""2.21 Types without Missile Fire."""

_DEPLETABLE = ("PH", "HI", "LG", "BI")
"""8.2 Types whose counters have a Depleted side; of legionaries not the cohorts (example of 7.5)."""

_PHALANX_MA = 4
"""5.21 Whatever is printed."""

_ANONYMOUS = ("tribune", "prefect sociorum", "prefect equitum")
"""4.37 Ranks whose counters come back."""

_UNIT_FIELDS = (
    *("code", "name", "contingent", "nationality", "double_depth", "facing", "size", "tq", "ma", "rp"),
    *("reinforcement", "allowed", "area", "optional", "retreats_to", "free_facing", "values", "note"),
)
"""What both have: what the family's model says of a group, but who commands it."""

_LEADER_FIELDS = (
    *("id", "name", "hex", "initiative", "command_range", "elite", "succeeds", "area", "optional", "reinforcement"),
    *("allowed", "set_up_with", "values", "note"),
)


def can_be_parent(scenario: BaseScenario) -> bool:
    """Whether a battle may be played by the fast rules: one of the family, by rules of its own."""
    return isinstance(scenario, GbohScenario) and scenario.system in _KINDS


def group(system: str, units: UnitGroup) -> dict[str, Any]:
    """A group of units of a parent of that system, as the fast rules have it; numbers and hexes left out."""
    given = units.model_dump(mode="json")
    found: dict[str, Any] = {k: given[k] for k in _UNIT_FIELDS}
    kind = _KINDS[system].get(units.kind, {})
    found |= {"type": units.type, "cls": units.cls, **kind}
    missile = given.get("missile")
    letter = "F" if missile == "F" else "X" if given.get("sword") and missile is None else None
    found["letter"] = letter
    if missile is None or letter is not None or found["type"] in _NO_FIRE:
        found["missile"] = None
    else:
        found["missile"] = _MISSILES[system].get(missile, missile)
    found["depletable"] = depletable(found)
    if found["type"] == "PH":
        found["ma"] = _PHALANX_MA
    legion = given.get("legion")
    if legion is not None:
        found["legion"] = ("AS" if given.get("ala") else "") + legion
        found["roman"] = found["type"] in ("LG", "HI", "LI")
    if "numidian" in given.get("traits", ()):
        found["numidian"] = True
    if given.get("depleted") and found["depletable"]:
        found["depleted"] = True
    return found


def ground(system: str, types: Collection[str]) -> dict[str, str]:
    """What the types of a parent's map are called by the fast rules, those that are called otherwise."""
    return {t: name for t, name in _GROUND.get(system, {}).items() if t in types}


def depletable(units: Mapping[str, Any]) -> bool:
    """8.2 Whether counters of this type and class have a Depleted side unless an overlay says otherwise."""
    return units["type"] in _DEPLETABLE and (units["type"], units.get("cls")) != ("LG", "CO")


def leader(spec: LeaderSpec) -> dict[str, Any]:
    """A leader of a parent as the fast rules have him: Subordinate, without attempts to seize a turn."""
    given = spec.model_dump(mode="json")
    found: dict[str, Any] = {k: given[k] for k in _LEADER_FIELDS}
    found["named"] = given.get("rank") not in _ANONYMOUS
    return found
