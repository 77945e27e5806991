"""Ghosts: the pale outline of a counter where it stood before it moved on, fled or was lost."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.kernel.hexes import Hex
from renderer.counters.outlines import cornered, turned
from renderer.graphics import fonts, sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, along
from renderer.graphics.sprites import Sprite
from renderer.palette.colours import BLACK, RGB, WHITE, mix
from renderer.palette.sides import side
from renderer.scene import Scene

_HALF = 0.63
"""Half the side of a ghost, as of the counter it was."""
_DISC = 0.46
"""Radius of a leader's ghost."""
_FOOT = 0.38
"""How far below its middle the code of one that went on is written, clear of the ring its arrow begins with."""


def inks(scene: Scene, of: int) -> tuple[RGB, RGB]:
    """A ghost's line and the paleness within it."""
    colours = side(of)
    if scene.theme == "dark":
        return mix(colours.face, WHITE, 0.45), mix(colours.face, BLACK, 0.55)
    return mix(colours.chevron, BLACK, 0.15), colours.routed


def ghost(
    scene: Scene,
    hexes: Sequence[Hex],
    codes: Sequence[str],
    of: int,
    *,
    lost: bool,
    disc: bool = False,
    above: bool = False,
) -> None:
    """The counters with these codes, of the side with this index, where they stood: a dashed outline in their side's
    shape, across both hexes of a unit of two, a leader's a ``disc``.

    A cross goes through those that are ``lost``, with their codes on it; of others the code stands at the foot, or
    ``above`` where an arrow leaves downwards.
    """
    r = scene.r
    line, pale = inks(scene, of)
    near = scene.zoom != "far"
    (x0, y0), (x1, y1) = scene.layout.xy(hexes[0]), scene.layout.xy(hexes[-1])
    long = math.dist((x0, y0), (x1, y1))
    lean = math.atan2(y1 - y0, x1 - x0) - math.pi / 2 if long else 0.0

    def make() -> Sprite:
        mid = math.ceil(0.72 * r + long / 2) + 2
        canvas = Canvas((0, 0), (2 * mid, 2 * mid), 3)
        body = (
            _circle(mid, _DISC * r)
            if disc
            else turned(
                cornered((mid, mid), 2 * _HALF * r, 2 * _HALF * r + long, 0.04 * r, side(of), r), (mid, mid), lean
            )
        )
        canvas.area(body, pale, 0.62 if lost else 0.45)
        if lost:
            k = 0.40 * r
            for s in (1, -1):
                ends = ((mid - k, mid - k * s), (mid + k, mid + k * s))
                canvas.line(ends, mix(line, pale, 0.25), 0.06 * r, round_ends=True)
        fine = [p for p, _ in along([*body, body[0]], 0.02 * r)]
        count = 16 if not long else 28
        for i in range(count):
            piece = fine[i * len(fine) // count : i * len(fine) // count + round(len(fine) * 0.62 / count)]
            canvas.line(piece, line, max(1.5, 0.07 * r))
        if near and codes:
            y = 0.0 if lost else -_FOOT if above else _FOOT
            _written_on(canvas, (mid, mid + y * r), codes, r if lost else 0.76 * r, line, pale)
        return Sprite(canvas.flat(), (mid, mid))

    key = ("ghost", tuple(codes), of, scene.theme, lost, disc, above, r, round(long), round(lean, 2))
    sprites.kept(key, make).onto(scene.image, ((x0 + x1) / 2, (y0 + y1) / 2))


def _circle(mid: float, radius: float) -> list[Point]:
    return [(mid + radius * math.cos(math.tau * i / 48), mid + radius * math.sin(math.tau * i / 48)) for i in range(48)]


def _written_on(canvas: Canvas, at: Point, codes: Sequence[str], r: float, ink: RGB, halo: RGB) -> None:
    """Codes one below the other, as large as fits."""
    shown = [*codes[:3]] if len(codes) <= 3 else [*codes[:2], f"+{len(codes) - 2}"]
    widest = max(fonts.plain(100).getlength(fonts.ascii_only(c)) for c in shown) / 100
    px = min(0.36 * r, 1.08 * r / widest, 1.0 * r / len(shown))
    for i, code in enumerate(shown):
        y = at[1] + (i - (len(shown) - 1) / 2) * px * 1.12
        canvas.text((at[0], y), code, px, ink, 0.05, halo, 0.07 * r)
