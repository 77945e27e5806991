"""5.3, 10.3: stacks, what entering a friend's hex costs, intervals, double depth."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, flanks, front, neighbours
from engine.systems.gboh import footprint
from engine.systems.gboh.movement import reach, sharing
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.phalanx.orders import Double
from engine.systems.gboh.special import unit_choices
from engine.systems.gboh.stacks.uppermost import Uppermost
from engine.systems.simple_gboh import depth
from engine.systems.simple_gboh.system import SimpleGboh
from tests.each import for_each
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import Rig, leader, unit

E, W, NE = Facing.E, Facing.W, Facing.NE
AHEAD = front(1010, E)[0]
ON = front(AHEAD, E)[0]


def roman(code: str, at: int, facing: str = "E", **values: Any) -> dict[str, Any]:
    given = {"roman": True, "legion": "I", **({"cls": "HA"} if code.startswith("LG") else {}), **values}
    return unit(code, at, facing, **given)


def two(at: int = 1010, **values: Any) -> list[dict[str, Any]]:
    """LG1 over LG2."""
    return [roman("LG1", at, **values), roman("LG2", at, below="LG1", **values)]


def field(*units: Any, enemies: Any = (), **values: Any) -> Rig:
    return kit.battle(list(units), list(enemies), **values).turn()


def stack(r: Rig, at: int) -> list[str]:
    return [u.id for u in sharing.stacks(r.g).at(at)]


def whole(r: Rig) -> None:
    assert SimpleGboh(r.g.scenario).invariants(r.g.state) == []


# -- 5.31, 5.32 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 5.31", "simple-gboh 5.32", "simple-gboh 10.13", "simple-gboh T:stacking")
@for_each(
    ("mover", "there", "stays"),
    [
        (roman("LG1", 1010), roman("LG2", AHEAD), True),
        (roman("LG1", 1010), roman("LG2", AHEAD, cls="PR"), False),
        (roman("LG1", 1010), roman("LG2", AHEAD, legion="II"), False),
        (unit("LG1", 1010, cls="HA"), unit("LG2", AHEAD, cls="HA"), False),
        (roman("CO1", 1010, cls="VET"), roman("CO2", AHEAD, cls="REC"), True),
        (roman("HI1", 1010, cls="TR"), roman("HI2", AHEAD, cls="TR"), True),
        (roman("LI1", 1010), roman("LI2", AHEAD), False),
        (unit("HI1", 1010), unit("ART2", AHEAD), True),
        (unit("LC1", 1010), unit("ART2", AHEAD), False),
        (unit("HI1", 1010), unit("MI2", AHEAD), False),
    ],
)
def test_who_may_end_a_move_with_whom(mover, there, stays):
    r = field(mover, there)
    order = Move(unit=mover["code"], path=(AHEAD,))
    if stays:
        r.order(order)
        assert set(stack(r, AHEAD)) == {mover["code"], there["code"]}
        whole(r)
    else:
        r.refuses("5.31", order)


@pytest.mark.rule("simple-gboh 5.31", "simple-gboh 5.32")
def test_two_in_a_hex_are_enough():
    r = field(*two(AHEAD), roman("LG3", 1010))
    r.refuses("5.32", Move(unit="LG3", path=(AHEAD,)))


# -- 5.14 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 5.14", "simple-gboh T:terrain_effects")
@for_each(
    ("mover", "there", "mp"),
    [
        (unit("HI1", 1010), unit("MI2", AHEAD), 4),
        (unit("MI1", 1010), unit("SK2", AHEAD), 4),
        (unit("SK1", 1010), unit("HI2", AHEAD), 3),
        (unit("LC1", 1010), unit("MI2", AHEAD), 4),
        (unit("EL1", 1010), unit("MI2", AHEAD), 4),
        (roman("LG1", 1010), roman("LG2", AHEAD, cls="PR"), 3),
        (roman("LG1", 1010), roman("LI2", AHEAD), 3),
        (roman("LG1", 1010), unit("MI2", AHEAD), 4),
    ],
)
def test_passing_a_friend_costs_movement_points_and_no_hits(mover, there, mp):
    r = field(mover, there)
    name = mover["code"]
    end = reach.price(r.g, r.unit(name), (AHEAD, ON))
    assert (end.mp, end.hits) == (mp, 0)
    r.order(Move(unit=name, path=(AHEAD, ON)))
    assert (r.unit(name).hex, r.unit(name).hits, r.unit(there["code"]).hits) == (ON, 0, 0)


@pytest.mark.rule("simple-gboh 5.14")
def test_stopping_with_a_friend_costs_the_same():
    r = field(roman("LG1", 1010), roman("LG2", AHEAD))
    assert reach.price(r.g, r.unit("LG1"), (AHEAD,)).mp == 2
    assert reach.search(r.g, r.unit("LG1"))[AHEAD, E].mp == 2


# -- 5.33-5.35 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 5.33")
def test_the_upper_unit_leaves_alone_and_the_lower_doesnt():
    r = field(*two())
    r.refuses("5.33", Move(unit="LG2", path=(AHEAD,)))
    r.order(Move(unit="LG1", path=(AHEAD,)))
    assert (r.unit("LG1").hex, r.unit("LG2").hex) == (AHEAD, 1010)
    assert not r.g.stacked(r.unit("LG2"))
    whole(r)


@pytest.mark.rule("simple-gboh 5.33")
def test_a_newcomer_goes_to_the_bottom():
    r = field(roman("LG1", 1010), roman("LG2", AHEAD))
    r.order(Move(unit="LG1", path=(AHEAD,)))
    assert stack(r, AHEAD) == ["LG2", "LG1"]
    assert r.unit("LG1").beneath == "LG2"


@pytest.mark.rule("simple-gboh 5.33")
def test_changing_the_order_takes_two_movement_points_of_each():
    r = field(*two())
    r.refuses("5.33", Uppermost(unit="LG1"))
    r.order(Uppermost(unit="LG2"))
    assert stack(r, 1010) == ["LG2", "LG1"]
    assert [reach.allowance(r.g, u) for u in (r.unit("LG1"), r.unit("LG2"))] == [3, 3]
    far = [AHEAD, ON, front(ON, E)[0], front(front(ON, E)[0], E)[0]]
    r.refuses("5.16", Move(unit="LG2", path=tuple(far)))
    r.order(Move(unit="LG2", path=tuple(far[:3])))
    assert r.unit("LG1").hex == 1010
    r.refuses("5.33", Uppermost(unit="LG1"))


@pytest.mark.rule("simple-gboh 5.33")
def test_the_order_is_changed_by_activated_units_with_the_points_for_it_alone():
    field(*two(ma=1)).refuses("5.33", Uppermost(unit="LG2"))
    just = field(*two(ma=2))
    just.order(Uppermost(unit="LG2"))
    assert stack(just, 1010) == ["LG2", "LG1"]
    kit.battle(two(), []).turn(activated=[], in_command=[]).refuses("4.1", Uppermost(unit="LG2"))
    near = kit.battle(two(), [unit("HI9", AHEAD, "W")]).turn(in_command=[])
    near.refuses("6.23", Uppermost(unit="LG2"))


@pytest.mark.rule("simple-gboh 5.33", "simple-gboh 4.1", "simple-gboh 4.12")
def test_a_stack_acts_as_one_where_both_are_activated_and_in_command() -> None:
    alone = kit.battle(two(), []).turn(activated=["LG1"], in_command=["LG1"])
    alone.refuses("4.1", Uppermost(unit="LG2"))
    alone.refuses("4.1", Move(unit="LG1", under="LG2", path=(AHEAD,)))
    alone.order(Move(unit="LG1", path=(AHEAD,)))
    near = kit.battle(two(), [unit("HI9", 1310, "W")]).turn(in_command=["LG1"])
    near.refuses("4.12", Move(unit="LG1", under="LG2", path=(1110, 1210)))
    near.order(Move(unit="LG1", path=(1110, 1210)), defaults=["reaction-facing"])


@pytest.mark.rule("simple-gboh 5.34")
def test_who_stops_with_a_friend_turns_as_that_one_faces_and_pays_for_it():
    r = field(roman("LG1", 1010), roman("LG2", AHEAD, "NE"))
    end = reach.price(r.g, r.unit("LG1"), (AHEAD,))
    assert (end.mp, end.facing) == (3, NE)
    r.order(Move(unit="LG1", path=(AHEAD,)))
    assert r.unit("LG1").facing is NE
    poor = field(roman("LG1", 1010, ma=2), roman("LG2", AHEAD, "NE"))
    poor.refuses("5.34", Move(unit="LG1", path=(AHEAD,)))
    assert reach.price(r.g, field(roman("LG1", 1010), roman("LG2", AHEAD, "NE")).unit("LG1"), (AHEAD, ON)).facing is E


@pytest.mark.rule("simple-gboh 5.35", "simple-gboh 5.12")
def test_a_stack_moves_as_one_as_fast_as_the_slower():
    r = field(roman("LG1", 1010), roman("LG2", 1010, below="LG1", ma=2))
    path = (AHEAD, ON, front(ON, E)[0])
    r.refuses("5.16", Move(unit="LG1", path=path, under="LG2"))
    r.order(Move(unit="LG1", path=path[:2], under="LG2"))
    assert (r.unit("LG1").hex, r.unit("LG2").hex) == (ON, ON)
    assert stack(r, ON) == ["LG1", "LG2"]
    r.refuses("5.12", Move(unit="LG2", path=(AHEAD,)))
    whole(r)


# -- 5.36 --------------------------------------------------------------------------------------------------------------

LEFT_FLANK, RIGHT_FLANK = flanks(1010, E)


def coming(**values: Any) -> tuple[Rig, int]:
    """An enemy that is about to come to two hexes from a stack at 1010; where it goes."""
    to = front(AHEAD, E)[0]
    start = front(to, E)[0]
    assert start not in neighbours(AHEAD)
    given = {"intervals": True, **values}
    r = kit.battle(two(), [unit("HI9", start, "W", ma=6)], **given).turn("b")
    return r, to


@pytest.mark.rule("simple-gboh 5.36")
def test_one_of_a_stack_slides_into_the_interval_as_the_enemy_comes_to_two_hexes():
    r, to = coming()
    r.order(Move(unit="HI9", path=(to,)), answers=[{"LG1": f"LG2-{LEFT_FLANK:04d}"}])
    assert (r.unit("LG1").hex, r.unit("LG2").hex) == (1010, LEFT_FLANK)
    assert r.unit("LG2").facing is E
    assert r.unit("LG2").beneath is None
    assert r.g.orders.mp_spent == {}
    whole(r)


@pytest.mark.rule("simple-gboh 5.36")
def test_the_upper_one_may_slide_as_well_and_nobody_has_to():
    r, to = coming()
    r.order(Move(unit="HI9", path=(to,)), answers=[{"LG1": f"LG1-{RIGHT_FLANK:04d}"}])
    assert (r.unit("LG1").hex, r.unit("LG2").hex) == (RIGHT_FLANK, 1010)
    r, to = coming()
    r.order(Move(unit="HI9", path=(to,)), answers=[{"LG1": "stay"}])
    assert r.unit("LG2").beneath == "LG1"


@pytest.mark.rule("simple-gboh 5.36")
@pytest.mark.parametrize(
    "values",
    [
        {"intervals": False},
        {"terrain": {LEFT_FLANK: "woods", RIGHT_FLANK: "rough"}},
    ],
)
def test_not_where_stacks_stand_close_or_on_other_ground(values):
    r, to = coming(**values)
    r.order(Move(unit="HI9", path=(to,)))
    assert r.unit("LG2").beneath == "LG1"


@pytest.mark.rule("simple-gboh 5.36")
def test_once_in_a_turn():
    r, to = coming()
    r.g.orders.slid.append("LG1")
    r.order(Move(unit="HI9", path=(to,)))


# -- 10.3 --------------------------------------------------------------------------------------------------------------


def phalanxes(**values: Any) -> Rig:
    """PH2 directly behind PH1."""
    base = kit.battle([unit("PH1", 1010, "E")], [])
    behind = footprint.rear(base.unit("PH1"))
    at = next(h for h in behind if footprint.hexes_of(footprint.Stand(h, E, footprint.Shape.TWO))[1] in behind)
    given = {"may_double": True, **values}
    return field(unit("PH1", 1010, "E", **given), unit("PH2", at, "E", **given))


@pytest.mark.rule("simple-gboh 10.3")
def test_the_rear_phalanx_goes_under_the_one_ahead_and_neither_moves():
    r = phalanxes()
    r.unit("PH2").hits = 3
    r.order(Double(unit="PH2", under="PH1"))
    assert footprint.stand(r.unit("PH2")) == footprint.stand(r.unit("PH1"))
    assert r.g.deep(r.unit("PH1")) and not r.g.stacked(r.unit("PH1"))
    assert r.unit("PH1").hits == 3, "the higher hits of the two"
    for name in ("PH1", "PH2"):
        r.refuses("5.12", Move(unit=name, path=(Facing.NE,)))
    whole(r)


@pytest.mark.rule("simple-gboh 10.3")
def test_double_depth_is_offered_to_who_stands_behind_and_may_form_it():
    def offered(r: Rig, name: str) -> list[Any]:
        return [c.answer for c in unit_choices(r.g, r.unit(name)) if isinstance(c.answer, Double)]

    r = phalanxes()
    assert offered(r, "PH2") == [Double(unit="PH2", under="PH1")]
    assert offered(r, "PH1") == [], "nobody is ahead of it"
    assert offered(phalanxes(may_double=False), "PH2") == []
    rule = next(x for x in r.g.rules if isinstance(x, depth.Depth))
    r.unit("PH2").hex = None
    assert [*rule.unit_choices(r.g, r.unit("PH2"))] == [], "off the map"
    between = phalanxes()
    between.state.orders = None
    assert [*rule.unit_choices(between.g, between.unit("PH2"))] == [], "between two Player Turns"


@pytest.mark.rule("simple-gboh 10.3", "simple-gboh 6.13")
def test_in_double_depth_they_move_as_one_and_dont_face_about():
    r = phalanxes()
    r.order(Double(unit="PH2", under="PH1"))
    r.turn()
    r.refuses("10.3", Move(unit="PH2", path=(Facing.NE,)))
    r.refuses("10.3", Move(unit="PH1", path=(W,)))
    ahead = footprint.steps(footprint.stand(r.unit("PH1")))[0].to.hex
    r.order(Move(unit="PH1", path=(ahead,)))
    assert r.unit("PH1").hex == r.unit("PH2").hex == ahead
    r.turn()
    assert reach.price(r.g, r.unit("PH1"), (NE,)).mp == 1, "it wheels as others do"


@pytest.mark.rule("simple-gboh 10.3")
def test_nobody_goes_through_a_double_depth():
    r = phalanxes()
    r.order(Double(unit="PH2", under="PH1"))
    behind = footprint.rear(r.unit("PH1"))[0]
    near = next(h for h in footprint.hexes_of(r.unit("PH1")) if h in neighbours(behind))
    other = field(
        unit("PH1", 1010, "E", may_double=True),
        unit("PH2", 1010, "E", may_double=True, below="PH1"),
        unit("SK1", behind, next(f.name for f in Facing if f.is_vertex and near in front(behind, f))),
    )
    assert other.g.deep(other.unit("PH2"))
    other.refuses("10.3", Move(unit="SK1", path=(near, front(near, other.unit("SK1").facing)[0])))


@pytest.mark.rule("simple-gboh 10.3")
def test_the_ground_hits_a_double_depth_once():
    r = field(
        unit("PH1", 1010, "E", may_double=True),
        unit("PH2", 1010, "E", may_double=True, below="PH1"),
        terrain=dict.fromkeys(footprint.front(footprint.Stand(1010, E, footprint.Shape.TWO)), "rough"),
    )
    r.unit("PH1").ma = r.unit("PH2").ma = 1
    r.g.version += 1
    ahead = footprint.steps(footprint.stand(r.unit("PH1")))[0].to.hex
    r.order(Move(unit="PH1", path=(ahead,)))
    assert (r.unit("PH1").hits, r.unit("PH2").hits) == (1, 0)


@pytest.mark.rule("simple-gboh 10.3")
def test_only_where_the_battle_lets_them():
    phalanxes(may_double=False).refuses("10.3", Double(unit="PH2", under="PH1"))
    apart = field(unit("PH1", 1010, "E", may_double=True), unit("PH2", 2020, "E", may_double=True))
    apart.refuses("10.3", Double(unit="PH2", under="PH1"))


@pytest.mark.rule("simple-gboh 10.3")
@pytest.mark.parametrize(
    "front", [{"code": "PH1", "may_double": True}, {"code": "HI1", "cls": "HO2", "may_double": True}]
)
def test_hoplites_double_with_their_like_alone(front: dict[str, Any]):
    r = field({"hex": 1010, "facing": "E", **front}, unit("HI2", 3030, cls="HO", may_double=True))
    for behind in footprint.rear(r.unit(front["code"])):
        r.unit("HI2").hex = behind
        r.refuses("10.3", Double(unit="HI2", under=front["code"]))


@pytest.mark.rule("simple-gboh 10.3", "simple-gboh 4.32")
def test_hoplites_double_too_and_a_leader_goes_along():
    behind = next(h for h in neighbours(1010) if h in front(1010, W))
    r = kit.battle(
        [unit("HI1", 1010, "E", cls="HO", may_double=True), unit("HI2", behind, "E", cls="HO", may_double=True)],
        [],
        a_leaders=[leader("Epaminondas", behind)],
    ).turn()
    r.order(Double(unit="HI2", under="HI1"))
    assert r.unit("HI2").hex == r.leader("Epaminondas").hex == 1010
    assert r.g.deep(r.unit("HI1")) and not r.g.stacked(r.unit("HI1"))
    whole(r)


@pytest.mark.rule("simple-gboh 5.31", "simple-gboh 5.17", "simple-gboh 4.32")
def test_who_is_left_of_a_stack_among_friends_falls_back():
    """The ground takes the upper of a stack on its way through a friend: the other can't stay there."""
    r = field(*two(hits=0), unit("HI3", AHEAD), terrain={AHEAD: "forest"}, a_leaders=[leader("Decius", 1010)])
    r.unit("LG1").hits = 5
    r.order(Move(unit="LG1", under="LG2", path=(AHEAD, ON)), answers=[{"Decius": "go"}])
    assert r.unit("LG1").eliminated
    assert (r.unit("LG2").hex, r.leader("Decius").hex, r.unit("LG2").beneath) == (1010, 1010, None)
    assert stack(r, AHEAD) == ["HI3"]
    whole(r)


