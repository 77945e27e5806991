"""Our own pictures: CPU milliseconds of the first one and, median, of those that follow, and bytes."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from engine.kernel.events import Trace
from renderer.bench.scene import battle
from renderer.draw import render
from renderer.graphics.cache import forget
from renderer.map import files
from renderer.map.view import View, area, around, whole
from renderer.overlays.kinds import Overlay, Reach
from renderer.palette.colours import Theme

ON_FILE = ": first, with its ground on file"


@contextmanager
def kept_as_files() -> Generator[None]:
    """Keep drawn maps as files meanwhile, as an installed bot does, in a folder that is deleted afterwards."""
    before = os.environ.get(files.FOLDER)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[files.FOLDER] = folder
        try:
            yield
        finally:
            os.environ.pop(files.FOLDER)
            if before is not None:
                os.environ[files.FOLDER] = before


def timed(draw: Callable[[], bytes], rounds: int) -> tuple[float, int]:
    """Median CPU milliseconds of so many drawings, and bytes."""
    times: list[float] = []
    size = 0
    for _ in range(rounds):
        start = time.process_time_ns()
        size = len(draw())
        times.append((time.process_time_ns() - start) / 1e6)
    return statistics.median(times), size


def bench(rounds: int = 15) -> list[tuple[str, float, int]]:
    """Median CPU milliseconds and PNG bytes of each kind of picture, first draws apart.

    Takes some seconds; nothing else should run.
    """
    table = battle()
    start = table.counters[0].hexes[0]
    costs = {n: i % 5 + 1 for i, n in enumerate(h for h in sorted(table.map.hexes) if abs(h - start) % 100 < 6)}
    near = {h: c for h, c in costs.items() if abs(h // 100 - start // 100) < 6}
    moves = [
        Trace(kind="move", unit=c.id, hexes=(c.hexes[0] - 400, c.hexes[0] - 200, c.hexes[0]), side="a")
        for c in table.counters
        if c.hexes[0] > 500
    ][:5]
    kinds: list[tuple[str, View, list[Overlay], list[Trace], Theme]] = [
        ("whole field, light", whole(), [], [], "light"),
        ("whole field, dark", whole(), [], [], "dark"),
        ("whole field, five moves", whole(), [], moves, "light"),
        ("close-up 14 x 10", area(20, 10, 33, 19), [], [], "light"),
        ("action view", around([start], 2), [], [], "light"),
        ("action view with reach", around([start], 2), [Reach(near, {}, start)], [], "light"),
    ]
    found: list[tuple[str, float, int]] = []
    for name, view, overlays, traces, theme in kinds:

        def draw(
            view: View = view, overlays: list[Overlay] = overlays, traces: list[Trace] = traces, theme: Theme = theme
        ) -> bytes:
            return render(table, view, overlays, traces, theme).png

        forget()
        found.append((f"{name}: first", *timed(draw, 1)))
        if view == whole() and theme == "light" and not traces:
            with kept_as_files():
                forget()
                draw()
                forget()
                found.append((f"{name}{ON_FILE}", *timed(draw, 1)))
        found.append((name, *timed(draw, rounds)))
    return found
