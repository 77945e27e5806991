"""What rule procedures hold on to: the state, the map, the charts; who stands where, on whose side, and who controls
what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.kernel.board import Place
from engine.kernel.context import Context
from engine.systems.justinian.charts import Charts
from engine.systems.justinian.geography import Geography
from engine.systems.justinian.scenario import (
    BYZANTINE,
    JustinianScenario,
    LeaderSpec,
    PowerSpec,
    Side,
    SideSpec,
)
from engine.systems.justinian.state import (
    Army,
    Group,
    MagMil,
    Pool,
    State,
    detached_at,
    fleet_at,
    frontier_at,
    in_army,
)

Control = Literal["byzantine", "barbarian", "none"]
"""3.4 Who controls a province: a side, or nobody (contested, or In Revolt)."""


def other(side: Side) -> Side:
    """The opponent's side."""
    return "barbarian" if side == "byzantine" else "byzantine"


class Campaign(Context[State]):
    """One campaign under way."""

    def __init__(self, state: State, scenario: JustinianScenario, charts: Charts, land: Geography) -> None:
        super().__init__(state)
        self.scenario = scenario
        self.charts = charts
        self.land = land

    # -- names and specs ----------------------------------------------------------------------------------------

    def spec(self, side: str) -> SideSpec:
        return self.scenario.side(side)

    def power(self, power: str) -> PowerSpec:
        return self.scenario.power_specs[power]

    def leader(self, leader_id: str) -> LeaderSpec:
        """A leader's ratings (4.12)."""
        return self.scenario.leader_specs[leader_id]

    def minor(self, power: str) -> bool:
        return self.power(power).kind == "minor"

    def major(self, power: str) -> bool:
        """Persians, Vandals or Ostrogoths."""
        return self.power(power).kind == "major"

    # -- sides (0.2) --------------------------------------------------------------------------------------------

    def side_of(self, power: str) -> Side:
        """Whose side a power is on (:meth:`State.side_of`)."""
        return self.state.side_of(power)

    def side(self, army: Army) -> Side:
        """Whose side an army is on."""
        return self.side_of(army.power)

    def passive(self, army: Army) -> bool:
        """6.33 A minor power's army that is Neutral, or not rolled for yet: it neither intercepts nor retreats
        before combat."""
        return self.state.alliance.get(army.power) in ("none", "neutral")

    # -- armies -------------------------------------------------------------------------------------------------

    def army(self, army_id: str) -> Army:
        return self.state.armies[army_id]

    def armies(self, at: Place | None = None, power: str | None = None, side: Side | None = None) -> list[Army]:
        """Armies on the map and in boxes, leaders without SP included."""
        return [
            a for a in self.state.placed(power) if (at is None or a.at == at) and (side is None or self.side(a) == side)
        ]

    def head(self, army: Army) -> Army:
        """6.44, 6.52 The army whose commander leads the one it is combined with; itself if it is on its own."""
        return self.army(army.led_by) if army.led_by is not None else army

    def force(self, army: Army) -> list[Army]:
        """All that moves and fights together with an army, its head first."""
        head = self.head(army)
        return [head, *(a for a in self.state.armies.values() if a.led_by == head.id)]

    def strength(self, army: Army) -> int:
        """SP of all that moves and fights together with it."""
        return sum(a.strength for a in self.force(army))

    def commander(self, army: Army) -> LeaderSpec | None:
        """4.12 Who commands an army, or what it is combined with; None for a Byzantine army without a MagMil."""
        head = self.head(army)
        if head.power != BYZANTINE:
            return self.leader(head.id)
        return self.leader(head.leader) if head.leader is not None else None

    def own_commander(self, army: Army) -> LeaderSpec | None:
        """The leader of an army itself, whatever it is combined with."""
        if army.power != BYZANTINE:
            return self.leader(army.id)
        return self.leader(army.leader) if army.leader is not None else None

    # -- Magistri Militum ---------------------------------------------------------------------------------------

    def magmil_at(self, place: Place) -> list[MagMil]:
        """4.13 MagMil in a province, with armies or alone."""
        return [x for x in self.state.magmil.values() if self.place_of_magmil(x) == place]

    def place_of_magmil(self, x: MagMil) -> Place | None:
        """Where he is; None in the cup and out of the game."""
        return self.army(x.army).at if x.army is not None else x.at

    def cup(self) -> list[str]:
        """3.24 MagMil who can be drawn."""
        return [x.id for x in self.state.magmil.values() if x.where == "cup"]

    # -- land forces --------------------------------------------------------------------------------------------

    def groups_of(self, army: Army) -> list[Group]:
        """SP of one army: its own, then allied ones."""
        found = [in_army(army)] if army.sp else []
        return [*found, *(in_army(army, power) for power, n in army.allied.items() if n)]

    def forces(self, place: Place, side: Side | None = None) -> list[Group]:
        """Land SP in a province or box: in armies, Frontier, Detached."""
        found = [x for a in self.armies(place, side=side) for x in self.groups_of(a)]
        if side != "barbarian" and place in self.state.frontier:
            found.append(frontier_at(place))
        for power in self.state.detached.get(place, {}):
            if side is None or self.side_of(power) == side:
                found.append(detached_at(place, power))
        return found

    def land_sp(self, place: Place, side: Side | None = None) -> int:
        """How many land SP are in a place."""
        return self.derived(("sp", place, side), lambda: sum(self.state.sp_of(x) for x in self.forces(place, side)))

    def occupied(self, place: Place, side: Side) -> bool:
        """Whether a side has land SP there."""
        return self.land_sp(place, side) > 0

    def groups(self) -> Iterator[Group]:
        """All land SP, place by place."""
        places = dict.fromkeys(a.at for a in self.state.placed() if a.at is not None)
        places.update(dict.fromkeys([*self.state.frontier, *self.state.detached]))
        for place in sorted(places):
            yield from self.forces(place)

    # -- fleets -------------------------------------------------------------------------------------------------

    def fleet(self, power: str, place: Place) -> Pool | None:
        """A power's Fleet SP In Port in a province, or On Patrol in a sea area."""
        return self.state.fleets.get(power, {}).get(place)

    def fleets(self, place: Place | None = None, side: Side | None = None) -> list[Group]:
        """Fleets, but for one that is at sea."""
        return [
            fleet_at(at, power)
            for power, pools in self.state.fleets.items()
            if side is None or self.side_of(power) == side
            for at in pools
            if place is None or at == place
        ]

    # -- control (3.4) ------------------------------------------------------------------------------------------

    def control(self, place: Place) -> Control:
        """3.4 Who controls a province now; nobody controls a sea area or a box."""
        return self.derived(("control", place), lambda: self._find_control(place))

    def _find_control(self, place: Place) -> Control:
        if not self.land.is_province(place) or place in self.state.revolt:
            return "none"
        if place in self.state.control or self.occupied(place, "barbarian"):
            return "none" if self.occupied(place, "byzantine") else "barbarian"
        return "byzantine"

    def control0(self, place: Place) -> Control:
        """6.54, 8.17 Who controlled a province as the present activation began; outside of one, who does now."""
        a = self.state.activation
        if a is None:
            return self.control(place)
        if place in a.barbarian:
            return "barbarian"
        if place in a.nobody or not self.land.is_province(place):
            return "none"
        return "byzantine"

    def held_by(self, power: str) -> tuple[Place, ...]:
        """6.24 Provinces a barbarian power controls: by its marker, or without one as the only power with land SP."""
        return tuple(p for p in self.land.provinces if self.controls(power, p))

    def controls(self, power: str, place: Place) -> bool:
        """Whether a power, and not just its side, controls a province."""
        if self.control(place) != self.side_of(power):
            return False
        if power == BYZANTINE:
            return True
        if place in self.state.control:
            return self.state.control[place] == power
        return {x.power for x in self.forces(place, "barbarian")} == {power}

    def fort(self, place: Place) -> bool:
        """6.54 A Fort, printed or built."""
        return self.land.area(place).fort or place in self.state.forts

    def coastal_city(self, place: Place) -> bool:
        """A City province with a coast."""
        return self.land.city(place) and self.land.coastal(place)

    # -- limits (4.31, 4.35) ------------------------------------------------------------------------------------

    def total_sp(self, power: str) -> int:
        """4.31, 4.35 Land SP that count against a power's limit: Byzantium's with the allied SP in its armies."""
        if power == BYZANTINE:
            return sum(a.strength for a in self.state.placed(BYZANTINE)) + sum(
                x.sp for x in self.state.frontier.values()
            )
        return sum(a.sp_of(power) for a in self.state.placed()) + sum(
            here.get(power, 0) for here in self.state.detached.values()
        )

    def room(self, power: str) -> int | None:
        """4.31, 4.35 SP a power may still receive; None: as many as it likes."""
        limit = self.charts.sp_limit(power)
        return None if limit is None else max(0, limit - self.total_sp(power))

    def army_room(self, army: Army) -> int:
        """4.31 SP a Byzantine army may still receive."""
        most = self.charts.sp_limit("army")
        assert most is not None
        return max(0, most - army.strength)

    def fleet_sp(self, power: str) -> int:
        """All Fleet SP of a power, those at sea included."""
        a = self.state.activation
        return sum(x.sp for x in self.state.fleets.get(power, {}).values()) + (
            a.sp if a is not None and a.fleet == power else 0
        )

    def snapshot(self) -> dict[str, tuple[Place, ...]]:
        """6.54, 8.17 Who controls what now, as :class:`~.events.turn.ActivationBegan` keeps it."""
        held = {p: self.control(p) for p in self.land.provinces}
        return {
            "barbarian": tuple(p for p, c in held.items() if c == "barbarian"),
            "nobody": tuple(p for p, c in held.items() if c == "none"),
        }
