"""Lines as Attila's battles have them: spacing and distance by row, horse and foot together, who commands what."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.cataphract import (
    command,
    leader_moves,
    leaders,
    line,
    line_command,
    menus,
    orders,
    scopes,
)
from engine.systems.cataphract.shock import designation
from engine.systems.cataphract.shock.plan import Attack, ShockPlan
from tests.engine.cataphract import kit

LINE = orders.Line


def unit(code: str, at: int, facing: str = "E", side: str = "a", **values: Any) -> dict[str, Any]:
    return {"code": code, "side": side, "hex": at, "facing": facing, **values}


def leader(name: str, at: int | None, side: str = "a", **values: Any) -> dict[str, Any]:
    return {"id": name, "side": side, "hex": at, **values}


FOE = unit("LN99", 2915, "W", "b")


def field(*pieces: dict[str, Any], rows: Any = None, boss: dict[str, Any] | None = None) -> kit.Rig:
    """Anna, OC, Range 5, at 1010; the rows are those of her Line Command table."""
    units = [p for p in pieces if "code" in p]
    others = [p for p in pieces if "id" in p]
    side = {} if rows is None else {"lines": rows}
    return kit.field(
        sides={"a": side, "b": {}},
        units=[*units, FOE],
        leaders=[boss or leader("Anna", 1010), *others],
    ).orders("a", (boss or {"id": "Anna"})["id"])


def refusal(r: kit.Rig, *units: str) -> str:
    """Why the units can't have one Line Command together; "" when they can."""
    r.g.version += 1
    active = r.g.orders.leader
    try:
        line.check_line(r.g, r.leader(active), [r.unit(u) for u in units])
    except kit.Refusal as no:
        return f"{no.rule}: {no}"
    return ""


# -- 4.32 spacing ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.32", "cataphract table:line_composition")
@pytest.mark.parametrize(("gap", "hexes", "one_line"), [(0, 1, True), (0, 2, False), (1, 2, True), (1, 3, False)])
def test_a_row_says_how_far_apart_horse_may_stand(gap, hexes, one_line):
    r = field(unit("HC1", 1010), unit("HC2", 1010 + hexes), rows=[{"types": ["HC"], "cavalry_gap": gap}])
    why = refusal(r, "HC1", "HC2")
    assert (why == "") is one_line
    if not one_line:
        assert "4.32" in why and ("next to one another" if gap == 0 else "at most one hex apart") in why
    assert (["HC1", "HC2"] in [[u.id for u in x] for x in line.lines(r.g, r.leader("Anna"))]) is one_line


@pytest.mark.rule("cataphract 4.32", "cataphract table:line_composition")
@pytest.mark.parametrize(
    ("gap", "at", "one_line"),
    [
        (None, 1011, True),  # side by side
        (None, 1012, False),
        (0, 1012, False),
        (0, 1011, True),
        (1, 1012, True),
        (1, 1013, False),
        (1, 1211, True),
    ],
)
def test_a_row_says_how_far_apart_foot_may_stand(gap, at, one_line):
    r = field(unit("LI1", 1010), unit("LI2", at), rows=[{"types": ["LI"], "foot_gap": gap}])
    assert (refusal(r, "LI1", "LI2") == "") is one_line


@pytest.mark.rule("cataphract 4.32")
@pytest.mark.parametrize(
    ("between", "one_line"),
    [
        (unit("LI8", 1011), True),  # may be in the Line itself
        (unit("HI8", 1011), False),  # a friend that may not
        (unit("LN8", 1011, "W", "b"), False),  # an enemy
    ],
)
def test_nobody_foreign_stands_between_foot_in_open_order(between, one_line):
    r = field(unit("LI1", 1010), unit("LI2", 1012), between, rows=[{"types": ["LI"], "foot_gap": 1}, ["HI"]])
    assert (refusal(r, "LI1", "LI2") == "") is one_line


@pytest.mark.rule("cataphract 4.32")
def test_open_order_mixes_ranks_and_files_close_order_does_not():
    wedge = [unit("LI1", 1010), unit("LI2", 1011), unit("LI3", 1111)]
    assert refusal(field(*wedge, rows=[{"types": ["LI"], "foot_gap": 1}]), "LI1", "LI2", "LI3") == ""
    assert "side by side or front to rear" in refusal(field(*wedge, rows=[["LI"]]), "LI1", "LI2", "LI3")


