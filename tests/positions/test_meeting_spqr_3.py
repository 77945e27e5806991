"""Positions of SPQR where two rules meet: leaders, command, the turn and its end."""

from __future__ import annotations

from typing import Any

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

# Leaders


@pytest.mark.rule("spqr 8.19", "spqr 4.63", "spqr 11.2", "spqr 4.46")
@pytest.mark.parametrize("heir", [True, False])
def test_the_commander_is_shot(heir: bool) -> None:
    """A 0 at the hex of the Overall Commander kills him: 25 points, and a proconsul may follow him, with Strategy 1."""
    units = [hastati("LG1", 1210, "W"), punic("LI9", 1010, "E", tq=6, ma=5, missile="A")]
    rank = {"rank": "proconsul"} if heir else {}
    leaders = [fabius(1210), varro(1610, initiative=4, **rank), hannibal("0610")]
    it = rule(battle(units, leaders, active="Hannibal"), "LI9 x LG1" + ("\nVarro" if heir else ""), 0, 0, 9)
    assert it.of("Fabius")["eliminated"] and points(it, "rome") == 25 and it.of("LG1")["hits"] == 1
    assert (("rome", "proconsul") in questions(it)) is heir
    here = it.of("Varro")
    assert (here["role"], here["strategy_printed"] if heir else 1) == ("OC" if heir else "SC", 1)
    assert here["initiative_printed"] == 4


@pytest.mark.rule("spqr 4.63", "spqr 8.19", "spqr 11.2")
@pytest.mark.parametrize(("die", "dead"), [(8, True), (7, False)])
def test_a_wound_too_deep_for_a_prefect(die: int, dead: bool) -> None:
    """A prefect of Initiative 2 dies of a wound that takes 2, and counts 2; one that takes 1 leaves him Finished."""
    units = [hastati("LG1", 1210, "W"), punic("LI9", 1010, "E", tq=6, ma=5, missile="A")]
    prefect = chief("rome", "Plautus", 1210, "SC", rank="prefect sociorum", initiative=2)
    it = rule(battle(units, [fabius(1810), prefect, hannibal("0610")], active="Hannibal"), "LI9 x LG1", 0, 0, die)
    here = it.of("Plautus")
    assert here["eliminated"] is dead and points(it, "rome") == (2 if dead else 0)
    if not dead:
        assert here["wounded"] and here["status"] == "finished"


@pytest.mark.rule("spqr 4.62", "spqr 11.2")
@pytest.mark.parametrize(("who", "way", "loss"), [("tribune", False, 3), ("Varro", False, 15), ("Varro", True, 0)])
def test_a_leader_alone_in_the_enemys_way(who: str, way: bool, loss: int) -> None:
    """A leader alone gets out of the way or is lost: a tribune for his Initiative, a named one for five times his."""
    lone = tribune(1110) if who == "tribune" else varro(1110)
    ground = {"terrain": {} if way else dict.fromkeys(("1010", "1011", "1109", "1111"), "river")}
    units = [hastati("LG1", "0301"), punic("MI9", 1310, tq=9, ma=5, size=3)]
    given = battle(units, [fabius(), lone, hannibal()], active="Hannibal", ground=ground)
    it = rule(given, "MI9 > 1210" + ("\n1010" if way else ""))
    assert points(it, "rome") == loss
    assert it.of(lone["id"])["hex"] == (1010 if way else None)


@pytest.mark.rule("spqr 4.3", "spqr 4.26", "spqr 4.22")
@pytest.mark.parametrize("orders", [2, 1])
def test_the_commander_fetches_a_tribune_out(orders: int) -> None:
    """A tribune in enemy ZOC is moved by two of his commander's orders, and by no single one."""
    units = [hastati("LG1", 1110), hastati("LG2", "0910"), punic("MI9", 1210, tq=6, ma=5, size=3)]
    leaders = [fabius("0810", initiative=orders), tribune(1110), hannibal()]
    it = rule(battle(units, leaders, active="Fabius", turn=2), "Sextius > 0910")
    assert it.of("Sextius")["hex"] == (910 if orders == 2 else 1110)
    assert it.refused == ([] if orders == 2 else ["4.3"])
    assert it.asked == (["shock"] if orders == 2 else ["orders"]), "no order is left"


