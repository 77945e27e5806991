"""8.1, 8.2 Land battles: who fights, what is added to the dice, losses, and what becomes of both sides."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.justinian.charts import Charts
from engine.systems.justinian.combat import attack, battle, drms, forecast
from engine.systems.justinian.combat.engagement import Body, Engagement
from engine.systems.justinian.combat.party import Party, everybody
from engine.systems.justinian.events import ArmyMarked, BattleFought, StrengthChanged
from engine.systems.justinian.movement import activation, steps
from engine.systems.justinian.orders import Share
from tests.each import for_each
from tests.engine.justinian.field import Field, field, refused

CHARTS = Charts.standard()

BYZANTINES = Body("army", "byzantine", 20)
PERSIANS = Body("army", "persia", 20)


def values(found: Any) -> list[int]:
    return [m.value for m in found]


# -- charts ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian T:land_battle_results")
@for_each(
    ("sp", "total", "lost"),
    [
        (55, 7, 9),
        (37, 5, 5),
        (1, 9, 2),
        (2, 5, 0),
        (3, 3, 1),
        (15, 9, 4),
        (16, 0, 1),
        (81, 9, 15),
        (60, 14, 11),
        (6, -3, 0),
    ],
)
def test_the_results_table(sp: int, total: int, lost: int) -> None:
    assert CHARTS.battle_loss(sp, total) == lost


@pytest.mark.rule("justinian 8.16")
@pytest.mark.rule("justinian T:force_differential")
@for_each(
    ("mine", "theirs", "drm"),
    [
        (20, 20, 0),
        (21, 20, 1),
        (40, 20, 1),
        (41, 20, 2),
        (61, 20, 3),
        (81, 20, 4),
        (99, 20, 4),
        (100, 20, 5),
        (20, 21, 0),
    ],
)
def test_only_the_larger_side_has_its_best_line(mine: int, theirs: int, drm: int) -> None:
    e = Engagement(Body("army", "persia", mine), (Body("army", "byzantine", theirs),))
    assert values(drms.attacking(CHARTS, e, e.defenders[0])) == ([drm] if drm else [])
    back = Engagement(Body("army", "persia", theirs), (Body("army", "byzantine", mine),))
    assert values(drms.defending(CHARTS, back, back.defenders[0])) == ([drm] if drm else [])


@pytest.mark.rule("justinian 8.15")
@pytest.mark.rule("justinian T:attacker_drm")
@for_each(
    ("attacker", "defender", "how", "total"),
    [
        (BYZANTINES, PERSIANS, {}, 0),
        (BYZANTINES, Body("army", "moors", 20), {}, 1),
        (Body("army", "lombards", 20), Body("army", "moors", 20), {}, 0),
        (PERSIANS, BYZANTINES, {"crossed": True}, -2),
        (PERSIANS, BYZANTINES, {"city": True}, -2),
        (PERSIANS, BYZANTINES, {"fort": True}, -1),
        (PERSIANS, BYZANTINES, {"city": True, "crossed": True}, -4),
        (Body("army", "ostrogoths", 20), BYZANTINES, {}, -1),
        (Body("army", "vandals", 20), BYZANTINES, {}, -1),
        (Body("army", "persia", 20, battle=2), BYZANTINES, {}, 2),
        (Body("army", "persia", 20, battle=-1, disorganized=True), BYZANTINES, {}, -2),
    ],
)
def test_the_attackers_modifiers(attacker: Body, defender: Body, how: dict[str, bool], total: int) -> None:
    e = Engagement(attacker, (defender,), **how)
    assert sum(values(drms.attacking(CHARTS, e, defender))) == total


@pytest.mark.rule("justinian 8.15")
@pytest.mark.rule("justinian 8.22")
@pytest.mark.rule("justinian 8.23")
@pytest.mark.rule("justinian T:defender_drm")
@for_each(
    ("defender", "how", "total"),
    [
        (BYZANTINES, {}, 0),
        (Body("army", "byzantine", 20, battle=1), {}, 1),
        (Body("army", "ostrogoths", 20), {}, -1),
        (Body("army", "vandals", 20, disorganized=True), {}, -2),
        (Body("army", "byzantine", 20, defeated=True), {}, -2),
        (Body("army", "byzantine", 20, defeated=True, disorganized=True), {}, -3),
        (Body("frontier", "byzantine", 20), {}, -2),
        (Body("frontier", "byzantine", 20), {"city": True}, -1),
        (Body("frontier", "byzantine", 20), {"fort": True}, -1),
        (Body("detached", "vandals", 20), {}, -2),
        (Body("detached", "ostrogoths", 20), {"city": True}, -1),
        (Body("detached", "persia", 20), {}, -1),
    ],
)
def test_the_defenders_modifiers(defender: Body, how: dict[str, bool], total: int) -> None:
    e = Engagement(Body("army", "persia" if defender.power == "byzantine" else "byzantine", 20), (defender,), **how)
    assert sum(values(drms.defending(CHARTS, e, defender))) == total


@pytest.mark.rule("justinian 8.12")
def test_the_most_numerous_kind_counts_and_of_equal_ones_the_worse() -> None:
    army, frontier = Body("army", "byzantine", 10, battle=2), Body("frontier", "byzantine", 11)
    assert drms.counting(CHARTS, Engagement(PERSIANS, (army, frontier))) is frontier
    equal = Body("frontier", "byzantine", 10)
    assert drms.counting(CHARTS, Engagement(PERSIANS, (army, equal))) is equal
    weak = Body("army", "byzantine", 10, battle=-1, defeated=True)
    assert drms.counting(CHARTS, Engagement(PERSIANS, (equal, weak))) is weak


# -- whom and when -----------------------------------------------------------------------------------------------------


def _syria(**how: Any) -> Field:
    """30 SP under Sittas and 20 under Chosroes, who has somewhere to go."""
    rig = field().army("orient", "syria-2", 30, leader="sittas", **how).army("chosroes", "syria-2", 20)
    return rig.marker("persia", "euphratensis")


@pytest.mark.rule("justinian 8.11")
def test_an_attack_costs_a_point_each_time_and_nobody_has_to() -> None:
    rig = _syria()
    rig.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[5, 0, 0, 0])
    assert rig.mp == (6, 1)
    quiet = _syria()
    quiet.march("orient", dice=[5])
    assert not quiet.happened(BattleFought)
    with refused("8.11"):
        march = activation.Marching(_syria().activate(mp=0).g, quiet.force("orient"))
        march.check(steps.March(steps=(steps.Attack(),)))
    nobody = field().army("orient", "syria-2", 30, leader="sittas").activate(mp=3)
    with refused("8.11"):
        activation.Marching(nobody.g, nobody.force("orient")).check(steps.March(steps=(steps.Attack(),)))


@pytest.mark.rule("justinian 8.22")
def test_a_defeated_army_does_not_attack() -> None:
    rig = _syria(defeated=True).activate(mp=5)
    with refused("8.22"):
        activation.Marching(rig.g, rig.force("orient")).check(steps.March(steps=(steps.Attack(),)))


@pytest.mark.rule("justinian 8.12")
def test_one_army_or_everybody_is_attacked() -> None:
    rig = _syria().army("perozes", "syria-2", 5).detached("syria-2", "persia", 4)
    found = attack.targets(rig.g, rig.force("orient"), rig.at("syria-2"))
    assert [p.sp for p in found] == [29, 20, 5]
    rig.march("orient", steps.Attack(army="perozes"), {"perozes": "stand"}, dice=[5, 9, 0, 0])
    fought = rig.happened(BattleFought)[0]
    assert fought.sp == (30, 5) and fought.against == ("perozes",)
    assert rig.g.state.detached[rig.at("syria-2")] == {"persia": 4}
    lone = field().army("chosroes", "syria-2", 9).army("orient", "syria-2", 5, leader="sittas").frontier("syria-2", 3)
    with refused("8.12"):
        attack.target(lone.g, lone.force("chosroes"), "frontier", lone.at("syria-2"))


@pytest.mark.rule("justinian 8.12")
def test_of_several_defending_armies_the_defender_names_the_commander() -> None:
    rig = _syria().army("perozes", "syria-2", 5)
    rig.march("orient", steps.Attack(), "stand", "perozes", dice=[5, 9, 0, 0], but=("commander",))
    defence = [r for r in rig.rolls if r.purpose == "battle"][1]
    assert defence.unit == "perozes"


@pytest.mark.rule("justinian 8.12")
def test_combined_armies_are_attacked_as_one() -> None:
    rig = field().army("chosroes", "syria-2", 30).army("orient", "syria-2", 12, leader="sittas")
    rig.army("armenia", "syria-2", 9, leader="bessas", led_by="orient")
    rig.march("chosroes", steps.Attack(army="armenia"), {"orient": "stand"}, dice=[5, 9, 0, 0])
    assert rig.happened(BattleFought)[0].sp == (30, 21)


@pytest.mark.rule("justinian 8.17")
def test_walls_count_only_if_they_were_held_as_the_activation_began() -> None:
    held = field().army("chosroes", "syria-2", 30).frontier("syria-1", 6)
    held.march("chosroes", held.go("syria-1"), steps.Attack(), dice=[5, 9, 0, 0])
    first = next(r for r in held.rolls if r.purpose == "battle")
    assert -2 in values(first.modifiers)
    contested = field().army("chosroes", "syria-1", 30).frontier("syria-1", 6)
    contested.march("chosroes", steps.Attack(), dice=[5, 9, 0, 0])
    second = next(r for r in contested.rolls if r.purpose == "battle")
    assert -2 not in values(second.modifiers)


@pytest.mark.rule("justinian 8.17")
def test_walls_may_be_read_as_any_coast() -> None:
    rig = field().frontier("theodorias", 6).activate("barbarian")
    assert not _fort(rig)
    rig.charted("readings", "walls", "reading", "coastal")
    assert _fort(rig)


def _fort(rig: Field) -> bool:
    rig.army("chosroes", "theodorias", 9)
    mine = Party(rig.g, "barbarian", rig.at("theodorias"), (rig.force("chosroes"),))
    return battle.engagement(rig.g, mine, everybody(rig.g, rig.at("theodorias"), "byzantine")).fort


@pytest.mark.rule("justinian 8.15")
def test_an_attack_across_a_strait_has_two_less() -> None:
    rig = field().army("chosroes", "bithynia", 30).frontier("europa", 6)
    rig.march("chosroes", rig.go("europa"), steps.Attack(), dice=[5, 9, 0, 0])
    found = next(r for r in rig.rolls if r.purpose == "battle")
    assert values(found.modifiers).count(-2) == 2  # the strait, and the City


# -- 8.13 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 8.13")
@pytest.mark.rule("justinian T:rbc")
@pytest.mark.parametrize(("die", "disorganized"), [(6, False), (7, True)])
def test_a_retreat_before_combat_keeps_order_with_control_or_less(die: int, disorganized: bool) -> None:
    rig = _syria().marker("persia", "euphratensis")
    rig.march("orient", steps.Attack(), {"chosroes": "euphratensis"}, dice=[5, die])
    chosroes = rig.state.armies["chosroes"]
    assert (chosroes.at, chosroes.disorganized, chosroes.sp) == (rig.at("euphratensis"), disorganized, 20)
    assert rig.mp == (6, 0)


@pytest.mark.rule("justinian 8.13")
@pytest.mark.parametrize(("die", "disorganized"), [(4, False), (5, True)])
def test_two_more_where_the_enemy_is_in_control(die: int, disorganized: bool) -> None:
    rig = _syria()
    rig.march("orient", steps.Attack(), {"chosroes": "phoenice"}, dice=[5, die])
    assert rig.state.armies["chosroes"].disorganized == disorganized


@pytest.mark.rule("justinian 8.13")
@pytest.mark.parametrize(("die", "disorganized"), [(5, False), (6, True)])
def test_one_more_where_friends_are_and_nobody_is_in_control(die: int, disorganized: bool) -> None:
    rig = _syria().detached("phoenice", "persia", 2).frontier("phoenice", 3)
    rig.march("orient", steps.Attack(), {"chosroes": "phoenice"}, dice=[5, die])
    assert rig.state.armies["chosroes"].disorganized == disorganized


@pytest.mark.rule("justinian 8.13")
@pytest.mark.parametrize(
    ("values_", "die", "lost"),
    [
        ({"disorganized": True}, 9, 3),
        ({"defeated": True}, 9, 6),
        ({"disorganized": True}, 5, 1),
        ({"defeated": True}, 4, 0),
    ],
)
def test_a_battered_army_loses_sp_by_the_unmodified_die(values_: dict[str, Any], die: int, lost: int) -> None:
    rig = field().army("orient", "syria-2", 30, leader="sittas").army("chosroes", "syria-2", 20, **values_)
    rig.march("orient", steps.Attack(), {"chosroes": "phoenice"}, dice=[5, die])
    assert rig.state.armies["chosroes"].sp == 20 - lost
    assert [e.why for e in rig.happened(StrengthChanged)] == (["retreat"] if lost else [])


@pytest.mark.rule("justinian 8.13")
def test_nobody_retreats_to_where_the_attacker_came_from() -> None:
    rig = field().army("orient", "syria-1", 30, leader="sittas").army("chosroes", "syria-2", 20)
    rig.marker("persia", "phoenice")
    rig.march("orient", rig.go("syria-2"), {"chosroes": "no"}, steps.Attack(), {"chosroes": "stand"}, dice=[5, 9, 0, 0])
    question = next(i for i, d in enumerate(rig.decisions) if d.kind == "retreat-before-combat")
    ways = rig.choices(question)
    assert "syria-1" not in ways and {"stand", "euphratensis", "phoenice"} <= set(ways)
    here = _syria()
    here.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[5, 9, 0, 0])
    assert "syria-1" in here.choices(1)


@pytest.mark.rule("justinian 8.13")
def test_frontier_sp_stand_where_the_army_has_gone() -> None:
    rig = field().army("chosroes", "syria-2", 30).army("orient", "syria-2", 9, leader="sittas").frontier("syria-2", 4)
    rig.march("chosroes", steps.Attack(), {"orient": "phoenice"}, dice=[5, 0, 9, 0, 0])
    assert rig.happened(BattleFought)[0].sp == (30, 4)
    assert rig.mp == (6, 1)


@pytest.mark.rule("justinian 8.13")
def test_persians_retreat_to_their_box_and_neutral_armies_never() -> None:
    rig = field().army("orient", "osrhoene", 30, leader="sittas").army("chosroes", "osrhoene", 9)
    rig.march("orient", steps.Attack(), {"chosroes": "box-persia"}, dice=[5, 0])
    assert rig.state.armies["chosroes"].at == rig.at("box-persia")
    neutral = field().army("orient", "arabia", 30, leader="sittas").army("lakhmids", "arabia", 9)
    neutral.ally("lakhmids", "neutral").march("orient", steps.Attack(), dice=[5, 9, 0, 0])
    assert neutral.happened(BattleFought)


@pytest.mark.rule("justinian 8.13")
def test_an_army_without_a_commander_stands() -> None:
    rig = field().army("chosroes", "syria-2", 30).army("orient", "syria-2", 9)
    rig.march("chosroes", steps.Attack(), dice=[5, 9, 0, 0])
    assert rig.happened(BattleFought)


# -- 8.21 to 8.28 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 8.21")
def test_who_loses_more_is_defeated_and_retreats() -> None:
    rig = _syria().marker("persia", "euphratensis").detached("syria-2", "persia", 3)
    rig.march(
        "orient",
        steps.Attack(),
        {"chosroes": "stand"},
        Share(parts={"chosroes": 6}),
        # 30 against 23: 4 + 1 + 1 on 26-40 is 6 lost, the Persians answer with 1 + 1.
        dice=[5, 4, 1, 0],
        but=("losses",),
    )
    fought = rig.happened(BattleFought)[0]
    assert fought.lost == (2, 6)
    chosroes = rig.state.armies["chosroes"]
    assert chosroes.defeated and chosroes.at == rig.at("euphratensis")
    assert rig.state.detached[rig.at("euphratensis")] == {"persia": 3}


@pytest.mark.rule("justinian 3.41")
def test_detached_sp_never_retreat_to_lazica() -> None:
    rig = field().army("armenia", "armenia-1", 30, leader="sittas").detached("armenia-1", "persia", 9)
    rig.army("chosroes", "lazica", 3)
    rig.march("armenia", steps.Attack(), dice=[5, 0, 0, 3, 0])
    assert rig.state.detached == {rig.at("armenia-1"): {"persia": 1}}


@pytest.mark.rule("justinian 4.32")
@pytest.mark.rule("justinian 8.21")
def test_beaten_frontier_sp_are_eliminated() -> None:
    rig = field().army("chosroes", "syria-2", 30).frontier("syria-2", 9)
    rig.march("chosroes", steps.Attack(), dice=[5, 9, 0, 0])
    assert rig.at("syria-2") not in rig.state.frontier
    assert not [d for d in rig.decisions if d.kind == "retreat"]


@pytest.mark.rule("justinian 4.32")
def test_victorious_frontier_sp_check_nothing() -> None:
    rig = field().army("chosroes", "syria-2", 4).frontier("syria-2", 30)
    rig.marker("persia", "euphratensis").march("chosroes", steps.Attack(), dice=[5, 0, 9], stop=False)
    assert rig.state.frontier[rig.at("syria-2")].sp == 30


@pytest.mark.rule("justinian 8.21")
def test_retreats_go_where_the_side_is_in_control_or_friends_are() -> None:
    rig = _syria().marker("persia", "euphratensis").detached("phoenice", "persia", 1).frontier("phoenice", 1)
    rig.march(
        "orient", steps.Attack(), {"chosroes": "stand"}, {"chosroes": "phoenice"}, dice=[5, 9, 0, 0], but=("retreat",)
    )
    question = next(i for i, d in enumerate(rig.decisions) if d.kind == "retreat")
    assert set(rig.choices(question)) == {"phoenice", "euphratensis"}
    assert rig.state.armies["chosroes"].at == rig.at("phoenice")


@pytest.mark.rule("justinian 8.21")
def test_an_army_leaves_a_lost_battle_with_its_ships() -> None:
    rig = field().army("africa", "zeugitania", 12, leader="bessas").fleet("byzantine", "zeugitania", 2)
    rig.army("gelimer", "zeugitania", 40).marker("vandals", "numidia", "byzacena")
    rig.march(
        "gelimer", steps.Attack(), {"africa": "stand"}, {"africa": "sea-sicilia"}, dice=[5, 9, 0, 0], but=("retreat",)
    )
    africa = rig.state.armies["africa"]
    assert africa.at == rig.at("sicilia") and africa.defeated
    assert rig.state.fleets["byzantine"][rig.at("sicilia")].sp == 1  # as many as it takes
    small = field().army("africa", "zeugitania", 22, leader="bessas").fleet("byzantine", "zeugitania", 1)
    small.army("gelimer", "zeugitania", 40).marker("vandals", "numidia", "byzacena")
    small.march("gelimer", steps.Attack(), {"africa": "stand"}, dice=[5, 9, 0, 3, 0])
    assert small.state.armies["africa"].at == small.at("zeugitania")


@pytest.mark.rule("justinian 8.21")
def test_patrols_intercept_an_army_that_leaves_by_sea() -> None:
    rig = field().army("africa", "zeugitania", 12, leader="bessas").fleet("byzantine", "zeugitania", 2)
    rig.army("gelimer", "zeugitania", 40).marker("vandals", "numidia", "byzacena").fleet(
        "vandals", "sea-of-carthage", 3
    )
    rig.march(
        "gelimer",
        steps.Attack(),
        {"africa": "stand"},
        {"africa": "sea-sicilia"},
        {"vandals-fleet": "yes"},
        # MP, battle; the patrol intercepts and wins: the fleet loses 1 of 2, and has no haven on that sea.
        dice=[5, 9, 0, 4, 9, 0, 0, 0],
        but=("retreat",),
    )
    assert rig.state.armies["africa"].where == "aside"
    assert rig.state.magmil["bessas"].where == "gone"


@pytest.mark.rule("justinian 8.21")
def test_after_a_draw_everybody_checks_and_the_smaller_side_goes() -> None:
    rig = _syria().marker("persia", "euphratensis")
    rig.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[5, 3, 5, 0, 9])
    fought = rig.happened(BattleFought)[0]
    assert fought.lost[0] == fought.lost[1] == 5
    chosroes, orient = rig.state.armies["chosroes"], rig.state.armies["orient"]
    assert (chosroes.at, chosroes.defeated, chosroes.disorganized) == (rig.at("euphratensis"), False, True)
    assert not orient.disorganized and orient.at == rig.at("syria-2")


@pytest.mark.rule("justinian 8.23")
@pytest.mark.rule("justinian T:disorganization")
def test_disorder_twice_costs_one_sp() -> None:
    rig = field().army("orient", "syria-2", 30, leader="sittas").army("chosroes", "syria-2", 20, disorganized=True)
    rig.marker("persia", "euphratensis")
    rig.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[5, 3, 6, 0, 9])
    assert rig.happened(BattleFought)[0].lost == (5, 5)
    assert rig.state.armies["chosroes"].sp == 20 - 5 - 1
    assert "check" in [e.why for e in rig.happened(StrengthChanged)]


@pytest.mark.rule("justinian 8.21")
@pytest.mark.rule("justinian T:disorganization")
@pytest.mark.parametrize(("die", "disorganized"), [(5, False), (6, True)])
def test_the_winner_checks_for_disorder(die: int, disorganized: bool) -> None:
    rig = _syria()
    rig.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[5, 9, 0, die])
    assert rig.state.armies["orient"].disorganized == disorganized


@pytest.mark.rule("justinian 8.25")
def test_a_winner_is_rid_of_his_markers() -> None:
    rig = (
        field()
        .army("chosroes", "syria-2", 9)
        .army("orient", "syria-2", 30, leader="sittas", defeated=True, disorganized=True)
    )
    rig.marker("persia", "euphratensis")
    rig.march("chosroes", steps.Attack(), {"orient": "stand"}, dice=[5, 0, 9, 0], stop=False)
    orient = rig.state.armies["orient"]
    assert (orient.defeated, orient.disorganized) == (False, False)


@pytest.mark.rule("justinian 8.22")
def test_a_second_defeat_changes_nothing() -> None:
    rig = field().army("orient", "syria-2", 30, leader="sittas").army("chosroes", "syria-2", 20, defeated=True)
    rig.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[5, 9, 0, 0, 0])
    assert rig.state.armies["chosroes"].defeated
    assert not [e for e in rig.happened(ArmyMarked) if e.army == "chosroes"]


@pytest.mark.rule("justinian 8.21")
@pytest.mark.parametrize(
    ("mine", "theirs", "taken", "dealt", "result"),
    [
        (20, 20, 3, 5, 1),
        (20, 20, 5, 3, -1),
        (20, 20, 4, 4, 0),
        (3, 20, 3, 5, -1),
        (20, 3, 5, 3, 1),
        (2, 2, 2, 2, 0),
        (9, 9, 0, 0, 0),
    ],
)
def test_who_has_won(mine: int, theirs: int, taken: int, dealt: int, result: int) -> None:
    assert battle.verdict(mine, theirs, taken, dealt) == result


@pytest.mark.rule("justinian 4.14")
def test_a_beaten_magmil_is_remembered() -> None:
    rig = field().army("orient", "syria-2", 9, leader="sittas").army("chosroes", "syria-2", 40)
    rig.march("chosroes", steps.Attack(), {"orient": "stand"}, dice=[5, 9, 0, 0])
    assert rig.state.magmil["sittas"].lost == rig.state.turn


@pytest.mark.rule("justinian 8.26")
def test_a_byzantine_counter_is_free_again_and_its_magmil_lost() -> None:
    rig = field().army("orient", "syria-2", 2, leader="sittas").army("chosroes", "syria-2", 40)
    rig.march("chosroes", steps.Attack(), {"orient": "stand"}, dice=[5, 9, 0, 0])
    assert rig.state.armies["orient"].where == "aside"
    assert rig.state.magmil["sittas"].where == "gone"


@pytest.mark.rule("justinian 8.26")
def test_the_last_persian_leader_comes_back_next_turn() -> None:
    rig = field().army("orient", "syria-2", 40, leader="sittas").army("chosroes", "syria-2", 2)
    rig.state.armies["perozes"].where, rig.state.armies["perozes"].at = "gone", None
    rig.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[5, 9, 0, 0])
    chosroes = rig.state.armies["chosroes"]
    assert (chosroes.where, chosroes.arrives) == ("track", rig.state.turn + 1)
    two = field().army("orient", "syria-2", 40, leader="sittas").army("chosroes", "syria-2", 2)
    two.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[5, 9, 0, 0])
    assert two.state.armies["chosroes"].where == "gone"


@pytest.mark.rule("justinian 8.26")
def test_sp_lost_for_want_of_a_retreat_count_as_lost_in_the_defeat() -> None:
    rig = (
        field()
        .army("africa", "numidia", 40, leader="sittas")
        .army("tzazon", "numidia", 12)
        .detached("sardinia", "vandals", 3)
    )
    rig.march("africa", steps.Attack(), {"tzazon": "stand"}, dice=[5, 0, 0, 9, 0])
    assert rig.state.armies["tzazon"].where == "gone"


@pytest.mark.rule("justinian 8.26")
def test_a_commander_whose_army_is_spent_leads_what_is_left_of_his_force() -> None:
    rig = (
        field()
        .army("orient", "syria-2", 2, leader="sittas")
        .army("armenia", "syria-2", 20, leader="bessas", led_by="orient")
    )
    rig.army("chosroes", "syria-2", 40)
    rig.march(
        "chosroes",
        steps.Attack(),
        {"orient": "stand"},
        Share(parts={"orient": 2, "armenia": 7}),
        dice=[5, 9, 0, 0],
        but=("losses",),
    )
    assert rig.state.armies["orient"].where == "aside"
    assert rig.state.armies["armenia"].leader == "sittas"
    assert rig.state.magmil["bessas"].where == "cup"


@pytest.mark.rule("justinian 8.27")
@pytest.mark.parametrize(("disorder", "die", "lost"), [(0, 5, 0), (0, 7, 2), (9, 3, 1), (9, 2, 0)])
def test_an_unpaid_winner_plunders(disorder: int, die: int, lost: int) -> None:
    rig = _syria(unpaid=True)
    rig.march("orient", steps.Attack(), {"chosroes": "stand"}, dice=[5, 9, 0, disorder, die])
    orient = rig.state.armies["orient"]
    assert orient.sp == 30 - rig.happened(BattleFought)[0].lost[0] - lost and not orient.unpaid


@pytest.mark.rule("justinian 8.28")
def test_a_power_without_sp_is_out_and_its_markers_stay() -> None:
    rig = (
        field()
        .army("africa", "numidia", 40, leader="sittas")
        .army("tzazon", "numidia", 2)
        .army("gelimer", "sardinia", 0)
    )
    rig.marker("vandals", "zeugitania").fleet("vandals", "zeugitania", 2)
    rig.march("africa", steps.Attack(), {"tzazon": "stand"}, dice=[5, 9, 0, 0])
    assert "vandals" in rig.state.out
    assert rig.state.armies["gelimer"].where == "gone" and not rig.state.fleets["vandals"]
    assert rig.state.control == {rig.at("zeugitania"): "vandals"}


# -- losses and odds ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 8.21")
def test_the_owner_shares_his_losses() -> None:
    rig = field().army("chosroes", "syria-2", 30).army("orient", "syria-2", 9, leader="sittas", allied={"lombards": 6})
    rig.frontier("syria-2", 4)
    rig.march(
        "chosroes",
        steps.Attack(),
        {"orient": "stand"},
        Share(parts={"orient": 4, "orient+lombards": 2, "frontier": 1}),
        dice=[5, 5, 0, 0],
        but=("losses",),
    )
    lost = rig.happened(BattleFought)[0].lost
    assert lost[1] == 7
    found = {(e.group.kind, e.group.power): e.n for e in reversed(rig.happened(StrengthChanged))}
    assert found["army", "byzantine"] == -4 and found["army", "lombards"] == -2
    assert [e.n for e in rig.happened(StrengthChanged) if e.group.kind == "frontier"] == [-1, -3]


def test_losses_that_do_not_add_up_are_refused() -> None:
    rig = field().army("chosroes", "syria-2", 30).army("orient", "syria-2", 9, leader="sittas").frontier("syria-2", 4)

    def wrong(d: Any) -> Any:
        for parts in ({"orient": 1}, {"orient": 10}, {"armenia": 7}):
            with refused("8.21"):
                d.check(Share(parts=parts))
        return d.default

    rig.march("chosroes", steps.Attack(), {"orient": "stand"}, wrong, dice=[5, 5, 0, 0], but=("losses",))


def test_odds_agree_with_the_dice() -> None:
    rig = _syria().activate(mp=3)
    mine = Party(rig.g, "byzantine", rig.at("syria-2"), (rig.force("orient"),))
    theirs = everybody(rig.g, rig.at("syria-2"), "barbarian")
    found = forecast.of(rig.g, mine, theirs)
    won = 0
    for a in range(10):
        for d in range(10):
            e = battle.engagement(rig.g, mine, theirs)
            dealt = CHARTS.battle_loss(30, a + sum(values(drms.attacking(CHARTS, e, e.defenders[0]))))
            taken = CHARTS.battle_loss(20, d + sum(values(drms.defending(CHARTS, e, e.defenders[0]))))
            won += dealt > taken
    assert found.win == pytest.approx(won / 100)
    assert "wins" in str(found.words)
