"""10.21, 10.24 The way a fleeing unit takes: what blocks it, what it prefers, what its owner chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.kernel import hexes
from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.hexes import Facing, Hex, distance, show, turns
from engine.kernel.text import Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import pair_flight
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Leader, Unit

POLICY = PolicyKind("rout-path", Text("Choose the way of fleeing units where the rules leave it open"))


@dataclass(frozen=True, slots=True)
class Step:
    """One hex of a flight."""

    to: Hex
    facing: Facing
    """How the unit faces as it enters."""
    move: Move | None = None
    """How the halves of a unit of two hexes go."""


Affordable = Callable[[Step], bool]
"""Whether the unit has the MP for a step (10.22)."""


def edge(g: Battle, unit: Unit) -> tuple[Facing | None, tuple[Hex, ...]]:
    """10.21 Where the unit flees to: the way its side's Retreat Edge lies (None: it is a hex), and the hexes of it; for
    some units hexes of their own.
    """
    own = g.derived(
        "retreats_to", lambda: {c: x.retreats_to for s in g.scenario.sides for x in s.units for c in x.codes}
    )
    hexes_of_its_own = own.get(unit.id)
    if hexes_of_its_own:
        return None, tuple(sorted(hexes_of_its_own, key=lambda h: (footprint.distance_to(unit, h), h)))
    spec = g.spec(unit.side)
    return spec.retreat_facing, spec.retreat_edge


def to_edge(g: Battle, h: Hex, whose: Unit | Leader | str) -> int:
    """Hexes from ``h`` to the Retreat Edge of a unit, or of a leader's or a named side."""
    if isinstance(whose, Unit):
        goals = edge(g, whose)[1]
    else:
        goals = g.spec(whose if isinstance(whose, str) else whose.side).retreat_edge
    return min(distance(h, e) for e in goals)


def _front(unit: Unit, facing: Facing) -> tuple[Hex, ...]:
    """Its Front hexes if it faced so."""
    return footprint.front(footprint.facing(unit, facing))


def flight_facing(g: Battle, unit: Unit) -> Facing:
    """10.21 Towards the Retreat Edge; with a retreat hex the vertex that points best at it, of two the nearer turn."""
    if not footprint.is_single(unit):
        return unit.facing  # A 6.4 its hexes allow it no other but the opposite
    facing, (goal, *_) = edge(g, unit)
    if facing is not None:
        return facing
    return min(
        hexes.VERTICES,
        key=lambda f: (sum(distance(h, goal) for h in _front(unit, f)), turns(f, unit.facing), f),
    )


def off_the_map(g: Battle, unit: Unit) -> bool:
    """10.23 Whether the next step of a flight leads off the map, or beyond the retreat hex."""
    if not footprint.is_single(unit):
        return pair_flight.off_the_map(g, unit)
    facing, hexes_there = edge(g, unit)
    if facing is None and unit.at == hexes_there[0]:
        return True
    ahead = _ahead(g, unit, flight_facing(g, unit))
    return all(h not in g.map for h in ahead) or (unit.at in hexes_there and not ahead)


def _ahead(g: Battle, unit: Unit, facing: Facing) -> list[Hex]:
    """The hexes of the direct way: Front when facing the edge, or the neighbours nearer to a retreat hex."""
    way, (goal, *_) = edge(g, unit)
    if way is not None:
        return list(_front(unit, facing))
    return [h for h in footprint.around(unit) if distance(h, goal) < footprint.distance_to(unit, goal)]


def _enterable(g: Battle, unit: Unit, h: Hex) -> bool:
    return h in g.map and g.charts.step_cost(g.map, unit, unit.at, h) is not None


def _rank(g: Battle, unit: Unit, h: Hex) -> int | None:
    """10.21 Preference among hexes: 1 vacant, 2 a friend's out of enemy ZOC, 3 a friend's in it; None = blocked."""
    if not _enterable(g, unit, h):
        return None
    if not g.game.combat.flight_turns_back and to_edge(g, h, unit) > to_edge(g, unit.at, unit):
        return None
    held = g.unit_at(h)
    if held is not None and (held.side != unit.side or sharing.shut(g, h)):
        return None
    threatened = bool(g.enemy_zoc(h, unit.side))
    if held is None:
        return None if threatened else 1
    return 3 if threatened else 2


def _best(g: Battle, unit: Unit, options: Sequence[Hex]) -> list[Hex]:
    """10.21 Those of the hexes it would rather take than others; all of one priority."""
    ranked = [(r, h) for h in options if (r := _rank(g, unit, h)) is not None]
    least = min((r for r, _ in ranked), default=None)
    return [h for r, h in ranked if r == least]


def _straightest(g: Battle, unit: Unit, options: Sequence[Hex]) -> list[Hex]:
    """Nearest to the Retreat Edge first; among those, straight along the row. What would end its flight comes last."""
    return sorted(
        options,
        key=lambda h: (
            special.flight_ends(g, unit, unit.at, h) is not None,
            to_edge(g, h, unit),
            hexes.row(h) != hexes.row(unit.at),
            h,
        ),
    )


