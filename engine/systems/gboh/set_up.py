"""The position before the first turn: a scenario's armies as the state's units, leaders and sides."""

from __future__ import annotations

from typing import Any, TypeVar, get_args

from engine.kernel.hexes import Facing, Hex
from engine.systems.gboh.scenario import GbohScenario, LeaderSpec, UnitGroup
from engine.systems.gboh.stack_up import stack_up
from engine.systems.gboh.state import Arrival, Leader, Side, State, Unit

S = TypeVar("S", bound=State)


def kept(state: type[State], name: str) -> Any:
    """The model a state declares for what it keeps by name, or for what it may have: of "units", "orders".

    >>> kept(State, "units").__name__, kept(State, "orders").__name__
    ('Unit', 'OrdersPhase')
    """
    return next(x for x in reversed(get_args(state.model_fields[name].annotation)) if x is not type(None))


def initial_state(state: type[S], scenario: GbohScenario, options: dict[str, bool] | None = None) -> S:
    """The position before the first turn, in the models a system's state declares."""
    units: dict[str, Unit] = {}
    leaders: dict[str, Leader] = {}
    chosen = options or {}
    for side in scenario.sides:
        for group in (g for g in side.units if g.optional is None or chosen.get(g.optional)):
            for i, n in enumerate(group.numbers):
                u = unit(kept(state, "units"), group, n, side.id, group.hexes[i] if group.hexes else None)
                u.begins(group, chosen)
                if group.double_depth and i % 2:
                    u.stands_beneath(group.codes[i - 1])
                units[u.id] = u
        for spec in (x for x in (*side.leaders, *side.replacements) if x.optional is None or chosen.get(x.optional)):
            leaders[spec.id] = leader(kept(state, "leaders"), spec, side.id)
    account: type[Side] = kept(state, "sides")
    sides = {
        side.id: account(
            id=side.id,
            withdrawal_level=side.level_under(chosen),
            pool=[r.id for r in side.replacements],
            **account.as_set_up(side, scenario),
        )
        for side in scenario.sides
    }
    found = state(options=chosen, sides=sides, units=units, leaders=leaders, arrivals=_due(scenario))
    stack_up(found, units)  # S 6.66 Of two in a hex the one named first is on top.
    return found


def unit(model: type[Unit], group: UnitGroup, number: int, side: str, at: Hex | None) -> Unit:
    """The counter of one unit of a group."""
    given = type(group).model_fields
    values = {name: getattr(group, name) for name in model.model_fields if name in given}
    values |= {
        "id": f"{group.code}{number}",
        "name": f"{group.name} {number}" if len(group.numbers) > 1 else group.name,
        "side": side,
        "hex": at,
        "facing": group.facing if group.facing is not None else Facing.E,
    }
    return model(**{**values, **model.as_set_up(group, at)})


def leader(model: type[Leader], spec: LeaderSpec, side: str) -> Leader:
    """The counter of one leader; what the state has as printed is what the file says."""
    said = {name: name.removesuffix("_printed") for name in model.model_fields}
    values: dict[str, Any] = {
        name: getattr(spec, given) for name, given in said.items() if given in type(spec).model_fields
    }
    values["side"] = side
    return model(**values)


def _due(scenario: GbohScenario) -> dict[str, Arrival]:
    """Reinforcement events before the first turn, in the order of the armies."""
    return {g.reinforcement: "due" for side in scenario.sides for g in side.units if g.reinforcement}
