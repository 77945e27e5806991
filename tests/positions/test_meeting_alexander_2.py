"""Positions of Great Battles of Alexander in which two rules or more meet: Shock, rout, formations, optional rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_alexander import MEMNON, PHILIP, asks, dice_over, field, greek, leader, mac

HOPLITE = {"cls": "HO", "tq": 6, "size": 10}


def heard(said: list[str], *words: str) -> bool:
    """Whether one sentence has all these words."""
    return any(all(word in sentence for word in words) for sentence in said)


@pytest.mark.rule("alexander 9.61", "alexander 7.21", "alexander 8.36", "alexander 8.37")
@pytest.mark.parametrize(
    ("beside", "attacker", "column"),
    [
        (mac("PH2", 1012), greek("HC9", 1410, size=4), 2),
        (mac("PH2", "0912"), greek("HC9", 1410, size=4), 2),
        (mac("PH2", 1012, routed=True), greek("HC9", 1410, size=4), 4),
        (mac("PH2", 1012), greek("HI9", 1410, cls="HY", size=6), 5),
        (mac("HI2", 1012, cls="HY"), greek("HC9", 1410, size=4), 4),
    ],
)
def test_a_phalanx_is_covered_by_a_phalanx(beside: dict[str, Any], attacker: dict[str, Any], column: int) -> None:
    """Beside it, behind it in echelon, routed; a Flank hex is a column against hypaspists, two against horse."""
    code = attacker["code"]
    given = field(mac("PH1", 1010, size=10), beside, attacker, active="Memnon")
    ruling = rule(given, f"{code} > 1310 1210 1110\ndone\nshock {code} x PH1\n", 3, 3, 9)
    assert heard(ruling.said, f"{code} against PH1", f"column {column}")
    assert not ruling.refused


@pytest.mark.rule("alexander 9.31", "alexander 9.34", "alexander 8.51", "alexander 8.36", "alexander 6.22")
def test_skirmishers_are_ridden_down_on_rough_ground() -> None:
    given = field(mac("MI1", 1010, size=6), greek("SK9", 1310, size=1), ground={"terrain": {"1310": "rough"}})
    ruling = rule(given, "MI1 > 1110 1210\nnone\nnone\ndone\nshock all\nMI1 left", 3, 9)
    assert not dice_over(ruling), "only the skirmishers check, and the fight"
    assert ruling.of("SK9")["eliminated"] and ruling.end["sides"]["greek"]["rout_points"] == 1
    mi = ruling.of("MI1")
    assert (mi["hex"], mi["hits"], mi["facing"]) == (1310, 2, "NE"), "rough, and once more for turning in it"


@pytest.mark.rule("alexander 8.36", "alexander 8.32", "alexander 7.32", "alexander 8.35")
@pytest.mark.parametrize(
    ("third", "shock", "dice", "superior"),
    [
        (greek("MI8", 1211, "NE"), "MI1 x MI9", (3, 3, 9), False),
        (greek("MI8", 1211, "NE"), "MI1 x MI9 & MI2 x MI8", (3, 3, 9, 9), True),
        (greek("SK8", 1211, "NE"), "MI1 x MI9", (3, 3, 9), True),
        (greek("MI8", 1211, "NE", routed=True), "MI1 x MI9", (3, 3, 9), True),
    ],
)
def test_who_attacks_a_flank_while_another_threatens_him(
    third: dict[str, Any], shock: str, dice: tuple[int, ...], superior: bool
) -> None:
    given = field(mac("MI1", 1010), mac("MI2", 1111), greek("MI9", 1310, "NE"), third)
    ruling = rule(given, f"MI1 > 1110 1210\nnone\ndone\nshock {shock}", *dice)
    assert not ruling.refused
    assert heard(ruling.said, "Shock, MI1 against MI9", "flank: column 10")
    assert heard(ruling.said, "Shock, MI1 against MI9", "Attack Superiority (position)") == superior


@pytest.mark.rule("alexander 8.33", "alexander 8.51", "alexander 7.21", "alexander 8.52")
def test_who_breaks_before_the_clash_is_followed_but_not_out_of_enemy_zoc() -> None:
    units = (mac("MI1", 1010), greek("LI9", 1310, hits=4))
    free = rule(field(*units), "MI1 > 1110 1210\nnone\ndone\nshock all\n1410\n1510\nMI1 right", 3, 9)
    assert (free.of("MI1")["hex"], free.of("MI1")["facing"]) == (1310, "SE")
    watched = field(*units, greek("MI8", 1211, "NE"))
    held = rule(watched, "MI1 > 1110 1210\nnone\nnone\ndone\nshock all\n1410\n1510", 3, 9)
    assert held.of("LI9")["routed"] and held.of("MI1")["hex"] == 1210
    assert held.asked == ["momentum"], "nor does it turn"


@pytest.mark.rule("alexander 10.26", "alexander 9.65", "alexander 8.38", "alexander 8.53")
def test_a_phalanx_and_hoplites_break_together() -> None:
    """The examples of 10.26, with the rolls of 9.65."""
    given = field(mac("PH1", 1010, hits=5), greek("HI9", 1311, hits=4, **HOPLITE))
    first = rule(given, "PH1 > 1110 1210\ndone\nshock all\n1110\n1010", 3, 3, 0, 9)
    assert first.of("PH1")["routed"] and (first.of("HI9")["hits"], first.of("HI9")["hex"]) == (5, 1311)
    second = rule(given, "PH1 > 1110 1210\ndone\nshock all\n1411\n1511\n1310@E", 3, 3, 2, 7)
    assert second.of("HI9")["routed"]
    assert (second.of("PH1")["hits"], second.of("PH1")["hex"], second.of("PH1")["facing"]) == (6, 1310, "E")
    stands = rule(given, "PH1 > 1110 1210\ndone\nshock all", 3, 3, 0, 3)
    assert not stands.of("PH1")["routed"] and stands.of("PH1")["hits"] == 6, "3 and 1 and 3 are its TQ"


@pytest.mark.rule("alexander 9.13", "alexander 9.17", "alexander 8.36", "alexander 8.33")
def test_an_elephant_that_meets_a_second_line() -> None:
    given = field(mac("EL1", 1010, tq=8), greek("LI9", 1310), greek("LI8", 1410), greek("HI7", 1411, cls="HY"))
    ruling = rule(given, "EL1 > 1110 1210\nnone\ndone\nshock all\nLI8\n1509\nnone", 3, 5, 5, 5, 5, 0)
    assert (ruling.of("EL1")["hex"], ruling.of("EL1")["hits"]) == (1509, 5), "no check of its own the second time"
    assert (ruling.of("LI9")["hits"], ruling.of("LI8")["hits"]) == (3, 3), (
        "each checks at 1 more; LI9 rallies by a hair"
    )
    assert ruling.of("HI7")["hits"] == 0 and not dice_over(ruling)


@pytest.mark.rule("alexander 9.24", "alexander 9.23", "alexander 9.65", "alexander 8.33")
def test_a_worn_phalanx_opens_its_ranks_to_chariots() -> None:
    given = field(mac("PH1", 1010, hits=6), greek("CH9", 1410), active="Memnon")
    stands = rule(given, "CH9 > 1310 1210 1110\ndone\nshock all\n1010\n0910", 3, 4)
    assert (stands.of("PH1")["hits"], stands.of("PH1")["routed"], stands.of("CH9")["hex"]) == (6, False, 910)
    assert not heard(stands.said, "Shock,"), "no fight"
    breaks = rule(given, "CH9 > 1310 1210 1110\ndone\nshock all", 3, 8)
    assert breaks.of("PH1")["routed"]
    fights = rule(given, "CH9 > 1310 1210 1110\ndone\nshock all", 8, 0, 0, 0)
    assert heard(fights.said, "Shock, CH9 against PH1", "column 8"), (
        "three hexes aren't four, and no size with chariots"
    )


@pytest.mark.rule("alexander 8.42", "alexander 8.44", "alexander 8.36", "alexander 10.42", "alexander 5.31")
def test_the_commander_falls_as_he_leads_the_attack() -> None:
    given = field(mac("MI1", 1010), {**PHILIP, "hex": 1010}, greek("MI9", 1310), {**MEMNON, "hex": 1310})
    ruling = rule(given, "MI1 > 1110 1210 & Philip\nnone\nnone\nnone\ndone\nshock all", 3, 3, 0, 9, 9)
    assert ruling.of("Philip")["eliminated"] and ruling.end["sides"]["mac"]["rout_points"] == 30
    assert heard(ruling.said, "= 5: 2 to the attacker, 2 to the defender"), "9, less Memnon's 2 and Philip's 2"
    assert ruling.asked == ["activation"]


@pytest.mark.rule("alexander 9.14", "alexander 8.15", "alexander 4.62", "alexander 10.42")
def test_an_elephant_shot_mad_runs_to_its_friends() -> None:
    bessus = leader("greek", "Bessus", 1410, initiative=3)
    given = field(mac("SK1", 1110, missile="A"), greek("EL9", 1210, tq=4, hits=2), greek("LI8", 1410), bessus)
    ruling = rule(given, "SK1 x EL9\n1310\nBessus > 1510", 3, 0, 9)
    assert ruling.of("EL9")["eliminated"] and ruling.end["sides"]["greek"]["rout_points"] == 2
    assert (ruling.of("LI8")["hits"], ruling.of("Bessus")["hex"]) == (1, 1510), "from its front"
    behind = field(mac("SK1", 1110, missile="A"), greek("EL9", 1210, tq=4, hits=2), greek("LI8", 1410, "E"))
    assert rule(behind, "SK1 x EL9\n1310", 3, 0, 9).of("LI8")["hits"] == 2, "from its rear"


@pytest.mark.rule("alexander 9.65", "alexander 8.36", "alexander 8.51", "alexander 10.22")
def test_hoplites_taken_in_flank_break_without_a_roll() -> None:
    given = field(mac("HC1", 1108, size=4), greek("HI9", 1311, hits=0, cls="HO", tq=7, size=10))
    ruling = rule(given, "HC1 > 1208 1308 @SE 1309\ndone\nshock all\n1511\n1310\nHC1 no", 3, 3, 9)
    assert ruling.of("HI9")["routed"] and not dice_over(ruling)
    assert not any("about to rout" in said for said in ruling.said)
    assert ruling.of("HC1")["hex"] == 1310


@pytest.mark.rule("alexander 10.22", "alexander 10.23", "alexander 10.42", "alexander 10.43", "alexander 9.65")
def test_a_rout_phase_that_loses_the_battle() -> None:
    sides = {"mac": {"retreat": "W", "withdrawal_level": 50}, "greek": {"retreat": "E", "withdrawal_level": 34}}
    given = field(
        greek("HI9", 1311, cls="HO", tq=7, size=10, routed=True),
        greek("LI9", 2710, tq=5, routed=True),
        mac("MI1", "0610"),
        active=None,
        phase="rout",
        sides={"greek": {"rout_points": 15}},
        ground={"sides": sides},
    )
    ruling = rule(given, "2810\n2910\n3010")
    assert ruling.of("HI9")["eliminated"] and ruling.of("LI9")["eliminated"]
    assert ruling.end["sides"]["greek"]["rout_points"] == 34, "15, twice 7, and 5: it equals the level"
    assert ruling.end["phase"] == "over" and ruling.end["winner"] == "mac"


@pytest.mark.rule("alexander 10.27", "alexander 8.17", "alexander 8.14", "alexander 4.37")
def test_hypaspists_rally_or_are_lost() -> None:
    """Next to skirmishers, in range of their bows, of empty bows, and behind a friend."""
    routed = mac("HI1", "0910", "W", cls="HY", tq=7, routed=True)
    lost = rule(field(routed), "rally HI1 @E", 8)
    assert lost.of("HI1")["eliminated"] and lost.end["sides"]["mac"]["rout_points"] == 7
    near = rule(field(routed, greek("SK9", 1010, missile="A", supply="no")), "rally HI1 @E")
    far = rule(field(routed, greek("SK9", 1310, missile="A")), "rally HI1 @E")
    assert near.refused == far.refused == ["10.27"]
    empty = rule(field(routed, greek("SK9", 1310, missile="A", supply="no")), "rally HI1 @E\nHI1 > 1010", 7, 5)
    hi = empty.of("HI1")
    assert (hi["routed"], hi["rallied"], hi["hits"], hi["facing"]) == (False, True, 2, "E")
    assert empty.refused == ["10.27"], "no orders until the next turn"
    hidden = field(routed, mac("MI1", 1110), greek("SK9", 1310, missile="A"))
    assert rule(hidden, "rally HI1 @E", 7, 0).of("HI1")["hits"] == 1, "halfway stands MI1"
    line = field(routed, mac("HC1", 1110), ground={"sides": {"mac": {"retreat": "W", "lines": [["HC"]]}, "greek": {}}})
    assert "10.27" not in rule(line, "line HC1\nrally HI1 @E").refused and rule(line, "line HC1\nrally HI1").refused


@pytest.mark.rule("alexander 10.27", "alexander 10.24", "alexander 10.21")
def test_one_who_has_rallied_flees_on_through_a_friend() -> None:
    given = field(mac("LI1", "0910", "W", tq=3, routed=True), mac("MI2", "0810"), mac("MI3", "0811"))
    ruling = rule(given, "rally LI1 @W\n0810\n0710\nrally LI1 @W", 7, 6, 7)
    li = ruling.of("LI1")
    assert (li["routed"], li["rallied"], li["hex"]) == (True, False, 710)
    assert ruling.of("MI2")["hits"] == 2 and ruling.of("MI3")["hits"] == 0, "for the passage, and 1 over its TQ"
    assert ruling.refused == ["10.27"], "once a turn by one leader"


@pytest.mark.rule("alexander 10.22", "alexander 10.24", "alexander 10.21")
def test_a_flight_that_would_end_on_a_friend_goes_on() -> None:
    units = (mac("LI1", "0910", "W", ma=2, routed=True), mac("MI2", "0709"))
    firm = field(*units, mac("MI3", "0710", tq=6), active=None, phase="rout")
    ruling = rule(firm, "0810\n0710\n0610", 7)
    assert ruling.of("LI1")["hex"] == 610, "one hex more than its MA of 2"
    assert (ruling.of("MI3")["hits"], ruling.of("MI3")["routed"]) == (2, False)
    worn = field(*units, mac("MI3", "0710", hits=4, tq=6), active=None, phase="rout")
    ruling = rule(worn, "0810\n0710\n0610\n0510", 7)
    assert ruling.of("MI3")["routed"] and ruling.of("MI3")["hex"] // 100 == 5, "carried away"
    assert ruling.of("LI1")["hex"] == 710, "whose hex is free for it then"


@pytest.mark.rule("alexander 10.21", "alexander 10.22", "alexander 10.24", "alexander 7.21")
@pytest.mark.parametrize("way", ["left", "right"])
def test_a_flight_hemmed_in_never_turns_back(way: str) -> None:
    """Before it enemies, to the left the ZOC of one; only 0809 is open, no nearer and no farther."""
    given = field(
        mac("LI1", "0910", "W", ma=2, routed=True),
        mac("MI3", "0810"),
        greek("MI8", "0709", "SW"),
        greek("MI9", "0710", "SE"),
        active=None,
        phase="rout",
    )
    ruling = rule(given, way, 3)
    assert ruling.of("LI1")["hex"] == 809


@pytest.mark.rule("alexander 10.14", "alexander 8.14", "alexander 8.17", "alexander 5.23")
@pytest.mark.parametrize(
    ("others", "ground", "recovers"),
    [
        ([greek("SK9", 1410, missile="A")], "open", False),
        ([greek("SK9", 1410, missile="A", supply="no")], "open", True),
        ([greek("SK9", 1410, missile="A"), greek("MI8", 1210)], "open", True),
        ([greek("SK9", 1410, missile="A"), mac("MI8", 1310)], "open", False),
        ([greek("LI9", 1109, routed=True)], "open", False),
        ([], "woods", False),
    ],
)
def test_who_may_take_off_hits(others: list[dict[str, Any]], ground: str, recovers: bool) -> None:
    """A unit midway hides the target; one nearer the archers doesn't; a routed enemy next door is one."""
    given = field(mac("MI1", 1010, hits=3), *others, ground={"terrain": {"1010": ground}})
    ruling = rule(given, "recover MI1\nMI1 > 1110")
    assert ruling.of("MI1")["hits"] == (1 if recovers else 3)
    assert ruling.refused == ["10.14"]
    assert (ruling.of("MI1")["hex"] == 1010) == recovers, "nothing else for who has recovered"


