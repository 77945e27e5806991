"""The 256 colours a picture comes in: the fixed ones reserved exactly, the rest those of its ground."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from PIL import Image

from renderer.palette import overlays
from renderer.palette.colours import BLACK, CREAM, GOLD, HIT, RALLY, RGB, ROUT, ROUT_PALE, WHITE, casing, mix
from renderer.palette.map import Ground
from renderer.palette.overlays import COMMAND, FIRE, FIRE_LINE, REACH, REACH_LINE, washes
from renderer.palette.sides import BANDS, SIDES, arrow, faded

COLOURS = 256
_TINTED = 40
"""Palette entries for ground seen through the washes of overlays."""
_LIGHTS = (-24, -18, -13, -9, -6, 6)
"""Steps of light and shadow on slopes and paper that a level's wash is kept in."""
_GRAIN, _GRAIN_RAISED, _GRAIN_OF_MANY = range(-9, 13), range(-9, 10), range(-3, 4)
"""Shades the grain of the paper takes: of the map's own level, of raised ones, and of raised ones where there are so
many that the palette has no room for more. In the tint of something else its stains would show."""
_MANY = 3
"""More than so many levels."""
_SAMPLED = 300_000
"""Pixels of the ground looked at for its own colours, at most."""
_CELL = 4
"""Pillow looks colours up in cells of so many steps, each judged by its lowest corner."""
_SHADOWS = 3
"""So many of them for the map's own level: a median cut finds the common shades of what covers most of the map."""
_RARE = 56
"""Palette entries for ground that covers little of the map, which a median cut alone would forget."""


def _side_colours() -> Iterable[RGB]:
    for s in SIDES:
        yield from (s.face, s.ink, s.rim, s.chevron, s.casing, s.routed)
        yield from (mix(s.face, s.ink, t) for t in (0.2, 0.4, 0.6, 0.8))
        yield from (mix(s.face, s.rim, 0.5), mix(s.chevron, s.casing, 0.5))


def _signals() -> Iterable[RGB]:
    yield from (c for c, _ in BANDS)
    for c in (HIT, GOLD, REACH_LINE, FIRE_LINE, COMMAND, ROUT, RALLY):
        yield c
        yield mix(c, CREAM, 0.5)
    yield from (BLACK, WHITE, CREAM, mix(BLACK, CREAM, 0.35), mix(BLACK, CREAM, 0.7))
    yield mix(HIT, BLACK, 0.5)


def reserved(ground: Ground, roles: Iterable[str] = ()) -> list[RGB]:
    """Colours that must come out exactly: counters, signals, inks, and the given roles of the ground."""
    inks = [mix(ground["ink"], ground["paper"], t / 5) for t in range(6)]
    inks += [mix(ground["soft"], ground["paper"], t) for t in (0.04, 0.14, 0.3, 0.6)]
    arrows = [ROUT_PALE, *(arrow(s, ground.theme) for s in SIDES)]
    for s in SIDES[:2]:
        arrows += [faded(c, ground.theme) for c in (s.face, s.ink, s.rim, mix(s.face, s.ink, 0.5))]
    named = [ground[r] for r in ("soft", "mat", *roles)]
    overlaid = [casing(ground.theme), *overlays.inks(ground.theme)]
    return list(dict.fromkeys([*_side_colours(), *_signals(), *arrows, *inks, *named, *overlaid]))


def _tints(ground: Ground) -> list[tuple[RGB, float]]:
    night = (0, 0, 0) if ground.dark else BLACK
    laid = washes(ground.theme)
    return [
        (REACH, laid.reach),
        *((FIRE, opacity) for opacity in laid.fire),
        (arrow(SIDES[0], ground.theme), laid.zone),
        (arrow(SIDES[1], ground.theme), laid.zone),
        (GOLD, laid.chosen),
        (night, laid.dimmed),
        (night, 0.38),
    ]


