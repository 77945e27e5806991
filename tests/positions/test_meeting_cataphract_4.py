"""Positions of Cataphract in which two rules or more meet: fire and its answers, flight, Trumps, leaders hit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_cataphract import (
    NARSES,
    asks,
    dice_over,
    field,
    goth,
    leader,
    marker,
    points,
    roman,
)


@pytest.mark.rule("cataphract 6.41", "cataphract 7.34", "cataphract 7.31", "cataphract 6.42")
def test_a_column_meets_the_enemy() -> None:
    """It comes to a stop, needn't attack and can't, and may not deploy in front of him."""
    column = roman("MI1", 1010, "SIDE_SE", column=True)
    given = field(column, goth("MI9", 1311))
    ruling = rule(given, "MI1 > 1110 1211\nnone\ndone")
    assert not ruling.refused
    assert marker(ruling, "MI1") is None and "shock" not in asks(ruling)
    assert ruling.of("MI1")["hex"] == 1211 and ruling.of("MI1")["column"] and ruling.left("MI1") == 3
    assert rule(given, "MI1 > 1110 1211 form @E").refused == ["6.41"]


@pytest.mark.rule("cataphract 8.23", "cataphract 8.21", "cataphract 8.11", "cataphract 8.15")
@pytest.mark.parametrize("entry", [True, False])
def test_who_has_thrown_as_he_came_does_not_throw_again(entry: bool) -> None:
    given = field(roman("LC1", 1010, missile="C"), goth("MI1", 1310, missile="J"))
    answers = "fire" if entry else "hold"
    dice = (7, 5) if entry else (5,)
    ruling = rule(given, f"LC1 > 1110 1210 keep x MI1\nnone\nMI1 {answers}", *dice)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("MI1")["hits"] == 1, "5, one more for moving: 6"
    assert ("return-fire" in asks(ruling)) == (not entry)


@pytest.mark.rule("cataphract 8.23", "cataphract 7.21")
@pytest.mark.parametrize("busy", [True, False])
def test_who_has_an_enemy_before_him_does_not_answer_others(busy: bool) -> None:
    before = [roman("HC5", 1210)] if busy else []
    given = field(roman("LI1", 1112, missile="B"), *before, goth("MI1", 1310, missile="B"))
    ruling = rule(given, "LI1 x MI1", 9)
    assert not ruling.refused and ("return-fire" in asks(ruling)) == (not busy)


@pytest.mark.rule("cataphract 8.11", "cataphract 8.15", "cataphract 7.12")
def test_huns_ride_up_shoot_and_ride_away() -> None:
    given = field(roman("LC1", "0610", missile="C"), goth("MI1", 1410))
    out = "LC1 > 0710 0810 0910 1010 x MI1"
    ruling = rule(given, f"{out} @W > 0910 0810", 0)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("MI1")["hits"] == 2 and ruling.of("LC1")["hex"] == 810 and ruling.left("LC1") == 0
    assert rule(given, f"{out} @W > 0910 0810", 1).of("MI1")["hits"] == 0
    away = rule(given, "LC1 > 0710 0810 0910 1010 @W 0910 x MI1", 0)
    assert away.refused in (["8.11"], ["8.13"])


@pytest.mark.rule("cataphract 8.14", "cataphract 8.13")
@pytest.mark.parametrize(("friend", "refused"), [(1110, []), (1211, ["8.14"])])
def test_over_the_heads_of_those_in_front(friend: int, refused: list[str]) -> None:
    given = field(roman("LI1", 1010, missile="B"), roman("MI2", friend), goth("MI1", 1311))
    ruling = rule(given, "LI1 x MI1", 9)
    assert ruling.refused == refused


@pytest.mark.rule("cataphract 8.16", "cataphract 8.15")
@pytest.mark.parametrize(("moves", "hits"), [(False, 1), (True, 0)])
def test_a_long_shot_downhill(moves: bool, hits: int) -> None:
    """A nought, and one hit even on foot; who has ridden up needs less than that."""
    ground = {"levels": {"1010": 1, "0910": 1}}
    given = field(roman("LC1", "0910" if moves else 1010, missile="C"), goth("MI1", 1510), ground=ground)
    ruling = rule(given, "LC1 > 1010 x MI1" if moves else "LC1 x MI1", 0)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("MI1")["hits"] == hits
    flat = field(roman("LC1", 1010, missile="C"), goth("MI1", 1510))
    assert rule(flat, "LC1 x MI1").refused == ["8.13"]


@pytest.mark.rule("cataphract 8.19", "cataphract 12.11", "cataphract 8.17")
def test_a_leader_alone_is_shot_at() -> None:
    given = field(roman("LI1", 1010, missile="B"), leader("goth", "Baduila", 1210, initiative=3))
    ruling = rule(given, "LI1 x Baduila", 0, 0, 9)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("Baduila")["eliminated"] and points(ruling, "goth") == 15


@pytest.mark.rule("cataphract 4.22", "cataphract 5.32", "cataphract 9.14", "cataphract 12.11")
def test_a_wounded_commander_counts_for_less_and_scores_as_ever() -> None:
    narses = {**NARSES, "hex": 1010, "wounded": True}
    spent = field(roman("HC1", 1010), narses, orders={"orders_used": 5})
    assert rule(spent, "HC1 > 1110").of("HC1")["hex"] == 1010, "5 orders are all he has"
    tries = field(roman("HC1", 1010), narses, phase="momentum")
    assert rule(tries, "yes", 6).of("Narses")["status"] == "finished"
    assert rule(tries, "yes\nno", 5).end["active"] == "Narses"
    fights = field(roman("HC1", 1010), goth("MI1", 1110), narses, phase="shock")
    ruling = rule(fights, "shock HC1 x MI1", 0, 9)
    assert not dice_over(ruling)
    assert ruling.of("Narses")["eliminated"] and points(ruling, "roman") == 30
    assert ruling.of("MI1")["hits"] == 2, "9, less the 4 - 1 of his Charisma: 6 in column 6"


@pytest.mark.rule("cataphract 11.31", "cataphract 4.0")
def test_who_is_out_of_hand_takes_no_orders() -> None:
    line = [{"side": "roman", "units": ["HC1"], "turn": 1, "done": True}]
    ruling = rule(field(roman("HC1", 1010), turn=2, uncontrolled=line), "HC1 > 1110")
    assert ruling.refused == ["11.31"]


@pytest.mark.rule("cataphract 10.21", "cataphract 10.23", "cataphract 12.11")
@pytest.mark.parametrize(("way", "at"), [("left", 911), ("right", 908)])
def test_a_flight_round_the_enemy(way: str, at: int) -> None:
    given = field(
        roman("MI1", 1010, hits=4),
        goth("LC8", "0909", "W"),
        goth("LC9", "0910", "W"),
        goth("LI1", 1310, missile="B"),
        active="Totila",
    )
    ruling = rule(given, f"LI1 x MI1\n{way}", 3)
    assert ruling.of("MI1")["routed"] and ruling.of("MI1")["hex"] == at


@pytest.mark.rule("cataphract 10.21", "cataphract 7.21", "cataphract 12.11")
def test_a_flight_from_nowhere_to_nowhere() -> None:
    """Enemies and ZOCs all round."""
    given = field(
        roman("MI1", 1010, hits=4),
        goth("LC8", "0909", "E"),
        goth("LC9", "0910", "E"),
        goth("LC7", 1009, "SE"),
        goth("LC6", 1011, "NE"),
        goth("LI1", 1310, missile="B"),
        active="Totila",
    )
    ruling = rule(given, "LI1 x MI1", 3)
    assert ruling.of("MI1")["eliminated"] and points(ruling, "roman") == 5


PRESS = (
    roman("HC1", 1010),
    goth("MI1", 1110),
    leader("roman", "John", 1010, initiative=5),
    leader("roman", "Bouzes", "0612", initiative=2),
    leader("goth", "Baduila", 2013, initiative=3),
)


@pytest.mark.rule("cataphract 5.46", "cataphract 5.44", "cataphract 5.26", "cataphract 5.41")
@pytest.mark.parametrize("fights", [True, False])
def test_a_trump_from_the_press(fights: bool) -> None:
    """He may only let his men attack; if he doesn't, it is as if he hadn't: nobody is bypassed, he waits."""
    given = field(*PRESS, phase="select", active=None)
    ruling = rule(given, f"trump John\nno\nshock {'HC1 x MI1' if fights else 'none'}", 5, *((9, 0) if fights else ()))
    assert not ruling.refused
    john, bouzes, baduila = (ruling.of(w) for w in ("John", "Bouzes", "Baduila"))
    assert bouzes["no_momentum"] == baduila["no_momentum"] == fights
    if fights:
        assert john["status"] == "finished"
    else:
        assert (john["status"], john["deferred"]) == ("inactive", True)
        assert bouzes["status"] == "active"


@pytest.mark.rule("cataphract 5.51", "cataphract 4.21")
@pytest.mark.parametrize("turn", [1, 2])
def test_whom_the_elite_commander_may_call(turn: int) -> None:
    narses = {**NARSES, "elite": True, "command_range": 3}
    given = field(
        roman("HC1", 1010), narses, leader("roman", "John", 1510, initiative=3), phase="elite", active=None, turn=turn
    )
    ruling = rule(given, "John")
    assert bool(ruling.refused) == (turn == 2)
    assert (ruling.end.get("active") == "John") == (turn == 1)


@pytest.mark.rule("cataphract 5.42", "cataphract 5.44", "cataphract 5.32")
def test_momentum_outlives_a_trump() -> None:
    given = field(
        goth("MI1", 1510),
        roman("HC1", 1010),
        leader("roman", "Bouzes", "0612", initiative=4),
        active="Totila",
        phase="momentum",
    )
    ruling = rule(given, "yes\ntrump Bouzes\ntrump Narses", 5, 7)
    assert len(ruling.refused) == 1 and ruling.end["active"] == "Totila"
    assert ruling.of("Narses")["status"] == "finished" and ruling.of("Totila")["in_a_row"] == 2
    assert not ruling.of("Bouzes")["no_momentum"], "a Trump that fails bypasses nobody"


@pytest.mark.rule("cataphract 5.26", "cataphract 4.24", "cataphract 7.33")
def test_the_last_call() -> None:
    done: dict[str, Any] = {"status": "finished"}
    given = field(
        roman("HC1", 1010),
        goth("MI1", 1110),
        leader("roman", "John", 1010, initiative=5, deferred=True),
        phase="last-call",
        active=None,
        changes={"Narses": done, "Totila": done},
    )
    ruling = rule(given, "shock\nHC1 > 1109\nshock HC1 x MI1", 5, 9, 5)
    assert len(ruling.refused) == 1 and ruling.of("MI1")["hits"] > 0
    assert "momentum" not in asks(ruling) and ruling.end["turn"] == 2


@pytest.mark.rule("cataphract 10.13", "cataphract 9.15", "cataphract 9.16", "cataphract 9.23")
def test_who_takes_the_flank_leads_bleeds_and_advances() -> None:
    given = field(roman("HC1", 1010), roman("HC2", 1109, "SW"), goth("MI1", 1110), phase="shock")
    ruling = rule(given, "shock HC1 HC2 x MI1\nHC2\n1211\n1311\nno", 0, 9)
    assert not dice_over(ruling) and ruling.of("MI1")["routed"]
    assert (ruling.of("HC2")["hits"], ruling.of("HC2")["hex"]) == (2, 1110)
    assert (ruling.of("HC1")["hits"], ruling.of("HC1")["hex"]) == (1, 1010)


@pytest.mark.rule("cataphract 11.71", "cataphract 8.33", "cataphract 8.34", "cataphract 11.73")
def test_nobody_storms_out_of_a_wall() -> None:
    given = field(
        roman("HI1", 1010, forms_shield_wall=True, missile="C"), goth("LC1", 1310, missile="C"), active="Totila"
    )
    ruling = rule(given, "LC1 harass HI1 1210 1110\nnone\nyes", 2, 9)
    assert "entry-fire" not in asks(ruling)
    hi = ruling.of("HI1")
    assert (hi["shield_wall"], hi["hits"], hi["hex"], hi["facing"]) == (True, 1, 1010, "E")


@pytest.mark.rule("cataphract 9.13", "cataphract 10.26", "cataphract 9.21", "cataphract 7.31")
@pytest.mark.parametrize("die", [1, 2])
def test_the_routed_are_ridden_down(die: int) -> None:
    """Their pursuers needn't check; one hit and they are gone, and the horse is where they stood."""
    given = field(roman("HC1", 1010), goth("LI1", 1310, "E", routed=True))
    ruling = rule(given, "HC1 > 1110 1210\ndone\nshock HC1 x LI1", die)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("LI1")["eliminated"] == (die == 2) if die == 2 else ruling.kinds[-2:] == ["dice-due", "position"]
    if die == 2:
        assert points(ruling, "goth") == 4 and ruling.of("HC1")["hex"] == 1310


