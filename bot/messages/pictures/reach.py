"""Places a menu leads to, for drawing them on a map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Command, Decision, Menu
from engine.kernel.view import TableView
from renderer import Ends

DEPTH = 2
"""Menus looked into below the one given: what a unit does, then where."""


def goals(menu: Menu, depth: int = DEPTH) -> dict[Place, Choice]:
    """Every place some choice leads to at a price in movement, with the cheapest such choice."""
    found: dict[Place, Choice] = {}
    _collect(menu.choices, depth, found)
    return found


def _collect(choices: Iterable[Choice], depth: int, found: dict[Place, Choice]) -> None:
    for c in choices:
        if c.hex is not None and c.mp is not None:
            old = found.get(c.hex)
            if old is None or old.mp is None or c.mp < old.mp:
                found[c.hex] = c
        elif c.menu is not None and depth > 0 and c.hex is None:
            _collect(c.menu().choices, depth - 1, found)


def places(menu: Menu) -> list[Place]:
    """Every place a choice of the menu itself leads to at no price."""
    return [c.hex for c in menu if c.hex is not None and c.mp is None]


def ends(turns: Sequence[Choice]) -> Ends | None:
    """Where a unit of two hexes ends by each of these turns; None where there is none."""
    places = tuple(((c.hex, c.other), int(c.facing)) for c in turns if c.hex and c.other and c.facing is not None)
    return Ends(places) if places else None


def of_unit(decision: Decision, unit: str) -> Menu | None:
    """What a unit can be ordered to do now; None when it can't be given any order."""
    if not isinstance(decision, Command):
        return None
    for c in decision.menu:
        if c.menu is not None and (c.unit or "").casefold() == unit.casefold() and c.key.casefold() == unit.casefold():
            return c.menu()
    return None


def facings(
    table: TableView, menu: Menu, chosen: Sequence[str], focus: Sequence[Place]
) -> tuple[tuple[Place, ...], dict[int, str], int | None] | None:
    """A menu of nothing but facings: the hexes of the unit that turns, what each costs, how it faces now.

    ``chosen`` are units chosen so far, ``focus`` where the last of them will stand. None for any other menu.
    """
    if len(menu) < 2 or any(c.facing is None for c in menu):
        return None
    unit = next((c for c in table.counters if chosen and c.id == chosen[-1]), None)
    where = {c.hex for c in menu}
    if len(where) > 1:
        return None
    (at,) = where
    hexes = (at,) if at is not None else tuple(focus[:1]) or (unit.hexes if unit is not None else ())
    if unit is not None and hexes and hexes[0] in unit.hexes:
        hexes = unit.hexes
    choices = {int(c.facing): "" if c.mp is None else str(c.mp) for c in menu if c.facing is not None}
    current = int(unit.facing) if unit is not None and unit.facing is not None else None
    return (hexes, choices, current) if hexes else None


def same_side(table: TableView, units: Iterable[str]) -> bool:
    """Whether these are all units of one side."""
    sides = {c.id: c.side for c in table.counters}
    found = {sides.get(u, -1) for u in units}
    return len(found) == 1 and -1 not in found
