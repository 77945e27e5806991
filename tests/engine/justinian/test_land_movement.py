"""7.1 Armies on the march: what they may do with their MP, and what they may not."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.justinian.events import ArmyRemoved, BattleFought, StrengthChanged
from engine.systems.justinian.movement import activation, going, menus, steps
from engine.systems.justinian.movement.acts import kinds
from engine.systems.justinian.movement.course import Course
from tests.engine.justinian.field import Field, field, refused


def course(rig: Field, army: str, mp: int = 8) -> Course:
    """Where an army is at the start of an activation of its side."""
    rig.activate(rig.g.side(rig.state.armies[army]), mp=mp)
    return activation.Marching(rig.g, rig.force(army)).course()


def keys(rig: Field, army: str, mp: int = 8) -> list[str]:
    """What the menu of an active army offers."""
    return [c.key for c in menus.choices(course(rig, army, mp))]


# -- 7.0, 7.11 to 7.15 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 7.0")
def test_frontier_and_detached_sp_stay_where_they_are() -> None:
    rig = field().army("italy", "dalmatia", 9, leader="bessas").frontier("dalmatia", 5)
    rig.march("italy", rig.go("praevalitana"), dice=[0])
    assert rig.state.frontier[rig.at("dalmatia")].sp == 5
    other = field().army("gelimer", "numidia", 9).detached("numidia", "vandals", 4)
    other.march("gelimer", other.go("zeugitania"), dice=[0])
    assert other.state.detached == {other.at("numidia"): {"vandals": 4}}


@pytest.mark.rule("justinian 4.1")
def test_an_army_without_a_magmil_goes_nowhere() -> None:
    rig = field().army("orient", "syria-1", 20)
    rig.march("orient", dice=[], stop=False)
    assert rig.mp == (0, 0)
    with refused("4.1"):
        going.check(course(rig, "orient"), rig.at("syria-2"))


@pytest.mark.rule("justinian 7.11")
@pytest.mark.parametrize(("leader", "die", "mp"), [("narses", 1, 4), ("bessas", 9, 7), ("areobindus", 2, 2)])
def test_mp_are_read_in_the_column_of_the_commander(leader: str, die: int, mp: int) -> None:
    rig = field().army("orient", "syria-1", 20, leader=leader)
    rig.march("orient", dice=[die])
    assert rig.mp == (mp, 0)


@pytest.mark.rule("justinian 6.44")
def test_a_combined_operation_gives_one_mp_more() -> None:
    rig = field().army("gelimer", "numidia", 9)
    rig.march("gelimer", dice=[3], extra=1)
    assert rig.mp == (6, 0)


@pytest.mark.rule("justinian 7.12")
@pytest.mark.parametrize(
    ("start", "to", "values", "price"),
    [
        ("syria-1", "syria-2", {}, 1),
        ("syria-1", "syria-2", {"disorganized": True}, 2),
        ("syria-1", "syria-2", {"defeated": True}, 2),
        ("europa", "bithynia", {}, 2),
        ("europa", "bithynia", {"disorganized": True, "defeated": True}, 4),
    ],
)
def test_penalties_of_a_step(start: str, to: str, values: dict[str, Any], price: int) -> None:
    rig = field().army("orient", start, 20, leader="sittas", **values)
    c = course(rig, "orient", mp=price)
    assert going.check(c, rig.at(to)) == price
    with refused("7.12"):
        going.check(c.later(1), rig.at(to))


@pytest.mark.rule("justinian 7.12")
def test_leaving_enemies_costs_one_mp_more_and_leaving_friends_does_not() -> None:
    rig = field().army("orient", "syria-1", 20, leader="sittas").army("chosroes", "syria-1", 10)
    assert going.check(course(rig, "orient"), rig.at("syria-2")) == 2
    friends = field().army("orient", "syria-1", 20, leader="sittas").frontier("syria-1", 10)
    assert going.check(course(friends, "orient"), friends.at("syria-2")) == 1


@pytest.mark.rule("justinian 7.13")
def test_septem_is_entered_from_hispania_alone() -> None:
    rig = field().army("spain", "mauretania-caesariensis", 9, leader="bessas")
    with refused("7.13"):
        going.check(course(rig, "spain"), rig.at("septem"))
    over = field().army("spain", "hispania", 9, leader="bessas")
    assert going.check(course(over, "spain"), over.at("septem")) == 2
    with refused("7.13"):
        going.check(course(over, "spain"), over.at("western-mediterranean"))


@pytest.mark.rule("justinian 7.14")
@pytest.mark.rule("justinian T:army_limits")
def test_an_army_that_ends_outside_its_limits_is_removed_with_its_sp() -> None:
    rig = field().army("thrace", "thracia", 12, leader="bessas")
    rig.march("thrace", rig.go("dacia-mediterranea", "dardania", "praevalitana"), dice=[3])
    army = rig.state.armies["thrace"]
    assert (army.where, army.strength, army.leader) == ("aside", 0, None)
    assert rig.state.magmil["bessas"].where == "cup"
    assert [e.why for e in rig.happened(ArmyRemoved)] == ["limits"]
    assert [(e.n, e.why) for e in rig.happened(StrengthChanged)] == [(-12, "outside")]


@pytest.mark.rule("justinian 7.14")
def test_an_army_may_leave_its_area_as_long_as_it_comes_back() -> None:
    rig = field().army("thrace", "thracia", 12, leader="bessas")
    rig.march("thrace", rig.go("dacia-mediterranea", "dardania", "dacia-mediterranea", "thracia"), dice=[5])
    assert rig.state.armies["thrace"].at == rig.at("thracia")


@pytest.mark.rule("justinian 7.14")
def test_every_army_of_the_active_force_is_held_to_its_limits() -> None:
    rig = field().army("orient", "armenia-3", 12, leader="sittas").army("armenia", "armenia-3", 8, leader="bessas")
    rig.march("orient", steps.Combine(armies=("armenia",)), rig.go("cappadocia-1", "galatia-1"), dice=[9])
    assert rig.state.armies["orient"].at == rig.at("galatia-1")
    assert rig.state.armies["armenia"].where == "aside"


@pytest.mark.rule("justinian 7.14")
def test_where_an_army_may_not_stay_is_told_before() -> None:
    rig = field().army("thrace", "dacia-mediterranea", 12, leader="bessas")
    c = course(rig, "thrace")
    note = menus.consequences(c, (rig.at("dardania"), rig.at("praevalitana")))
    assert note is not None and "may not end here" in str(note)


@pytest.mark.rule("justinian 7.15")
def test_an_army_stops_when_its_mp_are_spent() -> None:
    rig = field().army("gelimer", "mauretania-sitifensis", 9)
    rig.march("gelimer", rig.go("numidia", "zeugitania", "byzacena"), dice=[0], stop=False)
    assert rig.state.armies["gelimer"].at == rig.at("byzacena")
    assert rig.mp == (3, 3)
    assert rig.state.activation is None


@pytest.mark.rule("justinian 7.15")
def test_a_fort_that_could_be_built_keeps_no_army_under_way() -> None:
    rig = field(gold=9).army("orient", "syria-1", 9, leader="areobindus")
    rig.march("orient", rig.go("syria-2"), dice=[0], stop=False)
    assert rig.state.activation is None


@pytest.mark.rule("justinian 7.15")
def test_an_army_that_loses_a_battle_goes_on_no_more() -> None:
    rig = field().army("orient", "syria-1", 12, leader="sittas").army("chosroes", "syria-1", 40)
    rig.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[9, 0, 9, 0], stop=False)
    assert rig.state.armies["orient"].defeated and rig.state.activation is None


@pytest.mark.rule("justinian 7.15")
def test_who_wins_goes_on_with_the_mp_that_are_left() -> None:
    rig = field().army("orient", "syria-1", 30, leader="sittas").frontier("syria-2", 1)
    rig.detached("syria-1", "persia", 1)
    rig.march("orient", steps.Attack(), rig.go("syria-2"), dice=[5, 9, 0, 0])
    assert rig.state.armies["orient"].at == rig.at("syria-2")
    assert rig.mp == (6, 2)


def test_an_order_may_go_on_after_an_attack_as_if_it_were_won() -> None:
    rig = field().army("chosroes", "syria-2", 30).frontier("syria-2", 3)
    whole = [steps.Attack(), steps.Claim(), *rig.go("phoenice")]
    rig.march("chosroes", whole, dice=[2, 9, 0, 0])
    assert rig.state.control == {rig.at("syria-2"): "persia"}
    assert rig.state.armies["chosroes"].at == rig.at("phoenice") and rig.mp == (5, 3)
    lost = field().army("chosroes", "syria-2", 8).frontier("syria-2", 30).marker("persia", "phoenice")
    lost.march("chosroes", [steps.Attack(), steps.Claim()], dice=[2, 0, 9], stop=False)
    assert lost.state.control == {lost.at("phoenice"): "persia"}


def test_what_an_interception_has_made_impossible_is_told_and_asked_anew() -> None:
    rig = field().army("chosroes", "osrhoene", 30).army("orient", "euphratensis", 20, leader="sittas")
    rig.marker("persia", "osrhoene")
    # 5 MP; Sittas intercepts, draws and retreats with fewer SP; Chosroes, in disorder, pays 2 MP a province from there.
    rig.march(
        "chosroes",
        rig.go("euphratensis", "syria-2", "phoenice", "palaestina-1"),
        {"orient": "yes"},
        dice=[2, 5, 4, 1, 0, 9],
        stop=False,
    )
    fought = rig.happened(BattleFought)[0]
    assert fought.lost[0] == fought.lost[1]
    assert rig.state.armies["chosroes"].at == rig.at("phoenice")
    assert any("stops in Phoenice" in told for told in rig.told())


def test_an_order_of_several_steps_is_refused_as_a_whole() -> None:
    rig = field().army("orient", "syria-1", 30, leader="sittas")
    march = activation.Marching(rig.activate(mp=3).g, rig.force("orient"))
    march.check(steps.March(steps=tuple(rig.go("syria-2", "euphratensis", "osrhoene"))))
    with refused("7.12"):
        march.check(steps.March(steps=tuple(rig.go("syria-2", "euphratensis", "osrhoene", "mesopotamia"))))
    with refused("7.13"):
        march.check(steps.March(steps=tuple(rig.go("syria-2", "osrhoene"))))


# -- 7.16 to 7.18 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 7.16")
def test_field_sp_left_behind_are_frontier_sp() -> None:
    rig = field().army("orient", "syria-1", 10, leader="sittas", defeated=True).frontier("syria-1", 2)
    rig.march("orient", steps.Drop(sp=9), dice=[5])
    assert rig.state.frontier[rig.at("syria-1")].sp == 11
    assert rig.state.armies["orient"].sp == 1 and rig.mp == (6, 1)


@pytest.mark.rule("justinian 7.16")
@pytest.mark.rule("justinian 5.24")
def test_sp_of_an_unpaid_army_make_the_group_unpaid() -> None:
    rig = field().army("orient", "syria-1", 10, leader="sittas", unpaid=True).frontier("syria-1", 2)
    rig.march("orient", steps.Drop(sp=4), dice=[5])
    assert rig.state.frontier[rig.at("syria-1")].unpaid


@pytest.mark.rule("justinian 7.16")
def test_what_cannot_be_left_behind() -> None:
    rig = field().army("orient", "syria-1", 10, leader="sittas")
    with refused("7.16"):
        kinds.after(course(rig, "orient"), steps.Drop(sp=10))
    praesental = field().army("praesental-1", "europa", 10, leader="sittas")
    with refused("7.16"):
        kinds.after(course(praesental, "praesental-1"), steps.Drop(sp=1))
    with refused("7.16"):
        kinds.after(course(rig, "orient"), steps.PickUp(sp=1))
    barbarian = field().army("witigis", "liguria", 10)
    with refused("7.16"):
        kinds.after(course(barbarian, "witigis"), steps.Drop(sp=1))
    lazica = field().army("armenia", "lazica", 10, leader="sittas")
    with refused("3.41"):
        kinds.after(course(lazica, "armenia"), steps.Drop(sp=1))
    assert "drop" not in keys(lazica, "armenia") and "drop" in keys(rig, "orient")


@pytest.mark.rule("justinian 7.17")
def test_major_powers_detach_sp_and_pick_them_up() -> None:
    rig = field().army("gelimer", "numidia", 9)
    rig.march("gelimer", steps.Detach(sp=9), rig.go("zeugitania"), dice=[5])
    gelimer = rig.state.armies["gelimer"]
    assert rig.state.detached == {rig.at("numidia"): {"vandals": 9}}
    assert (gelimer.strength, gelimer.at) == (0, rig.at("zeugitania"))
    rig.march("gelimer", rig.go("numidia"), steps.PickUp(sp=5), dice=[5])
    assert rig.state.detached == {rig.at("numidia"): {"vandals": 4}} and gelimer.sp == 5


@pytest.mark.rule("justinian 7.17")
def test_a_persian_leader_without_sp_goes_to_his_box() -> None:
    rig = field().army("chosroes", "syria-1", 9)
    rig.march("chosroes", steps.Detach(sp=9), dice=[5], stop=False)
    assert rig.state.armies["chosroes"].at == rig.g.land.box("persia")
    assert rig.state.detached == {rig.at("syria-1"): {"persia": 9}}


@pytest.mark.rule("justinian 7.17")
def test_who_cannot_detach() -> None:
    batterings: list[dict[str, Any]] = [{"defeated": True}, {"disorganized": True}]
    for values in batterings:
        rig = field().army("chosroes", "syria-1", 9, **values)
        with refused("7.17"):
            kinds.after(course(rig, "chosroes"), steps.Detach(sp=1))
    minor = field().army("moors", "numidia", 9)
    with refused("7.17"):
        kinds.after(course(minor, "moors"), steps.Detach(sp=1))
    allied = field().army("witigis", "liguria", 3, allied={"franks": 9})
    with refused("7.17"):
        kinds.after(course(allied, "witigis"), steps.Detach(sp=4))
    lazica = field().army("chosroes", "lazica", 9)
    with refused("3.41"):
        kinds.after(course(lazica, "chosroes"), steps.Detach(sp=1))


@pytest.mark.rule("justinian 7.17")
def test_a_minor_power_hands_sp_over() -> None:
    rig = field().army("franks", "liguria", 12).army("witigis", "liguria", 5)
    rig.march(
        "franks", steps.Transfer(sp=4, army="witigis"), steps.Transfer(sp=8, army="witigis"), dice=[5], stop=False
    )
    assert rig.state.armies["witigis"].allied == {"franks": 12}
    assert rig.state.armies["franks"].at == rig.g.land.box("franks")
    elsewhere = field().army("franks", "liguria", 12).army("witigis", "aemilia", 5)
    with refused("7.17"):
        kinds.after(course(elsewhere, "franks"), steps.Transfer(sp=4, army="witigis"))


@pytest.mark.rule("justinian 7.18")
def test_control_markers_are_placed_and_removed_for_a_point() -> None:
    rig = field().army("chosroes", "syria-1", 9)
    rig.march("chosroes", steps.Claim(), dice=[5])
    assert rig.state.control == {rig.at("syria-1"): "persia"} and rig.mp == (6, 1)
    byzantine = field().army("orient", "syria-1", 9, leader="sittas").marker("persia", "syria-1")
    byzantine.march("orient", steps.Clear(), dice=[5])
    assert byzantine.state.control == {}
    rebels = field().army("armenia", "armenia-3", 9, leader="sittas").revolt("armenia-3")
    rebels.march("armenia", steps.Clear(), dice=[5])
    assert rebels.state.revolt == [] and rebels.mp == (6, 1)


@pytest.mark.rule("justinian 7.18")
def test_where_no_marker_is_placed_or_removed() -> None:
    for rig in (
        field().army("chosroes", "syria-1", 9).marker("persia", "syria-1"),
        field().army("chosroes", "syria-1", 9).revolt("syria-1"),
        field().army("chosroes", "syria-1", 9).frontier("syria-1", 1),
        field().army("chosroes", "syria-1", 9, allied={"lakhmids": 3}),
        field().army("chosroes", "syria-1", 0),
    ):
        with refused("7.18"):
            kinds.after(course(rig, "chosroes"), steps.Claim())
    minor = field().army("moors", "numidia", 9)
    with refused("7.18"):
        kinds.after(course(minor, "moors"), steps.Claim())
    lazica = field().army("chosroes", "lazica", 9)
    with refused("3.41"):
        kinds.after(course(lazica, "chosroes"), steps.Claim())
    watched = field().army("orient", "syria-1", 9, leader="sittas").marker("persia", "syria-1")
    watched.detached("syria-1", "persia", 1)
    with refused("7.18"):
        kinds.after(course(watched, "orient"), steps.Clear())
    ally = field().ally("ghassanids").army("ghassanids", "arabia", 9).marker("persia", "arabia")
    with refused("7.18"):
        kinds.after(course(ally, "ghassanids"), steps.Clear())


# -- 7.19 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 7.19")
def test_byzantines_enter_no_box_and_armies_go_home_along_their_arrows() -> None:
    rig = field().army("armenia", "armenia-1", 9, leader="sittas")
    with refused("7.19"):
        going.check(course(rig, "armenia"), rig.at("box-persia"))
    moors = field().army("moors", "numidia", 9, disorganized=True, defeated=True)
    assert going.check(course(moors, "moors"), moors.at("box-moors")) == 3
    moors.march("moors", moors.go("box-moors"), dice=[3])
    army = moors.state.armies["moors"]
    assert (army.at, army.disorganized, army.defeated) == (moors.at("box-moors"), False, False)
    with refused("7.19"):
        going.check(course(moors, "moors"), moors.at("zeugitania"))
    assert going.check(course(moors, "moors"), moors.at("numidia")) == 1


@pytest.mark.rule("justinian 7.19")
def test_a_minor_power_attacks_in_another_box_with_all_its_mp() -> None:
    rig = field().army("franks", "box-franks", 20)
    # MP; 5 SP and 4 for the Alamanni, raised by the opponent; the battle; the Franks' check for disorder.
    rig.march("franks", rig.go("box-alamanni"), dice=[5, 4, 9, 0, 0], stop=False)
    fought = rig.happened(BattleFought)[0]
    assert fought.sp == (20, 9)
    assert rig.state.alliance["alamanni"] == "byzantine"
    assert rig.state.armies["franks"].at == rig.at("box-alamanni")
    assert rig.mp == (6, 6)
    assert rig.state.armies["alamanni"].at == rig.at("box-alamanni")  # at home, and nowhere to go


@pytest.mark.rule("justinian 7.19")
def test_who_loses_in_a_box_goes_back_to_his_own() -> None:
    rig = field().army("franks", "box-franks", 12)
    rig.march("franks", rig.go("box-alamanni"), dice=[5, 9, 0, 9, 0], stop=False)
    franks = rig.state.armies["franks"]
    assert franks.at == rig.at("box-franks") and not franks.defeated


@pytest.mark.rule("justinian 7.19")
def test_boxes_that_cannot_be_entered() -> None:
    friends = field().army("franks", "box-franks", 12).ally("alamanni", "barbarian")
    with refused("7.19"):
        going.check(course(friends, "franks"), friends.at("box-alamanni"))
    persians = field().army("lakhmids", "box-lakhmids", 12)
    with refused("7.19"):
        going.check(course(persians, "lakhmids"), persians.at("box-persia"))
    allies = field().ally("lakhmids").army("lakhmids", "box-lakhmids", 12)
    assert going.check(course(allies, "lakhmids"), allies.at("box-persia")) == 1
    empty = field().army("franks", "box-franks", 12).army("alamanni", "liguria", 3)
    with refused("7.19"):
        going.check(course(empty, "franks"), empty.at("box-alamanni"))
    province = field().army("franks", "liguria", 12)
    with refused("7.19"):
        going.check(course(province, "franks"), province.at("box-alamanni"))


# -- 3.41 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 3.41")
def test_lazica_rises_against_a_barbarian_army() -> None:
    rig = field().army("chosroes", "armenia-1", 20)
    rig.march("chosroes", rig.go("lazica"), dice=[5, 6, 9, 0, 0])
    fought = rig.happened(BattleFought)[0]
    assert fought.sp == (20, 6) and rig.mp == (6, 2)
    attack, defence = (r for r in rig.rolls if r.purpose == "battle")
    assert sorted(m.value for m in attack.modifiers) == [-2, 1, 3]
    assert [m.value for m in defence.modifiers] == [-1]
    assert rig.g.land_sp(rig.at("lazica"), "byzantine") == 0
    assert rig.g.control(rig.at("lazica")) == "barbarian"


@pytest.mark.rule("justinian 3.41")
def test_lazica_stays_quiet_with_a_zero_or_behind_a_byzantine_army() -> None:
    rig = field().army("chosroes", "armenia-1", 20)
    rig.march("chosroes", rig.go("lazica"), dice=[5, 0])
    assert not rig.happened(BattleFought)
    held = field().army("chosroes", "armenia-1", 20).army("armenia", "lazica", 9, leader="sittas")
    held.march("chosroes", held.go("lazica"), {"armenia": "no"}, dice=[5])
    assert not [r for r in held.rolls if r.purpose == "levy"]


@pytest.mark.rule("justinian 3.41")
def test_lazica_may_drive_an_army_out() -> None:
    rig = field().army("perozes", "armenia-1", 6).marker("persia", "armenia-1")
    rig.march("perozes", rig.go("lazica"), dice=[5, 9, 0, 9], stop=False)
    perozes = rig.state.armies["perozes"]
    assert perozes.defeated and perozes.at == rig.at("armenia-1")


# -- 6.52 to 6.54, 5.41 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 6.52")
def test_combined_armies_move_as_one_until_one_is_used_alone() -> None:
    rig = field().army("orient", "syria-1", 30, leader="sittas").army("armenia", "syria-1", 20, leader="bessas")
    rig.march("orient", steps.Combine(armies=("armenia",)), rig.go("euphratensis"), dice=[5])
    assert rig.state.armies["armenia"].at == rig.at("euphratensis")
    rig.march("armenia", rig.go("armenia-3"), dice=[5])
    assert rig.state.armies["orient"].at == rig.at("euphratensis")
    assert rig.state.armies["armenia"].led_by is None


@pytest.mark.rule("justinian 6.52")
def test_only_byzantine_armies_of_the_province_are_combined() -> None:
    rig = field().army("orient", "syria-1", 30, leader="sittas").army("armenia", "syria-2", 20, leader="bessas")
    rig.ally("ghassanids").army("ghassanids", "syria-1", 5)
    for other in ("armenia", "ghassanids"):
        with refused("6.52"):
            kinds.after(course(rig, "orient"), steps.Combine(armies=(other,)))
    with refused("6.52"):
        kinds.after(course(rig, "orient", mp=0), steps.Redistribute(sp={"orient": 29, "armenia": 21}))


@pytest.mark.rule("justinian 6.52")
def test_armies_exchange_sp() -> None:
    rig = field().army("orient", "syria-1", 30, leader="sittas").army("armenia", "syria-1", 4, leader="bessas")
    rig.march("orient", steps.Redistribute(sp={"orient": 14, "armenia": 20}), dice=[5])
    assert (rig.state.armies["orient"].sp, rig.state.armies["armenia"].sp) == (14, 20)
    assert rig.mp == (6, 1)
    c = course(rig, "orient")
    for sp, rule in (
        ({"orient": 15, "armenia": 20}, "6.52"),
        ({"orient": 34, "armenia": 0}, "6.52"),
        ({"armenia": 36, "orient": 0}, "4.31"),
        ({}, "6.52"),
    ):
        with refused(rule):
            kinds.after(c, steps.Redistribute.model_construct(sp=sp))


@pytest.mark.rule("justinian 6.52")
def test_praesental_armies_receive_and_never_give() -> None:
    rig = field().army("praesental-1", "europa", 12, leader="sittas").army("thrace", "europa", 9, leader="bessas")
    with refused("6.52"):
        kinds.after(course(rig, "thrace"), steps.Redistribute(sp={"thrace": 11, "praesental-1": 10}))
    rig.march("thrace", steps.Redistribute(sp={"thrace": 7, "praesental-1": 14}), dice=[3])
    assert rig.state.armies["praesental-1"].sp == 14


@pytest.mark.rule("justinian 8.25")
def test_the_markers_of_the_largest_army_prevail() -> None:
    rig = (
        field()
        .army("orient", "syria-1", 30, leader="sittas")
        .army("armenia", "syria-1", 20, leader="bessas", defeated=True)
    )
    rig.march("orient", steps.Combine(armies=("armenia",)), dice=[5])
    assert not rig.state.armies["armenia"].defeated
    beaten = (
        field()
        .army("orient", "syria-1", 10, leader="sittas")
        .army("armenia", "syria-1", 20, leader="bessas", defeated=True)
    )
    beaten.march("orient", steps.Combine(armies=("armenia",)), dice=[5])
    assert beaten.state.armies["orient"].defeated
    equal = (
        field()
        .army("orient", "syria-1", 20, leader="sittas")
        .army("armenia", "syria-1", 20, leader="bessas", defeated=True)
    )
    equal.march("orient", steps.Combine(armies=("armenia",)), dice=[5])
    assert not equal.state.armies["armenia"].defeated  # Sittas has the higher Control
    tied = (
        field()
        .army("orient", "syria-1", 20, leader="martinus")
        .army("armenia", "syria-1", 20, leader="bessas", defeated=True)
    )
    tied.march("orient", steps.Combine(armies=("armenia",)), dice=[5, 2])
    assert tied.state.armies["orient"].defeated


@pytest.mark.rule("justinian 6.53")
def test_an_army_is_disbanded_into_frontier_sp() -> None:
    rig = field().army("orient", "syria-1", 10, leader="sittas", allied={"lombards": 3}).frontier("syria-1", 2)
    rig.march("orient", steps.Disband(), dice=[5], stop=False)
    orient = rig.state.armies["orient"]
    assert rig.state.frontier[rig.at("syria-1")].sp == 12
    assert (orient.where, orient.strength) == ("aside", 0)
    assert rig.state.magmil["sittas"].where == "cup"
    praesental = field().army("praesental-1", "europa", 10, leader="sittas")
    with refused("6.53"):
        kinds.after(course(praesental, "praesental-1"), steps.Disband())


@pytest.mark.rule("justinian 6.54")
def test_a_fort_is_built_at_any_moment_and_once() -> None:
    rig = field(gold=5).army("orient", "syria-1", 10, leader="sittas")
    fort = steps.Fortify(at=rig.at("cilicia-2"))
    rig.march("orient", rig.go("syria-2"), fort, dice=[5])
    assert rig.g.fort(rig.at("cilicia-2")) and rig.state.gold == 3
    with refused("6.54"):
        kinds.after(course(rig, "orient"), fort)
    c = course(rig.under(phase="byzantine"), "orient")
    with refused("6.54"):
        kinds.after(c, steps.Fortify(at=rig.at("syria-1")))


@pytest.mark.rule("justinian 5.41")
def test_a_treasury_goes_along_by_land() -> None:
    rig = field().army("gelimer", "zeugitania", 9).treasury("vandals", "zeugitania")
    rig.march("gelimer", rig.go("numidia", "mauretania-sitifensis", treasury=True), dice=[5])
    assert rig.state.treasuries == {"vandals": rig.at("mauretania-sitifensis")}
    rig.march("gelimer", rig.go("numidia"), dice=[5])
    assert rig.state.treasuries == {"vandals": rig.at("mauretania-sitifensis")}
    other = field().army("witigis", "flaminia", 9).treasury("vandals", "flaminia")
    with refused("5.41"):
        kinds.after(course(other, "witigis"), steps.Go(to=other.at("picenum"), treasury=True))


@pytest.mark.rule("justinian 5.42")
@pytest.mark.rule("justinian T:treasury_capture")
def test_a_treasury_nobody_guards_is_captured() -> None:
    rig = field(gold=1).army("africa", "numidia", 9, leader="bessas").treasury("vandals", "zeugitania")
    rig.march("africa", rig.go("zeugitania"), "ten", dice=[5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
    assert rig.state.gold == 46 and rig.state.treasuries == {}
    one = field(gold=1).army("africa", "numidia", 9, leader="bessas").treasury("vandals", "zeugitania")
    one.march("africa", one.go("zeugitania"), "one", dice=[5, 0])
    assert one.state.gold == 11
    held = field().army("africa", "numidia", 9, leader="bessas").treasury("vandals", "zeugitania")
    held.marker("vandals", "zeugitania").march("africa", held.go("zeugitania"), dice=[5])
    assert held.state.treasuries
    held.march("africa", steps.Clear(), "one", dice=[5, 3])
    assert not held.state.treasuries


@pytest.mark.rule("justinian 5.42")
def test_allies_capture_a_treasury_for_nothing_and_battles_win_it() -> None:
    rig = field(gold=1).ally("moors").army("moors", "numidia", 9).treasury("vandals", "zeugitania")
    rig.march("moors", rig.go("zeugitania"), dice=[3])
    assert rig.state.treasuries == {} and rig.state.gold == 1
    won = field(gold=1).army("africa", "zeugitania", 20, leader="belisarius").army("gelimer", "zeugitania", 9)
    won.treasury("vandals", "zeugitania").marker("vandals", "zeugitania", "numidia")
    won.march("africa", steps.Attack(), {"gelimer": "stand"}, "one", dice=[5, 9, 0, 0, 4])
    assert won.state.gold == 41


# -- 8.24 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 8.24")
@pytest.mark.parametrize(
    ("before", "how", "mp", "after"),
    [
        ((False, True), ["rally"], 2, (False, False)),
        ((True, False), ["reduce"], 2, (False, True)),
        ((True, False), ["restore"], 4, (False, False)),
        ((True, True), ["rally", "reduce"], 4, (False, True)),
        ((True, True), ["restore", "rally"], 6, (False, False)),
    ],
)
def test_recovering(before: tuple[bool, bool], how: list[Any], mp: int, after: tuple[bool, bool]) -> None:
    rig = field().army("orient", "syria-1", 10, leader="belisarius", defeated=before[0], disorganized=before[1])
    rig.march("orient", [steps.Recover(how=h) for h in how], dice=[9])
    orient = rig.state.armies["orient"]
    assert (orient.defeated, orient.disorganized) == after
    assert rig.mp == (8, mp)


@pytest.mark.rule("justinian 8.24")
def test_what_cannot_be_recovered() -> None:
    both = field().army("orient", "syria-1", 10, leader="belisarius", defeated=True, disorganized=True)
    with refused("8.24"):
        kinds.after(course(both, "orient"), steps.Recover(how="reduce"))
    fresh = field().army("orient", "syria-1", 10, leader="belisarius")
    for how in ("rally", "reduce", "restore"):
        with refused("8.24"):
            kinds.after(course(fresh, "orient"), steps.Recover(how=how))  # type: ignore[arg-type]
    with refused("8.24"):
        kinds.after(course(both, "orient", mp=3), steps.Recover(how="restore"))
