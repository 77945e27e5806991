"""A system's kinds of troops, missile classes and usual ratings, read from the ``troops.json`` in its package.

Kinds stand by type, or type and class, missile classes by their letter. ``alike`` names what several of them have in
common: an entry is ``like`` one or several of those, in that order, and has what it says itself besides or otherwise.
``cases`` tells by which cases of the book an entry has its traits; ``ratings`` are those, by type, of a unit of a small
field that gives none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from engine.kernel.packaged import document
from engine.kernel.text import Text
from engine.systems.gboh.troops import HEAVY_INFANTRY, PHALANX, Troop, Weapon

FILE = "troops.json"

_TROOPS = TypeAdapter(dict[str, Troop])
_WEAPONS = TypeAdapter(dict[str, Weapon])


class Tables(NamedTuple):
    """What one book has."""

    troops: Mapping[str, Troop]
    weapons: Mapping[str, Weapon]
    ratings: Mapping[str, Mapping[str, int]]


def read(package: str, tags: Collection[str] = ()) -> Tables:
    """The tables of a system; ``tags``: what its own chapters ask for. Raises ValueError for what can't be."""
    given = document(package, FILE)
    alike: Mapping[str, Any] = given["alike"]
    troops = _TROOPS.validate_python({k: _troop(k, _whole(v, alike)) for k, v in given["kinds"].items()})
    weapons = _WEAPONS.validate_python({k: _weapon(k, _whole(v, alike)) for k, v in given["weapons"].items()})
    for kind, troop in troops.items():
        if strange := troop.tags.difference((HEAVY_INFANTRY, PHALANX, *tags)):
            raise ValueError(f"{kind}.tags: nobody asks for {', '.join(sorted(strange))}")
    return Tables(MappingProxyType(troops), MappingProxyType(weapons), MappingProxyType(given["ratings"]))


def _whole(entry: Mapping[str, Any], alike: Mapping[str, Any]) -> dict[str, Any]:
    """Everything an entry says, with what it is like. Raises ValueError for a case of what it doesn't say itself."""
    if idle := entry.get("cases", {}).keys() - entry.keys():
        raise ValueError(f"cases: there is nothing about {', '.join(sorted(idle))}")
    found: dict[str, Any] = {}
    for name in entry.get("like", ()):
        found |= _whole(alike[name], alike)
    return found | {k: v for k, v in entry.items() if k not in ("like", "cases")}


def _troop(kind: str, said: dict[str, Any]) -> dict[str, Any]:
    """Unless told otherwise it stands in the charts by its type, and its symbol bears its word."""
    row = kind.split("/")[0]
    usual = {"symbol": said.get("word"), "clash": row, "superiority": row}
    return {"kind": kind, **usual, **said, "name": Text(said.get("name", ""))}


def _weapon(letter: str, said: dict[str, Any]) -> dict[str, Any]:
    return {"letter": letter, "supply": "", **said, "name": Text(said.get("name", ""))}
