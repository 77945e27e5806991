"""Men of Iron where rules meet: results that a Schiltron ignores, and what follows them."""

from __future__ import annotations

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_men_of_iron import bruce, e, position, s


@pytest.mark.rule("men-of-iron FK-1", "men-of-iron 12.3", "men-of-iron 10.5", "men-of-iron 11.4")
def test_a_schiltron_that_stands_is_told() -> None:
    """Charged from behind it has its front there; the horses go home on a 1 and 3; nobody advances."""
    given = position(e("MM1", 1010), s("PK1", 1210, "E", formation="schiltron"))
    ruling = rule(given, "done\nshock MM1 > 1110 x PK1", 1, 9)
    assert ruling.refused == [] and any("defender Disordered, no retreat in Schiltron" in said for said in ruling.said)
    assert (ruling.of("PK1")["hex"], ruling.of("PK1")["disordered"], ruling.of("MM1")["hex"]) == (1210, True, 1110)


@pytest.mark.rule("men-of-iron FK-1", "men-of-iron 9.3")
@pytest.mark.parametrize(("die", "says"), [(2, "no retreat in Schiltron"), (1, "no effect")])
def test_a_disordered_schiltron_is_shot_at(die: int, says: str) -> None:
    given = position(e("LB1", 1010), s("PK1", 1210, formation="schiltron", disordered=True))
    ruling = rule(given, "LB1 x PK1", die)
    assert ruling.said[0].endswith(says) and ruling.of("PK1")["hex"] == 1210


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 15.4")
def test_a_leader_whose_horse_gives_way_before_the_shock_is_in_no_danger() -> None:
    """It is Disordered by its withdrawal, not by a result of the Shock: nobody rolls for him."""
    given = position(e("PK1", 1010), s("MM1", 1110), leaders=[bruce(1110)])
    ruling = rule(given, "done\nshock PK1 x MM1\nMM1 1210 @W\nPK1 no")
    assert ruling.refused == [] and [t for t in ruling.told if t["type"] == "roll"] == []
    assert ruling.of("MM1")["disordered"] and ruling.of("Bruce")["hex"] == 1210
