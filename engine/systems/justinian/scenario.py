"""The campaign as data: map of areas, powers, leaders, armies, and what is set up where. Loaded by :mod:`scenarios`.

What the printed map and counters say isn't in the rules book; every such value tells how it is known (:data:`Origin`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.kernel.areas import Area, AreaMap, Border
from engine.kernel.board import Place
from engine.kernel.model import Title, Whole
from engine.kernel.scenario import AreaScenario, BaseSide, Strict, army

Origin = Literal["seed", "derived", "external", "inferred"]
"""Stated by the rules; forced by something they state; stated by a public page; reasoned out."""

Side = Literal["byzantine", "barbarian"]

PowerId: TypeAlias = Annotated[
    str, Field(pattern=r"^[a-z][a-z-]{1,30}$", description='small letters and hyphens, as "crimean-goths"')
]
ArmyId: TypeAlias = Annotated[
    str, Field(pattern=r"^[a-z][a-z0-9-]{1,30}$", description='small letters, digits and hyphens, as "praesental-1"')
]

Sp: TypeAlias = Annotated[int, Field(ge=0, le=999)]
"""Strength Points of one power in one place, or altogether."""

BYZANTINE, PERSIA, VANDALS, OSTROGOTHS = "byzantine", "persia", "vandals", "ostrogoths"
"""Powers that rules speak of by name."""

CONSTANTINOPLE, LAZICA, SARDINIA = "europa", "lazica", "sardinia"
"""Provinces that rules speak of by name, by code."""


class CampaignArea(Area):
    """2.1 A province, a sea area or an off-map box.

    ``region`` is a province's Prefecture, ``worth`` its income in G.
    """

    diocese: str = ""
    """Part of a Prefecture, for readers."""
    city: str | None = None
    """Name of its City; None where it has none."""
    fort: bool = False
    """A Fort is printed in it."""
    island: bool = False
    power: PowerId | None = None
    """Whose off-map box it is."""
    origins: dict[str, Origin] = {}
    """How name, income, city and fort are known."""
    source: str = ""


class CampaignBorder(Border):
    """Two areas that touch, and how that is known."""

    origin: Origin = "inferred"
    note: str = ""


class CampaignMap(AreaMap):
    """2.1 The map."""

    areas: tuple[CampaignArea, ...]
    borders: tuple[CampaignBorder, ...] = ()


class Prefecture(Strict):
    """2.1 One of the five Prefectures; what it takes to control it is a chart."""

    id: Title
    origin: Origin = "seed"


class PowerSpec(Strict):
    """4.0 A power: Byzantium, a major or a minor one."""

    id: PowerId
    name: Title
    """ "Franks": who they are together."""
    adjective: Title
    kind: Literal["byzantine", "major", "minor"]
    box: str | None = None
    """Code of its off-map box."""
    fleets: bool = False
    """4.41 It has Fleet SP."""


class LeaderSpec(Strict):
    """4.12, 4.21 A leader and his ratings; of a barbarian he is also the army (4.34)."""

    id: ArmyId
    name: Title
    power: PowerId
    control: int = Field(ge=0, le=9)
    movement: Literal["A", "B", "C", "D"]
    battle: int = Field(ge=-5, le=5)
    arrives: int = Field(1, ge=1, le=999)
    """4.22 Turn he is first in play."""
    replaces: ArmyId | None = None
    """4.22 Leader whose stack he takes over as he arrives."""
    at: str | None = None
    """Code of the area he is set up in, or arrives in; None where the rules leave that to the player."""
    drawn: bool = True
    """3.24 Of a MagMil: he is in the cup when the first commanders are drawn."""
    origins: dict[str, Origin] = {}
    """How his name and each of his ratings are known."""
    note: str = ""


class ArmySpec(Strict):
    """4.31 A Byzantine army counter."""

    id: ArmyId
    name: Title
    initial: bool = False
    """3.21 It begins the campaign on the map."""
    minimum: int = Field(1, ge=1, le=999)
    """3.22 SP it must be given at the set-up."""
    praesental: bool = False
    origin: Origin = "seed"


class TurnSpec(Strict):
    """T:turn_track Game Turn track: one turn of four years (1.0)."""

    years: tuple[Whole, Whole]
    note: str = ""
    """What happened, for readers."""


class ArmyPlan(Strict):
    """Where an army is set up and with how many SP."""

    army: ArmyId
    at: str
    sp: Sp


class GroupPlan(Strict):
    """SP without an army set up in a province."""

    at: str
    sp: int = Field(ge=1, le=999)


class SetupPlan(Strict):
    """A whole set-up of one power."""

    armies: tuple[ArmyPlan, ...] = ()
    groups: tuple[GroupPlan, ...] = ()
    """Frontier SP of the Byzantines, Detached SP of others."""
    fleets: tuple[GroupPlan, ...] = ()


class SetupSpec(Strict):
    """3.2, 3.3 What there is to set up. The plans are one legal set-up each, which players may change."""

    gold: int = Field(30, ge=0, le=9999)
    """3.25"""
    land_sp: dict[PowerId, Sp]
    fleet_sp: dict[PowerId, Sp]
    fixed_fleets: dict[PowerId, dict[str, Sp]] = {}
    """Fleet SP whose place is laid down, by code of the province."""
    frontier_in: tuple[str, ...] = ()
    """3.22 Prefectures that may be given Frontier SP, and free fleets."""
    home: dict[PowerId, str] = {}
    """3.31, 3.32 Prefecture a power is set up in; it has a control marker in each of its provinces."""
    treasuries: dict[PowerId, str] = {}
    plans: dict[PowerId, SetupPlan]
    origins: dict[str, Origin] = {}


class SideSpec(BaseSide):
    """One player's side."""

    id: Side
    armies: int = Field(ge=0, le=999)
    """Armies it may have at once."""

    @property
    def unit_count(self) -> int:
        return self.armies

    def unbreakable(self) -> SideSpec:
        return self


