"""Battles in positions that no example has: who is weakest, who leads what is left, walls, interceptions."""

from __future__ import annotations

import pytest

from engine.systems.justinian.events import BattleFought, BattleLost, StrengthChanged
from engine.systems.justinian.movement import activation, steps
from engine.systems.justinian.movement.acts import kinds
from engine.systems.justinian.orders import Share
from tests.engine.justinian.field import Field, field, refused


def drms(rig: Field, n: int = -1) -> list[int]:
    """Modifiers of a die of battle."""
    return [m.value for m in [r for r in rig.rolls if r.purpose == "battle"][n].modifiers]


def where(rig: Field, army: str) -> str:
    at = rig.state.armies[army].at
    return rig.g.land.map.code(at) if at is not None else rig.state.armies[army].where


# -- 8.12 whose modifiers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 8.12")
def test_of_equally_large_persians_and_others_the_others_count() -> None:
    rig = field().army("orient", "arabia", 25, leader="bessas").army("chosroes", "arabia", 10)
    rig.army("lakhmids", "arabia", 10).marker("persia", "syria-2", "phoenice-libanensis")
    rig.march("orient", steps.Attack(), {"chosroes": "stand", "lakhmids": "stand"}, dice=[5, 5, 5, 0])
    assert drms(rig, 0) == [1, 1]  # 25 SP against 20; others than Persians


@pytest.mark.rule("justinian 8.12")
def test_of_equally_large_byzantines_and_allies_that_intercept_the_allies_count() -> None:
    rig = field().ally("ghassanids").army("gelimer", "numidia", 6).army("orient", "arabia", 9, leader="sittas")
    rig.army("ghassanids", "arabia", 9).army("lakhmids", "phoenice-libanensis", 18)
    rig.march(
        "lakhmids",
        rig.go("arabia"),
        {"orient": "yes", "ghassanids": "yes"},
        dice=[5, 0, 0, 0, 9, 0],
        but=("commander",),
    )
    assert drms(rig, -2) == [1]  # Sittas' Battle, and nothing for attacking others than Persians


@pytest.mark.rule("justinian 8.12")
def test_ten_of_each_kind_count_as_whatever_is_worse() -> None:
    rig = field().army("witigis", "picenum", 30).army("italy", "picenum", 10, leader="belisarius")
    rig.frontier("picenum", 10)
    rig.march("witigis", steps.Attack(), {"italy": "stand"}, dice=[5, 0, 9, 0, 0], stop=False)
    assert drms(rig) == [-1, -1]  # Frontier SP outside walls, without Belisarius' 2


@pytest.mark.rule("justinian 8.12")
def test_an_army_alone_is_attacked_beside_frontier_sp_which_then_lose_nothing() -> None:
    rig = field().army("totila", "picenum", 30).army("italy", "picenum", 6, leader="bessas").frontier("picenum", 20)
    rig.march("totila", steps.Attack(army="italy"), {"italy": "stand"}, dice=[5, 9, 0, 0])
    assert rig.happened(BattleFought)[0].sp == (30, 6)
    assert rig.state.frontier[rig.at("picenum")].sp == 20


@pytest.mark.rule("justinian 8.12")
def test_frontier_sp_beside_an_army_cannot_be_singled_out() -> None:
    rig = field().army("totila", "picenum", 30).army("italy", "picenum", 6, leader="bessas").frontier("picenum", 2)
    march = activation.Marching(rig.activate("barbarian", mp=6).g, rig.force("totila"))
    with refused("8.12"):
        march.check(steps.March(steps=(steps.Attack(army="frontier"),)))


# -- 8.13, 8.14 retreat before combat ----------------------------------------------------------------------------------


@pytest.mark.rule("justinian 3.41")
@pytest.mark.rule("justinian 8.13")
def test_lazica_rises_against_an_army_that_retreats_there_before_combat() -> None:
    rig = field().army("armenia", "armenia-1", 30, leader="sittas").army("perozes", "armenia-1", 9)
    rig.march("armenia", steps.Attack(), {"perozes": "lazica"}, dice=[5, 0, 5, 9, 0, 0])
    assert [r.purpose for r in rig.rolls] == ["movement", "retreat-before-combat", "levy", "battle", "battle", "order"]
    assert rig.mp == (6, 0)  # nobody was left to attack, and nothing is paid for the levy's battle


