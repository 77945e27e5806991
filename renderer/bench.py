"""How long pictures take, on a synthetic battle: CPU milliseconds, median, and bytes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing, Hex, neighbours
from engine.kernel.terrain import BattleMap, HexsideFeature
from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, SideView, TableView
from renderer import sheet, sprites
from renderer.draw import render
from renderer.ground import tiles
from renderer.overlays import Overlay, Reach
from renderer.palette import Theme
from renderer.picture import Picture
from renderer.view import View, area, around, whole

COLUMNS, ROWS, COUNTERS = 60, 40, 150
_SYMBOLS = ("heavy-infantry", "medium-infantry", "light-infantry", "heavy-cavalry", "light-cavalry", "archers")


def battlefield(seed: int = 4) -> BattleMap:
    """60 x 40 hexes of hills, woods, marsh and rough ground, a river and a stream."""
    rnd = Random(seed)
    terrain: dict[Hex, str] = {}
    levels: dict[Hex, int] = {}
    for _ in range(16):
        c0, r0 = rnd.randint(1, COLUMNS - 6), rnd.randint(1, ROWS - 5)
        kind = rnd.choice(("woods", "rough", "marsh", "hill", "hill"))
        for h in (c * 100 + r for c in range(c0, c0 + 6) for r in range(r0, r0 + 5)):
            if kind == "hill":
                levels[h] = rnd.choice((1, 1, 2))
            else:
                terrain[h] = kind
    river = COLUMNS // 2
    for r in range(1, ROWS + 1):
        terrain[river * 100 + r] = "river"
    stream = tuple(
        HexsideFeature(a=1000 + r, b=n, type="stream")
        for r in range(1, ROWS)
        for n in neighbours(1000 + r)[1:3]
        if 1 <= n % 100 <= ROWS
    )
    return BattleMap(
        id="bench",
        name="Bench",
        cols=(1, COLUMNS),
        rows=(1, ROWS),
        compass={"UP": "north"},
        terrain=terrain,
        levels=levels,
        hexsides=stream,
    )


def battle(seed: int = 4) -> TableView:
    """150 counters and ten leaders on the battlefield."""
    rnd = Random(seed)
    m = battlefield(seed)
    places = rnd.sample(sorted(m.hexes), COUNTERS + 10)
    counters = tuple(
        CounterView(
            id=f"{'HC' if i % 2 else 'LI'}{i}",
            name="unit",
            side=i % 2,
            symbol=_SYMBOLS[i % len(_SYMBOLS)],
            hexes=(h,),
            facing=Facing(i % 6 * 2),
            tq=5 + i % 3,
            size=5,
            hits=i % 4,
            missile="J" if i % 3 == 0 else None,
            supply="low" if i % 6 == 0 else "full",
            band=i % 8,
            states=frozenset({"moved"}) if i % 5 == 0 else frozenset(),
        )
        for i, h in enumerate(places[:COUNTERS])
    )
    leaders = tuple(LeaderView(f"L{i}", f"Leader {i}", i % 2, h, "sc", 4) for i, h in enumerate(places[COUNTERS:]))
    sides = (SideView("a", "First", 12, 100), SideView("b", "Second", 30, 110))
    return TableView("Bench", "a synthetic field", m, sides, counters, leaders, 3, Text("Orders"))


def forget() -> None:
    """Drop everything drawn so far."""
    sheet.forget()
    sprites.forget()
    tiles.forget()


def _timed(draw: Callable[[], Picture], rounds: int) -> tuple[float, int]:
    times: list[float] = []
    size = 0
    for _ in range(rounds):
        start = time.process_time_ns()
        size = len(draw().png)
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
    found = []
    for name, view, overlays, traces, theme in kinds:

        def draw(
            view: View = view, overlays: list[Overlay] = overlays, traces: list[Trace] = traces, theme: Theme = theme
        ) -> Picture:
            return render(table, view, overlays, traces, theme)

        forget()
        found.append((f"{name}: first", *_timed(draw, 1)))
        found.append((name, *_timed(draw, rounds)))
    return found


if __name__ == "__main__":
    for name, ms, size in bench():
        print(f"{name:32}{ms:9.1f} ms{size / 1024:9.0f} KiB")