@pytest.mark.rule("cataphract 7.13", "cataphract 7.14", "cataphract 8.21")
@pytest.mark.parametrize(("code", "dice", "hits"), [("LC1", (), 1), ("LI1", (0,), 2), ("LI1", (7,), 4)])
def test_turning_among_trees(code: str, dice: tuple[int, ...], hits: int) -> None:
    """It costs a hit for the woods; foot is checked besides, and may break by it."""
    ground = {"terrain": {"1310": "woods"}}
    given = field(roman("MI1", 1010), roman("MI5", 1412, "W"), goth(code, 1310, "NE"), ground=ground)
    ruling = rule(given, f"MI1 > 1110 1210\nnone\n{code} @NW", *dice)
    assert not ruling.refused and not dice_over(ruling)
    if hits >= 4:
        assert ruling.said[-1].startswith("LI1 routs") or ruling.of("LI1")["routed"]
    else:
        assert (ruling.of(code)["hits"], ruling.of(code)["facing"]) == (hits, "NW")


@pytest.mark.rule("cataphract 6.22", "cataphract 7.13", "cataphract 8.11", "cataphract 6.21")
def test_horse_archers_turn_in_a_wood_and_shoot() -> None:
    ground = {"terrain": {"1110": "woods"}}
    given = field(roman("LC1", 1010, missile="B"), goth("MI1", 1309, "W"), ground=ground)
    ruling = rule(given, "LC1 > 1110 @NE x MI1", 1)
    assert ruling.of("LC1")["hits"] == 2 and ruling.left("LC1") == 6
    assert ruling.of("MI1")["hits"] == 1
