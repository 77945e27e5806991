"""The charts, read from ``charts.json``; each function names the chart's case. A battle may fix another pack."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar, Literal

from engine.kernel.chart_tables import TableCharts
from engine.kernel.hexes import Hex
from engine.kernel.terrain import BattleMap
from engine.systems.men_of_iron.scenario import MOUNTED, UnitType, Weapon

Code = Literal["NE", "AD", "AR1", "AU", "DD", "DR1", "DU", "DRT", "DE", "CA"]
"""T-CODES Combat result codes (12.1 to 12.7): no effect; attackers Disordered, Retreat, Unhorsed; defender Disordered,
Retreats, Unhorsed, Retires, eliminated; Continued Attack."""

Shooter = Weapon | Literal["bombard"]
"""Rows of T-RANGE: weapons of units, and bombards (CR-3)."""

MissileColumn = Literal["foot_normal", "foot_disordered", "mounted_normal", "mounted_disordered"]
ShockColumn = Literal["normal", "disordered"]

WEAPONS: dict[UnitType, Weapon] = {"LB": "longbow", "CB": "crossbow", "DH": "crossbow", "SL": "sling", "GE": "javelin"}
"""What a type shoots with where the battle doesn't say otherwise (T-RANGE)."""


@dataclass(frozen=True, slots=True)
class UnitValues:
    """T-UNITS: Shock DRM and Movement Allowance, Normal and Disordered."""

    drm: int
    drm_disordered: int
    ma: int
    ma_disordered: int


@dataclass(frozen=True, slots=True)
class Ground:
    """2.1 Maps: a row of the terrain chart, or of the hexside chart (then MP are added to those of the hex entered)."""

    foot: int | None
    """MP; None: no entry."""
    mounted: int | None
    charge: bool
    """Whether a Charge may go there."""
    blocks_sight: bool
    shock: int
    """DRM where the defender stands in it, or the attack crosses it."""
    missile: int
    """DRM where the target stands in it, or behind it."""
    attack_from: int
    """DRM where an attacker stands in it."""
    charge_moved: bool
    """A Charge across it counts as one after movement."""

    def mp(self, mounted: bool) -> int | None:
        return self.mounted if mounted else self.foot

    @property
    def impassable(self) -> bool:
        """Nobody may enter."""
        return self.foot is None and self.mounted is None


