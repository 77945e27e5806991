"""Positions of Cataphract in which two rules or more meet: Lines, feints, passages, orders that are cut short."""

from __future__ import annotations

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
    marker,
    points,
    roman,
)


@pytest.mark.rule("cataphract 6.58", "cataphract 4.32", "cataphract 6.54")
def test_a_line_of_horse_gives_way_as_one_or_not_at_all() -> None:
    """A hex may lie between its units. Once one has gone by itself, the Line can't."""
    given = field(roman("HC1", 1010), goth("LC1", 1310), goth("LC2", 1312))
    ruling = rule(given, "HC1 > 1110 1210\nline\nLC1 1410 @W; LC2 1413 @W\nnone")
    assert not ruling.refused
    assert (ruling.of("LC1")["hex"], ruling.of("LC2")["hex"]) == (1410, 1413)
    assert ruling.of("LC1")["hits"] == ruling.of("LC2")["hits"] == 0
    alone = rule(given, "HC1 > 1110 1210\nLC1 1410 @W\nline")
    assert alone.refused and alone.of("LC2")["hex"] == 1312


FEIGN = "HC1 > 1110 1210 1309\nLC1 feign > 1410 1510 1610 @E\n"


@pytest.mark.rule("cataphract 6.73", "cataphract 6.74", "cataphract 9.16", "cataphract 5.24")
def test_horse_is_lured_on_and_struck() -> None:
    """It pursues to two hexes, is charged on the spot and drawn out of its orders."""
    given = field(roman("HC1", 1010, feint_reaction=2), goth("LC1", 1310, feigns=True))
    ruling = rule(given, FEIGN + "1210\n1510-shock\nHC1 > 1509", 5, 5, 5, 6, 9)
    assert ruling.refused == ["5.24"] and not dice_over(ruling)
    assert (ruling.of("HC1")["hex"], ruling.of("HC1")["hits"]) == (1410, 3)
    assert (ruling.of("LC1")["hex"], ruling.of("LC1")["hits"]) == (1510, 2)
    ruling = rule(given, FEIGN + "1210", 5, 6)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("HC1")["hex"] == 1410, "the feint has failed (6 is more than 5)"
    assert ruling.told[-2]["side"] == "roman", "and the pursuer may strike"


@pytest.mark.rule("cataphract 6.74", "cataphract 6.57", "cataphract 4.62")
@pytest.mark.parametrize(("rides_along", "die"), [(False, 2), (True, 3)])
def test_who_keeps_his_head_goes_on(rides_along: bool, die: int) -> None:
    """A leader with them makes it one easier."""
    narses = {**NARSES, "hex": 1010}
    given = field(
        roman("HC1", 1010, feint_reaction=2), goth("LC1", 1310, feigns=True), *([narses] if rides_along else [])
    )
    orders = FEIGN.replace("1309", "1309 & Narses" if rides_along else "1309")
    ruling = rule(given, orders, die)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("HC1")["hex"] == 1309 and ruling.left("HC1") == 5
    assert ruling.of("LC1")["hex"] == 1610


@pytest.mark.rule("cataphract 11.31", "cataphract 8.21", "cataphract 7.31", "cataphract 9.13", "cataphract 5.12")
def test_a_line_out_of_hand_runs_at_the_enemy_and_is_free() -> None:
    line = [{"side": "roman", "units": ["HC1"], "turn": 1}]
    given = field(
        roman("HC1", 1010), goth("MI1", 1310, missile="J"), phase="uncontrolled", active=None, turn=2, uncontrolled=line
    )
    ruling = rule(given, "HC1 1210\nnone\nMI1 fire\nshock HC1 x MI1", 5, 6, 5, 0)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("HC1")["hex"], ruling.of("HC1")["hits"], ruling.of("MI1")["hits"]) == (1210, 4, 2)
    assert "momentum" not in asks(ruling) and asks(ruling)[-1] == "activation"
    assert not ruling.end.get("uncontrolled")
    assert ruling.of("MI1")["supply"] == "no", "javelins are gone when foot has fought hand to hand (8.17)"


@pytest.mark.rule("cataphract 11.31", "cataphract 4.32", "cataphract 11.2")
@pytest.mark.parametrize("who", ["bows", "javelins"])
def test_archers_keep_their_heads(who: str) -> None:
    """Without a roll, as the army is wild; but only units without bows carry a Line away."""
    given = field(goth("LC1", 1810, missile="J"), goth("LC2", 1811, missile="C"), roman("MI1", 1010), active="Totila")
    given["field"]["sides"]["goth"]["disciplined"] = False
    move = "LC2 > 1711 1611 1511" if who == "bows" else "LC1 > 1710 1610"
    ruling = rule(given, f"line LC1 LC2\n{move}\ndone\ndone\ndone")
    lines = ruling.end.get("uncontrolled") or []
    assert bool(lines) == (who == "javelins")


