"""11.7 Shield Wall: locking shields under fire, the wall's line, what it can't do, leaving it by a Line Command."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.statement import Statement, Word
from engine.kernel.text import Refusal
from engine.systems.cataphract import dismounting, shield_wall, uncontrolled
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.cataphract.state import UncontrolledLine
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh.command import line_command
from engine.systems.gboh.events import Fired
from engine.systems.gboh.missiles import fire, harass, ordered_fire, reaction, volley
from engine.systems.gboh.movement import reach, withdrawal
from engine.systems.gboh.orders import orders, written
from engine.systems.gboh.turn import orders_phase
from scenarios import load
from tests.engine.cataphract import kit

MOVE = orders.Move
LINE = orders.Line
ARCHER = {"missile": "C"}


def roman(code: str, at: int, facing: str = "W", **values) -> dict:
    return kit.unit(code, at, facing, forms_shield_wall=True, **values)


def fired_at(target: dict, *others: dict, archer: dict | None = None, answers=("yes",), dice=(5,), **kw) -> kit.Rig:
    """An archer of side a at 0710 fires at ``target``, 4 hexes in front of it."""
    a = [archer or kit.unit("LC1", 710, missile="C")]
    r = kit.battle(a, [target, *others]).orders("a")
    shooter = a[0]["code"]
    r.run(fire.fire, r.unit(shooter), r.unit(target["code"]), "order", dice=dice, answers=answers, **kw)
    return r


def walled(r: kit.Rig) -> list[str]:
    return [u.id for u in r.state.units.values() if u.shield_wall]


# -- 11.71 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.71", "cataphract 11.73", "cataphract 8.15")
def test_a_unit_fired_at_from_afar_locks_shields_before_the_die_is_rolled():
    r = fired_at(roman("MI1", 1010), dice=[4], archer=kit.unit("LC1", 710, missile="C"))
    (asked,) = r.decisions
    assert (asked.kind, asked.side, asked.rule, asked.default.key) == ("shield-wall", "b", "11.71", "no")
    assert [m.reason for m in r.rolls[0].modifiers] == ["Shield Wall"]
    assert r.unit("MI1").hits == 0, "4 + 3 misses at strength 4"
    assert [type(e) for e in r.events] == [UnitFormed, Fired]
    assert "MI1 locks shields (Shield Wall)." in r.told()


@pytest.mark.rule("cataphract 11.71")
def test_it_may_stand_as_it_is():
    r = fired_at(roman("MI1", 1010), answers=["no"], dice=[4])
    assert (walled(r), r.unit("MI1").hits) == ([], 1)


@pytest.mark.rule("cataphract 11.71", "cataphract 11.73")
def test_heavy_infantry_gets_3_in_all_not_4():
    r = fired_at(roman("HI1", 1010), dice=[9])
    assert [m.value for m in r.rolls[0].modifiers] == [3]
    assert "(4 in 10; 2 against locked shields)" in str(r.decisions[0].prompt)


@pytest.mark.rule("cataphract 11.71")
@pytest.mark.parametrize(
    "target",
    [
        kit.unit("MI1", 1010, "W"),  # no Roman
        roman("LI1", 1010),  # light infantry
        roman("MI1", 1010, "E"),  # fired at from behind
        roman("MI1", 1010, routed=True),
        roman("MI1", 1010, shield_wall=True),
    ],
)
def test_who_is_not_asked(target):
    before = target.get("shield_wall", False)
    r = fired_at(target, answers=[], dice=[9])
    assert (r.decisions, bool(walled(r))) == ([], before)


@pytest.mark.rule("cataphract 11.71")
def test_not_in_column_nor_engaged():
    for state in ({"column": True, "facing": "SIDE_SW"}, {"engaged": True}):
        target = {**roman("MI1", 1010), **state}
        r = kit.battle([kit.unit("LC1", 710, missile="C")], [target]).orders("a")
        assert not shield_wall.can_lock(r.g, r.unit("MI1"))
    r = kit.battle([], [roman("MI1", 1010)])
    assert shield_wall.can_lock(r.g, r.unit("MI1"))


@pytest.mark.rule("cataphract 11.71")
def test_not_in_a_battle_that_does_not_use_it():
    r = kit.battle([kit.unit("LC1", 710, missile="C")], [roman("MI1", 1010)], not_used=["11.7"]).orders("a")
    r.run(fire.fire, r.unit("LC1"), r.unit("MI1"), "order", dice=[9])
    assert r.decisions == []


@pytest.mark.rule("cataphract 11.71")
def test_not_against_fire_from_the_next_hex():
    r = kit.battle([kit.unit("LC1", 910, missile="C")], [roman("MI1", 1010)]).orders("a")
    r.run(fire.fire, r.unit("LC1"), r.unit("MI1"), "order", dice=[9])
    assert r.decisions == []


@pytest.mark.rule("cataphract 11.71", "cataphract 8.22")
def test_not_against_fire_at_a_unit_that_leaves_a_zoc():
    r = kit.battle([roman("MI1", 1010, "E", ma=9)], [kit.unit("LI1", 1110, "W", missile="C")]).orders("a")
    r.run(reaction.retire_fire, r.unit("MI1"), 1010, 910, dice=[9], answers=["fire"])
    assert [d.kind for d in r.decisions] == ["retire-fire"], "they are adjacent, though the range counts 2"


@pytest.mark.rule("cataphract 11.71")
def test_through_the_front_hexsides_the_spine_to_the_flank_included():
    unit = kit.battle([], [roman("MI1", 1010)]).unit("MI1")  # Front 0909, 0910; Flank 1009, 1011
    assert shield_wall.in_front(unit, 710)
    assert shield_wall.in_front(unit, 908), "the line runs between 0909 and 1009"
    assert not shield_wall.in_front(unit, 1008)
    assert not shield_wall.in_front(unit, 1310)


@pytest.mark.rule("cataphract 11.71")
def test_nobody_is_asked_about_fire_that_cannot_hit():
    # Foot bows at range 4 hit heavy infantry in woods on 1 - 2 < 0.
    target = roman("HI1", 1010)
    r = kit.battle([kit.unit("LI1", 610, missile="B")], [target], terrain={1010: "woods"}).orders("a")
    assert volley.preview(r.g, r.unit("LI1"), r.unit("HI1")).needed < 0
    r.run(fire.fire, r.unit("LI1"), r.unit("HI1"), "order", dice=[3])
    assert r.decisions == []


@pytest.mark.rule("cataphract 11.71", "cataphract 8.33", "cataphract 11.73")
def test_harassment_counts_and_the_wall_is_chosen_before_the_answering_fire():
    a = [kit.unit("LC1", 810, missile="C")]
    r = kit.battle(a, [roman("MI1", 1010, missile="C"), kit.unit("LI2", 1009, "W", missile="J")]).orders("a")
    r.run(
        harass.harass,
        r.unit("LC1"),
        r.unit("MI1"),
        (909,),
        dice=[9, 9],
        answers=["yes", {"LI2": "fire"}],
        defaults=["reaction-facing"],
    )
    assert [d.kind for d in r.decisions] == ["shield-wall", "entry-fire"]
    assert [i.key for i in r.decisions[1].items] == ["LI2"], "a unit with shields locked can't fire"
    assert [m.reason for m in r.rolls[0].modifiers] == ["moved", "Shield Wall"]


@pytest.mark.rule("cataphract 11.71")
def test_a_standing_order_may_answer():
    r = fired_at(roman("MI1", 1010, hits=4, missile="J"), answers=["no"], dice=[9])
    (asked,) = r.decisions
    assert asked.policy.kind == "shield-wall"
    assert asked.policy.conditions == {"even-odds": True, "near-rout": True, "no-missiles": False}
    (kind,) = (k for k in Cataphract.policies if k.kind == "shield-wall")
    assert set(kind.conditions) == set(asked.policy.conditions)


# -- 11.72 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.72")
def test_all_linked_flank_to_flank_lock_shields_with_it():
    others = [
        roman("HI2", 1011),
        roman("MI3", 1012),
        roman("MI4", 1009, routed=True),
        roman("MI5", 1008),  # beyond a routed one
        roman("LI6", 1013),
        roman("MI7", 1110),  # behind
    ]
    r = fired_at(roman("MI1", 1010), *others, dice=[9])
    assert walled(r) == ["MI1", "HI2", "MI3"]
    assert "HI2, MI3" in str(r.decisions[0].choices[0].label)


@pytest.mark.rule("cataphract 11.72")
def test_a_wall_that_stands_already_links_those_beyond_it():
    others = [roman("MI2", 1011, shield_wall=True), roman("MI3", 1012)]
    r = fired_at(roman("MI1", 1010), *others, dice=[9])
    assert walled(r) == ["MI1", "MI2", "MI3"]
    assert len(r.happened(UnitFormed)) == 2


@pytest.mark.rule("cataphract 11.72")
def test_units_that_face_another_way_do_not_link():
    r = fired_at(roman("MI1", 1010), roman("MI2", 1011, "SW"), dice=[9])
    assert walled(r) == ["MI1"]


@pytest.mark.rule("cataphract 11.72")
def test_example_of_the_catalaunian_fields():
    """Romans in 2113 to 2119 make one wall; the Franks in 2120 to 2122 don't, nor does the unit behind in 2016."""
    romans = [roman(f"{'HI' if n % 2 else 'MI'}{n}", 2100 + n, "E") for n in range(13, 20)]
    franks = [kit.unit(f"HI{n}", 2100 + n, "E", nationality="Frank") for n in range(20, 23)]
    r = kit.battle([*romans, *franks, roman("HI16", 2016, "E")], [kit.unit("LC1", 2416, "W", missile="C")])
    r.orders("b")
    r.run(fire.fire, r.unit("LC1"), r.unit("MI16"), "order", dice=[9], answers=["yes"])
    assert sorted(walled(r)) == ["HI13", "HI15", "HI17", "HI19", "MI14", "MI16", "MI18"]


