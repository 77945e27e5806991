"""One picture as different eyes see it."""

from __future__ import annotations

from PIL import Image

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing
from engine.kernel.terrain import HexsideFeature
from engine.kernel.text import Text
from engine.kernel.view import LeaderView, MarkerView, TableView
from renderer.palette.colours import Theme
from renderer.palette.vision import VISIONS, seen_by
from renderer.specimens.field import plot, table, unit
from renderer.specimens.page import MARGIN, TOP, Page
from renderer.words.say import Say

R = 58
_NAMES = {
    "protanopia": Text("Protanopia"),
    "deuteranopia": Text("Deuteranopia"),
    "tritanopia": Text("Tritanopia"),
}


def _fight() -> tuple[TableView, tuple[Trace, ...]]:
    """Two lines in contact with everything colour has a part in: sides, bands, hits, states, leaders, moves."""
    ground = table(
        "eyes",
        6,
        5,
        unit("HC1", 0, 202, "cataphract", 7, band=0, states=frozenset({"moved"})),
        unit("HI2", 0, 303, "heavy-infantry", 7, band=1, hits=3, states=frozenset({"engaged"})),
        unit("HI3", 0, 304, "medium-infantry", 5, band=2, hits=1),
        unit("AR1", 0, 203, "archers", 4, band=3, missile="A", supply="low"),
        unit("GH1", 1, 402, "heavy-cavalry", 6, band=5, states=frozenset({"must-check"})),
        unit("GH2", 1, 403, "barbarians", 6, band=9, hits=2, states=frozenset({"engaged"})),
        unit("GH3", 1, 404, "lancer", 5, band=7, states=frozenset({"disordered"})),
        unit("GH4", 1, 601, "horse-archer", 5, band=11, hits=5, states=frozenset({"routed"}), facing=Facing.E),
        leaders=(
            LeaderView("Bel", "Belisarius", 0, 204, "oc", 6, "active"),
            LeaderView("Tot", "Totila", 1, 503, "king", 5),
        ),
        markers=(MarkerView("S", "standard", "standard", 605, 1, band=5),),
        terrain={101: "woods", 102: "woods", 501: "rough", 105: "marsh", 205: "marsh"},
        levels={504: 1, 505: 2, 604: 1},
        hexsides=[HexsideFeature(a=a, b=b, type="stream") for a, b in ((404, 503), (404, 504), (405, 504), (405, 505))],
    )
    traces = (
        Trace(kind="move", unit="HC1", hexes=(104, 103, 202), side="first"),
        Trace(kind="shock", unit="HI2", hexes=(303, 403), side="first"),
        Trace(kind="rout", unit="GH4", hexes=(502, 601), side="second"),
        Trace(kind="missile", unit="AR1", hexes=(203, 402), side="first"),
    )
    return ground, traces


def eyes_sheet(theme: Theme = "light", say: Say = str) -> Image.Image:
    """A fight in full colour and in the three kinds of colour blindness."""
    ground, traces = _fight()
    cut = plot(ground, R, theme, (), traces, say)
    w, h = cut.size
    gap, foot = 24, 44
    size = 2 * MARGIN + 2 * w + gap, TOP + 8 + 2 * (h + foot) + 8
    page = Page(Text("Eyes"), Text("full severity, after Machado, Oliveira and Fernandes 2009"), size, theme, say)
    shown = [(Text("Full colour vision"), cut), *((_NAMES[v], seen_by(cut, v)) for v in VISIONS)]
    for i, (name, image) in enumerate(shown):
        x, y = MARGIN + i % 2 * (w + gap), TOP + 8 + i // 2 * (h + foot)
        page.panel((x, y), image)
        page.heading((x, y + h + 28), name)
    return page.image
