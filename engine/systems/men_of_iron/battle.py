"""What rule procedures hold on to: the state, the map, the charts, and who stands where.

Units by hex and zones of control by side are :mod:`engine.kernel.field`'s.

What goes by who stands where is kept until that changes, everything else until the next event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from math import atan2, pi
from typing import Any, Literal, get_args

from engine.kernel import hexes
from engine.kernel.field import Field
from engine.kernel.hexes import Facing, Hex
from engine.kernel.special import Hooks
from engine.systems.men_of_iron.charts import Charts, Ground
from engine.systems.men_of_iron.scenario import MenOfIronScenario, SideSpec
from engine.systems.men_of_iron.state import Activation, CommandState, Leader, Marker, Standard, State, Unit

Arc = Literal["front", "flank", "rear"]
ARCS: Mapping[str, Arc] = {arc: arc for arc in get_args(Arc)}
"""Arcs as they are written in a state."""

_CLOSE = 1e-9
_NOWHERE: frozenset[Hex] = frozenset()


class Battle(Field[State, Unit]):
    """One Men of Iron battle under way; :func:`special.kinds.battle` makes it with its scenario's special rules."""

    def __init__(self, state: State, scenario: MenOfIronScenario, charts: Charts, rules: Sequence[Any]) -> None:
        first, second = state.armies
        super().__init__(state, scenario.map, (first, second))
        self.scenario = scenario
        self.charts = charts
        self.enforce(rules)

    def enforce(self, rules: Sequence[Any]) -> None:
        """Have these special rules in force."""
        self.rules: list[Any] = list(rules)
        """They are of the class :class:`special.Special`, whose hooks name this one."""
        self.having: Callable[[str], list[Any]] = Hooks(self.rules).__getitem__
        """Those of them that do anything in a hook, by its name, in order."""

    def afresh(self, state: State) -> Battle:
        """Another battle like this one in another position, for what might be."""
        return Battle(state, self.scenario, self.charts, [r.afresh() for r in self.rules])

    # -- options and spec ---------------------------------------------------------------------------------------

    def uses(self, option: str) -> bool:
        """Whether an optional rule was switched on."""
        return self.state.options.get(option, False)

    def spec(self, side: str) -> SideSpec:
        return self.scenario.side(side)

    @property
    def act(self) -> Activation:
        """The activation under way."""
        assert self.state.activation is not None, "no activation is under way"
        return self.state.activation

    @property
    def active(self) -> str | None:
        """Side whose activation is under way."""
        return self.state.activation.side if self.state.activation is not None else None

    # -- who is where -------------------------------------------------------------------------------------------

    def on_map(self) -> Iterator[Unit]:
        return (u for u in self.state.units.values() if u.hex is not None)

    def surroundings(self) -> object:
        """Standards, wagons and bombards, and hedges that are gone."""
        standards = [(s.hex, s.lost) for s in self.state.standards.values()]
        markers = [(m.hex, m.removed) for m in self.state.markers.values()]
        return standards, markers, len(self.state.hedges_removed)

    def army(self, side: str) -> tuple[Unit, ...]:
        """Units of a side on the map, in roster order."""
        return self.kept("army", lambda: tuple(self.units(side)), side)

    def beside_enemies(self, side: str) -> frozenset[Hex]:
        """Hexes next to an enemy unit of ``side``."""
        foe = self._foe[side]
        return self.kept("around", lambda: self._around(foe), foe)

    def _around(self, side: str) -> frozenset[Hex]:
        return frozenset(h for u in self.army(side) for h in self.map.neighbours(u.at))

    def adjacent_enemies(self, h: Hex, side: str) -> list[Unit]:
        """Enemy units next to a hex."""
        return super().adjacent_enemies(h, side) if h in self.beside_enemies(side) else []

    def enemies_within(self, h: Hex, side: str, least: int, most: int) -> bool:
        """Whether an enemy unit of ``side`` stands from ``least`` to ``most`` hexes away from a hex."""
        foe = self._foe[side]
        places = self.kept("places", lambda: [u.at for u in self.army(foe)], foe)
        return any(least <= away <= most for away in map(hexes.distance, repeat(h), places))

    def units(self, side: str | None = None, command: str | None = None) -> Iterator[Unit]:
        """Units on the map, in roster order."""
        units = super().units(side)
        return units if command is None else (u for u in units if u.command == command)

    def leaders(self, side: str | None = None) -> Iterator[Leader]:
        """Leaders on the map, in roster order."""
        for x in self.state.leaders.values():
            if x.hex is not None and (side is None or x.side == side):
                yield x

    def leaders_at(self, h: Hex, side: str | None = None) -> list[Leader]:
        return [x for x in self.leaders(side) if x.hex == h]

    def leader(self, command: str) -> Leader | None:
        """The leader of a Command, if he is on the map; after a loss his replacement once he is placed (15.6)."""
        x = self.state.leaders[self.state.commands[command].leader]
        return x if x.on_map else None

    def activation_value(self, command: str) -> int:
        """T-ACTIVATE: Activation of the Command's leader; that of a Replacement Leader while nobody leads it (15.6)."""
        x = self.leader(command)
        return x.activation if x is not None else self.charts.replacement("activation")

    def commands(self, side: str) -> Iterator[CommandState]:
        """Commands of a side with at least one unit on the map."""
        for c in self.state.commands.values():
            if c.side == side and not c.gone and next(self.units(command=c.id), None) is not None:
                yield c

    def standards(self, side: str | None = None) -> Iterator[Standard]:
        """Standards that stand."""
        for s in self.state.standards.values():
            if not s.lost and (side is None or s.side == side):
                yield s

    def standard(self, unit: Unit) -> Standard | None:
        """The Standard a unit rallies at (13.2); None when it has fallen, or there never was one."""
        return next((s for s in self.standards(unit.side) if unit.command in s.commands), None)

    def markers(self, kind: str | None = None) -> Iterator[Marker]:
        """Bombards and wagons on the map."""
        for m in self.state.markers.values():
            if not m.removed and (kind is None or m.kind == kind):
                yield m

    # -- values -------------------------------------------------------------------------------------------------

    def drm(self, unit: Unit) -> int:
        """10.4(3) Its Shock DRM as it is now."""
        values = self.charts.unit(unit.type)
        return values.drm_disordered if unit.disordered else values.drm

    def ma(self, unit: Unit) -> int:
        """5.1, 12.2 Movement Allowance in MP as it is now; a Retired unit's is counted in hexes (12.4)."""
        if unit.retired:
            return self.charts.action("retired_hexes")
        values = self.charts.unit(unit.type)
        return values.ma_disordered if unit.disordered else values.ma

    def mp_left(self, unit: Unit) -> int:
        """MP it may still spend in this activation."""
        return max(0, self.ma(unit) - self.spent(unit))

    def spent(self, piece: Unit | Leader) -> int:
        """MP a unit or a leader has spent in this activation."""
        mp = self.state.activation.mp if self.state.activation is not None else {}
        return mp.get(piece.id, 0)

    def out_of_command(self, unit: Unit) -> bool:
        """15.2 Fixed as its Command's activation begins."""
        return self.state.activation is not None and unit.id in self.state.activation.out_of_command

    # -- arcs (6.1) ---------------------------------------------------------------------------------------------

    def arc(self, unit: Unit, h: Hex) -> Arc:
        """6.1 Facing of units: in which arc a hex lies, near or far (T-FACING). A Schiltron has only a front."""
        if unit.formation == "schiltron":
            return "front"
        return bearing(unit.at, unit.facing, h)

    def front(self, unit: Unit) -> tuple[Hex, ...]:
        """6.1 The two hexes it faces, as far as they are on the map."""
        return tuple(h for h in hexes.front(unit.at, unit.facing) if h in self.map)

    def opponents(self, unit: Unit) -> list[Unit]:
        """Enemy units in its front hexes."""
        return [e for h in self.front(unit) if (e := self.enemy_in(h, unit.side)) is not None]

    # -- zones of control (7.0) ---------------------------------------------------------------------------------

    def exerts_zoc(self, unit: Unit) -> bool:
        """7.1 Who has a ZOC: missile infantry, and mounted units able to Shock; Retired ones never."""
        return not unit.retired and (unit.missile_infantry or (unit.mounted and self.charts.can_shock(unit.type)))

    def zoc(self, unit: Unit) -> tuple[Hex, ...]:
        """7.1 Hexes in the unit's ZOC."""
        return self.kept(("zoc", unit.id), lambda: self._find_zoc(unit), unit.side)

    def _find_zoc(self, u: Unit) -> tuple[Hex, ...]:
        if u.hex is None or not self.exerts_zoc(u):
            return ()
        return tuple(h for h in self.front(u) if self.passable(u.hex, h))

    def passable(self, a: Hex, b: Hex) -> bool:
        """Whether anybody at all could step from ``a`` to the adjacent ``b``: no impassable hex or hexside between."""
        if b not in self.map or self.ground(b).impassable:
            return False
        return not any(self.charts.hexside(t).impassable for t in self.sides(a, b))

    def surrounded(self, h: Hex, side: str) -> bool:
        """12.4 All six hexes around are enemy units, enemy ZOC, impassable or off the map; a friend breaks the ring."""
        for n in hexes.neighbours(h):
            if n not in self.map or not self.passable(h, n) or self.enemy_in(n, side) is not None:
                continue
            if self.friend_in(n, side) is not None or not self.enemy_zoc(n, side):
                return False
        return True

    def enclosed(self, h: Hex, side: str) -> bool:
        """15.4, 15.5 All six hexes around are enemy units or enemy ZOC; a friend breaks the ring.

        Unlike that of 12.4 this ring isn't closed by ground or the map's edge.
        """
        return all(
            n in self.map
            and (
                self.enemy_in(n, side) is not None
                or (self.friend_in(n, side) is None and bool(self.enemy_zoc(n, side)))
            )
            for n in hexes.neighbours(h)
        )

    # -- ground -------------------------------------------------------------------------------------------------

    def ground(self, h: Hex) -> Ground:
        """The terrain row of a hex."""
        return self.charts.ground(self.map, h)

    def sides(self, a: Hex, b: Hex) -> tuple[str, ...]:
        """Features along the hexside between two adjacent hexes; a removed hedge is gone (PO-2)."""
        found = self.map.side(a, b)
        if found and any({a, b} == {x, y} for x, y in self.state.hedges_removed):
            return tuple(t for t in found if t != "hedge")
        return found

    def wagon(self, h: Hex) -> bool:
        """PO-3 Whether a wagon stands in the hex."""
        return h in self.wagons()

    def wagons(self) -> frozenset[Hex]:
        """PO-3 Hexes in which wagons stand."""
        return self.kept("wagons", self._find_wagons) if self.state.markers else _NOWHERE

    def _find_wagons(self) -> frozenset[Hex]:
        return frozenset(m.hex for m in self.markers("wagon"))

    def admits(self, h: Hex, *, mounted: bool) -> bool:
        """5.1, PO-3 Whether units on horseback, or on foot, can be in a hex at all."""
        return self.ground(h).mp(mounted) is not None and not (mounted and self.wagon(h))

    def step_cost(self, unit: Unit | Leader, a: Hex, b: Hex) -> int | None:
        """5.1 MP of the step from ``a`` to the adjacent ``b``, by the ground alone; None where it may not go.

        Leaders ride.
        """
        mounted = isinstance(unit, Leader) or unit.mounted
        if self.state.markers and b in self.map and self.wagon(b):
            return None if mounted else self.charts.action("enter_wagon")
        cost = self.charts.step_cost(self.map, mounted, a, b)
        if not self.state.hedges_removed or cost is None:
            return cost
        return cost - self._crossing(self.map.side(a, b), mounted) + self._crossing(self.sides(a, b), mounted)

    def _crossing(self, features: Sequence[str], mounted: bool) -> int:
        """MP more for what lies along a hexside that can be crossed."""
        return sum(self.charts.hexside(t).mp(mounted) or 0 for t in features)

    def steps(self, unit: Unit | Leader, a: Hex) -> Sequence[tuple[Hex, int]]:
        """Adjacent hexes the ground lets a unit step into from ``a``, each with its MP by :meth:`step_cost`."""
        if not self.state.hedges_removed and not self.wagons():
            return self.charts.steps(self.map, isinstance(unit, Leader) or unit.mounted, a)
        around = self.map.neighbours(a)
        return [(b, cost) for b in around if (cost := self.step_cost(unit, a, b)) is not None]

    def charge_allowed(self, a: Hex, b: Hex) -> bool:
        """11.3 Whether the ground lets a Charge go from ``a`` into the adjacent ``b``."""
        if self.wagon(a) or self.wagon(b) or not self.charts.charge_allowed(self.map, a, b):
            return False
        return all(self.charts.hexside(t).charge for t in self.sides(a, b))


def bearing(at: Hex, facing: Facing, h: Hex) -> Arc:
    """T-FACING Position classes: the line of hex centres against the facing; within 60 degrees front, within 120 flank.

    Facings count twelfths of a circle.

    >>> bearing(1010, Facing.E, 1210), bearing(1010, Facing.E, 1009), bearing(1010, Facing.E, 910)
    ('front', 'flank', 'rear')
    """
    ax, ay = hexes.centre(at)
    bx, by = hexes.centre(h)
    aside = abs((atan2(ay - by, bx - ax) * 6 / pi - facing + 6) % 12 - 6)
    if aside <= 2 + _CLOSE:
        return "front"
    return "flank" if aside <= 4 + _CLOSE else "rear"