@pytest.mark.rule("cataphract 4.32")
def test_columns_link_front_to_rear_even_where_foot_stands_in_open_order():
    def columns(b: int, facing: str = "SIDE_NE") -> kit.Rig:
        r = field(unit("LI1", 1010), unit("LI2", b), rows=[{"types": ["LI"], "foot_gap": 1}])
        for name in ("LI1", "LI2"):
            r.unit(name).column, r.unit(name).facing = True, kit.Facing[facing]
        return r

    assert refusal(columns(1109), "LI1", "LI2") == ""
    assert refusal(columns(1011), "LI1", "LI2") != ""


# -- 4.32 distance -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.32", "cataphract 4.21")
@pytest.mark.parametrize(("field_name", "code"), [("cavalry_reach", "HC1"), ("foot_reach", "HI1")])
def test_a_row_says_within_how_many_command_ranges(field_name, code):
    kind = code[:2]
    for ranges, near, far in ((1, 1015, 1016), (2, 1020, 1021)):
        r = field(unit(code, near), rows=[{"types": [kind], field_name: ranges}])
        assert refusal(r, code) == ""
        r = field(unit(code, far), rows=[{"types": [kind], field_name: ranges}])
        why = refusal(r, code)
        assert f"Command Range ({5 * ranges})" in why and ("twice" in why) is (ranges == 2)
        assert line.lines(r.g, r.leader("Anna")) == []


@pytest.mark.rule("cataphract 4.32")
def test_a_friend_beyond_the_rows_distance_is_no_part_of_the_line():
    rows = [{"types": ["HC"], "cavalry_reach": 1}]
    # HC2 at 6 hexes: HC1 and HC3 are two hexes apart, and it stands in the only hex between.
    r = field(unit("HC1", 1015), unit("HC2", 1016), rows=rows)
    assert [[u.id for u in x] for x in line.lines(r.g, r.leader("Anna"))] == [["HC1"]]
    assert "HC2" in refusal(r, "HC1", "HC2")


# -- 4.32 contingents, horse and foot together -------------------------------------------------------------------------

OSTROGOTHS = [{"types": ["HC", "MI", "LI"], "contingents": ["Ostrogoths"], "cavalry_gap": 0, "cavalry_reach": 1}]


def goth(code: str, at: int, **values: Any) -> dict[str, Any]:
    return unit(code, at, contingent="Ostrogoths", **values)


@pytest.mark.rule("cataphract 4.32", "cataphract table:line_composition")
def test_a_row_names_the_contingents_that_share_a_line():
    rows = [{"types": ["MI"], "contingents": ["Gepids"]}, {"types": ["MI"], "contingents": ["Franks"]}]
    r = field(
        unit("MI1", 1010, contingent="Gepids"),
        unit("MI2", 1011, contingent="Gepids"),
        unit("MI3", 1012, contingent="Franks"),
        rows=rows,
    )
    assert refusal(r, "MI1", "MI2") == ""
    assert "MI of the Gepids or MI of the Franks" in refusal(r, "MI2", "MI3")


@pytest.mark.rule("cataphract 4.32")
@pytest.mark.parametrize(
    ("pieces", "one_line"),
    [
        ([goth("HC1", 1010), goth("MI1", 1011), goth("LI1", 1012)], True),
        ([goth("MI1", 1010), goth("HC1", 1011), goth("LI1", 1012)], True),  # linked by the horse between
        ([goth("MI1", 1010), goth("LI1", 1012)], False),
        ([goth("HC1", 1010), goth("MI1", 1012)], False),  # horse must be next to the Line
        ([goth("MI1", 1010), goth("MI2", 1011), goth("LI1", 1111)], False),  # foot mixes no ranks and files
        ([goth("HC1", 1010), unit("MI1", 1011, contingent="Huns")], False),
    ],
)
def test_horse_and_foot_of_one_row_stand_in_one_line(pieces, one_line):
    r = field(*pieces, rows=OSTROGOTHS)
    assert (refusal(r, *(p["code"] for p in pieces)) == "") is one_line


