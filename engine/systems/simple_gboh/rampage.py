"""8.5, 10.22 Rampage: an elephant that would Rout shakes everybody within two hexes, and is lost."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.dice import RollRequest
from engine.kernel.hexes import Direction, Hex, distance, show, step
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import Told
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Unit

FAR = 2
"""8.5 Hexes from the elephant in which units are shaken."""
ENDS: frozenset[int] = frozenset({0, 1, 8, 9})
"""8.5 Natural rolls that end it, when they have had their effect."""
RULE = "8.5"


async def run(g: Battle, unit: Unit, by: Unit | None = None) -> None:
    """8.5 The whole of it: one roll after the other for everybody near; then the elephant is eliminated.

    ``by``: the unit that caused it, which is first; where there is none within two hexes a die says who is.
    """
    if not unit.on_map:
        return
    g.emit(Told(unit=unit.id, story=Text("{unit} Rampages at {hex}.", unit=unit.id, hex=show(unit.at)), rule=RULE))
    g.rampaging = True
    try:
        order = round_of(g, unit, by, await _start(g, unit, by))
        while order and not await _shakes(g, unit, order.pop(0)):
            order = [u for u in order if u.on_map]
    finally:
        g.rampaging = False
    await effects.eliminate(g, unit, Text("its Rampage is over"), RULE)


async def _start(g: Battle, unit: Unit, by: Unit | None) -> Direction:
    """Which way the round begins: at who caused it, or by a die of six, 1 the topmost hexside and on clockwise."""
    if by is not None and by.on_map and footprint.distance(unit, by) <= FAR:
        return _towards(unit.at, min(footprint.hexes_of(by), key=lambda h: (distance(unit.at, h), h)))
    if not round_of(g, unit, None, Direction.N):
        return Direction.N
    roll = await g.roll(
        RollRequest(
            purpose="rampage-start",
            side=unit.side,
            text=Text("Where the Rampage of {unit} begins", unit=unit.id),
            rule=RULE,
            faces=6,
            unit=unit.id,
            outcome=lambda n: Text("at {hex}", hex=show(step(unit.at, Direction(n - 1)))),
        )
    )
    return Direction(roll.natural - 1)


def _towards(at: Hex, to: Hex) -> Direction:
    """The hexside through which a hex within two lies; of two the first clockwise."""
    return next(d for d in Direction if to in (step(at, d), *_beyond(at, d)))


def _beyond(at: Hex, d: Direction) -> tuple[Hex, Hex]:
    """Two of the hexes at distance 2: straight through a hexside, and the next clockwise."""
    return step(step(at, d), d), step(step(at, d), Direction((d + 1) % len(Direction)))


def _clockwise(first: Direction) -> Iterator[Direction]:
    return (Direction((first + n) % len(Direction)) for n in range(len(Direction)))


def ring(at: Hex, first: Direction) -> Iterator[Hex]:
    """The hexes within two of an elephant in the order of a Rampage: those beside it clockwise from a hexside, then
    those at distance 2 from the same hexside on."""
    yield from (step(at, d) for d in _clockwise(first))
    for d in _clockwise(first):
        yield from _beyond(at, d)


def round_of(g: Battle, unit: Unit, by: Unit | None, first: Direction) -> list[Unit]:
    """8.5 Who is rolled for, in order: the cause, then friend and foe by :func:`ring`; of a stack the top alone."""
    found: dict[str, Unit] = {}
    if by is not None and by.on_map and footprint.distance(unit, by) <= FAR:
        found[by.id] = by
    for h in ring(unit.at, first):
        u = g.unit_at(h)
        if u is not None and u.id != unit.id:
            found.setdefault(u.id, g.state.units[u.id])
    return list(found.values())


async def _shakes(g: Battle, unit: Unit, other: Unit) -> bool:
    """8.5 One roll: DR over TQ costs the excess in hits. True where it was the last."""
    limit = cohesion.tq(g, other)
    text = Text("{unit} Rampages near {other}", unit=unit.id, other=other.id)
    roll = await g.roll(cohesion.check_request(g, other, "rampage", text, RULE, limit, lambda n: told(n, limit)))
    if roll.total > limit:
        await cohesion.spread(g, other, roll.total - limit, Text("Rampage of {unit}", unit=unit.id), RULE)
    return roll.natural in ENDS or not unit.on_map


def told(total: int, limit: int) -> Text:
    """What a roll does."""
    return Text("{n:hit|hits}", n=total - limit) if total > limit else Text("no hit")
