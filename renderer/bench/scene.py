"""The battle that is drawn: made up, the same every time."""

from __future__ import annotations

from random import Random

from engine.kernel.hexes import Facing, Hex, neighbours
from engine.kernel.terrain import BattleMap, HexsideFeature
from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, SideView, TableView

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
