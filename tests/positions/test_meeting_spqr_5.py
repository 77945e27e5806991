"""Positions of SPQR where two rules meet: the last of them."""

from __future__ import annotations

import pytest

from bot.cli.common import BadInput

from .kit import rule
from .test_meeting_spqr import (
    SIDES,
    battle,
    chief,
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


@pytest.mark.rule("spqr 4.81", "spqr 5.32")
@pytest.mark.parametrize("rides", [False, True])
def test_elephants_obey_who_rides_with_them(rides: bool) -> None:
    """By the optional rule elephants have had their first orders: only a leader with one of them gives them more."""
    units = [punic("EL1", 1410, tq=6, ma=7), punic("EL2", 1412, tq=6, ma=7), rome("MI2", "0303")]
    hanno = chief("punic", "Hanno", 1410 if rides else 1510, "SC", initiative=4)
    leaders = [fabius(status="finished"), hanno, hannibal(2010)]
    given = battle(units, leaders, active="Hanno", turn=2, options={"4.8": True})
    it = rule(
        given,
        f"EL1 > 1310{' & Hanno' if rides else ''}\nEL2 > 1311\ndone\nyes\nEL1 > 1210{' & Hanno' if rides else ''}",
        0,
    )
    assert it.of("EL1")["hex"] == (1210 if rides else 1310) and it.of("EL2")["hex"] == 1311
    assert it.of("EL1")["hits"] == (1 if rides else 0)
    assert it.refused == ([] if rides else ["4.81"])


@pytest.mark.rule("spqr 4.61", "spqr 4.3", "spqr 6.65")
def test_a_leader_follows_into_enemy_zoc() -> None:
    """Alone he doesn't go into enemy ZOC; to his hastati who stand there he does, and is held then as they are."""
    units = [hastati("LG1", 1010), punic("MI9", 1310, tq=6)]
    given = battle(units, [fabius("0910"), tribune("0911"), hannibal()], active="Fabius")
    it = rule(given, "Fabius > 1210\nLG1 > 1110 1210\nnone\nFabius > 1210\nSextius > 1010")
    assert it.refused == ["4.61", "4.3"]
    assert it.of("Fabius")["hex"] == 1210 and it.of("Sextius")["hex"] == 911


@pytest.mark.rule("spqr 8.32", "spqr 8.31", "spqr 7.25")
def test_who_must_be_attacked() -> None:
    """Two stand before two: each is fought once, and all in the attackers' ZOC are."""
    line = [hastati("LG1", 1110, tq=9, supply="no"), hastati("LG2", 1111, tq=9, supply="no")]
    foe = [punic("MI8", 1210, tq=6, size=4), punic("MI9", 1211, tq=6, size=4)]
    given = battle([*line, *foe], [fabius(), hannibal()], active="Hannibal")
    twice = rule(given, "done\nshock MI8 x LG1 & MI9 x LG1\nshock MI8 MI9 x LG1")
    assert twice.refused == ["8.32", "8.32"] and twice.asked == ["shock"]
    alone = rule(given, "done\nshock MI9 x LG1 LG2\nLG1", 5)
    assert alone.refused == [] and [alone.of(u)["hits"] for u in ("LG1", "LG2", "MI8", "MI9")] == [1, 1, 0, 2]


@pytest.mark.rule("spqr 10.33", "spqr 8.36", "spqr 7.25")
@pytest.mark.parametrize(("ours", "theirs", "column"), [(True, True, 8), (True, False, 7), (False, True, 9)])
def test_the_depleted_fight(ours: bool, theirs: bool, column: int) -> None:
    """A Depleted attacker is a column to the left, a Depleted defender one to the right; both cancel out."""
    units = [hastati("LG1", 1010, depleted=ours, tq=9), punic("MI9", 1110, tq=9, size=3, depleted=theirs)]
    it = rule(battle(units, [fabius("0810"), hannibal()], active="Fabius"), "done\nshock all", 5)
    assert f"column {column}, Attack Superiority (weapons)" in crt(it)


@pytest.mark.rule("spqr 10.24", "spqr 10.26", "spqr 11.2")
@pytest.mark.parametrize("edge", [True, False])
def test_a_flight_over_the_edge(edge: bool) -> None:
    """A unit one hex from the edge is lost as it flees two; its leader stays on the map, in the last of its hexes."""
    start, way = ("0210", "0110") if edge else ("0310", "0210\n0110")
    archers = punic("LI9", "0410" if edge else "0510", tq=6, ma=5, missile="A")
    units = [rome("MI1", start, tq=6, hits=5), rome("MI2", 1303), archers]
    given = battle(units, [fabius(1210), varro(start), hannibal("0610")], active="Hannibal")
    it = rule(given, f"LI9 x MI1\nVarro go\n{way}", 3)
    assert it.of("MI1")["eliminated"] is edge and points(it, "rome") == (6 if edge else 0)
    assert it.of("Varro")["hex"] == 110 and not it.of("Varro")["eliminated"]


@pytest.mark.rule("spqr 8.33", "spqr 10.16", "spqr 8.41")
@pytest.mark.parametrize(("die", "loser"), [(7, "LG1"), (8, "LG9")])
def test_both_break_in_the_charge(die: int, loser: str) -> None:
    """Both reach their TQ before they fight: the defender routs if neither is farther over it, else who is."""
    units = [
        hastati("LG1", 1110, hits=5, supply="no"),
        rome("MI2", "0303"),
        punic("LG9", 1310, tq=6, ma=5, size=3, hits=5),
    ]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    way = "1010\n0910\nno" if loser == "LG1" else "1310\n1410"
    it = rule(given, "LG9 > 1210\nnone\ndone\nshock auto\n" + way, die, 7)
    winner = "LG9" if loser == "LG1" else "LG1"
    assert rolls(it) == ["8.33", "8.33"]
    assert it.of(loser)["routed"] and not it.of(winner)["routed"] and it.of(winner)["hits"] == 5
    assert it.of(winner)["hex"] == 1110, "the attacker comes in, the defender stays"


@pytest.mark.rule("spqr 8.41", "spqr 8.22", "spqr 7.16", "spqr 8.42")
def test_the_second_line_throws_at_the_victor() -> None:
    """Who advances comes into the ZOC of the javelins behind: they may turn and throw, and then the victor turns."""
    units = [rome("MI1", 1110, tq=5, size=5, hits=4), rome("LI2", 1010, tq=6, missile="J", ma=5)]
    foe = punic("MI9", 1310, tq=6, ma=5, size=5)
    given = battle([*units, foe], [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "MI9 > 1210\nnone\ndone\nshock auto\n0911\nnone\nfire\nright", 3, 3, 5, 2)
    kinds = [kind for _, kind in questions(it)]
    assert kinds[-4:] == ["reaction-facing", "entry-fire", "advance-turn", "momentum"]
    assert it.of("MI9")["hits"] == 2 + 1 and it.of("MI9")["hex"] == 1110
    assert it.of("MI9")["facing"] == "NW", "in enemy ZOC too"


@pytest.mark.rule("spqr 10.28", "spqr 10.27", "spqr 10.17")
def test_the_rallied_and_the_routed_obey_nobody() -> None:
    """Who has rallied this turn neither moves, turns nor recovers by order; the routed only rally."""
    rallied = hastati("LG1", "0804", "W", rallied=True, depleted=True, hits=2, supply="no", tq=7)
    routed = hastati("LG3", "0904", "W", routed=True, supply="no")
    given = battle([rallied, routed, punic("MI9", 2010)], [fabius("0810"), hannibal()], active="Fabius", turn=2)
    it = rule(given, "LG1 > 0704\nLG1 @E\nrecover LG1\nLG3 > 0804\nrecover LG3")
    assert it.refused[:4] == ["10.28", "10.28", "10.28", "10.27"] and len(it.refused) == 5
    assert it.of("LG1")["hits"] == 2 and it.asked == ["orders"]


# Interrupted Orders Phases


@pytest.mark.rule("spqr 8.19", "spqr 8.22", "spqr 4.27", "spqr 5.31", "spqr 11.2")
@pytest.mark.parametrize(("die", "dead"), [(9, True), (3, False)])
def test_the_active_leader_rides_into_javelins(die: int, dead: bool) -> None:
    """He is killed or shaken in the middle of his phase: no order follows, but who must attack does."""
    units = [hastati("LG1", 1110, tq=9), punic("MI9", 1310, tq=9, ma=5, size=3), punic("MI8", 1610)]
    given = battle(units, [fabius(), hannibal(1310, charisma=2)], active="Hannibal")
    it = rule(given, "MI9 > 1210 & Hannibal\nnone\nfire\nshock auto", 0, 0, die, 3, 3, *(() if dead else (5,)), 5)
    assert ("punic", "orders") not in questions(it) and it.asked == ["activation"]
    assert it.of("Hannibal")["eliminated"] is dead and points(it, "punic") == (35 if dead else 0)
    assert it.of("Hannibal")["status"] == "finished" or dead
    assert ("+2 Hannibal's Charisma" in crt(it)) is not dead
    assert it.of("MI9")["hits"] == 1 + 2


@pytest.mark.rule("spqr 7.16", "spqr 4.26", "spqr 5.27", "spqr 5.31")
@pytest.mark.parametrize("turns", [True, False])
def test_the_enemy_turns_to_the_leader(turns: bool) -> None:
    """A leader rides with hastati to an enemy's flank: if he turns to them the leader is held."""
    units = [hastati("LG1", 1108, "SE"), hastati("LG2", "0910"), punic("MI9", 1210, tq=9, ma=5, size=3)]
    leaders = [fabius(initiative=6), varro(1108, initiative=4), hannibal()]
    given = battle(units, leaders, active="Varro", turn=2)
    first = "LG1 > 1209 & Varro\n" + ("right\n" if turns else "no\nLG2 > 1010\ndone\n")
    it = rule(given, first + "shock auto", *([3] if turns else []), 3, 3, 5, 0)
    kinds = [kind for _, kind in questions(it)]
    assert ("orders" in kinds) is not turns and it.of("LG2")["hex"] == (910 if turns else 1010)
    assert it.asked == (["activation"] if turns else ["momentum"])
    assert ("front" in crt(it)) is turns and ("flank" in crt(it)) is not turns


@pytest.mark.rule("spqr 9.15", "spqr 7.16", "spqr 7.26", "spqr 8.32")
@pytest.mark.parametrize("turns", [True, False])
def test_horse_at_an_elephants_flank(turns: bool) -> None:
    """Coming beside elephants costs horse two hits; if they turn to it, it can't attack their front, marker or not."""
    units = [rome("RC1", 1108, "SE", tq=9, ma=8), hastati("LG2", "0910"), punic("EL9", 1210, tq=9, ma=7)]
    given = battle(units, [fabius("0810"), hannibal()], active="Fabius", turn=2)
    it = rule(
        given,
        "RC1 > 1209\n" + ("right\nhold\ndone" if turns else "no\ndone\nshock auto"),
        3,
        *([] if turns else [3, 5]),
    )
    assert it.of("RC1")["hits"] == (2 if turns else 4) and it.asked == ["momentum"]
    if not turns:
        assert "flank: column 7;" in crt(it), "no superiority by position over elephants"
    before = rule(given, "RC1 > 1109")
    assert len(before.refused) == 1 and before.of("RC1")["hex"] == 1108, "never of its own will before them"


@pytest.mark.rule("spqr 9.14", "spqr 4.62", "spqr 6.68", "spqr 11.2")
@pytest.mark.parametrize(("answer", "trapped"), [("1213", False), ("stay", False), (None, True)])
def test_trampled_leaders(answer: str | None, trapped: bool) -> None:
    """Elephants run into a stack: both units take a hit, and a tribune who does not get away dies."""
    stack = [hastati("LG1", 1212, "NW"), hastati("LG2", 1212, "NW", below="LG1")]
    units = [rome("LI1", 1208, "SE", missile="A"), *stack, punic("MI8", 2020), punic("EL9", 1210, tq=5, ma=7, hits=4)]
    water = dict.fromkeys(("1112", "1213", "1312", "1111", "1311"), "river") if trapped else {}
    leaders = [fabius("0810"), tribune(1212), hannibal()]
    given = battle(units, leaders, active="Fabius", ground={"terrain": water})
    it = rule(given, "LI1 x EL9" + (f"\n{answer}" if answer else ""), 2, 9, 9)
    assert [it.of(u)["hits"] for u in ("LG1", "LG2")] == [1, 1]
    away = answer == "1213"
    assert it.of("Sextius")["eliminated"] is not away and points(it, "rome") == (0 if away else 3)
    assert rolls(it) == ["8.17", "9.14", "9.14"]


@pytest.mark.rule("spqr 4.62", "spqr 11.2")
@pytest.mark.parametrize(("word", "lost"), [("stay", True), ("no", True), ("none", False)])
def test_a_lone_leader_and_the_word_none(word: str, lost: bool) -> None:
    """Told to stay he is lost; to say that nobody withdraws means those who can stay."""
    units = [hastati("LG1", "0301"), punic("MI9", 1310, tq=9, ma=5, size=3)]
    it = rule(battle(units, [fabius(), varro(1110), hannibal()], active="Hannibal"), f"MI9 > 1210\n{word}")
    assert it.of("Varro")["eliminated"] is lost


@pytest.mark.rule("spqr 10.42", "spqr 10.26", "spqr 8.41")
def test_a_leader_with_horse_that_pursues() -> None:
    """Horse with a leader pursues, and he with it."""
    foe = [punic("HC9", 1210, tq=6, ma=8, size=4), punic("MI8", 1910)]
    units = [hastati("LG1", 1110, hits=4, supply="no"), hastati("LG4", "0403"), *foe]
    maharbal = chief("punic", "Maharbal", 1210, "SC", initiative=6, charisma=1)
    given = battle(units, [fabius(initiative=3), maharbal, hannibal(1809)], active="Hannibal")
    it = rule(given, "done\nshock all\n1010\n0910", 5, 5, 9)
    assert rolls(it) == ["8.34", "8.36", "10.42"]
    assert it.of("Maharbal")["hex"] == it.of("HC9")["hex"] != 1210


@pytest.mark.rule("spqr 6.11", "spqr 6.25")
def test_points_already_spent() -> None:
    """A position says that a unit's order has taken 3 of its 5 MP: then it has had its order."""
    units = [hastati("LG1", 1010, mp_spent=3), punic("MI9", 2010)]
    given = battle(units, [fabius("0810"), hannibal()], active="Fabius")
    with pytest.raises(BadInput, match=r"LG1\.mp_spent: it has had no order"):
        rule(given, "LG1 > +3")
    assert rule({**given, "orders": {"moved": ["LG1"]}}, "LG1 > +3").refused == ["5.25"]


@pytest.mark.rule("spqr 9.24", "spqr 9.31", "spqr 6.13", "spqr 8.14")
def test_harassing_on_foot() -> None:
    """Javelin foot harasses from two hexes, not three, without a modifier for moving; both throw at once."""
    units = [
        hastati("LG1", 1110),
        punic("LI9", 1310, tq=5, ma=6, missile="J"),
        punic("LI8", 1411, tq=5, ma=6, missile="J"),
    ]
    given = battle(units, [fabius(), hannibal()], active="Hannibal")
    it = rule(given, "LI8 harass LG1 1310 1210\nLI9 harass LG1 1210\nfire", 5, 5)
    assert it.refused == ["9.24"]
    assert (it.of("LG1")["hits"], it.of("LI9")["hits"], it.of("LI9")["hex"]) == (1, 1, 1310)
    assert it.of("LG1")["supply"] == "no"


@pytest.mark.rule("spqr 5.46", "spqr 5.47", "spqr 8.31")
@pytest.mark.parametrize("fights", [True, False])
def test_who_has_trumped_may_not_pass_by_way_of_the_shock(fights: bool) -> None:
    """Who trumped may do no more than enable a Shock; declining that too is passing, while units could move."""
    units = [hastati("LG1", 1110), hastati("LG2", "0910"), punic("MI9", 1210, tq=9, size=3)]
    given = battle(units, [varro("0910"), fabius("0910"), hannibal()], phase="select", turn=2)
    start = "trump Fabius\nno\ndone\n"
    if fights:
        it = rule(given, start + "shock all", 5, 5)
        assert it.refused == [] and it.asked == ["momentum"] and it.of("MI9")["hits"] == 6
    else:
        it = rule(given, start + "shock none", 5)
        assert it.of("Varro")["status"] == "inactive"
        assert it.refused == ["5.46"]


@pytest.mark.rule("spqr 6.68", "spqr 10.25", "spqr 10.27", "spqr 6.69")
def test_a_stack_routs_down_one_path() -> None:
    """The upper breaks and the lower with it, down the only way: it tramples the first and goes farther."""
    dry = {"1110", "1010", "0910", "0810", "0710"}
    water = {f"{c:02d}{r:02d}": "river" for c in range(7, 12) for r in range(6, 15)}
    ground = {"terrain": {h: t for h, t in water.items() if h not in dry}}
    stack = [hastati("LG1", 1110, hits=5, supply="no"), hastati("LG2", 1110, below="LG1", supply="no")]
    units = [*stack, rome("MI2", "0203"), punic("MI9", 1310, tq=6, ma=5, size=5)]
    it = rule(
        battle(units, [fabius(), hannibal()], active="Hannibal", ground=ground),
        "MI9 > 1210\nnone\ndone\nshock auto",
        3,
        3,
        4,
        5,
    )
    assert it.of("LG1")["eliminated"] and points(it, "rome") == 6
    assert it.of("LG2")["routed"] and it.of("LG2")["hex"] == 810
    assert it.of("MI9")["hex"] == 1110


@pytest.mark.rule("spqr 5.21", "spqr 5.23", "spqr 4.23", "spqr 10.28")
def test_orders_or_a_line() -> None:
    """Who has given an order gives no Line in that phase; a Line neither rallies, recovers nor changes a stack."""
    lines = {"sides": {**SIDES, "rome": {"retreat": "W", "lines": [{"types": ["LG/HA"], "apart": 2}]}}}
    line = [hastati("LG1", 1110, hits=2), hastati("LG2", 1111), hastati("LG4", 1111, below="LG2")]
    units = [*line, hastati("LG3", "0908", "W", routed=True), punic("MI9", 2011, tq=6, ma=5)]
    given = battle(units, [fabius(1010), hannibal()], active="Fabius", ground=lines)
    late = rule(given, "LG1 > 1210\nline LG2")
    assert len(late.refused) == 1 and late.refused[0] in ("4.23", "5.21") and late.asked == ["orders"]
    it = rule(given, "line LG1 LG2 LG4\nrally LG3\nrecover LG1\ntop LG4\nLG1 > 1210")
    assert len(it.refused) == 3 and it.asked == ["line"]
    assert (it.of("LG1")["hex"], it.of("LG1")["hits"], it.of("LG4")["below"]) == (1210, 2, "LG2")


@pytest.mark.rule("spqr 5.46", "spqr 5.47", "spqr 10.17")
def test_what_was_recovered_by_a_trump_that_is_undone_is_lost_again() -> None:
    """Recovery isn't enough for a Trump: where nobody can move or fire any more it has never been."""
    units = [hastati("LG1", "0910", hits=3), hastati("LG2", "0205"), punic("MI9", 2810)]
    given = battle(units, [varro("0205"), fabius("0910", command_range=2), hannibal(2811)], phase="select", turn=2)
    it = rule(given, "trump Fabius\nno\nrecover LG1\ndone", 5)
    assert it.refused == [] and it.of("LG1")["hits"] == 3
    assert (it.of("Fabius")["status"], it.of("Varro")["status"]) == ("inactive", "active")