def arranged(*pieces: dict[str, Any], **said: Any) -> dict[str, Any]:
    """Two hoplite units side by side under Theagenes, with a marker."""
    theagenes = leader("greek", "Theagenes", 1410, initiative=3)
    line = (greek("HI1", 1310, **HOPLITE), greek("HI2", 1312, **HOPLITE))
    true = said.pop("true", True)
    marks = {"marked": ["Theagenes"], "arranged": ["Theagenes"] if true else []}
    ground = {"optional_rules": ["6.8"]}
    return field(*line, theagenes, *pieces, options={"6.8": True}, sides={"greek": marks}, ground=ground, **said)


@pytest.mark.rule("alexander 6.84", "alexander 6.85", "alexander 6.72", "alexander 6.82", "alexander 5.15")
def test_a_line_withdraws_as_arranged_before_foot_and_again() -> None:
    given = arranged(mac("MI1", 1010))
    ruling = rule(given, "MI1 > 1110 1210\nHI1 arranged\nHI1 1410 @W; HI2 1413 @W\nnone", 3, 7)
    assert [(ruling.of(c)["hex"], ruling.of(c)["hits"]) for c in ("HI1", "HI2")] == [(1410, 1), (1413, 2)]
    assert ruling.of("Theagenes")["status"] == "finished", "though his turn hadn't come"
    assert asks(ruling).count("orderly-withdrawal") == 2 and ruling.of("MI1")["hex"] == 1210
    bluff = rule(arranged(mac("MI1", 1010), true=False), "MI1 > 1110")
    horse = rule(arranged(mac("HC1", 1010)), "HC1 > 1110")
    assert "orderly-withdrawal" not in asks(bluff) + asks(horse)


