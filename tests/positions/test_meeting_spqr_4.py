"""Positions of SPQR where two rules meet: withdrawals and reactions that go on into the Shock, and more."""

from __future__ import annotations

import pytest

from .kit import rule
from .test_meeting_spqr import (
    SIDES,
    battle,
    chief,
    choices,
    crt,
    fabius,
    hannibal,
    hastati,
    points,
    punic,
    questions,
    rolls,
    rome,
    tribune,
    varro,
    velites,
)


@pytest.mark.rule("spqr 6.51", "spqr 6.65", "spqr 9.66")
def test_a_stack_is_as_fast_as_its_slower() -> None:
    """Triarii under hastati keep the stack from withdrawing before foot of their own speed; the line may extend."""
    slow = rome("HI2", 1110, cls="TR", legion="V", below="LG1", ma=4, tq=7)
    foe = punic("HI9", 1410, tq=6, ma=4)
    it = rule(battle([hastati("LG1", 1110), slow, foe], [fabius(), hannibal(1410)], active="Hannibal"), "HI9 > 1310")
    assert it.asked == ["line-extension"]
    alone = rule(battle([hastati("LG1", 1110), foe], [fabius(), hannibal(1410)], active="Hannibal"), "HI9 > 1310")
    assert alone.asked == ["orderly-withdrawal"]


@pytest.mark.rule("spqr 6.55", "spqr 6.63", "spqr 6.69", "spqr 6.52")
@pytest.mark.parametrize(("legion", "hits"), [("V", 0), ("X", 1)])
def test_velites_withdraw_through_the_line(legion: str, hits: int) -> None:
    """With 2 MP velites go back through hastati, of another legion for a hit each; they can't stop on them."""
    line = [hastati("LG1", 1010, legion=legion), hastati("LG2", 1011, legion=legion)]
    units = [velites("LI1", 1110), *line, punic("HI9", 1410, tq=6, ma=4)]
    given = battle(units, [fabius(), hannibal(1410)], active="Hannibal")
    asked = rule(given, "HI9 > 1310")
    assert {c[:4] for c in choices(asked)["LI1"]} == {"0909", "0910", "0911", "stay"}
    it = rule(given, "HI9 > 1310\nLI1 > 1010 0909 @E")
    assert [it.of(u)["hits"] for u in ("LI1", "LG1", "LG2")] == [hits, hits, 0]
    assert it.of("LI1")["hex"] == 909


@pytest.mark.rule("spqr 6.52", "spqr 6.53", "spqr 10.26")
def test_withdrawing_on_foot_breaks_who_is_worn() -> None:
    """The hit for withdrawing on foot comes after the step: foot one short of its TQ routs from the hex it came to."""
    units = [rome("MI1", 1110, tq=5, ma=5, hits=4), rome("MI2", "0303"), punic("HI9", 1410, tq=6, ma=4)]
    given = battle(units, [fabius(), varro(1110), hannibal(1410)], active="Hannibal")
    it = rule(given, "HI9 > 1310\nMI1 1010 @E\nVarro go\nVarro go\n0910\n0810")
    assert it.of("MI1")["routed"] and rolls(it) == []
    assert it.of("MI1")["hex"] == it.of("Varro")["hex"] == 810


@pytest.mark.rule("spqr 6.51", "spqr 6.55", "spqr 8.22")
def test_skirmishers_whom_the_enemy_has_come_next_to() -> None:
    """Slingers who stay as the enemy is two hexes off can't withdraw any more when he stands in their ZOC."""
    slingers = rome("SK3", 1210, "NW", tq=6, missile="S")
    units = [hastati("LG1", 1110, tq=9, supply="no"), slingers, punic("LG9", 1108, "SW", tq=9, ma=5, size=3)]
    it = rule(battle(units, [fabius(), hannibal()], active="Hannibal"), "LG9 > 1109\nnone")
    asked = [kind for _, kind in questions(it)]
    assert asked == ["orderly-withdrawal", "reaction-facing"]


