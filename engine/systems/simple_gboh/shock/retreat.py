"""8.3 Retreat: one hex away from the enemies of the Shock, facing kept; without a hex, two hits more."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text, joined
from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.cohesion.dread import dread
from engine.systems.gboh.events import OrdersNoted, Told
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.movement import displaced, sharing
from engine.systems.gboh.orders import reasons, which
from engine.systems.gboh.special.crossing import FORBIDDEN
from engine.systems.simple_gboh import effects, fortifications
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import advance
from engine.systems.simple_gboh.shock.combat import Party
from engine.systems.simple_gboh.special.rule import Rule
from engine.systems.simple_gboh.state import Unit

POLICY = PolicyKind("retreat-hex", Text("Retreat to the suggested hex after a Shock"))
RULE = "8.3"
STUCK_HITS = 2


async def retreat(g: Battle, party: Party, foes: Sequence[Unit]) -> None:
    """8.3 A unit, or what is left of a stack, retreats from these enemies."""
    unit = party.lead
    if unit is None:
        return
    moves = ways(g, unit, foes)
    if not moves:
        if leaves(g, unit, foes):
            for u in party.standing:
                await effects.eliminate(g, u, Text("it retreats off the map"), RULE)
            return
        g.emit(Told(unit=unit.id, story=Text("{unit} has no hex to retreat to.", unit=unit.id), rule=RULE))
        for u in party.standing:
            await cohesion.hits(g, u, STUCK_HITS, Text("no retreat"), RULE, defer=True)
        for u in party.standing:
            await cohesion.settle(g, u)
        return
    await _go(g, unit, await _which(g, unit, moves))


def ways(g: Battle, unit: Unit, foes: Sequence[Unit]) -> list[Move]:
    """8.3 The moves open to it, the best first: with no friend in the hex, open ground, away from enemies."""
    if unit.troop.shape is footprint.Shape.ROUND:
        return []
    found = [m for m in footprint.shifts(unit) if bar(g, unit, m, foes) is None]
    return sorted(found, key=lambda m: _rank(g, unit, m, foes))


def _rank(g: Battle, unit: Unit, m: Move, foes: Sequence[Unit]) -> tuple[int, int, int, int]:
    near = len({e.id for h in footprint.hexes_of(m.to) for e in g.adjacent_enemies(h, unit.side)})
    friends = sum(g.unit_at(h) is not None for h in m.entered)
    far = sum(footprint.distance(m.to, e) for e in foes if e.on_map)
    return near, friends, -far, m.to.hex


def bar(g: Battle, unit: Unit, m: Move, foes: Sequence[Unit]) -> Refusal | None:
    """8.3 Why it doesn't retreat so; None when it may."""
    to = footprint.hexes_of(m.to)
    for h in to:
        if h not in g.map:
            return Refusal("{hex} is not on the map.", rule=RULE, hex=show(h))
        if held := g.enemy_zoc(h, unit.side):
            return Refusal("{hex} is in the ZOC of {enemy}.", rule=RULE, hex=show(h), enemy=held[0].id)
        near = next((e for e in foes if e.on_map and footprint.distance_to(e, h) <= 1), None)
        if near is not None:
            return Refusal("{hex} is next to {enemy}, who fights in this Shock.", rule=RULE, hex=show(h), enemy=near.id)
    for a, b in m.steps:
        if b not in m.entered:
            continue
        cost = g.step_cost(unit, a, b)
        if cost is None or cost.mp >= FORBIDDEN:
            return Refusal("{unit} can't enter {hex}.", rule=RULE, unit=unit.id, hex=show(b))
        if fortifications.fortified(g, a, b):
            return Refusal("Nobody retreats across a fortified hexside, to {hex}.", rule="11.13", hex=show(b))
        if not _room(g, unit, b):
            return Refusal("{unit} can't stay with who stands at {hex}.", rule=RULE, unit=unit.id, hex=show(b))
    return None


def _room(g: Battle, unit: Unit, h: Hex) -> bool:
    """Vacant, or with a friend it may share the hex with."""
    here = [u for u in sharing.others(g, unit, h) if u not in g.ranks(unit)]
    if not here:
        return True
    if len(g.ranks(unit)) > 1 or any(u.side != unit.side for u in here):
        return False
    return sharing.joins(g, unit, h) or sharing.may_stack(g, unit, here)


def leaves(g: Battle, unit: Unit, foes: Sequence[Unit]) -> bool:
    """8.3 Whether it could retreat off the map, away from the enemies of the Shock."""
    for m in footprint.shifts(unit):
        to = footprint.hexes_of(m.to)
        off = [h for h in to if h not in g.map]
        clear = all(footprint.distance_to(e, h) > 1 for e in foes if e.on_map for h in to)
        if off and clear:
            return True
    return False


async def _which(g: Battle, unit: Unit, moves: Sequence[Move]) -> Move:
    ends = {m.to.hex: m for m in moves}

    def label(h: Hex) -> Text:
        friend = next((u for x in ends[h].entered if (u := g.unit_at(x)) is not None and u is not unit), None)
        to = {"hex": joined((show(x) for x in footprint.hexes_of(ends[h].to)), " and ")}
        return Text("To {hex}", **to) if friend is None else Text("To {hex}, over {unit}", unit=friend.id, **to)

    def traits(h: Hex) -> dict[str, float]:
        return {"lean": 3.0 if ends[h] is moves[0] else 1.0}

    prompt, why = Text("{unit} retreats. To which hex?", unit=unit.id), reasons.hexes(g, unit, RULE)
    shown = footprint.hexes_of(unit)
    to = await which.place(g, unit, [*ends], POLICY, RULE, prompt, shown=shown, label=label, traits=traits, why=why)
    return ends[to]


async def _go(g: Battle, unit: Unit, m: Move) -> None:
    """8.3, 5.33 It goes, its leaders with it (4.36), no hits of the ground; into a friend's hex it comes on top."""
    start, company = unit.at, g.leaders_with(unit)
    friends = [u for h in m.entered for u in g.standing_at(h) if u.id != unit.id and u.troop.faces]
    facing = friends[0].facing if friends else unit.facing
    g.emit(OrdersNoted(field="retreated", value=unit.id))
    displaced.goes(g, unit, m, "retreat", RULE, facing=facing)
    if friends and unit.stacks:
        under = g.state.units[friends[0].id]
        g.emit(
            g.formed(unit=under.id, below=unit.id, reason=Text("stands under {unit} now.", unit=unit.id), rule="5.33")
        )
    displaced.follow(g, company, m, "with-unit", "4.36")
    special.call(g, Special.dislodged)
    for rule in special.having(g, Rule.retreat_hits):
        n = max(rule.retreat_hits(g, a, b) for a, b in m.steps)
        for u in effects.fighting(g, unit):
            await cohesion.hits(g, u, n, Text("{what}", what=rule.spec.title), rule.spec.id)
    if unit.on_map and await dread(g, unit):  # 10.23
        await advance.come(g, unit, start)
