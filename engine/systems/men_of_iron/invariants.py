"""What must be true of every position, whatever has happened."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.hexes import show
from engine.systems.men_of_iron import formations, victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds import place
from engine.systems.men_of_iron.scenario import UnitType
from engine.systems.men_of_iron.state import Leader, Phase, Unit

ACTIVE: tuple[Phase, ...] = ("begin", "move", "shock", "resolve", "end")
"""Phases in which an activation is under way."""

FORMERLY: dict[UnitType, tuple[UnitType, ...]] = {"UH": ("MM",), "MH": ("DH",), "DH": ("MH",)}
"""What a unit may have been earlier in an activation, with MP of its own (12.5, 14.2)."""


def broken(g: Battle, *, at_rest: bool) -> list[str]:
    """Every invariant the position breaks, one sentence each; some hold only between orders (``at_rest``)."""
    found = [
        *(wrong for u in g.state.units.values() for wrong in _unit(g, u)),
        *(wrong for x in g.state.leaders.values() for wrong in _leader(g, x)),
        *_markers(g),
        *_armies(g),
        *_sequence(g),
    ]
    return [*found, *_together(g)] if at_rest else found


def _unit(g: Battle, u: Unit) -> Iterator[str]:
    if u.eliminated and u.on_map:
        yield f"{u.id} is eliminated and still on the map"
    if u.departed and u.on_map:
        yield f"{u.id} has left the battle and is still on the map"
    if u.eliminated and u.departed:
        yield f"{u.id} is eliminated and has left the battle"
    if u.retired and not u.disordered:
        yield f"{u.id} is Retired and not Disordered (12.4)"
    if u.formation is not None:
        if u.retired or u.eliminated:
            yield f"{u.id} is {'Retired' if u.retired else 'eliminated'} and in formation (14.1)"
        if formations.known(g, u) != u.formation:
            yield f"{u.id} is in a {formations.NAMES[u.formation]} it can't form ({formations.rule_of(u.formation)})"
    if not u.facing.is_vertex:
        yield f"{u.id} faces {u.facing.name}, a hexside (6.1)"
    if u.hex is None:
        return
    if u.pointless and not u.retired:
        yield f"{u.id} counts no Flight Points as a Retired unit, and isn't one (CO-3)"
    if u.hex not in g.map:
        yield f"{u.id} stands off the map at {show(u.hex)}"
    elif g.step_cost(u, u.hex, u.hex) is None:
        yield f"{u.id} stands at {show(u.hex)}, where {'horses' if u.mounted else 'foot'} can't go (5.1)"


def _leader(g: Battle, x: Leader) -> Iterator[str]:
    if x.on_map and (x.lost or x.departed):
        yield f"{x.id} is {'lost' if x.lost else 'gone'} and still on the map"
    if x.hex is not None and x.hex not in g.map:
        yield f"{x.id} is off the map at {show(x.hex)}"


def _markers(g: Battle) -> Iterator[str]:
    for s in g.state.standards.values():
        if s.hex not in g.map:
            yield f"{s.id} is off the map at {show(s.hex)}"
    for m in g.state.markers.values():
        if m.hex not in g.map:
            yield f"{m.id} is off the map at {show(m.hex)}"


def _armies(g: Battle) -> Iterator[str]:
    for c in g.state.commands.values():
        x = g.state.leaders.get(c.leader)
        if x is None or x.command != c.id:
            yield f"{c.id} is led by {c.leader}, who is not its leader (15.1)"
        if c.gone and (next(g.units(command=c.id), None) is not None or g.leader(c.id) is not None):
            yield f"{c.id} has left the battle and is still on the map"
    for side, army in g.state.armies.items():
        if army.extra < 0 or victory.flight_points(g, side) < 0:
            yield f"{side} has {victory.flight_points(g, side)} Flight Points, {army.extra} of them extra (16.0)"


def _sequence(g: Battle) -> Iterator[str]:
    """3.0, 4.1 The activation under way, and the phase it is under way in."""
    act, phase = g.state.activation, g.state.phase
    if act is None:
        if phase in ACTIVE:
            yield f"phase {phase} without an activation"
        return
    if phase not in ACTIVE:
        yield f"an activation of {act.command} in phase {phase}"
    if g.state.commands[act.command].side != act.side or g.state.chooser != act.side:
        yield f"{act.command} is activated by {act.side}, and it is for {g.state.chooser} to choose (4.1)"
    if act.attacks and phase not in ("shock", "resolve"):
        yield f"attacks are left to fight in phase {phase} (10.3)"
    for a in act.attacks:
        if g.state.units[a.unit].side != act.side or any(g.state.units[t].side == act.side for t in a.targets):
            yield f"{a.unit} attacks {', '.join(a.targets)}: not an enemy (10.1)"
    for name, spent in act.mp.items():
        if not 0 <= spent <= _most_mp(g, name):
            yield f"{name} has spent {spent} of {_most_mp(g, name)} MP (5.1)"


def _most_mp(g: Battle, name: str) -> int:
    """Most MP a unit or leader can have had in the activation, before anything befell it."""
    if name in g.state.leaders:
        return g.state.leaders[name].ma
    kind = g.state.units[name].type
    return max(g.charts.unit(k).ma for k in (kind, *FORMERLY.get(kind, ())))


def _together(g: Battle) -> Iterator[str]:
    """Who shares a hex with whom. A unit on its way through a friend, or over an enemy, does so for a moment."""
    held: dict[int, str] = {}
    for u in g.units():
        if u.at in held:
            yield f"{u.id} and {held[u.at]} share {show(u.at)} (8.0)"
        held[u.at] = u.id
        if u.retired and g.standard(u) is None:
            yield f"{u.id} is Retired and has no Standard (13.2)"
        if g.state.phase == "setup" and not g.state.armies[u.side].deployed:
            area = place.area(g, u)
            if area and u.at not in area:
                yield f"{u.id} is set up at {show(u.at)}, outside its area"
    for x in g.leaders():
        enemy = g.enemy_in(x.at, x.side)
        if enemy is not None:
            yield f"{x.id} shares {show(x.at)} with the enemy's {enemy.id} (15.5)"
    for s in g.standards():
        enemy = g.enemy_in(s.hex, s.side)
        if enemy is not None:
            yield f"{s.id} stands at {show(s.hex)} with the enemy's {enemy.id} in its hex (13.2)"
    for m in g.markers("bombard"):
        enemy = g.enemy_in(m.hex, m.side)
        if enemy is not None:
            yield f"{m.id} stands at {show(m.hex)} with the enemy's {enemy.id} in its hex (CR-3)"
