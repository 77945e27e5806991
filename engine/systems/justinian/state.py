"""The position of a campaign: everything that is not laid down by the scenario, and nothing that can be worked out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from engine.kernel.board import Place
from engine.kernel.context import BaseState
from engine.kernel.model import Mutable, Strict
from engine.kernel.statement import clipped
from engine.kernel.text import Text
from engine.systems.justinian.field.order_of_battle import OrderOfBattle
from engine.systems.justinian.scenario import (
    BYZANTINE,
    OSTROGOTHS,
    PERSIA,
    VANDALS,
    JustinianScenario,
    LeaderSpec,
    Side,
)

Phase = Literal[
    "setup-byzantine",
    "setup-barbarian",
    "income",
    "removal",
    "maintenance",
    "recruit",
    "create",
    "command",
    "leaders",
    "barbarian",
    "byzantine",
    "end",
    "over",
]
"""3.1 The sequence of play: set-up, A1 to A3, B1 to B3, C0, C1 and C2 by turns, D."""

Alliance = Literal["none", "barbarian", "neutral", "byzantine"]
"""6.33 Of a minor power; "none" until it is rolled for."""

Where = Literal["map", "aside", "track", "gone"]
"""Of an army: on the map or in a box; a Byzantine counter to be raised; on the turn track; out for good."""

Marker = Literal["select", "random"]
"""6.21 Kinds of Activation Marker."""

NAMED = (BYZANTINE, PERSIA, VANDALS, OSTROGOTHS)
"""Powers whose SP are never in an army of another."""

GroupKind = Literal["army", "frontier", "detached", "fleet"]


class Group(Strict):
    """Names SP that stand together: whose they are, and where. A Byzantine army may have those of several powers."""

    kind: GroupKind
    power: str
    """Whose SP they are."""
    army: str = ""
    """Of kind army."""
    place: Place = 0
    """Of all others: province, or sea area of a fleet On Patrol."""

    @property
    def key(self) -> str:
        """Short and unique: "orient", "orient+lombards", "frontier@37", "vandals-detached@1", "byzantine-fleet@46"."""
        if self.kind == "army":
            own = self.power in NAMED or self.power == self.army
            return self.army if own else f"{self.army}+{self.power}"
        return f"frontier@{self.place}" if self.kind == "frontier" else f"{self.power}-{self.kind}@{self.place}"


def in_army(army: Army, power: str | None = None) -> Group:
    """SP in an army: its own unless another power is named."""
    return Group(kind="army", power=power or army.power, army=army.id)


def frontier_at(place: Place) -> Group:
    """4.32 The Frontier SP of a province."""
    return Group(kind="frontier", power=BYZANTINE, place=place)


def detached_at(place: Place, power: str) -> Group:
    """4.33 A power's Detached SP in a province."""
    return Group(kind="detached", power=power, place=place)


def fleet_at(place: Place, power: str) -> Group:
    """4.41 A power's Fleet SP In Port in a province, or On Patrol in a sea area."""
    return Group(kind="fleet", power=power, place=place)


class Army(Mutable):
    """4.31, 4.34 A Byzantine army counter, or a barbarian leader, who is his army."""

    id: str
    power: str
    where: Where = "map"
    at: Place | None = None
    """Province or box; None unless ``where`` is "map"."""
    leader: str | None = None
    """MagMil in command; of a barbarian army None: its leader is the army."""
    sp: int = 0
    """Its own Field SP."""
    allied: dict[str, int] = {}
    """SP of minor powers in it, by power (6.34, 7.17)."""
    defeated: bool = False
    disorganized: bool = False
    unpaid: bool = False
    led_by: str | None = None
    """6.44, 6.52 Army it is combined with, under whose commander; None when it is on its own."""
    arrives: int | None = None
    """Turn in which it leaves the turn track (4.22, 8.26)."""
    recruited: int = 0
    """Turn in which its leader last recruited in his box (6.23)."""

    @property
    def strength(self) -> int:
        """All SP in it."""
        return self.sp + sum(self.allied.values())

    @property
    def on_map(self) -> bool:
        """On the map or in a box."""
        return self.at is not None

    def sp_of(self, power: str) -> int:
        """SP of a power in it."""
        return self.sp if power == self.power else self.allied.get(power, 0)


