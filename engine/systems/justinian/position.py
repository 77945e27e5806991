"""Justinian's position files: the campaign as its plans set it up, and what differs. Places go by code or by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field as Value

from engine.kernel.board import Place
from engine.kernel.model import MOST, NameOf, Strict
from engine.kernel.position import BasePosition, Builder, Built, PositionForm, Spent
from engine.systems.justinian import invariants
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.chart_list import in_force
from engine.systems.justinian.field import agreement as field
from engine.systems.justinian.geography import Geography
from engine.systems.justinian.scenario import BYZANTINE, JustinianScenario
from engine.systems.justinian.state import Alliance, Army, MagMil, Marker, Phase, Pool, State, Years, initial_state

Sp: TypeAlias = Annotated[int, Value(ge=0, le=500)]

SETTING_UP: tuple[Phase, ...] = ("setup-byzantine", "setup-barbarian")


class PoolSaid(Strict):
    """Frontier or Fleet SP of a place."""

    sp: Sp
    unpaid: bool = False


class ArmyChange(Strict):
    """What may be said of an army, or of a barbarian leader."""

    where: Literal["map", "aside", "track", "gone"] | None = None
    at: str | None = None
    """Code of its province or box: it is on the map then."""
    leader: str | None = None
    sp: Sp | None = None
    allied: dict[str, Sp] | None = None
    defeated: bool | None = None
    disorganized: bool | None = None
    unpaid: bool | None = None
    led_by: str | None = None
    arrives: Annotated[int, Value(ge=1, le=MOST)] | None = None
    recruited: Annotated[int, Value(ge=0, le=MOST)] | None = None


class MagMilChange(Strict):
    """What may be said of a Magister Militum."""

    where: Literal["cup", "map", "gone"] | None = None
    army: str | None = None
    at: str | None = None
    lost: Annotated[int, Value(ge=0, le=MOST)] | None = None


class YearsSaid(Strict):
    """What the chronicle of the turn's years has noted so far."""

    held: dict[str, Annotated[int, Value(ge=0, le=MOST)]] = {}
    """Provinces of Byzantium as the turn began, by Prefecture."""
    battles: tuple[str, ...] = ()
    """Where, by code."""
    lost: dict[str, Annotated[int, Value(ge=0, le=MOST)]] = {}
    """SP, by side."""


class SideChange(Strict):
    """Nothing is said of a side: the treasury and the markers are the campaign's."""


class Position(BasePosition):
    """A position file as written. Lists and tables say what is different; 0 SP or null takes something away."""

    system: Literal["justinian"] = "justinian"
    field: None = None
    empty: bool = False
    """Nothing is on the map but what the file says; leaders with a box are in it."""
    turn: Annotated[int, Value(ge=1, le=MOST)] = 1
    phase: Phase = "barbarian"
    frontier: dict[str, Sp | PoolSaid] = {}
    """By code of the province."""
    detached: dict[str, dict[str, Sp]] = {}
    """By code and power."""
    fleets: dict[str, dict[str, Sp | PoolSaid]] = {}
    """By power and code; in a sea area On Patrol."""
    control: dict[str, str | None] = {}
    """Control markers, by code: whose."""
    revolt: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()
    """Provinces that brought the last income: what the next one is compared with."""
    treasuries: dict[str, str | None] = {}
    """By power: code of the province."""
    alliance: dict[str, Alliance] = {}
    out: tuple[str, ...] = ()
    gold: Annotated[int, Value(ge=0, le=MOST)] | None = None
    owed: Annotated[int, Value(ge=0, le=MOST)] = 0
    fallen: bool = False
    half_income: bool = False
    plagues: Annotated[int, Value(ge=0, le=MOST)] = 0
    lose_next: Annotated[int, Value(ge=0, le=MOST)] = 0
    nika: bool = False
    markers: dict[Marker, Annotated[int, Value(ge=0, le=9)]] | None = None
    barbarian_done: Annotated[int, Value(ge=0, le=9)] = 0
    byzantine_done: Annotated[int, Value(ge=0, le=9)] = 0
    passed: bool = False
    combined: bool = False
    double: Literal["no", "now", "used"] = "no"
    select_recruited: tuple[str, ...] = ()
    vandal_recruits: bool = False
    drawn: tuple[str, ...] = ()
    activations: Annotated[int, Value(ge=0, le=MOST)] = 0
    years: YearsSaid = YearsSaid()
    changes: dict[str, dict[str, Any]] = {}
    winner: Annotated[str, NameOf("side")] | None = None


