"""The names terrain goes by in scenario files, sorted into the kinds the map draws."""

from __future__ import annotations

from types import MappingProxyType

KINDS = MappingProxyType(
    {
        "open": "open",
        "clear": "open",
        "plain": "open",
        "woods": "woods",
        "forest": "woods",
        "orchard": "woods",
        "rough": "rough",
        "broken": "rough",
        "rocky": "rough",
        "rocky_riverbed": "riverbed",
        "marsh": "marsh",
        "swamp": "marsh",
        "fen": "fen",
        "mud": "mud",
        "vineyard": "vineyard",
        "pits": "pits",
        "ditch": "ditch",
        "river": "water",
        "major_river": "water",
        "river_impassable": "water",
        "river_euphrates": "water",
        "lake": "water",
        "sea": "sea",
        "deep_river": "water",
        "strait": "sea",
        "harbour": "sea",
        "shallows": "ford",
        "island_ford": "ford",
        "jaxartes_ford": "ford",
        "easy_ford": "ford",
        "ford": "ford",
        "bridge": "bridge",
        "city_interior": "city",
        "city": "city",
        "city_wall": "city-wall",
        "city_gate": "city-gate",
        "town": "town",
        "village": "village",
        "building": "building",
        "castle": "castle",
        "camp": "camp",
        "land": "land",
        "coast": "land",
        "island": "land",
        "roman_camp": "camp",
        "roman_road": "open",
        "dirt_road": "open",
    }
)
"""Terrain type of a hex to the kind of ground drawn."""

SIDE_KINDS = MappingProxyType(
    {
        "stream": "stream",
        "burn": "stream",
        "beek": "stream",
        "brook": "stream",
        "minor_river": "minor-river",
        "river": "minor-river",
        "river_volturno": "minor-river",
        "trench": "trench",
        "ditch": "trench",
        "steep_bank": "steep-bank",
        "hedge": "hedge",
        "rampart": "rampart",
        "palisade": "rampart",
        "city_wall": "wall",
        "wall": "wall",
        "gate": "gate",
        "city_gate": "gate",
        "bridge": "bridge",
        "ford": "ford",
    }
)
"""Hexside type to the kind of line drawn."""

UNKNOWN = "unknown"

WATER = ("water", "sea", "ford", "bridge")
"""Kinds of ground that are water."""


def kind_of(terrain: str) -> str:
    """The kind of ground a terrain type is drawn as; :data:`UNKNOWN` for a type the renderer has never heard of."""
    return KINDS.get(_plain(terrain), UNKNOWN)


def side_kind_of(feature: str) -> str:
    """The kind of line a hexside type is drawn as; :data:`UNKNOWN` for one it has never heard of."""
    return SIDE_KINDS.get(_plain(feature), UNKNOWN)


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")
