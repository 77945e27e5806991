"""SPQR where rules meet: stacks under fire, withdrawals with a shot, generals in contact, flanking phalanxes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_spqr import (
    battle,
    fabius,
    hannibal,
    hastati,
    punic,
    rolls,
    rome,
    tribune,
    varro,
    velites,
)


def hits(ruling: Ruling, *units: str) -> list[int]:
    return [ruling.of(u)["hits"] for u in units]


def asked(ruling: Ruling) -> set[str]:
    return {t["kind"] for t in ruling.told if t["type"] in ("next", "decision")}


STACK = [hastati("LG1", 1010), hastati("LG2", 1010, below="LG1")]


@pytest.mark.rule("spqr 8.13", "spqr 6.68", "spqr 8.51")
@pytest.mark.parametrize(("at", "facing", "hurt"), [("0910", "E", [0, 1]), (1011, "NE", [1, 0])])
def test_arrows_from_behind_strike_the_lower_unit(at: Any, facing: str, hurt: list[int]) -> None:
    given = battle([*STACK, punic("SK9", at, facing, missile="A")], [fabius(), hannibal()], active="Hannibal")
    ruling = rule(given, "SK9 x LG1", 5)
    assert not ruling.refused and hits(ruling, "LG1", "LG2") == hurt


@pytest.mark.rule("spqr 8.23", "spqr 8.22", "spqr 8.14")
@pytest.mark.parametrize(("entry", "returned"), [("fire", False), ("hold", True)])
def test_who_has_fired_at_who_came_up_does_not_return_his_shot(entry: str, returned: bool) -> None:
    units = [velites("LI1", 1010), punic("LI9", 1310, missile="J", ma=6)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    ruling = rule(
        given, f"LI9 > 1210 1110 x LI1\nno\nnone\nLI1 {entry}", *(9 for _ in range(2 if entry == "fire" else 1))
    )
    assert not ruling.refused and ("return-fire" in asked(ruling)) is returned


@pytest.mark.rule("spqr 6.55", "spqr 8.51", "spqr 6.51")
@pytest.mark.parametrize(("weapon", "die", "stung"), [("A", 1, 1), ("A", 2, 0), ("J", 1, 0)])
def test_horse_archers_alone_shoot_as_they_withdraw(weapon: str, die: int, stung: int) -> None:
    """3 at two hexes, one less as they ride and one less at heavy foot."""
    units = [rome("HI1", 1010, ma=5), punic("LC9", 1310, missile=weapon, ma=8)]
    given = battle(units, [fabius(1010), hannibal()], active="Fabius")
    ruling = rule(given, "HI1 > 1110\nLC9 x HI1 > 1410", die)
    assert hits(ruling, "HI1") == [stung]
    assert bool(rolls(ruling)) is (weapon == "A") and ruling.of("LC9")["hex"] == 1410


@pytest.mark.rule("spqr 9.32", "spqr 9.15", "spqr 9.31", "spqr 8.51")
@pytest.mark.parametrize(("die", "stung"), [(2, 2), (3, 0)])
def test_horse_that_harasses_elephants_from_the_side_suffers_first(die: int, stung: int) -> None:
    """3, and one less as it rides; two hits for one on elephants."""
    units = [rome("LC1", 1108, "SE", missile="J", ma=8, tq=6), punic("EL9", 1310, tq=7, ma=6, missile=None)]
    given = battle(units, [fabius(1008), hannibal()], active="Fabius")
    ruling = rule(given, "LC1 harass EL9 1209 1309\nEL9 hold", die)
    assert not ruling.refused and hits(ruling, "LC1", "EL9") == [2, stung]
    front = rule(given, "LC1 harass EL9 1109 1210", die)
    assert front.refused == ["9.32"] or front.refused == ["9.15"]


@pytest.mark.rule("spqr 9.31", "spqr 9.33")
@pytest.mark.parametrize(
    ("target", "ma", "case"), [("LC9", 9, "9.31"), ("LC9", 8, ""), ("SK9", 6, "9.33"), ("LI9", 6, "")]
)
def test_whom_light_horse_may_harass(target: str, ma: int, case: str) -> None:
    units = [rome("LC1", 1010, missile="J", ma=8), punic(target, 1310, ma=ma, missile=None)]
    given = battle(units, [fabius(1010), hannibal()], active="Fabius")
    assert rule(given, f"LC1 harass {target} 1110 1210", 9).refused == ([case] if case else [])


@pytest.mark.rule("spqr 4.3", "spqr 4.26", "spqr 5.22")
@pytest.mark.parametrize(("enemy", "orders"), [(1010, 2), (1610, 1)])
def test_the_general_fetches_a_leader_out_of_contact(enemy: int, orders: int) -> None:
    """Who is held there gives no order of his own."""
    units = [rome("MI1", "0506"), punic("MI9", enemy)]
    given = battle(units, [fabius("0710"), varro("0910"), hannibal()], active="Fabius")
    ruling = rule(given, "Varro > 0710")
    assert not ruling.refused and ruling.of("Varro")["hex"] == 710
    assert ruling.end["orders"]["orders_used"] == orders
    if orders == 2:
        own = battle(units, [fabius("0710"), varro("0910"), hannibal()], active="Varro")
        assert rule(own, "MI1 > 0606").refused in (["4.26"], ["5.27"], ["5.26"])


@pytest.mark.rule("spqr 6.66", "spqr 5.22")
def test_the_lower_unit_comes_up_by_one_order_and_goes_by_another() -> None:
    given = battle([*STACK, punic("MI9", 1910)], [fabius(1010), tribune("0910"), hannibal()], active="Fabius")
    ruling = rule(given, "LG2 > 1110\ntop LG2\nLG2 > 1110")
    assert ruling.refused == ["6.66"] and ruling.end["orders"]["orders_used"] == 2
    assert (ruling.of("LG2")["hex"], ruling.of("LG1")["hex"]) == (1110, 1010)


@pytest.mark.rule("spqr 6.63", "spqr 6.69", "spqr 6.67")
@pytest.mark.parametrize(
    ("mover", "ok", "suffered"),
    [
        (hastati("LG3", 1110, "E"), True, 0),
        (hastati("LG3", 1110, legion="VI"), True, 0),
        (velites("LI3", 1110), False, 0),
    ],
)
def test_who_may_join_hastati_in_their_hex(mover: dict[str, Any], ok: bool, suffered: int) -> None:
    units = [hastati("LG1", 1210), mover, punic("MI9", 1910)]
    ruling = rule(battle(units, [fabius(1110), hannibal()], active="Fabius"), f"{mover['code']} > 1210")
    assert bool(ruling.refused) is not ok and hits(ruling, mover["code"], "LG1") == [suffered, suffered]
    assert ruling.of(mover["code"])["hex"] == (1210 if ok else 1110)


@pytest.mark.rule("spqr 6.45", "spqr 6.43")
@pytest.mark.parametrize(("enemy", "dice", "suffered"), [("MI9", (5,), 2), ("MI9", (8,), 3), ("SK9", (), 1)])
def test_a_phalanx_half_held_comes_round(enemy: str, dice: tuple[int, ...], suffered: int) -> None:
    """At TQ 6 a 5 costs one besides, an 8 two; against skirmishers nothing is rolled."""
    units = [rome("PH1", 1010, tq=6), punic(enemy, 1209, missile=None)]
    ruling = rule(battle(units, [fabius(1010), hannibal()], active="Fabius"), "PH1 fl wheel left\nnone\nnone", *dice)
    assert hits(ruling, "PH1") == [suffered] and ruling.of("PH1")["facing"] == "NE"


@pytest.mark.rule("spqr 8.14", "spqr 8.51")
@pytest.mark.parametrize(
    ("shooter", "had", "die", "left"),
    [
        ("LG1", "full", 0, "no"),
        ("LI1", "full", 5, "full"),
        ("LI1", "full", 6, "low"),
        ("LI1", "low", 0, "no"),
        ("SK1", "full", 8, "full"),
        ("SK1", "full", 9, "low"),
    ],
)
def test_what_is_left_in_the_quivers(shooter: str, had: str, die: int, left: str) -> None:
    made = {"LG1": hastati, "LI1": velites}.get(shooter)
    unit = made(shooter, 1010, supply=had) if made else rome("SK1", 1010, missile="A", supply=had)
    given = battle([unit, punic("MI9", 1110, "E")], [fabius(1010), hannibal()], active="Fabius")
    ruling = rule(given, f"{shooter} x MI9", die)
    assert not ruling.refused and ruling.of(shooter)["supply"] == left


@pytest.mark.rule("spqr 8.19", "spqr 8.13")
@pytest.mark.parametrize(("dice", "dead"), [((0, 0, 9), True), ((0, 1), False), ((1,), False)])
def test_a_leader_in_the_hex_of_a_stack_is_hit_by_a_nought(dice: tuple[int, ...], dead: bool) -> None:
    units = [*STACK, punic("SK9", 1110, missile="A")]
    given = battle(units, [fabius(), tribune(1010), hannibal()], active="Hannibal")
    ruling = rule(given, "SK9 x LG1\nLG1 no", *dice)
    assert not ruling.refused and ruling.of("Sextius")["eliminated"] is dead and hits(ruling, "LG1") == [1]


@pytest.mark.rule("spqr 4.42", "spqr 4.44")
@pytest.mark.parametrize(
    ("second", "ok"),
    [
        (hastati("LG2", 1012), True),
        (hastati("LG2", 1012, cls="PR"), False),
        (hastati("LG2", 1012, legion="VI"), False),
        (velites("LI2", 1012), False),
        (rome("RC2", 1012), False),
    ],
)
def test_a_tribune_orders_one_class_of_one_legion(second: dict[str, Any], ok: bool) -> None:
    units = [hastati("LG1", 1010), second, punic("MI9", 1910)]
    given = battle(units, [fabius(), tribune(1011), hannibal()], active="Sextius")
    ruling = rule(given, f"LG1 > 1110\n{second['code']} > 1112")
    assert bool(ruling.refused) is not ok and set(ruling.refused) <= {"4.42", "4.44", "4.28"}


@pytest.mark.rule("spqr 4.42")
def test_a_tribune_orders_velites_of_all_legions() -> None:
    units = [velites("LI1", 1010), velites("LI2", 1012, legion="VI"), hastati("LG3", 1014), punic("MI9", 1910)]
    given = battle(units, [fabius(), tribune(1011), hannibal()], active="Sextius")
    assert rule(given, "LI1 > 1110\nLI2 > 1112\nLG3 > 1114").refused == ["4.42"]
