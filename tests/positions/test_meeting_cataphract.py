"""Positions of Cataphract in which two rules or more meet: movement, withdrawal, reactions, fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, on_field, rule, unit

NARSES = {"side": "roman", "id": "Narses", "hex": "0510", "initiative": 6, "command_range": 14}
TOTILA = {"side": "goth", "id": "Totila", "hex": 2512, "initiative": 5, "command_range": 14}
FAR = unit("goth", "MI99", 2515, "W")
WILD = {"sides": {"goth": {"disciplined": False}}}


def roman(code: str, at: Any, facing: str = "E", **state: Any) -> dict[str, Any]:
    return unit("roman", code, at, facing, **state)


def goth(code: str, at: Any, facing: str = "W", **state: Any) -> dict[str, Any]:
    return unit("goth", code, at, facing, **state)


def leader(side: str, name: str, at: Any, **state: Any) -> dict[str, Any]:
    """A subordinate."""
    return {"side": side, "id": name, "hex": at, "role": "SC", **state}


def field(*pieces: dict[str, Any], **said: Any) -> dict[str, Any]:
    """Pieces between two armies whose commanders stand far apart; Narses gives orders."""
    leaders = [p for p in pieces if "id" in p]
    named = {p["id"] for p in leaders}
    leaders += [who for who in (NARSES, TOTILA) if who["id"] not in named]
    ground = dict(said.pop("ground", {}))
    sides: dict[str, dict[str, Any]] = {"roman": {"retreat": "W"}, "goth": {"retreat": "E"}}
    for side, more in ground.pop("sides", {}).items():
        sides[side] = {**sides[side], **more}
    said.setdefault("active", "Narses")
    if said["active"] is None:
        del said["active"]
    units = [p for p in pieces if "code" in p]
    return on_field([*units, FAR], leaders, ground={"sides": sides, **ground}, **said)


def asks(ruling: Ruling) -> list[str]:
    """Every question on the way, and the one that is open."""
    return [t["kind"] for t in ruling.told if t["type"] in ("next", "decision")]


def dice_over(ruling: Ruling) -> list[int]:
    return [die for t in ruling.told if t["type"] == "dice-left" for die in t["dice"]]


def marker(ruling: Ruling, piece: str) -> str | None:
    return ruling.end.get("orders", {}).get("markers", {}).get(piece)


def points(ruling: Ruling, side: str) -> int:
    return ruling.end.get("sides", {}).get(side, {}).get("rout_points", 0)


@pytest.mark.rule("cataphract 6.52", "cataphract 6.53", "cataphract 10.21", "cataphract 11.2")
def test_a_withdrawal_too_many_breaks_an_army() -> None:
    """Foot gives way and breaks; the army loses heart, and a unit far off breaks too. The mover goes on."""
    given = field(roman("MI1", 1010), goth("LI1", 1310, hits=5), goth("MI2", 2010, hits=5), ground=WILD)
    ruling = rule(given, "MI1 > 1110 1210 1309\nLI1 1410 @W\n1509\n1610\n2109\n2210", 9)
    li, mi = ruling.of("LI1"), ruling.of("MI2")
    assert not ruling.refused and not dice_over(ruling)
    assert li["routed"] and mi["routed"] and li["hits"] == mi["hits"] == 0
    assert (li["hex"], mi["hex"]) == (1610, 2210)
    assert ruling.end["sides"]["goth"]["bonus"] is False
    assert ruling.of("MI1")["hex"] == 1309 and ruling.left("MI1") == 1


@pytest.mark.rule("cataphract 6.52", "cataphract 6.53", "cataphract 6.56", "cataphract 6.57")
def test_who_is_taken_from_behind_breaks_before_he_rides_off() -> None:
    given = field(roman("HC1", 1010), goth("LC1", 1310, "E", missile="B", hits=4))
    ruling = rule(given, "HC1 > 1110 1210\nLC1 1410 @E\n1411\n1511")
    assert not ruling.refused and "withdrawal-fire" not in asks(ruling)
    assert ruling.of("LC1")["routed"] and ruling.of("LC1")["hex"] == 1511, "two hexes from where it stood"
    assert ruling.of("HC1")["hex"] == 1210 and ruling.left("HC1") == 6 and marker(ruling, "HC1") is None


@pytest.mark.rule("cataphract 6.52", "cataphract 6.54", "cataphract 10.25")
@pytest.mark.parametrize(("hits", "asked"), [(4, "10.25"), (0, "6.54")])
def test_who_rides_along_is_asked_when_the_approach_is_paid_for(hits: int, asked: str) -> None:
    """Broken by it, the unit flees and its leader is asked once, about that."""
    who = [goth("LC1", 1310, "E", missile="B", hits=hits), leader("goth", "Teias", 1310)]
    ruling = rule(field(roman("HC1", 1010), *who), "HC1 > 1110 1210\nLC1 1410 @E")
    (question,) = {(t["kind"], t["rule"]) for t in ruling.told if t["type"] == "decision"}
    assert question == ("leader-along", asked)
    assert ruling.of("LC1")["routed"] is (hits == 4)


@pytest.mark.rule("cataphract 6.54", "cataphract 6.56", "cataphract 4.62")
@pytest.mark.parametrize(("die", "hits"), [(2, 1), (3, 0)])
def test_horse_archers_ride_off_twice_and_shoot_once(die: int, hits: int) -> None:
    """Their leader goes with them. On the move they need one less."""
    baduila = leader("goth", "Baduila", 1310, initiative=4)
    given = field(roman("HC1", 1010), goth("LC1", 1310, missile="B"), baduila)
    ruling = rule(given, "HC1 > 1110 1210\nLC1 1410 @W\nBaduila go\nLC1 fire\nLC1 1510 @W\nBaduila go", die)
    assert not ruling.refused and not dice_over(ruling)
    assert asks(ruling).count("orderly-withdrawal") == 2
    assert ruling.of("HC1")["hits"] == hits and ruling.of("HC1")["hex"] == 1210
    assert ruling.of("LC1")["hex"] == ruling.of("Baduila")["hex"] == 1510
    assert ruling.of("LC1")["hits"] == 0


@pytest.mark.rule("cataphract 6.55", "cataphract 7.21", "cataphract 7.31")
def test_nowhere_to_withdraw_to() -> None:
    """Woods on one side, the ZOC of another enemy on the other: it stands and is charged."""
    ground = {"terrain": {"1410": "woods"}}
    given = field(roman("HC1", 1010), roman("LI5", 1511, "W"), goth("LC1", 1310, missile="B"), ground=ground)
    ruling = rule(given, "HC1 > 1110 1210\nnone")
    assert "orderly-withdrawal" not in asks(ruling)
    assert ruling.of("HC1")["hex"] == 1210 and marker(ruling, "HC1") == "must"


@pytest.mark.rule("cataphract 8.22", "cataphract 8.19", "cataphract 4.23", "cataphract 12.11")
def test_the_commander_is_shot_as_he_rides_out_of_a_zoc() -> None:
    """The order was given: the unit carries it out. He was worth five times his Initiative."""
    given = field(roman("LC1", 1110, missile="J"), goth("MI1", 1210, missile="B"), {**NARSES, "hex": 1110})
    ruling = rule(given, "LC1 > 1211 1311 & Narses\nMI1 fire\nnone", 0, 0, 9)
    assert not ruling.refused
    assert ruling.of("Narses")["eliminated"] and points(ruling, "roman") == 30
    assert (ruling.of("LC1")["hex"], ruling.of("LC1")["hits"]) == (1311, 1)
    turned = rule(given, "LC1 > @NE 1109")
    assert turned.refused in (["7.23"], ["7.25"])


@pytest.mark.rule("cataphract 7.14", "cataphract 10.14", "cataphract 8.21", "cataphract 7.31")
def test_who_breaks_in_turning_neither_shoots_nor_stops_anybody() -> None:
    given = field(roman("HC1", 1010), goth("LI1", 1310, "NE", missile="J", hits=3))
    ruling = rule(given, "HC1 > 1110 1210 1309\nLI1 @NW\n1411\n1511", 0)
    assert not ruling.refused and "entry-fire" not in asks(ruling)
    assert ruling.of("LI1")["routed"] and ruling.of("LI1")["hex"] == 1511
    assert ruling.of("HC1")["hex"] == 1309 and ruling.left("HC1") == 5 and marker(ruling, "HC1") is None


@pytest.mark.rule("cataphract 7.14", "cataphract 7.21")
def test_who_is_held_by_another_enemy_does_not_turn() -> None:
    given = field(roman("HC1", 1010), roman("MI5", 1411, "W"), goth("LI1", 1310, "NE", missile="J"))
    ruling = rule(given, "HC1 > 1110 1210 1309")
    assert "reaction-facing" not in asks(ruling)
    assert ruling.of("HC1")["hex"] == 1309, "his Front is elsewhere, so nothing stops it before that"


@pytest.mark.rule("cataphract 8.21", "cataphract 8.17", "cataphract 5.23", "cataphract 11.32", "cataphract 7.32")
def test_a_line_that_runs_into_javelins_may_get_out_of_hand() -> None:
    given = field(roman("HC1", 1010), roman("HC2", 1011), goth("MI1", 1310, missile="J"))
    ruling = rule(given, "line HC1 HC2\nHC1 > 1110 1210\nnone\nHC2 > 1111 1211\ndone\nMI1 x HC1", 6, 7)
    assert not ruling.refused and not dice_over(ruling)
    assert asks(ruling).count("entry-fire") == 1, "one volley, when all have moved"
    assert (ruling.of("HC1")["hits"], ruling.of("HC2")["hits"]) == (1, 0)
    assert ruling.of("MI1")["supply"] == "low"
    assert marker(ruling, "HC1") == marker(ruling, "HC2") == "must"
    assert [sorted(x["units"]) for x in ruling.end["uncontrolled"]] == [["HC1", "HC2"]]


HARASS = "LC1 harass MI1 1110 1210\nnone\nall fire"


@pytest.mark.rule("cataphract 8.33", "cataphract 8.34", "cataphract 6.13", "cataphract 5.24")
def test_javelins_answer_harassment_and_the_target_storms_out() -> None:
    """All who cover the path throw at once; who harasses hasn't moved, though it was Moved before."""
    given = field(
        roman("LC1", 1010, missile="C", moved=True), goth("MI1", 1310, missile="J"), goth("LI2", 1309, missile="J")
    )
    ruling = rule(given, f"{HARASS}\n1211 @W\nLC1 > 1110", 5, 5, 5, 9)
    assert ruling.refused == ["5.24"] and not dice_over(ruling)
    assert ruling.of("LC1")["hits"] == 2
    assert (ruling.of("MI1")["hits"], ruling.of("MI1")["hex"]) == (1, 1211)


