"""Positions of Cataphract in which two rules or more meet: Engaged units, fire on the way, rules of battles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_cataphract import NARSES, asks, dice_over, field, goth, leader, marker, roman


def special(name: str, **params: Any) -> dict[str, Any]:
    """A battle's rule on a field."""
    return {"special_rules": [{"id": name, "title": name, "text": name, "params": params}]}


@pytest.mark.rule("cataphract 10.31", "cataphract 9.17", "cataphract 9.16")
@pytest.mark.parametrize("on", [True, False])
def test_a_fight_without_an_end_locks_both(on: bool) -> None:
    given = field(roman("HC1", 1010), goth("MI1", 1110), phase="shock", options={"10.3": on})
    ruling = rule(given, "shock HC1 x MI1", 0)
    assert not ruling.refused and not dice_over(ruling)
    assert ruling.of("HC1")["engaged"] == ruling.of("MI1")["engaged"] == on


@pytest.mark.rule("cataphract 10.31", "cataphract 7.14", "cataphract 8.21", "cataphract 7.23")
def test_who_is_engaged_holds_others_by_his_looks_alone() -> None:
    given = field(
        roman("HC1", 1010, engaged=True),
        goth("MI1", 1110, missile="J", engaged=True),
        roman("HC2", "0911"),
        options={"10.3": True},
    )
    ruling = rule(given, "HC2 > 1011")
    assert not ruling.refused and ruling.of("HC2")["hex"] == 1011 and marker(ruling, "HC2") == "must"
    assert {"reaction-facing", "entry-fire", "orderly-withdrawal"}.isdisjoint(asks(ruling))
    assert rule(given, "HC2 > 1011 1112").refused == ["7.23"]


@pytest.mark.rule("cataphract 6.51", "cataphract 6.72")
@pytest.mark.parametrize(
    ("mover", "feigns", "choices"),
    [("HC1", False, set()), ("HC1", True, {"feign", "stay"}), ("MI1", False, {"withdraw", "stay"})],
)
def test_horse_stands_up_to_horse(mover: str, feigns: bool, choices: set[str]) -> None:
    """In battles that say so it doesn't give way to other horse, but may feign."""
    given = field(
        roman(mover, 1010, feint_reaction=2 if mover == "HC1" else None),
        goth("LC1", 1310, feigns=feigns),
        ground=special("cav-no-ow-vs-cav"),
    )
    ruling = rule(given, f"{mover} > 1110")
    assert (ruling.asked == ["orderly-withdrawal"]) == bool(choices)
    if choices:
        offered = {c for u in ruling.told[-2]["choices"] for c in u["choices"]}
        assert any("@" in c for c in offered) == ("withdraw" in choices)
        assert any("feign" in c for c in offered) == ("feign" in choices)


@pytest.mark.rule("cataphract 9.16", "cataphract 9.15", "cataphract 10.13")
def test_heads_are_counted_not_sizes() -> None:
    given = field(
        roman("HC1", 1010, size=1),
        roman("HC2", 1011, size=1),
        goth("MI1", 1110, size=9),
        phase="shock",
        ground=special("no-size"),
    )
    ruling = rule(given, "shock HC1 HC2 x MI1\nHC1", 5)
    assert not ruling.refused and ruling.of("MI1")["hits"] == 3, "column 8 at 5: 2(3)"
    assert (ruling.of("HC1")["hits"], ruling.of("HC2")["hits"]) == (1, 1)


@pytest.mark.rule("cataphract 8.15", "cataphract 8.13", "cataphract 8.16")
@pytest.mark.parametrize(("die", "hits"), [(2, 1), (3, 0)])
def test_arrows_into_the_wind(die: int, hits: int) -> None:
    near = field(
        roman("LC2", 1010), goth("LI1", 1310, missile="B"), ground=special("wind", towards="W"), active="Totila"
    )
    assert rule(near, "LI1 x LC2", die).of("LC2")["hits"] == hits
    far = field(
        roman("LC2", "0910"), goth("LI1", 1310, missile="B"), ground=special("wind", towards="W"), active="Totila"
    )
    assert rule(far, "LI1 x LC2", 0).refused == ["wind"]
    east = field(roman("LI1", 1010, missile="B"), goth("LC2", 1310), ground=special("wind", towards="W"))
    assert rule(east, "LI1 x LC2", 3).of("LC2")["hits"] == 1


