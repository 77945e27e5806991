"""The worked examples of movement and combat, each with the dice the rules give."""

from __future__ import annotations

import pytest

from engine.systems.justinian.combat import battle, retreat
from engine.systems.justinian.combat.naval_battle import halved
from engine.systems.justinian.combat.party import Party, everybody
from engine.systems.justinian.combat.squadron import Squadron
from engine.systems.justinian.events import BattleFought
from engine.systems.justinian.movement import activation, going, sea_routes, steps
from engine.systems.justinian.movement.acts import kinds
from tests.engine.justinian.field import Field, field, refused


@pytest.mark.rule("justinian 7.11")
@pytest.mark.rule("justinian T:movement_allowance")
def test_belisarius_has_seven_mp_with_a_six() -> None:
    rig = field().army("illyricum", "dalmatia", 20, leader="belisarius")
    rig.march("illyricum", dice=[6])
    assert rig.mp == (7, 0)


@pytest.mark.rule("justinian 7.12")
@pytest.mark.rule("justinian T:movement_costs")
def test_a_battered_vandal_army_pays_four_mp_from_numidia_to_zeugitania() -> None:
    rig = field().army("gelimer", "numidia", 10, defeated=True, disorganized=True)
    rig.army("africa", "numidia", 5, leader="bessas").activate("barbarian", mp=4)
    course = activation.Marching(rig.g, rig.force("gelimer")).course()
    assert going.check(course, rig.at("zeugitania")) == 4
    with refused("7.12"):
        going.check(course.later(1), rig.at("zeugitania"))


@pytest.mark.rule("justinian 7.13")
def test_no_army_goes_through_the_corner_of_macedonia() -> None:
    rig = field().army("illyricum", "macedonia", 20, leader="belisarius").activate(mp=7)
    course = activation.Marching(rig.g, rig.force("illyricum")).course()
    assert going.check(course, rig.at("dardania")) == 1
    assert going.check(course, rig.at("epirus-nova")) == 1
    with refused("7.13"):
        going.check(course, rig.at("praevalitana"))


@pytest.mark.rule("justinian 7.18")
def test_an_ostrogoth_marker_is_not_placed_beside_frankish_allies() -> None:
    rig = field().army("witigis", "liguria", 20).army("franks", "liguria", 12)
    with refused("7.18"):
        rig.march("witigis", steps.Claim(), dice=[5])
    free = field().army("witigis", "liguria", 20).army("franks", "aemilia", 12)
    free.march("witigis", steps.Claim(), dice=[5])
    assert free.state.control == {free.at("liguria"): "ostrogoths"}


@pytest.mark.rule("justinian 7.21")
def test_a_fleet_goes_from_hispania_to_sicilia() -> None:
    rig = field().fleet("byzantine", "hispania", 2)
    seas = ("western-mediterranean", "sea-of-carthage", "tyrrhenian-sea")
    rig.sail("byzantine", "hispania", rig.sail_order(*seas, sp=2, port="sicilia"))
    assert rig.state.fleets["byzantine"].keys() == {rig.at("sicilia")}
    beyond = sea_routes.voyages(rig.g, rig.at("hispania"), "byzantine")
    assert all(len(way) <= 3 for way in beyond.values())


@pytest.mark.rule("justinian 8.21")
def test_who_cannot_retreat_loses_a_die_of_sp() -> None:
    rig = field().army("africa", "numidia", 36, leader="bessas").marker("vandals", *AROUND_NUMIDIA)
    rig.army("gelimer", "numidia", 30).activate("barbarian")
    party = Party(rig.g, "byzantine", rig.at("numidia"), (rig.force("africa"),))
    rig.state.armies["africa"].sp = 32
    rig.run(retreat.after_battle, party, dice=[4])
    assert rig.state.armies["africa"].sp == 28
    assert rig.state.armies["africa"].at == rig.at("numidia")


AROUND_NUMIDIA = ("zeugitania", "byzacena", "mauretania-sitifensis", "tripolitania")


@pytest.mark.rule("justinian 8.26")
def test_bulgars_that_are_destroyed_go_home_and_tzazon_is_gone() -> None:
    rig = field().army("bulgars", "thracia", 1).army("praesental-1", "thracia", 30, leader="belisarius")
    rig.march("praesental-1", steps.Attack(), {"bulgars": "stand"}, dice=[6, 9, 0, 0])
    assert rig.state.armies["bulgars"].at == rig.g.land.box("bulgars")
    other = field().army("tzazon", "numidia", 1).army("gelimer", "zeugitania", 9)
    other.army("africa", "numidia", 30, leader="belisarius")
    other.march("africa", steps.Attack(), {"tzazon": "stand"}, dice=[6, 9, 0, 0])
    assert other.state.armies["tzazon"].where == "gone"
    assert other.state.armies["gelimer"].where == "map"


@pytest.mark.rule("justinian 8.27")
@pytest.mark.rule("justinian 8.25")
@pytest.mark.rule("justinian T:pillage")
def test_john_troglita_pays_his_army_with_four_sp() -> None:
    rig = field().army("illyricum", "dalmatia", 30, leader="john-troglita", unpaid=True, disorganized=True)
    rig.army("witigis", "dalmatia", 12).marker("ostrogoths", "venetia-et-histria")
    # MP; both battle dice; his check for disorder fails; 6 + 3 is 4 more than his Control.
    rig.march("illyricum", steps.Attack(), {"witigis": "stand"}, dice=[5, 9, 0, 6, 6])
    army = rig.state.armies["illyricum"]
    fought = rig.happened(BattleFought)[0]
    assert army.sp == 30 - fought.lost[0] - 4
    assert army.disorganized and not army.unpaid


