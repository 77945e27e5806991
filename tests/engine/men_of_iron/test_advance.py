"""10.5 Advance after Shock."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.men_of_iron.events import LeaderMoved, StandardLost, UnitMoved
from tests.engine.men_of_iron.kit import leader, standard, unit
from tests.engine.men_of_iron.shock_kit import field, fight, plan

ASIDE = ("retreat", "retire")


def went(r, how="advance"):
    return [(e.unit, e.to) for e in r.happened(UnitMoved) if e.how == how]


@pytest.mark.rule("men-of-iron 10.5")
def test_the_hex_left_is_entered_with_any_facing():
    # DM against a Normal LB: +3; 6 gives 9, Disordered and retreat.
    r = field([unit("DM1", 1010, "E")], [unit("LB1", 1110, "W")])
    seen = []

    def look(d):
        seen.extend(c.key for c in d.choices)
        assert d.default_key == seen[0]
        return "DM1-1110-SW"

    fight(r, plan("DM1"), dice=[6], answers=[look], defaults=ASIDE)
    assert len(seen) == 6
    assert (r.unit("DM1").hex, r.unit("DM1").facing) == (1110, Facing.SW)


@pytest.mark.rule("men-of-iron 10.5")
def test_nobody_advances_where_the_defender_stays():
    r = field([unit("DM1", 1010, "E")], [unit("LB1", 1110, "W")])
    fight(r, plan("DM1"), dice=[3])
    assert r.unit("LB1").disordered and not went(r)


@pytest.mark.rule("men-of-iron 10.5")
def test_it_follows_who_is_eliminated_too():
    # A Retired LB: +2 for itself, +1 matrix, +2 for being Retired; a Retreat eliminates it.
    r = field([unit("PK1", 1010, "E")], [unit("LB1", 1110, "W", disordered=True, retired=True)])
    fight(r, plan("PK1"), dice=[0], answers=["PK1-1110-E"])
    assert r.unit("LB1").eliminated and went(r) == [("PK1", 1110)]


@pytest.mark.rule("men-of-iron 10.5")
def test_the_lowest_shock_drm_goes():
    r = field([unit("AX1", 1010, "E"), unit("DM1", 1011, "NE")], [unit("LB1", 1110, "W")])
    fight(r, plan("AX1"), plan("DM1"), dice=[5], answers=["DM1-1110-E"], defaults=ASIDE)
    assert went(r) == [("DM1", 1110)]
    # Disordered from before it may still go, and has a worse DRM: then both are equal, and their player chooses.
    r = field([unit("AX1", 1010, "E"), unit("DM1", 1011, "NE", disordered=True)], [unit("LB1", 1110, "W")])
    fight(r, plan("AX1"), plan("DM1"), dice=[7], answers=["DM1-1110-E"], defaults=ASIDE)
    assert went(r) == [("DM1", 1110)]


@pytest.mark.rule("men-of-iron 10.5", "men-of-iron 10.3/multi", "men-of-iron 10.4(1)")
def test_who_became_disordered_in_the_engagement_stays():
    r = field([unit("AX1", 1010, "E")], [unit("LB1", 1109, "W"), unit("PK1", 1110, "W", disordered=True)])
    # LB1: +1 +2 -1 = +2, rolls 6: DD DR1. PK1: +1 +1 -1 = +1, rolls 0: AD.
    fight(r, plan("AX1"), dice=[6, 0], defaults=ASIDE)
    assert r.unit("AX1").disordered and r.unit("LB1").hex != 1109
    assert not went(r)
    # Had it been Disordered before, it would have gone.
    r = field(
        [unit("AX1", 1010, "E", disordered=True)], [unit("LB1", 1109, "W"), unit("PK1", 1110, "W", disordered=True)]
    )
    fight(r, plan("AX1"), dice=[8, 1], answers=["AX1-1109-E"], defaults=ASIDE)
    assert went(r) == [("AX1", 1109)]


@pytest.mark.rule("men-of-iron 10.5")
def test_of_several_hexes_the_owner_chooses_one():
    r = field([unit("DM1", 1010, "E")], [unit("LB1", 1109, "W"), unit("LB2", 1110, "W")])
    seen = []

    def look(d):
        seen.append({c.hex for c in d.choices})
        return "DM1-1110-NE"

    fight(r, plan("DM1"), dice=[7, 7], answers=[look], defaults=ASIDE)
    assert seen == [{1109, 1110}]
    assert went(r) == [("DM1", 1110)]


@pytest.mark.rule("men-of-iron 10.5")
def test_each_hex_is_entered_where_there_are_enough():
    r = field(
        [unit("DM1", 1010, "E"), unit("DM2", 1011, "NE")],
        [unit("LB1", 1109, "W"), unit("LB2", 1110, "W")],
    )
    fight(r, plan("DM1", "LB1"), plan("DM2", "LB2"), dice=[6, 6], answers=["DM1-1109-E", "DM2-1110-E"], defaults=ASIDE)
    assert went(r) == [("DM1", 1109), ("DM2", 1110)]


@pytest.mark.rule("men-of-iron 10.5")
def test_ground_it_may_not_enter():
    wagon = {"id": "Wagon", "name": "Wagon", "kind": "wagon", "hex": 1110}
    r = field([unit("MM1", 1010, "E")], [unit("LB1", 1110, "W")], b_markers=[wagon])
    fight(r, plan("MM1"), dice=[7], defaults=ASIDE)
    assert r.unit("LB1").hex != 1110 and not went(r)


@pytest.mark.rule("men-of-iron 10.5", "men-of-iron 15.2", "men-of-iron 13.2")
def test_a_leader_goes_along_and_a_standard_falls():
    r = field(
        [unit("DM1", 1010, "E")],
        [unit("LB1", 1110, "W")],
        a_leaders=[leader("LA", 1010)],
        b_standards=[standard("SB", 1110, "B")],
    )
    fight(r, plan("DM1"), dice=[6], answers=["DM1-1110-E"], defaults=ASIDE)
    assert r.leader("LA").hex == 1110
    assert [e.how for e in r.happened(LeaderMoved)] == ["with-unit"]
    assert [e.standard for e in r.happened(StandardLost)] == ["SB"]


@pytest.mark.rule("men-of-iron 10.5", "men-of-iron 9.2/reaction")
def test_an_advance_draws_no_reaction_fire_and_costs_nothing():
    r = field([unit("DM1", 1010, "E")], [unit("LB1", 1110, "W"), unit("LB2", 1211, "NW")])
    fight(r, plan("DM1"), dice=[6], answers=["DM1-1110-E"], defaults=ASIDE)
    assert r.unit("DM1").hex == 1110
    assert [x.purpose for x in r.rolls] == ["shock"]
    assert not r.g.act.mp
