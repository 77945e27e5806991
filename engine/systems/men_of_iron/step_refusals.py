"""5.0, 7.2, 8.0 A path priced step by step, or why a step of it can't be made and what could be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from engine.kernel import text
from engine.kernel.ground import called
from engine.kernel.hexes import Hex, show
from engine.systems.men_of_iron.reach import Bar, Mover, Node


def walk(mover: Mover, hexes: Iterable[Hex], *, only: bool = False) -> Node:
    """The end of a path of adjacent hexes; ``only`` as for :meth:`Mover.step`.

    Raises Refusal with the case that forbids it.
    """
    node = mover.start
    for to in hexes:
        node = step(mover, node, to, only=only)
    check_end(mover, node)
    return node


def check_end(mover: Mover, node: Node) -> None:
    """8.0 Refuse to end a move in a friend's hex."""
    if node.through is not None:
        text.refuse(
            "{unit} can't stop at {hex}: {friend} holds it, and it may only ride through.",
            rule="8.0",
            unit=mover.unit.id,
            hex=show(node.hex),
            friend=node.through,
        )


def step(mover: Mover, node: Node, to: Hex, *, only: bool = False) -> Node:
    """One step. Raises Refusal."""
    battle_map = mover.g.map
    if to not in battle_map:
        text.refuse("{hex} is not on the map, and no unit leaves it.", rule="5.2", hex=show(to))
    after = mover.step(node, to, only=only) if to in battle_map.neighbours(node.hex) else "far"
    if not isinstance(after, Node):
        refuse(mover, after, node, to)
    return after


def _closed(mover: Mover, start: Hex, to: Hex) -> text.Refusal:
    """5.1, PO-3 What of the ground doesn't let a unit step into the hex next to it."""
    g, mounted = mover.g, mover.unit.mounted
    named = {"unit": mover.unit.id, "hex": show(to), "start": show(start)}
    if mounted and g.wagon(to):
        return text.Refusal("{unit} can't go into {hex}: nobody rides among wagons.", rule="PO-3", **named)
    if g.ground(to).mp(mounted) is None:
        ground = called(g.map.terrain_at(to))
        template = "{unit} can't go from {start} into {hex}: the ground there ({ground}) lets nobody in."
        return text.Refusal(template, rule="5.1", ground=ground, **named)
    n = abs(g.map.level_at(to) - g.map.level_at(start))
    if n > 1:
        template = "{unit} can't go from {start} into {hex}: {n:level|levels} in one step are too many."
        return text.Refusal(template, rule="5.1", n=n, **named)
    return text.Refusal("{unit} can't go from {start} into {hex}: the ground doesn't let it.", rule="5.1", **named)


def refuse(mover: Mover, bar: Bar, node: Node, to: Hex) -> NoReturn:
    """Say why the step from ``node`` into ``to`` can't be made, and what could be."""
    g, unit = mover.g, mover.unit
    named = {"unit": unit.id, "hex": show(to), "start": show(node.hex)}
    occupant = g.unit_at(to)
    who = occupant.id if occupant is not None else ""
    match bar:
        case "far":
            text.refuse("{hex} is not next to {start}; name every hex of the way.", rule="5.1", **named)
        case "stops":
            text.refuse("{unit} must stop at {start}: it has entered enemy ZOC.", rule="7.2", **named)
        case "enemy":
            text.refuse("{enemy} holds {hex}; it can be attacked in the Shock part.", rule="5.2", enemy=who, **named)
        case "friend":
            text.refuse("{friend} holds {hex}: one unit to a hex, also in passing.", rule="8.0", friend=who, **named)
        case "prohibited":
            raise _closed(mover, node.hex, to)
        case "friend-in-zoc":
            text.refuse(
                "{unit} can't ride through {friend} at {hex}: it would have to stop in enemy ZOC.",
                rule="8.0",
                friend=who,
                **named,
            )
        case "reenter":
            left = node.left | {e.id for e in mover.zones.get(node.hex, ())}
            enemy = next(e.id for e in mover.zones[to] if e.id in left)
            text.refuse(
                "{unit} leaves the ZOC of {enemy} and can't enter it again at {hex} in this activation.",
                rule="6.2/reenter",
                enemy=enemy,
                **named,
            )
        case "pinned":
            text.refuse(
                "{unit} is out of command, on foot and in enemy ZOC: it stays in its hex; it can turn, fire or Shock.",
                rule="5.2/ooc",
                **named,
            )
        case "aloof":
            near = text.few(e.id for e in g.adjacent_enemies(to, unit.side))
            text.refuse(
                "{unit} is out of command and may not move next to an enemy; {hex} is next to {enemy}.",
                rule="5.2/ooc",
                enemy=near,
                **named,
            )
        case "back":
            text.refuse("{unit} is Retired and moves only nearer to its Standard; {hex} isn't.", rule="12.4", **named)
        case "mp":
            _refuse_cost(mover, node, to, named)


def _refuse_cost(mover: Mover, node: Node, to: Hex, named: dict[str, str]) -> NoReturn:
    if mover.unit.retired:
        text.refuse("{unit} is Retired and moves one hex in an activation.", rule="12.4", **named)
    limit = mover.limit
    mover.limit = 99
    dear = mover.step(node, to)
    mover.limit = limit
    assert not isinstance(dear, str), dear
    text.refuse("{unit} has {ma} MP; {hex} would bring it to {mp}.", rule="5.1", ma=limit, mp=dear.mp, **named)