@pytest.mark.rule("cataphract 4.32")
def test_of_a_mixed_line_the_horse_must_be_nearer_than_the_foot():
    foot = [goth(f"MI{n}", 1010 + n) for n in range(1, 8)]
    r = field(*foot, goth("HC1", 1018), rows=OSTROGOTHS)
    assert [u.id for u in line.lines(r.g, r.leader("Anna"))[0]] == [f"MI{n}" for n in range(1, 8)]
    assert "HC1 is beyond Anna's Command Range (5)" in refusal(r, "MI7", "HC1")
    r.unit("HC1").hex = 1110
    assert refusal(r, "MI7", "HC1") == ""


# -- 6.58 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.58")
def test_a_line_that_withdraws_is_spaced_by_its_row_and_leaves_the_foot_behind():
    for gap, company in ((0, ["HC1"]), (1, ["HC1", "HC2"])):
        r = field(unit("HC1", 1010), unit("HC2", 1012), rows=[{"types": ["HC"], "cavalry_gap": gap}])
        assert [u.id for u in line.cavalry_line(r.g, r.unit("HC1"))] == company
    # Whoever commands it, and however far he is.
    r = field(unit("HC1", 2010), unit("HC2", 2011), rows=[{"types": ["HC"], "cavalry_gap": 0, "cavalry_reach": 1}])
    assert len(line.cavalry_line(r.g, r.unit("HC1"))) == 2
    r = field(goth("HC1", 1010), goth("MI1", 1011), goth("HC2", 1012), rows=OSTROGOTHS)
    assert [u.id for u in line.cavalry_line(r.g, r.unit("HC1"))] == ["HC1"]


# -- 4.33, 4.5 who commands whom ---------------------------------------------------------------------------------------


def valerian(*pieces: dict[str, Any], **values: Any) -> kit.Rig:
    boss = leader("Val", 1010, role="SC", kinds=("HI", "LI"), one_kind=True, line_permission=True, **values)
    return field(leader("Anna", 1409), *pieces, boss=boss, rows=[["HI"], ["LI"], ["HC"], ["HI", "LI"]])


RECOVER = orders.Recover


@pytest.mark.rule("cataphract 4.33", "cataphract 4.21")
def test_a_leader_of_some_types_commands_no_others():
    r = valerian(unit("HI1", 1011, hits=1), unit("HC1", 1012, hits=1), unit("MI1", 1013, hits=1))
    r.refuses("4.5", RECOVER(unit="HC1"))
    r.refuses("4.5", orders.Move(unit="MI1", path=(1113,)))
    r.unit("HC1").routed = True
    r.g.version += 1
    r.refuses("4.5", orders.Rally(unit="HC1"))
    assert "Val commands only HI or LI" in refusal(r, "MI1")
    r.order(RECOVER(unit="HI1"))


@pytest.mark.rule("cataphract 4.33", "cataphract 2.22")
def test_a_class_is_a_type_of_its_own():
    boss = leader("Art", 1010, role="SC", kinds=("HC/Cat",))
    r = field(unit("HC1", 1011, cls="Cat"), unit("HC2", 1012), boss=boss)
    art = r.leader("Art")
    assert command.commandable(art, r.unit("HC1")) and not command.commandable(art, r.unit("HC2"))


@pytest.mark.rule("cataphract 4.33")
@pytest.mark.parametrize(("first", "other"), [("HI1", "LI1"), ("LI1", "HI1")])
def test_one_type_only_in_an_orders_phase(first, other):
    r = valerian(unit("HI1", 1011, hits=2), unit("LI1", 1012, hits=2), unit("HI2", 1013), unit("LI2", 1014))
    r.order(RECOVER(unit=first))
    r.refuses("4.33", RECOVER(unit=other))
    r.refuses("4.33", orders.Move(unit=other, path=(1110,)))
    named = {c.unit for c in menus.orders_menu(r.g, r.leader("Val"))}
    assert f"{first[:2]}2" in named and not {other, f"{other[:2]}2"} & named
    # The next phase is another.
    r.orders("a", "Val", momentum=True)
    r.order(RECOVER(unit=other))


@pytest.mark.rule("cataphract 4.33")
def test_a_line_command_is_to_one_type():
    r = valerian(unit("HI1", 1010), unit("HI2", 1011), unit("LI1", 1012))
    assert "4.33" in refusal(r, "HI2", "LI1")
    assert all(len({u.type for u in x}) == 1 for x in line.lines(r.g, r.leader("Val")))
    r.order(LINE(units=("HI1", "HI2")))
    assert r.g.orders.arm == "HI"


