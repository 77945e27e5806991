"""6.2, 6.14, 6.15, 5.24, 4.12: zones of control, turning before the enemy comes, units Out of Command."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing, flanks, front, neighbours, rear
from engine.systems.gboh import footprint
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders.orders import Move
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import Rig, unit

E, W, NE = Facing.E, Facing.W, Facing.NE
LEFT, RIGHT = front(1010, W)
"""Front hexes of an enemy at 1010 that faces west."""


def field(*ours: Any, enemies: Any = None, **values: Any) -> Rig:
    return kit.battle(list(ours), [unit("HI9", 1010, "W")] if enemies is None else enemies, **values)


def common(a: int, b: int) -> list[int]:
    return [h for h in neighbours(a) if h in neighbours(b)]


# -- 6.21 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 6.21")
@pytest.mark.parametrize(
    ("code", "hexes"),
    [("HI1", front(1010, W)), ("LC1", front(1010, W)), ("SK1", (*front(1010, W), *flanks(1010, W))), ("ART1", ())],
)
def test_zones_cover_the_front_and_of_skirmishers_the_flanks_too(code, hexes):
    r = field(enemies=[unit(code, 1010, "W")])
    assert set(r.g.zoc(r.unit(code))) == set(hexes)


@pytest.mark.rule("simple-gboh 6.21")
def test_no_zone_where_the_unit_may_not_go():
    r = field(enemies=[unit("CH9", 1010, "W")], terrain={LEFT: "woods"})
    assert r.g.zoc(r.unit("CH9")) == (RIGHT,)
    r = field(hexsides=[{"a": 1010, "b": RIGHT, "type": "city_wall"}])
    assert r.g.zoc(r.unit("HI9")) == (LEFT,)


# -- 6.22, 6.14 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 6.22", "simple-gboh 6.14")
def test_who_enters_a_zone_stops_and_turns_no_more():
    start = next(h for h in neighbours(LEFT) if LEFT in front(h, E) and h not in neighbours(1010))
    r = field(unit("HI1", start, "E")).turn()
    on = next(h for h in neighbours(LEFT) if h in front(LEFT, E) and h != 1010)
    r.refuses("6.22", Move(unit="HI1", path=(LEFT, on)))
    r.refuses("6.14", Move(unit="HI1", path=(LEFT, NE)))
    r.order(Move(unit="HI1", path=(LEFT,)), answers=[{"HI9": "no"}], defaults=())
    assert r.unit("HI1").hex == LEFT


@pytest.mark.rule("simple-gboh 6.22", "simple-gboh 6.14")
def test_who_begins_in_a_zone_turns_and_leaves_as_anywhere_else():
    r = field(unit("HI1", LEFT, "E")).turn()
    behind = front(LEFT, W)
    assert reach.price(r.g, r.unit("HI1"), (NE,)).mp == 1
    end = reach.price(r.g, r.unit("HI1"), (behind[0],))
    assert end.mp == 3, "two vertices and the hex"
    r.order(Move(unit="HI1", path=(behind[0], front(behind[0], W)[0])))
    assert r.unit("HI1").hex == front(behind[0], W)[0]


@pytest.mark.rule("simple-gboh 6.22")
def test_from_one_zone_it_may_go_to_another_and_stops_there():
    r = field(unit("HI1", LEFT, "E")).turn()
    assert RIGHT in neighbours(LEFT)
    assert reach.price(r.g, r.unit("HI1"), (RIGHT,)).stops, "in the same enemy's zone still"
    far = next(h for h in common(LEFT, RIGHT) if h != 1010)
    other = field(
        unit("HI1", LEFT, "E"),
        enemies=[unit("HI9", 1010, "W"), unit("HI8", next(h for h in front(far, W) if h != LEFT), "E")],
    ).turn()
    assert far in other.g.zoc(other.unit("HI8"))
    assert reach.price(other.g, other.unit("HI1"), (far,)).stops


@pytest.mark.rule("simple-gboh 6.22")
def test_who_leaves_an_enemys_zone_comes_next_to_that_enemy_no_more():
    beside = next(h for h in flanks(1010, W) if h in neighbours(LEFT))
    r = field(unit("SK1", LEFT, "E", ma=12)).turn()
    r.refuses("6.22", Move(unit="SK1", path=(beside,)))
    out = next(h for h in common(LEFT, beside) if h != 1010)
    r.refuses("6.22", Move(unit="SK1", path=(out, beside)))
    ends = reach.search(r.g, r.unit("SK1"))
    near = {h for h, _ in ends if h in neighbours(1010)} - {LEFT}
    assert near == {RIGHT}, "within its zone alone"
    free = field(unit("SK1", beside, "E", ma=12)).turn()
    round_it = next(h for h in rear(1010, W) if h in neighbours(beside))
    assert reach.price(free.g, free.unit("SK1"), (round_it,)).hex == round_it, "it left no zone"


@pytest.mark.rule("simple-gboh 6.22")
def test_a_pair_that_leaves_a_zone_doesnt_go_round_the_enemy():
    r = field(unit("PH1", LEFT, "E")).turn()
    own = footprint.hexes_of(r.unit("PH1"))
    assert r.g.in_enemy_zoc(r.unit("PH1"))
    for (h, f), node in reach.search(r.g, r.unit("PH1")).items():
        there = footprint.hexes_of(footprint.Stand(h, f, footprint.Shape.TWO))
        first = node.previous is not None and node.previous.previous is None
        beside = [x for x in there if x in neighbours(1010)]
        held = any(x in r.g.zoc(r.unit("HI9")) for x in there)
        assert not beside or set(there) == set(own) or (first and held), (h, f)


# -- 5.24 --------------------------------------------------------------------------------------------------------------


def half_in(terrain: str = "open", **values: Any) -> tuple[Rig, int, Facing]:
    """A phalanx that comes into an enemy's zone with its left or right half; where to, and how it wheels then."""
    for at in (1010, 1011, 1012, 1112, 1113):
        base = kit.battle([unit("PH1", 1510, "W")], [unit("HI9", at, "E")])
        ph = base.unit("PH1")
        for m in footprint.steps(footprint.stand(ph)):
            if not m.kind.startswith("forward"):
                continue
            for near in footprint.hexes_of(m.to):
                for enemy in (h for h in front(near, W) if near in front(h, E)):
                    other = next(h for h in footprint.hexes_of(m.to) if h != near)
                    if other in front(enemy, E) or enemy in footprint.hexes_of(ph):
                        continue
                    r = kit.battle([unit("PH1", 1510, "W", **values)], [unit("HI9", enemy, "E")]).turn()
                    wheel = next(
                        w for w in footprint.steps(m.to) if w.kind.startswith("wheel") and w.steps[0][0] == other
                    )
                    if enemy in wheel.entered:
                        continue
                    grounds = {h: terrain for h in wheel.entered} if terrain != "open" else {}
                    r = kit.battle(
                        [unit("PH1", 1510, "W", **values)], [unit("HI9", enemy, "E")], terrain=grounds
                    ).turn()
                    return r, m.to.hex, wheel.to.facing
    raise AssertionError("no such place")


