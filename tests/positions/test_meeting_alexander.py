"""Positions of Great Battles of Alexander in which two rules or more meet: movement, withdrawal, fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, on_field, rule, unit

PHILIP = {"side": "mac", "id": "Philip", "hex": "0510", "initiative": 6, "command_range": 12}
MEMNON = {"side": "greek", "id": "Memnon", "hex": 2510, "initiative": 5, "command_range": 12}
FAR = unit("greek", "MI99", 2510, "W")


def mac(code: str, at: Any, facing: str = "E", **state: Any) -> dict[str, Any]:
    return unit("mac", code, at, facing, **state)


def greek(code: str, at: Any, facing: str = "W", **state: Any) -> dict[str, Any]:
    return unit("greek", code, at, facing, **state)


def leader(side: str, name: str, at: Any, **state: Any) -> dict[str, Any]:
    """A subordinate."""
    return {"side": side, "id": name, "hex": at, "role": "SC", **state}


def field(*pieces: dict[str, Any], **said: Any) -> dict[str, Any]:
    """Pieces between two armies whose commanders stand far apart; Philip gives orders."""
    leaders = [p for p in pieces if "id" in p]
    named = {p["id"] for p in leaders}
    leaders += [who for who in (PHILIP, MEMNON) if who["id"] not in named]
    ground = {"sides": {"mac": {"retreat": "W"}, "greek": {"retreat": "E"}}, **said.pop("ground", {})}
    said.setdefault("active", "Philip")
    if said["active"] is None:
        del said["active"]
    units = [p for p in pieces if "code" in p]
    return on_field([*units, FAR], leaders, ground=ground, system="alexander", **said)


def asks(ruling: Ruling) -> list[str]:
    """Every question on the way, and the one that is open."""
    return [t["kind"] for t in ruling.told if t["type"] in ("next", "decision")]


def dice_over(ruling: Ruling) -> list[int]:
    return [die for t in ruling.told if t["type"] == "dice-left" for die in t["dice"]]


FIVE = "PH1 > 1110 1210 1310 1410 1510"


@pytest.mark.rule("alexander 6.71", "alexander 6.46", "alexander 6.72", "alexander 6.74")
def test_light_infantry_gives_way_before_a_phalanx_at_a_stride() -> None:
    """MA 5 against 4, though it walks 5: one hex; then the phalanx comes on and is checked."""
    ruling = rule(field(mac("PH1", 1010), greek("LI1", 1611)), f"{FIVE}\nLI1 > 1711 @W\nLI1 hold", 6, 8)
    li, ph = ruling.of("LI1"), ruling.of("PH1")
    assert not ruling.refused and not dice_over(ruling)
    assert asks(ruling).count("orderly-withdrawal") == 2, "and again when it comes on"
    assert (li["hex"], li["facing"], li["hits"]) == (1711, "W", 2), "for its feet, and for its TQ of 5"
    assert (ph["hex"], ph["hits"], ph["moved"], ruling.left("PH1")) == (1510, 1, True, 0)
    far = rule(field(mac("PH1", 1010), greek("LI1", 1611)), f"{FIVE}\nLI1 > 1711 1811 @W", 6, 8)
    assert far.refused == ["6.71"], "2 MP would be one too many"


@pytest.mark.rule("alexander 6.71", "alexander 6.72")
def test_a_withdrawal_without_a_facing_keeps_it() -> None:
    ruling = rule(field(mac("PH1", 1010), greek("LI1", 1611)), f"{FIVE}\nLI1 > 1711", 6, 8)
    assert ruling.refused == []
    assert ruling.of("LI1")["facing"] == "W"


@pytest.mark.rule("alexander 6.72", "alexander 6.73", "alexander 10.21")
def test_a_withdrawal_from_the_flank_that_breaks_before_it_begins() -> None:
    ruling = rule(field(mac("PH1", 1010), greek("LI1", 1611, "NE", hits=4)), f"{FIVE}\nLI1 > 1711 @NE\n1711\n1811")
    li = ruling.of("LI1")
    assert li["routed"] and not li["eliminated"]
    assert li["hex"] // 100 == 18, "two hexes towards its edge"
    assert not [t for t in ruling.told if t["type"] == "roll"], "who has broken checks nothing more"


@pytest.mark.rule("alexander 6.62", "alexander 6.13", "alexander 6.61", "alexander 6.63")
def test_a_column_that_moves_again_into_woods_and_forms_line() -> None:
    given = field(
        mac("MI1", 1010, "SIDE_SE", column=True, moved=True), ground={"terrain": {"1110": "woods", "1210": "woods"}}
    )
    assert rule(given, "MI1 > 1110 form @NE").refused == ["6.63"], "30 degrees: E or SE"
    ruling = rule(given, "MI1 > 1110 1210 form @NE")
    mi = ruling.of("MI1")
    assert (mi["hex"], mi["hits"], mi["column"], mi["facing"]) == (1210, 1, False, "NE"), "one for moving again"
    assert ruling.left("MI1") == 2


@pytest.mark.rule("alexander 6.66", "alexander 9.65", "alexander 8.38", "alexander 8.35")
def test_a_column_outlives_its_attacker_and_breaks_as_it_leaves_column() -> None:
    """The phalanx stands in its front and its flank; both are nearly spent."""
    given = field(mac("PH1", 1010, hits=6), greek("HI1", 1411, "SIDE_NW", column=True, cls="HY", hits=2, tq=7, size=6))
    ruling = rule(given, "PH1 > 1110 1210 1310\ndone\nshock all\n1211\n1111\nHI1 @W\n1511\n1611", 5, 5, 2, 9)
    assert any("front: column 8, +1" in said and "in Column" in said for said in ruling.said), "the defender's choice"
    assert ruling.of("PH1")["routed"], "9, 1 over its TQ, and 3 as the attacker"
    hi = ruling.of("HI1")
    assert hi["routed"], "6 hits, no enemy near it, and one for the column"
    assert not hi["column"] and dice_over(ruling) == []


@pytest.mark.rule("alexander 6.45", "alexander 6.43", "alexander 7.21")
@pytest.mark.parametrize(
    ("mover", "enemy", "die", "hits"),
    [
        (mac("PH1", 1010), greek("LI1", 1109), 3, 1),
        (mac("PH1", 1010), greek("LI1", 1109), 9, 2),
        (mac("PH1", 1010), greek("SK1", 1109, missile="J", supply="no"), None, 0),
        (mac("HI1", 1010, cls="HO", tq=7), greek("LI1", 1109), 9, 3),
        (mac("HI1", 1010, cls="HO", tq=7), greek("SK1", 1109, missile="J", supply="no"), None, 1),
    ],
)
def test_half_a_unit_in_enemy_zoc_wheels(
    mover: dict[str, Any], enemy: dict[str, Any], die: int | None, hits: int
) -> None:
    code = mover["code"]
    dice = () if die is None else (die,)
    ruling = rule(field(mover, enemy), f"{code} wheel left", *dice)
    moved = ruling.of(code)
    assert (moved["hex"], moved["facing"], moved["hits"]) == (1010, "NE", hits)
    assert not dice_over(ruling) and ruling.left(code) == 3
    assert rule(field(mover, enemy), f"{code} wheel left forward 1", *dice).refused, "that is all it may do"


@pytest.mark.rule("alexander 7.16", "alexander 6.45")
def test_who_stood_in_enemy_zoc_from_the_first_turns_to_nobody() -> None:
    """The light infantry has been in the phalanx's front since before the orders."""
    ruling = rule(field(mac("PH1", 1010), greek("LI1", 1109)), "PH1 wheel left", 3)
    assert ruling.asked == ["orders"]


