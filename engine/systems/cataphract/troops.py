"""2.22 Cataphract's kinds of troops and missile classes, with everything the rules ask about them.

>>> TROOPS["HC/Cat"].superiority, TROOPS["CH"].faces, WEAPONS["C"].row("horse")
('HC_CAT', False, 'C_cavalry')
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.kernel.text import Text
from engine.systems.gboh.footprint import Shape
from engine.systems.gboh.troops import Arm, Troop, Weapon, horse, troops, weapons


def _horse(
    kind: str, word: str, name: Text, *, weight: int, symbol: str, archer: str = "", superiority: str | None = None
) -> Troop:
    return horse(
        kind,
        word,
        name,
        weight=weight,
        symbol=symbol,
        armed=MappingProxyType({"B": archer, "C": archer} if archer else {}),
        slips_away=True,
        harasses=0 if weight else 4,  # 8.31, 8.32
        must_attack=weight > 0,
        superiority=superiority or kind.split("/")[0],
        rally_share=3,  # 10.27
    )


def _foot(kind: str, word: str, name: Text, *, weight: int, armed: Mapping[str, str]) -> Troop:
    light = weight == 0
    return Troop(
        kind=kind,
        name=name,
        word=word,
        symbol=word,
        armed=MappingProxyType(armed),
        arm="foot",
        light=light,
        weight=weight,
        ground="LI" if light else "HI_MI",
        column=True,
        bridges=False,  # 6.28 note c
        withdrawal_hits=1,  # 6.52
        slips_away=light,  # 10.32
        target="heavy" if weight == 2 else "open",  # 8.15
        must_attack=not light,
        clash=kind,
        superiority=kind,
        shelters=not light,  # 11.63
    )


TROOPS: Mapping[str, Troop] = troops(
    _horse("HC", "heavy-cavalry", Text("heavy cavalry"), weight=2, symbol="heavy-cavalry", archer="heavy-horse-archer"),
    _horse("HC/Cat", "heavy-cavalry", Text("heavy cavalry"), weight=2, symbol="cataphract", superiority="HC_CAT"),
    _horse("LN", "lancers", Text("lancers"), weight=1, symbol="lancer"),
    _horse("LC", "light-cavalry", Text("light cavalry"), weight=0, symbol="light-cavalry", archer="horse-archer"),
    _foot("HI", "heavy-infantry", Text("heavy infantry"), weight=2, armed={"B": "heavy-archers", "C": "heavy-archers"}),
    _foot(
        "MI",
        "medium-infantry",
        Text("medium infantry"),
        weight=1,
        armed={"B": "medium-archers", "C": "medium-archers", "J": "medium-javelins", "F": "medium-axes"},
    ),
    _foot(
        "LI",
        "light-infantry",
        Text("light infantry"),
        weight=0,
        armed={"B": "archers", "C": "archers", "J": "javelins", "F": "axe"},
    ),
    Troop(
        kind="CH",
        name=Text("cheiroballistrae"),
        word="cheiroballistrae",
        symbol="artillery",
        arm="engine",
        light=True,  # 11.61 in everything but what follows it moves and defends as light infantry
        shape=Shape.ROUND,  # 11.64
        obeys_anybody=True,  # 11.62
        fires_unordered=True,
        ground="LI",
        bridges=False,
        turn_mp=0,
        withdrawal="never",  # 11.62 it moves only by order
        withdrawal_hits=1,
        reacts=False,  # 11.66
        attacks=False,  # 11.61
        clash="LI",
        superiority="LI",
        fate="lost",  # 11.67
    ),
)
"""Every kind, as :attr:`Unit.kind <engine.systems.cataphract.state.Unit.kind>` has it."""

_ON_FOOT: frozenset[Arm] = frozenset({"foot", "engine"})


def _rows(letter: str) -> Mapping[Arm, str]:
    return MappingProxyType({"foot": f"{letter}_infantry", "horse": f"{letter}_cavalry"})


_BOW: Mapping[str, Any] = {"bow": True, "over_heads": True, "worse_close": True, "feeble": True}
"""What bows of either kind do (6.56, 8.14, 8.15, 9.16)."""

_MEN: frozenset[Arm] = frozenset({"foot", "horse"})

WEAPONS: Mapping[str, Weapon] = weapons(
    Weapon(letter="B", name=Text("bow"), rows=_rows("B"), supply="B", worse_moved=_MEN, **_BOW),
    Weapon(
        letter="C",
        name=Text("composite bow"),
        rows=_rows("C"),
        supply="C",
        **_BOW,
        worse_moved=_MEN,
        doubles_on=_ON_FOOT,  # 8.15
        twice_standing=frozenset({"foot"}),  # 11.4
    ),
    Weapon(
        letter="J",
        name=Text("javelin"),
        rows=_rows("J"),
        supply="J",
        worse_moved=frozenset({"horse"}),  # 8.15 not for javelins on foot
        thrown_in_shock=frozenset({"foot"}),  # 8.17
        wards=True,  # 9.32
    ),
    Weapon(letter="F", name=Text("throwing axe"), rows=MappingProxyType({"foot": "F", "horse": "F"}), supply="F"),
    Weapon(
        letter="X",
        name=Text("bolts"),
        rows=MappingProxyType({"engine": "X"}),
        supply="X",
        worse_moved=frozenset({"engine"}),
    ),
)
"""Every missile class, by its letter (2.21)."""