@pytest.mark.rule("alexander 6.84", "alexander 5.22", "alexander 6.85")
def test_a_line_that_is_to_withdraw_doesnt_move_in_its_leaders_phase() -> None:
    given = arranged(mac("MI1", 1010), active="Theagenes")
    ruling = rule(given, "HI1 forward 1")
    assert ruling.refused == ["6.84"]
    free = rule(arranged(mac("MI1", 1010), active="Theagenes", true=False), "HI1 forward 1")
    assert not free.refused, "a bluff holds nobody"
    after = rule(arranged(mac("MI1", 1010)), "MI1 > 1110\nHI1 arranged\nHI1 1410 @W; HI2 1413 @W\ndone\nno", 3, 3)
    assert after.of("Theagenes")["status"] == "finished" and after.asked == ["activation"]


@pytest.mark.rule("alexander 5.25", "alexander 4.4", "alexander 5.31", "alexander 5.12")
def test_a_leader_who_has_waited_in_enemy_zoc_acts_when_he_is_freed() -> None:
    attalus = leader("mac", "Attalus", 1210, initiative=4)
    given = field(mac("LI1", 1210), greek("MI9", 1310), attalus, active=None, phase="select")
    way = "defer Attalus\nMemnon\ndone\nshock none\nno\nPhilip\nAttalus > 1110\ndone\nshock none\nno"
    freed = rule(given, way)
    assert not freed.refused and freed.asked == ["orders"] and freed.of("Attalus")["status"] == "active"
    assert freed.of("Philip")["status"] == freed.of("Memnon")["status"] == "finished"
    acts = rule(given, f"{way}\nLI1 @NE\ndone\nshock none")
    assert acts.of("LI1")["facing"] == "NE" and asks(acts).count("momentum") == 2, "Memnon's and Philip's, not his"