@pytest.mark.rule("simple-gboh 10.3", "simple-gboh 8.1")
def test_hits_of_the_rear_unit_may_break_the_double_depth_as_it_forms() -> None:
    pair = [
        unit("PH1", 1010, may_double=True, hits=2, tq=5),
        unit("PH2", 910, may_double=True, hits=5, tq=7),
    ]
    r = kit.battle(pair, []).turn()
    (offered,) = [c for c in unit_choices(r.g, r.unit("PH2")) if c.key == "double-PH1"]
    assert "break PH1" in str(offered.note)
    r.order(Double(unit="PH2", under="PH1"))
    assert r.unit("PH1").eliminated and r.unit("PH2").eliminated
    assert r.state.sides["a"].rout_points == 20


@pytest.mark.rule("simple-gboh 5.36", "simple-gboh 7.71")
@pytest.mark.parametrize("attacked", [False, True])
def test_a_stack_opens_out_before_who_advances_unless_it_is_attacked_itself(attacked: bool) -> None:
    foes = [unit("SK9", 1110, "W"), roman("LG8", 1310, "W"), roman("LG7", 1310, "W")]
    r = kit.battle([unit("HI1", 1010, tq=8), unit("HI2", 1410, "W")], foes, intervals=True).shock_turn()
    if attacked:
        r.fights("HI1 x SK9", "HI2 x LG8", dice=[9, 0], answers=[{"SK9": "stay"}])
    else:
        r.fights("HI1 x SK9", dice=[9], answers=[{"SK9": "stay"}, {"LG8": "LG7-1311"}])
    assert (r.unit("HI1").hex, r.unit("LG7").hex) == (1110, 1310 if attacked else 1311)
