"""Edges of the land that wander, cities that differ from hex to hex, and decoration that nobody takes for terrain."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

import scenarios
from engine.kernel.hexes import Hex, centre, within
from engine.kernel.terrain import DECORATIONS, BattleMap, Decoration
from renderer.graphics.curves import Point
from renderer.map.ground import decoration
from renderer.map.ground.cities import city
from renderer.map.ground.drawing import draw_ground
from renderer.map.ground.plan import Plan, content_key, plan_of
from renderer.map.ground.types import kind_of
from renderer.map.ground.wandering import SURE, Drift, Patch, patches, wandered
from renderer.map.layout import Layout
from renderer.palette.colours import contrast, luminance
from renderer.palette.map import ground
from tests.each import for_each
from tests.renderer import field

SCALE = 40
"""Pixels of a radius in masks measured here."""


def mask_of(found: tuple[Patch, ...], m: BattleMap) -> Image.Image:
    """What lies within the edges, white on black."""
    x, y = centre(100 * (m.cols[1] + 2) + m.rows[1] + 2)
    image = Image.new("L", (round(x * SCALE), round(y * SCALE)), 0)
    draw = ImageDraw.Draw(image)
    for p in found:
        draw.polygon([(px * SCALE, py * SCALE) for px, py in p.path], fill=0 if p.hole else 255)
    return image


def at(image: Image.Image, p: Point) -> bool:
    return bool(image.getpixel((round(p[0] * SCALE), round(p[1] * SCALE))))


def round_about(h: Hex, far: float) -> list[Point]:
    x, y = centre(h)
    return [(x, y), *((x + far * math.cos(a / 2), y + far * math.sin(a / 2)) for a in range(13))]


@pytest.mark.parametrize("key", ["men-of-iron/crecy", "cataphract/taginae", "men-of-iron/falkirk"])
def test_the_middle_of_every_hex_looks_what_it_is(key: str) -> None:
    """For each kind of ground and each level of a battle's map: 0.36 radii round."""
    m = scenarios.load(key).map
    plan = plan_of(m)
    for kind in ("woods", "mud", "rough", "marsh"):
        if kind not in plan.kinds:
            continue
        image = mask_of(plan.patches((kind,)), m)
        for h in sorted(m.hexes):
            is_there = kind_of(m.terrain_at(h)) == kind
            assert all(at(image, p) == is_there for p in round_about(h, SURE - 0.04)), (kind, h)
    for level in {plan.level(h) for h in m.hexes} - {0}:
        image = mask_of(plan.raised(level), m)
        for h in sorted(m.hexes):
            assert at(image, centre(h)) == (plan.level(h) >= level), (level, h)


