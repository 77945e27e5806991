"""What happens to whole armies, and the end of the battle."""

from __future__ import annotations

from typing import Literal

from engine.kernel.events import Event, Storied
from engine.kernel.text import Sentence, Text
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
    story: Sentence = ""

    def apply(self, state: State) -> None:
        state.uncontrolled = [x.model_copy(deep=True) for x in self.lines]


class ChampionsFought(Storied):
    """11.83 One round of the Champion Challenge; ``side`` is that of the champion who takes the hits."""

    type: Literal["champions-fought"] = "champions-fought"
    side: str
    hits: int
    story: Sentence

    def apply(self, state: State) -> None:
        state.champions[self.side] = state.champions.get(self.side, 0) + self.hits


class ChampionsPrize(Storied):
    """11.85 What the Champion Challenge has won a side: the first activation, and modifiers on TQ rolls by side."""

    type: Literal["champions-prize"] = "champions-prize"
    side: str | None
    """Side with the first activation; None when nobody has it, or it is used."""
    tq_drm: dict[str, int] = {}
    story: Sentence = ""

    def apply(self, state: State) -> None:
        state.champions_prize, state.tq_drm = self.side, dict(self.tq_drm)
