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
UNBEGUN: tuple[str, ...] = ("setup", "turn", "first")
"""Phases before the first Player Turn."""


class _Positions(position.Positions):
    """What building one takes."""

    whole = (*position.WHOLE, "coming", "last_side", "interrupted")
    fixed = ("named", "seizes")
    led: ClassVar[tuple[str, ...]] = (*NAMED, "returns", *ACTING)
    naming: ClassVar[str] = 'say whose Player Turn it is: "orders": {"side": …}'
    always_of_orders: ClassVar[tuple[str, ...]] = (
        *position.Positions.always_of_orders,
        *("activated", "in_command", "commanders", "leads", "start", "started_in_zoc", "started_with_enemy"),
    )
    whose: ClassVar[str] = '"orders" with a "side": whose Player Turn it is'

    def begins(self, position: Any) -> str:
        """3.2 Of an order of Player Turns alone, with the next of them."""
        found = super().begins(position)
        return "start" if found == "turn" and (position.last_side or position.coming) else found

    def orders(self, g: Any, given: Collection[str]) -> None:
        """4.1, 4.11 Of the Formations named all units are activated, each In Command as it stands; of none, all are.

        4.33, 4.46 Where a leader moves instead, nobody is; the Overall Commander is meant unless another is named.
        """
        turn, phase = g.orders, g.state.phase
        _as_begun(g, turn, given)
        known = {f.id: f for f in g.spec(turn.side).formations}
        turn.formations = [name for name in turn.formations if name in known]
        if phase in NAMED:
            return
        if "activated" not in given:
            units = [u for u in g.units(turn.side) if not turn.formations or u.formation in turn.formations]
            turn.activated = [u.id for u in units] if turn.kind == "turn" else []
        if phase not in ACTING:
            return
        for f in (known[name] for name in turn.formations):
            able = formations.commanders(g, turn.side, f)
            if able and "commanders" not in given:
                turn.commanders[f.id] = able[0].id
        if "leads" not in given:
            oc = g.commander(turn.side) if turn.kind != "turn" else None
            turn.leads = [oc.id] if oc is not None else list(dict.fromkeys(turn.commanders.values()))
        if "in_command" not in given:
            turn.in_command = returns.in_command(g) if turn.formations else list(turn.activated)

    def settled(self, builder: Builder[State, SimpleScenario], position: Any) -> None:
        """3.2 Whose Player Turn it is was the last that began; in phase "start" it is the next."""
        state, said = builder.state, position.model_fields_set
        if position.active is not None:
            builder.problems.append(f"active: no leader gives the orders by these rules; {self.naming}")
        if position.orders.leader is not None:
            builder.problems.append("orders.leader: no leader gives the orders by these rules (4.1)")
        if state.phase in UNBEGUN:
            wrong = [k for k in ("last_side", "coming") if k in said and getattr(position, k)]
            builder.problems += [f'{k}: nobody has had a Player Turn in phase "{state.phase}"' for k in wrong]
        if state.orders is not None:
            self._turn(builder, state.orders, position)
        if state.phase == "start" and state.last_side is None:
            if state.coming:
                state.last_side = _other(builder, state.coming[0].side)
            else:
                builder.problems.append(
                    'phase: "start" needs "last_side", who had the Player Turn before, or "coming", who has the next'
                )
        for i, c in enumerate(state.coming):
            seizer = state.leaders.get(c.seized_by or "")
            if seizer is not None and seizer.side != c.side:
                builder.problems.append(f"coming[{i}].seized_by: {seizer.id} is no leader of {c.side}")
        if state.phase not in (*self.led, "over"):
            state.orders = None
        self._ride(builder)

    def _turn(self, builder: Builder[State, SimpleScenario], turn: PlayerTurn, position: Any) -> None:
        state, said, side = builder.state, position.model_fields_set, turn.side
        for i, name in enumerate(position.orders.formations or ()):
            builder.known(
                name, f"orders.formations[{i}]", "Formation", [f.id for f in builder.scenario.side(side).formations]
            )
        if state.phase == "seizure" and turn.seized_by is None and "seizable" not in position.orders.model_fields_set:
            turn.seizable = True  # 4.41 There is no such phase in a turn that can't be seized.
        if state.phase == "start" and "coming" not in said:
            state.coming = [Coming(side=side, seizable=turn.seizable, seized_by=turn.seized_by)]
        elif state.phase not in (*self.led, "over"):
            builder.problems.append(f'orders: no Player Turn is under way in phase "{state.phase}"')
        elif state.phase in self.led:
            # Whoever had the one before: the last that began is the one under way, or the one a leader has broken into.
            begun = state.interrupted or turn
            if begun.side in state.sides:
                state.last_side = begun.side
                had = state.sides[begun.side]
                if position.sides.get(begun.side, {}).get("turns") == 0:
                    builder.problems.append(f"sides.{begun.side}.turns: the Player Turn under way is one")
                had.turns = max(1, had.turns)

    def _ride(self, builder: Builder[State, SimpleScenario]) -> None:
        """4.33, 4.46 A leader who moves alone: which leader, and what he has broken into."""
        state, turn = builder.state, builder.state.orders
        broken = state.interrupted
        if turn is None or turn.kind != "ride":
            if broken is not None:
                text = 'interrupted: a leader breaks into a Player Turn with "orders" of kind "ride" (4.46)'
                builder.problems.append(text)
        elif broken is None:
            builder.problems.append('orders.kind: "ride" needs "interrupted", the Player Turn it breaks into (4.46)')
        elif broken.side not in state.sides:
            pass  # Told with whatever else doesn't exist.
        elif broken.side == turn.side:
            builder.problems.append(f"interrupted.side: a leader of {turn.side} breaks into the enemy's turn (4.46)")
        else:
            _as_begun(self.system(builder.scenario).context(state), broken, broken.model_fields_set)
        if turn is None or turn.kind == "turn":
            return
        if state.phase not in ("orders", "withdrawal") or (turn.kind == "ride" and state.phase != "orders"):
            builder.problems.append(f'orders.kind: "{turn.kind}" is a move of a leader, in phase "orders" (4.33, 4.46)')
        if len(turn.leads) != 1:
            builder.problems.append(f'orders.leads: "{turn.kind}" needs the one leader who moves (4.33, 4.46)')

    def write(self, base: Any, state: Any) -> dict[str, Any]:
        found = super().write(base, state)
        if state.phase in self.led:
            found.pop("last_side", None)
        return found


def _other(builder: Builder[State, SimpleScenario], side: str) -> SideId | None:
    """The enemy of a side, where there is such a side."""
    sides = [s.id for s in builder.scenario.sides]
    return next((s for s in sides if s != side), None) if side in sides else None


def _as_begun(g: Any, turn: PlayerTurn, given: Collection[str]) -> None:
    """7.41, 7.52 How all stood as the Player Turn began: as they stand, where nothing else is said."""
    begun = {"start": g.new_orders(turn.side).start, **_contacts(g, turn)}
    for field, value in begun.items():
        if field not in given:
            setattr(turn, field, value)


def _contacts(g: Any, begun: PlayerTurn) -> dict[str, list[str]]:
    """7.41, 7.52 Who was in contact as the Player Turn began: as all stand, but for who has moved since, who came from
    afar."""
    before = g.state.model_copy(deep=True)
    for name in begun.moved:
        if name in before.units:
            before.units[name].hex = None
    turn = g.afresh(before).new_orders(begun.side)
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
