"""Colours: the ground in both themes, the sides, the bands, the signals, and the contrast between any two of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

Theme = Literal["light", "dark"]
RGB: TypeAlias = tuple[int, int, int]
Colour: TypeAlias = "str | tuple[str, str, float]"
"""A role of the ground palette, or two roles and how far the first goes towards the second (0 to 1)."""


def rgb(code: str) -> RGB:
    """``"#RRGGBB"`` as three bytes.

    >>> rgb("#27426F")
    (39, 66, 111)
    """
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: RGB, b: RGB, t: float) -> RGB:
    """The colour a share ``t`` of the way from ``a`` to ``b``.

    >>> mix((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


def luminance(c: RGB) -> float:
    """Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white)."""
    r, g, b = ((v / 255 / 12.92) if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in c)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: RGB, b: RGB) -> float:
    """Contrast ratio as WCAG 2 defines it, 1 to 21.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    hi, lo = sorted((luminance(a), luminance(b)), reverse=True)
    return (hi + 0.05) / (lo + 0.05)


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
    return mix(colour, rgb(_ROLES["paper"][theme == "dark"]), FADING)


Pattern = Literal["solid", "diagonal", "dots", "bars", "line", "checks"]

BANDS: tuple[tuple[RGB, Pattern], ...] = (
    (rgb("#C2394A"), "solid"),
    (rgb("#2F8A63"), "diagonal"),
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

HIT = rgb("#A5172B")
GOLD = rgb("#E9B93C")
BLACK = rgb("#17130F")
CREAM = rgb("#FFF6E6")
IVORY = rgb("#FFFDF4")
WHITE = rgb("#FFFFFF")
REACH = rgb("#1F7A74")
REACH_LINE = rgb("#155A56")
FIRE = rgb("#7A3E8E")
FIRE_LINE = rgb("#5A2A6B")
COMMAND = rgb("#B37C0C")
ROUT = rgb("#7B766C")
ROUT_PALE = rgb("#A9A396")
RALLY = rgb("#2F8A63")
NIGHT_CASING = rgb("#14171A")


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


def casing(theme: Theme) -> RGB:
    """The light or dark edge that keeps an overlay's lines apart from what lies beneath."""
    return NIGHT_CASING if theme == "dark" else CREAM
