"""Every ground and every hexside there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from PIL import Image

from engine.kernel.hexes import Hex
from engine.kernel.terrain import HexsideFeature, Place, Road
from engine.kernel.text import Text
from renderer.palette.colours import Theme
from renderer.specimens.field import plot, table
from renderer.specimens.page import MARGIN, TOP, Page
from renderer.words.say import Say

COLUMNS_OF_PLATE = 6
R = 34
"""Large enough for hex numbers, so that the plate shows how they read on every ground."""
_COLS, _ROWS = 4, 3
_CLUSTER: tuple[Hex, ...] = (101, 201, 202, 301, 302, 102)
_REACH: tuple[Hex, ...] = (201, 202, 203, 303)
_ALONG = ((201, 301), (202, 301), (202, 302), (203, 302), (203, 303))


class Specimen(NamedTuple):
    """One small field: what it shows, and the kinds of ground and of hexside on it."""

    name: Text
    fields: dict[str, Any]
    kinds: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()


def _hexes(
    name: Text, kind: str, hexes: Iterable[Hex] = _CLUSTER, others: Mapping[Hex, str] | None = None, **more: Any
) -> Specimen:
    ground = {h: kind for h in hexes} | dict(others or {})
    return Specimen(name, more | {"terrain": ground}, tuple(dict.fromkeys(ground.values())))


def _sides(name: Text, kind: str, hexsides: Iterable[HexsideFeature] = (), **more: Any) -> Specimen:
    """A line down the middle; ``hexsides`` lie on it."""
    own = {(f.a, f.b) for f in hexsides if f.type == "gate"}
    found = [*(HexsideFeature(a=a, b=b, type=kind) for a, b in _ALONG if (a, b) not in own), *hexsides]
    return Specimen(name, more | {"hexsides": found}, (), tuple(dict.fromkeys(f.type for f in found)))


def _steps(low: int) -> dict[str, Any]:
    return {"levels": {c * 100 + r: low + c - 1 for c in range(1, _COLS + 1) for r in range(1, _ROWS + 1)}}


_BRIDGE = [HexsideFeature(a=202, b=302, type="bridge")]
_ROAD = [Road(type="road", hexes=(102, 202, 302, 402))]
_GATE = [HexsideFeature(a=202, b=302, type="gate")]
_BANK = [HexsideFeature(a=a, b=b, type="steep_bank") for a, b in ((201, 301), (202, 301), (202, 302), (203, 302))]

SPECIMENS: tuple[Specimen, ...] = (
    Specimen(Text("open, meadow"), {"climate": "meadow"}, ("open",)),
    Specimen(Text("open, temperate"), {"climate": "temperate"}, ("open",)),
    Specimen(Text("open, arid"), {"climate": "arid"}, ("open",)),
    Specimen(Text("levels 0 to 3"), _steps(0)),
    Specimen(Text("levels 2 to 5"), _steps(2)),
    _hexes(Text("woods"), "woods"),
    _hexes(Text("rough, broken"), "rough"),
    _hexes(Text("rocky riverbed"), "rocky_riverbed"),
    _hexes(Text("marsh, swamp"), "marsh"),
    _hexes(Text("fen, impassable"), "fen"),
    _hexes(Text("mud"), "mud"),
    _hexes(Text("vineyard"), "vineyard"),
    _hexes(Text("pits"), "pits"),
    _hexes(Text("ditch"), "ditch", (201, 202, 203)),
    _hexes(Text("river, lake"), "river", _REACH),
    _hexes(Text("sea"), "sea", (101, 102, 103, 201, 202, 301)),
    _hexes(Text("ford"), "river", _REACH, {202: "ford"}),
    _hexes(Text("bridge"), "river", _REACH, {202: "bridge"}, roads=_ROAD),
    _hexes(Text("land of a campaign"), "land"),
    _hexes(Text("village"), "village", (201, 202, 302)),
    _hexes(Text("town"), "town"),
    _hexes(Text("building"), "building", (202,)),
    _hexes(Text("castle"), "castle", (202,)),
    _hexes(
        Text("city, wall, gate"),
        "city_interior",
        (101, 102, 103),
        {201: "city_wall", 202: "city_gate", 203: "city_wall"},
    ),
    _hexes(Text("camp"), "roman_camp"),
    Specimen(Text("road"), {"roads": [Road(type="road", hexes=(102, 202, 301, 401))]}),
    Specimen(Text("track"), {"roads": [Road(type="dirt_road", hexes=(102, 202, 301, 401))]}),
    _sides(Text("stream, burn, beek"), "stream"),
    _sides(Text("river, bridge, ford"), "minor_river", hexsides=[*_BRIDGE, HexsideFeature(a=203, b=303, type="ford")]),
    _sides(Text("stream, bridge"), "stream", hexsides=_BRIDGE, roads=_ROAD),
    _sides(Text("trench"), "trench"),
    Specimen(
        Text("steep bank"), {"terrain": {h: "river" for h in _REACH}, "hexsides": _BANK}, ("river",), ("steep_bank",)
    ),
    _sides(Text("hedge"), "hedge"),
    _sides(Text("rampart, gate"), "rampart", hexsides=_GATE),
    _sides(Text("city wall, gate"), "city_wall", hexsides=_GATE),
    _hexes(Text("names on the map"), "woods", (301, 302), places=(Place(name="Łysa Góra", hex=202),)),
)
"""Every kind the maps know, each at least once."""


def terrain_sheet(theme: Theme = "light", say: Say = str) -> Image.Image:
    """All specimens on one plate."""
    pictures = [
        (s.name, plot(table(f"terrain {i}", _COLS, _ROWS, **s.fields), R, theme)) for i, s in enumerate(SPECIMENS)
    ]
    w, h = pictures[0][1].size
    gap, foot = 16, 34
    rows = -(-len(pictures) // COLUMNS_OF_PLATE)
    size = (
        2 * MARGIN + COLUMNS_OF_PLATE * w + (COLUMNS_OF_PLATE - 1) * gap,
        TOP + 8 + rows * (h + foot) + 14,
    )
    page = Page(
        Text("Terrain"), Text("every ground and every hexside, with the numbers of its hexes"), size, theme, say
    )
    for i, (name, picture) in enumerate(pictures):
        x, y = MARGIN + i % COLUMNS_OF_PLATE * (w + gap), TOP + 8 + i // COLUMNS_OF_PLATE * (h + foot)
        page.panel((x, y), picture)
        page.caption((x + w / 2, y + h + 22), name, w)
    return page.image
