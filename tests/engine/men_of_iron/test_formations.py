"""14.1 Shield Wall and FK-1 Schiltron: orders, and what a unit in formation can't do."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import facing, formations, reach
from engine.systems.men_of_iron.events import FormationChanged
from engine.systems.men_of_iron.orders import Fire, Form, Move, MoveLeader
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import leader, unit

E, NE, NW, W, SW, SE = Facing.E, Facing.NE, Facing.NW, Facing.W, Facing.SW, Facing.SE
FAR = (unit("PK9", 2820, "W"),)
WALL = ({"formation": "shield-wall", "types": ["PK", "DM"]},)
SCHILTRON = ({"formation": "schiltron", "types": ["PK"]},)


def field(*units, b=FAR, formations=WALL, **values) -> kit.Rig:
    return kit.battle(units, b, formations=formations, **values).activate("A")


def wall(*names: str) -> Form:
    return Form(units=names, formation="shield-wall")


def leave(*names: str) -> Form:
    return Form(units=names, formation=None)


# -- 14.1 who and when -------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 14.1")
@pytest.mark.parametrize("kind", ["PK", "DM", "AX", "UH", "LB", "MM", "GE"])
def test_only_pikes_and_dismounted_men_at_arms(kind):
    r = field(unit(f"{kind}1", 1010))
    able = kind in ("PK", "DM")
    assert formations.may(r.g, r.unit(f"{kind}1")) == ("shield-wall" if able else None)
    if able:
        r.order(wall(f"{kind}1"))
        assert r.unit(f"{kind}1").formation == "shield-wall"
    else:
        r.refuses("14.1", wall(f"{kind}1"))


@pytest.mark.rule("men-of-iron 14.1")
def test_only_where_the_battle_allows_it():
    r = field(unit("PK1", 1010), formations=())
    r.refuses("14.1", wall("PK1"))
    guarded = ({"formation": "shield-wall", "types": ["PK"], "commands": ["Other"]},)
    r = field(unit("PK1", 1010), formations=guarded)
    r.refuses("14.1", wall("PK1"))
    r = kit.battle([unit("PK1", 1010, command="Other")], FAR, formations=guarded).activate("Other")
    r.order(wall("PK1"))


@pytest.mark.rule("men-of-iron 14.1")
def test_each_unit_singly_in_several_orders():
    r = field(unit("PK1", 1010), unit("PK2", 1011), unit("DM1", 1012))
    r.order(wall("PK1", "DM1"))
    assert [u.formation for u in r.g.units("a")] == ["shield-wall", None, "shield-wall"]
    r.order(wall("PK2"))
    r.order(leave("PK1"))
    assert [u.formation for u in r.g.units("a")] == [None, "shield-wall", "shield-wall"]
    assert [(e.unit, e.forced) for e in r.happened(FormationChanged)][-1] == ("PK1", False)
    r.refuses("14.1", wall("PK1", "PK2"))  # one of them is in it: none changes
    assert r.unit("PK1").formation is None
    r.refuses("14.1", leave("PK1"))
    r.refuses("14.1", wall("PK1", "PK1"))
    r.refuses("14.1", wall())


@pytest.mark.rule("men-of-iron 14.1")
@pytest.mark.parametrize(
    ("order", "dice"),
    [
        (Move(unit="PK1", path=(1110,)), []),
        (Move(unit="PK1", path=(W,)), []),
        (Fire(unit="LB1", target="PK9"), [0]),
        (MoveLeader(leader="LA", to=1109), []),
    ],
)
def test_before_anything_else_in_the_activation(order, dice):
    r = field(unit("PK1", 1010), unit("PK2", 1012), unit("LB1", 1014), b=[unit("PK9", 1214, "W")])
    r.order(order, dice=dice)
    assert formations.may(r.g, r.unit("PK2")) is None
    r.refuses("14.1", wall("PK2"))


@pytest.mark.rule("men-of-iron 14.1")
@pytest.mark.parametrize("how", ["free", "continuity", "seizure"])
def test_in_any_kind_of_activation_of_its_own_command(how):
    r = kit.battle([unit("PK1", 1010), unit("PK2", 1012, command="Other")], FAR, formations=WALL).activate("A", how=how)
    r.order(wall("PK1"))
    with kit.refused("14.1"):
        formations.check(r.g, wall("PK2"))


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 12.2")
def test_only_a_normal_unit_enters_and_any_may_leave():
    for retired in (False, True):
        r = field(unit("PK1", 1010, disordered=True, retired=retired))
        r.refuses("14.1", wall("PK1"))
    r = field(unit("PK1", 1010, disordered=True, formation="shield-wall"))
    assert formations.may_leave(r.g, r.unit("PK1"))
    r.order(leave("PK1"))
    assert r.unit("PK1").formation is None and r.unit("PK1").disordered


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 15.2")
def test_only_units_in_command():
    r = field(unit("PK1", 1010), unit("PK2", 2010), a_leaders=[leader("LA", 1010, command_range=3)])
    r.order(wall("PK1"))
    r.refuses("14.1", wall("PK2"))


@pytest.mark.rule("men-of-iron 14.1")
def test_before_the_battle_all_commands_in_command():
    r = kit.battle(
        [unit("PK1", 1010), unit("PK2", 2010), unit("PK3", 1510, command="Other")],
        FAR,
        formations=WALL,
        a_leaders=[leader("LA", 1010, command_range=3)],
    )
    r.state.phase = "setup"
    formations.check(r.g, wall("PK1", "PK3"))
    formations.form(r.g, wall("PK1", "PK3"))
    assert r.unit("PK1").formation == r.unit("PK3").formation == "shield-wall"
    with kit.refused("14.1"):
        formations.check(r.g, wall("PK2"))
    with kit.refused("14.1"):
        formations.check(r.g, wall("PK2", "PK9"))


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 13.1")
def test_changing_formation_is_doing_something():
    r = field(unit("PK1", 1010, disordered=True, formation="shield-wall"))
    r.order(leave("PK1"))
    assert r.g.act.acted == ["PK1"]


# -- 14.1 what it does to movement -------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 14.1")
def test_no_movement_in_shield_wall_and_one_vertex_of_facing():
    r = field(unit("PK1", 1010))
    r.order(wall("PK1"))
    assert reach.search(r.g, r.unit("PK1")) == {}
    r.refuses("14.1", Move(unit="PK1", path=(1110,)))
    r.refuses("14.1", Move(unit="PK1", path=(W,)))
    assert set(facing.options(r.g, r.unit("PK1"))) == {NE, SE}
    r.order(Move(unit="PK1", path=(SE,)))
    r.refuses("14.1", Move(unit="PK1", path=(E,)))
    assert r.unit("PK1").formation == "shield-wall"


@pytest.mark.rule("men-of-iron 14.1")
def test_who_leaves_it_moves_in_the_same_activation():
    r = field(unit("PK1", 1010, formation="shield-wall"))
    r.order(leave("PK1"))
    r.order(Move(unit="PK1", path=(1110, W)))
    assert r.unit("PK1").hex == 1110


# -- FK-1, BB-1 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron FK-1")
def test_schiltron_is_ordered_the_same_way_and_does_not_move():
    r = field(unit("PK1", 1010), unit("DM1", 1012), formations=SCHILTRON)
    assert formations.may(r.g, r.unit("PK1")) == "schiltron"
    r.refuses("14.1", wall("PK1"))
    r.refuses("FK-1", Form(units=("DM1",), formation="schiltron"))
    r.order(Form(units=("PK1",), formation="schiltron"))
    assert reach.search(r.g, r.unit("PK1")) == {}
    r.refuses("FK-1", Move(unit="PK1", path=(1110,)))
    r.refuses("FK-1", Form(units=("PK1",), formation="schiltron"))
    assert {r.g.arc(r.unit("PK1"), h) for h in r.g.map.neighbours(1010)} == {"front"}


@pytest.mark.rule("men-of-iron BB-1")
@pytest.mark.parametrize(("disordered", "ma"), [(False, 2), (True, 1)])
def test_at_bannockburn_a_schiltron_moves(disordered, ma):
    moving = kit.special("marching-schiltron", case="BB-1", ma=2, ma_disordered=1)
    r = field(unit("PK1", 1010, disordered=disordered, formation="schiltron"), formations=SCHILTRON, rules=(moving,))
    assert max(n.mp for n in reach.search(r.g, r.unit("PK1")).values()) == ma
    r.refuses("5.1", Move(unit="PK1", path=(1110, 1210, 1310)))
    r.order(Move(unit="PK1", path=(1110, 1210)[:ma]))
    assert r.unit("PK1").formation == "schiltron" and r.g.act.mp == {"PK1": ma}


@pytest.mark.rule("men-of-iron BB-4", "men-of-iron FK-1")
def test_a_rule_of_the_battle_may_bar_it():
    folk = kit.special("small-folk", case="BB-4", side="a", points=99, column=5, units=["PK1"], hexes=[505])
    r = field(unit("PK1", 1010), unit("PK2", 1012), formations=SCHILTRON, rules=(folk,))
    assert formations.may(r.g, r.unit("PK1")) is None
    r.refuses("BB-4", Form(units=("PK1",), formation="schiltron"))
    r.order(Form(units=("PK2",), formation="schiltron"))