@pytest.mark.rule("cataphract 8.34", "cataphract 4.62", "cataphract 12.11")
@pytest.mark.parametrize("stays", [True, False])
def test_foot_that_storms_out_comes_upon_a_leader(stays: bool) -> None:
    bouzes = leader("roman", "Bouzes", 1110, initiative=4)
    given = field(roman("LC1", 1010, missile="C"), goth("MI1", 1310), bouzes)
    answer = "stay" if stays else "1010"
    ruling = rule(given, f"LC1 harass MI1 1110 1210\nnone\n1210 @W\n{answer}", 5, 9)
    assert not ruling.refused
    assert ruling.of("MI1")["hex"] == 1210 and ruling.of("Bouzes")["eliminated"] == stays
    assert points(ruling, "roman") == (20 if stays else 0)
    if not stays:
        assert ruling.of("Bouzes")["hex"] == 1010


@pytest.mark.rule("cataphract 6.41", "cataphract 6.45", "cataphract 10.14")
def test_who_is_too_worn_for_a_column_breaks_as_it_forms() -> None:
    ruling = rule(field(roman("MI1", 1010, hits=3)), "MI1 > 1110 form @SIDE_NE\n1010\n0910")
    mi = ruling.of("MI1")
    assert not ruling.refused
    assert mi["routed"] and not mi["column"] and mi["hits"] == 0 and mi["hex"] == 910


