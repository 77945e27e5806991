"""Hexes a menu leads to, for drawing them on a map."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.decisions import Choice, Command, Decision, Menu
from engine.kernel.hexes import Hex

DEPTH = 2
"""Menus looked into below the one given: what a unit does, then where."""


def goals(menu: Menu, depth: int = DEPTH) -> dict[Hex, Choice]:
    """Every hex some choice leads to at a price in movement, with the cheapest such choice."""
    found: dict[Hex, Choice] = {}
    _collect(menu.choices, depth, found)
    return found


def _collect(choices: Iterable[Choice], depth: int, found: dict[Hex, Choice]) -> None:
    for c in choices:
        if c.hex is not None and c.mp is not None:
            old = found.get(c.hex)
            if old is None or old.mp is None or c.mp < old.mp:
                found[c.hex] = c
        elif c.menu is not None and depth > 0 and c.hex is None:
            _collect(c.menu().choices, depth - 1, found)


def places(menu: Menu) -> list[Hex]:
    """Every hex a choice of the menu itself leads to at no price."""
    return [c.hex for c in menu if c.hex is not None and c.mp is None]


def of_unit(decision: Decision, unit: str) -> Menu | None:
    """What a unit can be ordered to do now; None when it can't be given any order."""
    if not isinstance(decision, Command):
        return None
    for c in decision.menu:
        if c.menu is not None and (c.unit or "").casefold() == unit.casefold() and c.key.casefold() == unit.casefold():
            return c.menu()
    return None