PLAIN = (
    "turn",
    "phase",
    "owed",
    "fallen",
    "half_income",
    "plagues",
    "lose_next",
    "nika",
    "barbarian_done",
    "byzantine_done",
    "passed",
    "combined",
    "double",
    "vandal_recruits",
    "activations",
    "outcome",
    "winner",
    "swapped",
)
"""Fields of the state that a file gives under the same name and in the same form."""

NAMES = ("out", "select_recruited", "drawn")
"""Lists of powers or armies."""


def build(position: Position, battle: JustinianScenario | None) -> Built:
    """The campaign and the state a position describes, with everything that is wrong in it."""
    if battle is None:
        wrong = "field: a campaign has no fields; name its scenario"
        return Built(None, None, (wrong,))  # type: ignore[arg-type]
    if position.title is not None:
        battle = battle.model_copy(update={"title": position.title})
    state = start(battle, position)
    builder = _Builder(state, battle)
    builder.fill(position)
    if not builder.problems:
        g = Campaign(state, battle, in_force(battle.charts), Geography(battle))
        builder.problems += [f"the position: {p}" for p in invariants.broken(g, at_rest=True)]
    return Built(battle, state, tuple(builder.problems))


def start(battle: JustinianScenario, position: Position) -> State:
    """What a position begins from: the plans laid out, the first MagMil in command; or an empty map, or the set-up."""
    state = initial_state(battle, dict(position.options))
    if position.phase not in SETTING_UP and not position.empty:
        _lay_out(battle, state)
    if position.empty:
        state.control, state.treasuries = {}, {}
    if position.phase not in SETTING_UP:
        state.markers = {"select": 2, "random": 3}
    return state


def _lay_out(battle: JustinianScenario, state: State) -> None:
    code = battle.by_code
    drawn = iter(x.id for x in battle.leaders if x.power == BYZANTINE and x.drawn)
    for power, plan in battle.setup.plans.items():
        for x in plan.armies:
            a = state.armies[x.army]
            a.where, a.at, a.sp = "map", code[x.at], x.sp
            if power == BYZANTINE and (leader := next(drawn, None)) is not None:
                a.leader = leader
                state.magmil[leader] = MagMil(id=leader, where="map", army=a.id)
        for y in plan.groups:
            if power == BYZANTINE:
                state.frontier[code[y.at]] = Pool(sp=y.sp)
            else:
                state.detached.setdefault(code[y.at], {})[power] = y.sp
        for y in plan.fleets:
            state.fleets[power][code[y.at]] = Pool(sp=y.sp)