# -- 11.73 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.73", "cataphract 8.23")
def test_a_unit_in_the_wall_does_not_return_fire():
    r = kit.battle([kit.unit("LC1", 710, missile="C")], [roman("MI1", 1010, missile="C")]).orders("a")
    r.run(ordered_fire.ordered_fire, r.unit("LC1"), r.unit("MI1"), dice=[9], answers=["yes"])
    assert len(r.happened(Fired)) == 1


@pytest.mark.rule("cataphract 11.73")
def test_it_takes_no_individual_order_to_move_or_fire():
    r = kit.battle(
        [roman("MI1", 1010, "E", missile="C", shield_wall=True)],
        [kit.unit("LC1", 1310, "W")],
        a_leaders=[kit.leader("Anna", 1010)],
    ).orders("a", "Anna")
    r.refuses("11.73", MOVE(unit="MI1", path=(1110,)))
    r.refuses("11.73", orders.Fire(unit="MI1", target="LC1"))
    with pytest.raises(Refusal, match="MI1 stands in Shield Wall and can't fire"):
        orders_phase.check(r.g, orders.Fire(unit="MI1", target="LC1"))


@pytest.mark.rule("cataphract 11.73", "cataphract 6.56")
def test_a_unit_on_the_march_that_locks_shields_stops():
    a, b = [roman("MI1", 1010, "E")], [kit.unit("LC1", 1210, "W", missile="C")]
    r = kit.battle(a, b, a_leaders=[kit.leader("Anna", 1010)]).orders("a", "Anna")
    r.order(
        MOVE(unit="MI1", path=(1110,)),
        dice=[9],
        answers=["1310@W", "fire", "yes"],
    )
    assert r.unit("MI1").hex == 1010
    assert any("it has locked shields" in t for t in r.told())
    assert [d.kind for d in r.decisions] == ["orderly-withdrawal", "withdrawal-fire", "shield-wall"]


