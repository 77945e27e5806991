"""Any state a piece, a leader, a side or the sequence of play can be in is written down, and begins exactly there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import on_field, rule, unit

NARSES = {"side": "roman", "id": "N1", "hex": "0505"}
TOTILA = {"side": "goth", "id": "Totila", "hex": 2015}
FAR = unit("goth", "MI9", 2015, "W")


def position(*units: dict[str, Any], **said: Any) -> dict[str, Any]:
    said.setdefault("active", "N1")
    if said["active"] is None:
        del said["active"]
    return on_field([*units, FAR], [NARSES, TOTILA], **said)


@pytest.mark.rule("cataphract 6.22")
@pytest.mark.rule("cataphract 6.42")
def test_a_stream_costs_foot_a_hit_and_a_column_none() -> None:
    ground = {"hexsides": [{"a": "0505", "b": "0606", "type": "stream"}]}
    line = rule(position(unit("roman", "HI1", "0505"), ground=ground), "HI1 > 0606")
    column = rule(position(unit("roman", "HI1", "0505", "SIDE_SE", column=True), ground=ground), "HI1 > 0606")
    assert (line.of("HI1")["hits"], column.of("HI1")["hits"]) == (1, 0)
    assert (line.left("HI1"), column.left("HI1")) == (3, 4)


@pytest.mark.rule("cataphract 6.13")
def test_who_moved_earlier_in_the_turn_takes_a_hit() -> None:
    ruling = rule(position(unit("roman", "HI1", "0505", moved=True)), "HI1 > 0606")
    assert ruling.of("HI1")["hits"] == 1


@pytest.mark.rule("cataphract 5.24")
@pytest.mark.parametrize("what", ["moved", "fired", "stationary", "acted"])
def test_who_has_had_an_order_gets_no_other(what: str) -> None:
    ruling = rule(position(unit("roman", "HI1", "0505"), orders={what: ["HI1"]}), "HI1 > 0606")
    assert ruling.refused == ["5.24"]
    assert ruling.end["orders"]["orders_used"] == 1


@pytest.mark.rule("cataphract 10.16")
def test_who_has_recovered_neither_moves_nor_fires() -> None:
    ruling = rule(position(unit("roman", "HI1", "0505", hits=1), orders={"recovered": {"HI1": 1}}), "HI1 > 0606")
    assert ruling.refused == ["5.24"]


@pytest.mark.rule("cataphract 8.17")
def test_supply() -> None:
    ruling = rule(
        position(unit("roman", "HC1", "0505", missile="C", supply="no"), unit("goth", "MI1", "0805")), "HC1 x MI1"
    )
    assert ruling.refused == ["8.17"]


@pytest.mark.rule("cataphract 10.26")
@pytest.mark.rule("cataphract 10.27")
def test_routed_and_rallied_units() -> None:
    routed = rule(position(unit("roman", "HC1", "0505", routed=True)), "HC1 > 0605\nrally HC1", 3)
    assert routed.refused == ["10.26"] and routed.of("HC1")["rallied"] is True
    rallied = rule(position(unit("roman", "HC1", "0505", rallied=True)), "HC1 > 0605")
    assert rallied.refused == ["10.27"]


@pytest.mark.rule("cataphract 11.73")
def test_a_shield_wall() -> None:
    wall = unit("roman", "HI1", "0505", shield_wall=True, forms_shield_wall=True)
    assert rule(position(wall), "HI1 > 0605").refused == ["11.73"]


@pytest.mark.rule("cataphract 11.1")
def test_a_cataphract_on_foot_has_the_ratings_of_foot() -> None:
    on_foot = position(unit("roman", "HC1", "0505", cls="Cat", tq=7, missile="C", dismounted=True))
    ruling = rule(on_foot, "HC1 > 0605 0705 0805 0905 1005\nHC1 > 0605 0705")
    assert ruling.refused == ["6.25"], "4 MP"
    assert ruling.left("HC1") == 2
    assert {k: ruling.of("HC1")[k] for k in ("type", "tq", "ma")} == {"type": "HI", "tq": 6, "ma": 4}
    assert ruling.of("HC1")["counterpart"] == {"type": "HC", "tq": 7, "size": 5, "ma": 8, "missile": "C"}
    mounted = rule(on_foot, "mount HC1")
    assert {k: mounted.of("HC1")[k] for k in ("type", "tq", "ma", "dismounted")} == {
        "type": "HC",
        "tq": 7,
        "ma": 8,
        "dismounted": False,
    }


@pytest.mark.rule("cataphract 11.1")
def test_on_foot_in_a_battle_and_by_its_type_on_a_field() -> None:
    battle = {
        "scenario": "cataphract/tricameron",
        "active": "Martinus",
        "changes": {"AHC1": {"dismounted": True, "tq": 5}},
    }
    changed = rule(battle).of("AHC1")
    assert {k: changed[k] for k in ("type", "tq", "ma", "dismounted")} == {
        "type": "HI",
        "tq": 5,
        "ma": 4,
        "dismounted": True,
    }
    foot = unit("roman", "THC1", "0505", type="HI", cls="Cat", tq=5, size=5, dismounted=True)
    assert rule(position(foot), "mount THC1").of("THC1")["tq"] == 6


@pytest.mark.rule("cataphract 5.32")
def test_momentum_begins_with_its_question() -> None:
    ruling = rule(position(unit("roman", "HC1", "0505"), phase="momentum"), "yes", 7)
    assert ruling.kinds[:2] == ["order", "roll"] and ruling.told[0]["question"] == "momentum"
    assert ruling.of("N1")["status"] == "finished"


@pytest.mark.rule("cataphract 10.21")
def test_the_rout_phase_moves_the_routed() -> None:
    inland = rule(position(unit("roman", "HC1", "0905", routed=True), phase="rout", active=None))
    assert inland.asked == ["rout-path"], "of two ways as good its owner chooses"
    at_the_edge = rule(position(unit("roman", "HC1", "0105", routed=True), phase="rout", active=None))
    assert at_the_edge.of("HC1")["eliminated"]
    assert "stopped" in at_the_edge.kinds and at_the_edge.end["turn"] == 2


@pytest.mark.rule("cataphract 12.12")
def test_the_withdrawal_phase_counts_points() -> None:
    sides = {"goth": {"rout_points": 100}}
    ruling = rule(position(unit("roman", "HC1", "0905"), phase="withdrawal", active=None, sides=sides))
    assert next(t for t in ruling.told if t["type"] == "outcome")["winner"] == "roman"
    assert ruling.end["phase"] == "over" and ruling.end["winner"] == "roman"


@pytest.mark.rule("cataphract 5.12")
def test_selection_passes_over_the_finished() -> None:
    changes = {"Totila": {"status": "finished"}}
    ruling = rule(position(unit("roman", "HC1", "0905"), phase="select", active=None, changes=changes), "N1")
    assert ruling.told[0]["question"] == "activation" and ruling.end["active"] == "N1"


@pytest.mark.rule("cataphract 4.33")
def test_leave_given_and_refused() -> None:
    sub = {"side": "roman", "id": "S", "role": "SC", "hex": "0506", "initiative": 3}
    for permission, refused in ((None, []), (False, ["4.33"])):
        given = on_field([unit("roman", "HC1", "0505"), FAR], [NARSES, sub, TOTILA], active="S")
        given["changes"] = {"S": {"line_permission": permission}}
        assert rule(given, "leave", 2).refused == refused


@pytest.mark.rule("cataphract 11.62")
def test_an_engine_in_move_mode() -> None:
    gun = unit("roman", "CH1", "0905", missile="X", fire_mode=False)
    assert rule(position(gun, unit("goth", "MI1", 1205, "W")), "CH1 x MI1").refused == ["11.62"]


@pytest.mark.rule("cataphract 11.31")
def test_an_uncontrolled_line_advances() -> None:
    line = [{"side": "roman", "units": ["HC1", "HC2"], "turn": 2}]
    units = unit("roman", "HC1", "0905"), unit("roman", "HC2", "0906"), unit("goth", "MI1", 1505, "W")
    ruling = rule(position(*units, phase="uncontrolled", active=None, turn=3, uncontrolled=line))
    assert ruling.asked == ["unit-order"]
    # Who says where a unit goes without saying which goes first means the first; and the other is asked then.
    given = position(*units, phase="uncontrolled", active=None, turn=3, uncontrolled=line)
    assert rule(given, "HC2").asked == rule(given, "1404").asked == ["uncontrolled-move"]


@pytest.mark.rule("cataphract 9.11")
def test_nothing_is_rolled_in_the_shock_phase_before_the_first_line_is_read() -> None:
    given = position(
        unit("roman", "HC1", "0505"),
        unit("goth", "MI1", "0605", "W"),
        phase="shock",
        orders={"moved": ["HC1"], "markers": {"HC1": "must"}},
    )
    unread = rule(given)
    assert unread.kinds == ["decision", "position"] and unread.asked == ["shock"]
    read = rule(given, "shock HC1 x MI1", 3)
    assert read.kinds[:2] == ["order", "roll"] and read.told[0]["question"] == "shock"
    assert read.kinds[-2:] == ["dice-due", "position"]
    before = read.told[-1]["before"]
    assert (before["orders"], before["dice"]) == (["roman: shock HC1 x MI1"], [3])
    again = rule(before["position"], "\n".join(before["orders"]), *before["dice"])
    assert again.end["changes"] == read.end["changes"]
    untold = rule(given, "", 3, 3, 9, 9, 9, 9)
    assert "MI1 routs!" in untold.said, "dice that are left make the attack that must be made"


@pytest.mark.rule("cataphract 5.32")
def test_after_the_last_order_play_stops_before_a_roll_nobody_asked_for() -> None:
    ruling = rule(position(unit("roman", "HC1", "0505"), changes={"Totila": {"status": "finished"}}), "done\nno")
    assert ruling.kinds == ["order", "order", "stopped", "position"], ruling.told
    assert "before" not in ruling.told[-1]


@pytest.mark.rule("cataphract 5.14")
def test_the_third_orders_phase_in_a_row() -> None:
    for in_a_row in (1, 3):
        given = position(unit("roman", "HC1", "0505"), phase="momentum", changes={"N1": {"in_a_row": in_a_row}})
        assert (rule(given).asked == ["momentum"]) == (in_a_row == 1)
