"""Shots: darts between neighbours, dotted arcs from afar, and volleys of several at one target."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from engine.kernel.hexes import Hex
from renderer.arrows.paths import HALF
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, lerp
from renderer.palette.colours import BLACK, CREAM, RGB
from renderer.scene import Scene

_BENDS = (0.16, -0.16, 0.07, -0.07, 0.26, -0.26)
"""How far a shot's arc bows, as a share of its length, in the order they are tried."""


def _shot_inks(scene: Scene) -> tuple[RGB, RGB]:
    """The colours of a shot and of its casing."""
    return (CREAM, BLACK) if scene.theme == "dark" else (BLACK, CREAM)


def dart(scene: Scene, a: Hex, b: Hex, shots: int = 1) -> None:
    """A shot between neighbours: a dart over their hexside; a count for several."""
    p, q = scene.layout.xy(a), scene.layout.xy(b)
    d = math.dist(p, q)
    canvas = scene.canvas([lerp(p, q, 0.5)], 0.9)
    if canvas is None or d == 0:
        return
    r = scene.r
    ink, case = _shot_inks(scene)
    ux, uy = (q[0] - p[0]) / d, (q[1] - p[1]) / d
    tip = (p[0] + ux * (d / 2 + 0.12 * r), p[1] + uy * (d / 2 + 0.12 * r))
    for size, colour in ((0.46, case), (0.35, ink)):
        _dart(canvas, tip, math.atan2(uy, ux), size * r, colour)
    _counted(canvas, (tip[0], tip[1] - 0.3 * r), shots, r, ink, case)
    canvas.onto(scene.image)


def tracer(scene: Scene, a: Hex, b: Hex, shots: int = 1, taken: list[list[Point]] | None = None) -> None:
    """A shot from afar: a dotted arc with a dart head, and a count for several.

    It bows to whichever side crosses fewest counters and none of the arcs in ``taken``, to which it is added.
    """
    p, q = scene.layout.xy(a), scene.layout.xy(b)
    d = math.dist(p, q)
    r = scene.r
    canvas = scene.canvas([p, q], 0.5 + 0.5 * max(_BENDS) * d / r)
    if canvas is None or d == 0:
        return
    arcs = [_arc(p, q, r, bend) for bend in _BENDS]
    others = [scene.layout.xy(h) for h in scene.standing if h not in (a, b)]
    arc = min(arcs, key=lambda arc: _crossed(arc, others, taken or (), r))
    if taken is not None:
        taken.append(arc)
    ink, case = _shot_inks(scene)
    _dotted(canvas, arc[:-2], r, 0.065, ink, case)
    _headed(canvas, arc, r, 0.27, ink, case)
    _counted(canvas, arc[20], shots, r, ink, case)
    canvas.onto(scene.image)


def volley(scene: Scene, shooters: Mapping[Hex, int], target: Hex) -> None:
    """Shots of several at one target: dotted stems that join to one shaft with a dart, and the number of shots."""
    q = scene.layout.xy(target)
    starts = [scene.layout.xy(h) for h in shooters]
    r = scene.r
    canvas = scene.canvas([q, *starts], 0.5)
    if canvas is None:
        return
    mx, my = sum(x for x, _ in starts) / len(starts), sum(y for _, y in starts) / len(starts)
    d = math.dist((mx, my), q) or 1.0
    ux, uy = (q[0] - mx) / d, (q[1] - my) / d
    nearest = min(math.dist(p, q) for p in starts)
    back = max(1.0 * r, min(0.42 * nearest, nearest - 0.9 * r))
    joint = (q[0] - ux * back, q[1] - uy * back)
    tip = (q[0] - ux * 0.58 * r, q[1] - uy * 0.58 * r)
    ink, case = _shot_inks(scene)
    stems: list[list[Point]] = []
    for p in starts:
        reach = math.dist(p, joint) or 1.0
        turn = (joint[0] - ux * 0.45 * reach, joint[1] - uy * 0.45 * reach)
        stem = [_bezier(p, turn, joint, i / 40) for i in range(41)]
        stems.append([x for x in stem if math.dist(x, p) >= 0.5 * r] or stem[-2:])
    shaft = [lerp(joint, tip, i / 12) for i in range(13)]
    for stem in stems:
        canvas.line(stem, case, 0.14 * r, 0.8)
    canvas.line(shaft, case, 0.19 * r, 0.8)
    for stem in stems:
        canvas.dashes(stem, ink, 0.065 * r, 0.11 * r, 0.10 * r)
    canvas.line(shaft[:-1], ink, 0.10 * r)
    _headed(canvas, shaft, r, 0.34, ink, case)
    _counted(canvas, joint, max(2, sum(shooters.values())), r, ink, case)
    canvas.onto(scene.image)


