"""A 4.33, 4.34 [1] (S 4.24, 4.25) Lines as long as they stand, begun where their leader sees them; horse that gathers.

Where :attr:`~engine.systems.gboh.rules.Command.lines_near` is None all of this says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.hexes import Hex, adjacent, distance, neighbours
from engine.kernel.text import refuse
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import command
from engine.systems.gboh.missiles import sight
from engine.systems.gboh.scenario import LineSpec
from engine.systems.gboh.state import Leader, Unit

SEEN_PAST = ("elephant",)
"""Arms that hide nobody from his leader (A 4.34 [1], S 4.25)."""

CLOSE = 2
"""Hexes from its leader within which one unit of a cavalry Line that withdraws must be (A 6.77)."""

_MOUNTED = ("horse", "chariot")


def gathers(g: Battle, unit: Unit) -> bool:
    """A 4.33 Whether the unit is in a Line by being near its leader: cavalry and chariots."""
    return g.game.command.horse_gathers and unit.troop.arm in _MOUNTED


def half_range(leader: Leader) -> int:
    """A 4.33, 5.33, 5.63 Half his Command Range, rounded up."""
    return (leader.command_range + 1) // 2


def is_closed(g: Battle, row: LineSpec, leader: Leader) -> bool:
    """A 4.37 Whether a row of the side's Lines is other leaders' alone."""
    if not row.leaders or leader.id in row.leaders or leader.stands_for in row.leaders:
        return False
    return row.leaders_with is None or g.state.options.get(row.leaders_with, False)


def seen_close(g: Battle, leader: Leader, group: Sequence[Unit]) -> bool:
    """A 4.34 [1], S 4.25 Whether he stands close to a unit of a Line on foot, nothing between; horse needs none."""
    near = g.game.command.lines_near
    if near is None or gathers(g, group[0]) or (leader.own_lines and not _goes_on(g, leader)):
        return True
    at = _stood(g, leader)
    return any(_sees(g, at, u, near) for u in group)


def _stood(g: Battle, leader: Leader) -> Hex:
    """S 4.25 Where he stood as his Orders Phase began: having moved with one Line he doesn't come close to another."""
    now = g.state.orders
    began = now.began_at if now is not None and now.leader == leader.id else None
    return leader.at if began is None else began


def _goes_on(g: Battle, leader: Leader) -> bool:
    now = g.state.orders
    return now is not None and now.leader == leader.id and now.momentum


def _sees(g: Battle, at: Hex, unit: Unit, near: int) -> bool:
    return any(
        distance(at, h) <= near
        and sight.blocked_by(g, at, h, unit, past=SEEN_PAST, lenient=g.game.command.sight_along_edges) is None
        and _open_way(g, at, h, unit)
        for h in footprint.hexes_of(unit)
    )


def _open_way(g: Battle, a: Hex, b: Hex, unit: Unit) -> bool:
    """A 4.34 [1] No combat unit in between, two hexes apart: one hex between them holds none, but it be elephants."""
    if distance(a, b) < 2:
        return True
    held = [g.unit_at(h) for h in neighbours(a) if adjacent(h, b)]
    return any(u is None or u is unit or u.troop.arm in SEEN_PAST for u in held)


def check(g: Battle, leader: Leader, unit: Unit, rows: Sequence[LineSpec]) -> None:
    """Refuse a unit that is in no Line of this leader's, by its kind or by where it stands."""
    if not rows:
        refuse("{unit} is in no Line here.", rule=g.case(Case.LINE_COMPOSITION), unit=unit.id)
    if all(is_closed(g, row, leader) for row in rows):
        refuse(
            "{leader} commands no Line of {unit}'s.",
            rule=g.case(Case.COMMAND_RESTRICTIONS),
            leader=leader.name,
            unit=unit.id,
        )
    if gathers(g, unit) and not command.in_command(g, leader, unit, half_range(leader)):
        refuse(
            "{unit} is beyond half {leader}'s Command Range ({radius}), or enemies block the way.",
            rule=g.case(Case.LINE_COMPOSITION),
            unit=unit.id,
            leader=leader.name,
            radius=half_range(leader),
        )


def check_seen(g: Battle, leader: Leader, units: Sequence[Unit], linked: bool) -> None:
    """Refuse units that are linked into a Line which stands too far from its leader, or out of his sight."""
    near = g.game.command.lines_near
    if near is not None and linked and not gathers(g, units[0]):
        refuse(
            "{leader} must be within {n:hex|hexes} of the Line, with nothing between."
            if _stood(g, leader) == leader.at
            else "{leader} must have begun this phase within {n:hex|hexes} of the Line, with nothing between.",
            rule=g.case(Case.LINE_LEAVE),
            leader=leader.name,
            n=near,
        )


def cavalry_line(g: Battle, unit: Unit) -> list[Unit]:
    """A 6.77 The largest cavalry Line the unit is in, relative to a leader of its side; just the unit if there is none.

    One of the Line is within 2 hexes of him. Units that are in no row of the army's Lines may use it as well: those of
    the unit's kind are its companions then.
    """
    rows = [row for row in g.spec(unit.side).lines if row.admits(unit.kind, unit.contingent)]
    best = [unit]
    for leader in g.leaders(unit.side):
        if not command.in_command(g, leader, unit, half_range(leader)):
            continue
        near = [
            u
            for u in g.units(unit.side)
            if not u.routed and gathers(g, u) and command.in_command(g, leader, u, half_range(leader))
        ]
        for row in rows or (None,):
            if row is not None and is_closed(g, row, leader):
                continue
            group = [u for u in near if _companions(unit, u, row)]
            close = any(footprint.distance_to(u, leader.at) <= CLOSE for u in group)
            if close and len(group) > len(best):
                best = group
    return best


def _companions(unit: Unit, other: Unit, row: LineSpec | None) -> bool:
    if row is None:
        return other.kind == unit.kind
    apart = (unit.troop.keeps_to_itself or other.troop.keeps_to_itself) and other.type != unit.type
    return not apart and row.admits(other.kind, other.contingent)
