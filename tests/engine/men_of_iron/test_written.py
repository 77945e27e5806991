"""Orders as written: how they are read, what a short way is filled up with, and how they are written again."""

from __future__ import annotations

import pytest

from bot.notation import parse
from engine.kernel.decisions import Answer
from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import orders, written
from tests.each import for_each
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import Rig, leader, unit

E, NE, NW, W, SW, SE = Facing.E, Facing.NE, Facing.NW, Facing.W, Facing.SW, Facing.SE
FAR = (unit("PK9", 2820, "W"),)
GUN = {"id": "BOMB1", "name": "Bombard 1", "kind": "bombard", "hex": 1510, "command": "A", "facing": "SE"}


def field(*units, b=FAR, **values) -> Rig:
    values.setdefault("a_leaders", [leader("LA", 110, command_range=40)])
    return kit.battle(units, b, **values).activate("A")


def read(r: Rig, text: str) -> Answer:
    (statement,) = parse(text)
    return written.order(r.g, "a", statement)


def said(r: Rig, text: str) -> str:
    with pytest.raises(Refusal) as caught:
        read(r, text)
    return str(caught.value)


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron 9.2")
@for_each(
    ("text", "order"),
    [
        ("done", orders.Done()),
        ("LB1 > 1008 @E", orders.Move(unit="LB1", path=(1009, 1008, E))),
        ("LB1 > 1110", orders.Move(unit="LB1", path=(1110,))),
        ("LB1 > 1110 1210", orders.Move(unit="LB1", path=(1110, 1210))),
        ("LB1 @NE", orders.Move(unit="LB1", path=(NE,))),
        ("LB1 > 1110 alone", orders.Move(unit="LB1", path=(1110,), along=False)),
        ("LB1 > 1110 & LA", orders.Move(unit="LB1", path=(1110,), along=True)),
        ("LB1 x PK9", orders.Fire(unit="LB1", target="PK9")),
        ("LB1 > 1008 x PK9", orders.Move(unit="LB1", path=(1009, 1008), fire_at="PK9")),
        ("LB1 > 1009 1008 x PK9 > 1007", orders.Move(unit="LB1", path=(1009, 1008, 1007), fire_at="PK9", fire_after=2)),
        ("LB1 > 1008 @E x PK9 @W", orders.Move(unit="LB1", path=(1009, 1008, E, W), fire_at="PK9", fire_after=3)),
        ("LB1 x PK9 > 1008", orders.Move(unit="LB1", path=(1009, 1008), fire_at="PK9", fire_after=0)),
        ("1010 > 1110", orders.Move(unit="LB1", path=(1110,))),
        ("LA > 0210", orders.MoveLeader(leader="LA", to=210)),
        ("LA 0210", orders.MoveLeader(leader="LA", to=210)),
        ("0110 > 0210", orders.MoveLeader(leader="LA", to=210)),
        ("remount DM2", orders.Work(unit="DM2", what="remount")),
        ("clear DM2 1113", orders.Work(unit="DM2", what="clear", hex=1113)),
        ("place DM2 1907 @W", orders.Place(unit="DM2", hex=1907, facing=W)),
        ("place DM2 1907", orders.Place(unit="DM2", hex=1907, facing=None)),
        ("reload bomb1", orders.Work(unit="BOMB1", what="reload")),
        ("Bomb1 x PK9", orders.Fire(unit="BOMB1", target="PK9")),
        ("BOMB1 PK9", orders.Fire(unit="BOMB1", target="PK9")),
        ("leave PK3", orders.Form(units=("PK3",), formation=None)),
        ("form PK3 DM2", orders.Form(units=("PK3", "DM2"), formation="shield-wall")),
    ],
)
def test_what_is_read(text, order):
    walls = [{"formation": "shield-wall", "types": ["PK"]}]
    r = field(unit("LB1", 1010), unit("DM2", 1012), unit("PK3", 1014), a_markers=[GUN], formations=walls)
    assert read(r, text) == order


