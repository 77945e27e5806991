"""Armies and their commands, as players name them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from engine.kernel.closeness import best
from engine.kernel.text import refuse
from engine.kernel.view import TableView


def side(table: TableView, text: str) -> int:
    """Index of the side a player names. Raises Refusal."""
    wanted = text.strip().casefold()
    names = [(n, (s.name.casefold(), s.id.casefold())) for n, s in enumerate(table.sides)]
    ways: tuple[Callable[[str], bool], ...] = (lambda name: wanted == name, lambda name: name.startswith(wanted))
    for matches in ways:
        found = [n for n, known in names if wanted and any(matches(x) for x in known)]
        if len(found) == 1:
            return found[0]
    meant = near(table, text)
    if meant is not None:
        return meant
    refuse("The sides are {sides}.", sides=" and ".join(s.name for s in table.sides))


def exactly(table: TableView, text: str) -> int | None:
    """Index of the side whose name or id a text is; None where it is none's."""
    wanted = text.strip().casefold()
    return next((n for n, s in enumerate(table.sides) if wanted in (s.name.casefold(), s.id.casefold())), None)


def near(table: TableView, text: str) -> int | None:
    """Index of the side whose name comes close to a text, and closer than all others; None where none does."""
    found = best(text, range(len(table.sides)), lambda n: f"{table.sides[n].name}\n{table.sides[n].id}")
    return found[0] if len(found) == 1 else None


def own(table: TableView, sides: Collection[str]) -> int:
    """Index of the side a user plays; of the first one for a spectator."""
    return next((n for n, s in enumerate(table.sides) if s.id in sides), 0)


def named(table: TableView, text: str) -> tuple[int, int | None]:
    """Index of a side, and of one of its commands or None for all of it. Raises Refusal."""
    army, _, command = text.partition(":")
    if command.strip():
        n = side(table, army)
        return n, _band(table, n, command)
    wanted = text.strip().casefold()
    found = [(n, b) for n, s in enumerate(table.sides) for b, name in enumerate(s.bands) if name.casefold() == wanted]
    return found[0] if len(found) == 1 else (side(table, text), None)


def _band(table: TableView, n: int, text: str) -> int:
    wanted, bands = text.strip().casefold(), table.sides[n].bands
    found = [b for b, name in enumerate(bands) if name.casefold() == wanted]
    found = found or [b for b, name in enumerate(bands) if name.casefold().startswith(wanted)]
    if len(found) != 1:
        refuse("The {side} have: {commands}.", side=table.sides[n].name, commands=", ".join(bands))
    return found[0]