@pytest.mark.rule("cataphract 7.22", "cataphract 6.21", "cataphract 9.16", "cataphract 6.26")
def test_a_trench_between_them() -> None:
    """It costs 1 MP more, holds nobody up by the ZOC beyond it, and shields who stands behind it."""
    ground = {**special("trench", hexside="trench"), "hexsides": [{"a": "1110", "b": "1210", "type": "trench"}]}
    passing = field(roman("HC1", 1010), goth("MI1", 1210), ground=ground)
    ruling = rule(passing, "HC1 > 1110 1211\nnone")
    assert not ruling.refused and ruling.of("HC1")["hex"] == 1211
    crossing = rule(field(roman("HC1", 1110), ground=ground), "HC1 > 1210")
    assert crossing.left("HC1") == 6
    fight = rule(field(roman("HC1", 1110), goth("MI1", 1210), ground=ground, phase="shock"), "shock HC1 x MI1", 9)
    assert fight.of("MI1")["hits"] == 3, "column 7, less 1 for Size, less 1 for the trench: 5, 2(3)"
    assert fight.of("HC1")["hits"] == 2


@pytest.mark.rule("cataphract 8.19", "cataphract 12.11", "cataphract 9.36")
def test_two_leaders_in_one_volley() -> None:
    given = field(
        roman("LI1", 1010, missile="B"),
        goth("MI1", 1210),
        leader("goth", "Baduila", 1210, initiative=3),
        leader("goth", "Teias", 1210, initiative=2, wounded=True),
    )
    ruling = rule(given, "LI1 x MI1", 0, 0, 5, 0)
    assert not ruling.refused and not dice_over(ruling)
    baduila, teias = ruling.of("Baduila"), ruling.of("Teias")
    assert baduila["wounded"] and not baduila["eliminated"] and baduila["status"] == "finished"
    assert teias["eliminated"] and ruling.end["sides"]["goth"]["rout_points"] == 10


@pytest.mark.rule("cataphract 8.22", "cataphract 8.21", "cataphract 5.23", "cataphract 7.24")
def test_a_line_is_shot_at_from_behind_at_once_and_from_before_at_the_end() -> None:
    given = field(
        roman("LC1", 1110),
        goth("MI1", 1210, missile="B"),
        goth("MI2", 1311, missile="B"),
        roman("LC2", 1112),
    )
    ruling = rule(given, "line LC1 LC2\nLC1 > 1211 keep\nMI1 fire\nnone\nLC2 > 1113\nnone\ndone\nMI2 fire", 3, 5)
    assert not dice_over(ruling)
    kinds = asks(ruling)
    assert kinds.index("retire-fire") < kinds.index("entry-fire")
    assert ruling.of("LC1")["hits"] == 2


@pytest.mark.rule("cataphract 8.11", "cataphract 8.23", "cataphract 8.21", "cataphract 8.24")
def test_answered_on_the_way_and_at_the_end() -> None:
    given = field(roman("LC1", "0910", missile="B"), goth("MI1", 1310, missile="B"))
    ruling = rule(given, "LC1 > 1010 x MI1 > 1110 1210 keep\nMI1 fire\nnone\nMI1 fire", 9, 3, 5)
    assert not ruling.refused and not dice_over(ruling)
    assert (ruling.of("LC1")["hits"], ruling.of("LC1")["hex"], ruling.of("LC1")["supply"]) == (2, 1210, "low")


@pytest.mark.rule("cataphract 8.11", "cataphract 10.21", "cataphract 6.62", "cataphract 8.15")
def test_shot_out_of_its_hex() -> None:
    """An order counts on its shot where that may break the enemy; else it goes no farther than it was to."""
    given = field(roman("HC1", 1010, missile="C"), goth("LI1", 1310, hits=3))
    on = rule(given, "HC1 > 1110 x LI1 > 1210 1310\n1410\n1510", 3)
    assert not on.refused and (on.of("HC1")["hex"], on.of("LI1")["hex"]) == (1310, 1510)
    missed = rule(given, "HC1 > 1110 x LI1 > 1210 1310\nyes", 9)
    assert not missed.refused and missed.of("HC1")["hex"] == 1210 and marker(missed, "HC1") == "must"
    fresh = field(roman("HC1", 1010, missile="C"), goth("LI1", 1310))
    assert rule(fresh, "HC1 > 1110 x LI1 > 1210 1310").refused == ["7.23"]
    ruling = rule(given, "HC1 > 1110 x LI1\n1410\n1510", 3)
    assert not ruling.refused
    assert ruling.of("LI1")["routed"] and ruling.of("LI1")["hex"] == 1510
    assert ruling.of("HC1")["hex"] == 1110 and marker(ruling, "HC1") is None