@pytest.mark.rule("men-of-iron 5.1")
@for_each(
    ("text", "words"),
    [
        ("pass", "Write done to end this part"),
        ("LB1", "What should LB1 do?"),
        ("LB1 > 1210 dance", "I don't understand “dance” in a move."),
        ("LB1 x PK9 x PK9", "I don't understand"),
        ("form", "Which units?"),
        ("form LB1", "LB1 knows no formation here."),
        ("reload cannon", "There is no bombard “cannon”."),
        ("remount LA", "LA is a leader, not a unit."),
        ("clear DM2 @W", "Which hex? clear DM2 0906"),
        ("place DM2 @W", "Which hex? place DM2 1907 @W"),
        ("LA > @W", "Which hex? LA > 1010"),
        ("LC", "A is active: done comes before another Command."),
        ("DM8 > 1110", "DM8 is not on the map."),
        ("LB1 > 2010", "LB1 can't reach 2010 with 5 MP"),
        ("LB1 > 1012", "DM2 stands "),
        ("LB1 change", "Only Hobilars mount and dismount as they move; LB1 can't."),
        ("MH6 change > 1410", "MH6 can't reach 1410 when it has dismounted first."),
        ("MH6 mount", "MH6 is mounted already."),
        ("DH7 dismount", "DH7 is on foot already."),
    ],
)
def test_what_is_refused(text, words):
    r = field(
        unit("LB1", 1010),
        unit("DM2", 1012),
        unit("DM4", 1020, command="C"),
        unit("DM8", None),
        unit("MH6", 1016),
        unit("DH7", 1018),
        a_leaders=[leader("LA", 110, command_range=40), leader("LC", 120, command="C")],
    )
    assert words in said(r, text)


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 4.1")
def test_a_unit_that_can_go_nowhere_is_told_why():
    r = field(unit("LB1", 1010), unit("DM2", 1012))
    r.g.act.moved = ["LB1"]
    r.g.version += 1
    assert "LB1 has moved" in said(r, "LB1 > 1008") and said(r, "LB1 > 1008").endswith("(4.1)")


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron T-TERRAIN")
@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        ("MH1 change", (), 0),
        ("MH1 dismount", (), 0),
        ("MH1 > 1110 change", (1110,), 1),
        ("MH1 change > 1110", (1110,), 0),
        ("MH1 > 1008 change", (1009, 1008), 2),
        ("MH1 change > 1008", (1009, 1008), 0),
        ("MH1 @W > 1008 change @E", (W, 1009, 1008, E), 3),
    ],
)
def test_hobilars_change_where_it_is_written(text, path, after):
    assert read(field(unit("MH1", 1010)), text) == orders.Move(unit="MH1", path=path, change_after=after)


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron T-TERRAIN", "men-of-iron 5.1")
def test_the_way_is_that_of_the_troop_that_goes_it():
    """Riding it gets round the woods; after dismounting 2 MP are left, and the woods cost 2."""
    r = field(unit("MH1", 1010), terrain={1009: "woods"})
    ridden = read(r, "MH1 > 1008")
    assert isinstance(ridden, orders.Move) and 1009 not in ridden.path and len(ridden.path) == 3
    ridden = read(r, "MH1 > 1008 change")
    assert isinstance(ridden, orders.Move) and ridden.change_after == 3
    assert said(r, "MH1 change > 1008").startswith("MH1 can't reach 1008")


@pytest.mark.rule("men-of-iron 5.1")
@for_each(
    "text",
    [
        "done",
        "form PK3 DM2",
        "leave PK3",
        "clear DM2 1113",
        "remount DM2",
        "reload BOMB1",
        "place DM2 1907 @W",
        "place DM2 1907",
        "LA > 0210",
        "LB1 x PK9",
        "LB1 > 1110 x PK9",
        "LB1 > 1110 x PK9 > 1109",
        "LB1 > 1110 alone",
        "LB1 > 1110 & LA",
        "MH6 > 1116 change > 1117",
        "MH6 change",
    ],
)
def test_what_is_written_is_read_again(text):
    walls = [{"formation": "shield-wall", "types": ["PK"]}]
    r = field(
        unit("LB1", 1010), unit("DM2", 1012), unit("PK3", 1014), unit("MH6", 1016), a_markers=[GUN], formations=walls
    )
    order = read(r, text)
    again = written.order(r.g, "a", written.write(order))
    assert again == order
