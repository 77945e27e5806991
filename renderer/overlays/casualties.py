"""What a fight has cost: hits gained, units newly routed, and ghosts of the units and leaders that are gone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from engine.kernel.hexes import Hex
from renderer.counters.captions import written
from renderer.counters.ghosts import ghost
from renderer.graphics import sprites
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite
from renderer.overlays.kinds import Casualties
from renderer.overlays.parts.figures import LEAST_LABELLED
from renderer.overlays.parts.plates import BENEATH, Plate, beneath, foot, put
from renderer.overlays.parts.region import Stroke
from renderer.overlays.parts.rings import ring
from renderer.palette.colours import BLACK, CREAM, HIT, ROUT, ROUT_PALE, WHITE, mix
from renderer.scene import Scene

_NOBODY = 2


def under(scene: Scene, o: Casualties) -> None:
    """A crimson hex under who was hit, a grey dashed one under who broke, ghosts of who is gone."""
    dark = scene.theme == "dark"
    broken = set(o.routed)
    for code in sorted({*(c for c, n in o.hits.items() if n > 0), *broken}):
        unit = scene.units.get(code)
        if unit is None or not (hexes := scene.seen(unit.hexes)):
            continue
        if code in broken:
            line = Stroke(mix(ROUT_PALE, WHITE, 0.4) if dark else WHITE, 0.085, BLACK, 0.03)
            ring(scene, hexes, line, 0.17, (ROUT, 0.40))
        else:
            ring(scene, hexes, None, floor=(HIT, 0.50 if dark else 0.34))
    for h, codes in _by_hex(scene, o.lost).items():
        if h not in scene.standing:
            ghost(scene, (h,), codes, o.sides.get(codes[-1], _NOBODY), lost=True)


def labels(scene: Scene, o: Casualties) -> None:
    """How many hits each unit took; losses where another unit stands now; the names of leaders lost."""
    for code in sorted(o.hits):
        unit = scene.units.get(code)
        if o.hits[code] > 0 and unit is not None and (hexes := scene.seen(unit.hexes)):
            beneath(scene, foot(scene, hexes), Plate(f"+{o.hits[code]}", WHITE, HIT, CREAM), 0.30)
    for h, codes in _by_hex(scene, o.lost).items():
        if h in scene.standing:
            x, y = scene.layout.xy(h)
            _crossed(scene, (x, y - BENEATH * scene.r), " ".join(codes))
    for h, names in _by_hex(scene, o.leaders).items():
        _fallen(scene, o, h, names)


def _by_hex(scene: Scene, where: Mapping[str, Hex]) -> dict[Hex, list[str]]:
    found: dict[Hex, list[str]] = {}
    for name in sorted(where):
        if scene.layout.holds(where[name]):
            found.setdefault(where[name], []).append(name)
    return found


def _crossed(scene: Scene, at: Point, codes: str) -> None:
    """A black plate with a cross and the codes of who was lost, where others stand now."""
    put(scene, at, Plate(f"x {codes}", WHITE, BLACK, CREAM), 0.22)


def _fallen(scene: Scene, o: Casualties, h: Hex, names: Sequence[str]) -> None:
    """A black disc with a white cross and the names of the leaders who fell there; a plate where somebody stands."""
    r = scene.r
    x, y = scene.layout.xy(h)
    if h in scene.standing:
        taken = h in o.lost.values()
        what = Plate("", CREAM, BLACK, CREAM, serif=f"\N{DAGGER} {', '.join(names)}")
        put(scene, (x, y - (BENEATH + (0.3 if taken else 0)) * r), what, 0.25)
        return

    def make() -> Sprite:
        half = math.ceil(0.36 * r) + 2
        canvas = Canvas((0, 0), (2 * half, 2 * half), 4)
        for radius, colour in ((0.34, CREAM), (0.295, BLACK)):
            canvas.disc((half, half), radius * r, colour)
        canvas.line(((half, half - 0.19 * r), (half, half + 0.19 * r)), WHITE, 0.085 * r)
        canvas.line(((half - 0.12 * r, half - 0.06 * r), (half + 0.12 * r, half - 0.06 * r)), WHITE, 0.085 * r)
        return Sprite(canvas.flat(), (half, half))

    sprites.kept(("fallen", r), make).onto(scene.image, (x, y))
    if r >= LEAST_LABELLED:
        written(scene, (x, y + 0.52 * r), ", ".join(names), 0.25)