class _Builder(Builder[State, JustinianScenario]):
    """Brings a state to what a file says, collecting what is wrong."""

    def offered(self) -> Collection[str]:
        return [o.key for o in field.OPTIONS]

    def place(self, code: str, where: str) -> Place | None:
        """The place of a code or name."""
        found = self.scenario.map.read(code)
        if found is None:
            self.known(code, where, "place", [*self.scenario.by_code])
        return found

    def power(self, name: str, where: str) -> bool:
        return self.known(name, where, "power", [*self.scenario.power_specs])

    def fill(self, position: Position) -> None:
        """All of it."""
        self.options(position.options)
        for name in PLAIN:
            setattr(self.state, name, getattr(position, name))
        for name in NAMES:
            setattr(self.state, name, list(getattr(position, name)))
        if position.gold is not None:
            self.state.gold = position.gold
        if position.markers is not None:
            self.state.markers = {"select": 0, "random": 0, **position.markers}
        for name, values in position.changes.items():
            self._piece(name, values, f"changes.{name}")
        for name in position.remove:
            self._remove(name)
        if position.only:
            for name in [a.id for a in self.state.placed() if a.id not in position.only]:
                self._remove(name)
        self._groups(position)
        self._land(position)
        if self.state.turn > len(self.scenario.turns):
            self.problems.append(f"turn: the campaign has {len(self.scenario.turns)} turns")

    def _piece(self, name: str, values: Mapping[str, Any], where: str) -> None:
        state = self.state
        if name in state.armies:
            said = self._said(ArmyChange, values, where)
            if said is not None:
                self._army(state.armies[name], said, where)
        elif name in state.magmil:
            said = self._said(MagMilChange, values, where)
            if said is not None:
                self._magmil(state.magmil[name], said, where)
        else:
            self.known(name, where, "army or leader", [*state.armies, *state.magmil])

    def _said(self, model: Callable[..., Any], values: Mapping[str, Any], where: str) -> Any:
        try:
            return model(**values)
        except ValueError as e:
            self.problems.append(f"{where}: {str(e).splitlines()[0]}")
            return None

    def _army(self, a: Army, said: ArmyChange, where: str) -> None:
        if said.at is not None:
            a.at = self.place(said.at, f"{where}.at")
            a.where, a.arrives = "map", None
        elif said.where is not None:
            if said.where == "map":
                self.problems.append(f"{where}.at: where on the map?")
                return
            self._remove(a.id, said.where)
            a = self.state.armies[a.id]
        for name in ("sp", "defeated", "disorganized", "unpaid", "led_by", "arrives", "recruited"):
            value = getattr(said, name)
            if value is not None:
                setattr(a, name, value)
        if said.led_by is not None:
            self.known(said.led_by, f"{where}.led_by", "army", [*self.state.armies])
        if said.allied is not None:
            a.allied = {p: n for p, n in said.allied.items() if n and self.power(p, f"{where}.allied")}
        if said.leader is not None and self.known(said.leader, f"{where}.leader", "MagMil", [*self.state.magmil]):
            self._command(a, said.leader)

    def _command(self, a: Army, leader: str) -> None:
        """Another commander; the one before him is in the cup."""
        for other in self.state.armies.values():
            if other.leader == leader:
                other.leader = None
        if a.leader is not None:
            self.state.magmil[a.leader] = MagMil(id=a.leader)
        a.leader = leader
        self.state.magmil[leader] = MagMil(id=leader, where="map", army=a.id)

    def _magmil(self, x: MagMil, said: MagMilChange, where: str) -> None:
        if said.lost is not None:
            x.lost = said.lost
        if said.where is None and said.at is None and said.army is None:
            return
        for a in self.state.armies.values():
            if a.leader == x.id and a.id != said.army:
                a.leader = None
        x.where = said.where or "map"
        x.army = said.army
        x.at = self.place(said.at, f"{where}.at") if said.at is not None else None
        if said.army is not None:
            self.known(said.army, f"{where}.army", "army", [*self.state.armies])

    def _remove(self, name: str, to: Literal["aside", "track", "gone"] | None = None) -> None:
        """An army takes no part: a counter to be raised, a leader out for good, that of a minor power in its box."""
        state = self.state
        if not self.known(name, f"remove ({name})", "army", [*state.armies]):
            return
        a = state.armies[name]
        for x in state.magmil.values():
            if x.army == name:
                state.magmil[x.id] = MagMil(id=x.id)
        power = self.scenario.power_specs[a.power]
        stays = power.kind == "minor" and to is None
        box = self.scenario.by_code[power.box] if power.box is not None and stays else None
        where = "map" if box is not None else to or ("aside" if a.power == BYZANTINE else "gone")
        state.armies[name] = Army(id=name, power=a.power, where=where, at=box)

    def _groups(self, position: Position) -> None:
        state = self.state
        for code, said in position.frontier.items():
            if (at := self.place(code, "frontier")) is not None:
                _pool(state.frontier, at, said)
        for code, here in position.detached.items():
            at = self.place(code, "detached")
            for power, n in here.items():
                if at is not None and self.power(power, f"detached.{code}"):
                    held = state.detached.setdefault(at, {})
                    held[power] = n
                    state.detached[at] = {p: k for p, k in held.items() if k}
        state.detached = {at: here for at, here in state.detached.items() if here}
        for power, pools in position.fleets.items():
            if not self.known(power, "fleets", "power with fleets", [*state.fleets]):
                continue
            for code, said in pools.items():
                if (at := self.place(code, f"fleets.{power}")) is not None:
                    _pool(state.fleets[power], at, said)

    def _land(self, position: Position) -> None:
        state = self.state
        for code, power in position.control.items():
            at = self.place(code, "control")
            if at is None:
                continue
            state.control.pop(at, None)
            if power is not None and self.power(power, f"control.{code}"):
                state.control[at] = power
        for name in ("revolt", "forts", "paid"):
            found = [at for code in getattr(position, name) if (at := self.place(code, name)) is not None]
            setattr(state, name, found)
        for power, code in position.treasuries.items():
            if not self.power(power, "treasuries"):
                continue
            state.treasuries.pop(power, None)
            if code is not None and (at := self.place(code, f"treasuries.{power}")) is not None:
                state.treasuries[power] = at
        told = position.years
        battles = [at for code in told.battles if (at := self.place(code, "years.battles")) is not None]
        state.years = Years(held=dict(told.held), battles=battles, lost=dict(told.lost))
        for power, alliance in position.alliance.items():
            if self.known(power, "alliance", "minor power", [*state.alliance]):
                state.alliance[power] = alliance
        for name in ("out", "select_recruited"):
            for power in getattr(position, name):
                self.power(power, name)
        for army in position.drawn:
            self.known(army, "drawn", "army", [*state.armies])


