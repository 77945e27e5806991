"""Alexander where rules meet: elephants beside horse, reactions of slow and fast, quivers, leaders in contact."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_alexander import MEMNON, PHILIP, asks, field, greek, leader, mac


def hits(ruling: Ruling, *units: str) -> list[int]:
    return [ruling.of(u)["hits"] for u in units]


def rolls(ruling: Ruling) -> list[str]:
    return [t["rule"] for t in ruling.told if t["type"] == "roll"]


NEAR = {**PHILIP, "hex": "0908"}
FOE = {**MEMNON, "hex": 1008}


@pytest.mark.rule("alexander 9.16", "alexander 6.71")
@pytest.mark.parametrize(("die", "suffered"), [(2, 1), (6, 1), (9, 3)])
def test_horse_that_cannot_get_away_from_elephants(die: int, suffered: int) -> None:
    """One hit at least, whatever it rolls."""
    given = field(mac("EL1", 1010, ma=6, missile=None), greek("LN9", 1310, tq=6, ma=5))
    ruling = rule(given, "EL1 > 1110 1210\nnone\nnone", die)
    assert "9.16" in rolls(ruling) and hits(ruling, "LN9") == [suffered]


@pytest.mark.rule("alexander 9.16", "alexander 10.25")
def test_routed_horse_before_elephants_is_lost() -> None:
    given = field(mac("EL1", 1010, ma=6, missile=None), greek("LN9", 1310, tq=6, ma=9, routed=True))
    ruling = rule(given, "EL1 > 1110 1210")
    assert ruling.of("LN9")["eliminated"] and hits(ruling, "EL1") == [0] and rolls(ruling) == []


@pytest.mark.rule("alexander 9.15", "alexander 7.22")
@pytest.mark.parametrize(("way", "suffered", "refused"), [("1209", 2, []), ("1109 1210", 0, ["9.15"])])
def test_horse_comes_beside_elephants_and_never_before_them(way: str, suffered: int, refused: list[str]) -> None:
    """1309 is beside it."""
    given = field(mac("LN1", 1108, "SE", tq=6, ma=9), greek("EL9", 1310, ma=6, missile=None), NEAR)
    ruling = rule(given, f"LN1 > {way}{' 1309' if way == '1209' else ''}\nnone")
    assert ruling.refused[: len(refused)] == refused and hits(ruling, "LN1") == [suffered]


@pytest.mark.rule("alexander 7.16", "alexander 6.72")
@pytest.mark.parametrize(
    ("mover", "ma", "die", "routed"), [("MI1", 5, 6, False), ("LC1", 8, 4, True), ("LC1", 8, 3, False)]
)
def test_who_turns_too_slowly_runs(mover: str, ma: int, die: int, routed: bool) -> None:
    """TQ 6, MA 5: three are added against a rider of 8."""
    given = field(mac(mover, 1010, ma=ma), greek("HI9", 1210, "NE", tq=6, ma=5), NEAR)
    ruling = rule(given, f"{mover} > 1109\n" + ("no\n" if mover == "LC1" else "") + "HI9 @NW", die)
    assert ruling.of("HI9")["routed"] is routed and "7.16" in rolls(ruling)


@pytest.mark.rule("alexander 7.16", "alexander 7.21")
@pytest.mark.parametrize("held", [False, True])
def test_who_is_held_turns_to_nobody(held: bool) -> None:
    pieces = [mac("MI1", 1010), greek("HI9", 1210, "NE"), *([mac("MI2", 1209, "SE")] if held else [])]
    assert ("reaction-facing" in asks(rule(field(*pieces, NEAR), "MI1 > 1109"))) is not held


@pytest.mark.rule("alexander 8.17", "alexander 8.15")
@pytest.mark.parametrize(
    ("code", "weapon", "had", "die", "left"),
    [
        ("SK1", "J", "full", 6, "full"),
        ("SK1", "J", "full", 7, "low"),
        ("LC1", "J", "low", 0, "no"),
        ("SK1", "A", "full", 8, "full"),
        ("SK1", "S", "full", 9, "low"),
        ("SK1", "A", "no", 0, "no"),
    ],
)
def test_what_is_left_in_the_quivers(code: str, weapon: str, had: str, die: int, left: str) -> None:
    given = field(mac(code, 1010, missile=weapon, supply=had), greek("MI9", 1110, "E"), NEAR)
    ruling = rule(given, f"{code} x MI9", die)
    assert ruling.refused == (["8.17"] if had == "no" else []) and ruling.of(code)["supply"] == left


@pytest.mark.rule("alexander 9.41", "alexander 9.42", "alexander 9.32")
@pytest.mark.parametrize(
    ("target", "said", "ok"),
    [
        ("HI9", {"ma": 5}, True),
        ("LN9", {"ma": 8}, False),
        ("HC9", {"ma": 9, "cls": "Cat"}, True),
        ("HC9", {"ma": 9}, False),
    ],
)
def test_whom_javelin_horse_may_harass(target: str, said: dict[str, Any], ok: bool) -> None:
    given = field(mac("LC1", 1010, missile="J", ma=8), greek(target, 1310, **said), NEAR)
    ruling = rule(given, f"LC1 harass {target} 1110 1210\nnone", 9)
    assert (ruling.refused == []) is ok and set(ruling.refused[:1]) <= {"9.41"}


@pytest.mark.rule("alexander 4.24", "alexander 4.4", "alexander 5.25")
@pytest.mark.parametrize(("enemy", "orders"), [(1010, 2), (1610, 1)])
def test_the_king_fetches_a_leader_out_of_contact(enemy: int, orders: int) -> None:
    given = field(greek("MI9", enemy), {**PHILIP, "hex": "0710"}, leader("mac", "Parmenio", "0910"))
    ruling = rule(given, "Parmenio > 0710")
    assert ruling.refused == [] and ruling.of("Parmenio")["hex"] == 710
    assert ruling.end["orders"]["orders_used"] == orders


@pytest.mark.rule("alexander 6.45", "alexander 6.43")
@pytest.mark.parametrize(
    ("code", "enemy", "dice", "suffered"),
    [("PH1", "MI9", (5,), 1), ("PH1", "MI9", (8,), 2), ("HI1", "MI9", (8,), 3), ("PH1", "SK9", (), 0)],
)
def test_one_half_held_the_other_comes_round(code: str, enemy: str, dice: tuple[int, ...], suffered: int) -> None:
    """At TQ 6; hoplites pay one for the wheel as well."""
    said: dict[str, Any] = {"cls": "HO"} if code == "HI1" else {}
    pieces = [mac(code, 1010, tq=6, ma=4, **said), greek(enemy, 1209, missile=None)]
    ruling = rule(field(*pieces, NEAR), f"{code} fl wheel left\nnone\nnone", *dice)
    assert hits(ruling, code) == [suffered] and ruling.of(code)["facing"] == "NE"


@pytest.mark.rule("alexander 6.44", "alexander 6.2")
@pytest.mark.parametrize(("rough", "enemy", "refused"), [(False, 1910, 0), (True, 1910, 1), (False, 1209, 1)])
def test_who_faces_about(rough: bool, enemy: int, refused: int) -> None:
    """Neither on rough ground nor in contact."""
    ground = {"terrain": {"1011": "rough"}} if rough else {}
    pieces = [mac("PH1", 1010 if enemy != 1209 else 1109, ma=4), greek("MI9", enemy), NEAR]
    ruling = rule(field(*pieces, ground=ground), "PH1 about")
    assert len(ruling.refused) == refused
    if not refused:
        assert ruling.of("PH1")["facing"] == "W" and ruling.left("PH1") == 1


@pytest.mark.rule("alexander 6.94", "alexander 6.92", "alexander 9.34")
@pytest.mark.parametrize(
    ("mover", "friend", "refused", "suffered"),
    [
        ("SK1", "HI2", [], [0, 0]),
        ("LI1", "LI2", [], [1, 1]),
        ("LI1", "HI2", ["6.94"], [0, 0]),
        ("HI1", "LI2", ["6.94"], [0, 0]),
    ],
)
def test_who_passes_whom(mover: str, friend: str, refused: list[str], suffered: list[int]) -> None:
    given = field(mac(mover, 1010, ma=6), mac(friend, 1110), NEAR)
    ruling = rule(given, f"{mover} > 1110 1210")
    assert ruling.refused == refused and hits(ruling, mover, friend) == suffered
