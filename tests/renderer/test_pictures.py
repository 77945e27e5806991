"""Stored pictures. Who changes how a map looks looks at them, and stores them again with ``HEXARCH_STORE=1``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.kernel.events import Trace
from renderer import Overlay, Range, Reach, View, area, render, whole
from renderer.palette.colours import Theme
from tests.renderer import chivalry, field
from tests.renderer.conftest import opened
from tests.renderer.skirmish import TRACES, skirmish

STORED = Path(__file__).parent / "pictures"
MEAN, PATCH = 4.0, 16
"""Largest difference, of 255, of the whole and of any 32 x 32 pixels; other versions of Pillow stay below."""

_REACH = Reach({204: 1, 205: 2, 303: 3, 403: 4}, {403: 1}, 304)
_RANGE = Range({404: 1, 504: 2}, {404: "7"})

CASES: dict[str, tuple[View, Sequence[Overlay], Sequence[Trace], Theme]] = {
    "fight": (whole(), (), TRACES, "light"),
    "reach-dark": (area(1, 1, 9, 6), (_REACH, _RANGE), (), "dark"),
}


def difference(a: Image.Image, b: Image.Image) -> tuple[float, int]:
    """Mean difference of the whole, and of the 32 x 32 pixels that differ most."""
    apart = ImageChops.difference(a, b).convert("L")
    patches = apart.resize((max(1, a.width // 32), max(1, a.height // 32)), Image.Resampling.BOX)
    return ImageStat.Stat(apart).mean[0], max(patches.tobytes())


def same_as_stored(name: str, drawn: Image.Image) -> None:
    small = drawn.resize((drawn.width // 2, drawn.height // 2), Image.Resampling.BOX)
    path = STORED / f"{name}.png"
    if os.environ.get("HEXARCH_STORE"):
        small.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    stored = Image.open(path).convert("RGB")
    assert stored.size == small.size
    mean, worst = difference(stored, small)
    assert mean < MEAN
    assert worst < PATCH, "a part of the picture has changed"


@pytest.mark.parametrize("name", CASES)
def test_looks_as_stored(name: str) -> None:
    view, overlays, traces, theme = CASES[name]
    same_as_stored(name, opened(render(skirmish(), view, overlays, traces, theme)))


MEDIEVAL: dict[str, tuple[View, Theme]] = {
    "chivalry": (area(1, 1, 9, 8), "light"),
    "chivalry-dark": (whole(), "dark"),
}


@pytest.mark.parametrize("name", MEDIEVAL)
def test_a_medieval_fight_looks_as_stored(name: str) -> None:
    view, theme = MEDIEVAL[name]
    same_as_stored(name, opened(render(chivalry.fight(), view, (), chivalry.TRACES, theme)))


def test_a_whole_battle_looks_as_stored() -> None:
    same_as_stored("tricameron", opened(render(field.tricameron())))


def test_a_missing_arrow_would_be_noticed() -> None:
    pictures = [opened(render(skirmish(), traces=traces)) for traces in (TRACES[:2], ())]
    halves = [p.resize((p.width // 2, p.height // 2), Image.Resampling.BOX) for p in pictures]
    assert difference(*halves)[1] > PATCH
