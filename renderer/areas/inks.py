"""The colours of a map of areas, from the project's palette: grounds of areas, lines of borders."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.areas import AreaKind, BorderKind
from renderer.palette.colours import RGB, Theme, mix
from renderer.palette.map import Ground, ground

LEGIBLE_SEA = 0.35


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of one theme."""

    ground: Ground
    faces: dict[AreaKind, RGB]
    """Of the plates of areas."""
    edges: dict[AreaKind, RGB]
    lines: dict[BorderKind, RGB]

    @property
    def theme(self) -> Theme:
        return self.ground.theme

    def __getitem__(self, role: str) -> RGB:
        return self.ground[role]


def inks(theme: Theme) -> Inks:
    """What a scheme is drawn in by day and by night."""
    g = ground(theme)
    land, water, line = g.levels[0], g["water"], g["water-edge"]
    return Inks(
        g,
        {"province": land, "sea": mix(water, g["paper"], LEGIBLE_SEA), "box": g["paper"]},
        {"province": g["ink"], "sea": line, "box": g["soft"]},
        {
            "land": g["road-line"],
            "strait": line,
            "coast": g["water-line"],
            "sea": line,
            "arrow": g["soft"],
            "box_arrow": g["soft"],
        },
    )
