"""What chapters and rules of battles may say of a unit's move: hooks, each does nothing by itself."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.text import Refusal
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.footprint import Move, Stand
from engine.systems.gboh.missiles.fire_rule import FireRule
from engine.systems.gboh.state import Unit


@dataclass(frozen=True, slots=True)
class Narrow:
    """What hardly turns: one vertex in a hex of its way, one level in a move."""

    rule: str
    """The case that says so."""
    ends: bool
    """It turns as it likes in the first and in the last hex (A 7.15), not only where it stays (A 9.74)."""


class MoveRule(FireRule):
    """The hooks; a chapter overrides those it has a say in."""

    def formation_ma(self, g: Battle, unit: Unit) -> int | None:
        """The Movement Allowance in a formation of its own, beyond which there is no stride (6.11); None for none."""
        return None

    def bars_step(self, g: Battle, unit: Unit, here: Stand, move: Move, mp: int, spent: int) -> Refusal | None:
        """Why a unit of two hexes may not make a move, which costs ``mp`` when ``spent`` are gone; None when it may."""
        return None

    def narrow(self, g: Battle, unit: Unit) -> Narrow | None:
        """Whether it turns by one vertex a hex at most as it moves, and changes one level (A 7.15, 9.21, 9.74)."""
        return None

    def bars_end(self, g: Battle, unit: Unit, path: tuple[object, ...]) -> Refusal | None:
        """Why the unit may not end its move after this path: it has to go on; None when it may."""
        return None

    def order_price(self, g: Battle, unit: Unit) -> int | None:
        """Individual Orders that moving the unit takes; None for one."""
        return None