@pytest.mark.rule("alexander 5.25", "alexander 5.15", "alexander 7.32")
def test_a_leader_in_enemy_zoc_whose_range_was_used_is_finished() -> None:
    attalus = leader("mac", "Attalus", 1210, initiative=4)
    given = field(mac("LI1", 1210), greek("MI9", 1310), attalus, active=None, phase="select")
    ruling = rule(given, "Attalus\nLI1 @NE\nshock LI1 x MI9", 9, 5, 4)
    assert ruling.refused == ["4.24"] and heard(ruling.said, "Shock, LI1 against MI9")
    assert not heard(ruling.said, "awaits the charge"), "who hasn't moved doesn't check"
    assert ruling.of("Attalus")["status"] == "finished" and ruling.asked == ["activation"]


DOUBLE = (mac("PH1", 1010, hits=2, size=10), mac("PH2", 1010, hits=3, size=10, below="PH1"))
NEAR = {**MEMNON, "hex": 1411}


@pytest.mark.rule("alexander 9.62", "alexander 4.22", "alexander 6.13", "alexander 5.23")
def test_a_double_depth_phalanx_moves_for_two_orders_at_the_commanders_word() -> None:
    ruling = rule(field(*DOUBLE), "PH1 wheel left\nPH1 > 1110 1210 1310 1410 1510\nPH1 > 1110 1210\nPH2 > 1310")
    assert ruling.refused[0] == "9.62" and len(ruling.refused) == 3, "no wheel, no stride"
    assert [ruling.of(c)["hex"] for c in ("PH1", "PH2")] == [1210, 1210]
    assert ruling.end["orders"]["orders_used"] == 2
    again = rule(field(*({**u, "moved": True} for u in DOUBLE)), "PH1 forward 1")
    assert [again.of(c)["hits"] for c in ("PH1", "PH2")] == [3, 4], "each takes the hit"
    attalus = leader("mac", "Attalus", "0910", initiative=4)
    assert rule(field(*DOUBLE, attalus, active="Attalus"), "PH1 forward 1").refused == ["9.62"]


