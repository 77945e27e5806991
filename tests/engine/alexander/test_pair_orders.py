"""Ordering units of two hexes: in words, by menus and ideas, together; and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from bot.notation.grammar import parse
from engine.kernel.decisions import Answer, Choice, Command
from engine.kernel.hexes import Facing
from engine.kernel.ideas import Idea
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal
from engine.systems.alexander.system import Alexander
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import groups, ideas, menus, orders, written
from engine.systems.gboh.turn import orders_phase
from tests.each import for_each
from tests.engine.alexander import kit


def as_written(answer: Answer) -> Statement:
    return written.write(answer, Alexander.order_kinds())


def rig(*enemies: dict[str, Any], more: Any = (), **values: Any) -> kit.Rig:
    """A phalanx at 1010+1011 under its commander, somebody far away, and whoever else is named."""
    r = kit.battle(
        [kit.unit("PH1", 1010, **values), *more],
        [kit.unit("HC9", 1535, "W"), *enemies],
        a_leaders=[kit.leader("Ann", 1012, initiative=7, command_range=9)],
    )
    return r.orders("a", "Ann")


def wrote(r: kit.Rig, text: str) -> orders.Move:
    """The order a line of text means."""
    (statement,) = parse(text)
    answer = written.Reader(r.g, "a", statement).order()
    assert isinstance(answer, orders.Move)
    return answer


def decision(r: kit.Rig, by: str = "Ann") -> Command:
    leader = r.g.state.leaders[by]
    menu = menus.orders_menu(r.g, leader)
    return Command(
        kind="orders",
        side=leader.side,
        rule="5.2",
        prompt=menu.prompt,
        menu=menu,
        accept=lambda answer: orders_phase.check(r.g, answer),
        default_answer=orders.Done(),
    )


@pytest.mark.rule("alexander 6.43", "alexander 6.44")
@for_each(
    ("text", "path"),
    [
        ("PH1 wheel left", (Facing.NE,)),
        ("PH1 wl", (Facing.NE,)),
        ("1011 Wheel Right", (Facing.SE,)),
        ("PH1 about", (Facing.W,)),
        ("PH1 face about", (Facing.W,)),
        ("PH1 fl", (1109,)),
        ("PH1 > fr", (1110,)),
        ("PH1 fr fl", (1110, 1210)),
        ("PH1 forward 2", (1109, 1210)),
        ("PH1 > +2", (1109, 1210)),
        ("PH1 forward left", (1109,)),
        ("PH1 fr wheel right", (1110, Facing.SE)),
        ("PH1 wheel right forward", (Facing.SE, 1211)),
        ("PH1 @NE", (Facing.NE,)),
        ("PH1 > 1410 @E", (1110, 1210, 1310, 1410)),
    ],
)
def test_moves_in_words(text: str, path: tuple[Any, ...]) -> None:
    r = rig()
    answer = wrote(r, text)
    if "1410" in text:
        assert len(answer.path) == 4 and answer.path[-1] == 1410
    else:
        assert answer.path == path


def test_a_far_hex_may_be_that_of_the_right_half() -> None:
    r = kit.battle([kit.unit("PH1", 1038)], [kit.unit("HC9", 1535, "W")], a_leaders=[kit.leader("Ann", 1037)]).orders(
        "a", "Ann"
    )
    assert wrote(r, "PH1 > 1240 @E").path == (1138, 1239), (
        "its left half can't stand at the edge: there's no room below"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("PH1 wheel", "Which way? PH1 wheel left, or PH1 wheel right."),
        ("PH1 > 1909", "PH1 can't reach 1909 with 4 MP: 1408 costs 4, 1909 9"),
        ("PH1 > 3030", "PH1 needs room for both halves and finds no way to 3030 with 4 MP."),
        ("LI2 wheel left", "LI2 stands in one hex and turns in it: LI2 @NE."),
    ],
)
def test_what_is_written_wrongly_is_told(text: str, why: str) -> None:
    r = rig(more=[kit.unit("LI2", 1020, cls="LP")])
    with pytest.raises(Refusal) as no:
        wrote(r, text)
    assert why in str(no.value)


@pytest.mark.rule("alexander 6.43", "alexander 6.62")
def test_what_stands_in_the_way_of_a_wheel_is_named() -> None:
    r = rig(kit.unit("LI9", 1110, "E", cls="LP"))
    with pytest.raises(Refusal) as no:
        movement.check_move(r.g, r.unit("PH1"), wrote(r, "PH1 wheel left"))
    assert "PH1 can't wheel left: LI9 holds 1110." in str(no.value)


@pytest.mark.rule("alexander 6.45")
def test_who_is_held_by_one_half_is_told_what_is_left() -> None:
    r = rig(kit.unit("MI9", 1109, "W", ma=6))
    with pytest.raises(Refusal) as no:
        movement.check_move(r.g, r.unit("PH1"), wrote(r, "PH1 fr"))
    assert "PH1 is held at 1010 by MI9: all it may do is wheel left about that half, to 1010+1110." in str(no.value)


def ideas_of(r: kit.Rig) -> dict[str, Idea]:
    return {str(i.label): i for i in ideas.ideas(r.g, decision(r), "PH1")}


@pytest.mark.rule("alexander 6.43")
def test_a_wheel_is_one_idea_that_tells_where_both_halves_end() -> None:
    found = ideas_of(rig())
    left, right = found["Wheel left to 1010+1110"], found["Wheel right to 1110+1011"]
    assert (left.hex, left.other, left.facing) == (1010, 1110, Facing.NE)
    assert (right.hex, right.other, right.facing) == (1110, 1011, Facing.SE)
    assert left.kind == "wheel" and str(left.note) == "1 MP; facing NE"


def test_a_wheel_towards_the_enemy_comes_first() -> None:
    r = rig(kit.unit("MI9", 1107, "SW"))
    labels = [str(i.label) for i in ideas.ideas(r.g, decision(r), "PH1")]
    assert labels.index("Wheel left to 1010+1110") < labels.index("Wheel right to 1110+1011")


@pytest.mark.rule("alexander 6.44", "alexander 6.46")
def test_the_menu_has_each_turn_by_itself_and_says_both_hexes() -> None:
    r = rig()
    unit = next(c for c in menus.orders_menu(r.g, r.g.state.leaders["Ann"]) if c.unit == "PH1")
    assert unit.menu is not None
    below: dict[str, Choice] = {c.key: c for c in unit.menu()}
    assert str(below["wheel-left"].label) == "Wheel left: 1010+1110, facing NE"
    assert str(below["about"].label) == "Face about: 1011+1010, facing W"
    assert (below["about"].mp, below["wheel-left"].hits) == (3, 0)
    goto = below["move"].menu
    assert goto is not None
    far = {c.key: c for c in goto()}["1510"]
    assert str(far.label) == "1510+1511" and far.other == 1511
    assert "beyond its 4 MP, so it checks TQ" in str(far.note)


@pytest.mark.rule("alexander 6.42", "alexander 7.23")
def test_consequences_are_those_of_both_halves() -> None:
    r = rig(kit.unit("LI9", 1311, "W", cls="LP", missile="J"))
    unit = next(c for c in menus.orders_menu(r.g, r.g.state.leaders["Ann"]) if c.unit == "PH1")
    goto = next(c.menu for c in unit.menu() if c.key == "move") if unit.menu is not None else None
    assert goto is not None
    notes = {c.key: str(c.note) for c in goto()}
    assert "stops in the ZOC of LI9" in notes["1210"] and "entry fire from LI9" in notes["1210"]
    assert "must attack LI9" in notes["1210"]


def test_phalanxes_go_forward_together() -> None:
    r = rig(more=[kit.unit("PH2", 1012), kit.unit("PH3", 1014)])
    found = groups.group_ideas(r.g, decision(r), ["PH1", "PH2", "PH3"], as_written)
    by = {str(i.label): i for i in found}
    assert [str(s) for s in by["Forward 2"].orders] == [
        "PH1 > 1109 1210 keep",
        "PH2 > 1111 1212 keep",
        "PH3 > 1113 1214 keep",
    ] or len(by["Forward 2"].orders) == 3
    assert [str(s) for s in by["Face about"].orders] == ["PH1 @W", "PH2 @W", "PH3 @W"]


def test_pairs_one_behind_the_other_advance_together() -> None:
    """The first makes room for the next, as orders are given in turn: Samarkand's hoplites as they stand at first."""
    r = kit.the("samarkand").orders("macedonian", "Pharnaces")
    found = groups.group_ideas(r.g, decision(r, "Pharnaces"), ["GH1", "GH2", "GH3"], as_written)
    by = {str(i.label): i for i in found}
    assert len(by["Advance, keeping the line"].orders) == 3


def test_a_group_is_told_what_its_orders_cost() -> None:
    r = rig(moved=True, more=[kit.unit("PH2", 1012), kit.unit("PH3", 1014, moved=True)])
    found = groups.group_ideas(r.g, decision(r), ["PH1", "PH2", "PH3"], as_written)
    by = {str(i.label): str(i.note) for i in found}
    assert by["Forward 2"] == "costs PH1, PH3 1 hit each: moving again"


@pytest.mark.parametrize("key", ["type-phalanxes"])
def test_there_is_a_group_of_phalanxes(key: str) -> None:
    r = rig(more=[kit.unit("PH2", 1012)])
    assert any(set(x.units) == {"PH1", "PH2"} for x in groups.groups(r.g, decision(r)))
