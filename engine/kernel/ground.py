"""What ground, and what lies along a hexside, is called: the keys of maps and charts as players read them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.kernel.text import Text

NAMES: Mapping[str, Text] = {
    "abatis": Text("abatis"),
    "beek": Text("beek"),
    "bridge": Text("bridge"),
    "broken": Text("broken"),
    "brook": Text("brook"),
    "building": Text("building"),
    "burn": Text("burn"),
    "camp": Text("camp"),
    "castle": Text("castle"),
    "city": Text("city"),
    "city_gate": Text("city gate"),
    "city_wall": Text("city wall"),
    "clear": Text("clear"),
    "climbing": Text("climbing"),
    "deep_river": Text("deep river"),
    "dirt_road": Text("dirt road"),
    "dirt_track": Text("dirt track"),
    "ditch": Text("ditch"),
    "fen": Text("fen"),
    "ford": Text("ford"),
    "going down": Text("going down"),
    "forest": Text("forest"),
    "gate": Text("gate"),
    "hedge": Text("hedge"),
    "hill": Text("hill"),
    "impassable": Text("impassable"),
    "impassable_side": Text("impassable side"),
    "lake": Text("lake"),
    "major_river": Text("major river"),
    "marsh": Text("marsh"),
    "minor_river": Text("minor river"),
    "mud": Text("mud"),
    "open": Text("{ground}", ground="open"),  # a battle that can be joined is open in another way
    "pits": Text("pits"),
    "rampart": Text("rampart"),
    "river": Text("river"),
    "river_euphrates": Text("river Euphrates"),
    "river_volturno": Text("river Volturno"),
    "road": Text("road"),
    "rocky_riverbed": Text("rocky riverbed"),
    "rocky_riverbed_side": Text("rocky riverbed side"),
    "roman_camp": Text("roman camp"),
    "roman_road": Text("roman road"),
    "rough": Text("rough"),
    "sea": Text("sea"),
    "steep_bank": Text("steep bank"),
    "stream": Text("stream"),
    "stream_steep": Text("stream steep"),
    "swamp": Text("swamp"),
    "tower": Text("tower"),
    "town": Text("town"),
    "trench": Text("trench"),
    "village": Text("village"),
    "vineyard": Text("vineyard"),
    "wall": Text("wall"),
    "walled": Text("walled"),
    "water": Text("water"),
    "woods": Text("woods"),
}
"""Those of our own battles; a language has a word for each."""


@lru_cache(maxsize=256)
def called(key: str) -> Text:
    """What players read.

    >>> str(called("major_river")), str(called("gravel_pit"))
    ('major river', 'gravel pit')
    """
    return NAMES.get(key) or Text("{ground}", ground=key.replace("_", " "))
