"""Positions of Cataphract in which two rules or more meet: charges of several, engines, walls, reload."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_cataphract import (
    NARSES,
    WILD,
    asks,
    dice_over,
    field,
    goth,
    leader,
    points,
    roman,
)

CHARGED: dict[str, Any] = {"phase": "shock", "orders": {"moved": ["HC1"], "markers": {"HC1": "must"}}}


@pytest.mark.rule("cataphract 11.64", "cataphract 11.67", "cataphract 9.15", "cataphract 12.11")
def test_an_engine_without_a_guard_is_ridden_over() -> None:
    """It has neither Front nor Rear; it is one against five; when it breaks it is gone."""
    given = field(roman("CH1", 1610, missile="X"), goth("HC1", 1509, "E"), active="Totila", phase="shock")
    ruling = rule(given, "none\nshock HC1 x CH1\nno", 9)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("CH1")["eliminated"] and points(ruling, "roman") == 4
    assert (ruling.of("HC1")["hex"], ruling.of("HC1")["hits"]) == (1610, 1)


@pytest.mark.rule("cataphract 9.23", "cataphract 9.13", "cataphract 9.21")
@pytest.mark.parametrize("where", [1109, 1110])
def test_two_flee_from_one(where: int) -> None:
    given = field(roman("HC1", 1010), goth("LI1", 1109), goth("LI2", 1110), **CHARGED)
    ruling = rule(given, f"shock HC1 x LI1 LI2\n1209\n1308\n1211\n1311\n{where}\nno", 6, 8, 8)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("LI1")["routed"] and ruling.of("LI2")["routed"]
    assert ruling.of("HC1")["hex"] == where


@pytest.mark.rule("cataphract 9.13", "cataphract 9.12", "cataphract 9.21", "cataphract 9.17")
def test_one_flees_at_once_and_the_other_holds_the_pursuer() -> None:
    """Whom another attacks keeps the horse where it is; it rides down only whom it fought itself."""
    given = field(roman("HC1", 1010), roman("LC2", 1211, "W"), goth("LI1", 1109), goth("MI2", 1110), **CHARGED)
    ruling = rule(given, "shock HC1 x LI1 & LC2 x MI2\n1209\n1308\n1210\n1310\nno", 6, 8, 9)
    assert not dice_over(ruling)
    assert ruling.of("LI1")["routed"] and ruling.of("MI2")["routed"]
    assert ruling.of("HC1")["hex"] == 1010 and ruling.of("LC2")["hex"] == 1110


@pytest.mark.rule("cataphract 9.16", "cataphract 8.17", "cataphract 9.32")
@pytest.mark.parametrize(("supply", "hits"), [("full", 9), ("low", 9), ("no", 3)])
def test_javelins_against_light_horse(supply: str, hits: int) -> None:
    """As long as there are any; and after the fight there are none."""
    given = field(roman("LC1", 1010), goth("LI1", 1110, missile="J", supply=supply), phase="shock")
    ruling = rule(given, "shock LC1 x LI1\n0910\n0810", 4)
    assert not dice_over(ruling)
    assert f"LC1 takes {hits} hits: Shock ({hits} of TQ 5)" in ruling.said
    assert ruling.of("LC1")["routed"] == (hits > 4)
    assert (ruling.of("LI1")["supply"], ruling.of("LI1")["hits"]) == ("no", 2)


@pytest.mark.rule("cataphract 8.17", "cataphract 8.21", "cataphract 8.24")
def test_axes_are_thrown_once() -> None:
    given = field(roman("HC1", 1010), roman("HC2", 1011), goth("MI1", 1310, missile="F"))
    ruling = rule(given, "HC1 > 1110 1210\nnone\nMI1 fire\nHC2 > 1111 1211", 6)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("HC1")["hits"], ruling.of("HC2")["hex"]) == (1, 1211)
    assert ruling.of("MI1")["supply"] == "no" and asks(ruling).count("entry-fire") == 1


@pytest.mark.rule("cataphract 4.61", "cataphract 6.64", "cataphract 7.23", "cataphract 4.33")
def test_where_a_commander_may_ride() -> None:
    """Into an enemy's ZOC only to a unit of his; out of it by an order to himself; in it no Line Command."""
    rides = {**NARSES, "hex": "0910"}
    assert rule(field(goth("MI9", 1110), rides), "Narses > 1010").refused == ["4.61"]
    ruling = rule(field(goth("MI9", 1110), roman("HC1", 1010), rides), "Narses > 1010\nNarses > 0810")
    assert not ruling.refused and ruling.of("Narses")["hex"] == 810
    assert ruling.left("Narses") == 5 and ruling.end["orders"]["orders_used"] == 2
    pressed = field(
        goth("MI9", 1110), roman("HC1", 1010), {**NARSES, "hex": 1010}, roman("HC5", "0814"), roman("HC6", "0815")
    )
    assert rule(pressed, "line HC5 HC6").refused == ["4.33"]
    assert rule(pressed, "HC5 > 0914").left("HC5") == 7


