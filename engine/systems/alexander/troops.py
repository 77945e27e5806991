"""2.22, table:unit_types Kinds of troops and missile classes of Great Battles of Alexander.

>>> TROOPS["PH"].shape.value, TROOPS["SK"].fate, WEAPONS["A"].row("horse")
('two', 'lost', 'A_mounted')
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.kernel.text import Text
from engine.systems.gboh.footprint import Shape
from engine.systems.gboh.troops import HEAVY_INFANTRY, PHALANX, Arm, Troop, Weapon, horse, troops, weapons

_JAVELINS = {"J": "peltasts"}
_MISSILES = {"J": "javelins", "A": "archers", "I": "archers", "S": "slingers"}


def _foot(kind: str, word: str, name: Text, *, symbol: str = "", heavy: bool = False, **traits: Any) -> Troop:
    """Infantry in line, the heavy and medium ones by default."""
    given = {
        "symbol": symbol or word,
        "weight": 2 if heavy else 1,
        "ground": "INF",
        "column": True,  # 6.61
        "withdrawal_hits": 1,  # 6.72 [1]
        "withdrawal_check": True,  # 6.72 [3]
        "fire_arc": "front",  # 8.13
        "target": "heavy" if heavy else "open",  # 8.15
        "must_attack": True,  # 7.31
        "shelters": True,
        "steady": heavy,  # 9.33
        "tags": frozenset({HEAVY_INFANTRY}) if heavy else frozenset(),
        **traits,
    }
    letters = kind.split("/")[0]
    return Troop(kind=kind, name=name, word=word, arm="foot", clash=letters, **{"superiority": letters, **given})


_PAIR: Mapping[str, Any] = {"shape": Shape.TWO, "rout_factor": 2, "wheel_hits": 1}
"""6.41 Units of two hexes; they count double when lost (10.42)."""

_SAVED: Mapping[str, Any] = {"fate": "save", "rallies": False}
"""9.65, 10.27 They roll to stand where others rout, and never come back."""


def _light(kind: str, name: Text, *, superiority: str, **traits: Any) -> Troop:
    """Light infantry: it chooses whether to attack (7.32)."""
    given = {
        "symbol": "light-infantry",
        "armed": MappingProxyType(_MISSILES if kind == "LI" else _JAVELINS),
        "light": True,
        "weight": 0,
        "ground": "LI",
        "must_attack": False,
        "harasses": 2,  # 9.32
        "superiority": superiority,
        **traits,
    }
    return _foot(kind, "light-infantry", name, **given)


def _skirmishers(kind: str, name: Text, **traits: Any) -> Troop:
    given = {
        "symbol": "skirmishers",
        "armed": MappingProxyType(_MISSILES),
        "light": True,
        "ground": "SK",
        "turn_mp": 1,
        "turns_whole": True,  # 7.12
        "withdrawal": "two hexes",  # 9.31
        "surprised_from": frozenset({"rear"}),  # 6.72 [2]
        "zone": "front and flank",  # 7.21
        "zone_unarmed": "front",
        "fire_arc": "front and flank",  # 8.13
        "target": "skirmisher",  # 9.31
        "harasses": 2,  # 9.32
        "clash": "SK",
        "superiority": "SK",
        "size_counts": False,  # 9.31
        "shy": True,  # 9.31
        "harmless": True,  # 9.31
        "fate": "lost",  # 9.34
        "rout_points": 1,  # 10.42
        **traits,
    }
    return Troop(kind=kind, name=name, word="skirmishers", arm="foot", **given)


def _horse(kind: str, word: str, name: Text, *, weight: int, **traits: Any) -> Troop:
    given = {
        "withdrawal_check": True,  # 6.72 [3]
        "fire_arc": "front",  # 8.13
        "harasses": 4,  # 9.41 all that has missiles
        "must_attack": weight > 0,  # 7.31
        **traits,
    }
    return horse(kind, word, name, weight=weight, **given)


TROOPS: Mapping[str, Troop] = troops(
    _foot(
        "PH",
        "phalanx",
        Text("phalanxes"),
        heavy=True,
        **{**_PAIR, "wheel_hits": 0},  # 6.43
        stride=1,  # 6.46
        tags=frozenset({PHALANX}),
        **_SAVED,
    ),
    _foot("HI", "heavy-infantry", Text("heavy infantry"), heavy=True),
    _foot("HI/HO", "heavy-infantry", Text("hoplites"), heavy=True, symbol="hoplites", **_PAIR, **_SAVED),
    _foot("HI/HO1", "heavy-infantry", Text("hoplites"), heavy=True, symbol="hoplites"),
    _foot("HI/HY", "heavy-infantry", Text("hypaspists"), heavy=True),
    _foot("MI", "medium-infantry", Text("medium infantry")),
    _light("LI", Text("light infantry"), superiority="LI", slight=True),
    _light("LI/LP", Text("peltasts"), superiority="LP"),
    # 6.29 [d] Cardaces take the hits of the heavier infantry going down.
    _light("LI/CA", Text("Cardaces"), superiority="LP", ground="INF", **_PAIR),
    _skirmishers("SK", Text("skirmishers")),
    _skirmishers("SK/St", Text("skirmishers trained for Shock"), fate="rout", rout_points=2, shy=False),
    _horse("HC", "heavy-cavalry", Text("heavy cavalry"), weight=2),
    _horse(
        "HC/Cat",
        "heavy-cavalry",
        Text("cataphracts"),
        weight=2,
        symbol="cataphract",
        turn_mp=2,  # 7.12
        target="cataphract",  # 9.42
        shifts="cataphract",  # 9.42
        prey=True,  # 9.42
    ),
    _horse("LN", "lancers", Text("lancers"), weight=1, symbol="lancer", keeps_to_itself=True),  # 4.33
    _horse(
        "LC",
        "light-cavalry",
        Text("light cavalry"),
        weight=0,
        armed=MappingProxyType({"A": "horse-archer", "J": "javelin-cavalry"}),
    ),
    Troop(
        kind="EL",
        name=Text("elephants"),
        word="elephants",
        symbol="towered-elephants",
        arm="elephant",
        obeys_anybody=True,  # 9.18
        weight=2,
        ground="EL",
        turn_mp=2,  # 7.12
        withdrawal_check=True,
        fire_arc="front",
        missile_hits=2,  # 8.15
        must_attack=True,
        clash="EL",
        superiority="EL",
        terror=1,  # 9.17
        passes_through=True,  # 9.13
        screen="a",  # 9.11
        not_outflanked_by=frozenset({"horse"}),  # 9.15
        sized_among_its_own=True,  # 8.36
        fate="rampage",  # 9.14
        rallies=False,  # 10.27
        rout_points=2,
    ),
    Troop(
        kind="CH",
        name=Text("chariots"),
        word="chariots",
        symbol="chariots",
        armed=MappingProxyType({"A": "chariots", "J": "chariots"}),
        arm="chariot",
        weight=2,
        ground="CH",
        turn_mp=2,  # 7.12
        withdrawal_hits=1,  # 6.72 [1]
        withdrawal_check=True,
        fire_arc="front",
        missile_hits=2,  # 8.15
        must_attack=True,
        clash="CH",
        superiority="CH",
        terror=1,  # 9.22
        passes_through=True,  # 9.23
        turns_standing_unhurt=True,  # 9.21
        sized_among_its_own=True,  # 8.36
        fate="lost",  # 8.38
        rout_points=2,
    ),
    Troop(
        kind="AT",
        name=Text("oxybeles"),
        word="oxybeles",
        symbol="artillery",
        arm="engine",
        light=True,
        shape=Shape.ROUND,  # 9.53
        obeys_anybody=True,  # 9.54
        fires_unordered=True,  # 9.52
        ground="INF",
        turn_mp=0,
        withdrawal="never",
        zone="none",  # 7.21
        reacts=False,
        attacks=False,  # 9.51
        clash="LI",  # 9.51
        superiority="LI",
        fate="lost",  # 9.56
        rout_points=0,
    ),
)
"""Every kind, as :attr:`Unit.kind <engine.systems.gboh.state.Unit.kind>` has it."""

_RIDERS: frozenset[Arm] = frozenset({"horse", "elephant", "chariot"})
_ALL: frozenset[Arm] = frozenset({"foot", "horse", "elephant", "chariot", "engine"})


def _bows(foot: str) -> Mapping[Arm, str]:
    return MappingProxyType({"foot": foot, "horse": "A_mounted", "chariot": "A_mounted"})


WEAPONS: Mapping[str, Weapon] = weapons(
    Weapon(
        letter="A",
        name=Text("bow"),
        rows=_bows("A_foot"),
        supply="A",
        bow=True,
        over_heads=True,  # 8.14
        worse_close=True,
        worse_moved=_ALL,
        harassing=frozenset({"horse"}),  # 9.41
    ),
    Weapon(
        letter="I",
        name=Text("Indian bow"),
        rows=_bows("A_indian"),
        supply="I",
        bow=True,
        over_heads=True,
        worse_close=True,
        pierces=True,  # 8.15
        worse_moved=_ALL,
        harassing=frozenset({"horse"}),
    ),
    Weapon(
        letter="a",
        name=Text("bow on foot"),
        rows=MappingProxyType({"elephant": "A_screen"}),
        supply="A",
        bow=True,
        over_heads=True,
        worse_close=True,
        harassing=frozenset(),
    ),  # 2.21, 9.11 of the archers that go with elephants
    Weapon(
        letter="J",
        name=Text("javelin"),
        rows=MappingProxyType(
            {"foot": "J_foot", "horse": "J_mounted", "elephant": "J_mounted", "chariot": "J_mounted"}
        ),
        supply="J",
        over_heads=True,
        worse_moved=_RIDERS,  # 8.15 not for javelins on foot
        thrown_in_shock=_ALL,  # 8.17 [5]
        harassing=frozenset({"foot", "horse"}),  # 9.32, 9.41
    ),
    Weapon(
        letter="S",
        name=Text("sling"),
        rows=MappingProxyType({"foot": "S_foot"}),
        supply="S",
        over_heads=True,
        worse_close=True,
        worse_moved=_ALL,
        harassing=frozenset({"foot"}),  # 9.32
    ),
    Weapon(
        letter="B",
        name=Text("bolts"),
        rows=MappingProxyType({"engine": "B"}),
        supply="B",
        over_heads=True,
        worse_moved=_ALL,
    ),
)
"""Every missile class, by its letter (2.21)."""