@pytest.mark.rule("spqr 4.3", "spqr 4.61", "spqr 7.22")
def test_the_commander_frees_himself_first() -> None:
    """An Overall Commander in enemy ZOC moves no other leader before he has left it by an order to himself."""
    units = [hastati("LG1", 1110), hastati("LG2", "0810"), punic("MI9", 1210)]
    given = battle(units, [fabius(1110), tribune("0810"), hannibal()], active="Fabius", turn=2)
    it = rule(given, "Sextius > 0910\nFabius > 0910\nSextius > 0710")
    assert it.refused == ["4.3"]
    assert (it.of("Fabius")["hex"], it.of("Sextius")["hex"]) == (910, 710)
    alone = rule(given, "Fabius > 0910\nSextius > 1109")
    assert len(alone.refused) == 1 and alone.of("Sextius")["hex"] == 810, "nobody goes alone into enemy ZOC"


@pytest.mark.rule("spqr 4.64", "spqr 5.22", "spqr 5.15")
def test_a_new_tribune() -> None:
    """One order brings a lost tribune back; he is Finished this turn, and what his loss counted isn't given back."""
    lost = tribune("0911", eliminated=True)
    given = battle(
        [hastati("LG1", 1010), punic("MI9", 2010)],
        [lost, fabius("0810", initiative=1), hannibal()],
        active="Fabius",
        turn=2,
        sides={"rome": {"rout_points": 3}},
    )
    it = rule(given, "replace Sextius Sextius 1010")
    here = it.of("Sextius")
    assert (here["hex"], here["status"], here["eliminated"]) == (1010, "finished", False)
    assert points(it, "rome") == 3 and it.asked == ["momentum"]


@pytest.mark.rule("spqr 4.42", "spqr 4.44", "spqr 5.21")
def test_whom_a_tribune_orders() -> None:
    """One class of one legion, or velites of all; what he orders first decides, and horse he never orders."""
    foot = [hastati("LG1", 1010), hastati("LG2", 1011, cls="PR"), hastati("LG3", 1012, legion="X")]
    light = [velites("LI1", 1013), velites("LI2", 1014, legion="X"), velites("LI3", 1015, ala=True)]
    units = [*foot, *light, rome("RC1", 1009, legion="V"), punic("MI9", 2010, tq=6)]
    given = battle(units, [tribune("0911", initiative=4), fabius(), hannibal()], active="Sextius", turn=2)
    first = rule(given, "LG1 > 1110\nLG2 > 1111\nLG3 > 1112\nLI1 > 1113\nRC1 > 1109")
    assert first.refused == ["4.42"] * 3 + ["4.42"] and first.of("LG1")["hex"] == 1110
    second = rule(given, "LI1 > 1113\nLI2 > 1114\nLI3 > 1115\nLG1 > 1110")
    assert second.refused == ["4.42"] and second.of("LI3")["hex"] == 1115


@pytest.mark.rule("spqr 4.25", "spqr 4.46", "spqr 7.21")
@pytest.mark.parametrize(
    ("rank", "die", "leave"),
    [("subordinate", 5, False), ("subordinate", 4, True), ("proconsul", 5, True), ("proconsul", 6, False)],
)
def test_leave_for_a_line_with_a_unit_held(rank: str, die: int, leave: bool) -> None:
    """Out of his commander's range he rolls against Strategy 5: 1 more for a unit in ZOC, 1 less for a proconsul."""
    lines = {"sides": {**SIDES, "rome": {"retreat": "W", "lines": [{"types": ["LG/HA"], "apart": 2}]}}}
    units = [hastati("LG1", 1110), hastati("LG2", 1111), punic("MI9", 1211, "SW", tq=6, ma=5)]
    leaders = [varro(1010, rank=rank), fabius("0201", command_range=3, strategy=5), hannibal()]
    it = rule(battle(units, leaders, active="Varro", turn=2, ground=lines), "line LG1 LG2", die)
    assert rolls(it) == ["4.25"] and it.asked == (["line"] if leave else ["orders"])
    again = rule(
        battle(units, leaders, active="Varro", turn=2, ground=lines), "line LG1 LG2\nline LG1 LG2\nLG1 > 1210", die
    )
    if not leave:
        assert again.refused[:1] == ["4.25"] and again.of("LG1")["hex"] == 1210, "Individual Orders are left to him"


