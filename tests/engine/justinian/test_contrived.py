"""Positions contrived to meet several cases at once, where one of them could be forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.justinian import barbarian, combined, removal, standing
from engine.systems.justinian.events import BattleFought
from engine.systems.justinian.movement import going, steps
from engine.systems.justinian.orders import Share
from engine.systems.justinian.random_events import plague
from tests.engine.justinian.field import Field, field, refused
from tests.engine.justinian.test_land_movement import course
from tests.engine.justinian.test_unusual_battles import drms, where

STOP = steps.March(end=True)


def ships(rig: Field, power: str) -> dict[str, int]:
    return {rig.g.land.map.code(p): x.sp for p, x in rig.state.fleets[power].items()}


# -- 8.21 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 3.41")
@pytest.mark.rule("justinian 8.21")
def test_after_a_draw_of_equal_losses_as_many_persians_as_lazic_sp_stay() -> None:
    rig = field().army("perozes", "armenia-1", 3)
    rig.march("perozes", rig.go("lazica"), dice=[5, 3, 7, 5, 0])
    assert [(e.sp, e.lost) for e in rig.happened(BattleFought)] == [((3, 3), (1, 1))]
    assert where(rig, "perozes") == "lazica"  # 2 SP against 2: nobody retreats


@pytest.mark.rule("justinian 8.21")
def test_one_ship_takes_one_of_two_beaten_armies_away() -> None:
    def only_ways(d: Any) -> Any:
        return {i.key: next(c.key for c in i.choices if c.key == "sea-sicilia") for i in d.items}

    def by_land(d: Any) -> Any:
        assert not [c.key for i in d.items for c in i.choices if c.key.startswith("sea-")]
        return d.default

    rig = field().army("totila", "campania", 35).fleet("byzantine", "campania", 1)
    rig.army("italy", "campania", 9, leader="bessas").army("illyricum", "campania", 9, leader="sittas")
    lost = Share(parts={"italy": 3, "illyricum": 6})
    answers = [{"italy": "stand", "illyricum": "stand"}, "italy", lost, only_ways, by_land]
    rig.march("totila", steps.Attack(), *answers, dice=[5, 9, 0, 0], but=("losses", "retreat", "commander"))
    assert (where(rig, "italy"), where(rig, "illyricum")) == ("tuscia-et-umbria", "sicilia")  # the first one asked
    assert ships(rig, "byzantine") == {"sicilia": 1}


# -- 8.13, 8.17 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 8.14")
def test_an_army_whose_counter_is_spent_in_the_retreat_is_intercepted_under_the_next() -> None:
    rig = field().army("witigis", "picenum", 20).army("totila", "samnium", 30).marker("ostrogoths", "samnium")
    rig.army("italy", "picenum", 1, leader="bessas", disorganized=True)
    rig.army("illyricum", "picenum", 9, leader="sittas", led_by="italy", disorganized=True)
    # Bessas' men lose 1 SP for their second disorder, which is all his own army has.
    lost = Share(parts={"italy": 1})
    answers = [{"italy": "samnium"}, lost, {"totila": "yes"}]
    control = rig.g.leader("bessas").control
    rig.march("witigis", steps.Attack(), *answers, dice=[5, control + 1, 0, 0, 0, 0], but=("losses",))
    assert [e.sp for e in rig.happened(BattleFought)] == [(30, 9)]
    assert where(rig, "italy") == "aside" and rig.state.armies["illyricum"].leader == "bessas"


@pytest.mark.rule("justinian 6.42")
@pytest.mark.rule("justinian 8.17")
def test_a_city_one_army_of_a_combined_operation_enters_keeps_its_walls_against_the_other() -> None:
    rig = field(phase="barbarian", markers={"select": 0, "random": 3}, gold=0)
    rig.army("chosroes", "euphratensis", 20).army("lakhmids", "syria-2", 9).frontier("syria-1", 6)
    rig.ally("lakhmids", "none")
    into = steps.March(steps=tuple(rig.go("syria-1")), end=True)
    attack = steps.March(steps=(*rig.go("syria-1"), steps.Attack()), end=True)
    rig.run(combined.operation, dice=[5, 5, 5, 5, 0], answers=["chosroes", "lakhmids", "minor-first", into, attack])
    assert -2 in drms(rig, -2) and drms(rig, -1) == [-1]


# -- 6.27, 5.13, 7.19 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 6.27")
@pytest.mark.rule("justinian 8.11")
def test_an_army_whose_last_sp_desert_attacks_nobody() -> None:
    rig = field(vandal_recruits=True).army("gelimer", "numidia", 2).detached("zeugitania", "vandals", 5)
    rig.army("africa", "numidia", 9, leader="bessas").army("witigis", "liguria", 5)
    rig.march("gelimer", steps.Attack(), Share(parts={"gelimer": 2}), dice=[5])
    assert where(rig, "gelimer") == "numidia" and not rig.happened(BattleFought)


@pytest.mark.rule("justinian 5.13")
@pytest.mark.rule("justinian 6.35")
def test_allies_alone_in_constantinople_whose_alliance_ends_take_the_treasury() -> None:
    rig = field(gold=44).ally("bulgars").army("bulgars", "europa", 9)
    rig.run(removal.phase)
    assert rig.state.gold == 0 and rig.state.fallen


@pytest.mark.rule("justinian 7.19")
def test_the_arrows_of_a_box_are_its_own_powers() -> None:
    rig = field().army("franks", "box-alamanni", 9)
    to = next(p for p in rig.g.land.enters("alamanni"))
    with refused("7.19"):
        going.check(course(rig, "franks"), to)
    assert going.check(course(rig, "franks"), rig.at("box-franks")) == 1


# -- 8.33 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 8.33")
def test_a_fleet_beaten_before_a_port_meets_the_patrol_it_had_passed() -> None:
    rig = field().fleet("vandals", "zeugitania", 2).fleet("byzantine", "sardinia", 5)
    rig.fleet("byzantine", "sea-of-carthage", 4).marker("vandals", "zeugitania", "numidia")
    order = rig.sail_order("sea-of-carthage", sp=2, port="sardinia")
    # The patrol misses it (9); before the port 1 against 5 + 3 + 1; then the patrol meets it (0), and sinks the last.
    dice = [9, 0, 9, 0, 0, 9, 0, 0]
    rig.sail("vandals", "zeugitania", order, {"byzantine-fleet": "yes"}, {"byzantine-fleet": "yes"}, dice=dice)
    assert [r.purpose for r in rig.rolls][:4] == ["naval-interception", "naval-battle", "naval-battle", "naval-loss"]
    assert ships(rig, "vandals") == {} and "Nothing is left of the Vandal fleet." in rig.told()


# -- 6.24, 8.27 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 6.24")
def test_who_does_not_recruit_at_the_first_select_activation_cannot_at_the_second() -> None:
    rig = field(phase="barbarian", markers={"select": 2, "random": 0}).marker("ostrogoths", "flaminia")
    rig.army("totila", "flaminia", 9).army("gelimer", "numidia", 9)
    rig.run(barbarian.phase, dice=[5], answers=["select-ostrogoths-only", "totila", STOP])
    rig.under(phase="barbarian")
    rig.run(barbarian.phase, dice=[5], answers=["select-ostrogoths", "totila", STOP])


@pytest.mark.rule("justinian 8.27")
def test_unpaid_winners_without_a_magmil_lose_what_the_die_shows() -> None:
    rig = field().army("totila", "picenum", 2).army("italy", "picenum", 30, unpaid=True)
    rig.marker("ostrogoths", "flaminia")
    rig.march("totila", steps.Attack(), dice=[5, 0, 5, 0, 2], stop=False)
    italy = rig.state.armies["italy"]
    assert (italy.sp, italy.disorganized, italy.unpaid) == (30 - (2 + 3), True, False)


@pytest.mark.rule("justinian 8.26")
def test_a_magmil_whose_men_die_of_the_plague_leads_the_armies_that_are_combined_with_his() -> None:
    rig = field().alive().army("orient", "syria-1", 1, leader="sittas")
    rig.army("armenia", "syria-1", 9, leader="bessas", led_by="orient")
    rig.run(plague.strike, answers=[Share(parts={"orient": 1, "armenia": 4})])
    standing.settle(rig.g)
    assert where(rig, "orient") == "aside" and rig.state.armies["armenia"].leader == "sittas"
    assert rig.state.magmil["bessas"].where == "cup"
