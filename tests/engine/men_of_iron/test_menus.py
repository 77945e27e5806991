"""What the menus of the Move/Fire part offer and say: notes on a hex, who can do something, what is left to do."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import menus, reach
from engine.systems.men_of_iron.orders import Form, Move
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import Rig, leader, special, unit

FAR = (unit("PK9", 2820, "W"),)


def field(*units, b=FAR, **values) -> Rig:
    values.setdefault("a_leaders", [leader("LA", 110, command_range=40)])
    return kit.battle(units, b, **values).activate("A")


def note(r: Rig, name: str, to: int) -> str:
    """What is said of a hex the unit could move to."""
    u = r.unit(name)
    return str(menus.consequences(r.g, u, reach.search(r.g, u)[to]) or "")


def keys(menu: Menu) -> list[str]:
    return [c.key for c in menu.choices]


def offered(r: Rig) -> list[str]:
    return keys(menus.orders_menu(r.g))


def choice(r: Rig, key: str) -> Choice:
    return next(c for c in menus.orders_menu(r.g).choices if c.key == key)


# -- notes ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 11.1")
@pytest.mark.parametrize(
    ("name", "to", "state", "said"),
    [
        ("MM1", 1110, {}, True),
        ("MM1", 1009, {}, False),
        ("MM1", 1110, {"disordered": True}, False),
        ("GE1", 1110, {}, False),
    ],
)
def test_who_could_charge_is_told_where_that_ends(name, to, state, said):
    r = field(unit(name, 1010, **state), b=[unit("AX5", 1210, "E")])
    assert ("too near to Charge" in note(r, name, to)) is said


@pytest.mark.rule("men-of-iron 7.2", "men-of-iron 11.1")
def test_enemy_zoc_says_it_all():
    """In the ZOC of the missile infantry it is near, a Charge is out of the question anyway."""
    r = field(unit("MM1", 1010), b=[unit("SL5", 1210, "W")])
    assert note(r, "MM1", 1110).startswith("in the ZOC of SL5")
    assert "too near" not in note(r, "MM1", 1110)


@pytest.mark.rule("men-of-iron 8.0/pass")
def test_friends_ridden_through_are_named():
    """The only way out is over LB5."""
    ring = [unit("LB5", 1110), *(unit(f"PK{n}", h) for n, h in enumerate((1009, 1011, 909, 910, 1109), 1))]
    r = field(unit("MM1", 1010), *ring)
    assert note(r, "MM1", 1210) == "rides through LB5"
    assert note(field(unit("MM1", 1010)), "MM1", 1210) == ""


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron PO-3")
def test_a_leader_who_can_not_follow():
    """He rides, and horses don't go among wagons."""
    wagon = [{"id": "WAGON1", "name": "Wagon 1", "kind": "wagon", "hex": 1110, "command": "A"}]
    with_him = [leader("LA", 1010, command_range=9)]
    assert "LA can't follow" in note(field(unit("DM1", 1010), a_leaders=with_him, a_markers=wagon), "DM1", 1110)
    assert note(field(unit("DM1", 1010), a_leaders=with_him), "DM1", 1110) == ""
    assert "follow" not in note(field(unit("DM1", 1010), a_markers=wagon), "DM1", 1110)


# -- units -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 13.1")
@pytest.mark.parametrize(
    ("acted", "may_recover", "beside", "said"),
    [
        ([], ["DM1"], False, "recovers if it does nothing"),
        (["DM1"], ["DM1"], False, "Disordered"),
        ([], [], False, "Disordered"),
        ([], ["DM1"], True, "Disordered"),
    ],
)
def test_who_recovers_if_it_does_nothing(acted, may_recover, beside, said):
    foe = [unit("PK9", 1110 if beside else 2820, "E")]
    r = field(unit("DM1", 1010, disordered=True), b=foe)
    r.g.act.acted, r.g.act.may_recover = acted, may_recover
    r.g.version += 1
    assert str(choice(r, "DM1").note) == said


