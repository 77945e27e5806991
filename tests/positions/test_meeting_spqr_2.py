"""Positions of SPQR where two rules meet: Shock, rout, rally, pursuit, elephants and light horse."""

from __future__ import annotations

import pytest

from .kit import rule
from .test_meeting_spqr import (
    battle,
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
)


@pytest.mark.rule("spqr 6.75", "spqr 6.76", "spqr 8.33", "spqr 8.36")
def test_a_column_is_charged() -> None:
    """A Column checks with 2 TQ less, suffers double from the front too, and falls out of Column for a hit."""
    units = [rome("MI2", 1210, "SIDE_NE", column=True, tq=9, size=5), punic("HI9", 1509, tq=6, ma=4, size=5)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "HI9 > 1409 1309\ndone\nshock auto\nE\nno", 5, 8, 3)
    here = it.of("MI2")
    assert "front" in crt(it) and "Superiority (in Column)" in crt(it)
    assert (here["hits"], here["column"], here["facing"]) == (1 + 4 + 1, False, "E")
    assert it.of("HI9")["hits"] == 2 and ("rome", "column-facing") in questions(it)


@pytest.mark.rule("spqr 8.33", "spqr 8.36")
@pytest.mark.parametrize(("start", "to", "facing", "charges"), [(1310, 1210, "W", 1), (1108, 1109, "SW", 2)])
def test_light_foot_charges_heavy(start: int, to: int, facing: str, charges: int) -> None:
    """Light foot checks as it charges; heavy foot only where it is taken in the flank, and suffers double there."""
    units = [rome("HI1", 1110, tq=7, size=5), punic("LI9", start, facing, tq=5, ma=5, size=5)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, f"LI9 > {to} attack\nnone\ndone\nshock auto", *([5] * charges), 4)
    assert rolls(it) == ["8.33"] * charges + ["8.36"]
    assert it.of("HI1")["hits"] == (2 if charges == 1 else 4) and it.of("LI9")["hits"] == (3 if charges == 1 else 2)


@pytest.mark.rule("spqr 10.21", "spqr 8.36", "spqr 8.37")
@pytest.mark.parametrize(("die", "routed"), [(6, False), (7, True)])
def test_a_worn_phalanx_is_struck_in_front(die: int, routed: bool) -> None:
    """A phalanx one over its TQ rolls with 1 added; if it stands it has TQ-1 and checks no second time."""
    units = [rome("PH1", 1110, tq=7, size=10, hits=6), rome("MI2", "0303"), punic("LG9", 1310, tq=6, ma=5, size=3)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "LG9 > 1210\ndone\nshock auto\n1010", 3, 3, 5, die)
    assert rolls(it) == ["8.33", "8.33", "8.36", "10.21"]
    assert it.of("PH1")["routed"] is routed and it.of("LG9")["hits"] == 3
    if not routed:
        assert it.of("PH1")["hits"] == 6 and it.asked == ["momentum"]


@pytest.mark.rule("spqr 10.21", "spqr 8.36", "spqr 10.22")
def test_a_phalanx_is_struck_in_the_flank() -> None:
    """Struck with superiority of position a phalanx routs without a roll, on both its hexes."""
    units = [
        rome("PH1", 1110, tq=7, size=10, hits=4),
        rome("MI2", "0303"),
        punic("LG9", 1108, "SW", tq=6, ma=5, size=3),
    ]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "LG9 > 1109\ndone\nshock auto", 3, 3, 5)
    assert rolls(it) == ["8.33", "8.33", "8.36"] and it.asked == ["rout-path"]
    assert "column 12, -2 size 3 to 10, column 10, Attack Superiority (position)" in crt(it)