@pytest.mark.rule("cataphract 11.73", "cataphract 11.31")
def test_a_line_that_has_locked_shields_runs_away_with_nobody():
    r = kit.battle(
        [roman("MI1", 1010, "E"), roman("MI2", 1011, "E")],
        [kit.unit("LN9", 1910, "W")],
        a_leaders=[kit.leader("Anna", 1010)],
        a_disciplined=False,
    ).orders("a", "Anna")
    r.order(LINE(units=("MI1", "MI2")))
    for name, path in (("MI1", (1110, 1210)), ("MI2", (1111, 1211))):
        r.run(line_command.act, r.leader("Anna"), MOVE(unit=name, path=path))
    r.unit("MI1").shield_wall = True
    r.run(uncontrolled.test_line, r.leader("Anna"))
    assert [x.units for x in r.state.uncontrolled] == [["MI2"]]
    assert not shield_wall.can_lock(r.g, r.unit("MI2")), "a unit that rushes on locks no shields"


@pytest.mark.rule("cataphract 11.73", "cataphract 6.51")
def test_it_does_not_withdraw_in_order():
    r = kit.battle([kit.unit("HI9", 1010)], [roman("MI1", 1210, ma=6, shield_wall=True)]).orders("a")
    r.run(lambda g: withdrawal.orderly_withdrawal(g, r.unit("HI9"), starting=False))
    assert r.decisions == []


# -- 11.74 -------------------------------------------------------------------------------------------------------------


def standing(*units: dict, **kw) -> kit.Rig:
    return kit.battle(units, [kit.unit("LN99", 3535, "W")], a_leaders=[kit.leader("Anna", 1010)], **kw).orders(
        "a", "Anna"
    )


WALL = [roman("MI1", 1010, "E", shield_wall=True), roman("HI2", 1011, "E", shield_wall=True)]


@pytest.mark.rule("cataphract 11.74", "cataphract table:special_mp_costs")
def test_a_line_command_to_the_whole_wall_releases_it_for_1_mp_each_and_no_hits():
    r = standing(*(dict(u, moved=True) for u in WALL))
    r.order(LINE(units=("MI1", "HI2")))
    assert walled(r) == []
    assert [u.hits for u in (r.unit("MI1"), r.unit("HI2"))] == [0, 0]
    assert reach.allowance(r.g, r.unit("MI1")) == 3
    with kit.refused("6.25"):
        line_command.check(r.g, r.leader("Anna"), MOVE(unit="MI1", path=(1110, 1210, 1310, 1410)))
    line_command.check(r.g, r.leader("Anna"), MOVE(unit="MI1", path=(1110, 1210, 1310)))
    assert "MI1 leaves the Shield Wall (1 MP)." in r.told()


