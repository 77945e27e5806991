"""6.4 Column movement."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing, flanks, front, rear
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.turn import sequence
from tests.each import for_each
from tests.engine.cataphract import kit

MOVE = orders.Move
N, NE, SE, S, SW, NW = (Facing[f"SIDE_{x}"] for x in ("N", "NE", "SE", "S", "SW", "NW"))


def field(*units, b=(), **kw) -> kit.Rig:
    b = b or [kit.unit("LN99", 3838, "W")]
    return kit.battle(units, b, a_leaders=[kit.leader("Anna", 1010, command_range=20)], **kw).orders("a", "Anna")


def col(code="HI1", at=1010, facing="SIDE_NE", **kw):
    return kit.unit(code, at, facing, column=True, **kw)


# -- 6.41 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.41", "cataphract 6.43", "cataphract table:special_mp_costs")
def test_forming_column_as_the_last_act_for_1_mp():
    r = field(kit.unit("MI1", 1010, ma=4))
    r.order(MOVE(unit="MI1", path=(1110, 1210, 1310), form=NE))
    u = r.unit("MI1")
    assert (u.hex, u.column, u.facing, u.moved) == (1310, True, NE, True)
    r = field(kit.unit("MI1", 1010, ma=4))
    r.refuses("6.41", MOVE(unit="MI1", path=(1110, 1210, 1310, 1410), form=NE))


@pytest.mark.rule("cataphract 6.43", "cataphract 6.41")
def test_the_change_turns_it_30_degrees_left_or_right():
    r = field(kit.unit("MI1", 1010))
    for f in (N, S, SW, NW):
        r.refuses("6.43", MOVE(unit="MI1", form=f))
    for f in (NE, SE):
        r = field(kit.unit("MI1", 1010))
        r.order(MOVE(unit="MI1", form=f))
        assert r.unit("MI1").facing == f
    r = field(col())
    r.refuses("6.43", MOVE(unit="HI1", form=Facing.W))
    r.order(MOVE(unit="HI1", form=Facing.NE))
    assert (r.unit("HI1").column, r.unit("HI1").facing) == (False, Facing.NE)


@pytest.mark.rule("cataphract 6.41")
@pytest.mark.parametrize("code", ["HC1", "LN1", "LC1", "CH1"])
def test_infantry_only(code):
    field(kit.unit(code, 1010, fire_mode=False)).refuses("6.41", MOVE(unit=code, form=NE))


@pytest.mark.rule("cataphract 6.41")
def test_disciplined_armies_only_and_only_where_the_battle_uses_it():
    field(kit.unit("HI1", 1010), a_disciplined=False).refuses("6.41", MOVE(unit="HI1", form=NE))
    field(kit.unit("HI1", 1010), not_used=("6.4",)).refuses("6.4", MOVE(unit="HI1", form=NE))


@pytest.mark.rule("cataphract 6.41")
def test_not_in_enemy_zoc_neither_before_nor_after():
    r = field(kit.unit("LI1", 1010, ma=5), b=[kit.unit("HI9", 1110, "W", ma=4)])
    r.refuses("6.41", MOVE(unit="LI1", form=NE))
    # Leaving the ZOC first doesn't help: it was in enemy ZOC when it got the order.
    r.unit("LI1").facing = Facing.W
    r.g.version += 1
    r.refuses("6.41", MOVE(unit="LI1", path=(910,), form=Facing.SIDE_SW))
    r = field(kit.unit("LI1", 1010, ma=5), b=[kit.unit("HI9", 1210, "W", ma=4)])
    r.refuses("6.41", MOVE(unit="LI1", path=(1110,), form=NE))


@pytest.mark.rule("cataphract 6.41", "cataphract 6.13", "cataphract 5.24")
def test_changing_formation_on_the_spot_is_a_move_order():
    r = field(kit.unit("HI1", 1010, moved=True))
    r.order(MOVE(unit="HI1", form=NE))
    assert r.unit("HI1").hits == 1  # moving again
    assert r.unit("HI1").moved and r.g.orders.acted == ["HI1"]
    r.refuses("5.24", MOVE(unit="HI1", path=(1109,)))
    r = field(kit.unit("HI1", 1010))
    r.order(MOVE(unit="HI1", form=NE))
    assert r.unit("HI1").hits == 0 and r.unit("HI1").moved


@pytest.mark.rule("cataphract 6.13", "cataphract 6.41")
def test_moving_and_forming_again_is_one_hit():
    r = field(kit.unit("HI1", 1010, moved=True))
    r.order(MOVE(unit="HI1", path=(1110,), form=NE))
    assert r.unit("HI1").hits == 1


@pytest.mark.rule("cataphract 6.41", "cataphract 6.42")
def test_the_benefits_come_with_the_next_orders_phase():
    # Forming is the last act, so a unit moves its first hexes as it began.
    r = field(kit.unit("HI1", 1010, ma=4))
    assert reach.allowance(r.g, r.unit("HI1")) == 4


# -- 6.42 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.42", "cataphract table:special_mp_costs")
def test_one_more_ma():
    r = field(col(ma=4))
    assert reach.allowance(r.g, r.unit("HI1")) == 5
    assert max(n.mp for n in reach.search(r.g, r.unit("HI1")).values()) == 5


@pytest.mark.rule("cataphract 6.42", "cataphract table:movement_costs")
@for_each(
    ("code", "ground", "line", "in_column"),
    [
        ("HI1", "stream", 1, 0),  # the example
        ("MI1", "stream", 1, 0),
        ("HI1", "up", 1, 0),
        ("LI1", "up", 1, 0),
        ("HI1", "down", 1, 0),
        ("HI1", "woods", 1, 1),
        ("HI1", "rough", 1, 1),
        ("LI1", "woods", 1, 1),
        ("HI1", "river_volturno", 3, 3),
    ],
)
def test_example_6_42_fewer_terrain_hits(code, ground, line, in_column):
    kw = {}
    if ground in ("up", "down"):
        kw["levels"] = {1109: 1} if ground == "up" else {1010: 1}
    elif ground in ("woods", "rough"):
        kw["terrain"] = {1109: ground}
    else:
        kw["hexsides"] = [(1010, 1109, ground)]
    for unit, hits in ((kit.unit(code, 1010, "E", tq=9), line), (col(code, tq=9), in_column)):
        r = field(unit, **kw)
        assert reach.price(r.g, r.unit(code), (1109,)).hits == hits
        r.order(MOVE(unit=code, path=(1109,)))
        assert r.unit(code).hits == hits


# -- 6.43, 6.44 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.43", "cataphract 6.45")
def test_arcs_of_a_column():
    assert front(1010, NE) == (1109,)
    assert set(flanks(1010, NE)) == {1009, 1110, 1011, 909}
    assert set(flanks(1010, NE)[:2]) == {1009, 1110}  # front-flank
    assert rear(1010, NE) == (910,)
    r = field(col())
    assert r.g.zoc(r.unit("HI1")) == (1109,)


@pytest.mark.rule("cataphract 6.44")
@pytest.mark.parametrize(
    ("to", "mp", "facing"),
    [(1109, 1, NE), (1009, 1, N), (1110, 1, SE), (1011, 2, S), (909, 2, NW), (910, 3, SW)],
)
def test_front_and_front_flank_hexes_are_free_others_after_turning(to, mp, facing):
    r = field(col(ma=4))
    end = reach.price(r.g, r.unit("HI1"), (to,))
    assert (end.mp, end.facing) == (mp, facing)
    r.order(MOVE(unit="HI1", path=(to,)))
    assert (r.unit("HI1").hex, r.unit("HI1").facing) == (to, facing)


@pytest.mark.rule("cataphract 6.44", "cataphract 7.13")
def test_turning_into_a_front_flank_hex_takes_no_hits_even_in_rough_ground():
    r = field(col(tq=9), terrain={1010: "rough"})
    assert reach.price(r.g, r.unit("HI1"), (1009,)).hits == 0
    assert reach.price(r.g, r.unit("HI1"), (909,)).hits == 1  # 60 degrees first
    assert reach.price(r.g, r.unit("HI1"), (910,)).hits == 2


@pytest.mark.rule("cataphract 6.44")
def test_turning_alone_costs_1_mp_per_60_degrees():
    r = field(col(ma=4))
    for f, mp in ((N, 1), (NW, 2), (SW, 3), (S, 2), (SE, 1)):
        assert reach.price(r.g, r.unit("HI1"), (f,)).mp == mp
    with kit.refused("6.43"):
        reach.price(r.g, r.unit("HI1"), (Facing.E,))


# -- 6.45-6.47 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.45")
def test_tq_is_2_lower():
    r = field(col(tq=6))
    assert cohesion.tq(r.g, r.unit("HI1")) == 4
    r = field(col(tq=2))
    assert cohesion.tq(r.g, r.unit("HI1")) == 1


@pytest.mark.rule("cataphract 6.45", "cataphract 10.14")
def test_hits_that_reach_the_lower_tq_rout_it_on_forming():
    r = field(kit.unit("HI1", 1010, tq=5, hits=3))
    r.order(MOVE(unit="HI1", form=NE), defaults=["rout-path", "leader-along"])
    assert r.unit("HI1").routed and not r.unit("HI1").column


@pytest.mark.rule("cataphract 6.45", "cataphract 7.34")
def test_no_fire_and_no_attack_but_recovery():
    r = field(col("LI1", missile="C", hits=1), b=[kit.unit("LN1", 1109, "E")])
    with kit.refused("6.45"):
        fire.check_fire(r.g, r.unit("LI1"), r.unit("LN1"))
    assert r.g.enemies_in_zoc(r.unit("LI1"))
    assert designation.willing(r.g) == []
    with kit.refused("7.34"):
        designation.check_plan(r.g, ShockPlan(attacks=(Attack(attackers=("LI1",), defenders=("LN1",)),)))
    r = field(col("LI1", hits=1))
    r.order(orders.Recover(unit="LI1"))
    assert r.unit("LI1").hits == 0


@pytest.mark.rule("cataphract 6.46", "cataphract 6.45")
def test_that_happens_at_the_end_of_the_orders_phase_it_was_attacked_in():
    r = kit.battle(
        [kit.unit("LN1", 1010, tq=9)],
        [kit.unit("HI1", 1110, "SIDE_SW", column=True, tq=9, size=4)],
        a_leaders=[kit.leader("Anna", 905)],
    ).orders("a", "Anna")
    plan = ShockPlan(attacks=(Attack(attackers=("LN1",), defenders=("HI1",)),))
    r.run(sequence.shock, answers=[plan, "W"], dice=[0])
    assert not r.unit("HI1").column and r.unit("HI1").facing == Facing.W


@pytest.mark.rule("cataphract 6.47")
def test_no_passing_through_columns_or_by_columns():
    r = field(col("HI1"), kit.unit("HI2", 1109), kit.unit("HC1", 1308, "W"), col("HI3", 1208))
    with kit.refused("6.47"):
        reach.price(r.g, r.unit("HI1"), (1109, 1209))
    with kit.refused("6.47"):
        reach.price(r.g, r.unit("HC1"), (1208, 1108))
    assert not any(n.through or h == 1208 for (h, _), n in reach.search(r.g, r.unit("HC1")).items())


@pytest.mark.rule("cataphract 6.47", "cataphract 7.14")
def test_no_reaction_facing_and_no_withdrawal():
    r = field(kit.unit("HC1", 1010), b=[kit.unit("LI9", 1310, "SIDE_NE", column=True, ma=9)])
    r.order(MOVE(unit="HC1", path=(1110, 1210)))
    assert [d.kind for d in r.decisions] == []


@pytest.mark.rule("cataphract 6.44", "cataphract 6.31")
def test_a_column_may_come_back_to_its_hex():
    r = field(col(ma=9))
    found = reach.search(r.g, r.unit("HI1"))
    for (h, f), n in found.items():
        end = reach.price(r.g, r.unit("HI1"), n.path())
        assert (end.hex, end.facing, end.mp) == (h, f, n.mp)
    assert reach.price(r.g, r.unit("HI1"), (1109, 1209, 1210, 1110, 1010)).mp <= 10


@pytest.mark.rule("cataphract 6.43")
def test_a_column_never_faces_a_vertex():
    r = field(col(ma=4))
    assert all(not f.is_vertex for _, f in reach.search(r.g, r.unit("HI1")))
