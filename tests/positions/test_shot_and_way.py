"""A withdrawal and the shot before it, written as one answer."""

from __future__ import annotations

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_cataphract import asks, dice_over, field, goth, leader, roman
from tests.positions.test_meeting_men_of_iron_3 import MAJORCA, battle, stands

TWO = field(roman("HC1", 1010), goth("LC1", 1310, missile="B"), goth("LC2", 1309, missile="B"))


@pytest.mark.rule("cataphract 6.51", "cataphract 6.56")
@pytest.mark.parametrize("answer", ["LC1 x HC1 > 1410 @W", "1310 x HC1 > 1410"])
def test_one_who_shoots_as_it_goes(answer: str) -> None:
    """On the move it needs one less: 2 hits."""
    ruling = rule(field(roman("HC1", 1010), goth("LC1", 1310, missile="B")), f"HC1 > 1110 1210\n{answer}", 2)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("LC1")["hex"], ruling.of("HC1")["hits"]) == (1410, 1)
    assert [t["text"] for t in ruling.told if t["type"] == "order"][1:][1] == answer.split(" > ")[0]


@pytest.mark.rule("cataphract 6.56", "cataphract 6.54")
def test_its_leader_is_asked_between() -> None:
    given = field(roman("HC1", 1010), goth("LC1", 1310, missile="B"), leader("goth", "Teias", 1310))
    ruling = rule(given, "HC1 > 1110 1210\nLC1 > 1410 @W; Teias go; LC1 x HC1", 2)
    assert not ruling.refused and ruling.of("Teias")["hex"] == 1410 and ruling.of("HC1")["hits"] == 1


@pytest.mark.rule("cataphract 6.56")
def test_two_who_shoot_as_they_go() -> None:
    """Each way is told in the one question they are asked, then each shot in its own."""
    ruling = rule(TWO, "HC1 > 1110 1210\nLC1 x HC1 > 1410 @W; LC2 x HC1 > 1409 @W", 2, 2)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("LC1")["hex"], ruling.of("LC2")["hex"], ruling.of("HC1")["hits"]) == (1410, 1409, 2)


@pytest.mark.rule("cataphract 6.56")
def test_beside_one_who_stays() -> None:
    ruling = rule(TWO, "HC1 > 1110 1210\nLC1 x HC1 > 1410 @W; LC2 stay", 2)
    assert not ruling.refused and (ruling.of("LC1")["hex"], ruling.of("LC2")["hex"]) == (1410, 1309)


@pytest.mark.rule("cataphract 6.51")
def test_a_way_that_is_none_is_refused_as_it_was_written() -> None:
    ruling = rule(TWO, "HC1 > 1110 1210\nLC1 x HC1 > 1911 @W")
    (told,) = [t["text"] for t in ruling.told if t["type"] == "refusal"]
    assert told.startswith("“LC1 x HC1 > 1911 @W”") and asks(ruling)[-1] == "orderly-withdrawal"


@pytest.mark.rule("men-of-iron NA-3")
def test_a_genitor_that_throws_as_it_goes() -> None:
    given = battle("najera", "Majorca", MAJORCA, also=["TMM1"], phase="shock")
    ruling = rule(given, "shock MMM1 x TGE1\nTGE1 x MMM1 > 0910 @E", 4, 8)
    assert ruling.refused == [] and stands(ruling, "TGE1") == (910, False) and ruling.of("TGE1")["no_missiles"]
