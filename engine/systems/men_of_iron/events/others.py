"""Leaders, Standards, bombards; shots and fights."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.events import Event, Trace
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Text
from engine.systems.men_of_iron.state import Leader, State


class LeaderMoved(Event):
    """15.2, 15.4, 15.5 A leader goes to another hex."""

    stirs: ClassVar[bool] = False
    type: Literal["leader-moved"] = "leader-moved"
    leader: str
    start: Hex
    to: Hex
    mp: int = 0
    how: Literal["order", "with-unit", "saved"] = "order"
    """``saved``: placed with the nearest unit of his Command after a loss."""

    def apply(self, state: State) -> None:
        state.leaders[self.leader].hex = self.to
        a = state.activation
        if a is not None and self.mp:
            a.mp[self.leader] = a.mp.get(self.leader, 0) + self.mp

    def text(self, state: State) -> Text | None:
        if self.how == "with-unit":
            return None
        told = {"order": "{leader} {start} → {to}", "saved": "{leader} escapes to {to}"}[self.how]
        return Text(told, leader=state.leaders[self.leader].name, start=show(self.start), to=show(self.to))


class LeaderLost(Event):
    """15.4, 15.5"""

    type: Literal["leader-lost"] = "leader-lost"
    leader: str
    captured: bool = False

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        x.hex, x.lost = None, True

    def text(self, state: State) -> Text:
        told = "{leader} is captured." if self.captured else "{leader} is killed."
        return Text(told, leader=state.leaders[self.leader].name)


class LeaderReplaced(Event):
    """15.6 A Replacement Leader takes over a Command."""

    says: ClassVar[str] = "A Replacement Leader takes over the Command: {name}."
    type: Literal["leader-replaced"] = "leader-replaced"
    command: str
    leader: Leader
    name: str

    def apply(self, state: State) -> None:
        state.leaders[self.leader.id] = self.leader.model_copy(deep=True)
        state.commands[self.command].leader = self.leader.id


class StandardLost(Event):
    """13.2 An enemy has entered the Standard's hex."""

    says: ClassVar[str] = "{name} falls: who Retires to it is lost."
    type: Literal["standard-lost"] = "standard-lost"
    standard: str
    name: str

    def apply(self, state: State) -> None:
        state.standards[self.standard].lost = True


class MarkerChanged(Event):
    """CR-3 A bombard fires, is made ready again, or is overrun."""

    type: Literal["marker-changed"] = "marker-changed"
    marker: str
    fired: bool | None = None
    removed: bool = False

    def apply(self, state: State) -> None:
        m = state.markers[self.marker]
        if self.fired is not None:
            m.fired = self.fired
        m.removed = m.removed or self.removed

    def text(self, state: State) -> Text | None:
        name = state.markers[self.marker].name
        if self.removed:
            return Text("{name} is overrun.", name=name)
        return Text("{name} is ready to fire again.", name=name) if self.fired is False else None


class Fired(Event):
    """9.3 A shot, after its roll."""

    type: Literal["fired"] = "fired"
    unit: str
    """Unit or bombard."""
    target: str
    at: Hex
    target_at: Hex
    side: str
    kind: Literal["active", "return", "reaction", "parting"] = "active"

    def apply(self, state: State) -> None:
        a = state.activation
        if a is not None and self.kind == "active" and self.unit not in a.fired:
            a.fired.append(self.unit)

    def trace(self, state: State) -> Trace:
        return Trace(kind="missile", unit=self.unit, hexes=(self.at, self.target_at), side=self.side)


class Fought(Event):
    """10.3 One defender's combat, after its roll."""

    type: Literal["fought"] = "fought"
    attackers: list[str]
    defender: str
    at: Hex
    """Where the first attacker stands."""
    target_at: Hex
    side: str
    charge: bool = False

    def apply(self, state: State) -> None:
        a = state.activation
        if a is not None and self.defender not in a.attacked:
            a.attacked.append(self.defender)

    def trace(self, state: State) -> Trace:
        kind = "charge" if self.charge else "shock"
        return Trace(kind=kind, unit=self.attackers[0], hexes=(self.at, self.target_at), side=self.side)
