"""Turns in positions that no example has: money, recruits, alliances, leaders, removal."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from engine.systems.justinian import (
    alliance,
    barbarian,
    byzantine,
    commanders,
    income,
    maintenance,
    manpower,
    recruits,
    removal,
)
from engine.systems.justinian.events import ActivationBegan
from engine.systems.justinian.movement import steps
from engine.systems.justinian.orders import Activate, Pay, Share
from engine.systems.justinian.state import MagMil, detached_at, fleet_at
from tests.engine.justinian.field import Field, field, refused

STOP = steps.March(end=True)


def fleets(rig: Field, power: str = "byzantine") -> dict[str, int]:
    return {rig.g.land.map.code(p): x.sp for p, x in rig.state.fleets[power].items()}


def markers(**values: Any) -> Field:
    return field(phase="barbarian", markers={"select": 2, "random": 3}, **values)


# -- 5 money and men ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 5.13")
@pytest.mark.rule("justinian 9.0-b")
def test_an_income_halved_twice_pays_what_is_owed_and_no_more_than_there_is() -> None:
    rig = field(half_income=True, owed=40, gold=3).detached("europa", "persia", 1).under(fallen=True)
    full = income.full(rig.g)
    rig.run(income.phase)
    received = full // 2 // 2
    assert rig.state.owed == max(0, 40 - 3 - received) and rig.state.gold == max(0, 3 + received - 40)


@pytest.mark.rule("justinian 5.13")
def test_europa_contested_halves_the_income_and_leaves_the_treasury() -> None:
    rig = field(gold=44).army("bulgars", "europa", 9).frontier("europa", 2)
    assert income.due(rig.g) == income.full(rig.g) // 2
    rig.march("bulgars", rig.go("haemimontus"), dice=[5])
    assert rig.state.gold == 44 and not rig.state.fallen


@pytest.mark.rule("justinian 5.13")
def test_europa_is_lost_in_the_middle_of_a_march_and_the_gold_with_it() -> None:
    rig = field(gold=44).army("bulgars", "haemimontus", 9)
    rig.march("bulgars", rig.go("europa", "rhodope"), dice=[9])
    assert rig.state.gold == 0 and not rig.state.fallen  # he has gone on, and the gold is gone all the same


@pytest.mark.rule("justinian 5.23")
@pytest.mark.rule("justinian 5.24")
def test_a_group_of_allies_in_an_army_is_paid_with_it_or_not_at_all() -> None:
    rig = field(gold=12).army("italy", "dalmatia", 4, leader="bessas", allied={"lombards": 9})
    due = maintenance.bills(rig.g)
    assert [b.cost for b in due] == [13]
    with refused("5.21"):
        maintenance.check(rig.g, due, ())
    rig.run(maintenance.phase, answers=[Pay(unpaid=("italy",))])
    assert rig.state.armies["italy"].unpaid and rig.state.gold == 12


@pytest.mark.rule("justinian 5.24")
@pytest.mark.rule("justinian 5.32")
def test_five_recruits_in_two_armies_pay_neither() -> None:
    rig = field().army("orient", "syria-1", 9, leader="bessas", unpaid=True)
    rig.army("thrace", "thracia", 9, leader="sittas", unpaid=True)
    rig.run(manpower.place, 5, answers=[Share(parts={"orient": 4, "thrace": 1})])
    assert rig.state.armies["orient"].unpaid and rig.state.armies["thrace"].unpaid


@pytest.mark.rule("justinian 5.32")
def test_recruits_beyond_a_hundred_and_fifty_are_lost_though_a_praesental_army_is_weak() -> None:
    rig = field(gold=0).army("praesental-1", "europa", 6, leader="bessas").frontier("thracia", 142)
    rig.run(manpower.place, 9)
    assert rig.state.armies["praesental-1"].sp == 8 and rig.g.total_sp("byzantine") == 150


@pytest.mark.rule("justinian 5.33")
@pytest.mark.rule("justinian 7.22")
def test_no_ship_is_built_where_an_enemy_fleet_is_in_port() -> None:
    rig = field().fleet("vandals", "sicilia", 2)
    assert rig.at("sicilia") not in manpower.fleet_ports(rig.g) and rig.at("campania") in manpower.fleet_ports(rig.g)
    vandals = field(turn=3).marker("vandals", "zeugitania", "numidia").fleet("byzantine", "zeugitania", 1)
    vandals.army("gelimer", "numidia", 5)
    # 5 + 1 SP: a ship in Numidia alone; what is left comes to Zeugitania
    built = Share(parts={fleet_at(vandals.at("zeugitania"), "vandals").key: 1})

    def only_numidia(d: Any) -> Any:
        with refused("6.24"):
            d.check(built)
        rest = detached_at(vandals.at("zeugitania"), "vandals").key
        return Share(parts={fleet_at(vandals.at("numidia"), "vandals").key: 1, rest: 3})

    vandals.run(partial(recruits.by_select, recruit=True), "vandals", dice=[5], answers=[only_numidia])
    assert fleets(vandals, "vandals") == {"numidia": 1}


@pytest.mark.rule("justinian 5.34")
def test_no_army_is_raised_with_room_for_nine() -> None:
    rig = field().frontier("thracia", 141)
    assert manpower.free_counters(rig.g) == []
    assert manpower.free_counters(rig.frontier("thracia", 140).g) != []


# -- 6 activation ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 6.21")
@pytest.mark.rule("justinian 6.24")
def test_vandals_without_a_leader_are_selected_for_their_recruits() -> None:
    rig = markers().marker("vandals", "zeugitania").detached("zeugitania", "vandals", 3)
    assert [c.key for c in barbarian._choices(rig.g) if "vandals" in c.key] == ["select-vandals"]
    key = detached_at(rig.at("zeugitania"), "vandals").key
    rig.run(barbarian.phase, dice=[4], answers=["select-vandals", Share(parts={key: 5})])
    assert rig.state.detached[rig.at("zeugitania")] == {"vandals": 3 + 5}
    assert not rig.happened(ActivationBegan) and rig.state.markers["select"] == 1
    assert not barbarian.available(rig.under(phase="barbarian").g, "vandals")  # they have recruited


@pytest.mark.rule("justinian 6.23")
@pytest.mark.rule("justinian 4.35")
def test_persians_fill_up_to_eighty_and_no_further() -> None:
    rig = markers().army("chosroes", "syria-1", 30).army("perozes", "box-persia", 0).detached("arabia", "persia", 25)
    rig.run(barbarian.phase, dice=[9, 9, 9, 5], answers=["select-persia", "perozes", STOP])
    assert rig.state.armies["perozes"].sp == 25 and rig.g.total_sp("persia") == 80


@pytest.mark.rule("justinian 6.33")
@pytest.mark.rule("justinian 8.13")
def test_a_neutral_army_on_the_map_is_attacked_and_may_not_flee() -> None:
    rig = field().army("moors", "numidia", 5).ally("moors", "neutral").army("africa", "byzacena", 20, leader="bessas")
    rig.march("africa", [*rig.go("numidia"), steps.Attack()], dice=[9, 9, 0, 0])
    assert [d.kind for d in rig.decisions] == ["march", "march"]
    assert rig.state.armies["moors"].at == rig.g.land.box("moors")


@pytest.mark.rule("justinian 6.34")
@pytest.mark.rule("justinian 4.31")
def test_allies_beyond_thirty_five_are_lost_as_they_join() -> None:
    rig = field().ally("lombards").army("lombards", "box-lombards", 20).army("italy", "aemilia", 30, leader="bessas")
    alliance.join(rig.g, rig.g.army("lombards"), rig.g.army("italy"))
    assert rig.state.armies["italy"].allied == {"lombards": 5} and rig.state.armies["lombards"].strength == 0


@pytest.mark.rule("justinian 6.34")
def test_no_army_in_egypt_takes_lombards_in() -> None:
    rig = field().ally("lombards").army("africa", "arcadia", 9, leader="bessas")
    rig.army("thrace", "thracia", 9, leader="sittas").army("italy", "sicilia", 9, leader="mundus")
    assert [a.id for a in alliance.hosts(rig.g, "lombards")] == ["italy"]


@pytest.mark.rule("justinian 6.35")
@pytest.mark.rule("justinian 5.12")
def test_allied_sp_in_a_city_stay_and_belong_to_the_army_when_their_people_turn() -> None:
    rig = field().ally("lombards").army("italy", "dalmatia", 5, leader="bessas", allied={"lombards": 7})
    rig.army("thrace", "thracia", 5, leader="sittas", allied={"lombards": 7})
    rig.run(removal.phase)
    assert rig.state.armies["italy"].allied == {"lombards": 7} and not rig.state.armies["thrace"].allied
    rig.ally("lombards", "barbarian")
    assert rig.g.control(rig.at("dalmatia")) == "byzantine" and rig.g.total_sp("byzantine") == 17


@pytest.mark.rule("justinian 5.12")
def test_an_army_of_allies_alone_outside_a_city_is_no_more() -> None:
    rig = field().army("thrace", "thracia", 0, leader="sittas", allied={"slavs": 7})
    rig.run(removal.phase)
    assert rig.state.armies["thrace"].where == "aside" and rig.state.magmil["sittas"].where == "cup"


@pytest.mark.rule("justinian 5.12")
def test_persians_two_provinces_away_stay_and_three_away_go() -> None:
    rig = field().detached("cilicia-2", "persia", 5).detached("euphratensis", "persia", 5)
    rig.detached("syria-1", "persia", 5)
    assert [rig.g.land.from_box("persia")[rig.at(p)] for p in ("euphratensis", "cilicia-2", "syria-1")] == [2, 3, 3]
    rig.run(removal.phase, dice=[3, 1])  # Cilicia II: 3; Syria I, a City: 1 - 2, nobody
    assert {p: x["persia"] for p, x in rig.state.detached.items()} == {
        rig.at("euphratensis"): 5,
        rig.at("cilicia-2"): 2,
        rig.at("syria-1"): 5,
    }


@pytest.mark.rule("justinian 6.27")
def test_the_last_two_vandals_desert_before_they_sail() -> None:
    rig = field(vandal_recruits=True).army("gelimer", "zeugitania", 2).fleet("vandals", "zeugitania", 1)
    rig.army("witigis", "liguria", 4)
    rig.sail("vandals", "zeugitania", rig.sail_order("sea-of-carthage", port="sardinia", carry="gelimer"))
    assert rig.state.out == ["vandals"] and rig.state.armies["gelimer"].where == "gone"
    assert fleets(rig, "vandals") == {}


@pytest.mark.rule("justinian 6.51")
def test_the_last_two_gold_pay_a_fort_or_an_army_and_not_both() -> None:
    rig = field(gold=2).army("orient", "syria-1", 20, leader="bessas")
    byzantine.check(rig.g, Activate(what="army", who="orient"))
    byzantine.check(rig.g, Activate(what="nothing", fort=rig.at("syria-2")))
    with refused("6.51"):
        byzantine.check(rig.g, Activate(what="army", who="orient", fort=rig.at("syria-2")))


@pytest.mark.rule("justinian 6.52")
@pytest.mark.rule("justinian 4.13")
def test_a_magmil_who_leaves_combined_armies_leaves_them_apart() -> None:
    rig = field().army("orient", "syria-1", 20, leader="sittas")
    rig.army("armenia", "syria-1", 9, leader="bessas", led_by="orient").army("thrace", "thracia", 9)
    rig.run(byzantine.phase, answers=[Activate(what="magmil", who="sittas", at=rig.at("thracia"), army="thrace")])
    assert rig.state.armies["armenia"].led_by is None and rig.g.commander(rig.g.army("armenia")) is not None


# -- 4.14, 4.2 leaders -------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 4.14")
def test_where_the_magmil_who_lost_is_gone_nobody_else_is_replaced() -> None:
    rig = field(turn=5).army("orient", "syria-1", 20, leader="sittas")
    rig.state.magmil["bessas"] = MagMil(id="bessas", where="gone", lost=4)
    rig.run(commanders.phase)
    assert not rig.decisions and rig.state.armies["orient"].leader == "sittas"