@pytest.mark.rule("justinian 8.14")
def test_an_army_that_flees_into_an_enemy_is_intercepted_and_its_frontier_sp_are_fought() -> None:
    rig = field().army("witigis", "picenum", 20).army("totila", "samnium", 30)
    rig.army("italy", "picenum", 9, leader="bessas").frontier("picenum", 2).marker("ostrogoths", "samnium", "campania")
    answers = [{"italy": "samnium"}, {"totila": "yes"}]
    # Retreat 4 + 2 for the enemy's control: Disorganized; Totila intercepts; 9 SP against 30.
    rig.march("witigis", steps.Attack(), *answers, dice=[5, 4, 0, 1, 0, 0, 9, 0, 0])
    assert [(e.attacker, e.sp) for e in rig.happened(BattleFought)] == [("barbarian", (30, 9)), ("barbarian", (20, 2))]
    assert rig.state.armies["italy"].defeated and rig.at("picenum") not in rig.state.frontier


@pytest.mark.rule("justinian 8.13")
def test_a_defeated_army_may_retreat_and_a_miss_costs_twice() -> None:
    rig = field().army("orient", "syria-2", 30, leader="sittas").army("chosroes", "syria-2", 20, defeated=True)
    rig.marker("persia", "euphratensis")
    # 7 + nothing is more than his Control of 6: Disorganized besides, and 2 x (7 - 6) SP.
    rig.march("orient", steps.Attack(), {"chosroes": "euphratensis"}, dice=[5, 7])
    chosroes = rig.state.armies["chosroes"]
    assert (chosroes.sp, chosroes.defeated, chosroes.disorganized) == (18, True, True)


@pytest.mark.rule("justinian 8.13")
def test_who_began_in_the_province_bars_no_way_out() -> None:
    rig = field().army("orient", "syria-2", 30, leader="sittas").army("chosroes", "syria-2", 20)
    rig.march("orient", steps.Attack(), {"chosroes": "phoenice"}, dice=[5, 0])
    assert where(rig, "chosroes") == "phoenice"


# -- 8.15 to 8.21 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 8.21")
def test_losses_never_exceed_what_is_there_and_a_survivor_has_won() -> None:
    rig = field().army("gelimer", "numidia", 40).army("africa", "numidia", 3, leader="belisarius")
    rig.march("gelimer", steps.Attack(), {"africa": "stand"}, dice=[5, 9, 9, 0])
    fought = rig.happened(BattleFought)[0]
    assert fought.lost[0] > fought.lost[1] - 1 and fought.lost[1] == 3
    assert where(rig, "africa") == "aside" and rig.state.magmil["belisarius"].where == "gone"


@pytest.mark.rule("justinian 8.17")
def test_a_city_both_sides_stand_in_gives_nobody_its_walls() -> None:
    rig = field().army("orient", "syria-1", 20, leader="bessas").army("chosroes", "syria-1", 20)
    rig.marker("persia", "euphratensis")
    rig.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[5, 5, 5, 0], stop=False)
    assert drms(rig, 0) == []
    frontier = field().army("chosroes", "syria-1", 20).frontier("syria-1", 20)
    frontier.march("chosroes", steps.Attack(), dice=[5, 5, 5, 0])
    assert drms(frontier) == [-1, -1]  # the City wasn't theirs as the activation began


@pytest.mark.rule("justinian 8.17")
@pytest.mark.rule("justinian 6.54")
def test_a_fort_built_in_this_activation_helps_nobody_yet() -> None:
    rig = field(gold=20).army("orient", "syria-1", 20, leader="bessas").army("chosroes", "arabia", 5)
    rig.march("orient", [steps.Fortify(at=rig.at("syria-2")), *rig.go("syria-2")], dice=[5])
    assert rig.at("syria-2") in rig.state.forts and rig.state.gold == 18
    with refused("6.54"):
        kinds.after(
            activation.Marching(rig.activate("byzantine", mp=6).g, rig.force("orient")).course(),
            steps.Fortify(at=rig.at("arabia")),
        )


@pytest.mark.rule("justinian 8.21")
def test_after_a_draw_frontier_sp_stay_while_their_army_goes() -> None:
    rig = field().army("totila", "samnium", 20).army("italy", "samnium", 6, leader="bessas").frontier("samnium", 4)
    rig.march("totila", steps.Attack(), {"italy": "stand"}, dice=[5, 1, 4, 0, 0])
    fought = rig.happened(BattleFought)[0]
    assert fought.lost[0] == fought.lost[1] > 0
    assert where(rig, "italy") != "samnium" and not rig.state.armies["italy"].defeated
    assert rig.state.frontier[rig.at("samnium")].sp + rig.state.armies["italy"].sp == 10 - fought.lost[1]


@pytest.mark.rule("justinian 8.21")
def test_what_is_left_of_combined_armies_retreats_though_its_leading_army_is_spent() -> None:
    rig = field().army("totila", "picenum", 40).army("italy", "picenum", 2, leader="belisarius")
    rig.army("illyricum", "picenum", 20, leader="bessas", led_by="italy")
    losses = Share(parts={"italy": 2, "illyricum": 7})
    rig.march("totila", steps.Attack(), {"italy": "stand"}, losses, dice=[5, 9, 0, 0], but=("losses",))
    assert where(rig, "italy") == "aside"
    illyricum = rig.state.armies["illyricum"]
    assert where(rig, "illyricum") != "picenum" and illyricum.defeated and illyricum.leader == "belisarius"