# Activation, turns, victory


def command(*leaders: Any, **said: Any) -> dict[str, Any]:
    """In the second turn, two units of Rome and one of Carthage far apart."""
    units = [hastati("LG1", "0910"), hastati("LG2", "0912"), punic("MI9", 2010, tq=6)]
    return battle(units, leaders, turn=2, **said)


@pytest.mark.rule("spqr 5.41", "spqr 5.42", "spqr 5.44", "spqr 5.46")
def test_a_trump_and_who_is_passed_over() -> None:
    """Fabius trumps: only who equals him may trump him; all he passes lose Momentum; turning isn't doing something."""
    hanno = chief("punic", "Hanno", 2110, "SC", initiative=4)
    given = command(varro("0910"), fabius("0810"), hannibal(), hanno, phase="select")
    it = rule(given, "trump Fabius\ntrump Hanno\nno\ndone\nLG1 @NE\ndone", 5)
    assert it.refused == ["5.42", "5.46", "5.46"]
    flags = {who: it.of(who)["no_momentum"] for who in ("Varro", "Fabius", "Hannibal", "Hanno")}
    assert flags == {"Varro": True, "Fabius": False, "Hannibal": False, "Hanno": True}
    acts = rule(given, "trump Fabius\nno\nLG1 > 1010\ndone", 5)
    assert acts.asked == ["momentum"]
    fails = rule(given, "trump Fabius", 6)
    assert fails.of("Fabius")["status"] == "finished" and not fails.of("Varro")["no_momentum"]


@pytest.mark.rule("spqr 5.47", "spqr 5.27", "spqr 5.44")
def test_a_trump_that_comes_to_nothing() -> None:
    """A leader held in enemy ZOC trumps and enables no Shock: as if he hadn't, nobody has been passed over."""
    units = [hastati("LG1", 1110), punic("MI9", 1210, tq=6)]
    laelius = chief("rome", "Laelius", 1110, "SC", initiative=5)
    leaders = [varro("0910"), laelius, fabius("0510", initiative=6), hannibal()]
    it = rule(battle(units, leaders, phase="select", turn=2), "trump Laelius\nno\nshock none", 3)
    assert it.of("Varro")["status"] == "active" and it.of("Laelius")["status"] == "inactive"
    assert not it.of("Varro")["no_momentum"]


@pytest.mark.rule("spqr 5.33", "spqr 5.34", "spqr 5.45")
def test_doom_wakes_a_finished_leader() -> None:
    """A 9 and a 0: Hannibal, Finished, acts once more without Momentum, and Fabius is Finished."""
    given = command(varro("0910"), fabius("0810"), hannibal(2810, status="finished"), phase="momentum", active="Fabius")
    it = rule(given, "yes\nHannibal\nMI9 > 1910\ndone", 9, 0)
    assert ("punic", "reactivation") in questions(it) and it.of("MI9")["hex"] == 1910
    assert it.asked == ["activation"] and next(iter(choices(it))) == "Varro"
    assert it.of("Fabius")["status"] == it.of("Hannibal")["status"] == "finished"


