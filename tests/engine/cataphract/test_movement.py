"""6.1-6.3 Movement: allowance, moving again, terrain, path."""

from __future__ import annotations

import itertools

import pytest

from engine.kernel.hexes import Facing, distance, flanks, front, neighbours, rear, turns
from engine.systems.cataphract.charts import STANDARD
from engine.systems.gboh.events import HitsTaken, UnitMoved, UnitRouted, UnitTurned
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import orders
from tests.each import for_each
from tests.engine.cataphract import kit

MOVE = orders.Move
E, NE, NW, W, SW, SE = Facing.E, Facing.NE, Facing.NW, Facing.W, Facing.SW, Facing.SE


def field(*units, b=(), **kw) -> kit.Rig:
    b = b or [kit.unit("LN99", 3838, "W")]
    return kit.battle(units, b, a_leaders=[kit.leader("Anna", 1010, command_range=20)], **kw).orders("a", "Anna")


def node(r, unit, *path):
    return reach.price(r.g, r.unit(unit), path)


# -- 6.11, 6.12, 6.13 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.11", "cataphract 6.25")
def test_up_to_ma_and_not_beyond():
    r = field(kit.unit("HI1", 1010, ma=4))
    straight = (1110, 1210, 1310, 1410, 1510)
    assert node(r, "HI1", *straight[:4]).mp == 4
    with kit.refused("6.25"):
        node(r, "HI1", *straight)
    assert node(r, "HI1", 1110).mp == 1  # it may move less


@pytest.mark.rule("cataphract 6.11", "cataphract 6.21")
def test_every_hex_within_reach_on_open_ground():
    # Facing E on open ground the 4-MP triangle ahead costs only its distance.
    r = field(kit.unit("HI1", 1010, ma=4))
    found = reach.search(r.g, r.unit("HI1"))
    ahead = {1010}
    for d in range(1, 5):
        ahead = {h for a in ahead for h in front(a, E)}
        assert {h for (h, f), n in found.items() if f == E and n.mp == d and h in ahead} == ahead
    assert all(n.mp <= 4 for n in found.values())
    assert all(n.hits == 0 for n in found.values())


@pytest.mark.rule("cataphract 6.12", "cataphract 6.13")
def test_moving_again_costs_a_hit_each_time_and_the_whole_ma_is_there():
    r = field(kit.unit("HC1", 1010))
    r.order(MOVE(unit="HC1", path=(1110,)))
    assert r.unit("HC1").moved and r.unit("HC1").hits == 0
    for n, h in ((1, 1210), (2, 1310)):
        r.orders("a", "Anna")
        assert node(r, "HC1", h).hits == 1
        assert reach.allowance(r.g, r.unit("HC1")) == 8
        r.order(MOVE(unit="HC1", path=(h,)))
        assert r.unit("HC1").hits == n
    assert [e.rule for e in r.happened(HitsTaken)] == ["6.13", "6.13"]


@pytest.mark.rule("cataphract 6.13", "cataphract 10.14")
def test_the_hit_for_moving_again_falls_before_the_first_hex():
    r = field(kit.unit("HC1", 1010, tq=3, hits=2, moved=True))
    r.order(MOVE(unit="HC1", path=(1110,)), defaults=["rout-path", "leader-along"])
    assert r.unit("HC1").routed
    assert r.happened(UnitMoved) == []


@pytest.mark.rule("cataphract 6.13", "cataphract 6.51")
def test_the_opponent_withdraws_before_that_hit_falls():
    # D: W0 and W1 come before the step is paid for.
    r = field(kit.unit("HC1", 1010, tq=9, moved=True), b=[kit.unit("LC1", 1210, "W", ma=9)])
    r.order(MOVE(unit="HC1", path=(1009,)), answers=["stay", "stay"])
    assert [d.kind for d in r.decisions] == ["orderly-withdrawal", "orderly-withdrawal"]
    r = field(kit.unit("HC1", 1010, tq=3, hits=2, moved=True), b=[kit.unit("LC1", 1210, "W", ma=9)])
    r.order(MOVE(unit="HC1", path=(1009,)), answers=["stay"], defaults=["rout-path", "leader-along"])
    assert r.unit("HC1").routed and not r.happened(UnitMoved)
    assert [d.kind for d in r.decisions] == ["orderly-withdrawal"]


