"""Battles on the field: that one is fought, and what came of it. The source has none."""

from __future__ import annotations

from typing import Literal

from engine.kernel.events import Event, Trace
from engine.kernel.text import Text
from engine.systems.justinian.field.order_of_battle import OrderOfBattle
from engine.systems.justinian.field.report import FieldReport
from engine.systems.justinian.state import State


class FieldBattleBegun(Event):
    """A land battle is fought out as a battle of Cataphract; the campaign waits."""

    type: Literal["field-battle-begun"] = "field-battle-begun"
    order: OrderOfBattle

    def apply(self, state: State) -> None:
        state.on_field = self.order

    def text(self, state: State) -> Text:
        a, b = self.order.armies
        return Text(
            "Battle in {place}: {a}, {n} SP, against {b}, {m} SP. It is fought out on the field.",
            place=self.order.where,
            a=a.name,
            n=a.sp,
            b=b.name,
            m=b.sp,
        )

    def trace(self, state: State) -> Trace:
        return Trace(
            kind="shock", unit=self.order.armies[0].name, hexes=(self.order.place,), side=self.order.armies[0].side
        )


class FieldBattleEnded(Event):
    """What came of it; without a report the table decides."""

    type: Literal["field-battle-ended"] = "field-battle-ended"
    report: FieldReport | None = None

    def apply(self, state: State) -> None:
        """Losses, retreats and fallen commanders are events of their own."""
        state.on_field = None

    def text(self, state: State) -> Text:
        r = self.report
        if r is None:
            return Text("The battle isn't fought out on the field: the table decides.")
        if r.winner is None:
            return Text("On the field (battle {id}) it is a draw.", id=r.battle)
        told = {
            "resigned": "On the field (battle {id}) the {beaten} give up: the {winner} win.",
            "time": "On the field (battle {id}) the {beaten} are out of time: the {winner} win.",
        }.get(r.how, "On the field (battle {id}) the {winner} win.")
        names: dict[str, Text] = {"byzantine": Text("Byzantines"), "barbarian": Text("Barbarians")}
        beaten = "barbarian" if r.winner == "byzantine" else "byzantine"
        return Text(told, id=r.battle, winner=names[r.winner], beaten=names[beaten])