def _flaminia() -> Field:
    rig = field().army("illyricum", "flaminia", 30, leader="belisarius").army("italy", "flaminia", 25, leader="bessas")
    rig.state.armies["italy"].led_by = "illyricum"
    return rig.army("witigis", "flaminia", 37).marker("ostrogoths", *ITALY)


ITALY = ("flaminia", "picenum", "aemilia", "tuscia-et-umbria", "venetia-et-histria")


@pytest.mark.rule("justinian 8.15")
@pytest.mark.rule("justinian T:land_battle_results")
def test_the_battle_of_flaminia() -> None:
    rig = _flaminia().charted("attacker_drm", "byzantine_vs_non_persian", "drm", 0)
    rig.state.control.update({rig.at("flaminia"): "ostrogoths"})
    rig.activate("byzantine", mp=2)
    # The province was the Ostrogoths' as the activation began.
    assert rig.state.activation is not None
    rig.state.activation.nobody = ()
    rig.state.activation.barbarian = tuple(rig.at(p) for p in ITALY)
    attackers = Party(rig.g, "byzantine", rig.at("flaminia"), (rig.force("illyricum"),))
    defenders = everybody(rig.g, rig.at("flaminia"), "barbarian")
    rig.run(
        battle.fight,
        attackers,
        defenders,
        dice=[6, 6, 6],
        answers=[lambda d: d.default, {"witigis": "picenum"}],
    )
    attack, defence, order = rig.rolls
    assert (attack.total, defence.total) == (7, 5)
    assert {m.value for m in attack.modifiers} == {1, 2, -2}
    fought = rig.happened(BattleFought)[0]
    assert fought.lost == (5, 9)
    witigis = rig.state.armies["witigis"]
    assert (witigis.sp, witigis.defeated, witigis.at) == (28, True, rig.at("picenum"))
    assert order.rule == "8.21" and not rig.state.armies["illyricum"].disorganized


def test_the_chart_gives_belisarius_one_more_against_ostrogoths() -> None:
    rig = _flaminia().activate("byzantine", mp=2)
    attackers = Party(rig.g, "byzantine", rig.at("flaminia"), (rig.force("illyricum"),))
    e = battle.engagement(rig.g, attackers, everybody(rig.g, rig.at("flaminia"), "barbarian"))
    assert not e.city  # nobody controls a province both sides stand in
    assert e.attacker.sp == 55 and e.defending == 37


@pytest.mark.rule("justinian 8.15")
def test_after_flaminia_belisarius_may_enter_picenum_and_not_attack() -> None:
    rig = _flaminia().army("witigis", "picenum", 28, defeated=True).activate("byzantine", mp=2)
    course = activation.Marching(rig.g, rig.force("illyricum")).course().later(1)
    assert kinds.after(course, steps.Go(to=rig.at("picenum"))).mp == 0
    with refused("8.11"):
        kinds.after(kinds.after(course, steps.Go(to=rig.at("picenum"))), steps.Attack())


@pytest.mark.rule("justinian 8.32")
@pytest.mark.rule("justinian T:naval_battle")
def test_half_a_die_is_rounded_up_and_is_one_at_least() -> None:
    assert (halved(5, 1), halved(0, 1)) == (3, 1)


@pytest.mark.rule("justinian 8.34")
def test_seven_sp_drown_with_one_of_two_fleet_sp() -> None:
    rig = field().army("africa", "zeugitania", 17, leader="bessas").fleet("byzantine", "zeugitania", 2).activate()
    fleet = Squadron(rig.g, "byzantine", rig.at("zeugitania"), 2, rig.force("africa"))

    async def lose_one(g: object) -> None:
        await fleet.lose(1, "8.32")

    rig.run(lose_one)
    assert rig.state.armies["africa"].sp == 10


@pytest.mark.rule("justinian 6.52")
def test_armenia_and_orient_go_together_under_belisarius() -> None:
    rig = field().army("armenia", "armenia-3", 20, leader="belisarius").army("orient", "armenia-3", 25, leader="sittas")
    rig.march("armenia", steps.Combine(armies=("orient",)), dice=[6])
    assert rig.force("armenia").sp == 45
    assert rig.g.commander(rig.state.armies["orient"]).id == "belisarius"  # type: ignore[union-attr]
    assert rig.mp == (7, 1)


@pytest.mark.rule("justinian 6.44")
def test_totila_picks_the_franks_up_and_attacks_in_aemilia() -> None:
    rig = (
        field().army("totila", "campania", 20).army("franks", "liguria", 19).marker("ostrogoths", "campania", "liguria")
    )
    rig.army("italy", "aemilia", 15, leader="bessas").under(combined=True, partners=["totila", "franks"])
    rig.march(
        "totila",
        rig.go("tuscia-et-umbria", "liguria"),
        steps.Combine(armies=("franks",)),
        rig.go("aemilia"),
        "no",
        steps.Attack(),
        {"italy": "stand"},
        dice=[3, 9, 0, 0],
        extra=1,
    )
    assert rig.mp == (7, 5)
    fought = rig.happened(BattleFought)[0]
    assert fought.sp == (39, 15) and fought.armies == ("totila",)
