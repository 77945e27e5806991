"""A 6.81, S 6.81 Who withdraws as arranged: leaders under whom a marker may lie, and the line each of them has."""

from __future__ import annotations

from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.command import command, line_composition
from engine.systems.gboh.state import Leader, Unit

LEAST_TQ = 6
"""A 6.81, S 6.81 TQ of those who can do it."""


def able(unit: Unit) -> bool:
    """A 6.81, S 6.81 Phalanxes and heavy infantry of TQ 6 or more."""
    heavy = unit.troop.is_foot and unit.troop.target == "heavy"
    return heavy and unit.tq >= LEAST_TQ and not unit.routed and not unit.column


class Lines:
    """A 6.81, S 6.81, 6.84 Lines of leaders who give Line Commands; a game or battle may allow more."""

    def allows(self, g: Battle, leader: Leader) -> bool:
        """Whether the leader needn't give Line Commands to have a line withdraw as arranged."""
        return False

    def own(self, g: Battle, leader: Leader) -> list[Unit] | None:
        """Everybody of a leader who has one body of troops and no Lines; None for others."""
        return None

    def of(self, g: Battle, leader: Leader, unit: Unit) -> list[Unit]:
        """The line of the leader's that the unit is in: a body of troops, a Line, or what stands side by side near a
        leader without Line Commands; [] if it is in none."""
        if not able(unit) or unit.side != leader.side or not leader.on_map or not command.commandable(leader, unit):
            return []
        own = self.own(g, leader)
        if own is not None:
            return [u for u in own if able(u)]
        if leader.line_commands:
            found = line_composition.lines_with(g, leader, unit)
            return [u for u in max(found, key=len, default=list[Unit]()) if able(u)]
        return _beside(g, leader, unit)

    def may_lay(self, g: Battle, leader: Leader) -> bool:
        """A 6.81, S 6.81 Whether a marker may lie under the leader: somebody he commands can withdraw so."""
        if not leader.line_commands and not self.allows(g, leader):
            return False
        known = (u for u in g.units(leader.side) if able(u) and command.commandable(leader, u))
        return any(
            self.own(g, leader) is not None or not leader.line_commands or line_composition.groups(g, u) for u in known
        )


def _beside(g: Battle, leader: Leader, unit: Unit) -> list[Unit]:
    alike = [u for u in g.units(leader.side) if able(u) and u.kind == unit.kind]
    groups = line_composition.components(alike, line_composition.side_by_side)
    nearest = min(groups, key=lambda x: min(footprint.distance_to(u, leader.at) for u in x), default=list[Unit]())
    return nearest if unit in nearest else []
