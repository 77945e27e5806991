"""Positions of Great Battles of Alexander in which two rules or more meet: light troops, beasts, leaders, columns."""

from __future__ import annotations

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_alexander import MEMNON, PHILIP, asks, dice_over, field, greek, leader, mac
from tests.positions.test_meeting_alexander_2 import heard


@pytest.mark.rule("alexander 6.75", "alexander 6.72", "alexander 8.12")
@pytest.mark.parametrize(("missile", "fires"), [("A", True), ("J", False)])
def test_mounted_archers_shoot_as_they_withdraw(missile: str, fires: bool) -> None:
    """As at two hexes, and moving; javelins don't."""
    given = field(mac("MI1", 1010, ma=5), greek("LC9", 1310, missile=missile, ma=9))
    ruling = rule(given, f"MI1 > 1110\nLC9 1510 @W{chr(10) + 'fire' if fires else ''}", *((2, 7) if fires else (7,)))
    assert ruling.of("MI1")["hits"] == fires and not dice_over(ruling)
    assert (ruling.of("LC9")["hex"], ruling.of("LC9")["hits"]) == (1510, 1), "7 is over its TQ; nothing for feet"
    assert ("withdrawal-fire" in asks(ruling)) == fires


@pytest.mark.rule("alexander 9.31", "alexander 6.75", "alexander 6.28", "alexander 6.72")
def test_skirmishers_withdraw_two_hexes_over_rough_ground() -> None:
    ground = {"terrain": {"1410": "rough", "1510": "rough", "1511": "rough"}}
    equal = field(mac("MI1", 1010, ma=6), greek("SK9", 1310, ma=6), ground=ground)
    ruling = rule(equal, "MI1 > 1110\nSK9 1510 @W")
    assert (ruling.of("SK9")["hex"], ruling.of("SK9")["hits"], ruling.of("SK9")["facing"]) == (1510, 0, "W")
    light = field(mac("PH1", 1010), greek("LI9", 1410, ma=6), ground=ground)
    assert rule(light, "PH1 forward 2\nLI9 1510 @W").refused == ["6.75"], "for them it is Rough"
    horse = field(mac("HC1", 1010), greek("SK9", 1310, ma=6))
    assert "orderly-withdrawal" not in asks(rule(horse, "HC1 > 1110")), "nobody outruns MA 8"


@pytest.mark.rule("alexander 8.21", "alexander 4.31", "alexander 7.21", "alexander 8.17", "alexander 7.31")
def test_a_line_comes_into_a_skirmishers_zoc_before_he_throws() -> None:
    """MI4 ends in his Flank hex, doesn't face him, and has nobody to attack."""
    lines = {"sides": {"mac": {"retreat": "W"}, "greek": {"retreat": "E", "lines": [["MI"]]}}}
    near = {**MEMNON, "hex": 1310}
    skirmisher = mac("SK1", 1010, missile="J", tq=9)
    given = field(skirmisher, greek("MI3", 1210), greek("MI4", 1211), near, active="Memnon", ground=lines)
    way = "line MI3-4\nMI3 > 1110\nnone\nnone\nMI4 > 1111 1011\ndone\nSK1 x MI4\nSK1 x MI3\nshock all"
    ruling = rule(given, way, 2, 8, 3, 0)
    assert not ruling.refused and not dice_over(ruling)
    order = [kind for kind in asks(ruling) if kind in ("line", "entry-fire")]
    assert order == ["line", "line", "line", "entry-fire", "entry-fire"]
    assert (ruling.of("MI4")["hits"], ruling.of("MI3")["hits"]) == (1, 1), "by a javelin; in the fight, one at most"
    assert ruling.of("SK1")["supply"] == "no", "who has fought has thrown what he had"


@pytest.mark.rule("alexander 7.15", "alexander 9.21", "alexander 7.12")
def test_chariots_turn() -> None:
    """More than one vertex only where they set out or stop; a hit each if they move."""
    chariot = field(mac("CH1", 1010))
    sets_out = rule(chariot, "CH1 @NW > 0909")
    assert (sets_out.of("CH1")["hits"], sets_out.left("CH1")) == (2, 3)
    turns = rule(chariot, "CH1 @NW")
    assert (turns.of("CH1")["hits"], turns.left("CH1"), turns.of("CH1")["facing"]) == (0, 4, "NW")
    assert rule(chariot, "CH1 > 1110 @NW 1010").refused == ["7.15"]
    passing = rule(chariot, "CH1 > 1110 @NE 1210")
    assert (passing.of("CH1")["hits"], passing.left("CH1"), passing.of("CH1")["facing"]) == (1, 4, "NE")
    stops = rule(chariot, "CH1 > 1110 @NW")
    assert (stops.of("CH1")["hits"], stops.left("CH1")) == (2, 3)


