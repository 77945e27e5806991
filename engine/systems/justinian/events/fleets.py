"""Fleets: sailing, putting into port, going on patrol. Their SP are :mod:`.strength`'s."""

from __future__ import annotations

from typing import Literal

from engine.kernel.board import Place
from engine.kernel.events import Event, Trace
from engine.kernel.text import Text
from engine.systems.justinian.events.strength import put
from engine.systems.justinian.state import Pool, State, fleet_at


class FleetSailed(Event):
    """7.21 Fleet SP leave their place as the active fleet; they are at sea until :class:`FleetStopped`."""

    type: Literal["fleet-sailed"] = "fleet-sailed"
    power: str
    start: Place
    sp: int
    carried: str | None = None
    """Army aboard (7.24)."""

    def apply(self, state: State) -> None:
        a = state.activation
        assert a is not None
        pool: Pool = state.fleets[self.power][self.start]
        a.fleet, a.at, a.sp, a.fleet_unpaid, a.carried = self.power, self.start, self.sp, pool.unpaid, self.carried
        put(state, fleet_at(self.start, self.power), -self.sp)

    def text(self, state: State) -> Text:
        if self.carried is None:
            told = "{n} {whose} Fleet SP sail from {place}."
        else:
            told = "{n} {whose} Fleet SP sail from {place} with {army}."
        return Text(
            told,
            n=self.sp,
            whose=state.adjectives[self.power],
            place=state.place_names[self.start],
            army=state.called(self.carried) if self.carried is not None else "",
        )


class FleetEntered(Event):
    """7.21 The active fleet enters a sea area, or goes back to one (7.36)."""

    type: Literal["fleet-entered"] = "fleet-entered"
    power: str
    start: Place
    to: Place
    how: Literal["sail", "turn-back", "retreat"] = "sail"

    def apply(self, state: State) -> None:
        act = state.activation
        assert act is not None
        act.at = self.to
        for a in state.armies.values():
            if act.carried is not None and a.at is not None and act.carried in (a.id, a.led_by):
                a.at = self.to  # the carried army goes along

    def text(self, state: State) -> Text:
        told = {
            "sail": "The {whose} fleet enters the {place}.",
            "turn-back": "The {whose} fleet turns back to the {place}.",
            "retreat": "The {whose} fleet retreats to the {place}.",
        }
        return Text(
            told[self.how], whose=state.adjectives[self.power], place=state.place_names[self.to].removeprefix("The ")
        )

    def trace(self, state: State) -> Trace:
        return Trace(
            kind="move", unit=f"{self.power}-fleet", hexes=(self.start, self.to), side=state.side_of(self.power)
        )


class FleetStopped(Event):
    """7.22 The active fleet puts into port, or stays On Patrol; with no SP left it is no more."""

    type: Literal["fleet-stopped"] = "fleet-stopped"
    power: str
    at: Place
    sunk: bool = False
    """None of it is left."""

    def apply(self, state: State) -> None:
        a = state.activation
        assert a is not None
        if a.sp:
            put(state, fleet_at(self.at, self.power), a.sp, unpaid=a.fleet_unpaid)
        a.fleet, a.at, a.sp, a.fleet_unpaid, a.carried = None, None, 0, False, None

    def text(self, state: State) -> Text:
        if self.sunk:
            return Text("Nothing is left of the {whose} fleet.", whose=state.adjectives[self.power])
        return Text(
            "The {whose} fleet stops: {place}.", whose=state.adjectives[self.power], place=state.place_names[self.at]
        )


class ActiveFleetLost(Event):
    """8.32 The active fleet loses SP."""

    type: Literal["active-fleet-lost"] = "active-fleet-lost"
    power: str
    n: int

    def apply(self, state: State) -> None:
        assert state.activation is not None
        state.activation.sp -= self.n

    def text(self, state: State) -> Text:
        return Text("The {whose} fleet loses {n} Fleet SP.", whose=state.adjectives[self.power], n=self.n)


class FleetMoved(Event):
    """Fleet SP that aren't active change place: in retreat (8.21, 8.33), or sent for by a rule (4.22, 9.0-c3)."""

    type: Literal["fleet-moved"] = "fleet-moved"
    power: str
    start: Place
    to: Place
    sp: int
    how: Literal["retreat", "sent"]

    def apply(self, state: State) -> None:
        unpaid = state.fleets[self.power][self.start].unpaid
        put(state, fleet_at(self.start, self.power), -self.sp)
        put(state, fleet_at(self.to, self.power), self.sp, unpaid=unpaid)

    def text(self, state: State) -> Text:
        told = (
            "{n} {whose} Fleet SP retreat to {place}."
            if self.how == "retreat"
            else "{n} {whose} Fleet SP go to {place}."
        )
        return Text(told, n=self.sp, whose=state.adjectives[self.power], place=state.place_names[self.to])

    def trace(self, state: State) -> Trace:
        return Trace(
            kind="move", unit=f"{self.power}-fleet", hexes=(self.start, self.to), side=state.side_of(self.power)
        )
