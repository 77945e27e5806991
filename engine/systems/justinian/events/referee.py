"""What a referee changes where no rule would. Who they are, and why they did it, stands beside the events in the
journal."""

from __future__ import annotations

from typing import Literal

from engine.kernel.board import Place
from engine.kernel.events import Event
from engine.kernel.text import Text
from engine.systems.justinian.state import State

Field = Literal["fort", "select", "random", "owed"]

_TOLD: dict[str, str] = {
    "select": "Select markers left: {n}, by the referee.",
    "random": "Random markers left: {n}, by the referee.",
    "owed": "Owed from the next income: {n} G, by the referee.",
}


class NumberSet(Event):
    """A number of the campaign, or whether a built Fort stands in a province (1 or 0), is set by hand."""

    type: Literal["number-set"] = "number-set"
    field: Field
    place: Place = 0
    """Of a Fort."""
    n: int

    def apply(self, state: State) -> None:
        match self.field:
            case "fort":
                state.forts = [p for p in state.forts if p != self.place] + ([self.place] if self.n else [])
            case "owed":
                state.owed = self.n
            case _:
                state.markers[self.field] = self.n

    def text(self, state: State) -> Text:
        if self.field == "fort":
            told = "{place}: a Fort, by the referee." if self.n else "{place}: no Fort, by the referee."
            return Text(told, place=state.place_names[self.place])
        return Text(_TOLD[self.field], n=self.n)
