"""7.2, 7.34 to 7.36, 8.3 Fleets: sailing, patrols, transport, naval battles and retreats."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import ChooseEach, Command
from engine.systems.justinian.combat import naval_battle
from engine.systems.justinian.combat.squadron import standing_fleet
from engine.systems.justinian.events import BattleFought, FleetEntered, NavalBattleFought, StrengthChanged
from engine.systems.justinian.movement import sea_routes, steps, voyage
from engine.systems.justinian.orders import Share
from tests.engine.justinian import field as fields
from tests.engine.justinian.field import Field, refused

WEST = ("western-mediterranean", "sea-of-carthage", "tyrrhenian-sea")


def field() -> Field:
    """A map on which the powers that have fleets are in the game."""
    return fields.field().alive()


def fleets(rig: Field, power: str = "byzantine") -> dict[str, int]:
    """Fleet SP of a power by the code of their place."""
    return {rig.g.land.map.code(p): pool.sp for p, pool in rig.state.fleets[power].items()}


def refuses(rig: Field, rule: str, power: str, at: str, order: steps.Sail) -> None:
    with refused(rule):
        voyage.check(rig.g, power, rig.at(at), order)


# -- 7.21, 7.22 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 7.21")
def test_a_port_leads_into_three_sea_areas_and_a_patrol_into_two() -> None:
    rig = field().fleet("byzantine", "hispania", 2).fleet("byzantine", "western-mediterranean", 1)
    far = rig.sail_order(*WEST, "ionian-sea", port="achaea")
    refuses(rig, "7.21", "byzantine", "hispania", far)
    rig.sail("byzantine", "western-mediterranean", rig.sail_order("sea-of-carthage", "tyrrhenian-sea"))
    assert fleets(rig) == {"hispania": 2, "tyrrhenian-sea": 1}
    again = field().fleet("byzantine", "western-mediterranean", 1)
    refuses(
        again,
        "7.21",
        "byzantine",
        "western-mediterranean",
        again.sail_order("sea-of-carthage", "tyrrhenian-sea", "ionian-sea"),
    )
    refuses(again, "7.21", "byzantine", "western-mediterranean", again.sail_order("tyrrhenian-sea"))
    refuses(rig, "7.21", "byzantine", "hispania", rig.sail_order("western-mediterranean", sp=3))
    refuses(rig, "7.21", "byzantine", "hispania", rig.sail_order(port="hispania"))


@pytest.mark.rule("justinian 7.21")
def test_part_of_a_fleet_may_sail() -> None:
    rig = field().fleet("byzantine", "europa", 5, unpaid=True)
    rig.sail("byzantine", "europa", rig.sail_order("propontis", "black-sea", sp=2, port="lazica"))
    assert fleets(rig) == {"europa": 3, "lazica": 2}
    assert rig.state.fleets["byzantine"][rig.at("lazica")].unpaid


@pytest.mark.rule("justinian 7.22")
def test_in_port_or_on_patrol() -> None:
    rig = field().fleet("byzantine", "europa", 2)
    rig.sail("byzantine", "europa", rig.sail_order("aegean-sea", sp=2))
    assert fleets(rig) == {"aegean-sea": 2}
    rig.sail("byzantine", "aegean-sea", rig.sail_order(sp=2, port="creta"))
    assert fleets(rig) == {"creta": 2}
    refuses(rig, "7.22", "byzantine", "creta", rig.sail_order("aegean-sea", port="cyprus"))
    port = field().fleet("vandals", "zeugitania", 1)
    assert port.g.control(port.at("zeugitania")) == "byzantine"  # a fleet controls nothing


@pytest.mark.rule("justinian 7.22")
@pytest.mark.rule("justinian 7.34")
def test_fleets_in_port_intercept_nobody() -> None:
    rig = field().fleet("byzantine", "hispania", 2).fleet("vandals", "sardinia", 3)
    rig.sail("byzantine", "hispania", rig.sail_order("western-mediterranean", "sea-of-carthage", sp=2))
    assert not [d for d in rig.decisions if d.kind == "intercept-fleet"]


def test_a_fleet_may_stay() -> None:
    rig = field().fleet("byzantine", "hispania", 2)
    rig.sail("byzantine", "hispania", steps.March(end=True))
    assert fleets(rig) == {"hispania": 2}


def test_the_menu_offers_every_port_in_reach_once() -> None:
    rig = field().fleet("byzantine", "hispania", 2).army("spain", "hispania", 15, leader="bessas").activate()
    question = voyage.question(rig.g, "byzantine", rig.at("hispania"))
    assert isinstance(question, Command)
    assert [c.key for c in question.menu] == ["carry-spain", "sail", "part", "done"]
    carry = question.menu["carry-spain"]
    assert carry.menu is not None
    found = list(carry.menu())
    assert {c.key for c in found} == {
        rig.g.land.map.code(p) for p in sea_routes.ports(rig.g, rig.at("hispania"), "byzantine")
    }
    for choice in found:
        assert choice.answer is not None
        question.check(choice.answer)


# -- 7.23, 7.34 to 7.36 ------------------------------------------------------------------------------------------------


def _watched(vandals: int = 2) -> Field:
    """Two Byzantine Fleet SP in Hispania, and a patrol on their way east."""
    return field().fleet("byzantine", "hispania", 2).fleet("vandals", "sea-of-carthage", vandals)


@pytest.mark.rule("justinian 7.23")
@pytest.mark.rule("justinian 7.35")
@pytest.mark.parametrize(("die", "fought"), [(4, True), (5, False)])
def test_a_patrol_intercepts_with_four_or_less(die: int, fought: bool) -> None:
    rig = _watched()
    # The battle is drawn: the patrol goes to a haven, the fleet stops.
    answers = ["no", "patrol"] if fought else []
    dice = [die, 4, 1] if fought else [die]
    rig.marker("vandals", "zeugitania")
    order = rig.sail_order(*WEST, sp=2, port="sicilia")
    rig.sail("byzantine", "hispania", order, "yes", *answers, dice=dice)
    assert bool(rig.happened(NavalBattleFought)) == fought
    assert fleets(rig) == ({"sea-of-carthage": 1} if fought else {"sicilia": 2})


@pytest.mark.rule("justinian 7.34")
def test_all_patrols_are_asked_at_once() -> None:
    rig = _watched().fleet("ostrogoths", "sea-of-carthage", 1)
    rig.sail("byzantine", "hispania", rig.sail_order(*WEST, sp=2, port="sicilia"), "no")
    question = next(d for d in rig.decisions if d.kind == "intercept-fleet")
    assert isinstance(question, ChooseEach) and [i.key for i in question.items] == ["vandals-fleet", "ostrogoths-fleet"]
    assert question.side == "barbarian"


def _two_seas() -> Field:
    return _watched().fleet("vandals", "western-mediterranean", 3)


def _asked(rig: Field) -> list[ChooseEach]:
    return [d for d in rig.decisions if isinstance(d, ChooseEach) and d.kind == "intercept-fleet"]


@pytest.mark.rule("justinian 7.34")
def test_patrols_on_the_whole_way_are_asked_once() -> None:
    rig = _two_seas()
    order = rig.sail_order("western-mediterranean", "sea-of-carthage", sp=2)
    answer = {"vandals-fleet": "no", "vandals-fleet-sea-of-carthage": "yes"}
    rig.sail("byzantine", "hispania", order, answer, dice=[9])
    [question] = _asked(rig)
    assert "and goes on to the Sea of Carthage" in str(question.prompt)
    assert str(question.items[1].label) == "The Vandal fleet, 2 Fleet SP, in the Sea of Carthage"
    assert question.focus == (rig.at("western-mediterranean"), rig.at("sea-of-carthage"))


@pytest.mark.rule("justinian 7.34")
def test_what_patrols_answered_counts_for_the_fleet_as_it_was() -> None:
    """It fights its way past the first patrol and is weaker: the second is asked anew."""
    rig = _two_seas()
    rig.fleet("byzantine", "hispania", 4)
    order = rig.sail_order("western-mediterranean", "sea-of-carthage", sp=4)
    first = {"vandals-fleet": "yes", "vandals-fleet-sea-of-carthage": "no"}
    rig.sail("byzantine", "hispania", order, first, {"vandals-fleet": "no"}, dice=[0, 0, 9, 9])
    assert [len(q.items) for q in _asked(rig)] == [2, 1]
    assert fleets(rig) == {"sea-of-carthage": 3}


@pytest.mark.rule("justinian 7.36")
def test_an_intercepted_fleet_may_turn_back() -> None:
    rig = _watched()
    rig.sail("byzantine", "hispania", rig.sail_order(*WEST, sp=2, port="sicilia"), "yes", "yes", "corsica", dice=[4])
    assert fleets(rig) == {"corsica": 2}
    assert [e.how for e in rig.happened(FleetEntered)] == ["sail", "sail", "turn-back"]


@pytest.mark.rule("justinian 7.36")
def test_a_fleet_fresh_from_port_cannot_turn_back() -> None:
    rig = field().fleet("byzantine", "hispania", 2).fleet("vandals", "western-mediterranean", 1)
    rig.marker("vandals", "baleares")
    rig.sail("byzantine", "hispania", rig.sail_order(*WEST, sp=2, port="sicilia"), "yes", dice=[0, 9, 0])
    assert not [d for d in rig.decisions if d.kind == "refuse-battle"]
    assert sum(fleets(rig).values()) == 1


@pytest.mark.rule("justinian 7.36")
def test_who_turns_back_may_be_intercepted_there() -> None:
    rig = _watched(4).fleet("ostrogoths", "western-mediterranean", 2)
    rig.sail(
        "byzantine",
        "hispania",
        rig.sail_order(*WEST, sp=2, port="sicilia"),
        # The Ostrogoths let it pass the first time.
        {"ostrogoths-fleet": "no", "vandals-fleet-sea-of-carthage": "yes"},
        "yes",
        "yes",
        "patrol",
        # The Vandals intercept; so do the Ostrogoths: 3 - 1 against 1 + 1 is a draw.
        dice=[4, 4, 5, 0],
    )
    places = [rig.g.land.map.code(e.place) for e in rig.happened(NavalBattleFought)]
    assert places == ["western-mediterranean"]


@pytest.mark.rule("justinian 8.35")
def test_a_fleet_that_beats_its_interceptor_goes_on() -> None:
    rig = _watched(1).marker("vandals", "zeugitania")
    rig.sail("byzantine", "hispania", rig.sail_order(*WEST, sp=2, port="sicilia"), "yes", "no", dice=[4, 0, 9, 0])
    assert fleets(rig) == {"sicilia": 2}
    assert not fleets(rig, "vandals")


# -- 7.24, 7.25 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 7.24")
def test_an_army_lands_and_may_attack_at_once_with_two_less() -> None:
    rig = field().army("africa", "sicilia", 30, leader="belisarius").fleet("byzantine", "sicilia", 3)
    rig.army("gelimer", "zeugitania", 9).marker("vandals", "zeugitania", "numidia")
    order = rig.sail_order("tyrrhenian-sea", "sea-of-carthage", sp=3, port="zeugitania", carry="africa")
    rig.sail("byzantine", "sicilia", order, {"gelimer": "no"}, "all", {"gelimer": "stand"}, dice=[9, 0, 0])
    assert rig.state.armies["africa"].at == rig.at("zeugitania")
    attack = next(r for r in rig.rolls if r.purpose == "battle")
    assert [m.value for m in attack.modifiers].count(-2) == 2  # the landing, and the City
    assert fleets(rig) == {"zeugitania": 3}
    assert not [r for r in rig.rolls if r.purpose == "movement"]


@pytest.mark.rule("justinian 7.24")
@pytest.mark.rule("justinian 7.31")
def test_an_army_that_lands_may_be_intercepted() -> None:
    rig = field().army("africa", "sicilia", 10, leader="bessas").fleet("byzantine", "sicilia", 1)
    rig.army("gelimer", "zeugitania", 30).marker("vandals", "zeugitania")
    order = rig.sail_order("tyrrhenian-sea", "sea-of-carthage", port="zeugitania", carry="africa")
    rig.sail("byzantine", "sicilia", order, {"gelimer": "yes"}, dice=[6, 9, 0, 0])
    fought = rig.happened(BattleFought)[0]
    assert fought.attacker == "barbarian"
    assert rig.state.armies["africa"].defeated


@pytest.mark.rule("justinian 7.24")
def test_what_a_fleet_cannot_carry() -> None:
    rig = field().army("italy", "dalmatia", 21, leader="bessas").fleet("byzantine", "dalmatia", 2)
    rig.army("illyricum", "dalmatia", 5).army("witigis", "dalmatia", 5)

    def order(carry: str, sp: int = 2, port: str | None = "picenum") -> steps.Sail:
        return rig.sail_order("adriatic-sea", sp=sp, port=port, carry=carry)

    refuses(rig, "7.24", "byzantine", "dalmatia", order("italy"))
    rig.state.armies["italy"].sp = 20
    voyage.check(rig.g, "byzantine", rig.at("dalmatia"), order("italy"))
    refuses(rig, "7.24", "byzantine", "dalmatia", order("italy", sp=1))
    refuses(rig, "7.24", "byzantine", "dalmatia", order("italy", port=None))
    refuses(rig, "7.24", "byzantine", "dalmatia", order("italy", port="dalmatia"))
    refuses(rig, "4.1", "byzantine", "dalmatia", order("illyricum"))
    refuses(rig, "7.24", "byzantine", "dalmatia", order("witigis"))
    no_city = field().army("italy", "picenum", 9, leader="bessas").fleet("byzantine", "picenum", 2)
    refuses(no_city, "7.24", "byzantine", "picenum", no_city.sail_order("adriatic-sea", port="dalmatia", carry="italy"))
    island = field().army("orient", "cyprus", 9, leader="bessas").fleet("byzantine", "cyprus", 2)
    voyage.check(
        island.g, "byzantine", island.at("cyprus"), island.sail_order("the-levant", port="phoenice", carry="orient")
    )


@pytest.mark.rule("justinian 7.24")
def test_combined_armies_are_carried_as_one() -> None:
    rig = (
        field()
        .army("italy", "dalmatia", 9, leader="bessas")
        .army("illyricum", "dalmatia", 12, leader="sittas", led_by="italy")
    )
    rig.fleet("byzantine", "dalmatia", 3)
    refuses(rig, "7.24", "byzantine", "dalmatia", rig.sail_order("adriatic-sea", sp=2, port="picenum", carry="italy"))
    rig.sail("byzantine", "dalmatia", rig.sail_order("adriatic-sea", sp=3, port="picenum", carry="illyricum"))
    assert {rig.state.armies[a].at for a in ("italy", "illyricum")} == {rig.at("picenum")}


@pytest.mark.rule("justinian 7.14")
@pytest.mark.rule("justinian 7.24")
def test_limits_hold_for_armies_that_land() -> None:
    rig = field().army("thrace", "europa", 9, leader="bessas").fleet("byzantine", "europa", 1)
    rig.sail("byzantine", "europa", rig.sail_order("aegean-sea", port="creta", carry="thrace"))
    assert rig.state.armies["thrace"].where == "aside"


@pytest.mark.rule("justinian 5.41")
def test_treasuries_stay_behind() -> None:
    rig = field().army("gelimer", "zeugitania", 9).fleet("vandals", "zeugitania", 1).treasury("vandals", "zeugitania")
    rig.sail("vandals", "zeugitania", rig.sail_order("sea-of-carthage", port="sardinia", carry="gelimer"))
    assert rig.state.treasuries == {"vandals": rig.at("zeugitania")}


@pytest.mark.rule("justinian 6.27")
def test_vandals_desert_before_they_are_carried() -> None:
    rig = field().army("gelimer", "zeugitania", 9).fleet("vandals", "zeugitania", 1).under(vandal_recruits=True)
    order = rig.sail_order("sea-of-carthage", port="sardinia", carry="gelimer")
    rig.sail("vandals", "zeugitania", order, Share(parts={"gelimer": 2}))
    assert rig.state.armies["gelimer"].sp == 7
    march = field().army("gelimer", "zeugitania", 9).under(vandal_recruits=True)
    march.march("gelimer", march.go("numidia"), Share(parts={"gelimer": 2}), march.go("zeugitania"), dice=[5])
    assert march.state.armies["gelimer"].sp == 7


@pytest.mark.rule("justinian 7.25")
@pytest.mark.rule("justinian 8.31")
def test_an_enemy_fleet_in_port_is_beaten_before_anybody_lands() -> None:
    rig = field().army("africa", "sicilia", 20, leader="bessas").fleet("byzantine", "sicilia", 4)
    rig.fleet("vandals", "zeugitania", 2).marker("vandals", "sardinia")
    order = rig.sail_order("tyrrhenian-sea", "sea-of-carthage", sp=4, port="zeugitania", carry="africa")
    # 1 + 2 + 1 against 1; the winner's loss: none; the Vandals lose 1 and go to Sardinia.
    rig.sail("byzantine", "sicilia", order, dice=[0, 0, 0])
    assert fleets(rig) == {"zeugitania": 4} and fleets(rig, "vandals") == {"sardinia": 1}
    assert rig.state.armies["africa"].at == rig.at("zeugitania")
    beaten = field().army("africa", "sicilia", 20, leader="bessas").fleet("byzantine", "sicilia", 2)
    beaten.fleet("vandals", "zeugitania", 4).marker("vandals", "zeugitania")
    order = beaten.sail_order("tyrrhenian-sea", "sea-of-carthage", sp=2, port="zeugitania", carry="africa")
    # Beaten, it loses 1 of 2 Fleet SP with 10 SP and makes for a friendly port of that sea; nobody attacks from there.
    beaten.sail("byzantine", "sicilia", order, "numidia", dice=[0, 9, 0], but=("naval-retreat",))
    assert beaten.state.armies["africa"].at == beaten.at("numidia") and beaten.state.armies["africa"].sp == 10
    assert fleets(beaten) == {"numidia": 1}


# -- 8.32 to 8.34 ------------------------------------------------------------------------------------------------------


def _naval(rig: Field, dice: list[int], attacker: str = "vandals", defender: str = "byzantine") -> Any:
    place = rig.at("sea-of-carthage")
    pair = standing_fleet(rig.g, attacker, place), standing_fleet(rig.g, defender, place)
    return rig.run(naval_battle.fight, *pair, place, dice=dice)


@pytest.mark.rule("justinian 8.32")
@pytest.mark.rule("justinian T:naval_battle")
@pytest.mark.parametrize(
    ("sp", "dice", "result", "left"),
    [
        ((3, 3), [5, 2, 0], "attacker", (3, 2)),  # 3 against 1 + 1; no loss
        ((3, 3), [5, 2, 5], "attacker", (2, 1)),  # the winner loses 1, the loser 2
        ((3, 3), [3, 2], "draw", (2, 2)),
        ((1, 3), [9, 3], "draw", (0, 2)),  # 5 against 2 + 2 + 1
        ((5, 3), [0, 1, 4], "attacker", (5, 2)),  # 1 + 2 against 1 + 1
        ((3, 3), [0, 0, 9], "defender", (1, 2)),
        ((1, 1), [9, 0], "attacker", (1, 0)),  # its only Fleet SP isn't rolled for
    ],
)
def test_naval_battles(sp: tuple[int, int], dice: list[int], result: str, left: tuple[int, int]) -> None:
    rig = field().fleet("vandals", "sea-of-carthage", sp[0]).fleet("byzantine", "sea-of-carthage", sp[1])
    assert _naval(rig, dice) == result
    after = tuple(fleets(rig, p).get("sea-of-carthage", 0) for p in ("vandals", "byzantine"))
    assert after == left


@pytest.mark.rule("justinian 8.32")
def test_ostrogoths_are_worse_sailors() -> None:
    rig = field().fleet("ostrogoths", "sea-of-carthage", 2).fleet("byzantine", "sea-of-carthage", 2)
    assert _naval(rig, [5, 2], "ostrogoths") == "draw"  # 3 - 1 against 1 + 1


@pytest.mark.rule("justinian 8.33")
def test_a_beaten_patrol_makes_for_a_friendly_port_or_is_lost() -> None:
    rig = _watched(3).marker("vandals", "numidia", "byzacena")
    rig.sail(
        "byzantine",
        "hispania",
        rig.sail_order(*WEST, sp=2, port="sicilia"),
        "yes",
        "no",
        "byzacena",
        dice=[4, 0, 9, 0],
        but=("naval-retreat",),
    )
    assert fleets(rig, "vandals") == {"byzacena": 2}
    lost = _watched(3)
    lost.sail("byzantine", "hispania", lost.sail_order(*WEST, sp=2, port="sicilia"), "yes", "no", dice=[4, 0, 9, 0])
    assert not fleets(lost, "vandals")
    assert [e.why for e in lost.happened(StrengthChanged)] == ["sunk", "sunk"]


@pytest.mark.rule("justinian 8.33")
def test_no_port_with_an_enemy_fleet_is_a_haven() -> None:
    rig = field().marker("vandals", "numidia", "byzacena").fleet("byzantine", "numidia", 1)
    assert list(sea_routes.havens(rig.g, rig.at("sea-of-carthage"), "barbarian")) == [rig.at("byzacena")]


@pytest.mark.rule("justinian 8.33")
def test_a_fleet_driven_from_its_port_may_be_intercepted_on_its_way() -> None:
    rig = field().fleet("byzantine", "hispania", 4).fleet("byzantine", "sea-of-carthage", 2)
    rig.fleet("vandals", "sardinia", 3).marker("vandals", "sardinia", "zeugitania")
    order = rig.sail_order("western-mediterranean", sp=4, port="sardinia")
    rig.sail(
        "byzantine",
        "hispania",
        order,
        {"byzantine-fleet": "yes"},
        # Beaten in port: 2 Fleet SP left; the patrol intercepts and beats them: 1 left, for Zeugitania.
        dice=[5, 0, 0, 3, 5, 0, 0],
        but=("naval-retreat",),
    )
    assert fleets(rig, "vandals") == {"zeugitania": 1}
    assert fleets(rig) == {"sea-of-carthage": 2, "sardinia": 4}


@pytest.mark.rule("justinian 8.34")
def test_leaders_are_lost_with_the_whole_fleet_alone() -> None:
    rig = field().army("africa", "hispania", 10, leader="bessas").fleet("byzantine", "hispania", 1)
    rig.fleet("vandals", "western-mediterranean", 3).marker("vandals", "baleares")
    order = rig.sail_order("western-mediterranean", port="sardinia", carry="africa")
    rig.sail("byzantine", "hispania", order, "yes", dice=[4, 9, 0, 0])
    assert rig.state.armies["africa"].where == "aside"
    assert rig.state.magmil["bessas"].where == "gone"
    assert [e.why for e in rig.happened(StrengthChanged)] == ["drowned"]
