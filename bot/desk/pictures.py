"""Maps for messages. Drawing takes tens of milliseconds of CPU, so it is done off the event loop, one map at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from bot.desk.deliver import Picture
from engine.kernel.decisions import Choice
from engine.kernel.events import Trace
from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Sketch
from engine.kernel.view import TableView
from renderer import (
    CommandRange,
    Eligible,
    Overlay,
    Range,
    Reach,
    SetUpArea,
    Shock,
    Sight,
    Theme,
    View,
    Zones,
    around,
    render,
    whole,
)

RING = 2
"""Hexes shown around what a picture is about."""


class Pictures:
    """Draws maps in the background."""

    def __init__(self, theme: Theme = "light") -> None:
        self.theme: Theme = theme
        # More threads would only contend: drawing is CPU-bound.
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="maps")

    async def table(
        self,
        table: TableView,
        *,
        focus: Iterable[Hex] = (),
        traces: Sequence[Trace] = (),
        zones: bool = False,
        extra: str = "",
    ) -> Picture:
        """The position; closely around ``focus`` if there is any, with marks of what was just done.

        ``extra`` is written in the picture's footer. While sides set up, it shows where they may.
        """
        overlays: list[Overlay] = [Zones(n) for n in range(len(table.sides))] if zones else []
        overlays = overlays or [SetUpArea(hexes, n) for n, hexes in table.areas.items()]
        return await self._draw(table, _view(table, focus), overlays, traces, extra)

    async def reach(self, table: TableView, goals: Mapping[Hex, Choice], *, focus: Iterable[Hex] = ()) -> Picture:
        """Where something may go, with what each hex costs."""
        origin = next(iter(focus := list(focus)), None)
        overlays: list[Overlay] = []
        if goals and origin is not None:
            costs = {h: c.mp for h, c in goals.items() if c.mp is not None}
            hits = {h: c.hits for h, c in goals.items() if c.hits}
            overlays.append(Reach(costs, hits, origin))
        return await self._draw(table, _view(table, [*focus, *goals]), overlays, ())

    async def area(
        self, table: TableView, side: int, hexes: Iterable[Hex], *, units: Iterable[str] = (), focus: Iterable[Hex] = ()
    ) -> Picture:
        """Hexes a side may set up in, or those for the one of its ``units`` that is being placed."""
        open_to, chosen = sorted(hexes), sorted(units)
        overlays: list[Overlay] = [SetUpArea(open_to, side), *([Eligible(chosen)] if chosen else [])]
        return await self._draw(table, _view(table, [*focus, *open_to]), overlays, ())

    async def eligible(self, table: TableView, units: Iterable[str], *, focus: Iterable[Hex] = ()) -> Picture:
        """Units that may be chosen."""
        codes = sorted(units)
        hexes = [h for c in table.counters if c.id in codes for h in c.hexes]
        return await self._draw(table, _view(table, [*focus, *hexes]), [Eligible(codes)] if codes else [], ())

    async def sketch(self, table: TableView, sketch: Sketch) -> Picture:
        """What the referee's answer is about."""
        overlays: list[Overlay] = []
        origin = next(iter(sketch.focus), None)
        if sketch.bands:
            overlays.append(Range(sketch.bands, sketch.needs if not sketch.costs else {}))
        if sketch.costs and origin is not None:
            overlays.append(Reach(sketch.costs, sketch.hits, origin))
        if sketch.command:
            overlays.append(CommandRange(sorted(sketch.command)))
        if sketch.sight is not None:
            overlays.append(Sight(*sketch.sight))
        if sketch.attacks:
            overlays.append(Shock(sketch.attacks, sketch.label))
        return await self._draw(table, _view(table, sketch.focus), overlays, ())

    async def _draw(
        self, table: TableView, view: View, overlays: Sequence[Overlay], traces: Sequence[Trace], extra: str = ""
    ) -> Picture:
        loop = asyncio.get_running_loop()
        drawn = await loop.run_in_executor(self._executor, render, table, view, overlays, traces, self.theme, extra)
        return Picture(drawn.png, drawn.alt)

    def close(self) -> None:
        """Forget what isn't drawn yet."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def _view(table: TableView, focus: Iterable[Hex]) -> View:
    hexes = [h for h in focus if h in table.map]
    return around(hexes, RING) if hexes else whole()