HIT = field(
    roman("LI1", 1010, missile="B"),
    goth("MI1", 1310, missile="B"),
    roman("HC1", 1112),
    goth("MI5", 1212),
    {**NARSES, "hex": 1010},
    orders={"moved": ["HC1"], "markers": {"HC1": "must"}},
)


@pytest.mark.rule("cataphract 8.23", "cataphract 8.19", "cataphract 4.22", "cataphract 7.31")
def test_the_commander_is_hit_by_the_answer() -> None:
    """Wounded, he has done: no more orders, no Momentum; but who came up must attack."""
    ruling = rule(HIT, "LI1 x MI1\nMI1 fire\nshock HC1 x MI5", 9, 0, 0, 3, 6, 5, 0)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("Narses")["wounded"] and ruling.of("Narses")["status"] == "finished"
    assert (ruling.of("LI1")["hits"], ruling.of("LI1")["supply"]) == (1, "low")
    assert (ruling.of("MI5")["hits"], ruling.of("HC1")["hits"]) == (2, 3)
    assert "momentum" not in asks(ruling)


@pytest.mark.rule("cataphract 8.19", "cataphract 9.11")
def test_the_position_of_a_commander_hit_in_his_own_phase_can_be_read_again() -> None:
    ruling = rule(HIT, "LI1 x MI1\nMI1 fire", 9, 0, 0, 3)
    assert ruling.asked == ["shock"]
    again = rule(ruling.end, "shock HC1 x MI5", 6, 5, 0)
    assert not again.refused and again.of("MI5")["hits"] == 2


@pytest.mark.rule("cataphract 6.47", "cataphract 6.45", "cataphract 6.65", "cataphract 10.22")
def test_a_column_is_in_the_way() -> None:
    """Friends can't pass it; the routed do, and it suffers by its lowered Troop Quality."""
    column = roman("MI1", "0909", "SIDE_NE", column=True)
    assert rule(field(roman("HC2", 1010, "W"), column), "HC2 > 0909 0809").refused == ["6.47"]
    given = field(roman("HC1", 1010, "W", routed=True, ma=2), column, roman("HI2", "0910"), phase="rout", active=None)
    ruling = rule(given, "0909\n0809", 5)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("MI1")["hits"], ruling.of("MI1")["column"], ruling.of("HC1")["hex"]) == (2, True, 809)


@pytest.mark.rule("cataphract 4.31", "cataphract 5.24", "cataphract 4.34", "cataphract 6.14")
def test_two_line_commands() -> None:
    """Who acted under the first doesn't under the second; the leader's 9 MP are for both; nothing else is left."""
    two = {**NARSES, "line_commands": 2, "hex": "0710"}
    pieces = roman("HC1", 1010), roman("HC2", 1011), roman("HI1", "0812", hits=1), two
    first = "line HC1 HC2\nHC1 > 1110\nNarses > 1210\ndone\n"
    ruling = rule(field(*pieces), first + "line HC1 HC2\nline HC2\nHC1 > 1210\nNarses > 1710\nHC2 > 1111")
    assert len(ruling.refused) == 3 and ruling.refused[0] == "5.24" and ruling.refused[2] == "6.14", ruling.refused
    assert (ruling.of("HC1")["hex"], ruling.of("HC2")["hex"], ruling.of("Narses")["hex"]) == (1110, 1111, 1210)
    third = rule(field(*pieces), first + "line HC2\nHC2 > 1111\ndone\nline HI1\nrecover HI1")
    assert len(third.refused) == 2 and third.of("HI1")["hits"] == 1


@pytest.mark.rule("cataphract 5.33", "cataphract 5.15", "cataphract 5.28")
@pytest.mark.parametrize(("die", "end"), [(0, "totila"), (5, "john"), (9, "turn")])
def test_doom(die: int, end: str) -> None:
    given = field(
        roman("HC1", 1010), leader("roman", "John", "0810", initiative=4), phase="momentum", changes={"John": {}}
    )
    ruling = rule(given, "yes", 9, die)
    john, totila = ruling.of("John"), ruling.of("Totila")
    assert ruling.of("Narses")["status"] == ("inactive" if end == "turn" else "finished")
    assert john["status"] == ("finished" if end == "totila" else "inactive")
    assert totila["status"] == "inactive" and ruling.end["turn"] == (2 if end == "turn" else 1)
    assert ruling.told[-2]["side"] == ("goth" if end == "totila" else "roman")


