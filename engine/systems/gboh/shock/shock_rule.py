"""What chapters and rules of battles may say of a combat, and of fire at a formation: hooks, each does nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal, TypeAlias

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.movement.move_rule import MoveRule
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Unit

Superiority: TypeAlias = Literal["AS", "DS", "-"]
"""9.16 Attack Superiority, Defence Superiority, neither."""

Tempered: TypeAlias = Callable[[int, int], tuple[int, int]]
"""What is left of the hits of attackers and defenders."""


class ShockRule(MoveRule):
    """The hooks; a chapter overrides those it has a say in."""

    async def duels(self, g: Battle, combats: Sequence[Combat]) -> Collection[int]:
        """9.14 Opposing leaders of a combat fight each other; returns the combats, by index, in which nobody is hit
        otherwise."""
        return ()

    def shock_shifts(
        self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], attacker: Unit, defender: Unit
    ) -> Sequence[Modifier]:
        """Column shifts beside those of sizes and ground, with these two units chosen for the clash (9.15)."""
        return ()

    def size(self, g: Battle, unit: Unit) -> int | None:
        """The Size the unit counts with in Shock; None for the printed one."""
        return None

    def weapon_superiority(self, g: Battle, attacker: Unit, defender: Unit, printed: Superiority) -> Superiority | None:
        """What takes the place of the chart's superiority of weapons (9.16 step 1); None leaves it."""
        return None

    async def pursue(self, g: Battle, combats: Sequence[Combat]) -> None:
        """What attackers do whose enemies have routed, before others advance (A 8.39, S 8.37)."""

    def position_factor(self, g: Battle, defender: Unit) -> int | None:
        """What superiority by position multiplies the defender's hits by; None for twice."""
        return None

    def tempers(self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Tempered | None:
        """9.16 step 4 What is left of a result when all else has been counted; None leaves it."""
        return None

    def charge_modifiers(
        self, g: Battle, unit: Unit, attackers: Sequence[Unit], defenders: Sequence[Unit]
    ) -> Sequence[Modifier]:
        """9.13 Modifiers of the unit's Pre-Shock check in this combat, on either side."""
        return ()

    def missile_hits(self, g: Battle, target: Unit) -> int | None:
        """8.15 Hits a volley does to the unit as it stands; None for what its kind suffers."""
        return None

    def bears(self, g: Battle, target: Unit, start: Hex, end: Hex) -> Unit | None:
        """8.15 Who suffers fire from one hex at the unit in another in its place; None: the unit itself."""
        return None

    def target_modifiers(self, g: Battle, shooter: Unit, target: Unit) -> Sequence[Modifier]:
        """8.15 Modifiers of fire at the unit by what it is doing."""
        return ()
