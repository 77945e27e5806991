"""table:map_compass Where north lies on each map."""

from __future__ import annotations

import pytest

from scenarios import load


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
