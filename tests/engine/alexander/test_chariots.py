"""7.15, 9.21 Driving chariots: turns, levels, ground, withdrawal."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.movement import movement, reach, retreats, withdrawal
from engine.systems.gboh.orders.orders import Move
from tests.engine.alexander import kit
from tests.engine.alexander.kit import unit

W, NW, SW, SE = Facing.W, Facing.NW, Facing.SW, Facing.SE


def driving(*others: dict[str, Any], ma: int = 8, **values: Any) -> kit.Rig:
    return kit.battle([unit("CH1", 2010, "W", ma=ma), *others], [unit("HI9", 3838, "W")], **values).orders("a")


def end(r: kit.Rig, *path: Any) -> reach.Node:
    return reach.price(r.g, r.unit("CH1"), path)


def drive(r: kit.Rig, *path: Any) -> None:
    movement.check_move(r.g, r.unit("CH1"), Move(unit="CH1", path=path))
    r.run(movement.move, r.unit("CH1"), Move(unit="CH1", path=path))


@pytest.mark.rule("alexander 7.15", "alexander 9.21")
def test_one_vertex_in_a_hex_of_the_way() -> None:
    r = driving()
    assert end(r, 1910, NW, 1909).hex == 1909
    with kit.refused("7.15"):
        end(r, 1910, Facing.NE, 1909)
    with kit.refused("7.15"):
        end(r, 1910, NW, Facing.NE, 1909)


@pytest.mark.rule("alexander 7.15")
def test_as_many_as_it_pays_for_where_it_begins_and_ends() -> None:
    r = driving(ma=9)
    assert end(r, Facing.NE, 2009).mp == 4 + 1
    assert end(r, 1910, Facing.NE).mp == 1 + 4
    found = reach.search(r.g, r.unit("CH1"))
    assert (1910, Facing.NE) in found and (2009, Facing.NE) in found
    for (h, f), n in found.items():
        assert reach.price(r.g, r.unit("CH1"), n.path()).price == n.price, (h, f)


@pytest.mark.rule("alexander 9.21", "alexander 7.12", "alexander table:terrain")
def test_turning_costs_two_mp_and_a_hit_a_vertex() -> None:
    r = driving()
    node = end(r, 1910, NW, 1909)
    assert (node.mp, node.hits) == (1 + 2 + 1, 1)
    drive(r, 1910, NW, 1909)
    assert r.unit("CH1").hits == 1


@pytest.mark.rule("alexander 9.21")
def test_who_only_turns_takes_no_hit() -> None:
    r = driving()
    assert (end(r, Facing.E).mp, end(r, Facing.E).hits) == (6, 0)
    assert reach.search(r.g, r.unit("CH1"))[2010, Facing.E].hits == 0
    assert reach.search(r.g, r.unit("CH1"))[2010, SW].hits == 0
    drive(r, Facing.E)
    assert r.unit("CH1").hits == 0 and r.unit("CH1").facing == Facing.E


@pytest.mark.rule("alexander 9.21")
def test_one_level_in_a_move() -> None:
    r = driving(levels={1910: 1, 1810: 0, 1811: 2})
    assert end(r, 1910).hits == 1
    with kit.refused("9.21"):
        end(r, 1910, 1810)
    ends = {h for h, _ in reach.search(r.g, r.unit("CH1"))}
    assert 1910 in ends and 1811 not in ends


@pytest.mark.rule("alexander 9.21", "alexander 6.29", "alexander 6.25")
@pytest.mark.parametrize("ground", ["woods", "rough", "marsh"])
def test_never_into_rough_ground(ground: str) -> None:
    r = driving(terrain={1910: ground})
    with kit.refused("6.25"):
        end(r, 1910)
    assert 1910 not in {h for h, _ in reach.search(r.g, r.unit("CH1"))}


@pytest.mark.rule("alexander 9.21", "alexander 6.72")
def test_withdrawing_costs_them_a_hit() -> None:
    r = kit.battle([unit("MI1", 1010)], [unit("CH9", 1110, "W")]).orders("a")
    mi, ch = r.unit("MI1"), r.unit("CH9")
    r.unit("MI1").facing = Facing.W  # it has no zone there
    r.g.version += 1
    ways = retreats.retreats(r.g, ch, mi, 1010)
    assert ways and all(w.hits >= 1 for w in ways)
    r.run(
        lambda g: withdrawal.orderly_withdrawal(g, mi, starting=False),
        answers=[lambda d: {"CH9": d.items[0].choices[0].key}],
        dice=[0],
    )
    assert ch.hits == 1
