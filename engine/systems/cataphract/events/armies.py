"""What happens to whole armies, and the end of the battle."""

from __future__ import annotations

from typing import Literal

from engine.kernel.events import Event, Storied
from engine.kernel.text import Text
from engine.systems.cataphract.state import (
    State,
    UncontrolledLine,
)


class BonusLost(Event):
    """11.2 An Undisciplined Army has lost heart: TQ +2 is gone for good."""

    type: Literal["bonus-lost"] = "bonus-lost"
    side: str
    army: str = ""
    """Its adjective: "Vandal"."""

    def apply(self, state: State) -> None:
        state.sides[self.side].bonus = False

    def text(self, state: State) -> Text | None:
        return Text("The {side} army loses heart: its TQ bonus of 2 is gone.", side=self.army or self.side)


class UncontrolledSet(Storied):
    """11.3 The Uncontrolled Lines as they are now."""

    type: Literal["uncontrolled-set"] = "uncontrolled-set"
    lines: list[UncontrolledLine]
    story: str = ""

    def apply(self, state: State) -> None:
        state.uncontrolled = [x.model_copy(deep=True) for x in self.lines]


class ArrivalChanged(Storied):
    """Reinforcements become due, march on, are complete or will never come."""

    type: Literal["arrival-changed"] = "arrival-changed"
    name: str
    status: Literal["due", "marching", "complete", "cancelled"]
    story: str = ""

    def apply(self, state: State) -> None:
        state.arrivals[self.name] = self.status


class ChampionsFought(Storied):
    """11.83 One round of the Champion Challenge; ``side`` is that of the champion who takes the hits."""

    type: Literal["champions-fought"] = "champions-fought"
    side: str
    hits: int
    story: str

    def apply(self, state: State) -> None:
        state.champions[self.side] = state.champions.get(self.side, 0) + self.hits


class ChampionsPrize(Storied):
    """11.85 What the Champion Challenge has won a side: the first activation, and modifiers on TQ rolls by side."""

    type: Literal["champions-prize"] = "champions-prize"
    side: str | None
    """Side with the first activation; None when nobody has it, or it is used."""
    tq_drm: dict[str, int] = {}
    story: str = ""

    def apply(self, state: State) -> None:
        state.champions_prize, state.tq_drm = self.side, dict(self.tq_drm)


class NoteSet(Event):
    """A special rule of the battle remembers something."""

    type: Literal["note-set"] = "note-set"
    key: str
    value: str

    def apply(self, state: State) -> None:
        state.notes[self.key] = self.value


class UnitsChangedSides(Storied):
    """Units and leaders go over to the enemy (Tricameron)."""

    type: Literal["changed-sides"] = "changed-sides"
    units: list[str]
    leaders: list[str]
    to: str
    story: str

    def apply(self, state: State) -> None:
        for u in self.units:
            state.units[u].side = self.to
        for x in self.leaders:
            state.leaders[x].side = self.to


class UnitsLeft(Storied):
    """Units and leaders leave the battle for good without being lost: they score no Rout Points (12.11)."""

    type: Literal["units-left"] = "units-left"
    units: list[str]
    leaders: list[str]
    story: str

    def apply(self, state: State) -> None:
        for name in self.units:
            unit = state.units[name]
            unit.hex, unit.eliminated, unit.departed = None, True, True
            if state.orders is not None:
                state.orders.markers.pop(name, None)
            for line in state.uncontrolled:
                if name in line.units:
                    line.units.remove(name)
        for name in self.leaders:
            leader = state.leaders[name]
            leader.hex, leader.eliminated, leader.departed, leader.status = None, True, True, "finished"


class LevelChanged(Storied):
    """A side's Withdrawal Level changes (bids, variable victory)."""

    type: Literal["level-changed"] = "level-changed"
    side: str
    level: int
    story: str = ""

    def apply(self, state: State) -> None:
        state.sides[self.side].withdrawal_level = self.level


class BattleEnded(Storied):
    """12.12 The battle is decided."""

    type: Literal["battle-ended"] = "battle-ended"
    winner: str | None
    story: str

    def apply(self, state: State) -> None:
        state.winner, state.outcome, state.phase, state.orders = self.winner, self.story, "over", None
