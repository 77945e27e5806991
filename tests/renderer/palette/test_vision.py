"""How pictures look to the colour-blind: the published simulation, and what must stay apart in it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from renderer.counters import counter
from renderer.counters.look import Look
from renderer.palette import overlays
from renderer.palette.colours import BLACK, CREAM, GOLD, HIT, RALLY, RGB, WHITE, Theme, contrast, luminance
from renderer.palette.overlays import FIRE, REACH
from renderer.palette.sides import BANDS, SIDES, arrow
from renderer.palette.vision import MATRICES, VISIONS, Vision, colour_seen, distance, lab, seen_by
from tests.each import for_each

EYES: tuple[Vision | None, ...] = (None, *VISIONS)


def through(eye: Vision | None) -> Callable[[RGB], RGB]:
    return (lambda c: c) if eye is None else (lambda c: colour_seen(c, eye))


@pytest.mark.parametrize("vision", VISIONS)
def test_grey_stays_grey(vision: Vision) -> None:
    """Each row of the matrices adds up to one."""
    for row in MATRICES[vision]:
        assert sum(row) == pytest.approx(1, abs=2e-6)
    for v in (0, 1, 77, 128, 200, 255):
        assert colour_seen((v, v, v), vision) == (v, v, v)


@pytest.mark.parametrize(
    "vision, red, green, blue",
    [
        ("protanopia", (109, 95, 0), (255, 229, 0), (0, 89, 255)),
        ("deuteranopia", (163, 144, 0), (239, 214, 58), (0, 61, 251)),
        ("tritanopia", (255, 0, 15), (0, 247, 217), (0, 107, 150)),
    ],
)
def test_the_primaries_are_seen_as_published(vision: Vision, red: RGB, green: RGB, blue: RGB) -> None:
    """The columns of the matrices for severity 1.0, in sRGB: what is left of pure red, green and blue."""
    for pure, left in (((255, 0, 0), red), ((0, 255, 0), green), ((0, 0, 255), blue)):
        seen = colour_seen(pure, vision)
        assert all(abs(a - b) <= 1 for a, b in zip(seen, left, strict=True)), seen


@pytest.mark.parametrize("vision", VISIONS)
def test_pictures_and_palettes_agree_with_single_colours(vision: Vision) -> None:
    colours = [c for s in SIDES for c in (s.face, s.ink, s.chevron)] + [HIT, GOLD, REACH, FIRE]
    row = Image.new("RGB", (len(colours), 1))
    row.putdata(colours)
    exact = row.quantize(64, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    true_colours = exact.convert("RGB")
    through_palette, through_table = seen_by(exact, vision), seen_by(true_colours, vision)
    for x in range(len(colours)):
        colour: RGB = true_colours.getpixel((x, 0))  # type: ignore[assignment]
        expected = colour_seen(colour, vision)
        assert through_palette.getpixel((x, 0)) == expected
        looked_up: RGB = through_table.getpixel((x, 0))  # type: ignore[assignment]
        assert all(abs(a - b) <= 3 for a, b in zip(looked_up, expected, strict=True))


def test_red_and_green_meet_for_protanopes_and_blue_and_green_for_tritanopes() -> None:
    red, green, blue, teal = (200, 60, 40), (110, 110, 40), (0, 110, 150), (0, 125, 110)
    assert distance(red, green) > 60 > 25 > distance(*(colour_seen(c, "protanopia") for c in (red, green)))
    assert distance(*(colour_seen(c, "tritanopia") for c in (blue, teal))) < distance(blue, teal)


def test_lab_is_the_cie_s() -> None:
    assert lab((255, 255, 255)) == pytest.approx((100, 0, 0), abs=0.02)
    assert lab((255, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert lab((0, 0, 0)) == pytest.approx((0, 0, 0), abs=0.001)


@pytest.mark.parametrize("eye", EYES)
def test_the_sides_stay_apart(eye: Vision | None) -> None:
    """Faces by 35 at least, far more than a glance needs; arrows too, in both themes."""
    see = through(eye)
    for a, b in combinations(SIDES, 2):
        assert distance(see(a.face), see(b.face)) >= 35
    for theme in ("light", "dark"):
        first, second = (arrow(s, theme) for s in SIDES[:2])  # type: ignore[arg-type]
        assert distance(see(first), see(second)) >= 35


@pytest.mark.parametrize("eye", EYES)
def test_the_sides_differ_in_lightness_too(eye: Vision | None) -> None:
    see = through(eye)
    assert contrast(see(SIDES[0].face), see(SIDES[1].face)) >= 3
    assert contrast(see(SIDES[0].face), see(SIDES[2].face)) >= 3


@pytest.mark.parametrize("eye", EYES)
def test_signals_stand_out_from_the_sides(eye: Vision | None) -> None:
    see = through(eye)
    for s in SIDES:
        assert distance(see(HIT), see(s.face)) >= 30
        # Gold lies on amber with a black edge round it: the edge is what stands out.
        assert max(distance(see(GOLD), see(s.face)), distance(see(BLACK), see(s.face))) >= 35
        assert contrast(see(WHITE), see(HIT)) >= 4.5


@pytest.mark.parametrize("eye", EYES)
def test_signals_stay_apart_from_one_another(eye: Vision | None) -> None:
    see = through(eye)
    signals = {"hit": HIT, "gold": GOLD, "rally": RALLY, "black": BLACK, "cream": CREAM}
    for a, b in combinations(signals, 2):
        assert distance(see(signals[a]), see(signals[b])) >= 20, (a, b)


@for_each("eye", EYES)
@for_each("theme", ["light", "dark"])
def test_overlays_stay_apart(eye: Vision | None, theme: Theme) -> None:
    see, inks = through(eye), overlays.inks(theme)
    for a, b in (("reach", "fire"), ("reach", "command"), ("fire", "command"), ("sight", "blocked")):
        assert distance(see(getattr(inks, a)), see(getattr(inks, b))) >= 15, (a, b)


@pytest.mark.parametrize("eye", EYES)
def test_bands_differ_in_hue_or_in_pattern(eye: Vision | None) -> None:
    """Two of one pattern are 20 apart; two of different patterns need no colour at all."""
    see = through(eye)
    for (a, pattern), (b, other) in combinations(BANDS, 2):
        if pattern == other:
            assert distance(see(a), see(b)) >= 20


def test_bands_are_told_apart_without_any_colour() -> None:
    """In lightness alone: the same pattern needs another lightness or another ink."""
    for (a, pattern), (b, other) in combinations(BANDS, 2):
        if pattern == other:
            inks = {luminance(c) > 0.18 for c in (a, b)}
            assert len(inks) == 2 or contrast(a, b) >= 1.5, (a, b)


@pytest.mark.parametrize("zoom", [17, 28, 58])
def test_the_shape_of_the_corners_tells_the_sides_apart(zoom: int) -> None:
    """In black and white: rounded, cut and octagonal."""
    shapes = []
    for side in range(3):
        look = Look(side, "plain", None, None, None, 0, None, None, None, frozenset(), "")
        alpha = counter.sprite(look, zoom, "light", "body").image.getchannel("A")
        shapes.append(alpha.point([255 if v > 200 else 0 for v in range(256)]))
    for a, b in combinations(shapes, 2):
        box = ImageChops.difference(a, b)
        assert sum(box.histogram()[128:]) >= 4
