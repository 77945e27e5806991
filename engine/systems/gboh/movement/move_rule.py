"""What chapters and rules of battles may say of a unit's move: hooks, each does nothing by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Refusal
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.missiles.fire_rule import FireRule
from engine.systems.gboh.own import B, L, U


class Way(Protocol):
    """How a unit gets somewhere: a node of a search."""

    @property
    def hex(self) -> Hex: ...
    @property
    def facing(self) -> Facing: ...
    @property
    def mp(self) -> int: ...
    @property
    def previous(self) -> Way | None: ...


@dataclass(frozen=True, slots=True)
class Narrow:
    """What hardly turns: one vertex in a hex of its way, one level in a move."""

    rule: str
    """The case that says so."""
    ends: bool
    """It turns as it likes in the first and in the last hex (A 7.15), not only where it stays (A 9.74)."""
    levels_rule: str = ""
    """The case about levels, where it is another (A 9.21)."""
    turns: int = 1
    """Vertices; 0: it never turns in a hex, not where it stays either, and levels are no matter (G 10.3)."""


class MoveRule(FireRule[B, U, L]):
    """The hooks; a chapter overrides those it has a say in."""

    def formation_ma(self, g: B, unit: U) -> int | None:
        """The Movement Allowance in a formation of its own, beyond which there is no stride (6.11); None for none."""
        return None

    def holds_ground(self, g: B, unit: U) -> Refusal | None:
        """Why the unit may not leave its hex by order, though it may turn there; None when it may (S 9.71)."""
        return None

    def half_spares(self, g: B, unit: U, m: Move, a: Hex, b: Hex) -> int:
        """Hits of the ground that a half of a unit of two hexes needn't take for its step, for what the other does."""
        return 0

    def keeps_clear(self, g: B, unit: U, to: Hex) -> Refusal | None:
        """Why the unit may move nowhere next to an enemy, of such a hex; None where it may."""
        return None

    def quick_road(self, g: B, unit: U) -> Collection[Hex]:
        """Hexes from each of which to the next the unit pays half a Movement Point, step by step (A Pelium)."""
        return ()

    def bars_passing(self, g: B, h: Hex) -> bool:
        """Whether nobody passes through a friend in the hex, but in flight (A Jaxartes, Pelium)."""
        return False

    def bars_step(self, g: B, unit: U, way: Way, move: Move, mp: int) -> Refusal | None:
        """Why a unit of two hexes may not go on so from the end of its ``way``, for ``mp``; None when it may."""
        return None

    def fell_in(self, g: B, unit: U) -> None:
        """A Column has fallen into line before an enemy who was coming up (G 11.27)."""

    async def arrives(self, g: B, unit: U) -> None:
        """A unit has entered a hex by its order, and nobody has answered it yet."""

    def narrow(self, g: B, unit: U) -> Narrow | None:
        """Whether it turns by one vertex a hex at most as it moves, and changes one level (A 7.15, 9.21, 9.74)."""
        return None

    def bars_end(self, g: B, unit: U, *, more: bool) -> Refusal | None:
        """Why the unit may not end its move: it has to go on; None when it may. ``more``: it could go on ahead."""
        return None

    def first_steps(self, g: B, unit: U) -> Collection[Hex]:
        """Hexes into one of which a unit of one hex has to step first on a move, without turning; () leaves it free."""
        return ()

    def road(self, g: B, unit: U) -> Mapping[Hex, Collection[Hex]]:
        """From each hex of a road the next ones, as far as a move that keeps to it has half price (S 6.27)."""
        return {}

    def order_price(self, g: B, unit: U) -> int | None:
        """Individual Orders that moving the unit takes; None for one."""
        return None