@pytest.mark.rule("cataphract 6.13", "cataphract 5.32", "cataphract 5.24", "cataphract 10.16")
def test_a_second_phase_of_the_same_leader() -> None:
    """A new order for the same unit: it costs a hit to move it again, and nothing to let it recover."""
    given = field(roman("HC1", 1010, hits=2))
    first = "HC1 > 1110\ndone\nyes\n"
    assert rule(given, f"{first}HC1 > 1210", 0).of("HC1")["hits"] == 3
    recovered = rule(given, f"{first}recover HC1", 0)
    assert not recovered.refused and recovered.of("HC1")["hits"] == 0
    assert rule(given, "HC1 > 1110\nrecover HC1").refused == ["10.16"]


@pytest.mark.rule("cataphract 10.25", "cataphract 10.21", "cataphract 4.62")
def test_of_two_leaders_one_flees_along() -> None:
    given = field(
        roman("HC1", 1010, hits=5),
        {**NARSES, "hex": 1010},
        leader("roman", "Bouzes", 1010, initiative=4),
        goth("LI1", 1310, missile="B"),
        active="Totila",
    )
    ruling = rule(given, "LI1 x HC1\nNarses go; Bouzes stay\n0910\n0810", 3)
    assert not ruling.refused
    assert ruling.of("HC1")["hex"] == ruling.of("Narses")["hex"] == 810
    assert ruling.of("Bouzes")["hex"] == 1010 and not ruling.of("Bouzes")["eliminated"]


@pytest.mark.rule("cataphract 8.33", "cataphract 8.21", "cataphract 5.23")
def test_harassment_in_a_line_is_answered_at_once() -> None:
    given = field(roman("LC1", 1010, missile="C"), roman("LC2", 1012, missile="C"), goth("MI1", 1310, missile="J"))
    ruling = rule(given, "line LC1 LC2\nLC1 harass MI1 1110 1210\nnone\nMI1 fire", 9, 5)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("LC1")["hits"], ruling.of("LC1")["supply"]) == (1, "low")
    assert ruling.asked == ["line"]


@pytest.mark.rule("cataphract 11.2", "cataphract 9.13", "cataphract 10.14")
def test_an_army_loses_heart_in_the_charge() -> None:
    """Who had withstood it so far breaks after all: there is no fight left to be fought."""
    given = field(
        roman("HC1", 1010),
        goth("MI1", 1110, hits=5),
        roman("HC2", 1014),
        goth("MI2", 1114, hits=4),
        ground=WILD,
        phase="shock",
        orders={"moved": ["HC1", "HC2"], "markers": {"HC1": "must", "HC2": "must"}},
    )
    ruling = rule(given, "shock HC1 x MI1 & HC2 x MI2\n1211\n1311\n1215\n1315\nnone\nnone", 6, 9, 6, 8, 9)
    assert not dice_over(ruling)
    assert ruling.of("MI1")["routed"] and ruling.of("MI2")["routed"]
    assert ruling.end["sides"]["goth"]["bonus"] is False
    assert ruling.of("HC1")["hits"] == ruling.of("HC2")["hits"] == 0


