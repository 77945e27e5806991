"""Cataphract's position files: a battle or a field (:mod:`scenarios.field`), and what is different in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic import Field as Value

from engine.kernel.complaints import problems_of
from engine.kernel.hexes import Hex, show
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.soundness import ground_problems
from engine.systems.cataphract.state import Leader, OrdersPhase, Phase, Side, State, Unit, initial_state
from scenarios.errors import ScenarioError
from scenarios.field import Field, FieldProblem, scenario_of

_UNDER_WAY = ("orders", "line", "shock")
"""Phases in which an Orders Phase is under way."""

_RATINGS = ("initiative", "command_range", "strategy", "charisma", "personal_combat")


class Position(BaseModel):
    """A position file as written."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    system: Literal["cataphract"] = "cataphract"
    """Whose rules a field is played by."""
    scenario: str | dict[str, Any] | None = None
    """Key of a battle, a path to a scenario file, or a whole scenario document."""
    field: Field | None = None
    """A small field instead of a battle."""
    title: str | None = None
    note: str = ""
    """For readers; means nothing."""
    options: dict[str, bool] = {}
    turn: int = Value(1, ge=1)
    phase: Phase | None = None
    active: str | None = None
    """Leader whose Orders Phase is under way."""
    orders: dict[str, Any] = {}
    """What has happened in that Orders Phase so far: any value of it."""
    sides: dict[str, dict[str, Any]] = {}
    """Running accounts that differ, by side: rout_points, bonus, ..."""
    changes: dict[str, dict[str, Any]] = {}
    """Values and states that differ, by unit code or leader."""
    remove: tuple[str, ...] = ()
    """Pieces that take no part."""
    only: tuple[str, ...] = ()
    """If any: all other pieces take no part."""


def read(
    document: dict[str, Any], origin: str, battle: Callable[[Any, str], CataphractScenario]
) -> tuple[CataphractScenario, State]:
    """The battle and the state a position describes, checked throughout.

    ``battle`` finds the battle that is named or written in it. Raises :class:`ScenarioError`.
    """
    try:
        position = Position.model_validate({k: v for k, v in document.items() if k != "$schema"})
    except ValidationError as e:
        raise ScenarioError(origin, problems_of(e, document, Position)) from e
    if (position.scenario is None) == (position.field is None):
        raise ScenarioError(origin, ['a position needs either "scenario" or "field", and not both'])
    states: dict[str, dict[str, Any]] = {}
    if position.field is not None:
        scenario, states = _field(position.field, origin)
    else:
        scenario = battle(position.scenario, origin)
    for option in position.options:
        if option not in scenario.optional_rules:
            known = ", ".join(scenario.optional_rules) or "none"
            raise ScenarioError(origin, [f"options: {option!r} is no optional rule of this battle; there are: {known}"])
    if position.title is not None:
        scenario = scenario.model_copy(update={"title": position.title})
    state = initial_state(scenario, dict(position.options))
    state.turn = position.turn
    builder = _Builder(state)
    builder.change("field", states)
    builder.change("changes", position.changes)
    builder.accounts(position.sides)
    builder.clear(position.remove, position.only)
    builder.phase(position)
    problems = builder.problems or list(_impossible(scenario, state))
    if problems:
        raise ScenarioError(origin, problems)
    return scenario, state


def _field(field: Field, origin: str) -> tuple[CataphractScenario, dict[str, dict[str, Any]]]:
    try:
        scenario, states = scenario_of(field)
    except FieldProblem as e:
        raise ScenarioError(origin, [f"field.{e}"]) from e
    problems = [f"field.{p.removeprefix('map.')}" for p in (*scenario.map.problems(), *ground_problems(scenario.map))]
    if problems:
        raise ScenarioError(origin, problems)
    return scenario, states


