"""2.21, 2.22, T:unit_capabilities, T:rout_points, T:facing_costs, T:movement_allowances Kinds of
troops and missile classes of Simple GBoH.

>>> TROOPS["PH"].shape.value, TROOPS["SK"].rout_points, kind("LG/HA", roman=True).turning(3)
('two', 2, 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from engine.kernel.text import Text
from engine.systems.gboh.footprint import Shape
from engine.systems.gboh.troops import HEAVY_INFANTRY, PHALANX, Arm, Troop, Weapon, horse, troops, weapons

LEGIONARY = "legionaries"
"""Tag of legionaries and cohorts (2.21, 7.18): they have no Missile Fire."""
STACKS = "stacks by legion"
"""Tag of infantry of which two of one legion share a hex, if they are Roman (5.32)."""
CATAPHRACT = "cataphracts"
"""Tag of horse in full armour (6.12, 7.14)."""
GERMAN = "German cavalry"
"""Tag of the German cavalry (10.4)."""
BARBARIAN = "barbarian infantry"
"""Tag of barbarian infantry, whom no ground hurts (note a of the Terrain Effects Chart)."""

_ARMED = {"J": "javelins", "A": "archers", "B": "archers", "C": "archers", "S": "slingers"}


_ALL: Mapping[str, Any] = {"withdrawal": "never", "fate": "lost", "rallies": False}
"""What all have: no Orderly Withdrawal, no rally, no engagement; they are lost when they rout (8.4)."""


def _common(kind: str, name: Text, **traits: Any) -> Troop:
    letters = kind.split("/")[0]
    return Troop(kind=kind, name=name, **{**_ALL, "clash": letters, "superiority": letters, **traits})


def _foot(kind: str, word: str, name: Text, *, symbol: str = "", heavy: bool = False, **traits: Any) -> Troop:
    given = {
        "symbol": symbol or word,
        "weight": 2 if heavy else 1,
        "ground": "HEAVY" if heavy else "FOOT",
        "column": True,  # 11.21
        "target": "heavy" if heavy else "open",
        "shelters": True,  # 10.13
        **traits,
    }
    return _common(kind, name, word=word, arm="foot", **given)


_PAIR: Mapping[str, Any] = {"shape": Shape.TWO, "rout_factor": 2, "wheel_hits": 0}
"""Units of two hexes; 9.0 they count twice."""


def _hoplites(cls: str, name: Text, symbol: str, *tags: str, **traits: Any) -> Troop:
    kind = f"HI/{cls}" if cls else "HI"
    found = frozenset({HEAVY_INFANTRY, *tags})
    return _foot(kind, "heavy-infantry", name, symbol=symbol, heavy=True, tags=found, **traits)


def _legion(kind: str, name: Text, symbol: str, **traits: Any) -> Troop:
    return _foot(
        kind,
        "legionaries" if kind.startswith("LG") else "cohorts",
        name,
        symbol=symbol,
        weight=2,
        **{"tags": frozenset({LEGIONARY, STACKS}), **traits},
    )


def _light(kind: str, name: Text, **traits: Any) -> Troop:
    given = {
        "symbol": "light-infantry",
        "armed": MappingProxyType({**_ARMED, "J": "light-javelins"}),
        "light": True,
        "weight": 0,
        "harasses": 2,  # 7.16
        **traits,
    }
    return _foot(kind, "light-infantry", name, **given)


def _skirmishers(kind: str, name: Text, **traits: Any) -> Troop:
    given = {
        "symbol": "skirmishers",
        "armed": MappingProxyType(_ARMED),
        "light": True,
        "ground": "SK",
        "turn_mp": 0,  # 6.12
        "zone": "front and flank",  # 6.21
        "zone_unarmed": "front and flank",
        "target": "skirmisher",
        "harasses": 2,  # 7.16
        "size_counts": False,  # 7.52
        "rout_points": 2,  # 9.0
        **traits,
    }
    return _common(kind, name, word="skirmishers", arm="foot", **given)


def _horse(kind: str, word: str, name: Text, *, weight: int, **traits: Any) -> Troop:
    return horse(kind, word, name, weight=weight, **{**_ALL, "harasses": 4, **traits})  # 7.17


_BOWS = dict.fromkeys("ABC", "horse-archer")

TROOPS: Mapping[str, Troop] = troops(
    _foot(
        "PH",
        "phalanx",
        Text("phalanx"),
        heavy=True,
        tags=frozenset({PHALANX}),
        **_PAIR,
    ),
    _hoplites("", Text("heavy infantry"), "heavy-infantry"),
    _hoplites("HO", Text("hoplites"), "hoplites"),
    _hoplites("HO2", Text("hoplites"), "hoplites", **_PAIR),
    _hoplites("HY", Text("hypaspists"), "hypaspists"),
    _hoplites("TR", Text("triarii"), "triarii", STACKS),
    _legion("LG", Text("legionaries"), "hastati"),
    _legion("LG/HA", Text("hastati"), "hastati"),
    _legion("LG/PR", Text("principes"), "principes"),
    _legion("LG/CO", Text("cohort"), "allied-cohort"),
    _legion("LG/CE", Text("extraordinarii"), "extraordinarii"),
    _legion("LG/SAM", Text("Samnite legion"), "samnites"),
    _legion("CO/VET", Text("cohort of veterans"), "cohort"),
    _legion("CO/REC", Text("cohort of recruits"), "recruit-cohort"),
    _legion("CO/CON", Text("cohort of conscripts"), "conscript-cohort", ground="HEAVY"),
    _foot(
        "MI",
        "medium-infantry",
        Text("medium infantry"),
        armed=MappingProxyType({"J": "medium-javelins", **dict.fromkeys("ABC", "medium-archers")}),
    ),
    _foot(
        "BI",
        "barbarian-infantry",
        Text("barbarian infantry"),
        symbol="barbarians",
        ground="BI",  # note a of the Terrain Effects Chart
        column=False,  # 11.21
        tags=frozenset({BARBARIAN}),
    ),
    _light("LI", Text("light infantry")),
    _light("LI/VE", Text("velites"), symbol="velites", armed=MappingProxyType({})),
    _light("LI/CA", Text("Cardaces"), symbol="cardaces", armed=MappingProxyType({}), **_PAIR),
    _light("LP", Text("peltasts"), symbol="peltasts", armed=MappingProxyType({})),
    _skirmishers("SK", Text("skirmishers"), attacks=False),  # 7.31
    _skirmishers("SK*", Text("assault skirmishers"), symbol="assault-skirmishers", armed=MappingProxyType({})),
    _horse(
        "HC",
        "heavy-cavalry",
        Text("heavy cavalry"),
        weight=2,
        armed=MappingProxyType(dict.fromkeys("ABC", "heavy-horse-archer")),
    ),
    _horse(
        "HC/CAT",
        "heavy-cavalry",
        Text("cataphracts"),
        weight=2,
        symbol="cataphract",
        turn_mp=2,  # 6.12
        target="cataphract",
        tags=frozenset({CATAPHRACT}),
    ),
    _horse("RC", "roman-cavalry", Text("Roman cavalry"), weight=2),
    _horse("BC", "barbarian-cavalry", Text("barbarian cavalry"), weight=1),
    _horse("LN", "lancers", Text("lancers"), weight=1, symbol="lancer"),
    _horse(
        "LC",
        "light-cavalry",
        Text("light cavalry"),
        weight=0,
        armed=MappingProxyType({**_BOWS, "J": "javelin-cavalry"}),
    ),
    _horse("GC", "german-cavalry", Text("German cavalry"), weight=0, tags=frozenset({GERMAN})),
    _common(
        "EL",
        Text("elephants"),
        word="elephants",
        symbol="towered-elephants",
        arm="elephant",
        weight=2,
        ground="EL",
        turn_mp=2,  # 6.12
        sized_among_its_own=True,  # 7.52
        fate="rampage",  # 8.5
        rout_points=2,  # 9.0
    ),
    _common(
        "CH",
        Text("chariots"),
        word="chariots",
        symbol="scythed-chariots",
        armed=MappingProxyType({"A": "chariots", "B": "chariots", "J": "chariots"}),
        arm="chariot",
        weight=2,
        ground="CH",
        turn_mp=2,  # 6.12
        sized_among_its_own=True,  # 7.52
        rout_points=2,  # 9.0
    ),
    _common(
        "ART",
        Text("artillery"),
        word="artillery",
        symbol="artillery",
        armed=MappingProxyType({"Ballista": "stone-thrower"}),
        arm="engine",
        light=True,
        shape=Shape.ROUND,  # 10.12
        ground="FOOT",
        turn_mp=0,
        zone="none",  # 6.21
        zone_unarmed="none",
        attacks=False,  # 7.31
        clash="LI",  # 10.11
        superiority="LI",
    ),
)
"""Every kind, as :attr:`Unit.kind <engine.systems.gboh.state.Unit.kind>` has it."""


@cache
def kind(name: str, *, roman: bool = False, byzantine: bool = False) -> Troop:
    """A kind of troops as units of Rome or of Byzantium have it (6.12). Raises KeyError for an unknown one."""
    troop = TROOPS[name]
    if roman and troop.arm == "foot" and not troop.symbol.endswith("skirmishers") and troop.turn_mp:
        return replace(troop, turns_whole=True)
    if byzantine and CATAPHRACT in troop.tags:
        return replace(troop, turn_mp=1)
    return troop


@cache
def troop_of(type_: str, cls: str | None, roman: bool, byzantine: bool) -> Troop:
    """As :func:`kind`, by a unit's type and class."""
    return kind(f"{type_}/{cls}" if cls else type_, roman=roman, byzantine=byzantine)


