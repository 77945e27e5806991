"""What an elephant's counter bears besides a unit's: the missiles of its archers, and that it has run wild."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from engine.kernel.events import Event
from engine.kernel.text import Text
from engine.systems.gboh import state as gboh
from engine.systems.gboh.state import Supply
from engine.systems.gboh.vocabulary import Going


class Beast(gboh.Unit):
    """A unit of a game that has elephants."""

    screen: Supply = "full"
    """Missiles of the archers that go with it, if it is an elephant (A 9.11, S 9.12)."""
    rampaging: bool = False
    """It has broken and runs wild (A 9.14, S 9.14); it counts as Routed. It never lasts beyond that."""

    @property
    def screen_supply(self) -> Supply | None:
        return self.screen if self.troop.screen is not None else None

    @property
    def wild(self) -> bool:
        return self.rampaging


GOINGS = {
    "rampage": Going(told="{unit} rampages {start} → {to}", trace="rout"),
    "pass": Going(told="{unit} passes through to {to}", trace="advance"),
}
"""How elephants and chariots go besides."""


class ScreenSupplied(Event):
    """A 8.17, 9.11, S 8.14 The missiles of an elephant's archers run low or out, or come back."""

    type: Literal["screen-supplied"] = "screen-supplied"
    unit: str
    supply: Supply

    def apply(self, state: Any) -> None:
        state.units[self.unit].screen = self.supply

    def text(self, state: Any) -> Text | None:
        words = {
            "full": "{unit}'s archers are resupplied.",
            "low": "{unit}'s archers are Missile Low.",
            "no": "{unit}'s archers have no missiles left.",
        }
        return Text(words[self.supply], unit=self.unit)


class Rampaged(Event):
    """A 9.14, S 9.14 An elephant breaks: what it bore is forgotten, and it runs."""

    type: Literal["rampaged"] = "rampaged"
    says: ClassVar[str] = "{unit} runs wild!"
    unit: str

    def apply(self, state: Any) -> None:
        u = state.units[self.unit]
        u.routed, u.rampaging, u.hits = True, True, 0
        u.disordered()
        state.struck_off(self.unit)


class Calmed(Event):
    """S 9.14 The driver of the Leader Elephant has it in hand again."""

    type: Literal["calmed"] = "calmed"
    unit: str
    hits: int

    def apply(self, state: Any) -> None:
        u = state.units[self.unit]
        u.routed, u.rampaging, u.hits = False, False, self.hits

    def text(self, state: Any) -> Text | None:
        return Text("{unit} is calmed, with {n:hit|hits}.", unit=self.unit, n=self.hits)
