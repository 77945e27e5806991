"""Every troop symbol as a counter at three zooms, on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PIL import Image

from engine.kernel.text import Text
from renderer import symbols
from renderer.counters import counter
from renderer.counters.look import Look
from renderer.map.layout import zoom_of
from renderer.palette.colours import Theme
from renderer.specimens.page import MARGIN, TOP, Page
from renderer.symbols import beasts, campaign, foot, legion, mixed, mounted, wheeled
from renderer.symbols.troops import OTHERS, TROOPS
from renderer.words.say import Say

NEAR, MIDDLE, FAR = 58, 28, 17
COLUMNS = 8
CELL = (176, 178)

FOOT = tuple(n for n in (*foot.DRAWINGS, *mixed.DRAWINGS, *legion.DRAWINGS) if n != "plain")
OTHER_ARMS = (*mounted.DRAWINGS, *beasts.DRAWINGS, *wheeled.DRAWINGS, *campaign.DRAWINGS)
SYSTEMS = MappingProxyType(
    {
        "cataphract": Text("Cataphract"),
        "alexander": Text("Great Battles of Alexander"),
        "spqr": Text("SPQR"),
        "simple-gboh": Text("Simple GBoH"),
        "men-of-iron": Text("Men of Iron"),
        "justinian": Text("Justinian"),
    }
)
"""Rule systems by key, with their names."""


def names() -> Mapping[str, Text]:
    """What every symbol is called, by the name it is drawn under."""
    found: dict[str, Text] = {}
    for system in (*TROOPS.values(), OTHERS):
        for troop in system.values():
            found.setdefault(symbols.known(troop.symbol), troop.name)
    return found


def _look(symbol: str, side: int, r: int, i: int, figures: bool) -> Look:
    zoom = zoom_of(r)
    return Look(
        side=side,
        symbol=symbol,
        facing=None if symbol in campaign.DRAWINGS else side * 180,
        figure=str(4 + i * 3 % 5) if figures and zoom != "far" else None,
        second=str(3 + i * 2 % 7) if figures and zoom == "near" else None,
        hits=0,
        missile=None,
        supply=None,
        band=None if zoom == "far" else i % 12,
        states=frozenset(),
        code=f"{symbol[:2].upper()}{i % 9 + 1}" if zoom == "near" else "",
    )


def sheet(title: Text, subtitle: Text, chosen: Sequence[str], theme: Theme = "light", say: Say = str) -> Image.Image:
    """A plate of these symbols: large, then middle and small on both sides."""
    rows = -(-len(chosen) // COLUMNS)
    size = 2 * MARGIN + COLUMNS * CELL[0], TOP + rows * CELL[1] + 16
    page = Page(title, subtitle, size, theme, say)
    called = names()
    for i, symbol in enumerate(chosen):
        x, y = MARGIN + i % COLUMNS * CELL[0], TOP + i // COLUMNS * CELL[1]
        # Alternating like a chessboard, so that each side has its share.
        first = (i + i // COLUMNS) % 2
        figures = symbol not in campaign.DRAWINGS and symbol != "bombard"
        counter.lay(page.image, _look(symbol, first, NEAR, i, figures), NEAR, (x + 68 + first * 6, y + 52), theme)
        for side in (0, 1):
            counter.lay(
                page.image, _look(symbol, side, MIDDLE, i, figures), MIDDLE, (x + 24 + side * 63, y + 122), theme
            )
            counter.lay(page.image, _look(symbol, side, FAR, i, figures), FAR, (x + 128 + side * 36, y + 122), theme)
        page.caption((x + CELL[0] / 2, y + 164), called[symbol], CELL[0] - 12, 17)
    return page.image


def foot_sheet(theme: Theme = "light", say: Say = str) -> Image.Image:
    """Troops on foot."""
    return sheet(
        Text("Troops on foot"),
        Text("a shield stands in line, a weapon alone skirmishes · full is heavy, half medium, outline light"),
        FOOT,
        theme,
        say,
    )


def other_sheet(theme: Theme = "light", say: Say = str) -> Image.Image:
    """Horse, beasts, engines, and the map of a campaign."""
    return sheet(
        Text("Horse, beasts, engines"),
        Text("full is heavy, outline light · elephants, chariots, engines, and the pieces of a campaign"),
        OTHER_ARMS,
        theme,
        say,
    )
