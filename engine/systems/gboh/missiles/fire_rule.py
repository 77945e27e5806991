"""What chapters and rules of battles may say of missiles: hooks, each does nothing."""

from __future__ import annotations

from engine.kernel.text import Refusal
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.ground import GroundRule
from engine.systems.gboh.state import Leader, Unit


class FireRule(GroundRule):
    """The hooks; a rule overrides those it has a say in."""

    def slips(self, g: Battle, shooter: Unit) -> bool:
        """Whether a die is rolled before each of its volleys and subtracted from their strength."""
        return False

    def shoots_standing(self, g: Battle, shooter: Unit) -> Refusal | None:
        """8.11 Why the unit can't shoot by an order that moves it, before, after or on the way; None when it can."""
        return None

    def shot(self, g: Battle, shooter: Unit, target: Unit | Leader) -> None:
        """A volley of the unit has been rolled for, whatever came of it."""

    def runs_low(self, g: Battle, shooter: Unit) -> bool:
        """8.17 Whether the volley just rolled for leaves the unit low on missiles, whatever its die."""
        return False