@pytest.mark.rule("cataphract 4.63", "cataphract 9.11", "cataphract 7.33")
def test_a_replacement_lets_nobody_attack_in_his_first_turn() -> None:
    """He is Finished, and the commander's order cannot help him."""
    given = field(
        roman("HC1", 1010),
        goth("MI1", 1110),
        leader("roman", "John", 1010, initiative=4, no_shock=True, replacement=True, status="finished"),
        {**NARSES, "command_range": 3},
    )
    ruling = rule(given, "done\nshock HC1 x MI1")
    assert ruling.of("MI1")["hits"] == 0 and len(ruling.refused) == 1


@pytest.mark.rule("cataphract 10.15", "cataphract 9.13", "cataphract 9.21")
@pytest.mark.parametrize(("charger", "horse_breaks"), [(7, False), (8, True)])
def test_both_would_break_in_the_charge(charger: int, horse_breaks: bool) -> None:
    """Where both are as badly off the defender breaks; else the one who is worse off, and the other barely holds."""
    given = field(
        roman("HC1", 1010, hits=5),
        goth("LI1", 1110, hits=3),
        phase="shock",
        orders={"moved": ["HC1"], "markers": {"HC1": "must"}},
    )
    flight = "0910\n0810" if horse_breaks else "1211\n1311\nno"
    ruling = rule(given, f"shock HC1 x LI1\n{flight}", charger, 5)
    hc, li = ruling.of("HC1"), ruling.of("LI1")
    assert not ruling.refused and not dice_over(ruling)
    assert (hc["routed"], li["routed"]) == (horse_breaks, not horse_breaks)
    if horse_breaks:
        assert (li["hits"], li["hex"]) == (3, 1110)
    else:
        assert (hc["hits"], hc["hex"]) == (5, 1110)


@pytest.mark.rule("cataphract 5.41", "cataphract 5.44", "cataphract 5.43")
@pytest.mark.parametrize(("die", "active"), [(6, "Narses"), (7, "Bouzes")])
def test_a_commander_goes_before_his_subordinate(die: int, active: str) -> None:
    """If he can; if not he has done, and it costs the other nothing."""
    given = field(roman("HC1", 1010), leader("roman", "Bouzes", "0612", initiative=2), phase="select", active=None)
    ruling = rule(given, "trump Narses", die)
    assert not ruling.refused and ruling.end["active"] == active
    bouzes, narses, totila = (ruling.of(who) for who in ("Bouzes", "Narses", "Totila"))
    if active == "Narses":
        assert (bouzes["status"], bouzes["no_momentum"], totila["no_momentum"]) == ("inactive", True, True)
    else:
        assert narses["status"] == "finished" and not bouzes["no_momentum"] and not totila["no_momentum"]


@pytest.mark.rule("cataphract 4.32", "cataphract 4.21", "cataphract 4.31")
@pytest.mark.parametrize(("column", "refused"), [(11, []), (12, ["4.32"])])
def test_a_line_reaches_twice_as_far_as_an_order(column: int, refused: list[str]) -> None:
    narses = {**NARSES, "command_range": 3}
    at = column * 100 + 10
    given = field(roman("HC1", at), roman("HC2", at + 1), narses)
    assert rule(given, "HC1 > +1").refused == ["4.21"]
    assert rule(given, "line HC1").refused == refused


@pytest.mark.rule("cataphract 8.34", "cataphract 6.44", "cataphract 6.45", "cataphract 8.33")
def test_a_column_storms_out() -> None:
    """It turns towards the horseman and goes one hex; it is a Column still."""
    given = field(roman("LC1", 1010, missile="C"), goth("MI1", 1310, "SIDE_NE", column=True))
    ruling = rule(given, "LC1 harass MI1 1110 1210\n1210 @SIDE_NW", 5, 9)
    mi = ruling.of("MI1")
    assert not dice_over(ruling) and "reaction-facing" not in asks(ruling)
    assert (mi["hits"], mi["column"], mi["hex"]) == (1, True, 1210)


