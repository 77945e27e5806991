"""What happens to whole armies, and the end of the battle."""

from __future__ import annotations

from typing import Literal

from engine.kernel.events import Event, Storied
from engine.kernel.text import Sentence
from engine.systems.gboh.state import Arrival, State


class ArrivalChanged(Storied):
    """Reinforcements become due, march on, are complete or will never come."""

    type: Literal["arrival-changed"] = "arrival-changed"
    name: str
    status: Arrival
    story: Sentence = ""

    def apply(self, state: State) -> None:
        state.arrivals[self.name] = self.status


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
    story: Sentence

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
    story: Sentence

    def apply(self, state: State) -> None:
        for name in self.units:
            unit = state.units[name]
            unit.hex, unit.eliminated, unit.departed = None, True, True
            state.struck_off(name)
        for name in self.leaders:
            leader = state.leaders[name]
            leader.hex, leader.eliminated, leader.departed, leader.status = None, True, True, "finished"


class LevelChanged(Storied):
    """A side's Withdrawal Level changes (bids, variable victory)."""

    type: Literal["level-changed"] = "level-changed"
    side: str
    level: int
    story: Sentence = ""

    def apply(self, state: State) -> None:
        state.sides[self.side].withdrawal_level = self.level


class BattleEnded(Storied):
    """12.12 The battle is decided."""

    type: Literal["battle-ended"] = "battle-ended"
    winner: str | None
    story: Sentence

    def apply(self, state: State) -> None:
        state.winner, state.outcome, state.phase, state.orders = self.winner, self.story, "over", None