@pytest.mark.rule("cataphract 6.45", "cataphract 8.15", "cataphract 8.23", "cataphract 10.26")
@pytest.mark.parametrize(("before", "breaks"), [(0, False), (2, True)])
def test_archers_on_the_march_are_shot_at(before: int, breaks: bool) -> None:
    marching = roman("MI1", 1010, "SIDE_SE", column=True, missile="C", hits=before)
    given = field(marching, goth("LI1", 1310, missile="B"), active="Totila")
    ruling = rule(given, "LI1 x MI1", 3)
    assert not ruling.refused and "return-fire" not in asks(ruling)
    if breaks:
        ruling = rule(given, "LI1 x MI1\n0910\n0810", 3)
        mi = ruling.of("MI1")
        assert mi["routed"] and not mi["column"] and mi["supply"] == "no" and mi["hex"] == 810
    else:
        assert ruling.of("MI1")["hits"] == 1 and ruling.of("MI1")["column"]


@pytest.mark.rule("cataphract 6.45", "cataphract 6.46", "cataphract 9.16", "cataphract 9.17", "cataphract 7.33")
def test_horse_archers_fall_upon_a_column() -> None:
    """Superior because it marches, halved because they carry bows; it holds, and falls out of Column."""
    given = field(
        roman("LC1", 1210, missile="C"),
        goth("MI1", 1310, "SIDE_NW", column=True),
        phase="shock",
    )
    ruling = rule(given, "shock LC1 x MI1\n@NW", 5, 3)
    mi = ruling.of("MI1")
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("LC1")["hits"] == 3
    assert (mi["hits"], mi["column"], mi["facing"]) == (2, False, "NW")