@pytest.mark.rule("cataphract 4.33", "cataphract 4.63", "cataphract 5.15")
@pytest.mark.parametrize(("die", "status"), [(0, "active"), (1, "finished")])
def test_leave_of_nobody(die: int, status: str) -> None:
    """The commander has fallen: his subordinates are out of everybody's range."""
    fallen = {**NARSES, "eliminated": True, "hex": None}
    john = leader("roman", "John", "0911", initiative=4)
    given = field(roman("HC1", 1010), roman("HC2", 1011), john, fallen, active="John")
    ruling = rule(given, "leave", die)
    assert not ruling.refused and ruling.of("John")["status"] == status


@pytest.mark.rule("cataphract 11.31", "cataphract 7.31", "cataphract 7.32")
def test_out_of_hand_light_horse_has_no_choice() -> None:
    line = [{"side": "roman", "units": ["LC1"], "turn": 1}]
    given = field(roman("LC1", 1010), goth("MI1", 1310), phase="uncontrolled", active=None, turn=2, uncontrolled=line)
    ruling = rule(given, "LC1 1210\nnone")
    assert not ruling.refused and "must-check" not in asks(ruling)
    assert marker(ruling, "LC1") == "must" and ruling.asked == ["shock"]


@pytest.mark.rule("cataphract 11.31", "cataphract 5.12")
def test_two_lines_out_of_hand() -> None:
    """Equal dice are rolled again, and the higher goes first."""
    lines = [{"side": side, "units": [unit], "turn": 1} for side, unit in (("roman", "HC1"), ("goth", "HC2"))]
    given = field(roman("HC1", 1010), goth("HC2", 1710), phase="uncontrolled", active=None, turn=2, uncontrolled=lines)
    ruling = rule(given, "", 3, 3, 3, 7)
    assert not dice_over(ruling) and ruling.told[-2]["side"] == "goth"


@pytest.mark.rule("cataphract 5.12", "cataphract 5.15")
def test_equals_take_turns() -> None:
    given = field(
        roman("HC1", 1010),
        leader("roman", "John", "0611", initiative=5),
        leader("goth", "Teias", 2513, initiative=5),
        phase="select",
        active=None,
    )
    first = rule(given, "Totila\ndone\nno", 2, 6)
    assert not first.refused and "John" in first.told[-2]["text"] and "Teias" not in first.told[-2]["text"]
    second = rule(given, "Totila\ndone\nno\nJohn\ndone\nno", 2, 6)
    assert not second.refused and "Teias" in second.told[-2]["text"]


@pytest.mark.rule("cataphract 10.22", "cataphract 10.23", "cataphract 12.11")
def test_hemmed_in_for_good() -> None:
    given = field(
        roman("MI1", 1010, "W", routed=True),
        goth("LC8", "0909", "E"),
        goth("LC9", "0910", "E"),
        goth("LC7", 1009, "SE"),
        goth("LC6", 1011, "NE"),
        goth("LC5", 1110, "W"),
        phase="rout",
        active=None,
    )
    ruling = rule(given)
    assert ruling.of("MI1")["eliminated"] and ruling.end["sides"]["roman"]["rout_points"] == 5


@pytest.mark.rule("cataphract 5.26", "cataphract 5.15", "cataphract 5.12")
def test_a_leader_in_the_press_waits_to_the_end() -> None:
    john = leader("roman", "John", 1010, initiative=4)
    given = field(roman("HC1", 1010), goth("MI1", 1110), john, phase="select", active=None)
    ruling = rule(given, "defer John\npass\npass")
    assert not ruling.refused and ruling.asked == ["last-call"] and ruling.of("John")["deferred"]
    over = rule(given, "defer John\npass\npass\npass")
    assert over.end["turn"] == 2


@pytest.mark.rule("cataphract 5.11", "cataphract 5.12")
def test_who_isnt_in_play_on_the_first_turn_is_told_so() -> None:
    given = {"scenario": "cataphract/casilinum", "phase": "select"}
    it = rule(given, "activate Alanorix")
    assert it.refused == ["turn1-command"]
