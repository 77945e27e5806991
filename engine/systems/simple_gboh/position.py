"""Its position files; how they are read and written is :mod:`engine.systems.gboh.position`'s."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from pydantic import create_model

from engine.kernel.model import SideId
from engine.kernel.position import Builder
from engine.systems.gboh import position
from engine.systems.simple_gboh.field import LAYOUT
from engine.systems.simple_gboh.scenario import SimpleScenario
from engine.systems.simple_gboh.state import Coming, PlayerTurn, State
from engine.systems.simple_gboh.system import SimpleGboh
from engine.systems.simple_gboh.turn import formations, returns

NAMED: tuple[str, ...] = ("seizure", "activation")
"""Phases before anything is activated."""
ACTING: tuple[str, ...] = ("orders", "shock", "withdrawal")
"""Phases in which command is settled."""


class _Positions(position.Positions):
    """What building one takes."""

    whole = (*position.WHOLE, "coming", "last_side", "interrupted")
    fixed = ("named", "seizes")
    led: ClassVar[tuple[str, ...]] = (*NAMED, "returns", *ACTING)
    naming: ClassVar[str] = 'say whose Player Turn it is: "orders": {"side": …}'
    whose: ClassVar[str] = '"orders" with a "side": whose Player Turn it is'

    def orders(self, g: Any, given: Collection[str]) -> None:
        """4.1, 4.11 Of the Formations named all units are activated, each In Command as it stands; of none, all are."""
        turn, phase = g.orders, g.state.phase
        begun = {"start": g.new_orders(turn.side).start, **_contacts(g, turn.moved)}
        for field, value in begun.items():
            if field not in given:
                setattr(turn, field, value)
        known = {f.id: f for f in g.spec(turn.side).formations}
        turn.formations = [name for name in turn.formations if name in known]
        if phase in NAMED:
            return
        if "activated" not in given:
            units = [u for u in g.units(turn.side) if not turn.formations or u.formation in turn.formations]
            turn.activated = [u.id for u in units]
        if phase not in ACTING:
            return
        for f in (known[name] for name in turn.formations):
            able = formations.commanders(g, turn.side, f)
            if able and "commanders" not in given:
                turn.commanders[f.id] = able[0].id
        if "leads" not in given:
            turn.leads = list(dict.fromkeys(turn.commanders.values()))
        if "in_command" not in given:
            turn.in_command = returns.in_command(g) if turn.formations else list(turn.activated)

    def settled(self, builder: Builder[State, SimpleScenario], position: Any) -> None:
        """3.2 Whose Player Turn it is was the last that began; in phase "start" it is the next."""
        state = builder.state
        if position.active is not None:
            builder.problems.append(f"active: no leader gives the orders by these rules; {self.naming}")
        if state.orders is not None:
            self._turn(builder, state.orders, position)
        if state.phase == "start" and not state.coming and state.last_side is None:
            builder.problems.append('phase: "start" needs "last_side", who had the Player Turn before, or "coming"')
        if state.phase not in (*self.led, "over"):
            state.orders = None

    def _turn(self, builder: Builder[State, SimpleScenario], turn: PlayerTurn, position: Any) -> None:
        state, said, side = builder.state, position.model_fields_set, turn.side
        for i, name in enumerate(position.orders.formations or ()):
            builder.known(
                name, f"orders.formations[{i}]", "Formation", [f.id for f in builder.scenario.side(side).formations]
            )
        if state.phase == "start" and "coming" not in said:
            state.coming = [Coming(side=side, seizable=turn.seizable, seized_by=turn.seized_by)]
        elif state.phase not in (*self.led, "over"):
            builder.problems.append(f'orders: no Player Turn is under way in phase "{state.phase}"')
        elif state.phase in self.led:
            if "last_side" not in said:
                state.last_side = side
            if "turns" not in position.sides.get(side, {}):
                state.sides[side].turns = max(1, state.sides[side].turns)


def _contacts(g: Any, moved: Collection[str]) -> dict[str, list[str]]:
    """7.41, 7.52 Who was in contact as the Player Turn began: as all stand, but for who has moved since, who came from
    afar."""
    before = g.state.model_copy(deep=True)
    for name in moved:
        if name in before.units:
            before.units[name].hex = None
    turn = g.afresh(before).new_orders(g.orders.side)
    return {field: getattr(turn, field) for field in ("started_in_zoc", "started_with_enemy")}


FILE = create_model(
    "Position",
    __base__=position.position_of(SimpleGboh.id, State, LAYOUT.field),
    __doc__="A position file as written.",
    coming=(list[Coming], []),
    last_side=(SideId | None, None),
    interrupted=(PlayerTurn | None, None),
)
"""With what a file says of the order of Player Turns."""

FORM = _Positions(SimpleGboh, LAYOUT, FILE).form
"""How positions are written."""
