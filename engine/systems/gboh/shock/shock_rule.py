"""What chapters and rules of battles may say of a combat, and of fire at a formation: hooks, each does nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal, TypeAlias

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.systems.gboh.movement.move_rule import MoveRule
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Unit

Superiority: TypeAlias = Literal["AS", "DS", "-"]
"""9.16 Attack Superiority, Defence Superiority, neither."""

Tempered: TypeAlias = Callable[[int, int], tuple[int, int]]
"""What is left of the hits of attackers and defenders."""


class ShockRule(MoveRule[B, U, L]):
    """The hooks; a chapter overrides those it has a say in."""

    async def duels(self, g: B, combats: Sequence[Combat]) -> Collection[int]:
        """9.14 Opposing leaders of a combat fight each other; returns the combats, by index, in which nobody is hit
        otherwise."""
        return ()

    def shock_shifts(
        self, g: B, attackers: Sequence[U], defenders: Sequence[U], attacker: U, defender: U
    ) -> Sequence[Modifier]:
        """Column shifts beside those of sizes and ground, with these two units chosen for the clash (9.15)."""
        return ()

    def size(self, g: B, unit: U) -> int | None:
        """The Size the unit counts with in Shock; None for the printed one."""
        return None

    def weapon_superiority(self, g: B, attacker: U, defender: U, printed: Superiority) -> Superiority | None:
        """What takes the place of the chart's superiority of weapons (9.16 step 1); None leaves it."""
        return None

    async def pursue(self, g: B, combats: Sequence[Combat]) -> None:
        """What attackers do whose enemies have routed, before others advance (A 8.39, S 8.37)."""

    def position_factor(self, g: B, defender: U) -> int | None:
        """What superiority by position multiplies the defender's hits by; None for twice."""
        return None

    def tempers(self, g: B, attackers: Sequence[U], defenders: Sequence[U]) -> Tempered | None:
        """9.16 step 4 What is left of a result when all else has been counted; None leaves it."""
        return None

    def charge_modifiers(self, g: B, unit: U, attackers: Sequence[U], defenders: Sequence[U]) -> Sequence[Modifier]:
        """9.13 Modifiers of the unit's Pre-Shock check in this combat, on either side."""
        return ()

    def missile_hits(self, g: B, target: U) -> int | None:
        """8.15 Hits a volley does to the unit as it stands; None for what its kind suffers."""
        return None

    def bears(self, g: B, target: U, start: Hex, end: Hex) -> Unit | None:
        """8.15 Who suffers fire from one hex at the unit in another in its place; None: the unit itself."""
        return None

    def target_modifiers(self, g: B, shooter: U, target: U) -> Sequence[Modifier]:
        """8.15 Modifiers of fire at the unit by what it is doing."""
        return ()