class MagMil(Mutable):
    """4.1 A Magister Militum."""

    id: str
    where: Literal["cup", "map", "gone"] = "cup"
    army: str | None = None
    """Army he is with: its commander, or one who rides along (4.13)."""
    at: Place | None = None
    """Province of one who is with no army."""
    lost: int = 0
    """Turn in which he last commanded a side that was Defeated (4.14)."""


class Pool(Mutable):
    """Frontier SP of a province, or Fleet SP of a power in one place."""

    sp: int
    unpaid: bool = False


class Years(Mutable):
    """What has happened in the years of a turn, for their chronicle."""

    held: dict[str, int] = {}
    """Provinces that Byzantium controlled as they began, by Prefecture."""
    battles: list[Place] = []
    """Where there was fighting, in order."""
    lost: dict[str, int] = {}
    """SP and Fleet SP lost in it, by side."""


class Activation(Mutable):
    """What is being activated, and how far it has come."""

    side: Side
    """Player who uses it."""
    army: str | None = None
    fleet: str | None = None
    """Power whose fleet moves."""
    at: Place | None = None
    """Where that fleet is."""
    sp: int = 0
    """Its Fleet SP."""
    fleet_unpaid: bool = False
    carried: str | None = None
    """Army it carries."""
    mp: int | None = None
    """Movement Points rolled; None before the roll, and of fleets."""
    spent: int = 0
    barbarian: tuple[Place, ...] = ()
    """Provinces the barbarian side controlled as it began (6.54, 8.17)."""
    nobody: tuple[Place, ...] = ()
    """Provinces nobody controlled as it began."""
    deserted: bool = False
    """6.27 Vandals have deserted in it."""


class State(BaseState):
    """The whole position."""

    options: dict[str, bool] = {}
    phase: Phase = "setup-byzantine"
    names: dict[str, str] = {}
    """What armies, leaders and powers are called, by id."""
    adjectives: dict[str, str] = {}
    """Of powers, by id."""
    place_names: dict[Place, str] = {}

    armies: dict[str, Army]
    magmil: dict[str, MagMil]
    frontier: dict[Place, Pool] = {}
    detached: dict[Place, dict[str, int]] = {}
    """By province and power."""
    fleets: dict[str, dict[Place, Pool]] = {}
    """By power and place; in a sea area On Patrol, in a province In Port."""

    control: dict[Place, str] = {}
    """7.18 Control markers: whose."""
    revolt: list[Place] = []
    forts: list[Place] = []
    """6.54 Forts built."""
    treasuries: dict[str, Place] = {}
    """5.4 Where the treasury marker of a power is; without one that was captured."""

    gold: int = 0
    owed: int = 0
    """9.0-f G that will be taken from the next income."""
    fallen: bool = False
    """5.13 Constantinople is in barbarian hands."""
    paid: list[Place] = []
    """5.11 Provinces that brought the last income; in Turn 1, those that would have."""
    half_income: bool = False
    """9.0-b The next income is halved."""
    plagues: int = 0
    lose_next: int = 0
    """9.0-d Byzantine activations that are lost, next ones first."""
    nika: bool = False
    """9.0-c1 The next Byzantine activation brings an army to Europa."""

    alliance: dict[str, Alliance] = {}
    out: list[str] = []
    """8.28 Powers out of the game."""

    markers: dict[Marker, int] = {}
    """6.21 Activation Markers left this turn."""
    barbarian_done: int = 0
    """6.11 Activations finished this turn."""
    byzantine_done: int = 0
    passed: bool = False
    """6.11 The barbarian player has done with activating this turn."""
    combined: bool = False
    """6.4 There was a Combined Operation this turn."""
    partners: list[str] = []
    """6.44 Army of the major power, and that of the minor one it may pick up, in the Combined Operation under way."""
    double: Literal["no", "now", "used"] = "no"
    """6.45 Two Byzantine activations in a row: being made, or made."""
    select_recruited: list[str] = []
    """6.24 Powers that have had their recruiting by a Select marker this turn."""
    vandal_recruits: bool = False
    """6.27 Vandal SP were recruited this turn."""
    drawn: list[str] = []
    """4.14 Armies raised this turn that still need a commander."""
    fort_built: bool = False
    """6.54 A Fort was built in the present Byzantine activation."""
    activation: Activation | None = None
    on_field: OrderOfBattle | None = None
    """The battle that is being fought out on the field; the campaign waits for it."""
    activations: int = 0
    """Activations since the campaign began."""
    years: Years = Years()

    def placed(self, power: str | None = None) -> Iterator[Army]:
        """Armies on the map and in boxes."""
        for a in self.armies.values():
            if a.at is not None and (power is None or a.power == power):
                yield a

    def side_of(self, power: str) -> Side:
        """Whose side a power is on: Byzantium's and its allies' of this turn; all others are the barbarian's."""
        return "byzantine" if power == BYZANTINE or self.alliance.get(power) == "byzantine" else "barbarian"

    def called(self, army: str) -> str:
        """An army in a sentence, always one: "Army of the Orient", "Belisarius", "Lombard army"."""
        return f"{self.adjectives[army]} army" if army in self.alliance else self.names[army]

    def told(self, group: Group) -> Text:
        """A group in words: "Army of the Orient", "Frontier SP in Dacia Ripensis", "Vandal fleet at Zeugitania"."""
        place, whose = self.place_names.get(group.place, ""), self.adjectives.get(group.power, group.power)
        match group.kind:
            case "army":
                name = self.called(group.army)
                if group.power == self.armies[group.army].power:
                    return Text("{army}", army=name)
                return Text("{whose} SP with {army}", whose=whose, army=name)
            case "frontier":
                return Text("Frontier SP in {place}", place=place)
            case "detached":
                return Text("{whose} Detached SP in {place}", whose=whose, place=place)
            case "fleet":
                return Text("{whose} fleet at {place}", whose=whose, place=place)

    def in_words(self, key: str) -> Text:
        """A group by its key (:attr:`Group.key`), there or not; what is none as it stands."""
        what, _, at = key.partition("@")
        power, _, kind = what.rpartition("-")
        if at.isdecimal() and int(at) in self.place_names and kind in ("frontier", "detached", "fleet"):
            return self.told(Group(kind=kind, power=power or BYZANTINE, place=int(at)))
        return Text("{name}", name=self.names.get(key, clipped(key)))

    def sp_of(self, group: Group) -> int:
        """SP of a group; 0 where there is none."""
        match group.kind:
            case "army":
                return self.armies[group.army].sp_of(group.power)
            case "frontier":
                pool = self.frontier.get(group.place)
                return pool.sp if pool is not None else 0
            case "detached":
                return self.detached.get(group.place, {}).get(group.power, 0)
            case "fleet":
                pool = self.fleets.get(group.power, {}).get(group.place)
                return pool.sp if pool is not None else 0

    def place_of(self, group: Group) -> Place | None:
        """Where a group stands."""
        return self.armies[group.army].at if group.kind == "army" else group.place