WALL = {"forms_shield_wall": True, "missile": "C"}


@pytest.mark.rule("cataphract 11.71", "cataphract 11.72", "cataphract 11.73", "cataphract 8.15", "cataphract 8.23")
@pytest.mark.parametrize(("die", "hits"), [(1, 0), (0, 1)])
def test_a_wall_goes_up_under_arrows(die: int, hits: int) -> None:
    """Three more instead of one more; the neighbour joins; and nobody shoots from behind it."""
    given = field(
        roman("HI1", 1010, **WALL), roman("HI2", 1011, **WALL), goth("LI1", 1310, missile="B"), active="Totila"
    )
    ruling = rule(given, "LI1 x HI1\nyes", die)
    assert not ruling.refused and "return-fire" not in asks(ruling)
    assert ruling.of("HI1")["shield_wall"] and ruling.of("HI2")["shield_wall"]
    assert ruling.of("HI1")["hits"] == hits


@pytest.mark.rule("cataphract 11.73", "cataphract 7.14", "cataphract 8.21", "cataphract 9.16", "cataphract 9.13")
def test_a_charge_upon_a_wall() -> None:
    """It neither turns nor shoots; who is charged steps out of it, spears before horse; the neighbour stays in."""
    wall = {**WALL, "shield_wall": True}
    given = field(roman("HI1", 1010, **wall), roman("HI2", 1011, **wall), goth("HC1", 1310), active="Totila")
    ruling = rule(given, "HC1 > 1210 1109\ndone\nshock HC1 x HI1\n1210\n1310", 6, 6, 9)
    assert {"reaction-facing", "entry-fire"}.isdisjoint(asks(ruling)) and not dice_over(ruling)
    assert ruling.of("HC1")["routed"]
    assert ruling.of("HI1")["hits"] == 4
    assert not ruling.of("HI1")["shield_wall"] and ruling.of("HI2")["shield_wall"]


@pytest.mark.rule("cataphract 11.1", "cataphract 6.13", "cataphract 10.14")
def test_cataphracts_dismount_after_a_march() -> None:
    """They were Moved: that costs a hit. And they are worth less on foot: what they bore on horseback breaks them."""
    fresh = rule(field(roman("HC1", 1010, cls="Cat", moved=True, hits=2)), "dismount HC1 @W").of("HC1")
    assert (fresh["type"], fresh["hits"], fresh["facing"], fresh["routed"]) == ("HI", 3, "W", False)
    given = field(roman("HC1", 1010, cls="Cat", moved=True, hits=4))
    worn = rule(given, "dismount HC1 @W\n0910\n0810")
    assert not worn.refused and worn.of("HC1")["routed"]