@pytest.mark.rule("simple-gboh 5.24")
def test_the_other_half_may_still_wheel_for_two_points():
    r, to, facing = half_in()
    assert reach.price(r.g, r.unit("PH1"), (to,)).stops
    end = reach.price(r.g, r.unit("PH1"), (to, facing))
    assert (end.mp, end.hits) == (3, 0)
    assert (end.hex, end.facing) in reach.search(r.g, r.unit("PH1"))
    at = len(r.events)
    r.order(Move(unit="PH1", path=(to, facing)), defaults=("reaction-facing",))
    assert [e.mp for e in r.events[at:] if isinstance(e, UnitMoved)] == [1, 2]
    assert r.unit("PH1").facing is facing
    assert r.unit("PH1").hits == 0


@pytest.mark.rule("simple-gboh 5.24")
def test_not_without_the_points_nor_off_open_ground():
    r, to, facing = half_in()
    r.unit("PH1").ma = 2
    r.g.version += 1
    r.refuses("5.16", Move(unit="PH1", path=(to, facing)))
    r, to, facing = half_in("woods")
    r.refuses("5.24", Move(unit="PH1", path=(to, facing)))


# -- 4.12, 6.23 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.12", "simple-gboh 6.23")
def test_out_of_command_nobody_comes_next_to_an_enemy_or_moves_in_contact():
    far = next(h for h in neighbours(LEFT) if LEFT in front(h, E) and h not in neighbours(1010))
    r = field(unit("HI1", far, "E"), unit("HI2", 1030, "E")).turn(in_command=["HI2"])
    r.refuses("4.12", Move(unit="HI1", path=(LEFT,)))
    assert not any(set(neighbours(h)) & {1010} for h, _ in reach.search(r.g, r.unit("HI1")))
    held = field(unit("HI1", LEFT, "E")).turn(in_command=[])
    held.refuses("6.23", Move(unit="HI1", path=(NE,)))
    beside = next(h for h in flanks(1010, W))
    facing = next(f for f in (NE, W, E, Facing.NW, Facing.SW, Facing.SE) if 1010 in front(beside, f))
    met = field(unit("HI1", beside, facing.name)).turn(in_command=[])
    assert not met.g.in_enemy_zoc(met.unit("HI1"))
    met.refuses("6.23", Move(unit="HI1", path=(facing.turned(2),)))


# -- 6.15 --------------------------------------------------------------------------------------------------------------


