"""The colours of the sides and the bands: counters, arrows, contingents and commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from renderer.palette.colours import RGB, Theme, luminance, mix, rgb
from renderer.palette.map import ground


@dataclass(frozen=True, slots=True)
class SideColours:
    """How one side's counters, arrows and zones look."""

    face: RGB
    ink: RGB
    rim: RGB
    chevron: RGB
    """Also arrows and zones of control."""
    casing: RGB
    routed: RGB
    corner: Literal["rounded", "chamfer", "octagon"]
    corner_size: float
    """In units of the hex radius."""


SIDES: tuple[SideColours, ...] = (
    SideColours(
        rgb("#27426F"), rgb("#F6EEDB"), rgb("#101C33"), rgb("#27426F"), rgb("#F6EEDB"), rgb("#D5DBE4"), "rounded", 0.07
    ),
    SideColours(
        rgb("#E0934F"), rgb("#27150B"), rgb("#4A2207"), rgb("#C25A17"), rgb("#FFF6E6"), rgb("#F3DCC3"), "chamfer", 0.16
    ),
    SideColours(
        rgb("#8FB3A0"), rgb("#10241C"), rgb("#1E3B30"), rgb("#3E7560"), rgb("#F5F3E6"), rgb("#DCE7DF"), "octagon", 0.26
    ),
)
"""Lapis, amber and verdigris: the first two sides and a third, neutral one."""


def side(index: int) -> SideColours:
    """Colours of the side with this index; a fourth side shares those of the third."""
    return SIDES[min(max(index, 0), len(SIDES) - 1)]


def routed_ink(colours: SideColours) -> RGB:
    """What is printed on the pale face of a routed counter."""
    return mix(colours.chevron, colours.rim, 0.5)


def arrow(colours: SideColours, theme: Theme) -> RGB:
    """The colour of a side's arrows and zones: on dark ground a lighter one."""
    if theme == "light":
        return colours.chevron
    return colours.face if luminance(colours.face) > 0.2 else mix(colours.chevron, (255, 255, 255), 0.45)


FADING = 0.25
"""How far the body of a faded counter goes towards the paper; what is printed on it stays as it is."""


def faded(colour: RGB, theme: Theme) -> RGB:
    """The colour on a counter that has left the fight for now."""
    return mix(colour, ground(theme)["paper"], FADING)


Pattern = Literal["solid", "diagonal", "dots", "bars", "line", "checks"]
BANDS: tuple[tuple[RGB, Pattern], ...] = (
    (rgb("#C2394A"), "solid"),
    (rgb("#1C5A40"), "diagonal"),
    (rgb("#EBC746"), "dots"),
    (rgb("#3E8FC9"), "line"),
    (rgb("#F2EEE2"), "bars"),
    (rgb("#8A5AA8"), "diagonal"),
    (rgb("#8C8F92"), "checks"),
    (rgb("#7A5233"), "dots"),
    (rgb("#1C1C1E"), "solid"),
    (rgb("#E67F2A"), "bars"),
    (rgb("#E7A3B5"), "solid"),
    (rgb("#9FC24E"), "diagonal"),
)
"""Coloured bands of contingents and commands: hue and pattern, never hue alone."""
