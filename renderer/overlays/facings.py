"""Which way a unit may face: the front corners it may choose, each with its name and its cost."""

from __future__ import annotations

import math

from engine.kernel.hexes import Facing
from renderer.graphics import sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, lerp
from renderer.graphics.sprites import Sprite
from renderer.overlays.kinds import Facings
from renderer.overlays.parts.plates import Plate, half, put
from renderer.palette.colours import BLACK, CREAM, GOLD, RGB, ROUT, WHITE
from renderer.palette.overlays import REACH_LINE, inks
from renderer.scene import Scene

_REACH = 0.90
"""From the centre of the hex to the corner marked, in radii."""
_SIZE = 0.27


def labels(scene: Scene, o: Facings) -> None:
    """Every choice: the corner of the hex in teal, its name beyond it; the facing there is now in gold."""
    hexes = [h for h in o.hexes if scene.layout.holds(h)]
    if not hexes:
        return
    shown = dict(o.choices)
    if o.current is not None:
        shown.setdefault(o.current, "")
    for facing in sorted(shown):
        now = facing == o.current
        for h in hexes:
            _corner(scene, facing % 12, now, facing in o.choices).onto(scene.image, scene.layout.xy(h))
    for facing in sorted(shown):
        _named(scene, o, facing, shown[facing])


def name_of(facing: int) -> str:
    """A facing as orders have it, shortest.

    >>> name_of(2), name_of(3), name_of(1)
    ('NE', 'N', 'SIDE_NE')
    """
    name = Facing(facing % 12).name
    return name.removeprefix("SIDE_") if name in ("SIDE_N", "SIDE_S") else name


def _named(scene: Scene, o: Facings, facing: int, cost: str) -> None:
    """The plate beyond the corner: light where the unit may turn to, gold where it faces, grey if it may not stay."""
    face: RGB = GOLD if facing == o.current else CREAM
    ink, rim = (BLACK, BLACK) if facing == o.current else (REACH_LINE, REACH_LINE)
    if facing not in o.choices:
        ink, face, rim = WHITE, ROUT, BLACK
    what = Plate(name_of(facing), ink, face, rim, cost, BLACK)
    hw, hh = half(scene.r, what, _SIZE)
    a = math.radians(facing * 30)
    ux, uy = math.cos(a), -math.sin(a)
    out = [h for h in o.hexes if scene.layout.holds(h)]
    # Of a unit of two hexes, at the one that is further that way.
    x, y = max((scene.layout.xy(h) for h in out), key=lambda p: round(p[0] * ux + p[1] * uy, 3))
    put(scene, _beyond((x, y), facing % 12, hw, hh, scene.r), what, _SIZE)


def _beyond(at: Point, facing: int, hw: float, hh: float, r: int) -> Point:
    """Where the plate goes: as far from the corner marked as from the counters next to it."""
    a = math.radians(facing * 30)
    ux, uy = math.cos(a), -math.sin(a)
    if facing in (0, 6):
        return at[0] + ux * (1.02 * r + hw), at[1]
    if facing % 2 == 0:
        return at[0] + math.copysign(0.24 * r + hw, ux), at[1] + math.copysign(0.86 * r + hh, uy)
    far = 0.98 * r + abs(ux) * hw + abs(uy) * hh
    return at[0] + ux * far, at[1] + uy * far


def _corner(scene: Scene, facing: int, now: bool, open_to: bool) -> Sprite:
    """The corner of the hex, or a broad arrowhead on the hexside."""
    r, casing = scene.r, scene.casing
    colour: RGB = (GOLD if now else inks(scene.theme).reach) if open_to else ROUT
    edge: RGB = BLACK if now else casing

    def make() -> Sprite:
        half_px = math.ceil(1.2 * r)
        canvas = Canvas((0, 0), (2 * half_px, 2 * half_px), 3)
        a = math.radians(facing * 30)
        ux, uy = math.cos(a), -math.sin(a)

        def at(forward: float, aside: float) -> Point:
            return half_px + (ux * forward - uy * aside) * r, half_px + (uy * forward + ux * aside) * r

        wide = max(0.15, 2.2 / r)
        if facing % 2 == 0:
            tip = at(_REACH, 0)
            ends = [lerp(tip, at(_REACH / 2, s * _REACH * 0.866), 0.44) for s in (1, -1)]
            path = [ends[0], tip, ends[1]]
        else:
            tip = at(0.86, 0)
            path = [at(0.70, 0.26), tip, at(0.70, -0.26)]
        for colour_, width in ((edge, wide + 0.09), (colour, wide)):
            canvas.line(path, colour_, width * r, round_ends=True)
            canvas.disc(tip, width * r / 2, colour_)
        flat = canvas.flat()
        box = flat.getbbox() or (0, 0, 1, 1)
        return Sprite(flat.crop(box), (half_px - box[0], half_px - box[1]))

    return sprites.kept(("facing", facing, colour, edge, r), make)


__all__ = ["labels", "name_of"]