@pytest.mark.rule("alexander 9.15", "alexander 8.36", "alexander 8.38", "alexander 7.22")
def test_heavy_horse_takes_an_elephant_in_flank() -> None:
    flank = rule(
        field(mac("HC1", 1108), greek("EL9", 1310, tq=5)), "HC1 > 1208 1308 @SE 1309\nnone\ndone\nshock all", 3, 3, 9, 5
    )
    assert heard(flank.said, "HC on EL, flank: column 7") and not heard(flank.said, "Attack Superiority")
    assert flank.of("HC1")["hits"] == 4, "2 beside the beast, 2 in the fight"
    assert flank.of("EL9")["hits"] == 3, "4 of 5, and it held"
    assert rule(field(mac("HC1", 1010), greek("EL9", 1310)), "HC1 > 1110 1210").refused == ["9.15"]


@pytest.mark.rule("alexander 8.34", "alexander 8.36", "alexander 5.31", "alexander 5.15")
@pytest.mark.parametrize(("dice", "total"), [((0, 5, 5), 5), ((0, 9, 5), 1), ((1, 5), 9)])
def test_a_leader_in_a_fight_by_himself(dice: tuple[int, ...], total: int) -> None:
    """Shaken, killed, unharmed: no Charisma of 4, less 4, and 4 more."""
    given = field(mac("MI1", 1010), {**PHILIP, "hex": 1010, "charisma": 4}, greek("MI9", 1310))
    ruling = rule(given, "MI1 > 1110 1210 & Philip\nnone\ndone\nshock all", 3, 3, *dice)
    results = {5: "2 to the attacker, 2 to the", 1: "3 to the attacker, 2 to the", 9: "2 to the attacker, 4 to the"}
    assert heard(ruling.said, "Shock, MI1 against MI9", "column 7", results[total])
    assert ruling.of("Philip")["eliminated"] == (total == 1)
    assert ruling.asked == ["activation"], "finished, or in enemy ZOC"


@pytest.mark.rule("alexander 10.12", "alexander 8.35", "alexander 8.36", "alexander 8.32")
@pytest.mark.parametrize(("leads", "column", "hits"), [("MI1", 7, (2, 1)), ("HI2", 8, (1, 2))])
def test_two_attackers_share_their_hits(leads: str, column: int, hits: tuple[int, int]) -> None:
    given = field(mac("MI1", 1010, size=3), mac("HI2", 1111, cls="HY", size=3), greek("MI9", 1310, size=6))
    way = f"MI1 > 1110 1210\nnone\nHI2 > 1211\ndone\nshock MI1 HI2 x MI9\n{leads}"
    ruling = rule(given, way, 3, 3, 3, 0)
    assert heard(ruling.said, f"front: column {column}")
    assert (ruling.of("MI1")["hits"], ruling.of("HI2")["hits"]) == hits, "the odd one to who leads"


@pytest.mark.rule("alexander 7.23", "alexander 6.45", "alexander 6.46", "alexander 7.31")
def test_a_phalanx_walks_out_of_the_zoc_of_the_slower() -> None:
    """Its extended 5 against 4, though it goes but one hex; MA 5 leaves it the wheel alone."""
    slow = rule(field(mac("PH1", 1010), greek("HI9", 1109, cls="HY", ma=4)), "PH1 fr\nnone\ndone")
    assert slow.of("PH1")["hex"] == 1110 and slow.of("PH1")["hits"] == 0
    assert "shock" not in asks(slow), "HI9 is at its flank now"
    quick = field(mac("PH1", 1010), greek("MI9", 1109, ma=5))
    assert rule(quick, "PH1 fr").refused == ["6.45"]
    assert rule(quick, "PH1 wheel left", 0).of("PH1")["hits"] == 1