@pytest.mark.rule("cataphract 11.74")
def test_all_leave_or_none():
    r = standing(*WALL, roman("MI3", 1012, "E"))
    r.refuses("11.74", LINE(units=("MI1",)))
    r.refuses("11.74", LINE(units=("MI1", "MI3")))
    r.refuses("11.73", MOVE(unit="MI1", path=(1110,)))
    r.order(LINE(units=("MI3",)))
    assert walled(r) == ["MI1", "HI2"], "a Line Command to others leaves the wall as it is"


@pytest.mark.rule("cataphract 11.74")
def test_two_walls_side_by_side_with_a_gap_are_two():
    r = standing(WALL[0], dict(WALL[1], at=1012), roman("MI3", 1011, "E"))
    r.order(LINE(units=("MI1", "MI3")))
    assert walled(r) == ["HI2"]


@pytest.mark.rule("cataphract 11.74")
def test_a_wall_with_a_unit_that_cannot_be_commanded_stays():
    r = standing(WALL[0], dict(WALL[1], rallied=True))
    r.refuses("11.74", LINE(units=("MI1",)))
    r.refuses("10.27", LINE(units=("MI1", "HI2")))
    r.state.uncontrolled = [UncontrolledLine(side="a", units=["HI2"], turn=0)]
    r.unit("HI2").rallied = False
    r.refuses("11.31", LINE(units=("MI1", "HI2")))


@pytest.mark.rule("cataphract 11.74")
def test_menu_and_notation_offer_it():
    r = standing(WALL[0])
    asked = r.play()
    lines = [c for c in asked.menu if c.key.startswith("line-")]
    assert [c.answer for c in lines] == [LINE(units=("MI1",))], "even a wall of one unit"
    assert "MI1 leave the Shield Wall" in str(lines[0].label)
    r = standing(*WALL, roman("MI3", 1012, "E"), roman("MI4", 1013, "E"))
    asked = r.play()
    found = [c.answer.units for c in asked.menu if c.key.startswith("line-")]
    assert found == [("MI1", "HI2", "MI3", "MI4"), ("MI3", "MI4")]
    statement = Statement((Word("line"), Word("MI1")))
    assert written.read(r.g, asked, statement) == LINE(units=("MI1", "HI2", "MI3", "MI4"))


# -- data --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.71")
def test_at_tricameron_only_the_infantry_has_it():
    sides = load("cataphract/tricameron").sides
    able = {(g.code, g.cls) for s in sides for g in s.units if g.forms_shield_wall}
    # 11.71 Byzantine cataphracts do so on foot.
    assert {code for code, cls in able if cls != "Cat"} == {"MI"}


# -- 11.71 and 11.1: heavy infantry is dismounted cavalry --------------------------------------------------------------


@pytest.mark.rule("cataphract 11.71", "cataphract 11.1")
@pytest.mark.parametrize("battle", ["tricameron", "dara", "callinicum", "casilinum"])
def test_cataphracts_on_foot_lock_shields_and_in_the_saddle_they_can_t(battle):
    r = kit.the(battle)
    riders = [u for u in r.state.units.values() if u.cls == "Cat" and u.nationality == "Byzantine"]
    assert riders and all(u.counterpart is not None for u in riders)
    for u in riders:
        assert not shield_wall.trained(u)
        dismounting.change(r.g, u, False, u.facing)
        assert (u.type, shield_wall.trained(u)) == ("HI", True)
        dismounting.change(r.g, u, True, u.facing)
        assert not shield_wall.trained(u)


@pytest.mark.rule("cataphract 11.71", "cataphract 11.72")
def test_they_link_with_the_militia_beside_them_and_take_3_off_instead_of_heavy_infantry_s_1():
    r = kit.the("tricameron", {"THC1": 2010, "MI1": 2011, "LC1": 2410}, LC1={"missile": "C", "facing": Facing.W})
    horse = r.unit("THC1")
    dismounting.change(r.g, horse, False, Facing.E)
    r.unit("MI1").facing = Facing.E
    r.g.version += 1
    assert {u.id for u in shield_wall.company(r.g, horse)} == {"THC1", "MI1"}
    assert [m.value for m in volley.preview(r.g, r.unit("LC1"), horse).modifiers] == [1]
    shield_wall.lock(r.g, shield_wall.company(r.g, horse))
    assert [m.value for m in volley.preview(r.g, r.unit("LC1"), horse).modifiers] == [3]
