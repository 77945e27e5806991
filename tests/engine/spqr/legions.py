"""Roman units for tests, by the letters of their class: "HA1" hastati, "PR1" principes, "CO1", "CE1", "TR1", "VE1"."""

from __future__ import annotations

from typing import Any

from engine.kernel.hexes import Hex
from tests.engine.spqr.kit import unit

KINDS = {
    "HA": ("LG", "HA", 6, 3, 5, "J"),
    "PR": ("LG", "PR", 7, 3, 5, "J"),
    "CO": ("LG", "CO", 6, 3, 5, "J"),
    "CE": ("LG", "CE", 7, 3, 5, "J"),
    "TR": ("HI", "TR", 7, 2, 5, None),
    "VE": ("LI", "VE", 5, 3, 6, "J"),
}
"""Type, class, TQ, Size, MA, missiles."""


def roman(code: str, at: Hex | None, facing: str = "E", legion: str = "XIV", **values: Any) -> dict[str, Any]:
    """A unit of a legion; ``below`` names the unit it stands under."""
    kind, cls, tq, size, ma, missile = KINDS[code[:2]]
    ratings = {"type": kind, "cls": cls, "tq": tq, "size": size, "ma": ma, "missile": missile}
    return unit(code, at, facing, **{**ratings, "legion": legion, **values})


def stack(top: str, under: str, at: Hex, facing: str = "E", **values: Any) -> list[dict[str, Any]]:
    """Two of a legion in a hex, the first over the second; ``under_legion`` where that is of another."""
    other = {**values, "legion": values.pop("under_legion", values.get("legion", "XIV"))}
    other.pop("under_legion", None)
    return [roman(top, at, facing, **values), roman(under, at, facing, **{**other, "below": top})]