def _pool(held: dict[Place, Pool], at: Place, said: int | PoolSaid) -> None:
    pool = Pool(sp=said) if isinstance(said, int) else Pool(sp=said.sp, unpaid=said.unpaid)
    if pool.sp:
        held[at] = pool
    else:
        held.pop(at, None)


# -- writing ----------------------------------------------------------------------------------------------------------


def write(begin: State, state: State) -> dict[str, Any]:
    """What a position file says of a state: everything that is on the map, on an empty one."""
    code = state.place_names
    said: dict[str, Any] = {"empty": True, "gold": state.gold, "markers": dict(state.markers)}
    said |= {name: getattr(state, name) for name in PLAIN}
    said |= {name: list(getattr(state, name)) for name in NAMES}
    said["frontier"] = {code[p]: _said_pool(x) for p, x in state.frontier.items()}
    said["detached"] = {code[p]: dict(here) for p, here in state.detached.items()}
    said["fleets"] = {
        power: {code[p]: _said_pool(x) for p, x in pools.items()} for power, pools in state.fleets.items() if pools
    }
    said["control"] = {code[p]: power for p, power in state.control.items()}
    said["revolt"] = [code[p] for p in state.revolt]
    said["forts"] = [code[p] for p in state.forts]
    said["paid"] = [code[p] for p in state.paid]
    said["treasuries"] = {power: code[p] for power, p in state.treasuries.items()}
    said["alliance"] = {power: x for power, x in state.alliance.items() if x != "none"}
    years = state.years.model_dump(mode="json", exclude_defaults=True)
    said["years"] = {**years, "battles": [code[p] for p in state.years.battles]} if years else {}
    said["changes"] = {**_armies(state, code), **_magmil(state, code)}
    return {k: v for k, v in said.items() if v not in ({}, [], None)}


def _said_pool(x: Pool) -> int | dict[str, Any]:
    return {"sp": x.sp, "unpaid": True} if x.unpaid else x.sp


def _armies(state: State, code: Mapping[Place, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for a in state.armies.values():
        said: dict[str, Any] = a.model_dump(mode="json", exclude_defaults=True, exclude={"id", "power", "at"})
        said.setdefault("where", a.where)
        if a.at is not None:
            said.pop("where")
            said["at"] = code[a.at]
        found[a.id] = said
    return found


def _magmil(state: State, code: Mapping[Place, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for x in state.magmil.values():
        said: dict[str, Any] = x.model_dump(mode="json", exclude_defaults=True, exclude={"id", "at"})
        if x.at is not None:
            said["at"] = code[x.at]
        if said:
            found[x.id] = said
    return found


def spent(g: Campaign, since: Sequence[Any], before: Campaign) -> Iterator[Spent]:
    """Nothing: what an army has left is told as it is asked where it goes."""
    yield from ()


FORM = PositionForm(
    model=Position,
    build=build,
    write=write,
    spent=spent,
    troops=(),
    pieces={"army": ArmyChange, "MagMil": MagMilChange, "side": SideChange},
)