@pytest.mark.rule("alexander 8.17", "alexander 8.33", "alexander 9.33", "alexander 7.32")
def test_peltasts_have_thrown_their_javelins_once_they_have_fought() -> None:
    given = field(mac("LI1", 1010, cls="LP", missile="J"), greek("MI9", 1310, hits=3, tq=6))
    way = "LI1 > 1110 1210\nyes\nnone\ndone\nshock all\n1410\n1510\nLI1 no"
    fights = rule(given, way, 3, 3, 0, 6)
    assert fights.of("LI1")["supply"] == "no"
    breaks = rule(given, way, 3, 9)
    assert breaks.of("MI9")["routed"] and breaks.of("LI1")["supply"] == "full", "it never came to blows"
    assert breaks.of("LI1")["hex"] == 1310
    declines = rule(given, "LI1 > 1110 1210\nno\nnone\ndone")
    assert "shock" not in asks(declines) and declines.of("MI9")["hits"] == 3


@pytest.mark.rule("alexander 4.62", "alexander 8.4", "alexander 8.34", "alexander 6.74")
def test_a_leader_rides_off_before_it_comes_to_personal_combat() -> None:
    given = field(mac("MI1", 1010), {**PHILIP, "hex": 1010}, greek("MI9", 1310), {**MEMNON, "hex": 1310})
    way = "MI1 > 1110 1210 & Philip\nMemnon 1610\nnone\ndone\nshock all"
    ruling = rule(given, way, 3, 3, 1, 5)
    assert ruling.of("Memnon")["hex"] == 1610 and not heard(ruling.said, "hand to hand")
    assert not dice_over(ruling), "Philip alone is rolled for"
    status = ruling.of("Memnon")["status"]
    assert status == "inactive", "nor has he spent anything"


@pytest.mark.rule("alexander 6.64", "alexander 6.62", "alexander 6.61", "alexander 6.63")
def test_a_phalanx_marches_in_column_and_forms_line() -> None:
    """Its tail follows its head; woods cost it no hit; its Moved marker does."""
    column = mac("PH1", 1010, "SIDE_SE", column=True, headed="right", moved=True)
    given = field(column, ground={"terrain": {"1110": "woods", "1111": "woods"}})
    ruling = rule(given, "PH1 > 1110 1111 form @E")
    ph = ruling.of("PH1")
    assert (ph["hex"], ph["facing"], ph["column"]) == (1110, "E", False), "its head is its right half"
    assert (ph["hits"], ruling.left("PH1")) == (1, 2), "6 less twice 2"
    assert rule(given, "PH1 > 1110 1111 form @W").refused == ["6.63"]
    assert not rule(given, "PH1 > 1110 1111 1112 1113").refused, "6 MP"
    assert rule(given, "PH1 > 1110 1111 1112 1113 1114").refused == ["6.25"]
    foe = field(column, greek("HI9", 1310, cls="HY", ma=4))
    assert rule(foe, "PH1 > 1110 1210 form @NW").refused == ["6.61"], "not in enemy ZOC"


@pytest.mark.rule("alexander 4.21", "alexander 7.21", "alexander 7.25")
def test_an_order_that_must_cross_enemy_zoc() -> None:
    """Both hexes before LI1 are empty and in enemy ZOC; its own, which is too, bars nothing."""
    philip = {**PHILIP, "hex": 1010, "command_range": 3}
    units = (mac("LI1", 1310, "NW"), greek("MI9", 1311, "NW"), greek("MI8", 1209, "SE"))
    assert rule(field(philip, *units), "LI1 @W").refused == ["4.21"]
    ruling = rule(field(philip, *units, mac("SK2", 1210)), "LI1 @W")
    assert not ruling.refused and ruling.of("LI1")["facing"] == "W", "over a friend's head"
    routed = (mac("LI1", 1310, "NW"), greek("MI9", 1311, "NW", routed=True), greek("MI8", 1209, "SE"))
    assert not rule(field(philip, *routed), "LI1 @W").refused, "a routed enemy has no ZOC"


@pytest.mark.rule("alexander 4.61", "alexander 4.4", "alexander 7.23")
def test_a_leader_sent_into_enemy_zoc() -> None:
    attalus = leader("mac", "Attalus", "0910", initiative=4)
    ruling = rule(
        field(attalus, mac("LI1", 1210), greek("MI9", 1310)), "Attalus > 1211\nAttalus > 1210\nAttalus > 1110"
    )
    assert ruling.refused == ["4.61", "4.4"]
    assert ruling.of("Attalus")["hex"] == 1210 and ruling.end["orders"]["orders_used"] == 1


