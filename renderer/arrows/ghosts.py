"""Who stood where an arrow begins or ends and nobody does now: so that no arrow points from nothing, or at nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.events import Trace
from engine.kernel.hexes import Hex
from renderer.counters.ghosts import ghost
from renderer.scene import Scene

PATHS = ("move", "advance", "withdraw", "rout")
_NOBODY = 2


def draw(scene: Scene, traces: Sequence[Trace]) -> None:
    """A ghost in every empty hex that an arrow touches at either end, of whoever is known to have been there."""
    there = stood(traces)
    pairs = _pairs(traces)
    lost = {(t.unit, t.hexes[-1]) for t in traces if t.kind == "loss" and t.hexes}
    leaders = {x.id for x in scene.table.leaders}
    for h in dict.fromkeys(ends(traces)):
        whole = pairs.get(h, (h,))
        if all(x in scene.held for x in whole) or not all(map(scene.layout.holds, whole)) or h not in there:
            continue
        gone = [u for u in there[h] if (u, h) in lost]
        codes = gone or there[h]
        disc = all(u in leaders for u in codes)
        up = _downwards(scene, traces, h)
        side = _side(scene, traces, codes[0])
        # Who is hidden from who looks has no name there either.
        told = [u for u in codes if u not in scene.units or "hidden" not in scene.units[u].states]
        ghost(scene, whole, told, side, lost=bool(gone), disc=disc, above=up)


def _pairs(traces: Iterable[Trace]) -> dict[Hex, tuple[Hex, Hex]]:
    """Both hexes of a unit of two, by the one its way begins or ends at."""
    found: dict[Hex, tuple[Hex, Hex]] = {}
    for t in traces:
        if t.wide:
            found.setdefault(t.hexes[0], t.wide[0])
            found.setdefault(t.hexes[-1], t.wide[-1])
    return found


def ends(traces: Iterable[Trace]) -> Iterable[Hex]:
    """Hexes that arrows and crosses are at, in the order of what happened."""
    for t in traces:
        if t.kind in ("missile", "shock", "charge"):
            yield from t.hexes[:1] if t.kind == "charge" else t.hexes
            yield from t.hexes[-1:]
        elif t.kind in PATHS and (len(set(t.hexes)) > 1 or len(set(t.wide)) > 1):
            yield t.hexes[0]
            yield t.hexes[-1]
        elif t.kind == "loss" and t.hexes:
            yield t.hexes[-1]


def stood(traces: Iterable[Trace]) -> dict[Hex, list[str]]:
    """Units that were in a hex, as the traces tell it: where they came from, ended, shot from, were lost."""
    found: dict[Hex, list[str]] = {}
    for t in traces:
        if not t.unit or not t.hexes:
            continue
        if t.kind in PATHS:
            hexes = (t.hexes[0], t.hexes[-1])
        elif t.kind in ("loss", "hit"):
            hexes = t.hexes[-1:]
        else:
            hexes = t.hexes[:1]
        for h in hexes:
            units = found.setdefault(h, [])
            if t.unit not in units:
                units.append(t.unit)
    return found


def _downwards(scene: Scene, traces: Iterable[Trace], h: Hex) -> bool:
    """Whether an arrow leaves a hex for what lies below it."""
    y = scene.layout.xy(h)[1]
    starts = [t.hexes[1] for t in traces if len(t.hexes) > 1 and t.hexes[0] == h]
    return any(scene.layout.xy(n)[1] > y + 1 for n in starts)


def _side(scene: Scene, traces: Sequence[Trace], unit: str) -> int:
    """Index of the side of a unit, which may be out of play."""
    for c in (*scene.table.counters, *scene.table.lost, *scene.table.off_map, *scene.table.leaders):
        if c.id == unit:
            return c.side
    named = next((t.side for t in traces if t.unit == unit and t.side), "")
    return next((i for i, s in enumerate(scene.table.sides) if s.id == named), _NOBODY)
