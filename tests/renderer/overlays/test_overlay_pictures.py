"""Stored pictures of every overlay and of arrows, on blank paper without counters, by day and by night."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing, distance
from engine.kernel.hexes import within as ring
from engine.kernel.view import TableView
from renderer import (
    Casualties,
    CommandRange,
    Eligible,
    Facings,
    Line,
    Overlay,
    Range,
    Reach,
    SetUpArea,
    Shock,
    Sight,
    Zones,
)
from tests.each import for_each
from tests.renderer.blank import THEMES, drawn, horse, pair, scene, table
from tests.renderer.test_pictures import same_as_stored

FIELD = table(
    horse("HC3", 304, hits=1),
    horse("HI2", 404, 1, hits=2),
    horse("HI3", 305, facing=Facing.NE),
    pair("PH1", 503, 504, Facing.W, 1),
    zoc={0: frozenset({403, 404, 405}), 1: frozenset({304, 404, 303})},
)
_NEAR = ring(304, 2)
_PAIRS = [("HC3", "HI2"), ("HI3", "HI2")]

CASES: dict[str, Sequence[Overlay]] = {
    "reach": [Reach({h: distance(304, h) for h in _NEAR}, {404: 1, 203: 1, 506: 2, 305: 2}, 304)],
    "zones": [Zones(0), Zones(1)],
    "set-up": [SetUpArea(_NEAR[:14], 1)],
    "range": [Range({h: distance(304, h) for h in _NEAR[1:]}, dict.fromkeys(_NEAR, "7"), (502, 602))],
    "sight": [Sight(203, 605, 404, "HI2"), Sight(305, 106)],
    "command": [CommandRange(_NEAR)],
    "eligible": [Eligible(("HC3", "PH1"))],
    "line": [Line(("HC3", "HI3"), ("PH1",))],
    "facings": [Facings((304,), {0: "", 2: "1", 8: "2", 3: "1"}, 0), Facings((503, 504), {6: "1"}, 0)],
    "shock": [Shock(_PAIRS, "7", {_PAIRS[0]: "10"}, {_PAIRS[0]: "2:1", _PAIRS[1]: "58 %"})],
    "casualties": [
        Casualties(
            {"HC3": 2, "HI2": 1},
            ("HI3",),
            {"LN1": 205, "LC9": 603, "SK1": 603, "AR2": 304},
            {"Totila": 406},
            {"LN1": 0, "LC9": 1},
        )
    ],
}
TOLD = [
    Trace(kind="move", unit="HC3", hexes=(101, 202, 303, 304), side="red"),
    Trace(kind="withdraw", unit="HI2", hexes=(403, 404), side="blue"),
    Trace(kind="rout", unit="LN1", hexes=(305, 306, 206), side="red"),
    *(Trace(kind="missile", unit="A", hexes=(h, 503), side="red") for h in (102, 103, 104, 104)),
    Trace(kind="missile", unit="B", hexes=(504, 304), side="blue"),
    Trace(kind="missile", unit="B", hexes=(305, 405), side="blue"),
    Trace(kind="loss", unit="XX", hexes=(205,), side="blue"),
]


def _both(t: TableView, overlays: Sequence[Overlay], told: Sequence[Trace]) -> Image.Image:
    """By day and by night, side by side, cut to the columns that matter."""
    halves = []
    for theme in THEMES:
        s = scene(t, 46, theme, (1, 1, 6, 6))
        halves.append(drawn(s, *overlays, told=told))
    found = Image.new("RGB", (2 * halves[0].width, halves[0].height))
    for i, half in enumerate(halves):
        found.paste(half, (i * half.width, 0))
    return found


@for_each("name", CASES)
def test_an_overlay_looks_as_stored(name: str) -> None:
    same_as_stored(f"overlay-{name}", _both(FIELD, CASES[name], ()))


def test_arrows_look_as_stored() -> None:
    same_as_stored("overlay-arrows", _both(FIELD, (), TOLD))
