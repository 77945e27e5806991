"""Troop and rank symbols: one colour each, drawn by code on a 100 x 100 box.

The grammar: shield = foot, horse's head = mounted, weapon alone = skirmisher; full = heavy, half = medium,
outline = light. A symbol nobody has drawn is shown as a plain shield.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from renderer.symbols import foot, marks, mounted, ranks, wheeled
from renderer.symbols.pen import BOX, Drawing, Pen

DRAWINGS: dict[str, Drawing] = {
    **foot.DRAWINGS,
    **mounted.DRAWINGS,
    **wheeled.DRAWINGS,
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
    "bolt-thrower": "artillery",
    "crossbowmen": "crossbow",
    "longbowmen": "longbow",
    "pikemen": "pike",
    "axemen": "axe",
    "wagon": "baggage",
}
"""Other names of the same symbols."""

SIDEWAYS = frozenset(mounted.DRAWINGS) | frozenset(wheeled.DRAWINGS) | {"archers", "longbow"}
"""Symbols that look one way: they are mirrored on a counter that faces west."""


def known(name: str) -> str:
    """The name a symbol is drawn under; ``"plain"`` for one nobody has drawn."""
    name = ALIASES.get(name, name)
    return name if name in DRAWINGS else "plain"


@lru_cache(maxsize=128)
def _mask(name: str) -> Image.Image:
    pen = Pen()
    DRAWINGS[name](pen)
    return pen.image


@lru_cache(maxsize=1024)
def mask(name: str, px: int, mirrored: bool = False) -> Image.Image:
    """A symbol as a grey mask of ``px`` pixels a side. Not to be changed: it is shared."""
    full = _mask(known(name))
    if mirrored and known(name) in SIDEWAYS:
        full = full.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    how = Image.Resampling.BOX if px >= BOX * 2 else Image.Resampling.LANCZOS
    return full.resize((px, px), how)