@pytest.mark.rule("spqr 6.68", "spqr 9.62", "spqr 8.41")
@pytest.mark.parametrize(("die", "both"), [(6, False), (7, True)])
def test_the_lower_of_a_stack_breaks(die: int, both: bool) -> None:
    """Hits fall on both; the lower routs, and the upper checks whether it goes too. Only then is the hex taken."""
    stack = [hastati("LG1", 1110), hastati("LG2", 1110, below="LG1", hits=5), hastati("LG3", "0303")]
    given = battle([*stack, punic("MI9", 1310, tq=6, ma=5, size=5)], [fabius(), hannibal()], active="Hannibal")
    way = "1011\n0911\n" + ("1010\n0910\n" if both else "")
    it = rule(given, "MI9 > 1210\nnone\nnone\nnone\nhold\ndone\nshock auto\n" + way + "no", 3, 3, 4, die)
    assert it.of("LG2")["routed"] and it.of("LG1")["routed"] is both
    assert it.of("MI9")["hex"] == (1110 if both else 1210) and it.of("MI9")["hits"] == 2
    if not both:
        assert (it.of("LG1")["hex"], it.of("LG1")["hits"]) == (1110, 1)
    assert rolls(it) == ["8.33", "8.33", "8.36", "6.68"]


@pytest.mark.rule("spqr 9.63", "spqr 8.33", "spqr 6.68")
@pytest.mark.parametrize(("die", "hits"), [(5, (0, 0)), (6, (1, 0)), (8, (2, 1))])
def test_a_mixed_stack_awaits_the_charge(die: int, hits: tuple[int, int]) -> None:
    """Hastati over principes of another legion add 1; what they suffer falls on both, the odd hit on the upper."""
    stack = [hastati("LG1", 1110), hastati("LG2", 1110, below="LG1", cls="PR", legion="X", tq=7)]
    given = battle([*stack, punic("MI9", 1310, tq=6, ma=5, size=6)], [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "MI9 > 1210\nnone\nnone\nnone\nhold\ndone\nshock auto", 3, die, 4)
    assert (it.of("LG1")["hits"], it.of("LG2")["hits"]) == (hits[0] + 1, hits[1] + 1)


@pytest.mark.rule("spqr 8.34", "spqr 8.36", "spqr 11.2", "spqr 4.63")
def test_the_commander_dies_in_his_own_attack() -> None:
    """The active leader is killed with those who attack: 2 more than his Charisma is off the die, and he counts 25."""
    units = [hastati("LG1", 1010, tq=8), punic("MI9", 1210, tq=6, ma=5, size=3)]
    given = battle(units, [fabius(1010, charisma=2), varro("0610", initiative=6), hannibal()], active="Fabius")
    it = rule(given, "LG1 > 1110 & Fabius\nnone\ndone\nshock auto", 3, 3, 0, 9, 8)
    assert it.of("Fabius")["eliminated"] and points(it, "rome") == 25
    assert "rolled 8, -4" in crt(it) and (it.of("LG1")["hits"], it.of("MI9")["hits"]) == (2, 4)
    assert it.asked == ["activation"] and next(iter(choices(it))) == "Varro"


@pytest.mark.rule("spqr 8.34", "spqr 5.31", "spqr 4.63")
def test_the_commander_is_shaken_in_his_own_attack() -> None:
    """A leader who is only shaken still adds his Charisma, but tries no Momentum after it."""
    units = [hastati("LG1", 1010, tq=8), punic("MI9", 1210, tq=9, ma=5, size=3)]
    given = battle(units, [fabius(1010, charisma=2), varro("0610", initiative=6), hannibal()], active="Fabius")
    it = rule(given, "LG1 > 1110 & Fabius\nnone\ndone\nshock auto", 3, 3, 0, 3, 3)
    assert it.of("Fabius")["status"] == "finished" and not it.of("Fabius")["wounded"]
    assert "rolled 3, +2" in crt(it) and it.asked == ["activation"]


@pytest.mark.rule("spqr 5.27", "spqr 4.26", "spqr 8.31")
@pytest.mark.parametrize("fights", [True, False])
def test_a_leader_caught_in_enemy_zoc(fights: bool) -> None:
    """He orders nothing but may enable a Shock, with his Charisma, and is Finished then; else he waits for his turn."""
    units = [hastati("LG1", 1110), hastati("LG2", "0911"), punic("MI9", 1210, tq=9, ma=5, size=3)]
    leaders = [fabius("0510", initiative=6), varro(1110, initiative=4, charisma=1), hannibal()]
    given = battle(units, leaders, phase="select", turn=2)
    it = rule(given, "Varro\nLG2 > 1011\n" + ("shock all" if fights else "shock none"), *([5, 4] if fights else []))
    assert it.refused == ["4.26"] and it.of("LG2")["hex"] == 911
    assert it.of("Varro")["status"] == ("finished" if fights else "inactive")
    assert it.asked == ["activation"], "no Momentum for him"
    if fights:
        assert rolls(it) == ["8.34", "8.36"] and "+1 Varro's Charisma" in crt(it)


@pytest.mark.rule("spqr 8.44", "spqr 10.14", "spqr 8.35")
def test_who_struck_the_flank_takes_the_hex() -> None:
    """Two attack one: who has superiority by position leads and must advance, though the other is the better unit."""
    foe = [punic("HI8", 1310, tq=7, ma=4, size=5), punic("MI9", 1108, "SW", tq=5, ma=5, size=5)]
    units = [rome("MI1", 1110, tq=6, size=5, hits=3), rome("MI2", "0303"), *foe]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    orders = "HI8 > 1210\nnone\nnone\nMI9 > 1109\ndone\nshock auto\nMI9\n1010\n0910\nno"
    it = rule(given, orders, 3, 3, 3, 5)
    assert "MI on MI, flank: column 10, +1 size 10 to 5, column 11, Attack Superiority (position)" in crt(it)
    assert it.of("MI1")["routed"] and [it.of(u)["hits"] for u in ("HI8", "MI9")] == [1, 1]
    assert [it.of(u)["hex"] for u in ("HI8", "MI9")] == [1210, 1110]


@pytest.mark.rule("spqr 8.41", "spqr 6.22", "spqr 8.36")
def test_advancing_into_the_woods_never_routs() -> None:
    """The winner's last hit would be that of the woods it advances into: it goes in, one hit short of its TQ."""
    units = [
        rome("MI1", 1110, tq=5, size=5, hits=4),
        rome("MI2", "0303"),
        punic("LG9", 1310, tq=6, ma=5, size=5, hits=3),
    ]
    given = battle(units, [fabius(), hannibal()], active="Hannibal", ground={"terrain": {"1110": "woods"}})
    it = rule(given, "LG9 > 1210\nnone\ndone\nshock auto\n1010\n0910\nno", 3, 3, 5)
    assert "-1 woods" in crt(it)
    here = it.of("LG9")
    assert (here["hex"], here["hits"], here["routed"]) == (1110, 5, False)


@pytest.mark.rule("spqr 8.33", "spqr 10.27", "spqr 11.2")
@pytest.mark.parametrize("die", [1, 5])
def test_coming_upon_the_routed(die: int) -> None:
    """Who attacks the routed doesn't check; they do, with TQ 1, and any hit at all is their end."""
    units = [hastati("LG1", 1110, "W", routed=True), hastati("LG2", "0303"), punic("MI9", 1410, tq=6, ma=5, size=5)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "MI9 > 1310 1210\ndone\nshock auto\nno", die, *([5] if die == 1 else []))
    assert rolls(it) == (["8.33", "8.36"] if die == 1 else ["8.33"])
    assert it.of("LG1")["eliminated"] and points(it, "rome") == 6
    assert it.of("MI9")["hex"] == 1110


@pytest.mark.rule("spqr 9.41", "spqr 7.25", "spqr 8.36")
@pytest.mark.parametrize(("start", "column", "hits"), [(1311, 3, 4), (1211, 5, 3)])
def test_phalanxes_side_by_side(start: int, column: int, hits: int) -> None:
    """A phalanx beside another is stronger against legionaries who come up, not against those who stood there."""
    units = [
        rome("PH1", 1110, tq=7, size=10),
        rome("PH2", 1108, tq=7, size=10),
        punic("LG9", start, tq=7, ma=5, size=10),
    ]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    moved = start != 1211
    it = rule(given, "LG9 > 1211\ndone\nshock auto" if moved else "done\nshock all", *([3, 3] if moved else []), 3)
    assert f"column {column}; rolled" in crt(it) and it.of("LG9")["hits"] == hits


@pytest.mark.rule("spqr 9.53", "spqr 8.33")
@pytest.mark.parametrize(("dice", "hits"), [((8,), 0), ((9, 9), 1), ((9, 3), 0)])
def test_double_depth_awaits_the_charge(dice: tuple[int, ...], hits: int) -> None:
    """The upper phalanx checks with 1 off; if it fails the lower checks too, and each takes its own hits."""
    deep = [rome("PH1", 1110, tq=7, size=10), rome("PH2", 1110, tq=7, size=10, below="PH1")]
    given = battle([*deep, punic("MI9", 1310, tq=6, size=10, ma=5)], [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "MI9 > 1210\ndone\nshock auto", 3, *dice, 5)
    assert rolls(it) == ["8.33"] * (1 + len(dice)) + ["8.36"]
    assert "-1 size 10 to 20" in crt(it) and it.of("MI9")["hits"] == 3
    assert it.of("PH1")["hits"] == 1 + (1 if len(dice) == 2 else 0) and it.of("PH2")["hits"] == 1 + hits


# Rout and rally, pursuit


@pytest.mark.rule("spqr 10.25", "spqr 6.69", "spqr 10.15")
@pytest.mark.parametrize(("worn", "dice", "also"), [(0, (8,), False), (3, (8,), True), (5, (), True)])
def test_rout_carries_others_along(worn: int, dice: tuple[int, ...], also: bool) -> None:
    """Foot shot to pieces flees through hastati: a hit and a check for them, and they may go themselves."""
    units = [rome("MI1", 1210, tq=6, hits=5), hastati("LG2", 1110, hits=worn), hastati("LG3", 1109)]
    given = battle([*units, punic("LI9", 1410, tq=6, ma=5, missile="A")], [fabius(), hannibal()], active="Hannibal")
    way = "1110\n1010\n0910\n1011" if also else "1110\n1010"
    it = rule(given, "LI9 x MI1\n" + way, 3, *dice)
    assert it.of("LG2")["routed"] is also and it.of("LG3")["hits"] == 0
    assert rolls(it) == ["8.17"] + ["10.25"] * len(dice)
    if not also:
        assert it.of("LG2")["hits"] == 3
        assert (it.of("MI1")["hex"], it.of("MI1")["routed"]) == (1010, True)


@pytest.mark.rule("spqr 10.21", "spqr 11.2", "spqr 8.17")
def test_skirmishers_scatter_and_leave_their_tribune() -> None:
    """Skirmishers who break are lost for 2 points; the tribune among them stays where he is."""
    units = [rome("SK1", 1210, tq=5, hits=4), punic("LI9", 1410, tq=6, ma=5, missile="A")]
    given = battle(units, [fabius(), tribune(1210), hannibal()], active="Hannibal")
    it = rule(given, "LI9 x SK1", 1)
    assert it.of("SK1")["eliminated"] and points(it, "rome") == 2
    assert it.of("Sextius")["hex"] == 1210 and not it.of("Sextius")["eliminated"]


@pytest.mark.rule("spqr 10.28", "spqr 10.34", "spqr 10.35", "spqr 10.29")
@pytest.mark.parametrize(
    ("depleted", "dice", "becomes"),
    [
        (True, (5, 6), "rallied"),
        (True, (6,), "flees"),
        (True, (7,), "lost"),
        (False, (7,), "flees"),
        (False, (6, 6), "rallied"),
    ],
)
def test_rallying_the_depleted(depleted: bool, dice: tuple[int, ...], becomes: str) -> None:
    """Hastati of TQ 7 rally by Initiative 5: the Depleted add 1 to the first roll and 2 to the second."""
    units = [hastati("LG1", 1010, "W", tq=7, routed=True, depleted=depleted, supply="no"), hastati("LG2", 1610)]
    given = battle(units, [fabius("0810"), hannibal(2607)], active="Fabius")
    it = rule(given, "rally LG1 @E\n" + ("0910\n0810" if becomes == "flees" else "LG1 > 1110"), *dice)
    here = it.of("LG1")
    if becomes == "rallied":
        assert (here["routed"], here["hits"], here["depleted"], here["supply"]) == (
            False,
            4 if depleted else 3,
            True,
            "no",
        )
        assert it.refused == ["10.28"] and here["hex"] == 1010
    elif becomes == "flees":
        assert here["routed"] and here["hex"] == 810 and here["depleted"] is depleted
    else:
        assert here["eliminated"] and points(it, "rome") == 7


@pytest.mark.rule("spqr 10.28", "spqr 5.32", "spqr 10.22")
def test_one_try_a_turn_for_each_leader() -> None:
    """A leader who has failed to rally a unit doesn't try again when he has Momentum."""
    units = [hastati("LG1", "0910", "W", tq=7, routed=True), hastati("LG2", 1610)]
    given = battle(units, [fabius("0510"), hannibal(2607)], active="Fabius")
    it = rule(given, "rally LG1 @E\n0810\n0710\ndone\nyes\nrally LG1 @E", 7, 0)
    assert it.refused == ["10.28"] and it.of("LG1")["hex"] == 710


@pytest.mark.rule("spqr 10.17", "spqr 8.14")
@pytest.mark.parametrize(("supply", "ground", "hits"), [("no", "open", 1), ("low", "open", 3), ("no", "woods", 3)])
def test_recovering_under_archers(supply: str, ground: str, hits: int) -> None:
    """Recovery takes two hits off before archers without arrows; not before those with a volley left, nor in woods."""
    units = [hastati("LG1", 1010, hits=3), punic("LI9", 1310, missile="A", supply=supply)]
    given = battle(units, [fabius("0810"), hannibal(2607)], active="Fabius", ground={"terrain": {"1010": ground}})
    it = rule(given, "recover LG1" + ("\nLG1 > 1110" if hits == 1 else ""))
    assert it.of("LG1")["hits"] == hits and it.of("LG1")["hex"] == 1010
    assert it.refused == ["10.17"], "who has recovered doesn't move"


CHASE = "HC9 > 1210\nnone\ndone\nshock auto\n"


@pytest.mark.rule("spqr 10.42", "spqr 10.43", "spqr 10.27", "spqr 5.32")
def test_a_pursuit_and_the_orders_after_it() -> None:
    """Horse pursues, rides the routed down, goes on half its MA, and moves no more this turn; it may turn by order."""
    units = [hastati("LG1", 1110, hits=4, supply="no"), hastati("LG4", "0403"), punic("HC9", 1310, tq=6, ma=8, size=4)]
    given = battle(units, [fabius(initiative=3), hannibal(1209)], active="Hannibal")
    ride = "1010\n0910\n0910\n0810\n0710\n0610\n"
    it = rule(given, CHASE + ride + "yes\nHC9 > +1\nHC9 @NW", 3, 3, 6, 9, 5, 0)
    assert rolls(it) == ["8.33", "8.33", "8.36", "10.42", "8.36", "5.32"]
    here = it.of("HC9")
    assert it.refused == ["10.43"]
    assert (here["hex"], here["facing"], here["spent"]) == (610, "NW", True)
    assert it.of("LG1")["eliminated"] and points(it, "rome") == 6


@pytest.mark.rule("spqr 10.42", "spqr 10.43", "spqr 8.41")
def test_horse_that_keeps_order() -> None:
    """A die of TQ breaks off: the routed flee all their MA, the horse takes their hex and is done for the turn."""
    units = [hastati("LG1", 1110, hits=4, supply="no"), hastati("LG4", "0403"), punic("HC9", 1310, tq=6, ma=8, size=4)]
    given = battle(units, [fabius(initiative=3), hannibal(1209)], active="Hannibal")
    it = rule(given, CHASE + "1010\n0910\n0810\n0710\n0610\nno", 3, 3, 6, 6)
    assert it.of("LG1")["routed"] and it.of("LG1")["hex"] == 610
    assert (it.of("HC9")["hex"], it.of("HC9")["spent"], it.asked) == (1110, True, ["momentum"])


@pytest.mark.rule("spqr 10.41", "spqr 10.24", "spqr 10.22")
def test_no_pursuit_of_the_surrounded() -> None:
    """Hastati shut in by ZOCs have no way to flee: they are lost, and who broke them rolls for no pursuit."""
    ring = [punic("MI7", "0909", "SE"), punic("MI8", "0911", "NE"), punic("MI6", 1112, "NW"), punic("MI5", 1108, "SW")]
    units = [hastati("LG1", 1110, hits=5, supply="no"), hastati("LG2", "0303"), *ring, punic("MI4", 1311)]
    given = battle([*units, punic("HC9", 1310, tq=6, ma=8, size=4)], [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "HC9 > 1210\nnone\ndone\nshock HC9 x LG1\nno", 3, 3, 5)
    assert it.of("LG1")["eliminated"] and points(it, "rome") == 6
    assert rolls(it) == ["8.33", "8.33", "8.36"]
    assert (it.of("HC9")["hex"], it.of("HC9")["spent"]) == (1110, False)


@pytest.mark.rule("spqr 10.43", "spqr 6.51")
def test_horse_that_has_pursued() -> None:
    """A position says it has pursued: it isn't ordered to move, but turns by order, and withdraws from who comes."""
    spent = punic("HC9", 1210, tq=6, ma=8, size=4, spent=True)
    given = battle([rome("HI1", "0910", ma=4), spent], [fabius("0310"), hannibal()], active="Fabius")
    comes = rule(given, "HI1 > 1010")
    assert comes.asked == ["orderly-withdrawal"] and list(choices(comes)) == ["HC9"]
    given = battle([rome("HI1", "0710", ma=4), spent], [fabius("0310"), hannibal()], active="Hannibal")
    assert rule(given, "HC9 @NW").of("HC9")["facing"] == "NW"
    assert rule(given, "HC9 > +1").refused == ["10.43"]


# Elephants, light horse


@pytest.mark.rule("spqr 9.11", "spqr 8.33", "spqr 8.36")
@pytest.mark.parametrize("room", [True, False])
def test_letting_elephants_through(room: bool) -> None:
    """With a hex free behind them hastati let elephants pass into it, for half the hits and a check."""
    units = [hastati("LG1", 1110, supply="no"), hastati("LG2", 1010)]
    if not room:
        units.append(hastati("LG3", 1011))
    given = battle([*units, punic("EL9", 1310, tq=6, ma=7, size=5)], [fabius(), hannibal()], active="Hannibal")
    orders = "EL9 > 1210\nnone\ndone\nshock auto" + ("\nyes\nnone" if room else "")
    it = rule(given, orders, 5, 4, 5, *([8] if room else []))
    assert (("rome", "pass-through") in questions(it)) is room
    if room:
        here = it.of("EL9")
        assert (here["hex"], here["facing"], here["hits"]) == (1011, "W", 1)
        assert it.of("LG1")["hits"] == 1 + 2 and it.of("LG1")["hex"] == 1110
    else:
        assert (it.of("EL9")["hex"], it.of("EL9")["hits"], it.of("LG1")["hits"]) == (1210, 2, 2)


@pytest.mark.rule("spqr 9.11", "spqr 8.32")
def test_elephants_with_foot_beside_them() -> None:
    """Elephants who attack together with foot are let through by nobody."""
    foe = [punic("EL9", 1310, tq=6, ma=7, size=5), punic("MI8", 1312, tq=6, ma=5, size=5)]
    given = battle([hastati("LG1", 1110, supply="no"), *foe], [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "EL9 > 1210\nnone\nMI8 > 1211\ndone\nshock EL9 x LG1 & MI8 x LG1\nEL9", 5, 5, 4, 5)
    assert ("rome", "pass-through") not in questions(it) and rolls(it)[:3] == ["8.33"] * 3


@pytest.mark.rule("spqr 9.14", "spqr 8.17", "spqr 6.51", "spqr 11.2")
@pytest.mark.parametrize(
    ("friend", "hits"),
    [(("MI8", "NW"), 1), (("MI8", "SE"), 2), (("HC8", "NW"), 2)],
)
def test_elephants_shot_wild(friend: tuple[str, str], hits: int) -> None:
    """Elephants run straight away from the archers into their friends; horse may get out of the way, or suffers 2."""
    code, facing = friend
    units = [rome("LI1", 1208, "SE", missile="A"), hastati("LG1", "0310"), punic(code, 1212, facing, tq=6)]
    given = battle([*units, punic("EL9", 1210, tq=5, ma=7, hits=4)], [fabius("0810"), hannibal()], active="Fabius")
    it = rule(given, "LI1 x EL9" + ("\nstay\nstay" if code == "HC8" else ""), 2, 9, 9)
    assert rolls(it) == ["8.17", "9.14", "9.14"]
    assert it.of("EL9")["eliminated"] and points(it, "punic") == 2
    assert it.of(code)["hits"] == hits
    assert (("punic", "orderly-withdrawal") in questions(it)) is (code == "HC8")


BEHIND = {"1010": "woods", "1011": "woods", "1109": "woods", "1111": "woods"}


@pytest.mark.rule("spqr 9.16", "spqr 6.55", "spqr 6.51")
def test_elephants_drive_cavalry_off() -> None:
    """Elephants come next to horse with open ground behind it: it must withdraw, and doesn't stand for a check."""
    units = [rome("RC1", 1110, tq=6, ma=8), punic("EL9", 1310, tq=6, ma=7)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "EL9 > 1210\nnone", 3)

    assert rolls(it) == []


@pytest.mark.rule("spqr 9.16", "spqr 6.55", "spqr 10.15")
@pytest.mark.parametrize("worn", [0, 5])
def test_elephants_come_upon_horse_before_woods(worn: int) -> None:
    """No withdrawal leads into woods: the horse checks, takes a hit though it passes, and may rout by it."""
    units = [rome("RC1", 1110, tq=6, ma=8, hits=worn), punic("EL9", 1310, tq=6, ma=7)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal", ground={"terrain": BEHIND})
    it = rule(given, "EL9 > 1210" + ("\n1010\n0910" if worn else "\nnone"), 3)
    assert rolls(it) == ["9.16"] and ("rome", "orderly-withdrawal") not in questions(it)
    here = it.of("RC1")
    assert (here["routed"], here["hits"], here["hex"]) == ((True, 0, 910) if worn else (False, 1, 1110))


@pytest.mark.rule("spqr 9.16", "spqr 11.2")
def test_elephants_come_upon_routed_horse() -> None:
    """Routed horse that elephants come next to is lost."""
    units = [rome("RC1", 1110, "W", tq=6, ma=8, routed=True), rome("MI2", "0303"), punic("EL9", 1310, tq=6, ma=7)]
    it = rule(battle(units, [fabius(), hannibal()], active="Hannibal"), "EL9 > 1210")
    assert it.of("RC1")["eliminated"] and points(it, "rome") == 6 and rolls(it) == []


@pytest.mark.rule("spqr 9.31", "spqr 6.13", "spqr 8.23")
def test_harassing_horse() -> None:
    """Light horse that has moved harasses hastati: both throw at once, and coming again costs it a hit."""
    units = [hastati("LG1", 1110), punic("LC9", 1410, tq=5, ma=9, missile="J", moved=True)]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "LC9 harass LG1 1310 1210\nfire", 2, 5)
    assert it.of("LG1")["hits"] == 1 and it.of("LC9")["hits"] == 1 + 1
    assert it.of("LG1")["supply"] == "no" and it.of("LC9")["hex"] == 1410
    assert ("rome", "reaction-facing") not in questions(it)


@pytest.mark.rule("spqr 9.32", "spqr 9.33", "spqr 9.15")
@pytest.mark.parametrize(
    ("foe", "case", "hits"),
    [(("SK1", "E"), ["9.33"], 0), (("EL1", "E"), ["9.32"], 0), (("EL1", "W"), [], 2)],
)
def test_whom_light_horse_harasses(foe: tuple[str, str], case: list[str], hits: int) -> None:
    """Never skirmishers, nor elephants from the front; beside or behind elephants it costs two hits before the shot."""
    code, facing = foe
    target = rome(code, 1110, facing, tq=6, **({"ma": 7} if code == "EL1" else {"missile": "S"}))
    units = [target, hastati("LG5", "0310"), punic("LC9", 1410, tq=5, ma=9, missile="J")]
    it = rule(battle(units, [fabius(), hannibal()], active="Hannibal"), f"LC9 harass {code} 1310 1210", 2)
    assert it.refused[:1] == case and it.of("LC9")["hits"] == hits
    assert it.of(code)["hits"] == (0 if case else 2)