@pytest.mark.rule("cataphract 4.33", "cataphract 7.33")
def test_he_enables_shock_of_one_type_only():
    def before_the_enemy() -> kit.Rig:
        r = valerian(
            unit("HI1", 1011),
            unit("HI2", 1012),
            unit("LI1", 1009),
            unit("HC1", 1013),
            unit("MI8", 1111, "W", "b"),
            unit("MI9", 1108, "W", "b"),
            unit("MI7", 1113, "W", "b"),
        )
        r.state.phase = "shock"
        return r

    r = before_the_enemy()
    assert {u.id for u in designation.willing(r.g)} == {"HI1", "HI2", "LI1"}  # HC1 is not his
    everybody = designation.auto_plan(r.g, everybody=True)
    assert {x for a in everybody.attacks for x in a.attackers} == {"HI1", "HI2"}
    designation.check_plan(r.g, everybody)
    both = ShockPlan(
        attacks=(
            Attack(attackers=("HI1", "HI2"), defenders=("MI8",)),
            Attack(attackers=("LI1",), defenders=("MI9",)),
        )
    )
    with kit.refused("4.33"):
        designation.check_plan(r.g, both)
    adding = designation._menu(r.g, [], designation.willing(r.g), (r.unit("LI1"),))
    assert [c.key for c in adding] == ["go"]  # nobody else goes with the light foot
    # Once he has given orders to one type he enables no other.
    r = before_the_enemy()
    r.g.orders.arm = "LI"
    r.g.version += 1
    assert {u.id for u in designation.willing(r.g)} == {"LI1"}


@pytest.mark.rule("cataphract 11.62")
def test_artillery_obeys_him_whatever_he_commands():
    r = valerian(unit("CH1", 1011, missile="X"), unit("LI1", 1012, hits=1))
    r.order(orders.Mode(unit="CH1", fire=False))
    assert r.g.orders.arm is None
    r.order(RECOVER(unit="LI1"))


@pytest.mark.rule("cataphract 4.5")
def test_units_may_obey_certain_leaders_only():
    r = field(
        unit("HC1", 1011, hits=1, commanded_by=("Boss",)),
        unit("HC2", 1012, hits=1),
        leader("Boss", 1013, role="SC"),
    )
    r.refuses("4.5", RECOVER(unit="HC1"))
    r.order(RECOVER(unit="HC2"))
    r.orders("a", "Boss")
    r.order(RECOVER(unit="HC1"))


@pytest.mark.rule("cataphract 4.63")
def test_a_newcomer_arrives_with_a_unit_of_a_type_he_commands():
    r = valerian(unit("HI1", 1011), unit("HC1", 1012))
    val = r.leader("Val")
    assert leaders.replacement_hexes(r.g, val, val) == [1011]


def test_standing_orders_can_be_given_for_all_a_leader_of_some_types_commands():
    r = valerian(unit("HI1", 1011), unit("HC1", 1012))
    own = [s for s in scopes.scopes(r.state, "a") if s.key == "Val"]
    assert {"Val", "HI1"} in [set(s.units) for s in own]


# -- 4.4 two Overall Commanders on one side ----------------------------------------------------------------------------


def allies(active: str) -> kit.Rig:
    return kit.field(
        units=[unit("HC1", 1010), FOE],
        leaders=[
            leader("Aet", 1010, initiative=6),
            leader("The", 1012),
            leader("San", 1011, role="SC", superior="Aet"),
            leader("Tho", 1013, role="SC", superior="The"),
            leader("Lex", 1410, role="SC"),
            leader("Pau", None, succeeds="Aet"),
            leader("Att", 2915, "b"),
        ],
    ).orders("a", active)


@pytest.mark.rule("cataphract 4.4")
@pytest.mark.parametrize(("oc", "his"), [("Aet", {"San", "Lex"}), ("The", {"Tho"})])
def test_an_oc_moves_his_own_subordinates(oc, his):
    r = allies(oc)
    movable = set()
    for x in r.state.leaders.values():
        if x.side == "a" and x.on_map and x.id != oc:
            try:
                leader_moves.check_movable(r.g, x)
            except kit.Refusal as no:
                assert no.rule == "4.4" and "doesn't obey" in str(no)
            else:
                movable.add(x.id)
    assert movable == his