def test_edges_are_no_hexsides() -> None:
    """Few points of an edge lie on a hexside, some well off it."""
    (edge,) = patches(within(505, 2), Drift("somewhere"))
    apart = []
    for x, y in edge.path:
        near = sorted(math.dist((x, y), centre(h)) for h in within(505, 4))[:2]
        apart.append(abs(near[1] - near[0]) / math.sqrt(3))
    assert sorted(apart)[len(apart) // 2] > 0.05
    assert max(apart) > 0.2


def test_edges_are_the_same_everywhere_and_differ_from_map_to_map() -> None:
    here, again, there = (patches(within(505, 1), Drift(name)) for name in ("a", "a", "b"))
    assert here == again != there
    assert [round(v, 6) for v in Drift("Crécy").at((3.25, 7.5))] == [3.366206, 7.397169]


def test_a_hole_stays_open_and_an_edge_closes() -> None:
    ring = [h for h in within(505, 1) if h != 505]
    found = patches(ring, Drift("x"))
    assert [p.hole for p in found] == [False, True]
    assert all(p.path[0] == p.path[-1] for p in found)
    open_ = wandered([(0.0, 0.0), (5.0, 0.0)], False, Drift("x"), 0.0)
    assert open_[0] == (0.0, 0.0) and open_[-1] == (5.0, 0.0)


def test_where_a_picture_begins_makes_no_difference() -> None:
    m = field.small(terrain={203: "woods", 304: "mud", 303: "mud"}, levels={505: 1, 506: 1}).map
    plan, layout = plan_of(m), Layout(28, 1, 1, 8, 6, 32)
    whole = draw_ground(plan, "light", 28, layout.origin, layout.size)
    x, y = layout.origin
    part = draw_ground(plan, "light", 28, (x + 64, y + 48), (128, 96))
    assert part.tobytes() == whole.crop((64, 48, 192, 144)).tobytes()


# Cities


def test_no_two_hexes_of_a_city_are_alike() -> None:
    plan = Plan(field.small(terrain={h: "city" for h in within(404, 2)}).map, "x")
    hexes = frozenset(plan.kinds["city"])
    looks, inks = set(), set()
    for h in sorted(hexes):
        x, y = centre(h)
        marks = list(city(h, hexes, h == 404, 10, plan.hand(f"houses {h}")))
        looks.add(tuple((m.shape, *((round(a - x, 2), round(b - y, 2)) for a, b in m.points)) for m in marks))
        inks |= {m.ink[0] if isinstance(m.ink, tuple) else m.ink for m in marks}
    assert len(looks) == len(hexes)
    assert {"roof", "wall", "woods"} <= inks, "houses, the square, gardens"


def test_houses_stay_in_their_city() -> None:
    plan = Plan(field.small(terrain={404: "city"}).map, "x")
    x, y = centre(404)
    for m in city(404, frozenset([404]), True, 25, plan.hand("houses 404")):
        assert all(math.dist((px, py), (x, y)) < 1.25 for px, py in m.points)


# Decoration


FARMED = (
    Decoration(type="field", hexes=(203, 303)),
    Decoration(type="path", hexes=(101, 201, 301, 402)),
    Decoration(type="farm", hexes=(504,)),
)


def test_every_kind_is_drawn_and_stays_about_where_it_is_said_to_be() -> None:
    m = field.small().map
    for d in FARMED:
        plan = Plan(m.model_copy(update={"decoration": (d,)}), "x")
        marks = list(decoration.drawn(plan.map, plan.drift, plan.hand, plan.level))
        assert marks, d.type
        for mark in marks:
            cx, cy = (mark.box[0] + mark.box[2]) / 2, (mark.box[1] + mark.box[3]) / 2
            assert min(math.dist(centre(h), (cx, cy)) for h in d.hexes) < 1.0
    assert {d.type for d in FARMED} == set(DECORATIONS)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_decoration_is_fainter_than_terrain(theme: str) -> None:
    """Fields stand out from open ground by less than a fifth, terrain by far more or by what grows on it."""
    bare = field.small().map
    adorned = bare.model_copy(update={"decoration": FARMED[:1]})
    layout = Layout(46, 1, 1, 8, 6, 32)
    pictures = [draw_ground(plan_of(m), theme, 46, layout.origin, layout.size) for m in (bare, adorned)]  # type: ignore[arg-type]
    x, y = layout.xy(203)
    box = (round(x - 20), round(y - 20), round(x + 20), round(y + 20))
    means = []
    for image in pictures:
        colours = image.crop(box).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
        assert isinstance(colours, tuple)
        means.append((int(colours[0]), int(colours[1]), int(colours[2])))
    assert means[0] != means[1]
    assert contrast(means[0], means[1]) < 1.25
    assert luminance(ground("light")["woods"]) < luminance(means[1]) or theme == "dark"


def test_decoration_is_part_of_what_a_map_looks_like_and_of_nothing_else() -> None:
    m = field.small().map
    adorned = m.model_copy(update={"decoration": FARMED})
    assert content_key(BattleMap.model_validate(adorned.model_dump())) != content_key(m)
    assert adorned.types == m.types
    assert replace(field.small(), board=adorned).legend == field.small().legend


def test_what_is_wrong_with_decoration_is_told() -> None:
    m = field.small().map
    for d, said in (
        (Decoration(type="fielt", hexes=(101,)), "decoration[0] (fielt).type"),
        (Decoration(type="farm", hexes=(9901,)), "hex 9901 is not on the map"),
        (Decoration(type="path", hexes=(101, 303)), "0101 and 0303 are not adjacent"),
    ):
        assert any(said in x for x in m.model_copy(update={"decoration": (d,)}).problems())
    assert not list(m.model_copy(update={"decoration": FARMED}).problems())


@for_each("key", [i.key for i in scenarios.listing() if i.system != "justinian"])
def test_decoration_of_our_battles_lies_on_open_ground(key: str) -> None:
    m = scenarios.load(key).map
    for d in m.decoration:
        for h in d.hexes:
            assert kind_of(m.terrain_at(h)) in ("open", "village", "town"), (key, d.type, h)
        if d.type == "path":
            steps = list(zip(d.hexes, d.hexes[1:], strict=False))
            assert not any(m.side(a, b) for a, b in steps), "a path across a stream would be taken for a ford"
