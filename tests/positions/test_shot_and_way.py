"""Answers that bring along what is asked next: a shot before a withdrawal, a facing; and a target by its hex."""

from __future__ import annotations

import pytest

from tests.positions.kit import on_field, rule, unit
from tests.positions.test_meeting_cataphract import asks, dice_over, field, goth, leader, roman
from tests.positions.test_meeting_men_of_iron_3 import MAJORCA, battle, stands
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A, chief, where
from tests.positions.test_meeting_simple_gboh import field as simple_field

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


PURSUERS = simple_field(
    [unit("a", "RC1", None, ma=8, pursuing=True), FAR_A, FAR], [chief("a", "Alfa", "0202")], phase="activation"
)


@pytest.mark.rule("simple-gboh 7.63")
@pytest.mark.parametrize("answer", ["3005 @W", "RC1 3005 @W", "RC1 > 3005 @W", "3005\n@W"])
def test_pursuers_come_back_and_face_at_once(answer: str) -> None:
    ruled = rule(PURSUERS, f"a\n{answer}\nRC1 > 2905", 1)
    assert ruled.refused == [] and where(ruled, "RC1") == [2905] and ruled.of("RC1")["facing"] == "W"
    assert [t["question"] for t in ruled.told if t["type"] == "order"][1:3] == ["pursuit-return", "pursuit-facing"]


@pytest.mark.rule("simple-gboh 7.63")
def test_where_they_cannot_come_back_is_refused_as_it_was_written() -> None:
    ruled = rule(PURSUERS, "a\n1505 @W", 1)
    (told,) = [t["text"] for t in ruled.told if t["type"] == "refusal"]
    assert told.startswith("“1505 @W”") and ruled.asked == ["pursuit-return"]


FEIGNED = "HC1 > 1110 1210 1309\nLC1 feign > 1410 1510 1610 @E\n1210\n"


@pytest.mark.rule("cataphract 6.73", "cataphract 8.14")
@pytest.mark.parametrize("answer", ["1510-fire", "1510 fire", "1510 x HC1", "1510 x 1410", "LC1 1510 x 1410"])
def test_a_target_is_named_by_its_hex_where_fire_is_one_of_several_answers(answer: str) -> None:
    given = field(roman("HC1", 1010, feint_reaction=2), goth("LC1", 1310, feigns=True, missile="J"))
    ruling = rule(given, FEIGNED + answer, 9, 0, 0)
    assert not ruling.refused and (ruling.of("LC1")["hex"], ruling.of("HC1")["hits"]) == (1510, 1)


@pytest.mark.rule("alexander 9.12", "alexander 8.21")
@pytest.mark.parametrize(("answer", "shots"), [("x 1210", 2), ("EL9 x HI1", 2), ("EL9 fire-screen", 1)])
def test_riders_and_archers_fire_at_who_is_named(answer: str, shots: int) -> None:
    """Nobody who is asked to turn to somebody does so because he is named as a target."""
    elephant = unit("b", "EL9", 1310, "W", missile="J", screen="full")
    leaders = [{"id": "Philip", "side": "a", "hex": 1010}, {"id": "Porus", "side": "b", "hex": 1410}]
    given = on_field([unit("a", "HI1", 1010), elephant], leaders, system="alexander", active="Philip")
    ruling = rule(given, f"HI1 > 1110 1210\nnone\nnone\n{answer}", 9, 9)
    assert not ruling.refused and len([t for t in ruling.told if t["type"] == "roll"]) == shots
    turned = rule(given, f"HI1 > 1110 1210\nnone\n{answer}", 9, 9)
    assert turned.refused and turned.asked == ["reaction-facing"]