@pytest.mark.rule("alexander 9.62", "alexander 6.94")
def test_nobody_goes_through_double_depth() -> None:
    ruling = rule(field(*DOUBLE, mac("SK3", "0910")), "SK3 > 1010 1110")
    assert ruling.of("SK3")["hex"] == 910
    assert ruling.refused == ["9.62"]


@pytest.mark.rule("alexander 9.62", "alexander 8.15", "alexander 8.33", "alexander 10.12")
def test_what_hits_which_half_of_a_double_depth() -> None:
    front = rule(field(*DOUBLE, greek("SK9", 1210, missile="A"), NEAR, active="Memnon"), "SK9 x PH1", 2)
    rear = rule(
        field(*DOUBLE, greek("SK9", "0810", "E", missile="A"), {**NEAR, "hex": "0809"}, active="Memnon"), "SK9 x PH1", 2
    )
    assert [front.of(c)["hits"] for c in ("PH1", "PH2")] == [3, 3]
    assert [rear.of(c)["hits"] for c in ("PH1", "PH2")] == [2, 4]
    shock = field(*DOUBLE, greek("HI9", 1310, cls="HY", size=6, tq=7), NEAR, active="Memnon")
    ruling = rule(shock, "HI9 > 1210 1110\ndone\nshock all", 3, 8, 1)
    assert heard(ruling.said, "-2 size 6 to 20", "column 4"), "their Sizes add up"
    assert [ruling.of(c)["hits"] for c in ("PH1", "PH2")] == [3, 4], "8 less 1 is its TQ; 2 hits, one each"
    fails = rule(shock, "HI9 > 1210 1110\ndone\nshock all", 3, 9, 8, 1)
    assert [fails.of(c)["hits"] for c in ("PH1", "PH2")] == [4, 4], "then PH2 checks too, and passes"


