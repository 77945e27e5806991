"""What decides how a counter looks: as much of it as the zoom shows."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.hexes import centre
from engine.kernel.view import CounterView
from renderer.graphics.curves import Point
from renderer.map.layout import Zoom


def span_of(c: CounterView) -> Point | None:
    """From the first hex of a two-hex unit to its second, in units of the radius; None for any other unit."""
    if len(c.hexes) < 2:
        return None
    (ax, ay), (bx, by) = (centre(h) for h in c.hexes[:2])
    return bx - ax, by - ay


@dataclass(frozen=True, slots=True)
class Look:
    """All that decides what a counter looks like."""

    side: int
    symbol: str
    facing: int | None
    figure: str | None
    """Printed large in front: TQ, or what the rules have in its place."""
    second: str | None
    """Printed small above it: size, or MA where the rules know neither TQ nor size."""
    hits: int
    missile: str | None
    supply: str | None
    band: int | None
    states: frozenset[str]
    code: str
    stack: int = 1
    span: Point | None = None
    """From the first hex of a two-hex unit to its second, in units of the radius."""
    name: str = ""
    """Written in the band at its top."""
    led: bool = False
    """Whether a leader's disc lies on its rear corner."""
    below: str = ""
    """Codes of those under it in its hex, from top to bottom, written on a tab at its foot."""
    below_hits: int = 0
    """Cohesion hits of the one under it, beside its code."""

    @classmethod
    def of(
        cls,
        c: CounterView,
        zoom: Zoom,
        stack: int = 1,
        span: Point | None = None,
        *,
        coded: bool | None = None,
        named: bool = False,
        led: bool = False,
        below: str = "",
        below_hits: int = 0,
    ) -> Look:
        """What is seen of a unit at this zoom.

        ``coded`` tells whether its code is, which it else is when near; ``named`` whether its name is too; ``led``
        whether a leader stands there; ``below`` who is under it, with ``below_hits``.
        """
        hidden = "hidden" in c.states
        near = zoom == "near"
        code = c.id if (near if coded is None else coded) and not hidden else ""
        return cls(
            side=c.side,
            symbol="question" if hidden else c.symbol,
            facing=None if c.facing is None else int(c.facing) * 30,
            figure=None if hidden or zoom == "far" else _figure(c),
            second=_second(c) if near and not hidden else None,
            hits=0 if hidden else c.hits,
            missile=None if hidden or zoom == "far" else c.missile,
            supply=c.supply,
            band=None if hidden or zoom == "far" else c.band,
            states=frozenset({"hidden"}) if hidden else c.states,
            code=code,
            stack=stack,
            span=span,
            name=c.name if named and not hidden and c.name != c.id else "",
            led=led and zoom != "far",
            below=below if code and span is None else "",
            below_hits=below_hits if below and code and span is None else 0,
        )

    @property
    def mirrored(self) -> bool:
        return self.facing is not None and 90 < self.facing % 360 < 270


def _figure(c: CounterView) -> str | None:
    if c.strength is not None:
        return str(c.strength)
    return c.rating if c.tq is None else str(c.tq)


def _second(c: CounterView) -> str | None:
    value = c.ma if c.size is None and c.tq is None and c.rating is not None else c.size
    return None if value is None else str(value)