@pytest.mark.rule("cataphract 6.13")
def test_turning_is_movement_firing_alone_is_not():
    r = field(kit.unit("LC1", 1010, missile="C"), b=[kit.unit("HC9", 1410, "W")])
    r.order(orders.Fire(unit="LC1", target="HC9"), dice=[9])
    assert not r.unit("LC1").moved
    r.orders("a", "Anna")
    r.order(MOVE(unit="LC1", path=(NE,)))
    assert r.unit("LC1").moved and r.unit("LC1").hits == 0
    r.orders("a", "Anna")
    r.order(MOVE(unit="LC1", path=(E,)))
    assert r.unit("LC1").hits == 1
    r.orders("a", "Anna")
    r.order(orders.Fire(unit="LC1", target="HC9"), dice=[9])
    assert r.unit("LC1").hits == 1


# -- 6.2 ---------------------------------------------------------------------------------------------------------------

ARMS = [
    ("HI1", "HI_MI"),
    ("MI1", "HI_MI"),
    ("LI1", "LI"),
    ("HC1", "CAV"),
    ("LN1", "CAV"),
    ("LC1", "CAV"),
    ("CH1", "LI"),
]
# 6.28 as printed: MP, then hits for HI/MI, LI, cavalry.
HEX_COSTS = {"open": (1, 0, 0, 0), "woods": (2, 1, 1, 1), "rough": (1, 1, 0, 1)}
SIDE_COSTS = {
    "stream": (0, 1, 0, 0),
    "river_volturno": (2, 3, 2, 3),
    "trench": (1, 0, 0, 0),
    "bridge": (0, 0, 0, 0),
}
CLIMB = {1: (1, 1, 1, 1), -1: (0, 1, 0, 1)}
COLUMN = {"HI_MI": 1, "LI": 2, "CAV": 3}


