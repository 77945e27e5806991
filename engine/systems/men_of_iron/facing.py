"""6.2 Turning in place: free, but one vertex in all while a unit stays in an enemy ZOC or in a formation."""

from __future__ import annotations

from engine.kernel.hexes import VERTICES, Facing, turns
from engine.kernel.text import refuse
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Noted, UnitTurned
from engine.systems.men_of_iron.state import Unit

HELD_VERTICES = 1
"""Vertices a unit may turn in an activation in which it stays in enemy ZOC (6.2), or in Shield Wall (14.1)."""


def turned(g: Battle, unit: Unit) -> int:
    """Vertices counted against :data:`HELD_VERTICES` so far."""
    return g.state.activation.turned.get(unit.id, 0) if g.state.activation is not None else 0


def vertices_left(g: Battle, unit: Unit) -> int | None:
    """6.2, 14.1 Vertices it may still turn by where it stands; None: as many as it likes."""
    if unit.formation is None and not g.in_enemy_zoc(unit):
        return None
    return max(0, HELD_VERTICES - turned(g, unit))


def options(g: Battle, unit: Unit) -> tuple[Facing, ...]:
    """Facings other than its own it may turn to where it stands."""
    a = g.state.activation
    if not unit.on_map or (a is not None and unit.id in a.worked):
        return ()
    left = vertices_left(g, unit)
    return tuple(f for f in VERTICES if f != unit.facing and (left is None or turns(unit.facing, f) <= left))


def check_vertex(unit: Unit, to: Facing) -> None:
    """6.1 Refuse a hexside."""
    if not to.is_vertex:
        refuse("{unit} faces a vertex: E, NE, NW, W, SW or SE.", rule="6.1", unit=unit.id)


def check_turn(g: Battle, unit: Unit, to: Facing) -> None:
    """6.2 Changing facing: refuse a turn in place the unit can't make now."""
    check_vertex(unit, to)
    if to == unit.facing:
        refuse("{unit} faces {facing} already.", rule="6.2", unit=unit.id, facing=to.name)
    left = vertices_left(g, unit)
    if left is None or turns(unit.facing, to) <= left:
        return
    in_zoc = g.in_enemy_zoc(unit)
    where, rule = ("in enemy ZOC", "6.2") if in_zoc else ("in formation", "14.1")
    if not left:
        refuse(
            "{unit} stays {where} and has turned all it may in this activation.", rule=rule, unit=unit.id, where=where
        )
    refuse(
        "{unit} stays {where} and may turn one vertex only: to {options}.",
        rule=rule,
        unit=unit.id,
        where=where,
        options=" or ".join(f.name for f in options(g, unit)),
    )


def turn(g: Battle, unit: Unit, to: Facing, *, leaving: bool = False) -> None:
    """Carry out a checked turn; ``leaving``: the unit goes on out of its hex, and so turns freely."""
    held = not leaving and vertices_left(g, unit) is not None
    vertices = turns(unit.facing, to) if held else 0
    g.emit(UnitTurned(unit=unit.id, facing=to, vertices=vertices, rule="6.2"))


def left_hex(g: Battle, unit: Unit) -> None:
    """6.2 It has left the hex it may have turned in: what it turned there counts no more."""
    used = turned(g, unit)
    if used:
        g.emit(Noted(field="turned", unit=unit.id, n=-used, rule="6.2"))


def halted(g: Battle, unit: Unit) -> None:
    """7.2 It has stopped on entering enemy ZOC, with the facing it took by entering: it turns no more."""
    left = vertices_left(g, unit)
    if left:
        g.emit(Noted(field="turned", unit=unit.id, n=left, rule="7.2"))