PHASES: tuple[Phase, ...] = get_args(Phase)


def initial_state(scenario: JustinianScenario, options: dict[str, bool] | None = None) -> State:
    """The position before anything is set up: leaders in boxes, treasuries and control markers where they begin."""
    code = scenario.by_code
    state = State(
        options=options or {},
        names={x.id: x.name for x in (*scenario.powers, *scenario.armies, *scenario.leaders)},
        adjectives={p.id: p.adjective for p in scenario.powers},
        place_names={a.id: a.name for a in scenario.map.areas},
        armies={a.id: Army(id=a.id, power=BYZANTINE, where="aside") for a in scenario.armies},
        magmil={},
        gold=scenario.setup.gold,
        alliance={p.id: "none" for p in scenario.powers if p.kind == "minor"},
        fleets={p.id: {} for p in scenario.powers if p.fleets},
        treasuries={p: code[at] for p, at in scenario.setup.treasuries.items()},
        control={
            a.id: power
            for power, prefecture in scenario.setup.home.items()
            for a in scenario.map.areas
            if a.region == prefecture
        },
    )
    for x in scenario.leaders:
        if x.power == BYZANTINE:
            state.magmil[x.id] = MagMil(id=x.id)
        else:
            state.armies[x.id] = _barbarian(scenario, x)
    return state


def _barbarian(scenario: JustinianScenario, x: LeaderSpec) -> Army:
    """A barbarian leader before the campaign, who is his army too."""
    # 3.34 Later leaders wait on the turn track.
    waits = x.arrives > 1
    # 3.33 Minor powers and Persians: in their boxes, without SP; Vandals and Ostrogoths are set up by their player.
    box = scenario.power_specs[x.power].box
    return Army(
        id=x.id,
        power=x.power,
        where="track" if waits else "map" if box is not None else "aside",
        at=scenario.by_code[box] if box is not None and not waits else None,
        arrives=x.arrives if waits else None,
    )
