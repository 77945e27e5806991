"""Moves as players meet them: ideas, Formations ordered at once, what a choice says, what an inquiry tells."""

from __future__ import annotations

from typing import Any

import pytest

from bot.notation import grammar
from engine.kernel.hexes import Facing, flanks, front, neighbours, rear
from engine.kernel.inquiry import AboutPiece, AboutPlace
from engine.kernel.text import Refusal
from engine.systems.gboh import chart_list, footprint
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import groups, ideas, moves_foretold, written
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.phalanx.orders import Double
from engine.systems.gboh.stacks.uppermost import Uppermost
from engine.systems.simple_gboh import inquiry
from engine.systems.simple_gboh.system import SimpleGboh
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import Rig, unit

E, W = Facing.E, Facing.W


def activated(side: str = "a", what: str = "a1") -> tuple[Rig, Any]:
    r = kit.minimal(first_player=side)
    return r, r.play(answers=[what])


def test_a_formation_is_a_group_and_goes_forward_together():
    r, decision = activated()
    found = groups.groups(r.g, decision)
    assert "A1" in str(found[0].title)
    assert found[0].units == ("LG1", "LG3"), "each stack is one"
    system = SimpleGboh(r.g.scenario)
    together = {str(x.label): x for x in groups.group_ideas(r.g, decision, found[0].units, system.write)}
    forward = together["Forward 2"]
    assert len(forward.orders) == 2
    said = " ".join(str(s) for s in forward.orders)
    assert "attack" not in said and "keep" not in said, "who attacks is settled later"


def test_what_seems_best_says_who_does_what():
    r, decision = activated()
    found = groups.groups(r.g, decision)
    sensible, *others = groups.group_ideas(r.g, decision, found[0].units, SimpleGboh(r.g.scenario).write)
    assert str(sensible.label) == groups.SENSIBLE and len(sensible.deeds) >= len(found[0].units) - len(sensible.left)
    for order, deed in zip(sensible.orders, sensible.deeds, strict=False):
        assert str(deed).split()[0] == str(order).split()[0], "in the order they are given"
    assert not any(x.deeds for x in others), "where all do the same it is said by its name"


def test_a_unit_that_is_gone_since_is_told_of_and_the_others_go():
    r, decision = activated()
    r.unit("LG3").hex = r.unit("LG4").hex = None
    r.g.version += 1
    found = groups.group_ideas(r.g, decision, ["LG1", "LG3"], SimpleGboh(r.g.scenario).write)
    assert found
    for idea in found:
        assert str(idea.orders[0]).startswith("LG1")
        assert [(name, str(why)) for name, why in idea.left] == [("LG3", "LG3 is not on the map.")]


def test_every_idea_is_legal_and_a_stack_goes_as_one():
    r, decision = activated()
    found = ideas.ideas(r.g, decision, "LG1")
    assert any(isinstance(i.answer, Move) and i.answer.under == "LG2" for i in found)
    for i in found:
        decision.accept(i.answer)
    assert ideas.ideas(r.g, decision, "SK1") == [], "it isn't activated"


@pytest.mark.rule("simple-gboh 6.11")
def test_front_flanks_and_rear_of_one_hex_and_of_two():
    r = kit.battle([unit("HI1", 1010, "E"), unit("PH1", 2010, "E")], [])
    one, pair = r.unit("HI1"), r.unit("PH1")
    assert (len(front(1010, E)), len(flanks(1010, E)), len(rear(1010, E))) == (2, 2, 2)
    assert {r.g.arc(one, h) for h in front(1010, E)} == {"front"}
    assert {r.g.arc(one, h) for h in flanks(1010, E)} == {"flank"}
    assert {r.g.arc(one, h) for h in rear(1010, E)} == {"rear"}
    assert [len(x) for x in (footprint.front(pair), footprint.flanks(pair), footprint.rear(pair))] == [3, 2, 3]


@pytest.mark.rule("simple-gboh 6.22", "simple-gboh 5.17")
def test_a_choice_says_where_the_move_stops_whom_it_must_attack_and_what_it_costs():
    enemy = unit("HI9", 1010, "W")
    near = front(1010, W)[0]
    start = next(h for h in neighbours(near) if near in front(h, E) and h not in neighbours(1010))
    r = kit.battle([unit("HI1", start, "E", ma=2)], [enemy], terrain={near: "woods"}).turn()
    node = reach.search(r.g, r.unit("HI1"))[near, E]
    said = str(moves_foretold.consequences(r.g, r.unit("HI1"), node))
    assert "stops in the ZOC of HI9" in said
    assert "must attack HI9" in said
    assert "costs 1 hit: woods" in said
    assert "may withdraw" not in said
    rich = kit.battle([unit("HI1", start, "E")], [enemy], terrain={near: "woods"}).turn()
    node = reach.search(rich.g, rich.unit("HI1"))[near, E]
    assert "its MP spare it 1 hit" in str(moves_foretold.consequences(rich.g, rich.unit("HI1"), node))