@pytest.mark.rule("alexander 6.44", "alexander 6.13", "alexander 6.28")
def test_hoplites_who_have_moved_face_about() -> None:
    hoplites = mac("HI1", 1010, cls="HO", moved=True)
    ruling = rule(field(hoplites), "HI1 about forward 1")
    hi = ruling.of("HI1")
    assert (hi["facing"], hi["hits"], ruling.left("HI1")) == ("W", 1, 0)
    rough = rule(field(hoplites, ground={"terrain": {"1011": "rough"}}), "HI1 about")
    assert rough.refused == ["6.44"] and rough.of("HI1")["hits"] == 0


@pytest.mark.rule("alexander 9.65", "alexander 6.46", "alexander 6.13")
def test_a_phalanx_that_stands_by_its_roll_on_the_march_goes_no_farther() -> None:
    ruling = rule(field(mac("PH1", 1010, moved=True, hits=5)), FIVE, 4)
    ph = ruling.of("PH1")
    assert ph["hits"] == 6 and not ph["routed"]
    assert ph["hex"] == 1010


@pytest.mark.rule("alexander 9.65", "alexander 6.46", "alexander 5.23")
def test_a_phalanx_that_breaks_as_it_sets_out_again() -> None:
    given = field(mac("PH1", 1010, moved=True, hits=5))
    ruling = rule(given, f"{FIVE}\n0910\n0810\nPH1 > +1", 8)
    ph = ruling.of("PH1")
    assert ph["routed"] and len(ruling.refused) == 1, "and its order is over"
    assert (ph["facing"], ph["hex"] // 100) == ("W", 8)


@pytest.mark.rule("alexander 6.94", "alexander 10.25", "alexander 9.31")
def test_who_passes_whom() -> None:
    given = field(
        mac("PH1", 1010),
        mac("SK1", "0910"),
        mac("LI1", "0911"),
        mac("LI2", "0913"),
        mac("LI3", 1013),
        mac("HC1", "0915"),
        mac("LI5", 1015, routed=True),
    )
    ruling = rule(given, "SK1 > 1010 1110\nLI1 > 1011 1111\nLI2 > 1013 1113\nHC1 > 1015 1115")
    assert ruling.refused == ["6.94"], "light infantry doesn't go through a phalanx"
    hits = {code: ruling.of(code)["hits"] for code in ("PH1", "SK1", "LI1", "LI2", "LI3", "HC1")}
    assert hits == {"PH1": 0, "SK1": 0, "LI1": 0, "LI2": 1, "LI3": 1, "HC1": 1}
    assert not ruling.of("LI5")["eliminated"], "a friend who rides past isn't an attack"
    assert ruling.end["orders"]["orders_used"] == 3


@pytest.mark.rule("alexander 4.24", "alexander 4.23", "alexander 5.31")
def test_a_leader_who_rides_into_enemy_zoc_has_given_his_last_order() -> None:
    attalus = leader("mac", "Attalus", 1010, initiative=4)
    given = field(mac("LI1", 1010), mac("LI2", 1012), attalus, greek("MI9", 1310), active="Attalus")
    along = rule(given, "LI1 > 1110 1210 & Attalus\nno\nnone\nLI2 > 1112")
    assert len(along.refused) == 1 and along.of("LI2")["hex"] == 1012
    assert "momentum" not in asks(along), "nor is there any Momentum in enemy ZOC"
    behind = rule(given, "LI1 > 1110 1210\nno\nnone\nLI2 > 1112")
    assert not behind.refused and behind.of("LI2")["hex"] == 1112


ATTALUS = leader("mac", "Attalus", 1210, initiative=4)


@pytest.mark.rule("alexander 4.4", "alexander 4.24", "alexander 7.23")
def test_the_overall_commander_brings_a_leader_out_of_enemy_zoc_for_two_orders() -> None:
    pieces = (mac("LI1", 1210), greek("MI9", 1310))
    ruling = rule(field(*pieces, ATTALUS), "Attalus > 1110\nAttalus > 1010")
    assert ruling.refused == ["4.4"], "once in an Orders Phase"
    assert ruling.of("Attalus")["hex"] == 1110 and ruling.end["orders"]["orders_used"] == 2
    own = rule(field(*pieces, ATTALUS, active="Attalus"), "Attalus > 1110\nLI1 @NE")
    assert own.refused == ["4.24", "4.24"]


@pytest.mark.rule("alexander 4.4", "alexander 4.24", "alexander 7.25")
def test_an_overall_commander_in_enemy_zoc_moves_units_but_no_leaders() -> None:
    pieces = (mac("LI1", 1210), greek("MI9", 1310), {**PHILIP, "hex": 1210}, {**ATTALUS, "hex": "0910"})
    ruling = rule(field(*pieces), "Attalus > 0810\nLI1 @NE\nPhilip > 1110\nAttalus > 0810")
    assert ruling.refused == ["4.4"]
    assert (ruling.of("LI1")["facing"], ruling.of("Philip")["hex"], ruling.of("Attalus")["hex"]) == ("NE", 1110, 810)
    assert ruling.end["orders"]["orders_used"] == 3


@pytest.mark.rule("alexander 4.62", "alexander 6.71", "alexander 6.93")
def test_a_leader_alone_is_taken_where_he_stays() -> None:
    given = field(mac("MI1", 1010, ma=5), leader("greek", "Bessus", 1310, initiative=3))
    stays = rule(given, "MI1 > 1110 1210\nBessus stay")
    assert stays.of("Bessus")["eliminated"]
    unsaid = rule(given, "MI1 > 1110 1210\nnone")
    assert not unsaid.of("Bessus")["eliminated"], "who says no more than that nobody goes loses nobody"
    goes = rule(given, "MI1 > 1110 1210\nBessus > 1710")
    assert goes.of("Bessus")["hex"] == 1710, "9 less 5 is 4 MP"
    assert rule(given, "MI1 > 1110 1210\nBessus > 1810").refused == ["4.62"]
    guarded = field(mac("MI1", 1010, ma=5), greek("LI1", 1310, "E"), leader("greek", "Bessus", 1310, initiative=3))
    ruling = rule(guarded, "MI1 > 1110 1210\nnone\nnone\nnone\nnone")
    assert not ruling.of("Bessus")["eliminated"], "with a unit he needn't"


@pytest.mark.rule("alexander 4.63", "alexander 8.45", "alexander 8.42", "alexander 5.31")
def test_two_leaders_alone_fight_twice() -> None:
    """The second wound kills; who has fought has no Momentum."""
    given = field({**PHILIP, "hex": 1010}, {**MEMNON, "hex": 1410}, leader("greek", "Bessus", 2511, initiative=3))
    once = rule(given, "Philip > 1310", 6, 2)
    memnon = once.of("Memnon")
    assert (memnon["wounded"], memnon["status"]) == (True, "finished") and once.asked == ["orders"]
    twice = rule(given, "Philip > 1310\nPhilip > 1309\ndone", 6, 2, 5, 3)
    assert twice.of("Memnon")["eliminated"], "9 to 6, his rating is 3 by now: a second wound"
    assert twice.of("Philip")["status"] == "finished" and "momentum" not in asks(twice)


@pytest.mark.rule("alexander 5.41", "alexander 5.42", "alexander 5.44", "alexander 5.46", "alexander 5.31")
def test_a_trump_that_holds_against_a_trump_bypasses_both_sides() -> None:
    given = field(
        mac("MI1", 1010),
        leader("greek", "Bessus", 2511, initiative=3),
        leader("mac", "Attalus", "0511", initiative=4),
        active=None,
        phase="select",
    )
    ruling = rule(given, "trump Memnon\ntrump Philip\ndone\nMI99 > 2410\ndone\nno\nBessus\ndone", 4, 9)
    assert ruling.refused == ["5.46"], "he must have a unit move"
    states = {who: ruling.of(who)["status"] for who in ("Philip", "Memnon", "Bessus")}
    assert states == {"Philip": "finished", "Memnon": "finished", "Bessus": "finished"}
    assert [ruling.of(who)["no_momentum"] for who in ("Bessus", "Attalus")] == [True, True]
    assert asks(ruling).count("momentum") == 1, "Memnon's, not Bessus's"
    assert ruling.of("Attalus")["status"] == "inactive" and ruling.asked == ["activation"]


@pytest.mark.rule("alexander 5.47", "alexander 5.44", "alexander 4.24", "alexander 5.25")
def test_a_trump_out_of_enemy_zoc_that_comes_to_nothing() -> None:
    arsites = leader("greek", "Arsites", 1410, initiative=4)
    bessus = leader("greek", "Bessus", 2511, initiative=3)
    given = field(mac("MI1", 1310), greek("LI1", 1410), bessus, arsites, active=None, phase="select")
    ruling = rule(given, "trump Arsites\nno\nLI1 @NW\nshock none", 4)
    assert ruling.refused == ["4.24"]
    assert ruling.of("Arsites")["status"] == "finished" and ruling.of("Bessus")["status"] == "active"
    assert not ruling.of("Bessus")["no_momentum"], "as if there had been no Trump"


@pytest.mark.rule("alexander 5.33", "alexander 6.72", "alexander 6.73", "alexander 5.31")
def test_a_crisis_of_confidence_breaks_the_worn() -> None:
    units = (mac("LI1", "0710"), mac("HC1", "0711"), mac("MI1", 1110, hits=5), mac("MI2", 1210), greek("MI9", 1209))
    given = field(*units, active="Philip", phase="momentum")
    ruling = rule(
        given, "yes\nLI1\n0611\n0511\nHC1\n0612\n0512\nMI1\n1011\n0911\n0811\n0711\n0410\n0310", 9, 9, 3, 3, 3
    )
    assert (ruling.of("LI1")["hits"], ruling.of("HC1")["hits"]) == (1, 0), "horse pays nothing for its feet"
    assert ruling.of("MI1")["routed"], "its sixth hit of TQ 6"
    assert ruling.of("MI2")["hex"] == 1210, "7 hexes from Philip, who has 12"
    assert ruling.of("Philip")["status"] == "finished" and ruling.of("Philip")["hex"] in (310, 311, 309)


@pytest.mark.rule("alexander 5.33", "alexander 5.34", "alexander 5.44")
def test_a_finished_leader_acts_again_by_the_enemys_doom() -> None:
    bessus = leader("greek", "Bessus", 1111, initiative=3, status="finished")
    given = field(greek("MI9", 1010), bessus, active="Philip", phase="momentum")
    ruling = rule(given, "yes\nBessus\nMI9 > 0910\ndone", 9, 0)
    assert (ruling.of("MI9")["hex"], ruling.of("Bessus")["status"]) == (910, "finished")
    assert asks(ruling).count("momentum") == 0 and ruling.asked == ["activation"]


LINES = {
    "sides": {
        "mac": {"retreat": "W"},
        "greek": {
            "retreat": "E",
            "lines": [{"types": ["LN"], "leaders": ["Bessus"]}, {"types": ["MI"], "leaders": ["Bessus"]}],
        },
    }
}


@pytest.mark.rule("alexander 4.34", "alexander 5.31", "alexander 4.31")
@pytest.mark.parametrize(
    ("reach", "dice", "after"), [(12, (), "activation"), (6, (3,), "momentum"), (6, (5,), "activation")]
)
def test_whose_leave_a_line_command_has_decides_on_momentum(reach: int, dice: tuple[int, ...], after: str) -> None:
    """Within Memnon's range, by his own Strategy of 4, or refused."""
    given = field(
        mac("MI1", "0610"),
        greek("LN1", 1410),
        greek("LN2", 1412),
        leader("greek", "Bessus", 1510, initiative=3, strategy=4),
        {**MEMNON, "command_range": reach},
        active="Bessus",
        turn=2,
        ground=LINES,
    )
    ruling = rule(given, "line LN1-2\nLN1 > 1310\ndone\ndone", *dice)
    assert not dice_over(ruling) and ruling.of("LN1")["hex"] == 1310, "by an order of its own where leave is refused"
    if dice != (5,):
        assert after in asks(ruling) and ("momentum" in asks(ruling)) == (after == "momentum")


@pytest.mark.rule("alexander 4.34", "alexander 4.33", "alexander 8.14")
@pytest.mark.parametrize(
    ("between", "granted"),
    [
        ([greek("LI1", 1410)], True),
        ([greek("LI1", 1411)], False),
        ([greek("EL1", 1411)], True),
        ([greek("LI1", 1411), greek("LI2", 1410)], False),
    ],
)
def test_a_leader_who_must_see_his_line(between: list[dict[str, Any]], granted: bool) -> None:
    """MI4 is seen across 1411 alone, MI3 along the hexside between 1410 and 1411."""
    bessus = leader("greek", "Bessus", 1510, initiative=3, strategy=4)
    line = (greek("MI3", 1310), greek("MI4", 1311))
    given = field(mac("MI1", "0610"), *line, *between, bessus, active="Bessus", ground=LINES)
    ruling = rule(given, "line MI3-4")
    assert (ruling.refused, ruling.asked) == (([], ["line"]) if granted else (["4.34"], ["orders"]))


@pytest.mark.rule("alexander 8.22", "alexander 7.23", "alexander 10.13", "alexander 5.23")
def test_who_leaves_an_archers_zoc_is_shot_in_the_back() -> None:
    archer = greek("SK9", 1110, missile="A")
    whole = rule(field(mac("HC1", 1010, "W"), archer), "HC1 > 0910\nSK9 fire", 3)
    assert (whole.of("HC1")["hex"], whole.of("HC1")["hits"]) == (910, 1)
    worn = rule(field(mac("HC1", 1010, "W", hits=6), archer), "HC1 > 0910\nSK9 fire\n0910\n0810\nHC1 > 0710", 3)
    horse = worn.of("HC1")
    assert horse["routed"] and horse["hex"] == 810 and len(worn.refused) == 1
    slow = rule(field(mac("MI1", 1010, "W"), archer), "MI1 > 0910")
    assert slow.refused == ["7.23"], "MA 5 against 6"
    javelins = rule(field(mac("HC1", 1010, "W"), greek("SK9", 1110, missile="J")), "HC1 > 0910")
    assert javelins.of("HC1")["hex"] == 910 and "retire-fire" not in asks(javelins), "their range is 1"


@pytest.mark.rule("alexander 6.71", "alexander 4.62", "alexander 10.28")
@pytest.mark.parametrize(("goes", "at"), [("yes", 1711), ("no", 1611)])
def test_a_leader_may_go_along_with_a_unit_that_withdraws(goes: str, at: int) -> None:
    bessus = leader("greek", "Bessus", 1611, initiative=3)
    given = field(mac("PH1", 1010), greek("LI1", 1611), bessus)
    ruling = rule(given, f"PH1 > 1110 1210 1310 1410\nnone\nLI1 > 1711 @W\n{goes}", 3)
    assert ruling.of("LI1")["hex"] == 1711 and ruling.of("LI1")["hits"] == 1
    assert ruling.of("Bessus")["hex"] == at and not ruling.of("Bessus")["eliminated"]


@pytest.mark.rule("alexander 9.41", "alexander 9.11", "alexander 9.12", "alexander 8.15", "alexander 8.17")
@pytest.mark.parametrize(("facing", "answers"), [("W", True), ("E", False)])
def test_light_cavalry_harasses_an_elephant(facing: str, answers: bool) -> None:
    """Before its tusks, or behind its tail; two hits a volley on an elephant."""
    given = field(mac("LC1", 1010, ma=9, missile="J"), greek("EL1", 1310, facing, missile="J"))
    dice = (2, 3, 9) if answers else (2,)
    ruling = rule(given, f"LC1 harass EL1 1110 1210\nnone{chr(10) + 'EL1 fire' if answers else ''}", *dice)
    lc, el = ruling.of("LC1"), ruling.of("EL1")
    assert (el["hits"], lc["hits"]) == (2, 1 if answers else 0)
    assert (el["supply"], el["screen"]) == ("full", "low" if answers else "full"), "two stocks of missiles"
    assert lc["hex"] == 1010 and not lc["moved"] and not dice_over(ruling)
    assert rule(ruling.end, "LC1 > 1110").refused == ["5.23"]


@pytest.mark.rule("alexander 8.24", "alexander 8.19", "alexander 8.17", "alexander 8.34", "alexander 7.33")
def test_the_commander_is_shot_by_return_fire_while_he_gives_orders() -> None:
    given = field(
        mac("SK1", 1010, missile="A"),
        {**PHILIP, "hex": 1010},
        mac("MI1", 1013),
        mac("MI2", 1016),
        greek("SK9", 1210, missile="A"),
        greek("MI9", 1313),
    )
    ruling = rule(given, "MI1 > 1113 1213\nnone\nSK1 x SK9\nSK9 fire\nMI2 > 1116", 9, 0, 0, 8)
    now = ruling.end["changes"]
    assert now["Philip"].items() >= {"status": "finished", "wounded": True, "lowered": 2}.items()
    assert now["SK1"] == {"hits": 1, "supply": "low"}
    assert "MI2" not in now, "he has given his last order"
    assert "shock" in asks(ruling) and ruling.end["orders"]["markers"] == {"MI1": "must"}, "who has moved must fight"


@pytest.mark.rule("alexander 8.19", "alexander 8.34", "alexander 7.33")
def test_the_position_of_a_commander_shot_in_his_own_phase_can_be_read_again() -> None:
    units = (mac("SK1", 1010, missile="A"), mac("MI1", 1013), greek("SK9", 1210, missile="A"), greek("MI9", 1313))
    ruling = rule(field(*units, {**PHILIP, "hex": 1010}), "MI1 > 1113 1213\nnone\nSK1 x SK9\nSK9 fire", 9, 0, 0, 8)
    assert ruling.of("Philip")["status"] == "finished"


@pytest.mark.rule("alexander 10.24", "alexander 10.13", "alexander 10.21")
def test_one_who_flees_carries_another_away() -> None:
    given = field(
        mac("SK1", 1410, missile="A"), greek("LI1", 1510, hits=4), greek("LI2", 1610, hits=2), greek("LI3", 1611)
    )
    ruling = rule(given, "SK1 x LI1\n1610\n1710\n1811\n1709", 2, 7)
    places = {code: (ruling.of(code)["hex"], ruling.of(code)["routed"]) for code in ("LI1", "LI2", "LI3")}
    assert places == {"LI1": (1709, True), "LI2": (1811, True), "LI3": (1611, False)}
    assert ruling.asked == ["orders"] and not ruling.refused


@pytest.mark.rule("alexander 8.21", "alexander 10.28", "alexander 4.23", "alexander 10.13")
@pytest.mark.parametrize(("goes", "at"), [("yes", 1010), ("no", 1210)])
def test_a_unit_routed_by_entry_fire_and_its_leader(goes: str, at: int) -> None:
    attalus = leader("mac", "Attalus", 1010, initiative=4)
    given = field(mac("LI1", 1010, hits=4), attalus, greek("LI9", 1310, missile="J"), active="Attalus")
    ruling = rule(given, f"LI1 > 1110 1210 & Attalus\nno\nnone\nLI9 fire\n{goes}\n1110\n1010", 4)
    assert ruling.of("LI1")["routed"] and ruling.of("LI1")["hex"] == 1010
    assert ruling.of("Attalus")["hex"] == at
    assert (ruling.asked == ["leader-withdrawal"]) == (goes == "no"), "alone before the enemy he has to go"


@pytest.mark.rule("alexander 9.52", "alexander 9.54", "alexander 5.22")
def test_an_oxybeles_that_has_shot_in_its_own_phase() -> None:
    given = field(mac("AT1", 1010, missile="B"), mac("MI1", 1015), greek("MI9", 1310))
    ruling = rule(given, "AT1 x MI9\nAT1 x MI9\nAT1 x MI9\nAT1 > 1009", 5, 6)
    assert ruling.refused == ["9.52", "9.54"]
    assert ruling.of("MI9")["hits"] == 1, "strength 5 at 3 hexes"
    assert ruling.end.get("orders", {}).get("orders_used", 0) == 0, "that takes no orders"
    moved = rule(given, "AT1 > 1110\nAT1 x MI9")
    assert len(moved.refused) == 1, "nor does it fire when it has moved"


@pytest.mark.rule("alexander 9.52", "alexander 8.15")
def test_an_oxybeles_in_the_enemys_phase() -> None:
    given = field(mac("AT1", 1010, missile="B"), greek("MI9", 1410), active="Memnon")
    ruling = rule(given, "MI9 > 1310 1210\nAT1 fire", 3)
    assert ruling.refused == []


@pytest.mark.rule("alexander 9.52", "alexander 8.15", "alexander 6.31")
def test_an_oxybeles_shoots_as_the_enemy_comes_nearer() -> None:
    given = field(mac("AT1", 1010, missile="B"), greek("MI9", 1410), active="Memnon")
    ruling = rule(given, "MI9 > 1310 1210\nnone\nAT1 x MI9\nAT1 x MI9", 5, 5)
    assert ruling.of("MI9")["hits"] == 2, "5 at 3 hexes and at 2, 3 at 4 hexes"
    assert ruling.of("MI9")["hex"] == 1210 and asks(ruling).count("artillery") == 3


@pytest.mark.rule("alexander 7.16", "alexander 8.21", "alexander 6.71")
@pytest.mark.parametrize(
    ("code", "dice", "hits"), [("LC9", (3,), 1), ("LI9", (5, 3), 1), ("LI9", (6,), 0), ("LI9", (0, 6), 0)]
)
def test_who_turns_in_reaction_may_fire(code: str, dice: tuple[int, ...], hits: int) -> None:
    """Cavalry that turns towards foot rolls for nothing; foot of equal MA needs its TQ of 5."""
    given = field(mac("MI1", 1010, ma=5), greek(code, 1310, "SW", missile="J", ma=8 if code == "LC9" else 5))
    holds = "none\n" if code == "LC9" else ""
    ruling = rule(given, f"MI1 > 1110 1210\n{holds}{code} right\nfire", *dice)
    assert ruling.of("MI1")["hits"] == hits and not dice_over(ruling)
    turned = ruling.of(code)
    assert turned["routed"] == (dice == (6,))
    assert turned["routed"] or turned["facing"] == "W"


RIDERS = {
    "sides": {"mac": {"retreat": "W"}, "greek": {"retreat": "E", "lines": [{"types": ["LC"], "leaders": ["Bessus"]}]}}
}


@pytest.mark.rule("alexander 6.77", "alexander 6.72", "alexander 6.71")
def test_a_whole_line_of_cavalry_withdraws() -> None:
    """LC2 isn't near the enemy; its Line goes, and it pays its own way."""
    bessus = leader("greek", "Bessus", 1511, initiative=3)
    given = field(mac("MI1", 1010, ma=5), greek("LC1", 1410), greek("LC2", 1512), bessus, ground=RIDERS)
    both = rule(given, "MI1 > 1110 1210\nLC1 line\nLC1 1610 @W; LC2 1713 @W", 3, 7)
    assert not both.refused
    assert [(both.of(c)["hex"], both.of(c)["hits"]) for c in ("LC1", "LC2")] == [(1610, 0), (1713, 1)]
    alone = rule(given, "MI1 > 1110 1210 1310\nLC1 > 1610 @W\nLC1 line", 3)
    assert len(alone.refused) == 1, "one has gone by itself"
    unsaid = rule(given, "MI1 > 1110 1210\nLC1 line\nLC1 > 1610 @W", 3, 3)
    assert unsaid.of("LC2")["facing"] == "W"


@pytest.mark.rule("alexander 6.77", "alexander 6.71")
def test_a_unit_of_a_withdrawing_line_goes_hex_by_hex() -> None:
    bessus = leader("greek", "Bessus", 1511, initiative=3)
    given = field(mac("MI1", 1010, ma=5), greek("LC1", 1410), greek("LC2", 1512), bessus, ground=RIDERS)
    ruling = rule(given, "MI1 > 1110 1210\nLC1 line\nLC1 > 1510 1610 @W; LC2 > 1613 1713 @W", 3, 3)
    assert ruling.refused == []


@pytest.mark.rule("alexander 9.16", "alexander 6.71", "alexander 7.21")
def test_cavalry_beside_an_elephant_must_go() -> None:
    given = field(mac("EL1", 1010), greek("HC1", 1311))
    ruling = rule(given, "EL1 > 1110 1210 1310\nHC1 no\nHC1 no\nnone", 3)
    horse = ruling.of("HC1")
    assert horse["hex"] != 1311 and horse["hits"] == 1, "come upon from the flank"
    assert horse["facing"] == "W"


@pytest.mark.rule("alexander 9.16", "alexander 6.75", "alexander 10.25", "alexander 10.13")
def test_cavalry_before_an_elephant_that_can_go_nowhere() -> None:
    held = field(mac("EL1", 1010), mac("MI1", 1509, "SW"), greek("HC1", 1410, hits=5))
    ruling = rule(held, "EL1 > 1110 1210 1310\nnone", 7)
    assert ruling.of("HC1")["hits"] == 6 and "orderly-withdrawal" not in asks(ruling), "in MI1's ZOC; at least one hit"
    routed = rule(field(mac("EL1", 1010), greek("HC1", 1410, routed=True)), "EL1 > 1110 1210 1310")
    assert routed.of("HC1")["eliminated"] and routed.of("EL1")["hits"] == 0
