"""One scene, drawn by us and by others in the same run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from PIL import Image

from renderer.bench import mpl, resvg, shapes, skia_python, svg
from renderer.bench.ours import kept_as_files, timed
from renderer.bench.scene import battle
from renderer.draw import render
from renderer.graphics.cache import forget
from renderer.map.view import FOOTER, View, area, whole
from renderer.palette.map import ground
from renderer.scene import Scene

RIVALS = (svg, resvg, skia_python, mpl)
INSTALL = "pip install 'hexarch[rivals]'"

VIEWS: tuple[tuple[str, View], ...] = (
    ("60 x 40 hexes, 150 counters", whole()),
    ("close-up of 14 x 10 hexes", area(20, 10, 33, 19)),
)


class Drawer(Protocol):
    def draw(self, counters: shapes.Sketch) -> bytes: ...


@dataclass(frozen=True)
class Row:
    """What one way of drawing one scene takes; milliseconds are CPU time."""

    scene: str
    who: str
    first: float
    then: float
    size: int
    ratio: float
    """So many times what ours takes, first draws left out."""


def compare(rounds: int = 5) -> tuple[list[Row], list[str]]:
    """Rows of every scene, ours first, and the names of rivals that aren't installed."""
    here, missing = list[object](), list[str]()
    for rival in RIVALS:
        try:
            rival.version()
            here.append(rival)
        except (ImportError, OSError):  # the second where it is there, but not the C library it needs
            missing.append(rival.NAME)
    rows: list[Row] = []
    for scene, view in VIEWS:
        ours = 0.0
        for who, start in _ways(view, here):
            draw, first = _first(start)
            then, size = timed(draw, rounds if ours else 3 * rounds)
            ours = ours or then
            rows.append(Row(scene, who, first, then, size, then / ours))
    return rows, missing


def _first(start: Callable[[], Callable[[], bytes]]) -> tuple[Callable[[], bytes], float]:
    """What draws the picture again, and what the first time took."""
    found: list[Callable[[], bytes]] = []

    def work() -> bytes:
        found.append(start())
        return found[0]()

    took, _ = timed(work, 1)
    return found[0], took


def _ways(view: View, rivals: Sequence[object]) -> Iterator[tuple[str, Callable[[], Callable[[], bytes]]]]:
    """Ways of drawing the scene: each makes what it keeps and returns what draws one picture."""
    table = battle()
    layout = view.layout(table)
    size = layout.size[0], layout.size[1] + FOOTER
    empty = Image.new("RGB", (1, 1))

    def ours() -> Callable[[], bytes]:
        forget()
        return lambda: render(table, view).png

    yield "Hexarch", ours
    with kept_as_files():
        # As an installed bot has it: what was drawn in the background, or before, is read.
        ours()()
        yield "Hexarch, its ground on file", ours
    land = shapes.ground(table, layout, ground("light"))
    for rival in (r for r in RIVALS if r in rivals):
        for how, make in (("everything each time", rival.Everything), ("ground kept", rival.Kept)):

            def others(make: Callable[[tuple[int, int], shapes.Sketch], Drawer] = make) -> Callable[[], bytes]:
                drawer = make(size, land)
                return lambda: drawer.draw(shapes.counters(table, layout, Scene(table, layout, "light", empty).placed))

            yield f"{rival.NAME} {rival.version()}, {how}", others


def written(rows: Sequence[Row], missing: Sequence[str]) -> str:
    """The rows as a table for people."""
    head = f"{'who draws':48} {'first':>8} {'then':>8} {'ratio':>7} {'KiB':>6}  ms of CPU, median"
    lines: list[str] = []
    for i, row in enumerate(rows):
        if i == 0 or rows[i - 1].scene != row.scene:
            lines += ["", row.scene, head, "-" * len(head)]
        lines.append(f"{row.who:48} {row.first:8.1f} {row.then:8.1f} {row.ratio:7.1f} {row.size / 1024:6.0f}")
    if missing:
        lines += ["", f"Not installed, so not measured: {', '.join(missing)}. {INSTALL}"]
    return "\n".join(lines).lstrip("\n")
