"""table:map_compass Where north lies on each map."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.movement import reach
from scenarios import load
from tests.engine.alexander import kit


@pytest.mark.rule("alexander 6.21", "alexander 6.24")
def test_from_the_hill_at_5007_down_to_4503_at_issus() -> None:
    """5007 lies two levels over the river; a Companion who faces W comes from there to 4503 with its 8 MP."""
    r = kit.the("issus", {"CO1": 5007}, alone=True, CO1={"facing": Facing.W}).orders("macedonian")
    assert r.g.map.level_at(5007) - r.g.map.level_at(4708) == 2
    assert [r.g.map.level_at(h) for h in (4608, 4907, 5008)] == [2, 2, 2]
    assert min(n.mp for (h, _), n in reach.search(r.g, r.unit("CO1")).items() if h == 4503) == 8


@pytest.mark.rule("alexander table:map_compass")
@pytest.mark.parametrize(
    ("battle", "start", "towards"),
    [
        ("chaeronea", 3702, 3902),
        ("granicus", 1203, 1204),
        ("issus", 5324, 5323),
        ("gaugamela", 3502, 3501),
        ("lyginus", 3710, 3610),
    ],
)
def test_north_on_the_maps(battle: str, start: int, towards: int) -> None:
    columns, rows = towards // 100 - start // 100, towards % 100 - start % 100
    way = ("R" if columns > 0 else "L") if columns else ("DOWN" if rows > 0 else "UP")
    compass = load(f"alexander/{battle}").map.compass
    assert compass[way] == "north"
    assert len(set(compass.values())) == 4 and compass[{"R": "L", "L": "R", "UP": "DOWN", "DOWN": "UP"}[way]] == "south"