async def next_step(g: Battle, unit: Unit, affordable: Affordable = lambda step: True) -> Step | None:
    """10.21 The next hex of a flight; None when there is none. Of equal hexes its owner chooses.

    A step that isn't ``affordable`` is chosen only where no equal one is: a unit flees as far as it can (10.22).
    """
    if not footprint.is_single(unit):
        moves = pair_flight.best(g, unit)
        found = {m.to.hex: Step(m.to.hex, m.to.facing, m) for m in reversed(moves)}
        return await _choose(g, unit, list(found.values())) if found else None
    facing = flight_facing(g, unit)
    best = _best(g, unit, _ahead(g, unit, facing))
    if best:
        steps = [Step(h, facing) for h in best]
        return await _choose(g, unit, [s for s in steps if affordable(s)] or steps)
    return await _turn_away(g, unit, facing, affordable)


async def _turn_away(g: Battle, unit: Unit, facing: Facing, affordable: Affordable) -> Step | None:
    """10.21 Both direct hexes are blocked: turn vertex by vertex, left or right, to the first open hex."""
    found: dict[str, list[Step]] = {}
    for name, steps in (("left", 2), ("right", -2)):
        turned = facing
        for _ in range(5):
            turned = turned.turned(steps)
            best = _best(g, unit, _front(unit, turned))
            if best:
                found[name] = [Step(h, turned) for h in best]
                break
    if not found:
        return None
    found = {k: [s for s in v if affordable(s)] for k, v in found.items() if any(map(affordable, v))} or found
    if len(found) == 2 and {s.to for s in found["left"]} != {s.to for s in found["right"]}:

        def merit(key: str) -> tuple[bool, int, str]:
            first = _straightest(g, unit, [s.to for s in found[key]])[0]
            return special.flight_ends(g, unit, unit.at, first) is not None, to_edge(g, first, unit), key

        keys = {k: found[k][0].to for k in sorted(found, key=merit)}
        prompt = Text("{unit} can't flee straight. Left or right?", unit=unit.id)
        return await _choose(g, unit, found[await _ask(g, unit, keys, prompt, g.case(Case.ROUT))])
    # The same hexes either way: it turns the way that is shorter from how it faces now.
    return await _choose(g, unit, min(found.values(), key=lambda v: turns(unit.facing, v[0].facing)))


async def _choose(g: Battle, unit: Unit, steps: Sequence[Step], rule: str | None = None) -> Step:
    by_hex = {s.to: s for s in steps}
    keys = {show(h): h for h in _straightest(g, unit, list(by_hex))}
    if len(keys) == 1:
        return steps[0]
    return by_hex[keys[await _ask(g, unit, keys, Text("Which way does {unit} flee?", unit=unit.id), rule)]]


async def last_hex(g: Battle, unit: Unit) -> Step | None:
    """10.24, 10.21 The one hex more for a unit on a friend: vacant and out of enemy ZOC. None: it is lost there."""
    if not footprint.is_single(unit):
        moves = pair_flight.off_friends(g, unit)
        found = {m.to.hex: Step(m.to.hex, m.to.facing, m) for m in reversed(moves)}
        return await _choose(g, unit, list(found.values()), g.case(Case.ROUT_THROUGH)) if found else None
    facing = flight_facing(g, unit)
    free = [h for h in _ahead(g, unit, facing) if _enterable(g, unit, h) and g.enters_free(h, unit.side)]
    return await _choose(g, unit, [Step(h, facing) for h in free], g.case(Case.ROUT_THROUGH)) if free else None


async def trampled(g: Battle, unit: Unit) -> Unit | None:
    """10.24 Rout through friends.

    The friend in the hex beyond that its flight is lost on, by the priorities of 10.21; None if there is none.

    Enemies and closed ground lie in no path, and of equals its owner chooses.
    """
    if not footprint.is_single(unit):
        return None
    held = [h for h in _best(g, unit, _ahead(g, unit, flight_facing(g, unit))) if g.friend_in(h, unit.side) is not None]
    if not held:
        return None
    step = await _choose(g, unit, [Step(h, unit.facing) for h in held], g.case(Case.ROUT_THROUGH))
    return g.friend_in(step.to, unit.side)


async def _ask(g: Battle, unit: Unit, keys: dict[str, Hex], prompt: Text, rule: str | None = None) -> str:
    if rule is None:
        rule = g.case(Case.ROUT)
    names = list(keys)
    answer = await g.ask(
        Choose(
            kind=POLICY.kind,
            side=unit.side,
            rule=rule,
            prompt=prompt,
            subject=unit.id,
            focus=(unit.at, *keys.values()),
            choices=tuple(Choice(k, Text("{key}", key=k), unit=unit.id, hex=h) for k, h in keys.items()),
            default_key=names[0],
            why=reasons.hexes(g, unit, rule),
            policy=Policy(POLICY.kind, names[0], names[1], free=True),
        )
    )
    return answer.key