THROWN = "thrown"
"""What infantry without missiles throws from towers and ramparts (11.15); no counter bears it."""

_MEN: Mapping[Arm, str] = {"foot": "", "horse": "", "elephant": "", "chariot": ""}
_ENGINE: Mapping[Arm, str] = {"engine": ""}
_FOOT: Mapping[Arm, str] = {"foot": ""}
_HORSE: frozenset[Arm] = frozenset({"horse"})
_BOTH: frozenset[Arm] = frozenset({"foot", "horse"})


def _weapon(letter: str, name: Text, row: str, arms: Mapping[Arm, str] = _MEN, **traits: Any) -> Weapon:
    rows = MappingProxyType(dict.fromkeys(arms, row))
    return Weapon(letter=letter, name=name, rows=rows, supply="", **{"harassing": _BOTH, **traits})


def _bow(letter: str, name: Text, row: str) -> Weapon:
    return _weapon(
        letter,
        name,
        row,
        bow=True,
        over_heads=True,  # 7.13
        worse_close=True,  # 7.14
        worse_moved=frozenset(_MEN),
        harassing=_HORSE,  # 7.16
    )


WEAPONS: Mapping[str, Weapon] = weapons(
    _bow("A", Text("bow"), "A"),
    _bow("B", Text("bow"), "A"),
    _bow("C", Text("composite bow"), "C"),
    _weapon("J", Text("javelin"), "J", worse_moved=_HORSE),  # 7.14
    _weapon("S", Text("sling"), "S", worse_close=True, worse_moved=frozenset(_MEN)),
    _weapon("Bolt", Text("bolts"), "Bolt", _ENGINE),
    _weapon("Ballista", Text("stones"), "Ballista", _ENGINE, over_heads=True),  # 7.13
    _weapon("Dart", Text("darts"), "Dart", {**_MEN, **_ENGINE}, worse_moved=_HORSE),
    _weapon(THROWN, Text("whatever is at hand"), "thrown", _FOOT, worse_close=True, worse_moved=frozenset(_FOOT)),
)
"""Every missile class, as counters have it (2.21)."""
