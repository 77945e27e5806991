"""11.1 Dismounting and mounting again."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.statement import Face, Statement, Word
from engine.systems.cataphract import dismounting
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.cataphract.orders import Mount
from engine.systems.gboh.command import line_composition
from engine.systems.gboh.events import Fired
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.orders import orders, written
from tests.engine.cataphract import kit

FOOT = {"type": "HI", "tq": 5, "size": 5, "ma": 4, "missile": "C"}
DOWN = Mount(unit="HC1", mounted=False, facing=Facing.NE)
UP = Mount(unit="HC1", mounted=True)


def cataphract(at: int = 1010, **values) -> dict:
    return kit.unit("HC1", at, "E", cls="Cat", missile="C", dismounted=FOOT, **values)


def field(unit: dict | None = None, *enemies: dict, **kw) -> kit.Rig:
    r = kit.battle(
        [unit or cataphract()],
        enemies or [kit.unit("LN9", 2010, "W")],
        a_leaders=[kit.leader("Anna", 1009)],
        lines=(("HC/Cat",), ("HI", "MI")),
        **kw,
    )
    return r.orders("a", "Anna")


def values(r: kit.Rig) -> tuple:
    u = r.unit("HC1")
    return u.type, u.tq, u.size, u.ma, u.missile, u.dismounted


@pytest.mark.rule("cataphract 11.1", "cataphract 5.22")
def test_it_becomes_its_infantry_counterpart_facing_any_way():
    r = field()
    r.order(DOWN)
    assert values(r) == ("HI", 5, 5, 4, "C", True)
    assert r.unit("HC1").facing == Facing.NE
    assert r.g.orders.orders_used == 1
    assert "HC1 dismounts, facing NE." in r.told()
    r.refuses("5.24", orders.Move(unit="HC1", path=(1110,)))


@pytest.mark.rule("cataphract 11.1")
def test_it_mounts_again_the_same_way():
    r = field()
    before = values(r)
    r.order(DOWN)
    r.unit("HC1").moved = False
    r.orders("a", "Anna")
    r.order(UP)
    assert values(r) == before
    assert r.unit("HC1").facing == Facing.NE, "as it stood"
    assert "HC1 mounts, facing NE." in r.told()


@pytest.mark.rule("cataphract 11.1")
def test_hits_ammunition_and_moved_carry_over():
    r = field(cataphract(hits=2, supply="low"))
    r.order(DOWN)
    u = r.unit("HC1")
    assert (u.hits, u.supply, u.moved) == (2, "low", True)


@pytest.mark.rule("cataphract 11.1", "cataphract 6.13")
def test_it_is_movement_and_costs_the_hit_for_moving_again():
    r = field(cataphract(moved=True))
    r.order(DOWN)
    assert r.unit("HC1").hits == 1


@pytest.mark.rule("cataphract 11.1", "cataphract 6.13", "cataphract 10.14")
def test_a_unit_broken_by_the_hit_stays_as_it_was():
    r = field(cataphract(moved=True, hits=5))
    r.order(DOWN, defaults=["rout-path"])
    assert r.unit("HC1").routed
    assert values(r)[0] == "HC"


@pytest.mark.rule("cataphract 11.1", "cataphract 10.14")
def test_hits_that_reach_the_tq_on_foot_rout_it():
    r = field(cataphract(hits=5))
    r.order(DOWN, defaults=["rout-path"])
    assert r.unit("HC1").routed
    assert r.unit("HC1").supply == "no"
    assert values(r)[0] == "HI"


@pytest.mark.rule("cataphract 11.1")
@pytest.mark.parametrize(
    ("unit", "enemies", "kw"),
    [
        (kit.unit("HC1", 1010), [], {}),  # no cataphract
        (kit.unit("HC1", 1010, cls="Cat"), [], {}),  # no counterpart
        (cataphract(), [kit.unit("HI9", 1410, "W")], {}),  # 4 hexes away
        (cataphract(), [kit.unit("HI9", 1410, "W", routed=True)], {}),  # any enemy unit
        (cataphract(), [kit.unit("LI9", 1510, "W", missile="C")], {}),  # within range
        (cataphract(), [], {"not_used": ["11.1"]}),
    ],
)
def test_when_it_may_not(unit, enemies, kw):
    field(unit, *enemies, **kw).refuses("11.1", DOWN)


@pytest.mark.rule("cataphract 11.1")
@pytest.mark.parametrize(
    "enemy",
    [
        kit.unit("HI9", 1510, "W"),  # 5 hexes away
        kit.unit("LI9", 1510, "E", missile="C"),  # looks the other way
        kit.unit("LI9", 1510, "W", missile="C", supply="no"),
        kit.unit("LI9", 1510, "W", missile="C", routed=True),
    ],
)
def test_when_it_may(enemy):
    r = field(cataphract(), enemy)
    r.order(DOWN)
    assert r.unit("HC1").dismounted


@pytest.mark.rule("cataphract 11.1", "cataphract 8.31")
def test_light_horse_close_enough_to_harass_is_too_close_anyway():
    field(cataphract(), kit.unit("LC9", 1410, "W", missile="J")).refuses("11.1", DOWN)


@pytest.mark.rule("cataphract 11.1")
def test_refusals():
    r = field()
    r.refuses("11.1", UP)
    r.refuses("7.11", Mount(unit="HC1", mounted=False, facing=Facing.SIDE_N))
    r.order(DOWN)
    r.orders("a", "Anna")
    r.refuses("11.1", DOWN)
    r.unit("HC1").column, r.unit("HC1").facing = True, Facing.SIDE_N
    r.refuses("11.1", UP)
    r.unit("HC1").column = False
    r.leader("Anna").hex = 2020
    r.g.version += 1
    r.refuses("4.21", UP)


@pytest.mark.rule("cataphract 11.1", "cataphract 4.31", "cataphract 5.23")
def test_with_a_line_command():
    r = field()
    r.order(orders.Line(units=("HC1",)))
    r.play(answers=[DOWN])
    assert r.unit("HC1").dismounted


@pytest.mark.rule("cataphract 11.1", "cataphract 4.32")
def test_on_foot_it_is_heavy_infantry_in_every_respect():
    r = field()
    r.order(DOWN)
    u = r.unit("HC1")
    assert (u.kind, u.is_infantry, [row.types for row in line_composition.groups(r.g, u)]) == (
        "HI",
        True,
        [("HI", "MI")],
    )


@pytest.mark.rule("cataphract 11.1", "cataphract 11.4")
def test_on_its_set_up_hex_it_shoots_twice_on_foot():
    r = field(cataphract(start_hex=1010))
    assert not fire.fires_twice(r.g, r.unit("HC1"))
    r.order(DOWN)
    assert fire.fires_twice(r.g, r.unit("HC1"))
    assert not r.happened(Fired)


@pytest.mark.rule("cataphract 11.1")
def test_menu_and_notation():
    r = field()
    asked = r.play()
    menu = asked.menu["HC1"].menu()
    assert "Dismount: HI, TQ 5, MA 4" in str(menu["dismount"].label)
    answers = [c.answer for c in menu["dismount"].menu()]
    assert len(answers) == 6
    assert DOWN in answers
    assert str(kit.write(DOWN)) == "dismount HC1 @NE"
    assert written.read(r.g, asked, Statement((Word("dismount"), Word("HC1"), Face(Facing.NE)))) == DOWN
    r.order(DOWN)
    r.orders("a", "Anna")
    asked = r.play()
    menu = asked.menu["HC1"].menu()
    assert "mount" in [c.key for c in menu]
    assert written.read(r.g, asked, Statement((Word("mount"), Word("HC1")))) == UP
    assert str(kit.write(UP)) == "mount HC1"
    close = field(cataphract(), kit.unit("HI9", 1410, "W"))
    assert "dismount" not in [c.key for c in close.play().menu["HC1"].menu()]
    assert not list(dismounting.choices(close.g, close.unit("HI9")))
    assert len(r.happened(UnitFormed)) == 1