@pytest.mark.rule("alexander 8.51", "alexander 8.21", "alexander 8.33", "alexander 10.13")
def test_who_advances_into_javelins_may_break_by_them() -> None:
    """The advance itself never breaks it; what is thrown at it does."""
    given = field(mac("MI1", 1010, hits=5, tq=6), greek("LI9", 1310, hits=4), greek("SK8", 1411, missile="J"))
    way = "MI1 > 1110 1210\nnone\nnone\ndone\nshock all\n1510\nnone\nSK8 fire\n1210\n1110"
    ruling = rule(given, way, 3, 9, 5)
    assert ruling.of("LI9")["routed"] and ruling.of("MI1")["routed"]
    assert ruling.of("MI1")["hex"] in (1110, 1111, 1109) and not dice_over(ruling)
    missed = rule(given, way, 3, 9, 6)
    assert (missed.of("MI1")["hex"], missed.of("MI1")["hits"]) == (1310, 5)


@pytest.mark.rule("alexander 9.14", "alexander 6.71", "alexander 6.76", "alexander 6.72")
def test_cavalry_gets_out_of_a_mad_elephants_way() -> None:
    given = field(mac("SK1", 1110, missile="A"), greek("EL9", 1210, tq=4, hits=2), greek("HC8", 1510))
    goes = rule(given, "SK1 x EL9\n1310\nHC8 1610 @W\n1410\nHC8 1710 @W\n1510\nnone", 3, 0, 8, 3, 9)
    assert goes.of("HC8")["hex"] == 1710 and goes.of("HC8")["hits"] == 1, "8 is over its TQ once"
    assert goes.of("EL9")["eliminated"]
    stays = rule(given, "SK1 x EL9\n1310\nnone\n1410\nnone", 3, 0, 9)
    assert (stays.of("HC8")["hex"], stays.of("HC8")["hits"]) == (1510, 2), "horse takes two, from the front too"


@pytest.mark.rule("alexander 9.24", "alexander 9.23", "alexander 9.22", "alexander 9.13")
def test_a_second_line_opens_its_ranks_or_doesnt() -> None:
    given = field(greek("CH9", 1410), mac("MI1", 1110), mac("MI2", 1010), mac("MI3", 1011), active="Memnon")
    way = "CH9 > 1310 1210\nnone\ndone\nshock all"
    opens = rule(given, f"{way}\n1010\n0909", 3, 6, 6)
    assert [opens.of(c)["hits"] for c in ("MI1", "MI2", "MI3", "CH9")] == [1, 1, 1, 0]
    assert opens.of("CH9")["hex"] == 909 and not heard(opens.said, "Shock,")
    one = rule(given, f"{way}\n0909", 3, 3, 9, 3, 5)
    assert [one.of(c)["hits"] for c in ("MI1", "MI2", "MI3", "CH9")] == [1, 3, 0, 2], "MI2 stood; MI3 takes no hit"
    assert one.of("CH9")["hex"] == 909


@pytest.mark.rule("alexander 5.42", "alexander 5.44", "alexander 5.46", "alexander 5.31", "alexander 5.32")
def test_momentum_that_is_trumped() -> None:
    attalus = leader("mac", "Attalus", "0511", initiative=4)
    given = field(attalus, mac("MI1", 1010), active="Memnon", phase="momentum")
    ruling = rule(given, "yes\ntrump Philip\ndone\nMI1 > 1110\ndone\nno\nAttalus\ndone", 5, 6)
    assert ruling.refused == ["5.46"]
    assert heard(ruling.said, "Memnon is trumped and Finished")
    assert asks(ruling).count("momentum") == 1, "Philip's, after his phase; Attalus is bypassed"
    assert ruling.of("MI1")["hex"] == 1110 and ruling.end["turn"] == 2
    fails = rule(given, "yes\ntrump Philip\ndone", 5, 7)
    assert fails.of("Philip")["status"] == "finished" and "trump" in asks(fails)
    assert fails.of("Memnon")["in_a_row"] == 2, "he had his second phase"


@pytest.mark.rule("alexander 9.16", "alexander 10.21", "alexander 7.21")
@pytest.mark.parametrize("way", ["left", "right"])
def test_horse_broken_by_an_elephant_never_flees_past_it(way: str) -> None:
    """East stands MI1 and its ZOC, south is the elephant's: 1409 it must be, and on to 1508."""
    given = field(mac("EL1", 1010), mac("MI1", 1509, "SW"), greek("HC1", 1410, hits=6))
    ruling = rule(given, f"EL1 > 1110 1210 1310\n{way}", 3)
    assert ruling.of("HC1")["routed"]
    assert ruling.of("HC1")["hex"] == 1508