@pytest.mark.rule("spqr 8.36", "spqr 8.35", "spqr 7.21")
@pytest.mark.parametrize(("behind", "superior"), [(None, True), ("MI3", False), ("SK3", True)])
def test_in_the_flank_with_an_enemy_behind(behind: str | None, superior: bool) -> None:
    """Who strikes a flank has superiority, but not in the ZOC of another enemy nobody attacks."""
    units = [hastati("LG1", 1110, tq=9, supply="no"), punic("LG9", 1108, "SW", tq=9, ma=5, size=3)]
    if behind:
        units.append(rome(behind, 1210, "NW", tq=6, **({"missile": "S"} if behind == "SK3" else {})))
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    answers = {None: "none\n", "MI3": "none\n", "SK3": "none\nnone\nnone\nhold\n"}[behind]
    it = rule(given, f"LG9 > 1109\n{answers}done\nshock LG9 x LG1", 3, 3, 5)
    assert ("Attack Superiority (position)" in crt(it)) is superior
    assert it.of("LG1")["hits"] == (6 if superior else 3)


@pytest.mark.rule("spqr 8.21", "spqr 10.22", "spqr 7.22")
def test_shot_down_as_it_leaves() -> None:
    """Worn horse is shot as it leaves the archers' ZOC: it routs from the hex it was in, and its order is over."""
    units = [
        rome("LC1", 1110, "W", tq=5, ma=9, hits=4),
        rome("MI2", "0303"),
        punic("LI9", 1210, tq=5, ma=5, missile="A"),
    ]
    given = battle(units, [fabius("0810"), hannibal()], active="Fabius")
    it = rule(given, "LC1 > 1010 0909\nfire\n1010\n0910", 3)
    assert it.of("LC1")["routed"] and it.of("LC1")["hex"] == 910 and it.asked == ["orders"]


@pytest.mark.rule("spqr 8.22", "spqr 10.26", "spqr 7.26", "spqr 5.31")
def test_the_charge_breaks_before_contact() -> None:
    """The last hit for worn foot is the javelins it runs into: it routs with Hannibal, and there is no Shock."""
    units = [hastati("LG1", 1110), punic("MI9", 1310, tq=6, ma=5, hits=5)]
    given = battle(units, [fabius(), hannibal(1310)], active="Hannibal")
    it = rule(given, "MI9 > 1210 & Hannibal\nnone\nfire\nHannibal go\n1310\n1410\ndone", 5)
    assert it.of("MI9")["routed"] and it.of("MI9")["hex"] == it.of("Hannibal")["hex"] == 1410
    assert it.asked == ["momentum"], "no Shock segment, and Hannibal is in no ZOC any more"