@pytest.mark.rule("cataphract 6.55", "cataphract 6.63", "cataphract 6.65", "cataphract 6.51")
def test_a_withdrawal_through_friends() -> None:
    given = field(roman("MI1", 1010), goth("LC1", 1310), goth("MI2", 1410))
    ruling = rule(given, "MI1 > 1110\nLC1 > 1410 1510 @W")
    assert not ruling.refused
    assert (ruling.of("LC1")["hex"], ruling.of("LC1")["hits"], ruling.of("MI2")["hits"]) == (1510, 1, 1)
    assert rule(given, "MI1 > 1110\nLC1 > 1410 @W").refused, "it can't end there"


@pytest.mark.rule("cataphract 8.18", "cataphract 8.13", "cataphract 7.21")
@pytest.mark.parametrize(
    ("mine", "his", "facing", "then"),
    [
        ("no", "no", "W", ("full", "full")),
        ("no", "low", "W", ("no", "full")),
        ("low", "low", "W", ("low", "low")),
        ("no", "low", "E", ("full", "full")),
    ],
)
def test_who_may_fetch_arrows(mine: str, his: str, facing: str, then: tuple[str, str]) -> None:
    """Not under the eyes of archers who have some."""
    given = field(
        roman("LI1", 1010, missile="B", supply=mine),
        goth("LI2", 1210, facing, missile="B", supply=his),
        phase="rout",
        active=None,
    )
    ruling = rule(given)
    assert (ruling.of("LI1")["supply"], ruling.of("LI2")["supply"]) == then


@pytest.mark.rule("cataphract 5.46", "cataphract 6.45", "cataphract 5.41")
def test_who_can_do_nothing_cannot_trump() -> None:
    """He is in an enemy's ZOC, and beside him stands a Column."""
    given = field(
        roman("MI1", 1010, "SIDE_SE", column=True),
        goth("MI9", 1110),
        leader("roman", "John", 1010, initiative=5),
        leader("roman", "Bouzes", "0612", initiative=2),
        phase="select",
        active=None,
    )
    ruling = rule(given, "trump John", 5)
    assert len(ruling.refused) == 1 and ruling.of("John")["status"] == "inactive"


@pytest.mark.rule("cataphract 11.74", "cataphract 11.72", "cataphract 6.13", "cataphract 4.32")
def test_a_wall_is_left_by_all_or_none() -> None:
    wall = {"forms_shield_wall": True, "missile": "C", "shield_wall": True}
    given = field(roman("HI1", 1010, **wall), roman("HI2", 1011, **wall), roman("HI3", 1012, **wall))
    part = rule(given, "line HI1 HI2")
    assert part.refused == ["11.74"] and part.of("HI1")["shield_wall"]
    ruling = rule(given, "line HI1 HI2 HI3\nHI1 > 1109\nHI2 x MI99")
    assert ruling.left("HI1") == 2
    for who in ("HI1", "HI2", "HI3"):
        assert not ruling.of(who)["shield_wall"] and ruling.of(who)["hits"] == 0
    assert ruling.of("HI1")["moved"] and not ruling.of("HI2")["moved"]


@pytest.mark.rule("cataphract 8.35", "cataphract 6.74", "cataphract 6.73", "cataphract 4.21")
@pytest.mark.parametrize("commanded", [True, False])
def test_harassed_and_lured(commanded: bool) -> None:
    """Horse out of its leaders' reach goes after them without a roll."""
    narses = {**NARSES, "command_range": 14 if commanded else 2}
    given = field(
        roman("HC1", 1010, feint_reaction=2), goth("LC1", 1410, missile="J", feigns=True), narses, active="Totila"
    )
    dice = (5, 3, 5) if commanded else (5, 5)
    ruling = rule(given, "LC1 harass HC1 1310 1210 1110\nnone\nE\nno", *dice)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("HC1")["hex"] == 1210 and ruling.of("HC1")["hits"] == 0
    assert ruling.of("LC1")["hex"] == 1410
