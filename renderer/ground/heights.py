"""Hachures: rows of tapering strokes down every step in height, one row per level."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from engine.kernel.terrain import BattleMap
from renderer.curves import Side, along, chaikin, loops
from renderer.ground.marks import Mark, area, line
from renderer.layout import side_between

STEP = 0.15
LENGTH = 0.34


def hachures(m: BattleMap, hand: Callable[[str], Random]) -> Iterator[Mark]:
    """The strokes of every step; ``hand`` gives a random source by name."""
    steps: dict[int, list[Side]] = {}
    for h in sorted(m.hexes):
        for b in m.neighbours(h):
            for level in range(m.level_at(b) + 1, m.level_at(h) + 1):
                steps.setdefault(level, []).append(side_between(h, b))
    for level, sides in sorted(steps.items()):
        rnd = hand(f"hachures {level}")
        wash = f"level-{min(max(level - m.default_level, 0), 5)}"
        for path, closed in loops(sides):
            smooth = chaikin(path, 3, closed)
            yield line(smooth, ("hachure", wash, 0.45), 0.016)
            for (x, y), (nx, ny) in along(smooth, STEP):
                long = LENGTH * rnd.uniform(0.6, 1.15)
                x += rnd.uniform(-0.02, 0.02)
                foot = (x - nx * long, y - ny * long)
                yield area(
                    ((x - ny * 0.022, y + nx * 0.022), (x + ny * 0.022, y - nx * 0.022), foot),
                    ("hachure", "level-1", 0.25),
                )
