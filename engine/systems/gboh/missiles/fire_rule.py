"""What chapters and rules of battles may say of missiles: hooks, each does nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.text import Refusal, Text
from engine.systems.gboh.ground import GroundRule
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.state import Unit


class FireRule(GroundRule, Generic[B, U, L]):
    """The hooks; a rule overrides those it has a say in."""

    def slips(self, g: B, shooter: U) -> bool:
        """Whether a die is rolled before each of its volleys and subtracted from their strength."""
        return False

    def shoots_standing(self, g: B, shooter: U) -> Refusal | None:
        """8.11 Why the unit can't shoot by an order that moves it, before, after or on the way; None when it can."""
        return None

    def shot(self, g: B, shooter: U, target: U | L) -> None:
        """The unit shoots at the target: before those who answer at the same moment say so, and once it is rolled for,
        whatever came of it."""

    def runs_low(self, g: B, shooter: U) -> bool:
        """8.17 Whether the volley just rolled for leaves the unit low on missiles, whatever its die."""
        return False

    def fired_at(self, g: B, target: U | L) -> None:
        """A volley has been rolled for, whatever came of it."""

    async def before_volley(
        self, g: B, shooter: U, target: U, *, distance: int | None, moved: bool | None, origin: Hex | None
    ) -> None:
        """8.15 Fire at a unit is certain and not yet rolled for; what is given is what :func:`volley.preview` takes."""

    def range_changes(self, g: B, shooter: U, a: Hex, b: Hex) -> Sequence[Modifier]:
        """Hexes by which fire from ``a`` at ``b`` reaches farther than 8.16 has it, or (negative) less far."""
        return ()

    def longest_change(self) -> int:
        """The most of :meth:`range_changes`, where that may be more than any game's own rules add (8.16)."""
        return 0

    def fire_modifiers(self, g: B, shooter: U, a: Hex, b: Hex) -> Sequence[Modifier]:
        """8.15 Further modifiers of the roll for fire from ``a`` at ``b``."""
        return ()

    def bars_fire(self, g: B, unit: U) -> Refusal | None:
        """8.11 Why no fire can be ordered from the unit in this Orders Phase; None when it can."""
        return None

    def silences(self, g: B, unit: U) -> Refusal | None:
        """8.11 Why the unit can't fire as it is, whatever the occasion; None when it can."""
        return None

    def bars_leader(self, g: B, shooter: U) -> Refusal | None:
        """8.19 Why the shooter can't fire at leaders alone in their hexes now; None when it can."""
        return None

    def second_shot(self, g: B, unit: U) -> bool:
        """Whether the unit shoots twice whenever it fires."""
        return False

    def arms(self, g: B, unit: U) -> Unit | None:
        """8.11 The unit as it shoots where it stands, if what it shoots with isn't what its counter shows."""
        return None

    def bars_reaction(self, g: B, unit: U, target: U) -> Refusal | None:
        """8.2 Why the unit can't fire out of turn at this one now; None when it can."""
        return None

    def reacted(self, g: B, unit: U, target: U) -> None:
        """8.2 The unit is about to fire out of turn at this one."""

    def entry_costs(self, g: B, unit: U) -> Text | None:
        """8.21 What firing at who enters its ZOC costs the unit besides ammunition; None for nothing."""
        return None

    async def fires_back(self, g: B, mover: U, shooters: Sequence[U]) -> Unit | None:
        """8.2 Whom of those who fire at it out of turn the mover fires back at, at the same moment; None: at nobody."""
        return None

    async def joins_fire(self, g: B, shooter: U) -> Sequence[Unit]:
        """8.2 Who fires at the shooter at the moment of its fire by order, besides those it fires at."""
        return ()

    def shot_notes(self, g: B, shooter: U, target: U, path: Sequence[Hex]) -> Iterator[Text]:
        """What a shot at the target, or a raid by a path, may bring about besides a hit and an answer."""
        yield from ()

    def bars_harassing(self, g: B, unit: U, target: U | None) -> Refusal | None:
        """8.31 Why the unit can't harass the target, or (None) anybody, whatever the path; None when it can."""
        return None

    def bars_harassing_path(self, g: B, unit: U, target: U, h: Hex) -> Refusal | None:
        """8.32 Why the path to the target can't pass a hex, besides what keeps it from there whoever that is."""
        return None

    def harassing_hits(self, g: B, unit: U, target: U) -> tuple[int, Text, str] | None:
        """8.33 Hits that harassing the target costs the unit before it shoots, with their cause and the case."""
        return None

    def cover(self, g: B, target: U) -> Modifier | None:
        """8.15 What counts for fire at the target in place of its armour; None where that counts."""
        return None
