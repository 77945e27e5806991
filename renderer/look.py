"""What decides how a counter looks: as much of it as the zoom shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.kernel.view import CounterView
from renderer.curves import Point

Zoom = Literal["near", "middle", "far"]


def zoom_of(r: int) -> Zoom:
    """How much a counter shows at a radius of ``r`` pixels: near carries the unit's code and every figure."""
    return "near" if r >= 40 else "middle" if r >= 24 else "far"


@dataclass(frozen=True, slots=True)
class Look:
    """All that decides what a counter looks like."""

    side: int
    symbol: str
    facing: int | None
    tq: int | None
    size: int | None
    hits: int
    missile: str | None
    supply: str | None
    band: int | None
    states: frozenset[str]
    code: str
    stack: int = 1
    span: Point | None = None
    """From the first hex of a two-hex unit to its second, in units of the radius."""

    @classmethod
    def of(cls, c: CounterView, zoom: Zoom, stack: int = 1, span: Point | None = None) -> Look:
        hidden = "hidden" in c.states
        near = zoom == "near"
        return cls(
            side=c.side,
            symbol="question" if hidden else c.symbol,
            facing=None if c.facing is None else int(c.facing) * 30,
            tq=None if hidden or zoom == "far" else c.tq,
            size=c.size if near and not hidden else None,
            hits=0 if hidden else c.hits,
            missile=None if hidden or zoom == "far" else c.missile,
            supply=c.supply,
            band=None if hidden or zoom == "far" else c.band,
            states=frozenset({"hidden"}) if hidden else c.states,
            code=c.id if near else "",
            stack=stack,
            span=span,
        )

    @property
    def mirrored(self) -> bool:
        return self.facing is not None and 90 < self.facing % 360 < 270