def _arc(p: Point, q: Point, r: int, bend: float) -> list[Point]:
    d = math.dist(p, q)
    ux, uy = (q[0] - p[0]) / d, (q[1] - p[1]) / d
    start, end = lerp(p, q, 0.5 * r / d), lerp(p, q, 1 - 0.55 * r / d)
    top = ((start[0] + end[0]) / 2 + uy * d * bend, (start[1] + end[1]) / 2 - ux * d * bend)
    return [_bezier(start, top, end, i / 40) for i in range(41)]


def _crossed(arc: Sequence[Point], counters: Sequence[Point], taken: Sequence[Sequence[Point]], r: int) -> float:
    """How much of what must be seen an arc crosses: counters in its way, and arcs drawn before."""
    found = 0.0
    for x, y in counters:
        found += sum(abs(x - px) < HALF * r and abs(y - py) < HALF * r for px, py in arc[::2])
    for other in taken:
        found += 0.5 * sum(math.dist(a, b) < 0.22 * r for a in arc[6:34:4] for b in other[6:34:2])
    return found


def _dotted(canvas: Canvas, path: Sequence[Point], r: int, width: float, ink: RGB, case: RGB) -> None:
    canvas.line(path, case, (width + 0.075) * r, 0.8)
    canvas.dashes(path, ink, width * r, 0.11 * r, 0.10 * r)


def _headed(canvas: Canvas, path: Sequence[Point], r: int, size: float, ink: RGB, case: RGB) -> None:
    """A dart at the end of a path."""
    (x0, y0), (x1, y1) = path[-4], path[-1]
    angle = math.atan2(y1 - y0, x1 - x0)
    for k, colour in ((size + 0.08, case), (size, ink)):
        _dart(canvas, path[-1], angle, k * r, colour)


def _counted(canvas: Canvas, at: Point, shots: int, r: int, ink: RGB, case: RGB) -> None:
    """A disc with the number of shots, when there are several."""
    if shots > 1:
        k = max(0.17 * r, 7)
        canvas.disc(at, k + 0.04 * r, case)
        canvas.disc(at, k, ink)
        canvas.text(at, str(shots), 1.5 * k, case, 0.04)


def _bezier(a: Point, b: Point, c: Point, t: float) -> Point:
    s = 1 - t
    return s * s * a[0] + 2 * s * t * b[0] + t * t * c[0], s * s * a[1] + 2 * s * t * b[1] + t * t * c[1]


def _dart(canvas: Canvas, tip: Point, angle: float, size: float, colour: RGB) -> None:
    x, y = tip
    canvas.area(
        (
            (x + 0.3 * size * math.cos(angle), y + 0.3 * size * math.sin(angle)),
            (x - size * math.cos(angle - 0.45), y - size * math.sin(angle - 0.45)),
            (x - size * 0.55 * math.cos(angle), y - size * 0.55 * math.sin(angle)),
            (x - size * math.cos(angle + 0.45), y - size * math.sin(angle + 0.45)),
        ),
        colour,
    )