@pytest.mark.rule("spqr 8.14", "spqr 8.22", "spqr 8.52")
@pytest.mark.parametrize(("answer", "hits"), [("hold", 6), ("fire", 1 + 2)])
def test_thrown_javelins_are_missing_in_the_shock(answer: str, hits: int) -> None:
    """Legionaries who keep their javelins have superiority over light horse; those who have thrown them haven't."""
    units = [hastati("LG1", 1110, tq=9), punic("LC9", 1310, tq=9, ma=9, size=4)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    orders = f"LC9 > 1210 attack\nnone\n{answer}\ndone\nshock auto"
    it = rule(given, orders, *([5] if answer == "fire" else []), 5, 5, 5)
    assert ("Defence Superiority" in crt(it)) is (answer == "hold")
    assert it.of("LC9")["hits"] == hits and it.of("LG1")["hits"] == 2
    assert it.of("LG1")["supply"] == "no", "gone in the Shock if not before"


@pytest.mark.rule("spqr 9.12", "spqr 9.13", "spqr 8.22", "spqr 8.14")
def test_riders_and_archers_of_an_elephant() -> None:
    """Both throw and shoot at who comes up, each with a die and a supply of its own."""
    units = [hastati("LG1", 1010), punic("EL9", 1210, tq=6, ma=7, missile="J")]
    given = battle(units, [fabius("0810"), hannibal()], active="Fabius")
    it = rule(given, "LG1 > 1110\nnone\nnone\nfire", 3, 9)
    assert rolls(it) == ["8.17", "8.17"] and it.of("LG1")["hits"] == 1
    assert (it.of("EL9")["supply"], it.of("EL9")["screen"]) == ("full", "low")
    low = rule(given, "LG1 > 1110\nnone\nnone\nfire", 6, 8)
    assert (low.of("EL9")["supply"], low.of("EL9")["screen"]) == ("low", "full")


@pytest.mark.rule("spqr 10.25", "spqr 6.69", "spqr 10.24")
@pytest.mark.parametrize("crowded", [False, True])
def test_a_flight_ends_on_friends(crowded: bool) -> None:
    """Who would stop on friends flees one hex farther; where friends stand too it is lost, and they suffer."""
    line = [hastati("LG2", 1010), hastati("LG3", 1009), hastati("LG4", 1011)]
    second = [hastati("LG5", "0910"), hastati("LG6", "0909"), hastati("LG7", "0911")]
    units = [rome("MI1", 1210, tq=6, hits=5), *line, *(second if crowded else [])]
    given = battle([*units, punic("LI9", 1410, tq=6, ma=5, missile="A")], [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "LI9 x MI1\n1110\n1010\n0910", 3, 8, *([7] if crowded else []))
    assert it.of("LG2")["hits"] == 3
    if crowded:
        assert it.of("MI1")["eliminated"] and points(it, "rome") == 6 and it.of("LG5")["hits"] == 2
    else:
        assert it.of("MI1")["routed"] and it.of("MI1")["hex"] == 910


@pytest.mark.rule("spqr 9.72", "spqr 7.25", "spqr 9.71")
@pytest.mark.parametrize(("losses", "start", "fights"), [(49, 1010, False), (50, 1010, True), (0, 1110, True)])
def test_triarii_hold_back(losses: int, start: int, fights: bool) -> None:
    """Triarii come up to an enemy but don't attack him before half the level is lost; where they stood they may."""
    triarii = rome("HI1", start, cls="TR", legion="V", tq=7, ma=4, size=5)
    units = [triarii, hastati("LG1", "0310"), punic("MI9", 1210, tq=9, ma=5, size=5)]
    accounts = {"rome": {"rout_points": losses, "withdrawal_level": 100}}
    given = battle(units, [fabius("0910"), hannibal()], active="Fabius", turn=2, sides=accounts)
    comes = "HI1 > 1110\nnone\nnone\n" if start == 1010 else ""
    it = rule(
        given,
        comes + "done" + ("\nshock all" if fights else ""),
        *([3, 3] if fights and comes else []),
        *([5] if fights else []),
    )
    assert it.refused == [] and it.of("HI1")["hex"] == 1110 and it.asked == ["momentum"]
    assert it.of("MI9")["hits"] == (3 if fights else 0)


@pytest.mark.rule("spqr 9.14", "spqr 4.72", "spqr 11.2", "spqr 8.17")
@pytest.mark.parametrize(("die", "dead"), [(0, False), (9, True)])
def test_hannibals_elephant_is_shot(die: int, dead: bool) -> None:
    """A leader's elephant that breaks and rolls 0 is lost, for no points; how its rider fares is rolled for at once."""
    beast = punic("EL9", 1210, cls="LEADER", tq=5, ma=9, size=1, hits=4)
    units = [hastati("LG1", "0310"), rome("LI1", 1010, missile="A"), punic("MI9", 1610), beast]
    given = battle(units, [fabius("0810"), hannibal(1210, mount="EL9")], active="Fabius")
    it = rule(given, "LI1 x EL9", 2, 0, die)
    assert it.of("EL9")["eliminated"] and it.of("Hannibal")["eliminated"] is dead
    assert points(it, "punic") == (35 if dead else 0)
    if not dead:
        assert it.of("Hannibal")["hex"] == 1210 and it.of("Hannibal")["status"] == "finished"


@pytest.mark.rule("spqr 4.25", "spqr 5.32", "spqr 5.21")
@pytest.mark.parametrize(("lined", "die", "case"), [(False, None, "4.25"), (True, 5, None), (True, 6, None)])
def test_a_line_in_momentum(lined: bool, die: int | None, case: str | None) -> None:
    """Who gave no Line in his first phase gives none in Momentum, in range or not; who did must roll, even in range."""
    lines = {"sides": {**SIDES, "rome": {"retreat": "W", "lines": [{"types": ["LG/HA"], "apart": 2}]}}}
    units = [hastati("LG1", 1110), hastati("LG2", 1111), punic("MI9", 1911, tq=6, ma=5)]
    leaders = [varro(1010, initiative=4), fabius("0810", strategy=5), hannibal(status="finished")]
    given = battle(units, leaders, active="Varro", turn=2, ground=lines)
    first = (
        "line LG1 LG2\nLG1 > 1210\nLG2 > 1211\nVarro > 1110\n"
        if lined
        else "LG1 > 1210\nLG2 > 1211\nVarro > 1110\ndone\n"
    )
    it = rule(given, first + "yes\nline LG1 LG2", 0, *([die] if die else []))
    assert it.refused == ([case] if case else [])
    assert it.asked == (["line"] if die == 5 else ["orders"])
    assert rolls(it) == ["5.32"] + (["4.25"] if die else [])


@pytest.mark.rule("spqr 4.62", "spqr 8.34", "spqr 6.65")
def test_a_leader_slips_out_of_a_stack() -> None:
    """A leader leaves his unit as the enemy comes next to it: in the Shock nobody rolls for him, nor is he missed."""
    units = [hastati("LG1", 1110, supply="no", tq=9), punic("MI9", 1310, tq=9, ma=5, size=3)]
    given = battle(units, [fabius(), varro(1110, charisma=2), hannibal()], active="Hannibal")
    it = rule(given, "MI9 > 1210\n1010\nnone\ndone\nshock auto", 3, 3, 5)
    assert rolls(it) == ["8.33", "8.33", "8.36"] and "Varro" not in crt(it)
    assert it.of("Varro")["hex"] == 1010 and it.of("LG1")["hits"] == 2


@pytest.mark.rule("spqr 4.63", "spqr 5.12", "spqr 5.41", "spqr 10.28")
def test_a_wounded_leader() -> None:
    """With a wound he counts one less, as his tribune's equal, for Trumps, and for rally."""
    units = [hastati("LG1", "0910", "W", tq=8, routed=True), hastati("LG2", 1015), punic("MI9", 2010, tq=6)]
    leaders = [varro("0710", initiative=4, wounded=True), tribune(1013), fabius("0610", initiative=6), hannibal(2010)]
    given = battle(units, leaders, phase="select", turn=2)
    it = rule(given, "trump Varro\nVarro\nrally LG1 @E\n0810\n0710", 5)
    assert it.refused == ["5.41"] and it.of("LG1")["routed"] and it.of("LG1")["hex"] == 710
    assert {"Varro", "Sextius"} <= set(choices(rule(given, "trump Varro")))
    assert rule(given, "Varro\nrally LG1 @E", 4, 0).of("LG1")["rallied"]


@pytest.mark.rule("spqr 6.44", "spqr 6.41", "spqr 7.22")
@pytest.mark.parametrize(
    ("ground", "foe", "way", "case", "left"),
    [
        ("open", 2010, "about forward 1", [], 0),
        ("open", 2010, "about forward 2", [], 0),
        ("woods", 2010, "about", ["6.44"], None),
        ("open", 1110, "about", ["6.44"], None),
    ],
)
def test_a_phalanx_faces_about(ground: str, foe: int, way: str, case: list[str], left: int | None) -> None:
    """About-face takes 3 MP: not with a half in woods or in enemy ZOC; the fifth point after it is a check."""
    units = [rome("PH1", 1010, tq=7, ma=4), punic("MI9", foe)]
    given = battle(units, [fabius("0810"), hannibal()], active="Fabius", ground={"terrain": {"1011": ground}})
    it = rule(given, f"PH1 {way}", *([8] if "2" in way else []))
    assert it.refused == case
    here = it.of("PH1")
    assert here["facing"] == ("E" if case else "W") and here["hits"] == (1 if "2" in way else 0)
    if left is not None:
        assert it.left("PH1") == left


@pytest.mark.rule("spqr 9.51", "spqr 9.52", "spqr 5.25")
@pytest.mark.parametrize("who", ["Fabius", "Varro"])
def test_forming_double_depth(who: str) -> None:
    """The Overall Commander alone has one phalanx step under the other; both have done then."""
    units = [rome("PH1", 1110, tq=7), rome("PH2", 1010, tq=7), punic("MI9", 2010)]
    it = rule(battle(units, [fabius("0810"), varro("0909"), hannibal()], active=who, turn=2), "double PH2 PH1")
    if who == "Varro":
        assert it.refused == ["9.51"] and it.of("PH2")["hex"] == 1010
        return
    here = it.of("PH2")
    assert (here["hex"], here["below"], here["hits"], it.left("PH2")) == (1110, "PH1", 0, 2)
    assert not {"PH1", "PH2"} & set(choices(it))


@pytest.mark.rule("spqr 10.14", "spqr 8.36", "spqr 8.32")
def test_a_phalanx_falls_on_two_velites() -> None:
    """A phalanx that attacks two gives their hits as it likes: five break one of them, and the other keeps three."""
    foot = [velites("LI1", 1110, supply="no"), velites("LI2", 1111, supply="no"), rome("MI3", "0303")]
    units = [*foot, punic("PH9", 1311, tq=7, ma=4, size=10)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "PH9 fl\nnone\nnone\ndone\nshock auto\nLI1\n5\n1010\n0910", 3, 3, 3, 6)
    assert ("punic", "given-hits") in questions(it)
    assert it.of("LI1")["routed"] and it.of("LI2")["hits"] == 3 and it.of("PH9")["hits"] == 2


@pytest.mark.rule("spqr 8.35", "spqr 8.36", "spqr 10.14")
@pytest.mark.parametrize(
    ("who", "column", "hits"), [("LI1", "column 9, Attack Superiority (weapons)", 3), ("LG1", "column 6;", 1)]
)
def test_who_takes_the_brunt(who: str, column: str, hits: int) -> None:
    """Heavy foot attacks velites and hastati, both from the front: Rome says whose column counts; all share alike."""
    line = [velites("LI1", 1110, supply="no", tq=9), hastati("LG1", 1111, "NE", supply="no", tq=9)]
    given = battle([*line, punic("HI9", 1311, tq=9, ma=4, size=5)], [fabius(), hannibal()], active="Hannibal")
    it = rule(given, f"HI9 > 1211\nnone\nnone\ndone\nshock auto\n{who}", 3, 3, 3, 5)
    assert column in crt(it) and [it.of(u)["hits"] for u in ("LI1", "LG1")] == [hits, hits]


@pytest.mark.rule("spqr 9.19", "spqr 9.17", "spqr 8.33")
def test_elephants_of_two_lands() -> None:
    """African elephants before Indian ones add 2 to their check, and suffer double in the fight."""
    units = [rome("EL1", 1110, cls="AFR", tq=6, ma=7), rome("MI2", "0303"), punic("EL9", 1310, cls="IND", tq=6, ma=7)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "EL9 > 1210\nnone\nnone\ndone\nshock auto", 3, 5, 5)
    assert "column 7, Attack Superiority (weapons)" in crt(it)
    assert (it.of("EL1")["hits"], it.of("EL9")["hits"]) == (1 + 4, 2)


@pytest.mark.rule("spqr 4.21", "spqr 7.21")
@pytest.mark.parametrize("friend", [False, True])
def test_an_order_through_enemy_zones(friend: bool) -> None:
    """The only way to the unit leads through an enemy ZOC: no order gets there, unless a friend stands in that hex."""
    units = [hastati("LG1", 1210), punic("MI9", 1111, "NW", tq=6), punic("MI8", 1008, "SW"), punic("MI7", 1109, "NE")]
    if friend:
        units.append(hastati("LG2", 1110))
    it = rule(battle(units, [fabius("0909", command_range=3), hannibal()], active="Fabius"), "LG1 > 1309")
    assert it.refused == ([] if friend else ["4.21"]) and it.of("LG1")["hex"] == (1309 if friend else 1210)


@pytest.mark.rule("spqr 5.53", "spqr 5.51")
@pytest.mark.parametrize(("dice", "asked"), [((3, 1), "activation"), ((4, 1), "elite"), ((0, 0), "elite")])
def test_two_elite_commanders(dice: tuple[int, int], asked: str) -> None:
    """Both add their Initiative: a tie gives nobody the phase, else it is the higher's."""
    units = [hastati("LG1", 1210), punic("MI9", 2010)]
    leaders = [fabius(1010, elite=True), hannibal(2010, elite=True)]
    it = rule(battle(units, leaders, phase="elite", turn=2), "", *dice)
    assert it.asked == [asked] and next(iter(choices(it))) == ("Hannibal" if dice == (0, 0) else "Fabius")


@pytest.mark.rule("spqr 10.44", "spqr 5.22", "spqr 10.45")
def test_horse_comes_back() -> None:
    """Horse that rode off the map comes back within two hexes; all of Hannibal's phase is for it."""
    units = [hastati("LG1", 1210), punic("MI9", 2010), punic("HC9", "0110", ma=8)]
    gone = {"HC9": {"hex": None, "gone_at": "0110"}}
    given = battle(units, [fabius(1010), hannibal(2010)], active="Hannibal", turn=2, changes=gone)
    it = rule(given, "regroup\n0211\nHC9 > 0510\nMI9 > 1910")
    assert it.refused == ["10.44"] and it.of("HC9")["hex"] == 510 and it.left("HC9") == 5
    assert points(it, "punic") == 0
    late = rule(given, "MI9 > 1910\nregroup")
    assert late.refused == ["10.44"]
    far = rule(given, "regroup\n0410")
    assert len(far.refused) == 1 and far.asked == ["pursuit"]


@pytest.mark.rule("spqr 4.28", "spqr 8.31")
def test_masinissa_commands_numidians() -> None:
    """Who commands Numidians alone neither orders hastati nor enables their Shock."""
    units = [rome("LC1", 1110, tq=6, contingent="Numidians"), hastati("LG1", 1111), punic("MI9", 1211, tq=9)]
    masinissa = chief("rome", "Masinissa", 1010, "SC", initiative=5, commands=["Numidians"])
    given = battle(units, [masinissa, fabius("0310"), hannibal(2010)], active="Masinissa", turn=2)
    it = rule(given, "LG1 > 1210\ndone\nshock LG1 x MI9")
    assert it.refused == ["4.28", "4.28"] and it.asked == ["shock"]


@pytest.mark.rule("spqr 8.18", "spqr 8.51")
@pytest.mark.parametrize(
    ("level", "ground", "die", "hits"), [(1, "open", 0, 1), (1, "open", 1, 0), (1, "woods", 0, 0), (0, "open", 0, None)]
)
def test_shooting_downhill(level: int, ground: str, die: int, hits: int | None) -> None:
    """From above archers reach one hex farther, on a 0 alone; woods about the target make that too much."""
    units = [rome("LI1", 1010, missile="A"), punic("MI9", 1510)]
    hills = {"levels": {"1010": level}, "terrain": {"1510": ground}}
    it = rule(battle(units, [fabius("0810"), hannibal()], active="Fabius", ground=hills), "LI1 x MI9", die)
    assert len(it.refused) == (1 if hits is None else 0) and it.of("MI9")["hits"] == (hits or 0)


@pytest.mark.rule("spqr 6.22", "spqr 6.21", "spqr 6.25")
@pytest.mark.parametrize(("code", "hits"), [("HI1", 2), ("MI1", 1)])
def test_climbing_two_levels(code: str, hits: int) -> None:
    """Two levels cost 4 MP: heavy foot suffers for each, other foot once."""
    units = [rome(code, 1010, ma=5, tq=7), punic("MI9", 2010)]
    given = battle(units, [fabius("0810"), hannibal()], active="Fabius", ground={"levels": {"1110": 1, "1210": 2}})
    it = rule(given, f"{code} > 1110 1210")
    assert it.of(code)["hits"] == hits and it.left(code) == 1


@pytest.mark.rule("spqr 9.66", "spqr 7.21", "spqr 6.55")
@pytest.mark.parametrize(("ground", "first", "then"), [("open", ["1109", "1111"], ["1111"]), ("woods", ["1109"], None)])
def test_where_a_line_extends(ground: str, first: list[str], then: list[str] | None) -> None:
    """A stack extends into clear hexes out of enemy ZOC: it may wait, but the enemy's next step closes a hex to it."""
    units = [hastati("LG1", 1110), hastati("LG2", 1110, below="LG1"), punic("MI9", 1309, tq=6, ma=5)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal", ground={"terrain": {"1111": ground}})
    asked = rule(given, "MI9 > 1209")
    assert asked.asked == ["line-extension"] and choices(asked)["LG1"] == [*first, "stay"]
    waits = rule(given, "MI9 > 1209\nnone")
    if then:
        assert waits.asked == ["line-extension"] and choices(waits)["LG1"] == [*then, "stay"]
    else:
        assert waits.asked != ["line-extension"]


@pytest.mark.rule("spqr 9.23", "spqr 8.33", "spqr 8.36", "spqr 10.21")
@pytest.mark.parametrize("die", [0, 3])
def test_heavy_foot_falls_on_slingers(die: int) -> None:
    """Who attacks skirmishers doesn't check and takes one hit at most; they check, suffer double, and scatter."""
    slingers = rome("SK1", 1110, tq=5, size=1, missile="S", ma=6, hits=1)
    units = [slingers, rome("MI2", "0303"), punic("HI9", 1311, tq=6, ma=6, size=5)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "HI9 > 1211\nnone\nnone\nnone\ndone\nshock auto\nno", 3, die)
    assert rolls(it) == ["8.33", "8.36"] and it.of("HI9")["hits"] == 1
    assert "column 12, Attack Superiority (weapons)" in crt(it)
    assert it.of("SK1")["eliminated"] and points(it, "rome") == 2 and it.of("HI9")["hex"] == 1110


@pytest.mark.rule("spqr 8.33", "spqr 9.11", "spqr 9.14", "spqr 8.52")
def test_elephants_run_on_to_pikes() -> None:
    """Both check with 1 more; the pikes have superiority, and the elephants run wild till the second roll."""
    units = [rome("PH1", 1110, tq=6, size=10), punic("MI8", 2020), punic("EL9", 1311, tq=6, ma=7, size=5)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "EL9 > 1211\ndone\nshock auto\nno", 6, 6, 5, 9, 9)
    assert ("rome", "pass-through") in questions(it)
    assert "column 6, Defence Superiority (weapons)" in crt(it) and it.of("PH1")["hits"] == 1 + 2
    assert it.of("EL9")["eliminated"] and points(it, "punic") == 2
    assert rolls(it) == ["8.33", "8.33", "8.36", "9.14", "9.14"]


@pytest.mark.rule("spqr 6.57", "spqr 6.51")
@pytest.mark.parametrize("led", [True, False])
def test_a_line_of_horse_withdraws(led: bool) -> None:
    """With a leader two hexes from one of them a line of horse may withdraw as one; without, each by itself."""
    lines = {"sides": {**SIDES, "rome": {"retreat": "W", "lines": [["RC"]]}}}
    units = [rome("RC1", 1110, ma=8, tq=6), rome("RC2", 1111, ma=8, tq=6), punic("HI9", 1410, tq=6, ma=6)]
    given = battle(units, [fabius(), varro(1012 if led else "0816"), hannibal(1410)], active="Hannibal", ground=lines)
    asked = choices(rule(given, "HI9 > 1310"))
    assert ("line" in asked["RC1"]) is led
    it = rule(given, "HI9 > 1310\nRC1 0909 @E; RC2 1011 @E")
    assert (it.of("RC1")["hex"], it.of("RC2")["hex"]) == (909, 1011)
    assert [it.of(u)["hits"] for u in ("RC1", "RC2")] == [0, 0]


@pytest.mark.rule("spqr 9.81", "spqr 8.24", "spqr 10.21")
@pytest.mark.parametrize("words", ["SC1 x MI9", "yes", "fire"])
def test_scorpios_shoot_as_the_enemy_moves(words: str) -> None:
    """Scorpios shoot twice in an enemy's Orders Phase, at any moment, and no third time."""
    engine = rome("SC1", 1010, tq=5, ma=2, missile="B")
    units = [engine, rome("MI2", "0303"), punic("MI9", 1410, tq=6, ma=5), punic("MI8", 1412, tq=6, ma=5)]
    given = battle(units, [fabius("0810"), hannibal()], active="Hannibal")
    it = rule(given, f"MI9 > 1310 1210\n{words}\n{words}\nMI8 > 1312", 3, 3)
    assert it.refused == []
    assert it.of("MI9")["hits"] == 2 and it.of("MI9")["hex"] == 1210 and it.of("MI8")["hex"] == 1312
    assert questions(it)[:2] == [("rome", "artillery")] * 2 and it.asked == ["orders"]
