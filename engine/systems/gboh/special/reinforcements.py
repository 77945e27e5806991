"""Tricameron: the infantry column that may reach the field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.decisions import Choice, Choose
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import FacingField, Hex, front, show
from engine.kernel.parameters import Die, Params, SideId, facing_problems
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import ArrivalChanged, NoteSet, OrdersBegan, OrdersNoted, UnitPlaced
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.special.named import Arrival
from engine.systems.gboh.state import Unit

GATE = "gate:"
"""Prefix of the note that keeps the hex a column enters through."""


class March(Params):
    side: SideId
    name: Arrival
    """of the arrival"""
    arrives_on: Die
    """highest roll that brings it"""
    facing: FacingField
    """direction of march on the map's edge, a hexside"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        wrong = [f"facing: {why}" for why in facing_problems(self.facing, vertex=False)]
        yield from wrong
        gates = scenario.side(self.side).retreat_edge
        if not wrong and gates and all(front(h, self.facing)[0] not in scenario.map for h in gates):
            yield f"facing: {self.facing.name} leads off the map from every hex of the side's retreat edge"


class Reinforcements(Special):
    """Rolled for every turn; once due, the column marches on through one hex before any leader activates."""

    about = "rolls each turn until a column arrives, which then marches on through one hex of the side's retreat edge"
    params = Taken(March)

    @property
    def side(self) -> str:
        return self.params.side

    @property
    def name(self) -> str:
        return self.params.name

    def _says(self, one: str, several: str, **values: Any) -> Text:
        """The form that goes with the name an author has given them: "the infantry arrives", "the allies arrive"."""
        return Text(several if self.name.endswith("s") else one, force=self.name, **values)

    def column(self, g: Battle) -> list[Unit]:
        """The units of the column, in order of march, wherever they are."""
        return [u for u in g.state.units.values() if u.reinforcement == self.name]

    def waiting(self, g: Battle) -> list[Unit]:
        return [u for u in self.column(g) if u.hex is None and not u.eliminated]

    async def turn_start(self, g: Battle) -> None:
        status = g.state.arrivals.get(self.name)
        if status == "due":
            await self._roll(g)
            status = g.state.arrivals[self.name]
        if status == "marching":
            g.emit(OrdersBegan(orders=g.new_orders(side=self.side, kind="march")))

    async def _roll(self, g: Battle) -> None:
        limit = self.params.arrives_on
        roll = await g.roll(
            RollRequest(
                purpose="reinforcements",
                side=self.side,
                text=self._says("Does the {force} arrive?", "Do the {force} arrive?"),
                rule=self.spec.id,
                needs=Text("{n} or less", n=limit) if limit else Text("0"),
                outcome=lambda total: self._says("it arrives", "they arrive") if total <= limit else Text("not yet"),
            )
        )
        if roll.total > limit:
            return
        gate = await self._gate(g)
        if gate is None:
            return
        g.emit(NoteSet(key=GATE + self.name, value=show(gate)))
        g.emit(
            ArrivalChanged(
                name=self.name,
                status="marching",
                story=self._says("The {force} arrives at {hex}!", "The {force} arrive at {hex}!", hex=show(gate)),
            )
        )

    def gate(self, g: Battle) -> Hex:
        return int(g.state.notes[GATE + self.name])

    def next_entry(self, g: Battle) -> tuple[Unit, int] | None:
        """The next unit able to enter now, and its cost: 1 MP for the first of the turn, 1 more for each other."""
        waiting = self.waiting(g)
        cost = len(g.orders.entry_cost) + 1
        if not waiting or not g.enters_free(self.gate(g), self.side) or cost > waiting[0].ma + 1:
            return None
        return waiting[0], cost

    def enter(self, g: Battle) -> None:
        """Bring the next unit on, In Column."""
        entry = self.next_entry(g)
        assert entry is not None
        unit, cost = entry
        g.emit(
            UnitPlaced(
                unit=unit.id, to=self.gate(g), facing=self.params.facing, column=True, mp=cost, rule=self.spec.id
            )
        )
        g.emit(OrdersNoted(field="moved", value=unit.id))

    def finish(self, g: Battle) -> None:
        """End of the march phase: complete when nobody is left to enter."""
        if g.state.arrivals.get(self.name) == "marching" and not self.waiting(g):
            g.emit(
                ArrivalChanged(
                    name=self.name,
                    status="complete",
                    story=self._says("The whole {force} is on the field.", "All the {force} are on the field."),
                )
            )

    async def _gate(self, g: Battle) -> Hex | None:
        gates = [h for h in g.spec(self.side).retreat_edge if g.enters_free(h, self.side)]
        if not gates:
            return None
        middle = sorted(gates)[len(gates) // 2]
        answer = await g.ask(
            Choose(
                kind="entry-hex",
                side=self.side,
                rule=self.spec.id,
                prompt=self._says(
                    "The {force} is here. Through which hex does it march on?",
                    "The {force} are here. Through which hex do they march on?",
                ),
                choices=tuple(Choice(show(h), Text("{hex}", hex=show(h)), hex=h) for h in gates),
                default_key=show(middle),
                why=lambda wanted: self._no_gate(g, wanted),
            )
        )
        return int(answer.key)

    def _no_gate(self, g: Battle, wanted: Wanted) -> Refusal | None:
        if not wanted.hexes:
            return None
        h = wanted.hexes[-1]
        if h not in g.spec(self.side).retreat_edge:
            return Refusal("{hex} is no hex of the Retreat Edge.", rule=self.spec.id, hex=show(h))
        return Refusal("{hex} is not free of the enemy and of units.", rule=self.spec.id, hex=show(h))

    def orderable(self, g: Battle, unit: Unit) -> Text | None:
        if unit.reinforcement == self.name and g.state.arrivals.get(self.name) == "marching":
            return Text("it is still marching on in column")
        return None

    def after_shock(self, g: Battle, losers: list[Unit]) -> None:
        if g.state.arrivals.get(self.name) == "marching" and any(u.reinforcement == self.name for u in losers):
            g.emit(
                ArrivalChanged(
                    name=self.name,
                    status="cancelled" if self.waiting(g) else "complete",
                    story=Text("The rest of the {force} turns back.", force=self.name),
                )
            )
