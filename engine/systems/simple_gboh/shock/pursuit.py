"""7.6 Cavalry that pursues off the map, and comes back."""

from __future__ import annotations

from engine.systems.simple_gboh.battle import Battle


async def come_back(g: Battle, formation: str) -> None:
    """7.63 Pursuers of an activated Formation, before anything else of it."""