def coming(ours: str, theirs: str, to: int = flanks(1010, W)[0], **values: Any) -> tuple[Rig, int]:
    """A unit that is about to come to the flank of an enemy at 1010 who faces west, or to another hex beside it."""
    beside = to
    start = next(h for h in neighbours(beside) if h not in neighbours(1010) and h != 1010)
    facing = next(f for f in Facing if f.is_vertex and beside in front(start, f))
    r = kit.battle([unit(ours, start, facing.name)], [unit(theirs, 1010, "W", **values)]).turn()
    return r, beside


def turned_to(h: int) -> str:
    return next(key for key, n in (("left", 2), ("right", -2)) if h in front(1010, W.turned(n)))


@pytest.mark.rule("simple-gboh 6.15")
@pytest.mark.parametrize(("die", "facing", "hits"), [(6, "turned", 0), (7, "kept", 1)])
def test_a_unit_turns_before_the_enemy_comes_if_its_roll_lets_it(die, facing, hits):
    r, beside = coming("HI1", "HI9", tq=6)
    where: list[int] = []

    def look(d: Any) -> Any:
        where.append(r.unit("HI1").at)
        return {"HI9": turned_to(beside)}

    r.order(Move(unit="HI1", path=(beside,)), dice=[die], answers=[look])
    assert where != [beside], "it is asked before the enemy has come"
    assert r.unit("HI9").facing is (W if facing == "kept" else W.turned(2 if turned_to(beside) == "left" else -2))
    assert r.unit("HI9").hits == hits
    assert r.unit("HI1").hex == beside


@pytest.mark.rule("simple-gboh 6.15")
def test_cavalry_turns_towards_infantry_without_a_roll_and_towards_cavalry_with_one():
    r, beside = coming("HI1", "LC9")
    r.order(Move(unit="HI1", path=(beside,)), answers=[{"LC9": turned_to(beside)}])
    assert r.unit("LC9").facing is not W
    r, beside = coming("LC1", "LC9")
    r.order(Move(unit="LC1", path=(beside,)), dice=[0], answers=[{"LC9": turned_to(beside)}])
    assert r.unit("LC9").facing is not W


@pytest.mark.rule("simple-gboh 6.15")
def test_once_in_a_phase_and_not_in_enemy_zoc_nor_of_two_hexes():
    r, beside = coming("HI1", "HI9")
    r.order(Move(unit="HI1", path=(beside,)), dice=[9], answers=[{"HI9": turned_to(beside)}])
    assert "HI9" in r.g.orders.reaction_turned
    r, beside = coming("HI1", "HI9")
    r.g.orders.reaction_turned.append("HI9")
    r.order(Move(unit="HI1", path=(beside,)))
    beside = flanks(1010, W)[0]
    r, beside = coming("HI1", "HI9")
    held = kit.battle(
        [unit("HI1", r.unit("HI1").at, r.unit("HI1").facing.name), unit("HI2", LEFT, "E")],
        [unit("HI9", 1010, "W")],
    ).turn()
    held.order(Move(unit="HI1", path=(beside,)))
    assert held.unit("HI9").facing is W
    pair = kit.battle([unit("HI1", r.unit("HI1").at, r.unit("HI1").facing.name)], [unit("PH9", 1010, "W")]).turn()
    near = [h for h in footprint.around(pair.unit("PH9")) if h not in footprint.front(pair.unit("PH9"))]
    ends = [h for h, _ in reach.search(pair.g, pair.unit("HI1")) if h in near]
    if ends:
        path = next(n.path() for (h, _), n in reach.search(pair.g, pair.unit("HI1")).items() if h == ends[0])
        pair.order(Move(unit="HI1", path=path))
    assert not any(d.kind == "reaction-facing" for d in pair.decisions)


@pytest.mark.rule("simple-gboh 6.15", "simple-gboh 7.36")
@pytest.mark.parametrize(("code", "wins"), [("HI9", False), ("SK9", True)])
def test_who_would_show_its_flank_for_its_rear_lets_it_be(code, wins):
    """Unasked. Both are attacked alike, and the roll may cost a hit; a skirmisher's Flank is its ZOC."""
    r, behind = coming("HI1", code, to=rear(1010, W)[0])
    asked: list[Any] = []

    def look(d: Any) -> Any:
        asked.append(d.items[0].policy)
        return {code: "no"}

    r.order(Move(unit="HI1", path=(behind,)), answers=[look])
    assert [p.free for p in asked] == [not wins]
    assert [p.yes != "no" for p in asked] == [wins]


@pytest.mark.rule("simple-gboh 6.15")
def test_whoever_turns_before_the_enemy_holds_him_in_its_zone():
    r, beside = coming("HI1", "HI9")
    on = next(h for h in neighbours(beside) if h in neighbours(1010) and h not in front(1010, W))
    path = (beside, on)
    r.order(Move(unit="HI1", path=path), dice=[0], answers=[{"HI9": turned_to(beside)}])
    assert r.unit("HI1").hex == beside, "it stops in the zone that it meets"