class _Builder:
    """Brings a state from the set-up to the position, collecting what is wrong."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.problems: list[str] = []

    def change(self, where: str, changes: dict[str, dict[str, Any]]) -> None:
        for piece, values in changes.items():
            if piece in self.state.units:
                at_setup = self.state.units[piece].hex
                if "hex" in values and "start_hex" not in values and values["hex"] != at_setup:
                    # A unit that stands elsewhere has left its set-up hex (11.4).
                    values = {**values, "start_hex": None}
                self._put(self.state.units, piece, Unit, values, where)
            elif piece in self.state.leaders:
                named = {f"{k}_printed" if k in _RATINGS else k: v for k, v in values.items()}
                self._put(self.state.leaders, piece, Leader, named, where)
            else:
                self.problems.append(f"{where}.{piece}: {self._unknown(piece)}")

    def accounts(self, sides: dict[str, dict[str, Any]]) -> None:
        for side, values in sides.items():
            if side in self.state.sides:
                self._put(self.state.sides, side, Side, values, "sides")
            else:
                self.problems.append(f"sides.{side}: is no side; there are: {', '.join(self.state.sides)}")

    def _put(self, into: dict[str, Any], key: str, model: type[BaseModel], values: dict[str, Any], where: str) -> None:
        code = values.get("code")
        own = {k: v for k, v in values.items() if k != "code" or code != key}
        try:
            into[key] = model.model_validate({**into[key].model_dump(), **own, "id": key})
        except ValidationError as e:
            for p in problems_of(e, values, model):
                self.problems.append(f"{where}.{key}.{p}")

    def clear(self, remove: tuple[str, ...], only: tuple[str, ...]) -> None:
        """Take pieces off the table as if they had never been there: not eliminated, no Rout Points."""
        for where, names in (("remove", remove), ("only", only)):
            for name in names:
                if name not in self.state.units and name not in self.state.leaders:
                    self.problems.append(f"{where}: {self._unknown(name)}")
        for units in (self.state.units, self.state.leaders):
            gone = [k for k in units if k in remove or (only and k not in only)]
            for k in gone:
                del units[k]
        coming = {u.reinforcement for u in self.state.units.values()}
        for name in self.state.arrivals:
            if name not in coming:
                self.state.arrivals[name] = "complete"
        for side in self.state.sides.values():
            side.pool = [x for x in side.pool if x in self.state.leaders]

    def phase(self, position: Position) -> None:
        state = self.state
        state.phase = position.phase or ("orders" if position.active else "turn")
        if position.active is None:
            if state.phase in (*_UNDER_WAY, "momentum"):
                self.problems.append(f'phase: {state.phase!r} needs "active": the leader whose Orders Phase it is')
            elif position.orders:
                self.problems.append('orders: no Orders Phase is under way; name its leader under "active"')
            return
        if state.phase not in (*_UNDER_WAY, "momentum"):
            self.problems.append(f"active: nobody is active in phase {state.phase!r}")
            return
        leader = state.leaders.get(position.active)
        if leader is None:
            self.problems.append(f"active: {self._unknown(position.active)}")
            return
        if not leader.on_map:
            self.problems.append(f"active: {position.active} is not on the map")
            return
        leader.status = "active"
        leader.in_a_row = max(1, leader.in_a_row)
        state.last_leader = leader.id
        if state.phase not in _UNDER_WAY:
            return
        try:
            state.orders = OrdersPhase.model_validate({"side": leader.side, "leader": leader.id, **position.orders})
        except ValidationError as e:
            self.problems += [f"orders.{p}" for p in problems_of(e, position.orders, OrdersPhase)]

    def _unknown(self, name: str) -> str:
        same = [x for x in (*self.state.units, *self.state.leaders) if x.casefold() == name.casefold()]
        return f"{name!r} is neither a unit nor a leader here" + (f"; did you mean {same[0]}?" if same else "")


def _impossible(scenario: CataphractScenario, state: State) -> Iterator[str]:
    """Pieces where they can't be."""
    battle_map = scenario.map
    holders: dict[Hex, Unit] = {}
    for u in state.units.values():
        if not u.on_map:
            continue
        if u.at not in battle_map:
            yield f"{u.id}: hex {show(u.at)} is not on the map"
        if u.column == u.facing.is_vertex:
            wanted = "a hexside, as in SIDE_NE" if u.column else "a vertex, as in E"
            yield f"{u.id}: a unit {'In Column' if u.column else 'not In Column'} faces {wanted}, not {u.facing.name}"
        if u.hits < 0 or (u.routed and u.hits):
            yield f"{u.id}: {u.hits} hits can't be{' on a Routed unit (10.21)' if u.routed else ''}"
        other = holders.get(u.at)
        if other is not None and "CH" not in (u.type, other.type):
            yield f"{u.id}: hex {show(u.at)} is already taken by {other.id}"
        holders[u.at] = u
    for x in state.leaders.values():
        if not x.on_map:
            continue
        if x.at not in battle_map:
            yield f"{x.id}: hex {show(x.at)} is not on the map"
        elif x.at in holders and holders[x.at].side != x.side:
            yield f"{x.id}: hex {show(x.at)} holds the enemy's {holders[x.at].id}"
