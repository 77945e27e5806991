"""The position as everybody sees it on the table: the family's, with Formations, seizure and command status."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.kernel.view import TableView
from engine.systems.gboh import view
from engine.systems.gboh.battle import Battle


def table(g: Battle, viewers: Collection[str] = ()) -> TableView:
    """The whole public position, and what the sides among ``viewers`` know besides."""
    found = view.table(g, viewers)
    return replace(found, sides=tuple(replace(s, to_act=()) for s in found.sides))
