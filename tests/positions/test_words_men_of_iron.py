"""Men of Iron: what a player is told, and what may be written, where a position was found to mislead."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cli import adjudication
from bot.cli.common import BadInput
from bot.notation import parse
from tests.positions.kit import Ruling, on_field, rule, unit

WALL = {"sides": {"english": {}, "scots": {"formations": ["shield-wall"]}}}


def field(*units: dict[str, Any], **said: Any) -> dict[str, Any]:
    """English against Scots on open ground, each with a Standard far behind; the English are active."""
    ground = said.pop("ground", {})
    standards = [
        {"side": "scots", "id": "Lion", "hex": said.pop("lion", 2010)},
        {"side": "english", "id": "Cross", "hex": "0410"},
    ]
    given = {"system": "men-of-iron", "active": "English", "ground": {"standards": standards, **ground}, **said}
    return on_field(units, **given)


def refusals(it: Ruling) -> list[str]:
    return [t["text"] for t in it.told if t["type"] == "refusal"]


def moved(it: Ruling, piece: str) -> list[str]:
    """What was told of its movement points."""
    return [t["text"] for t in it.told if t["type"] == "movement" and t["piece"] == piece]


def labels(it: Ruling) -> list[str]:
    return [c["label"] for t in it.told if t["type"] == "decision" for c in t["choices"]]


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 3.1")
@pytest.mark.parametrize(
    ("phase", "orders", "rule_", "said"),
    [
        ("shock", "shock MM1 > 1210 x PK9", "14.1", "PK9 is in Shield Wall: its front can't be charged."),
        ("move", "done\nshock MM1 > 1210 x PK9", "14.1", "PK9 is in Shield Wall: its front can't be charged."),
        ("shock", "shock MM1 > 1109 x PK9", "11.3", "1109 is not before MM1 at 1110 facing SE"),
        ("shock", "shock none", "10.1", "Nobody of English can attack."),
        ("shock", "shock all", "10.1", "Nobody of English can attack."),
    ],
)
def test_an_attack_when_nobody_could_attack(
    phase: str, orders: str, rule_: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Shock part has passed unasked: who orders an attack hears why there is none, and whose turn it is.

    The adjudicator asks all the same, and tells why alone.
    """
    facing = "SE" if "1109" in orders else "E"
    given = field(
        unit("english", "MM1", 1110, facing),
        unit("scots", "PK9", 1310, "W", formation="shield-wall"),
        ground=WALL,
        phase=phase,
    )
    asked = rule(given, orders)
    assert asked.refused == [rule_] and said in refusals(asked)[0]
    monkeypatch.setattr(adjudication, "_SpelledOut", lambda system: system)
    it = rule(given, orders)
    assert it.refused == [rule_]
    assert said in refusals(it)[0]
    assert "The activation of English is over: the Scots have a free activation." in refusals(it)[0]
    assert it.asked == ["activate"]


@pytest.mark.rule("men-of-iron 3.2", "men-of-iron 11.3")
def test_an_attack_when_another_command_may_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """As above, where the own side is asked next."""
    monkeypatch.setattr(adjudication, "_SpelledOut", lambda system: system)
    units = [
        unit("english", "MM1", 1110, command="Left"),
        unit("english", "MM2", "0510", command="Right"),
        unit("scots", "PK9", 1510, "W"),
    ]
    leaders = [
        {"side": "english", "id": "Left", "hex": 1110},
        {"side": "english", "id": "Right", "hex": "0510"},
    ]
    given = on_field(units, leaders, system="men-of-iron", active="Left", phase="shock")
    it = rule(given, "shock MM1 > 1210 1310 1410 x PK9")
    assert it.refused == ["11.3"] and it.asked == ["continue"]
    assert "PK9 is 4 hexes from MM1" in refusals(it)[0] and "may go on with another Command" in refusals(it)[0]


@pytest.mark.rule("men-of-iron 12.4")
def test_who_retires_on_its_standards_hex() -> None:
    units = unit("english", "AX1", 1110), unit("scots", "PK9", 1210, "W", disordered=True)
    given = field(*units, lion=1210, phase="shock")
    it = rule(given, "shock AX1 x PK9", 4)
    assert it.of("PK9")["retired"] and "PK9 Retires at 1210: it stays there" in it.said
    assert not any("1210 → 1210" in s for s in it.said)


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron 7.2", "men-of-iron 12.2", "men-of-iron 9.2/reaction")
def test_movement_points_when_a_move_has_ended_early() -> None:
    """Nobody spends more than he had, and nothing is called left when the move is over."""
    all_of_it = field(unit("english", "MM1", 1010), unit("scots", "LB9", 1710, "W"))
    it = rule(all_of_it, "MM1 > 1110 1210 1310 1410 1510 1610\nfire", 3)
    assert it.of("MM1")["disordered"]
    assert moved(it, "MM1")[-1] == "MM1: 6 of 6 MP spent, its move is over"
    stopped = rule(field(unit("english", "LB1", 1010), unit("scots", "LB9", 1210, "W")), "LB1 > 1110\nhold")
    assert moved(stopped, "LB1") == ["LB1: 1 of 5 MP spent, its move is over"] * 2
    free = rule(field(unit("english", "LB1", 1010), unit("scots", "LB9", 1510, "W")), "Cross > 1010\nEnglish > 0211")
    assert not moved(free, "LB1")


