"""Armies and their commands, as players choose them from a list."""

from __future__ import annotations

from discord import app_commands

from bot.language.plain import CHOICE
from bot.narration import fit
from bot.notation.armies import exactly, named, near, own, side
from engine.kernel.view import TableView

SUGGESTED = 25
BETWEEN = ": "
"""Between an army's name and its command's."""


def suggest_sides(table: TableView, typed: str) -> list[app_commands.Choice[str]]:
    """Sides whose name holds what was typed."""
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=fit(s.name, CHOICE), value=s.id)
        for s in table.sides
        if wanted in s.name.casefold() and len(s.id) <= CHOICE
    ]


def suggest(table: TableView, typed: str) -> list[app_commands.Choice[str]]:
    """Armies, and behind each its commands that have anybody on the map."""
    wanted = typed.strip().casefold()
    names: list[str] = []
    for n, s in enumerate(table.sides):
        standing = {c.band for c in table.counters if c.side == n and c.hexes}
        names += [s.name, *(f"{s.name}{BETWEEN}{name}" for b, name in enumerate(s.bands) if b in standing)]
    fitting = [x for x in names if wanted in x.casefold() and len(x) <= CHOICE]
    return [app_commands.Choice(name=x, value=x) for x in fitting[:SUGGESTED]]


__all__ = ["exactly", "named", "near", "own", "side", "suggest", "suggest_sides"]
