"""Where a panel is, as it stands in custom ids: ``3.0.12/B@NE!``.

Positions in the menus, one for each step; after a slash the letters of the sectors of the map that are looked at;
after an at sign which way the unit is to face, or ``?`` where that is to be asked; an exclamation mark says that the
price of failing is known. ``3~1f0c2a`` is the idea of that key for what position 3 is about. A number after ``#`` tells
apart what would lead to the same place: no two components of a message may have the same id.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from engine.kernel.hexes import Facing
from engine.kernel.text import refuse

DEEPEST = 12
"""Steps of the longest order; a longer path was made up."""

ASK = "?"
"""Stands for a facing where it is to be asked."""

_PLACE = re.compile(
    r"(?P<path>[0-9]{1,4}(\.[0-9]{1,4})*)?"
    r"(~(?P<idea>[0-9a-f]{1,16}))?"
    r"(/(?P<sector>[A-Y]{1,4}))?"
    r"(@(?P<facing>[A-Z_]{1,8}|\?))?"
    r"(?P<sure>!)?"
    r"(#(?P<nth>[0-9]))?"
)


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a panel."""

    path: tuple[int, ...] = ()
    """Positions in the menus, one for each step."""
    idea: str = ""
    """Key of an idea; "" for none."""
    sector: str = ""
    """Letters of the sector of the map that is looked at, the larger first."""
    facing: str = ""
    """Name of the facing wished for, :data:`ASK`, or "" for the most sensible."""
    sure: bool = False
    """Whether the player has been told what can go wrong, and wants it."""
    nth: int = 0
    """Which of several components that lead here it stands on."""

    def __str__(self) -> str:
        return (
            ".".join(map(str, self.path))
            + (f"~{self.idea}" if self.idea else "")
            + (f"/{self.sector}" if self.sector else "")
            + (f"@{self.facing}" if self.facing else "")
            + ("!" if self.sure else "")
            + (f"#{self.nth}" if self.nth else "")
        )

    def at(self, *positions: int) -> Place:
        """Further down the menus, in no sector."""
        return replace(self, path=(*self.path, *positions), sector="", sure=False, nth=0)

    @property
    def wanted(self) -> Facing | None:
        """The facing wished for; None where none is."""
        return Facing[self.facing] if self.facing not in ("", ASK) else None


def parse(argument: str) -> Place:
    """The place of a custom id. Raises Refusal for anything that isn't one.

    >>> str(parse("3.0.12/B@NE!")) == "3.0.12/B@NE!", parse("").path
    (True, ())
    """
    found = _PLACE.fullmatch(argument) if argument.isascii() else None
    facing = (found["facing"] or "") if found is not None else ""
    if found is None or facing not in ("", ASK, *Facing.__members__):
        refuse("That button doesn't belong to this question.")
    path = tuple(int(p) for p in found["path"].split(".")) if found["path"] else ()
    if len(path) > DEEPEST:
        refuse("That button doesn't belong to this question.")
    return Place(path, found["idea"] or "", found["sector"] or "", facing, bool(found["sure"]), int(found["nth"] or 0))


def positions(value: str) -> tuple[int, ...]:
    """The positions an option of a select stands for: ``"0.12"``. Raises Refusal for anything else."""
    found = parse(value)
    if found != Place(found.path) or not found.path:
        refuse("That choice isn't offered (any more).")
    return found.path