@pytest.mark.rule("men-of-iron 4.1", "men-of-iron 6.2", "men-of-iron 7.2")
def test_who_has_moved_is_told_whether_it_can_turn() -> None:
    in_zone = field(unit("english", "LB1", 1010), unit("scots", "LB9", 1210, "W"))
    it = rule(in_zone, "LB1 > 1110\nhold\nLB1 > 1109\nLB1 @NE")
    assert it.refused == ["4.1", "6.2"]
    assert refusals(it)[0] == "LB1 has moved in this activation and can turn no more."
    free = rule(field(unit("english", "LB1", 1010), unit("scots", "LB9", 1910, "W")), "LB1 > 1110\nLB1 > 1109\nLB1 @NE")
    assert refusals(free) == ["LB1 has moved in this activation; it can still turn."]
    assert free.of("LB1")["facing"] == "NE"


@pytest.mark.rule("men-of-iron 10.4(4)")
@pytest.mark.parametrize(("spent", "why"), [({}, "Charge across a brook"), ({"MM1": 2}, "Charge after movement")])
def test_why_a_charge_counts_one(spent: dict[str, int], why: str) -> None:
    """A brook makes it +1 for who hasn't moved, and is named; who has spent MP is told of that."""
    given = field(
        unit("english", "MM1", 1010),
        unit("scots", "LB9", 1310, "W"),
        ground={"hexsides": [{"a": "1210", "b": "1310", "type": "brook"}]},
        phase="shock",
        activation={"mp": spent},
    )
    it = rule(given, "shock MM1 > 1110 1210 x LB9\nhold", 0)
    (fought,) = [t["roll"] for t in it.told if t["type"] == "roll"]
    assert {"value": 1, "reason": why, "rule": "10.4(4)"} in fought["modifiers"]


@pytest.mark.rule("men-of-iron 11.6", "men-of-iron 11.5")
@pytest.mark.parametrize("answer", ["yes", "MM9 MM2", "MM9 counter MM2", "counter MM2", "MM9 counter-charge MM2"])
def test_a_counter_charge_at_horse_asks_only_for_a_facing(answer: str) -> None:
    """Against Men-at-Arms nobody moves: no hex is asked for, and nobody else is named as if attacked."""
    given = field(
        unit("english", "MM2", 1110),
        unit("english", "DM1", 1211, "NE"),
        unit("scots", "MM9", 1210, "W"),
        phase="shock",
    )
    it = rule(given, f"shock MM2 x MM9, DM1 x MM9\n{answer}", 0)
    assert it.refused == [] and it.asked == ["counter-charge-way"]
    (says,) = [t["text"] for t in it.told if t["type"] == "decision"]
    assert says == "MM9 counter-charges MM2: facing where?" and labels(it) == ["Facing W", "Facing SW"]
    on = rule(given, f"shock MM2 x MM9, DM1 x MM9\n{answer}\n1210-W", 0, 4)
    assert on.refused == [] and on.of("MM9")["hex"] == 1210


@pytest.mark.rule("men-of-iron 11.6/other", "men-of-iron 10.2")
def test_a_counter_charge_at_foot_next_to_it_names_whom_it_meets() -> None:
    given = field(unit("english", "AX1", 1110), unit("english", "AX2", 1211, "NW"), unit("scots", "MM9", 1210, "W"))
    it = rule({**given, "phase": "shock"}, "shock AX1 x MM9, AX2 x MM9\nstand\nMM9 AX1", 0)
    assert it.asked == ["counter-charge-way"]
    assert set(labels(it)) == {"Facing W: AX1", "Facing SW: AX2 and AX1"}


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 10.1")
def test_a_charge_without_its_way() -> None:
    """Who names a target 2 or 3 hexes away is told how a Charge at it is written; written so it is taken."""
    given = field(unit("english", "MM1", 1010), unit("scots", "LB9", 1310, "W"), phase="shock")
    it = rule(given, "shock MM1 x LB9")
    assert it.refused == ["10.1"] and it.asked == ["shock"]
    said = refusals(it)[0]
    assert said.startswith("MM1 isn't next to LB9, and charges it by a way: shock MM1 > ")
    order = said.removeprefix("MM1 isn't next to LB9, and charges it by a way: ").removesuffix(".")
    assert rule(given, order).refused == []


@pytest.mark.rule("men-of-iron 10.3")
def test_attacks_joined_by_a_sign() -> None:
    """As in the other systems; the comma does as well."""
    given = field(
        unit("english", "AX1", 1110),
        unit("english", "AX2", 1010),
        unit("scots", "PK8", 1210, "W"),
        unit("english", "AX3", 1510),
        unit("scots", "PK9", 1610, "W"),
        phase="shock",
    )
    for order in ("shock AX1 x PK8 & AX3 x PK9", "shock AX1 x PK8, AX3 x PK9"):
        it = rule(given, order)
        (told,) = [t["text"] for t in it.told if t["type"] == "event" and t["rule"] == "10.3"]
        assert it.refused == [] and told == "AX1 attacks PK8, AX3 attacks PK9."
    assert rule(given, "shock AX1 x & AX3 x PK9").refused == ["10.3"]


def test_a_field_of_unknown_ground_is_refused_with_its_place() -> None:
    """Also where a Command is active, whose units' command status goes by the ground."""
    for said in ({}, {"phase": "free", "active": None}):
        given = field(unit("english", "GE1", 1010), ground={"terrain": {"1009": "marsh"}}, **said)
        with pytest.raises(BadInput, match=r"field\.terrain\.1009: the charts know no terrain 'marsh'"):
            rule(given)


def test_the_example_of_the_notation_can_be_played() -> None:
    line = "Lincoln; LMM1 > 1403; LMM2 > 1404; done"
    with open("docs/notation.md", encoding="utf-8") as text:
        assert f"`{line}`" in text.read()
    it = rule({"scenario": "men-of-iron/falkirk"}, line)
    assert it.refused == [] and len(parse(line)) == 4 and it.asked == ["continue"]
    assert (it.of("LMM1")["hex"], it.of("LMM2")["hex"]) == (1403, 1404)