@pytest.mark.rule("cataphract 11.1", "cataphract 8.13", "cataphract 8.31")
@pytest.mark.parametrize(
    ("enemy", "allowed"),
    [
        (goth("LI1", 1512, missile="C"), False),
        (goth("LI1", 1512), True),
        (goth("LI1", 1512, missile="C", supply="no"), True),
        (goth("LI1", 1412), False),
        (goth("LI1", 1512, "E", missile="C"), True),
    ],
)
def test_nobody_dismounts_under_the_eyes_of_archers(enemy: dict[str, Any], allowed: bool) -> None:
    """Nor within four hexes of anybody. Who has no arrows left, or looks elsewhere, is no threat."""
    ruling = rule(field(roman("HC1", 1010, cls="Cat"), enemy), "dismount HC1 @W")
    assert ruling.refused == ([] if allowed else ["11.1"])


@pytest.mark.rule("cataphract 10.16", "cataphract 8.32")
@pytest.mark.parametrize(
    ("enemy", "left"),
    [
        (goth("LC1", 1410, missile="J"), 2),
        (goth("LC1", 1510, missile="J"), 1),
        (goth("LC1", 1410), 1),
        (goth("LC1", 1410, missile="J", supply="no"), 1),
        (goth("LC1", 1410, "E", missile="J"), 1),
        (goth("LI1", 1410, missile="B"), 2),
        (goth("MI1", 1110, "E"), None),
    ],
)
def test_recovery_under_threat(enemy: dict[str, Any], left: int | None) -> None:
    """Javelins of light horse reach four hexes, by harassment; of its hits two go, or one, or none next to an enemy."""
    ruling = rule(field(roman("HI1", 1010, hits=3), enemy), "recover HI1")
    assert ruling.refused == ([] if left else ["10.16"])
    assert ruling.of("HI1")["hits"] == (left or 3)


@pytest.mark.rule("cataphract 8.18", "cataphract 10.26", "cataphract 10.27", "cataphract 10.22")
def test_who_finds_new_missiles_after_a_rout() -> None:
    """Rallied foot and routed horse do; routed foot doesn't."""
    given = field(
        roman("MI2", 1015, missile="C", supply="no", rallied=True, hits=2),
        roman("LI1", 1010, "W", missile="J", supply="no", routed=True, ma=1),
        roman("HC1", 1005, "W", missile="C", supply="low", routed=True, ma=1),
        phase="rout",
        active=None,
    )
    ruling = rule(given, "0910\n0905\n0904")
    mi, li, hc = (ruling.of(u) for u in ("MI2", "LI1", "HC1"))
    assert (mi["supply"], mi["rallied"]) == ("full", False)
    assert (li["supply"], li["routed"], hc["supply"], hc["routed"]) == ("no", True, "full", True)
    assert ruling.end["turn"] == 2


@pytest.mark.rule("cataphract 7.25", "cataphract 6.13", "cataphract 7.33", "cataphract 9.13")
def test_foot_turns_upon_who_came_from_behind() -> None:
    """Half its MA: two vertices. It had moved before: a hit. It attacks without a check, having only turned."""
    given = field(roman("MI1", 1010, moved=True), goth("HC1", "0909", "E"))
    ruling = rule(given, "MI1 @W\nMI1 @NW\ndone\nshock MI1 x HC1", 7)
    assert ruling.refused == ["7.25"] and not dice_over(ruling)
    assert (ruling.of("MI1")["hits"], ruling.of("HC1")["hits"]) == (3, 3)


@pytest.mark.rule("cataphract 7.24", "cataphract 8.22", "cataphract 8.21", "cataphract 7.31")
def test_light_horse_rides_from_one_zoc_into_another() -> None:
    given = field(roman("LC1", 1110, missile="J"), goth("MI1", 1210, missile="B"), goth("MI2", 1311, missile="B"))
    assert rule(given, "LC1 > 1211 1312").refused in (["7.23"], ["7.24"])
    ruling = rule(given, "LC1 > 1211 keep\nMI1 fire\nnone\nMI2 fire", 4, 5)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("LC1")["hits"] == 1 and ruling.of("LC1")["hex"] == 1211
    assert ruling.left("LC1") == 8 and marker(ruling, "LC1") is None


