"""8.12 Who fights in a land battle, and whose modifiers count: what the die-roll modifiers are reckoned from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["army", "frontier", "detached"]
"""Kinds of SP by which 8.12 tells whose modifiers count."""

KINDS: tuple[Kind, ...] = ("army", "frontier", "detached")


@dataclass(frozen=True, slots=True)
class Body:
    """SP of one kind that fight on one side, with what their modifiers go by.

    Of several armies the power and the markers are those of the largest, the commander the one that was chosen.
    """

    kind: Kind
    power: str
    """Power whose troops they are."""
    sp: int
    battle: int = 0
    """Battle rating of the commander; 0 without one."""
    disorganized: bool = False
    defeated: bool = False


@dataclass(frozen=True, slots=True)
class Engagement:
    """A land battle before the dice."""

    attacker: Body
    defenders: tuple[Body, ...]
    """One body for each kind that defends, in the order of :data:`KINDS`."""
    city: bool = False
    """8.17 It is a City province that the defender's side controlled as the activation began."""
    fort: bool = False
    """8.17 It is a Fort province that the defender's side controlled as the activation began."""
    crossed: bool = False
    """The attacker came into the province across a strait, or from ships, in this activation."""

    @property
    def defending(self) -> int:
        """SP of all defenders."""
        return sum(b.sp for b in self.defenders)


def most_numerous(bodies: Sequence[Body]) -> list[Body]:
    """8.12 The bodies with the most SP: more than one where they are equal."""
    most = max(b.sp for b in bodies)
    return [b for b in bodies if b.sp == most]
