"""The Lyginus: tribesmen stung by missiles lose patience and rush at who shot at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, Choose
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import Facing, show
from engine.kernel.parameters import Params, SideId
from engine.kernel.sight import exits
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.kernel.view import Particular
from engine.systems.alexander.hooks import Special
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import NoteSet, Told
from engine.systems.gboh.movement import driven, movement, reach
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.referee.mark import Mark
from engine.systems.gboh.state import Unit


class Tribe(Params):
    side: SideId
    """the tribesmen's"""


class Impetuosity(Special):
    """Foot hit by fire in an enemy Orders Phase rolls against TQ; who fails rushes at the nearest missile unit as soon
    as a leader of its side is activated. Any one of the three exceptions spares it."""

    about = "foot that rushes at those who shoot at it"
    params = Taken(Tribe)

    def marked(self, g: Battle) -> list[Unit]:
        """Units that have lost patience and not fought yet."""
        names = g.state.notes.get(self.spec.id, "").split()
        found = (g.state.units[n] for n in names if n in g.state.units)
        return [u for u in found if u.on_map and not u.routed]

    def marks(self, g: Battle, name: str) -> Iterator[Mark]:
        unit, marked = g.state.units.get(name), [u.id for u in self.marked(g)]
        if unit is not None and unit.side == self.params.side and unit.is_infantry and not unit.routed:
            words, others = Text("about to rush at those who shot at it"), [u for u in marked if u != name]
            yield Mark("impetuous", words, name in marked, self.spec.id, " ".join([*others, name]), " ".join(others))

    def _note(self, g: Battle, units: Sequence[Unit]) -> None:
        g.emit(NoteSet(key=self.spec.id, value=" ".join(u.id for u in units), rule=self.spec.id))

    async def struck(self, g: Battle, unit: Unit, shooters: Sequence[Unit]) -> None:
        ours = unit.side == self.params.side and unit.is_infantry and not unit.routed
        if not ours or g.active != g.state.enemy(unit.side) or unit in self.marked(g) or _steady(g, unit, shooters):
            return
        limit = cohesion.tq(g, unit)
        roll = await g.roll(
            RollRequest(
                purpose="impetuosity",
                side=unit.side,
                text=Text("{unit} is stung: does it keep its temper?", unit=unit.id),
                rule=self.spec.id,
                needs=Text("{n} or less", n=limit),
                modifiers=cohesion.modifiers(g, unit),
                unit=unit.id,
                outcome=lambda n: Text("it keeps its temper") if n <= limit else Text("it will rush out"),
            )
        )
        if roll.total > limit:
            self._note(g, [*self.marked(g), unit])
            story = Text("{unit} will rush at those who shoot at it.", unit=unit.id)
            g.emit(Told(story=story, unit=unit.id, rule=self.spec.id))

    async def conducts(self, g: Battle) -> bool:
        """Before the first order of a leader of theirs all of them rush; it costs no orders."""
        if g.orders.side != self.params.side or g.orders.orders_used or g.orders.lines_used:
            return False
        for unit in [u for u in self.marked(g) if u.id not in g.orders.acted]:
            node = await self._way(g, unit) if unit.on_map and not unit.routed else None
            if node is not None:
                await movement.move(g, unit, Move(unit=unit.id, path=node.path(), attack=True))
        return False

    async def _way(self, g: Battle, unit: Unit) -> reach.Node | None:
        """Where it rushes to: next to the nearest missile unit, facing it, or as near as it comes; None: nowhere."""
        ends = rushes(g, unit)
        if len(ends) < 2:
            return next(iter(ends), None)
        keys = {f"{show(n.hex)}@{n.facing.name}": n for n in ends}
        first = next(iter(keys))
        answer = await g.ask(
            Choose(
                kind="impetuous-move",
                side=unit.side,
                rule=self.spec.id,
                prompt=Text("{unit} rushes at those who shoot at it. Where to?", unit=unit.id),
                subject=unit.id,
                focus=tuple(n.hex for n in ends),
                choices=tuple(
                    Choice(k, Text("{hex}, facing {f}", hex=show(n.hex), f=n.facing.name), unit=unit.id, hex=n.hex)
                    for k, n in keys.items()
                ),
                default_key=first,
                policy=driven.policy([*keys]),
            )
        )
        return keys[answer.key]

    def must_attack(self, g: Battle) -> Sequence[str]:
        if g.orders.side != self.params.side:
            return ()
        return [u.id for u in self.marked(g) if any(e.missile for e in g.opponents(u))]

    def fights(self, g: Battle, unit: Unit) -> None:
        if unit in self.marked(g):
            self._note(g, [u for u in self.marked(g) if u is not unit])

    def counter_facts(self, g: Battle, unit: Unit) -> Iterator[Particular]:
        if unit in self.marked(g):
            yield Text("Impetuous"), Text("rushes at missile units")


def _steady(g: Battle, unit: Unit, shooters: Sequence[Unit]) -> bool:
    """In enemy ZOC, with or next to a leader of its own, or hit through its Rear alone."""
    if g.in_enemy_zoc(unit) or any(footprint.distance_to(unit, x.at) <= 1 for x in g.leaders(unit.side)):
        return True
    rear = footprint.rear(unit)
    return all(all(h in rear for h in exits(unit.at, s.at)) for s in shooters if s.on_map)


def targets(g: Battle, unit: Unit) -> list[Unit]:
    """The enemy missile units nearest to it."""
    shooters = [e for e in g.units(g.state.enemy(unit.side)) if e.missile and not e.routed]
    least = min((footprint.distance(unit, e) for e in shooters), default=0)
    return [e for e in shooters if footprint.distance(unit, e) == least]


def rushes(g: Battle, unit: Unit) -> list[reach.Node]:
    """Ends of its rush, one a hex, the shortest ways first; () for one that faces its enemy already."""
    aims = targets(g, unit)
    if not aims or any(e in g.enemies_in_zoc(unit) for e in aims):
        return []
    found = [n for n in reach.search(g, unit).values() if any(not isinstance(h, Facing) for h in n.path())]

    def short(n: reach.Node) -> int:
        ghost = unit.model_copy(update={"hex": n.hex, "facing": n.facing})
        near = min(footprint.distance_to(e, n.hex) for e in aims)
        facing = any(h in footprint.front(ghost) for e in aims for h in footprint.hexes_of(e))
        return 0 if near == 1 and facing else 2 * near - (1 if facing else 0)

    best = min(map(short, found), default=0)
    now = min(footprint.distance(unit, e) for e in aims)
    ends: dict[int, reach.Node] = {}
    for n in sorted((n for n in found if short(n) == best), key=lambda n: n.price):
        if min(footprint.distance_to(e, n.hex) for e in aims) < now:
            ends.setdefault(n.hex, n)
    return list(ends.values())