@pytest.mark.rule("spqr 5.33", "spqr 3.D", "spqr 6.13")
def test_doom_ends_the_turn() -> None:
    """A 9 and a 9: nobody acts any more, not even who hasn't; the next turn begins, all Inactive and nobody Moved."""
    given = command(
        varro("0910"),
        fabius("0810"),
        hannibal(2810),
        phase="momentum",
        active="Fabius",
        changes={"LG1": {"moved": True}},
    )
    it = rule(given, "yes", 9, 9)
    assert it.end["turn"] == 3 and it.asked == ["activation"]
    assert all(it.of(who)["status"] == "inactive" for who in ("Varro", "Fabius", "Hannibal"))
    assert not it.of("LG1")["moved"]


@pytest.mark.rule("spqr 5.51", "spqr 5.52", "spqr 5.14", "spqr 5.34")
def test_the_elite_phase_counts() -> None:
    """An elite phase, without Momentum, then an activation with one Momentum: three phases, and he is asked no more."""
    given = command(
        fabius("0810", initiative=7, elite=True), hannibal(2810, status="finished", initiative=5), phase="elite"
    )
    it = rule(given, "Fabius\ndone\nFabius\ndone\nyes\ndone", 0)
    kinds = [kind for _, kind in questions(it)]
    assert kinds == ["orders", "activation", "orders", "momentum", "orders", "elite"] and it.end["turn"] == 3


@pytest.mark.rule("spqr 8.15", "spqr 10.23", "spqr 10.27")
def test_rout_and_reload() -> None:
    """Routed hastati flee all their MA and stay without javelins; others reload unless archers have them in range."""
    routed = hastati("LG3", "0904", "W", routed=True, supply="no")
    units = [hastati("LG1", 1010, supply="no"), hastati("LG2", 1016, supply="no"), routed]
    given = battle([*units, punic("LI9", 1310, missile="A", tq=5)], [fabius("0810"), hannibal()], phase="rout", turn=2)
    it = rule(given, "0804\n0704\n0604\n0504\n0404")
    assert [it.of(u)["supply"] for u in ("LG1", "LG2", "LG3")] == ["no", "full", "no"]
    assert it.of("LG3")["hex"] == 404 and it.end["turn"] == 3


@pytest.mark.rule("spqr 10.23", "spqr 11.2", "spqr 11.4")
@pytest.mark.parametrize(("romans", "winner"), [(101, "punic"), (100, None), (99, "rome")])
def test_both_armies_withdraw(romans: int, winner: str | None) -> None:
    """A routed phalanx is lost for twice its TQ in the Rout Phase, which brings Carthage to its level."""
    units = [hastati("LG1", 1010), punic("PH9", 2010, "E", tq=7, routed=True), punic("MI9", 2015)]
    accounts = {"rome": {"rout_points": romans}, "punic": {"rout_points": 86}}
    it = rule(battle(units, [fabius("0810"), hannibal()], phase="rout", turn=2, sides=accounts), "")
    (outcome,) = [t for t in it.told if t["type"] == "outcome"]
    assert outcome["winner"] == winner and points(it, "punic") == 100
    said = [t["rule"] for t in it.told if t["type"] == "event" and "withdraw" in str(t["text"])]
    assert said == ["11.3" if winner == "rome" else "11.4"]


@pytest.mark.rule("spqr 10.51", "spqr 8.31", "spqr 5.32")
def test_engaged_after_a_shock() -> None:
    """By the optional rule both who have fought are Engaged: no turning, no fire at them, and they must fight again."""
    units = [hastati("LG1", 1110, supply="no", tq=9), punic("MI9", 1310, tq=9, ma=5, size=3)]
    given = battle(
        [*units, punic("LI8", 1312, "NW", missile="A", tq=6, ma=5)],
        [fabius(), hannibal()],
        active="Hannibal",
        options={"10.5": True},
    )
    it = rule(given, "MI9 > 1210\nnone\ndone\nshock auto\nyes\nMI9 @NW\nLI8 x LG1\ndone", 3, 3, 5, 0)
    assert it.of("MI9")["engaged"] and it.of("LG1")["engaged"]
    assert it.refused == ["10.51", "10.51"] and it.asked == ["shock"]
    assert list(choices(it)) == ["go"], "nothing to choose: MI9 must attack"


