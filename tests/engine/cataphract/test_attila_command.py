"""Who commands what in Attila's battles: types, certain units, two Overall Commanders, who succeeds a lost one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.text import Refusal
from engine.systems.cataphract.orders import Mode
from engine.systems.gboh.command import command, leader_moves, leaders, line_composition, line_leave
from engine.systems.gboh.orders import menus, orders, scopes
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from tests.engine.cataphract import kit
from tests.engine.cataphract.test_attila_lines import FOE, field, leader, refusal, unit

LINE = orders.Line


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
    assert all(len({u.type for u in x}) == 1 for x in line_composition.lines(r.g, r.leader("Val")))
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
    r = valerian(unit("CH1", 1011, missile="X"), unit("CH2", 1013, missile="X"), unit("LI1", 1012, hits=1))
    r.order(Mode(unit="CH1", fire=False))
    assert r.g.orders.arm is None
    r.order(RECOVER(unit="LI1"))
    r.order(Mode(unit="CH2", fire=False))


@pytest.mark.rule("cataphract 4.5")
def test_units_may_obey_certain_leaders_only():
    r = field(
        unit("HC1", 1011, hits=1, commanded_by=("Boss",)),
        unit("HC2", 1012, hits=1),
        leader("Boss", 1013, role="SC"),
    )
    r.refuses("4.5", RECOVER(unit="HC1"))
    assert not command.commandable(r.leader("Anna"), r.unit("HC1"))
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
    own = [s for s in scopes.scopes(r.g, "a") if s.key == "Val"]
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
            except Refusal as no:
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
    r.run(line_leave.ask_permission, r.leader(sc), dice=[strategy])
    assert r.leader(sc).line_permission is True and r.rolls[0].needs == f"{strategy} or less"
    # The other OC's presence is no help when his own is lost.
    r.orders("a", sc)
    r.leader(sc).line_permission = None
    r.leader(oc).eliminated, r.leader(oc).hex = True, None
    r.run(line_leave.ask_permission, r.leader(sc), dice=[0])
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
