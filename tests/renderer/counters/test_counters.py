"""Counters: every state shows, at every zoom; the code is on the counter in the action view."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.kernel.hexes import Facing
from engine.kernel.view import STATES, CounterView, LeaderView, Missile
from renderer.counters import counter, leaders
from renderer.counters.look import Look
from renderer.graphics.sprites import Sprite
from renderer.map.layout import zoom_of
from tests.each import for_each

ZOOMS = {"near": 66, "middle": 28, "far": 17}

UNIT = CounterView(
    id="THC1",
    name="Thracian cataphracts 1",
    side=0,
    symbol="cataphract",
    hexes=(2010,),
    facing=Facing.W,
    tq=7,
    size=5,
    missile="C",
    supply="full",
    band=0,
)


def drawn(unit: CounterView, r: int = 66, **more: object) -> Image.Image:
    """Body and badges of a counter on a plain ground."""
    look = Look.of(unit, zoom_of(r), **more)  # type: ignore[arg-type]
    size = 5 * r
    image = Image.new("RGB", (size, size), (222, 222, 195))
    for part in ("body", "badges"):
        counter.sprite(look, r, "light", part).onto(image, (size / 2, size / 2))
    return image


def differ(a: Image.Image, b: Image.Image) -> int:
    """How many pixels clearly differ."""
    worst = ImageChops.difference(a, b).convert("L")
    return sum(worst.histogram()[30:])


@for_each("zoom", ZOOMS)
@for_each("state", STATES)
def test_every_state_shows_at_every_zoom(state: str, zoom: str) -> None:
    r = ZOOMS[zoom]
    facing = Facing.SIDE_NW if state == "column" else Facing.W
    plain, marked = replace(UNIT, facing=facing), replace(UNIT, facing=facing, states=frozenset({state}))
    assert differ(drawn(plain, r), drawn(marked, r)) > 0.01 * r * r


def test_no_two_states_look_alike() -> None:
    seen: dict[bytes, str] = {}
    for state in STATES:
        image = drawn(replace(UNIT, states=frozenset({state}))).tobytes()
        assert image not in seen, f"{state} looks like {seen.get(image)}"
        seen[image] = state


@pytest.mark.parametrize("zoom", ZOOMS)
def test_facings_and_sides_differ(zoom: str) -> None:
    seen = {drawn(replace(UNIT, facing=f), ZOOMS[zoom]).tobytes() for f in Facing}
    assert len(seen) == len(Facing)
    assert len({drawn(replace(UNIT, side=s), ZOOMS[zoom]).tobytes() for s in range(3)}) == 3


def test_the_code_is_on_the_counter_in_the_action_view_only() -> None:
    other = replace(UNIT, id="AHC3")
    assert differ(drawn(UNIT, 66), drawn(other, 66)) > 60
    assert drawn(UNIT, 28).tobytes() == drawn(other, 28).tobytes()


def test_figures_change_the_counter() -> None:
    base = drawn(UNIT)
    for change in ({"tq": 6}, {"size": 4}, {"hits": 2}, {"missile": "B"}, {"supply": "low"}, {"supply": "no"}):
        assert differ(base, drawn(replace(UNIT, **change))) > 10, change  # type: ignore[arg-type]
    hits = {drawn(replace(UNIT, hits=n)).tobytes() for n in range(13)}
    assert len(hits) == 13


def test_a_rating_stands_where_the_tq_would() -> None:
    rated = replace(UNIT, tq=None, size=None, rating="-1", ma=6)
    for r in (66, 28):
        seen = {drawn(replace(rated, rating=x), r).tobytes() for x in (None, "-1", "+0", "+1", "+2")}
        assert len(seen) == 5
    assert drawn(replace(UNIT, rating="-1")).tobytes() == drawn(UNIT).tobytes(), "a TQ goes first"
    assert drawn(rated, 17).tobytes() == drawn(replace(rated, rating="+2"), 17).tobytes(), "too small to be read"


def test_ma_stands_above_a_rating_only() -> None:
    rated = replace(UNIT, tq=None, size=None, rating="-1", ma=6)
    assert differ(drawn(rated), drawn(replace(rated, ma=5))) > 10
    assert drawn(UNIT).tobytes() == drawn(replace(UNIT, ma=5)).tobytes()
    unrated = replace(rated, rating=None)
    assert drawn(unrated).tobytes() == drawn(replace(unrated, ma=5)).tobytes()


@pytest.mark.parametrize("facing", [Facing.E, Facing.NW, Facing.SW])
def test_a_rating_stays_on_the_face(facing: Facing) -> None:
    """Its widest form changes nothing on the casing round the face."""
    rated = replace(UNIT, tq=None, size=None, rating="-1", facing=facing, missile=None)
    box = ImageChops.difference(drawn(replace(rated, rating=None)), drawn(replace(rated, rating="+2"))).getbbox()
    assert box is not None
    middle, half = 2.5 * 66, 0.58 * 66
    assert middle - half <= box[0] and box[2] <= middle + half and box[3] <= middle + half


def test_a_long_code_stays_on_the_counter() -> None:
    for code in ("WWWW-MM12", "A", "LONGCODE1234"):
        box = ImageChops.difference(drawn(UNIT), drawn(replace(UNIT, id=code))).getbbox()
        assert box is not None
        assert box[0] >= 2.5 * 66 - 0.60 * 66 and box[2] <= 2.5 * 66 + 0.60 * 66


@for_each("side", [0, 1])
@for_each("facing", [Facing.E, Facing.W])
@for_each("supply", [None, "full", "low", "no"])
def test_a_missile_letter_keeps_clear_of_a_rating(supply: Missile | None, facing: Facing, side: int) -> None:
    """It stands behind, and on the face, and so do its pips."""
    bow = replace(UNIT, tq=None, size=None, rating="+2", supply=supply, facing=facing, side=side)
    box = ImageChops.difference(drawn(replace(bow, missile=None)), drawn(replace(bow, missile="L"))).getbbox()
    assert box is not None
    middle, half = 2.5 * 66, 0.57 * 66
    assert middle - half <= box[0] and box[2] <= middle + half and box[3] <= middle + half
    assert (box[2] < middle) if facing == Facing.E else (box[0] > middle)


SHAPES = ("disordered", "retired", "shield-wall", "schiltron", "out-of-command", "charging", "depleted")


@for_each("side", [0, 1])
@for_each("zoom", ZOOMS)
@for_each("facing", [Facing.E, Facing.NW, Facing.SW])
def test_states_are_told_apart_without_colour(facing: Facing, zoom: str, side: int) -> None:
    """In grey alone, at any size and any way it faces."""
    r = ZOOMS[zoom]
    knight = replace(UNIT, symbol="men-at-arms", side=side, facing=facing, tq=None, size=None, rating="-1")
    grey = {s: drawn(replace(knight, states=frozenset(s and {s})), r) for s in ("", *SHAPES)}
    for a, b in combinations(grey, 2):
        assert differ(grey[a], grey[b]) > 0.02 * r * r, (a, b)


def test_what_can_be_true_at_once_is_seen_at_once() -> None:
    """Disorder, the wall, and being out of command each have a place of their own; so has a charge."""
    together = {"disordered", "shield-wall", "out-of-command", "moved"}
    full = drawn(replace(UNIT, states=frozenset(together)))
    for left_out in together:
        assert differ(full, drawn(replace(UNIT, states=frozenset(together - {left_out})))) > 80, left_out
    charging = replace(UNIT, states=frozenset({"charging", "disordered"}))
    assert differ(drawn(charging), drawn(replace(charging, states=frozenset({"disordered"})))) > 80


def test_hits_and_being_out_of_command_do_not_cover_each_other() -> None:
    both = replace(UNIT, hits=3, states=frozenset({"out-of-command"}))
    assert differ(drawn(both), drawn(replace(both, hits=0))) > 80
    assert differ(drawn(both), drawn(replace(both, hits=4))) > 10
    assert differ(drawn(both), drawn(replace(both, states=frozenset()))) > 80


def test_every_band_is_told_apart() -> None:
    assert len({drawn(replace(UNIT, band=b), 28).tobytes() for b in [None, *range(12)]}) == 13


def test_a_hidden_counter_gives_nothing_away() -> None:
    hidden = replace(UNIT, states=frozenset({"hidden"}))
    other = replace(hidden, symbol="archers", tq=3, size=9, hits=4, missile="B", band=4, name="Others")
    for r in ZOOMS.values():
        assert drawn(hidden, r).tobytes() == drawn(other, r).tobytes()


def test_a_stack_shows_how_many() -> None:
    assert len({drawn(UNIT, 66, stack=n).tobytes() for n in (1, 2, 3, 4)}) == 4


def test_strength_stands_in_front() -> None:
    """The seal of hits lies behind: east of the middle on a unit that faces west."""
    west, east = replace(UNIT, facing=Facing.W), replace(UNIT, facing=Facing.E)
    for unit, behind in ((west, True), (east, False)):
        box = ImageChops.difference(drawn(unit), drawn(replace(unit, hits=3))).getbbox()
        assert box is not None
        assert (box[0] > 66 * 2.5) is behind


@pytest.mark.parametrize("alone", [True, False])
def test_leaders_show_rank_rating_and_status(alone: bool) -> None:
    seen = set()
    for rank in ("oc", "sc", "cc", "king"):
        for status in ("inactive", "active", "finished"):
            for wounded in (False, True):
                chief = LeaderView("X", "X", 0, 2010, rank, 5, status, wounded)  # type: ignore[arg-type]
                seen.add(leaders.sprite(chief, 66, "light", alone, False).image.tobytes())
    assert len(seen) == 24
    other = LeaderView("X", "X", 0, 2010, "oc", 4, "active")
    assert leaders.sprite(other, 66, "light", alone, False).image.tobytes() not in seen


@for_each("side", [0, 1])
@for_each("facing", [Facing.E, Facing.W])
@for_each("hits", [3, 12])
def test_hits_cover_neither_tq_nor_ammunition(hits: int, facing: Facing, side: int) -> None:
    """Letter and pips lie between the TQ and the seal."""
    plain = replace(UNIT, facing=facing, side=side, missile=None, supply=None)
    seal = ImageChops.difference(drawn(plain), drawn(replace(plain, hits=hits)))
    for change in ({"missile": "C", "supply": "full"}, {"missile": "C", "supply": "low"}, {"tq": 1}, {"size": 1}):
        other = ImageChops.difference(drawn(plain), drawn(replace(plain, **change)))  # type: ignore[arg-type]
        both = ImageChops.darker(seal.convert("L"), other.convert("L"))
        # The seal's soft shadow may reach them, its edge may not.
        assert sum(both.histogram()[60:]) <= 4, change


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", ["moved", "finished"])
def test_a_dog_ear_shows_against_the_ground(state: str, theme: str) -> None:
    """Also the black one at night: it keeps an edge."""
    ground = (38, 44, 44) if theme == "dark" else (222, 222, 195)
    seen = []
    for states in (frozenset(), frozenset({state})):
        image = Image.new("RGB", (140, 140), ground)
        look = Look.of(replace(UNIT, states=states, facing=Facing.E), "middle")
        counter.sprite(look, 28, theme, "body").onto(image, (70, 70))  # type: ignore[arg-type]
        seen.append(image)
    assert differ(*seen) > 20
    edge = seen[1].getpixel((70 + round(0.60 * 28), 70 - round(0.60 * 28)))
    assert edge != ground


@for_each("side", range(3))
@for_each("zoom", ZOOMS)
@for_each("facing", list(Facing))
def test_the_mark_of_facing_lies_where_the_unit_faces(facing: Facing, zoom: str, side: int) -> None:
    """At the faced vertex, or on the faced hexside, of the hex; nowhere else does the counter change."""
    r = ZOOMS[zoom]
    bare = replace(UNIT, symbol="heavy-infantry", side=side, tq=None, size=None, missile=None, band=None, id="")
    column = frozenset({"column"}) if int(facing) % 2 else frozenset()
    still, turned = (drawn(replace(bare, facing=f, states=column), r) for f in (None, facing))
    # Of a column the plate with bars moves to the other side too: what lies behind is left out.
    a = math.radians(int(facing) * 30)
    box = ImageChops.difference(still, turned).convert("L").point([255 if v > 30 else 0 for v in range(256)])
    middle = 2.5 * r
    points = [
        (x - middle, middle - y)
        for y in range(box.height)
        for x in range(box.width)
        if box.getpixel((x, y)) and (x - middle) * math.cos(a) + (middle - y) * math.sin(a) > 0.35 * r
    ]
    x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    off = math.degrees(math.atan2(y, x)) - int(facing) * 30
    assert abs((off + 180) % 360 - 180) < (20 if column else 12)
    assert 0.55 * r < math.hypot(x, y) < 1.05 * r


def test_a_strength_of_two_digits_fits_its_counter() -> None:
    for side in (0, 1, 2):
        army = replace(UNIT, symbol="army", facing=None, tq=None, size=None, missile=None, side=side, rating="35")
        for r in (66, 28):
            box = ImageChops.difference(
                drawn(replace(army, rating="11"), r), drawn(replace(army, rating="88"), r)
            ).getbbox()
            assert box is not None
            middle, half = 2.5 * r, 0.60 * r
            assert middle - half <= box[0] and box[2] <= middle + half and box[3] <= middle + half
            assert differ(drawn(army, r), drawn(replace(army, rating="36"), r)) > 4


def _alone(sprite: Sprite) -> Image.Image:
    """A sprite on nothing, its fixed point always on the same pixel."""
    image = Image.new("RGBA", (200, 200), (0, 0, 0, 0))
    image.paste(sprite.image, sprite.corner((100, 100)))
    return image


@for_each("side", [0, 1])
@for_each("facing", [Facing.E, Facing.W])
@for_each("state", ["routed", "must-check", "engaged", "disordered", "rallied", "no-check"])
def test_a_badge_leaves_the_code_alone(state: str, facing: Facing, side: int) -> None:
    """Nobody can order a unit whose code is hidden."""
    for code, other in (("HLN1", "WWW8"), ("GHC15", "WWW88")):
        marked = replace(UNIT, facing=facing, side=side, states=frozenset({state}))
        badge = counter.sprite(Look.of(marked, "near"), 66, "light", "badges")
        bodies = [counter.sprite(Look.of(replace(marked, id=x), "near"), 66, "light", "body") for x in (code, other)]
        letters = ImageChops.difference(*(_alone(b).convert("RGB") for b in bodies)).convert("L")
        solid = _alone(badge).getchannel("A").point([255 if v > 200 else 0 for v in range(256)])
        assert letters.getbbox() is not None
        assert sum(ImageChops.darker(letters, solid).histogram()[60:]) <= 6, code
