"""What is told and shown of a unit of two hexes that moves."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing
from engine.systems.gboh.events import PairMoved
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders.orders import Move
from tests.engine.alexander import kit


def moved(*path: Any, **values: Any) -> tuple[str, Trace]:
    """What is told of a phalanx's move from 1010, and the mark it leaves."""
    r = kit.battle([kit.unit("PH1", 1010, **values)], [kit.unit("HC9", 3535, "W")]).orders("a")
    r.run(movement.move, r.unit("PH1"), Move(unit="PH1", path=tuple(path)))
    told: Any = None
    for e in (e for e in r.events if isinstance(e, PairMoved)):
        told = e if told is None else e.joined(told)
    trace = told.trace(r.state)
    assert trace is not None
    return str(told.text(r.state)), trace


@pytest.mark.rule("alexander 6.43", "alexander 6.44")
@pytest.mark.parametrize(
    ("path", "said", "wide"),
    [
        ((Facing.NE,), "wheels left 1010+1011 → 1010+1110, facing NE", ((1010, 1011), (1010, 1110))),
        ((Facing.SE,), "wheels right 1010+1011 → 1110+1011, facing SE", ((1010, 1011), (1110, 1011))),
        ((Facing.W,), "faces about at 1011+1010, facing W", ((1010, 1011), (1011, 1010))),
        ((1110, 1210), "1010+1011 → 1210+1211, facing E", ((1010, 1011), (1110, 1111), (1210, 1211))),
        ((1110, Facing.NE), "1010+1011 → 1110+1211, facing NE", ((1010, 1011), (1110, 1111), (1110, 1211))),
    ],
)
def test_both_halves_are_told_and_marked(path: Any, said: str, wide: Any) -> None:
    text, trace = moved(*path)
    assert said in text
    assert trace.wide == wide
    assert trace.hexes == tuple(left for left, _ in wide)


def test_in_column_the_head_comes_first() -> None:
    text, trace = moved(1109, facing="SIDE_NE", column=True)
    assert "1010+0910 → 1109+1010" in text
    assert trace.wide == ((1010, 910), (1109, 1010))