@pytest.mark.rule("justinian 8.21")
def test_huns_retreat_though_the_persians_who_led_them_are_spent() -> None:
    rig = field().army("orient", "euphratensis", 35, leader="belisarius").army("chosroes", "euphratensis", 2)
    rig.army("utigurs", "euphratensis", 20, led_by="chosroes").marker("persia", "osrhoene")
    losses = Share(parts={"chosroes": 2, "utigurs": 7})
    rig.march("orient", steps.Attack(), {"chosroes": "stand"}, losses, dice=[5, 9, 0, 0], but=("losses",))
    assert where(rig, "chosroes") == "box-persia"
    assert where(rig, "utigurs") == "osrhoene" and rig.state.armies["utigurs"].defeated


@pytest.mark.rule("justinian 8.21")
def test_an_interceptor_that_is_beaten_retreats_from_the_province_it_held() -> None:
    rig = field().army("witigis", "flaminia", 20).marker("ostrogoths", "flaminia", "aemilia")
    rig.army("italy", "picenum", 30, leader="belisarius")
    rig.march("italy", rig.go("flaminia"), {"witigis": "yes"}, dice=[5, 0, 0, 9, 0])
    assert where(rig, "witigis") == "aemilia" and rig.state.armies["witigis"].defeated
    assert where(rig, "italy") == "flaminia" and rig.mp[1] == 1  # the intercepted army paid nothing


@pytest.mark.rule("justinian 7.32")
def test_a_city_nobody_controls_helps_neither_interceptor_nor_mover() -> None:
    rig = field().army("witigis", "aemilia", 20).army("italy", "flaminia", 20, leader="bessas")
    rig.marker("ostrogoths", "flaminia", "aemilia").army("totila", "flaminia", 9)
    # Nobody controls Flaminia: neither side's die is better for its City.
    rig.march("witigis", rig.go("flaminia"), {"italy": "yes"}, dice=[5, 4, 5, 5, 0], stop=False)
    assert [r.total for r in rig.rolls if r.purpose == "interception"] == [4]
    assert -2 not in drms(rig, 0)


# -- 8.26, 4.14 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 8.26")
def test_both_wiped_out_is_no_defeat_and_no_named_leader_is_lost() -> None:
    rig = field().army("orient", "syria-2", 1, leader="bessas").army("perozes", "syria-2", 1)
    rig.march("orient", steps.Attack(), {"perozes": "stand"}, dice=[5, 9, 9], stop=False)
    assert rig.happened(BattleFought)[0].lost == (1, 1)
    assert where(rig, "perozes") == "box-persia" and rig.state.magmil["bessas"].where == "cup"
    assert not rig.happened(BattleLost)


@pytest.mark.rule("justinian 8.26")
def test_the_last_persian_is_beaten_by_frontier_sp() -> None:
    rig = field().army("chosroes", "syria-2", 1).frontier("syria-2", 30)
    rig.state.armies["perozes"].where, rig.state.armies["perozes"].at = "gone", None
    rig.march("chosroes", steps.Attack(), dice=[5, 0, 9], stop=False)
    chosroes = rig.state.armies["chosroes"]
    assert (chosroes.where, chosroes.arrives) == ("track", rig.state.turn + 1)


@pytest.mark.rule("justinian 8.27")
def test_an_unpaid_army_that_defends_and_wins_plunders_too() -> None:
    rig = field().army("totila", "picenum", 3).army("italy", "picenum", 30, leader="bouzes", unpaid=True)
    rig.marker("ostrogoths", "flaminia")
    # Order 0; 9 against a Control of 3: 6 SP are gone, and it is paid.
    rig.march("totila", steps.Attack(), {"italy": "stand"}, dice=[5, 0, 5, 0, 9], stop=False)
    assert not rig.state.armies["italy"].unpaid
    assert [e.n for e in rig.happened(StrengthChanged) if e.why == "pillage"] == [-6]


@pytest.mark.rule("justinian 8.28")
def test_a_power_whose_last_sp_fall_is_out_and_its_fleet_with_it() -> None:
    rig = field().army("gelimer", "numidia", 1).fleet("vandals", "zeugitania", 3).marker("vandals", "numidia")
    rig.army("africa", "numidia", 20, leader="belisarius").army("witigis", "liguria", 5)
    rig.march("africa", steps.Attack(), {"gelimer": "stand"}, dice=[5, 9, 0, 0])
    assert rig.state.out == ["vandals"] and not rig.state.fleets["vandals"]
    assert rig.state.control == {rig.at("numidia"): "vandals"}