@pytest.mark.rule("alexander 9.64", "alexander 9.63", "alexander 8.15", "alexander 8.36", "alexander 7.23")
def test_a_phalanx_in_square() -> None:
    square = mac("PH1", 1010, square=True, size=10)
    horse = rule(
        field(square, greek("HC9", "0809", "E", size=4), {**NEAR, "hex": "0709"}, active="Memnon"),
        "HC9 > 0909\ndone\nshock all",
        3,
        3,
        8,
    )
    assert heard(horse.said, "HC on PH, front: column 5, +1 size 4 to 3"), "it has no rear"
    archers = field(square, greek("SK9", "0909", "E", missile="A"), {**NEAR, "hex": "0809"}, active="Memnon")
    assert rule(archers, "SK9 x PH1", 2).of("PH1")["hits"] == 2, "5 at range 1, and 3 for the front that is everywhere"
    assert rule(archers, "SK9 x PH1", 3).of("PH1")["hits"] == 0
    beset = field(square, greek("LI9", 1110))
    ruling = rule(beset, "PH1 forward 1\ndone\nshock PH1 x LI9")
    assert ruling.refused == ["7.23", "9.64"], "nor does it attack"
    assert rule(field(mac("PH1", 1010), greek("LI9", 1110)), "square PH1").refused == ["9.63"]


CHARGES = {"9.7": True, "10.3": True}


@pytest.mark.rule("alexander 9.75", "alexander 9.76", "alexander 10.32", "alexander 10.34", "alexander 10.25")
def test_horse_in_charge_formation_rides_after_those_it_routs() -> None:
    given = field(
        mac("HC1", 1010, charging=True, tq=7, size=4), greek("LN9", 1310, tq=6, size=4, hits=3), options=CHARGES
    )
    charge = "HC1 > 1110 1210\nnone\ndone\nshock all\n1410\n1510\nHC1 no"
    pursues = rule(given, charge, 3, 3, 9, 6, 9)
    assert heard(pursues.said, "HC on LN, front: column 9", "Attack Superiority (weapons)")
    assert heard(pursues.said, "HC on LN, rear: column 10"), "8 is more than its TQ of 7"
    assert pursues.of("LN9")["eliminated"] and pursues.end["sides"]["greek"]["rout_points"] == 6
    assert not pursues.of("HC1")["charging"]
    keeps = rule(given, charge, 3, 3, 9, 5)
    assert (keeps.of("HC1")["hex"], keeps.of("LN9")["routed"]) == (1310, True), "7 isn't"
    plain = field(mac("HC1", 1010, tq=7, size=4), greek("LN9", 1310, tq=6, size=4, hits=3), options=CHARGES)
    assert not heard(rule(plain, charge, 3, 3, 9).said, "Attack Superiority"), "outside it horse has no superiority"