@pytest.mark.rule("cataphract 6.63", "cataphract 6.65", "cataphract 12.11")
@pytest.mark.parametrize(("light", "die", "foot", "horse"), [(True, 5, 0, 0), (True, 6, 1, 0), (False, None, 1, 1)])
def test_horse_passes_through_foot(light: bool, die: int | None, foot: int, horse: int) -> None:
    given = field(roman("LN1", 1010, passes_lightly=light), roman("MI1", 1110))
    ruling = rule(given, "LN1 > 1110 1210", *([] if die is None else [die]))
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("MI1")["hits"], ruling.of("LN1")["hits"], ruling.of("LN1")["hex"]) == (foot, horse, 1210)


@pytest.mark.rule("cataphract 6.63", "cataphract 7.23", "cataphract 10.26", "cataphract 12.11")
def test_what_stands_in_the_way_of_a_march() -> None:
    """Through a friend in an enemy's ZOC there is no way, as one would have to stop there; a routed friend is lost."""
    stopped = field(roman("HC1", 1010), roman("MI1", 1110), goth("MI9", 1210))
    assert len(rule(stopped, "HC1 > 1110 1211").refused) == 1
    ruling = rule(field(roman("HC1", 1010), roman("LI2", 1110, "W", routed=True)), "HC1 > 1110 1210")
    assert ruling.of("HC1")["hex"] == 1210
    assert ruling.of("LI2")["eliminated"] and points(ruling, "roman") == 4


@pytest.mark.rule("cataphract 10.27", "cataphract 10.26", "cataphract 11.2", "cataphract 12.11")
@pytest.mark.parametrize("die", [4, 5])
def test_rallied_by_its_printed_quality(die: int) -> None:
    given = field(goth("MI1", 1510, "E", routed=True, missile="J"), ground=WILD, active="Totila")
    ruling = rule(given, "rally MI1 @W\nMI1 > 1410", die)
    mi = ruling.of("MI1")
    if die == 4:
        assert ruling.refused == ["10.27"]
        assert (mi["hits"], mi["supply"], mi["facing"], mi["rallied"]) == (2, "no", "W", True)
    else:
        assert mi["eliminated"] and points(ruling, "goth") == 5


@pytest.mark.rule("cataphract 4.33", "cataphract 5.15", "cataphract 4.21")
@pytest.mark.parametrize(
    ("far", "die", "status", "line"),
    [(False, 6, "active", False), (True, 1, "finished", False), (True, 0, "active", True)],
)
def test_a_subordinate_asks_leave(far: bool, die: int, status: str, line: bool) -> None:
    """Near his commander he may lose the Line Command, far from him his turn: he has done, and the enemy acts."""
    narses = {**NARSES, "command_range": 3 if far else 14}
    given = field(
        roman("HC1", 1010), roman("HC2", 1011), leader("roman", "John", "0911", initiative=4), narses, active="John"
    )
    ruling = rule(given, "leave", die)
    assert ruling.of("John")["status"] == status
    if status == "active":
        ruling = rule(given, "leave\nline HC1 HC2", die)
        assert ruling.refused == ([] if line else ["4.33"])
    else:
        assert ruling.told[-2]["side"] == "goth"


@pytest.mark.rule("cataphract 4.5", "cataphract 7.33", "cataphract 5.31")
def test_a_contingent_commander_has_his_own_and_nobody_else() -> None:
    sunicas = {"side": "roman", "id": "Sunicas", "hex": 1012, "role": "CC", "initiative": 3, "commands": ["Huns"]}
    given = field(
        roman("HC1", 1010),
        goth("MI1", 1110),
        roman("LC2", 1013, contingent="Huns"),
        goth("MI2", 1113),
        sunicas,
        active="Sunicas",
    )
    ruling = rule(given, "HC1 > 1109\ndone\nshock HC1 x MI1\nshock LC2 x MI2", 9)
    assert len(ruling.refused) == 2 and ruling.refused[0] == "4.5"
    assert ruling.of("HC1")["hits"] == 0 and ruling.of("LC2")["hits"] > 0
    assert "momentum" not in asks(ruling)


@pytest.mark.rule("cataphract 6.51", "cataphract 7.21", "cataphract 6.52", "cataphract 6.57")
def test_between_two_chances_it_is_held() -> None:
    """In the mover's ZOC it can't go; when he has passed into its own Front it can, and without a hit; he goes on."""
    given = field(roman("HC1", 1010), goth("LC1", 1310, "NE"))
    ruling = rule(given, "HC1 > 1110 1210 1309 1409\nnone\nnone\nLC1 1411 @NE\nnone")
    assert not ruling.refused
    assert asks(ruling).count("orderly-withdrawal") == 3
    assert (ruling.of("LC1")["hex"], ruling.of("LC1")["hits"]) == (1411, 0)
    assert ruling.of("HC1")["hex"] == 1409 and ruling.left("HC1") == 4 and marker(ruling, "HC1") is None
