"""Men of Iron where rules meet: results that a Schiltron ignores, and what follows them."""

from __future__ import annotations

import pytest

import scenarios.position
from engine.systems.men_of_iron.shock import drms
from tests.positions.kit import rule
from tests.positions.test_meeting_men_of_iron import bruce, e, position, s


@pytest.mark.rule("men-of-iron FK-1", "men-of-iron 12.3", "men-of-iron 10.5", "men-of-iron 11.4")
def test_a_schiltron_charged_from_behind_stands() -> None:
    """It has its front there: the horses go home on a 1 and 3; it is Disordered, and nobody advances."""
    given = position(e("MM1", 1010), s("PK1", 1210, "E", formation="schiltron"))
    ruling = rule(given, "done\nshock MM1 > 1110 x PK1", 1, 9)
    assert ruling.refused == []
    assert (ruling.of("PK1")["hex"], ruling.of("PK1")["disordered"], ruling.of("MM1")["hex"]) == (1210, True, 1110)
    told = " ".join(ruling.said)
    assert "no retreat in Schiltron" in told and "retreats" not in told


@pytest.mark.rule("men-of-iron FK-1", "men-of-iron 9.3")
def test_what_a_shot_at_a_schiltron_comes_to_is_told_without_its_retreat() -> None:
    """Range 1: 2, Schiltron: 1; 7 comes to 10, Disordered and a retreat."""
    given = position(e("LB1", 1010), s("PK1", 1110, "W", formation="schiltron"))
    ruling = rule(given, "LB1 x PK1", 7)
    assert ruling.refused == [] and ruling.of("PK1")["hex"] == 1110 and ruling.of("PK1")["disordered"]
    (shot,) = [t["text"] for t in ruling.told if t["type"] == "roll"]
    assert shot.endswith("10: Disordered, no retreat in Schiltron")


@pytest.mark.rule("men-of-iron FK-1", "men-of-iron 10.3")
def test_what_an_attack_on_a_schiltron_may_come_to_knows_no_retreat() -> None:
    _, state = scenarios.position.read(position(e("MM1", 1110), s("PK1", 1210, formation="schiltron")), "it")
    unit, target = state.units["MM1"], state.units["PK1"]
    told = [str(drms.told(("DD", "DR1"), drms.Combat(d, (a,)))) for d, a in ((target, unit), (unit, target))]
    assert told == ["defender Disordered, no retreat in Schiltron", "defender Disordered, defender retreats"]


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 15.4")
def test_a_leader_whose_horse_gives_way_before_the_shock_is_in_no_danger() -> None:
    """It is Disordered by its withdrawal, not by a result of the Shock: nobody rolls for him."""
    given = position(e("PK1", 1010), s("MM1", 1110), leaders=[bruce(1110)])
    ruling = rule(given, "done\nshock PK1 x MM1\nMM1 1210 @W\nPK1 no")
    assert ruling.refused == [] and [t for t in ruling.told if t["type"] == "roll"] == []
    assert ruling.of("MM1")["disordered"] and ruling.of("Bruce")["hex"] == 1210


@pytest.mark.rule("men-of-iron PO-3", "men-of-iron 5.1")
def test_what_closes_a_hex_to_a_move_is_named() -> None:
    """A wagon to horse alone, a river to everybody, a slope of two levels."""
    ground = {
        "terrain": {"1114": "river"},
        "levels": {"1118": 2},
        "markers": [{"side": "scots", "id": "Wag1", "kind": "wagon", "hex": 1110}],
    }
    given = position(e("MM1", 1010), e("MM2", 1014), e("MM3", 1018), e("PK4", 1011), s("PK9", 2010), ground=ground)
    ruling = rule(given, "MM1 > 1110\nMM2 > 1114\nMM3 > 1118\nPK4 > 1110")
    assert [(t["rule"], t["text"]) for t in ruling.told if t["type"] == "refusal"] == [
        ("PO-3", "MM1 can't go into 1110: nobody rides among wagons."),
        ("5.1", "MM2 can't go from 1014 into 1114: the ground there (river) lets nobody in."),
        ("5.1", "MM3 can't go from 1018 into 1118: 2 levels in one step are too many."),
    ]
    assert ruling.of("PK4")["hex"] == 1110 and ruling.left("PK4") == 2