def test_an_inquiry_tells_where_a_unit_goes_and_who_comes_to_a_hex():
    r = kit.battle([unit("HI1", 1010, "E", ma=2)], [unit("HI9", 2020, "W")], terrain={1110: "woods"}).turn()
    about = inquiry.INQUIRY.answer(r.g, [], AboutPiece("HI1"), ("a",))
    told = " ".join(str(f.text) for s in about.sections for f in s.facts)
    assert "1110 (1 hit)" in told
    hexes = inquiry.INQUIRY.answer(r.g, [], AboutPlace(1110), ("a",))
    assert "HI1: 2 of 2 MP, 1 hit" in " ".join(str(f.text) for s in hexes.sections for f in s.facts)


@pytest.mark.rule("simple-gboh 5.14", "simple-gboh T:terrain_effects")
def test_the_chart_is_shown_with_its_choices_and_the_names_of_maps():
    chart = next(c for c in chart_list.standard(SimpleGboh.package) if c.id == "movement_costs")
    forest = next(row for row in chart.rows if str(row.label) == "forest")
    assert [c.shown for c in forest.cells if c is not None] == ["2", "(h)", "(h)", "0", "0", "(h)", "0", "-", "(h)"]
    assert any("woods as forest" in str(n) for n in chart.notes)


# -- as written --------------------------------------------------------------------------------------------------------


def read(r: Rig, text: str) -> Any:
    return written.Reader(r.g, r.g.orders.side, grammar.parse(text)[0]).order()


@pytest.mark.rule("simple-gboh 5.12", "simple-gboh 5.33", "simple-gboh 10.3", "simple-gboh 11.21")
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("LG1 > 1109", Move(unit="LG1", path=(1109,))),
        ("LG1 & LG2 > 1109", Move(unit="LG1", path=(1109,), under="LG2")),
        ("LG1 & LG2 @NE", Move(unit="LG1", path=(Facing.NE,), under="LG2")),
        ("top LG2", Uppermost(unit="LG2")),
        ("double PH2 PH1", Double(unit="PH2", under="PH1")),
        ("HI1 form @SIDE_NE", Move(unit="HI1", form=Facing.SIDE_NE)),
        ("PH1 wheel left", Move(unit="PH1", path=(Facing.NE,))),
    ],
)
def test_orders_are_read_as_they_are_written(text, order):
    romans = {"roman": True, "legion": "I", "cls": "HA"}
    r = kit.battle(
        [
            unit("LG1", 1010, **romans),
            unit("LG2", 1010, below="LG1", **romans),
            unit("PH1", 1510, may_double=True),
            unit("PH2", 1410, may_double=True),
            unit("HI1", 2010),
        ],
        [],
        columns=True,
    ).turn()
    assert read(r, text) == order
    system = SimpleGboh(r.g.scenario)
    assert written.Reader(r.g, "a", system.write(order)).order() == order


def test_who_writes_a_line_command_hears_that_these_rules_have_none():
    r = kit.battle([unit("HI1", 1010)], []).turn()
    for text in ("line HI1 > 1109", "line 1010", "line"):
        with pytest.raises(Refusal, match="no Line Commands"):
            read(r, text)


@pytest.mark.rule("simple-gboh 5.11", "simple-gboh 5.17")
def test_what_is_too_far_is_told_with_its_price():
    r = kit.battle([unit("HI1", 1010, ma=3)], [], terrain=dict.fromkeys((1109, 1110, 1209, 1210, 1211), "woods")).turn()
    with pytest.raises(Refusal, match="with 3 MP") as caught:
        read(r, "HI1 > 1310")
    assert caught.value.rule == "5.11"
    assert "1310 costs" not in str(caught.value) or "5" in str(caught.value)


@pytest.mark.rule("simple-gboh 4.31", "simple-gboh 4.32")
def test_a_leader_named_with_a_move_goes_along_unasked_and_another_is_refused():
    r = kit.battle(
        [unit("HI1", 1010), unit("HI2", 1012)],
        [unit("MI9", 3030)],
        a_leaders=[kit.leader("Anna", 1010), kit.leader("Berta", 1012, "SC")],
        b_leaders=[kit.leader("Zoe", 3030)],
    ).turn()
    for name in ("Berta", "Zoe"):
        with kit.refused("4.31"):
            read(r, f"HI1 > 1110 & {name}")
    order = read(r, "HI1 > 1110 & Anna")
    assert written.Reader(r.g, "a", SimpleGboh(r.g.scenario).write(order)).order() == order
    r.order(order)
    assert r.leader("Anna").hex == 1110 and r.decisions == []
