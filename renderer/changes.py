"""What has changed between two moments of a battle."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.kernel.view import LeaderView, TableView
from renderer.overlays.kinds import Casualties


def casualties(before: TableView, now: TableView) -> Casualties:
    """Hits, routs and losses since ``before``, two positions of one battle.

    A unit is lost when it stood on the map and has left it, by whatever way, unless it is off the map only for now.
    """
    then = {c.id: c for c in before.counters if c.hexes}
    standing = {c.id: c for c in now.counters if c.hexes}
    waiting = {c.id for c in now.off_map}
    lost = {code: c.hexes[0] for code, c in then.items() if code not in standing and code not in waiting}
    return Casualties(
        hits={
            code: c.hits - (then[code].hits if code in then else 0)
            for code, c in standing.items()
            if c.hits > (then[code].hits if code in then else 0)
        },
        routed=tuple(
            code
            for code, c in standing.items()
            if "routed" in c.states and (code not in then or "routed" not in then[code].states)
        ),
        lost=lost,
        leaders=_leaders_lost(before.leaders, now.leaders),
        sides={code: then[code].side for code in lost},
    )


def _leaders_lost(before: tuple[LeaderView, ...], now: tuple[LeaderView, ...]) -> dict[str, Hex]:
    """Those no longer on the map, by name, with the hex they were last in."""
    left = {x.id for x in now}
    return {x.label or x.name: x.hex for x in before if x.id not in left}


def beneath_key(table: TableView) -> str:
    """What the map with nobody on it hangs on, beside the battle: who holds what, and where sides flee to."""
    return f"{table.board.id}|{table.holdings}|{sorted(table.retreat_edges.items())}"