@pytest.mark.rule("alexander 9.74", "alexander 6.71", "alexander 8.15", "alexander 9.73")
def test_what_horse_in_charge_formation_may_not() -> None:
    stays = field(mac("MI1", 1010), greek("HC9", 1310, charging=True), greek("HC8", 1311), options=CHARGES)
    ruling = rule(stays, "MI1 > 1110\nHC9 1410 @W\nHC8 1411 @W", 3)
    assert len(ruling.refused) == 1 and ruling.of("HC9")["hex"] == 1310 and ruling.of("HC8")["hex"] == 1411
    shot = field(
        greek("SK9", 1210, missile="A"), mac("HC1", 1010, charging=True), NEAR, active="Memnon", options=CHARGES
    )
    assert rule(shot, "SK9 x HC1", 4).of("HC1")["hits"] == 1, "strength 3 at two hexes, and one less"
    forms = rule(field(mac("HC1", 1010), options=CHARGES), "charge HC1 > 1110 1210 1310 1410")
    assert forms.left("HC1") == 0 and forms.of("HC1")["charging"]
    foe = field(mac("HC1", 1010), greek("LI9", 1110), options=CHARGES)
    assert rule(foe, "charge HC1").refused == ["9.73"], "not before the enemy"


@pytest.mark.rule("alexander 8.51", "alexander 6.22", "alexander 7.14")
def test_horse_that_advances_into_rough_ground_stands_by_a_hair() -> None:
    given = field(mac("HC1", 1010, hits=5, tq=7), greek("SK9", 1310), ground={"terrain": {"1310": "rough"}})
    ruling = rule(given, "HC1 > 1110 1210\nnone\ndone\nshock all\nHC1 no", 3, 9)
    horse = ruling.of("HC1")
    assert (horse["hex"], horse["hits"], horse["routed"]) == (1310, 6, False), "two hits would break it"


@pytest.mark.rule("alexander 6.14", "alexander 6.76", "alexander 6.71")
def test_hoplites_go_on_after_those_who_withdraw() -> None:
    near = {**MEMNON, "hex": 1111}
    units = (mac("LI1", "0510", "W", ma=5), greek("HI9", 1010, cls="HO", size=10), near)
    given = field(*units, options={"6.14": True}, active="Memnon")
    assert rule(given, "HI9 forward 2").refused == ["6.14"]
    ruling = rule(given, "HI9 forward 4\nnone\nLI1 0410 @W\nno", 3)
    assert ruling.of("LI1")["hits"] == 2, "on foot, and from behind"
    assert ruling.of("HI9")["hex"] == 610 and ruling.left("HI9") == 0


@pytest.mark.rule("alexander 6.5", "alexander 6.13", "alexander 7.21")
def test_hoplites_drift_to_the_right_unless_an_enemy_is_there() -> None:
    near = {**MEMNON, "hex": 1111}
    hoplites = greek("HI9", 1010, "E", cls="HO", size=10, moved=True)
    given = field(hoplites, near, options={"6.5": True}, active="Memnon")
    refused = rule(given, "HI9 fl\nHI9 fr fl\nHI9 fr fr fl fl")
    assert refused.refused == ["6.5", "6.5", "6.5"]
    drifts = rule(given, "HI9 fr fr fl fr")
    assert (drifts.of("HI9")["hex"], drifts.of("HI9")["hits"]) == (1411, 1)
    beset = field(hoplites, near, mac("MI1", 1212), options={"6.5": True}, active="Memnon")
    free = rule(beset, "HI9 fl\nnone\nnone")
    assert not free.refused and free.of("HI9")["hex"] == 1109, "to the right stands MI1"


@pytest.mark.rule("alexander 9.31", "alexander 8.36")
@pytest.mark.parametrize("turned", ["W", "SW"])
def test_trained_skirmishers_take_a_flank(turned: str) -> None:
    """From the flank and from the rear what is halved is doubled too: 3(2) and 2(2) as printed."""
    given = field(mac("SK1", 1108, tq=9, cls="St", size=1), greek("MI9", 1310, turned, size=6))
    ruling = rule(given, "SK1 > 1208 1308 @SE 1309\nyes\nnone\ndone\nshock all", 3, 3, 9)
    column, printed = (1, (3, 2)) if turned == "W" else (2, (2, 2))
    assert heard(ruling.said, "SK/St on MI", f"column {column}")
    assert (ruling.of("SK1")["hits"], ruling.of("MI9")["hits"]) == printed


GAUGAMELA: dict[str, Any] = {
    "system": "alexander",
    "scenario": "alexander/gaugamela",
    "active": "Alexander",
    "only": ["Darius", "IM1", "CO1", "Alexander"],
    "changes": {
        "Darius": {"hex": 3527},
        "IM1": {"hex": 4020},
        "CO1": {"hex": 2930, "facing": "E"},
        "Alexander": {"hex": 3126},
    },
}


