"""Cataphract's position files: a battle or a field (:mod:`.field`), what is different in it, and where play stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field as Value

from engine.kernel import soundness
from engine.kernel.model import LeaderId, SideId
from engine.kernel.position import BasePosition, Builder, Built, PositionForm, Spent, differences, partial, updated
from engine.systems.cataphract import context, rulebook
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.field import TROOPS, Field, lay_out
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.special import kinds
from engine.systems.cataphract.state import (
    Leader,
    OrdersPhase,
    Phase,
    Side,
    State,
    UncontrolledLine,
    Unit,
    initial_state,
)
from engine.systems.gboh.events import LeaderMoved, UnitMoved, UnitPlaced, UnitTurned
from engine.systems.gboh.movement import reach
from engine.systems.gboh.referee.invariants import broken
from engine.systems.gboh.soundness import ground_problems
from engine.systems.gboh.special import named
from engine.systems.gboh.state import Tie

LED: tuple[Phase, ...] = ("orders", "line", "shock")
"""Phases in which an Orders Phase is under way."""

RATINGS = ("initiative", "command_range", "strategy", "charisma", "personal_combat")
"""A leader's, as a file names them; the state has them as printed."""

_Rating = Annotated[int, Value(ge=0, le=30)]
_Strength = Annotated[int, Value(ge=1, le=20)]


class UnitChange(partial(Unit)):
    """What may be said of a unit."""

    tq: _Strength = 1
    ma: _Strength = 1


class LeaderChange(partial(Leader, ("id", *(f"{r}_printed" for r in RATINGS)))):
    """What may be said of a leader."""

    initiative: _Rating = 0
    command_range: _Rating = 0
    strategy: _Rating | None = None
    charisma: _Rating = 0
    personal_combat: _Rating = 0


class OrdersPhaseChange(partial(OrdersPhase)):
    """What may be said of an Orders Phase."""


class Position(BasePosition):
    """A position file as written."""

    system: Literal["cataphract"] = "cataphract"
    """Whose rules a field is played by."""
    field: Field | None = None
    """A small field instead of a battle."""
    turn: int = Value(1, ge=1)
    phase: Phase | None = None
    active: LeaderId | None = None
    """Leader whose Orders Phase is under way."""
    orders: OrdersPhaseChange = OrdersPhaseChange()
    """What has happened in that Orders Phase so far."""
    deployed: list[SideId] = []
    tie: Tie | None = None
    trump_used: list[SideId] = []
    elite_order: list[SideId] | None = None
    uncontrolled: list[UncontrolledLine] = []
    last_leader: LeaderId | None = None
    arrivals: dict[str, Literal["due", "marching", "complete", "cancelled"]] = {}
    champions: dict[SideId, int] = {}
    champions_prize: SideId | None = None
    tq_drm: dict[SideId, int] = {}


WHOLE = (
    "turn",
    "deployed",
    "tie",
    "trump_used",
    "elite_order",
    "uncontrolled",
    "last_leader",
    "champions",
    "champions_prize",
    "tq_drm",
    "outcome",
    "winner",
    "swapped",
)
"""Fields of the state that a file gives under the same name."""

_LISTS = ("moved", "fired", "stationary", "recovered")
"""Of the Orders Phase: own units in them have had their order (5.24, 10.16)."""


def build(position: Position, battle: CataphractScenario | None) -> Built:
    """The battle and the state a position describes, with everything that is wrong in it."""
    entries = None
    if battle is None:
        laid = lay_out(position.field or Field())
        battle, entries = laid.scenario, laid.entries
    if position.title is not None:
        battle = battle.model_copy(update={"title": position.title})
    builder = _Builder(initial_state(battle, dict(position.options)), battle)
    builder.described(position, entries, _field_problems(battle) if entries is not None else ())
    for side, values in position.sides.items():
        if builder.known(side, f"sides.{side}", "side", builder.state.sides):
            builder.state.sides[side] = updated(builder.state.sides[side], values, f"sides.{side}", builder.problems)
    builder.clear(position.remove, position.only)
    builder.sequence(position)
    builder.sound()
    return Built(battle, builder.state, tuple(builder.problems))


def _field_problems(battle: CataphractScenario) -> list[str]:
    found = [
        *battle.map.problems(),
        *ground_problems(battle.map),
        *battle.rule_problems(),
        *soundness.special_rules(battle, kinds.kinds(), named.known(battle)),
        *soundness.cases("rules_not_used", battle.rules_not_used, lambda c: rulebook.case(c) is not None),
    ]
    return [p.removeprefix("map.") for p in found]


