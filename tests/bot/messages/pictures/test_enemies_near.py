"""A picture to choose a unit from shows the enemies that matter to those who may be chosen."""

from __future__ import annotations

from bot.messages.pictures.pictures import NEAR, enemies_near
from engine.kernel.hexes import column, distance
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from engine.kernel.view import CounterView, SideView, TableView
from renderer.map.view import CLOSE_COLUMNS


def table(*counters: CounterView) -> TableView:
    return TableView(
        title="T",
        subtitle="",
        board=BattleMap(id="m", name="M", cols=(1, 60), rows=(1, 40), compass={}),
        sides=(SideView("red", "Reds"), SideView("blue", "Blues")),
        counters=counters,
        leaders=(),
        turn=1,
        phase=Text("Orders"),
    )


def at(name: str, side: int, *hexes: int) -> CounterView:
    return CounterView(name, name, side, "heavy-infantry", hexes, None)


def test_those_near_and_no_friends_nor_those_far_away() -> None:
    seen = table(at("R1", 0, 2520), at("R2", 0, 2530), at("B1", 1, 2523, 2623), at("B2", 1, 2520 + NEAR + 1))
    assert sorted(enemies_near(seen, ["R1"])) == [2523, 2623]
    assert distance(2520, 2520 + NEAR + 1) > NEAR
    assert enemies_near(seen, []) == []


def test_never_wider_than_can_be_read() -> None:
    line = [at(f"R{n}", 0, 1020 + 100 * n) for n in range(CLOSE_COLUMNS - 1)]
    ends = [at("B1", 1, 720), at("B2", 1, 1020 + 100 * (CLOSE_COLUMNS + 1)), at("B3", 1, 1522)]
    found = enemies_near(table(*line, *ends), [c.id for c in line])
    shown = [column(h) for c in line for h in c.hexes] + [column(h) for h in found]
    assert 1522 in found and max(shown) - min(shown) < CLOSE_COLUMNS
