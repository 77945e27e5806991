"""What lies in provinces: control and Revolt markers, Forts, treasuries, pay; and the gold in Constantinople."""

from __future__ import annotations

from typing import Literal

from engine.kernel.board import Place
from engine.kernel.events import Event
from engine.kernel.text import Text
from engine.systems.justinian.state import State


class ControlPlaced(Event):
    """7.18 A major power's control marker is placed."""

    type: Literal["control-placed"] = "control-placed"
    place: Place
    power: str

    def apply(self, state: State) -> None:
        state.control[self.place] = self.power

    def text(self, state: State) -> Text:
        return Text(
            "{place} is under {whose} control.", place=state.place_names[self.place], whose=state.adjectives[self.power]
        )


class ControlRemoved(Event):
    """7.18, 9.0-c A control marker comes off."""

    type: Literal["control-removed"] = "control-removed"
    place: Place

    def apply(self, state: State) -> None:
        del state.control[self.place]

    def text(self, state: State) -> Text:
        return Text("The control marker in {place} comes off.", place=state.place_names[self.place])


class RevoltBegan(Event):
    """9.0-c A province is In Revolt; a control marker there is replaced."""

    type: Literal["revolt-began"] = "revolt-began"
    place: Place

    def apply(self, state: State) -> None:
        state.control.pop(self.place, None)
        if self.place not in state.revolt:
            state.revolt.append(self.place)

    def text(self, state: State) -> Text:
        return Text("{place} is In Revolt.", place=state.place_names[self.place])


class RevoltEnded(Event):
    """7.18 A Byzantine army puts a Revolt down."""

    type: Literal["revolt-ended"] = "revolt-ended"
    place: Place

    def apply(self, state: State) -> None:
        state.revolt.remove(self.place)

    def text(self, state: State) -> Text:
        return Text("The Revolt in {place} is put down.", place=state.place_names[self.place])


class FortBuilt(Event):
    """6.54"""

    type: Literal["fort-built"] = "fort-built"
    place: Place

    def apply(self, state: State) -> None:
        state.forts.append(self.place)
        state.fort_built = True

    def text(self, state: State) -> Text:
        return Text("A Fort is built in {place}.", place=state.place_names[self.place])


class PoolPaid(Event):
    """5.22, 5.24 Frontier SP of a province, or a power's Fleet SP in a place, are paid, or Not Paid."""

    type: Literal["pool-paid"] = "pool-paid"
    place: Place
    fleet: str | None = None
    """Power whose Fleet SP they are; None: Frontier SP."""
    unpaid: bool

    def apply(self, state: State) -> None:
        pool = state.frontier[self.place] if self.fleet is None else state.fleets[self.fleet][self.place]
        pool.unpaid = self.unpaid

    def text(self, state: State) -> Text:
        if self.fleet is None:
            told = "Frontier SP in {place}: Not Paid." if self.unpaid else "Frontier SP in {place}: paid again."
        else:
            told = "The fleet at {place}: Not Paid." if self.unpaid else "The fleet at {place}: paid again."
        return Text(told, place=state.place_names[self.place])


class TreasuryMoved(Event):
    """5.41 A treasury goes along with a leader of its power."""

    type: Literal["treasury-moved"] = "treasury-moved"
    power: str
    to: Place

    def apply(self, state: State) -> None:
        state.treasuries[self.power] = self.to

    def text(self, state: State) -> Text:
        return Text(
            "The {whose} treasury goes to {place}.",
            whose=state.adjectives[self.power],
            place=state.place_names[self.to],
        )


class TreasuryTaken(Event):
    """5.42 A treasury is captured and out of the game; its gold is counted by :class:`GoldChanged`."""

    type: Literal["treasury-taken"] = "treasury-taken"
    power: str

    def apply(self, state: State) -> None:
        del state.treasuries[self.power]

    def text(self, state: State) -> Text:
        return Text("The {whose} treasury is captured.", whose=state.adjectives[self.power])


GoldWhy = Literal[
    "income",
    "owed",
    "pay",
    "fleet",
    "activation",
    "fort",
    "bribe",
    "treasury",
    "builds",
    "constantinople",
    "referee",
]
"""5.11; what 9.0-f left owing; 5.2; 5.33; 6.51; 6.54; 6.32; 5.42; 9.0-f; Europa lost (5.13); a referee."""

GOLD_GAINS: tuple[GoldWhy, ...] = ("income", "treasury", "referee")

_TOLD: dict[GoldWhy, str] = {
    "income": "Income: {n} G.",
    "owed": "{n} G go to what Justinian built.",
    "pay": "Pay: {n} G.",
    "fleet": "{n} G for ships.",
    "fort": "{n} G for a Fort.",
    "bribe": "A bribe of {n} G.",
    "treasury": "{n} G are found.",
    "builds": "Justinian builds: {n} G.",
    "constantinople": "The treasury in Constantinople is lost: {n} G.",
    "referee": "The treasury is changed by {n} G, by the referee.",
}


class GoldChanged(Event):
    """G come into the Byzantine treasury or are spent."""

    type: Literal["gold-changed"] = "gold-changed"
    n: int
    """Gained; negative: spent or lost."""
    why: GoldWhy

    def apply(self, state: State) -> None:
        state.gold += self.n

    def text(self, state: State) -> Text | None:
        told = _TOLD.get(self.why)
        return Text(told, n=abs(self.n)) if told is not None and self.n else None


class DebtSet(Event):
    """9.0-f G that will be taken from the next income."""

    type: Literal["debt-set"] = "debt-set"
    owed: int

    def apply(self, state: State) -> None:
        state.owed = self.owed

    def text(self, state: State) -> Text | None:
        return Text("{n} G will be taken from the next income.", n=self.owed) if self.owed else None
