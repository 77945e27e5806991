"""The sea, random events and the end of the campaign in positions that no example has."""

from __future__ import annotations

import pytest

from engine.systems.justinian import random_events, victory
from engine.systems.justinian.combat import port_retreat
from engine.systems.justinian.combat.squadron import standing_fleet
from engine.systems.justinian.events import ArmyMarked, CampaignEnded, FleetMoved, StrengthChanged
from engine.systems.justinian.movement import voyage
from engine.systems.justinian.orders import Share
from tests.engine.justinian.field import Field, field, refused


def fleets(rig: Field, power: str = "byzantine") -> dict[str, int]:
    return {rig.g.land.map.code(p): x.sp for p, x in rig.state.fleets[power].items()}


# -- 7, 8 the sea ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 8.34")
@pytest.mark.rule("justinian 6.52")
def test_carried_armies_land_though_the_one_that_led_has_drowned() -> None:
    rig = field().army("italy", "dalmatia", 5, leader="belisarius")
    rig.army("illyricum", "dalmatia", 12, leader="bessas", led_by="italy").fleet("byzantine", "dalmatia", 2)
    rig.fleet("ostrogoths", "ionian-sea", 6).army("totila", "sicilia", 9)
    order = rig.sail_order("adriatic-sea", "ionian-sea", sp=2, port="apulia-et-calabria", carry="italy")
    lost = Share(parts={"italy": 5, "illyricum": 2})
    # They are intercepted and fight: a draw costs a ship and 7 SP; they stop there, and land as ordered.
    rig.sail("byzantine", "dalmatia", order, "yes", "no", lost, dice=[0, 3, 7], but=("losses",))
    illyricum = rig.state.armies["illyricum"]
    assert rig.state.armies["italy"].where == "aside" and illyricum.leader == "belisarius"
    assert (illyricum.sp, illyricum.at) == (10, rig.at("apulia-et-calabria"))


@pytest.mark.rule("justinian 8.33")
def test_a_fleet_driven_out_takes_the_sea_without_a_patrol() -> None:
    rig = field().fleet("vandals", "sardinia", 2).marker("vandals", "corsica").fleet("byzantine", "tyrrhenian-sea", 3)
    rig.army("gelimer", "syria-1", 2).activate("byzantine")
    beaten = standing_fleet(rig.g, "vandals", rig.at("sardinia"))
    rig.run(port_retreat.from_port, beaten, rig.at("sardinia"))
    assert fleets(rig, "vandals") == {"corsica": 2} and len(rig.happened(FleetMoved)) == 1
    assert not rig.decisions  # by the Western Mediterranean, where nobody can intercept


@pytest.mark.rule("justinian 7.24")
@pytest.mark.rule("justinian 8.22")
def test_a_defeated_army_is_carried_and_may_not_attack_where_it_lands() -> None:
    rig = field().army("italy", "dalmatia", 9, leader="bessas", defeated=True).fleet("byzantine", "dalmatia", 1)
    rig.detached("picenum", "ostrogoths", 2)
    rig.sail("byzantine", "dalmatia", rig.sail_order("adriatic-sea", port="picenum", carry="italy"))
    assert rig.state.armies["italy"].at == rig.at("picenum") and not [r for r in rig.rolls if r.purpose == "battle"]


@pytest.mark.rule("justinian 7.24")
@pytest.mark.rule("justinian 7.22")
def test_no_army_is_taken_aboard_from_a_patrol() -> None:
    rig = field().army("italy", "dalmatia", 9, leader="bessas").fleet("byzantine", "adriatic-sea", 1)
    with refused("7.24"):
        order = rig.sail_order("ionian-sea", port="sicilia", carry="italy")
        voyage.check(rig.g, "byzantine", rig.at("adriatic-sea"), order)


