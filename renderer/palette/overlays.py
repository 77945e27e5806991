"""The colours of overlays: their lines and figures, and how strong they lie on the ground."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from renderer.palette.colours import BLACK, GOLD, HIT, RGB, Theme, mix, rgb

REACH = rgb("#1F7A74")
REACH_LINE = rgb("#155A56")
FIRE = rgb("#7A3E8E")
FIRE_LINE = rgb("#5A2A6B")
COMMAND = rgb("#B37C0C")


@dataclass(frozen=True, slots=True)
class Inks:
    """Lines and figures of overlays in one theme; all come out exactly in every picture."""

    reach: RGB
    reach_figure: RGB
    sight: RGB
    fire: RGB
    fire_figure: RGB
    blocked: RGB
    command: RGB
    hatch: RGB
    """Of what can't be seen."""

    def __iter__(self) -> Iterator[RGB]:
        return (getattr(self, name) for name in self.__slots__)


_INKS: dict[Theme, Inks] = {
    "light": Inks(
        REACH_LINE, mix(REACH_LINE, BLACK, 0.45), REACH, FIRE_LINE, mix(FIRE_LINE, BLACK, 0.4), HIT, COMMAND, BLACK
    ),
    "dark": Inks(
        rgb("#4DB0A4"),
        rgb("#CFEDE6"),
        rgb("#5CC9A4"),
        rgb("#B48AC6"),
        rgb("#EBD9F2"),
        rgb("#E5586B"),
        GOLD,
        rgb("#8F866F"),
    ),
}


@dataclass(frozen=True, slots=True)
class Washes:
    """How far the ground goes towards the colour of an overlay that lies on it, 0 to 1, in one theme."""

    reach: float
    fire: tuple[float, float, float, float]
    """By range band, the nearest first."""
    zone: float
    chosen: float
    dimmed: float


_WASHES: dict[Theme, Washes] = {
    "light": Washes(0.23, (0.47, 0.35, 0.24, 0.14), 0.18, 0.34, 0.18),
    "dark": Washes(0.34, (0.62, 0.46, 0.32, 0.20), 0.20, 0.34, 0.35),
}


def washes(theme: Theme) -> Washes:
    """How strong overlays lie on the ground."""
    return _WASHES[theme]


def inks(theme: Theme) -> Inks:
    """What overlays are drawn with."""
    return _INKS[theme]
