"""Arrows and ghosts of units of two hexes: along their middle, round the half that stands, before the new front."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from engine.kernel.events import Trace
from engine.kernel.hexes import Hex
from renderer.arrows.layers import joined
from renderer.arrows.ways import points
from renderer.film import glide
from renderer.scene import Scene
from tests.renderer import blank

Wide = tuple[tuple[Hex, Hex], ...]


def way(*wide: tuple[Hex, Hex], kind: str = "move") -> Trace:
    return Trace.model_validate({"kind": kind, "unit": "PH1", "hexes": [a for a, _ in wide], "wide": wide})


@pytest.fixture(scope="module")
def scene() -> Scene:
    return blank.scene(blank.table())


def test_forward_the_middle_goes(scene: Scene) -> None:
    found = points(scene, way((503, 504), (603, 604)))
    a, b = scene.layout.xy(503), scene.layout.xy(504)
    assert found[0] == ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    assert len(found) == 2


@pytest.mark.parametrize(("end", "pivot", "moving"), [((503, 604), 503, 504), ((604, 504), 504, 503)])
def test_a_wheel_goes_round_the_half_that_stands(scene: Scene, end: tuple[Hex, Hex], pivot: Hex, moving: Hex) -> None:
    found = points(scene, way((503, 504), end))
    assert found[0] == scene.layout.xy(moving)
    far = [math.dist(p, scene.layout.xy(pivot)) for p in found]
    assert all(abs(a - b) < 1.5 for a, b in pairwise(far))


def test_an_about_face_runs_before_the_new_front(scene: Scene) -> None:
    found = points(scene, way((503, 504), (504, 503)))
    assert len(found) > 2
    west = scene.layout.xy(503)[0]
    assert all(x < west for x, _ in found[1:-1])


def test_a_unit_that_stands_has_no_arrow(scene: Scene) -> None:
    assert points(scene, way((503, 504), (503, 504))) == []


def test_steps_are_one_way(scene: Scene) -> None:
    (one,) = joined([way((503, 504), (603, 604)), way((603, 604), (603, 704))])
    assert one.wide == ((503, 504), (603, 604), (603, 704))
    assert points(scene, one)[0] == scene.layout.xy(504)


def test_in_a_film_its_middle_goes_from_stand_to_stand(scene: Scene) -> None:
    wide = ((503, 504), (603, 604))
    assert glide._middle(scene, wide, 0.0) == pytest.approx(scene.layout.xy(503))
    assert glide._middle(scene, wide, 1.0) == pytest.approx(scene.layout.xy(603))
    about = ((503, 504), (504, 503))
    assert glide._middle(scene, about, 1.0) == pytest.approx(scene.layout.xy(503))
