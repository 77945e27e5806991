"""2.22 Kinds of troops and missile classes of SPQR.

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

ROMAN = "Roman infantry"
"""Tag of Roman infantry that stacks by 6.69: hastati, principes, cohorts, triarii."""
INDIAN = "Indian elephants"
"""Tag of elephants of India (9.19)."""
VELITES = "velites"
"""Tag of velites (6.69, 9.22)."""
PILA = "legionary javelins"
"""Tag of who throws its javelins in one volley (8.14): hastati, principes, cohorts."""


# -- foot ------------------------------------------------------------------------------------------------------------


def _foot(kind: str, word: str, name: Text, *, symbol: str = "", heavy: bool = False, **traits: Any) -> Troop:
    """Infantry in line, which must attack where it comes up (7.25)."""
    letters = kind.split("/")[0]
    given = {
        "symbol": symbol or word,
        "weight": 2 if heavy else 1,
        "ground": letters if heavy else "FOOT",
        "column": True,  # 6.71
        "withdrawal_hits": 1,  # 6.52 (2)
        "target": "heavy" if heavy else "open",  # 8.17
        "must_attack": True,  # 7.25 [A]
        "shelters": True,
        "steady": heavy,  # 8.33
        "tags": frozenset({HEAVY_INFANTRY}) if heavy else frozenset(),
        **traits,
    }
    return Troop(kind=kind, name=name, word=word, arm="foot", clash=letters, **{"superiority": letters, **given})


_ROMAN: Mapping[str, Any] = {"turn_mp": 1, "turns_whole": True}
"""7.12, 9.65 Roman infantry turns for 1 Movement Point, however far."""


def _legion(cls: str, name: Text, symbol: str, **traits: Any) -> Troop:
    """Hastati, principes, cohorts: they check TQ after a withdrawal and throw one volley (6.52 (1), 8.14)."""
    given = {
        "withdrawal_hits": 0,
        "withdrawal_check": True,
        "steady": True,  # 8.33
        "weight": 2,
        "tags": frozenset({ROMAN, PILA}),
        **_ROMAN,
        **traits,
    }
    return _foot(f"LG/{cls}", "legionaries", name, symbol=symbol, **given)


def _light(kind: str, name: Text, **traits: Any) -> Troop:
    """Light infantry: it chooses whether to attack (7.25 [B])."""
    given = {
        "symbol": "light-infantry",
        "light": True,
        "weight": 0,
        "must_attack": False,
        "slight": True,  # 8.33
        "harasses": 2,  # 9.24
        "slips_away": True,  # 10.51b
        **traits,
    }
    return _foot(kind, "light-infantry", name, **given)


# -- horse -----------------------------------------------------------------------------------------------------------


def _horse(kind: str, word: str, name: Text, *, weight: int, **traits: Any) -> Troop:
    # 7.25, 10.51b
    return horse(kind, word, name, weight=weight, **{"must_attack": weight > 0, "slips_away": True, **traits})


# -- elephants -------------------------------------------------------------------------------------------------------


def _elephants(kind: str, name: Text, symbol: str, **traits: Any) -> Troop:
    given = {
        "weight": 2,
        "ground": "EL",
        "obeys_anybody": True,  # 9.18
        "turn_mp": 2,  # 7.15
        "turns_unhurt": True,  # 7.14
        "missile_hits": 2,  # 8.17
        "must_attack": True,
        "terror": 1,  # 8.33
        "passes_through": True,  # 9.11
        "screen": "a",  # 9.12
        "not_outflanked_by": frozenset({"horse", "elephant"}),  # 9.15, 9.17
        "sized_among_its_own": True,  # 8.36
        "fate": "rampage",  # 9.14
        "rallies": False,  # 10.28
        "rout_points": 2,  # 11.2
        **traits,
    }
    return Troop(
        kind=kind, name=name, word="elephants", symbol=symbol, arm="elephant", clash="EL", superiority="EL", **given
    )


TROOPS: Mapping[str, Troop] = troops(
    _foot(
        "PH",
        "phalanx",
        Text("phalanxes"),
        heavy=True,
        shape=Shape.TWO,  # 0.5
        rout_factor=2,  # 11.2
        wheel_hits=1,  # 6.43
        stride=1,  # 6.41
        fate="save",  # 10.21
        tags=frozenset({PHALANX}),
    ),
    _foot("HI", "heavy-infantry", Text("heavy infantry"), heavy=True),
    _foot("HI/HO", "heavy-infantry", Text("hoplites"), heavy=True, symbol="hoplites"),
    _foot(
        "HI/TR",
        "heavy-infantry",
        Text("triarii"),
        heavy=True,
        symbol="triarii",
        **{**_ROMAN, "tags": frozenset({HEAVY_INFANTRY, ROMAN})},
    ),
    _legion("HA", Text("hastati"), "hastati"),
    _legion("PR", Text("principes"), "principes"),
    _legion("CO", Text("cohorts"), "cohort"),
    _legion("CE", Text("extraordinarii"), "extraordinarii"),
    # 6.52, 7.12, 8.14 The Samnites are armed as legionaries are, but no Romans.
    _foot("LG/SAM", "legionaries", Text("Samnite legionaries"), symbol="samnites", weight=2, steady=True),
    _foot("MI", "medium-infantry", Text("medium infantry")),
    _foot("BI", "barbarian-infantry", Text("barbarian infantry"), symbol="barbarians"),
    _light("LI", Text("light infantry"), armed=MappingProxyType({"J": "light-javelins"})),
    _light("LI/PE", Text("peltasts"), symbol="peltasts"),
    _light(
        "LI/VE",
        Text("velites"),
        symbol="velites",
        withdrawal_hits=0,  # 6.52 (2)
        zone="front and flank",  # 7.21
        zone_unarmed="front",
        fills_gaps=True,  # 9.22
        tags=frozenset({VELITES}),
        **_ROMAN,
    ),
    Troop(
        kind="SK",
        name=Text("skirmishers"),
        word="skirmishers",
        symbol="skirmishers",
        armed=MappingProxyType({"J": "javelins", "A": "archers", "S": "slingers"}),
        arm="foot",
        light=True,
        fills_gaps=True,  # 9.22
        ground="FOOT",
        moves_again_free=True,  # 6.13
        turn_mp=0,  # 7.12
        turns_unhurt=True,  # 7.14
        withdrawal="two hexes",  # 9.21
        surprised_from=frozenset({"rear"}),  # 6.52 (3)
        zone="front and flank",  # 7.21
        zone_unarmed="none",
        target="skirmisher",  # 9.23
        harasses=2,  # 9.24
        attacks=False,  # 9.23
        clash="SK",
        superiority="SK",
        size_counts=False,  # 9.23
        harmless=True,  # 9.23
        slips_away=True,  # 10.51b
        fate="lost",  # 10.21
        rout_points=2,  # 11.2
    ),
    _horse("HC", "heavy-cavalry", Text("heavy cavalry"), weight=2),
    _horse(
        "HC/CAT",
        "heavy-cavalry",
        Text("cataphracts"),
        weight=2,
        symbol="cataphract",
        target="cataphract",  # 8.17
        superiority="HC_CAT",
        shifts="cataphract",
    ),
    _horse("RC", "roman-cavalry", Text("Roman cavalry"), weight=2, clash="HC"),
    _horse("LN", "lancers", Text("lancers"), weight=1, symbol="lancer"),
    _horse(
        "LC",
        "light-cavalry",
        Text("light cavalry"),
        weight=0,
        armed=MappingProxyType({"A": "horse-archer", "J": "javelin-cavalry"}),
        harasses=4,  # 9.31
    ),
    _elephants("EL", Text("elephants"), "elephant"),
    _elephants("EL/AFR", Text("African elephants"), "elephants"),
    _elephants("EL/IND", Text("Indian elephants"), "towered-elephants", tags=frozenset({INDIAN})),
    _elephants(
        "EL/LEADER",
        Text("elephant of a leader"),
        "leader-elephant",
        must_attack=False,
        shape=Shape.ROUND,  # 4.75 it turns as it likes, for nothing
        attacks=False,  # 4.73
        zone="none",
        zone_unarmed="none",
        screen=None,
        passes_through=False,
        calms=True,  # 9.14
        rout_points=0,  # 11.2
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
        turn_mp=2,  # 7.15
        missile_hits=2,  # 8.17
        must_attack=True,
        clash="CH",
        superiority="CH",
        terror=1,  # 8.33
        sized_among_its_own=True,  # 8.36
        fate="lost",
    ),
    Troop(
        kind="SC",
        name=Text("scorpios"),
        word="scorpio",
        symbol="artillery",
        arm="engine",
        light=True,
        shape=Shape.ROUND,  # 9.81
        fires_unordered=True,  # 9.81
        ground="FOOT",
        turn_mp=0,
        withdrawal="never",
        zone="around",  # 9.81 all around is its Front
        reacts=False,
        attacks=False,  # 9.81
        clash="LI",  # 9.81
        superiority="LI",
        fate="lost",  # 10.21
    ),
)
"""Every kind, as :attr:`Unit.kind <engine.systems.gboh.state.Unit.kind>` has it."""

_ALL: frozenset[Arm] = frozenset({"foot", "horse", "elephant", "chariot", "engine"})
_RIDERS: frozenset[Arm] = frozenset({"horse", "elephant", "chariot"})
_MOUNTED: Mapping[Arm, str] = {"horse": "J_mounted", "elephant": "J_mounted", "chariot": "J_mounted"}

WEAPONS: Mapping[str, Weapon] = weapons(
    Weapon(
        letter="A",
        name=Text("bow"),
        rows=MappingProxyType({"foot": "A_foot", "horse": "A_mounted", "chariot": "A_mounted"}),
        supply="A",
        bow=True,
        over_heads=True,  # 8.16
        worse_close=True,  # 8.17
        worse_moved=_ALL,
        harassing=frozenset({"horse"}),  # 9.24
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
    ),  # 9.12 of the screens of elephants
    Weapon(
        letter="J",
        name=Text("javelin"),
        rows=MappingProxyType({"foot": "J_foot", **_MOUNTED}),
        supply="J",
        worse_moved=_RIDERS,  # 8.17
        thrown_in_shock=frozenset({"foot"}),  # 8.14
        harassing=frozenset({"foot", "horse"}),
    ),
    Weapon(
        letter="P",
        name=Text("javelin"),
        rows=MappingProxyType({"foot": "J_foot"}),
        supply="pila",  # 8.14
        thrown_in_shock=frozenset({"foot"}),
        harassing=frozenset(),
    ),  # 8.14 of the legionaries; their counters show J
    Weapon(
        letter="S",
        name=Text("sling"),
        rows=MappingProxyType({"foot": "S_foot"}),
        supply="S",
        worse_close=True,
        worse_moved=_ALL,
        harassing=frozenset({"foot"}),
    ),
    Weapon(letter="B", name=Text("bolts"), rows=MappingProxyType({"engine": "B"}), supply="B"),
)
"""Every missile class, by its letter (2.21)."""