class Charts(TableCharts):
    """One chart pack."""

    package: ClassVar[str] = "engine.systems.men_of_iron"

    # -- 2.2 units ----------------------------------------------------------------------------------------------

    @cached_property
    def _units(self) -> dict[str, UnitValues]:
        return {t: UnitValues(**row) for t, row in self._charts["units"]["rows"].items()}

    def unit(self, kind: UnitType) -> UnitValues:
        """T-UNITS."""
        return self._units[kind]

    # -- 5.1 ground ---------------------------------------------------------------------------------------------

    @cached_property
    def _terrain(self) -> dict[str, Ground]:
        rows = self._charts["terrain"]["rows"]
        return {
            name: Ground(
                foot=r["foot"],
                mounted=r["mounted"],
                charge=bool(r["charge"]),
                blocks_sight=bool(r["blocks_sight"]),
                shock=r["shock"],
                missile=r["missile"],
                attack_from=r["attack_from"],
                charge_moved=False,
            )
            for name, r in rows.items()
        }

    @cached_property
    def _hexsides(self) -> dict[str, Ground]:
        rows = self._charts["hexsides"]["rows"]
        return {
            name: Ground(
                foot=r["foot"],
                mounted=r["mounted"],
                charge=bool(r["charge"]),
                blocks_sight=False,
                shock=r["shock"],
                missile=r["missile"],
                attack_from=0,
                charge_moved=bool(r["charge_moved"]),
            )
            for name, r in rows.items()
        }

    @cached_property
    def _costs(self) -> dict[tuple[bool, str, tuple[str, ...], int], int | None]:
        """MP of steps that were reckoned: mounted or not, into which terrain, over which hexsides, so much uphill."""
        return {}

    def terrains(self) -> tuple[str, ...]:
        """Terrain types the charts have a row for."""
        return tuple(self._terrain)

    def hexside_types(self) -> tuple[str, ...]:
        return tuple(self._hexsides)

    def terrain(self, name: str) -> Ground:
        return self._terrain[name]

    def hexside(self, name: str) -> Ground:
        return self._hexsides[name]

    def ground(self, battle_map: BattleMap, h: Hex) -> Ground:
        """The terrain row of a hex."""
        return self._terrain[battle_map.terrain_at(h)]

    def step_cost(self, battle_map: BattleMap, mounted: bool, a: Hex, b: Hex) -> int | None:
        """MP of the step from ``a`` to the adjacent ``b``: hex, hexsides, slope; None when nobody of that kind may."""
        key = (self, "step", mounted, a, b)
        known = battle_map.scratch
        try:
            return known[key]
        except KeyError:
            cost = known[key] = self._step_cost(battle_map, mounted, a, b)
            return cost

    def steps(self, battle_map: BattleMap, mounted: bool, a: Hex) -> tuple[tuple[Hex, int], ...]:
        """Adjacent hexes one may step into from ``a``, mounted or on foot, each with its :meth:`step_cost`."""
        key = (self, "steps", mounted, a)
        known = battle_map.scratch
        try:
            return known[key]
        except KeyError:
            costs = ((b, self.step_cost(battle_map, mounted, a, b)) for b in battle_map.neighbours(a))
            found = known[key] = tuple((b, cost) for b, cost in costs if cost is not None)
            return found

    def charge_allowed(self, battle_map: BattleMap, a: Hex, b: Hex) -> bool:
        """11.3 Whether the hexes and the slope let a Charge go from ``a`` to the adjacent ``b``; hexsides may not."""
        key = (self, "charge", a, b)
        known = battle_map.scratch
        try:
            return known[key]
        except KeyError:
            allowed = known[key] = (
                b in battle_map
                and self.ground(battle_map, a).charge
                and self.ground(battle_map, b).charge
                and self.step_cost(battle_map, True, a, b) is not None
            )
            return allowed

    def _step_cost(self, battle_map: BattleMap, mounted: bool, a: Hex, b: Hex) -> int | None:
        if b not in battle_map:
            return None
        climb = battle_map.level_at(b) - battle_map.level_at(a)
        return self._cost(mounted, battle_map.terrain_at(b), battle_map.side(a, b), climb)

    def _cost(self, mounted: bool, terrain: str, sides: tuple[str, ...], climb: int) -> int | None:
        """The same by what is crossed, of which few kinds make a whole map."""
        key = (mounted, terrain, sides, climb)
        if key not in self._costs:
            self._costs[key] = self._reckoned(*key)
        return self._costs[key]

    def _reckoned(self, mounted: bool, terrain: str, sides: tuple[str, ...], climb: int) -> int | None:
        total = self._terrain[terrain].mp(mounted)
        if total is None:
            return None
        for feature in sides:
            added = self._hexsides[feature].mp(mounted)
            if added is None:
                return None
            total += added
        if abs(climb) > self.cell("slopes", "steepest"):
            return None
        return total + abs(climb) * int(self.cell("slopes", "up" if climb > 0 else "down"))

    def action(self, name: str) -> int:
        """T-MP: MP an action costs ("leave_mounted_zoc", "ride_through", "mount_or_dismount", "enter_wagon"), or
        hexes a Retired unit moves ("retired_hexes")."""
        return self.cell("actions", name, "mp")

    # -- 9.0 missiles -------------------------------------------------------------------------------------------

    def missile_range(self, weapon: Shooter, distance: int) -> int | None:
        """T-RANGE: DRM at a range in hexes; None when out of reach."""
        return self._charts["missile_range"]["rows"][weapon].get(str(distance))

    def longest_range(self, weapon: Shooter) -> int:
        """Longest range in hexes."""
        cells = self._charts["missile_range"]["rows"][weapon]
        return max((int(d) for d, drm in cells.items() if drm is not None), default=0)

    def missile_fire(self, column: MissileColumn, total: int) -> tuple[Code, ...]:
        """T-MISSILE."""
        return self._banded("missile_fire", column, total)

    def missile_drm(self, name: str) -> int:
        """9.3, 12.2, 14.1 One of "firer_disordered", "mounted_flank", "shield_wall", "schiltron"."""
        return self.cell("missile_drm", name, "drm")

    # -- 10.0 Shock ---------------------------------------------------------------------------------------------

    def can_shock(self, kind: UnitType) -> bool:
        """10.1 Whether a type has a row in the Weapon System Matrix."""
        return kind in self._charts["weapons"]["rows"]

    def weapons(self, attacker: UnitType, defender: UnitType) -> int | None:
        """T-MATRIX, 10.4(6): DRM; None where that pairing is no attack."""
        row = self._charts["weapons"]["rows"].get(attacker)
        return None if row is None else row[defender]

    def shock(self, column: ShockColumn, total: int) -> tuple[Code, ...]:
        """T-SHOCK."""
        return self._banded("shock", column, total)

    def charge(self, column: ShockColumn, total: int) -> tuple[Code, ...]:
        """T-CHARGE."""
        return self._banded("charge", column, total)

    def shock_drm(self, name: str) -> int:
        """T-SHOCKDRM: "flank", "rear", "mixed", "lower", "charge", "charge_moved", "leader", "attacker_disordered",
        "defender_retired", "shield_wall", "schiltron", "wagon"."""
        return self.cell("shock_drm", name, "drm")

    def _banded(self, chart: str, column: str, total: int) -> tuple[Code, ...]:
        rows = self._charts[chart]["rows"]
        first, last = self._bounds(chart)
        return tuple(rows[str(min(last, max(first, total)))][column])

    @cache  # noqa: B019  charts live as long as the process
    def _bounds(self, chart: str) -> tuple[int, int]:
        totals = [int(r) for r in self._charts[chart]["rows"]]
        return min(totals), max(totals)

    # -- others -------------------------------------------------------------------------------------------------

    def threshold(self, name: str) -> int:
        """T-PASS, T-RELUCT, T-COUNTER, T-LEADERLOSS: "pass_disorders", "charge_home", "reluctance_schiltron" (a DRM),
        "counter_charge", "counter_charge_flank" (a DRM), "leader_at_risk", "leader_shot", "leader_fallen"."""
        return self.cell("thresholds", name)

    def flight_points(self, name: str) -> int:
        """T-FLIGHT: "man_at_arms", "king", "other", "leader", "retired"."""
        return self.cell("flight", name, "points")

    def replacement(self, name: str) -> int:
        """15.6 "activation", "command_range" (MP) or "ma" of a Replacement Leader."""
        return self.cell("replacement", name)


def is_mounted(kind: UnitType) -> bool:
    """Whether units of a type are on horseback (2.2)."""
    return kind in MOUNTED
