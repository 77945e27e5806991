"""8.3 Harassment and Dispersal."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh.events import Fired, Told, UnitMoved
from engine.systems.gboh.missiles import fire, harass
from tests.each import for_each
from tests.engine.cataphract import kit


def raid(raider, *defenders, leaders=(), **ground):
    return kit.battle([raider], list(defenders), b_leaders=leaders, **ground).orders("a")


def run(r, target, path, *, unit="LC1", dice=(), answers=(), defaults=("rout-path",)):
    r.run(harass.harass, r.unit(unit), r.unit(target), path, dice=dice, answers=answers, defaults=defaults)
    return r


def refused(r, target, path, unit="LC1"):
    with pytest.raises(Refusal) as no:
        harass.check_harass(r.g, r.unit(unit), r.unit(target), path)
    return no.value


NO_TURN = ("rout-path", "reaction-facing", "artillery")


# -- 8.31, 8.32 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.31")
@for_each("missile", ["B", "C", "J", "F"])
@for_each("target", ["HC1", "HI1", "LI1", "CH1"])
def test_light_cavalry_with_any_missiles_against_anybody(missile, target):
    r = raid(kit.unit("LC1", 1010, missile=missile), kit.unit(target, 1310, "E"))
    harass.check_harass(r.g, r.unit("LC1"), r.unit(target), (1110, 1210))
    assert r.unit(target) in [t for t, _ in harass.harass_options(r.g, r.unit("LC1"))]


@pytest.mark.rule("cataphract 8.31")
@pytest.mark.parametrize(
    "raider", [kit.unit("LN1", 1010, missile="C"), kit.unit("LI1", 1010, missile="C"), kit.unit("LC1", 1010)]
)
def test_nobody_else(raider):
    r = raid(raider, kit.unit("HI1", 1310, "E"))
    assert refused(r, "HI1", (1110, 1210), raider["code"]).rule == "8.31"
    assert harass.harass_options(r.g, r.unit(raider["code"])) == []
    assert not harass.could_reach(r.g, r.unit(raider["code"]), 1310)


@pytest.mark.rule("cataphract 8.31")
@pytest.mark.parametrize("field", ["moved", "fired", "turned", "stationary"])
def test_it_takes_the_whole_order(field):
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HI1", 1310, "E"))
    getattr(r.g.orders, field).append("LC1")
    assert refused(r, "HI1", (1110, 1210)).rule == "8.31"
    assert harass.harass_options(r.g, r.unit("LC1")) == []
    r.orders("a")
    run(r, "HI1", (1110, 1210), dice=[9], defaults=NO_TURN)
    with pytest.raises(Refusal, match="has fired"):
        fire.check_fire(r.g, r.unit("LC1"), r.unit("HI1"))
    assert "LC1" in r.g.orders.acted and "LC1" in r.g.orders.stationary
    assert not r.unit("LC1").moved


@pytest.mark.rule("cataphract 8.31", "cataphract 8.17")
@pytest.mark.parametrize("state", [{"supply": "no"}, {"routed": True}, {"rallied": True}, {"engaged": True}])
def test_states_that_bar_it(state):
    r = raid(kit.unit("LC1", 1010, missile="C", **state), kit.unit("HI1", 1310, "E"))
    refused(r, "HI1", (1110, 1210))
    assert harass.harass_options(r.g, r.unit("LC1")) == []


@pytest.mark.rule("cataphract 8.32")
@pytest.mark.parametrize(
    ("at", "path", "legal"),
    [
        (1110, (), False),
        (1210, (1110,), True),
        (1410, (1110, 1210, 1310), True),
        (1510, (1110, 1210, 1310, 1410), False),
    ],
)
def test_distance_2_to_4(at, path, legal):
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", at, "E"))
    if legal:
        harass.check_harass(r.g, r.unit("LC1"), r.unit("HC1"), path)
    else:
        assert refused(r, "HC1", path).rule == "8.32"
    assert bool(harass.harass_options(r.g, r.unit("LC1"))) is legal


@pytest.mark.rule("cataphract 8.32")
def test_not_from_enemy_zoc_nor_without_sight():
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 1310, "E"), kit.unit("HC2", 1009, "SE"))
    assert "in enemy ZOC" in str(refused(r, "HC1", (1110, 1210)))
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 1410, "E"), terrain={1210: "woods"})
    assert refused(r, "HC1", (1110, 1209, 1309)).rule == "8.14"


@pytest.mark.rule("cataphract 8.32")
def test_the_path_starts_in_a_front_hex_and_takes_the_shortest_way():
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 1012, "SE"))
    assert "Front hex" in str(refused(r, "HC1", (1011,)))
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 1310, "E"))
    for path in ((1009, 1109), (1110, 1111, 1210), (1110,), (1110, 1210, 1309), (1110, 1310), ()):
        assert refused(r, "HC1", path).rule == "8.32", path


@pytest.mark.rule("cataphract 8.32")
def test_the_path_avoids_units_and_zocs_but_for_hexes_next_to_the_target():
    r = kit.battle([kit.unit("LC1", 1010, missile="C"), kit.unit("LC2", 1110)], [kit.unit("HC1", 1410, "W")]).orders(
        "a"
    )
    assert "blocked by LC2" in str(refused(r, "HC1", (1110, 1210, 1309)))
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 1410, "W"), kit.unit("HC2", 1208, "SW"))
    assert "in the ZOC of HC2" in str(refused(r, "HC1", (1109, 1209, 1309)))
    harass.check_harass(r.g, r.unit("LC1"), r.unit("HC1"), (1110, 1210, 1310))
    assert r.g.enemy_zoc(1310, "a"), "the target's own ZOC doesn't matter where the path ends"


@pytest.mark.rule("cataphract 8.32")
@pytest.mark.parametrize(
    ("ground", "side", "legal"),
    [
        ("woods", None, False),
        ("rough", None, False),
        ("open", "stream", True),
        ("open", "river_volturno", False),
        ("open", "trench", False),
    ],
)
def test_difficult_ground_bars_the_path_a_stream_does_not(ground, side, legal):
    r = raid(
        kit.unit("LC1", 1010, missile="C"),
        kit.unit("HC1", 1310, "E"),
        terrain={1210: ground},
        hexsides=[(1110, 1210, side)] if side else [],
    )
    if legal:
        harass.check_harass(r.g, r.unit("LC1"), r.unit("HC1"), (1110, 1210))
    else:
        refused(r, "HC1", (1110, 1210))
    assert any(p == (1110, 1210) for p in harass.paths(r.g, r.unit("LC1"), 1310)) is legal


@pytest.mark.rule("cataphract 8.32")
def test_options_give_one_path_to_each_hex_it_can_shoot_from():
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 1410, "E"))
    options = harass.harass_options(r.g, r.unit("LC1"))
    assert sorted(p[-1] for _, p in options) == [1309, 1310]
    for target, path in options:
        harass.check_harass(r.g, r.unit("LC1"), target, path)
    assert harass.could_reach(r.g, r.unit("LC1"), 1410)
    assert not harass.could_reach(r.g, r.unit("LC1"), 810)


# -- 8.33 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.33", "cataphract 8.31", "cataphract 8.12")
@pytest.mark.parametrize(("missile", "needs"), [("C", "6 or less"), ("B", "5 or less"), ("J", "4 or less")])
def test_fire_at_range_1_with_1_for_moving_and_the_counter_stays(missile, needs):
    r = raid(kit.unit("LC1", 1010, missile=missile), kit.unit("HC1", 1410, "E"))
    run(r, "HC1", (1110, 1210, 1310), dice=[3], defaults=NO_TURN)
    (roll,) = r.rolls
    assert (roll.needs, [m.reason for m in roll.modifiers]) == (needs, ["moved"])
    assert r.happened(Fired)[0].how == "harass"
    assert r.unit("HC1").hits == 1
    assert r.unit("LC1").hex == 1010
    assert r.happened(UnitMoved) == []


@pytest.mark.rule("cataphract 8.33", "cataphract 8.15")
def test_it_fires_through_the_arc_the_path_ends_in():
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HI1", 1310, "W"))
    run(r, "HI1", (1110, 1210), dice=[9], defaults=NO_TURN)
    assert [m.value for m in r.rolls[0].modifiers] == [1, 3]
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HI1", 1310, "E"))
    run(r, "HI1", (1110, 1210), dice=[9], defaults=NO_TURN)
    assert [m.value for m in r.rolls[0].modifiers] == [1, 1]


@pytest.mark.rule("cataphract 8.33", "cataphract 7.14")
def test_the_target_alone_may_turn_as_if_the_raider_were_next_to_it():
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 1310, "NE"), kit.unit("HC2", 1311, "NE"))
    run(r, "HC1", (1110, 1210), dice=[9], answers=["left"])
    assert [i.key for i in r.decisions[0].items] == ["HC1"]
    assert r.unit("HC1").facing == Facing.NW
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 1310, "NE"))
    r.g.orders.reaction_turned.append("HC1")
    run(r, "HC1", (1110, 1210), dice=[9])
    assert r.decisions == []


@pytest.mark.rule("cataphract 8.33")
def test_a_target_that_routs_from_turning_is_spared_the_fire():
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("MI1", 1310, "NE", hits=4))
    run(r, "MI1", (1110, 1210), dice=[9], answers=["left"])
    assert r.unit("MI1").routed
    assert not r.happened(Fired)
    assert any("turns back" in e.story for e in r.happened(Told))
    assert "LC1" in r.g.orders.fired


@pytest.mark.rule("cataphract 8.33", "cataphract 8.21")
def test_target_and_friends_whose_arc_covers_a_path_hex_may_answer():
    r = raid(
        kit.unit("LC1", 1010, missile="C"),
        kit.unit("LI1", 1410, "W", missile="J"),
        kit.unit("LI2", 1308, "SW", missile="J"),  # has 1309 in its Front
        kit.unit("LI3", 1411, "E", missile="J"),  # turns its back
        kit.unit("HC4", 1409, "W"),
        kit.unit("LI5", 1112, "NE", missile="C"),  # not next to the path
    )
    path = (1110, 1210, 1310)
    assert [(u.id, h) for u, h in harass.reactors(r.g, r.unit("LC1"), r.unit("LI1"), path)] == [("LI1", 1310)]
    path = (1110, 1210, 1309)
    assert [(u.id, h) for u, h in harass.reactors(r.g, r.unit("LC1"), r.unit("LI1"), path)] == [
        ("LI1", 1309),
        ("LI2", 1309),
    ]
    run(r, "LI1", path, dice=[9, 6, 6], answers=[{"LI1": "fire", "LI2": "fire"}], defaults=NO_TURN)
    assert [(e.unit, e.how) for e in r.happened(Fired)] == [("LC1", "harass"), ("LI1", "entry"), ("LI2", "entry")]
    assert r.unit("LC1").hits == 2
    assert r.unit("LI1").supply == "low"
    assert str(r.rolls[1].text).endswith("range 1") and r.rolls[1].modifiers == ()


@pytest.mark.rule("cataphract 8.33")
def test_all_its_fire_is_simultaneous():
    r = raid(
        kit.unit("LC1", 1010, missile="C", hits=4),
        kit.unit("LI1", 1410, "W", missile="J", hits=3),
        kit.unit("LI2", 1308, "SW", missile="J"),
    )
    run(r, "LI1", (1110, 1210, 1309), dice=[2, 0, 0], answers=["fire"], defaults=NO_TURN)
    assert r.unit("LI1").routed and r.unit("LC1").routed
    assert r.unit("LC1").on_map, "both shots fall on an unrouted unit"


@pytest.mark.rule("cataphract 8.33", "cataphract 8.24")
@pytest.mark.parametrize(
    "defender",
    [
        kit.unit("LI1", 1410, "W", missile="J", supply="no"),
        kit.unit("CH1", 1410, "W", missile="X"),
        kit.unit("LI1", 1410, "W"),
    ],
)
def test_who_cannot_answer(defender):
    r = raid(kit.unit("LC1", 1010, missile="C"), defender)
    run(r, defender["code"], (1110, 1210, 1310), dice=[9], defaults=NO_TURN)
    assert r.decisions == []


# -- 8.34 ------------------------------------------------------------------------------------------------------------


def stung(target, *, dice, answers=(), leaders=(), others=(), **ground):
    r = raid(kit.unit("LC1", 1010, missile="C"), target, *others, leaders=leaders, **ground)
    return run(r, target["code"], (1110, 1210), dice=[4, *dice], answers=answers, defaults=NO_TURN)


@pytest.mark.rule("cataphract 8.34")
@pytest.mark.parametrize(("die", "charges"), [(5, False), (6, True)])
def test_infantry_hit_rolls_against_its_printed_tq(die, charges):
    r = stung(kit.unit("MI1", 1310, "E", tq=5), dice=[die], answers=["1210@W"] if charges else [])
    mi = r.unit("MI1")
    assert (mi.hex, mi.facing) == ((1210, Facing.W) if charges else (1310, Facing.E))
    assert mi.hits == 1
    assert not mi.moved
    assert [e.how for e in r.happened(UnitMoved)] == (["impetuous"] if charges else [])


@pytest.mark.rule("cataphract 8.34", "cataphract 11.2")
def test_the_bonus_of_undisciplined_armies_does_not_count():
    r = kit.battle(
        [kit.unit("LC1", 1010, missile="C")], [kit.unit("MI1", 1310, "E", tq=5)], b_disciplined=False
    ).orders("a")
    run(r, "MI1", (1110, 1210), dice=[4, 7], answers=["1210@W"], defaults=NO_TURN)
    assert r.unit("MI1").hex == 1210


@pytest.mark.rule("cataphract 8.34")
def test_cavalry_and_units_that_were_missed_keep_their_temper():
    r = stung(kit.unit("HC1", 1310, "E"), dice=[])
    assert r.unit("HC1").hits == 1
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("MI1", 1310, "E"))
    run(r, "MI1", (1110, 1210), dice=[9], defaults=NO_TURN)
    assert len(r.rolls) == 1


@pytest.mark.rule("cataphract 8.34")
def test_the_owner_chooses_among_hexes_nearer_to_the_raider():
    r = stung(kit.unit("MI1", 1310, "E"), dice=[9], answers=["1210@NW"])
    assert r.decisions[0].side == "b"
    assert sorted(c.key for c in r.decisions[0].choices) == ["1210@NW", "1210@W", "1211@SW", "1211@W"]


@pytest.mark.rule("cataphract 8.34", "cataphract 6.22")
def test_the_ground_it_enters_costs_hits():
    r = stung(kit.unit("MI1", 1310, "E"), dice=[9], answers=["1211@W"], terrain={1211: "rough"})
    assert (r.unit("MI1").hex, r.unit("MI1").hits) == (1211, 2)


@pytest.mark.rule("cataphract 8.34")
def test_not_into_occupied_or_prohibited_hexes_nor_out_of_enemy_zoc():
    r = stung(kit.unit("MI1", 1310, "E"), dice=[9], others=[kit.unit("HC2", 1211, "E")], answers=["1210@W"])
    assert {c.hex for c in r.decisions[-1].choices} == {1210}
    r = stung(kit.unit("MI1", 1310, "E"), dice=[9], terrain={1211: "city_wall"}, answers=["1210@W"])
    assert {c.hex for c in r.decisions[-1].choices} == {1210}
    r = kit.battle(
        [kit.unit("LC1", 1010, missile="C"), kit.unit("HC2", 1411, "NW")], [kit.unit("MI1", 1310, "E")]
    ).orders("a")
    run(r, "MI1", (1110, 1210), dice=[4, 9], defaults=NO_TURN)
    assert r.unit("MI1").hex == 1310
    assert any("can't" in e.story for e in r.happened(Told))


@pytest.mark.rule("cataphract 8.34", "cataphract 4.62")
def test_leaders_with_it_may_go_along():
    r = stung(kit.unit("MI1", 1310, "E"), dice=[9], leaders=[kit.leader("Bouzes", 1310)], answers=["1210@W", "go"])
    assert r.leader("Bouzes").hex == 1210


@pytest.mark.rule("cataphract 8.34", "cataphract 6.44")
def test_a_column_turns_to_the_hexside():
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("MI1", 1310, "E"))
    r.unit("MI1").column, r.unit("MI1").facing = True, Facing.SIDE_NE
    r.g.version += 1
    run(r, "MI1", (1110, 1210), dice=[4, 9], answers=["1210@SIDE_NW"])
    assert (r.unit("MI1").hex, r.unit("MI1").facing) == (1210, Facing.SIDE_NW)


@pytest.mark.rule("cataphract 8.34", "cataphract 10.26")
def test_routed_and_broken_infantry_does_not_charge():
    r = stung(kit.unit("MI1", 1310, "E", hits=4), dice=[])
    assert r.unit("MI1").routed
    assert r.happened(UnitMoved) == []


# -- the example -----------------------------------------------------------------------------------------------------


def dara(x=2005, facing="E", **state):
    """Four Saracens before the Byzantine line at Dara."""
    return kit.battle(
        [
            kit.unit("LCA1", 2403, "W", missile="C"),
            kit.unit("LCB1", 2405, "W", missile="C"),
            kit.unit("LCC1", 2406, "W", missile="C"),
            kit.unit("LCD1", 2407, "SW", missile="C"),
        ],
        [
            kit.unit("LIW1", 2004, missile="C"),
            kit.unit("MIX1", x, facing, tq=5, **state),
            kit.unit("LIY1", 2006, missile="J"),
            kit.unit("HCZ1", 2007, missile="C", cls="Cat"),
        ],
    ).orders("a")


@pytest.mark.rule("cataphract 8.31", "cataphract 8.32", "cataphract 8.33", "cataphract 8.34", "cataphract 8.3")
def test_example_saracens_at_dara():
    r = dara()
    # A against W: both roll, then both results fall.
    run(r, "LIW1", (2303, 2204, 2103), unit="LCA1", dice=[6, 8], answers=["fire"], defaults=NO_TURN)
    a, w = r.rolls
    assert (a.needs, a.total, w.needs, w.total) == ("6 or less", 7, "8 or less", 8)
    assert (r.unit("LIW1").hits, r.unit("LCA1").hits) == (0, 1)
    # B against X: Y answers with 6, X is hit, fails with 7 and charges out to 2104.
    r.rolls.clear()
    r.decisions.clear()
    run(
        r,
        "MIX1",
        (2305, 2205, 2105),
        unit="LCB1",
        dice=[5, 7, 7],
        answers=[{"LIY1": "fire"}, "2104@NE"],
        defaults=NO_TURN,
    )
    assert [i.key for i in r.decisions[0].items] == ["LIY1"]
    assert (r.rolls[0].needs, r.rolls[0].total, r.rolls[1].needs) == ("6 or less", 6, "6 or less")
    assert {c.hex for c in r.decisions[1].choices} == {2104, 2105}
    assert (r.unit("MIX1").hex, r.unit("MIX1").hits) == (2104, 1)
    # C against X: nobody can answer, X is hit again and goes to 2205.
    r.decisions.clear()
    run(r, "MIX1", (2305, 2205), unit="LCC1", dice=[5, 7], answers=["2205@SE"], defaults=NO_TURN)
    assert [d.kind for d in r.decisions] == ["impetuosity"]
    x = r.unit("MIX1")
    assert (x.hex, x.facing, x.hits) == (2205, Facing.SE, 2)
    assert 2206 in r.g.zoc(x)
    # D: X is outside its Front; ordinary fire at range 3 is possible.
    d = r.unit("LCD1")
    assert list(harass.paths(r.g, d, 2205)) == []
    odds = fire.preview(r.g, d, x)
    assert x in fire.targets(r.g, d) and (odds.distance, odds.strength, odds.modifiers) == (3, 4, ())
    # A path to 2106 would do against Y or Z and draw both; 2107 is the other end, where Z alone answers.
    ends = {(t.id, p[-1]) for t, p in harass.harass_options(r.g, d)}
    assert ends == {("LIY1", 2106), ("HCZ1", 2106), ("HCZ1", 2107)}
    drawn = {p[-1]: {u.id for u, _ in harass.reactors(r.g, d, t, p)} for t, p in harass.harass_options(r.g, d)}
    assert drawn == {2106: {"LIY1", "HCZ1"}, 2107: {"HCZ1"}}


@pytest.mark.rule("cataphract 8.32")
def test_example_the_zoc_of_the_infantry_in_2205_bars_2206():
    r = dara(2205, "SE")
    r.unit("LCD1").facing = Facing.W
    r.g.version += 1
    assert "2206" in str(refused(r, "LIY1", (2306, 2206, 2106), "LCD1"))
    assert "ZOC of MIX1" in str(refused(r, "LIY1", (2306, 2206, 2106), "LCD1"))
    harass.check_harass(r.g, r.unit("LCD1"), r.unit("LIY1"), (2307, 2207, 2106))


@pytest.mark.rule("cataphract 8.32", "cataphract 10.16", "cataphract 10.27")
def test_whom_it_threatens_from_where_it_stands():
    """It threatens from 2 to as many hexes as it may ride, sees, and shoots at; not while an enemy holds it."""
    r = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 3010, "E"))
    most = r.unit("LC1").troop.harasses
    threatened = {d for d in range(1, most + 3) if harass.could_reach(r.g, r.unit("LC1"), 1010 + 100 * d)}
    assert threatened == set(range(2, most + 1))
    held = raid(kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 1110, "W"))
    assert held.g.in_enemy_zoc(held.unit("LC1"))
    assert not harass.could_reach(held.g, held.unit("LC1"), 1310)
    empty = raid(kit.unit("LC1", 1010, missile="C", supply="no"), kit.unit("HC1", 3010, "E"))
    assert not harass.could_reach(empty.g, empty.unit("LC1"), 1310)
    hidden = raid(
        kit.unit("LC1", 1010, missile="C"), kit.unit("HC1", 3010, "E"), terrain={1110: "woods", 1109: "woods"}
    )
    assert not harass.could_reach(hidden.g, hidden.unit("LC1"), 1210)
