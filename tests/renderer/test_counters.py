"""Counters: every symbol apart from every other, every state visible, nothing unknown crashes."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.kernel.hexes import Facing
from engine.kernel.view import STATES, CounterView, LeaderView
from renderer import area, render, symbols
from renderer.canvas import Canvas
from renderer.counters import Look, sprite, zoom_of
from renderer.leaders import sprite as leader_sprite
from renderer.palette import Theme
from tests.renderer.kit import ground, table, unit


def counter_bytes(c: CounterView, r: int = 46, theme: Theme = "light") -> bytes:
    look = Look.of(c, zoom_of(r))
    return b"".join(sprite(look, r, theme, part).image.tobytes() for part in ("body", "badges"))


@pytest.mark.parametrize("px", [17, 46])
def test_no_two_symbols_look_alike(px: int) -> None:
    for a, b in combinations(symbols.DRAWINGS, 2):
        apart = ImageChops.difference(symbols.mask(a, px), symbols.mask(b, px))
        assert ImageStat.Stat(apart).mean[0] > 5, f"{a} and {b}"


def test_aliases_name_symbols_that_exist() -> None:
    assert set(symbols.ALIASES.values()) <= set(symbols.DRAWINGS)
    assert not set(symbols.ALIASES) & set(symbols.DRAWINGS)


def test_an_unknown_symbol_is_a_plain_shield() -> None:
    assert symbols.mask("war-dogs", 40).tobytes() == symbols.mask("plain", 40).tobytes()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("side", [0, 1, 2])
@pytest.mark.parametrize("r", [17, 28, 66])
def test_every_state_shows(r: int, side: int, theme: Theme) -> None:
    plain = counter_bytes(unit("HC1", side, 305), r, theme)
    shown = {s: counter_bytes(unit("HC1", side, 305, states=frozenset({s})), r, theme) for s in STATES}
    assert [s for s, drawn in shown.items() if drawn == plain] == []
    assert len(set(shown.values())) == len(STATES)


@pytest.mark.parametrize("facing", list(Facing))
def test_every_facing_shows(facing: Facing) -> None:
    others = [counter_bytes(unit("HC1", 0, 305, f)) for f in Facing if f != facing]
    assert counter_bytes(unit("HC1", 0, 305, facing)) not in others


def test_figures_show_by_zoom() -> None:
    base = unit("HC1", 0, 305, missile="J", supply="full")
    changes = {
        "code": unit("HC2", 0, 305, missile="J", supply="full"),
        "tq": unit("HC1", 0, 305, missile="J", supply="full", tq=7),
        "size": unit("HC1", 0, 305, missile="J", supply="full", size=3),
        "supply": unit("HC1", 0, 305, missile="J", supply="low"),
        "hits": unit("HC1", 0, 305, missile="J", supply="full", hits=3),
    }
    shown = {r: {k for k, c in changes.items() if counter_bytes(c, r) != counter_bytes(base, r)} for r in (17, 28, 58)}
    assert shown == {17: {"hits"}, 28: {"tq", "supply", "hits"}, 58: set(changes)}


def test_hidden_counters_give_nothing_away() -> None:
    hidden = frozenset({"hidden"})
    a = unit("HC1", 0, 305, states=hidden, hits=3, missile="J", supply="no")
    b = unit("HC1", 0, 305, states=hidden | {"moved"}, symbol="elephants", tq=9, size=2, band=4)
    assert counter_bytes(a, 66) == counter_bytes(b, 66)


def test_a_long_code_stays_on_the_counter() -> None:
    wide = Look.of(unit("WWWW12", 0, 305), "near")
    image = sprite(wide, 66, "light", "body").image
    plain = sprite(Look.of(unit("I1", 0, 305), "near"), 66, "light", "body").image
    assert image.getchannel("A").getbbox() == plain.getchannel("A").getbbox()


@pytest.mark.parametrize("second", [306, 405, 406, 205])
def test_two_hex_units_cover_both_hexes(second: int) -> None:
    m = ground()
    empty = render(table(m))
    with_pair = render(table(m, unit("PH1", 0, (305, second), Facing.NE, symbol="phalanx")))
    images = [Image.open(io.BytesIO(p.png)).convert("RGB") for p in (empty, with_pair)]
    apart = ImageChops.difference(*images).convert("L").point([0] * 24 + [255] * 232)
    box = apart.getbbox()
    assert box is not None
    assert max(box[2] - box[0], box[3] - box[1]) > 66 * 1.26 * 1.5


def test_stacks_show_how_many() -> None:
    m = ground()
    one, two, three = (
        render(table(m, *(unit(f"LI{i}", 0, 305) for i in range(n, 0, -1))), area(1, 1, 9, 7)).png for n in (1, 2, 3)
    )
    assert len({one, two, three}) == 3


@pytest.mark.parametrize("r", [17, 28, 66])
def test_leaders_show_rank_rating_and_state(r: int) -> None:
    def disc(rank="oc", rating=5, status="inactive", wounded=False, side=0) -> bytes:
        leader = LeaderView("X", "X", side, 305, rank, rating, status, wounded)  # type: ignore[arg-type]
        return leader_sprite(leader, r, "light", True, zoom_of(r) == "far").image.tobytes()

    looks = [disc(), disc("sc"), disc("cc"), disc("king"), disc(status="active"), disc(status="finished")]
    looks += [disc(wounded=True), disc(side=1)]
    if zoom_of(r) != "far":
        looks.append(disc(rating=6))
    assert len(set(looks)) == len(looks)


def test_leaders_with_and_without_company() -> None:
    m = ground()
    here = tuple(LeaderView(f"L{i}", f"Leader {i}", i % 2, 305, "cc", i) for i in range(3))
    for counters in ((), (unit("HC1", 0, 305),), (unit("HC1", 1, 305, states=frozenset({"routed"})),)):
        pictures = {render(table(m, *counters, leaders=here[:n])).png for n in range(4)}
        assert len(pictures) == 4


def test_a_canvas_outside_the_picture_is_none() -> None:
    assert Canvas.around([(500.0, 500.0)], 10, (100, 100)) is None
    assert Canvas.around([], 10, (100, 100)) is None