@pytest.mark.rule("men-of-iron 13.1")
def test_what_recovers_is_said_before_the_part_ends():
    r = field(unit("DM1", 1010, disordered=True), unit("DM2", 1012))
    assert str(choice(r, "done").note) == "DM1 recover"
    r.g.act.acted = ["DM1"]
    r.g.version += 1
    assert choice(r, "done").note is None


@pytest.mark.rule("men-of-iron 4.1")
def test_only_units_with_something_to_do_are_offered():
    r = field(unit("DM1", 1010), unit("DM2", 1012))
    assert offered(r) == ["DM1", "DM2", "LA", "done"]
    r.g.act.worked, r.g.act.acted, r.g.act.orders_given = ["DM2"], ["DM2"], True
    r.g.version += 1
    assert offered(r) == ["DM1", "LA", "done"]


@pytest.mark.rule("men-of-iron 14.1")
def test_formations_are_offered_until_the_first_order_and_to_several_at_once():
    walls = [{"formation": "shield-wall", "types": ["PK"]}]
    r = field(unit("PK1", 1010), unit("PK2", 1011), formations=walls)
    assert offered(r)[0] == "form-PK1-2"
    assert "form-PK1-1" in keys(menus.unit_menu(r.g, r.unit("PK1")))
    r.g.act.orders_given = True
    r.g.version += 1
    assert offered(r)[0] == "PK1"
    assert keys(menus.unit_menu(r.g, r.unit("PK1"))) == ["move", "turn"]
    alone = field(unit("PK1", 1010), formations=walls)
    assert offered(alone) == ["PK1", "LA", "done"], "one unit is formed up in its own menu"


@pytest.mark.rule("men-of-iron 14.1")
def test_units_of_one_order_take_one_formation():
    both = [{"formation": "shield-wall", "types": ["PK"]}, {"formation": "schiltron", "types": ["DM"]}]
    r = field(unit("PK1", 1010), unit("DM2", 1011), unit("PK3", 1012), formations=both)
    first = menus.orders_menu(r.g).choices[0]
    assert first.answer == Form(units=("PK1", "PK3"), formation="shield-wall")
    assert str(first.label) == "A: form Shield Wall"
    turned = field(unit("DM2", 1011), unit("PK3", 1012), formations=both)
    assert str(menus.orders_menu(turned.g).choices[0].label) == "A: form Schiltron"


@pytest.mark.rule("men-of-iron 6.2", "men-of-iron 15.2")
def test_a_unit_turns_to_other_facings_and_rides_with_its_leader_or_alone():
    r = field(unit("MM1", 1010, "E"), a_leaders=[leader("LA", 1010, command_range=9)])
    menu = menus.unit_menu(r.g, r.unit("MM1"))
    assert keys(menu) == ["move", "alone", "turn"]
    turn = next(c for c in menu.choices if c.key == "turn")
    assert turn.menu is not None
    assert set(keys(turn.menu())) == {"NE", "NW", "W", "SW", "SE"}
    held = field(unit("MM1", 1010, "E"))
    assert keys(menus.unit_menu(held.g, held.unit("MM1"))) == ["move", "turn"]


@pytest.mark.rule("men-of-iron 9.2")
def test_shots_at_the_end_of_a_move_are_those_that_may_be_ordered():
    r = field(unit("LB1", 1010, "E"), b=[unit("PK9", 1310, "W")])
    node = reach.search(r.g, r.unit("LB1"))[1110]
    shots = {c.key for c in menus._facings(r.g, r.unit("LB1"), node, None) if "-x-" in c.key}
    assert shots == {f"{f}-x-PK9" for f in ("E", "NE", "SE")} | {"NW-x-PK9", "SW-x-PK9"}, "not through the rear"
    r.order(Move(unit="LB1", path=(1110, Facing.E), fire_at="PK9"), dice=[0])


# -- bombards --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron CR-3")
def test_bombards_are_their_own_commands():
    marker = {"id": "Bombard1", "name": "Bombard 1", "kind": "bombard", "hex": 1210, "command": "A"}
    guns = special("bombards")
    r = field(unit("LB1", 1010), b=[unit("PK9", 1510, "W")], a_markers=[marker], rules=[guns])
    assert any(k.startswith("Bombard1-x-") for k in offered(r))
    other = field(
        unit("LB1", 1010), unit("LB2", 1012, command="C"), b=[unit("PK9", 1510, "W")], a_markers=[marker], rules=[guns]
    )
    assert not any(k.startswith("Bombard1-x-") for k in keys(menus.orders_menu(other.activate("C").g)))


