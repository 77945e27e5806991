"""Troop and rank symbols: one colour each, drawn by code on a 100 x 100 box.

The grammar: shield = foot, horse's head = mounted, weapon alone = skirmisher; full = heavy, half = medium,
outline = light. A symbol nobody has drawn is shown as a plain shield.
"""

from __future__ import annotations

from PIL import Image

from renderer.graphics.cache import Cache
from renderer.symbols import beasts, campaign, foot, legion, marks, mixed, mounted, ranks, wheeled
from renderer.symbols.pen import BOX, Drawing, Pen

DRAWINGS: dict[str, Drawing] = {
    **foot.DRAWINGS,
    **mixed.DRAWINGS,
    **legion.DRAWINGS,
    **mounted.DRAWINGS,
    **beasts.DRAWINGS,
    **wheeled.DRAWINGS,
    **campaign.DRAWINGS,
    **ranks.DRAWINGS,
    **marks.DRAWINGS,
}
"""Every symbol by name."""

ALIASES = {
    "lancers": "lancer",
    "cataphracts": "cataphract",
    "horse-archers": "horse-archer",
    "legion": "cohort",
    "bow": "archers",
    "javelin": "javelins",
    "sling": "slingers",
    "elephant": "elephants",
    "chariot": "chariots",
    "camel": "camels",
    "guards": "hypaspists",
    "agrianians": "assault-skirmishers",
    "javelin-cavalry": "genitors",
    "catapult": "stone-thrower",
    "oxybeles": "artillery",
    "dromon": "galley",
    "bolt-thrower": "artillery",
    "crossbowmen": "crossbow",
    "longbowmen": "longbow",
    "pikemen": "pike",
    "axemen": "axe",
    "wagon": "baggage",
}
"""Other names of the same symbols."""

SIDEWAYS = (
    frozenset(mounted.DRAWINGS)
    | frozenset(mixed.DRAWINGS)
    | frozenset(beasts.DRAWINGS)
    | frozenset(wheeled.DRAWINGS)
    | {"archers", "longbow", "fleet", "galley", "standard", "army", "detachment"}
)
"""Symbols that look one way: they are mirrored on a counter that faces west."""


def known(name: str) -> str:
    """The name a symbol is drawn under; ``"plain"`` for one nobody has drawn."""
    name = ALIASES.get(name, name)
    return name if name in DRAWINGS else "plain"


_DRAWN: Cache[str, Image.Image] = Cache(8 << 20, lambda im: im.width * im.height, "symbols")
_MASKS: Cache[tuple[str, int, bool], Image.Image] = Cache(5 << 20, lambda im: im.width * im.height, "symbols in sizes")


def _drawn(name: str) -> Image.Image:
    pen = Pen()
    DRAWINGS[name](pen)
    return pen.image


def mask(name: str, px: int, mirrored: bool = False) -> Image.Image:
    """A symbol as a grey mask of ``px`` pixels a side. Not to be changed: it is shared."""
    name = known(name)
    mirrored = mirrored and name in SIDEWAYS
    return _MASKS.get((name, px, mirrored), lambda: _sized(name, px, mirrored))


def _sized(name: str, px: int, mirrored: bool) -> Image.Image:
    full = _DRAWN.get(name, lambda: _drawn(name))
    if mirrored:
        full = full.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    how = Image.Resampling.BOX if px >= BOX * 2 else Image.Resampling.LANCZOS
    return full.resize((px, px), how)