class _Builder(Builder[State, CataphractScenario]):
    """Puts a Cataphract state together."""

    def exists(self, name: str) -> bool:
        return name in self.state.units or name in self.state.leaders

    def piece(self, name: str, values: Mapping[str, Any], where: str) -> None:
        """Change a unit or a leader."""
        if name in self.state.units:
            self.state.units[name] = self._unit(self.state.units[name], values, where)
        elif name in self.state.leaders:
            self.state.leaders[name] = self._leader(self.state.leaders[name], values, where)
        else:
            self.known(name, where, "unit or leader", [*self.state.units, *self.state.leaders])

    def _unit(self, unit: Unit, values: Mapping[str, Any], where: str) -> Unit:
        given = {k: v for k, v in values.items() if k != "code" or v != unit.id}
        changed = updated(unit, given, where, self.problems, UnitChange)
        if "start_hex" not in given and changed.hex != unit.hex:
            # A unit that stands elsewhere has left its set-up hex (11.4).
            changed.start_hex = None
        if "dismounted" not in given or changed.dismounted == unit.dismounted or "counterpart" in given:
            return changed
        if changed.counterpart is None:
            self.problems.append(f"{where}.dismounted: only cataphracts dismount; {unit.id} is none (11.1)")
            return changed
        on_foot = changed.type not in ("HC", "LN", "LC")
        if on_foot == changed.dismounted:
            return changed  # its ratings are those of the counter it has become already
        changed.dismounted = unit.dismounted
        changed.swap()
        ratings = {k: v for k, v in given.items() if k in ("type", "tq", "size", "ma", "missile")}
        return updated(changed, ratings, where, [], UnitChange)

    def _leader(self, leader: Leader, values: Mapping[str, Any], where: str) -> Leader:
        return updated(leader, values, where, self.problems, LeaderChange, {r: f"{r}_printed" for r in RATINGS})

    def clear(self, remove: tuple[str, ...], only: tuple[str, ...]) -> None:
        """Take pieces off the table as if they had left before it began: not eliminated, no Rout Points."""
        state = self.state
        pieces: dict[str, Unit | Leader] = {**state.units, **state.leaders}
        for where, names in (("remove", remove), ("only", only)):
            for i, name in enumerate(names):
                self.known(name, f"{where}[{i}]", "unit or leader", pieces)
        for name, piece in pieces.items():
            if name in remove or (only and name not in only):
                piece.hex, piece.ambush, piece.departed = None, None, True
        coming = {u.reinforcement for u in state.units.values() if not u.departed}
        for name in state.arrivals:
            if name not in coming:
                state.arrivals[name] = "complete"
        for side in state.sides.values():
            side.pool = [x for x in side.pool if not state.leaders[x].departed]

    def sequence(self, position: Position) -> None:
        """Where play stands: turn, phase, who is active, and what has happened in his Orders Phase."""
        state = self.state
        given = position.orders.model_dump(exclude_unset=True)
        state.phase = position.phase or ("orders" if position.active or given else "turn")
        said = {k: getattr(position, k) for k in WHOLE if k in position.model_fields_set}
        self.whole({"turn": position.turn, **said})
        state.notes = {**state.notes, **position.notes}
        for name, how in position.arrivals.items():
            if self.known(name, f"arrivals.{name}", "reinforcement", state.arrivals):
                state.arrivals[name] = how
        if position.active is not None:
            self._active(position, position.active)
        elif state.phase in (*LED, "momentum") and "side" not in given:
            self.problems.append(f'phase: "{state.phase}" needs "active": the leader whose Orders Phase it is')
            state.phase = "turn"
        elif given and "side" not in given:
            self.problems.append('orders: no Orders Phase is under way; name its leader under "active"')
        if "side" in given and given.get("leader", position.active) is None:
            self._orders({"leader": None}, given, position)

    def _active(self, position: Position, name: str) -> None:
        state = self.state
        if state.phase not in (*LED, "momentum"):
            self.problems.append(f'active: nobody is active in phase "{state.phase}"')
            return
        if not self.known(name, "active", "leader", state.leaders):
            state.phase = "turn"
            return
        leader = state.leaders[name]
        said = {**_entry(position, name), **position.changes.get(name, {})}
        if not leader.on_map and "hex" not in said:
            self.problems.append(f"active: {name} is not on the map")
        if "status" not in said:
            leader.status = "active"
        if "in_a_row" not in said:
            leader.in_a_row = max(1, leader.in_a_row)
        if "last_leader" not in position.model_fields_set:
            state.last_leader = name
        given = position.orders.model_dump(exclude_unset=True)
        if state.phase in LED:
            self._orders({"side": leader.side, "leader": name}, given, position)
        elif given:
            self.problems.append('orders: the Orders Phase is over in phase "momentum"')

    def _orders(self, begin: Mapping[str, Any], given: Mapping[str, Any], position: Position) -> None:
        """The Orders Phase: what isn't said of it follows from the rest."""
        state = self.state
        orders = OrdersPhase.model_validate({"side": "", **begin, **given})
        state.orders = orders
        said = position.changes
        own = [u for name in _LISTS for u in getattr(orders, name) if u in state.units]
        own = [u for u in dict.fromkeys(own) if state.units[u].side == orders.side]
        in_line = orders.line.units if orders.line is not None else []
        if "acted" not in given:
            orders.acted = [u for u in own if u not in in_line]
        if "orders_used" not in given and not orders.lines_used:
            orders.orders_used = len([u for u in orders.acted if u not in in_line])
        if "deeds" not in given:
            orders.deeds = orders.orders_used + orders.lines_used
        for u in orders.moved:
            if u in state.units and "moved" not in {**_entry(position, u), **said.get(u, {})}:
                state.units[u].moved = True

    def sound(self) -> None:
        """Names of things that don't exist, and whatever can't be."""
        state = self.state
        names = {"unit": state.units, "leader": state.leaders, "side": state.sides}
        before = len(self.problems)
        self.check(names, {"units": "", "leaders": ""})
        if len(self.problems) == before and state.phase != "over":
            self.problems += broken(context.battle(state, self.scenario), at_rest=True)