@pytest.mark.rule("alexander 8.32", "alexander 8.35", "alexander 9.31", "alexander 10.12")
def test_a_phalanx_falls_on_hypaspists_and_skirmishers() -> None:
    """The defender says who leads, the phalanx who suffers; the skirmishers' Size doesn't count."""
    given = field(mac("PH1", 1010, size=10), greek("HI9", 1310, cls="HY", size=6, tq=7), greek("SK8", 1311, size=1))
    way = "PH1 > 1110 1210\nnone\nnone\ndone\nshock all\nHI9"
    even = rule(given, f"{way}\n3", 3, 3, 3, 5)
    assert heard(even.said, "PH on HI/HY, front: column 8, +1 size 10 to 6")
    assert (even.of("HI9")["hits"], even.of("SK8")["hits"], even.of("PH1")["hits"]) == (3, 0, 2)
    other = rule(given, f"{way}\n0", 3, 3, 3, 5)
    assert (other.of("HI9")["hits"], other.of("SK8")["hits"]) == (0, 3)
    single = field(
        mac("HI1", 1010, cls="HY", size=10), greek("HI9", 1310, cls="HY", size=6, tq=7), greek("SK8", 1309, size=1)
    )
    shared = rule(single, "HI1 > 1110 1210\nnone\nnone\ndone\nshock all\nHI9", 3, 3, 3, 5)
    assert "hit-split" not in asks(shared) and shared.of("HI9")["hits"] == 2 and shared.of("SK8")["hits"] == 1


@pytest.mark.rule("alexander 8.18", "alexander 8.17", "alexander 10.25", "alexander 10.22")
def test_who_is_given_missiles_as_the_turn_ends() -> None:
    """Out of their reach, under them, routed."""
    given = field(
        mac("SK1", 1010, missile="A", supply="low"),
        mac("SK2", 1015, missile="A", supply="no"),
        greek("SK9", 1315, missile="A", supply="low"),
        mac("LC3", 2005, "W", missile="J", supply="no", routed=True, ma=2),
        active=None,
        phase="rout",
    )
    ruling = rule(given, "1905\n1805")
    supply = {code: ruling.of(code)["supply"] for code in ("SK1", "SK2", "SK9", "LC3")}
    assert supply == {"SK1": "full", "SK2": "no", "SK9": "full", "LC3": "no"}
    assert ruling.of("LC3")["hex"] // 100 == 18


@pytest.mark.rule("alexander 6.71", "alexander 8.11", "alexander 6.75", "alexander 8.13")
def test_the_target_rides_off_before_the_shot() -> None:
    """Archers come up to shoot; horse archers shoot first and are gone. Who comes no nearer keeps them in range."""
    given = field(mac("SK1", 1010, missile="A"), greek("LC9", 1310, missile="A", ma=9))
    gone = rule(given, "SK1 > 1110 x LC9\nLC9 1610 @W\nfire", 0, 3)
    assert (gone.of("SK1")["hits"], gone.of("LC9")["hex"], gone.of("LC9")["hits"]) == (1, 1610, 0)
    assert gone.of("SK1")["hex"] == 1110 and not dice_over(gone) and gone.of("SK1")["supply"] == "full"
    there = rule(given, "SK1 x LC9\nno", 3)
    assert there.of("LC9")["hits"] == 1, "3 hexes, strength 3, and it hasn't moved"


@pytest.mark.rule("alexander 10.25", "alexander 8.33", "alexander 9.31", "alexander 8.51")
@pytest.mark.parametrize("code", ["MI1", "SK1"])
def test_a_routed_unit_is_run_down(code: str) -> None:
    """Even by skirmishers, who attack nobody else; who attacks the routed doesn't check."""
    given = field(mac(code, 1010, tq=9), greek("LI9", 1310, tq=5, routed=True))
    yes = "yes\n" if code == "SK1" else ""
    ruling = rule(given, f"{code} > 1110 1210\n{yes}done\nshock all\n{code} no", 0, 5)
    assert ruling.of("LI9")["eliminated"] and ruling.end["sides"]["greek"]["rout_points"] == 5
    assert ruling.of(code)["hex"] == 1310 and not dice_over(ruling)
    firm = field(mac(code, 1010), greek("LI9", 1310))
    met = rule(firm, f"{code} > 1110 1210\nnone\nnone\ndone")
    assert ("shock" in asks(met)) == (code == "MI1")
