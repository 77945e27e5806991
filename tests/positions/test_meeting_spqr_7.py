"""Positions of SPQR where two rules meet: missiles that run out, rallies of the depleted, harassment, orders."""

from __future__ import annotations

from typing import Any

import pytest

from .kit import Ruling, rule
from .test_meeting_spqr import battle, chief, fabius, hannibal, hastati, punic, rome, tribune, varro, velites


def won(ruling: Ruling) -> list[str | None]:
    """Who has won; [] while it goes on."""
    return [t["winner"] for t in ruling.told if t["type"] == "outcome"]


@pytest.mark.rule("spqr 8.14", "spqr 8.17", "spqr 8.23")
@pytest.mark.parametrize(
    ("shooter", "die", "supply"),
    [
        (hastati("LG1", 1010), 0, "no"),
        (velites("LI1", 1010), 5, "full"),
        (velites("LI1", 1010), 6, "low"),
        (velites("LI1", 1010, supply="low"), 0, "no"),
        (rome("SK1", 1010, missile="J"), 6, "low"),
        (rome("SK1", 1010, missile="A"), 8, "full"),
        (rome("SK1", 1010, missile="A"), 9, "low"),
        (rome("SK1", 1010, missile="S"), 9, "low"),
        (rome("LN1", 1010, missile="J"), 6, "low"),
    ],
)
def test_when_missiles_run_out(shooter: dict[str, Any], die: int, supply: str) -> None:
    """At men without any, who can't answer; the legion has one volley."""
    given = battle([shooter, punic("MI9", 1110, tq=9)], [fabius("0811"), hannibal(2310)], active="Fabius")
    it = rule(given, f"{shooter['code']} x MI9", die)
    assert it.refused == [] and it.of(shooter["code"])["supply"] == supply


@pytest.mark.rule("spqr 10.28", "spqr 10.31", "spqr 10.34", "spqr 10.35")
@pytest.mark.parametrize(
    ("tq", "depleted", "dice", "what"),
    [
        (6, False, (6, 5), 2),
        (6, True, (5, 5), 3),
        (6, True, (5, 7), 4),
        (6, True, (6,), "lost"),
        (7, True, (6,), "flees"),
        (7, False, (7,), "flees"),
        (6, False, (7,), "lost"),
    ],
)
def test_a_rally_of_the_depleted(tq: int, depleted: bool, dice: tuple[int, ...], what: object) -> None:
    """Initiative 5: 6 or less, 1 more for who was Depleted before, and 2 on the second table."""
    unit = rome("MI1", 1010, tq=tq, depleted=depleted, routed=True)
    given = battle([unit, punic("MI9", 2010)], [fabius("0911"), hannibal(2310)], active="Fabius")
    it = rule(given, "rally MI1 @E" + ("\n0910\n0810" if what == "flees" else ""), *dice)
    assert it.refused == []
    mi = it.of("MI1")
    if isinstance(what, int):
        assert (mi["routed"], mi["hits"], mi["depleted"], mi["hex"]) == (False, what, True, 1010)
    elif what == "lost":
        assert mi["eliminated"]
    else:
        assert mi["routed"] and mi["hex"] == 810


@pytest.mark.rule("spqr 9.32", "spqr 9.31", "spqr 8.17")
@pytest.mark.parametrize(("facing", "allowed"), [("W", False), ("E", True), ("NE", True)])
def test_horse_harasses_an_elephant_from_behind(facing: str, allowed: bool) -> None:
    """For 2 hits, and 2 to the elephant; never before its tusks."""
    units = [rome("LC1", 1010, missile="J", ma=9, tq=6), punic("EL9", 1310, facing, tq=6, ma=6)]
    given = battle(units, [fabius("0811"), hannibal(2310)], active="Fabius")
    it = rule(given, "LC1 harass EL9 1110 1210" + ("\nEL9 hold" if facing == "NE" else ""), 0)
    assert it.refused == ([] if allowed else ["9.32"])
    assert (it.of("LC1")["hits"], it.of("EL9")["hits"]) == ((2, 2) if allowed else (0, 0))
    assert it.of("LC1")["hex"] == 1010


@pytest.mark.rule("spqr 9.24", "spqr 6.13", "spqr 9.23")
@pytest.mark.parametrize(("code", "hits"), [("LI1", 1), ("SK1", 0)])
def test_harassment_is_a_second_move(code: str, hits: int) -> None:
    """A hit for who has moved before, but for skirmishers."""
    units = [rome(code, 1010, missile="J", ma=6, moved=True), punic("MI9", 1210, tq=9, ma=5)]
    given = battle(units, [fabius("0811"), hannibal(2310)], active="Fabius")
    it = rule(given, f"{code} harass MI9 1110", 8)
    assert it.refused == [] and it.of(code)["hits"] == hits and it.of(code)["supply"] == "low"


