"""The map's palette: the colours of the ground in both themes and every climate, and of the figures on it."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from renderer.palette.colours import RGB, Theme, contrast, mix, rgb

Colour: TypeAlias = "str | tuple[str, str, float]"
"""A role of the ground palette, or two roles and how far the first goes towards the second (0 to 1)."""
_ROLES: dict[str, tuple[str, str]] = {
    "paper": ("#EFE5CD", "#1E2225"),
    "mat": ("#ECE2CB", "#1B1F22"),
    "ink": ("#2C2721", "#D8CDB4"),
    "soft": ("#6B5E47", "#9A9079"),
    "grid": ("#5E523C", "#B9AE93"),
    "number": ("#5F5239", "#ADA38C"),
    "number-mid": ("#52452C", "#BCB299"),
    "number-high": ("#43382A", "#D0C6AF"),
    "number-top": ("#241F19", "#F6EEDC"),
    "hachure": ("#6B5230", "#A2906A"),
    "woods": ("#B7BE93", "#22332A"),
    "tree": ("#71865A", "#3A5641"),
    "tree-lit": ("#94A676", "#4C6C50"),
    "tree-line": ("#3F5036", "#6F9070"),
    "rough": ("#CDBB92", "#3A372D"),
    "rough-line": ("#77613F", "#8D8266"),
    "marsh": ("#C3CDB4", "#233238"),
    "marsh-line": ("#56797F", "#5F8E98"),
    "mud": ("#C9B48C", "#3A3126"),
    "mud-line": ("#8A7048", "#7C6747"),
    "water": ("#AECAD1", "#1B3947"),
    "water-line": ("#477485", "#4C8296"),
    "water-edge": ("#35606F", "#6AA3B5"),
    "stream": ("#5F93A8", "#5A93A6"),
    "road": ("#F4EAD0", "#5D543F"),
    "road-line": ("#8E7549", "#A8966A"),
    "wall": ("#CDBFA6", "#4C463B"),
    "wall-line": ("#4B423A", "#B5A88C"),
    "town": ("#E0D0B6", "#3B342C"),
    "roof": ("#C99A86", "#7E5245"),
    "roof-line": ("#8A5C4E", "#B98471"),
    "trench": ("#B79E75", "#3A2F22"),
    "trench-line": ("#54412D", "#A68D63"),
    "vineyard": ("#7C8B4C", "#6E7D46"),
    "hedge": ("#5B7146", "#6F8A58"),
    "camp": ("#C9AE7C", "#5A4C34"),
    "pits": ("#6A533A", "#94805C"),
    "unknown": ("#D3C8B4", "#34322F"),
}
_LEVELS: dict[str, tuple[str, ...]] = {
    "meadow": ("#DEDEC3", "#DDD3AA", "#D0BB8A", "#BFA070", "#AA8459", "#946A48"),
    "temperate": ("#E1DDC2", "#E0D3AC", "#D3BC8B", "#C2A271", "#AD865A", "#976D49"),
    "arid": ("#E9DDBF", "#DFCCA0", "#D0B582", "#BE9A69", "#A98155", "#936A47"),
}
_DARK_LEVELS: dict[str, tuple[str, ...]] = {
    "meadow": ("#252D29", "#31352C", "#3F4034", "#4E4B3A", "#5E5641", "#6F634A"),
    "temperate": ("#282C28", "#33342C", "#404035", "#4E4B3A", "#5E5641", "#6F634A"),
    "arid": ("#2F2B26", "#3A342B", "#474034", "#554B3B", "#645643", "#74634C"),
}
NUMBERS = ("number", "number-mid", "number-high", "number-top")
"""Inks of figures on the land, from the quietest."""
LEGIBLE = 4.9
"""Contrast figures keep to the colour of a ground: WCAG AA, and something over for its grain and its shadows."""


@dataclass(frozen=True)
class Ground:
    """The colours of the land in one theme and climate."""

    theme: Theme
    roles: MappingProxyType[str, RGB]
    levels: tuple[RGB, ...]
    """Wash of levels 0 to 5 above the map's default level."""
    grid_opacity: float

    @property
    def dark(self) -> bool:
        return self.theme == "dark"

    def __getitem__(self, role: str) -> RGB:
        return self.roles[role]

    def figures(self, floor: RGB) -> tuple[RGB, RGB]:
        """The quietest ink small figures can be read in on a ground of this colour, and the colour round them.

        That is the ground itself, or a paler one (a darker one at night) where no ink would do: a halo.
        """
        for role in NUMBERS:
            if contrast(self[role], floor) >= LEGIBLE:
                return self[role], floor
        ink, halo = self[NUMBERS[-1]], floor
        while contrast(ink, halo) < LEGIBLE:
            halo = mix(halo, self["paper"], 0.15)
        return ink, halo

    def ink(self, colour: Colour) -> RGB:
        """The colour a mark of the ground is drawn in."""
        if isinstance(colour, str):
            return self.roles[colour]
        a, b, t = colour
        return mix(self.roles[a], self.roles[b], t)


def ground(theme: Theme, climate: str = "temperate") -> Ground:
    """The land's colours; an unknown climate is temperate."""
    dark = theme == "dark"
    climates = _DARK_LEVELS if dark else _LEVELS
    levels = tuple(rgb(c) for c in climates.get(climate, climates["temperate"]))
    roles = {k: rgb(v[dark]) for k, v in _ROLES.items()}
    roles |= {f"level-{i}": c for i, c in enumerate(levels)}
    return Ground(theme, MappingProxyType(roles), levels, 0.18 if dark else 0.29)
