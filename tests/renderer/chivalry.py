"""A medieval fight on ground with a little of everything: knights, pikes and bows, standards, a bombard, waggons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing, Hex
from engine.kernel.terrain import HexsideFeature, Place
from engine.kernel.view import CounterView, LeaderView, MarkerView, TableView
from tests.renderer import field

BURN = ((105, 205), (105, 206), (106, 206), (106, 207))
HEDGE = ((605, 705), (606, 705), (606, 706))


def ground() -> TableView:
    """Twelve by eight hexes, nobody on them."""
    terrain = {
        101: "town",
        102: "town",
        201: "town",
        202: "town",
        203: "river",
        302: "river",
        402: "river",
        301: "river",
    }
    terrain |= {503: "bridge", 403: "river", 603: "river", 703: "river", 802: "river", 902: "river", 1002: "river"}
    terrain |= {1102: "river", 1202: "river", 1101: "castle", 901: "village", 1001: "village", 701: "building"}
    terrain |= {107: "swamp", 108: "swamp", 207: "fen", 208: "fen", 408: "mud", 508: "mud", 308: "mud"}
    terrain |= {1107: "woods", 1108: "woods", 1207: "woods", 1208: "woods", 907: "vineyard", 908: "vineyard"}
    terrain |= {804: "ditch", 805: "ditch", 806: "ditch", 607: "pits", 608: "pits"}
    return field.small(
        id="chivalry",
        cols=(1, 12),
        rows=(1, 8),
        climate="meadow",
        default_terrain="clear",
        terrain=terrain,
        levels={1004: 1, 1005: 1, 1104: 1, 1105: 2, 1106: 1, 1204: 1, 1205: 2, 1206: 1},
        hexsides=[HexsideFeature(a=a, b=b, type="burn") for a, b in BURN]
        + [HexsideFeature(a=a, b=b, type="hedge") for a, b in HEDGE],
        places=(Place(name="Sint-Maarten", hex=202), Place(name="Notre-Dame", hex=701)),
    )


def unit(code: str, side: int, at: Hex, symbol: str, rating: str = "-1", **more: Any) -> CounterView:
    """A unit with a rating and no TQ; side 0 faces east, side 1 west."""
    whole = CounterView(
        code, code, side, symbol, (at,), (Facing.E, Facing.W)[side], ma=4, rating=rating, band=side * 2 + 1
    )
    return replace(whole, **more)


def states(*names: str) -> frozenset[str]:
    return frozenset(names)


def fight() -> TableView:
    """Every troop type and every state this kind of battle has, three leaders and six markers."""
    return replace(
        ground(),
        counters=(
            unit("MM1", 0, 405, "men-at-arms", states=states("charging")),
            unit("MM2", 0, 304, "men-at-arms", states=states("disordered", "out-of-command")),
            unit("DM1", 0, 406, "dismounted-men-at-arms", states=states("shield-wall")),
            unit("UH1", 0, 306, "unhorsed-men-at-arms", "+0", states=states("disordered")),
            unit("GE1", 0, 204, "genitors", "+1", states=states("depleted"), ma=8),
            unit("MH1", 0, 104, "hobilars", "+2", ma=7),
            unit("DH1", 0, 305, "dismounted-hobilars", "+1", states=states("moved")),
            unit("PK1", 1, 505, "pike", "+0", states=states("schiltron")),
            unit("AX1", 1, 506, "axe", "+0", states=states("finished")),
            unit("LB1", 1, 605, "longbow", "+1"),
            unit("CB1", 1, 606, "crossbow", "+1"),
            unit("SL1", 1, 904, "slingers", "+2", states=states("retired")),
            unit("PK2", 1, 1004, "pike", "+0", band=3),
        ),
        leaders=(
            LeaderView("Edw", "Édouard", 0, 406, "king", 5, "active"),
            LeaderView("Gui", "Guy of Namur", 1, 1005, "oc", 3),
            LeaderView("Rep", "Replacement", 1, 605, "cc", 2),
        ),
        markers=(
            MarkerView("S1", "Standard of Édouard", "standard", 205, 0, band=1),
            MarkerView("S2", "Standard of Guy", "standard", 1004, 1, band=3),
            MarkerView("B1", "Bombard", "bombard", 806, 1, Facing.W, 3),
            MarkerView("B2", "Bombard", "bombard", 705, 1, Facing.SW, 3, spent=True),
            MarkerView("B3", "Bombard", "bombard", 305, 0, Facing.NE),
            MarkerView("W1", "Wagon", "wagon", 206),
        ),
    )


TRACES = (
    Trace(kind="charge", unit="MM1", hexes=(205, 305, 405, 505), side="red"),
    Trace(kind="missile", unit="LB1", hexes=(605, 405), side="blue"),
    Trace(kind="shock", unit="DM1", hexes=(406, 506), side="red"),
)
