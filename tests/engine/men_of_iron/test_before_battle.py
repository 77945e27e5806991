"""14.1 Before the battle: what a side may order, and what it is refused."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Answer
from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import deployment, formations, orders
from engine.systems.men_of_iron.events import LeaderMoved
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import Rig, leader, special, unit

WALLS = [{"formation": "shield-wall", "types": ["PK"]}]
BOTH = [{"formation": "shield-wall", "types": ["PK"]}, {"formation": "schiltron", "types": ["DM"]}]
FREELY = special("free-setup", case="falkirk/free_setup", side="a", columns=[10, 12], units=[], hexes=[])
FAR = (unit("LB9", 2820, "W"),)


def field(*units, b=FAR, **values) -> Rig:
    values.setdefault("a_leaders", [leader("LA", 110, command_range=40)])
    r = kit.battle(units, b, **values)
    r.state.phase = "setup"
    for army in r.state.armies.values():
        army.deployed = False
    return r


def said(r: Rig, order: Answer) -> str:
    """What refuses it to side a."""
    with pytest.raises(Refusal) as caught:
        deployment.check(r.g, order)
    return str(caught.value)


@pytest.mark.rule("men-of-iron 14.1")
def test_only_a_side_with_something_to_order_is_asked():
    r = field(unit("DM1", 1010), formations=WALLS)
    assert not deployment.chooses(r.g, "a")
    assert r.play().kind == "activate"
    assert all(army.deployed for army in r.state.armies.values())
    able = field(unit("PK1", 1010), formations=WALLS)
    assert deployment.chooses(able.g, "a") and not deployment.chooses(able.g, "b")
    asked = able.play()
    assert (asked.kind, asked.side) == ("set-up", "a")
    standing = field(unit("PK1", 1010, formation="shield-wall"), formations=WALLS)
    assert deployment.chooses(standing.g, "a"), "it could leave its formation"
    placing = field(unit("LB1", 1010), rules=[FREELY])
    assert deployment.chooses(placing.g, "a")


@pytest.mark.rule("men-of-iron 14.1")
def test_whose_units_and_where():
    r = field(unit("PK1", 1010), unit("PK2", None), formations=WALLS)
    assert said(r, orders.Form(units=("PK7",), formation="shield-wall")) == "There is no unit PK7 on the map."
    assert said(r, orders.Form(units=("PK2",), formation="shield-wall")) == "There is no unit PK2 on the map."
    assert said(r, orders.Form(units=("LB9",), formation="shield-wall")) == "LB9 is the enemy's."
    assert said(r, orders.Place(unit="PK1", hex=1011)) == "PK1 stands where the battle puts it."
    assert said(r, orders.Move(unit="PK1", path=(1011,))).startswith("Before the battle you order formations")
    deployment.check(r.g, orders.Form(units=("PK1",), formation="shield-wall"))


@pytest.mark.rule("men-of-iron falkirk/free_setup", "men-of-iron 8.0", "men-of-iron 6.1")
def test_where_units_may_be_placed():
    r = field(unit("LB1", 1010), unit("LB2", 1110), b=[unit("LB9", 1012, "W")], rules=[FREELY])
    for h in (1001, 1222, 1110, 1010):
        deployment.check(r.g, orders.Place(unit="LB1", hex=h))
    assert "lies outside the area" in said(r, orders.Place(unit="LB1", hex=922))
    assert "lies outside the area" in said(r, orders.Place(unit="LB1", hex=1301))
    assert said(r, orders.Place(unit="LB1", hex=1012)) == "LB9 stands at 1012. (8.0)"
    assert said(r, orders.Place(unit="LB1", hex=1001, facing=Facing.SIDE_NE)).startswith("LB1 faces a vertex")
    deployment.check(r.g, orders.Place(unit="LB1", hex=1001, facing=Facing.NE))


@pytest.mark.rule("men-of-iron falkirk/free_setup")
def test_nobody_is_placed_where_nobody_can_stand():
    r = field(unit("LB1", 1010), rules=[FREELY], terrain={1101: "river"})
    assert "lies outside the area" in said(r, orders.Place(unit="LB1", hex=1101))


@pytest.mark.rule("men-of-iron falkirk/free_setup", "men-of-iron 15.2")
def test_leaders_in_its_hex_go_with_it_and_stay_with_one_that_turns():
    r = field(unit("LB1", 1010, "E"), unit("LB2", 1110, "W"), a_leaders=[leader("LA", 1010)], rules=[FREELY])
    r.play(answers=[orders.Place(unit="LB1", hex=1010, facing=Facing.NW)])
    assert r.unit("LB1").facing == Facing.NW and not r.happened(LeaderMoved)
    r.play(answers=[orders.Place(unit="LB1", hex=1110)])
    assert (r.unit("LB1").hex, r.unit("LB2").hex, r.leader("LA").hex) == (1110, 1010, 1110)
    assert (r.unit("LB1").facing, r.unit("LB2").facing) == (Facing.NW, Facing.W)


@pytest.mark.rule("men-of-iron falkirk/free_setup", "men-of-iron 14.1")
def test_the_menu_offers_vacant_hexes_and_formations():
    r = field(unit("PK1", 1010), unit("LB2", 1110), unit("DM3", 1305), formations=BOTH, rules=[FREELY])
    asked = r.play()
    choices = {c.key: c for c in asked.menu.choices}  # type: ignore[attr-defined]
    assert list(choices) == ["done", "form-PK1-1", "PK1", "LB2", "DM3"]
    menu = choices["PK1"].menu
    assert menu is not None
    offered = {c.key for c in menu().choices}
    assert {"1001", "1011", "1222"} <= offered and not {"1010", "1110", "0922"} & offered
    assert "form-PK1-1" in offered


@pytest.mark.rule("men-of-iron 14.1")
def test_formations_are_ordered_where_command_reaches():
    near = [leader("LA", 1010, command_range=2)]
    r = field(unit("PK1", 1011), unit("PK2", 1410), a_leaders=near, formations=WALLS)
    deployment.check(r.g, orders.Form(units=("PK1",), formation="shield-wall"))
    assert "out of command" in said(r, orders.Form(units=("PK2",), formation="shield-wall"))


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron FK-1")
def test_each_formation_has_its_types_and_its_commands():
    r = field(unit("PK1", 1010), unit("DM2", 1011), formations=BOTH)
    assert "can't form a Schiltron" in said(r, orders.Form(units=("PK1",), formation="schiltron"))
    assert "can't form a Shield Wall" in said(r, orders.Form(units=("DM2",), formation="shield-wall"))
    assert said(r, orders.Form(units=("PK1",), formation=None)) == "PK1 is in no formation. (14.1)"
    for state, word in (({"disordered": True}, "Disordered"), ({"retired": True, "disordered": True}, "Retired")):
        shaken = field(unit("PK1", 1010, **state), formations=WALLS, a_standards=[kit.standard("S", 120, "A")])
        assert f"PK1 is {word}" in said(shaken, orders.Form(units=("PK1",), formation="shield-wall"))
    walled = field(unit("PK1", 1010, formation="shield-wall"), formations=WALLS)
    assert "in Shield Wall already" in said(walled, orders.Form(units=("PK1",), formation="shield-wall"))


@pytest.mark.rule("men-of-iron 14.1")
def test_formations_have_their_time():
    r = kit.battle([unit("PK1", 1010)], FAR, formations=WALLS)
    for phase, possible in (("setup", True), ("free", False)):
        r.state.phase = phase  # type: ignore[assignment]
        assert (formations.may(r.g, r.unit("PK1")) == "shield-wall") is possible
    r.activate("A", phase="shock")
    assert formations.may(r.g, r.unit("PK1")) is None
    r.activate("A")
    assert formations.may(r.g, r.unit("PK1")) == "shield-wall"