@pytest.mark.rule("alexander 8.46", "alexander 4.63", "alexander 8.44", "alexander 8.42")
def test_alexander_rides_at_darius_alone() -> None:
    dies = rule(GAUGAMELA, "Alexander > 3427\nno", 9, 0)
    assert dies.of("Darius")["eliminated"] and dies.end["winner"] == "macedonian" and dies.end["phase"] == "over"
    flees = rule(GAUGAMELA, "Alexander > 3427\n3927\nCO1 > 3030")
    assert flees.of("Darius")["hex"] == 3927 and flees.of("CO1")["hex"] == 3030
    assert rule(GAUGAMELA, "Alexander > 3427\n4027").refused == ["8.46"], "4 hexes at most"


@pytest.mark.rule("alexander 5.63", "alexander 5.64", "alexander 5.65", "alexander 5.23")
def test_a_contingent_commander_takes_orders_and_units_away() -> None:
    horse = [mac(f"HC{i}", f"05{8 + i:02d}", contingent="Companions") for i in range(1, 6)]
    philotas = leader("mac", "Philotas", "0712", role="CC", command_range=6, commands=["Companions"])
    craterus = leader("mac", "Craterus", "0612", role="CC", command_range=6, commands=["Foot"])
    foot = mac("MI1", "0910", contingent="Foot")
    philip = {**PHILIP, "contingent_capability": 1, "command_range": 9}
    given = field(*horse, foot, philotas, craterus, philip, options={"5.6": True})
    ruling = rule(given, "contingent Philotas\nHC1 > +1\nMI1 > 1010\ndone\ncontingent Craterus\nHC1 > +1\nHC2 > +1")
    assert len(ruling.refused) == 3 and ruling.refused[1:] == ["5.64", "5.23"]
    assert ruling.of("HC2")["moved"] and not ruling.of("MI1")["moved"], "the Companions alone, then single orders"
    assert ruling.end["orders"]["orders_used"] == 4, "5 less 1 is 4, but 3 at most; and HC2's"
    far = field(*horse, foot, {**philotas, "hex": 1110}, philip, options={"5.6": True})
    assert rule(far, "contingent Philotas").refused == ["5.63"], "6 hexes are more than half of 9"
    spent = rule(given, "MI1 > 1010\nHC1 > +1\nHC2 > +1\nHC3 > +1\ncontingent Philotas")
    assert spent.refused == ["5.63"], "2 orders are left, he costs 3"


@pytest.mark.rule("alexander 5.5", "alexander 5.14", "alexander 5.31", "alexander 6.13")
def test_an_elite_phase_is_one_of_three() -> None:
    given = field(
        mac("MI1", 1010), {**PHILIP, "elite": True}, turn=2, active=None, phase="elite", options={"5.5": True}
    )
    turn = "Philip\nMI1 > 1110\ndone\nMemnon\ndone\nno\nPhilip\nMI1 > 1210\ndone\nyes\nMI1 > 1310\ndone"
    ruling = rule(given, turn, 7, 6)
    assert asks(ruling).count("momentum") == 2, "Memnon's, and Philip's one"
    assert ruling.end["turn"] == 3 and ruling.of("MI1")["hits"] == 2, "he moved three times"
    none = rule(given, "", 8)
    assert none.asked == ["activation"]


def with_elephants(at: Any, **said: Any) -> dict[str, Any]:
    """Two elephants whose command is optional case 9.19."""
    philip = {**PHILIP, "hex": at}
    return field(
        mac("EL1", 1010),
        mac("EL2", 1012),
        philip,
        options={"9.19": True},
        ground={"optional_rules": ["9.19"]},
        **said,
    )


@pytest.mark.rule("alexander 9.19", "alexander 5.32", "alexander 9.18")
def test_elephants_obey_afterwards_only_who_rides_with_them() -> None:
    """Free orders in the first Orders Phase; in the next, gained by Momentum, none from afar."""
    ruling = rule(with_elephants("0510"), "EL2 > 1112\nEL1 > 1110\ndone\nyes\nEL2 > 1212", 3)
    assert (ruling.of("EL1")["hex"], ruling.of("EL2")["hex"]) == (1110, 1112)
    assert ruling.refused == ["9.19"]


@pytest.mark.rule("alexander 9.19", "alexander 4.23")
def test_who_leads_elephants_stays_with_one() -> None:
    given = with_elephants(1010, notes={"9.19 mac": "ordered"})
    rides = rule(given, "EL2 > 1112\nEL1 > 1110 & Philip")
    assert not rides.refused and rides.of("Philip")["hex"] == rides.of("EL1")["hex"] == 1110
    assert rule(given, "EL2 > 1112\nPhilip > 0910").refused == ["9.19"]
    left = rule(given, "EL2 > 1112\nEL1 > 1110")
    assert left.of("Philip")["hex"] == left.of("EL1")["hex"]