def _entry(position: Position, name: str) -> dict[str, Any]:
    """What a field's entry says of a piece."""
    if position.field is None:
        return {}
    for entry in (*position.field.units, *position.field.leaders):
        if name in (entry.get("code"), entry.get("id")):
            return entry
    return {}


def write(base: State, state: State) -> dict[str, Any]:
    """What a position file says of ``state``, which ``base`` alone begins with."""
    found: dict[str, Any] = {"turn": state.turn, "phase": state.phase}
    orders = state.orders
    if orders is not None:
        found["active"] = orders.leader
        begin = OrdersPhase(side=orders.side, leader=orders.leader)
        found["orders"] = differences(begin, orders, ("acted", "orders_used", "deeds"))
        if orders.leader is None:
            del found["active"]
            found["orders"] |= {"side": orders.side}
    elif state.phase == "momentum":
        found["active"] = state.last_leader
    fresh = differences(State(sides={}, units={}, leaders={}), state, ("last_leader",))
    found |= {k: fresh[k] for k in WHOLE if k in fresh}
    if state.notes != base.notes:
        found["notes"] = dict(state.notes)
    arrivals = {k: v for k, v in state.arrivals.items() if base.arrivals.get(k) != v}
    if arrivals:
        found["arrivals"] = arrivals
    sides = {k: differences(base.sides[k], v) for k, v in state.sides.items()}
    found["sides"] = {k: v for k, v in sides.items() if v}
    changes: dict[str, Any] = {}
    moved = orders.moved if orders is not None else []
    for name, u in state.units.items():
        always = [*(["moved"] if name in moved else []), *(["start_hex"] if u.hex != base.units[name].hex else [])]
        always += ["counterpart"] if u.dismounted != base.units[name].dismounted else []
        changes[name] = differences(base.units[name], u, always)
    for name, x in state.leaders.items():
        always = ["status", "in_a_row"] if name == found.get("active") else []
        changes[name] = {k.removesuffix("_printed"): v for k, v in differences(base.leaders[name], x, always).items()}
    found["changes"] = {k: v for k, v in changes.items() if v}
    return found


def spent(g: Battle, events: Sequence[Any]) -> Iterator[Spent]:
    """6.11, 6.14 Who has moved, and what that took: of a unit in this order or answer, of a leader in this phase."""
    used: dict[str, int] = {}
    had: dict[str, int] = {}
    for e in events:
        if isinstance(e, UnitMoved | UnitTurned | UnitPlaced) and e.mp:
            used[e.unit] = used.get(e.unit, 0) + e.mp
            had[e.unit] = max(had.get(e.unit, 0), getattr(e, "ma", 0))
        elif isinstance(e, LeaderMoved) and e.mp and g.state.orders is not None:
            used[e.leader], had[e.leader] = g.state.orders.leader_mp.get(e.leader, e.mp), g.game.command.leader_mp
    for name, mp in used.items():
        ma = had[name] or (reach.allowance(g, g.state.units[name]) if g.state.orders is not None else 0)
        if ma:
            yield Spent(name, mp, ma, "6.14" if name in g.state.leaders else "6.11")


FORM = PositionForm(
    Position, build, write, spent, tuple(TROOPS), {"unit": UnitChange, "leader": LeaderChange, "side": partial(Side)}
)
"""How Cataphract's positions are written."""