@pytest.mark.rule("spqr 5.42", "spqr 5.44", "spqr 5.32")
@pytest.mark.parametrize(("die", "trumped"), [(7, True), (8, False)])
def test_a_trump_of_momentum(die: int, trumped: bool) -> None:
    """Hannibal takes the Momentum of a Fabius of Initiative 3: who hasn't acted loses his, and the lowest is next."""
    hanno = chief("punic", "Hanno", 2110, "SC", initiative=4)
    given = command(
        fabius("0810", initiative=3), varro("0910"), hanno, hannibal(2110), phase="momentum", active="Fabius"
    )
    it = rule(given, "yes\nHannibal" + ("\nMI9 > 1910\ndone\nno" if trumped else ""), 3, die)
    assert it.of("Fabius")["status"] == ("finished" if trumped else "active")
    assert it.of("Hannibal")["status"] == "finished"
    assert it.of("Varro")["no_momentum"] is it.of("Hanno")["no_momentum"] is trumped
    assert it.asked == (["activation"] if trumped else ["orders"])
    if trumped:
        assert next(iter(choices(it))) == "Varro"


@pytest.mark.rule("spqr 5.43", "spqr 5.41", "spqr 5.44")
def test_one_trump_at_a_time() -> None:
    """Fabius fails to trump and is Finished; nobody else of his side may try then: Varro acts."""
    laelius = chief("rome", "Laelius", "0910", "SC", initiative=6)
    it = rule(
        command(varro("0910"), laelius, fabius("0810"), hannibal(2110), phase="select"),
        "trump Fabius\ntrump Laelius",
        9,
    )
    assert it.refused == ["5.43"] and it.of("Fabius")["status"] == "finished"
    assert it.of("Varro")["status"] == "active" and not it.of("Varro")["no_momentum"]


@pytest.mark.rule("spqr 4.63", "spqr 8.34", "spqr 8.36")
def test_a_wound_lowers_charisma_at_once() -> None:
    """Fabius of Charisma 2 is wounded before the fight: he adds 1, is Finished, and has Initiative 4 from now on."""
    units = [hastati("LG1", 1010, tq=8), punic("MI9", 1210, tq=9, ma=5, size=3)]
    given = battle(units, [fabius(1010, charisma=2), varro("0610", initiative=6), hannibal()], active="Fabius")
    it = rule(given, "LG1 > 1110 & Fabius\nnone\ndone\nshock auto", 3, 3, 0, 7, 3)
    assert it.of("Fabius")["wounded"] and it.of("Fabius")["status"] == "finished"
    assert "rolled 3, +1" in crt(it) and it.asked == ["activation"]


@pytest.mark.rule("spqr 10.26", "spqr 4.62", "spqr 8.41", "spqr 11.2")
@pytest.mark.parametrize(("answer", "loss"), [("stay", 15), ("1012", 0)])
def test_a_leader_who_stays_behind(answer: str, loss: int) -> None:
    """His unit routs and he lets it run: as the victor comes into his hex he gets away, or is lost."""
    units = [rome("MI1", 1110, tq=5, size=5, hits=4), rome("MI2", "0303"), punic("MI9", 1310, tq=6, ma=5, size=5)]
    given = battle(units, [fabius(), varro(1110, charisma=1), hannibal()], active="Hannibal")
    fight = "MI9 > 1210\nnone\nnone\ndone\nshock auto\nVarro stay\n1010\n0910\n"
    it = rule(given, fight + answer + "\nno", 3, 3, 5, 5)
    assert points(it, "rome") == loss and it.of("MI9")["hex"] == 1110
    assert it.of("Varro")["eliminated"] is (loss > 0)
    assert rolls(it) == ["8.33", "8.33", "8.34", "8.36"]
