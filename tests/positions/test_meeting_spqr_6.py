"""Positions of SPQR where two rules meet: phalanxes with something before one half, and Hannibal's elephant."""

from __future__ import annotations

from typing import Any

import pytest

from .kit import rule
from .test_meeting_spqr import battle, chief, fabius, hannibal, hastati, punic, rolls, rome

PYRRHUS = chief("punic", "Pyrrhus", "0911")


@pytest.mark.rule("spqr 6.69", "spqr 6.42", "spqr 10.27")
@pytest.mark.parametrize("routed", [False, True])
def test_a_phalanx_passes_through_a_friend(routed: bool) -> None:
    """A hit to each; who has fled takes none of movement."""
    units = [punic("PH1", 1010, "E"), punic("MI2", 1110, "E", tq=5, routed=routed)]
    it = rule(battle(units, [PYRRHUS, fabius(2410)], active="Pyrrhus"), "PH1 > 1109 1209")
    assert it.refused == [] and it.of("PH1")["hex"] == 1209
    assert (it.of("PH1")["hits"], it.of("MI2")["hits"]) == (1, 0 if routed else 1)


@pytest.mark.rule("spqr 6.69", "spqr 6.42")
@pytest.mark.parametrize(
    ("friends", "ground", "hits"),
    [
        ((1109, 1110), {}, 2),
        ((1109,), {"1110": "broken"}, 2),
        ((1109,), {"1109": "broken"}, 2),
        ((), {"1110": "broken"}, 1),
    ],
)
def test_a_phalanx_that_passes_two_friends_pays_for_each(friends: tuple[int, ...], ground: Any, hits: int) -> None:
    """A hit for each friend, beside the worst of the ground under its halves."""
    units = [punic("PH1", 1010, "E"), *(punic(f"MI{h}", h, "E", tq=5) for h in friends)]
    given = battle(units, [PYRRHUS, fabius(2410)], active="Pyrrhus", ground={"terrain": ground})
    it = rule(given, "PH1 > 1109 1209")
    assert it.refused == [] and it.of("PH1")["hits"] == hits
    assert [it.of(f"MI{h}")["hits"] for h in friends] == [1] * len(friends)


@pytest.mark.rule("spqr 6.45", "spqr 6.43", "spqr 10.21")
def test_a_wheel_that_breaks_a_phalanx() -> None:
    """The wheel's own hit, two of the check, and the roll for standing."""
    units = [punic("PH1", 1010, "E", tq=6, hits=4), rome("MI9", 1109, "SW")]
    it = rule(battle(units, [PYRRHUS, fabius(2410)], active="Pyrrhus"), "PH1 wl", 8, 5)
    assert rolls(it) == ["6.45", "10.21"] and it.of("PH1")["hits"] == 5


@pytest.mark.rule("spqr 9.24", "spqr 8.16")
@pytest.mark.parametrize(("friends", "seen"), [((1109,), True), ((1109, 1110), False)])
def test_who_sees_one_half_may_harass_it(friends: tuple[int, ...], seen: bool) -> None:
    """A unit at 1109 hides the left half; the right one is seen past 1110, unless somebody stands there too."""
    units = [rome("SK1", 1010, missile="J", ma=6), *(rome(f"MI{h}", h) for h in friends), punic("PH9", 1210, "E")]
    it = rule(battle(units, [fabius("0910"), hannibal(1610)], active="Fabius"), "SK1 harass PH9 1110", 9)
    assert (it.refused == []) is seen


@pytest.mark.rule("spqr 6.55", "spqr 8.16")
def test_mounted_archers_shoot_at_the_half_they_see() -> None:
    """A friend at 1111 hides the left half; the right one, two hexes away, they see past him."""
    units = [punic("LC1", 1010, "E", missile="A", ma=9), punic("MI2", 1111, "E", tq=9), rome("PH9", 1312, "W")]
    given = battle(units, [chief("punic", "Pyrrhus", "0810"), fabius(1510)], active="Fabius")
    it = rule(given, "PH9 fr\nLC1 0909\nfire", 1)
    assert it.refused == [] and it.of("PH9")["hits"] == 1


@pytest.mark.rule("spqr 10.52", "spqr 10.51", "spqr 7.21")
def test_a_phalanx_held_by_its_right_half_stays_engaged() -> None:
    """The hastati in its flank hold that half alone, and it faces away from them."""
    units = [punic("PH1", 1010, "W", engaged=True), hastati("LG9", 1008, "SW", engaged=True)]
    given = battle(
        units,
        [chief("punic", "Pyrrhus", "0811"), fabius(1310)],
        active="Pyrrhus",
        options={"10.5": True},
        ground={"optional_rules": ["10.5"]},
    )
    it = rule(given, "PH1 > 0910\ndone")
    assert it.refused == ["10.51"]
    assert it.of("PH1")["engaged"] and it.of("LG9")["engaged"]


def zama(*dice: int, elephant: bool = True) -> Any:
    """Velites throw at mercenaries with whom Hannibal stands, his elephant behind them."""
    changes: dict[str, Any] = {
        "IVE1": {"hex": 3010, "facing": "E"},
        "LMI1": {"hex": 3110, "facing": "W"},
        "Hannibal": {"hex": 3110},
        "Scipio": {"hex": 2910},
    }
    if elephant:
        changes |= {"HEL1": {"hex": None}}
    given = {
        "scenario": "spqr/zama",
        "only": [*changes, "HEL1"],
        "options": {"leader-elephant": True},
        "changes": changes,
        "active": "Scipio",
    }
    return rule(given, "IVE1 x LMI1", *dice)


@pytest.mark.rule("spqr 4.74", "spqr 9.14", "spqr 4.75", "spqr 8.19")
@pytest.mark.parametrize("wild", [False, True])
def test_hannibals_elephant_mourns_behind_the_mercenaries(wild: bool) -> None:
    """Led away; or it breaks loose from where he fell, and runs."""
    it = zama(0, 0, 9, *((8, 3, 3, 3) if wild else (6,)))
    assert it.of("Hannibal")["eliminated"] and it.of("HEL1")["eliminated"]
    assert ("HEL1 runs wild!" in it.said) is wild
    assert any(s.startswith("HEL1 rampages 3110") for s in it.said) is wild
    assert it.of("LMI1")["hex"] == 3110


@pytest.mark.rule("spqr 6.68", "spqr 8.32")
def test_both_of_a_stack_may_be_named_in_a_shock() -> None:
    units = [hastati("LG1", 1010), hastati("LG2", 1010, below="LG1"), punic("MI9", 1110, tq=6)]
    given = battle(units, [fabius("0811"), hannibal(1310)], active="Fabius", phase="shock")
    assert rule(given, "shock LG1+LG2 x MI9").refused == []
    assert rule(given, "shock LG2 x MI9").refused == ["6.68"]
