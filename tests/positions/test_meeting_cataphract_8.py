"""Positions of Cataphract in which rules meet: turns in woods, double shots, doom, rallies, arrows at Dara and Utus."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_cataphract import NARSES, dice_over, field, goth, leader, points, roman


def won(ruling: Ruling) -> list[str | None]:
    """Who has won; [] while it goes on."""
    return [t["winner"] for t in ruling.told if t["type"] == "outcome"]


@pytest.mark.rule("cataphract 7.14", "cataphract 7.13", "cataphract 6.27", "cataphract 7.31")
@pytest.mark.parametrize(
    ("ground", "die", "hits"), [("open", 2, 1), ("woods", 2, 2), ("woods", 9, 4), ("rough", 7, 2), ("open", 8, 2)]
)
def test_foot_turns_to_horse_in_the_wood(ground: str, die: int, hits: int) -> None:
    """A hit at the least for its TQ of 6, and one for the ground."""
    wood: dict[str, Any] = {"terrain": {"1310": ground}} if ground != "open" else {}
    given = field(roman("HC1", 1208, "SE"), goth("MI9", 1310, tq=6), ground=wood)
    ruling = rule(given, "HC1 > 1308 1309\nMI9 @NW", die)
    assert not ruling.refused and not dice_over(ruling)
    mi = ruling.of("MI9")
    assert (mi["hex"], mi["facing"], mi["hits"]) == (1310, "NW", hits)


@pytest.mark.rule("cataphract 11.4", "cataphract 8.17", "cataphract 8.15")
@pytest.mark.parametrize(
    ("start", "dice", "supply"), [(1010, (8, 9), "low"), (1010, (9, 8), "no"), (None, (9,), "low")]
)
def test_composite_bows_that_have_not_stirred_shoot_twice(start: Any, dice: tuple[int, ...], supply: str) -> None:
    """Arrows are counted after each shot."""
    shooter = roman("LI1", 1010, missile="C", start_hex=start)
    given = field(shooter, goth("MI9", 1310, tq=9))
    ruling = rule(given, "LI1 x MI9 x MI9" if start else "LI1 x MI9", *dice)
    assert not ruling.refused and not dice_over(ruling) and ruling.of("LI1")["supply"] == supply


@pytest.mark.rule("cataphract 5.33", "cataphract 5.15", "cataphract 5.28")
@pytest.mark.parametrize(
    ("doom", "bessas", "turn"), [(1, "finished", 1), (5, "inactive", 1), (8, "inactive", 1), (9, "inactive", 2)]
)
def test_whom_doom_strikes(doom: int, bessas: str, turn: int) -> None:
    """All of his side; him alone; or everybody, and the turn is over."""
    given = field(roman("HI1", 1010), leader("roman", "Bessas", "0811"), phase="momentum")
    ruling = rule(given, "yes", 9, doom)
    assert not ruling.refused and ruling.end["turn"] == turn
    assert ruling.of("Bessas")["status"] == bessas
    assert turn == 2 or ruling.of("Narses")["status"] == "finished"


@pytest.mark.rule("cataphract 10.27", "cataphract 9.14", "cataphract 11.2")
@pytest.mark.parametrize(
    ("code", "wounded", "die", "hits"),
    [("HC1", False, 4, 2), ("MI1", False, 4, 3), ("MI1", False, 5, None), ("HC1", True, 4, None), ("HC1", True, 3, 2)],
)
def test_a_wounded_leader_rallies_fewer(code: str, wounded: bool, die: int, hits: int | None) -> None:
    """Charisma 4, 1 less with a wound; a third of a TQ of 7 for horse, half for foot."""
    who = {**NARSES, "charisma": 4, "wounded": wounded}
    ruling = rule(field(roman(code, 1010, tq=7, routed=True), who), f"rally {code} @E", die)
    assert not ruling.refused
    it = ruling.of(code)
    assert it["eliminated"] is (hits is None) and (hits is None or (it["routed"], it["hits"]) == (False, hits))


@pytest.mark.rule("cataphract 10.16", "cataphract 8.14", "cataphract 6.27")
@pytest.mark.parametrize(
    ("at", "supply", "ground", "left"),
    [(1410, "full", {}, 2), (1410, "no", {}, 1), (1910, "full", {}, 1), (1410, "full", {"1010": "woods"}, None)],
)
def test_recovery_under_arrows(at: int, supply: str, ground: Any, left: int | None) -> None:
    """One of 3 hits, or two; none in a wood."""
    given = field(roman("HI1", 1010, hits=3), goth("LI9", at, missile="B", supply=supply), ground={"terrain": ground})
    ruling = rule(given, "recover HI1")
    assert bool(ruling.refused) is (left is None) and ruling.of("HI1")["hits"] == (3 if left is None else left)


@pytest.mark.rule("cataphract 10.15", "cataphract 9.13", "cataphract 9.21")
@pytest.mark.parametrize(("hits", "breaks"), [(4, "MI9"), (3, "MI9"), (2, "HC1")])
def test_when_a_charge_would_break_everybody(hits: int, breaks: str) -> None:
    """The horse is 2 over its TQ of 6; the foot 3, 2 or 1 over its TQ of 5. Who is farther over breaks alone."""
    placed = [roman("HC1", 1010, tq=6, hits=5, moved=True), goth("MI9", 1110, tq=5, hits=hits)]
    orders = {"moved": ["HC1"], "markers": {"HC1": "must"}}
    ruling = rule(field(*placed, phase="shock", orders=orders), "shock HC1 x MI9\n1210\n1310", 9, 9)
    stands = "HC1" if breaks == "MI9" else "MI9"
    assert ruling.of(breaks)["routed"] and not ruling.of(stands)["routed"]
    assert ruling.of(stands)["hits"] == (5 if stands == "HC1" else 4)
    assert ruling.of(stands)["hex"] == 1110


@pytest.mark.rule("cataphract 12.12", "cataphract 12.11")
@pytest.mark.parametrize(
    ("lost", "winner"), [(29, ["goth"]), (30, ["goth"]), (33, ["goth"]), (34, [None]), (35, ["roman"])]
)
def test_who_withdraws(lost: int, winner: list[str | None]) -> None:
    """The Romans are 4 over their 40; the Goths give way at 30."""
    levels = {"roman": {"withdrawal_level": 40}, "goth": {"withdrawal_level": 30}}
    given = field(roman("HI1", 1010), ground={"sides": levels}, active=None, phase="withdrawal")
    given["sides"] = {"roman": {"rout_points": 44}, "goth": {"rout_points": lost}}
    assert won(rule(given)) == winner


@pytest.mark.rule("cataphract 11.1", "cataphract 6.11", "cataphract 8.18")
@pytest.mark.parametrize(("enemy", "allowed"), [(("MI8", 1510, None), True), (("MI8", 1410, None), False)])
def test_cataphracts_dismount_far_from_the_enemy(enemy: tuple[str, int, Any], allowed: bool) -> None:
    """Five hexes. It takes the whole move, and there is no way back in the same one."""
    code, at, missile = enemy
    given = field(roman("HC1", 1010, cls="Cat", tq=7, hits=1), goth(code, at, missile=missile))
    ruling = rule(given, "dismount HC1 @W\nmount HC1 @W")
    it = ruling.of("HC1")
    assert len(ruling.refused) == (1 if allowed else 2) and it["dismounted"] is allowed
    if allowed:
        assert (it["type"], it["tq"], it["hits"], it["facing"]) == ("HI", 6, 1, "W") and ruling.left("HC1") == 0


@pytest.mark.rule("cataphract 8.34", "cataphract 8.33", "cataphract 8.31")
@pytest.mark.parametrize(("die", "lured"), [(5, False), (6, True)])
def test_foot_that_is_stung_comes_out(die: int, lured: bool) -> None:
    """More than its TQ of 5: a hex towards who shot, turning for nothing."""
    given = field(roman("LC1", 1010, missile="B"), goth("MI9", 1310, "E", tq=5))
    ruling = rule(given, "LC1 harass MI9 1110 1210\nMI9 no\n1210 @W", 0, die)
    mi = ruling.of("MI9")
    assert not dice_over(ruling) and mi["hits"] == 1
    assert mi["hex"] == (1210 if lured else 1310)
    assert mi["facing"] == ("W" if lured else "E")


DARA: dict[str, Any] = {
    "scenario": "cataphract/dara",
    "turn": 3,
    "only": ["IHC1", "PLI1", "PLI2", "LI1", "Belisarius", "Perozes", "Barasames"],
}


@pytest.mark.rule("cataphract 8.15", "cataphract 9.31", "cataphract 8.13")
@pytest.mark.parametrize(("at", "reach"), [(2810, 4), (2910, 5)])
def test_arrows_fly_short_against_the_wind_at_dara(at: int, reach: int) -> None:
    """Westwards a hex less, and 1 more on the die."""
    changes = {"PLI1": {"hex": at, "facing": "W"}, "LI1": {"hex": 2410, "facing": "E"}, "Perozes": {"hex": at + 100}}
    given = {**DARA, "active": "Perozes", "changes": changes}
    west = rule(given, "PLI1 x LI1\nhold", 5)
    east = rule({**given, "active": "Belisarius", "changes": {**changes, "Belisarius": {"hex": 2310}}}, "LI1 x PLI1", 5)
    assert bool(west.refused) is (reach == 5) and not east.refused
    if reach == 4:
        (told,) = [t["text"] for t in west.told if t["type"] == "roll"]
        assert "+1" in told and "wind" in told.casefold()


@pytest.mark.rule("cataphract 8.18", "cataphract 8.17")
def test_nobody_finds_arrows_at_dara() -> None:
    changes = {"PLI1": {"hex": 3209, "supply": "low"}, "LI1": {"hex": 1611, "supply": "no"}}
    ruling = rule({**DARA, "phase": "rout", "changes": changes})
    assert (ruling.of("PLI1")["supply"], ruling.of("LI1")["supply"]) == ("low", "no")
    there = field(roman("LI1", 1010, missile="B", supply="low"), active=None, phase="rout")
    assert rule(there).of("LI1")["supply"] == "full", "elsewhere they do"


@pytest.mark.rule("cataphract 12.11", "cataphract 10.26", "cataphract 8.15")
@pytest.mark.parametrize(("code", "lost"), [("LI9", 3), ("THI1", None)])
def test_what_routed_foot_counts_at_utus(code: str, lost: int | None) -> None:
    """A hit ends who flees: light infantry costs 3, others their TQ."""
    changes = {code: {"hex": 2410, "routed": True}, "LC1": {"hex": 2510, "facing": "W"}, "Attila": {"hex": 2610}}
    given = {
        "scenario": "cataphract/utus",
        "turn": 2,
        "only": [*changes, "THI2", "LC2", "Arnegisclus"],
        "active": "Attila",
        "changes": changes,
    }
    ruling = rule(given, f"LC1 x {code}", 0)
    assert not ruling.refused and ruling.of(code)["eliminated"]
    assert points(ruling, "east-roman") == (ruling.of(code)["tq"] if lost is None else lost)