@pytest.mark.rule("cataphract 8.22", "cataphract 10.25", "cataphract 4.62", "cataphract 4.23")
@pytest.mark.parametrize("answer", ["1010", "stay"])
def test_his_horse_breaks_under_the_commander(answer: str) -> None:
    """It breaks before it has moved. He lets it go: alone before the enemy he gets away at once, or he is lost."""
    given = field(roman("LC1", 1110, missile="J", hits=4), goth("MI1", 1210, missile="B"), {**NARSES, "hex": 1110})
    ruling = rule(given, f"LC1 > 1211 1311 & Narses\nMI1 fire\nNarses stay\n1010\n0910\n{answer}", 3)
    assert not ruling.refused
    assert ruling.of("LC1")["routed"] and ruling.of("LC1")["hex"] == 910
    assert ruling.of("Narses")["eliminated"] == (answer == "stay")
    if answer != "stay":
        assert ruling.of("Narses")["hex"] == 1010


@pytest.mark.rule("cataphract 4.21", "cataphract 7.21")
def test_a_friend_carries_the_order_through() -> None:
    bouzes = leader("roman", "Bouzes", "0810", command_range=3)
    pieces = roman("HC1", 1110), goth("MI8", 1009, "SE"), goth("MI9", 1111), bouzes
    assert rule(field(*pieces, active="Bouzes"), "HC1 > 1210").refused == ["4.21"]
    ruling = rule(field(*pieces, roman("LI2", 1010), active="Bouzes"), "HC1 > 1210")
    assert not ruling.refused and ruling.left("HC1") == 7


@pytest.mark.rule("cataphract 4.23", "cataphract 6.14", "cataphract 6.64")
def test_what_he_rode_with_his_horse_he_cannot_ride_alone() -> None:
    given = field(roman("HC1", 1010), roman("HC2", 1911), {**NARSES, "hex": 1010})
    ride = "HC1 > 1110 1210 1310 1410 1510 1610 & Narses\n"
    ruling = rule(given, ride + "Narses > 1911")
    assert len(ruling.refused) == 1 and ruling.refused[0] in ("6.14", "6.64", "6.25")
    assert ruling.of("Narses")["hex"] == 1610
    ruling = rule(given, ride + "Narses > 1910")
    assert not ruling.refused and ruling.of("Narses")["hex"] == 1910
    assert ruling.end["orders"]["orders_used"] == 2


@pytest.mark.rule("cataphract 4.4", "cataphract 7.23", "cataphract 5.26", "cataphract 4.24")
def test_the_commander_takes_a_subordinate_out_of_the_press() -> None:
    """Two orders, once. He who had been put off acts next, before his comrade, and without Momentum."""
    pieces = (
        roman("HC1", 1010),
        goth("MI1", 1110),
        leader("roman", "John", 1010, initiative=4, deferred=True),
        leader("roman", "Bouzes", "0612", initiative=3),
    )
    short = field(*pieces, orders={"orders_used": 5})
    assert rule(short, "John > 0810").refused in (["4.4"], ["4.22"])
    ruling = rule(field(*pieces), "John > 0810\nJohn > 0710\ndone\nshock none\nno\ndone\nshock none")
    assert ruling.refused == ["4.4"]
    assert ruling.of("John")["status"] == "finished" and asks(ruling).count("momentum") == 1


@pytest.mark.rule("cataphract 5.26", "cataphract 5.12")
@pytest.mark.parametrize("side", ["roman", "goth"])
def test_who_was_put_off_acts_before_any_other_of_his(side: str) -> None:
    """Once it is his side's turn by Initiative: an enemy of lower Initiative comes before him."""
    john = leader("roman", "John", "0810", initiative=4, deferred=True)
    other = leader(side, "Baduila", 2013 if side == "goth" else "0612", initiative=3)
    ruling = rule(field(roman("HC1", 1010), john, other, phase="select", active=None))
    assert ruling.end.get("active") == ("John" if side == "roman" else None)
