"""4.1, 4.13, 4.14 Magistri Militum, and 4.22 barbarian leaders who arrive."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.justinian import arrivals, byzantine, commanders
from engine.systems.justinian.orders import Activate, Share
from engine.systems.justinian.state import MagMil
from tests.engine.justinian.field import Field, field, refused


def drawn_first(rig: Field, *leaders: str) -> Field:
    """A cup that holds these alone."""
    for x in rig.g.state.magmil.values():
        if x.where == "cup" and x.id not in leaders:
            x.where = "gone"
    return rig.under()


@pytest.mark.rule("justinian 4.1")
def test_an_army_without_a_magmil_is_not_activated() -> None:
    rig = field().army("orient", "syria-1", 20)
    with refused("4.1"):
        byzantine.check(rig.g, Activate(what="army", who="orient"))
    rig.army("orient", "syria-1", 20, leader="sittas")
    byzantine.check(rig.g, Activate(what="army", who="orient"))


@pytest.mark.rule("justinian 4.14")
@pytest.mark.rule("justinian 8.25")
def test_a_new_army_is_given_a_drawn_magmil() -> None:
    rig = drawn_first(
        field(phase="command").army("armenia", "armenia-1", 10, disorganized=True), "belisarius", "bessas"
    )
    rig.run(commanders.phase, dice=[2], answers=["no"])
    army = rig.g.army("armenia")
    assert (army.leader, army.disorganized) == ("bessas", False)
    assert rig.rolls[0].faces == 2


@pytest.mark.rule("justinian 4.14")
def test_losers_of_last_turn_may_be_replaced_and_nobody_else() -> None:
    rig = field(turn=5).army("orient", "syria-1", 20, leader="sittas").army("thrace", "thracia", 9, leader="mundus")
    drawn_first(rig, "belisarius", "bessas")
    rig.g.state.magmil["sittas"].lost = 4
    rig.g.state.magmil["mundus"].lost = 3
    rig.run(commanders.phase, dice=[1], answers=[{"sittas": "replace"}])
    assert rig.g.army("orient").leader == "belisarius"
    assert rig.g.state.magmil["sittas"].where == "cup"
    assert [i.key for i in rig.decisions[0].items] == ["sittas"]


@pytest.mark.rule("justinian 4.14")
def test_without_losers_any_one_may_be_replaced() -> None:
    rig = field(turn=5).army("orient", "syria-1", 20, leader="sittas", defeated=True)
    drawn_first(rig.army("thrace", "thracia", 9, leader="mundus"), "belisarius")
    rig.run(commanders.phase, answers=["sittas"])
    assert (rig.g.army("orient").leader, rig.g.army("orient").defeated) == ("belisarius", False)
    assert rig.g.cup() == ["sittas"]  # drawn before he went back


# -- 4.13 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 4.13")
def test_a_magmil_moves_alone() -> None:
    rig = field(gold=5).army("orient", "syria-1", 20, leader="sittas").army("africa", "zeugitania", 9)
    rig.marker("vandals", "numidia", "byzacena").revolt("thebais-1")
    order = Activate(what="magmil", who="sittas", at=rig.at("zeugitania"), army="africa")
    rig.run(byzantine.phase, answers=[order])
    assert (rig.g.army("africa").leader, rig.g.army("orient").leader, rig.g.state.gold) == ("sittas", None, 5)
    assert rig.g.state.byzantine_done == 1


@pytest.mark.rule("justinian 4.13")
def test_enemy_sp_bar_his_way_and_patrols_the_sea() -> None:
    rig = field().army("africa", "septem", 9).army("orient", "syria-1", 20, leader="sittas")
    sittas = rig.g.state.magmil["sittas"]
    assert rig.at("septem") in commanders.destinations(rig.g, sittas)
    rig.fleet("vandals", "western-mediterranean", 1).detached("hispania", "vandals", 1)
    assert rig.at("septem") not in commanders.destinations(rig.g, sittas)
    rig.g.state.fleets["vandals"] = {}
    rig.fleet("vandals", "hispania", 1)  # In Port bars nobody
    assert rig.at("septem") in commanders.destinations(rig.g, sittas)


@pytest.mark.rule("justinian 4.13")
def test_he_goes_among_enemies_only_to_a_friendly_army() -> None:
    rig = field().army("chosroes", "syria-2", 20).army("thrace", "thracia", 9, leader="sittas")
    sittas = rig.g.state.magmil["sittas"]
    assert rig.at("syria-2") not in commanders.destinations(rig.g, sittas)
    rig.army("orient", "syria-2", 3)
    assert rig.at("syria-2") in commanders.destinations(rig.g, sittas)
    assert not {rig.at("tyrrhenian-sea"), rig.at("box-franks")} & set(commanders.destinations(rig.g, sittas))


@pytest.mark.rule("justinian 4.13")
def test_he_may_take_over_and_the_other_stays() -> None:
    rig = field().army("orient", "syria-1", 20, leader="sittas", disorganized=True)
    rig.g.state.magmil["belisarius"] = MagMil(id="belisarius", where="map", at=rig.at("europa"))
    order = Activate(what="magmil", who="belisarius", at=rig.at("syria-1"), army="orient", command=True)
    rig.under().run(byzantine.phase, answers=[order])
    army = rig.g.army("orient")
    assert (army.leader, army.disorganized) == ("belisarius", True)
    assert rig.g.state.magmil["sittas"].army == "orient"
    with refused("4.13"):
        byzantine.check(rig.g, order)


# -- 4.22 -------------------------------------------------------------------------------------------------------------


def vandals(turn: int) -> Field:
    rig = field(turn=turn, phase="leaders").army("hilderic", "zeugitania", 20, disorganized=True)
    for name, arrives in (("gelimer", 2), ("tzazon", 2), ("witigis", 3), ("totila", 4), ("teias", 4)):
        a = rig.g.state.armies[name]
        a.where, a.at, a.arrives = "track", None, arrives
    return rig.army("athalaric", "flaminia", 12).detached("sicilia", "ostrogoths", 6)


@pytest.mark.rule("justinian 4.22")
@pytest.mark.rule("justinian T:leader_arrivals")
def test_gelimer_and_tzazon() -> None:
    rig = vandals(2).detached("byzacena", "vandals", 4).fleet("vandals", "zeugitania", 3)
    detached = f"vandals-detached@{rig.at('byzacena')}"
    rig.run(arrivals.phase, answers=[Share(parts={"gelimer": 9, detached: 2})])
    gelimer, tzazon = rig.g.army("gelimer"), rig.g.army("tzazon")
    assert (gelimer.at, gelimer.sp, gelimer.disorganized) == (rig.at("zeugitania"), 11, True)
    assert rig.g.army("hilderic").where == "gone"
    assert (tzazon.at, tzazon.sp) == (rig.at("sardinia"), 11)
    assert rig.g.state.fleets["vandals"][rig.at("sardinia")].sp == 2  # 11 SP
    assert rig.g.army("witigis").where == "track"


@pytest.mark.rule("justinian 4.22")
def test_tzazon_brings_five_at_least_and_no_more_than_the_ships_carry() -> None:
    rig = vandals(2).fleet("vandals", "zeugitania", 1)

    def look(d: Any) -> Any:
        for n in (4, 11):
            with refused("4.22"):
                d.check(Share(parts={"gelimer": n}))
        return Share(parts={"gelimer": 10})

    rig.run(arrivals.phase, answers=[look])
    assert rig.g.army("tzazon").sp == 10


@pytest.mark.rule("justinian 4.22")
def test_without_ships_it_is_five_sp_and_with_fewer_all() -> None:
    rig = vandals(2)
    rig.run(arrivals.phase, answers=[Share(parts={"gelimer": 5})])
    assert rig.g.army("tzazon").sp == 5
    weak = vandals(2).army("hilderic", "zeugitania", 3)
    weak.run(arrivals.phase, answers=[Share(parts={"gelimer": 3})])
    assert weak.g.army("tzazon").sp == 3


@pytest.mark.rule("justinian 4.22")
@pytest.mark.rule("justinian T:leader_arrivals")
@pytest.mark.parametrize("chosen", ["ostrogoths-detached-sicilia", "ostrogoths-detached@{n}"], ids=["now", "once"])
def test_witigis_totila_and_teias(chosen: str) -> None:
    rig = vandals(3)
    rig.g.state.armies["gelimer"].where = rig.g.state.armies["tzazon"].where = "gone"
    rig.under().run(arrivals.phase)
    assert (rig.g.army("witigis").at, rig.g.army("witigis").sp) == (rig.at("flaminia"), 12)
    rig.under(turn=4, phase="leaders").run(arrivals.phase, answers=[chosen.format(n=rig.at("sicilia"))])
    assert (rig.g.army("totila").at, rig.g.army("totila").sp) == (rig.at("flaminia"), 12)
    assert (rig.g.army("teias").at, rig.g.army("teias").sp) == (rig.at("sicilia"), 6)
    assert rig.g.state.detached == {}


@pytest.mark.rule("justinian 4.22")
def test_nobody_arrives_for_a_power_that_is_out() -> None:
    rig = vandals(3).under(out=["ostrogoths"])
    rig.g.state.armies["gelimer"].where = rig.g.state.armies["tzazon"].where = "gone"
    rig.g.state.armies["athalaric"].where, rig.g.state.armies["athalaric"].at = "gone", None
    rig.under().run(arrivals.phase)
    assert rig.g.army("witigis").where == "gone"


@pytest.mark.rule("justinian 4.22")
def test_a_new_leader_takes_sp_anywhere_if_the_old_one_is_eliminated() -> None:
    rig = vandals(3)
    for name in ("gelimer", "tzazon"):
        rig.g.state.armies[name].where = "gone"
    rig.g.state.armies["athalaric"].where, rig.g.state.armies["athalaric"].at = "gone", None
    rig.g.state.armies["athalaric"].sp = 0
    rig.under().run(arrivals.phase)
    assert (rig.g.army("witigis").at, rig.g.army("witigis").sp) == (rig.at("sicilia"), 6)
