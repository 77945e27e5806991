"""Traces: what belongs together is told together, what is out of sight is left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from engine.kernel.events import Trace
from engine.kernel.view import LeaderView
from renderer import Reach, Shock, area, render
from renderer.arrows.layers import _bundles, joined
from renderer.arrows.shots import _BENDS, _arc, _crossed
from renderer.counters import ghosts as ghosts_drawn
from renderer.palette.colours import BLACK, WHITE
from renderer.scene import Scene
from tests.each import for_each
from tests.renderer.blank import count, drawn, horse, scene, table, within
from tests.renderer.conftest import changed, opened, where_changed
from tests.renderer.skirmish import TRACES, skirmish


def move(unit: str, *hexes: int) -> Trace:
    return Trace(kind="move", unit=unit, hexes=hexes)


def test_steps_of_one_move_are_one_arrow() -> None:
    paths = joined(TRACES)
    assert [t.hexes for t in paths if t.unit == "THC1" and t.kind == "move"] == [(105, 204, 304)]
    assert len(paths) == len(TRACES) - 1


def test_steps_of_two_units_in_turn_are_two_arrows() -> None:
    found = joined([move("A", 101, 102), move("B", 201, 202), move("A", 102, 103), move("B", 202, 203)])
    assert [t.hexes for t in found] == [(101, 102, 103), (201, 202, 203)]


def test_a_move_and_a_flight_stay_apart() -> None:
    flight = Trace(kind="rout", unit="A", hexes=(102, 101))
    assert joined([move("A", 101, 102), flight]) == [move("A", 101, 102), flight]


def test_a_move_that_begins_elsewhere_is_another_one() -> None:
    assert len(joined([move("A", 101, 102), move("A", 201, 202)])) == 2


def charge(*hexes: int) -> Trace:
    return Trace(kind="charge", unit="X", hexes=hexes, side="red")


def ink(trace: Trace) -> float:
    """Share of the picture this trace alone changes."""
    bare = replace(skirmish(), counters=(), leaders=())
    return changed(opened(render(bare)), opened(render(bare, traces=[trace])))


def test_a_charge_is_bolder_than_a_move_and_an_attack() -> None:
    way = (204, 304, 404)
    # Of nobody known, so that no ghosts are counted with them.
    ridden, met = (charge(*hexes).model_copy(update={"unit": ""}) for hexes in (way, way[1:]))
    shock = Trace(kind="shock", unit="", hexes=(304, 404), side="red")
    assert ink(ridden) > 1.5 * (ink(move("", *way[:2])) + ink(shock))
    assert ink(met) > 1.3 * ink(shock), "where nobody rides, the point alone is bolder too"


def test_a_charge_ends_at_its_target() -> None:
    """Its last hex is the enemy's: the ribbon doesn't run on into it."""
    bare = replace(skirmish(), counters=(), leaders=())
    layout = area(1, 1, 10, 7).layout(bare)
    before, after = (opened(render(bare, area(1, 1, 10, 7), traces=t)) for t in ((), [charge(204, 304, 404)]))
    box = where_changed(before, after)
    assert box is not None
    (x0, _), (x1, _) = layout.xy(204), layout.xy(404)
    assert abs(box[0] - x0) < 0.7 * layout.r and box[2] < x1 - 0.3 * layout.r


def test_two_charges_are_not_one_path() -> None:
    assert len(joined([charge(101, 102), charge(102, 103)])) == 2


def test_marks_outside_the_view_are_left_out() -> None:
    view, table = area(1, 5, 3, 7), skirmish()
    far = [move("X", 901, 1001), Trace(kind="missile", unit="X", hexes=(801, 1001))]
    overlays = [Reach({1001: 1}, {}, 901), Shock([("GHC5", "AR1")])]
    assert render(table, view, overlays, far).png == render(table, view).png


def shots(*pairs: tuple[int, int]) -> list[Trace]:
    return [Trace(kind="missile", unit="X", hexes=pair, side="red") for pair in pairs]


def test_shots_of_several_at_one_target_are_one_volley() -> None:
    """One shaft and one dart, with their number; they don't cross."""
    s = scene(table(horse("B", 704, 1)), 40)
    assert [sorted(g) for g in _bundles(s, [203, 204, 205], 704)] == [[203, 204, 205]]
    assert sorted(map(len, _bundles(s, [203, 204, 1004], 704))) == [1, 2]
    assert [len(g) for g in _bundles(s, [303, 304, 305], 804)] == [3], "also where the angles begin anew"


def test_a_volley_tells_how_many_shots_it_is() -> None:
    pictures = []
    for told in (shots((203, 704), (205, 704)), shots((203, 704), (205, 704), (205, 704))):
        s = scene(table(), 40)
        drawn(s, told=told)
        pictures.append(s.image.tobytes())
        assert within(s, (203, 205, 704), 0.6)
    assert pictures[0] != pictures[1]