# -- 9 events, 10 the end ----------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 9.0-c3")
def test_an_army_that_has_the_five_sp_for_sardinia_sends_them() -> None:
    rig = field().army("africa", "byzacena", 12, leader="sittas").army("italy", "campania", 3, leader="bessas")
    rig.army("orient", "syria-1", 5, leader="mundus").fleet("byzantine", "creta", 2)
    rig.run(random_events.strike, dice=[4, 6, 0], answers=["orient"])
    assert rig.choices(0) == ["orient", "africa"]
    assert rig.state.armies["orient"].where == "aside"  # all of it went
    assert rig.state.frontier[rig.at("sardinia")].sp == 5


@pytest.mark.rule("justinian 9.0-c4")
def test_a_marker_in_egypt_gives_way_to_the_revolt() -> None:
    rig = field().marker("persia", "arcadia").army("chosroes", "aegyptus-2", 4)
    rig.run(random_events.strike, dice=[4, 9])
    assert rig.at("arcadia") in rig.state.revolt and rig.at("arcadia") not in rig.state.control
    assert rig.at("aegyptus-2") not in rig.state.revolt


@pytest.mark.rule("justinian 9.0-a")
@pytest.mark.rule("justinian 5.25")
def test_mutiny_takes_patrols_and_leaves_armies_and_their_markers() -> None:
    rig = field().army("orient", "syria-1", 9, leader="bessas", unpaid=True)
    rig.fleet("byzantine", "the-levant", 2, unpaid=True).frontier("syria-1", 4, unpaid=True)
    rig.run(random_events.strike, dice=[0, 7, 0])
    assert fleets(rig) == {} and rig.state.frontier[rig.at("syria-1")].unpaid and rig.state.armies["orient"].unpaid


@pytest.mark.rule("justinian 9.0-b")
@pytest.mark.rule("justinian 8.28")
def test_the_plague_may_end_a_power() -> None:
    rig = field().army("gelimer", "zeugitania", 1).fleet("vandals", "zeugitania", 2).army("witigis", "picenum", 5)
    rig.run(random_events.strike, dice=[3])
    assert rig.state.out == ["vandals"] and fleets(rig, "vandals") == {} and rig.state.armies["witigis"].sp == 4


@pytest.mark.rule("justinian 9.0-b")
@pytest.mark.rule("justinian 10.21")
def test_a_second_plague_in_turn_seven_counts_the_provinces_as_they_are() -> None:
    rig = field(turn=7, plagues=1)
    rig.run(random_events.strike, dice=[3])
    assert [e.winner for e in rig.happened(CampaignEnded)] == ["byzantine"]
    lost = field(turn=7, plagues=1).marker("vandals", "hispania")
    lost.run(random_events.strike, dice=[3])
    assert [e.winner for e in lost.happened(CampaignEnded)] == ["barbarian"]
    early = field(turn=6, plagues=1).army("orient", "syria-1", 9, leader="bessas")
    early.run(random_events.strike, dice=[3])
    assert not early.happened(CampaignEnded) and not early.happened(StrengthChanged)


@pytest.mark.rule("justinian 9.0-e")
@pytest.mark.rule("justinian 8.25")
def test_politics_leave_the_markers_that_a_new_commander_takes_off_in_his_phase() -> None:
    rig = field().army("orient", "syria-1", 9, leader="bessas", defeated=True)
    for x in rig.state.magmil.values():
        x.where = "cup" if x.id == "narses" else x.where if x.id == "bessas" else "gone"
    rig.run(random_events.strike, dice=[7])
    orient = rig.state.armies["orient"]
    assert (orient.leader, orient.defeated) == ("narses", True) and not rig.happened(ArmyMarked)


@pytest.mark.rule("justinian 10.21")
@pytest.mark.rule("justinian 3.4")
def test_a_prefecture_is_lost_by_one_contested_city() -> None:
    rig = field().frontier("osrhoene", 9).detached("osrhoene", "persia", 1)
    assert not victory.prefecture(rig.g, "Orient").held
    poor = field().detached("syria-2", "persia", 1)
    assert victory.prefecture(poor.g, "Orient").held
