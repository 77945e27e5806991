"""3.2, 3.3 A side's set-up as a form: every army, group and fleet with its SP and its place, and what is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from engine.kernel.answers import Answer
from engine.kernel.board import Place
from engine.kernel.sheet import Change, Entry, Sheet
from engine.kernel.text import Text
from engine.systems.justinian import army_limits, setting_up
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.orders import SetUp
from engine.systems.justinian.scenario import BYZANTINE, ArmyPlan, GroupPlan, SetupPlan, Side
from engine.systems.justinian.sharing import counted

X = TypeVar("X", ArmyPlan, GroupPlan)

NEW, NEW_FLEET = "new", "new-fleet"
"""What the entries are called that add a group, or Fleet SP, in another place; with the power behind."""


def sheet(g: Campaign, side: Side, draft: Answer) -> Sheet:
    """The form of a plan."""
    assert isinstance(draft, SetUp)
    powers = [_Plan(g, draft, p) for p in setting_up.powers(g, side) if p in draft.plans]
    return Sheet(
        sums=[p.sums for p in powers],
        build=lambda: [e for p in powers for e in p.entries()],
        send=Text("Set up like this"),
    )


class _Plan:
    """One power's part of it."""

    def __init__(self, g: Campaign, draft: SetUp, power: str) -> None:
        self.g = g
        self.draft = draft
        self.power = power
        self.plan = draft.plans[power]
        setup = g.scenario.setup
        self.sp, self.ships = setup.land_sp[power], setup.fleet_sp[power]
        self.left = self.sp - sum(x.sp for x in (*self.plan.armies, *self.plan.groups))
        self.ships_left = self.ships - sum(x.sp for x in self.plan.fleets)

    @property
    def sums(self) -> Text:
        """What is placed, and what is left."""
        return Text(
            "{name}: {n} SP, {rest}; {m} Fleet SP, {ships}",
            name=self.g.power(self.power).name,
            rest=_left(self.left),
            n=self.sp,
            ships=_left(self.ships_left),
            m=self.ships,
        )

    def entries(self) -> Iterator[Entry]:
        """Armies, groups, another group; fleets, another fleet."""
        yield from (self._army(x) for x in self.plan.armies)
        kind = Text("Frontier SP") if self.power == BYZANTINE else Text("Detached {power}", power=self._name)
        for x in self.plan.groups:
            yield self._group(x, kind)
        free = [p for p in self._land() if self._code(p) not in {x.at for x in self.plan.groups}]
        yield Entry(
            f"{NEW}-{self.power}",
            Text("{kind} elsewhere", kind=kind),
            _left(self.left),
            options=partial(self._choices, free, self._new_group),
        )
        ports = setting_up.ports(self.g, self.power)
        if len(ports) < 2:
            return
        for x in self.plan.fleets:
            yield self._fleet(x, ports)
        if self.ships_left > 0:
            yield Entry(
                f"{NEW_FLEET}-{self.power}",
                Text("Fleet SP elsewhere"),
                _left(self.ships_left),
                options=partial(self._choices, self._free_ports(ports), self._new_fleet),
            )

    # -- armies -------------------------------------------------------------------------------------------------

    def _army(self, x: ArmyPlan) -> Entry:
        def amount(n: int) -> Answer:
            return self._changed(armies=_each(self.plan.armies, x, x.model_copy(update={"sp": n})))

        spec = self.g.scenario.army_specs.get(x.army)
        most = (self.g.charts.sp_limit("army") or self.sp) if self.power == BYZANTINE else self.sp
        at = self.g.land.place(x.at)
        return Entry(
            x.army,
            Text("{army}", army=self.g.state.names[x.army]),
            Text("{n} SP, {place}", n=x.sp, place=self.g.land.name(at)),
            at=at,
            steps=lambda: counted(x.sp, most, self.left, amount, least=spec.minimum if spec is not None else 0),
            options=lambda: self._choices([p for p in self._bases(x) if p != at], partial(self._moved, x)),
            amount=amount,
        )

    def _bases(self, x: ArmyPlan) -> Sequence[Place]:
        return army_limits.places(self.g, x.army) if self.power == BYZANTINE else self._land()

    def _moved(self, x: ArmyPlan, to: Place) -> Answer:
        """Another place for an army; the Praesental armies change places where one needs the other's."""
        places = {a.army: a.at for a in self.plan.armies}
        places[x.army] = self._code(to)
        capital = self.g.land.constantinople
        if self._praesental(x) and capital in (to, self.g.land.place(x.at)):
            rivals = [a.army for a in self.plan.armies if self._praesental(a) and a.army != x.army]
            places.update((a, x.at) for a in rivals)
        return self._changed(armies=tuple(a.model_copy(update={"at": places[a.army]}) for a in self.plan.armies))

    def _praesental(self, x: ArmyPlan) -> bool:
        spec = self.g.scenario.army_specs.get(x.army)
        return spec is not None and spec.praesental

    # -- groups and fleets ----------------------------------------------------------------------------------------

    def _group(self, x: GroupPlan, kind: Text) -> Entry:
        def amount(n: int) -> Answer:
            return self._changed(groups=_each(self.plan.groups, x, GroupPlan(at=x.at, sp=n) if n else None))

        def moved(to: Place) -> Answer:
            return self._changed(groups=_each(self.plan.groups, x, GroupPlan(at=self._code(to), sp=x.sp)))

        at = self.g.land.place(x.at)
        taken = {y.at for y in self.plan.groups}
        return Entry(
            f"{self.power}-{x.at}",
            Text("{kind}, {place}", kind=kind, place=self.g.land.name(at)),
            Text("{n} SP", n=x.sp),
            at=at,
            steps=lambda: counted(x.sp, self.sp, self.left, amount),
            options=lambda: self._choices([p for p in self._land() if self._code(p) not in taken], moved),
            amount=amount,
        )

    def _new_group(self, to: Place) -> Answer:
        more = GroupPlan(at=self._code(to), sp=max(1, self.left))
        return self._changed(groups=(*self.plan.groups, more))

    def _fleet(self, x: GroupPlan, ports: Sequence[Place]) -> Entry:
        fixed = self.g.scenario.setup.fixed_fleets.get(self.power, {}).get(x.at, 0)

        def amount(n: int) -> Answer:
            return self._changed(fleets=_each(self.plan.fleets, x, GroupPlan(at=x.at, sp=n) if n else None))

        def moved(to: Place) -> Answer:
            return self._changed(fleets=_each(self.plan.fleets, x, GroupPlan(at=self._code(to), sp=x.sp)))

        at = self.g.land.place(x.at)
        return Entry(
            f"fleet-{self.power}-{x.at}",
            Text("Fleet, {place}", place=self.g.land.name(at)),
            Text("{n} Fleet SP", n=x.sp),
            at=at,
            steps=lambda: counted(x.sp, self.ships, self.ships_left, amount, least=fixed),
            options=None if fixed else lambda: self._choices(self._free_ports(ports), moved),
            amount=amount,
        )

    def _free_ports(self, ports: Sequence[Place]) -> list[Place]:
        taken = {x.at for x in self.plan.fleets}
        return [p for p in ports if self._code(p) not in taken]

    def _new_fleet(self, to: Place) -> Answer:
        more = GroupPlan(at=self._code(to), sp=max(1, self.ships_left))
        return self._changed(fleets=(*self.plan.fleets, more))

    # -- parts ----------------------------------------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return self.g.power(self.power).name

    def _code(self, place: Place) -> str:
        return self.g.land.map.code(place)

    def _land(self) -> Sequence[Place]:
        """Provinces in which groups may begin."""
        if self.power == BYZANTINE:
            return setting_up.frontier_places(self.g)
        return self.g.land.of_prefecture(self.g.scenario.setup.home[self.power])

    def _choices(self, places: Sequence[Place], make: Callable[[Place], Answer]) -> list[Change]:
        name = self.g.land.name
        return [Change(self._code(p), Text("{place}", place=name(p)), make(p)) for p in places]

    def _changed(self, **parts: Sequence[ArmyPlan] | Sequence[GroupPlan]) -> SetUp:
        plan: SetupPlan = self.plan.model_copy(update={k: tuple(v) for k, v in parts.items()})
        return SetUp(plans={**self.draft.plans, self.power: plan})


def _left(n: int) -> Text:
    if n < 0:
        return Text("{n} too many", n=-n)
    return Text("{n} left", n=n) if n else Text("none left")


def _each(parts: Sequence[X], old: X, new: X | None) -> tuple[X, ...]:
    """The parts with one of them exchanged, or left out."""
    return tuple(x for p in parts if (x := new if p is old else p) is not None)