def test_an_arc_bows_round_a_counter_in_its_way() -> None:
    """The counter that stands where the arc would run otherwise is not crossed."""
    s = scene(table(), 40)
    a, b = s.layout.xy(204), s.layout.xy(804)
    straight = _arc(a, b, 40, _BENDS[0])
    middle = straight[20]
    blocked = min((_arc(a, b, 40, k) for k in _BENDS), key=lambda arc: _crossed(arc, [middle], (), 40))
    assert _crossed(straight, [middle], (), 40) > 0 and _crossed(blocked, [middle], (), 40) == 0
    assert _crossed(straight, [], [straight], 40) > _crossed(_arc(a, b, 40, _BENDS[1]), [], [straight], 40)


def test_neighbours_shoot_with_a_dart_alone() -> None:
    near, far = scene(table(), 40), scene(table(), 40)
    drawn(near, told=shots((404, 504)))
    drawn(far, told=shots((404, 704)))
    assert within(near, (404, 504), 0.7)
    assert count(near, BLACK) < count(far, BLACK)


def test_a_flight_ends_with_a_flag_where_no_counter_carries_one() -> None:
    """The counter has its own; a unit that left the map has not."""
    way = Trace(kind="rout", unit="A", hexes=(304, 404, 505), side="red")
    empty, taken = scene(table(), 40), scene(table(horse("A", 505, states=frozenset({"routed"}))), 40)
    drawn(empty, told=[way])
    drawn(taken, told=[way])
    assert count(empty, WHITE, 505) > 50 and count(taken, WHITE, 505) == 0


@for_each("r", [58, 30, 17])
@for_each("kind", get_args(Trace.model_fields["kind"].annotation))
def test_a_trace_draws_near_its_way_only(kind: Any, r: int) -> None:
    s = scene(table(horse("A", 505)), r)
    drawn(s, told=[Trace(kind=kind, unit="A", hexes=(304, 404, 505), side="red")])
    assert within(s, (304, 404, 505), 1.25)


# Ghosts


def _outline(s: Scene, h: int) -> int:
    """Pixels of a ghost's dashed line in a hex, of either side."""
    return sum(count(s, ghosts_drawn.inks(s, i)[0], h, 0.66) for i in (0, 1))


def test_no_arrow_begins_or_ends_in_nothing() -> None:
    """A move, a flight, a shot, a loss: whoever was there is seen there."""
    s = scene(table(horse("HC3", 304), horse("HI2", 504, 1)))
    told = [
        Trace(kind="move", unit="HC3", hexes=(101, 202, 303, 304), side="red"),
        Trace(kind="missile", unit="LI1", hexes=(502, 504), side="red"),
        Trace(kind="rout", unit="LN1", hexes=(606, 706), side="blue"),
        Trace(kind="loss", unit="XX", hexes=(205,), side="blue"),
    ]
    drawn(s, told=told)
    for h in (101, 502, 606, 706, 205):
        assert _outline(s, h) > 60, h
    assert _outline(s, 202) == 0 and _outline(s, 303) == 0, "nobody was seen to stay there"


def test_where_somebody_stands_there_is_no_ghost() -> None:
    told = [Trace(kind="rout", unit="LN1", hexes=(606, 706), side="blue")]
    alone, followed = (scene(table(*units)) for units in ((), (horse("HC3", 606),)))
    drawn(alone, told=told)
    drawn(followed, told=told)
    assert _outline(alone, 606) > 60 and _outline(followed, 606) == 0


def test_a_ghost_has_its_code_and_the_shape_of_who_it_was() -> None:
    leader = LeaderView("N", "Narses", 0, 304, "oc", 5)
    told = [Trace(kind="move", unit="N", hexes=(101, 202, 304), side="red")]
    disc, square = scene(table(leaders=[leader])), scene(table(horse("N", 304)))
    for s in (disc, square):
        drawn(s, told=told)
    x, y = disc.layout.xy(101)
    corner = (round(x - 0.5 * disc.r), round(y - 0.5 * disc.r))
    assert disc.image.getpixel(corner) != square.image.getpixel(corner)
    other = scene(table(horse("WWW", 304)))
    drawn(other, told=[told[0].model_copy(update={"unit": "WWW"})])
    assert other.image.tobytes() != square.image.tobytes()


def test_a_hidden_unit_leaves_no_name_behind() -> None:
    hidden = frozenset({"hidden"})
    pictures = []
    for code in ("WWW", "III"):
        s = scene(table(horse(code, 304, states=hidden)))
        drawn(s, told=[Trace(kind="move", unit=code, hexes=(101, 202, 304), side="red")])
        assert _outline(s, 101) > 60
        pictures.append(s.image.tobytes())
    assert pictures[0] == pictures[1]
