"""The whole picture: same table, same bytes; nothing a table can hold makes it fail."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, get_args

import pytest
from PIL import Image

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing
from engine.kernel.terrain import BattleMap, HexsideFeature, Place, Road
from engine.kernel.view import STATES, CounterView, LeaderView, TableView
from renderer import (
    CommandRange,
    Eligible,
    Overlay,
    Range,
    Reach,
    SetUpArea,
    Shock,
    Sight,
    Zones,
    area,
    around,
    render,
    sheet,
    whole,
)
from renderer.draw import LEGEND_STATES
from renderer.graphics import sprites
from renderer.map.ground.drawing import draw_ground
from renderer.map.ground.plan import plan_of
from renderer.map.ground.types import KINDS, SIDE_KINDS
from renderer.map.layout import Layout
from tests.each import for_each
from tests.renderer import field
from tests.renderer.conftest import changed, changed_near, opened, where_changed

HERE = around([4810])


def forget() -> None:
    """Drop everything kept from earlier pictures."""
    sheet.forget()
    sprites.forget()


OVERLAYS: dict[str, Overlay] = {
    "reach": Reach({4810: 1, 4811: 2, 4710: 3, 4610: 4}, {4610: 1}, 4910),
    "zones": Zones(1),
    "set-up": SetUpArea((4810, 4811, 4710), 1),
    "range": Range({4810: 1, 4811: 1, 4710: 2}, {4810: "6", 4811: "6", 4710: "4"}),
    "sight": Sight(4612, 5008),
    "blocked": Sight(4612, 5008, 4810),
    "command": CommandRange((4810, 4811, 4812, 4710)),
    "eligible": Eligible(("LN5", "THC3")),
    "shock": Shock([("HC1", "HLN1")], "+1"),
}


def busy(table: TableView) -> TableView:
    """The set-up with two units in contact and zones of control."""
    placed = tuple(replace(c, hexes=(4612,)) if c.id == "HLN1" else c for c in table.counters)
    return replace(table, counters=placed, zoc={0: frozenset({4810, 4811}), 1: frozenset({4610, 4611, 4811})})


def test_the_same_table_gives_the_same_bytes(table: TableView) -> None:
    def picture() -> bytes:
        traces = [Trace(kind="move", unit="LN5", hexes=(4409, 4509), side="vandal")]
        return render(busy(table), HERE, list(OVERLAYS.values()), traces, footer_extra="head 1f2e").png

    first = picture()
    render(table, around([4505]))
    render(table, HERE, theme="dark")
    assert picture() == first
    forget()
    assert picture() == first


def test_threads_draw_the_same_picture(table: TableView) -> None:
    forget()
    views = [around([h]) for h in (4810, 4606, 4515, 5112)] * 2
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda v: render(table, v).png, views))
    assert drawn[:4] == drawn[4:]
    assert drawn[:4] == [render(table, v).png for v in views[:4]]


def test_a_picture_is_a_png_of_at_most_256_colours(table: TableView) -> None:
    picture = render(table, HERE)
    with Image.open(io.BytesIO(picture.png)) as image:
        assert image.format == "PNG" and image.mode == "P"
        assert image.size == (picture.width, picture.height)


def test_the_largest_picture_stays_far_under_discords_limit() -> None:
    table = field.small(id="large", cols=(1, 60), rows=(1, 40))
    picture = render(table)
    assert picture.width <= 1600 and picture.width * picture.height <= 2_450_000
    assert len(picture.png) < 2_000_000


@for_each("theme", ["light", "dark"])
@for_each("kind", OVERLAYS)
def test_every_overlay_shows(table: TableView, kind: str, theme: str) -> None:
    bare = opened(render(busy(table), HERE, theme=theme))  # type: ignore[arg-type]
    over = opened(render(busy(table), HERE, [OVERLAYS[kind]], theme=theme))  # type: ignore[arg-type]
    assert changed(bare, over, 16) > 0.0008


@for_each("kind", get_args(Trace.model_fields["kind"].annotation))
def test_every_trace_shows(table: TableView, kind: Any) -> None:
    hexes = (4509,) if kind == "hit" else (4810,) if kind == "loss" else (4610, 4710, 4810)
    trace = Trace(kind=kind, unit="LN5", hexes=hexes, side="vandal")
    bare, over = opened(render(table, HERE)), opened(render(table, HERE, traces=[trace]))
    assert changed(bare, over) > 0.0005


def test_a_trace_marks_its_own_place_only(table: TableView) -> None:
    view = area(44, 4, 58, 16)
    trace = Trace(kind="move", unit="LN5", hexes=(4606, 4706, 4806), side="vandal")
    box = where_changed(opened(render(table, view)), opened(render(table, view, traces=[trace])))
    assert box is not None
    layout = view.layout(table)
    (x0, y0), (x1, y1) = layout.xy(4606), layout.xy(4806)
    r = layout.r
    assert x0 - r <= box[0] and box[2] <= x1 + r and y0 - 2 * r <= box[1] and box[3] <= y1 + 2 * r


@for_each("kind", get_args(Trace.model_fields["kind"].annotation))
def test_traces_off_the_picture_or_without_hexes_do_no_harm(table: TableView, kind: Any) -> None:
    odd: list[tuple[int, ...]] = [(), (4810,), (4810, 4810), (101,), (4810, 101), (5909, 6009)]
    traces = [Trace(kind=kind, unit="nobody", hexes=h, side="nobody") for h in odd]
    assert render(table, HERE, traces=traces).png


def test_a_leaders_name_is_not_cut_at_the_edge() -> None:
    """However near the edge he stands, alone or with a unit: his whole name is written."""
    name, view = "John of Gaunt, Duke of Lancaster", area(2, 2, 7, 5)
    for h in (202, 702):
        for counters in ((), (CounterView("LDM3", "x", 0, "pike", (h,), Facing.E),)):
            bare = replace(field.small(id="edge"), counters=counters)
            named = replace(bare, leaders=(LeaderView("J", name, 0, h, "sc", 4),))
            nameless = replace(bare, leaders=(LeaderView("J", "", 0, h, "sc", 4),))
            width, height = view.layout(bare).size
            before, after = (opened(render(t, view)).crop((0, 0, width, height)) for t in (nameless, named))
            box = where_changed(before, after)
            assert box is not None
            assert box[0] >= 6 and box[2] <= width - 6


@pytest.mark.parametrize("name", ["Belisarius", "William de Bohun"])
def test_a_leaders_name_hides_no_facing(name: str) -> None:
    """Neither that of the unit he is with nor those of its neighbours, however long the name is."""
    view = area(2, 3, 10, 8)
    units = [CounterView(f"U{h}", "x", 0, "pike", (h,), Facing.E) for h in (405, 605, 606)]
    bare = replace(field.small(id="names", cols=(1, 12), rows=(1, 9)), counters=tuple(units))
    named, nameless = (replace(bare, leaders=(LeaderView("J", x, 0, 605, "sc", 4),)) for x in (name, ""))
    layout = view.layout(bare)
    r = layout.r
    before, after = (opened(render(t, view)) for t in (nameless, named))
    box = where_changed(before, after)
    assert box is not None
    for c in units:
        x, y = layout.xy(c.hexes[0])
        tip = (x + 0.70 * r, y - 0.30 * r, x + 0.90 * r, y + 0.30 * r)
        assert box[2] <= tip[0] or tip[2] <= box[0] or box[3] <= tip[1] or tip[3] <= box[1], c.id


def test_every_state_is_explained() -> None:
    """But the one that gives nothing away."""
    assert set(LEGEND_STATES) == set(STATES) - {"hidden"}


def test_overlays_of_nothing_do_no_harm(table: TableView) -> None:
    nothing: list[Overlay] = [
        Reach({}, {}, 4810),
        Zones(7),
        SetUpArea((), 0),
        SetUpArea((101, 9999), 1),
        Range({}),
        Sight(4810, 4810),
        CommandRange(()),
        Eligible(("nobody",)),
        Shock([("nobody", "LN5")], "x"),
        Shock([]),
        Reach({101: 3, 9999: 2}, {9999: 1}, 101),
    ]
    assert render(table, HERE, nothing).png


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_kind_of_ground_and_one_nobody_knows(theme: str) -> None:
    kinds = [*KINDS, "lava"]
    hexes = [100 * c + r for c in range(1, 9) for r in range(1, 9)][: len(kinds)]
    sides = [(101, 201), (102, 201), (102, 202), (103, 202), (103, 203), (104, 203), (104, 204)]
    sides += [(100 * c + r, 100 * c + r + 1) for c in range(3, 9) for r in range(1, 4)]
    ground = {
        "id": "every",
        "cols": (1, 8),
        "rows": (1, 8),
        "terrain": dict(zip(hexes, kinds, strict=True)),
        "levels": {505: 1, 605: 2, 606: 3, 705: 4, 706: 5, 707: 9},
        "hexsides": [
            HexsideFeature(a=a, b=b, type=t) for (a, b), t in zip(sides, [*SIDE_KINDS, "abyss"], strict=False)
        ],
        "roads": [Road(type="road", hexes=(101, 201, 302)), Road(type="dirt_road", hexes=(108,))],
        "void": frozenset({808}),
        "places": [Place(name="Łódź · Žižkov", hex=404)],
        "climate": "martian",
    }
    table = field.small(**ground)
    plain = field.small(id="every", cols=(1, 8), rows=(1, 8))
    assert changed(opened(render(table, theme=theme)), opened(render(plain, theme=theme)), 16) > 0.05  # type: ignore[arg-type]


DRAWN = sorted({*KINDS, "lava"} - {"open", "clear", "plain", "roman_road", "dirt_road"})


SMALL = Layout(24, 3, 3, 5, 5, 12)
"""A corner of a small map, quickly drawn."""


def land(m: BattleMap) -> Image.Image:
    return draw_ground(plan_of(m), "light", SMALL.r, SMALL.origin, SMALL.size)


@for_each("kind", DRAWN)
def test_each_kind_of_ground_is_drawn_where_it_lies(kind: str) -> None:
    bare, patch = (field.small(id="one-kind", terrain=t).map for t in ({}, {404: kind}))
    assert changed_near(land(bare), land(patch), SMALL.xy(404), 1.2 * SMALL.r) > 0.6


@for_each("kind", [*SIDE_KINDS, "abyss"])
def test_each_hexside_is_drawn_where_it_lies(kind: str) -> None:
    side = HexsideFeature(a=404, b=405, type=kind)
    bare, lined = (field.small(id="one-side", hexsides=h).map for h in ([], [side]))
    x, y = SMALL.xy(404)
    assert changed_near(land(bare), land(lined), (x, y + 0.866 * SMALL.r), 0.8 * SMALL.r) > 0.6


def odd_counters() -> tuple[CounterView, ...]:
    return (
        CounterView("A", "", 0, "war-penguins", (202,), None),
        CounterView("LONGCODE123", "x", 9, "", (303,), Facing.E, tq=12, size=14, hits=17, missile="Ch", supply="full"),
        CounterView("ŁÓDŹ", "x", 1, "phalanx", (401, 402), Facing.E, tq=7, size=8, missile="J", supply="no", hits=3),
        CounterView("D1", "x", 1, "phalanx", (501, 601), Facing.NE, tq=7, states=frozenset({"moved", "engaged"})),
        CounterView("E1", "x", 2, "archers", (), None, tq=3),
        CounterView("F1", "x", 0, "axe", (9901,), Facing.W, tq=3),
        CounterView("G1", "x", 1, "army", (305,), None, band=99, states=frozenset(STATES) - {"hidden"}),
        CounterView("G2", "x", 1, "fleet", (305,), None, states=frozenset({"becalmed"})),
        CounterView("G3", "x", 1, "baggage", (305,), Facing.SIDE_N),
    )


@pytest.mark.parametrize("rows", [(1, 6), (1, 40)])
def test_odd_pieces_do_no_harm(rows: tuple[int, int]) -> None:
    chiefs = (
        LeaderView("X", "Žižka z Trocnova", 0, 202, "king", 12, "active", True),
        LeaderView("Y", "", 5, 203, "oc", 0),
        LeaderView("Z", "Z", 1, 203, "sc", 1, "finished"),
        LeaderView("N", "Nowhere", 1, 9999, "cc", 1),
    )
    table = replace(field.small(id="odd", rows=rows), counters=odd_counters(), leaders=chiefs)
    for theme in ("light", "dark"):
        assert render(table, whole(), theme=theme).png  # type: ignore[arg-type]


def test_the_footer_takes_texts_of_any_length(table: TableView) -> None:
    long = replace(table, title="A very long title indeed " * 4, subtitle="and a place and date " * 12)
    assert render(long, HERE, footer_extra="dice chain " * 30).width == render(table, HERE).width
    assert render(replace(table, title="", subtitle=""), HERE).png
    extra = where_changed(opened(render(table, HERE)), opened(render(table, HERE, footer_extra="chain 77aa01")))
    assert extra is not None and extra[1] > render(table, HERE).height - 60


def test_empty_table() -> None:
    assert render(field.small()).png


def test_maps_with_the_same_id_and_another_ground_are_not_confused() -> None:
    a, b = field.small(id="twin"), field.small(id="twin", terrain={303: "woods"})
    assert render(a).png != render(b).png
    assert render(a).png == render(field.small(id="twin")).png
