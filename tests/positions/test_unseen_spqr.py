"""Positions of SPQR written from the rules alone, expectations first: refusals with their case, and rules that meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_spqr import (
    battle,
    fabius,
    hannibal,
    hastati,
    points,
    punic,
    questions,
    rome,
    tribune,
    varro,
    velites,
)

FAR = punic("MI99", 2016)
HERE = punic("MI9", 1110, ma=5)


def field(*units: Any, leaders: Any = (), **said: Any) -> dict[str, Any]:
    chiefs = [*leaders]
    names = {x["id"] for x in chiefs}
    chiefs += [x for x in (fabius("0610"), hannibal(2016)) if x["id"] not in names]
    said.setdefault("active", "Fabius")
    return battle([*units, FAR], chiefs, **said)


NO: dict[str, tuple[dict[str, Any], str, str]] = {
    "as slow as who holds it": (field(hastati("LG1", 1010), HERE), "LG1 > 1109", "7.22"),
    "turns in a zone": (field(rome("HC1", 1010), HERE), "HC1 @NE", "7.23"),
    "horse before an elephant": (field(rome("HC1", 1010), punic("EL9", 1310)), "HC1 > 1110 1210", "9.15"),
    "a third in a hex": (
        field(hastati("LG1", 1110), hastati("LG2", 1110, below="LG1"), hastati("LG3", 1010)),
        "LG3 > 1110",
        "6.63",
    ),
    "horse ends on a friend": (field(rome("HC1", 1010), hastati("LG1", 1110)), "HC1 > 1110", "6.61"),
    "the lower goes off alone": (field(hastati("LG1", 1010), hastati("LG2", 1010, below="LG1")), "LG2 > 1110", "6.66"),
    "skirmishers shoot their own kind from afar": (
        field(rome("SK1", 1010, missile="J"), punic("SK9", 1210, missile="J")),
        "SK1 harass SK9 1110",
        "9.33",
    ),
    "harassing from three": (
        field(rome("SK1", 1010, missile="J"), punic("MI9", 1310)),
        "SK1 harass MI9 1110 1210",
        "9.24",
    ),
    "archers harass": (field(rome("SK1", 1010, missile="A"), punic("MI9", 1210)), "SK1 harass MI9 1110", "9.24"),
    "horse harasses an elephant's face": (
        field(rome("LC1", 1010, missile="J", ma=9), punic("EL9", 1310)),
        "LC1 harass EL9 1110 1210",
        "9.32",
    ),
    "a pursuer rides": (field(rome("RC1", 1010, spent=True)), "RC1 > 1110", "10.43"),
    "skirmishers In Column": (field(rome("SK1", 1010, missile="J")), "SK1 form @SIDE_SE", "6.71"),
    "a Column in a zone": (field(hastati("LG1", 1010), HERE), "LG1 form @SIDE_SE", "6.71"),
    "a Column shoots": (
        field(hastati("LG1", 1010, "SIDE_SE", column=True), punic("MI9", 1110, "E")),
        "LG1 x MI9",
        "6.75",
    ),
    "elephants' archers by order": (
        field(punic("EL9", 1010, "E", ma=5), rome("MI1", 1110, "E"), active="Hannibal", leaders=[hannibal("0910")]),
        "EL9 x MI1",
        "9.12",
    ),
    "a phalanx half in the rough faces about": (
        field(rome("PH1", 1010), ground={"terrain": {"1011": "broken"}}),
        "PH1 about",
        "6.44",
    ),
    "rest next to the enemy": (field(hastati("LG1", 1010, hits=2), punic("MI9", 1110, "E")), "recover LG1", "10.17"),
    "rest in range of slingers": (
        field(hastati("LG1", 1010, hits=2), punic("SK9", 1210, missile="S")),
        "recover LG1",
        "10.17",
    ),
    "rally next to the enemy": (
        field(hastati("LG1", 1010, routed=True), punic("MI9", 1110, "E")),
        "rally LG1 @E",
        "10.28",
    ),
    "a tribune orders horse": (
        field(rome("RC1", 1010), leaders=[tribune("0910")], active="Sextius"),
        "RC1 > 1110",
        "4.42",
    ),
    "an extension into a wood": (
        field(
            hastati("LG1", 1010),
            hastati("LG2", 1010, below="LG1"),
            hastati("LG3", 1012),
            hastati("LG4", 1012, below="LG3"),
            leaders=[fabius("0911")],
            ground={"terrain": {"1009": "woods"}},
        ),
        "line LG1\nextend LG1 1009",
        "9.66",
    ),
    "a regroup by a subordinate": (
        field(rome("RC1", 1010), leaders=[varro("0910")], active="Varro"),
        "regroup",
        "10.44",
    ),
    "twice in a phase": (field(hastati("LG1", 1010), orders={"moved": ["LG1"]}), "LG1 > 1110", "5.25"),
}


@pytest.mark.rule("spqr 7.22", "spqr 6.66", "spqr 9.24", "spqr 10.43", "spqr 9.66", "spqr 8.25")
@pytest.mark.parametrize("name", NO)
def test_refused_for_its_reason(name: str) -> None:
    given, order, case = NO[name]
    ruling = rule(given, order)
    assert ruling.refused == [case], ruling.told


SHOCK_NO: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "skirmishers": ([rome("SK1", 1010, missile="J"), HERE], "shock SK1 x MI9", "7.25"),
    "horse before an elephant": ([rome("HC1", 1010), punic("EL9", 1110)], "shock HC1 x EL9", "9.15"),
    "two and two": (
        [hastati("LG1", 1010), hastati("LG2", 1011), punic("MI8", 1110), punic("MI9", 1111)],
        "shock LG1 LG2 x MI8 MI9",
        "8.32",
    ),
    "the routed": ([hastati("LG1", 1010, routed=True), punic("MI9", 1110, "E")], "shock LG1 x MI9", "7.25"),
}


@pytest.mark.rule("spqr 9.23", "spqr 9.15", "spqr 8.32", "spqr 10.27")
@pytest.mark.parametrize("name", SHOCK_NO)
def test_an_attack_refused_for_its_reason(name: str) -> None:
    pieces, order, case = SHOCK_NO[name]
    ruling = rule(field(*pieces, phase="shock"), order)
    assert ruling.refused == [case], [t for t in ruling.told if t["type"] != "event"]


@pytest.mark.rule("spqr 6.13", "spqr 9.24", "spqr 6.52")
def test_the_second_move_is_paid_for_at_its_end_and_may_break_it() -> None:
    """With TQ 6 and 5 hits it comes where it was to go, and breaks there."""
    given = field(hastati("LG1", 1010, hits=5, moved=True))
    ruling = rule(given, "LG1 > 1110 1210")
    lg = ruling.of("LG1")
    assert not ruling.refused and lg["routed"] and ruling.left("LG1") in (2, 3)


@pytest.mark.rule("spqr 9.21", "spqr 6.52", "spqr 6.55")
@pytest.mark.parametrize(("facing", "hits"), [("W", 0), ("NE", 0), ("E", 1)])
def test_skirmishers_give_way_before_their_equals(facing: str, hits: int) -> None:
    """As fast as who comes: two hexes; a hit from behind alone."""
    given = field(velites("LI1", 1010, ma=6), punic("SK9", 1210, facing, missile="J", ma=6))
    ruling = rule(given, "LI1 > 1109\nSK9 1410")
    sk = ruling.of("SK9")
    assert not ruling.refused and (sk["hex"], sk["hits"], sk["facing"]) == (1410, hits, facing)


@pytest.mark.rule("spqr 8.14", "spqr 8.23", "spqr 8.22", "spqr 6.68")
def test_a_volley_of_the_first_line_and_none_of_the_second() -> None:
    """The upper throws at who comes and has thrown; shot at from afar nobody of the hex answers."""
    given = field(
        hastati("LG1", 1310, "W"),
        hastati("LG2", 1310, "W", below="LG1"),
        punic("LC9", 1010, "E", ma=9),
        punic("SK8", 1111, "E", missile="A"),
        active="Hannibal",
        leaders=[hannibal("0810"), fabius(1710)],
    )
    ruling = rule(given, "LC9 > 1109 1210 keep\nnone\nnone\nLG1 no\nLG1 fire\nSK8 x LG1", 4, 0)
    assert not ruling.refused and ("rome", "return-fire") not in questions(ruling)
    assert (ruling.of("LG1")["supply"], ruling.of("LG2")["supply"]) == ("no", "full")
    assert (ruling.of("LG1")["hits"], ruling.of("LG2")["hits"], ruling.of("LC9")["hits"]) == (1, 0, 1)


@pytest.mark.rule("spqr 7.16", "spqr 6.68", "spqr 9.63")
@pytest.mark.parametrize(("die", "hits"), [(2, (1, 0)), (3, (1, 0)), (4, (1, 1))])
def test_a_mixed_stack_turns_to_horse(die: int, hits: tuple[int, int]) -> None:
    """MA 8 against 5, one more for two classes: what is over 6 is shared, the upper first, and one hit is certain."""
    principes = hastati("LG2", 1010, "NE", cls="PR", below="LG1")
    given = field(
        hastati("LG1", 1010, "NE"),
        principes,
        punic("RC9", 1311, "W", ma=8),
        active="Hannibal",
        leaders=[hannibal(1512), fabius("0710")],
    )
    ruling = rule(given, "RC9 > 1211 1110\nnone\nnone\nLG1 @E", die)
    assert not ruling.refused and not [t for t in ruling.told if t["type"] == "dice-left"]
    assert (ruling.of("LG1")["hits"], ruling.of("LG2")["hits"]) == hits
    assert ruling.of("LG2")["facing"] == "E" and questions(ruling)[-1] == ("rome", "entry-fire")


@pytest.mark.rule("spqr 10.21", "spqr 10.27", "spqr 6.53")
def test_skirmishers_broken_by_a_withdrawal_are_gone() -> None:
    given = field(velites("LI1", 1010, ma=6), punic("SK9", 1210, "E", missile="J", ma=6, tq=3, hits=2))
    ruling = rule(given, "LI1 > 1109\nSK9 1410")
    assert not ruling.refused and ruling.of("SK9")["eliminated"] and points(ruling, "punic") > 0


@pytest.mark.rule("spqr 5.46", "spqr 5.44", "spqr 10.17")
def test_who_trumps_only_to_dress_ranks_has_done_nothing() -> None:
    """Recovery is no deed: an order to move, to fire, or a Shock."""
    given = field(
        hastati("LG1", 1010, hits=2),
        leaders=[fabius("0610", status="inactive"), varro("0612", initiative=2)],
        active=None,
        phase="select",
        turn=2,
    )
    del given["active"]
    ruling = rule(given, "trump Fabius\nno\nrecover LG1\ndone", 3)
    assert not ruling.refused and ruling.end["active"] == "Varro"
    assert ruling.of("LG1")["hits"] == 2 and not ruling.of("Varro")["no_momentum"]


@pytest.mark.rule("spqr 8.22", "spqr 6.51", "spqr 6.56")
def test_who_goes_on_after_the_velites_comes_under_the_hastati() -> None:
    """The skirmishers before it withdraw; its path runs on into the front of the line, which throws."""
    given = field(
        velites("LI1", 1310, "W", ma=6),
        hastati("LG1", 1410, "W"),
        punic("MI9", 1010, "E", ma=5),
        active="Hannibal",
        leaders=[hannibal("0810"), fabius(1710)],
    )
    ruling = rule(given, "MI9 > 1109 1210 1310\nLI1 1411 @W\nLI1 stay\nnone\nLG1 fire; LI1 fire", 4, 4)
    assert not ruling.refused and questions(ruling)[-2:] == [("rome", "entry-fire"), ("punic", "orders")]
    assert (ruling.of("LG1")["supply"], ruling.of("LI1")["supply"]) == ("no", "full")
    assert (ruling.of("MI9")["hits"], ruling.of("LI1")["hits"], ruling.of("MI9")["hex"]) == (2, 0, 1310)
