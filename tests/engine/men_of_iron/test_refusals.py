"""What the refusals of fire, Shock and Charges say: the reason that is true, and what could be done instead."""

from __future__ import annotations

import pytest

from engine.kernel.text import Refusal
from engine.systems.men_of_iron import move_fire, orders, shock_phase
from tests.engine.men_of_iron.kit import Rig, battle, leader, unit
from tests.engine.men_of_iron.shock_kit import field, plan


def shocking(rig: Rig, *plans: orders.AttackPlan) -> str:
    """What refuses these attacks."""
    with pytest.raises(Refusal) as caught:
        shock_phase.check(rig.g, orders.Shock(attacks=plans))
    return str(caught.value)


def ordering(rig: Rig, order: orders.Fire | orders.Move | orders.Shock) -> str:
    """What refuses this order of the Move/Fire part."""
    with pytest.raises(Refusal) as caught:
        move_fire.check(rig.g, order)
    return str(caught.value)


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron NA-4")
def test_types_that_never_attack_each_other_are_named_as_the_reason() -> None:
    rig = field([unit("GE1", 1010, "E")], [unit("DM5", 1110, "W")])
    assert shocking(rig, plan("GE1", "DM5")) == "GE1 can't attack DM5: GE never attack DM. (10.1)"
    assert shocking(rig, plan("GE1")) == "GE1 has no enemy in its front hexes that it can attack. (10.1)"


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron 7.1")
def test_an_enemy_behind_a_river_is_in_front_and_out_of_reach() -> None:
    rig = field([unit("DM1", 1010, "E")], [unit("DM5", 1110, "W"), unit("DM6", 1109, "W")], terrain={1110: "river"})
    assert shocking(rig, plan("DM1", "DM5")) == (
        "DM1 can't attack DM5: nobody gets from 1010 to 1110. It can attack: DM6. (10.1)"
    )


@pytest.mark.rule("men-of-iron 10.1")
def test_whom_it_does_not_have_before_it() -> None:
    rig = field([unit("DM1", 1010, "E"), unit("DM2", 1012, "E")], [unit("DM5", 1110, "W"), unit("DM6", 1009, "W")])
    assert shocking(rig, plan("DM1", "DM6")) == (
        "DM1 can't attack DM6: it is not in its front hexes. It can attack: DM5. (10.1)"
    )
    assert shocking(rig, plan("DM1", "DM2")) == "DM2 is on DM1's own side. (10.1)"
    assert shocking(rig, plan("DM1", "DM9")) == "There is no unit DM9 on the map. (10.1)"
    assert shocking(rig, plan("DM2", "DM5")) == "DM2 can't attack DM5: it is not in its front hexes. (10.1)"


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 10.1")
def test_whom_a_charge_does_not_end_before() -> None:
    rig = field([unit("MM1", 1010, "E")], [unit("AX5", 1210, "W"), unit("AX6", 1308, "W")])
    assert shocking(rig, plan("MM1", "AX6", way=[1110])) == (
        "MM1 can't attack AX6: at 1110 facing E it isn't before it. It can attack: AX5. (10.1)"
    )
    assert shocking(rig, plan("MM1", way=["SE", 1011])) == (
        "At 1011 facing SE MM1 would have no enemy before it that it can attack. (10.1)"
    )


@pytest.mark.rule("men-of-iron 11.1", "men-of-iron 12.4")
def test_a_retired_rider_is_retired_not_disordered() -> None:
    rig = field([unit("MM1", 1010, "E", retired=True, disordered=True)], [unit("AX5", 1210, "W")])
    assert shocking(rig, plan("MM1", way=[1110])) == "MM1 is Retired and can't attack. (12.4)"


@pytest.mark.rule("men-of-iron 3.1")
def test_each_part_of_an_activation_says_which_it_is() -> None:
    rig = field([unit("DM1", 1010, "E")], [unit("DM5", 1110, "W")])
    with pytest.raises(Refusal, match="Movement and fire of A are over"):
        shock_phase.check(rig.g, orders.Move(unit="DM1", path=(1009,)))
    rig = battle([unit("DM1", 1010, "E")], [unit("DM5", 1110, "W")]).activate("A")
    assert ordering(rig, orders.Shock()) == "A is moving and firing; done ends that, and attacks come then. (3.1)"


@pytest.mark.rule("men-of-iron 9.4", "men-of-iron 9.1")
def test_crossbows_are_told_who_stands_in_their_line() -> None:
    away = {"a_leaders": [leader("LA", 101, command_range=30)], "b_leaders": [leader("LB", 2801)]}
    rig = battle(
        [unit("CB1", 1010, "E"), unit("LB1", 1011, "E"), unit("DM2", 1109, "E"), unit("DM3", 1110, "E")],
        [unit("DM5", 1210, "W"), unit("DM6", 1312, "W")],
        **away,
    ).activate("A")  # type: ignore[arg-type]
    assert ordering(rig, orders.Fire(unit="CB1", target="DM5")).startswith("CB1 can't shoot over DM")
    rig = battle([unit("CB1", 1010, "E")], [unit("DM5", 1210, "W")], terrain={1109: "woods", 1110: "woods"}, **away)  # type: ignore[arg-type]
    assert ordering(rig.activate("A"), orders.Fire(unit="CB1", target="DM5")).endswith(
        "blocks the line of sight. (9.4)"
    )


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 9.1")
@pytest.mark.parametrize(
    ("order", "said"),
    [
        (orders.Fire(unit="PK1", target="DM5"), "PK1 has no missiles. (9.1)"),
        (orders.Move(unit="PK1", path=(1009,)), "PK1 stands in Shield Wall and can't move; it can turn. (14.1)"),
    ],
)
def test_in_shield_wall(order: orders.Fire | orders.Move, said: str) -> None:
    walls = [{"formation": "shield-wall", "types": ["PK"]}]
    rig = battle([unit("PK1", 1010, "E", formation="shield-wall")], [unit("DM5", 1310, "W")], formations=walls)
    assert ordering(rig.activate("A"), order) == said
    rig.state.phase = "shock"
    assert shocking(rig, plan("PK1")) == "PK1 stands in Shield Wall and can't attack. (14.1)"


@pytest.mark.rule("men-of-iron 9.4", "men-of-iron 9.1")
def test_who_or_what_stands_in_the_line_of_sight() -> None:
    """Crossbows shoot over nobody; ground blocks everybody's sight, whoever stands in it."""
    away = {"a_leaders": [leader("LA", 101, command_range=30)], "b_leaders": [leader("LB", 2801)]}
    friends = [unit("DM2", 1109, "E"), unit("DM3", 1110, "E")]
    foe = [unit("DM5", 1210, "W")]
    clear = battle([unit("CB1", 1010, "E"), *friends], foe, **away).activate("A")  # type: ignore[arg-type]
    said = ordering(clear, orders.Fire(unit="CB1", target="DM5"))
    assert said.startswith("CB1 can't shoot over DM") and said.endswith("to reach DM5. (9.4)")
    woods = {1109: "woods", 1110: "woods"}
    hidden = battle([unit("CB1", 1010, "E"), *friends], foe, terrain=woods, **away).activate("A")  # type: ignore[arg-type]
    assert ordering(hidden, orders.Fire(unit="CB1", target="DM5")).startswith("CB1 can't see DM5: 11")
    bows = battle([unit("LB1", 1010, "E"), *friends], foe, **away).activate("A")  # type: ignore[arg-type]
    move_fire.check(bows.g, orders.Fire(unit="LB1", target="DM5"))