@pytest.mark.rule("cataphract 6.28", "cataphract table:movement_costs", "cataphract 6.21", "cataphract 6.22")
@for_each(("code", "arm"), ARMS)
@for_each("terrain", HEX_COSTS)
@for_each("side", [None, *SIDE_COSTS])
@for_each("climb", [0, 1, -1, 2])
def test_movement_costs_add_up(code, arm, terrain, side, climb):
    r = field(
        kit.unit(code, 1010),
        terrain={1110: terrain},
        hexsides=[(1010, 1110, side)] if side else (),
        levels={1010: 3, 1110: 3 + climb},
    )
    rows = (
        [HEX_COSTS[terrain], *([SIDE_COSTS[side]] if side else []), *[CLIMB[climb // abs(climb or 1)]] * abs(climb)]
        if climb
        else [
            HEX_COSTS[terrain],
            *([SIDE_COSTS[side]] if side else []),
        ]
    )
    cost = movement.can_enter(r.g, r.unit(code), 1010, 1110)
    assert cost is not None
    assert (cost.mp, cost.hits) == (sum(x[0] for x in rows), sum(x[COLUMN[arm]] for x in rows))
    # Leaders: cavalry MP, never a hit.
    rider = r.g.charts.step_cost(r.g.map, None, 1010, 1110)
    assert (rider.mp, rider.hits) == (cost.mp, 0)


@pytest.mark.rule("cataphract 6.21", "cataphract 6.22")
def test_example_6_21_6_22_taginae():
    # HC from 3823 to 3923: Rough, one level up: 2 MP, and a hit for each (the text names the Rough only).
    r = field(kit.unit("HC1", 3823, tq=9), terrain={3923: "rough"}, levels={3923: 1}, b=[kit.unit("LN99", 505, "W")])
    end = node(r, "HC1", 3923)
    assert (end.mp, end.hits) == (2, 2)
    r.leader("Anna").hex = 3823
    r.order(MOVE(unit="HC1", path=(3923,)))
    assert r.unit("HC1").hits == 2


@pytest.mark.rule("cataphract 6.22", "cataphract 10.14")
def test_terrain_hits_fall_at_once_and_may_rout():
    r = field(kit.unit("HI1", 1010, tq=2), terrain={1110: "rough", 1210: "rough", 1310: "open"})
    r.order(MOVE(unit="HI1", path=(1110, 1210, 1310)), defaults=["rout-path"])
    moved = [e.to for e in r.happened(UnitMoved)]
    assert moved == [1110, 1210]  # the second hit routs it, the rest is not moved
    assert r.unit("HI1").routed
    assert r.happened(UnitRouted)


@pytest.mark.rule("cataphract 6.25")
def test_the_full_mp_must_be_there_and_impassable_hexes_are_shut():
    r = field(kit.unit("HI1", 1010, ma=1), terrain={1110: "woods", 1109: "city_wall"})
    with kit.refused("6.25"):
        node(r, "HI1", 1110)
    with kit.refused("6.25"):
        node(r, "HI1", 1109)
    assert {h for h, _ in reach.search(r.g, r.unit("HI1"))} == {1010}
    r = field(kit.unit("HC1", 1010), hexsides=[(1010, 1110, "river_euphrates")])
    with kit.refused("6.25"):
        node(r, "HC1", 1110)
    # Round about it can be reached.
    assert any(h == 1110 for h, _ in reach.search(r.g, r.unit("HC1")))


@pytest.mark.rule("cataphract 6.27", "cataphract 7.13")
def test_difficult_terrain_is_woods_and_rough():
    unit = field(kit.unit("HC1", 1010)).unit("HC1")
    assert {t for t in HEX_COSTS if STANDARD.is_difficult(t, unit)} == {"woods", "rough"}


@pytest.mark.rule("cataphract 7.12", "cataphract 7.13", "cataphract table:movement_costs")
@for_each("code", ["HC1", "HI1", "LI1", "LC1"])
@for_each(("terrain", "hits"), [("open", 0), ("woods", 1), ("rough", 1)])
def test_turning_costs_1_mp_a_vertex_and_a_hit_in_difficult_terrain(code, terrain, hits):
    r = field(kit.unit(code, 1010, tq=9), terrain={1010: terrain})
    for facing, n in ((NE, 1), (NW, 2), (W, 3), (SW, 2), (SE, 1)):
        end = node(r, code, facing)
        assert (end.mp, end.hits) == (n, n * hits)
    r.order(MOVE(unit=code, path=(W,)))
    assert r.unit(code).facing == W and r.unit(code).hits == 3 * hits
    assert [e.mp for e in r.happened(UnitTurned)] == [3]


@pytest.mark.rule("cataphract 6.28", "cataphract table:movement_costs")
def test_a_bridge_serves_cavalry_leaders_and_columns():
    sides = [(1010, 1110, "river_volturno"), (1010, 1110, "bridge")]
    r = field(kit.unit("HC1", 1010), kit.unit("HI1", 1020), hexsides=sides)

    def cost(unit):
        c = r.g.charts.step_cost(r.g.map, unit, 1010, 1110)
        return c.mp, c.hits

    assert cost(r.unit("HC1")) == (1, 0)
    assert cost(None) == (1, 0)
    assert cost(r.unit("HI1")) == (3, 3)
    assert cost(r.unit("HI1").model_copy(update={"column": True})) == (1, 0)


@pytest.mark.rule("cataphract 6.26")
def test_terrain_shifts_shock_columns():
    c = STANDARD
    shifts = {
        r: c.terrain_shift(r) for r in ("river", "woods", "trench", "all_defenders_higher", "all_defenders_lower")
    }
    assert shifts == {"river": -1, "woods": -1, "trench": -1, "all_defenders_higher": -2, "all_defenders_lower": 1}


# -- 6.3 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.32", "cataphract 7.11", "cataphract 7.12")
@pytest.mark.parametrize(
    ("to", "mp", "facings"),
    [
        (1110, 1, {E}),
        (1109, 1, {E}),
        (1009, 2, {NE}),  # N: a vertex to the left
        (1011, 2, {SE}),
        (909, 3, {NW}),
        (910, 3, {SW}),
    ],
)
def test_only_front_hexes_others_after_the_cheapest_turn(to, mp, facings):
    r = field(kit.unit("HC1", 1010))
    assert (node(r, "HC1", to).mp, {node(r, "HC1", to).facing}) == (mp, facings)
    best = min(n.mp for (h, _), n in reach.search(r.g, r.unit("HC1")).items() if h == to)
    assert best == mp
    r.order(MOVE(unit="HC1", path=(to,)))
    assert r.unit("HC1").hex == to and r.unit("HC1").facing in facings
    (step,) = r.happened(UnitMoved)
    assert step.mp == mp


@pytest.mark.rule("cataphract 7.11", "cataphract 6.32")
def test_the_arcs_of_a_vertex_facing():
    assert (set(front(1010, E)), set(flanks(1010, E)), set(rear(1010, E))) == (
        {1109, 1110},
        {1009, 1011},
        {909, 910},
    )
    assert set(front(1010, NE)) == {1009, 1109}


@pytest.mark.rule("cataphract 7.11")
def test_units_face_a_vertex():
    r = field(kit.unit("HC1", 1010))
    with kit.refused("7.11"):
        node(r, "HC1", Facing.SIDE_NE)


@pytest.mark.rule("cataphract 6.31")
def test_where_to():
    r = field(kit.unit("HC1", 1010))
    r.refuses("", MOVE(unit="HC1"))


@pytest.mark.rule("cataphract 6.11", "cataphract 6.32", "cataphract 6.28", "cataphract 7.12", "cataphract 7.13")
def test_the_search_agrees_with_a_plain_one():
    """Every (hex, facing) with its cheapest price, against a walk written out from 6.2, 6.32 and 7.1 alone."""
    terrain = {1110: "rough", 1209: "woods", 1310: "woods", 1011: "rough", 1009: "woods", 1208: "rough"}
    levels = {1210: 1, 1211: 1, 1311: 2}
    sides = [(1110, 1210, "stream"), (1111, 1211, "trench")]
    for code, start in (("HI1", E), ("HC1", SW), ("LI1", NW)):
        r = field(kit.unit(code, 1010, start.name, ma=5, tq=20), terrain=terrain, levels=levels, hexsides=sides)
        found = {k: (n.mp, n.hits) for k, n in reach.search(r.g, r.unit(code)).items()}
        column = COLUMN[dict(ARMS)[code]]
        best = {(1010, start): (0, 0)}
        todo = [(1010, start)]
        while todo:
            h, f = todo.pop()
            mp, hits = best[h, f]
            steps = []
            for g in (E, NE, NW, W, SW, SE):
                n = turns(f, g)
                if n:
                    difficult = terrain.get(h) in ("woods", "rough")
                    steps.append(((h, g), mp + n, hits + n * difficult))
            for to in front(h, f):
                costs = [HEX_COSTS[terrain.get(to, "open")]]
                costs += [SIDE_COSTS[t] for a, b, t in sides if {a, b} == {h, to}]
                up = levels.get(to, 0) - levels.get(h, 0)
                costs += [CLIMB[1 if up > 0 else -1]] * abs(up)
                steps.append(((to, f), mp + sum(c[0] for c in costs), hits + sum(c[column] for c in costs)))
            for key, m, x in steps:
                if m <= 5 and (m, x) < best.get(key, (99, 99)):
                    best[key] = (m, x)
                    todo.append(key)
        del best[1010, start]
        assert found == best


@pytest.mark.rule("cataphract 6.31", "cataphract 6.11")
def test_pricing_a_found_path_gives_the_found_price():
    r = field(
        kit.unit("HC1", 1010, moved=True),
        kit.unit("HI1", 1111),
        terrain={1110: "rough", 1209: "woods"},
        b=[kit.unit("LN1", 1410, "W", ma=4), kit.unit("LI1", 1207, "SW", ma=4)],
    )
    found = reach.search(r.g, r.unit("HC1"))
    assert len(found) > 100
    for (h, f), n in found.items():
        again = reach.price(r.g, r.unit("HC1"), n.path())
        assert (again.hex, again.facing, again.mp, again.hits) == (h, f, n.mp, n.hits)


@pytest.mark.rule("cataphract 6.31")
def test_a_move_is_carried_out_as_priced():
    paths = [(1110, NE, 1109), (1110, 1210, SE, 1211, SW), (W, 909, 809), (1109, 1209, 1308, SE)]
    for path in paths:
        r = field(kit.unit("HC1", 1010, tq=20), terrain={1110: "woods", 1109: "rough", 909: "rough", 1308: "woods"})
        end = node(r, "HC1", *path)
        r.order(MOVE(unit="HC1", path=path))
        u = r.unit("HC1")
        assert (u.hex, u.facing, u.hits) == (end.hex, end.facing, end.hits)
        spent = sum(e.mp for e in r.events if isinstance(e, (UnitMoved, UnitTurned)))
        assert spent == end.mp


def test_neighbours_are_at_distance_1():
    for a, b in itertools.product((1010, 1111), repeat=2):
        assert (b in neighbours(a)) == (distance(a, b) == 1)


@pytest.mark.rule("cataphract 7.12")
def test_turning_to_where_it_faces_is_no_order():
    r = kit.battle([kit.unit("HC1", 1010)], [], a_leaders=[kit.leader("Anna", 1010)]).orders("a", "Anna")
    with kit.refused("7.12"):
        movement.check_move(r.g, r.unit("HC1"), orders.Move(unit="HC1", path=(Facing.E,)))
    movement.check_move(r.g, r.unit("HC1"), orders.Move(unit="HC1", path=(Facing.NE,)))
