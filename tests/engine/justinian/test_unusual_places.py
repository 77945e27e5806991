"""Treasuries and Lazica in positions that no example has."""

from __future__ import annotations

import pytest

from engine.systems.justinian.combat.party import everybody
from engine.systems.justinian.movement import steps
from tests.engine.justinian.field import field
from tests.engine.justinian.test_unusual_battles import drms, where

# -- 5.42 treasuries ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 5.42")
def test_frontier_sp_that_beat_an_army_win_its_treasury_for_byzantium() -> None:
    rig = field(gold=3).army("totila", "dalmatia", 4).treasury("ostrogoths", "dalmatia").frontier("dalmatia", 30)
    rig.marker("ostrogoths", "venetia-et-histria")
    rig.march("totila", steps.Attack(), "one", dice=[5, 0, 9, 7], stop=False)
    assert rig.state.gold == 3 + 70 and not rig.state.treasuries


@pytest.mark.rule("justinian 5.42")
def test_a_treasury_left_among_frontier_sp_is_taken() -> None:
    rig = field().army("totila", "dalmatia", 9).treasury("ostrogoths", "dalmatia").frontier("dalmatia", 3)
    rig.march("totila", rig.go("venetia-et-histria"), "ten", dice=[5, *[1] * 10])
    assert rig.state.gold == 30 + 10 and not rig.state.treasuries


@pytest.mark.rule("justinian 5.42")
def test_an_army_that_retreats_to_a_treasury_nobody_guards_has_it() -> None:
    rig = field(gold=0).army("totila", "picenum", 35).army("italy", "picenum", 9, leader="bessas")
    rig.treasury("ostrogoths", "samnium")
    only, end = {"italy": "samnium"}, steps.March(end=True)
    rig.march(
        "totila",
        steps.Attack(),
        {"italy": "stand"},
        only,
        end,
        "one",
        dice=[5, 2, 0, 0, 0],
        but=("retreat",),
        stop=False,
    )
    assert where(rig, "italy") == "samnium" and rig.state.gold == 10 and not rig.state.treasuries


@pytest.mark.rule("justinian 5.42")
def test_a_treasury_behind_a_marker_is_safe_until_the_marker_goes() -> None:
    rig = field(gold=5).army("italy", "picenum", 9, leader="bessas").marker("ostrogoths", "flaminia")
    rig.treasury("ostrogoths", "flaminia")
    rig.march("italy", rig.go("flaminia"), dice=[9])
    assert rig.state.treasuries
    rig.march("italy", steps.Clear(), "one", dice=[9, 3])
    assert rig.state.gold == 35 and not rig.state.treasuries


# -- 3.41 Lazica -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 3.41")
@pytest.mark.rule("justinian 8.17")
def test_where_a_barbarian_army_stands_the_levy_has_no_city() -> None:
    rig = field().army("chosroes", "armenia-1", 20).army("utigurs", "lazica", 3)
    rig.march("chosroes", rig.go("lazica"), dice=[5, 9, 9, 0, 0])
    assert -2 not in drms(rig, -2) and drms(rig, -1) == [-1, -1]
    first = field().army("chosroes", "armenia-1", 20)
    first.march("chosroes", first.go("lazica"), dice=[5, 9, 9, 0, 0])
    assert -2 in drms(first, -2) and drms(first, -1) == [-1]


@pytest.mark.rule("justinian 3.41")
def test_an_allied_army_in_lazica_fights_instead_of_its_people() -> None:
    rig = field().ally("utigurs").army("utigurs", "lazica", 9).army("perozes", "armenia-1", 20)
    rig.march("perozes", rig.go("lazica"), {"utigurs": "no"}, dice=[5])
    assert "levy" not in [r.purpose for r in rig.rolls]
    assert rig.g.control(rig.at("lazica")) == "none"


@pytest.mark.rule("justinian 3.41")
def test_a_fleet_and_a_magmil_keep_lazica_no_army() -> None:
    rig = field().army("perozes", "armenia-1", 20).fleet("byzantine", "lazica", 3)
    rig.march("perozes", rig.go("lazica"), dice=[5, 0])
    assert [r.purpose for r in rig.rolls] == ["movement", "levy"]
    assert everybody(rig.g, rig.at("lazica"), "byzantine").sp == 0
