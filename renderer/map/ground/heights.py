"""Hachures: rows of tapering strokes down every step in height, one row per level."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from engine.kernel.terrain import BattleMap
from renderer.graphics.curves import Side, along, loops
from renderer.map.ground.marks import Mark, area, line
from renderer.map.ground.wandering import Drift, wandered
from renderer.map.layout import side_between


@dataclass(frozen=True, slots=True)
class Stroke:
    """How hachures are drawn, in units of the hex radius."""

    step: float
    length: float
    half_width: float
    line: float
    """Width of the line along the upper edge."""
    fade: float
    """How far the strokes' ink goes towards the ground."""


NEAR = Stroke(0.15, 0.34, 0.022, 0.016, 0.25)
FAR = Stroke(0.23, 0.44, 0.040, 0.045, 0.10)
"""Fewer, longer and thicker strokes, for maps seen from far off."""


def hachures(m: BattleMap, hand: Callable[[str], Random], drift: Drift, stroke: Stroke = NEAR) -> Iterator[Mark]:
    """The strokes of every step, along its edge as ``drift`` bends it; ``hand`` gives a random source by name."""
    steps: dict[int, list[Side]] = {}
    for h in sorted(m.hexes):
        high = m.level_at(h)
        for b in m.neighbours(h):
            for level in range(m.level_at(b) + 1, high + 1):
                steps.setdefault(level, []).append(side_between(h, b))
    for level, sides in sorted(steps.items()):
        rnd = hand(f"hachures {level}")
        wash = f"level-{min(max(level - m.default_level, 0), 5)}"
        for path, closed in loops(sides):
            smooth = wandered(path, closed, drift)
            yield line(smooth, ("hachure", wash, 0.45), stroke.line)
            w = stroke.half_width
            for (x, y), (nx, ny) in along(smooth, stroke.step):
                long = stroke.length * rnd.uniform(0.6, 1.15)
                x += rnd.uniform(-0.02, 0.02)
                foot = (x - nx * long, y - ny * long)
                yield area(
                    ((x - ny * w, y + nx * w), (x + ny * w, y - nx * w), foot), ("hachure", "level-1", stroke.fade)
                )