def palette_for(
    base: Image.Image,
    ground: Ground,
    roles: Iterable[str] = (),
    rare: Image.Image | None = None,
    heights: Iterable[int] = (),
) -> Image.Image:
    """A palette for every picture on this base: the reserved colours, the base's own, and the base under washes.

    ``roles`` names the colours of the ground in use, ``rare`` is a sample of the less common ground, ``heights`` are
    the levels in view, 0 the map's own. Returns an image of mode P that carries the palette.
    """
    exact = reserved(ground, roles)
    fixed = [*exact, *harmless(dict.fromkeys(_shades(ground, heights)), exact)]
    small = base.reduce(8)
    strip = Image.new("RGB", (small.width, small.height * len(_tints(ground))))
    for i, (colour, opacity) in enumerate(_tints(ground)):
        strip.paste(Image.blend(small, Image.new("RGB", small.size, colour), opacity), (0, i * small.height))
    tinted = median(strip, _TINTED)
    special = median(rare, _RARE) if rare is not None else []
    known = {*fixed, *tinted, *special}
    own = _others(_sample(base.reduce(3)), COLOURS - len(known), known)
    colours = [*fixed, *harmless(dict.fromkeys([*tinted, *special, *own]), fixed)][:COLOURS]
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([v for c in colours for v in c])
    return carrier


def _sample(image: Image.Image) -> Image.Image:
    """The image, or pixels of it at equal distances: of a poster, which takes seconds to be looked at whole."""
    step = math.ceil(math.sqrt(image.width * image.height / _SAMPLED))
    if step < 2:
        return image
    return image.resize((image.width // step, image.height // step), Image.Resampling.NEAREST)


def _shades(ground: Ground, heights: Iterable[int]) -> Iterable[RGB]:
    """The washes of these levels in light and shadow: without them slopes come out in the tint of some overlay."""
    found = list(heights)
    raised = _GRAIN_RAISED if len(found) <= _MANY else _GRAIN_OF_MANY
    for level in found:
        r, g, b = ground.levels[level]
        for d in _LIGHTS if level else _LIGHTS[:_SHADOWS]:
            yield max(0, r + d), max(0, g + d), max(0, b + d)
        for d in raised if level else _GRAIN:
            yield cell(r + d), cell(g + d), cell(b + d)


def harmless(colours: Iterable[RGB], exact: Collection[RGB]) -> list[RGB]:
    """Those of the colours that would not be found in the place of one that must come out exactly."""
    cells = [(c, tuple(v // _CELL * _CELL for v in c)) for c in exact]
    guarded = [(*cell, sum((a - b) ** 2 for a, b in zip(c, cell, strict=True))) for c, cell in cells]
    known = set(exact)

    def steals(c: RGB) -> bool:
        return any(
            (c[0] - r) ** 2 <= far and (c[0] - r) ** 2 + (c[1] - g) ** 2 + (c[2] - b) ** 2 <= far
            for r, g, b, far in guarded
        )

    return [c for c in colours if c not in known and not steals(c)]


def cell(value: int) -> int:
    """The value that stands for its cell: near enough to the corner to be found, and to the middle to be true."""
    return max(0, min(255, value // _CELL * _CELL + 1))


def _others(image: Image.Image, count: int, known: Collection[RGB]) -> list[RGB]:
    """About ``count`` colours of the image that are not known yet."""
    asked, found = count, []
    for _ in range(3 if count > 0 else 0):
        found = [c for c in median(image, min(asked, COLOURS)) if not _near(c, known)]
        if len(found) >= count:
            break
        asked += count - len(found)
    return found[: max(0, count)]


def _near(c: RGB, known: Collection[RGB]) -> bool:
    """Whether one of the known colours differs by no more than one step."""
    steps = (-1, 0, 1)
    return any((c[0] + i, c[1] + j, c[2] + k) in known for i in steps for j in steps for k in steps)


def median(image: Image.Image, count: int) -> list[RGB]:
    values = image.quantize(count, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    return [(values[i], values[i + 1], values[i + 2]) for i in range(0, min(len(values), count * 3), 3)]