@pytest.mark.rule("spqr 5.33", "spqr 3.C", "spqr 3.E")
@pytest.mark.parametrize(("doom", "turn"), [(9, 2), (8, 1)])
def test_a_doom_that_ends_the_turn(doom: int, turn: int) -> None:
    """Hannibal hasn't acted, and doesn't any more."""
    units = [hastati("LG1", 1010), punic("MI9", 2010)]
    it = rule(battle(units, [fabius("0911"), hannibal(2310)], phase="momentum", active="Fabius"), "yes", 9, doom)
    assert it.refused == [] and it.end["turn"] == turn
    assert turn == 2 or it.of("Fabius")["status"] == "finished"


@pytest.mark.rule("spqr 4.3", "spqr 4.26", "spqr 4.22")
@pytest.mark.parametrize(("given_orders", "held", "allowed"), [(3, True, True), (4, True, False), (4, False, True)])
def test_the_consul_fetches_a_tribune_from_the_enemy(given_orders: int, held: bool, allowed: bool) -> None:
    """Out of an enemy ZOC that takes two of his five orders."""
    units = [hastati("LG1", 1110), punic("MI9", 1210 if held else 1810)]
    given = battle(units, [fabius("0911"), varro(1110), hannibal(2310)], active="Fabius")
    given["orders"] = {"orders_used": given_orders}
    it = rule(given, "Varro > 1010")
    assert (it.refused == []) is allowed and it.of("Varro")["hex"] == (1010 if allowed else 1110)
    if allowed and "orders" in it.end and "orders_used" in it.end["orders"]:
        assert it.end["orders"]["orders_used"] == 5


@pytest.mark.rule("spqr 8.18", "spqr 8.17", "spqr 8.13")
@pytest.mark.parametrize(
    ("level", "at", "die", "hits"), [(1, 1510, 0, 1), (1, 1510, 1, 0), (1, 1410, 1, 1), (0, 1510, 0, None)]
)
def test_archers_on_a_height_shoot_farther(level: int, at: int, die: int, hits: int | None) -> None:
    """A hex more, for a 0 alone."""
    units = [rome("SK1", 1010, missile="A"), punic("MI9", at, tq=9)]
    ground = {"levels": {"1010": level}} if level else {}
    given = battle(units, [fabius("0811"), hannibal(2310)], active="Fabius", ground=ground)
    it = rule(given, "SK1 x MI9", die)
    assert bool(it.refused) is (hits is None) and it.of("MI9")["hits"] == (hits or 0)


@pytest.mark.rule("spqr 9.61", "spqr 4.3", "spqr 4.42", "spqr 6.64")
@pytest.mark.parametrize(
    ("leaders", "active", "used"),
    [
        ([fabius(1010)], "Fabius", 1),
        ([fabius("0310"), tribune("0911")], "Sextius", 2),
        ([fabius("0310"), tribune(1010)], "Sextius", 2),
    ],
)
def test_what_orders_a_stack_takes(leaders: list[dict[str, Any]], active: str, used: int) -> None:
    units = [hastati("LG1", 1010), hastati("LG2", 1010, below="LG1"), punic("MI9", 2010)]
    it = rule(battle(units, [*leaders, hannibal(2310)], active=active), "LG1+LG2 > 1110")
    assert it.refused == [] and (it.of("LG1")["hex"], it.of("LG2")["hex"]) == (1110, 1110)
    orders = it.end["orders"]
    assert orders.get("orders_used", len(orders["moved"])) == used


@pytest.mark.rule("spqr 6.71", "spqr 6.75", "spqr 10.15")
@pytest.mark.parametrize(("hits", "breaks"), [(3, False), (4, True)])
def test_who_forms_a_column_with_too_many_hits(hits: int, breaks: bool) -> None:
    """Its TQ of 6 is 4 there."""
    units = [punic("MI1", 1010, "E", tq=6, hits=hits), rome("MI9", 2010, "W")]
    given = battle(units, [chief("punic", "Pyrrhus", "0911"), fabius(2410)], active="Pyrrhus")
    it = rule(given, "MI1 > 1110 form @SIDE_NE")
    assert it.refused == [] and it.of("MI1")["routed"] is breaks
    assert breaks or (it.of("MI1")["column"] and it.left("MI1") == 3)


@pytest.mark.rule("spqr 11.4", "spqr 11.3", "spqr 11.1")
@pytest.mark.parametrize(("lost", "winner"), [(9, []), (10, ["punic"]), (14, ["punic"]), (15, [None]), (16, ["rome"])])
def test_who_withdraws(lost: int, winner: list[str | None]) -> None:
    """The Romans are 5 over their level of 20; the enemy's is 10."""
    sides = {"rome": {"withdrawal_level": 20}, "punic": {"withdrawal_level": 10}}
    given = battle(
        [hastati("LG1", 1010), punic("MI9", 2010)],
        [fabius("0911"), hannibal(2310)],
        phase="withdrawal",
        ground={"sides": sides},
    )
    given["sides"] = {"rome": {"rout_points": 25}, "punic": {"rout_points": lost}}
    assert won(rule(given)) == (winner or ["punic"])