class JustinianScenario(AreaScenario):
    """The campaign, complete."""

    system: Literal["justinian"] = "justinian"
    map: CampaignMap
    sides: tuple[SideSpec, SideSpec]
    prefectures: tuple[Prefecture, ...]
    groups: dict[str, tuple[str, ...]]
    """Provinces that rules speak of together, by code: "thracian", "armenian", "egypt-revolt", "asia-minor"."""
    group_origins: dict[str, Origin] = {}
    powers: tuple[PowerSpec, ...]
    leaders: tuple[LeaderSpec, ...]
    armies: tuple[ArmySpec, ...]
    turns: tuple[TurnSpec, ...] = Field(min_length=1)
    setup: SetupSpec
    forts: int | None = Field(default=None, ge=0, le=999)
    """6.54 Fort counters there are to build; None: as many as wanted."""

    def side(self, side_id: str) -> SideSpec:
        return army(self.sides, side_id)

    @cached_property
    def by_code(self) -> dict[str, Place]:
        """Places by the code they are written with."""
        return {a.code: a.id for a in self.map.areas}

    @cached_property
    def power_specs(self) -> dict[str, PowerSpec]:
        return {p.id: p for p in self.powers}

    @cached_property
    def leader_specs(self) -> dict[str, LeaderSpec]:
        return {x.id: x for x in self.leaders}

    @cached_property
    def army_specs(self) -> dict[str, ArmySpec]:
        return {a.id: a for a in self.armies}

    def problems(self) -> Iterator[str]:
        """Everything wrong with the campaign that types alone can't tell, one sentence with its path each."""
        wrong_map = [f"map.{p}" for p in self.map.problems()]
        yield from wrong_map
        yield from self.rule_problems()
        if {s.id for s in self.sides} != {"byzantine", "barbarian"}:
            yield "sides: must be byzantine and barbarian"
        if not wrong_map:
            yield from self._names()

    def _names(self) -> Iterator[str]:
        """Names of areas, powers, leaders and armies that don't exist, or are used twice."""
        codes, powers = self.by_code, self.power_specs
        prefectures = {p.id for p in self.prefectures}
        for field, ids in (
            ("powers", [p.id for p in self.powers]),
            ("leaders", [x.id for x in self.leaders]),
            ("armies", [a.id for a in self.armies]),
        ):
            for name in sorted({i for i in ids if ids.count(i) > 1}):
                yield f"{field}: {name} is there twice"
        for name in (BYZANTINE, PERSIA, VANDALS, OSTROGOTHS):
            if name not in powers:
                yield f"powers: the rules need {name}"
        for code in (CONSTANTINOPLE, LAZICA, SARDINIA):
            if code not in codes:
                yield f"map.areas: the rules need {code}"
        for j, area in enumerate(self.map.areas):
            here = f"map.areas[{j}] ({area.code})"
            if area.kind == "province" and area.region not in prefectures:
                yield f"{here}.region: {area.region!r} is no Prefecture"
            if area.kind == "box" and (area.power is None or area.power not in powers):
                yield f"{here}.power: a box is that of one of the powers"
            if area.city is not None and area.fort:
                yield f"{here}.fort: a City province has no Fort (6.54)"
        for j, power in enumerate(self.powers):
            if power.box is not None and power.box not in codes:
                yield f"powers[{j}] ({power.id}).box: there is no area {power.box}"
        for j, leader in enumerate(self.leaders):
            here = f"leaders[{j}] ({leader.id})"
            if leader.power not in powers:
                yield f"{here}.power: there is no power {leader.power}"
            minor = powers.get(leader.power)
            if minor is not None and minor.kind == "minor" and leader.id != leader.power:
                yield f"{here}.id: the leader of a minor power has its id, {leader.power} (4.21)"
            if leader.at is not None and leader.at not in codes:
                yield f"{here}.at: there is no area {leader.at}"
            if leader.replaces is not None and leader.replaces not in self.leader_specs:
                yield f"{here}.replaces: there is no leader {leader.replaces}"
        for name, members in self.groups.items():
            for code in members:
                if code not in codes:
                    yield f"groups.{name}: there is no area {code}"
        for name in sorted({a.id for a in self.armies} & {x.id for x in self.leaders}):
            yield f"armies: {name} is a leader too"
        yield from self._setup_problems(codes, powers)

    def _setup_problems(self, codes: dict[str, Place], powers: dict[str, PowerSpec]) -> Iterator[str]:
        s = self.setup
        used: list[tuple[str, str]] = [(f"setup.treasuries.{p}", c) for p, c in s.treasuries.items()]
        used += [(f"setup.fixed_fleets.{p}", c) for p, places in s.fixed_fleets.items() for c in places]
        known = {*self.army_specs, *self.leader_specs}
        for name, plan in s.plans.items():
            if name not in powers:
                yield f"setup.plans: there is no power {name}"
            used += [(f"setup.plans.{name}", x.at) for x in (*plan.armies, *plan.groups, *plan.fleets)]
            for x in plan.armies:
                if x.army not in known:
                    yield f"setup.plans.{name}.armies: there is no army {x.army}"
        for here, code in used:
            if code not in codes:
                yield f"{here}: there is no area {code}"
        for name, home in s.home.items():
            if home not in {p.id for p in self.prefectures}:
                yield f"setup.home.{name}: {home!r} is no Prefecture"