@pytest.mark.rule("cataphract 4.33")
@pytest.mark.parametrize(("sc", "oc", "strategy"), [("San", "Aet", 7), ("Tho", "The", 3)])
def test_leave_is_his_own_ocs_to_give(sc, oc, strategy):
    r = allies(sc)
    r.leader("Aet").strategy_printed, r.leader("The").strategy_printed = 7, 3
    assert r.g.superior(r.leader(sc)).id == oc
    r.run(line_command.ask_permission, r.leader(sc), dice=[strategy])
    assert r.leader(sc).line_permission is True and r.rolls[0].needs == f"{strategy} or less"
    # The other OC's presence is no help when his own is lost.
    r.orders("a", sc)
    r.leader(sc).line_permission = None
    r.leader(oc).eliminated, r.leader(oc).hex = True, None
    r.run(line_command.ask_permission, r.leader(sc), dice=[0])
    assert r.rolls[-1].needs == "0 or less"


@pytest.mark.rule("cataphract 4.63")
def test_an_oc_replaces_his_own_subordinates():
    r = allies("Aet")
    r.state.sides["a"].pool = ["Lex"]
    r.leader("Lex").hex = None
    r.leader("Tho").eliminated, r.leader("Tho").hex = True, None
    assert leaders.replaceable(r.g, "a", by=r.leader("Aet")) == []
    assert [(a.id, b.id) for a, b in leaders.replaceable(r.g, "a", by=r.leader("The"))] == [("Lex", "Tho")]
    r.refuses("4.63", orders.Replace(leader="Lex", replaces="Tho", to=1010))
    r.orders("a", "The").order(orders.Replace(leader="Lex", replaces="Tho", to=1010))


# -- 4.63 succession ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.63")
def test_who_succeeds_a_lost_oc_arrives_with_a_unit_he_may_command_and_is_finished():
    r = kit.field(
        units=[
            unit("HI1", 1010, contingent="Romans"),
            unit("HC1", 1012, contingent="Alans"),
            unit("HI2", 914, contingent="Romans", routed=True),
            FOE,
        ],
        leaders=[
            leader("Aet", 1010, initiative=6, elite=True, commands=("Romans",)),
            leader("Pau", None, initiative=4, commands=("Romans",), succeeds="Aet"),
            leader("San", 1012, role="SC", superior="Aet", commands=("Alans",)),
            leader("Att", 2915, "b", initiative=3),
        ],
    )
    r.state.phase = "select"
    d = r.play()
    assert d.kind == "activation" and not r.leader("Pau").on_map  # while Aetius lives he waits
    leaders.lose(r.g, r.leader("Aet"), "killed", "9.14")
    d = r.play()
    assert (d.kind, d.side, d.subject) == ("succession", "a", "Pau")
    assert [c.key for c in d.choices] == ["1010", "0914"] and d.default_key == "0914"
    d = r.play(answers=["1010"])
    pau = r.leader("Pau")
    assert (pau.hex, pau.status, pau.no_shock) == (1010, "finished", True)
    assert "Pau takes command at 1010." in r.told()
    assert r.g.commander("a") is pau and r.g.superior(r.leader("San")) is pau
    assert leaders.replaceable(r.g, "a") == []
    assert r.state.sides["a"].rout_points == 30
    assert d.subject == "Att"


@pytest.mark.rule("cataphract 4.63")
def test_nobody_succeeds_without_a_unit_he_may_command():
    r = allies("The")
    r.leader("Pau").commands = ("Romans",)
    leaders.lose(r.g, r.leader("Aet"), "killed", "9.14")
    r.run(leaders.succession)
    assert not r.leader("Pau").on_map and r.g.superior(r.leader("San")) is None


@pytest.mark.rule("cataphract 5.51")
def test_the_elite_phase_is_the_elite_ocs_and_goes_to_any_leader_of_the_side():
    r = allies("The")
    r.state.orders, r.state.phase = None, "turn"
    r.leader("The").elite = True  # the second OC of the side
    d = r.play()
    assert d.kind == "elite" and d.subject == "The"
    assert {c.key for c in d.choices} == {"Aet", "The", "San", "Tho", "Lex", "no"}
    # After Aetius' death his successor, no elite commander, has none.
    r = allies("The")
    r.leader("Aet").elite = True
    r.state.orders, r.state.phase = None, "turn"
    leaders.lose(r.g, r.leader("Aet"), "killed", "9.14")
    d = r.play(answers=["1010"], dice=[5, 4])
    assert d.kind == "activation"