# -- whoever can do one thing alone is offered -------------------------------------------------------------------------


def only(r: Rig, name: str) -> list[str]:
    """What the unit could do, if it is offered at all."""
    return keys(menus.unit_menu(r.g, r.unit(name))) if name in offered(r) else []


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 9.1")
def test_one_who_can_only_fire():
    """Held in enemy ZOC it has moved and turned, and may still shoot."""
    r = field(unit("LB1", 1010, "E"), b=[unit("LB9", 1110, "W")])
    r.g.act.moved, r.g.act.turned, r.g.act.orders_given = ["LB1"], {"LB1": 1}, True
    r.g.version += 1
    assert only(r, "LB1") == ["x-LB9"]
    r.g.act.fired = ["LB1"]
    r.g.version += 1
    assert only(r, "LB1") == []


@pytest.mark.rule("men-of-iron 6.2")
def test_one_who_can_only_turn():
    r = field(unit("DM1", 1010, "E"))
    r.g.act.moved, r.g.act.orders_given = ["DM1"], True
    r.g.version += 1
    assert only(r, "DM1") == ["turn"]


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 6.2")
def test_one_who_can_only_leave_its_formation():
    walls = [{"formation": "shield-wall", "types": ["PK"]}]
    r = field(unit("PK1", 1010, "E", formation="shield-wall"), formations=walls)
    r.g.act.turned = {"PK1": 1}
    r.g.version += 1
    assert only(r, "PK1") == ["leave-PK1-1"]
    r.g.act.orders_given = True
    r.g.version += 1
    assert only(r, "PK1") == []


@pytest.mark.rule("men-of-iron PO-2", "men-of-iron 6.2")
def test_one_who_can_only_work():
    """Friends around it and enemy ZOC on its hex leave it the hedge before it."""
    hedge = [(1010, 1110, "hedge")]
    ring = [unit(f"PK{n}", h, "E") for n, h in enumerate((1009, 1011, 909, 910, 1109, 1110), 1)]
    clearing = special("clear-hedges", case="PO-2")
    r = field(unit("DM9", 1010, "E"), *ring, hexsides=hedge, rules=[clearing], b=[unit("LB8", 2820, "W")])
    found = only(r, "DM9")
    assert "clear-1110" in found and "move" not in found
    label = next(str(c.label) for c in menus.unit_menu(r.g, r.unit("DM9")).choices if c.key == "clear-1110")
    assert label == "Clear the hedge towards 1110"


@pytest.mark.rule("men-of-iron PO-5")
def test_mounting_up_is_offered_as_that():
    remounting = special("remounting", case="PO-5", commands=["A"], most=2)
    r = field(unit("DM1", 1010, "E"), rules=[remounting])
    label = next(str(c.label) for c in menus.unit_menu(r.g, r.unit("DM1")).choices if c.key == "remount")
    assert label == "Mount up: nothing else in this activation"


@pytest.mark.rule("men-of-iron 14.2")
def test_hobilars_may_change_where_they_stand_and_go_on():
    r = field(unit("MH1", 1010, "E"))
    found = {c.key: c for c in menus.unit_menu(r.g, r.unit("MH1")).choices}
    assert list(found) == ["move", "turn", "change", "change-move"]
    assert (str(found["change"].label), found["change"].mp) == ("Dismount", 3)
    assert found["change"].answer == Move(unit="MH1", change_after=0)
    menu = found["change-move"].menu
    assert menu is not None
    for c in menu().choices:
        assert isinstance(c.answer, Move) and c.answer.change_after == 0
        r.g.version += 1
        kit.move_fire.check(r.g, c.answer)
    assert str(next(c.label for c in menus.unit_menu(*_foot()).choices if c.key == "change")) == "Mount"


def _foot():
    r = field(unit("DH1", 1010, "E"))
    return r.g, r.unit("DH1")
